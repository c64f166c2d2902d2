//! What a question may use, what it will cost, and the refusal when that does not suffice.
//!
//! Every budget, estimate and cost constant of the library stands here. A question has one budget: positions that are
//! held, steps of work, bytes of the moves that it lists, and time. What can be estimated is asked for before the work
//! begins; searches also count as they go, so that an estimate which was too low ends in a refusal and not in a machine
//! without memory. One [`Meter`] counts for everything that works on the question, and stops all of it at once.
//!
//! A refusal says what is too large and [which limits](TooLarge::limits) stood in the way. How they are raised depends
//! on who asks: the front ends add that.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use thiserror::Error;

use crate::heap::{Amounts, Clause, Condition, ENDLESS};

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

impl Limits {
    /// No bounds at all.
    pub fn unlimited() -> Self {
        Self { positions: u64::MAX, steps: u64::MAX, answer: u64::MAX, ..Self::default() }
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

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchProgress {
    /// The positions done.
    pub positions: u64,
    /// The share of the search that is done, from 0 to 1, if all options of a position were equally large. Positions
    /// are searched once, so the later options cost less: the share is rather too low.
    pub share: f64,
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
/// So many values of a table take as much memory as a position of a search.
pub(crate) const HEAPS_PER_POSITION: f64 = 20.0;
/// A heap costs the fast engines about as much as this many steps, where it is not known better.
const STEPS_PER_HEAP: u64 = 1_000;
/// Of so many steps one is spent on values before a period is looked for.
const DIRECT_SHARE: u64 = 1_000;
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
        self.admit(what.clone(), positions)?;
        self.admit_steps(format!("the search of {what}"), positions * breadth * STEPS_PER_OPTION as f64)
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

    /// Tells the listener now and then how far a search has come, and asks whether to go on.
    pub(crate) fn report(&self, done: usize, share: impl Fn() -> f64) -> Result<(), TooLarge> {
        const NOW_AND_THEN: usize = 1 << 10;
        let Some(progress) = self.progress.as_ref().filter(|_| done.is_multiple_of(NOW_AND_THEN)) else {
            return Ok(());
        };
        match progress(SearchProgress { positions: done as u64, share: share() }) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(TooLarge::Stopped),
        }
    }
}

impl Limits {
    /// The last heap whose value is computed without a look for a period, by the fast engines or by the dense one.
    ///
    /// Small heaps are computed: their sequence costs a moment, and a search for a period may cost more. The bound is a
    /// share of the limits, so that whoever allows more steps gets more values computed outright.
    pub(crate) fn direct_to(&self, clauses: &[Clause], is_fast: bool) -> u64 {
        let budget = self.steps / DIRECT_SHARE;
        let heaps = budget / STEPS_PER_HEAP;
        if is_fast { heaps } else { dense_farthest(clauses, budget, heaps) }
    }

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
        self.admit(what, to as f64 / HEAPS_PER_POSITION)
    }
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

/// The last heap, at most `to`, that the dense engine reaches with so many steps.
pub(crate) fn dense_farthest(clauses: &[Clause], steps: u64, to: u64) -> u64 {
    let allowed = |to: u64| dense_steps(clauses, to) <= steps as f64;
    if allowed(to) {
        return to;
    }
    let (mut low, mut high) = (0, to);
    while low + 1 < high {
        let middle = low + (high - low) / 2;
        if allowed(middle) { low = middle } else { high = middle }
    }
    low
}

/// About how many elementary steps the values up to heap `to` take the dense engine.
///
/// Counted are the splits that are looked at one by one and the words of sets that are joined; a step is about a
/// nanosecond. The estimate is an upper bound, save for the constant.
pub fn dense_steps(clauses: &[Clause], to: u64) -> f64 {
    /// A sum that is beyond every limit need not be added up to its end.
    const ENOUGH: f64 = 1e30;
    let n = to as f64;
    // A word of a set holds 64 values; moving it takes a few steps.
    let words = 4.0 + n / 16.0;
    let mut total = n;
    let mut few = BTreeSet::new();
    let mut chains: BTreeMap<Condition, u64> = BTreeMap::new();
    let mut endless = BTreeSet::new();
    for clause in clauses {
        let taken: f64 = if clause.among == Amounts::All {
            let ranges = clause.take.ranges().iter();
            ranges.map(|&(low, high)| (high.min(to).saturating_sub(low) + 1) as f64).sum()
        } else {
            // each number on its own, with a set of parts where there are some
            let splits = clause.leave.greatest() >= Some(2);
            clause.most_amounts(to) * if splits { words } else { 1.0 }
        };
        let left = clause.leave.ranges().iter().map(|&(low, high)| {
            let last = if high == ENDLESS { low.max(2) } else { high };
            last.min(to).saturating_sub(low) + 1
        });
        total += n * taken * left.map(|l| l as f64).sum::<f64>();
        if let Some(end) = clause.chain_end() {
            let chain = chains.entry(clause.condition).or_default();
            *chain = end.max(*chain);
        }
        for &(low, high) in clause.leave.ranges() {
            let differ = matches!(clause.condition, Condition::Differ(_));
            if high == ENDLESS && !differ {
                endless.insert((low.max(2), clause.condition));
            }
            let last = if differ { high } else { high.min(2) };
            for heaps in low.max(2)..=last {
                if clause.condition.least_total(heaps) > to || total > ENOUGH {
                    break;
                }
                if few.insert((heaps, clause.condition)) {
                    total += partitions(n, heaps, clause.condition);
                }
            }
        }
    }
    for (&condition, &end) in &chains {
        if end >= 3 && few.insert((2, condition)) {
            total += partitions(n, 2, condition);
        }
        // Parts of m in k parts take at most m - k unions; the sum over m <= n and 3 <= k <= end.
        let pyramid = |m: f64| m * (m + 1.0) * (2.0 * m + 1.0) / 12.0;
        let end = end.min(to);
        if end >= 3 {
            total += words * (pyramid((n - 2.0).max(0.0)) - pyramid(n - end as f64));
        }
    }
    total + endless.len() as f64 * words * n * n / 2.0
}

/// An upper bound on the number of ways to write the totals up to n as this many parts: less 0, D, 2D, ... the parts
/// are any parts of a smaller total, and parts plus 0, 1, 2, ... are different, so that each set of them is counted
/// k! times among the compositions.
fn partitions(n: f64, heaps: u64, condition: Condition) -> f64 {
    let k = heaps as f64;
    let rises = if let Condition::Differ(least) = condition { least as f64 } else { 0.0 };
    let raised = n + (1.0 - rises) * k * (k - 1.0) / 2.0;
    (0..heaps).map(|i| i as f64).fold(1.0, |count, i| count * (raised - i).max(0.0) / ((i + 1.0) * (i + 1.0)))
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

impl TooLarge {
    /// The same refusal, saying how far a period was looked for, if one was.
    #[must_use]
    pub fn without_period(self, searched: Option<u64>) -> Self {
        match (self, searched) {
            (
                refusal @ Self::Estimate { measure: Measure::Positions | Measure::Steps, .. },
                Some(searched),
            ) => Self::Unproved { refusal: Box::new(refusal), searched },
            (refusal, _) => refusal,
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

    /// The limits to raise for an answer; none where the question was stopped.
    pub fn limits(&self) -> &'static [Limit] {
        use Measure::{Bytes, Positions, PositionsAndOptions, Steps};
        match self {
            Self::Estimate { measure: Positions | PositionsAndOptions, .. } | Self::Reached { .. } => {
                &[Limit::Positions]
            }
            Self::Estimate { measure: Bytes, .. } => &[Limit::Answer],
            // more steps may prove a period
            Self::Unproved { refusal, .. } if refusal.limits() == [Limit::Positions] => {
                &[Limit::Steps, Limit::Positions]
            }
            Self::Estimate { measure: Steps, .. } | Self::Spent { .. } | Self::Unproved { .. } => {
                &[Limit::Steps]
            }
            Self::Undecided { refusal, .. } => refusal.limits(),
            Self::Stopped | Self::Endless { .. } | Self::Cyclic { .. } => &[],
        }
    }
}

/// An estimate beyond a limit, for people: exact below ten million, otherwise with a power of ten and as many
/// digits, at least two, as show that it is beyond the limit.
fn beyond(measure: Measure, estimate: f64, limit: u64) -> String {
    let (verb, noun, purpose) = match measure {
        Measure::Positions => ("has", "position", " to search"),
        Measure::PositionsAndOptions => ("has", "position", " and options to keep"),
        Measure::Steps => ("needs", "step", ""),
        Measure::Bytes => ("has", "byte", " of text"),
    };
    if !estimate.is_finite() {
        return format!("{verb} more {noun}s{purpose} than can be counted, and the limit is {limit}");
    }
    let number = if estimate < 1e7 {
        estimate.ceil().to_string()
    } else {
        let above = |text: &String| text.parse().is_ok_and(|shown: f64| shown > limit as f64);
        let mut shown = (1..16).map(|digits| format!("{estimate:.digits$e}"));
        shown.find(above).unwrap_or_else(|| estimate.to_string())
    };
    format!("{verb} about {number} {noun}{}{purpose}, more than the limit of {limit}", plural(&number))
}

fn plural(number: &str) -> &'static str {
    if number == "1" { "" } else { "s" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::Rule;

    #[test]
    fn an_estimate_never_reads_like_its_limit() {
        let shown = |estimate, limit| {
            let text = beyond(Measure::Steps, estimate, limit);
            text.split(',').next().unwrap_or_default().to_owned()
        };
        assert_eq!(shown(1.13e23, 10_000_000), "needs about 1.1e23 steps");
        assert_eq!(shown(10_000_001.0, 10_000_000), "needs about 1.0000001e7 steps");
        assert_eq!(shown(10_400_000.0, 10_000_000), "needs about 1.04e7 steps");
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

    #[test]
    fn numbers_of_parts_beyond_the_heap_cost_nothing() {
        let steps = |text: &str, to| {
            let rule: Rule = text.parse().unwrap();
            dense_steps(rule.clauses(), to)
        };
        let all = steps("split(2..300)", 300);
        assert!(steps("split(2..1000000)", 300) <= all * 1.01);
        assert!(all > 10.0 * steps("split(2..10)", 300));
        assert!(steps("split(2..1000000)", 100_000) > 1e15);
        assert!(steps("split(2.., distinct)", 1 << 62) > 1e30);
    }
}
