//! What the proofs of kind star have in common: their limits, and the terms with which a claim is compared.

use crate::{Fault, require};

/// The most columns or rows that are looked at, but for tracks.
pub const MOST_STAR_STEPS: u64 = 1 << 24;
/// The most cells of rows and columns, or of rows and values, that are looked at, but for tracks.
pub const MOST_STAR_WORK: u64 = 1 << 28;
pub(crate) const MOST_STAR_ROW: u64 = 16;
pub(crate) const MOST_STAR_VALUE: u64 = 58;
/// A term that is larger than all values that were looked at. Nothing is known to be equal to it.
pub(crate) const UNKNOWN: u8 = u8::MAX;

/// What was recomputed: all terms up to the end of a turn, and the first one of the turn that a state vouches for.
pub(crate) struct Terms {
    pub(crate) all: Vec<u8>,
    pub(crate) from: usize,
    /// The last column or row looked at.
    pub(crate) end: u64,
}

/// The last column or row, if it is within the limits.
pub(crate) fn bounded(at: u64, more: u64, lines: u64) -> Result<u64, Fault> {
    require("S1", at > 0, "`at` is 0")?;
    let end = at.saturating_add(more);
    require("S3", end <= MOST_STAR_STEPS, "a column or row is beyond the limits")?;
    require("S4", end.saturating_mul(lines) <= MOST_STAR_WORK, "there is too much to recompute").map(|()| end)
}
