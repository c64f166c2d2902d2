//! What a move did to the chances of the player who made it, from who wins before it and after it.

use sprague::play::{Outcome, Play};
use sprague::position::Position;
use sprague::solve::Request;
use sprague_tell::lab::MoveVerdict;

use crate::question::Host;

/// A move as the engine judges it; what is not found within the limits is `None`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judged {
    /// Who wins the position before the move.
    pub outcome_before: Option<Outcome>,
    /// Whether the move wins.
    pub winning: Option<bool>,
    /// What the move did.
    pub verdict: Option<MoveVerdict>,
}

/// Judges the move from a position to one of its options. A move from a P-position needs no look at what follows, and
/// one to a P-position needs none at what was before.
pub fn judge(from: &Position, after: &Position, play: Play, host: &Host<'_>) -> Judged {
    let limits = host.allowance.limits();
    let outcome = |position: &Position| {
        host.solved.solve(position, Request { play, moves: 0 }, &limits).ok().map(|answer| answer.outcome)
    };
    let outcome_after = outcome(after);
    let winning = outcome_after.map(|outcome| outcome == Outcome::P);
    let outcome_before = match winning {
        Some(true) => Some(Outcome::N),
        _ => outcome(from),
    };
    let winning = winning.or_else(|| outcome_before.filter(|&before| before == Outcome::P).map(|_| false));
    // no move from a P-position wins, whatever it leads to
    let verdict = match (outcome_before, outcome_after) {
        (Some(Outcome::P), None) => Some(MoveVerdict::LostAnyway),
        (before, after) => before.zip(after).map(|(before, after)| MoveVerdict::of(before, after)),
    };
    Judged { outcome_before, winning, verdict }
}
