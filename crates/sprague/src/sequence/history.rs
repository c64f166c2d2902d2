//! What the block engine remembers: an index per heap, and the exceptions.
//!
//! A common heap is one byte, the index of its value. Rare heaps, and common ones whose index is too tall for the
//! byte's range, are kept in two short lists. Old heaps are forgotten when the memory allowed is used up, never the
//! ones that a known rare heap still reaches.

mod copies;
mod growth;
mod heaps;

use super::kernels::{MOST_LANES, Range, View};
use super::space::Space;

/// The byte of a heap that is in one of the lists.
pub const SPECIAL: u8 = 255;

/// Room before heap 0 and behind the last heap, so that whole blocks can be read across the ends.
const MARGIN: usize = MOST_LANES + 64;

/// How many heaps are remembered unless more are asked for, whatever the rare heaps reach: in Grundy's game a witness of
/// a tall value is one of the nine thousand tall heaps near 50 and 85 million and what it leaves.
pub const MEMORY: usize = 100 << 20;

/// More tall heaps than this are not listed when they are forgotten.
const MOST_TALL: usize = 1 << 20;

/// How many heaps a state keeps at least: as many as witnesses are looked for among.
const KEPT: u64 = 1 << 18;

/// Up to this heap the space is reconsidered, for which all heaps are needed.
pub const LAST_CHOICE: u64 = 1 << 22;

/// A heap's class and index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heap {
    /// A rare heap.
    Rare(u32),
    /// A common heap.
    Common(u32),
}

/// The heaps so far.
#[derive(Clone, Debug)]
pub struct History {
    space: Space,
    range: Range,
    /// The heap whose byte lies at the margin.
    base: u64,
    next: u64,
    bytes: Vec<u8>,
    counts: Vec<u8>,
    rares: Vec<(u64, u32)>,
    tall: Vec<(u64, u32)>,
    /// All bits that occur in values.
    seen: u32,
    /// How many heaps are remembered at least.
    memory: usize,
    /// The longest shift of an entry.
    farthest: u32,
}

impl History {
    /// The history of known values, from heap 0 on.
    pub fn new(space: Space, range: Range, values: &[u32]) -> Self {
        let mut history = Self {
            space,
            range,
            base: 0,
            next: 0,
            bytes: vec![SPECIAL; 2 * MARGIN],
            counts: vec![0; if range == Range::Full { 2 * MARGIN } else { 0 }],
            rares: Vec::new(),
            tall: Vec::new(),
            seen: values.iter().fold(0, |bits, value| bits | value),
            memory: MEMORY,
            farthest: u32::MAX,
        };
        for (heap, &value) in values.iter().enumerate() {
            history.push(heap as u64, value);
        }
        history
    }

    fn push(&mut self, heap: u64, value: u32) {
        let index = self.space.index(value);
        if self.space.is_rare(heap, value) {
            self.guess(0, SPECIAL);
            self.commit(1);
            self.rares.push((heap, value));
        } else {
            self.write(0, index);
            self.commit(1);
        }
        if heap == 0 {
            // Heap 0 is never a part.
            self.bytes[MARGIN] = SPECIAL;
            if let Some(counts) = self.counts.get_mut(MARGIN) {
                *counts = 0;
            }
            self.tall.clear();
        }
    }

    /// The space by which heaps are rare.
    pub const fn space(&self) -> Space {
        self.space
    }

    /// What the bytes mean.
    pub const fn range(&self) -> Range {
        self.range
    }

    /// The least index that does not fit a byte.
    pub const fn ceiling(&self) -> u32 {
        match self.range {
            Range::Half => 128,
            Range::Full => 256,
        }
    }

    /// The first heap not yet known.
    pub const fn next(&self) -> u64 {
        self.next
    }

    /// The least heap that is still remembered.
    pub const fn first(&self) -> u64 {
        self.base
    }

    /// The rare heaps and their values, ascending.
    pub fn rares(&self) -> &[(u64, u32)] {
        &self.rares
    }

    /// The common heaps whose index does not fit, ascending, and some that are forgotten whose index was tall.
    pub fn tall(&self) -> &[(u64, u32)] {
        &self.tall
    }

    /// The bytes around a block of the next heaps.
    pub fn view(&self, lanes: usize) -> View<'_> {
        View { bytes: &self.bytes, counts: &self.counts, at: self.place(self.next), lanes, range: self.range }
    }

    /// The bytes of the heaps from `from` on, before and behind the known ones [`SPECIAL`].
    pub fn bytes_from(&self, from: u64) -> &[u8] {
        &self.bytes[self.place(from)..]
    }

    /// The bytes of all remembered heaps before `until`.
    pub fn bytes_until(&self, until: u64) -> &[u8] {
        &self.bytes[..self.place(until)]
    }

    /// Where the byte of a heap lies. A heap before the remembered ones must not fall into the margin.
    const fn place(&self, heap: u64) -> usize {
        heap.checked_sub(self.base).expect("the heap is still remembered") as usize + MARGIN
    }

    /// Sets the byte of the block's heap at `lane`.
    fn guess(&mut self, lane: usize, byte: u8) {
        let at = self.place(self.next) + lane;
        self.bytes[at] = byte;
        if let Some(counts) = self.counts.get_mut(at) {
            *counts = if byte == SPECIAL { 0 } else { 255 };
        }
    }

    /// Sets all bytes of the block from the mexes, heaps beyond the planes to [`SPECIAL`].
    pub fn guess_all(&mut self, mexes: &[u8]) {
        let at = self.place(self.next);
        self.bytes[at..][..mexes.len()].copy_from_slice(mexes);
        if self.range == Range::Full {
            let counts = self.counts[at..][..mexes.len()].iter_mut();
            counts.zip(mexes).for_each(|(counts, &mex)| *counts = if mex == SPECIAL { 0 } else { 255 });
        }
        while self.tall.last().is_some_and(|tall| tall.0 >= self.next) {
            self.tall.pop();
        }
    }

    /// Sets the index of the block's heap at `lane`; heaps whose index does not fit must come in order.
    pub fn write(&mut self, lane: usize, index: u32) {
        if index < self.ceiling() {
            self.guess(lane, index as u8);
            let at = self.place(self.next) + lane;
            if let Some(counts) = self.counts.get_mut(at) {
                *counts = 255;
            }
        } else {
            self.guess(lane, SPECIAL);
            self.tall.push((self.next + lane as u64, index));
        }
    }

    /// The longest shift of an entry.
    pub const fn farthest(&self) -> u32 {
        self.farthest
    }

    /// Sets how many heaps are remembered at least.
    pub const fn remember(&mut self, heaps: usize) {
        self.memory = heaps;
    }

    /// Sets how many heaps are remembered at least and the longest shift of an entry.
    #[cfg(test)]
    pub const fn limit(&mut self, memory: usize, farthest: u32) {
        (self.memory, self.farthest) = (memory, farthest);
    }

    /// From now on nothing is forgotten; entries reach as far as in another history.
    pub const fn remember_all(&mut self, other: &Self) {
        self.memory = usize::MAX / 4;
        self.farthest = other.farthest;
    }
}
