//! Where the most frequent indices occur: a bit a heap for each of them, over a window that moves with the heaps.
//!
//! Only a few indices have bitmaps, but those reach far back, so that a rare index finds many small parts whose partners
//! are frequent. All of it stays in the second-level cache. A word of 64 heaps is one comparison of their bytes, cheap
//! enough to write the whole window anew wherever a check begins.

use crate::sequence::engines::sparse::history::History;
use sprague_kernels::Loops;

/// The size of the bitmaps and where they are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// How far below a heap they are read, in heaps.
    pub depth: usize,
    /// How many heaps they hold, a multiple of 64.
    pub span: usize,
    /// Copies, 1 or 8: the copy c is c heaps behind, for shifts that are c more than a multiple of 8.
    pub copies: usize,
}

impl Layout {
    /// Bytes from one bitmap to the next; the odd lines keep them from falling into the same places of the cache.
    const fn stride(self) -> usize {
        self.span / 8 + 7 * 64
    }

    /// The byte at which a bitmap is read a shift below, counted from `depth` heaps below the block on.
    pub const fn probe(self, maps: usize, map: usize, shift: usize) -> u32 {
        let row = (shift % 8 * maps + map) * self.stride();
        (row + (self.depth - shift + shift % 8) / 8) as u32
    }
}

/// The bitmaps of some indices.
#[derive(Clone, Debug)]
pub struct Bitmaps {
    layout: Layout,
    indices: Vec<u8>,
    bits: Vec<u8>,
    /// `depth` more than the heap of each bitmap's first bit, a multiple of 64.
    base: u64,
    /// The first heap whose bits are not certain.
    entered: u64,
}

impl Bitmaps {
    /// Bitmaps of these indices before any heap is entered.
    pub fn new(layout: Layout, indices: &[u8]) -> Self {
        let bits = vec![0; layout.copies * indices.len() * layout.stride()];
        Self { layout, indices: indices.to_vec(), bits, base: u64::MAX, entered: 0 }
    }

    /// Drops the bits of the heaps from `heap` on.
    pub fn drop_from(&mut self, heap: u64) {
        self.entered = self.entered.min(heap);
    }

    /// Enters the heaps before `end` for a block from `first` on. The window then reaches `depth` heaps below the block,
    /// as far as they are remembered.
    pub fn enter(&mut self, loops: Loops, history: &History, first: u64, end: u64) {
        if self.indices.is_empty() {
            return;
        }
        // Whole words of heaps that are remembered, in all copies.
        let oldest = (history.first().max(1) + self.layout.copies as u64 - 1).next_multiple_of(64);
        let is_behind = first > self.entered.saturating_add(self.layout.depth as u64 / 2);
        if first < self.base || is_behind || self.entered < oldest {
            self.bits.fill(0);
            self.base = first / 64 * 64;
            self.entered = self.base.saturating_sub(self.layout.depth as u64).max(oldest);
        }
        let until = end.next_multiple_of(64);
        if self.place(until) > self.layout.span {
            let from = (first / 64 * 64 - self.base) as usize / 8;
            self.bits.chunks_exact_mut(self.layout.stride()).for_each(|map| map.copy_within(from.., 0));
            self.base = first / 64 * 64;
        }
        let from = self.entered / 64 * 64;
        self.entered = self.entered.max(end);
        if from >= until {
            return;
        }
        let (place, stride) = (self.place(from) / 8, self.layout.stride());
        for (copy, maps) in self.bits.chunks_exact_mut(self.indices.len() * stride).enumerate() {
            let bytes = &history.bytes_from(from - copy as u64)[..(until - from) as usize];
            loops.spread(bytes, &self.indices, &mut maps[place..], stride);
        }
    }

    /// Where the bit of a heap lies in its bitmap.
    fn place(&self, heap: u64) -> usize {
        let place = (heap + self.layout.depth as u64).checked_sub(self.base);
        place.expect("the window of the bitmaps reaches the heap") as usize
    }

    /// All bytes from `depth` below a heap on, whose number is a multiple of 64; probes are offsets from there.
    pub fn below(&self, heap: u64) -> &[u8] {
        if self.indices.is_empty() {
            return &[];
        }
        &self.bits[(self.place(heap) - self.layout.depth) / 8..]
    }
}
