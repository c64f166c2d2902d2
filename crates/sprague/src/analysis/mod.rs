//! What a nim-sequence tells: counts, zeros, records, excluded periods, and which games have it.

mod excluded;
mod identify;
mod statistics;

pub use excluded::{excluded_periods, shift_count};
pub use identify::{Match, identify};
pub use statistics::Statistics;
