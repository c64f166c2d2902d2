//! What a job is asked to do.

use serde::Deserialize;
use sprague::heap::HeapGame;
use sprague::heap::closed::closed_form;
use sprague::period::USUAL;

use crate::limits::LARGEST_JOB;
use crate::problem::Problem;

/// The kinds of jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The values of a game up to a heap.
    Sequence,
    /// Its period.
    Period,
    /// Its period with a certificate.
    Prove,
}

impl Kind {
    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Sequence => "sequence",
            Self::Period => "period",
            Self::Prove => "prove",
        }
    }

    /// The kind with this word.
    pub fn of_word(word: &str) -> Option<Self> {
        [Self::Sequence, Self::Period, Self::Prove].into_iter().find(|kind| kind.word() == word)
    }
}

/// A task: a kind, a game and the last heap that is looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// What is done.
    pub kind: Kind,
    /// The game.
    pub game: HeapGame,
    /// The last heap.
    pub to: u64,
}

/// How far a period is looked for at most.
const FARTHEST_PERIOD: u64 = 100_000_000;

impl Task {
    /// A task that can be done at all; its memory is estimated here.
    pub fn new(kind: Kind, game: HeapGame, to: Option<u64>) -> Result<Self, Problem> {
        let to = to.unwrap_or(USUAL);
        let task = Self { kind, game, to };
        let bytes = task.bytes();
        if kind == Kind::Sequence && bytes > LARGEST_JOB {
            return Err(Problem::too_large(format!(
                "the values to heap {to} need about {bytes} bytes, more than the limit of {LARGEST_JOB}"
            ))
            .way_out("ask for fewer heaps, or use the command `sprague`"));
        }
        if kind != Kind::Sequence && to > FARTHEST_PERIOD {
            return Err(Problem::too_large(format!(
                "periods are looked for to heap {FARTHEST_PERIOD} here, not to {to}"
            ))
            .way_out("use `sprague period` with --limit"));
        }
        Ok(task)
    }

    /// An estimate of the memory its values take.
    pub fn bytes(&self) -> u64 {
        let closed = closed_form(&self.game.rule, self.to);
        let width = match closed {
            Some((value, _)) if value.0 >= 1 << 16 => 4,
            _ => 2,
        };
        match self.kind {
            Kind::Sequence => self.to.saturating_add(1).saturating_mul(width),
            Kind::Period | Kind::Prove => self.to.saturating_add(1).saturating_mul(4).min(1 << 28),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_refused_before_it_starts() {
        let game: HeapGame = "grundy".parse().expect("a game");
        assert!(Task::new(Kind::Sequence, game.clone(), Some(100_000_000)).is_ok());
        assert!(Task::new(Kind::Sequence, game.clone(), Some(1_000_000_000)).is_err());
        assert!(Task::new(Kind::Sequence, game.clone(), Some(u64::MAX)).is_err());
        assert!(Task::new(Kind::Period, game, Some(u64::MAX)).is_err());
    }
}
