//! Pictures: what is known about a game as SVG and DOT text. They draw what they are given and compute nothing.

mod axis;
mod bins;
mod classes;
mod color;
mod dot;
mod edge;
mod graph;
mod histogram;
mod image;
mod key;
mod legend;
mod lettering;
mod node;
mod plot;
mod raster;
mod scale;
mod scatter;
mod survey;
pub mod svg;

pub use classes::{Class, Classes, SpaceKind};
pub use edge::{Move, MoveKind};
pub use graph::GraphPicture;
pub use histogram::Histogram;
pub use node::Node;
pub use raster::Raster;
pub use scatter::Scatter;
