//! Candidates of the heaps of a block on trial: held against the far splits with a rare part, which they share.
//!
//! Every heap has up to two candidates at a time, the least common values that are still open. All go through the
//! splits together, round and round; one that is hit makes room for the next open value, which starts where the splits
//! are just then, and one that has seen all of them unhit is free. The last few heaps are left to single searches.

use super::rows::{Commons, Row};
use sprague_kernels::{Candidates, Hits, Loops, NONE, Splits, TOGETHER, WIDE};

/// Splits between two looks at the hits.
const CHUNK: usize = 256;

/// The candidates and when they are due.
#[derive(Clone, Debug)]
pub struct Trial {
    commons: Commons,
    first: u64,
    wanted: Candidates,
    /// In which chunk of the splits each candidate began.
    began: [[usize; WIDE]; TOGETHER],
    /// For each chunk the heaps with a candidate that began before it, as bits.
    due: Vec<Hits>,
    chunk: usize,
    /// The value from which the next candidate of each heap is looked for: smaller ones have been taken.
    from: [u16; WIDE],
    /// The least value of each heap that was found to be free.
    least: [u16; WIDE],
    /// A bit for each heap that waits for an answer.
    waiting: u128,
}

impl Trial {
    /// Before the first candidate of a block that begins with the heap `first`.
    pub fn new(commons: Commons, first: u64, splits: usize) -> Self {
        Self {
            commons,
            first,
            wanted: [[NONE; WIDE]; TOGETHER],
            began: [[0; WIDE]; TOGETHER],
            due: vec![[0; TOGETHER]; splits.div_ceil(CHUNK).max(1)],
            chunk: 0,
            from: [0; WIDE],
            least: [NONE; WIDE],
            waiting: 0,
        }
    }

    /// Enters a heap with its least open common values.
    pub fn enter(&mut self, lane: usize, row: &Row) {
        self.waiting |= 1 << lane;
        for slot in 0..TOGETHER {
            self.refill(slot, lane, row);
        }
    }

    /// Gives a slot the next open value. The heap has its answer when a free value is less than all candidates; it goes
    /// on with greater ones, which may be asked for when guesses change.
    fn refill(&mut self, slot: usize, lane: usize, row: &Row) {
        self.due[self.began[slot][lane]][slot] &= !(1 << lane);
        self.wanted[slot][lane] = NONE;
        let class = self.commons.of(self.first + lane as u64);
        while let Some(value) = row.open(self.from[lane], &class) {
            self.from[lane] = value + 1;
            if row.is_free(value) {
                self.least[lane] = value.min(self.least[lane]);
                continue;
            }
            self.wanted[slot][lane] = value;
            self.began[slot][lane] = self.chunk;
            self.due[self.chunk][slot] |= 1 << lane;
            break;
        }
        if self.wanted.iter().all(|slot| slot[lane] > self.least[lane]) {
            self.waiting &= !(1 << lane);
        }
    }

    /// Tries candidates until at most `few` heaps wait, which are returned as bits.
    pub fn run(mut self, loops: Loops, values: &[u16], splits: &Splits, few: u32, rows: &mut [Row]) -> u128 {
        let at = self.first as usize;
        while self.waiting.count_ones() > few && splits.count() > 0 {
            let from = self.chunk * CHUNK;
            let range = from..splits.count().min(from + CHUNK);
            let hits = loops.strike(values, at, (splits, range), (&self.wanted, rows.len()));
            self.chunk = (self.chunk + 1) % self.due.len();
            for (slot, &hits) in hits.iter().enumerate() {
                for lane in lanes(hits) {
                    if self.wanted[slot][lane] != NONE {
                        rows[lane].strike(self.wanted[slot][lane]);
                        self.refill(slot, lane, &rows[lane]);
                    }
                }
            }
            // What began here has now seen all splits; what has just been entered has not.
            let due = self.due[self.chunk];
            for (slot, (due, hits)) in due.into_iter().zip(hits).enumerate() {
                for lane in lanes(due & !hits) {
                    if self.wanted[slot][lane] != NONE && self.began[slot][lane] == self.chunk {
                        self.least[lane] = self.least[lane].min(self.wanted[slot][lane]);
                        rows[lane].spare(self.wanted[slot][lane]);
                        self.refill(slot, lane, &rows[lane]);
                    }
                }
            }
        }
        self.waiting
    }
}

fn lanes(mut bits: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(lane)
    })
}
