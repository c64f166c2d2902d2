//! Which bitmaps to ask for a witness of each rare index, by experience.
//!
//! For a rare index v and a small common part a of index x, heap n has a witness if heap n - i - a has index v + x.
//! Parts whose partners are frequent come first; over blocks of heaps sampled from the recent past a part is passed
//! over if it serves less than half of what it should among the heaps still open. When nearly all are served, all count
//! as open again, so that few heaps hang on one part. Choosing the best part each time learns the sample by heart.

use std::cmp::Reverse;

use crate::sequence::engines::sparse::history::{History, SPECIAL};
use crate::sequence::kernels::Loops;
use crate::sequence::shape::Phase;

/// How much is spent on the choice.
struct Effort {
    /// Blocks of 512 heaps in the sample.
    blocks: usize,
    /// Parts to choose from.
    parts: usize,
    /// The most bitmaps to ask for a rare index.
    longest: usize,
}

/// While the sequence is short, the choice must not cost more than it saves.
const SHORT: Effort = Effort { blocks: 8, parts: 1024, longest: 160 };
const LONG: Effort = Effort { blocks: 16, parts: 2048, longest: 640 };
/// From this heap on the greater effort is made.
const GROWN: u64 = 1 << 17;
/// From this heap on the cost of choosing no longer counts.
const OLD: u64 = 1 << 24;
/// A cover of the sample is complete when one heap in so many is left.
const COMPLETE: u32 = 16;

/// A part to ask: the shift and the index of the part.
type Part = (usize, usize);

/// The bitmaps to ask for each rare index, as offsets from `DEPTH` heaps below the block.
#[derive(Clone, Debug)]
pub struct Witnesses {
    lists: Vec<Vec<u32>>,
    trained_at: u64,
    /// The first heap of the phase for which they were chosen.
    trained_for: u64,
}

impl Witnesses {
    /// No witnesses yet.
    pub fn new(indices: usize) -> Self {
        Self { lists: vec![Vec::new(); indices], trained_at: 0, trained_for: 0 }
    }

    /// The bitmaps to ask for a rare index, the best first.
    pub fn of(&self, index: usize) -> &[u32] {
        &self.lists[index]
    }

    /// Whether it is time to choose anew before this heap.
    pub const fn are_stale(&self, phase: &Phase, heap: u64) -> bool {
        let factor = if heap < GROWN || heap >= OLD { 2 } else { 4 };
        phase.from != self.trained_for || heap >= self.trained_at * factor
    }

    /// Chooses the bitmaps anew from the heaps before `end`. `low` is one less than the lowest bit of the mask, and
    /// `part` gives the index of a small common heap.
    pub fn choose(
        &mut self,
        loops: Loops,
        maps: &Bitmaps,
        phase: &Phase,
        end: u64,
        low: usize,
        part: impl Fn(u64) -> Option<u32>,
    ) {
        (self.trained_at, self.trained_for) = (end, phase.from);
        self.lists.iter_mut().for_each(Vec::clear);
        let effort = if end < GROWN { SHORT } else { LONG };
        let end = end / 64 * 64;
        let sample = (SAMPLE as u64).min(end / 2) / 512 * 512;
        let blocks = effort.blocks.min(sample as usize / 512);
        if blocks == 0 {
            return;
        }
        let Some(start) = maps.byte(end - sample, DEPTH) else { return };
        let step = sample as usize / blocks / 64 * 8;
        let parts = scattered(phase, maps, end, effort.parts, part);
        let mut need = vec![[0; 8]; blocks];
        let whole = 512 * blocks as u64;
        let all = vec![[u64::MAX; 8]; blocks];
        let frequency: Vec<u32> =
            (0..maps.indices()).map(|index| loops.gain(&all, maps.index_from(index, start), step)).collect();
        for index in (0..maps.indices()).rev() {
            if index & low == low {
                for other in index - low..=index {
                    unite(&mut need, maps.index_from(other, start), step);
                }
            }
            let total: u32 = count(&need);
            if total == 0 {
                continue;
            }
            let bits = |&(shift, small): &Part| {
                let probe = maps.probe(index ^ small, shift) as usize;
                &maps.below(start)[probe..]
            };
            // The parts whose partners are frequent come first.
            let mut queue: Vec<(u32, Part)> = parts
                .iter()
                .map(|&part| (frequency[index ^ part.1], part))
                .filter(|part| part.0 > 0)
                .collect();
            queue.sort_by_key(|part| (Reverse(part.0), part.1.0.wrapping_mul(0x9e37_79b1) % (1 << 32)));
            queue.truncate(2 * effort.longest);
            let mut chosen: Vec<u32> = Vec::new();
            let (mut open, mut left) = (need.clone(), total);
            for pass in 0..2 {
                queue.retain(|&(frequency, part)| {
                    if chosen.len() >= effort.longest {
                        return false;
                    }
                    if left <= total / COMPLETE {
                        open.copy_from_slice(&need);
                        left = total;
                    }
                    let gained = loops.gain(&open, bits(&part), step);
                    // At least half of what a part would gain if the open heaps were like any others.
                    let fair = u64::from(frequency) * u64::from(left) / whole;
                    let good = gained > 0 && (pass > 0 || 2 * u64::from(gained) >= fair);
                    if good {
                        clear(&mut open, bits(&part), step);
                        left -= gained;
                        chosen.push(maps.probe(index ^ part.1, part.0));
                    }
                    !good
                });
            }
            self.lists[index] = chosen;
        }
    }
}

fn scattered(
    phase: &Phase,
    maps: &Bitmaps,
    end: u64,
    most: usize,
    part: impl Fn(u64) -> Option<u32>,
) -> Vec<Part> {
    let reach = phase.breaks.iter().map(|a_break| a_break.taken + a_break.differ).max().unwrap_or(0);
    let depth = (end.saturating_sub(reach) / 4).min(DEPTH as u64 - 8);
    let grain = if maps.copies() == 8 { 1 } else { 8 };
    let places = (depth / grain).max(1);
    let wanted = most.min(4 * places as usize / 3) / phase.breaks.len().max(1);
    let mut parts = Vec::new();
    for a_break in &phase.breaks {
        for at in 0..wanted as u64 {
            let shift = grain * (1 + at * 1597 % places);
            if shift > a_break.taken
                && let Some(index) = part(shift - a_break.taken)
                && (index as usize) < maps.indices()
            {
                parts.push((shift as usize, index as usize));
            }
        }
    }
    parts.sort_unstable();
    parts.dedup();
    parts
}

fn blocks(bits: &[u8], step: usize) -> impl Iterator<Item = [u64; 8]> {
    bits.chunks(step).filter_map(|bytes| bytes.first_chunk::<64>()).map(|bytes| {
        std::array::from_fn(|at| u64::from_le_bytes(std::array::from_fn(|byte| bytes[8 * at + byte])))
    })
}

fn unite(set: &mut [[u64; 8]], bits: &[u8], step: usize) {
    for (set, block) in set.iter_mut().zip(blocks(bits, step)) {
        set.iter_mut().zip(block).for_each(|(word, more)| *word |= more);
    }
}

fn clear(set: &mut [[u64; 8]], bits: &[u8], step: usize) {
    for (set, block) in set.iter_mut().zip(blocks(bits, step)) {
        set.iter_mut().zip(block).for_each(|(word, less)| *word &= !less);
    }
}

fn count(set: &[[u64; 8]]) -> u32 {
    set.iter().flatten().map(|word| word.count_ones()).sum()
}

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
