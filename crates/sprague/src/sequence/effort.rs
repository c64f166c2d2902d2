//! What the dense engine will cost, before it starts: so that a caller can refuse or ask.
//!
//! Counted are the splits that are looked at one by one and the words of sets that are joined; a step is about a
//! nanosecond. The estimate is an upper bound, save for the constant.

use std::collections::{BTreeMap, BTreeSet};

use super::chain::chain_end;
use crate::heap::{Clause, Condition, ENDLESS};

/// About how many elementary steps the values up to heap `to` take.
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
        let taken = clause.take.ranges().iter().map(|&(low, high)| high.min(to).saturating_sub(low) + 1);
        let left = clause.leave.ranges().iter().map(|&(low, high)| {
            let last = if high == ENDLESS { low.max(2) } else { high };
            last.min(to).saturating_sub(low) + 1
        });
        total += n * taken.map(|t| t as f64).sum::<f64>() * left.map(|l| l as f64).sum::<f64>();
        if let Some(end) = chain_end(clause) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::Dense;

    #[test]
    fn numbers_of_parts_beyond_the_heap_cost_nothing() {
        let steps = |text: &str, to| {
            let rule: crate::heap::Rule = text.parse().unwrap();
            dense_steps(rule.clauses(), to)
        };
        let all = steps("split(2..300)", 300);
        assert!(steps("split(2..1000000)", 300) <= all * 1.01);
        assert!(all > 10.0 * steps("split(2..10)", 300));
        assert!(steps("split(2..1000000)", 100_000) > 1e15);
        assert!(steps("split(2.., distinct)", 1 << 62) > 1e30);
        let rule: crate::heap::Rule = "split(2..300)".parse().unwrap();
        assert_eq!(Dense::new(rule.clauses()).extend_to(300).len(), 301);
    }
}
