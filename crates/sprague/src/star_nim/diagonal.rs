//! The period of a diagonal G(a, a + c), a = 1, 2, ... (theory 8.14; Conjecture 1 of the paper).
//!
//! A locked block fills each of its diagonals with its own values, and its state comes back; so each of its diagonals
//! has a period that divides the block's. The first periodic row is found by going back from there to row 1 in the
//! values of the whole machine. A cell whose value is beyond the machine differs from every value of the period.

use super::block::{Block, Blocks, Lock, MOST, Watcher, unwatched};
use super::turn::Turn;
use super::values::ValueMachine;

/// The largest diagonal that can be looked at.
pub const MOST_DIAGONAL: u32 = MOST - 9;

/// The period of a diagonal, or what was seen instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiagonalPeriod {
    /// Proved.
    Proved {
        /// The least row, from 1 on, from which the values have the period.
        first_row: u64,
        /// The least period.
        period: u64,
        /// The values of one period.
        cycle: Vec<u32>,
        /// The block that the diagonal is in.
        block: Block,
    },
    /// The diagonal's block holds together as far as was looked, but no state came back, or not in a block before it.
    Observed(Block),
    /// There is no block within the limits.
    Unknown,
}

/// The period of diagonal c, from blocks that are looked for from row `start` on, within `rows` rows each.
pub fn diagonal_period(c: u32, start: u64, rows: u64) -> DiagonalPeriod {
    watched_diagonal_period(c, start, rows, &mut unwatched)
}

/// The same with a watcher of the search for blocks.
pub fn watched_diagonal_period(c: u32, start: u64, rows: u64, watch: &mut Watcher<'_>) -> DiagonalPeriod {
    if c > MOST_DIAGONAL {
        return DiagonalPeriod::Unknown;
    }
    let mut locked = true;
    let mut blocks = Blocks::watched(start, rows, c, watch);
    while let Some(block) = blocks.next_watched(watch) {
        locked &= block.is_locked();
        if c > block.last {
            continue;
        }
        return match block.lock {
            Lock::Locked { before, period } if locked => proved(c, before, period, block),
            _ => DiagonalPeriod::Observed(block),
        };
    }
    DiagonalPeriod::Unknown
}

fn proved(c: u32, before: u64, rows: u64, block: Block) -> DiagonalPeriod {
    let mut machine = ValueMachine::new(*block.values().end());
    let mut terms = Vec::new();
    machine.step(|_, _| ());
    while machine.row() < block.start + before + rows {
        let mut found = u32::MAX;
        machine.step(|value, difference| {
            if difference == c {
                found = value;
            }
        });
        terms.push(found);
    }
    let Turn { preperiod, period, cycle } = Turn::of(&terms, (block.start + before - 1) as usize);
    DiagonalPeriod::Proved { first_row: preperiod + 1, period, cycle, block }
}
