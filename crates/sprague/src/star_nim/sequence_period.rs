//! The period of the differences y - x of the pairs of one value (theory 8.9).
//!
//! Up to `WHOLE_STATE` the whole state of the value machine comes back after about 3 10^5 rows. Above, the joint state of all
//! smaller values takes far too long, but each value lies in a block that evolves on its own (theory 8.14); the state
//! of the block suffices. Either way the state at one row equals that at a later row, the pairs emitted between them are
//! one turn of the sequence (P.9), the least period is read off it, and the preperiod by going back.

use super::block::{Block, Blocks, Lock, Watcher, unwatched};
use super::brent::cycle;
use super::turn::Turn;
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

/// The period of the sequence of value g. Above `WHOLE_STATE` the blocks are looked for from row `start` on, within `rows` rows each.
pub fn sequence_period(g: u32, start: u64, rows: u64) -> SequencePeriod {
    watched_sequence_period(g, start, rows, &mut unwatched)
}

/// The same with a watcher of the search for blocks.
pub fn watched_sequence_period(g: u32, start: u64, rows: u64, watch: &mut Watcher<'_>) -> SequencePeriod {
    if g <= WHOLE_STATE {
        let mut machine = ValueMachine::new(g);
        let masks = |machine: &ValueMachine| machine.masks().to_vec();
        // Row 0 is special, so the state is that from row 1 on.
        machine.step(|_, _| ());
        let mut state = Masks { machine: machine.clone(), masks: masks(&machine) };
        let found = cycle(&mut state, u64::MAX, |state| {
            state.machine.step(|_, _| ());
            state.masks = masks(&state.machine);
            true
        });
        let Some((before, period)) = found else { return SequencePeriod::Unknown };
        return proved(g, 1 + before, period, None);
    }
    let mut locked = true;
    let mut blocks = Blocks::watched(start, rows, g.div_ceil(2), watch);
    while let Some(block) = blocks.next_watched(watch) {
        locked &= block.is_locked();
        if !block.values().contains(&g) {
            continue;
        }
        return match block.lock {
            Lock::Locked { before, period } if locked => proved(g, block.start + before, period, Some(block)),
            _ => SequencePeriod::Observed(block),
        };
    }
    SequencePeriod::Unknown
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
fn proved(g: u32, row: u64, rows: u64, block: Option<Block>) -> SequencePeriod {
    let mut machine = ValueMachine::new(g);
    let (mut terms, mut from) = (Vec::new(), 0);
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
