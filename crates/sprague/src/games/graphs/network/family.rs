//! Graphs that have a name of their own: paths, cycles, grids and the like.
//!
//! Nodes are numbers from 1, those of a grid row and column with a point between them. A whole graph of a family is
//! written by its name; what is left of it after a move is written by its edges.

use std::fmt;

use super::Network;

/// A graph with a name of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Family {
    /// So many nodes in a row.
    Path(u64),
    /// So many nodes in a circle, at least 3.
    Cycle(u64),
    /// So many nodes, each joined to each.
    Complete(u64),
    /// Node 1, joined to so many others.
    Star(u64),
    /// A cycle of so many nodes and one more that is joined to all of them.
    Wheel(u64),
    /// Rows and columns, each node joined to its neighbors in both.
    Grid(u64, u64),
    /// The corners of a cube of this dimension, joined by its edges.
    Hypercube(u64),
    /// Petersen's graph.
    Petersen,
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Path(n) => write!(f, "path {n}"),
            Self::Cycle(n) => write!(f, "cycle {n}"),
            Self::Complete(n) => write!(f, "complete {n}"),
            Self::Star(n) => write!(f, "star {n}"),
            Self::Wheel(n) => write!(f, "wheel {n}"),
            Self::Grid(rows, columns) => write!(f, "grid {rows}x{columns}"),
            Self::Hypercube(dimension) => write!(f, "hypercube {dimension}"),
            Self::Petersen => write!(f, "petersen"),
        }
    }
}

impl Family {
    /// How many nodes and edges its graph has; so many that they cannot be counted are as many as can.
    pub const fn size(self) -> (u64, u64) {
        match self {
            Self::Path(n) => (n, n.saturating_sub(1)),
            Self::Cycle(n) => (n, n),
            Self::Complete(n) => (n, n.saturating_mul(n.saturating_sub(1)) / 2),
            Self::Star(n) => (n.saturating_add(1), n),
            Self::Wheel(n) => (n.saturating_add(1), n.saturating_mul(2)),
            Self::Grid(rows, columns) => {
                let nodes = rows.saturating_mul(columns);
                (nodes, nodes.saturating_mul(2))
            }
            Self::Hypercube(dimension) if dimension < 32 => {
                (1 << dimension, dimension * ((1 << dimension) / 2))
            }
            Self::Hypercube(_) => (u64::MAX, u64::MAX),
            Self::Petersen => (10, 15),
        }
    }

    /// The graph; `None` if it is larger than a graph may be.
    pub fn network(self) -> Option<Network> {
        let (nodes, edges) = self.size();
        // the size of a grid is counted with some edges too many
        let most_edges = Network::MOST_EDGES as u64;
        if nodes > Network::MOST_NODES as u64 || edges > most_edges {
            return None;
        }
        let n = nodes as u32;
        let circle = |n: u32| (0..n).map(move |i| (i, (i + 1) % n));
        let edges: Vec<(u32, u32)> = match self {
            Self::Path(_) => (1..n).map(|i| (i - 1, i)).collect(),
            Self::Cycle(_) => circle(n).collect(),
            Self::Complete(_) => (0..n).flat_map(|i| (0..i).map(move |j| (j, i))).collect(),
            Self::Star(_) => (1..n).map(|i| (0, i)).collect(),
            Self::Wheel(_) => circle(n - 1).chain((0..n - 1).map(|i| (i, n - 1))).collect(),
            Self::Grid(_, columns) => {
                let columns = columns as u32;
                let right = (0..n).filter(|i| (i + 1) % columns != 0).map(|i| (i, i + 1));
                let down = (columns..n).map(|i| (i - columns, i));
                right.chain(down).collect()
            }
            Self::Hypercube(dimension) => (0..dimension)
                .flat_map(|bit| (0..n).filter(move |i| i >> bit & 1 == 0).map(move |i| (i, i | 1 << bit)))
                .collect(),
            Self::Petersen => {
                let spokes = (0..5).map(|i| (i, i + 5));
                let inner = (0..5).map(|i| (5 + i, 5 + (i + 2) % 5));
                circle(5).chain(spokes).chain(inner).collect()
            }
        };
        let name = |i: u32| match self {
            Self::Grid(_, columns) => {
                let columns = columns as u32;
                format!("{}.{}", i / columns + 1, i % columns + 1)
            }
            _ => (i + 1).to_string(),
        };
        let mut network = Network::new((0..n).map(|i| name(i).into()).collect(), edges);
        network.family = Some(self);
        Some(network)
    }
}
