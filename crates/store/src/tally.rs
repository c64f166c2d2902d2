//! What is counted over a range of heaps: values, zeros, records.
//!
//! Even and odd heaps are counted apart, because the best sparse space follows from that (theory 4.5): it is a
//! function of the counts alone, so that what a log says about rare heaps does not depend on the engine.

use sprague::nimber::Nimber;
use sprague::sequence::{Counts, Space};

use crate::coding::{Decoder, Encoder};

/// The most zeros and records that are listed; all are counted.
const MOST_LISTED: usize = 10_000;

/// Counts over consecutive heaps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    even_odd: [Vec<u64>; 2],
    zeros: Vec<u64>,
    records: Vec<(u64, u64)>,
}

impl Tally {
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
        let record = self.records.last().map(|record| record.1);
        if self.records.len() < MOST_LISTED && record.is_none_or(|record| top as u64 > record) {
            self.note_records((first..).zip(values.iter().map(|value| value.0)));
        }
        if self.zeros.len() < MOST_LISTED && values.contains(&Nimber::ZERO) {
            let zeros = (first..).zip(values).filter(|(_, value)| value.is_zero()).map(|(heap, _)| heap);
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
        let even_odd = [decoder.list()?, decoder.list()?];
        Some(Self { even_odd, zeros: decoder.list()?, records: decoder.pairs()? })
    }
}
