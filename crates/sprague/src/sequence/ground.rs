//! What a value rests on: a statement, a proved period, values that were computed, or a search.

use super::period::Period;
use crate::theorem::Theorem;

/// What a value or an outcome rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ground {
    /// A statement of the theory.
    Theorem(Theorem),
    /// A period that a theorem proves, and the values of the heaps before its second turn.
    Period {
        /// The period.
        period: Period,
        /// The theorem.
        theorem: Theorem,
    },
    /// The values of all heaps up to a size.
    Sequence {
        /// The largest heap needed.
        to: u64,
    },
    /// A search over so many positions.
    Search {
        /// The number of positions held.
        positions: u64,
    },
    /// A table of all smaller positions.
    Table,
}
