//! What a nim-sequence tells: which periods are excluded, and which games have it.

mod excluded;
mod identify;

pub use excluded::{excluded_periods, shift_count};
pub use identify::{Match, identify, identify_within};
