//! The dense engine: every option of every heap, for any rule.
//!
//! For each heap the sets of values of the parts ([`PartSets`]) that its clauses can leave are joined, and the mex
//! of the union is the value. Moves that may take any number of tokens need no look at each of them: it is enough
//! to know at which total a value first occurs. Cost to heap n: n²/4 steps per condition for rules that leave two
//! heaps, n³/36 for three; memory 4 bytes a heap and the part sets still in reach.

use std::ops::ControlFlow;

use super::Sink;
use super::bits;
use super::parts::{PartSets, Parts};
use crate::heap::{Clause, Condition, ENDLESS, SizeSet};
use crate::nimber::Nimber;

/// A table of the values of one rule that grows on demand.
#[derive(Clone, Debug)]
pub struct Dense {
    moves: Vec<Move>,
    sets: Vec<PartSets>,
    values: Vec<u32>,
    largest: u32,
    /// The least nonempty heap that has each value.
    earliest: Vec<u64>,
    union: Vec<u64>,
}

#[derive(Clone, Debug)]
struct Move {
    on: SizeSet,
    take: SizeSet,
    leaves: Leaves,
}

/// What a move leaves.
#[derive(Clone, Copy, Debug)]
enum Leaves {
    Nothing,
    OneHeap,
    /// Several heaps: an index into the part sets.
    Parts(usize),
}

impl Dense {
    /// An engine for the rule, before its first value.
    pub fn new(clauses: &[Clause]) -> Self {
        let mut engine = Self {
            moves: Vec::new(),
            sets: Vec::new(),
            values: Vec::new(),
            largest: 0,
            earliest: Vec::new(),
            union: Vec::new(),
        };
        for clause in clauses {
            let reach = clause.take.ranges().iter().map(|r| r.1).filter(|&high| high != ENDLESS).max();
            let keep = reach.unwrap_or(0).saturating_add(1);
            for &(low, high) in clause.leave.ranges() {
                let last = if high == ENDLESS { low.max(2) } else { high };
                for heaps in low..=last {
                    let most = if high == ENDLESS && heaps == last { ENDLESS } else { heaps };
                    let leaves = match heaps {
                        0 => Leaves::Nothing,
                        1 => Leaves::OneHeap,
                        least => engine.parts(Parts { least, most, condition: clause.condition }, keep),
                    };
                    let (on, take) = (clause.on.clone(), clause.take.clone());
                    engine.moves.push(Move { on, take, leaves });
                }
            }
        }
        engine
    }

    fn parts(&mut self, kind: Parts, keep: u64) -> Leaves {
        let kind = match kind.condition {
            Condition::NotAllEqual if kind.least == 2 && kind.most == 2 => {
                Parts { condition: Condition::Differ(1), ..kind }
            }
            _ => kind,
        };
        let at = self.sets.iter().position(|set| set.kind() == kind).unwrap_or_else(|| {
            self.sets.push(PartSets::new(kind));
            self.sets.len() - 1
        });
        self.sets[at].keep_at_least(keep);
        Leaves::Parts(at)
    }

    /// The values found so far, from heap 0.
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// Computes up to heap `to` and returns all values from heap 0 to it.
    pub fn extend_to(&mut self, to: u64) -> &[u32] {
        while (self.values.len() as u64) <= to {
            self.step();
        }
        &self.values[..=to as usize]
    }

    /// Sends the values of the heaps 0 to `to` to the sink, in chunks.
    pub fn stream(&mut self, to: u64, sink: &mut dyn Sink) -> ControlFlow<()> {
        const CHUNK: usize = 1024;
        let mut chunk = Vec::with_capacity(CHUNK);
        for first in (0..=to).step_by(CHUNK) {
            let last = to.min(first + CHUNK as u64 - 1);
            self.extend_to(last);
            chunk.clear();
            chunk.extend(self.values[first as usize..=last as usize].iter().map(|&v| Nimber(v.into())));
            sink.accept(first, &chunk)?;
        }
        ControlFlow::Continue(())
    }

    fn step(&mut self) {
        let heap = self.values.len() as u64;
        for sets in &mut self.sets {
            sets.push(&self.values, self.largest);
        }
        let mut union = std::mem::take(&mut self.union);
        union.clear();
        for a_move in self.moves.iter().filter(|a_move| a_move.on.contains(heap)) {
            for &(low, high) in a_move.take.ranges() {
                if low <= heap {
                    self.unite(&mut union, a_move.leaves, heap, low, high);
                }
            }
        }
        let full = union.iter().take_while(|&&word| word == u64::MAX).count();
        let value = full as u32 * 64 + union.get(full).map_or(0, |word| word.trailing_ones());
        self.union = union;
        self.values.push(value);
        self.largest = self.largest.max(value);
        if heap > 0 {
            if value as usize >= self.earliest.len() {
                self.earliest.resize(value as usize + 1, u64::MAX);
            }
            let first = &mut self.earliest[value as usize];
            *first = heap.min(*first);
        }
    }

    /// Adds the values of the options that take `low` to `high` tokens.
    fn unite(&self, union: &mut Vec<u64>, leaves: Leaves, heap: u64, low: u64, high: u64) {
        match leaves {
            Leaves::Nothing if high >= heap => bits::insert(union, 0),
            Leaves::Nothing => {}
            Leaves::OneHeap if high >= heap => {
                for (value, &first) in self.earliest.iter().enumerate() {
                    if first <= heap - low {
                        bits::insert(union, value);
                    }
                }
            }
            Leaves::OneHeap => {
                for taken in low.max(1)..=high {
                    bits::insert(union, self.values[(heap - taken) as usize] as usize);
                }
            }
            Leaves::Parts(at) => {
                let sets = &self.sets[at];
                if high >= heap {
                    for value in (0..sets.width()).filter(|&value| sets.occurs_by(value, heap - low)) {
                        bits::insert(union, value);
                    }
                } else {
                    for taken in low..=high {
                        bits::unite(union, sets.set(heap - taken));
                    }
                }
            }
        }
    }
}

/// About how many elementary steps the values up to heap `to` take.
pub fn dense_steps(clauses: &[Clause], to: u64) -> f64 {
    let n = to as f64;
    let mut kinds = std::collections::BTreeSet::new();
    let mut total = n;
    for clause in clauses {
        let reach = clause.take.ranges().iter().map(|&(low, high)| high.min(to).saturating_sub(low) + 1);
        total += n * reach.map(|r| r as f64).sum::<f64>() * clause.leave.ranges().len() as f64;
        for &(low, high) in clause.leave.ranges() {
            let differ = matches!(clause.condition, Condition::Differ(_));
            for heaps in low.max(2)..=high.min(low.max(2) + 64) {
                if heaps <= 3 || differ {
                    kinds.insert((heaps, clause.condition));
                } else {
                    total += n * n / 2.0 * (1.0 + n / 256.0);
                }
            }
        }
    }
    // Partitions of m into k parts number about m^(k-1) / (k! (k-1)!); sum over m <= n.
    let partitions =
        |k: u64| (1..k).fold(n / k as f64, |count, i| count * n / (i as f64 * i as f64)) / k as f64;
    total + kinds.iter().map(|&(k, _)| partitions(k)).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::naive_values;

    fn next(seed: &mut u64) -> u64 {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        *seed >> 33
    }

    fn random_set(seed: &mut u64, least: u64, spread: u64) -> SizeSet {
        let low = least + next(seed) % spread;
        let high = if next(seed).is_multiple_of(6) { ENDLESS } else { low + next(seed) % 3 };
        SizeSet::range(low, high)
    }

    #[test]
    fn any_clauses_have_the_values_of_the_definition() {
        let mut seed = 1;
        for round in 0..400 {
            let clauses: Vec<Clause> = (0..=next(&mut seed) % 3)
                .map(|_| {
                    let take = random_set(&mut seed, 0, 4);
                    let leave = random_set(&mut seed, if take.contains(0) { 2 } else { 0 }, 4);
                    let condition = match next(&mut seed) % 5 {
                        0 | 1 => Condition::Any,
                        2 => Condition::NotAllEqual,
                        least => Condition::Differ(least - 2),
                    };
                    let on = if next(&mut seed).is_multiple_of(3) {
                        random_set(&mut seed, 2, 9)
                    } else {
                        SizeSet::all()
                    };
                    Clause { take, leave, condition, on }
                })
                .collect();
            let expected: Vec<u32> = naive_values(&clauses, 26).iter().map(|v| v.0 as u32).collect();
            assert_eq!(Dense::new(&clauses).extend_to(26), expected, "round {round}: {clauses:?}");
        }
    }
}
