//! The claims of Schrage (S), in his order: nim-addition, sums, Grundy's values, rectangles, boxes.

mod further;
mod rectangles;
mod values;

use crate::claim::{Claim, Source, of};

pub fn claims() -> Vec<Claim> {
    of(Source::Schrage, &[values::CLAIMS, rectangles::CLAIMS, further::CLAIMS])
}
