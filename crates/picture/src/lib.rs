//! Pictures: what is known about a game as SVG and DOT text. This crate draws what it is given and computes nothing.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod bins;
mod board;
mod cells;
mod classes;
mod color;
#[cfg(feature = "png")]
mod fonts;
mod graph;
mod heat;
mod histogram;
mod image;
pub mod layout;
mod lettering;
pub mod network;
#[cfg(feature = "png")]
pub mod pixels;
#[cfg(not(feature = "png"))]
#[path = "no_pixels.rs"]
pub mod pixels;
mod plot;
mod quotient;
mod raster;
mod scale;
mod scatter;
pub mod svg;
mod tracks;

pub use board::{BoardPicture, TooManyCells};
pub use cells::cells_svg;
pub use classes::{Class, Classes};
pub use graph::{GraphPicture, Labels, MoveKind, PictureMove, PictureNode};
pub use heat::{HeatMap, HeatQuantity};
pub use histogram::Histogram;
pub use quotient::{NoPicture, QuotientPicture};
pub use raster::Raster;
pub use scatter::Scatter;
pub use tracks::tracks_svg;

/// The color of a value between 0 and 1, dark to light, as red, green and blue: that of every picture of values.
pub fn shade(part: f64) -> [u8; 3] {
    color::of_value(part).0
}
