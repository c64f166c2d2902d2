//! Pictures: what is known about a game as SVG and DOT text. They draw what they are given and compute nothing.

mod dot;
mod edge;
mod graph;
mod legend;
mod lettering;
mod node;
pub mod svg;

pub use edge::{Move, MoveKind};
pub use graph::GraphPicture;
pub use node::Node;
