//! The values that a number of tokens can have when left as several heaps.
//!
//! Which nim-sums the parts of `total` tokens take depends on the number of parts and the condition, not on how
//! many tokens were taken to get there. So each set is computed once per total and used by every clause that needs
//! it: a code with five break digits costs no more than one with a single digit.
//!
//! Cost per total m: two parts m/2 steps; k >= 3 parts m/k times the length of a set (a word for 64 values), from the
//! sets of k - 1 parts; any number of parts m times that; pairwise different parts, one step per partition, which is
//! m²/12 for three.
//! Sets that are built from others find them by index in the list of the engine, so that all numbers of parts
//! share one chain.

mod differing;

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
    /// Where in the list the sets are that this kind is built from.
    base: Option<usize>,
    sets: VecDeque<Bits>,
    /// The total that `sets[0]` belongs to.
    first: u64,
    keep: u64,
    /// The least total at which each value occurs, for moves that may take any number.
    earliest: Vec<u64>,
    marks: Marks,
}

impl Parts {
    /// Exactly this many heaps.
    pub fn exactly(heaps: u64, condition: Condition) -> Self {
        let condition = match condition {
            Condition::NotAllEqual if heaps == 2 => Condition::Differ(1),
            same => same,
        };
        Self { least: heaps, most: heaps, condition }
    }

    /// At least this many heaps.
    pub const fn at_least(heaps: u64, condition: Condition) -> Self {
        Self { least: heaps, most: ENDLESS, condition }
    }

    /// The kind whose sets this one is built from.
    pub fn base(self) -> Option<Self> {
        match self {
            Self { condition: Condition::Differ(_), .. } => None,
            Self { least, most: ENDLESS, condition } => Some(Self::exactly(least, condition)),
            Self { least, condition, .. } => (least >= 3).then(|| Self::exactly(least - 1, condition)),
        }
    }
}

impl PartSets {
    /// The sets from the total `first` on; smaller totals must have none. `base` is where in the list the sets of
    /// the kind are that this one is built from, with all totals kept.
    pub fn new(kind: Parts, base: Option<usize>, first: u64) -> Self {
        let keep = if kind.most == ENDLESS { ENDLESS } else { 1 };
        let (sets, earliest, marks) = (VecDeque::new(), Vec::new(), Marks::default());
        Self { kind, base, sets, first, keep, earliest, marks }
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

    /// Adds the next total; `earlier` are the sets before these in the list, which have it already, and `values`
    /// those of all smaller heaps, none above `largest`.
    pub fn push(&mut self, earlier: &[Self], values: &[u32], largest: u32) {
        let total = self.first + self.sets.len() as u64;
        self.marks.make_room(largest);
        let base = self.base.map(|at| &earlier[at]);
        let set = match self.kind {
            Parts { least, condition, .. } if total < condition.least_total(least) => Bits::default(),
            Parts { condition: Condition::Differ(least), .. } => self.differing(total, least, values),
            Parts { most: ENDLESS, .. } => self.endless(base, total, values),
            Parts { least: 2, .. } => self.two(total, 0, values),
            Parts { .. } => self.extended(base, total, values),
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

    /// Adds the totals that are kept when the values of all smaller heaps are known at once; for kinds that are not
    /// built from others.
    pub fn catch_up(&mut self, values: &[u32], largest: u32) {
        let totals = values.len() as u64;
        self.first = self.first.max(totals.saturating_sub(self.keep));
        for total in self.first..totals {
            self.push(&[], &values[..total as usize], largest);
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

    /// k parts: a smallest one and k - 1 others. Not all equal: the others are not, or they are and the one differs.
    fn extended(&self, fewer: Option<&Self>, total: u64, values: &[u32]) -> Bits {
        let fewer = fewer.expect("built from one part fewer");
        let mut set = Vec::new();
        for part in 1..=total / self.kind.least {
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
    fn endless(&self, exactly: Option<&Self>, total: u64, values: &[u32]) -> Bits {
        let exactly = exactly.expect("built on the least number of parts");
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

fn insert_one_against_equals(set: &mut Vec<u64>, values: &[u32], part: u64, equal: u64, others: u64) {
    if part != 0 && part != equal {
        let paired = if others.is_multiple_of(2) { 0 } else { values[equal as usize] };
        bits::insert(set, (values[part as usize] ^ paired) as usize);
    }
}
