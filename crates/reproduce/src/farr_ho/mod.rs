//! The claims of Farr and Ho (F), in their order: strips and stars, P-positions of Star Nim, the table of 2-Star Nim,
//! sequences of a value, rows, diagonals, extensions, the programs of their appendix.
//!
//! Many formulas are not legible in our copy. Their reconstruction in `docs/theory.md` is checked instead; where even
//! that is not certain, the claim is marked as ambiguous.

mod appendix;
mod diagonals;
mod extensions;
mod heads;
mod levels;
mod machine;
mod positions;
mod questions;
mod rows;
mod sequences;
mod strips;
mod table;

use sprague::star::ValueMachine;

use crate::claim::{Paper, PaperClaim, of};

pub fn claims() -> Vec<PaperClaim> {
    of(
        Paper::FarrHo,
        &[
            strips::CLAIMS,
            heads::CLAIMS,
            levels::CLAIMS,
            positions::CLAIMS,
            table::CLAIMS,
            sequences::CLAIMS,
            machine::CLAIMS,
            rows::CLAIMS,
            diagonals::CLAIMS,
            extensions::CLAIMS,
            questions::CLAIMS,
            appendix::CLAIMS,
        ],
    )
}

/// The pairs of every value up to the largest with first entries below `rows`, by the value machine (theory 8.8).
fn pairs(largest: u32, rows: u64) -> Vec<Vec<(u64, u64)>> {
    let mut machine = ValueMachine::new(largest);
    let mut pairs = vec![Vec::new(); largest as usize + 1];
    for row in 0..rows {
        machine.step(|g, d| pairs[g as usize].push((row, row + u64::from(d))));
    }
    pairs
}
