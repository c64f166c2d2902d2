//! What the block engine remembers: an index per heap, and the exceptions.
//!
//! A common heap is one byte, the index of its value. Rare heaps, and common ones whose index is too tall for the
//! byte's range, are kept in two short lists. Old heaps are forgotten when the memory allowed is used up, never the
//! ones that a known rare heap still reaches.

use super::kernels::{MOST_LANES, Range, View};
use super::space::Space;
use super::state::State;
use crate::nimber::Nimber;

/// The byte of a heap that is in one of the lists.
pub const SPECIAL: u8 = 255;

/// Room before heap 0 and behind the last heap, so that whole blocks can be read across the ends.
const MARGIN: usize = MOST_LANES + 64;

/// How many heaps are remembered beyond what the rare heaps reach.
const MEMORY: usize = 1 << 27;

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

    /// The common heaps whose index does not fit, ascending.
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

    const fn place(&self, heap: u64) -> usize {
        (heap - self.base) as usize + MARGIN
    }

    /// The class and index of a heap that is remembered; the next block's guesses count as known.
    pub fn heap(&self, heap: u64) -> Heap {
        let byte = self.bytes[self.place(heap)];
        if byte != SPECIAL {
            return Heap::Common(byte.into());
        }
        if let Ok(at) = self.rares.binary_search_by_key(&heap, |rare| rare.0) {
            return Heap::Rare(self.space.index(self.rares[at].1));
        }
        let tall = self.tall.binary_search_by_key(&heap, |tall| tall.0);
        Heap::Common(tall.map_or(u32::from(SPECIAL), |at| self.tall[at].1))
    }

    /// The value of a heap that is remembered.
    pub fn value(&self, heap: u64) -> u32 {
        match self.heap(heap) {
            Heap::Rare(index) => self.space.rare(heap, index),
            // Heap 0 is marked as no part; whatever its class, its value is 0.
            Heap::Common(_) if heap == 0 => 0,
            Heap::Common(index) => self.space.common(heap, index),
        }
    }

    /// Adds the values of the heaps from `from` up to and without `until`.
    pub fn values(&self, from: u64, until: u64, values: &mut Vec<Nimber>) {
        let table: [[Nimber; 256]; 2] = std::array::from_fn(|parity| {
            std::array::from_fn(|index| Nimber(self.space.common(parity as u64, index as u32).into()))
        });
        let bytes = &self.bytes_from(from)[..(until - from) as usize];
        let start = values.len();
        let tables = [&table[(from % 2) as usize], &table[((from % 2) ^ 1) as usize]];
        let mut pairs = bytes.chunks_exact(2);
        values.extend(
            pairs
                .by_ref()
                .flat_map(|pair| [tables[0][usize::from(pair[0])], tables[1][usize::from(pair[1])]]),
        );
        values.extend(pairs.remainder().iter().map(|&byte| tables[0][usize::from(byte)]));
        if bytes.contains(&SPECIAL) {
            for (at, _) in bytes.iter().enumerate().filter(|(_, byte)| **byte == SPECIAL) {
                values[start + at] = Nimber(self.value(from + at as u64).into());
            }
        }
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
            if let Some(counts) = self.counts.get_mut((self.next - self.base) as usize + MARGIN + lane) {
                *counts = 255;
            }
        } else {
            self.guess(lane, SPECIAL);
            self.tall.push((self.next + lane as u64, index));
        }
    }

    /// Notes that indices up to this one occur.
    pub fn saw(&mut self, index: u32) {
        let value = self.space.common(0, index) | self.space.rare(0, index);
        self.seen |= value.checked_next_power_of_two().map_or(u32::MAX, |power| power - 1) | value;
    }

    /// Takes the first `lanes` heaps of the block as known and drops the others.
    pub fn commit(&mut self, lanes: usize) {
        self.next += lanes as u64;
        let length = self.place(self.next) + MARGIN;
        self.bytes.resize(length.max(self.bytes.len()), SPECIAL);
        let end = self.place(self.next);
        self.bytes[end..].fill(SPECIAL);
        self.bytes.truncate(length);
        if self.range == Range::Full {
            self.counts.resize(length.max(self.counts.len()), 0);
            self.counts[end..].fill(0);
            self.counts.truncate(length);
        }
        while self.tall.last().is_some_and(|tall| tall.0 >= self.next) {
            self.tall.pop();
        }
    }

    /// Writes the history into a state, no more heaps than `reach` asks for.
    pub fn save(&self, reach: u64, state: &mut State) {
        state.next = self.next;
        state.space = self.space.parts();
        state.rares.clone_from(&self.rares);
        state.tall.clone_from(&self.tall);
        state.seen = self.seen;
        state.full = self.range == Range::Full;
        state.from = self.next.saturating_sub(reach.max(KEPT)).max(self.base);
        if self.next <= LAST_CHOICE {
            state.from = self.base;
        }
        state.window = self.bytes_from(state.from)[..(self.next - state.from) as usize].to_vec();
    }

    /// The history of a state; `None` where it contradicts itself.
    pub fn load(state: &State) -> Option<Self> {
        let space = Space::from_parts(state.space)?;
        let range = if state.full { Range::Full } else { Range::Half };
        let mut history = Self::new(space, range, &[]);
        if state.from.checked_add(state.window.len() as u64) != Some(state.next) {
            return None;
        }
        history.base = state.from;
        history.next = state.from;
        history.bytes.truncate(MARGIN);
        history.bytes.extend_from_slice(&state.window);
        history.rares.clone_from(&state.rares);
        history.tall.clone_from(&state.tall);
        history.seen = state.seen;
        if range == Range::Full {
            let listed = |heap: u64| {
                let rare = state.rares.binary_search_by_key(&heap, |rare| rare.0).is_ok();
                heap == 0 || rare || state.tall.binary_search_by_key(&heap, |tall| tall.0).is_ok()
            };
            history.counts.truncate(MARGIN);
            let bytes = (state.from..).zip(&state.window);
            let counts = bytes.map(|(heap, &byte)| if byte == SPECIAL && listed(heap) { 0 } else { 255 });
            history.counts.extend(counts);
        }
        history.next = state.next;
        history.commit(0);
        Some(history)
    }

    /// The longest shift of an entry.
    pub const fn farthest(&self) -> u32 {
        self.farthest
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

    /// A copy that remembers only the last heaps.
    pub fn tail(&self, memory: usize) -> Self {
        let from = self.next.saturating_sub(memory as u64).max(self.base);
        let drop = (from - self.base) as usize;
        let counts = self.counts.get(drop..).unwrap_or_default().to_vec();
        let (rares, tall) = (self.rares.clone(), self.tall.clone());
        Self { base: from, bytes: self.bytes[drop..].to_vec(), counts, rares, tall, memory, ..*self }
    }

    /// Takes over the heaps that another history of the same game knows beyond this one, none of them rare.
    pub fn follow(&mut self, other: &Self) {
        let lanes = (other.next - self.next) as usize;
        self.bytes.truncate(self.place(self.next));
        self.bytes.extend_from_slice(&other.bytes_from(self.next)[..lanes]);
        if self.range == Range::Full {
            self.counts.truncate(self.bytes.len() - lanes);
            let from = other.place(self.next);
            self.counts.extend_from_slice(&other.counts[from..from + lanes]);
        }
        let known = other.tall.partition_point(|tall| tall.0 < self.next);
        self.tall.extend_from_slice(&other.tall[known..]);
        self.commit(lanes);
        self.forget(0);
    }

    /// Drops the heaps from `heap` on, none of which is rare.
    pub fn rewind(&mut self, heap: u64) {
        self.next = heap;
        self.commit(0);
    }

    /// Adds the next heap, which has a rare value. A value with a bit that none had before makes the space larger
    /// instead: there it is common. Tells whether the heap is rare.
    pub fn commit_rare(&mut self, value: u32) -> bool {
        let top = value.checked_ilog2().unwrap_or(0);
        if value >> top == 1 && self.seen >> top == 0 {
            self.space = self.space.with_bit(top);
            self.seen |= value;
            self.write(0, self.space.index(value));
            self.commit(1);
            return false;
        }
        self.seen |= value;
        self.rares.push((self.next, value));
        self.commit(1);
        true
    }

    /// Forgets old heaps, but none of the last `reach`, once there are many.
    pub fn forget(&mut self, reach: u64) {
        let known = (self.next - self.base) as usize;
        let keep = (reach as usize).max(self.memory);
        if known > keep + keep / 2 {
            let drop = known - keep;
            self.bytes.drain(..drop);
            if self.range == Range::Full {
                self.counts.drain(..drop);
            }
            self.base += drop as u64;
        }
    }

    /// Widens the range of the bytes.
    pub fn widen(&mut self) {
        if self.range == Range::Full {
            return;
        }
        self.range = Range::Full;
        self.counts = self.bytes.iter().map(|&byte| if byte == SPECIAL { 0 } else { 255 }).collect();
        let (fits, tall) = std::mem::take(&mut self.tall).into_iter().partition(|tall| tall.1 < 256);
        self.tall = tall;
        let fits: Vec<(u64, u32)> = fits;
        for (heap, index) in fits.into_iter().filter(|fit| fit.0 >= self.base) {
            let at = self.place(heap);
            self.bytes[at] = index as u8;
            self.counts[at] = 255;
        }
    }
}
