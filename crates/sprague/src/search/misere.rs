//! Misère play of any sum (theory 1.1, 10.2).
//!
//! Under misère play the values of the components do not determine the outcome of their sum, so the search runs over
//! whole sums. Three exact reductions keep it small: components with the same tree of options are one *form*, whatever
//! game they come from; a component without options is dropped; and two forms *1 cancel (theory M.2).
//!
//! What is stored for a sum is its misère value g: 1 for a position without moves, otherwise the mex of the
//! options' g. The sum is a P-position exactly when g = 0, and g is the only n for which the sum with a Nim heap n
//! is a P-position; that is why the reductions leave it alone.
//!
//! Held are one entry for each component met, for each option of each form and for each sum, and those on the way
//! to be made: what is open and its options, each from the moment it is made. All of them count against the limit, so
//! that it bounds the memory: 10 to 100 bytes an entry.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use foldhash::fast::FixedState;

use super::cycle::CycleWatch;
use super::holding::Holding;
use super::try_ruleset::TryRuleset;
use crate::limits::{Limits, SearchProgress, TooLarge};
use crate::nimber::{Nimber, ValueSet};

type Map<K, V> = HashMap<K, V, FixedState>;
/// A search under misère play that remembers what it has found.
#[derive(Clone, Debug)]
pub struct MisereSolver<R: TryRuleset> {
    rules: R,
    limits: Limits,
    forms: Map<R::Position, Form>,
    by_options: Map<OptionList, Form>,
    options: Vec<OptionList>,
    /// How many options all forms have together.
    option_count: usize,
    values: Map<FormSum, u32>,
    /// The options looked at for the value that is asked for.
    looked: u64,
}

/// A component whose options are being turned into sums of forms.
struct ComponentFrame<P> {
    component: P,
    options: Vec<P>,
    done: Vec<FormSum>,
}

/// A sum whose options are being evaluated.
struct SumFrame {
    sum: FormSum,
    options: Vec<FormSum>,
    /// How many there were.
    breadth: usize,
    seen: ValueSet,
}

impl<R: TryRuleset> MisereSolver<R> {
    /// A solver with the usual limits.
    #[expect(clippy::disallowed_methods, reason = "for who asks")]
    pub fn new(rules: R) -> Self {
        Self::with_limits(rules, Limits::default())
    }

    /// A solver with limits of the caller's.
    pub fn with_limits(rules: R, limits: Limits) -> Self {
        let options = vec![list(&[]), list(&[FormSum::default()])];
        let by_options = options.iter().cloned().zip([TERMINAL, STAR]).collect();
        let values = [(FormSum::default(), 1)].into_iter().collect();
        let forms = HashMap::default();
        Self { rules, limits, forms, by_options, options, option_count: 1, values, looked: 0 }
    }

    /// How many sums have been evaluated so far.
    pub fn evaluated(&self) -> usize {
        self.values.len()
    }

    /// How many entries are held: components, options of forms, sums.
    pub fn held(&self) -> usize {
        self.forms.len() + self.option_count + self.values.len()
    }

    /// How many options were looked at since this was last asked, or since the last value that was asked for.
    pub(crate) const fn take_looked(&mut self) -> u64 {
        std::mem::replace(&mut self.looked, 0)
    }

    /// The misère value of a position: it is a P-position exactly when this is zero.
    pub fn value(&mut self, position: &R::Position) -> Result<Nimber, R::Error> {
        self.looked = 0;
        self.limits.check_time()?;
        let mut parts = Vec::new();
        self.rules.try_components(position.clone(), &mut parts)?;
        let mut sum = Vec::with_capacity(parts.len());
        for part in parts {
            let part = self.rules.try_canonical(part)?;
            sum.push(self.form(part)?);
        }
        Ok(Nimber(self.value_of_sum(reduced(sum))?.into()))
    }

    /// The winning moves, without repetition, in the order of the options.
    pub fn winning_moves(&mut self, position: &R::Position) -> Result<Vec<R::Position>, R::Error> {
        let mut found = Vec::new();
        let mut seen = HashSet::with_hasher(FixedState::default());
        let mut holding = Holding::beside(self.held(), 0, &self.limits);
        for option in self.rules.try_options_within(position, &mut holding)? {
            if !seen.contains(&option) && self.value(&option)?.is_zero() {
                found.push(option.clone());
                seen.insert(option);
            }
        }
        Ok(found)
    }

    /// Refuses to go on when what is held and what is `pending` on the stack are beyond the limit; says before how far
    /// the search has come.
    fn check(&self, pending: usize, share: impl Fn() -> f64) -> Result<(), TooLarge> {
        self.limits.report(self.done() as usize, &share)?;
        let progress =
            || SearchProgress { positions: self.done(), share: share(), ..SearchProgress::default() };
        Holding::beside(self.held(), 0, &self.limits).telling(&progress).add_all(pending)
    }

    /// How many components and sums are done.
    fn done(&self) -> u64 {
        (self.forms.len() + self.values.len()) as u64
    }

    /// The form of a component, found bottom up.
    fn form(&mut self, root: R::Position) -> Result<Form, R::Error> {
        if let Some(&form) = self.forms.get(&root) {
            return Ok(form);
        }
        let frame =
            |solver: &Self, component: R::Position, pending: usize, stack: &[ComponentFrame<R::Position>]| {
                let progress = || SearchProgress {
                    positions: solver.done(),
                    share: share(stack),
                    ..SearchProgress::default()
                };
                let held = solver.held() + pending + 1;
                let mut holding = Holding::beside(held, stack.len() + 1, &solver.limits).telling(&progress);
                let options = solver.rules.try_options_within(&component, &mut holding)?;
                Ok::<_, R::Error>(ComponentFrame { component, options, done: Vec::new() })
            };
        let mut watch = CycleWatch::default();
        let mut stack = vec![frame(self, root, 0, &[])?];
        let mut pending = 1 + stack[0].options.len();
        let mut parts = Vec::new();
        loop {
            let top = stack.last_mut().expect("the root's frame returns its form");
            if let Some(option) = top.options.last() {
                self.limits.look(&mut self.looked)?;
                parts.clear();
                self.rules.try_components(option.clone(), &mut parts)?;
                let mut sum = Vec::with_capacity(parts.len());
                let mut missing = None;
                for part in parts.drain(..) {
                    let part = self.rules.try_canonical(part)?;
                    match self.forms.get(&part) {
                        Some(&form) => sum.push(form),
                        None => missing = Some(part),
                    }
                }
                if let Some(part) = missing {
                    if let Some(cycle) = watch.find(stack.len(), stack.iter().map(|frame| &frame.component)) {
                        return Err(self.rules.cyclic(cycle));
                    }
                    self.check(pending + 1, || share(&stack))?;
                    let next = frame(self, part, pending, &stack)?;
                    pending += 1 + next.options.len();
                    stack.try_reserve(1).map_err(TooLarge::from)?;
                    stack.push(next);
                } else {
                    top.done.push(reduced(sum));
                    top.options.pop();
                }
                continue;
            }
            let mut options = std::mem::take(&mut top.done);
            pending -= 1 + options.len();
            options.sort_unstable();
            options.dedup();
            let form = self.form_of(&options)?;
            let done = stack.pop().expect("there is a top frame");
            self.forms.try_reserve(1).map_err(TooLarge::from)?;
            self.forms.insert(done.component, form);
            self.check(pending, || share(&stack))?;
            if stack.is_empty() {
                return Ok(form);
            }
        }
    }

    /// The form with these options, a new one if there was none.
    fn form_of(&mut self, options: &[FormSum]) -> Result<Form, TooLarge> {
        self.by_options.try_reserve(1)?;
        self.options.try_reserve(1)?;
        let known = list(options);
        let next = self.options.len() as Form;
        let form = *self.by_options.entry(Arc::clone(&known)).or_insert(next);
        if form == next {
            self.options.push(known);
            self.option_count += options.len();
        }
        Ok(form)
    }

    fn value_of_sum(&mut self, root: FormSum) -> Result<u32, TooLarge> {
        if let Some(&value) = self.values.get(&root) {
            return Ok(value);
        }
        let frame = |solver: &Self, sum: FormSum, pending: usize| -> Result<_, TooLarge> {
            let holding = Holding::beside(solver.held() + pending + 1, 0, &solver.limits);
            let options = solver.options_of_sum(&sum, holding)?;
            Ok(SumFrame { sum, breadth: options.len(), options, seen: ValueSet::default() })
        };
        let mut stack = vec![frame(self, root, 0)?];
        let mut pending = 1 + stack[0].options.len();
        loop {
            let top = stack.last_mut().expect("the root's frame returns its value");
            if let Some(option) = top.options.last() {
                self.limits.look(&mut self.looked)?;
                if let Some(&value) = self.values.get(option) {
                    top.seen.insert(Nimber(value.into()));
                    top.options.pop();
                    pending -= 1;
                } else {
                    let option = option.clone();
                    self.check(pending + 1, || share_of_sums(&stack))?;
                    let next = frame(self, option, pending)?;
                    pending += 1 + next.options.len();
                    stack.try_reserve(1).map_err(TooLarge::from)?;
                    stack.push(next);
                }
                continue;
            }
            let value = top.seen.mex().0 as u32;
            let done = stack.pop().expect("there is a top frame");
            pending -= 1;
            self.values.try_reserve(1)?;
            self.values.insert(done.sum, value);
            self.check(pending, || share_of_sums(&stack))?;
            if stack.is_empty() {
                return Ok(value);
            }
        }
    }

    fn options_of_sum(&self, sum: &[Form], mut holding: Holding<'_>) -> Result<Vec<FormSum>, TooLarge> {
        let mut all = Vec::new();
        for (at, &form) in sum.iter().enumerate() {
            if at > 0 && sum[at - 1] == form {
                continue;
            }
            for option in each(&self.options[form as usize]) {
                holding.add()?;
                let others = sum[..at].iter().chain(&sum[at + 1..]);
                all.push(reduced(others.chain(option).copied().collect()));
            }
        }
        Ok(all)
    }
}

/// The share of the forms that is done, if all options of a component were equally large.
fn share<P>(stack: &[ComponentFrame<P>]) -> f64 {
    let at_work = |frame: &ComponentFrame<P>| {
        let left = frame.options.len();
        (left.saturating_sub(1), left + frame.done.len(), left > 0)
    };
    SearchProgress::share_of(stack.iter().map(at_work))
}

/// The same of the sums.
fn share_of_sums(stack: &[SumFrame]) -> f64 {
    let at_work = |frame: &SumFrame| {
        let left = frame.options.len();
        (left.saturating_sub(1), frame.breadth, left > 0)
    };
    SearchProgress::share_of(stack.iter().map(at_work))
}

// Forms. A form is a number for a tree of options, and a sum a sorted list of forms. The options of a form lie in one
// list, so that a form costs one allocation.

/// A tree of options, by the number it was given; equal trees, equal number.
type Form = u32;
/// A sum of forms in ascending order, without terminal ones.
type FormSum = Box<[Form]>;
/// The options of a form, one after the other: the number of forms of each, then these.
type OptionList = Arc<[Form]>;

/// The form without options.
const TERMINAL: Form = 0;
/// The form whose only option is terminal: *1.
const STAR: Form = 1;

/// Sorts a sum, drops terminal forms and cancels pairs of *1.
fn reduced(mut sum: Vec<Form>) -> FormSum {
    sum.retain(|&form| form != TERMINAL);
    sum.sort_unstable();
    let stars = sum.iter().take_while(|&&form| form == STAR).count();
    sum.drain(..stars / 2 * 2);
    sum.into_boxed_slice()
}

/// Writes sums one after the other.
fn list(options: &[FormSum]) -> OptionList {
    options
        .iter()
        .flat_map(|option| [option.len() as Form].into_iter().chain(option.iter().copied()))
        .collect()
}

/// Reads them again.
fn each(mut list: &[Form]) -> impl Iterator<Item = &[Form]> {
    std::iter::from_fn(move || {
        let (&count, rest) = list.split_first()?;
        let (option, others) = rest.split_at(count as usize);
        list = others;
        Some(option)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Games;

    #[test]
    fn lists_are_read_as_they_were_written() {
        let sums: Vec<FormSum> = [&[1][..], &[], &[2, 3, 3], &[7, 9]].map(Box::from).to_vec();
        let written = list(&sums);
        assert!(each(&written).eq(sums.iter().map(|sum| &sum[..])));
        assert_eq!(each(&list(&[])).count(), 0);
    }

    fn solver(positions: u64) -> MisereSolver<Games> {
        MisereSolver::with_limits(Games, Limits { positions, ..Limits::default() })
    }

    #[test]
    fn the_limit_counts_options_and_sums() {
        let position = "star-nim: 9 9 9".parse().unwrap();
        let mut unbounded = solver(u64::MAX);
        let value = unbounded.value(&position).unwrap();
        let held = unbounded.held() as u64;
        assert!(held > 5 * unbounded.evaluated() as u64, "options are counted");
        assert_eq!(solver(held / 2).value(&position), Err(TooLarge::Reached { limit: held / 2 }));
        assert_eq!(solver(2 * held).value(&position), Ok(value));
    }

    #[test]
    fn options_that_wait_on_the_stack_are_counted() {
        let position = "0.3: 300 + take(1..50) leave(1..2): 300".parse().unwrap();
        assert!(solver(5_000).value(&position).is_err());
    }
}
