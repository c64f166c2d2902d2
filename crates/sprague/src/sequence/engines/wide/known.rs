//! What a block needs to know of the heaps before it, and the work on its heaps.
//!
//! The far moves of a heap do not depend on the other heaps of the block: [`Known::examine`] can be asked for any of
//! them, on any thread. Then [`Known::walk`] goes through the block in order.

use std::ops::Range;

use super::block::{Block, Shared};
use super::rows::{Commons, Mirror, Row, insert};
use super::trial::Trial;
use crate::sequence::shape::Shape;
use crate::sequence::space::{Counts, Space};
use sprague_kernels::{Loops, Sieves, WIDE, tile};

/// One in how many far splits with a rare part is marked.
const MARKED: usize = 6;

/// Moves into the block are at most this many for each heap, so that values cannot outgrow their type in a block.
const NEAR: usize = 1 << 12;

/// The values so far and the moves of the next block.
#[derive(Clone, Debug)]
pub struct Known {
    shape: Shape,
    loops: Loops,
    /// The values, and room for a block behind them.
    values: Vec<u16>,
    mirror: Mirror,
    next: u64,
    largest: u16,
    /// A space, and the heaps that are rare under it.
    space: Option<Space>,
    commons: Commons,
    rares: Vec<u64>,
    block: Block,
    shared: Shared,
    /// Far splits that not all heaps of the block have: the heap and the parts.
    singles: Vec<(u64, u64, u64)>,
}

/// Working memory of one thread.
#[derive(Clone, Debug, Default)]
pub struct Room {
    marks: Vec<u8>,
    sieves: Sieves,
}

/// What is done for a heap before the walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ahead {
    /// What is done for many heaps together.
    Common,
    /// Single searches too, which the walk would do with less.
    All,
}

impl Known {
    /// The known values; `None` where one does not fit.
    pub fn new(shape: Shape, values: &[u32], loops: Loops) -> Option<Self> {
        let next = values.len() as u64;
        let block = Block { first: next, lanes: 0, phase: shape.phase(next).clone() };
        let mut known = Self {
            shape,
            loops,
            values: values.iter().map(|&value| u16::try_from(value)).collect::<Result<_, _>>().ok()?,
            mirror: Mirror::default(),
            next,
            largest: 0,
            space: None,
            commons: Commons::default(),
            rares: Vec::new(),
            block,
            shared: Shared::default(),
            singles: Vec::new(),
        };
        known.largest = known.values.iter().copied().max().unwrap_or(0);
        known.mirror.extend(&known.values);
        known.values.resize(values.len() + 2 * WIDE, 0);
        Some(known)
    }

    /// The values found so far, from heap 0.
    pub fn values(&self) -> &[u16] {
        &self.values[..self.next as usize]
    }

    /// The greatest of them.
    pub const fn largest(&self) -> u16 {
        self.largest
    }

    /// Takes up a space in which at least two thirds of the heaps are common.
    pub fn choose(&mut self, counts: &Counts) {
        let best = counts.best(self.shape.break_parity());
        let best = best.filter(|(_, rares)| *rares < counts.total() / 3).map(|(space, _)| space);
        if best != self.space {
            self.space = best;
            self.commons = Commons::new(best);
            self.rares.clear();
            self.note_rares(1);
        }
    }

    fn note_rares(&mut self, from: u64) {
        if let Some(space) = self.space {
            let heaps = (from..self.next).zip(&self.values[from as usize..]);
            let rares = heaps.filter(|(heap, value)| space.is_rare(*heap, (**value).into()));
            self.rares.extend(rares.map(|pair| pair.0));
        }
    }

    /// Begins the next block, not beyond heap `to`; returns how many heaps it has.
    pub fn begin(&mut self, to: u64) -> usize {
        self.block = self.next_block(to);
        let block = &self.block;
        self.shared.marked.clear();
        self.shared.others.clear();
        self.singles.clear();
        let singles = &mut self.singles;
        block.share_rares((&self.rares, &self.values), MARKED, &mut self.shared, |heap, a, b| {
            singles.push((heap, a, b));
        });
        let wanted = self.probes() * (u64::from(self.largest) + 1);
        block.share_scattered(&self.values, wanted, &mut self.shared.marked);
        block.lanes
    }

    /// Takes the values of the block as known.
    pub fn end(&mut self) {
        let first = self.block.first;
        self.next += self.block.lanes as u64;
        let values = &self.values[first as usize..self.next as usize];
        self.mirror.extend(values);
        self.largest = values.iter().copied().max().unwrap_or(0).max(self.largest);
        self.note_rares(first);
        self.values.resize(self.next as usize + 2 * WIDE, 0);
    }

    fn next_block(&self, to: u64) -> Block {
        let first = self.next;
        let phase = self.shape.phase(first).clone();
        let spread = phase.breaks.iter().map(|a_break| a_break.taken.saturating_add(a_break.differ)).max();
        // Every heap of the block has most far splits, and they lie behind the block.
        let behind = first.saturating_sub(spread.unwrap_or(0)).saturating_sub(2) / 4;
        let most = WIDE.min(NEAR / phase.breaks.len().max(1)).max(1) as u64;
        let lanes = most.min(to - first + 1).min(phase.until - first).min(behind.max(1)) as usize;
        Block { first, lanes, phase }
    }

    /// How many far splits are marked for each value that occurs: sieves look for many rare values at once.
    const fn probes(&self) -> u64 {
        if Sieves::are_fast(self.loops) && self.space.is_some() { 2 } else { 3 }
    }

    /// Finds out about the far moves of some heaps of the block, with a row each.
    pub fn examine(&self, lanes: Range<usize>, ahead: Ahead, rows: &mut [Row], room: &mut Room) {
        let rows = &mut rows[..lanes.len()];
        self.mark(lanes.start, rows, &mut room.marks);
        // The first guesses come from far moves alone: what is built on wrong guesses is of no use.
        if self.space.is_some() {
            let all: Vec<usize> = (0..rows.len()).collect();
            self.strike(lanes.start, &all, rows);
        }
        if Sieves::are_fast(self.loops) {
            self.sieve(lanes.start, rows, &mut room.sieves);
        }
        if ahead == Ahead::All {
            for (heap, row) in (self.block.first + lanes.start as u64..).zip(rows) {
                let common = self.least_common(heap, row);
                self.search(heap, row, common);
            }
        }
    }

    /// The least common value of a heap that is still open, beyond all values if there is none; without a space none is
    /// looked for.
    fn least_common(&self, heap: u64, row: &Row) -> u16 {
        let common = || row.open(0, self.commons.of(heap));
        self.space.and_then(|_| common()).unwrap_or(u16::MAX)
    }

    /// Writes down far options of some heaps of the block.
    fn mark(&self, start: usize, rows: &mut [Row], marks: &mut Vec<u8>) {
        let block = &self.block;
        let first = block.first + start as u64;
        let width = (usize::from(self.largest) + 1).next_power_of_two().max(64);
        let lanes = tile(width);
        marks.resize(lanes * width, 0);
        for (at, rows) in rows.chunks_mut(lanes).enumerate() {
            marks.fill(0);
            self.shared.marked.mark(&self.values, first as usize + at * lanes, width, marks);
            rows.iter_mut().zip(marks.chunks(width)).for_each(|(row, marks)| row.restart(marks));
        }
        for (heap, row) in (first..).zip(rows.iter_mut()) {
            for (a, b) in block.last_splits(heap) {
                row.strike(self.values[a as usize] ^ self.values[b as usize]);
            }
            for &taken in
                block.phase.singles.iter().filter(|&&taken| taken < heap && heap - taken < block.first)
            {
                row.strike(self.values[(heap - taken) as usize]);
            }
            if self.shape.ends(heap) {
                row.strike(0);
            }
        }
        for &(heap, a, b) in &self.singles {
            if let Some(row) = heap.checked_sub(first).and_then(|lane| rows.get_mut(lane as usize)) {
                row.strike(self.values[a as usize] ^ self.values[b as usize]);
            }
        }
    }

    /// Goes through the block until all its values are certain.
    pub fn finish(&mut self, rows: &mut [Row]) {
        let mut sure = 0;
        loop {
            let unsure = self.walk(sure, rows);
            let Some(&first) = unsure.first() else { break };
            sure = first;
            self.strike(0, &unsure, rows);
        }
    }

    /// Guesses the heaps of the block from what is known, one after the other, and says which are unsure.
    fn walk(&mut self, sure: usize, rows: &mut [Row]) -> Vec<usize> {
        let mut unsure = Vec::new();
        for (lane, heap) in self.block.heaps().enumerate().skip(sure) {
            let row = &mut rows[lane];
            let near = row.near();
            let block = &self.block;
            for &a_break in &block.phase.breaks {
                let left = heap.saturating_sub(a_break.taken);
                for small in 1..block.low(a_break).min(a_break.last_small(heap) + 1) {
                    insert(near, self.values[small as usize] ^ self.values[(left - small) as usize]);
                }
            }
            for &taken in
                block.phase.singles.iter().filter(|&&taken| taken < heap && heap - taken >= block.first)
            {
                insert(near, self.values[(heap - taken) as usize]);
            }
            let commons = self.commons.of(heap);
            let common = self.least_common(heap, row);
            self.search(heap, row, common);
            let value = row.open(0, |first| !commons(first)).map_or(common, |rare| rare.min(common));
            if !row.is_free(value) {
                unsure.push(lane);
            }
            self.values[heap as usize] = value;
        }
        unsure
    }
}

/// Values of a heap that are searched together.
const SEARCHED: usize = 32;

impl Known {
    /// Finds out which open rare values below a common one no far split of a heap has.
    fn search(&self, heap: u64, row: &mut Row, below: u16) {
        let commons = self.commons.of(heap);
        let mut open = Vec::new();
        let mut from = 0;
        loop {
            let next = row.open(from, |first| !commons(first)).filter(|&value| value < below);
            // What is above a free value does not matter.
            let end = next.is_none_or(|value| row.is_free(value));
            if end || open.len() == SEARCHED {
                self.sift(heap, row, &open);
                if end || open.iter().any(|&value| row.is_free(value)) {
                    break;
                }
                open.clear();
            }
            open.extend(next);
            from = next.map_or(from, |value| value + 1);
        }
    }

    /// Tells the values that far splits of a heap have from the free ones.
    fn sift(&self, heap: u64, row: &mut Row, values: &[u16]) {
        let mut open = values.to_vec();
        let block = &self.block;
        for &a_break in &block.phase.breaks {
            let (low, last) = (block.low(a_break), a_break.last_small(heap));
            if low <= last && !open.is_empty() {
                let small = &self.values[low as usize..=last as usize];
                self.loops.sift(small, self.mirror.down_from(heap - a_break.taken - low), &mut open);
            }
        }
        for &value in values {
            if open.contains(&value) {
                row.spare(value);
            } else {
                row.strike(value);
            }
        }
    }

    /// Finds for each unsure heap the least open common value that no far split has. The rows are those of the heaps
    /// from the lane `start` on.
    fn strike(&self, start: usize, unsure: &[usize], rows: &mut [Row]) {
        let block = &self.block;
        let first = block.first + start as u64;
        let splits = &self.shared.others;
        let mut trial = Trial::new(self.commons, first, splits.count());
        for &lane in unsure {
            trial.enter(lane, &rows[lane]);
        }
        // A search goes through all splits for one heap, a trial through some of them for the whole block, twice as fast.
        let all = block.first * block.phase.breaks.len() as u64;
        let few = splits.count() as u64 * rows.len() as u64 / (2 * all + 1);
        let mut left = trial.run(self.loops, &self.values, splits, few as u32, rows);
        while left != 0 {
            let lane = left.trailing_zeros() as usize;
            left &= left - 1;
            let (heap, row) = (first + lane as u64, &mut rows[lane]);
            let class = self.commons.of(heap);
            while let Some(value) = row.open(0, &class).filter(|&value| !row.is_free(value)) {
                let next = row.open(value + 1, &class).filter(|&value| !row.is_free(value));
                let values: Vec<u16> = std::iter::once(value).chain(next).collect();
                self.sift(heap, row, &values);
            }
        }
    }
}

/// How many values of a heap are looked for without a space.
const ALL: usize = 96;

/// How many free values are kept: moves into the block may take some of them away.
const KEPT: usize = 4;

impl Known {
    /// Looks the open rare values of every heap below its least open common one up in all far splits that the heaps
    /// share; without a space the least open values.
    fn sieve(&self, start: usize, rows: &mut [Row], sieves: &mut Sieves) {
        let most = if self.space.is_some() { usize::MAX } else { ALL };
        let block = &self.block;
        let first = block.first + start as u64;
        sieves.clear();
        let mut sought: Vec<Vec<u16>> = Vec::new();
        for (heap, row) in (first..).zip(&*rows) {
            let class = self.commons.of(heap);
            let below = self.least_common(heap, row);
            let rares = row.opens(|first| !class(first)).take_while(|&value| value < below);
            let values: Vec<u16> = rares.take(most).collect();
            sieves.push(&values);
            sought.push(values);
        }
        for &a_break in &block.phase.breaks {
            let (low, together) = (block.low(a_break), a_break.last_small(block.first));
            if low <= together {
                let last = first + rows.len() as u64 - 1 - a_break.taken - low;
                let small = &self.values[low as usize..=together as usize];
                sieves.sift(self.loops, small, self.mirror.down_from(last));
            }
        }
        settle(sieves, &sought, rows);
    }
}

/// Writes down what became of the wanted values, up to some free ones.
fn settle(sieves: &Sieves, sought: &[Vec<u16>], rows: &mut [Row]) {
    for (lane, (row, values)) in rows.iter_mut().zip(sought).enumerate() {
        let mut kept = 0;
        for &value in values.iter().take_while(|&&value| sieves.covers(lane, value)) {
            if !sieves.contains(lane, value) {
                row.strike(value);
            } else if kept < KEPT {
                row.spare(value);
                kept += 1;
            }
        }
    }
}
