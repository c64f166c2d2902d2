//! Certificates of periods in 2-Star Nim: filled from what the library found, accepted by the checker, then written.

use std::path::Path;

use sprague::star_nim::{Block, Blocks, Lock, RowPeriod, SequencePeriod, ValueMachine, row_windows};
use sprague_certificate::{MOST_STAR_STEPS, Selection, StarCertificate, Subject, check};

use crate::failure::Failure;
use crate::output;

/// A row: the states of all rows up to it agree one period apart, from the last of their first columns on.
pub fn of_row(rows: &[RowPeriod]) -> Option<StarCertificate> {
    let &RowPeriod { row, first_column, period } = rows.last()?;
    let at = rows.iter().map(|found| found.first_column).max()?;
    let state = (1u64..).zip(row_windows(row, at)).map(|(a, window)| {
        let unused = (0..2 * a).filter(|place| window >> place & 1 == 0);
        unused.collect()
    });
    Some(StarCertificate {
        subject: Subject::Row(row as u64),
        first: first_column,
        period,
        at,
        again: period,
        state: state.collect(),
        blocks: Vec::new(),
    })
}

/// The sequence of a value, by the whole state or by blocks.
pub fn of_sequence(value: u32, found: &SequencePeriod) -> Option<StarCertificate> {
    let SequencePeriod::Proved { preperiod, period, row, rows, block, .. } = found else { return None };
    let mut machine = ValueMachine::new(value);
    let (at, again, state, blocks) = match block {
        None => {
            while machine.row() < *row {
                machine.step(|_, _| ());
            }
            let paired = |mask: u128| (0..128u64).filter(|place| mask >> place & 1 == 1).collect();
            (*row, *rows, machine.masks().iter().map(|&mask| paired(mask)).collect(), Vec::new())
        }
        Some(block) => (block.start, 0, Vec::new(), up_to(block)?),
    };
    let subject = Subject::Value(value.into());
    Some(StarCertificate { subject, first: *preperiod, period: *period, at, again, state, blocks })
}

/// A diagonal, by blocks.
pub fn of_diagonal(diagonal: u32, first_row: u64, period: u64, block: &Block) -> Option<StarCertificate> {
    Some(StarCertificate {
        subject: Subject::Diagonal(diagonal.into()),
        first: first_row,
        period,
        at: block.start,
        again: 0,
        state: Vec::new(),
        blocks: up_to(block)?,
    })
}

/// The blocks up to one, each with the rows to its state and until that comes back.
fn up_to(block: &Block) -> Option<Vec<[u64; 4]>> {
    let blocks =
        Blocks::new(block.start, MOST_STAR_STEPS, block.last).take_while(|each| each.first <= block.first);
    let line = |each: Block| match each.lock {
        Lock::Locked { before, period } => Some([each.first.into(), each.last.into(), before, period]),
        Lock::Confined { .. } => None,
    };
    blocks.map(line).collect()
}

/// Writes the certificate, if the checker accepts it.
pub fn write(path: &Path, paper: Option<&StarCertificate>) -> Result<(), Failure> {
    let refuse = |why: &str| Failure::Input(format!("no certificate is written: {why}"));
    let text = paper.map(StarCertificate::to_text).ok_or_else(|| refuse("nothing is proved"))?;
    match check(&text, Selection::All, 1).fault {
        None => output::write_file(path, text.as_bytes()),
        Some(fault) => Err(refuse(&fault.to_string())),
    }
}
