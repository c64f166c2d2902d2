//! The periods of the sequence of a value and of a diagonal, from a state that comes back.
//!
//! *The sequence of a value*: the differences y - x of its pairs (theory 8.9). Up to `WHOLE_STATE` the whole state of
//! the value machine comes back after about 3 10^5 rows. Above, the joint state of all smaller values takes far too
//! long to come back. But each value lies in a block that does not depend on later values (theory 8.14), and the state
//! of the block is enough. Either way the state at one row equals that at a later row, so the pairs between them are
//! one turn of the sequence (P.9). It gives the least period; the preperiod is found by going back.
//!
//! *A diagonal*: G(a, a + c), a = 1, 2, ... (theory 8.14; Conjecture 1 of the paper). A locked block fills each of its
//! diagonals with its own values, and its state comes back; so each of its diagonals has a period that divides the
//! block's. The first periodic row is found by going back from there to row 1 in the values of the whole machine. A
//! cell whose value is too large for the machine differs from every value of the period.

use super::block::{Block, BlockLock, BlockWatcher, Blocks, MOST, unwatched};
use super::cycle::{Turn, cycle};
use super::values::ValueMachine;

/// The largest value whose period is proved by the whole state of the machine.
pub const WHOLE_STATE: u32 = 28;

/// The period of the sequence of a value, or what was seen instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SequencePeriod {
    /// Proved.
    Proved {
        /// Pairs before the period.
        preperiod: u64,
        /// The least period.
        period: u64,
        /// The differences of one period.
        cycle: Vec<u32>,
        /// The row whose state comes back.
        row: u64,
        /// After how many rows.
        rows: u64,
        /// The block, where the whole state was not used.
        block: Option<Block>,
    },
    /// The value stays in its block as far as was looked, but no state came back.
    Observed(Block),
    /// There is no block within the limits.
    Unknown,
}

/// The period of the sequence of value g. Above `WHOLE_STATE` the blocks are looked for from row `start` on, within
/// `rows` rows each.
pub fn sequence_period(g: u32, start: u64, rows: u64) -> SequencePeriod {
    watched_sequence_period(g, start, rows, &mut unwatched)
}

/// The same with a watcher of the search for blocks.
pub fn watched_sequence_period(
    g: u32,
    start: u64,
    rows: u64,
    watch: &mut BlockWatcher<'_>,
) -> SequencePeriod {
    shared_sequence_period(1, g, start, rows, watch)
}

/// The same for two tokens on strips that share so many squares, at least 1 (theory 9.5). Then the whole state need not
/// come back soon; after so many rows the blocks are looked for.
pub fn shared_sequence_period(
    shared: u64,
    g: u32,
    start: u64,
    rows: u64,
    watch: &mut BlockWatcher<'_>,
) -> SequencePeriod {
    if g <= WHOLE_STATE {
        let machine = ValueMachine::above(shared, g);
        let masks = machine.masks().to_vec();
        let most = if shared == 1 { u64::MAX } else { rows };
        let found = cycle(&mut Masks { machine, masks }, most, |state| {
            state.machine.step(|_, _| ());
            state.masks.clear();
            state.masks.extend_from_slice(state.machine.masks());
            true
        });
        if let Some((before, period)) = found {
            return proved_sequence(shared, g, shared + before, period, None);
        }
    }
    match locked_block(Blocks::shared(shared, start, rows, g.div_ceil(2), watch), watch, |block| {
        block.values().contains(&g)
    }) {
        Some((block, Some((before, period)))) => {
            proved_sequence(shared, g, block.start + before, period, Some(block))
        }
        Some((block, None)) => SequencePeriod::Observed(block),
        None => SequencePeriod::Unknown,
    }
}

/// The first block that holds what is looked for; if it and all blocks before it are locked, after how many rows its
/// state is one that comes back, and after how many more it does.
fn locked_block(
    mut blocks: Blocks,
    watch: &mut BlockWatcher<'_>,
    holds: impl Fn(&Block) -> bool,
) -> Option<(Block, Option<(u64, u64)>)> {
    let mut all_locked = true;
    loop {
        let block = blocks.next_watched(watch)?;
        all_locked &= block.is_locked();
        if holds(&block) {
            let lock = match block.lock {
                BlockLock::Locked { before, period } if all_locked => Some((before, period)),
                _ => None,
            };
            return Some((block, lock));
        }
    }
}

/// A machine that is compared by its masks, not by its row.
#[derive(Clone)]
struct Masks {
    machine: ValueMachine,
    masks: Vec<u128>,
}

impl PartialEq for Masks {
    fn eq(&self, other: &Self) -> bool {
        self.masks == other.masks
    }
}

/// The differences from row 0 on, when the state at `row` comes back after `rows` rows.
fn proved_sequence(shared: u64, g: u32, row: u64, rows: u64, block: Option<Block>) -> SequencePeriod {
    let mut machine = ValueMachine::above(shared, g);
    // the pairs with a token on a shared square
    let (mut terms, mut from) = (vec![g + 1; shared as usize], 0);
    while machine.row() < row + rows {
        if machine.row() == row {
            from = terms.len();
        }
        machine.step(|value, difference| {
            if value == g {
                terms.push(difference);
            }
        });
    }
    let Turn { preperiod, period, cycle } = Turn::of(&terms, from);
    SequencePeriod::Proved { preperiod, period, cycle, row, rows, block }
}

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
pub fn watched_diagonal_period(
    c: u32,
    start: u64,
    rows: u64,
    watch: &mut BlockWatcher<'_>,
) -> DiagonalPeriod {
    shared_diagonal_period(1, c, start, rows, watch)
}

/// The same for two tokens on strips that share so many squares, at least 1 (theory 9.5), from that row on.
pub fn shared_diagonal_period(
    shared: u64,
    c: u32,
    start: u64,
    rows: u64,
    watch: &mut BlockWatcher<'_>,
) -> DiagonalPeriod {
    if c > MOST_DIAGONAL {
        return DiagonalPeriod::Unknown;
    }
    match locked_block(Blocks::shared(shared, start, rows, c, watch), watch, |block| c <= block.last) {
        Some((block, Some((before, period)))) => proved_diagonal(shared, c, before, period, block),
        Some((block, None)) => DiagonalPeriod::Observed(block),
        None => DiagonalPeriod::Unknown,
    }
}

fn proved_diagonal(shared: u64, c: u32, before: u64, rows: u64, block: Block) -> DiagonalPeriod {
    let mut machine = ValueMachine::above(shared, *block.values().end());
    let mut terms = Vec::new();
    while machine.row() < block.start + before + rows {
        let mut found = u32::MAX;
        machine.step(|value, difference| {
            if difference == c {
                found = value;
            }
        });
        terms.push(found);
    }
    let Turn { preperiod, period, cycle } = Turn::of(&terms, (block.start + before - shared) as usize);
    DiagonalPeriod::Proved { first_row: preperiod + shared, period, cycle, block }
}
