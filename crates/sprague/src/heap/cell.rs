//! The normal form of one move: i tokens taken, k heaps left.
//!
//! Such a move is a function from heap sizes to conditions, the weakest that some clause puts in force there, or
//! none. The normal form names few conditions with few heap sizes each, and depends on the options alone:
//!
//! 1. The *label* of a heap size is the strongest condition that allows the same parts there.
//! 2. From the weakest label c on: a size is *allowed* if the parts under c are among the options there. Every
//!    maximal run of allowed sizes is kept that has a size with label c which no kept run covers exactly.
//! 3. From the weakest on, each run loses sizes at its ends where c has no parts or another run covers exactly; but
//!    a run that is all sizes where c has parts stays if it is needed for ever.
//! 4. A condition takes the name of a neighbor among those kept, or of the next weaker one, if that makes no
//!    difference on any of its sizes.
//!
//! Runs are found by walking the heap sizes. A long stretch with one condition in force behaves with the period 2
//! (two heaps) or k, so its middle is left out of the walk: the cost is some k steps for each bound in `on`.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::condition::Condition;
use super::normal::Budget;
use super::rule::RuleError;
use super::set::{ENDLESS, SizeSet};
use crate::notation::LARGEST;

/// Conditions, each with the heap sizes on which it is said; ascending.
pub(super) type Profile = Vec<(Condition, SizeSet)>;

/// The normal form of the move that takes `taken` tokens and leaves `heaps` >= 1 heaps, given by what the clauses
/// say of it. Each set is either a subset of the sizes where the condition has parts, or extended below the first
/// of them if that one belongs to it; so all sizes where there are parts become all natural numbers.
pub(super) fn profile(
    taken: u64,
    heaps: u64,
    said: Profile,
    budget: &mut Budget,
) -> Result<Profile, RuleError> {
    let mut merged: BTreeMap<Condition, SizeSet> = BTreeMap::new();
    for (condition, on) in said {
        let least = taken.saturating_add(condition.least_total(heaps));
        let on = on.from(least);
        if least <= LARGEST && !on.is_empty() {
            let sum = merged.entry(condition).or_default();
            *sum = sum.union(&on);
        }
    }
    let first_size = |condition: Condition| taken.saturating_add(condition.least_total(heaps));
    let everywhere = |condition: Condition| SizeSet::range(first_size(condition), ENDLESS);
    let Some((&weakest, on)) = merged.first_key_value() else { return Ok(Vec::new()) };
    let chosen: Profile = if *on == everywhere(weakest) {
        vec![(weakest, on.clone())]
    } else if merged.len() == 1 {
        vec![(weakened(weakest, on, taken, heaps), on.clone())]
    } else {
        let walk = Walk::new(taken, heaps, &merged, budget)?;
        walk.profile()
    };
    let extended = chosen.into_iter().map(|(condition, on)| {
        let least = first_size(condition);
        let below = if on.contains(least) { SizeSet::range(0, least) } else { SizeSet::default() };
        (condition, on.union(&below))
    });
    Ok(extended.collect())
}

/// The weakest condition that allows the same parts on all these sizes, where `condition` has parts on each.
fn weakened(condition: Condition, on: &SizeSet, taken: u64, heaps: u64) -> Condition {
    let Some(weaker) = condition.weaker(heaps) else { return condition };
    let same = |&(low, high): &(u64, u64)| {
        let (low, high) = (low - taken, high - taken);
        if heaps == 2 { low == high && weaker.same(condition, 2, low) } else { low > high / heaps * heaps }
    };
    if on.ranges().iter().all(same) { weaker } else { condition }
}

/// A heap size on the walk: the condition in force, if any, and its label.
struct Point {
    size: u64,
    force: Option<Condition>,
    label: Option<Condition>,
}

/// A stretch of the walk, by the places of its first and last point, where a condition is said.
#[derive(Clone, Copy)]
struct Run {
    condition: Condition,
    from: usize,
    to: usize,
}

struct Walk {
    taken: u64,
    heaps: u64,
    points: Vec<Point>,
}

impl Walk {
    fn new(
        taken: u64,
        heaps: u64,
        said: &BTreeMap<Condition, SizeSet>,
        budget: &mut Budget,
    ) -> Result<Self, RuleError> {
        let first_size = |condition: Condition| taken.saturating_add(condition.least_total(heaps));
        let start = said.keys().copied().map(first_size).min().unwrap_or(0);
        let mut bounds = vec![start, LARGEST + 1];
        for (&condition, on) in said {
            let stronger = match condition {
                Condition::Any if heaps > 2 => Condition::NotAllEqual,
                Condition::Any | Condition::NotAllEqual => Condition::Differ(1),
                Condition::Differ(least) => Condition::Differ(least.saturating_add(1)),
            };
            bounds.extend([first_size(condition), first_size(stronger)]);
            bounds.extend(on.ranges().iter().flat_map(|&(low, high)| [low, high.saturating_add(1)]));
        }
        bounds.retain(|bound| (start..=LARGEST + 1).contains(bound));
        bounds.sort_unstable();
        bounds.dedup();

        let mut walk = Self { taken, heaps, points: Vec::new() };
        for stretch in bounds.windows(2) {
            let (low, end) = (stretch[0], stretch[1]);
            let force = said.iter().find(|(_, on)| on.contains(low)).map(|(&condition, _)| condition);
            let length = end - low;
            let first = length.min(3 * heaps);
            let last = if length > 4 * heaps { heaps + length % heaps } else { length - first };
            budget.spend((first + last).saturating_mul(said.len() as u64))?;
            for size in (low..low + first).chain(end - last..end) {
                let force = force.filter(|condition| condition.exists(heaps, size - taken));
                let label = force.map(|condition| condition.strongest(heaps, size - taken));
                walk.points.push(Point { size, force, label });
            }
        }
        Ok(walk)
    }

    const fn total(&self, point: &Point) -> u64 {
        point.size - self.taken
    }

    fn exists(&self, condition: Condition, point: &Point) -> bool {
        condition.exists(self.heaps, self.total(point))
    }

    /// Whether the options at the point are the parts under the condition, and there are some.
    fn exact(&self, condition: Condition, point: &Point) -> bool {
        point.force.is_some_and(|force| condition.same(force, self.heaps, self.total(point)))
    }

    /// Whether the parts under the condition are among the options at the point.
    fn allowed(&self, condition: Condition, point: &Point) -> bool {
        !self.exists(condition, point)
            || point.force.is_some_and(|force| force <= condition)
            || self.exact(condition, point)
    }

    fn profile(&self) -> Profile {
        let mut runs = self.kept_runs();
        self.trim(&mut runs);
        let mut conditions: Vec<Condition> = runs.iter().map(|run| run.condition).collect();
        conditions.dedup();
        for at in (1..conditions.len()).rev() {
            self.rename(&mut runs, conditions[at], conditions[at - 1]);
        }
        for at in 1..conditions.len() {
            self.rename(&mut runs, conditions[at - 1], conditions[at]);
        }
        for condition in conditions {
            if let Some(weaker) = condition.weaker(self.heaps) {
                self.rename(&mut runs, condition, weaker);
            }
        }
        let mut sets: BTreeMap<Condition, SizeSet> = BTreeMap::new();
        for run in runs {
            let high = if run.to + 1 == self.points.len() { ENDLESS } else { self.points[run.to].size };
            let set = sets.entry(run.condition).or_default();
            *set = set.union(&SizeSet::range(self.points[run.from].size, high));
        }
        sets.into_iter().collect()
    }

    fn kept_runs(&self) -> Vec<Run> {
        let mut labels: Vec<Condition> = self.points.iter().filter_map(|point| point.label).collect();
        labels.sort_unstable();
        labels.dedup();
        let mut covered = vec![false; self.points.len()];
        let mut kept = Vec::new();
        for condition in labels {
            let mut from = 0;
            while from < self.points.len() {
                let length = self.points[from..].iter().take_while(|p| self.allowed(condition, p)).count();
                let run = from..from + length;
                from += length + 1;
                if run.clone().any(|at| self.points[at].label == Some(condition) && !covered[at]) {
                    run.clone().for_each(|at| covered[at] |= self.exact(condition, &self.points[at]));
                    kept.push(Run { condition, from: run.start, to: run.end - 1 });
                }
            }
        }
        kept
    }

    /// Whether a run is all sizes where its condition has parts.
    fn is_full(&self, run: Run) -> bool {
        let first = run.from == 0 || !self.exists(run.condition, &self.points[run.from - 1]);
        first && run.to + 1 == self.points.len()
    }

    fn trim(&self, runs: &mut [Run]) {
        let end = self.points.len() - 1;
        let last_period = self.points.len().saturating_sub(self.heaps as usize);
        for at in 0..runs.len() {
            let mut run = runs[at];
            while run.from < run.to && !self.exists(run.condition, &self.points[run.from]) {
                run.from += 1;
            }
            let spare = |place: usize| {
                let point = &self.points[place];
                let others = runs.iter().enumerate().filter(|&(other, _)| other != at);
                let mut covering = others.filter(|(_, run)| (run.from..=run.to).contains(&place));
                !self.exists(run.condition, point)
                    || covering.any(|(_, run)| self.exact(run.condition, point))
            };
            let endless = run.to == end && !(last_period.max(run.from)..=end).all(spare);
            let full = endless && self.is_full(run);
            while !full && run.from < run.to && spare(run.from) {
                run.from += 1;
            }
            while !endless && run.from < run.to && spare(run.to) {
                run.to -= 1;
            }
            runs[at] = run;
        }
    }

    /// Says one condition by the name of another, if that makes no difference wherever it is said: a stronger one
    /// must allow the same parts, a weaker one only parts that are among the options.
    fn rename(&self, runs: &mut [Run], old: Condition, new: Condition) {
        let renamed = |run: Run| {
            let first = self.points.iter().position(|point| self.exists(new, point)).unwrap_or(run.from);
            let from = if self.is_full(run) && new < old { first } else { run.from };
            let harmless = |point: &Point| match new.cmp(&old) {
                Ordering::Less => self.allowed(new, point),
                _ => new.same(old, self.heaps, self.total(point)),
            };
            let all = self.points[from..=run.to].iter().all(harmless);
            all.then_some(Run { condition: new, from, to: run.to })
        };
        let said = runs.iter().map(|&run| if run.condition == old { renamed(run) } else { Some(run) });
        if let Some(renamed) = said.collect::<Option<Vec<_>>>() {
            runs.copy_from_slice(&renamed);
        }
    }
}
