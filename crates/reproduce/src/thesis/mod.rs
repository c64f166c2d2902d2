//! The claims of the thesis on Grundy's game (T), in its order: games and outcomes, values, sums, winning moves,
//! Kayles, the ten games, permanence and excluded periods, rare values, the programs of the appendix.

mod appendix;
mod frequencies;
pub(crate) use kayles::proved;

mod kayles;
mod outcomes;
mod permanence;
mod rare;
mod splitting;
mod sums;
mod three_parts;
mod values;

use crate::claim::{Paper, PaperClaim, of};

pub fn claims() -> Vec<PaperClaim> {
    of(
        Paper::Thesis,
        &[
            outcomes::CLAIMS,
            values::CLAIMS,
            sums::CLAIMS,
            kayles::CLAIMS,
            splitting::CLAIMS,
            three_parts::CLAIMS,
            permanence::CLAIMS,
            rare::CLAIMS,
            frequencies::CLAIMS,
            appendix::CLAIMS,
        ],
    )
}
