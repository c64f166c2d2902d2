//! The game graph: positions as nodes, moves as edges, and where to draw them.

mod layout;

pub use layout::{Layout, LayoutError, Point, Route, Size, Spacing, layout};
