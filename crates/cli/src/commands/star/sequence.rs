//! `sprague star sequence`: the pairs of one value, and the period of their differences.

use std::fmt::Write;
use std::process::ExitCode;

use sprague::star::{Block, BlockLock, MOST_DIAGONAL, SequencePeriod, ValueMachine, watched_sequence_period};
use sprague_answer::command::{StarPairs, StarSequence};
use sprague_proof::star;
use sprague_star::{AlgorithmOne, AlgorithmTwo};

use super::watch::Watch;
use super::{certificate, code, some, span};
use crate::args::Common;
use crate::args::star::{BlockSearch, Sequence, Way};
use crate::failure::Failure;
use crate::output;

/// The most pairs that are listed.
const MOST_PAIRS: u64 = 10_000_000;
/// The algorithms of the paper get slow beyond.
const MOST_BY_ALGORITHM: u64 = 100_000;

pub fn run(args: &Sequence, common: &Common) -> Result<ExitCode, Failure> {
    let most = 2 * MOST_DIAGONAL;
    let value = u32::try_from(args.value).ok().filter(|&value| value <= most).ok_or_else(|| {
        Failure::Input(format!("value {} is out of reach; values go from 0 to {most}", args.value))
    })?;
    if let Some(count) = args.pairs {
        return list(value, count, args.by, common);
    }
    certificate::admit(args.certificate.as_ref())?;
    admit(&args.search, f64::from(value) + 17.0, common)?;
    let mut watch = Watch::new(common)?;
    let look = &mut |sight| watch.look(sight);
    let found = watched_sequence_period(value, args.search.start, args.search.rows, look);
    drop(watch);
    let proved = matches!(found, SequencePeriod::Proved { .. });
    if args.certificate.is_some() {
        certificate::write(args.certificate.as_ref(), star::of_sequence(value, &found).as_ref(), 1)?;
    }
    if common.json {
        output::json(common, &document(value, &found))?;
    } else {
        output::text(common, &report(value, &found))?;
    }
    Ok(code(proved))
}

/// Refuses a search for blocks that would take too long.
pub fn admit(search: &BlockSearch, values: f64, common: &Common) -> Result<(), Failure> {
    let steps = search.start as f64 * values + search.rows as f64 * 16.0;
    Ok(common.limits().admit_steps("the search for blocks", steps)?)
}

fn pairs(value: u32, way: Way) -> Box<dyn Iterator<Item = (u64, u64)>> {
    match way {
        Way::One => Box::new(AlgorithmOne::new(value)),
        Way::Two => Box::new(AlgorithmTwo::new(value)),
        Way::Machine => {
            let mut machine = ValueMachine::new(value);
            let rows = std::iter::from_fn(move || {
                let (row, mut pair) = (machine.row(), None);
                machine.step(|g, difference| {
                    if g == value {
                        pair = Some((row, row + u64::from(difference)));
                    }
                });
                Some(pair)
            });
            Box::new(rows.flatten())
        }
    }
}

fn list(value: u32, count: u64, way: Way, common: &Common) -> Result<ExitCode, Failure> {
    let most = if way == Way::Machine { MOST_PAIRS } else { MOST_BY_ALGORITHM };
    if count > most {
        return Err(Failure::Input(format!("{count} pairs are too many for this way, the limit is {most}")));
    }
    let pairs: Vec<(u64, u64)> = pairs(value, way).take(count as usize).collect();
    if common.json {
        let pairs: Vec<[u64; 2]> = pairs.iter().map(|&(x, y)| [x, y]).collect();
        return output::json(common, &StarPairs { value, pairs });
    }
    let mut text = String::from("n,x,y,y-x\n");
    for (n, (x, y)) in pairs.into_iter().enumerate() {
        let _ = writeln!(text, "{n},{x},{y},{}", y - x);
    }
    output::text(common, &text)
}

fn document(value: u32, found: &SequencePeriod) -> StarSequence {
    let diagonals = |block: &Block| [block.first, block.last];
    let nothing = StarSequence {
        value,
        preperiod: None,
        period: None,
        cycle: Vec::new(),
        proved: false,
        state_at_row: None,
        state_again_after: None,
        block: None,
        confined_for: None,
    };
    match found {
        SequencePeriod::Proved { preperiod, period, cycle, row, rows, block } => StarSequence {
            preperiod: Some(*preperiod),
            period: Some(*period),
            cycle: cycle.clone(),
            proved: true,
            state_at_row: Some(*row),
            state_again_after: Some(*rows),
            block: Some(block.as_ref().map(diagonals)),
            ..nothing
        },
        SequencePeriod::Observed(block) => StarSequence {
            block: Some(Some(diagonals(block))),
            confined_for: Some(confined(block)),
            ..nothing
        },
        SequencePeriod::Unknown => nothing,
    }
}

/// For how many rows a block was seen to hold together, where that is all.
pub fn confined(block: &Block) -> Option<u64> {
    match block.lock {
        BlockLock::Confined { rows } => Some(rows),
        BlockLock::Locked { .. } => None,
    }
}

/// What was seen of a block that proves nothing.
pub fn observed(block: &Block) -> String {
    let (diagonals, values) = (span("diagonal", &(block.first..=block.last)), span("value", &block.values()));
    let (hold, start) = (if block.first == block.last { "holds" } else { "hold" }, block.start);
    match block.lock {
        BlockLock::Confined { rows } => format!(
            "Observed: from row {start} on {diagonals} {hold} {values} and no others, for {rows} rows; no state came back, --rows looks further.\n"
        ),
        BlockLock::Locked { period, .. } => format!(
            "Observed: {diagonals} {hold} {values} with the period {period}, if the blocks below them stay as they were seen; one of those is not proved.\n"
        ),
    }
}

fn report(value: u32, found: &SequencePeriod) -> String {
    let head = format!("Value {value} of 2-Star Nim: ");
    match found {
        SequencePeriod::Proved { preperiod, period, cycle, row, rows, block } => {
            let state = match block {
                None => format!(
                    "the whole state of the value machine at row {row} comes back after {rows} rows (theory 8.9)"
                ),
                Some(block) => format!(
                    "the block of {} is locked, its state at row {row} comes back after {rows} rows (theory 8.14)",
                    span("diagonal", &(block.first..=block.last))
                ),
            };
            format!(
                "{head}the differences y - x have period {period} after {preperiod} pairs.\n  {}\nProved: {state}.\n",
                some(cycle)
            )
        }
        SequencePeriod::Observed(block) => format!("{head}no period is proved.\n{}", observed(block)),
        SequencePeriod::Unknown => {
            format!("{head}no block holds together from --start on; nothing is proved.\n")
        }
    }
}
