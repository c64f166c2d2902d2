//! Blocks of diagonals that do not depend on later values: locking (theory 8.14).
//!
//! Suppose that from some row on the diagonals below c0 are filled by the values below 2 c0 - 1, all their cells and no
//! others. Then these diagonals are exactly those that are taken in every such row before the value 2 c0 - 1, and the
//! values 2 c0 - 1 to 2 c1 depend only on their own masks. If those fill exactly the diagonals c0 to c1 in every row
//! until their masks come back to a state they had, they do so for ever: the block is *locked*, and the next one finds
//! all diagonals up to c1 taken. A block that filled its diagonals for a while, without a state coming back, is only
//! *confined*; results about it and about all later blocks are only observed.

use std::ops::ControlFlow;

use super::cycle::cycle;
use super::values::ValueMachine;

/// Rows between two looks of a watcher.
const LOOK: u64 = 1 << 20;

/// What a long search is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockProgress {
    /// The first and the last diagonal of the block that is followed; `None` on the way to the first row.
    pub block: Option<(u32, u32)>,
    /// Rows done.
    pub done: u64,
    /// Rows at most.
    pub of: u64,
}

/// Is told what a search is at, and may end it; then what was seen up to there is the answer.
pub type BlockWatcher<'a> = dyn FnMut(BlockProgress) -> ControlFlow<()> + 'a;

/// Lets a search go on.
pub(crate) const fn unwatched(_: BlockProgress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// What is known of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockLock {
    /// The masks at `start + before` come back after `period` rows: proved for all rows from `start` on.
    Locked {
        /// Rows from the start to the state that comes back.
        before: u64,
        /// The joint period of the block.
        period: u64,
    },
    /// The block fills its diagonals for so many rows; no state came back. Observed.
    Confined {
        /// How many rows were looked at.
        rows: u64,
    },
}

/// The diagonals `first` to `last` with the values that fill them from row `start` on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The first diagonal.
    pub first: u32,
    /// The last diagonal.
    pub last: u32,
    /// The first row looked at.
    pub start: u64,
    /// What is known of it.
    pub lock: BlockLock,
    masks: Vec<u64>,
}

/// The largest diagonal whose values' masks fit.
pub(crate) const MOST: u32 = 62;
/// The most diagonals in a block.
const WIDEST: u32 = 8;

impl Block {
    /// The values that fill a block of diagonals.
    pub const fn values(&self) -> std::ops::RangeInclusive<u32> {
        (2 * self.first).saturating_sub(1)..=2 * self.last
    }

    /// Whether this and nothing else is proved of it; the blocks below count too.
    pub const fn is_locked(&self) -> bool {
        matches!(self.lock, BlockLock::Locked { .. })
    }

    /// The block with the masks it has at its start.
    pub fn walk(&self) -> Walk {
        Walk { first: self.first, last: self.last, masks: self.masks.clone() }
    }
}

/// A block on its way down the rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walk {
    first: u32,
    last: u32,
    masks: Vec<u64>,
}

impl Walk {
    /// Fills one row; false if a diagonal of the block was left free or another one was taken.
    pub fn step(&mut self, mut emit: impl FnMut(u32, u32)) -> bool {
        let mut taken = (1u64 << self.first) - 1;
        let lowest = (2 * self.first).saturating_sub(1);
        for (g, mask) in (lowest..).zip(&mut self.masks) {
            if *mask & 1 == 0 {
                let seen = *mask | taken;
                let bit = !seen & seen.wrapping_add(1);
                emit(g, bit.trailing_zeros());
                *mask |= bit;
                taken |= bit;
            }
            *mask >>= 1;
        }
        taken == (2u64 << self.last) - 1
    }
}

/// Finds the blocks one after the other, each within a number of rows.
#[derive(Clone, Debug)]
pub struct Blocks {
    machine: ValueMachine,
    rows: u64,
    next: u32,
}

impl Blocks {
    /// Looks for blocks from row `start` on, `rows` rows for each, up to diagonal `last`, at most 61.
    pub fn new(start: u64, rows: u64, last: u32) -> Self {
        Self::watched(start, rows, last, &mut unwatched)
    }

    /// The same with a watcher of the way to the first row, which is where it is ended if it is.
    pub fn watched(start: u64, rows: u64, last: u32, watch: &mut BlockWatcher<'_>) -> Self {
        Self::shared(1, start, rows, last, watch)
    }

    /// The same for strips that share so many squares.
    pub fn shared(shared: u64, start: u64, rows: u64, last: u32, watch: &mut BlockWatcher<'_>) -> Self {
        let mut machine = ValueMachine::above(shared, 2 * (last + WIDEST).min(MOST));
        while machine.row() < start {
            machine.step(|_, _| ());
            let sight = BlockProgress { block: None, done: machine.row(), of: start };
            if machine.row().is_multiple_of(LOOK) && watch(sight).is_break() {
                break;
            }
        }
        Self { machine, rows, next: 0 }
    }

    /// The smallest block that follows. `None` where none of up to eight diagonals holds together.
    pub fn next_watched(&mut self, watch: &mut BlockWatcher<'_>) -> Option<Block> {
        let first = self.next;
        let block = (first..(first + WIDEST).min(MOST)).find_map(|last| self.block(first, last, watch))?;
        self.next = block.last + 1;
        Some(block)
    }

    fn block(&self, first: u32, last: u32, watch: &mut BlockWatcher<'_>) -> Option<Block> {
        let values = (2 * first).saturating_sub(1) as usize..=2 * last as usize;
        let masks: Option<Vec<u64>> =
            self.machine.masks().get(values)?.iter().map(|&mask| u64::try_from(mask).ok()).collect();
        let walk = Walk { first, last, masks: masks? };
        let (mut rows, mut ended) = (0, false);
        let mut running = walk.clone();
        let found = cycle(&mut running, self.rows, |walk| {
            rows += 1;
            let holds = walk.step(|_, _| ());
            if holds && rows % LOOK == 0 {
                ended =
                    watch(BlockProgress { block: Some((first, last)), done: rows, of: self.rows }).is_break();
            }
            holds && !ended
        });
        let lock = match found {
            Some((before, period)) => BlockLock::Locked { before, period },
            None if rows >= self.rows || ended => BlockLock::Confined { rows },
            None => return None,
        };
        Some(Block { first, last, start: self.machine.row(), lock, masks: walk.masks })
    }
}

impl Iterator for Blocks {
    type Item = Block;

    fn next(&mut self) -> Option<Block> {
        self.next_watched(&mut unwatched)
    }
}
