//! What can be asked: every number that bounds the work, memory or size of an answer, in one place.
//!
//! Every route has one [`Budget`], which stands beside it in the table of routes (`routes::ROUTES`); a route without
//! one does not compile. The budget is asked before the work: the library estimates a search against
//! [`Allowance::limits`] before it starts, and lists are cut to what fits into the answer before they are made. Time is
//! watched by the caller's meter besides.

use std::time::Duration;

use sprague::limits::{Limits, Meter};

use crate::problem::Refusal;

/// What one question may cost.
#[derive(Debug, PartialEq, Eq)]
pub struct Budget {
    /// The largest body, in bytes.
    pub body: usize,
    /// How long the answer may take once its turn has come.
    pub time: Duration,
    /// The memory that the work may take, in bytes.
    pub memory: u64,
    /// The largest answer, in bytes.
    pub answer: usize,
    /// With which others it shares its turns.
    pub lane: Lane,
}

/// Questions that compute wait for each other; those that look something up do not wait for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// Takes a core for a while.
    Computing,
    /// Takes a moment.
    Looking,
}

const SECOND: Duration = Duration::from_secs(1);

/// What is told of lists and jobs.
pub const LISTING: Budget = Budget {
    body: LARGEST_BODY,
    time: SECOND.saturating_mul(5),
    memory: 32 << 20,
    answer: 4 << 20,
    lane: Lane::Looking,
};
/// The events of a job: its time and size are those of each event.
pub const EVENTS: Budget = Budget { answer: 1 << 20, ..LISTING };
/// One game, read and described.
pub const GAME: Budget = Budget {
    body: LARGEST_BODY,
    time: SECOND.saturating_mul(5),
    memory: 64 << 20,
    answer: 1 << 20,
    lane: Lane::Computing,
};
/// A position, its moves, the reasons.
pub const POSITION: Budget = Budget {
    body: LARGEST_BODY,
    time: SECOND.saturating_mul(10),
    memory: 256 << 20,
    answer: 8 << 20,
    lane: Lane::Computing,
};
/// The graph of a position.
pub const GRAPH: Budget = Budget { memory: 128 << 20, ..POSITION };
/// A graph that is handed in.
pub const UPLOAD: Budget = Budget { body: 2 * LARGEST_GRAPH, answer: 1 << 20, ..POSITION };
/// Values of single heaps.
pub const VALUES: Budget = Budget { answer: 4 << 20, ..POSITION };
/// A job that is started or ended.
pub const JOB: Budget = Budget { answer: 1 << 20, ..GAME };
/// What a job has computed, counted into cells.
pub const PICTURE: Budget = Budget { memory: 512 << 20, answer: 34 << 20, ..POSITION };
/// What a job has found, as a file.
pub const FILE: Budget =
    Budget { time: SECOND.saturating_mul(30), memory: 512 << 20, answer: 64 << 20, ..POSITION };
/// The table of 2-Star Nim and its periods.
pub const STAR: Budget = Budget { time: SECOND.saturating_mul(30), answer: 16 << 20, ..POSITION };

/// The largest body of a question, in bytes.
pub const LARGEST_BODY: usize = 64 << 10;
/// The largest graph that can be handed in, in bytes.
pub const LARGEST_GRAPH: usize = 1 << 20;
/// The most graphs that are kept.
pub const MOST_GRAPHS: usize = 64;
/// The longest rule of a game that a job is started for, in bytes.
pub const LONGEST_GAME: usize = 2 << 10;
/// The most values that are sent at once.
pub const MOST_VALUES: u64 = 100_001;
/// The most ways to move that are listed.
pub const MOST_WAYS: usize = 5_000;
/// The most winning moves that are listed.
pub const MOST_WINNING: usize = 1_000;
/// The most cells of a picture.
pub const MOST_CELLS: usize = 1 << 22;
/// The most nodes of a game graph.
pub const MOST_NODES: usize = 400;

/// What the work on one question has left.
#[derive(Clone, Debug)]
pub struct Allowance {
    /// The budget of its route.
    pub budget: &'static Budget,
    meter: Meter,
}

impl Allowance {
    /// All of a budget; the meter stops the work when its time is over.
    pub const fn new(budget: &'static Budget, meter: Meter) -> Self {
        Self { budget, meter }
    }

    /// Tells the work to stop.
    pub fn end(&self) {
        self.meter.stop();
    }

    /// Whether the work was told to stop, or its time is over.
    pub fn is_over(&self) -> bool {
        self.meter.is_stopped()
    }

    /// The refusal of a question that took too long.
    pub fn too_long(&self) -> Refusal {
        let seconds = self.budget.time.as_secs();
        Refusal::too_large(format!("this question takes longer than {seconds} seconds, the limit here"))
            .way_out("use smaller numbers, or ask the command `sprague`")
    }

    /// What a search of this question may use: about a second of work, stopped when the time is up. The moves that it
    /// lists are told in words too, which takes as much again.
    #[expect(clippy::disallowed_methods, reason = "the budgets of the page")]
    pub fn limits(&self) -> Limits {
        Limits {
            positions: 1_000_000,
            steps: 2_000_000_000,
            answer: self.budget.answer as u64 / 2,
            meter: self.meter.clone(),
            ..Limits::default()
        }
    }
}

/// What one job may compute: hours of work.
#[expect(clippy::disallowed_methods, reason = "the budgets of the page")]
pub fn of_job() -> Limits {
    Limits { positions: 20_000_000, steps: 10_000_000_000_000, ..Limits::default() }
}
