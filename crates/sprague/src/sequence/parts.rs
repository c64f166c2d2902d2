//! The values that a number of tokens can have when left as several heaps.
//!
//! Which nim-sums the parts of `total` tokens take depends on the number of parts and the condition, not on how
//! many tokens were taken to get there. So each set is computed once per total and used by every clause that needs
//! it: a code with five break digits costs no more than one with a single digit.
//!
//! Cost per total m: two parts m/2 steps; three parts m²/12; k >= 4 or any number of parts without `distinct`,
//! m times the length of a set; pairwise different parts, one step per partition.

use std::collections::VecDeque;

use super::bits::{self, Bits, Marks};
use crate::heap::{Condition, ENDLESS};

/// How many heaps are left and what they must satisfy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    /// The least number of heaps, at least 2.
    pub least: u64,
    /// The greatest number of heaps: the same, or `ENDLESS`.
    pub most: u64,
    /// What they must satisfy.
    pub condition: Condition,
}

/// The sets of one kind of parts, for the totals still in reach.
#[derive(Clone, Debug)]
pub struct PartSets {
    kind: Parts,
    /// The sets of one part fewer, where this kind is built from them.
    fewer: Option<Box<PartSets>>,
    sets: VecDeque<Bits>,
    /// The total that `sets[0]` belongs to.
    first: u64,
    keep: u64,
    /// The least total at which each value occurs, for moves that may take any number.
    earliest: Vec<u64>,
    marks: Marks,
}

impl PartSets {
    /// No totals yet; the sets of none are kept until [`Self::keep_at_least`] asks for them.
    pub fn new(kind: Parts) -> Self {
        let built_from_sets = kind.least > 3 || kind.most == ENDLESS;
        let fewer = match kind.condition {
            Condition::Any | Condition::NotAllEqual if built_from_sets => {
                let count = if kind.most == ENDLESS { kind.least } else { kind.least - 1 };
                let mut fewer = Self::new(Parts { least: count, most: count, condition: kind.condition });
                fewer.keep_at_least(ENDLESS);
                Some(Box::new(fewer))
            }
            _ => None,
        };
        let keep = if kind.most == ENDLESS { ENDLESS } else { 1 };
        Self {
            kind,
            fewer,
            sets: VecDeque::new(),
            first: 0,
            keep,
            earliest: Vec::new(),
            marks: Marks::default(),
        }
    }

    /// Keeps the sets of at least the last `totals` totals.
    pub fn keep_at_least(&mut self, totals: u64) {
        self.keep = self.keep.max(totals);
    }

    /// The kind of parts.
    pub const fn kind(&self) -> Parts {
        self.kind
    }

    /// The set of a total that was added and is still kept.
    pub fn set(&self, total: u64) -> &[u64] {
        total.checked_sub(self.first).and_then(|at| self.sets.get(at as usize)).map_or(&[], |set| set)
    }

    /// Whether some total up to `total` has the value.
    pub fn occurs_by(&self, value: usize, total: u64) -> bool {
        self.earliest.get(value).is_some_and(|&first| first <= total)
    }

    /// One more than the greatest value that ever occurred.
    pub fn width(&self) -> usize {
        self.earliest.len()
    }

    /// Adds the next total; `values` are those of all smaller heaps, none above `largest`.
    pub fn push(&mut self, values: &[u32], largest: u32) {
        let total = self.first + self.sets.len() as u64;
        if let Some(fewer) = &mut self.fewer {
            fewer.push(values, largest);
        }
        self.marks.make_room(largest);
        let set = match self.kind {
            Parts { condition: Condition::Differ(least), .. } => self.differing(total, least, values),
            Parts { most: ENDLESS, .. } => self.endless(total, values),
            Parts { least: 2, condition, .. } => {
                self.two(total, u64::from(condition == Condition::NotAllEqual), values)
            }
            Parts { least: 3, .. } => self.three(total, values),
            Parts { .. } => self.extended(total, values),
        };
        for value in bits::ones(&set) {
            if value >= self.earliest.len() {
                self.earliest.resize(value + 1, u64::MAX);
            }
            self.earliest[value] = self.earliest[value].min(total);
        }
        self.sets.push_back(set);
        if self.sets.len() as u64 > self.keep {
            self.sets.pop_front();
            self.first += 1;
        }
    }

    fn two(&mut self, total: u64, least_difference: u64, values: &[u32]) -> Bits {
        let largest_small = (total.saturating_sub(least_difference) / 2) as usize;
        if largest_small == 0 {
            return Bits::default();
        }
        let total = total as usize;
        let small = &values[1..=largest_small];
        let large = &values[total - largest_small..total];
        for (&a, &b) in small.iter().zip(large.iter().rev()) {
            self.marks.mark(a ^ b);
        }
        self.marks.drain()
    }

    fn three(&mut self, total: u64, values: &[u32]) -> Bits {
        let total = total as usize;
        for a in 1..=total / 3 {
            let rest = total - a;
            let largest_b = rest / 2;
            let (small, large) = (&values[a..=largest_b], &values[rest - largest_b..=rest - a]);
            for (&b, &c) in small.iter().zip(large.iter().rev()) {
                self.marks.mark(values[a] ^ b ^ c);
            }
        }
        let mut set = self.marks.drain();
        if self.kind.condition == Condition::NotAllEqual && total.is_multiple_of(3) && total > 0 {
            drop_all_equal(&mut set, total, values);
        }
        set
    }

    fn differing(&mut self, total: u64, least: u64, values: &[u32]) -> Bits {
        if self.kind.least == 2 && self.kind.most == 2 {
            return self.two(total, least, values);
        }
        let counts = (self.kind.least, self.kind.most);
        each_differing(total, 1, least, counts, values, 0, &mut self.marks);
        self.marks.drain()
    }

    /// k parts: one part and k - 1 others. Not all equal: the others are not, or they are and the one differs.
    fn extended(&mut self, total: u64, values: &[u32]) -> Bits {
        let fewer = self.fewer.as_ref().expect("built from one part fewer");
        let mut set = Vec::new();
        for part in 1..total {
            bits::unite_shifted(&mut set, fewer.set(total - part), values[part as usize]);
        }
        if self.kind.condition == Condition::NotAllEqual {
            let others = self.kind.least - 1;
            for equal in 1..=total / others {
                let part = total - others * equal;
                insert_one_against_equals(&mut set, values, part, equal, others);
            }
        }
        set.into_boxed_slice()
    }

    /// At least k parts: exactly k, or one part and at least k others; not all equal: the others are not, or they
    /// are and the one differs.
    fn endless(&mut self, total: u64, values: &[u32]) -> Bits {
        let exactly = self.fewer.as_ref().expect("built on the least number of parts");
        let mut set = exactly.set(total).to_vec();
        for part in 1..total {
            bits::unite_shifted(&mut set, self.set(total - part), values[part as usize]);
        }
        if self.kind.condition == Condition::NotAllEqual {
            for equal in 1..total {
                for others in self.kind.least..=(total - 1) / equal {
                    let part = total - others * equal;
                    insert_one_against_equals(&mut set, values, part, equal, others);
                }
            }
        }
        set.into_boxed_slice()
    }
}

/// Drops the value of the all-equal parts from a set of three parts, unless other parts have it too.
fn drop_all_equal(set: &mut Bits, total: usize, values: &[u32]) {
    let third = total / 3;
    let value = values[third];
    let another = (1..third).any(|a| {
        let rest = total - a;
        (a..=rest / 2).any(|b| values[a] ^ values[b] ^ values[rest - b] == value)
    });
    if !another {
        bits::remove(set, value as usize);
    }
}

fn insert_one_against_equals(set: &mut Vec<u64>, values: &[u32], part: u64, equal: u64, others: u64) {
    if part != 0 && part != equal {
        let paired = if others.is_multiple_of(2) { 0 } else { values[equal as usize] };
        bits::insert(set, (values[part as usize] ^ paired) as usize);
    }
}

/// Marks the nim-sum of every way to write `total` in ascending parts from `part` on, each at least `gap` above
/// the one before, with a number of parts in `counts`.
fn each_differing(
    total: u64,
    part: u64,
    gap: u64,
    (least, most): (u64, u64),
    values: &[u32],
    sum: u32,
    marks: &mut Marks,
) {
    if least <= 1 && total >= part && (total as usize) < values.len() {
        marks.mark(sum ^ values[total as usize]);
    }
    if most == 1 {
        return;
    }
    let counts = (least.saturating_sub(1), if most == ENDLESS { ENDLESS } else { most - 1 });
    let mut part = part;
    while part.saturating_add(part.saturating_add(gap)) <= total {
        let next = part + gap;
        each_differing(total - part, next, gap, counts, values, sum ^ values[part as usize], marks);
        part += 1;
    }
}
