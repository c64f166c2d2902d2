//! The normal form of one move: i tokens taken, k heaps left.
//!
//! What the clauses say of one move is a condition for each heap size: the weakest that some clause puts in force
//! there, or none. Where only one condition is ever in force, it is said on exactly those sizes, by the name of the
//! weakest condition that makes no difference on any of them. Where there are several, `walk` chooses.

use std::collections::BTreeMap;

use super::condition::Condition;
use super::normal::Budget;
use super::rule::RuleError;
use super::set::{ENDLESS, SizeSet};
use super::walk::Walk;
use crate::notation::LARGEST;

/// A condition with the heap sizes on which it is said.
pub(super) struct Said {
    pub condition: Condition,
    pub on: SizeSet,
    /// The sizes on which it may be said without difference, if these are more.
    pub slack: Option<SizeSet>,
}

impl Said {
    pub(super) const fn new(condition: Condition, on: SizeSet) -> Self {
        Self { condition, on, slack: None }
    }
}

/// The normal form of the move that takes `taken` tokens and leaves `heaps` >= 1 heaps, given by what the clauses
/// say of it. Each set is either a subset of the sizes where the condition has parts, or extended below the first
/// of them if that one belongs to it; so all sizes where there are parts become all natural numbers.
pub(super) fn profile<'c>(
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
