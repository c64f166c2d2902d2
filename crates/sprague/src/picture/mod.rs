//! Pictures: what is known about a game as SVG and DOT text. They draw what they are given and compute nothing.

mod axis;
mod bins;
mod classes;
mod color;
mod dot;
mod edge;
mod graph;
mod heat;
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
mod tracks;

pub use classes::{Class, Classes, SpaceKind};
pub use edge::{Move, MoveKind};
pub use graph::GraphPicture;
pub use heat::{HeatMap, Quantity};
pub use histogram::Histogram;
pub use node::Node;
pub use raster::Raster;
pub use scatter::Scatter;
pub use tracks::tracks_svg;

/// The color of a value between 0 and 1, dark to light, as red, green and blue: that of every picture of values.
pub fn shade(part: f64) -> [u8; 3] {
    color::of_value(part).0
}
