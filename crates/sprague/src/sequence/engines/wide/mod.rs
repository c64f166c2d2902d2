//! Two-part games without a good sparse space: mark, then strike, 128 heaps at a time.
//!
//! For each heap of a block some far splits ([`Block`]) are marked one by one, a store each; that leaves some dozen
//! small values open. With a space, common values only come from splits with a rare part. The least open ones are put
//! on trial ([`Trial`]): a vector of heaps, each with its own candidates, goes through all those splits. Open rare
//! values below the common one are searched singly or, with AVX-512, all at once for the whole block. Splits
//! that reach into the block are marked in a walk over it; walk and trial alternate until nothing is unsure. Without a
//! space all values are searched singly. Both halves are done for every heap (theory 4.6). Memory four bytes a heap.
//! It serves values below 2^14.

mod block;
mod rows;
mod trial;

use self::block::{Block, Shared};
use self::rows::{Commons, Mirror, Row, insert};
use self::trial::Trial;
use crate::sequence::kernels::{Loops, Sieves, WIDE, tile};
use crate::sequence::shape::Shape;
use crate::sequence::space::{Counts, Space};

/// One in how many far splits with a rare part is marked.
const MARKED: usize = 6;

/// Moves into the block are at most this many for each heap, so that values cannot outgrow their type in a block.
const NEAR: usize = 1 << 12;

/// A growing table of values.
#[derive(Clone, Debug)]
pub struct Wide {
    shape: Shape,
    loops: Loops,
    /// The values, and room for a block behind them.
    values: Vec<u16>,
    mirror: Mirror,
    next: u64,
    largest: u16,
    rows: Vec<Row>,
    marks: Vec<u8>,
    shared: Shared,
    sieves: Sieves,
    /// A space, and the heaps that are rare under it.
    space: Option<Space>,
    commons: Commons,
    rares: Vec<u64>,
}

impl Wide {
    /// An engine that goes on from known values; `None` where one does not fit.
    pub fn new(shape: Shape, values: &[u32], loops: Loops) -> Option<Self> {
        let mut wide = Self {
            shape,
            loops,
            values: values.iter().map(|&value| u16::try_from(value)).collect::<Result<_, _>>().ok()?,
            mirror: Mirror::default(),
            next: values.len() as u64,
            largest: 0,
            rows: vec![Row::default(); WIDE],
            marks: Vec::new(),
            shared: Shared::default(),
            sieves: Sieves::default(),
            space: None,
            commons: Commons::default(),
            rares: Vec::new(),
        };
        wide.largest = wide.values.iter().copied().max().unwrap_or(0);
        wide.mirror.extend(&wide.values);
        wide.values.resize(values.len() + 2 * WIDE, 0);
        Some(wide)
    }

    /// The values found so far, from heap 0.
    pub fn values(&self) -> &[u16] {
        &self.values[..self.next as usize]
    }

    /// Whether values have become too large for this engine.
    pub const fn is_full(&self) -> bool {
        self.largest >= 1 << 14
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

    /// Counts the values from heap `from` on.
    pub fn count(&self, from: u64, counts: &mut Counts) {
        for (heap, &value) in (from..).zip(&self.values[from as usize..self.next as usize]) {
            counts.add(heap, value.into());
        }
    }

    /// Computes the next block, not beyond heap `to`.
    pub fn step(&mut self, to: u64) {
        let block = self.block(to);
        let mut rows = std::mem::take(&mut self.rows);
        self.mark(&block, &mut rows);
        // The first guesses come from far moves alone: what is built on wrong guesses is of no use.
        let all: Vec<usize> = if self.space.is_some() { (0..block.lanes).collect() } else { Vec::new() };
        self.strike(&block, &all, &mut rows);
        if Sieves::are_fast(self.loops) {
            self.sieve(&block, &mut rows);
        }
        let mut sure = 0;
        loop {
            let unsure = self.walk(&block, sure, &mut rows);
            let Some(&first) = unsure.first() else { break };
            sure = first;
            self.strike(&block, &unsure, &mut rows);
        }
        self.rows = rows;
        self.next += block.lanes as u64;
        let values = &self.values[block.first as usize..self.next as usize];
        self.mirror.extend(values);
        self.largest = values.iter().copied().max().unwrap_or(0).max(self.largest);
        self.note_rares(block.first);
        self.values.resize(self.next as usize + 2 * WIDE, 0);
    }

    fn block(&self, to: u64) -> Block {
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

    /// Writes down far options of every heap of the block.
    fn mark(&mut self, block: &Block, rows: &mut [Row]) {
        let mut shared = std::mem::take(&mut self.shared);
        shared.marked.clear();
        shared.others.clear();
        let mut singles = Vec::new();
        block.share_rares((&self.rares, &self.values), MARKED, &mut shared, |heap, a, b| {
            singles.push((heap, a, b));
        });
        let wanted = self.probes() * (u64::from(self.largest) + 1);
        block.share_scattered(&self.values, wanted, &mut shared.marked);
        let width = (usize::from(self.largest) + 1).next_power_of_two().max(64);
        let lanes = tile(width);
        self.marks.resize(lanes * width, 0);
        for (at, rows) in rows[..block.lanes].chunks_mut(lanes).enumerate() {
            self.marks.fill(0);
            shared.marked.mark(&self.values, block.first as usize + at * lanes, width, &mut self.marks);
            rows.iter_mut().zip(self.marks.chunks(width)).for_each(|(row, marks)| row.restart(marks));
        }
        self.shared = shared;
        for (heap, row) in block.heaps().zip(rows.iter_mut()) {
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
        for (heap, a, b) in singles {
            rows[(heap - block.first) as usize].strike(self.values[a as usize] ^ self.values[b as usize]);
        }
    }

    /// Guesses the heaps of the block from what is known, one after the other, and says which are unsure.
    fn walk(&mut self, block: &Block, sure: usize, rows: &mut [Row]) -> Vec<usize> {
        let mut unsure = Vec::new();
        for (lane, heap) in block.heaps().enumerate().skip(sure) {
            let row = &mut rows[lane];
            let near = row.near();
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
            let common = row.open(0, &commons).unwrap_or(u16::MAX);
            self.search(block, heap, row, common);
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

impl Wide {
    /// Finds out which open rare values below a common one no far split of a heap has.
    fn search(&self, block: &Block, heap: u64, row: &mut Row, below: u16) {
        let commons = self.commons.of(heap);
        let mut open = Vec::new();
        let mut from = 0;
        loop {
            let next = row.open(from, |first| !commons(first)).filter(|&value| value < below);
            // What is above a free value does not matter.
            let end = next.is_none_or(|value| row.is_free(value));
            if end || open.len() == SEARCHED {
                self.sift(block, heap, row, &open);
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
    fn sift(&self, block: &Block, heap: u64, row: &mut Row, values: &[u16]) {
        let mut open = values.to_vec();
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

    /// Finds for each unsure heap the least open common value that no far split has.
    fn strike(&self, block: &Block, unsure: &[usize], rows: &mut [Row]) {
        let splits = &self.shared.others;
        let mut trial = Trial::new(self.commons, block.first, splits.len());
        for &lane in unsure {
            trial.enter(lane, &rows[lane]);
        }
        // A search goes through all splits for one heap, a trial through some of them for the whole block, twice as fast.
        let all = block.first * block.phase.breaks.len() as u64;
        let few = splits.len() as u64 * block.lanes as u64 / (2 * all + 1);
        let mut left = trial.run(self.loops, &self.values, splits, few as u32, rows);
        while left != 0 {
            let lane = left.trailing_zeros() as usize;
            left &= left - 1;
            let (heap, row) = (block.first + lane as u64, &mut rows[lane]);
            let class = self.commons.of(heap);
            while let Some(value) = row.open(0, &class).filter(|&value| !row.is_free(value)) {
                let next = row.open(value + 1, &class).filter(|&value| !row.is_free(value));
                let values: Vec<u16> = std::iter::once(value).chain(next).collect();
                self.sift(block, heap, row, &values);
            }
        }
    }
}

/// How many values of a heap are looked for without a space.
const ALL: usize = 96;

/// How many free values are kept: moves into the block may take some of them away.
const KEPT: usize = 4;

impl Wide {
    /// Looks the open rare values of every heap below its least open common one up in all far splits that the heaps
    /// share; without a space the least open values.
    fn sieve(&mut self, block: &Block, rows: &mut [Row]) {
        let most = if self.space.is_some() { usize::MAX } else { ALL };
        let mut sieves = std::mem::take(&mut self.sieves);
        sieves.clear();
        let mut sought: Vec<Vec<u16>> = Vec::new();
        for (heap, row) in block.heaps().zip(&*rows) {
            let class = self.commons.of(heap);
            let below = row.open(0, &class).unwrap_or(u16::MAX);
            let rares = row.opens(|first| !class(first)).take_while(|&value| value < below);
            let values: Vec<u16> = rares.take(most).collect();
            sieves.push(&values);
            sought.push(values);
        }
        for &a_break in &block.phase.breaks {
            let (low, together) = (block.low(a_break), a_break.last_small(block.first));
            if low <= together {
                let last = block.first + block.lanes as u64 - 1 - a_break.taken - low;
                let small = &self.values[low as usize..=together as usize];
                sieves.sift(self.loops, small, self.mirror.down_from(last));
            }
        }
        settle(&sieves, &sought, rows);
        self.sieves = sieves;
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
