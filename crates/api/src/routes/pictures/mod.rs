//! Pictures as cells: the page asks for as many as it has pixels, the engine counts.
//!
//! One pass over the values that are asked for fills the cells, 16 bits each, so a picture of 10^7 heaps costs some
//! tens of milliseconds and as many bytes as it shows.

pub mod histogram;
pub mod raster;
pub mod scatter;

use std::sync::Arc;

use crate::jobs::{HeldValues, Job};
use crate::limits::MOST_CELLS;
use crate::problem::Refusal;
use crate::question::Question;

/// The last heap of the range that is computed; `None` where there is none.
fn last_heap(from: u64, to: Option<u64>, count: u64) -> Result<Option<u64>, Refusal> {
    if from > i64::MAX as u64 {
        return Err(Refusal::bad("heaps have at most 2^63-1 tokens"));
    }
    let last = count.checked_sub(1).map(|last| last.min(to.unwrap_or(u64::MAX)));
    Ok(last.filter(|&last| from <= last))
}

fn cells(columns: usize, rows: usize) -> Result<usize, Refusal> {
    columns.checked_mul(rows).filter(|cells| (1..=MOST_CELLS).contains(cells)).ok_or_else(|| {
        Refusal::bad(format!("{columns} columns and {rows} rows are not between 1 and {MOST_CELLS} cells"))
    })
}

/// The job of a question, and its values.
fn of_values(question: &Question<'_>) -> Result<(Job, Arc<HeldValues>), Refusal> {
    question.host.jobs.values(question.job()?)
}
