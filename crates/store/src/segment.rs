//! One finished segment: 2^20 heaps, a leaf of the signature.
//!
//! A record holds what others need for a comparison: the range, the leaf (BLAKE3 of the values), how often each value
//! occurred, the greatest, and the rare heaps under the space that fits all values so far. It depends on the values
//! alone: two runs of one rule write the same bytes, whatever their kernel, threads and interruptions.

use sprague::sequence::{CHUNK, Space, Values};

use crate::coding::{Coded, Decoder, Encoder};
use crate::tally::Tally;

/// The most rare heaps that are listed; all are counted.
const MOST_LISTED: usize = 1024;

/// What the log keeps of a segment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Its number; it begins at heap `number` times 2^20.
    pub number: u64,
    /// BLAKE3 of its values, the leaf of the signature.
    pub leaf: [u8; 32],
    /// How often each value occurred.
    pub counts: Vec<(u64, u64)>,
    /// The mask of the space that fits the values so far, and the parity of the break indices for type 1.
    pub space: Option<(u32, Option<u64>)>,
    /// How many heaps are rare under it.
    pub rare_count: u64,
    /// The first of them, with their values.
    pub rares: Vec<(u64, u64)>,
}

impl Segment {
    /// The record of a segment with these values, which may be left out where no heap is rare; `space` is what fits the
    /// values so far.
    pub fn new(number: u64, leaf: [u8; 32], values: Values<'_>, tally: &Tally, space: Option<Space>) -> Self {
        let first = number * CHUNK;
        let mut rares = Vec::new();
        let mut rare_count = 0;
        if let Some(space) = space {
            rare_count = tally.rares(space);
            let is_rare = |&(heap, value): &(u64, u64)| space.is_rare(heap, value as u32);
            let heaps = (first..).zip(values.iter().map(|value| value.0));
            rares.extend(heaps.filter(is_rare).take(MOST_LISTED.min(rare_count as usize)));
        }
        let space = space.map(Space::parts);
        Self { number, leaf, counts: tally.counts().collect(), space, rare_count, rares }
    }

    /// The greatest value.
    pub fn greatest(&self) -> u64 {
        self.counts.last().map_or(0, |count| count.0)
    }

    /// Its first heap.
    pub const fn first(&self) -> u64 {
        self.number * CHUNK
    }

    /// Whether the counts and the rare heaps can be those of a segment; it does not say that they are.
    fn is_possible(&self) -> bool {
        let heaps = self.counts.iter().try_fold(0u64, |sum, count| sum.checked_add(count.1));
        let range = self.first()..self.first() + CHUNK;
        heaps == Some(CHUNK)
            && self.counts.is_sorted_by(|a, b| a.0 < b.0)
            && self.counts.iter().all(|count| count.1 > 0)
            && self.rare_count <= CHUNK
            && self.rares.len() as u64 == self.rare_count.min(MOST_LISTED as u64)
            && self.rares.is_sorted_by(|a, b| a.0 < b.0)
            && self.rares.iter().all(|rare| range.contains(&rare.0))
    }
}

impl Coded for Segment {
    fn put(&self, out: &mut Encoder) {
        out.add(&self.number).add(&self.leaf).add(&self.counts).add(&self.space.unwrap_or_default());
        out.add(&self.rare_count).add(&self.rares);
    }

    fn get(from: &mut Decoder<'_>) -> Option<Self> {
        let segment = Self {
            number: from.number().filter(|&number| number < u64::MAX / CHUNK)?,
            leaf: from.take()?,
            counts: from.take()?,
            space: from.take().map(|space: (u32, Option<u64>)| Some(space).filter(|space| space.0 != 0))?,
            rare_count: from.number()?,
            rares: from.take()?,
        };
        segment.is_possible().then_some(segment)
    }
}
