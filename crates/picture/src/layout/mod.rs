//! Layered drawing of an acyclic graph (Sugiyama, Tagawa and Toda): every edge goes down.
//!
//! Four steps, one file each: layers by longest path from the sources, an order within each layer with few
//! crossings, horizontal places that keep long edges straight, routes for the edges between the layers.
//! Edges over several layers that end at the same node share one trunk of dummy vertices. A trunk leads to one
//! node only, so the drawing stays unambiguous, and there are at most nodes × layers dummies however many edges.
//! The same input always gives the same drawing. Time is near linear in nodes, dummies and edges together.

mod layers;
mod loops;
mod order;
mod place;
mod route;

use layers::Layered;
pub use loops::{LoopedLayout, layout_with_loops};
use thiserror::Error;

/// A place in the drawing: x grows to the right, y downwards.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// Distance from the left border.
    pub x: f64,
    /// Distance from the upper border.
    pub y: f64,
}

/// The extent of a node or of the whole drawing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BoxSize {
    /// Horizontal extent.
    pub width: f64,
    /// Vertical extent.
    pub height: f64,
}

/// The least distances kept free.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spacing {
    /// Between neighboring nodes of a layer.
    pub nodes: f64,
    /// Between neighboring edges that pass through a layer.
    pub edges: f64,
    /// Between two layers; more where edges run far to the side.
    pub layers: f64,
}

impl Default for Spacing {
    fn default() -> Self {
        Self { nodes: 28.0, edges: 16.0, layers: 44.0 }
    }
}

/// The way of one edge, from the lower border of its first node to the upper border of its last.
#[derive(Clone, Debug, PartialEq)]
pub struct EdgeRoute {
    /// Corner points, y never decreasing: the edge is vertical at each of them.
    pub points: Vec<Point>,
    /// How many of the points this edge is the first to visit. From the last of these on, it follows a trunk
    /// that an earlier edge has in full; an edge with its own way to the end has them all.
    pub own: usize,
}

/// Where everything goes.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// The center of each node. Nodes of one layer have the same y.
    pub nodes: Vec<Point>,
    /// The way of each edge.
    pub routes: Vec<EdgeRoute>,
    /// The extent of the drawing; all coordinates are between zero and this.
    pub size: BoxSize,
}

/// Why a graph has no layered drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum LayoutError {
    /// An edge names a node that does not exist.
    #[error("edge {from} -> {to} leaves the graph of {nodes} nodes: number the nodes from 0")]
    NoSuchNode {
        /// Where the edge starts.
        from: usize,
        /// Where the edge ends.
        to: usize,
        /// How many nodes there are.
        nodes: usize,
    },
    /// The edges close a cycle.
    #[error("node {node} is on a cycle or behind one: a layered drawing needs a graph without cycles")]
    Cycle {
        /// The first node that no layer could be found for.
        node: usize,
    },
}

/// Draws the graph with nodes of the given sizes and edges from the first to the second node of each pair.
///
/// ```
/// use sprague_picture::layout::{BoxSize, Spacing, layout};
/// let size = BoxSize { width: 40.0, height: 20.0 };
/// let drawing = layout(&[size; 3], &[(0, 1), (1, 2), (0, 2)], Spacing::default())?;
/// assert!(drawing.nodes[0].y < drawing.nodes[1].y && drawing.nodes[1].y < drawing.nodes[2].y);
/// # Ok::<(), sprague_picture::layout::LayoutError>(())
/// ```
pub fn layout(sizes: &[BoxSize], edges: &[(usize, usize)], spacing: Spacing) -> Result<Layout, LayoutError> {
    let mut layered = Layered::new(sizes.len(), edges)?;
    order::reduce_crossings(&mut layered);
    let x = place::horizontal(&layered, sizes, spacing);
    Ok(route::draw(&layered, &x, sizes, edges, spacing))
}
