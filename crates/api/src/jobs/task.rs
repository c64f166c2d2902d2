//! What a job is asked to do.

use sprague::heap::HeapGame;
use sprague::heap::closed::closed_form;
use sprague::sequence::period::USUAL;
use sprague::star::LARGEST_ROW;
use sprague_tell::lab::JobKind;

use crate::limits::LONGEST_GAME;
use crate::problem::Refusal;

/// Whether a proof is written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CertificateWish {
    /// What was found is told.
    None,
    /// A certificate is made, too.
    Certificate,
}

/// A task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task {
    /// The values of a game up to a heap.
    Sequence {
        /// The game.
        game: HeapGame,
        /// The last heap.
        to: u64,
    },
    /// The period of a game.
    Period {
        /// The game.
        game: HeapGame,
        /// The last heap that is looked at.
        to: u64,
        /// Whether the proof is written down.
        paper: CertificateWish,
    },
    /// The period of a row of the table of 2-Star Nim.
    StarRow {
        /// The row, from 1 on.
        row: usize,
    },
}

/// The name under which rows are kept.
const STAR: &str = "star-nim";

/// What jobs may cost, which differs from host to host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The most bytes that the values of one job may take.
    pub bytes: u64,
    /// How far a period is looked for.
    pub farthest_period: u64,
    /// The last row of 2-Star Nim.
    pub last_row: usize,
    /// The most jobs that run at a time.
    pub most_running: usize,
    /// The most jobs that wait.
    pub most_queued: usize,
    /// Where more is computed: the end of a sentence that begins with "ask for less, or".
    pub elsewhere: &'static str,
}

impl Task {
    /// A task that can be done at all; its memory is estimated here. The number is the last heap or the row.
    pub fn new(
        kind: JobKind,
        game: Option<&str>,
        number: Option<u64>,
        bounds: &Bounds,
    ) -> Result<Self, Refusal> {
        if kind == JobKind::StarRow {
            return Self::star(number, bounds);
        }
        let missing = || Refusal::bad(format!("a job of kind {} needs a game", kind.word()));
        let game = game.ok_or_else(missing)?;
        if game.len() > LONGEST_GAME {
            return Err(Refusal::too_large(format!(
                "the rule has {} bytes, more than the limit of {LONGEST_GAME}",
                game.len()
            ))
            .way_out("use the command `sprague`"));
        }
        let game: HeapGame = game.parse()?;
        let to = number.unwrap_or(USUAL);
        let task = match kind {
            JobKind::Sequence => Self::Sequence { game, to },
            JobKind::Prove => Self::Period { game, to, paper: CertificateWish::Certificate },
            JobKind::Period | JobKind::StarRow => Self::Period { game, to, paper: CertificateWish::None },
        };
        let bytes = task.bytes();
        if kind == JobKind::Sequence && bytes > bounds.bytes {
            return Err(Refusal::too_large(format!(
                "the values to heap {to} need about {bytes} bytes, more than the limit of {}",
                bounds.bytes
            ))
            .way_out(format!("ask for fewer heaps, or {}", bounds.elsewhere)));
        }
        if kind != JobKind::Sequence && to > bounds.farthest_period {
            return Err(Refusal::too_large(format!(
                "periods are looked for to heap {} here, not to {to}",
                bounds.farthest_period
            ))
            .way_out("use `sprague period` with --limit"));
        }
        Ok(task)
    }

    fn star(number: Option<u64>, bounds: &Bounds) -> Result<Self, Refusal> {
        let number = number.ok_or_else(|| Refusal::bad("a job of kind star-row needs a row"))?;
        let row =
            usize::try_from(number).ok().filter(|row| (1..=bounds.last_row.min(LARGEST_ROW)).contains(row));
        let row = row.ok_or_else(|| {
            let last = bounds.last_row.min(LARGEST_ROW);
            let refusal =
                Refusal::too_large(format!("row {number} is out of reach; rows go from 1 to {last}"));
            match number {
                _ if last == LARGEST_ROW => refusal,
                _ => refusal.way_out(format!("ask for a smaller row, or {}", bounds.elsewhere)),
            }
        })?;
        Ok(Self::StarRow { row })
    }

    /// Its kind.
    pub const fn kind(&self) -> JobKind {
        match self {
            Self::Sequence { .. } => JobKind::Sequence,
            Self::Period { paper: CertificateWish::None, .. } => JobKind::Period,
            Self::Period { paper: CertificateWish::Certificate, .. } => JobKind::Prove,
            Self::StarRow { .. } => JobKind::StarRow,
        }
    }

    /// The game it is about.
    pub const fn game(&self) -> Option<&HeapGame> {
        match self {
            Self::Sequence { game, .. } | Self::Period { game, .. } => Some(game),
            Self::StarRow { .. } => None,
        }
    }

    /// The name of the game.
    pub fn name(&self) -> String {
        self.game().map_or_else(|| STAR.to_owned(), ToString::to_string)
    }

    /// The last heap, or the row.
    pub const fn number(&self) -> u64 {
        match self {
            Self::Sequence { to, .. } | Self::Period { to, .. } => *to,
            Self::StarRow { row } => *row as u64,
        }
    }

    /// How many heaps there are to do at most, where that is known before.
    pub const fn total(&self) -> Option<u64> {
        match self {
            Self::Sequence { to, .. } | Self::Period { to, .. } => Some(to.saturating_add(1)),
            Self::StarRow { .. } => None,
        }
    }

    /// Whether what comes of this answers another task: values that go farther do.
    pub fn answers(&self, asked: &Self) -> bool {
        match (self, asked) {
            (Self::Sequence { game, to }, Self::Sequence { game: other, to: less }) => {
                game.rule == other.rule && to >= less
            }
            (Self::Period { game, to, paper }, Self::Period { game: other, to: same, paper: wanted }) => {
                game.rule == other.rule && to == same && paper == wanted
            }
            (Self::StarRow { row }, Self::StarRow { row: other }) => row == other,
            _ => false,
        }
    }

    /// An estimate of the memory it takes.
    pub fn bytes(&self) -> u64 {
        match self {
            Self::Sequence { game, to } => {
                let width = match closed_form(&game.rule, *to) {
                    Some((value, _)) if value.0 >= 1 << 16 => 4,
                    _ => 2,
                };
                to.saturating_add(1).saturating_mul(width)
            }
            Self::Period { to, .. } => to.saturating_add(1).saturating_mul(4).min(1 << 28),
            // the marks of a pass
            Self::StarRow { .. } => 32 << 20,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUNDS: Bounds = Bounds {
        bytes: 256 << 20,
        farthest_period: 100_000_000,
        last_row: LARGEST_ROW,
        most_running: 1,
        most_queued: 1,
        elsewhere: "go elsewhere",
    };

    #[test]
    fn what_does_not_fit_is_refused_before_it_starts() {
        let ask = |kind, number| Task::new(kind, Some("grundy"), Some(number), &BOUNDS);
        assert!(ask(JobKind::Sequence, 100_000_000).is_ok());
        assert!(ask(JobKind::Sequence, 1_000_000_000).is_err());
        assert!(ask(JobKind::Sequence, u64::MAX).is_err());
        assert!(ask(JobKind::Period, u64::MAX).is_err());
        assert!(ask(JobKind::StarRow, 17).is_ok());
        assert!(ask(JobKind::StarRow, 18).is_err());
        assert!(ask(JobKind::StarRow, 0).is_err());
        assert!(Task::new(JobKind::Sequence, None, Some(5), &BOUNDS).is_err());
    }

    #[test]
    fn values_that_go_farther_answer_and_other_games_do_not() {
        let ask =
            |game, number| Task::new(JobKind::Sequence, Some(game), Some(number), &BOUNDS).expect("a task");
        assert!(ask("kayles", 100).answers(&ask("0.77", 99)));
        assert!(!ask("kayles", 100).answers(&ask("0.77", 101)));
        assert!(!ask("kayles", 100).answers(&ask("0.07", 99)));
        let row = Task::new(JobKind::StarRow, None, Some(9), &BOUNDS).expect("a task");
        assert!(row.answers(&row) && !row.answers(&ask("kayles", 9)));
    }
}
