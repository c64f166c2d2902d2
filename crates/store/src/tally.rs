//! What is counted over a range of heaps: values, zeros, records.
//!
//! Even and odd heaps are counted separately, because these counts determine the best sparse space (theory 4.5). So the
//! rare heaps in a log do not depend on the engine.

use sprague::nimber::Nimber;
use sprague::sequence::{Counts, Space};

use crate::coding::{Decoder, Encoder};

/// The most zeros and records that are listed; all are counted.
const MOST_LISTED: usize = 10_000;

/// Values from here on are not counted: no engine of a run gets there, and the counts would fill the memory.
const MOST_VALUE: u64 = 1 << 26;

/// Counts over consecutive heaps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    even_odd: [Vec<u64>; 2],
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
        let even = (0..).zip(&segment.even_odd[0]).map(|(value, &count)| (value, count));
        let mut after = before.clone();
        after.note_records(segment.records.iter().copied());
        let room = MOST_LISTED - before.zeros.len().min(MOST_LISTED);
        Self {
            even: even.filter(|&(_, count)| count > 0).collect(),
            zeros: segment.zeros.iter().copied().take(room).collect(),
            records: after.records.split_off(before.records.len()),
        }
    }

    /// Writes it.
    pub fn encode(&self) -> Vec<u8> {
        let mut encoder = Encoder::default();
        encoder.pairs(self.even.iter().copied()).list(self.zeros.iter().copied());
        encoder.pairs(self.records.iter().copied());
        encoder.into_bytes()
    }

    /// Reads it.
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        let mut decoder = Decoder::new(bytes);
        let added = Self { even: decoder.pairs()?, zeros: decoder.list()?, records: decoder.pairs()? };
        decoder.is_done().then_some(added)
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
        for list in &mut self.even_odd {
            list.resize(list.len().max(top as usize + 1), 0);
        }
        let mut even = added.even.iter().peekable();
        for &(value, count) in counts {
            let at_even = even.next_if(|even| even.0 == value).map_or(0, |even| even.1);
            let at_odd = count.checked_sub(at_even)?;
            for (list, more) in self.even_odd.iter_mut().zip([at_even, at_odd]) {
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

    /// Whether the lists and counts can be those of the heaps before `heaps`; it does not say that they are.
    pub fn is_possible(&self, heaps: u64) -> bool {
        let [even, odd] = &self.even_odd;
        let sum = |counts: &[u64]| counts.iter().try_fold(0u64, |sum, &count| sum.checked_add(count));
        let zeros = even.first().zip(odd.first()).map_or(0, |(even, odd)| even.saturating_add(*odd));
        even.len() == odd.len()
            && sum(even) == Some(heaps.div_ceil(2))
            && sum(odd) == Some(heaps / 2)
            && self.zeros.len() as u64 == zeros.min(MOST_LISTED as u64)
            && self.zeros.is_sorted_by(|a, b| a < b)
            && self.zeros.last().is_none_or(|&zero| zero < heaps)
            && self.records.is_sorted_by(|a, b| a.0 < b.0 && a.1 < b.1)
            && self.records.last().is_none_or(|record| record.0 < heaps && record.1 <= self.greatest())
            && (self.records.len() >= MOST_LISTED
                || self.records.last().map_or(0, |record| record.1) == self.greatest())
    }

    /// Counts the values of the heaps from `first` on.
    pub fn add(&mut self, first: u64, values: &[Nimber]) {
        let top = values.iter().map(|value| value.0).max().unwrap_or(0) as usize;
        for counts in &mut self.even_odd {
            counts.resize(counts.len().max(top + 1), 0);
        }
        let [even, odd] = &mut self.even_odd;
        let (one, other) = if first.is_multiple_of(2) { (even, odd) } else { (odd, even) };
        let mut pairs = values.chunks_exact(2);
        for pair in &mut pairs {
            one[pair[0].0 as usize] += 1;
            other[pair[1].0 as usize] += 1;
        }
        pairs.remainder().iter().for_each(|value| one[value.0 as usize] += 1);
        let numbers = (first..).zip(values.iter().map(|value| value.0));
        self.note(top as u64, values.contains(&Nimber::ZERO), numbers);
    }

    /// The same for values that are bytes.
    pub fn add_bytes(&mut self, first: u64, values: &[u8]) {
        /// So many heaps can be counted in 16 bits.
        const MOST: usize = 1 << 16;
        /// Neighbours are counted apart, so that equal ones do not wait for each other.
        const APART: usize = 8;
        for (first, values) in (first..).step_by(MOST).zip(values.chunks(MOST)) {
            let mut counts = [[0u16; 256]; APART];
            let (groups, rest) = values.as_chunks::<APART>();
            for group in groups {
                for (counts, &value) in counts.iter_mut().zip(group) {
                    // at most 2^16 / 8 of them
                    counts[usize::from(value)] = counts[usize::from(value)].wrapping_add(1);
                }
            }
            for (counts, &value) in counts.iter_mut().zip(rest) {
                counts[usize::from(value)] += 1;
            }
            let count = |at: usize, value: usize| {
                counts.iter().skip(at).step_by(2).map(|counts| u64::from(counts[value])).sum::<u64>()
            };
            let top = (0..256).rev().find(|&value| count(0, value) + count(1, value) > 0).unwrap_or(0);
            let odd = (first % 2) as usize;
            for (parity, list) in self.even_odd.iter_mut().enumerate() {
                list.resize(list.len().max(top + 1), 0);
                list.iter_mut().zip(0..=top).for_each(|(sum, value)| *sum += count(parity ^ odd, value));
            }
            let numbers = (first..).zip(values.iter().map(|&value| u64::from(value)));
            self.note(top as u64, count(0, 0) + count(1, 0) > 0, numbers);
        }
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
        for (counts, more) in self.even_odd.iter_mut().zip(&later.even_odd) {
            counts.resize(counts.len().max(more.len()), 0);
            counts.iter_mut().zip(more).for_each(|(count, more)| *count += more);
        }
        self.note_records(later.records.iter().copied());
        let room = MOST_LISTED - self.zeros.len().min(MOST_LISTED);
        self.zeros.extend(later.zeros.iter().take(room));
    }

    /// How often each value occurred, without those that did not.
    pub fn counts(&self) -> impl Iterator<Item = (u64, u64)> {
        let [even, odd] = &self.even_odd;
        let total = even.iter().zip(odd).map(|(even, odd)| even + odd);
        (0..).zip(total).filter(|&(_, count)| count > 0)
    }

    /// How many heaps were counted.
    pub fn heaps(&self) -> u64 {
        self.even_odd.iter().flatten().sum()
    }

    /// The greatest value.
    pub fn greatest(&self) -> u64 {
        self.counts().last().map_or(0, |(value, _)| value)
    }

    /// How many of the heaps are rare under a space.
    pub fn rares(&self, space: Space) -> u64 {
        let of_parity = |(parity, counts): (u64, &Vec<u64>)| {
            let values = (0..).zip(counts).filter(|(value, _)| space.is_rare(parity, *value));
            values.map(|(_, count)| count).sum::<u64>()
        };
        (0..).zip(&self.even_odd).map(of_parity).sum()
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
        if self.even_odd[0].len() > WIDEST {
            return None;
        }
        let mut counts = Counts::default();
        for (parity, of_parity) in (0..).zip(&self.even_odd) {
            for (value, &count) in (0..).zip(of_parity).filter(|(_, count)| **count > 0) {
                counts.add_many(parity, value, count);
            }
        }
        let (space, rares) = counts.best(break_parity)?;
        (rares <= counts.total() / 8).then_some(space)
    }

    /// Writes it.
    pub fn encode(&self, encoder: &mut Encoder) {
        for counts in &self.even_odd {
            encoder.list(counts.iter().copied());
        }
        encoder.list(self.zeros.iter().copied()).pairs(self.records.iter().copied());
    }

    /// Reads it.
    pub fn decode(decoder: &mut Decoder<'_>) -> Option<Self> {
        let even_odd = [decoder.short_list(MOST_VALUE)?, decoder.short_list(MOST_VALUE)?];
        let zeros = decoder.short_list(MOST_LISTED as u64)?;
        Some(Self { even_odd, zeros, records: decoder.short_pairs(MOST_LISTED as u64)? })
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
            let values: Vec<Nimber> = bytes.iter().map(|&value| Nimber(value.into())).collect();
            for before in [&[][..], &[9, 254, 0]] {
                let (mut by_bytes, mut by_values) = (Tally::default(), Tally::default());
                for tally in [&mut by_bytes, &mut by_values] {
                    tally.add(0, &before.iter().copied().map(Nimber).collect::<Vec<_>>());
                }
                by_bytes.add_bytes(first, &bytes);
                by_values.add(first, &values);
                assert_eq!(by_bytes, by_values, "{first}, {length}");
            }
        }
    }
}
