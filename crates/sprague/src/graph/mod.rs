//! The game graph: positions as nodes, moves as edges, and where to draw them.

mod build;
mod layout;

pub use build::{GameGraph, Node, TooManyNodes};
pub use layout::{Layout, LayoutError, Point, Route, Size, Spacing, layout};
