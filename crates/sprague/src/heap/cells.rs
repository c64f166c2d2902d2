//! Clauses taken apart into cells, each in its own normal form.
//!
//! A cell is a number of tokens taken and a number of heaps left, with the heap sizes on which the move exists.
//!
//! Sets may be endless, so cells are boxes: as long as no `on` counts, all numbers between two bounds behave alike.
//! Where an `on` changes the move with the heap size, numbers below its last bound are looked at one by one, and
//! from there on it says always or never. The work is counted, and refused beyond a limit.
//!
//! # One move
//!
//! What the clauses say of one move (i tokens taken, k heaps left) is a condition for each heap size: the weakest that
//! some clause puts in force there, or none. Where only one condition is ever in force, it is said on exactly those
//! sizes, by the name of the weakest condition that makes no difference on any of them. Where there are several, the
//! normal form names few conditions with few heap sizes each, and depends on the options alone:
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

use super::clause::PlainClause;
use super::condition::Condition;
use super::rule_error::{Budget, MOST_HEAPS, RuleError};
use super::set::{ENDLESS, SizeSet};
use crate::notation::LARGEST;

/// A box of moves that behave alike, with a condition and the heap sizes on which it is said.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cell {
    /// The least heap size with such a move.
    pub least: u64,
    pub take: (u64, u64),
    pub leave: (u64, u64),
    pub condition: Condition,
    pub on: SizeSet,
    /// The sizes on which the condition may be said without difference, if these are more.
    pub slack: Option<SizeSet>,
}

/// The least heap size with a move that takes `taken` tokens and leaves `heaps` heaps.
pub(super) fn least_size(taken: u64, heaps: u64, condition: Condition) -> u64 {
    taken.saturating_add(condition.for_heaps(heaps).least_total(heaps))
}

/// The sizes of a set at which a move exists that leaves `heaps` heaps and has its least heap size at `least`.
pub(super) fn sizes_with_move(set: &SizeSet, heaps: u64, least: u64) -> SizeSet {
    match heaps {
        0 if set.contains(least) => SizeSet::range(least, least),
        0 => SizeSet::default(),
        _ => set.from(least),
    }
}

/// The cells of the clauses.
pub(super) fn cells(clauses: Vec<PlainClause>, budget: &mut Budget) -> Result<Vec<Cell>, RuleError> {
    let clauses = clauses.into_iter().map(checked).collect::<Result<Vec<_>, _>>()?;
    let takes = pieces(&clauses, |clause| &clause.take, &[], budget)?;
    let leaves = pieces(&clauses, |clause| &clause.leave, &[1, 2, 3], budget)?;
    let all: Vec<&PlainClause> = clauses.iter().collect();
    let taking = covering(&takes, &all, |clause| &clause.take, budget)?;

    let mut cells = Vec::new();
    for (&take, taking) in takes.iter().zip(&taking) {
        let leaving = covering(&leaves, taking, |clause| &clause.leave, budget)?;
        budget.spend(leaves.len() as u64)?;
        for (&leave, said) in leaves.iter().zip(&leaving).filter(|(_, said)| !said.is_empty()) {
            budget.spend(16)?;
            let found = match leave.0 {
                0 if said.iter().any(|clause| clause.on.contains(take.0)) => {
                    vec![Said::new(Condition::Any, SizeSet::all())]
                }
                0 => Vec::new(),
                heaps => {
                    let said = said.iter().map(|clause| (clause.condition.for_heaps(heaps), &clause.on));
                    profile(take.0, heaps, said, budget)?
                }
            };
            cells.extend(found.into_iter().map(|Said { condition, on, slack }| {
                let least = least_size(take.0, leave.0, condition);
                Cell { least, take, leave, condition, on, slack }
            }));
        }
    }
    Ok(cells)
}

/// For each piece, the clauses one of whose sets holds it.
fn covering<'c>(
    pieces: &[(u64, u64)],
    clauses: &[&'c PlainClause],
    set: impl Fn(&PlainClause) -> &SizeSet,
    budget: &mut Budget,
) -> Result<Vec<Vec<&'c PlainClause>>, RuleError> {
    let mut covering = vec![Vec::new(); pieces.len()];
    for &clause in clauses {
        for &(low, high) in set(clause).ranges() {
            let from = pieces.partition_point(|piece| piece.0 < low);
            let to = pieces.partition_point(|piece| piece.0 <= high);
            budget.spend((to - from) as u64 + 1)?;
            covering[from..to].iter_mut().for_each(|list| list.push(clause));
        }
    }
    Ok(covering)
}

/// The clause with bounds that no heap reaches made endless, and an `on` without effect dropped.
fn checked(clause: PlainClause) -> Result<PlainClause, RuleError> {
    let PlainClause { take, leave, condition, on } = clause;
    let (take, leave, mut on) = (within_reach(&take), within_reach(&leave), within_reach(&on));
    let (Some(least_taken), Some(least_left)) = (take.least(), leave.least()) else {
        return Err(RuleError::Empty(if take.is_empty() { "take" } else { "leave" }));
    };
    if on.is_empty() {
        return Err(RuleError::Empty("on"));
    }
    if least_taken == 0 && least_left < 2 {
        return Err(RuleError::Unmoved);
    }
    if leave.ranges().iter().any(|&(low, high)| low > MOST_HEAPS || (high > MOST_HEAPS && high != ENDLESS)) {
        return Err(RuleError::TooManyHeaps);
    }
    if on.complement().greatest().is_none_or(|last| last < least_size(least_taken, least_left, condition)) {
        on = SizeSet::all();
    }
    Ok(PlainClause::new(take, leave, condition, on))
}

fn within_reach(set: &SizeSet) -> SizeSet {
    let ranges = set.ranges().iter().filter(|range| range.0 <= LARGEST);
    ranges.map(|&(low, high)| (low, if high >= LARGEST { ENDLESS } else { high })).collect()
}

/// The ranges of numbers in the union of one set of all clauses that every clause treats alike.
fn pieces(
    clauses: &[PlainClause],
    set: impl Fn(&PlainClause) -> &SizeSet,
    cuts: &[u64],
    budget: &mut Budget,
) -> Result<Vec<(u64, u64)>, RuleError> {
    let mut cuts = cuts.to_vec();
    let all: SizeSet = clauses.iter().flat_map(|clause| set(clause).ranges().iter().copied()).collect();
    for clause in clauses {
        let set = set(clause);
        cuts.extend(set.ranges().iter().flat_map(|&(low, high)| [low, high.saturating_add(1)]));
        let settled = clause.on.settled_from();
        let single = set.intersection(&SizeSet::range(0, settled.saturating_sub(1)));
        if settled > 0 {
            let count =
                single.ranges().iter().map(|&(low, high)| high - low + 1).fold(0, u64::saturating_add);
            budget.spend(count.saturating_mul(16))?;
            cuts.extend(single.up_to(settled).chain([settled]));
            cuts.extend(single.up_to(settled).map(|n| n + 1));
        }
    }
    Ok(cut(&all, cuts))
}

/// The ranges of a set, cut before each of the numbers.
pub(super) fn cut(set: &SizeSet, mut cuts: Vec<u64>) -> Vec<(u64, u64)> {
    cuts.sort_unstable();
    cuts.dedup();
    let mut pieces = Vec::new();
    for &(low, high) in set.ranges() {
        let mut from = low;
        let first = cuts.partition_point(|&cut| cut <= low);
        for &cut in cuts[first..].iter().take_while(|&&cut| cut <= high && cut != ENDLESS) {
            pieces.push((from, cut - 1));
            from = cut;
        }
        pieces.push((from, high));
    }
    pieces
}

/// A condition with the heap sizes on which it is said.
struct Said {
    condition: Condition,
    on: SizeSet,
    /// The sizes on which it may be said without difference, if these are more.
    slack: Option<SizeSet>,
}

impl Said {
    const fn new(condition: Condition, on: SizeSet) -> Self {
        Self { condition, on, slack: None }
    }
}

/// The normal form of the move that takes `taken` tokens and leaves `heaps` >= 1 heaps, given by what the clauses
/// say of it. Each set is either a subset of the sizes where the condition has parts, or extended below the first
/// of them if that one belongs to it; so all sizes where there are parts become all natural numbers.
fn profile<'c>(
    taken: u64,
    heaps: u64,
    said: impl Iterator<Item = (Condition, &'c SizeSet)>,
    budget: &mut Budget,
) -> Result<Vec<Said>, RuleError> {
    let first_size = |condition: Condition| taken.saturating_add(condition.least_total(heaps));
    let mut merged: BTreeMap<Condition, SizeSet> = BTreeMap::new();
    for (condition, on) in said {
        budget.spend(on.ranges().len() as u64)?;
        let on = on.from(first_size(condition));
        if first_size(condition) <= LARGEST && !on.is_empty() {
            let sum = merged.entry(condition).or_default();
            *sum = sum.union(&on);
        }
    }
    let Some((&weakest, on)) = merged.first_key_value() else { return Ok(Vec::new()) };
    let mut chosen = if *on == SizeSet::range(first_size(weakest), ENDLESS) {
        vec![Said::new(weakest, on.clone())]
    } else if merged.len() == 1 {
        vec![Said::new(weakened(weakest, on, taken, heaps), on.clone())]
    } else {
        Walk::new(taken, heaps, &merged, budget)?.profile()
    };
    for said in &mut chosen {
        let least = first_size(said.condition);
        for set in std::iter::once(&mut said.on).chain(&mut said.slack) {
            if set.contains(least) {
                *set = set.union(&SizeSet::range(0, least));
            }
        }
    }
    Ok(chosen)
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

/// The heap sizes of one move where something can change, in order.
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

    /// The conditions of the normal form, ascending.
    fn profile(&self) -> Vec<Said> {
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
