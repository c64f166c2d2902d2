//! The rare part: every rare value below the common one must be the value of some option.
//!
//! Any option will do as a witness. For a rare value v and a small common part a, the heap n has one if the heap
//! n - i - a has the value v + G(a); where those heaps are is a bitmap, so one operation asks for a whole block. The
//! parts are chosen by experience: over a sample of heaps, greedily, the one that serves the most heaps still open.
//! They are scattered, since parts that lie together serve the same heaps, and such that bitmaps are read at whole
//! bytes. What is left open is searched singly, through scattered runs of parts first, then through all moves. If
//! there is no witness the heap is rare, and the block ends there.

use std::collections::BinaryHeap;

use super::history::{Heap, History, SPECIAL};
use super::kernels::{Level, MOST_LANES};
use super::shape::{Phase, Shape};

/// How far below a heap witnesses are looked up in bitmaps.
const DEPTH: usize = 1 << 15;
/// Heaps per bitmap.
const SPAN: usize = 1 << 17;
/// Bytes from one bitmap to the next; the odd lines keep them from falling into the same places of the cache.
const BYTES: usize = SPAN / 8 + 7 * 64;
/// Heaps in a training sample.
const SAMPLE: usize = 1 << 16;
/// How far the bitmaps reach below the next heap when they are made.
const BELOW: usize = DEPTH + SAMPLE;
/// Words of the sample that are looked at.
const WORDS: usize = 64;
/// Parts to choose from.
const PARTS: usize = 2048;
/// The most bitmaps to ask for a rare index.
const LONGEST: usize = 160;
/// Small parts kept for single searches.
const SMALL: usize = 1 << 16;

/// Working memory of the rare part.
#[derive(Clone, Debug)]
pub struct Rare {
    level: Level,
    /// For each phase and index the heaps that have it, as bits; phase f holds them f bits further on, so that shifts
    /// that are f more than a multiple of 8 are read at whole bytes too.
    bits: Vec<u8>,
    phases: usize,
    indices: usize,
    /// One more than the greatest index entered.
    used: usize,
    /// `BELOW` more than the heap of each bitmap's first bit, a multiple of 64.
    base: u64,
    /// For each rare index the bitmaps to ask, as offsets from `DEPTH` heaps below the block.
    probes: Vec<Vec<u32>>,
    /// The bytes of small heaps down to 1.
    reversed: Vec<u8>,
    /// The runs of 64 small parts in the order they are searched.
    order: Vec<u32>,
    trained_at: u64,
    /// The first heap of the phase for which the bitmaps were chosen.
    trained_for: u64,
    /// The first heap that has no bits.
    entered: u64,
    /// How many pairs of a heap and a value were searched singly.
    pub searched: u64,
    /// For each heap of the block the rare indices that are still open, as bits.
    open: Vec<[u64; 4]>,
    list: Vec<u8>,
}

impl Rare {
    /// Working memory for the heaps after the known ones.
    pub fn new(level: Level, history: &History, phases: usize) -> Self {
        let indices = history.ceiling() as usize;
        let mut rare = Self {
            level,
            bits: vec![0; phases * indices * BYTES],
            phases,
            indices,
            used: 0,
            base: 0,
            probes: vec![Vec::new(); indices],
            reversed: Vec::new(),
            order: Vec::new(),
            trained_at: 0,
            trained_for: 0,
            entered: 0,
            searched: 0,
            open: vec![[0; 4]; MOST_LANES + 64],
            list: Vec::new(),
        };
        rare.rebuild(history, history.next());
        rare
    }

    /// The bytes of small heaps down to 1.
    pub fn small(&self) -> &[u8] {
        &self.reversed
    }

    /// Takes up the bytes of small heaps down to 1.
    pub fn set_small(&mut self, reversed: &[u8]) {
        self.reversed = reversed.to_vec();
        let runs = reversed.len() / 64;
        let stride = if runs.is_multiple_of(619) { 1 } else { 619 };
        self.order = (0..runs).map(|at| (at * stride % runs) as u32).collect();
    }

    /// Writes the bitmaps of the heaps before the next one afresh.
    fn rebuild(&mut self, history: &History, next: u64) {
        self.bits.fill(0);
        self.base = next / 64 * 64;
        self.entered = self.base.saturating_sub(BELOW as u64).max(history.first()).max(1);
        self.enter(history, self.entered, next);
    }

    /// Where the bitmap of an index begins.
    const fn map(&self, phase: usize, index: usize) -> usize {
        (phase * self.indices + index) * BYTES
    }

    const fn bit(&self, heap: u64) -> usize {
        (heap + BELOW as u64 - self.base) as usize
    }

    fn enter(&mut self, history: &History, from: u64, until: u64) {
        if from >= until {
            return;
        }
        self.entered = until;
        let bytes = &history.bytes_from(from)[..(until - from) as usize];
        if self.phases == 1 {
            let from = self.bit(from);
            let mut used = self.used;
            for (bit, &byte) in (from..).zip(bytes) {
                if byte != SPECIAL {
                    used = used.max(usize::from(byte) + 1);
                    self.bits[usize::from(byte) * BYTES + bit / 8] |= 1 << (bit % 8);
                }
            }
            self.used = used;
            return;
        }
        for (heap, &byte) in (from..until).zip(bytes) {
            if byte != SPECIAL {
                let bit = self.bit(heap);
                self.used = self.used.max(usize::from(byte) + 1);
                for phase in 0..self.phases {
                    let bit = bit + phase;
                    let map = self.map(phase, byte.into());
                    self.bits[map + bit / 8] |= 1 << (bit % 8);
                }
            }
        }
    }

    /// Makes room for a block that ends before `until`.
    fn make_room(&mut self, next: u64, until: u64) {
        if self.bit(until) + 8 > SPAN {
            let keep = self.bit(next / 64 * 64) / 8;
            for phase in 0..self.phases {
                for index in 0..self.used {
                    let map = self.map(phase, index);
                    let map = &mut self.bits[map..][..BYTES];
                    map.copy_within(keep - BELOW / 8.., 0);
                    map[BYTES - (keep - BELOW / 8)..].fill(0);
                }
            }
            self.base = next / 64 * 64;
        }
    }

    /// Drops the bits of heaps from `from` on, which may have been wrong.
    fn drop_from(&mut self, history: &History, from: u64) {
        if from < self.entered {
            self.rebuild(history, from);
        }
    }

    /// Checks the heaps from `first` up to and without `end`. Returns those for which some rare values have no
    /// witness among the small parts; they remain to be searched through all moves.
    pub fn check(&mut self, history: &History, shape: &Shape, first: u64, end: u64) -> Vec<Open> {
        let mut hard = Vec::new();
        let mut from = first;
        while from < end {
            let until = ((from + MOST_LANES as u64) / 64 * 64).min(end);
            self.check_some(history, shape, from, until, &mut hard);
            from = until;
        }
        hard
    }

    fn check_some(&mut self, history: &History, shape: &Shape, first: u64, end: u64, hard: &mut Vec<Open>) {
        let phase = shape.phase(first);
        let small = (first / 2).min(SMALL as u64) as usize;
        if small >= 2 * self.reversed.len() && history.first() == 0 {
            let reversed: Vec<u8> = history.bytes_from(1)[..small].iter().rev().copied().collect();
            self.set_small(&reversed);
        }
        self.drop_from(history, first);
        if self.entered + (DEPTH as u64) < first {
            self.rebuild(history, first);
        }
        self.make_room(first, end.next_multiple_of(64));
        if self.trained_for != phase.from {
            // Other moves have other witnesses.
            self.probes.iter_mut().for_each(Vec::clear);
            self.trained_at = 0;
            self.trained_for = phase.from;
        }
        if first >= self.trained_at * if first < 1 << 17 { 2 } else { 4 } {
            self.train(history, phase, first);
            self.trained_at = first;
        }
        self.enter(history, self.entered, end);
        let start = first / 64 * 64;
        let words = (end - start).div_ceil(64) as usize;
        let inside: [u64; 9] = std::array::from_fn(|at| {
            let word = start + 64 * at as u64;
            below(end.saturating_sub(word)) & !below(first.saturating_sub(word))
        });
        let at = self.bit(start) / 8;
        // Below the dropped bit the order of rare and common values is not that of their indices: there a rare index
        // is needed by all heaps whose common index agrees above.
        let low = (1 << history.space().mask().trailing_zeros()) - 1;
        // Heaps with a common index that has no bitmap need every rare value below it.
        let mut need = [0; 9];
        let tall_from = history.tall().partition_point(|tall| tall.0 < first);
        for &(heap, _) in &history.tall()[tall_from..] {
            let lane = (heap - start) as usize;
            need[lane / 64] |= 1 << (lane % 64);
        }
        let mut touched = need;
        let block = &history.bytes_from(first)[..(end - first) as usize];
        let top = block.iter().map(|&byte| if byte == SPECIAL { 0 } else { byte }).max().unwrap_or(0);
        let top = if tall_from < history.tall().len() { history.ceiling() - 1 } else { top.into() };
        for index in (0..=(top | low).min(history.ceiling() - 1)).rev() {
            if index & low == low {
                for other in index - low..=index {
                    let map = &self.bits[other as usize * BYTES + at..][..8 * words];
                    for ((need, eight), inside) in need.iter_mut().zip(map.chunks_exact(8)).zip(&inside) {
                        *need |= u64::from_le_bytes(eight.try_into().expect("eight bytes")) & inside;
                    }
                }
            }
            let mut open = need;
            let probes = &self.probes[index as usize];
            let below = &self.bits[at - DEPTH / 8..];
            self.level.cover(&mut open[..words], below, probes, words as u32);
            for (at, &word) in open[..words].iter().enumerate() {
                touched[at] |= word;
                let mut word = word;
                while word != 0 {
                    let lane = at * 64 + word.trailing_zeros() as usize;
                    word &= word - 1;
                    self.open[lane][index as usize / 64] |= 1 << (index % 64);
                }
            }
        }
        for (at, &word) in touched[..words].iter().enumerate() {
            let mut word = word;
            while word != 0 {
                let lane = at * 64 + word.trailing_zeros() as usize;
                word &= word - 1;
                let set = std::mem::take(&mut self.open[lane]);
                hard.extend(self.settle(history, phase, start + lane as u64, set));
            }
        }
    }

    /// Looks for witnesses of the open rare indices of one heap among the small parts.
    fn settle(&mut self, history: &History, phase: &Phase, heap: u64, set: [u64; 4]) -> Option<Open> {
        let tall = history.bytes_from(heap)[0] == SPECIAL;
        if set == [0; 4] && !tall {
            return None;
        }
        let Heap::Common(common) = history.heap(heap) else { return None };
        let space = history.space();
        let common = space.common(heap, common);
        let needed = |&index: &u32| space.rare(heap, index) < common;
        let mut open = std::mem::take(&mut self.list);
        open.clear();
        for (at, &word) in set.iter().enumerate() {
            let mut word = word;
            while word != 0 {
                let index = 64 * at as u32 + word.trailing_zeros();
                word &= word - 1;
                if needed(&index) {
                    open.push(index as u8);
                }
            }
        }
        self.searched += open.len() as u64;
        // The greatest index cannot be told from a mark.
        if open.last() != Some(&SPECIAL) {
            for runs in self.order.chunks(32) {
                for a_break in &phase.breaks {
                    let most = a_break.last_small(heap).min(self.reversed.len() as u64);
                    let large = history.bytes_until(heap - a_break.taken);
                    self.level.find(&self.reversed, large, runs, (most / 64) as u32, &mut open);
                }
                if open.is_empty() {
                    break;
                }
            }
        }
        if open.is_empty() && !tall {
            self.list = open;
            return None;
        }
        let beyond =
            if tall { history.ceiling()..(space.index(common) + 1).next_power_of_two() } else { 0..0 };
        let indices: Vec<u32> =
            open.iter().map(|&index| u32::from(index)).chain(beyond).filter(needed).collect();
        self.list = open;
        (!indices.is_empty()).then_some(Open { heap, indices })
    }

    /// Chooses for each rare index the bitmaps to ask.
    fn train(&mut self, history: &History, phase: &Phase, end: u64) {
        let end = end / 64 * 64;
        let reach = phase.breaks.iter().map(|a_break| a_break.taken + a_break.differ).max().unwrap_or(0);
        let depth = (history.next().saturating_sub(reach) / 4).min(DEPTH as u64 - 8);
        let sample = (SAMPLE as u64).min(end / 2) / 64 * 64;
        if self.bit(end) < BELOW {
            return;
        }
        let start = self.bit(end - sample) / 8;
        let words = (sample / 64) as usize;
        let step = words.div_ceil(WORDS).max(1);
        let words = words / step;
        // Shifts that keep to whole bytes, with the index of the small part.
        let mut parts: Vec<(usize, usize)> = Vec::new();
        let grain = if self.phases == 8 { 1 } else { 8 };
        let places = (depth / grain).max(1);
        let wanted = PARTS.min(4 * places as usize / 3) / phase.breaks.len().max(1);
        for a_break in &phase.breaks {
            for at in 0..wanted as u64 {
                let shift = grain * (1 + at * 1597 % places);
                if shift <= a_break.taken {
                    continue;
                }
                if let Heap::Common(index) = small_heap(history, &self.reversed, shift - a_break.taken)
                    && (index as usize) < self.probes.len()
                {
                    parts.push((shift as usize, index as usize));
                }
            }
        }
        parts.sort_unstable();
        parts.dedup();
        let bits = &self.bits;
        let map = |phase: usize, index: usize| self.map(phase, index);
        let word = |phase: usize, index: usize, byte: usize, at: usize| {
            let eight = &bits[map(phase, index) + byte + 8 * step * at..][..8];
            u64::from_le_bytes(eight.try_into().expect("eight bytes"))
        };
        let mut lists = vec![Vec::new(); self.probes.len()];
        let level = self.level;
        let probe = |(shift, small): (usize, usize), index: usize| {
            (map(shift % 8, index ^ small) + (DEPTH - shift + shift % 8) / 8) as u32
        };
        let mut need = vec![0u64; words];
        let low = (1 << history.space().mask().trailing_zeros()) - 1;
        for index in (0..self.probes.len()).rev() {
            if index & low == low {
                (index - low..=index)
                    .for_each(|other| (0..words).for_each(|at| need[at] |= word(0, other, start, at)));
            }
            let mut open = need.clone();
            let total: u32 = open.iter().map(|word| word.count_ones()).sum();
            let mut chosen = Vec::new();
            let mut left = total;
            let gain = |open: &[u64], (shift, small): (usize, usize)| {
                level.gain(open, &bits[map(shift % 8, index ^ small) + start - shift / 8..], 8 * step)
            };
            // Gains only shrink, so a part whose gain was found again and still leads is the best.
            let mut queue: BinaryHeap<(u32, (usize, usize))> = if total == 0 {
                BinaryHeap::new()
            } else {
                parts.iter().map(|&part| (gain(&open, part), part)).collect()
            };
            while left > total / 256 && chosen.len() < LONGEST {
                let Some((_, part)) = queue.pop() else { break };
                let gained = gain(&open, part);
                if queue.peek().is_some_and(|next| next.0 > gained) {
                    queue.push((gained, part));
                    continue;
                }
                if gained == 0 {
                    break;
                }
                let (shift, small) = part;
                (0..words).for_each(|at| open[at] &= !word(shift % 8, index ^ small, start - shift / 8, at));
                left -= gained;
                chosen.push(probe(part, index));
            }
            // The sample is small: what served it well anyway comes after what served it best.
            let others = queue.into_sorted_vec().into_iter().rev().take(LONGEST.saturating_sub(chosen.len()));
            chosen.extend(others.map(|(_, part)| probe(part, index)));
            lists[index] = chosen;
        }
        self.probes = lists;
    }
}

/// The lowest bits of a word.
const fn below(count: u64) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}

fn small_heap(history: &History, reversed: &[u8], part: u64) -> Heap {
    if history.first() == 0 {
        return history.heap(part);
    }
    match reversed.get(reversed.len().wrapping_sub(part as usize)) {
        Some(&byte) if byte != SPECIAL => Heap::Common(byte.into()),
        _ => Heap::Rare(0),
    }
}

/// A heap some of whose rare values have no known witness.
#[derive(Clone, Debug)]
pub struct Open {
    /// The heap.
    pub heap: u64,
    indices: Vec<u32>,
}

impl Open {
    /// Searches all moves; returns the least rare value that has no witness.
    pub fn resolve(&self, history: &History, phase: &Phase) -> Option<u32> {
        let space = history.space();
        let open = self.indices.iter().filter(|&&index| !thorough(history, phase, self.heap, index));
        open.map(|&index| space.rare(self.heap, index)).min()
    }
}

/// Looks for a witness of a rare index among all moves.
fn thorough(history: &History, phase: &Phase, heap: u64, index: u32) -> bool {
    let space = history.space();
    let single = phase.singles.iter().take_while(|&&taken| taken < heap).any(|&taken| {
        match history.heap(heap - taken) {
            Heap::Rare(found) => !space.turns(taken) && found == index,
            Heap::Common(found) => space.turns(taken) && found == index,
        }
    });
    if single {
        return true;
    }
    let last = phase.breaks.iter().map(|a_break| a_break.last_small(heap)).max().unwrap_or(0);
    (1..=last).any(|small| {
        let part = history.heap(small);
        phase.breaks.iter().filter(|a_break| small <= a_break.last_small(heap)).any(|a_break| {
            match (part, history.heap(heap - a_break.taken - small)) {
                (Heap::Common(a), Heap::Common(b)) | (Heap::Rare(a), Heap::Rare(b)) => a ^ b == index,
                _ => false,
            }
        })
    })
}
