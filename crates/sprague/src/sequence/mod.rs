//! Sequences of nim-values of heap games: engines that yield values in order, sinks that receive them.
//!
//! An engine knows a rule and nothing of what becomes of its values; a sink sees each value once, in order of heap
//! size, in chunks. That is the seam at which faster engines and other uses are put in.

mod bits;
mod dense;
mod naive;
mod parts;
mod send;
mod signature;
mod sink;

pub use dense::{Dense, dense_steps};
pub use naive::naive_values;
pub use send::{send_misere_values, send_values};
pub use signature::Signature;
pub use sink::{Collect, Sink};
