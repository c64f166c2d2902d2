//! Star Nim with two tokens: its table, a rectangle at a time.

use schemars::JsonSchema;
use serde::Deserialize;
use sprague::games::star_nim::two_star_table;
use sprague_tell::lab::TableHead;

use crate::limits::MOST_CELLS;
use crate::problem::Refusal;
use crate::question::Question;
use crate::sent::{CellHead, Cells};

/// The last row and column that can be asked for.
const FARTHEST: usize = 4_000;
/// What stands where there is no position.
const NOTHING: u16 = u16::MAX;

/// A rectangle of the table.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Asked {
    /// The first row
    #[schemars(range(max = FARTHEST))]
    row0: usize,
    /// The first column
    #[schemars(range(max = FARTHEST))]
    col0: usize,
    /// How many rows
    #[schemars(range(max = FARTHEST))]
    rows: usize,
    /// How many columns
    #[schemars(range(max = FARTHEST))]
    cols: usize,
}

impl Default for Asked {
    fn default() -> Self {
        Self { row0: 0, col0: 0, rows: 100, cols: 100 }
    }
}

/// `GET /api/star/table`.
pub fn table(asked: Asked, _: &Question<'_>) -> Result<Cells<TableHead>, Refusal> {
    let Asked { row0, col0, rows, cols } = asked;
    let end = |from: usize, count: usize| from.checked_add(count).filter(|&end| end <= FARTHEST + 1);
    let (Some(row_end), Some(col_end)) = (end(row0, rows), end(col0, cols)) else {
        return Err(Refusal::too_large(format!("the table ends at row and column {FARTHEST}")));
    };
    if rows == 0 || cols == 0 || rows * cols > MOST_CELLS {
        return Err(Refusal::bad(format!("ask for 1 to {MOST_CELLS} cells")));
    }
    let (last_row, last_col) = (row_end - 1, col_end - 1);
    let table = two_star_table(last_row.min(last_col), last_row.max(last_col));
    let mut cells = Vec::with_capacity(rows * cols);
    let mut largest = 0;
    for a in row0..row_end {
        for b in col0..col_end {
            let value = table.get(a.min(b), a.max(b)).filter(|_| a + b > 0);
            let value = value.map_or(NOTHING, |value| u16::try_from(value.0).unwrap_or(NOTHING));
            if value != NOTHING {
                largest = largest.max(value);
            }
            cells.push(value);
        }
    }
    Ok(Cells { head: TableHead { row0, col0, rows, cols, max: largest }, cells })
}

impl CellHead for TableHead {
    const HEADER: &str = "x-sprague-table";
    const CELLS: &str = "Cells row by row";
}
