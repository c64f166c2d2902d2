//! How much an answer may hold, and how many options are worth counting.

use crate::games::winning::MOST_TRIED;
use crate::games::{Known, Term};
use crate::limits::Limits;
use crate::position::Position;

/// How many moves an answer may hold: each of them is a whole position, in memory and as text.
pub(super) fn most_moves(position: &Position, limits: &Limits) -> usize {
    let bytes: f64 = position.0.iter().map(Term::bytes).sum();
    let each = bytes + 2.0 * position.to_string().len() as f64;
    ((limits.answer as f64 / each) as usize).max(1)
}

/// The number of distinct options, where they are few enough to be counted.
pub(super) fn count_all_options(position: &Position, known: &Known) -> Option<u64> {
    let breadth: f64 = position.0.iter().map(Term::breadth).sum();
    if breadth > MOST_TRIED {
        return None;
    }
    position.0.iter().map(|term| term.count_options(known.limits())).sum()
}
