//! What is counted over a range of heaps: values, zeros, records.
//!
//! Even and odd heaps are counted separately, because these counts determine the best sparse space (theory 4.5). So the
//! rare heaps in a log do not depend on the engine.

use sprague::sequence::{Counts, Space, Values};

use crate::coding::{Coded, Decoder, Encoder, coded};

/// The most zeros and records that are listed; all are counted.
const MOST_LISTED: usize = 10_000;

/// Values from here on are not counted: no engine of a run gets there, and the counts would fill the memory.
const MOST_VALUE: u64 = 1 << 26;

/// Counts over consecutive heaps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    counts: Counts,
    zeros: Vec<u64>,
    records: Vec<(u64, u64)>,
}

/// What a segment adds to a tally besides the counts of its values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Added {
    /// How often each value occurs at even heaps, without those that do not.
    pub even: Vec<(u64, u64)>,
    /// The zeros that are listed.
    pub zeros: Vec<u64>,
    /// The records that are listed.
    pub records: Vec<(u64, u64)>,
}

impl Added {
    /// What a segment adds, where so much was counted before it and so much in it.
    pub fn new(before: &Tally, segment: &Tally) -> Self {
        let even = (0..).zip(&segment.counts.lists()[0]).map(|(value, &count)| (value, count));
        let mut after = before.clone();
        after.note_records(segment.records.iter().copied());
        let room = MOST_LISTED - before.zeros.len().min(MOST_LISTED);
        Self {
            even: even.filter(|&(_, count)| count > 0).collect(),
            zeros: segment.zeros.iter().copied().take(room).collect(),
            records: after.records.split_off(before.records.len()),
        }
    }
}

coded!(
    Added { even, zeros, records }
    Tally { counts, zeros, records }
);

impl Coded for Counts {
    fn put(&self, out: &mut Encoder) {
        let [even, odd] = self.lists();
        out.add(even).add(odd);
    }

    fn get(from: &mut Decoder<'_>) -> Option<Self> {
        Some(Self::from_lists([from.take()?, from.take()?]))
    }
}

impl Tally {
    /// Adds a segment that begins at `first` and has these counts; `None` where what it adds cannot be.
    pub fn add_segment(&mut self, first: u64, counts: &[(u64, u64)], added: &Added) -> Option<()> {
        let top = counts.last()?.0;
        if top >= MOST_VALUE || added.even.last().is_some_and(|even| even.0 > top) {
            return None;
        }
        let heaps = first..first.checked_add(counts.iter().map(|count| count.1).sum())?;
        let highest = self.records.last().map(|record| record.1);
        let lists = self.counts.make_room(top as usize);
        let mut even = added.even.iter().peekable();
        for &(value, count) in counts {
            let at_even = even.next_if(|even| even.0 == value).map_or(0, |even| even.1);
            let at_odd = count.checked_sub(at_even)?;
            for (list, more) in lists.iter_mut().zip([at_even, at_odd]) {
                list[value as usize] = list[value as usize].checked_add(more)?;
            }
        }
        let zeros = counts.first().filter(|count| count.0 == 0).map_or(0, |count| count.1);
        let room = (MOST_LISTED - self.zeros.len().min(MOST_LISTED)) as u64;
        let ascending = added.zeros.is_sorted_by(|a, b| a < b);
        let inside = added.zeros.iter().all(|zero| heaps.contains(zero));
        let climbing = added.records.is_sorted_by(|a, b| a.0 < b.0 && a.1 < b.1)
            && added.records.iter().all(|record| heaps.contains(&record.0))
            && added.records.first().is_none_or(|first| highest.is_none_or(|highest| highest < first.1));
        let is_full = self.records.len() + added.records.len() >= MOST_LISTED;
        let reached = added.records.last().map(|record| record.1).or(highest);
        let fits = even.next().is_none()
            && ascending
            && inside
            && added.zeros.len() as u64 == zeros.min(room)
            && climbing
            && self.records.len() + added.records.len() <= MOST_LISTED
            && (is_full || reached >= Some(top) && reached <= Some(top.max(highest.unwrap_or(0))));
        self.zeros.extend(&added.zeros);
        self.records.extend(&added.records);
        fits.then_some(())
    }

    /// Counts the values of the heaps from `first` on.
    pub fn add(&mut self, first: u64, values: Values<'_>) {
        let (top, has_zeros) = self.counts.add_all(first, values);
        self.note(top, has_zeros, (first..).zip(values.iter().map(|value| value.0)));
    }

    /// Lists records and zeros, where the greatest of these values is `top` and zeros may be among them.
    fn note(&mut self, top: u64, has_zeros: bool, heaps: impl Iterator<Item = (u64, u64)> + Clone) {
        let record = self.records.last().map(|record| record.1);
        if self.records.len() < MOST_LISTED && record.is_none_or(|record| top > record) {
            self.note_records(heaps.clone());
        }
        if self.zeros.len() < MOST_LISTED && has_zeros {
            let zeros = heaps.filter(|&(_, value)| value == 0).map(|(heap, _)| heap);
            self.zeros.extend(zeros.take(MOST_LISTED - self.zeros.len()));
        }
    }

    fn note_records(&mut self, heaps: impl Iterator<Item = (u64, u64)>) {
        for (heap, value) in heaps {
            let higher = self.records.last().is_none_or(|record| value > record.1);
            if higher && self.records.len() < MOST_LISTED {
                self.records.push((heap, value));
            }
        }
    }

    /// Adds what was counted over the heaps that follow.
    pub fn merge(&mut self, later: &Self) {
        self.counts.merge(&later.counts);
        self.note_records(later.records.iter().copied());
        let room = MOST_LISTED - self.zeros.len().min(MOST_LISTED);
        self.zeros.extend(later.zeros.iter().take(room));
    }

    /// How often each value occurred, without those that did not.
    pub fn counts(&self) -> impl Iterator<Item = (u64, u64)> {
        let [even, odd] = self.counts.lists();
        let total = even.iter().zip(odd).map(|(even, odd)| even + odd);
        (0..).zip(total).filter(|&(_, count)| count > 0)
    }

    /// How many heaps were counted.
    pub fn heaps(&self) -> u64 {
        self.counts.total()
    }

    /// The greatest value.
    pub fn greatest(&self) -> u64 {
        self.counts().last().map_or(0, |(value, _)| value)
    }

    /// How many of the heaps are rare under a space.
    pub fn rares(&self, space: Space) -> u64 {
        self.counts.rares(space)
    }

    /// The first heaps of value 0.
    pub fn zeros(&self) -> &[u64] {
        &self.zeros
    }

    /// The heaps whose value exceeded all before them.
    pub fn records(&self) -> &[(u64, u64)] {
        &self.records
    }

    /// The space with the fewest rare heaps, if that makes few rare.
    pub fn space(&self, break_parity: Option<u64>) -> Option<Space> {
        const WIDEST: usize = 1 << 16;
        if self.counts.lists()[0].len() > WIDEST {
            return None;
        }
        self.counts.good_space(break_parity)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_counted_like_other_values() {
        for (first, length) in [(0, 1), (1, 7), (6, 8), (5, 100_003), (1 << 20, 1 << 17)] {
            let value = |heap: u64| (heap * heap % 251 + heap / 997 % 5) as u8;
            let bytes: Vec<u8> = (first..first + length).map(value).collect();
            let values: Vec<u16> = bytes.iter().map(|&value| value.into()).collect();
            for before in [&[][..], &[9, 254, 0_u32]] {
                let (mut by_bytes, mut by_values) = (Tally::default(), Tally::default());
                for tally in [&mut by_bytes, &mut by_values] {
                    tally.add(0, before.into());
                }
                by_bytes.add(first, (&bytes).into());
                by_values.add(first, (&values).into());
                assert_eq!(by_bytes, by_values, "{first}, {length}");
            }
        }
    }
}
