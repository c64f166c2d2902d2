//! Where each common index occurs, as bits: the ground on which witnesses are looked up.
//!
//! A bitmap holds one index, a bit per heap, for a window that slides with the heaps. A probe reads it a shift below
//! the block; shifts are whole bytes, so that one load serves 512 heaps. Games of small period need shifts of every
//! residue: for them each bitmap is kept eight times, copy f put f bits further on. Cost: 16 KiB an index and copy.

use super::history::{History, SPECIAL};

/// How far below a heap witnesses are looked up.
pub const DEPTH: usize = 1 << 14;
/// Heaps in a training sample.
pub const SAMPLE: usize = 1 << 16;
/// Heaps per bitmap.
const SPAN: usize = 1 << 17;
/// Bytes from one bitmap to the next; the odd lines keep them from falling into the same places of the cache.
const BYTES: usize = SPAN / 8 + 7 * 64;
/// How far the bitmaps reach below the next heap when they are made.
const BELOW: usize = DEPTH + SAMPLE;

/// The bitmaps of all indices that fit a byte.
#[derive(Clone, Debug)]
pub struct Bitmaps {
    bits: Vec<u8>,
    copies: usize,
    indices: usize,
    /// One more than the greatest index entered.
    used: usize,
    /// `BELOW` more than the heap of each bitmap's first bit, a multiple of 64.
    base: u64,
    /// The first heap that has no bits.
    entered: u64,
}

impl Bitmaps {
    /// The bitmaps of the known heaps, 1 or 8 copies.
    pub fn new(history: &History, copies: usize) -> Self {
        let indices = history.ceiling() as usize;
        let bits = vec![0; copies * indices * BYTES];
        let mut maps = Self { bits, copies, indices, used: 0, base: 0, entered: 0 };
        maps.rebuild(history, history.next());
        maps
    }

    /// How many copies there are.
    pub const fn copies(&self) -> usize {
        self.copies
    }

    /// How many indices have bitmaps.
    pub const fn indices(&self) -> usize {
        self.indices
    }

    /// Makes the bitmaps ready for a block from `first` up to and without `end`: no heap from `first` on has bits, and
    /// the window reaches `BELOW` heaps below it.
    pub fn prepare(&mut self, history: &History, first: u64, end: u64) {
        let is_behind = first < self.base || first < self.entered;
        if is_behind || first - self.entered > SAMPLE as u64 {
            self.rebuild(history, first);
        }
        self.make_room(first, end.next_multiple_of(64));
    }

    /// Drops the bits of the heaps from `heap` on, which the history is about to drop too. Other threads may have
    /// checked that heap long ago: where the window begins behind it, the bitmaps are made anew.
    pub fn drop_from(&mut self, history: &History, heap: u64) {
        if heap >= self.entered {
            return;
        }
        if heap < self.base {
            self.rebuild(history, heap);
            return;
        }
        let wrong = (self.entered - heap) as usize;
        let from = self.place(heap);
        for (bit, &byte) in
            (from..).zip(&history.bytes_from(heap)[..wrong]).filter(|(_, byte)| **byte != SPECIAL)
        {
            for copy in 0..self.copies {
                let bit = bit + copy;
                self.bits[(copy * self.indices + usize::from(byte)) * BYTES + bit / 8] &= !(1 << (bit % 8));
            }
        }
        self.entered = heap;
    }

    /// Enters the heaps before `until` that have no bits yet.
    pub fn enter(&mut self, history: &History, until: u64) {
        if self.entered >= until {
            return;
        }
        let from = self.place(self.entered);
        let bytes = &history.bytes_from(self.entered)[..(until - self.entered) as usize];
        self.entered = until;
        let mut used = self.used;
        for (bit, &byte) in (from..).zip(bytes).filter(|(_, byte)| **byte != SPECIAL) {
            used = used.max(usize::from(byte) + 1);
            for copy in 0..self.copies {
                let bit = bit + copy;
                self.bits[(copy * self.indices + usize::from(byte)) * BYTES + bit / 8] |= 1 << (bit % 8);
            }
        }
        self.used = used;
    }

    /// Where the bit of a heap lies in its bitmap; the window never begins behind a heap that is asked for.
    fn place(&self, heap: u64) -> usize {
        self.place_inside(heap).expect("the window of the bitmaps reaches the heap")
    }

    const fn place_inside(&self, heap: u64) -> Option<usize> {
        match (heap + BELOW as u64).checked_sub(self.base) {
            Some(place) => Some(place as usize),
            None => None,
        }
    }

    /// How many bytes lie before the bit of a heap whose number is a multiple of 64; `None` where the window does not
    /// reach `reach` heaps below it.
    pub fn byte(&self, heap: u64, reach: usize) -> Option<usize> {
        self.place_inside(heap).filter(|&place| place >= reach).map(|place| place / 8)
    }

    /// The bytes of the bitmap of an index from one on.
    pub fn index_from(&self, index: usize, byte: usize) -> &[u8] {
        &self.bits[index * BYTES + byte..]
    }

    /// All bytes from `DEPTH` heaps below `byte` on; probes are offsets from there.
    pub fn below(&self, byte: usize) -> &[u8] {
        &self.bits[byte - DEPTH / 8..]
    }

    /// The offset at which the bitmap of an index is read a shift below.
    pub const fn probe(&self, index: usize, shift: usize) -> u32 {
        let map = (shift % 8 * self.indices + index) * BYTES;
        (map + (DEPTH - shift + shift % 8) / 8) as u32
    }

    /// Writes the bitmaps of the heaps before the next one afresh.
    fn rebuild(&mut self, history: &History, next: u64) {
        self.bits.fill(0);
        self.base = next / 64 * 64;
        self.entered = self.base.saturating_sub(BELOW as u64).max(history.first()).max(1);
        self.enter(history, next);
    }

    /// Makes room for a block that ends before `until`.
    fn make_room(&mut self, next: u64, until: u64) {
        if self.place(until) + 8 <= SPAN {
            return;
        }
        let drop = (self.place(next / 64 * 64) - BELOW) / 8;
        for copy in self.bits.chunks_exact_mut(self.indices * BYTES) {
            for map in copy.chunks_exact_mut(BYTES).take(self.used) {
                map.copy_within(drop.., 0);
                map[BYTES - drop..].fill(0);
            }
        }
        self.base = next / 64 * 64;
    }
}
