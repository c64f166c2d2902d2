//! One shape for every rule whose moves leave at most two heaps.
//!
//! A move that breaks a heap is: take i tokens (the *break index*) and leave two heaps that differ by at least D; a
//! move that leaves one heap is a *one-heap index*; a move that leaves nothing ends the game from a heap of exactly
//! that size. Octal codes, Grundy's game, difference games and sums of clauses all become such lists. The `on` sets
//! of the clauses cut the heap sizes into finitely many phases, in each of which the lists are constant. Rules that
//! may leave three heaps or take any number of tokens have no such shape and are left to the dense engine.

use std::collections::{BTreeMap, BTreeSet};

use crate::heap::{Clause, Condition, ENDLESS, PlainClause, SizeSet};

/// More indices or phases than this and the lists no longer pay.
const MOST: usize = 4096;

/// A break index with the least difference of the two parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Break {
    /// The tokens taken.
    pub taken: u64,
    /// The least difference of the parts, 0 for any.
    pub differ: u64,
}

impl Break {
    /// The greatest smaller part of a heap of `heap` tokens, 0 if it cannot be broken.
    pub const fn last_small(self, heap: u64) -> u64 {
        heap.saturating_sub(self.taken).saturating_sub(self.differ) / 2
    }

    /// Whether a heap may be broken so that one part is `part`, whichever of the two.
    pub const fn allows(self, heap: u64, part: u64) -> bool {
        let left = heap.saturating_sub(self.taken);
        part > 0 && part < left && left.abs_diff(part.saturating_mul(2)) >= self.differ
    }
}

/// The moves from the heaps of one range of sizes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phase {
    /// The least heap of the range.
    pub from: u64,
    /// The least heap after the range.
    pub until: u64,
    /// Break indices, ascending.
    pub breaks: Vec<Break>,
    /// One-heap indices, ascending.
    pub singles: Vec<u64>,
}

/// A rule as break indices and one-heap indices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    phases: Vec<Phase>,
    ends: BTreeSet<u64>,
    reach: u64,
}

impl Shape {
    /// The shape of a rule; `None` where a move may leave three heaps, take any number of tokens or none at all
    /// without breaking, or where the lists would be too long.
    pub fn new(clauses: &[Clause]) -> Option<Self> {
        let mut cuts = BTreeSet::from([0]);
        let mut reach = 0;
        let mut indices = 0usize;
        let clauses = &Clause::all_plain(clauses)?[..];
        for clause in clauses {
            if clause.take.is_empty() || clause.leave.is_empty() {
                continue;
            }
            let idle = clause.take.contains(0) && (clause.leave.contains(0) || clause.leave.contains(1));
            if greatest(&clause.leave) > 2 || idle || greatest(&clause.take) == ENDLESS {
                return None;
            }
            for &(low, high) in clause.take.ranges() {
                indices = usize::try_from(high - low).ok()?.checked_add(indices)?.checked_add(1)?;
                reach = reach.max(high);
            }
            for &(low, high) in clause.on.ranges() {
                cuts.insert(low);
                if high != ENDLESS {
                    cuts.insert(high + 1);
                }
            }
            if indices > MOST || cuts.len() > MOST {
                return None;
            }
        }
        let cuts: Vec<u64> = cuts.into_iter().collect();
        let phases = cuts
            .iter()
            .enumerate()
            .map(|(at, &from)| phase(clauses, from, cuts.get(at + 1).copied().unwrap_or(ENDLESS)))
            .collect();
        let mut ends = BTreeSet::new();
        for clause in clauses.iter().filter(|clause| clause.leave.contains(0)) {
            ends.extend(clause.take.intersection(&clause.on).up_to(reach));
        }
        Some(Self { phases, ends, reach })
    }

    /// The moves from a heap, but for the ones that end the game.
    pub fn phase(&self, heap: u64) -> &Phase {
        let after = self.phases.partition_point(|phase| phase.from <= heap);
        &self.phases[after - 1]
    }

    /// Whether a move empties a heap of this size.
    pub fn ends(&self, heap: u64) -> bool {
        self.ends.contains(&heap)
    }

    /// The most tokens that are ever taken.
    pub const fn reach(&self) -> u64 {
        self.reach
    }

    /// The parity that all break indices share, if they do (and there are any).
    pub fn break_parity(&self) -> Option<u64> {
        let mut parities =
            self.phases.iter().flat_map(|phase| &phase.breaks).map(|a_break| a_break.taken % 2);
        let first = parities.next()?;
        parities.all(|parity| parity == first).then_some(first)
    }
}

fn greatest(set: &SizeSet) -> u64 {
    set.ranges().last().map_or(0, |range| range.1)
}

fn phase(clauses: &[PlainClause], from: u64, until: u64) -> Phase {
    let mut breaks = BTreeMap::new();
    let mut singles = BTreeSet::new();
    for clause in clauses.iter().filter(|clause| clause.on.contains(from)) {
        let differ = match clause.condition {
            Condition::Any => 0,
            Condition::NotAllEqual => 1,
            Condition::Differ(least) => least,
        };
        for taken in clause.take.up_to(ENDLESS) {
            if clause.leave.contains(1) {
                singles.insert(taken);
            }
            if clause.leave.contains(2) {
                let least = breaks.entry(taken).or_insert(differ);
                *least = differ.min(*least);
            }
        }
    }
    let breaks = breaks.into_iter().map(|(taken, differ)| Break { taken, differ }).collect();
    Phase { from, until, breaks, singles: singles.into_iter().collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clause(take: SizeSet, leave: (u64, u64), condition: Condition, on: SizeSet) -> Clause {
        Clause::new(take, SizeSet::range(leave.0, leave.1), condition, on)
    }

    #[test]
    fn kayles_breaks_and_takes_one_or_two() {
        let kayles = [clause(SizeSet::range(1, 2), (0, 2), Condition::Any, SizeSet::all())];
        let shape = Shape::new(&kayles).expect("two heaps at most");
        let phase = shape.phase(1000);
        assert_eq!(phase.breaks, [1, 2].map(|taken| Break { taken, differ: 0 }));
        assert_eq!(phase.singles, [1, 2]);
        assert!(shape.ends(1) && shape.ends(2) && !shape.ends(3));
        assert_eq!((shape.reach(), shape.break_parity()), (2, None));
    }

    #[test]
    fn the_weakest_condition_wins_and_sizes_cut_phases() {
        let rule = [
            clause(SizeSet::range(0, 0), (2, 2), Condition::Differ(4), SizeSet::all()),
            clause(SizeSet::range(0, 0), (2, 2), Condition::NotAllEqual, SizeSet::range(10, 19)),
            clause(SizeSet::range(3, 3), (1, 1), Condition::Any, SizeSet::range(15, ENDLESS)),
        ];
        let shape = Shape::new(&rule).expect("two heaps at most");
        let differ = |heap| shape.phase(heap).breaks[0].differ;
        assert_eq!([9, 10, 19, 20].map(differ), [4, 1, 1, 4]);
        assert_eq!([14, 15, 40].map(|heap| shape.phase(heap).singles.len()), [0, 1, 1]);
        assert_eq!((shape.phase(12).from, shape.phase(12).until), (10, 15));
        assert_eq!(shape.break_parity(), Some(0));
    }

    #[test]
    fn three_heaps_and_endless_takes_have_no_shape() {
        let all = SizeSet::all;
        assert!(Shape::new(&[clause(SizeSet::range(1, 1), (0, 3), Condition::Any, all())]).is_none());
        assert!(Shape::new(&[clause(SizeSet::range(1, ENDLESS), (1, 1), Condition::Any, all())]).is_none());
        assert!(Shape::new(&[clause(SizeSet::range(1, 1 << 40), (1, 1), Condition::Any, all())]).is_none());
        assert!(Shape::new(&[clause(SizeSet::range(0, 0), (1, 1), Condition::Any, all())]).is_none());
    }

    #[test]
    fn a_part_is_allowed_exactly_when_the_parts_differ_enough() {
        for differ in 0..5 {
            let a_break = Break { taken: 2, differ };
            for heap in 0..30u64 {
                for part in 0..30u64 {
                    let left = heap.saturating_sub(2);
                    let legal = part >= 1 && part < left && part.abs_diff(left - part) >= differ;
                    assert_eq!(a_break.allows(heap, part), legal);
                }
                let small = (1..30).filter(|&a| a_break.allows(heap, a) && 2 * a + 2 <= heap).max();
                assert_eq!(a_break.last_small(heap), small.unwrap_or(0));
            }
        }
    }
}
