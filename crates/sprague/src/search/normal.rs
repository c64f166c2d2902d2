//! Sprague-Grundy values of any ruleset by depth-first search over canonical components (theory 1.3, 1.6).
//!
//! Only single components are remembered: the value of a sum is the nim-sum of theirs, so a row of Kayles costs
//! as many entries as it has sizes, not as many as it has partitions. Time is one look-up per component of each
//! option; memory is one entry per canonical component plus the positions and options along the current line of play,
//! together no more than the limit.

use std::collections::{HashMap, HashSet};

use foldhash::fast::FixedState;

use super::cycle::CycleWatch;
use super::holding::Holding;
use super::try_ruleset::TryRuleset;
use crate::limits::{Limits, SearchProgress, TooLarge};
use crate::nimber::{Nimber, ValueSet};
use crate::play::Outcome;

/// A search under normal play that remembers what it has found.
#[derive(Clone, Debug)]
pub struct Solver<R: TryRuleset> {
    rules: R,
    limits: Limits,
    values: HashMap<R::Position, u32, FixedState>,
    /// The options looked at since this was last asked.
    looked: u64,
}

/// A component whose options are being evaluated, from the last to the first.
struct Frame<P> {
    component: P,
    options: Vec<P>,
    /// How many there were.
    breadth: usize,
    /// The components of the option at hand that are still to be added to `sum`.
    parts: Vec<P>,
    sum: Nimber,
    stage: Stage,
    seen: ValueSet,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// No option has been looked at.
    Start,
    /// An option is at hand.
    Option,
}

impl<R: TryRuleset> Solver<R> {
    /// A solver with the usual limits.
    #[expect(clippy::disallowed_methods, reason = "for who asks")]
    pub fn new(rules: R) -> Self {
        Self::with_limits(rules, Limits::default())
    }

    /// A solver with limits of the caller's.
    pub fn with_limits(rules: R, limits: Limits) -> Self {
        Self { rules, limits, values: HashMap::default(), looked: 0 }
    }

    /// The rules it was made for.
    pub const fn rules(&self) -> &R {
        &self.rules
    }

    /// The same, within other limits from now on.
    pub(crate) fn keep_within(&mut self, limits: &Limits) {
        self.limits = limits.clone();
    }

    /// The limits it keeps.
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// How many canonical components have been evaluated so far.
    pub fn evaluated(&self) -> usize {
        self.values.len()
    }

    /// How many options were looked at since this was last asked, or since the last value that was asked for.
    pub(crate) const fn take_looked(&mut self) -> u64 {
        std::mem::replace(&mut self.looked, 0)
    }

    /// The value of a position.
    ///
    /// ```
    /// use sprague::{nimber::Nimber, ruleset::Ruleset, search::Solver};
    ///
    /// /// Take any proper divisor of the heap.
    /// struct Divisors;
    /// impl Ruleset for Divisors {
    ///     type Position = u32;
    ///     fn options(&self, heap: &u32) -> Vec<u32> {
    ///         (1..*heap).filter(|d| heap % d == 0).map(|d| heap - d).collect()
    ///     }
    /// }
    /// assert_eq!(Solver::new(Divisors).value(&24), Ok(Nimber(3)));
    /// ```
    pub fn value(&mut self, position: &R::Position) -> Result<Nimber, R::Error> {
        self.looked = 0;
        let mut parts = Vec::new();
        self.rules.try_components(position.clone(), &mut parts)?;
        let mut total = Nimber::ZERO;
        for part in parts {
            let part = self.rules.try_canonical(part)?;
            total += match self.look_up(&part) {
                Some(value) => value,
                None => self.search(part)?,
            };
        }
        Ok(total)
    }

    /// The outcome of a position under normal play.
    pub fn outcome(&mut self, position: &R::Position) -> Result<Outcome, R::Error> {
        self.value(position).map(Outcome::of_value)
    }

    /// All options whose value is `target`, without repetition, in the order of the options.
    pub fn options_of_value(
        &mut self,
        position: &R::Position,
        target: Nimber,
    ) -> Result<Vec<R::Position>, R::Error> {
        let mut found = Vec::new();
        let mut seen = HashSet::with_hasher(FixedState::default());
        let mut holding = Holding::beside(self.values.len(), 0, &self.limits);
        for option in self.rules.try_options_within(position, &mut holding)? {
            if !seen.contains(&option) && self.value(&option)? == target {
                found.push(option.clone());
                seen.insert(option);
            }
        }
        Ok(found)
    }

    /// The winning moves: the options that are P-positions.
    pub fn winning_moves(&mut self, position: &R::Position) -> Result<Vec<R::Position>, R::Error> {
        self.options_of_value(position, Nimber::ZERO)
    }

    fn look_up(&self, component: &R::Position) -> Option<Nimber> {
        match self.values.get(component) {
            Some(&value) => Some(Nimber(value.into())),
            None => self.rules.value_by_theorem(component),
        }
    }

    fn search(&mut self, root: R::Position) -> Result<Nimber, R::Error> {
        self.limits.check_time()?;
        let mut watch = CycleWatch::default();
        let mut stack = vec![self.frame(root, 0, &[])?];
        // the positions of the stack, their options and the parts of these
        let mut pending = 1 + stack[0].options.len();
        let mut parts = Vec::new();
        loop {
            let frame = stack.last_mut().expect("the root's frame returns its value");
            if let Some(part) = frame.parts.pop() {
                pending -= 1;
                if let Some(value) = self.look_up(&part) {
                    frame.sum += value;
                } else {
                    if let Some(cycle) = watch.find(stack.len(), stack.iter().map(|frame| &frame.component)) {
                        return Err(self.rules.cyclic(cycle));
                    }
                    self.check(pending + 1, &stack)?;
                    let next = self.frame(part, pending, &stack)?;
                    pending += 1 + next.options.len();
                    stack.try_reserve(1).map_err(TooLarge::from)?;
                    stack.push(next);
                }
                continue;
            }
            if frame.stage == Stage::Option {
                frame.seen.insert(frame.sum);
            }
            if let Some(option) = frame.options.pop() {
                pending -= 1;
                self.limits.look(&mut self.looked)?;
                self.rules.try_components(option, &mut parts)?;
                pending += parts.len();
                for part in parts.drain(..) {
                    frame.parts.push(self.rules.try_canonical(part)?);
                }
                frame.stage = Stage::Option;
                frame.sum = Nimber::ZERO;
                continue;
            }
            let value = frame.seen.mex();
            self.check(pending, &stack)?;
            pending -= 1;
            let done = stack.pop().expect("the loop runs while there is a frame");
            let stored = u32::try_from(value.0).expect("a mex is at most the number of options");
            self.values.try_reserve(1).map_err(TooLarge::from)?;
            self.values.insert(done.component, stored);
            self.limits.report(self.values.len(), || share(&stack))?;
            match stack.last_mut() {
                Some(parent) => parent.sum += value,
                None => return Ok(value),
            }
        }
    }

    /// Refuses to go on when what is remembered and what is pending on the stack are beyond the limit; says before how
    /// far the search has come.
    fn check(&self, pending: usize, stack: &[Frame<R::Position>]) -> Result<(), TooLarge> {
        let progress = || self.progress(stack);
        Holding::beside(self.values.len(), stack.len(), &self.limits).telling(&progress).add_all(pending)
    }

    fn progress(&self, stack: &[Frame<R::Position>]) -> SearchProgress {
        SearchProgress {
            positions: self.values.len() as u64,
            share: share(stack),
            ..SearchProgress::default()
        }
    }

    /// A component with its options, beside what is pending on the stack.
    fn frame(
        &self,
        component: R::Position,
        pending: usize,
        stack: &[Frame<R::Position>],
    ) -> Result<Frame<R::Position>, R::Error> {
        let (held, progress) = (self.values.len() + pending + 1, || self.progress(stack));
        let mut holding = Holding::beside(held, stack.len() + 1, &self.limits).telling(&progress);
        let options = self.rules.try_options_within(&component, &mut holding)?;
        let (breadth, seen) = (options.len(), ValueSet::default());
        let (parts, sum, stage) = (Vec::new(), Nimber::ZERO, Stage::Start);
        Ok(Frame { component, options, breadth, parts, sum, stage, seen })
    }
}

/// The share of the search that is done, if all options of a position were equally large.
fn share<P>(stack: &[Frame<P>]) -> f64 {
    let at_work = |frame: &Frame<P>| (frame.options.len(), frame.breadth, frame.stage == Stage::Option);
    SearchProgress::share_of(stack.iter().map(at_work))
}
