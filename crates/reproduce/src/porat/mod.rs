//! The claims of Porat's notes (P): the examples first, then sums and equivalence, then the examples again as single
//! heaps.

mod equivalence;
mod examples;

use crate::claim::{Paper, PaperClaim, of};

pub fn claims() -> Vec<PaperClaim> {
    of(Paper::Porat, &[examples::FIRST, equivalence::CLAIMS, examples::HEAPS])
}
