//! The rare part: every rare value below the common one must be the value of some option.
//!
//! Any option will do as a witness. Bitmaps are asked first, 2048 heaps at a time, in the order that experience
//! recommends ([`Witnesses`]), until few heaps are left; those are searched singly, through scattered runs of 64
//! small parts, all open values of a heap together. What has no witness there is returned, to be searched through
//! all moves ([`Open`]); if there is none the heap is rare.

use std::borrow::Cow;
use std::iter;
use std::ops::Range;
use std::sync::{Arc, Mutex};

use crate::sequence::engines::sparse::bitmaps::{Bitmaps, Layout};
use crate::sequence::engines::sparse::history::{Heap, History, between};
use crate::sequence::engines::sparse::state::SPECIAL;
use crate::sequence::engines::sparse::witnesses::Witnesses;
use crate::sequence::shape::{Break, Phase, Shape};
use sprague_kernels::Loops;

/// The most heaps that are checked together.
pub const BATCH: usize = 1 << 11;
/// Small parts kept for single searches. Of 20 000 heaps of Grundy's game near 2*10^8 one looked further than 2^15, but
/// the few whose value is nearly the greatest so far find their witnesses among the tall heaps alone
/// ([`Open::without_tall`]).
pub const SMALL: usize = 1 << 22;
/// Heaps beyond [`SMALL`] from which on all of them are kept, not only half of the heaps before.
const MARGIN: u64 = 1 << 20;
/// Small parts that are searched first, scattered: few enough for the nearest cache.
const SCATTERED: usize = 1 << 13;

/// Where witnesses are looked up. Games of few values have copies of their bitmaps, and need less depth.
const fn layout(copies: usize) -> Layout {
    let depth = if copies == 1 { 1 << 16 } else { 1 << 14 };
    Layout { depth, span: depth + (1 << 15), copies }
}

/// Working memory of the rare part. What it finds does not depend on what it has seen before. Clones share the choice
/// of witnesses: the first one that finds it out of date makes it anew, and the others take it up.
#[derive(Clone, Debug)]
pub struct Rare {
    loops: Loops,
    layout: Layout,
    maps: Bitmaps,
    witnesses: Arc<Witnesses>,
    latest: Arc<Mutex<Arc<Witnesses>>>,
    /// The bytes of small heaps down to 1.
    reversed: Arc<[u8]>,
    /// The runs of 64 small parts in the order they are searched.
    order: Vec<u32>,
    /// For each heap of the block the rare indices that are still open, as bits.
    open: Vec<[u64; 4]>,
    list: Vec<u8>,
}

impl Rare {
    /// Working memory for the heaps after the known ones, with so many copies of the bitmaps.
    pub fn new(loops: Loops, copies: usize) -> Self {
        let layout = layout(copies);
        let open = vec![[0; 4]; BATCH + 64];
        Self {
            loops,
            layout,
            maps: Bitmaps::new(layout, &[]),
            witnesses: Arc::default(),
            latest: Arc::default(),
            reversed: Arc::default(),
            order: Vec::new(),
            open,
            list: Vec::new(),
        }
    }

    /// The bytes of small heaps down to 1.
    pub const fn small(&self) -> &Arc<[u8]> {
        &self.reversed
    }

    /// Takes up the bytes of small heaps down to 1.
    pub fn set_small(&mut self, reversed: Arc<[u8]>) {
        // Fours of neighboring runs share cache lines; the fours are scattered.
        let fours = reversed.len().min(SCATTERED) / 256;
        let stride = if fours.is_multiple_of(157) { 1 } else { 157 };
        self.order = (0..4 * fours).map(|at| (at / 4 * stride % fours * 4 + at % 4) as u32).collect();
        self.order.extend(4 * fours as u32..reversed.len() as u32 / 64);
        self.reversed = reversed;
    }

    /// Takes up more small heaps, where enough heaps before `heap` are known.
    pub fn renew_small(&mut self, history: &History, heap: u64) {
        let half = heap.checked_ilog2().map_or(0, |power| (1 << power) / 2);
        let small = if heap >= SMALL as u64 + MARGIN { SMALL } else { half.min(SMALL as u64) as usize };
        if small > self.reversed.len() && history.first() == 0 {
            self.set_small(history.bytes_from(1)[..small].iter().rev().copied().collect());
        }
    }

    /// Drops what was taken for granted of the heaps from `heap` on, which the history is about to drop too.
    pub fn drop_from(&mut self, heap: u64) {
        self.maps.drop_from(heap);
    }

    /// Checks the heaps from `first` up to and without `end`. Returns those for which some rare values have no
    /// witness among the small parts; they remain to be searched through all moves.
    pub fn check(&mut self, history: &History, shape: &Shape, first: u64, end: u64) -> Vec<Open> {
        let mut hard = Vec::new();
        let mut from = first;
        while from < end {
            let until = ((from + BATCH as u64) / 64 * 64).min(end);
            self.prepare(history, shape.phase(from), from, until);
            self.check_some(history, shape.phase(from), from, until, &mut hard);
            from = until;
        }
        hard
    }

    /// Brings bitmaps and the choice of witnesses up to date.
    fn prepare(&mut self, history: &History, phase: &Phase, first: u64, end: u64) {
        if self.witnesses.are_stale(phase, first) {
            self.renew_witnesses(history, phase, first);
        }
        self.maps.enter(self.loops, history, first, end);
    }

    /// Takes up the latest choice of witnesses, or makes one. While another thread is choosing, the old one will do.
    fn renew_witnesses(&mut self, history: &History, phase: &Phase, first: u64) {
        let slot = self.latest.clone();
        let mut latest = match slot.try_lock() {
            Err(_) if self.witnesses.fit(phase, first) => return,
            tried => tried.unwrap_or_else(|_| slot.lock().expect("choosing witnesses does not panic")),
        };
        if latest.are_stale(phase, first) {
            let part = |part| small_heap(history, &self.reversed, part);
            *latest = Arc::new(Witnesses::choose(self.loops, history, phase, first, self.layout, part));
        }
        if self.witnesses.indices() != latest.indices() {
            self.maps = Bitmaps::new(self.layout, latest.indices());
        }
        self.witnesses = latest.clone();
    }

    fn check_some(&mut self, history: &History, phase: &Phase, first: u64, end: u64, hard: &mut Vec<Open>) {
        let start = first / 64 * 64;
        let words = (end - start).div_ceil(64) as usize;
        let inside: [u64; BATCH / 64 + 1] = std::array::from_fn(|at| {
            let word = start + 64 * at as u64;
            below(end.saturating_sub(word)) & !below(first.saturating_sub(word))
        });
        // Below the dropped bit the order of rare and common values is not that of their indices: there a rare index
        // is needed by all heaps whose common index agrees above.
        let low = (1 << history.space().mask().trailing_zeros()) - 1;
        // Heaps with a common index that is no byte need every rare value below it.
        let block = &history.bytes_from(first)[..(end - first) as usize];
        let mut tall = [0; BATCH / 64 + 1];
        if block.contains(&SPECIAL) {
            for (heap, _) in (first..).zip(block).filter(|(_, byte)| **byte == SPECIAL) {
                let lane = (heap - start) as usize;
                tall[lane / 64] |= 1 << (lane % 64);
            }
        }
        let has_tall = tall.iter().any(|&word| word != 0);
        let top = block.iter().map(|&byte| if byte == SPECIAL { 0 } else { byte }).max().unwrap_or(0);
        let top = if has_tall { history.ceiling() - 1 } else { top.into() };
        let mut touched = tall;
        let mut need = [0; BATCH / 64 + 1];
        let bytes = if start >= history.first() {
            Cow::from(&history.bytes_from(start)[..64 * words])
        } else {
            let before = (first - start) as usize;
            let known = &history.bytes_from(first)[..64 * words - before];
            iter::repeat_n(&SPECIAL, before).chain(known).copied().collect()
        };
        let bits = self.maps.below(start);
        for index in (0..=(top | low).min(history.ceiling() - 1)).rev() {
            if index & low == low {
                self.loops.at_least(&bytes, (index - low) as u8, &mut need);
                let needed = need.iter_mut().zip(&inside).zip(&tall);
                needed.for_each(|((need, inside), tall)| *need = (*need | tall) & inside);
            }
            let mut open = need;
            let probes = self.witnesses.of(index as usize);
            // While others choose, there may be no bitmaps yet.
            if !probes.is_empty() {
                self.loops.cover(&mut open[..words], bits, probes, words as u32 / 8);
            }
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
    pub fn settle(&mut self, history: &History, phase: &Phase, heap: u64, set: [u64; 4]) -> Option<Open> {
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
        // The greatest index cannot be told from a mark.
        if open.last() != Some(&SPECIAL) {
            for runs in self.order.chunks(32) {
                for a_break in &phase.breaks {
                    let remembered = (heap - a_break.taken).saturating_sub(history.first());
                    let most = a_break.last_small(heap).min(self.reversed.len() as u64).min(remembered);
                    let large = history.bytes_until(heap - a_break.taken);
                    self.loops.find(&self.reversed, large, runs, (most / 64) as u32, &mut open);
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
}

/// The lowest bits of a word.
const fn below(count: u64) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}

/// The index of a small heap that is common.
fn small_heap(history: &History, reversed: &[u8], part: u64) -> Option<u32> {
    if history.first() == 0 {
        return match history.heap(part) {
            Heap::Common(index) => Some(index),
            Heap::Rare(_) => None,
        };
    }
    let byte = *reversed.get(reversed.len().wrapping_sub(part as usize))?;
    (byte != SPECIAL).then_some(byte.into())
}

/// Splits that are looked at together.
const CHUNK: usize = 256;

/// A heap some of whose rare values have no known witness.
#[derive(Clone, Debug)]
pub struct Open {
    /// The heap.
    pub heap: u64,
    /// The indices of those values.
    pub indices: Vec<u32>,
}

impl Open {
    /// What is left when one part may be any tall heap listed, and the other is remembered or one of the small ones,
    /// given from the greatest down to heap 1. A value as tall as these hardly ever has another witness.
    pub fn without_tall(&self, history: &History, small: &[u8], phase: &Phase) -> Self {
        let common = |heap: u64| {
            if heap >= history.first() {
                return match history.heap(heap) {
                    Heap::Common(index) => Some(index),
                    Heap::Rare(_) => None,
                };
            }
            let byte = *small.get(small.len().checked_sub(usize::try_from(heap).ok()?)?)?;
            (byte != SPECIAL).then_some(u32::from(byte))
        };
        // of the others, one part is remembered or the other one is small
        let taken = phase.breaks.iter().map(|a_break| a_break.taken);
        let most = taken.clone().max().unwrap_or(0).saturating_add(small.len() as u64);
        let least = taken.min().unwrap_or(0).saturating_add(history.first());
        let near = self.heap.saturating_sub(most);
        let far = self.heap.saturating_sub(least).saturating_add(1).min(near);
        let tall = [0..far, near..self.heap].map(|parts| between(history.tall(), parts.start, parts.end));
        let mut indices = self.indices.clone();
        for &(part, of_part) in tall.into_iter().flatten() {
            if indices.is_empty() {
                break;
            }
            for a_break in phase.breaks.iter().filter(|a_break| a_break.allows(self.heap, part)) {
                let other = self.heap.checked_sub(a_break.taken).and_then(|left| left.checked_sub(part));
                if let Some(other) = other.filter(|&other| other > 0).and_then(common) {
                    indices.retain(|&index| index != other ^ of_part);
                }
            }
        }
        Self { heap: self.heap, indices }
    }

    /// What is left when the small part may be any of the beginning's heaps that fits a byte, and the other is remembered.
    pub fn without_small(&self, loops: Loops, beginning: &History, history: &History, phase: &Phase) -> Self {
        let mut indices = self.indices.clone();
        if beginning.first() == 0 && beginning.space() == history.space() {
            indices.retain(|&index| {
                !phase.breaks.iter().any(|a_break| {
                    let left = self.heap.saturating_sub(a_break.taken);
                    let known = left.saturating_sub(history.first()).min(beginning.next().saturating_sub(1));
                    let last = a_break.last_small(self.heap).min(known);
                    (1..=last).step_by(CHUNK).any(|first| {
                        let parts = first..(first + CHUNK as u64).min(last + 1);
                        let count = (parts.end - parts.start) as usize;
                        let small = &beginning.bytes_from(parts.start)[..count];
                        let large = &history.bytes_from(left + 1 - parts.end)[..count];
                        is_among(loops, small, large, index)
                    })
                })
            });
        }
        Self { heap: self.heap, indices }
    }

    /// Searches all moves but those with a tall part ([`Self::without_tall`]); returns the least rare value that has no
    /// witness.
    pub fn resolve(&self, loops: Loops, history: &History, phase: &Phase) -> Option<u32> {
        let space = history.space();
        let open = self.indices.iter().filter(|&&index| !thorough(loops, history, phase, self.heap, index));
        open.map(|&index| space.rare(self.heap, index)).min()
    }
}

/// Looks for a witness of a rare index among all moves that leave no tall heap.
fn thorough(loops: Loops, history: &History, phase: &Phase, heap: u64, index: u32) -> bool {
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
    let rares = history.rares();
    let is_rare_pair = |a_break: &Break| {
        let small = rares.iter().take_while(|rare| rare.0 <= a_break.last_small(heap));
        small.filter(|rare| rare.0 > 0).any(|&(part, value)| {
            let large = rares.binary_search_by_key(&(heap - a_break.taken - part), |rare| rare.0);
            large.is_ok_and(|at| space.index(value) ^ space.index(rares[at].1) == index)
        })
    };
    if phase.breaks.iter().any(is_rare_pair) {
        return true;
    }
    // what lies beyond the small parts, which have been searched, comes first
    let beyond = (last / CHUNK as u64).min((SMALL / CHUNK) as u64);
    (beyond..=last / CHUNK as u64).chain(0..beyond).any(|chunk| {
        let first = 1 + chunk * CHUNK as u64;
        phase.breaks.iter().any(|a_break| {
            let until = (first + CHUNK as u64).min(a_break.last_small(heap) + 1);
            first < until && among(loops, history, heap - a_break.taken, first..until, index)
        })
    })
}

/// Whether two plain bytes have the index, one of the first from its begin and one of the others from their end.
fn is_among(loops: Loops, small: &[u8], large: &[u8], index: u32) -> bool {
    u8::try_from(index).is_ok_and(|index| {
        loops.compiled(|| {
            let pairs = small.iter().zip(large.iter().rev());
            let hits = pairs.map(|(&a, &b)| a ^ b == index && a != SPECIAL && b != SPECIAL);
            hits.fold(false, |found, hit| found | hit)
        })
    })
}

/// Whether a split of `left` with a part in the range has the index, two plain bytes or two rare heaps. Tall heaps are
/// left out: each of them has been tried with every other part.
fn among(loops: Loops, history: &History, left: u64, parts: Range<u64>, index: u32) -> bool {
    let count = (parts.end - parts.start) as usize;
    let small = &history.bytes_from(parts.start)[..count];
    let large = &history.bytes_from(left + 1 - parts.end)[..count];
    let is_plain = is_among(loops, small, large, index);
    if is_plain || history.ceiling() < u32::from(SPECIAL) {
        return is_plain;
    }
    // In the full range a mark may be the greatest index.
    let pairs = small.iter().zip(large.iter().rev());
    let marked = parts.zip(pairs).filter(|(_, (a, b))| **a == SPECIAL || **b == SPECIAL);
    marked.into_iter().any(|(part, _)| match (history.heap(part), history.heap(left - part)) {
        (Heap::Common(a), Heap::Common(b)) => a ^ b == index,
        _ => false,
    })
}
