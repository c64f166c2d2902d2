//! What the values of a heap game cost the dense engine, from its rule alone.

use std::collections::{BTreeMap, BTreeSet};

use super::{Clause, Condition, Division, ENDLESS};
use crate::limits::{DIRECT_SHARE, Limits, STEPS_PER_HEAP};

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
}

/// The last heap, at most `to`, that the dense engine reaches with so many steps.
pub fn dense_farthest(clauses: &[Clause], steps: u64, to: u64) -> u64 {
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
        let taken: f64 = if let Some(set) = clause.take.ranges() {
            let ranges = set.ranges().iter();
            ranges.map(|&(low, high)| (high.min(to).saturating_sub(low) + 1) as f64).sum()
        } else {
            // each number on its own, with a set of parts where there are some
            let splits = clause.leave.greatest() >= Some(2);
            clause.take.most(to) * if splits { words } else { 1.0 }
        };
        let Division::Chain(condition) = clause.condition else {
            // parts are looked at one by one, for each number taken
            let each = if clause.condition == Division::Equal { n.sqrt() } else { n / 2.0 };
            total += n * clause.take.most(to) * (each + 2.0);
            continue;
        };
        let left = clause.leave.ranges().iter().map(|&(low, high)| {
            let last = if high == ENDLESS { low.max(2) } else { high };
            last.min(to).saturating_sub(low) + 1
        });
        total += n * taken * left.map(|l| l as f64).sum::<f64>();
        if let Some(end) = clause.chain_end() {
            let chain = chains.entry(condition).or_default();
            *chain = end.max(*chain);
        }
        for &(low, high) in clause.leave.ranges() {
            let differ = matches!(condition, Condition::Differ(_));
            if high == ENDLESS && !differ {
                endless.insert((low.max(2), condition));
            }
            let last = if differ { high } else { high.min(2) };
            for heaps in low.max(2)..=last {
                if condition.least_total(heaps) > to || total > ENOUGH {
                    break;
                }
                if few.insert((heaps, condition)) {
                    total += partitions(n, heaps, condition);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::Rule;

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
