//! The claims of Schrage (S), in his order: nim-addition, sums, Grundy's values, rectangles, boxes.

mod further;
mod rectangles;
mod values;

use crate::claim::{Paper, PaperClaim, of};

pub fn claims() -> Vec<PaperClaim> {
    of(Paper::Schrage, &[values::CLAIMS, rectangles::CLAIMS, further::CLAIMS])
}
