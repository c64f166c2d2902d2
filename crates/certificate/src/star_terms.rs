//! What the proofs of kind star have in common: their limits, and the terms with which a claim is compared.

use crate::{Fault, invalid, require};

/// The most columns or rows that are looked at, but for tracks.
pub const MOST_STAR_STEPS: u64 = 1 << 24;
/// The most cells of rows and columns, or of rows and values, that are looked at, but for tracks.
pub const MOST_STAR_WORK: u64 = 1 << 28;
pub(crate) const MOST_STAR_ROW: u64 = 17;
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

/// The claim, read off the terms: those from `from` on are one turn, which goes on for ever. Terms are counted from
/// `origin`.
pub(crate) fn check_terms(period: u64, first: u64, origin: u64, terms: &Terms) -> Result<(), Fault> {
    let Terms { all, from, .. } = terms;
    let Some(first) = first.checked_sub(origin) else { return invalid("`first` is 0 (S10)") };
    require("C1", period > 0, "the period is 0")?;
    let (first, p, turn) = (first as usize, period as usize, all.len() - from);
    require("S9", turn > 0 && turn.is_multiple_of(p), "the state comes back at no multiple of the period")?;
    require("S11", first <= *from, "`first` is beyond the place where the state is looked at")?;
    let known = all.iter().skip(first).all(|&term| term != UNKNOWN);
    require("S15", known, "a value from `first` on is larger than all that were looked at")?;
    let differ = |at: usize, apart: usize| all.get(at) != all.get(at + apart);
    require("S12", !(first..all.len() - p).any(|at| differ(at, p)), "the terms do not have the period")?;
    require("S13", first == 0 || differ(first - 1, p), "`first` is not least")?;
    let divisors = (1..p).filter(|q| p.is_multiple_of(*q));
    let smaller = divisors.into_iter().find(|&q| !(*from..all.len() - q).any(|at| differ(at, q)));
    require("S14", smaller.is_none(), "the period is not least")
}
