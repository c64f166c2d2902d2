//! What a question may use, and the refusal when that does not suffice.
//!
//! A question has one budget: positions that are held, steps of work, bytes of the moves that it lists, and time. What
//! can be estimated is asked for before the work begins; searches also count as they go, so that an estimate which
//! was too low ends in a refusal and not in a machine without memory. One [`Meter`] counts for everything that works
//! on the question, and stops all of it at once.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use thiserror::Error;

/// The bounds of a question and its listener.
#[derive(Clone)]
pub struct Limits {
    /// The most positions that may be held at a time.
    pub positions: u64,
    /// The most elementary steps that a sequence of heap values, a search, or all of a question may take.
    pub steps: u64,
    /// The most bytes that the listed moves may take.
    pub answer: u64,
    /// Called now and then with the number of positions done.
    pub progress: Option<Arc<dyn Fn(u64) + Send + Sync>>,
    /// Counts the steps as they are made; shared by all clones, so that each of them can be stopped.
    pub meter: Meter,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            positions: 10_000_000,
            steps: 100_000_000_000,
            answer: 1 << 26,
            progress: None,
            meter: Meter::default(),
        }
    }
}

impl fmt::Debug for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits")
            .field("positions", &self.positions)
            .field("steps", &self.steps)
            .field("answer", &self.answer)
            .finish_non_exhaustive()
    }
}

/// The steps that were made, and whether to stop. Clones count together.
///
/// ```
/// use sprague::limits::{Limits, Meter, TooLarge};
/// use sprague::games::Known;
/// use sprague::solve::{Request, solve};
/// use sprague::play::Play;
///
/// let meter = Meter::default();
/// let limits = Limits { meter: meter.clone(), ..Limits::default() };
/// meter.stop(); // from another thread, or by a deadline: `Meter::until`
/// let request = Request { play: Play::Normal, moves: 1 };
/// let answer = solve(&"star-nim: 30 40 50".parse()?, request, &mut Known::new(limits));
/// assert_eq!(answer.unwrap_err(), TooLarge::Stopped);
/// # Ok::<(), sprague::notation::NotationError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Meter(Arc<Count>);

#[derive(Debug, Default)]
struct Count {
    spent: AtomicU64,
    stopped: AtomicBool,
    deadline: Option<Instant>,
}

impl Meter {
    /// A meter that stops the question at a point of time.
    pub fn until(deadline: Instant) -> Self {
        Self(Arc::new(Count { deadline: Some(deadline), ..Count::default() }))
    }

    /// Stops everything that works on the question.
    pub fn stop(&self) {
        self.0.stopped.store(true, Ordering::Relaxed);
    }

    /// Whether the question was stopped or its time is over.
    pub fn is_stopped(&self) -> bool {
        if self.0.stopped.load(Ordering::Relaxed) {
            return true;
        }
        let over = self.0.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if over {
            self.stop();
        }
        over
    }

    /// The steps that were made for the question so far.
    pub fn spent(&self) -> u64 {
        self.0.spent.load(Ordering::Relaxed)
    }

    /// Starts to count for another question.
    pub(crate) fn begin(&self) {
        self.0.spent.store(0, Ordering::Relaxed);
    }
}

/// A look-up in memory takes about as long as this many steps.
pub(crate) const STEPS_PER_OPTION: u64 = 100;

/// The most characters of a position that a refusal names.
const NAMED: usize = 200;

impl Limits {
    /// Refuses a search whose estimated size is beyond the limit.
    pub fn admit(&self, what: impl Into<String>, positions: f64) -> Result<(), TooLarge> {
        if positions <= self.positions as f64 {
            return Ok(());
        }
        Err(TooLarge::Positions { what: named(what.into()), estimate: positions, limit: self.positions })
    }

    /// Refuses a search under misère play that would hold too much: it keeps the options of positions too.
    pub fn admit_entries(&self, what: impl Into<String>, entries: f64) -> Result<(), TooLarge> {
        if entries <= self.positions as f64 {
            return Ok(());
        }
        Err(TooLarge::Entries { what: named(what.into()), estimate: entries, limit: self.positions })
    }

    /// Refuses a search that would hold too many positions, or look at too many options of them.
    pub fn admit_search(
        &self,
        what: impl Into<String>,
        positions: f64,
        breadth: f64,
    ) -> Result<(), TooLarge> {
        let what = what.into();
        self.admit(what.clone(), positions)?;
        self.admit_steps(format!("the search of {what}"), positions * breadth * STEPS_PER_OPTION as f64)
    }

    /// Refuses a sequence whose estimated work is beyond the limit.
    pub fn admit_steps(&self, what: impl Into<String>, steps: f64) -> Result<(), TooLarge> {
        if steps <= self.steps as f64 {
            return Ok(());
        }
        Err(TooLarge::Steps { what: named(what.into()), estimate: steps, limit: self.steps })
    }

    /// Refuses an answer whose text would be too long.
    pub fn admit_answer(&self, what: impl Into<String>, bytes: f64) -> Result<(), TooLarge> {
        if bytes <= self.answer as f64 {
            return Ok(());
        }
        Err(TooLarge::Answer { what: named(what.into()), estimate: bytes, limit: self.answer })
    }

    /// Counts steps that were made or are about to be; refuses when all of them are beyond the limit or the question
    /// was stopped.
    pub fn spend(&self, steps: u64) -> Result<(), TooLarge> {
        if self.meter.is_stopped() {
            return Err(TooLarge::Stopped);
        }
        let spent = &self.meter.0.spent;
        let add = |before: u64| Some(before.saturating_add(steps));
        let before = spent.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add).unwrap_or_default();
        if before.saturating_add(steps) > self.steps {
            return Err(TooLarge::Spent { limit: self.steps });
        }
        Ok(())
    }

    /// Refuses to go on once the question was stopped.
    pub fn check_time(&self) -> Result<(), TooLarge> {
        if self.meter.is_stopped() { Err(TooLarge::Stopped) } else { Ok(()) }
    }

    /// Counts one more option that a search has looked at, and asks now and then whether to go on.
    pub(crate) fn look(&self, looked: &mut u64) -> Result<(), TooLarge> {
        const NOW_AND_THEN: u64 = 1 << 10;
        *looked += 1;
        if !looked.is_multiple_of(NOW_AND_THEN) {
            return Ok(());
        }
        self.check_time()?;
        let steps = self.meter.spent().saturating_add(looked.saturating_mul(STEPS_PER_OPTION));
        if steps > self.steps { Err(TooLarge::Spent { limit: self.steps }) } else { Ok(()) }
    }

    pub(crate) fn report(&self, done: usize) {
        if done.is_multiple_of(1 << 16)
            && let Some(progress) = &self.progress
        {
            progress(done as u64);
        }
    }
}

/// A long name, cut in its middle.
pub(crate) fn named(what: String) -> String {
    let length = what.chars().count();
    if length <= NAMED {
        return what;
    }
    let start: String = what.chars().take(NAMED / 2).collect();
    let end: String = what.chars().skip(length - NAMED / 4).collect();
    format!("{start} ... {end}")
}

/// A computation that was refused for its size, before or while it ran.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum TooLarge {
    /// The estimate before the start was beyond the limit.
    #[error("{}; raise it with --max-positions", self.complaint())]
    Positions {
        /// What was to be searched.
        what: String,
        /// The estimated number of positions.
        estimate: f64,
        /// The limit in force.
        limit: u64,
    },
    /// A search under misère play would hold too much.
    #[error("{what} has {}; raise it with --max-positions", beyond(*estimate, *limit, "position", " and options to keep"))]
    Entries {
        /// What was to be searched.
        what: String,
        /// The estimated number of positions and of their options.
        estimate: f64,
        /// The limit in force.
        limit: u64,
    },
    /// The sequence would take too long.
    #[error("{}; raise it with --max-steps", self.complaint())]
    Steps {
        /// What was to be computed.
        what: String,
        /// The estimated number of steps.
        estimate: f64,
        /// The limit in force.
        limit: u64,
    },
    /// The values are too many, and no period gives them.
    #[error(
        "{}, and up to heap {searched} no period is proved that would give it; raise the limits with --max-steps{}",
        refusal.complaint(),
        if matches!(**refusal, Self::Positions { .. }) { " and --max-positions" } else { "" }
    )]
    Unproved {
        /// Why the values are not computed.
        refusal: Box<TooLarge>,
        /// The last heap that the search for a period looked at.
        searched: u64,
    },
    /// The answer would be too long.
    #[error("{what} has {}; raise it with --max-answer", beyond(*estimate, *limit, "byte", " of text"))]
    Answer {
        /// What was asked about.
        what: String,
        /// The estimated number of bytes.
        estimate: f64,
        /// The limit in force.
        limit: u64,
    },
    /// All work together met the limit on its way.
    #[error("the question was stopped at its limit of {limit} step{}; raise it with --max-steps", plural(&limit.to_string()))]
    Spent {
        /// The limit in force.
        limit: u64,
    },
    /// The question was stopped, or its time is over.
    #[error("the question was stopped before its end: it takes more time than it has")]
    Stopped,
    /// The search met the limit on its way.
    #[error("the search was stopped at its limit of {limit} position{}; raise it with --max-positions", plural(&limit.to_string()))]
    Reached {
        /// The limit in force.
        limit: u64,
    },
}

impl TooLarge {
    /// The same refusal, saying how far a period was looked for, if one was.
    #[must_use]
    pub fn without_period(self, searched: Option<u64>) -> Self {
        match (self, searched) {
            (refusal @ (Self::Positions { .. } | Self::Steps { .. }), Some(searched)) => {
                Self::Unproved { refusal: Box::new(refusal), searched }
            }
            (refusal, _) => refusal,
        }
    }

    /// What is too large, without the way out.
    fn complaint(&self) -> String {
        match self {
            Self::Positions { what, estimate, limit } => {
                format!("{what} has {}", beyond(*estimate, *limit, "position", " to search"))
            }
            Self::Steps { what, estimate, limit } => {
                format!("{what} needs {}", beyond(*estimate, *limit, "step", ""))
            }
            other => other.to_string(),
        }
    }
}

/// An estimate beyond a limit, for people: exact below ten million, otherwise with a power of ten and as many
/// digits, at least two, as show that it is beyond the limit.
fn beyond(estimate: f64, limit: u64, noun: &str, purpose: &str) -> String {
    if !estimate.is_finite() {
        return format!("more {noun}s{purpose} than can be counted, and the limit is {limit}");
    }
    let number = if estimate < 1e7 {
        estimate.ceil().to_string()
    } else {
        let above = |text: &String| text.parse().is_ok_and(|shown: f64| shown > limit as f64);
        let mut shown = (1..16).map(|digits| format!("{estimate:.digits$e}"));
        shown.find(above).unwrap_or_else(|| estimate.to_string())
    };
    format!("about {number} {noun}{}{purpose}, more than the limit of {limit}", plural(&number))
}

fn plural(number: &str) -> &'static str {
    if number == "1" { "" } else { "s" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_estimate_never_reads_like_its_limit() {
        let shown = |estimate, limit| {
            let text = beyond(estimate, limit, "position", "");
            text.split(',').next().unwrap_or_default().to_owned()
        };
        assert_eq!(shown(1.13e23, 10_000_000), "about 1.1e23 positions");
        assert_eq!(shown(10_000_001.0, 10_000_000), "about 1.0000001e7 positions");
        assert_eq!(shown(10_400_000.0, 10_000_000), "about 1.04e7 positions");
        assert_eq!(shown(100.3, 100), "about 101 positions");
        assert_eq!(shown(1.0, 0), "about 1 position");
        assert_eq!(shown(f64::INFINITY, 7), "more positions than can be counted");
    }

    #[test]
    fn refusals_are_sentences() {
        let reached = TooLarge::Reached { limit: 1 }.to_string();
        assert!(reached.contains("its limit of 1 position;"), "{reached}");
        let refusal = Limits::default().admit("kayles: 1e9", f64::INFINITY).unwrap_err();
        let expected =
            "kayles: 1e9 has more positions to search than can be counted, and the limit is 10000000";
        assert!(refusal.to_string().starts_with(expected), "{refusal}");
    }

    #[test]
    fn clones_count_together_and_stop_together() {
        let limits = Limits { steps: 10, ..Limits::default() };
        let other = limits.clone();
        assert_eq!((limits.spend(6), other.spend(4)), (Ok(()), Ok(())));
        assert_eq!(other.spend(1), Err(TooLarge::Spent { limit: 10 }));
        limits.meter.begin();
        assert_eq!(other.spend(u64::MAX), Err(TooLarge::Spent { limit: 10 }));
        limits.meter.stop();
        assert_eq!(other.spend(0), Err(TooLarge::Stopped));
        let past = Limits { meter: Meter::until(Instant::now()), ..Limits::default() };
        assert_eq!(past.check_time(), Err(TooLarge::Stopped));
    }

    #[test]
    fn a_refusal_does_not_repeat_a_long_position() {
        let long = "nim: 1 + ".repeat(10_000);
        let refusal = Limits::default().admit(long, f64::INFINITY).unwrap_err().to_string();
        assert!(refusal.len() < 500, "{refusal}");
    }
}
