//! Pictures as cells: the page asks for as many as it has pixels, the server counts.
//!
//! One pass over the values that are asked for fills the cells, 16 bits each, so a picture of 10^7 heaps costs some
//! tens of milliseconds and as many bytes as it shows.

pub mod histogram;
pub mod raster;
pub mod scatter;

use axum::response::Response;
use sprague_answer::Document;

use super::jobs::{Id, number};
use super::with_cells;
use crate::gate::Question;
use crate::jobs::{Job, Values};
use crate::limits::MOST_CELLS;
use crate::problem::Problem;

/// The last heap of the range that is computed; `None` where there is none.
fn last_heap(from: u64, to: Option<u64>, values: &Values) -> Result<Option<u64>, Problem> {
    if from > i64::MAX as u64 {
        return Err(Problem::bad("heaps have at most 2^63-1 tokens"));
    }
    let last = values.count().checked_sub(1).map(|last| last.min(to.unwrap_or(u64::MAX)));
    Ok(last.filter(|&last| from <= last))
}

fn cells(columns: usize, rows: usize) -> Result<usize, Problem> {
    columns.checked_mul(rows).filter(|cells| (1..=MOST_CELLS).contains(cells)).ok_or_else(|| {
        Problem::bad(format!("{columns} columns and {rows} rows are not between 1 and {MOST_CELLS} cells"))
    })
}

fn picture(header: &'static str, described: &impl Document, cells: &[u16]) -> Response {
    with_cells(header, described, cells.iter().flat_map(|cell| cell.to_le_bytes()).collect())
}

/// What `draw` makes of the values of a job, on a thread for long work.
async fn of_values<T: Send + 'static>(
    question: &Question,
    id: Id,
    draw: impl FnOnce(&Job, &Values) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let id = number(id)?;
    let jobs = question.app.jobs.clone();
    question
        .work(move |_| {
            let (job, values) = jobs.values(id)?;
            draw(&job, &values)
        })
        .await
}
