//! What the block engine remembers: an index per heap, and the exceptions.
//!
//! A common heap is one byte, the index of its value. Rare heaps, and common ones whose index is too tall for the
//! byte's range, are kept in two short lists. Old heaps are forgotten when the memory allowed is used up, never the
//! ones that a known rare heap still reaches.

use crate::sequence::engines::sparse::state::{SPECIAL, State};
use crate::sequence::space::Space;
use crate::sequence::values::{ValueRoom, Values};
use sprague_kernels::{BlockView, IndexRange, Loops, MOST_LANES, Translation};

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

/// The part of an ascending list of heaps that lies from `from` up to and without `until`.
pub fn between(list: &[(u64, u32)], from: u64, until: u64) -> &[(u64, u32)] {
    let list = &list[..list.partition_point(|listed| listed.0 < until)];
    &list[list.partition_point(|listed| listed.0 < from)..]
}

/// The heaps so far.
#[derive(Clone, Debug)]
pub struct History {
    space: Space,
    range: IndexRange,
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
    pub fn new(space: Space, range: IndexRange, values: &[u32]) -> Self {
        let mut history = Self {
            space,
            range,
            base: 0,
            next: 0,
            bytes: vec![SPECIAL; 2 * MARGIN],
            counts: vec![0; if range == IndexRange::Full { 2 * MARGIN } else { 0 }],
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
    pub const fn range(&self) -> IndexRange {
        self.range
    }

    /// The least index that does not fit a byte.
    pub const fn ceiling(&self) -> u32 {
        match self.range {
            IndexRange::Half => 128,
            IndexRange::Full => 256,
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
    pub fn view(&self, lanes: usize) -> BlockView<'_> {
        BlockView {
            bytes: &self.bytes,
            counts: &self.counts,
            at: self.place(self.next),
            lanes,
            range: self.range,
        }
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
        if self.range == IndexRange::Full {
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

    /// How many heaps are remembered at least.
    pub const fn memory(&self) -> usize {
        self.memory
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

impl History {
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

    /// The indices of the common heaps from `from` up to and without `until`, in no order.
    pub fn indices(&self, from: u64, until: u64) -> impl Iterator<Item = u32> {
        let bytes = self.bytes_from(from)[..(until - from) as usize].iter();
        let tall = between(&self.tall, from, until).iter();
        bytes.filter(|byte| **byte != SPECIAL).map(|&byte| byte.into()).chain(tall.map(|tall| tall.1))
    }

    /// How many of the heaps from `from` up to and without `until` are common and do not fit half the range.
    pub fn count_tall(&self, from: u64, until: u64) -> u64 {
        let listed = between(&self.tall, from, until).len();
        let (start, end) = (self.place(from), self.place(until));
        let counts = self.counts.get(start..end).unwrap_or_default();
        let is_tall = |(&byte, &counts): (&u8, &u8)| byte >= 128 && counts != 0;
        let inside = self.bytes[start..end].iter().zip(counts).filter(|&pair| is_tall(pair)).count();
        (listed + inside) as u64
    }

    /// The greatest index that the bytes of the heaps from `from` up to and without `until` hold.
    pub fn top(&self, from: u64, until: u64) -> Option<u32> {
        const { assert!(SPECIAL.wrapping_add(1) == 0) };
        let bytes = &self.bytes_from(from)[..(until - from) as usize];
        let behind = bytes.iter().fold(0, |top: u8, byte| top.max(byte.wrapping_add(1)));
        behind.checked_sub(1).map(u32::from)
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

    /// The values of the heaps from `from` up to and without `until`, as bytes where each of them fits one.
    pub fn recall<'r>(&self, from: u64, until: u64, room: &'r mut ValueRoom) -> Values<'r> {
        if self.byte_values(from, until, &mut room.bytes) {
            return Values::Bytes(&room.bytes);
        }
        self.values(from, until, &mut room.small);
        Values::Small(&room.small)
    }

    fn values(&self, from: u64, until: u64, values: &mut Vec<u32>) {
        // Common values are those of single bits of the index, nim-added to that of index 0.
        let table: [[u32; 256]; 2] = std::array::from_fn(|parity| {
            let common = |index: usize| self.space.common(parity as u64, index as u32);
            let bits: [u32; 8] = std::array::from_fn(|bit| common(1 << bit) ^ common(0));
            let mut table = [common(0); 256];
            for index in 1..256usize {
                table[index] = table[index & (index - 1)] ^ bits[index.trailing_zeros() as usize];
            }
            table
        });
        let bytes = &self.bytes_from(from)[..(until - from) as usize];
        let tables = [&table[(from % 2) as usize], &table[((from % 2) ^ 1) as usize]];
        let mut pairs = bytes.chunks_exact(2);
        values.clear();
        values.extend(
            pairs
                .by_ref()
                .flat_map(|pair| [tables[0][usize::from(pair[0])], tables[1][usize::from(pair[1])]]),
        );
        values.extend(pairs.remainder().iter().map(|&byte| tables[0][usize::from(byte)]));
        for at in Self::marked(bytes) {
            values[at] = self.value(from + at as u64);
        }
    }

    /// Where there are marks among bytes.
    fn marked(bytes: &[u8]) -> impl Iterator<Item = usize> {
        let bytes = if bytes.contains(&SPECIAL) { bytes } else { &[] };
        bytes.iter().enumerate().filter(|(_, byte)| **byte == SPECIAL).map(|(at, _)| at)
    }

    /// The same as bytes; whether each of them fits one.
    fn byte_values(&self, from: u64, until: u64, values: &mut Vec<u8>) -> bool {
        let bytes = &self.bytes_from(from)[..(until - from) as usize];
        let top = self.top(from, until).unwrap_or(0);
        let common = |parity: u64, index: u32| self.space.common(parity, index);
        let (first, second) = (from % 2, 1 - from % 2);
        // digits that no index has may stand for anything
        let digits = u32::MAX.checked_shr(top.leading_zeros()).unwrap_or(0);
        let sums = |index: u32| common(first, index & digits);
        let seen = [first, second].map(|parity| common(parity, digits) | common(parity, 0));
        if seen[0] | seen[1] > u8::MAX.into() {
            return false;
        }
        let translation = Translation {
            low: std::array::from_fn(|index| sums(index as u32) as u8),
            high: std::array::from_fn(|index| (sums(16 * index as u32) ^ sums(0)) as u8),
            other: (common(first, 0) ^ common(second, 0)) as u8,
        };
        values.resize(bytes.len(), 0);
        Loops::widest().translate(&translation, bytes, values);
        for at in Self::marked(bytes) {
            let Ok(value) = u8::try_from(self.value(from + at as u64)) else { return false };
            values[at] = value;
        }
        true
    }

    /// Whether a heap from `from` on has the index 255, which only a second array tells from a mark.
    pub fn has_greatest(&self, from: u64) -> bool {
        let (start, end) = (self.place(from), self.place(self.next));
        let counts = self.counts.get(start..end).unwrap_or_default();
        self.bytes[start..end].iter().zip(counts).any(|(&byte, &counts)| byte == SPECIAL && counts != 0)
    }
}

impl History {
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
        if self.range == IndexRange::Full {
            self.counts.resize(length.max(self.counts.len()), 0);
            self.counts[end..].fill(0);
            self.counts.truncate(length);
        }
        while self.tall.last().is_some_and(|tall| tall.0 >= self.next) {
            self.tall.pop();
        }
    }

    /// Takes the bytes as the next heaps, none of them rare or tall.
    pub fn append(&mut self, bytes: &[u8]) {
        self.bytes.truncate(self.place(self.next));
        self.bytes.extend_from_slice(bytes);
        if self.range == IndexRange::Full {
            self.counts.truncate(self.bytes.len() - bytes.len());
            self.counts.resize(self.bytes.len(), 255);
        }
        self.commit(bytes.len());
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

    /// Forgets old heaps, but none of the last `reach` before `until`, once there are many: what is kept is moved, seldom
    /// where a heap takes one byte.
    pub fn forget(&mut self, until: u64, reach: u64) {
        let slack = if self.range == IndexRange::Half { 2 } else { 16 };
        self.shrink(until, reach, self.memory / slack);
    }

    /// Forgets old heaps, but none of the last `reach` before `until`, if there are more than `slack` too many. Tall ones
    /// stay listed as witnesses as long as the other part may be remembered: where they are small, or recent.
    pub fn shrink(&mut self, until: u64, reach: u64, slack: usize) {
        let known = (until - self.base) as usize;
        let keep = (reach as usize).max(self.memory);
        if known > keep + slack {
            let drop = known - keep;
            let small = (keep + keep / 8) as u64;
            self.list_tall(drop, small);
            self.bytes.drain(..drop);
            if self.range == IndexRange::Full {
                self.counts.drain(..drop);
            }
            self.base += drop as u64;
            let base = self.base;
            self.tall.retain(|tall| tall.0 >= base || tall.0 < small);
        }
    }

    /// Lists the first `drop` heaps remembered as far as they are small and do not fit half the range, unless there are
    /// many; with half the range they are listed already.
    fn list_tall(&mut self, drop: usize, small: u64) {
        let drop = drop.min(small.saturating_sub(self.base) as usize);
        let counts = self.counts.get(MARGIN..MARGIN + drop).unwrap_or_default();
        let heaps = (self.base..).zip(self.bytes[MARGIN..].iter().zip(counts));
        let tall = heaps.filter(|(_, (byte, counts))| **byte >= 128 && **counts == 255);
        let count = tall.clone().take(MOST_TALL).count();
        if (1..MOST_TALL).contains(&count) {
            self.tall.extend(tall.map(|(heap, (byte, _))| (heap, (*byte).into())));
            self.tall.sort_unstable();
        }
    }

    /// Widens the range of the bytes.
    pub fn widen(&mut self) {
        if self.range == IndexRange::Full {
            return;
        }
        self.range = IndexRange::Full;
        self.counts = self.bytes.iter().map(|&byte| if byte == SPECIAL { 0 } else { 255 }).collect();
        // what is no longer remembered stays listed
        let fits = |tall: &(u64, u32)| tall.1 < 256 && tall.0 >= self.base;
        let (fits, tall): (Vec<_>, Vec<_>) = std::mem::take(&mut self.tall).into_iter().partition(fits);
        self.tall = tall;
        for (heap, index) in fits {
            let at = self.place(heap);
            self.bytes[at] = index as u8;
            self.counts[at] = 255;
        }
    }

    /// Narrows the range of the bytes; what no longer fits is listed.
    pub fn narrow(&mut self) {
        if self.range == IndexRange::Half {
            return;
        }
        self.range = IndexRange::Half;
        let ceiling = self.ceiling();
        let from = self.base;
        let counts = std::mem::take(&mut self.counts);
        for (at, byte) in self.bytes.iter_mut().enumerate().skip(MARGIN) {
            if u32::from(*byte) >= ceiling && counts[at] == 255 {
                self.tall.push((from + (at - MARGIN) as u64, (*byte).into()));
                *byte = SPECIAL;
            }
        }
        self.tall.sort_unstable();
    }
}

impl History {
    /// Writes the history into a state, no more heaps than `reach` and the tall heaps that may be witnesses ask for.
    pub fn save(&self, reach: u64, state: &mut State) {
        let tall = between(&self.tall, 0, self.base.min(self.memory as u64)).last();
        let reach = reach.max(tall.map_or(0, |tall| tall.0));
        state.next = self.next;
        state.space = self.space.parts();
        state.rares.clone_from(&self.rares);
        state.tall.clone_from(&self.tall);
        state.seen = self.seen;
        state.full = self.range == IndexRange::Full;
        state.from = self.next.saturating_sub(reach.max(KEPT).saturating_add(reach / 16)).max(self.base);
        if self.next <= LAST_CHOICE {
            state.from = self.base;
        }
        state.window = self.bytes_from(state.from)[..(self.next - state.from) as usize].to_vec();
    }

    /// The history of a sound state ([`State::is_sound`]).
    pub fn load(state: &State) -> Option<Self> {
        let space = Space::from_parts(state.space)?;
        let range = if state.full { IndexRange::Full } else { IndexRange::Half };
        let mut history = Self::new(space, range, &[]);
        history.base = state.from;
        history.next = state.from;
        history.bytes.truncate(MARGIN);
        history.bytes.extend_from_slice(&state.window);
        history.rares.clone_from(&state.rares);
        history.tall.clone_from(&state.tall);
        history.seen = state.seen;
        if range == IndexRange::Full {
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

    /// A copy that remembers and lists only the last heaps.
    pub fn tail(&self, memory: usize) -> Self {
        let from = self.next.saturating_sub(memory as u64).max(self.base);
        let drop = (from - self.base) as usize;
        let counts = self.counts.get(drop..).unwrap_or_default().to_vec();
        let [rares, tall] = [&self.rares, &self.tall].map(|list| between(list, from, self.next).to_vec());
        Self { base: from, bytes: self.bytes[drop..].to_vec(), counts, rares, tall, memory, ..*self }
    }

    /// Takes over the heaps that another history of the same game knows beyond this one, none of them rare.
    pub fn follow(&mut self, other: &Self) {
        let lanes = (other.next - self.next) as usize;
        self.bytes.truncate(self.place(self.next));
        self.bytes.extend_from_slice(&other.bytes_from(self.next)[..lanes]);
        if self.range == IndexRange::Full {
            self.counts.truncate(self.bytes.len() - lanes);
            let from = other.place(self.next);
            self.counts.extend_from_slice(&other.counts[from..from + lanes]);
        }
        let known = other.tall.partition_point(|tall| tall.0 < self.next);
        self.tall.extend_from_slice(&other.tall[known..]);
        self.commit(lanes);
        self.forget(self.next, 0);
    }
}
