//! The period of a row by the repetition of the whole state of the row machine (theory 8.11, P.9).
//!
//! The windows of rows 1 to a at one column determine everything that follows, relative to the column. When they come
//! back after p columns, G(a, b + p) = G(a, b) + p from there on. The least period and the first column are read off the
//! list of all values up to there, a byte each: good for the first ten rows or so.

use super::brent::cycle;
use super::lanes::{at_column_one, positions_taken, step};
use super::row_period::RowPeriod;
use super::turn::Turn;

/// The period of a row from 1 to 16; `None` if no state comes back within so many columns.
///
/// ```
/// use sprague::star_nim::row_by_repetition;
/// let found = row_by_repetition(7, 100_000).expect("small");
/// assert_eq!((found.first_column, found.period), (21, 5040));
/// ```
pub fn row_by_repetition(row: usize, limit: u64) -> Option<RowPeriod> {
    if !(1..=16).contains(&row) {
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

/// The windows of rows 1 to a at a column: bit i of the window of row a tells that the value b - a + i is negative or used.
pub fn row_windows(row: usize, column: u64) -> Vec<u32> {
    let mut windows = at_column_one(row.min(16));
    for _ in 1..column {
        step(&mut windows);
    }
    windows
}
