//! Star Nim with two tokens: its table, a rectangle at a time, and the periods of rows, values and diagonals.
//!
//! The periods are those that the library proves within a second or so; the command looks further.

use axum::Json;
use axum::extract::{Query, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use sprague::star::two_star_table;
use sprague::star_nim::{
    DiagonalPeriod, SequencePeriod, diagonal_period, row_by_repetition, sequence_period,
};

use super::Parameters;
use crate::app::App;
use crate::limits::MOST_CELLS;
use crate::problem::Problem;

/// The last row and column that can be asked for.
const FARTHEST: usize = 4_000;
/// What stands where there is no position.
const NOTHING: u16 = u16::MAX;

/// A rectangle of the table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Asked {
    row0: usize,
    col0: usize,
    rows: usize,
    cols: usize,
}

impl Default for Asked {
    fn default() -> Self {
        Self { row0: 0, col0: 0, rows: 100, cols: 100 }
    }
}

/// `GET /api/star/table`.
pub async fn table(State(app): State<App>, asked: Parameters<Asked>) -> Result<Response, Problem> {
    let Query(Asked { row0, col0, rows, cols }) = asked?;
    let end = |from: usize, count: usize| from.checked_add(count).filter(|&end| end <= FARTHEST + 1);
    let (Some(row_end), Some(col_end)) = (end(row0, rows), end(col0, cols)) else {
        return Err(Problem::too_large(format!("the table ends at row and column {FARTHEST}")));
    };
    if rows == 0 || cols == 0 || rows * cols > MOST_CELLS {
        return Err(Problem::bad(format!("ask for 1 to {MOST_CELLS} cells")));
    }
    app.work(move || {
        let (last_row, last_col) = (row_end - 1, col_end - 1);
        let table = two_star_table(last_row.min(last_col), last_row.max(last_col));
        let mut cells = Vec::with_capacity(2 * rows * cols);
        let mut largest = 0;
        for a in row0..row_end {
            for b in col0..col_end {
                let value = table.get(a.min(b), a.max(b)).filter(|_| a + b > 0);
                let value = value.map_or(NOTHING, |value| u16::try_from(value.0).unwrap_or(NOTHING));
                if value != NOTHING {
                    largest = largest.max(value);
                }
                cells.extend_from_slice(&value.to_le_bytes());
            }
        }
        let header = json!({"row0": row0, "col0": col0, "rows": rows, "cols": cols, "max": largest});
        Ok((
            [
                (CONTENT_TYPE.as_str(), "application/octet-stream".to_owned()),
                ("x-sprague-table", header.to_string()),
            ],
            cells,
        )
            .into_response())
    })
    .await
}

/// The last row whose whole state comes back within reach.
const LAST_ROW: usize = 8;
/// Columns within which it does.
const COLUMNS: u64 = 1_000_000;
/// The last value and the last diagonal that are looked at here.
const LAST_VALUE: u32 = 60;
/// The row from which on blocks of diagonals are looked for, and how many rows they are followed.
const BLOCKS: (u64, u64) = (200_000, 2_000_000);

/// A row.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    row: usize,
}

/// `GET /api/star/row`.
pub async fn row(State(app): State<App>, asked: Parameters<Row>) -> Result<Json<Value>, Problem> {
    let Query(Row { row }) = asked?;
    if !(1..=LAST_ROW).contains(&row) {
        return Err(Problem::too_large(format!(
            "row {row} is out of reach here; rows go from 1 to {LAST_ROW}"
        ))
        .way_out("use `sprague star row`, which proves rows up to 16"));
    }
    app.work(move || {
        let found = row_by_repetition(row, COLUMNS);
        let words = found.map(|found| {
            let (period, first) = (found.period, found.first_column);
            format!("G({row}, b + {period}) = G({row}, b) + {period} for all b >= {first}, and for no smaller period or column. Proved by the repetition of the state of all rows up to it (theory 8.11).")
        });
        Ok(Json(json!({
            "row": row,
            "first_column": found.map(|found| found.first_column),
            "period": found.map(|found| found.period),
            "proved": found.is_some(),
            "words": words.unwrap_or_else(|| "No period is proved.".to_owned()),
        })))
    })
    .await
}

/// A value.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    value: u32,
}

/// `GET /api/star/sequence`.
pub async fn sequence(State(app): State<App>, asked: Parameters<Wanted>) -> Result<Json<Value>, Problem> {
    let Query(Wanted { value }) = asked?;
    reachable("value", value, "sprague star sequence")?;
    app.work(move || {
        Ok(Json(match sequence_period(value, BLOCKS.0, BLOCKS.1) {
            SequencePeriod::Proved { preperiod, period, cycle, .. } => json!({
                "value": value, "preperiod": preperiod, "period": period, "cycle": cycle, "proved": true,
                "words": format!("The differences y - x of the pairs of value {value} have the period {period} from pair {preperiod} on, proved."),
            }),
            SequencePeriod::Observed(_) | SequencePeriod::Unknown => json!({
                "value": value, "preperiod": null, "period": null, "cycle": [], "proved": false,
                "words": "No period is proved.",
            }),
        }))
    })
    .await
}

/// A diagonal.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Slant {
    diagonal: u32,
}

/// `GET /api/star/diagonal`.
pub async fn diagonal(State(app): State<App>, asked: Parameters<Slant>) -> Result<Json<Value>, Problem> {
    let Query(Slant { diagonal }) = asked?;
    reachable("diagonal", diagonal, "sprague star diagonal")?;
    app.work(move || {
        Ok(Json(match diagonal_period(diagonal, BLOCKS.0, BLOCKS.1) {
            DiagonalPeriod::Proved { first_row, period, cycle, .. } => json!({
                "diagonal": diagonal, "first_row": first_row, "period": period, "cycle": cycle, "proved": true,
                "words": format!("G(a + {period}, a + {period} + {diagonal}) = G(a, a + {diagonal}) for all a >= {first_row}, and for no smaller period or row, proved (theory 8.14)."),
            }),
            DiagonalPeriod::Observed(_) | DiagonalPeriod::Unknown => json!({
                "diagonal": diagonal, "first_row": null, "period": null, "cycle": [], "proved": false,
                "words": "No period is proved.",
            }),
        }))
    })
    .await
}

fn reachable(what: &str, number: u32, command: &str) -> Result<(), Problem> {
    if number <= LAST_VALUE {
        return Ok(());
    }
    let message = format!("{what} {number} is out of reach here; they go from 0 to {LAST_VALUE}");
    Err(Problem::too_large(message).way_out(format!("use `{command}`")))
}
