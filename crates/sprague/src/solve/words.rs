//! What each value rests on, with the number of the statement; the bit that decides a nim-sum.

use std::fmt;

use super::{Answer, Component, Ground, Note};
use crate::nimber::Nimber;

impl Answer {
    /// The place of the top bit of the nim-sum, which tells the components that have winning moves (theory 1.8).
    pub fn deciding_bit(&self) -> Option<u32> {
        self.value.and_then(Nimber::top_bit)
    }

    /// The components whose value has this bit.
    pub fn carriers(&self, bit: u32) -> impl Iterator<Item = &Component> {
        self.components.iter().filter(move |c| c.evaluation.value.is_some_and(|value| value.has_bit(bit)))
    }
}

impl fmt::Display for Ground {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Theorem(theorem) => write!(f, "{theorem}"),
            Self::Period { period, theorem } => write!(f, "{}, proved by {theorem}", period.in_short()),
            Self::Sequence { to } => write!(f, "computed sequence to heap {to}"),
            Self::Search { positions } => write!(f, "search of {}", counted(*positions, "position")),
            Self::Table => f.write_str("table of all smaller positions"),
        }
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LongestOptimalGame(moves) => {
                let moves = counted(*moves, "move");
                write!(f, "The longest game in which whoever can win plays to win has {moves} (theory 2.4).")
            }
            Self::ZeroTriples { total, triples } => write!(
                f,
                "With {total} counters in three heaps, {triples} ordered triples are P-positions (theory 2.5)."
            ),
        }
    }
}

/// A number of things, one of them in the singular.
fn counted(number: impl Into<u128>, noun: &str) -> String {
    let number = number.into();
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}
