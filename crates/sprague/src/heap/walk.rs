//! Several conditions on one move: which is said on which heap sizes.
//!
//! The move is a function from heap sizes to the conditions in force. The normal form names few conditions with few
//! heap sizes each, and depends on the options alone:
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

use super::cell::Said;
use super::condition::Condition;
use super::normal::Budget;
use super::rule::RuleError;
use super::set::{ENDLESS, SizeSet};
use crate::notation::LARGEST;

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

/// The heap sizes of one move where something can change, in order.
pub(super) struct Walk {
    taken: u64,
    heaps: u64,
    points: Vec<Point>,
}

impl Walk {
    pub(super) fn new(
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

    /// The conditions of the normal form, ascending.
    pub(super) fn profile(&self) -> Vec<Said> {
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
        let mut sets: BTreeMap<Condition, (Vec<Run>, Vec<Run>)> = BTreeMap::new();
        for run in runs {
            let (said, allowed) = sets.entry(run.condition).or_default();
            said.push(run);
            allowed.push(self.grown(run));
        }
        let finish = |(condition, (said, allowed)): (_, (Vec<Run>, Vec<Run>))| {
            let (on, slack) = (self.sizes(&said), self.sizes(&allowed));
            Said { condition, slack: (slack != on).then_some(slack), on }
        };
        sets.into_iter().map(finish).collect()
    }

    fn sizes(&self, runs: &[Run]) -> SizeSet {
        let end = |to: usize| if to + 1 == self.points.len() { ENDLESS } else { self.points[to].size };
        runs.iter().map(|run| (self.points[run.from].size, end(run.to))).collect()
    }

    /// The run with the sizes before and after it at which its condition is allowed.
    fn grown(&self, run: Run) -> Run {
        let allowed =
            |point: &&Point| self.exists(run.condition, point) && self.allowed(run.condition, point);
        let before = self.points[..run.from].iter().rev().take_while(allowed).count();
        let after = self.points[run.to + 1..].iter().take_while(allowed).count();
        Run { from: run.from - before, to: run.to + after, ..run }
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
        let mut covers = vec![0_u32; self.points.len()];
        for run in runs.iter() {
            let span = run.from..=run.to;
            for (count, point) in covers[span.clone()].iter_mut().zip(&self.points[span]) {
                *count += u32::from(self.exact(run.condition, point));
            }
        }
        for run in runs {
            let exact = |at: usize| u32::from(self.exact(run.condition, &self.points[at]));
            let spare = |at: usize| !self.exists(run.condition, &self.points[at]) || covers[at] > exact(at);
            let (mut from, mut to) = (run.from, run.to);
            while from < to && !self.exists(run.condition, &self.points[from]) {
                from += 1;
            }
            let endless = to == end && !(last_period.max(from)..=end).all(spare);
            let full = endless && self.is_full(Run { from, ..*run });
            while !full && from < to && spare(from) {
                from += 1;
            }
            while !endless && from < to && spare(to) {
                to -= 1;
            }
            for at in (run.from..from).chain(to + 1..=run.to) {
                covers[at] -= exact(at);
            }
            (run.from, run.to) = (from, to);
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
