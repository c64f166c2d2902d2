//! Two-part games without a good sparse space: mark, then strike, 128 heaps at a time.
//!
//! For each heap of a block some far splits ([`Block`]) are marked one by one, a store each; that leaves some dozen
//! small values open. With a space, common values only come from splits with a rare part. The least open ones are put
//! on trial ([`Trial`]): a vector of heaps, each with its own candidates, goes through all those splits. Open rare
//! values below the common one are searched singly or, with AVX-512, all at once for the whole block. Splits
//! that reach into the block are marked in a walk over it; walk and trial alternate until nothing is unsure. Without a
//! space all values are searched singly. Both halves are done for every heap (theory 4.6). Memory four bytes a heap.
//! It serves values below 2^14.
//!
//! Several threads share the heaps of a block for all that comes before the walk, which one of them does.

mod block;
mod helpers;
mod known;
mod rows;
mod trial;

use std::sync::Arc;

use self::helpers::Helpers;
use self::known::{Ahead, Known, Room};
use self::rows::Row;
use crate::sequence::shape::Shape;
use crate::sequence::space::Counts;
use sprague_kernels::{Loops, WIDE};

/// From this heap on a block is worth sharing.
const SHARED: usize = 1 << 13;

/// Heaps that a thread takes at least: those that are marked together.
const LEAST: usize = 16;

/// A growing table of values.
#[derive(Clone, Debug)]
pub struct Wide {
    known: Arc<Known>,
    rows: Vec<Row>,
    room: Room,
    threads: usize,
    helpers: Helpers,
}

impl Wide {
    /// An engine that goes on from known values; `None` where one does not fit.
    pub fn new(shape: Shape, values: &[u32], loops: Loops, threads: usize) -> Option<Self> {
        Some(Self {
            known: Arc::new(Known::new(shape, values, loops)?),
            rows: vec![Row::default(); WIDE],
            room: Room::default(),
            threads,
            helpers: Helpers::default(),
        })
    }

    /// The values found so far, from heap 0.
    pub fn values(&self) -> &[u16] {
        self.known.values()
    }

    /// Whether values have become too large for this engine.
    pub fn is_full(&self) -> bool {
        self.known.largest() >= 1 << 14
    }

    /// Takes up a space in which at least two thirds of the heaps are common.
    pub fn choose(&mut self, counts: &Counts) {
        Arc::make_mut(&mut self.known).choose(counts);
    }

    /// Computes the next block, not beyond heap `to`.
    pub fn step(&mut self, to: u64) {
        let lanes = Arc::make_mut(&mut self.known).begin(to);
        let share = lanes.div_ceil(self.threads).next_multiple_of(LEAST);
        if self.threads > 1 && self.values().len() >= SHARED && share < lanes {
            self.helpers.examine(&self.known, lanes, share, &mut self.rows, &mut self.room);
        } else {
            self.known.examine(0..lanes, Ahead::Common, &mut self.rows, &mut self.room);
        }
        let known = Arc::make_mut(&mut self.known);
        known.finish(&mut self.rows[..lanes]);
        known.end();
    }
}
