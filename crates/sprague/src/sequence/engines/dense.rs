//! The dense engine: every option of every heap, for any rule.
//!
//! For each heap the sets of values of the parts ([`PartSets`]) that its clauses can leave are joined, and the mex
//! of the union is the value. Moves that may take any number of tokens need no look at each of them: it is enough
//! to know at which total a value first occurs.
//! Cost to heap n: n²/4 steps per condition for rules that leave two heaps, n²/2k times the length of a set for k
//! from three on, n³/36 for three that must differ; memory 4 bytes a heap and the part sets still in reach.

use crate::heap::{Clause, Division, ENDLESS, SizeSet, Take};
use crate::sequence::engines::parts;
use crate::sequence::engines::parts::{PartSets, Parts, Rest, reach, rest_of};

/// A table of the values of one rule that grows on demand.
#[derive(Clone, Debug, Default)]
pub struct Dense {
    clauses: Vec<Clause>,
    /// The moves that are possible with as many tokens as the last heap had.
    moves: Vec<Move>,
    sets: Vec<PartSets>,
    values: Vec<u32>,
    largest: u32,
    /// The least nonempty heap that has each value.
    earliest: Vec<u64>,
    union: Vec<u64>,
    /// For each clause with a set by name that does not depend on the heap, its numbers up to the last heap.
    listed: Vec<Vec<u64>>,
}

impl Dense {
    /// An engine for the rule, before its first value.
    pub fn new(clauses: &[Clause]) -> Self {
        Self { clauses: clauses.to_vec(), listed: vec![Vec::new(); clauses.len()], ..Self::default() }
    }

    /// An engine that goes on from known values, from heap 0 on; `None` where sets of all totals would be needed.
    pub fn from_values(clauses: &[Clause], values: &[u32]) -> Option<Self> {
        let endless = |clause: &Clause| clause.take.greatest() == Some(ENDLESS) && splits(clause);
        if clauses.iter().any(|clause| clause.chain_end().is_some() && splits(clause) || endless(clause)) {
            return None;
        }
        let mut dense = Self::new(clauses);
        for (heap, &value) in (0..).zip(values) {
            dense.open(heap);
            dense.note(value);
        }
        dense.sets.iter_mut().for_each(|set| set.catch_up(values, dense.largest));
        Some(dense)
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

    fn step(&mut self) {
        let heap = self.values.len() as u64;
        self.open(heap);
        for at in 0..self.sets.len() {
            let (earlier, rest) = self.sets.split_at_mut(at);
            rest[0].push(earlier, &self.values, self.largest);
        }
        let mut union = std::mem::take(&mut self.union);
        union.clear();
        for a_move in &self.moves {
            let clause = &self.clauses[a_move.clause];
            if !clause.on.contains(heap) {
                continue;
            }
            let mut unite = |low: u64, high: u64| {
                if low <= high && low <= heap {
                    self.unite(&mut union, a_move.leaves, heap, low, high);
                }
            };
            match (&clause.take, clause.take.stretch(heap)) {
                (Take::Ranges(set), _) => set.ranges().iter().for_each(|&(low, high)| unite(low, high)),
                (_, Some((low, high))) => unite(low, high),
                (take, None) if take.depends_on_heap() => take.up_to(heap).for_each(|i| unite(i, i)),
                _ => self.listed[a_move.clause].iter().for_each(|&i| unite(i, i)),
            }
        }
        self.unite_divided(&mut union, heap);
        let full = union.iter().take_while(|&&word| word == u64::MAX).count();
        let value = full as u32 * 64 + union.get(full).map_or(0, |word| word.trailing_ones());
        self.union = union;
        self.note(value);
    }

    fn note(&mut self, value: u32) {
        let heap = self.values.len() as u64;
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

    /// Adds the values of the options that leave equal parts, or two parts whose difference is in a set: there are no
    /// sets of these that other totals share, so the parts are gone through.
    fn unite_divided(&self, union: &mut Vec<u64>, heap: u64) {
        let value = |part: u64| self.values[part as usize];
        let mut add = |value: u32| parts::insert(union, value as usize);
        for clause in self.clauses.iter().filter(|clause| clause.on.contains(heap)) {
            if clause.condition.chain().is_some() {
                continue;
            }
            for total in clause.take.up_to(heap).map(|taken| heap - taken) {
                if clause.leave.contains(0) && total == 0 {
                    add(0);
                }
                if clause.leave.contains(1) && total > 0 && total < heap {
                    add(value(total));
                }
                match &clause.condition {
                    Division::Equal => {
                        let both = (1..=total.isqrt()).filter(|d| total.is_multiple_of(*d));
                        for heaps in both.flat_map(|d| [d, total / d]) {
                            if heaps >= 2 && clause.leave.contains(heaps) {
                                add(if heaps % 2 == 0 { 0 } else { value(total / heaps) });
                            }
                        }
                    }
                    Division::Apart(set) if total >= 2 && clause.leave.contains(2) => {
                        let possible = set.intersection(&SizeSet::range(0, total - 2));
                        for difference in possible.up_to(total).filter(|d| (total - d) % 2 == 0) {
                            let small = (total - difference) / 2;
                            add(value(small) ^ value(total - small));
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    /// Adds the values of the options that take `low` to `high` tokens.
    fn unite(&self, union: &mut Vec<u64>, leaves: Leaves, heap: u64, low: u64, high: u64) {
        match leaves {
            Leaves::Nothing if high >= heap => parts::insert(union, 0),
            Leaves::Nothing => {}
            Leaves::OneHeap if high >= heap => {
                for (value, &first) in self.earliest.iter().enumerate() {
                    if first <= heap - low {
                        parts::insert(union, value);
                    }
                }
            }
            Leaves::OneHeap => {
                for taken in low.max(1)..=high {
                    parts::insert(union, self.values[(heap - taken) as usize] as usize);
                }
            }
            Leaves::Parts(at) => {
                let sets = &self.sets[at];
                if high >= heap {
                    for value in (0..sets.width()).filter(|&value| sets.occurs_by(value, heap - low)) {
                        parts::insert(union, value);
                    }
                } else {
                    for taken in low..=high {
                        parts::unite(union, sets.set(heap - taken));
                    }
                }
            }
        }
    }
}

/// Whether a clause may leave two heaps or more.
fn splits(clause: &Clause) -> bool {
    clause.leave.ranges().last().is_some_and(|&(_, most)| most >= 2)
}

/// A way to move.
#[derive(Clone, Copy, Debug)]
pub struct Move {
    /// An index into the clauses.
    pub clause: usize,
    /// What is left.
    pub leaves: Leaves,
}

/// What a move leaves.
#[derive(Clone, Copy, Debug)]
pub enum Leaves {
    /// No heap.
    Nothing,
    /// A single heap.
    OneHeap,
    /// Several heaps: an index into the part sets.
    Parts(usize),
}

impl Dense {
    /// Adds the moves that leave as many heaps as there are tokens in this heap, and the sets they need.
    fn open(&mut self, heap: u64) {
        for (clause, listed) in self.clauses.iter().zip(&mut self.listed) {
            let is_fixed = clause.take.ranges().is_none() && !clause.take.depends_on_heap();
            if is_fixed && clause.take.contains(heap, heap) {
                listed.push(heap);
            }
        }
        for at in 0..self.clauses.len() {
            let clause = &self.clauses[at];
            // other divisions are gone through
            let Some(condition) = clause.condition.chain() else { continue };
            let keep = reach(clause).saturating_add(1);
            let leave = if clause.leave.contains(heap) { Some(rest_of(&clause.leave, heap)) } else { None };
            if clause.chain_end().is_some_and(|end| (2..=end).contains(&heap)) {
                self.parts(Parts::exactly(heap, condition), 1);
            }
            let leaves = match (heap, leave) {
                (_, None | Some(Rest::Opened)) => continue,
                (0, _) => Leaves::Nothing,
                (1, _) => Leaves::OneHeap,
                (_, Some(Rest::Exactly)) => Leaves::Parts(self.parts(Parts::exactly(heap, condition), keep)),
                (_, Some(Rest::AtLeast)) => Leaves::Parts(self.parts(Parts::at_least(heap, condition), keep)),
            };
            self.moves.push(Move { clause: at, leaves });
        }
    }

    /// The place of the sets of this kind, which are added where they are missing, after those they are built from.
    fn parts(&mut self, kind: Parts, keep: u64) -> usize {
        let at = self.sets.iter().position(|set| set.kind() == kind).unwrap_or_else(|| {
            let base = kind.base().map(|base| self.parts(base, ENDLESS));
            self.sets.push(PartSets::new(kind, base, self.values.len() as u64));
            self.sets.len() - 1
        });
        let is_base = self.clauses.iter().any(|clause| {
            clause.condition == kind.condition && clause.chain_end().is_some_and(|end| kind.least < end)
        });
        self.sets[at].keep_at_least(if is_base { ENDLESS } else { keep });
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::Condition;
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
                    Clause::new(take, leave, condition, on)
                })
                .collect();
            let expected: Vec<u32> = naive_values(&clauses, 26).iter().map(|v| v.0 as u32).collect();
            assert_eq!(Dense::new(&clauses).extend_to(26), expected, "round {round}: {clauses:?}");
        }
    }

    /// Numbers of heaps share one chain of sets, whichever of them is asked for first.
    #[test]
    fn many_numbers_of_parts_have_the_values_of_the_definition() {
        for text in [
            "split(2..9)",
            "split(5)",
            "split(3,6,7, not-all-equal)",
            "split(2,4..)",
            "split(4.., not-all-equal)",
            "take(1..2) leave(0..6) | split(4)",
            "split(4..5, distinct)",
            "split(3.., diff>=2)",
            "split(2..1000000)",
        ] {
            let rule: crate::heap::Rule = text.parse().unwrap();
            let expected: Vec<u32> = naive_values(rule.clauses(), 24).iter().map(|v| v.0 as u32).collect();
            assert_eq!(Dense::new(rule.clauses()).extend_to(24), expected, "{text}");
        }
    }

    #[test]
    fn an_engine_goes_on_from_its_values() {
        for text in ["split(2, distinct)", "take(1..7)", "0.77", "split(2,3, diff>=2)"] {
            let rule: crate::heap::Rule = text.parse().unwrap();
            let expected = Dense::new(rule.clauses()).extend_to(120).to_vec();
            for known in [0, 1, 2, 5, 60] {
                let mut dense = Dense::from_values(rule.clauses(), &expected[..known]).expect(text);
                assert_eq!(dense.extend_to(120), expected, "{text} from {known}");
            }
        }
    }

    #[test]
    fn an_engine_with_a_chain_of_sets_starts_again() {
        for text in ["split(3)", "take(1..2) leave(0..3)", "split(2..)"] {
            let rule: crate::heap::Rule = text.parse().unwrap();
            assert!(Dense::from_values(rule.clauses(), &[0, 0]).is_none(), "{text}");
        }
    }
}
