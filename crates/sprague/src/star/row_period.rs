//! The period of a row: by the repetition of the whole state, or by its tracks and those of all rows below.
//!
//! *By repetition* (theory 8.11, P.9): the windows of rows 1 to a at one column determine everything that follows,
//! relative to the column. When they come back after p columns, G(a, b + p) = G(a, b) + p from there on. The least
//! period and the first column are found in the list of all values up to there, a byte each. This works for the first
//! ten rows or so.
//!
//! *By tracks* (theory 8.12): row after row the tracks are followed through one cycle of the rows below; the cycle of
//! row a is that of row a - 1 times the length of an orbit. Then the joint period p is shown to be the least period of
//! row a alone: if p/q were a period of the row for a prime q, its windows p/q columns apart would agree in every
//! column, because the values still to come are those not used (theory 8.5); the marks show a column where they do not.
//! The first periodic column is found by comparing the columns before the base with those one period later, which lie
//! before the end of a cycle.

use super::cycle::{Turn, cycle, primes_of};
use super::lanes::{at_column_one, positions_taken, step};
use super::tracks::{Pass, TrackedRow};

/// The largest row: what it and those below take fits into 32 places.
pub const LARGEST_ROW: usize = 17;
/// Rows up to here are proved by repetition, those beyond by their tracks, which is quicker there.
pub(crate) const LAST_REPEATING: usize = 8;
/// Columns within which the state of those rows comes back.
pub const REPEATS_WITHIN: u64 = 1_000_000;
/// Where the tracks are first looked for.
const START: u64 = 1 << 17;
/// Where they are looked for last.
const LAST_START: u64 = 1 << 22;

/// G(a, b + p) = G(a, b) + p for all columns b from the first one on, and for no smaller p or column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowPeriod {
    /// The row a.
    pub row: usize,
    /// The first column, at least 1.
    pub first_column: u64,
    /// The period p.
    pub period: u64,
}

/// How the period of a row is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowMethod {
    /// The state of all rows up to it comes back.
    Repetition,
    /// Its tracks are followed through every column of the period of the row below.
    Tracks,
}

impl RowMethod {
    /// The quick way for a row.
    pub const fn of_row(row: usize) -> Self {
        if row <= LAST_REPEATING { Self::Repetition } else { Self::Tracks }
    }

    /// Its name in one word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Repetition => "repetition",
            Self::Tracks => "tracks",
        }
    }

    /// What the proof rests on, as a sentence.
    pub const fn grounds(self) -> &'static str {
        match self {
            Self::Repetition => "Proved by the repetition of the state of all rows up to it (theory 8.11).",
            Self::Tracks => {
                "Proved by its tracks, followed through every column of the period of the row below (theory 8.12)."
            }
        }
    }
}

/// The period of a row from 1 to 17; `None` if no state comes back within so many columns.
///
/// ```
/// use sprague::star::row_by_repetition;
/// let found = row_by_repetition(7, 100_000).expect("small");
/// assert_eq!((found.first_column, found.period), (21, 5040));
/// ```
pub fn row_by_repetition(row: usize, limit: u64) -> Option<RowPeriod> {
    if !(1..=LARGEST_ROW).contains(&row) {
        return None;
    }
    let mut windows = at_column_one(row);
    let (before, length) = cycle(&mut windows, limit, |windows| {
        step(windows);
        true
    })?;
    let taken = positions_taken(&mut at_column_one(row), before + length);
    let turn = Turn::of(&taken, before as usize);
    Some(RowPeriod { row, first_column: turn.preperiod + 1, period: turn.period })
}

/// The windows of rows 1 to a at a column: bit i of the window of row a tells that the value b - a + i is negative or
/// used.
pub fn row_windows(row: usize, column: u64) -> Vec<u64> {
    let mut windows = at_column_one(row.min(LARGEST_ROW));
    for _ in 1..column {
        step(&mut windows);
    }
    windows
}

/// What a proof is at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowStage {
    /// The tracks of a row are being followed.
    Following(Pass),
    /// The row has this period.
    Proved(RowPeriod),
    /// The structure does not hold, or a period is not shown to be least: nothing is proved by this way.
    Failed,
}

/// A proof in the making: plain data between two steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowProof {
    /// The row whose period is wanted.
    pub row: usize,
    /// Where the tracks were first looked for.
    pub start: u64,
    /// The rows done, of which the last is needed to go on.
    pub level: TrackedRow,
    /// What it is at.
    pub stage: RowStage,
    /// The periods and cycle types of the rows done.
    pub history: Vec<(RowPeriod, Vec<usize>)>,
}

impl RowProof {
    /// The proof of a row from 1 to `LARGEST_ROW`; `None` for other rows.
    pub fn new(row: usize) -> Option<Self> {
        (1..=LARGEST_ROW).contains(&row).then(|| Self::from(row, START))
    }

    fn from(row: usize, start: u64) -> Self {
        let level = TrackedRow::first(start);
        let stage = RowStage::Failed;
        let mut proof = Self { row, start, level, stage, history: Vec::new() };
        proof.take_up();
        proof
    }

    /// Whether there is nothing left to do.
    pub const fn is_over(&self) -> bool {
        !matches!(self.stage, RowStage::Following(_))
    }

    /// Follows every run of the pass for so many columns, and goes to the next row where a pass is done.
    pub fn advance(&mut self, columns: u64, threads: usize) {
        let RowStage::Following(pass) = &mut self.stage else { return };
        pass.advance(columns, threads);
        if !pass.is_over() {
            return;
        }
        let RowStage::Following(pass) = std::mem::replace(&mut self.stage, RowStage::Failed) else { return };
        let mut windows = at_column_one(pass.row);
        for _ in 1..pass.base {
            step(&mut windows);
        }
        match windows.last().and_then(|&window| pass.finish(window)) {
            Some(level) => {
                self.level = level;
                self.take_up();
            }
            None if self.start < LAST_START => *self = Self::from(self.row, self.start * 4),
            None => {}
        }
    }

    /// Goes on to a further row, up to `LARGEST_ROW`; false where the proof is of that row already, or beyond it.
    pub fn raise(&mut self, row: usize) -> bool {
        if !(self.row + 1..=LARGEST_ROW).contains(&row) {
            return false;
        }
        self.row = row;
        if matches!(self.stage, RowStage::Proved(_)) {
            self.stage = Pass::after(&self.level).map_or(RowStage::Failed, RowStage::Following);
        }
        true
    }

    /// Takes up the next row, or ends.
    fn take_up(&mut self) {
        let Some(period) = self.level.row_period() else { return };
        self.history.push((period, self.level.cycle_type()));
        self.stage = if period.row == self.row {
            RowStage::Proved(period)
        } else {
            Pass::after(&self.level).map_or(RowStage::Failed, RowStage::Following)
        };
    }
}

impl TrackedRow {
    /// The least period of the row and its first column, from the marks; `None` where they show no least one.
    pub fn row_period(&self) -> Option<RowPeriod> {
        let period = self.period()?;
        let marks = self.marks.len() as u64;
        let total = marks * self.ratio;
        let window = |at: u64| self.windows(at / marks % self.ratio, (at % marks) as usize).pop();
        for q in primes_of(period) {
            let apart = total.checked_div(q).filter(|_| total.is_multiple_of(q))?;
            if (0..marks.min(1 << 10)).all(|at| window(at) == window(at + apart)) {
                return None;
            }
        }
        // The columns 1 to base - 1, one or more periods later: so many marks before the end of a cycle.
        let spacing = self.lower_period / marks;
        let columns = self.base - 1;
        let back = columns.div_ceil(spacing);
        let at = (total - back % total) % total;
        let mut late = self.windows(at / marks, (at % marks) as usize);
        for _ in 0..back * spacing - columns {
            step(&mut late);
        }
        let late = positions_taken(&mut late, columns);
        let early = positions_taken(&mut at_column_one(self.row), columns);
        let differ = early.iter().zip(&late).rposition(|(x, y)| x != y);
        Some(RowPeriod { row: self.row, first_column: differ.map_or(1, |at| at as u64 + 2), period })
    }
}
