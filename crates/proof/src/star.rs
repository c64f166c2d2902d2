//! Certificates of periods in Star Nim, made from what the machines proved.

use sprague::star::{
    Block, BlockLock, Blocks, Mark, PairGame, PairProof, RowPeriod, RowProof, RowStage, SequencePeriod,
    ValueMachine, row_windows,
};
use sprague_certificate::{MOST_STAR_STEPS, PairLine, StarBlock, StarCertificate, StarEvidence, Subject};

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
        evidence: StarEvidence::Repetition { again: period, state: state.collect() },
    })
}

/// A row by its tracks, with marks that are far enough apart to be worth a line.
pub fn of_tracks(proof: &RowProof) -> Option<StarCertificate> {
    /// Columns between marks, at least, unless there are no more.
    const APART: u64 = 1 << 20;
    const MOST_MARKS: usize = 240;
    /// Columns between marks, at most, as far as there are marks: the checkers allow twice as many.
    const FAR_APART: u64 = 1 << 31;
    let RowStage::Proved(RowPeriod { row, first_column, period }) = proof.stage else { return None };
    let level = &proof.level;
    // From here on everything has the period of the row.
    let settled = proof.history.iter().map(|(found, _)| found.first_column).max()?;
    let count = level.marks.len();
    let most =
        MOST_MARKS.max((level.lower_period / FAR_APART) as usize).min((level.lower_period / APART) as usize);
    let most = most.max(1);
    let segments = (1..=most).rev().find(|&segments| count.is_multiple_of(segments))?;
    let line = |mark: &Mark, tracks: &mut dyn Iterator<Item = u8>| {
        let windows = mark.windows.iter().chain([&mark.used]).copied();
        windows.chain(tracks.map(u64::from)).collect()
    };
    let kept = level.marks.iter().step_by(count / segments);
    let mut marks: Vec<Vec<u64>> = kept.map(|mark| line(mark, &mut mark.places.iter().copied())).collect();
    let first = level.marks.first()?;
    marks.push(line(first, &mut level.sigma.iter().map(|&to| first.places[to])));
    Some(StarCertificate {
        subject: Subject::Row(row as u64),
        first: first_column,
        period,
        at: level.base - (level.base - settled) / period * period,
        evidence: StarEvidence::Tracks { again: level.lower_period, marks },
    })
}

/// The sequence of a value, by the whole state or by blocks.
pub fn of_sequence(value: u32, found: &SequencePeriod) -> Option<StarCertificate> {
    let SequencePeriod::Proved { preperiod, period, row, rows, block, .. } = found else { return None };
    let mut machine = ValueMachine::new(value);
    let (at, evidence) = match block {
        None => {
            while machine.row() < *row {
                machine.step(|_, _| ());
            }
            let paired = |mask: u128| (0..128u64).filter(|place| mask >> place & 1 == 1).collect();
            let state = machine.masks().iter().map(|&mask| paired(mask)).collect();
            (*row, StarEvidence::Repetition { again: *rows, state })
        }
        Some(block) => (block.start, up_to(block)?),
    };
    let subject = Subject::Value(value.into());
    Some(StarCertificate { subject, first: *preperiod, period: *period, at, evidence })
}

/// A diagonal, by blocks.
pub fn of_diagonal(diagonal: u32, first_row: u64, period: u64, block: &Block) -> Option<StarCertificate> {
    Some(StarCertificate {
        subject: Subject::Diagonal(diagonal.into()),
        first: first_row,
        period,
        at: block.start,
        evidence: up_to(block)?,
    })
}

/// A pair of tokens of 4-Star Nim: all pairs that matter, each with the window that comes back.
pub fn of_pair(proof: &PairProof) -> Option<StarCertificate> {
    let (a, b) = proof.target;
    let line = |(i, j)| {
        let found = proof.period(i, j).filter(|_| proof.game == PairGame::Partners)?;
        let (from, again, period, first) = (found.from, found.again, found.period, found.first_column);
        Some(PairLine { from, again, period, first })
    };
    let lines = PairProof::closure((a, b)).map(line).collect::<Option<Vec<_>>>()?;
    let &PairLine { from: at, period, first, .. } = lines.last()?;
    Some(StarCertificate {
        subject: Subject::Pair(a, b),
        first,
        period,
        at,
        evidence: StarEvidence::Pairs(lines),
    })
}

/// The blocks up to one, each with the rows to its state and until that comes back.
fn up_to(block: &Block) -> Option<StarEvidence> {
    let blocks =
        Blocks::new(block.start, MOST_STAR_STEPS, block.last).take_while(|each| each.first <= block.first);
    let line = |each: Block| match each.lock {
        BlockLock::Locked { before, period } => {
            Some(StarBlock { first: each.first.into(), last: each.last.into(), before, again: period })
        }
        BlockLock::Confined { .. } => None,
    };
    blocks.map(line).collect::<Option<Vec<_>>>().map(StarEvidence::Blocks)
}
