//! What a question may use, what it will cost, and the refusal when that does not suffice.
//!
//! The budget of a question stands here; what a position costs is estimated beside its game, and bounds of one method
//! stand beside the method. A question has one budget: positions that are
//! held, steps of work, bytes of the moves that it lists, and time. What can be estimated is asked for before the work
//! begins; searches also count as they go, so that an estimate which was too low ends in a refusal and not in a machine
//! without memory. One [`Meter`] counts for everything that works on the question, and stops all of it at once.
//!
//! A refusal says what is too large and [which limits](TooLarge::limits) stood in the way, all of them, and none where
//! no machine could do it. How they are raised depends on who asks: the front ends add that.
//!
//! Memory that the system does not give ends a question in words, too: whether a large table can be had is tried before
//! it is made, and a search tries now and then whether there still is some.

use std::collections::TryReserveError;
use std::fmt;
use std::ops::ControlFlow;
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
    /// Called now and then by a search, and once before it is refused on its way; it may stop the search.
    pub progress: Option<Arc<dyn Fn(SearchProgress) -> ControlFlow<()> + Send + Sync>>,
    /// Counts the steps as they are made; shared by all clones, so that each of them can be stopped.
    pub meter: Meter,
}

impl Default for Limits {
    #[expect(clippy::disallowed_methods, reason = "the same")]
    fn default() -> Self {
        Self::default()
    }
}

impl Limits {
    /// The usual bounds with a meter of their own: for who asks, not for what is asked on the way. It is a method
    /// beside the trait's, so that `clippy.toml` can name it.
    #[expect(clippy::should_implement_trait, reason = "the trait is implemented, too")]
    pub fn default() -> Self {
        Self {
            positions: 10_000_000,
            steps: 100_000_000_000,
            answer: 1 << 26,
            progress: None,
            meter: Meter::default(),
        }
    }

    /// No bounds at all.
    pub fn unlimited() -> Self {
        let (progress, meter) = (None, Meter::default());
        Self { positions: u64::MAX, steps: u64::MAX, answer: u64::MAX, progress, meter }
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

/// How far a search or a sequence of values has come.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SearchProgress {
    /// The positions done.
    pub positions: u64,
    /// The share of the search that is done, from 0 to 1, if all options of a position were equally large. Positions
    /// are searched once, so the later options cost less: the share is rather too low.
    pub share: f64,
    /// The heaps from 0 on that a pass over a sequence has come through; 0 while positions are searched.
    pub heaps: u64,
}

impl SearchProgress {
    /// The share that is done of a search. The positions on its stack, from the first on, are given by the number of
    /// options that wait, of all options, and whether one is at work.
    pub(crate) fn share_of(stack: impl Iterator<Item = (usize, usize, bool)>) -> f64 {
        /// What is narrower cannot be seen.
        const NARROW: f64 = 1e-15;
        let (mut share, mut width) = (0.0, 1.0);
        for (waiting, breadth, is_at_work) in stack {
            let each = width / breadth.max(1) as f64;
            share += each * (breadth.saturating_sub(waiting + usize::from(is_at_work))) as f64;
            width = each;
            if width < NARROW {
                break;
            }
        }
        share
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
    /// It was stopped because memory is short.
    short: AtomicBool,
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

    /// Stops it where the system does not give so much memory, of which it tells.
    pub(crate) fn stop_without_memory(&self, bytes: f64) -> bool {
        let is_short = !has_room(bytes);
        if is_short {
            self.0.short.store(true, Ordering::Relaxed);
            self.stop();
        }
        is_short
    }

    /// Why the question was stopped.
    pub(crate) fn refusal(&self) -> TooLarge {
        if self.0.short.load(Ordering::Relaxed) { TooLarge::OutOfMemory } else { TooLarge::Stopped }
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
/// So many values of a table take as much memory as a position of a search.
pub(crate) const HEAPS_PER_POSITION: f64 = 20.0;
/// A heap costs the fast engines about as much as this many steps, where it is not known better.
pub(crate) const STEPS_PER_HEAP: u64 = 1_000;
/// Of so many steps one is spent on values before a period is looked for.
pub(crate) const DIRECT_SHARE: u64 = 1_000;
/// Of so many steps one may be spent on a period that nobody asked for.
const PERIOD_SHARE: u64 = 100;
/// Of so many steps one may be spent on a search whose bound is beyond the limits.
const TRIAL_SHARE: u64 = 100;
/// Heaps whose values are computed before the cost of the rest is judged: whether there is a sparse space shows there.
pub(crate) const TRIAL: u64 = 1 << 16;
/// Heaps in which a period is looked for before the cost of a longer search is judged.
pub(crate) const PERIOD_TRIAL: u64 = 1 << 14;
/// The most values that are held of a sequence whose period is proved.
pub(crate) const MOST_HELD: u64 = 1 << 27;

/// So many bytes a value of a table takes while it grows.
pub(crate) const BYTES_PER_HEAP: f64 = 4.0;
/// Bytes of a value that is counted on its own, and of the record that it may be.
pub(crate) const BYTES_PER_COUNT: f64 = 96.0;
/// The block engine remembers no more heaps than this.
pub(crate) const MOST_REMEMBERED: u64 = 1 << 27;
/// Memory that must be free for a search to go on: more than it takes until it asks again, large tables aside.
const RESERVE: f64 = 16_777_216.0;
/// No machine holds so many positions.
const MOST_ANYWHERE: f64 = 281_474_976_710_656.0;
/// So many steps take years.
const YEARS: f64 = 1e17;

/// The most characters of a position that a refusal names.
const NAMED: usize = 200;

impl Limits {
    /// Refuses a search whose estimated size is beyond the limit.
    pub fn admit(&self, what: impl Into<String>, positions: f64) -> Result<(), TooLarge> {
        self.compare(what, Measure::Positions, positions)
    }

    /// Refuses a search under misère play that would hold too much: it keeps the options of positions too.
    pub fn admit_entries(&self, what: impl Into<String>, entries: f64) -> Result<(), TooLarge> {
        self.compare(what, Measure::PositionsAndOptions, entries)
    }

    /// Refuses a search that would hold too many positions, or look at too many options of them.
    pub fn admit_search(
        &self,
        what: impl Into<String>,
        positions: f64,
        breadth: f64,
    ) -> Result<(), TooLarge> {
        let what = what.into();
        let held = self.admit(what.clone(), positions);
        self.with_steps(held, &what, positions * breadth)
    }

    /// The same under misère play, where the options of positions are kept too: so many entries in all.
    pub(crate) fn admit_misere_search(
        &self,
        what: impl Into<String>,
        entries: f64,
        positions: f64,
        breadth: f64,
    ) -> Result<(), TooLarge> {
        let what = what.into();
        let held = self.admit_entries(what.clone(), entries);
        let held = held.and_then(|()| self.admit(what.clone(), positions));
        self.with_steps(held, &what, positions * breadth)
    }

    /// Refuses a search that looks at too many options, too, and says so where what it holds is refused as well.
    fn with_steps(&self, held: Result<(), TooLarge>, what: &str, options: f64) -> Result<(), TooLarge> {
        let steps = self.admit_steps(format!("the search of {what}"), options * STEPS_PER_OPTION as f64);
        match held {
            Ok(()) => steps,
            Err(refusal) => Err(refusal.and(steps)),
        }
    }

    /// Refuses a sequence whose estimated work is beyond the limit.
    pub fn admit_steps(&self, what: impl Into<String>, steps: f64) -> Result<(), TooLarge> {
        self.compare(what, Measure::Steps, steps)
    }

    /// Refuses an answer whose text would be too long.
    pub fn admit_answer(&self, what: impl Into<String>, bytes: f64) -> Result<(), TooLarge> {
        self.compare(what, Measure::Bytes, bytes)
    }

    fn compare(&self, what: impl Into<String>, measure: Measure, estimate: f64) -> Result<(), TooLarge> {
        let limit = match measure {
            Measure::Positions | Measure::PositionsAndOptions => self.positions,
            Measure::Steps => self.steps,
            Measure::Bytes => self.answer,
        };
        if estimate <= limit as f64 {
            return Ok(());
        }
        Err(TooLarge::Estimate { what: named(what.into()), measure, estimate, limit })
    }

    /// Counts steps that were made or are about to be; refuses when all of them are beyond the limit or the question
    /// was stopped.
    pub fn spend(&self, steps: u64) -> Result<(), TooLarge> {
        self.check_time()?;
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
        if self.meter.is_stopped() { Err(self.meter.refusal()) } else { Ok(()) }
    }

    /// Refuses to go on once the question was stopped, or the memory is nearly used up.
    pub(crate) fn check(&self) -> Result<(), TooLarge> {
        self.check_time()?;
        if has_room(RESERVE) { Ok(()) } else { Err(TooLarge::OutOfMemory) }
    }

    /// Counts one more option that a search has looked at, and asks now and then whether to go on.
    pub(crate) fn look(&self, looked: &mut u64) -> Result<(), TooLarge> {
        const NOW_AND_THEN: u64 = 1 << 10;
        *looked += 1;
        if !looked.is_multiple_of(NOW_AND_THEN) {
            return Ok(());
        }
        self.check()?;
        let steps = self.meter.spent().saturating_add(looked.saturating_mul(STEPS_PER_OPTION));
        if steps > self.steps { Err(TooLarge::Spent { limit: self.steps }) } else { Ok(()) }
    }

    /// Tells the listener now and then how far a search has come, and asks whether to go on.
    pub(crate) fn report(&self, done: usize, share: impl Fn() -> f64) -> Result<(), TooLarge> {
        const NOW_AND_THEN: usize = 1 << 10;
        let Some(progress) = self.progress.as_ref().filter(|_| done.is_multiple_of(NOW_AND_THEN)) else {
            return Ok(());
        };
        match progress(SearchProgress { positions: done as u64, share: share(), ..SearchProgress::default() })
        {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(TooLarge::Stopped),
        }
    }

    /// Tells the listener now and then that a pass over a sequence went from one heap to before another; stops the
    /// question where the listener wants no more.
    pub(crate) fn report_heaps(&self, from: u64, until: u64) {
        const NOW_AND_THEN: u64 = 1 << 8;
        let Some(progress) = self.progress.as_ref().filter(|_| from / NOW_AND_THEN < until / NOW_AND_THEN)
        else {
            return;
        };
        if progress(SearchProgress { heaps: until, ..SearchProgress::default() }).is_break() {
            self.meter.stop();
        }
    }
}

impl Limits {
    /// The same limits with the steps that a search for a period may take that nobody asked for.
    ///
    /// A question about one heap should not cost more than a moment when it has no answer: with the usual limits that
    /// is a million heaps where there is a sparse space, fewer where every heap is compared with all smaller ones.
    pub(crate) fn for_period(&self) -> Self {
        Self { steps: self.steps / PERIOD_SHARE, ..self.clone() }
    }

    /// The same limits with what a search may take whose bound is beyond them: a hundredth of the steps, counted from
    /// now, and a tenth of the positions.
    pub(crate) fn for_trial(&self) -> Self {
        let steps = self.meter.spent().saturating_add(self.steps / TRIAL_SHARE).min(self.steps);
        Self { steps, positions: self.positions / 10, ..self.clone() }
    }

    /// The same limits with what may be spent beside an answer that is found, to say more of it.
    pub(crate) fn for_more_words(&self) -> Self {
        const STEPS: u64 = 2_000_000;
        let steps = self.meter.spent().saturating_add(STEPS.min(self.steps / TRIAL_SHARE)).min(self.steps);
        Self { steps, positions: self.positions / 10, ..self.clone() }
    }

    /// Whether the first heaps of a sequence may be computed to judge the cost of the rest.
    pub(crate) const fn allow_trial(&self) -> bool {
        self.steps >= TRIAL * STEPS_PER_HEAP
    }

    /// The last heap that a fast engine reaches with all these steps.
    pub(crate) const fn heaps_of_sparse_game(&self) -> u64 {
        self.steps / STEPS_PER_HEAP
    }

    /// The same without a sparse space: n heaps that are compared with all smaller ones cost about n^2 / 2 steps.
    pub(crate) const fn heaps_of_other_game(&self) -> u64 {
        self.steps.saturating_mul(2).isqrt()
    }

    /// Counts a search for a period over so many heaps. What it found is good, so that nothing is refused here; the
    /// next step of the question asks whether to go on.
    pub(crate) fn spend_period(&self, heaps: u64) {
        let _ = self.spend(heaps.saturating_mul(STEPS_PER_HEAP).min(self.steps / DIRECT_SHARE));
    }

    /// Refuses a table of the values to a heap that would take too much memory.
    pub(crate) fn admit_heaps(&self, what: impl Into<String>, to: u64) -> Result<(), TooLarge> {
        let what = what.into();
        admit_memory(what.clone(), to as f64 * BYTES_PER_HEAP)?;
        self.admit(what, to as f64 / HEAPS_PER_POSITION)
    }
}

/// Refuses what needs more memory than the system gives.
pub fn admit_memory(what: impl Into<String>, bytes: f64) -> Result<(), TooLarge> {
    if has_room(bytes) { Ok(()) } else { Err(TooLarge::Memory { what: named(what.into()), bytes }) }
}

/// Whether the system gives so much memory, which is given back at once. WebAssembly keeps what it is given, so nothing
/// is tried there.
fn has_room(bytes: f64) -> bool {
    if cfg!(target_family = "wasm") {
        return true;
    }
    let mut room: Vec<u8> = Vec::new();
    let found = room.try_reserve_exact(bytes as usize).is_ok();
    // a compiler may leave out memory that nobody looks at
    std::hint::black_box(&mut room);
    found
}

/// About how many steps the values of so many heaps take in a game with so many rare heaps: about a thousand of them
/// cost as much as ten steps.
pub(crate) fn sparse_steps(heaps: u64, rares: usize) -> f64 {
    heaps as f64 * (1.0 + rares as f64 / 128.0)
}

/// About how many steps the values of so many heaps take the fast engines in a game without a sparse space.
pub(crate) fn wide_steps(heaps: u64) -> f64 {
    let heaps = heaps as f64;
    heaps * heaps / 32.0
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

/// A limit that a question can meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// [`Limits::positions`].
    Positions,
    /// [`Limits::steps`].
    Steps,
    /// [`Limits::answer`].
    Answer,
    /// The nodes of a [game graph](crate::graph::GameGraph::build).
    Nodes,
}

/// What an estimate counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Positions that a search holds.
    Positions,
    /// The same with their options, which a search under misère play keeps too.
    PositionsAndOptions,
    /// Elementary steps.
    Steps,
    /// Bytes of the answer.
    Bytes,
}

/// A computation that was refused for its size, before or while it ran.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum TooLarge {
    /// The estimate before the start was beyond the limit.
    #[error("{what} {}", beyond(*measure, *estimate, *limit))]
    Estimate {
        /// What was asked for.
        what: String,
        /// What is counted.
        measure: Measure,
        /// The estimate.
        estimate: f64,
        /// The limit in force.
        limit: u64,
    },
    /// The values are too many, and no period gives them.
    #[error("{refusal}, and up to heap {searched} no period is proved that would give it")]
    Unproved {
        /// Why the values are not computed.
        refusal: Box<TooLarge>,
        /// The last heap that the search for a period looked at.
        searched: u64,
    },
    /// Two limits stand in the way.
    #[error("{refusal}, and {other}")]
    Both {
        /// The one.
        refusal: Box<TooLarge>,
        /// The other, which has another limit.
        other: Box<TooLarge>,
    },
    /// The system does not give so much memory.
    #[error("{what} needs about {bytes:.1e} bytes of memory, more than there are")]
    Memory {
        /// What was asked for.
        what: String,
        /// What it needs.
        bytes: f64,
    },
    /// The memory was nearly used up on the way.
    #[error("the question was stopped before its end: the memory that the system gives is nearly used up")]
    OutOfMemory,
    /// A search is too large, and theory decides smaller positions only.
    #[error("{refusal}; {theory}")]
    Undecided {
        /// Why it is not searched.
        refusal: Box<TooLarge>,
        /// Where theory ends.
        theory: String,
    },
    /// All work together met the limit on its way.
    #[error("the question was stopped at its limit of {limit} step{}", plural(&limit.to_string()))]
    Spent {
        /// The limit in force.
        limit: u64,
    },
    /// No search can end, and no theorem answers.
    #[error("{what} is not answered: {reason}")]
    Endless {
        /// What was asked for.
        what: String,
        /// Why there is no answer, and what can be asked instead.
        reason: &'static str,
    },
    /// The question was stopped, or its time is over.
    #[error("the question was stopped before its end: it takes more time than it has")]
    Stopped,
    /// Play need not end: there is no value.
    #[error("the game can go on for ever: a position comes back after {moves} move{}", plural(&moves.to_string()))]
    Cyclic {
        /// The moves once around.
        moves: usize,
    },
    /// The search met the limit on its way.
    #[error("the search was stopped at its limit of {limit} position{}", plural(&limit.to_string()))]
    Reached {
        /// The limit in force.
        limit: u64,
    },
}

/// Memory that a growing table was not given.
impl From<TryReserveError> for TooLarge {
    fn from(_: TryReserveError) -> Self {
        Self::OutOfMemory
    }
}

impl TooLarge {
    /// The same refusal, saying how far a period was looked for, if one was.
    #[must_use]
    pub fn without_period(self, searched: Option<u64>) -> Self {
        match (self, searched) {
            (
                refusal @ (Self::Estimate { measure: Measure::Positions | Measure::Steps, .. }
                | Self::Both { .. }
                | Self::Memory { .. }),
                Some(searched),
            ) => Self::Unproved { refusal: Box::new(refusal), searched },
            (refusal, _) => refusal,
        }
    }

    /// The same refusal, saying what else stands in the way, if there is another limit.
    #[must_use]
    pub(crate) fn and(self, other: Result<(), Self>) -> Self {
        match other {
            Err(other)
                if matches!(self, Self::Estimate { .. })
                    && !self.limits().is_empty()
                    && other.limits() != self.limits() =>
            {
                Self::Both { refusal: Box::new(self), other: Box::new(other) }
            }
            _ => self,
        }
    }

    /// Whether it was refused by estimates before the work began.
    pub const fn is_estimate(&self) -> bool {
        matches!(self, Self::Estimate { .. } | Self::Both { .. })
    }

    /// What the limits would have to be, as far as that is known: those of [`TooLarge::limits`] that were estimated.
    pub fn needs(&self) -> Vec<(Limit, f64)> {
        match self {
            Self::Estimate { estimate, .. } => {
                self.limits().iter().map(|&limit| (limit, estimate.ceil())).collect()
            }
            Self::Both { refusal, other } if !self.limits().is_empty() => {
                [refusal.needs(), other.needs()].concat()
            }
            Self::Unproved { refusal, .. } | Self::Undecided { refusal, .. } => refusal.needs(),
            _ => Vec::new(),
        }
    }

    /// The same refusal, saying where theory ends, if it was asked.
    #[must_use]
    pub fn beyond_theory(self, theory: Option<String>) -> Self {
        match theory {
            Some(theory) if self != Self::Stopped => Self::Undecided { refusal: Box::new(self), theory },
            _ => self,
        }
    }

    /// The limits to raise for an answer, all together; none where the question was stopped, or no machine could do it.
    pub fn limits(&self) -> &'static [Limit] {
        use Measure::{Bytes, Positions, PositionsAndOptions, Steps};
        match self {
            Self::Estimate { measure, estimate, .. } if is_beyond_reach(*measure, *estimate) => &[],
            Self::Estimate { measure: Positions | PositionsAndOptions, .. } | Self::Reached { .. } => {
                &[Limit::Positions]
            }
            Self::Estimate { measure: Bytes, .. } => &[Limit::Answer],
            Self::Estimate { measure: Steps, .. } | Self::Spent { .. } => &[Limit::Steps],
            Self::Both { refusal, other } => match (refusal.limits(), other.limits()) {
                ([Limit::Positions], [Limit::Steps]) | ([Limit::Steps], [Limit::Positions]) => {
                    &[Limit::Positions, Limit::Steps]
                }
                // one of them cannot be raised, so the other does not help
                ([], _) | (_, []) => &[],
                (one, _) => one,
            },
            Self::Unproved { refusal, .. } | Self::Undecided { refusal, .. } => refusal.limits(),
            Self::Stopped
            | Self::OutOfMemory
            | Self::Memory { .. }
            | Self::Endless { .. }
            | Self::Cyclic { .. } => &[],
        }
    }
}

/// Whether no limit that is raised would help: no machine holds so much, or nobody waits so long.
fn is_beyond_reach(measure: Measure, estimate: f64) -> bool {
    match measure {
        Measure::Positions | Measure::PositionsAndOptions | Measure::Bytes => estimate >= MOST_ANYWHERE,
        Measure::Steps => estimate >= YEARS,
    }
}

/// An estimate beyond a limit, for people: exact below ten million, otherwise with a power of ten and as many digits, at
/// least two, as show that it is beyond the limit; rounded up, so that a limit of this number is enough.
fn beyond(measure: Measure, estimate: f64, limit: u64) -> String {
    let (verb, noun, purpose, reach) = match measure {
        Measure::Positions => ("has", "position", " to search", "any machine holds"),
        Measure::PositionsAndOptions => ("has", "position", " and options to keep", "any machine holds"),
        Measure::Steps => ("needs", "step", "", "years of work"),
        Measure::Bytes => ("has", "byte", " of text", "any machine holds"),
    };
    if !estimate.is_finite() {
        return format!("{verb} more {noun}s{purpose} than can be counted, and the limit is {limit}");
    }
    let is_beyond_reach = is_beyond_reach(measure, estimate);
    let number = if estimate < 1e7 {
        estimate.ceil().to_string()
    } else {
        let is_enough = |text: &String| {
            text.parse()
                .is_ok_and(|shown: f64| shown > limit as f64 && (is_beyond_reach || shown >= estimate))
        };
        let mut shown = (1..16).flat_map(|digits| {
            let rounded_up = estimate + estimate * 0.5 * 10f64.powi(-digits);
            let digits = digits as usize;
            [format!("{estimate:.digits$e}"), format!("{rounded_up:.digits$e}")]
        });
        shown.find(is_enough).unwrap_or_else(|| estimate.to_string())
    };
    let plural = plural(&number);
    let reach = if is_beyond_reach { format!(" and than {reach}") } else { String::new() };
    format!("{verb} about {number} {noun}{plural}{purpose}, more than the limit of {limit}{reach}")
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
            let text = beyond(Measure::Steps, estimate, limit);
            text.split(',').next().unwrap_or_default().to_owned()
        };
        assert_eq!(shown(1.13e23, 10_000_000), "needs about 1.1e23 steps");
        // what can be done is rounded up, so that the number is enough
        assert_eq!(shown(1.13e13, 10_000_000), "needs about 1.2e13 steps");
        assert_eq!(shown(1.1e13, 10_000_000), "needs about 1.1e13 steps");
        assert_eq!(shown(9.97e13, 10_000_000), "needs about 1.0e14 steps");
        assert_eq!(shown(10_000_001.0, 10_000_000), "needs about 1.1e7 steps");
        assert_eq!(shown(10_400_000.0, 10_000_000), "needs about 1.1e7 steps");
        assert_eq!(shown(100.3, 100), "needs about 101 steps");
        assert_eq!(shown(1.0, 0), "needs about 1 step");
        assert_eq!(shown(f64::INFINITY, 7), "needs more steps than can be counted");
    }

    #[test]
    fn refusals_are_sentences() {
        let reached = TooLarge::Reached { limit: 1 }.to_string();
        assert!(reached.ends_with("its limit of 1 position"), "{reached}");
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
