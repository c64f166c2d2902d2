//! Sequences of nim-values of heap games: engines that yield values in order, sinks that receive them.
//!
//! An engine knows a rule and nothing of what becomes of its values; a sink sees each value once, in order of heap
//! size, in chunks. That is the seam at which faster engines and other uses are put in.

pub mod accelerator;
mod bitmaps;
mod bits;
mod chain;
mod common;
mod dense;
mod effort;
mod engine;
mod history;
mod kernel;
mod kernels;
mod naive;
mod open;
mod parts;
mod rare;
mod send;
mod shape;
mod signature;
mod sink;
mod sources;
mod space;
mod sparse;
mod state;
mod textbook;
mod wide;
mod witnesses;

pub use dense::Dense;
pub use effort::dense_steps;
pub use engine::{Engine, Options};
pub use kernel::{Kernel, UnknownKernel};
pub use kernels::on_widest_instructions;
pub use naive::naive_values;
pub use send::{compute_values, run, send_misere_values, send_values};
pub use shape::{Break, Phase, Shape};
pub use signature::{CHUNK, Signature, leaf, leaf_of_bytes, root};
pub use sink::{Collect, Sink};
pub use space::{Counts, Kind, Space};
pub use state::State;
pub use textbook::Textbook;
