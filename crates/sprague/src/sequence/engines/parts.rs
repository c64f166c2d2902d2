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

use std::collections::VecDeque;

use crate::heap::{Clause, Condition, ENDLESS, SizeSet};

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
        for value in ones(&set) {
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
            unite_shifted(&mut set, fewer.set(total - part), values[part as usize]);
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
            unite_shifted(&mut set, self.set(total - part), values[part as usize]);
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
        insert(set, (values[part as usize] ^ paired) as usize);
    }
}

impl PartSets {
    fn three(&mut self, total: u64, gap: u64, values: &[u32]) -> Bits {
        let (total, gap) = (total as usize, gap as usize);
        for a in 1..=total / 3 {
            let rest = total - a;
            let (least_b, largest_b) = (a + gap, rest.saturating_sub(gap) / 2);
            if least_b > largest_b {
                break;
            }
            let (small, large) = (&values[least_b..=largest_b], &values[rest - largest_b..=rest - least_b]);
            for (&b, &c) in small.iter().zip(large.iter().rev()) {
                self.marks.mark(values[a] ^ b ^ c);
            }
        }
        self.marks.drain()
    }

    pub(crate) fn differing(&mut self, total: u64, least: u64, values: &[u32]) -> Bits {
        match self.kind {
            Parts { least: 2, most: 2, .. } => return self.two(total, least, values),
            Parts { least: 3, most: 3, .. } => return self.three(total, least, values),
            Parts { .. } => {}
        }
        let counts = (self.kind.least, self.kind.most);
        each_differing(total, 1, least, counts, values, 0, &mut self.marks);
        self.marks.drain()
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
    // The least total of the parts still to come, less what their first one adds to each of them.
    let parts = least.max(2);
    let rises = Condition::Differ(gap).least_total(parts) - parts;
    let mut part = part;
    while part.saturating_mul(parts).saturating_add(rises) <= total {
        let next = part + gap;
        each_differing(total - part, next, gap, counts, values, sum ^ values[part as usize], marks);
        part += 1;
    }
}

/// How a number of heaps belongs to the numbers that a clause may leave.
#[derive(Clone, Copy, Debug)]
pub enum Rest {
    /// On its own.
    Exactly,
    /// With all greater ones.
    AtLeast,
    /// With all smaller ones down to one that all greater ones were added with.
    Opened,
}

/// How this number of heaps belongs to those in the set.
pub fn rest_of(leave: &SizeSet, heaps: u64) -> Rest {
    match leave.ranges().last() {
        Some(&(low, ENDLESS)) if heaps > low.max(2) => Rest::Opened,
        Some(&(low, ENDLESS)) if heaps == low.max(2) => Rest::AtLeast,
        _ => Rest::Exactly,
    }
}

/// The most tokens that a clause takes, where it says how many.
pub fn reach(clause: &Clause) -> u64 {
    let Some(take) = clause.take.ranges() else { return ENDLESS };
    take.ranges().iter().map(|range| range.1).filter(|&high| high != ENDLESS).max().unwrap_or(0)
}

/// A set of values: bit v of the words.
pub type Bits = Box<[u64]>;

/// Adds a value.
pub fn insert(set: &mut Vec<u64>, value: usize) {
    let word = value / 64;
    if word >= set.len() {
        set.resize(word + 1, 0);
    }
    set[word] |= 1 << (value % 64);
}

/// Adds every value of `other`.
pub fn unite(set: &mut Vec<u64>, other: &[u64]) {
    if other.len() > set.len() {
        set.resize(other.len(), 0);
    }
    set.iter_mut().zip(other).for_each(|(word, more)| *word |= more);
}

/// The values of a set, ascending.
pub fn ones(set: &[u64]) -> impl Iterator<Item = usize> {
    set.iter().enumerate().flat_map(|(at, &word)| {
        std::iter::successors((word != 0).then_some(word), |w| Some(w & (w - 1)).filter(|&w| w != 0))
            .map(move |w| at * 64 + w.trailing_zeros() as usize)
    })
}

/// Adds every value of `other`, nim-added to `shift`. Words change places by the high bits of the shift; inside a
/// word each of the six low bits swaps neighboring blocks.
pub fn unite_shifted(set: &mut Vec<u64>, other: &[u64], shift: u32) {
    const LOW: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    let far = (shift / 64) as usize;
    for (at, &word) in other.iter().enumerate().filter(|(_, word)| **word != 0) {
        let mut swapped = word;
        for (bit, low) in LOW.iter().enumerate() {
            if shift >> bit & 1 == 1 {
                let distance = 1 << bit;
                swapped = (swapped & low) << distance | (swapped >> distance) & low;
            }
        }
        let target = at ^ far;
        if target >= set.len() {
            set.resize(target + 1, 0);
        }
        set[target] |= swapped;
    }
}

/// Marks values one by one. A byte per value costs a plain store, where setting a bit would have to wait for the
/// bit set before it in the same word.
#[derive(Clone, Debug, Default)]
pub struct Marks(Vec<u8>);

impl Marks {
    /// Makes room for nim-sums of values up to `largest`.
    pub fn make_room(&mut self, largest: u32) {
        let room = (largest as usize + 1).next_power_of_two();
        if room > self.0.len() {
            self.0.resize(room, 0);
        }
    }

    /// Marks a nim-sum for which room was made.
    pub fn mark(&mut self, value: u32) {
        self.0[value as usize] = 1;
    }

    /// The set of marked values; the marks are gone.
    pub fn drain(&mut self) -> Bits {
        let mut set = Vec::new();
        for (at, chunk) in self.0.chunks_mut(64).enumerate() {
            let mut word = 0u64;
            for (bit, mark) in chunk.iter_mut().enumerate() {
                word |= u64::from(std::mem::take(mark)) << bit;
            }
            if word != 0 {
                set.resize(at + 1, 0);
                set[at] = word;
            }
        }
        set.into_boxed_slice()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifted_union_is_nim_addition_of_every_value() {
        let values = [0usize, 1, 5, 63, 64, 100, 129];
        let mut set = Vec::new();
        for value in values {
            insert(&mut set, value);
        }
        for shift in 0..200 {
            let mut moved = Vec::new();
            unite_shifted(&mut moved, &set, shift);
            let mut expected: Vec<usize> = values.iter().map(|v| v ^ shift as usize).collect();
            expected.sort_unstable();
            assert_eq!(ones(&moved).collect::<Vec<_>>(), expected);
        }
    }
}
