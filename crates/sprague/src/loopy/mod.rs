//! Games whose play may come back to a position, and so may never end: outcomes with draws, and loopy values.
//!
//! Who wins is found backwards from the ends, one look at each move (retrograde analysis, theory D.1). What a position
//! is worth in a sum is Smith's label (theory D.2): a number as for games that end, or ∞ with the set of numbers that a
//! move can reach. Both are computed on the moves alone, as numbers ([`Arrows`]); [`LoopySolver`] makes these numbers
//! for any rules, within limits. Positions that come apart are sums of components here as everywhere, but a sum within
//! the play of one component is a position of its own: labels do not say how a sum that moves on as one is labelled.

mod arrows;
mod solver;
mod value;

pub use arrows::{Arrows, LoopyLabels};
pub use solver::LoopySolver;
pub use value::LoopyValue;
