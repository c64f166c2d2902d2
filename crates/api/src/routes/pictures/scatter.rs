//! The scatter plot: how many heaps of a stretch have a value in a range, rare values in a layer of their own.

use schemars::JsonSchema;
use serde::Deserialize;
use sprague::nimber::Nimber;
use sprague_picture::Class;
use sprague_tell::lab::ScatterHead;

use super::{cells, last_heap, of_values};
use crate::jobs::{HeldValues, Job};
use crate::problem::Refusal;
use crate::question::Question;
use crate::sent::{CellHead, Cells};

/// A scatter plot, cut into cells.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// The first heap
    #[serde(default, deserialize_with = "crate::routes::count")]
    #[schemars(with = "u64")]
    from: u64,
    /// The last heap
    #[serde(default, deserialize_with = "crate::routes::maybe_count")]
    #[schemars(with = "Option<u64>")]
    to: Option<u64>,
    /// Columns of cells
    #[serde(default)]
    #[schemars(range(min = 1, max = 2048))]
    columns: Option<usize>,
    /// Rows of cells; at most 2^22 cells in all
    #[serde(default)]
    #[schemars(range(min = 1, max = 2048))]
    rows: Option<usize>,
}

/// `GET /api/jobs/{id}/scatter`.
pub fn scatter(asked: Asked, question: &Question<'_>) -> Result<Cells<ScatterHead>, Refusal> {
    let (job, values) = of_values(question)?;
    draw(&job, &values, &asked)
}

fn draw(job: &Job, values: &HeldValues, asked: &Asked) -> Result<Cells<ScatterHead>, Refusal> {
    let (columns, rows) = (asked.columns.unwrap_or(800), asked.rows.unwrap_or(400));
    let count = cells(columns, rows)?;
    let from = asked.from;
    let last = last_heap(from, asked.to, values.count())?;
    let mut greatest = 0;
    values.visit(from, last.unwrap_or(0), |_, value| greatest = greatest.max(value));
    let top = (u64::from(greatest) + 1).max(2);
    let layers = if job.classes.is_some() { 2 } else { 1 };
    let mut counts = vec![0u16; layers * count];
    if let Some(last) = last {
        let heaps = last - from + 1;
        let row_of: Vec<usize> = match top {
            ..=65_536 => (0..top).map(|value| row(value, top, rows)).collect(),
            _ => Vec::new(),
        };
        values.visit(from, last, |heap, value| {
            let column = (u128::from(heap - from) * columns as u128 / u128::from(heaps)) as usize;
            let row = row_of.get(value as usize).copied().unwrap_or_else(|| row(value.into(), top, rows));
            let rare =
                job.classes.is_some_and(|classes| classes.of(heap, Nimber(value.into())) == Class::Rare);
            let cell = &mut counts[usize::from(rare) * count + row * columns + column];
            *cell = cell.saturating_add(1);
        });
    }
    let largest = counts.iter().copied().max().unwrap_or(0);
    let head = ScatterHead { from, to: last, columns, rows, layers, top, largest, done: values.count() };
    Ok(Cells { head, cells: counts })
}

impl CellHead for ScatterHead {
    const HEADER: &str = "x-sprague-scatter";
    const CELLS: &str = "Layers of cells, row by row from the top: common heaps, then rare ones where there is a sparse space";
}

/// The row of a value, the largest at the top.
fn row(value: u64, top: u64, rows: usize) -> usize {
    rows - 1 - (value * rows as u64 / top) as usize
}
