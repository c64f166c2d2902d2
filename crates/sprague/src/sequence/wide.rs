//! Two-part games without a useful sparse space: probe, then verify, 64 heaps at a time.
//!
//! For each heap of a block some splits are marked one by one; that leaves few small values open. The least of those
//! are then held against all splits by vector compares, each heap with its own candidates (`G(n - i - a) =
//! candidate + G(a)`, two instructions a vector and split). A heap whose candidates are all hit takes its next open
//! values and goes round again. Splits whose larger part lies inside the block are marked in a walk over the block,
//! again until nothing changes. Even a poor space helps: common values only come from splits with a rare part, and
//! those are all marked, so that only rare values are left to verify. Memory two bytes a heap. It serves values below 2^14.

use super::kernels::{Level, WIDE};
use super::shape::{Break, Shape};
use super::space::{Counts, Space};

/// How many splits are marked one by one for each value that occurs.
const PROBES: u64 = 6;

/// Values of a heap that are verified together.
const TOGETHER: usize = 2;

/// Splits that are verified between two looks at the hits.
const CHUNK: u64 = 1 << 10;

/// A growing table of values.
#[derive(Clone, Debug)]
pub struct Wide {
    shape: Shape,
    level: Level,
    /// The values, and room for a block behind them.
    values: Vec<u16>,
    next: u64,
    largest: u16,
    rows: Vec<Row>,
    /// A space, and the heaps that are rare under it.
    space: Option<Space>,
    rares: Vec<u64>,
}

/// What is known of one heap of the block.
#[derive(Clone, Debug, Default)]
struct Row {
    /// Values that moves to earlier blocks have, as bits.
    far: Vec<u64>,
    /// Values that no such move has.
    free: Vec<u16>,
    /// Values of moves into the block, by the present guesses.
    near: Vec<u64>,
}

impl Row {
    fn clear(&mut self, words: usize) {
        self.far.clear();
        self.far.resize(words, 0);
        self.near.clear();
        self.near.resize(words, 0);
        self.free.clear();
    }

    /// The least value that is not excluded; the sets always leave one open.
    fn least(&self) -> u16 {
        let open = self.far.iter().zip(&self.near).map(|(far, near)| far | near);
        let (at, word) = open.enumerate().find(|(_, word)| *word != u64::MAX).unwrap_or((self.far.len(), 0));
        (at * 64) as u16 + word.trailing_ones() as u16
    }
}

impl Row {
    /// The values that are not excluded, ascending; the last is larger than any value can be.
    fn open(&self) -> impl Iterator<Item = u16> {
        let words = self.far.iter().zip(&self.near).enumerate();
        words.flat_map(|(at, (far, near))| {
            let open = !(far | near);
            (0..64).filter(move |bit| open >> bit & 1 == 1).map(move |bit| (at * 64) as u16 + bit)
        })
    }
}

fn insert(set: &mut [u64], value: u16) {
    set[usize::from(value) / 64] |= 1 << (value % 64);
}

impl Wide {
    /// An engine that goes on from known values; `None` where one does not fit.
    pub fn new(shape: Shape, values: &[u32], level: Level) -> Option<Self> {
        let mut wide = Self {
            shape,
            level,
            values: values.iter().map(|&value| u16::try_from(value)).collect::<Result<_, _>>().ok()?,
            next: values.len() as u64,
            largest: 0,
            rows: vec![Row::default(); WIDE],
            space: None,
            rares: Vec::new(),
        };
        wide.largest = wide.values.iter().copied().max().unwrap_or(0);
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
            self.rares.clear();
            self.note_rares(1);
        }
    }

    fn note_rares(&mut self, from: u64) {
        if let Some(space) = self.space {
            let heaps = (from..self.next).zip(&self.values[from as usize..]);
            self.rares.extend(
                heaps.filter(|(heap, value)| space.is_rare(*heap, (**value).into())).map(|pair| pair.0),
            );
        }
    }

    /// Marks all splits with a rare part that lies behind the block, or whose other part does.
    fn mark_rares(&self, a_break: Break, low: u64, rows: &mut [Row]) {
        let (first, lanes) = (self.next, rows.len() as u64);
        for &rare in self.rares.iter().skip_while(|&&rare| rare < low) {
            let value = self.values[rare as usize];
            let left = first.saturating_sub(a_break.taken);
            let apart = left.abs_diff(2 * rare) >= a_break.differ + lanes || a_break.differ == 0;
            if rare < left && apart {
                let others = &self.values[(left - rare) as usize..][..rows.len()];
                for (row, &other) in rows.iter_mut().zip(others) {
                    insert(&mut row.far, value ^ other);
                }
            } else {
                for (heap, row) in (first..).zip(rows.iter_mut()) {
                    if a_break.allows(heap, rare) {
                        let other = self.values[(heap - a_break.taken - rare) as usize];
                        insert(&mut row.far, value ^ other);
                    }
                }
            }
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
        let first = self.next;
        let phase = self.shape.phase(first).clone();
        let spread = phase.breaks.iter().map(|a_break| a_break.taken.saturating_add(a_break.differ)).max();
        // Every heap of the block has the splits that are verified together, and they lie behind the block.
        let behind = first.saturating_sub(spread.unwrap_or(0)).saturating_sub(2) / 4;
        let lanes = (WIDE as u64).min(to - first + 1).min(phase.until - first).min(behind.max(1)) as usize;
        let words = usize::from(self.largest).next_power_of_two().max(2) / 32 + 2;
        let mut rows = std::mem::take(&mut self.rows);
        for row in &mut rows {
            row.clear(words);
        }
        // Where verification goes on: splits with small parts in these ranges, for each break.
        let mut ranges: Vec<(u64, u64, u64)> = Vec::new();
        for a_break in &phase.breaks {
            let together = a_break.last_small(first);
            let low = (lanes as u64).saturating_sub(a_break.taken).max(1);
            self.mark_rares(*a_break, low, &mut rows[..lanes]);
            if low <= together {
                // Scattered splits: those that lie together have the same values.
                let wanted = PROBES * (u64::from(self.largest) + 1) / phase.breaks.len() as u64 + 1;
                let step = ((together - low) / wanted).max(1);
                for small in (low..=together).step_by(step as usize) {
                    let value = self.values[small as usize];
                    let larger = &self.values[(first - a_break.taken - small) as usize..][..lanes];
                    for (row, &other) in rows.iter_mut().zip(larger) {
                        insert(&mut row.far, value ^ other);
                    }
                }
            }
            for (lane, row) in rows.iter_mut().enumerate().take(lanes) {
                let heap = first + lane as u64;
                let left = heap.saturating_sub(a_break.taken);
                // The last splits, which not all heaps of the block have.
                for small in low.max(together + 1)..=a_break.last_small(heap) {
                    let sum = self.values[small as usize] ^ self.values[(left - small) as usize];
                    insert(&mut row.far, sum);
                }
            }
            let mut start = low;
            while start <= together {
                let end = (start + CHUNK).min(together + 1);
                ranges.push((a_break.taken, start, end));
                start = end;
            }
        }
        for (lane, row) in rows.iter_mut().enumerate().take(lanes) {
            let heap = first + lane as u64;
            for &taken in phase.singles.iter().filter(|&&taken| taken < heap && heap - taken < first) {
                insert(&mut row.far, self.values[(heap - taken) as usize]);
            }
            if self.shape.ends(heap) {
                insert(&mut row.far, 0);
            }
        }
        loop {
            self.walk(&phase.breaks, &phase.singles, &mut rows[..lanes]);
            let guess = |lane: usize| self.values[first as usize + lane];
            // With a space, all splits that a common value can come from have been marked.
            let is_open = |lane: &usize| {
                let value = guess(*lane);
                let common = |space: Space| !space.is_rare(first + *lane as u64, value.into());
                !self.space.is_some_and(common) && !rows[*lane].free.contains(&value)
            };
            let unsure: Vec<usize> = (0..lanes).filter(is_open).collect();
            if unsure.is_empty() {
                break;
            }
            self.verify(&ranges, &unsure, &mut rows);
        }
        self.rows = rows;
        self.next += lanes as u64;
        let block = &self.values[first as usize..self.next as usize];
        self.largest = block.iter().copied().max().unwrap_or(0).max(self.largest);
        self.note_rares(first);
        self.values.resize(self.next as usize + 2 * WIDE, 0);
    }

    /// Guesses the block from what is known, heap after heap.
    fn walk(&mut self, breaks: &[Break], singles: &[u64], rows: &mut [Row]) {
        let lanes = rows.len() as u64;
        for (lane, row) in rows.iter_mut().enumerate() {
            let heap = self.next + lane as u64;
            row.near.fill(0);
            for a_break in breaks {
                let left = heap.saturating_sub(a_break.taken);
                let high = lanes.saturating_sub(a_break.taken).max(1).min(a_break.last_small(heap) + 1);
                for small in 1..high {
                    let sum = self.values[small as usize] ^ self.values[(left - small) as usize];
                    insert(&mut row.near, sum);
                }
            }
            for &taken in singles.iter().filter(|&&taken| taken < heap && heap - taken >= self.next) {
                insert(&mut row.near, self.values[(heap - taken) as usize]);
            }
            self.values[heap as usize] = row.least();
        }
    }

    /// Holds the least open values of some heaps, several each, against all splits.
    fn verify(&self, ranges: &[(u64, u64, u64)], unsure: &[usize], rows: &mut [Row]) {
        let mut sets = [[u16::MAX; WIDE]; TOGETHER];
        for &lane in unsure {
            let heap = self.next + lane as u64;
            let rare = |value: &u16| self.space.is_none_or(|space| space.is_rare(heap, (*value).into()));
            let open = rows[lane].open().filter(|value| rare(value) && !rows[lane].free.contains(value));
            sets.iter_mut().zip(open).for_each(|(set, value)| set[lane] = value);
        }
        for &(taken, low, high) in ranges {
            for set in &mut sets {
                let hits = self.level.verify(&self.values, (self.next - taken) as usize, low..high, set);
                for &lane in unsure.iter().filter(|&&lane| hits[lane] && set[lane] != u16::MAX) {
                    insert(&mut rows[lane].far, set[lane]);
                }
                unsure.iter().filter(|&&lane| hits[lane]).for_each(|&lane| set[lane] = u16::MAX);
            }
        }
        for set in &sets {
            for &lane in unsure.iter().filter(|&&lane| set[lane] != u16::MAX) {
                rows[lane].free.push(set[lane]);
            }
        }
    }
}
