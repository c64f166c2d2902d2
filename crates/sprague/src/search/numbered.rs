//! Sprague-Grundy values where positions are numbers: 0, 1, 2, ... in the order in which they were met.
//!
//! Whoever keeps positions elsewhere, in another language or a table, hands out a number for each. Then what is known
//! is a list and no hash table, the options that wait stand one behind the other in one list, and a position whose
//! options are being evaluated is marked there, so that play that need not end is found at once. The method is that of
//! [`Solver`](super::Solver): depth first, single components remembered (theory 1.3, 1.6).

use super::holding::Holding;
use crate::limits::{Limits, SearchProgress, TooLarge};
use crate::nimber::{Nimber, ValueSet};

/// No value is known.
const UNKNOWN: u32 = u32::MAX;
/// The options are being evaluated.
const OPEN: u32 = u32::MAX - 1;

/// The rules of a game whose components have numbers.
pub trait NumberedRules {
    /// Why there is no answer: an error of the rules, or a refusal of the search.
    type Error: From<TooLarge>;

    /// Writes the options of a component.
    fn options(&self, component: u32, options: &mut NumberedOptions<'_>) -> Result<(), Self::Error>;

    /// The error of play that need not end: each of these components is reached from the one before it, and the first
    /// one from the last.
    fn cyclic(&self, cycle: Vec<u32>) -> Self::Error;
}

/// Where options are written, each a sum of components; each is counted as it is written.
#[derive(Debug)]
pub struct NumberedOptions<'s> {
    waiting: &'s mut Vec<u32>,
    count: usize,
    holding: Holding<'s>,
}

impl NumberedOptions<'_> {
    /// Adds an option that is a single component.
    pub fn push(&mut self, component: u32) -> Result<(), TooLarge> {
        self.push_sum(&[component])
    }

    /// Adds an option that is the sum of these components.
    pub fn push_sum(&mut self, components: &[u32]) -> Result<(), TooLarge> {
        self.holding.add()?;
        self.waiting.try_reserve(components.len() + 1)?;
        self.waiting.push(components.len() as u32);
        self.waiting.extend_from_slice(components);
        self.count += 1;
        Ok(())
    }

    /// How many were written.
    pub const fn count(&self) -> usize {
        self.count
    }

    /// How many positions are open: each waits for the values of its options.
    pub const fn open(&self) -> usize {
        self.holding.open()
    }
}

/// A search under normal play over numbered components, which remembers what it has found.
///
/// ```
/// use sprague::search::{NumberedOptions, NumberedRules, NumberedSolver};
/// use sprague::{Nimber, TooLarge, limits::Limits};
///
/// /// Take 1 or 2 tokens from the inside of a row of pins: the number of a row is its length.
/// struct Kayles;
/// impl NumberedRules for Kayles {
///     type Error = TooLarge;
///     fn options(&self, row: u32, options: &mut NumberedOptions<'_>) -> Result<(), TooLarge> {
///         for taken in 1..=row.min(2) {
///             for left in 0..=(row - taken) / 2 {
///                 options.push_sum(&[left, row - taken - left])?;
///             }
///         }
///         Ok(())
///     }
///     fn cyclic(&self, cycle: Vec<u32>) -> TooLarge {
///         TooLarge::Cyclic { moves: cycle.len() }
///     }
/// }
/// let mut solver = NumberedSolver::with_limits(Limits::unlimited());
/// assert_eq!(solver.value(&Kayles, &[5, 7]), Ok(Nimber(6)));
/// ```
#[derive(Clone, Debug)]
pub struct NumberedSolver {
    limits: Limits,
    values: Vec<u32>,
    evaluated: usize,
    looked: u64,
}

/// A component whose options are being evaluated.
struct Frame {
    component: u32,
    /// The option at hand, as a place in the list of those that wait; they end where those of the next frame begin.
    at: usize,
    begin: usize,
    /// How many options there are, and how many are evaluated.
    breadth: usize,
    done: usize,
    seen: ValueSet,
}

impl NumberedSolver {
    /// A solver with limits of the caller's.
    pub const fn with_limits(limits: Limits) -> Self {
        Self { limits, values: Vec::new(), evaluated: 0, looked: 0 }
    }

    /// The same, within other limits from now on.
    pub fn keep_within(&mut self, limits: &Limits) {
        self.limits = limits.clone();
    }

    /// How many components have been evaluated so far.
    pub const fn evaluated(&self) -> usize {
        self.evaluated
    }

    /// The value of a component, if it is known.
    pub fn known(&self, component: u32) -> Option<Nimber> {
        let value = *self.values.get(component as usize)?;
        (value < OPEN).then_some(Nimber(value.into()))
    }

    /// The value of a sum of components.
    pub fn value<R: NumberedRules>(&mut self, rules: &R, sum: &[u32]) -> Result<Nimber, R::Error> {
        self.looked = 0;
        let mut total = Nimber::ZERO;
        for &component in sum {
            total += match self.known(component) {
                Some(value) => value,
                None => self.search(rules, component)?,
            };
        }
        Ok(total)
    }

    fn search<R: NumberedRules>(&mut self, rules: &R, root: u32) -> Result<Nimber, R::Error> {
        self.limits.check_time()?;
        let (mut stack, mut waiting) = (Vec::new(), Vec::new());
        let found = self.evaluate(rules, root, &mut stack, &mut waiting);
        if found.is_err() {
            // what was open has no value, and is asked for again
            for frame in &stack {
                self.values[frame.component as usize] = UNKNOWN;
            }
        }
        found
    }

    fn evaluate<R: NumberedRules>(
        &mut self,
        rules: &R,
        root: u32,
        stack: &mut Vec<Frame>,
        waiting: &mut Vec<u32>,
    ) -> Result<Nimber, R::Error> {
        // options that wait, of all frames
        let mut pending = 0;
        let mut spare = ValueSet::default();
        self.open(rules, root, stack, waiting, &mut pending, &mut spare)?;
        loop {
            let frame = stack.last_mut().expect("the root's frame returns its value");
            if frame.at == waiting.len() {
                let value = frame.seen.mex();
                let done = stack.pop().expect("it is there");
                pending -= done.breadth;
                waiting.truncate(done.begin);
                spare = done.seen;
                spare.clear();
                self.values[done.component as usize] =
                    u32::try_from(value.0).expect("a mex is at most the number of options");
                self.evaluated += 1;
                self.limits.report(self.evaluated, || share(stack))?;
                if stack.is_empty() {
                    return Ok(value);
                }
                continue;
            }
            let parts = waiting[frame.at] as usize;
            let mut sum = 0;
            let mut missing = None;
            for &part in &waiting[frame.at + 1..=frame.at + parts] {
                match self.values.get(part as usize) {
                    Some(&value) if value < OPEN => sum ^= value,
                    _ => {
                        missing = Some(part);
                        break;
                    }
                }
            }
            let Some(part) = missing else {
                frame.seen.insert(Nimber(sum.into()));
                frame.at += parts + 1;
                frame.done += 1;
                self.limits.look(&mut self.looked)?;
                continue;
            };
            if self.values.get(part as usize) == Some(&OPEN) {
                let from = stack.iter().rposition(|frame| frame.component == part).unwrap_or(0);
                return Err(rules.cyclic(stack[from..].iter().map(|frame| frame.component).collect()));
            }
            self.open(rules, part, stack, waiting, &mut pending, &mut spare)?;
        }
    }

    /// Begins with a component.
    fn open<R: NumberedRules>(
        &mut self,
        rules: &R,
        component: u32,
        stack: &mut Vec<Frame>,
        waiting: &mut Vec<u32>,
        pending: &mut usize,
        spare: &mut ValueSet,
    ) -> Result<(), R::Error> {
        let begin = waiting.len();
        let breadth = {
            let progress = || SearchProgress {
                positions: self.evaluated as u64,
                share: share(stack),
                ..SearchProgress::default()
            };
            let held = self.evaluated + stack.len() + *pending + 1;
            let mut holding = Holding::beside(held, stack.len() + 1, &self.limits).telling(&progress);
            holding.add_all(0)?;
            let mut options = NumberedOptions { waiting, count: 0, holding };
            rules.options(component, &mut options)?;
            options.count
        };
        *pending += breadth;
        let place = component as usize;
        if place >= self.values.len() {
            let more = place + 1 - self.values.len();
            self.values.try_reserve(more).map_err(TooLarge::from)?;
            self.values.resize(place + 1, UNKNOWN);
        }
        self.values[place] = OPEN;
        stack.try_reserve(1).map_err(TooLarge::from)?;
        let seen = std::mem::take(spare);
        stack.push(Frame { component, at: begin, begin, breadth, done: 0, seen });
        Ok(())
    }
}

/// The share of the search that is done, if all options of a position were equally large.
fn share(stack: &[Frame]) -> f64 {
    let at_work = |frame: &Frame| {
        let is_at_work = frame.done < frame.breadth;
        (frame.breadth - frame.done - usize::from(is_at_work), frame.breadth, is_at_work)
    };
    SearchProgress::share_of(stack.iter().map(at_work))
}

#[cfg(test)]
mod tests {
    use sprague_kit::Random;

    use super::*;
    use crate::search::{Solver, TryRuleset};

    /// Random games: the options of a position are sums of smaller ones, or of any where play may come back.
    struct Sums(Vec<Vec<Vec<u32>>>);

    impl NumberedRules for Sums {
        type Error = TooLarge;

        fn options(&self, component: u32, options: &mut NumberedOptions<'_>) -> Result<(), TooLarge> {
            self.0[component as usize].iter().try_for_each(|sum| options.push_sum(sum))
        }

        fn cyclic(&self, cycle: Vec<u32>) -> TooLarge {
            TooLarge::Cyclic { moves: cycle.len() }
        }
    }

    impl TryRuleset for Sums {
        type Position = Vec<u32>;
        type Error = TooLarge;

        fn try_options(&self, position: &Vec<u32>) -> Result<Vec<Vec<u32>>, TooLarge> {
            Ok(self.0[position[0] as usize].clone())
        }

        fn try_components(&self, position: Vec<u32>, parts: &mut Vec<Vec<u32>>) -> Result<(), TooLarge> {
            parts.extend(position.into_iter().map(|part| vec![part]));
            Ok(())
        }

        fn cyclic(&self, cycle: Vec<Vec<u32>>) -> TooLarge {
            TooLarge::Cyclic { moves: cycle.len() }
        }
    }

    fn game(chance: &mut Random, size: u32) -> Sums {
        let options = |position: u32, chance: &mut Random| {
            let count = if position == 0 { 0 } else { chance.below(6) };
            let sum = |chance: &mut Random| {
                (0..chance.below(4)).map(|_| chance.below(position.into()) as u32).collect()
            };
            (0..count).map(|_| sum(chance)).collect()
        };
        Sums((0..size).map(|position| options(position, chance)).collect())
    }

    #[test]
    fn values_are_those_of_the_other_search() {
        let mut chance = Random::new(7);
        for _ in 0..200 {
            let game = game(&mut chance, 40);
            let mut numbered = NumberedSolver::with_limits(Limits::unlimited());
            let root = 39 - chance.below(3) as u32;
            let found = numbered.value(&game, &[root, 20]);
            let mut other = Solver::with_limits(game, Limits::unlimited());
            assert_eq!(found, other.value(&vec![root, 20]));
            assert_eq!(numbered.evaluated(), other.evaluated());
            for part in 0..40 {
                if let Some(value) = numbered.known(part) {
                    assert_eq!(Ok(value), other.value(&vec![part]));
                }
            }
        }
    }

    #[test]
    fn play_that_need_not_end_is_told_and_the_rest_is_answered() {
        let game = Sums(vec![vec![], vec![vec![0], vec![2]], vec![vec![3]], vec![vec![0], vec![1]]]);
        let mut numbered = NumberedSolver::with_limits(Limits::unlimited());
        for _ in 0..2 {
            assert_eq!(numbered.value(&game, &[1]), Err(TooLarge::Cyclic { moves: 3 }));
        }
        assert_eq!(numbered.value(&game, &[0]), Ok(Nimber(0)));
    }

    /// Play without an end on new positions, and a position with options without an end.
    struct Endless(bool);

    impl NumberedRules for Endless {
        type Error = TooLarge;

        fn options(&self, component: u32, options: &mut NumberedOptions<'_>) -> Result<(), TooLarge> {
            for option in component + 1.. {
                options.push(option)?;
                if self.0 {
                    break;
                }
            }
            Ok(())
        }

        fn cyclic(&self, cycle: Vec<u32>) -> TooLarge {
            TooLarge::Cyclic { moves: cycle.len() }
        }
    }

    #[test]
    fn what_waits_counts() {
        for is_line in [false, true] {
            let limits = Limits { positions: 1_000, ..Limits::unlimited() };
            let found = NumberedSolver::with_limits(limits).value(&Endless(is_line), &[0]);
            assert_eq!(found, Err(TooLarge::Reached { limit: 1_000 }));
        }
    }
}
