//! Games given outright as finite graphs with named nodes (theory 0, 1.1, 1.3, D).
//!
//! Three notations lead to the same [`Digraph`]: inline `{a>b, a>c}`, an edge list with one edge a line, and
//! DOT. A graph keeps its nodes in the order of their names and its edges without repetition, so that equal games are
//! equal values. Where it has no cycle it also keeps an order in which all options of a node come before it, in which
//! values and outcomes of all nodes under either play cost one pass over the edges. Where it has one, play may go on
//! for ever: outcomes may be draws, and values are those of [`crate::loopy`]; what needs an end names the cycle.

mod build;
pub(in crate::games) mod dot;
pub(in crate::games) mod edge_list;
mod error;
mod game;
mod inline;
pub(in crate::games) mod name;

pub use build::Builder;
pub use error::GraphError;
pub use game::{DigraphGame, Files, NoFiles};

use crate::loopy::Arrows;
use crate::nimber::{Nimber, ValueSet};
use crate::play::{Outcome, Play};

/// A node of a graph: its place in the order of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node(u32);

impl Node {
    /// Its place in the order of names, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A finite graph with at least one node.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Digraph {
    /// In ascending order.
    names: Vec<Box<str>>,
    /// The options of node i are `targets[starts[i]..starts[i + 1]]`, in ascending order.
    starts: Vec<u32>,
    targets: Vec<Node>,
    /// All nodes, each after its options; or the refusal that names a cycle.
    order: Result<Vec<Node>, GraphError>,
}

impl Digraph {
    /// The most edges of a graph.
    pub const MOST_EDGES: usize = 10_000_000;
    /// The most nodes of a graph: with their names they take some hundred bytes each.
    pub const MOST_NODES: usize = 2_000_000;

    /// Reads the text of a file: DOT if it starts like it, otherwise an edge list.
    ///
    /// ```
    /// use sprague::games::digraph::Digraph;
    /// let edges = Digraph::from_text("# two moves\na b\nb c\n")?;
    /// assert_eq!(edges, Digraph::from_text("digraph { a -> b -> c }")?);
    /// # Ok::<(), sprague::games::digraph::GraphError>(())
    /// ```
    pub fn from_text(text: &str) -> Result<Self, GraphError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if dot::starts_like(text) { dot::read(text) } else { edge_list::read(text) }
    }

    /// The number of nodes.
    pub const fn node_count(&self) -> usize {
        self.names.len()
    }

    /// The number of edges.
    pub const fn edge_count(&self) -> usize {
        self.targets.len()
    }

    /// All nodes, in the order of their names.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = Node> + use<> {
        (0..self.names.len() as u32).map(Node)
    }

    /// The name of a node.
    pub fn name(&self, node: Node) -> &str {
        &self.names[node.index()]
    }

    /// The node with this name.
    pub fn node(&self, name: &str) -> Result<Node, GraphError> {
        match self.names.binary_search_by(|known| (**known).cmp(name)) {
            Ok(at) => Ok(Node(at as u32)),
            Err(_) => Err(GraphError::unknown_node(name, self)),
        }
    }

    /// The options of a node, in the order of their names.
    pub fn options(&self, node: Node) -> &[Node] {
        let i = node.index();
        &self.targets[self.starts[i] as usize..self.starts[i + 1] as usize]
    }

    /// The only node that is no option of another.
    pub fn only_source(&self) -> Result<Node, GraphError> {
        let mut is_option = vec![false; self.node_count()];
        for target in &self.targets {
            is_option[target.index()] = true;
        }
        let sources: Vec<Node> = self.nodes().filter(|node| !is_option[node.index()]).collect();
        match *sources {
            [source] => Ok(source),
            [] => Err(GraphError::no_source(self)),
            _ => Err(GraphError::several_sources(&sources, self)),
        }
    }

    /// The values of all nodes, by [`Node::index`]: under normal play the Sprague-Grundy values, under misère
    /// play the values that start from 1 at the ends (theory 1.3, 10.2). A graph with a cycle has none, and the cycle is
    /// named.
    pub fn values(&self, play: Play) -> Result<Vec<Nimber>, GraphError> {
        let order = self.order.as_ref().map_err(Clone::clone)?;
        let mut values = vec![Nimber::ZERO; self.node_count()];
        let mut seen = ValueSet::default();
        for &node in order {
            seen.clear();
            for option in self.options(node) {
                seen.insert(values[option.index()]);
            }
            values[node.index()] = match play {
                Play::Misere if self.options(node).is_empty() => Nimber(1),
                _ => seen.mex(),
            };
        }
        Ok(values)
    }

    /// Why the graph is no game that ends: one of its cycles.
    pub fn cycle(&self) -> Option<&GraphError> {
        self.order.as_ref().err()
    }

    /// The moves by the places of the nodes.
    pub fn arrows(&self) -> Arrows {
        let mut arrows = Arrows::default();
        for node in self.nodes() {
            arrows.push(self.options(node).iter().map(|option| option.0));
        }
        arrows
    }

    /// The outcomes of all nodes, by [`Node::index`], by the labeling of theory 1.1; on a graph with a cycle some may be
    /// draws (theory D.1).
    pub fn outcomes(&self, play: Play) -> Vec<Outcome> {
        let Ok(order) = &self.order else { return self.arrows().outcomes(play) };
        let mut outcomes = vec![Outcome::N; self.node_count()];
        for &node in order {
            let options = self.options(node);
            let wins = match play {
                Play::Misere if options.is_empty() => true,
                _ => options.iter().any(|option| outcomes[option.index()] == Outcome::P),
            };
            outcomes[node.index()] = if wins { Outcome::N } else { Outcome::P };
        }
        outcomes
    }
}
