//! How many options a heap has at most, without listing them: what a search is estimated by.
//!
//! Exact as long as a move leaves at most two heaps and few tokens are taken; otherwise a bound that is cheap for
//! heaps of any size.

use super::clause::Clause;
use super::condition::Condition;
use super::rule::Rule;
use super::set::{ENDLESS, SizeSet};

impl Rule {
    /// An upper bound on the number of options of a heap, infinite where it is beyond all counting.
    pub fn option_count(&self, size: u64) -> f64 {
        let open = self.clauses().iter().filter(|clause| clause.on.contains(size));
        open.map(|clause| clause.option_count(size)).sum()
    }
}

impl Clause {
    /// Short ranges of tokens are counted one by one; a long one as if always the fewest were taken.
    fn option_count(&self, size: u64) -> f64 {
        const ONE_BY_ONE: u64 = 64;
        let Some(takes) = self.takes_from(size) else {
            let least = self.take.up_to(size).next();
            return least.map_or(0.0, |taken| self.take.most(size) * self.ways(size - taken).max(1.0));
        };
        let mut count = 0.0;
        for &(from, to) in takes.ranges() {
            count += if to - from < ONE_BY_ONE {
                (from..=to).map(|taken| self.ways(size - taken)).sum()
            } else {
                self.ways(size - from) * ((to - from) as f64 + 1.0)
            };
            count += f64::from(to == size && self.leave.contains(0));
        }
        count
    }

    /// An upper bound on the number of ways to leave a total as one or more heaps.
    fn ways(&self, total: u64) -> f64 {
        let leaves = self.leave.intersection(&SizeSet::range(1, total));
        let of_range = |&range: &(u64, u64)| match self.condition.chain() {
            Some(condition) => part_count(total, range, condition),
            None => self.condition.ways(total, range),
        };
        leaves.ranges().iter().map(of_range).sum()
    }
}

/// An upper bound on the number of ways to write a total as parts, their number in a range from 1 on.
///
/// Parts that differ by D or more are, less 0, D, 2D, ..., any parts of a smaller total; and parts plus 0, 1, 2, ...
/// are different, so each set of k of them is counted k! times among the compositions. All partitions together
/// are fewer than exp(pi sqrt(2n/3)).
fn part_count(total: u64, (from, to): (u64, u64), condition: Condition) -> f64 {
    const EXACT: u64 = 64;
    if to == ENDLESS || to - from > EXACT || to > EXACT {
        return (std::f64::consts::PI * (2.0 * total as f64 / 3.0).sqrt()).exp();
    }
    (from..=to).map(|heaps| parts_into(total, heaps, condition.for_heaps(heaps))).sum()
}

fn parts_into(total: u64, heaps: u64, condition: Condition) -> f64 {
    let Some(spare) = total.checked_sub(condition.least_total(heaps)) else { return 0.0 };
    match (condition, heaps) {
        (_, 0 | 1) => 1.0,
        (_, 2) => (spare / 2) as f64 + 1.0,
        _ => {
            let free = if let Condition::Differ(_) = condition { spare + heaps } else { total };
            let raised = free as f64 + (heaps * (heaps - 1) / 2) as f64;
            (1..heaps)
                .fold(1.0, |count, j| count * (raised - j as f64) / (j as f64 * (j + 1) as f64))
                .max(1.0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_count_is_an_upper_bound_and_exact_for_two_parts() {
        for text in [
            "0.77",
            "4.7",
            "split(3)",
            "split(2..)",
            "take(1..3) leave(0..4, distinct)",
            "split(3, not-all-equal)",
        ] {
            let rule: Rule = text.parse().unwrap();
            for n in 0..=24 {
                let real = rule.options(n).count() as f64;
                assert!(rule.option_count(n) >= real, "{text} {n}");
                assert_eq!(rule.is_terminal(n), real == 0.0, "{text} {n}");
                if rule.most_heaps() <= 2 {
                    assert!((rule.option_count(n) - real).abs() < 1e-9, "{text} {n}");
                }
            }
        }
    }
}
