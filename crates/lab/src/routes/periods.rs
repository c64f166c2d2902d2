//! Periods in the table of 2-Star Nim: of rows, of the pairs of one value, of diagonals.
//!
//! Here are those that the library proves within a second; rows beyond are jobs. What is proved and what was only
//! observed is told apart in the answer and in its words.

use axum::Json;
use axum::extract::Query;
use serde::Deserialize;
use serde_json::{Value, json};
use sprague::star_nim::{
    Block, DiagonalPeriod, LARGEST_ROW, Lock, RowProof, RowStage, SequencePeriod, diagonal_period,
    row_by_repetition, sequence_period,
};

use super::Parameters;
use crate::gate::Question;
use crate::jobs::{BY_TRACKS, row_document};
use crate::problem::Problem;

/// The last row whose whole state comes back within reach.
const LAST_REPEATING: usize = 8;
/// Columns within which it does.
const COLUMNS: u64 = 1_000_000;
/// The last row that is proved at once.
const LAST_ROW: usize = 12;
/// Columns of such a proof between two looks at the clock.
const STRIDE: u64 = 1 << 20;
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
pub async fn row(question: Question, asked: Parameters<Row>) -> Result<Json<Value>, Problem> {
    let Query(Row { row }) = asked?;
    if !(1..=LAST_ROW).contains(&row) {
        let message = format!("row {row} takes too long to be answered at once; rows 1 to {LAST_ROW} do not");
        return Err(Problem::too_large(message)
            .way_out(format!("start a job of kind star-row, which proves rows up to {LARGEST_ROW}")));
    }
    question
        .work(move |allowance| {
            if row <= LAST_REPEATING {
                let grounds = "Proved by the repetition of the state of all rows up to it (theory 8.11).";
                return Ok(Json(row_document(row, row_by_repetition(row, COLUMNS), grounds)));
            }
            let mut proof = RowProof::new(row);
            while let Some(proof) = proof.as_mut().filter(|proof| !proof.is_over()) {
                if allowance.is_over() {
                    return Err(allowance.too_long());
                }
                proof.advance(STRIDE, 1);
            }
            let found = match proof.map(|proof| proof.stage) {
                Some(RowStage::Proved(found)) => Some(found),
                _ => None,
            };
            Ok(Json(row_document(row, found, BY_TRACKS)))
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
pub async fn sequence(question: Question, asked: Parameters<Wanted>) -> Result<Json<Value>, Problem> {
    let Query(Wanted { value }) = asked?;
    reachable("value", value, "sprague star sequence")?;
    question.work(move |_| {
        Ok(Json(match sequence_period(value, BLOCKS.0, BLOCKS.1) {
            SequencePeriod::Proved { preperiod, period, cycle, row, rows, block } => {
                let grounds = match block {
                    None => format!("Proved: the whole state of the value machine at row {row} comes back after {rows} rows (theory 8.9)."),
                    Some(Block { first, last, .. }) => format!("Proved: the block of the diagonals {first} to {last} is locked, its state at row {row} comes back after {rows} rows (theory 8.14)."),
                };
                let first = format!("The pairs (x, y) of value {value}, in the order of x: the differences y - x have period {period} after {preperiod} pairs.");
                json!({
                    "value": value, "preperiod": preperiod, "period": period, "cycle": cycle, "proved": true,
                    "words": [first, grounds],
                })
            }
            SequencePeriod::Observed(block) => unproved_value(value, &observed(&block)),
            SequencePeriod::Unknown => unproved_value(value, "No block of diagonals holds together."),
        }))
    })
    .await
}

fn unproved_value(value: u32, seen: &str) -> Value {
    json!({
        "value": value, "preperiod": null, "period": null, "cycle": [], "proved": false,
        "words": [format!("No period of value {value} is proved."), seen],
    })
}

/// A diagonal.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Slant {
    diagonal: u32,
}

/// `GET /api/star/diagonal`.
pub async fn diagonal(question: Question, asked: Parameters<Slant>) -> Result<Json<Value>, Problem> {
    let Query(Slant { diagonal }) = asked?;
    reachable("diagonal", diagonal, "sprague star diagonal")?;
    question.work(move |_| {
        Ok(Json(match diagonal_period(diagonal, BLOCKS.0, BLOCKS.1) {
            DiagonalPeriod::Proved { first_row, period, cycle, block } => {
                let first = format!("G(a + {period}, a + {period} + {diagonal}) = G(a, a + {diagonal}) for all a >= {first_row}, and for no smaller period or row.");
                let grounds = format!(
                    "Proved: the block of the diagonals {} to {} holds the values {} to {} and no others (theory 8.14).",
                    block.first, block.last, block.values().start(), block.values().end(),
                );
                json!({
                    "diagonal": diagonal, "first_row": first_row, "period": period, "cycle": cycle, "proved": true,
                    "words": [first, grounds],
                })
            }
            DiagonalPeriod::Observed(block) => unproved_diagonal(diagonal, &observed(&block)),
            DiagonalPeriod::Unknown => {
                unproved_diagonal(diagonal, "No block of diagonals holds together.")
            }
        }))
    })
    .await
}

fn unproved_diagonal(diagonal: u32, seen: &str) -> Value {
    json!({
        "diagonal": diagonal, "first_row": null, "period": null, "cycle": [], "proved": false,
        "words": [format!("No period of diagonal {diagonal} is proved."), seen],
    })
}

/// What was seen of a block that proves nothing.
fn observed(block: &Block) -> String {
    let (first, last, start) = (block.first, block.last, block.start);
    let values = format!("{} to {}", block.values().start(), block.values().end());
    match block.lock {
        Lock::Confined { rows } => format!(
            "Observed: from row {start} on the diagonals {first} to {last} hold the values {values} and no others, for {rows} rows; no state came back."
        ),
        Lock::Locked { period, .. } => format!(
            "Observed: the diagonals {first} to {last} hold the values {values} with the period {period}, if the blocks below them stay as they were seen; one of those is not proved."
        ),
    }
}

fn reachable(what: &str, number: u32, command: &str) -> Result<(), Problem> {
    if number <= LAST_VALUE {
        return Ok(());
    }
    let message = format!("{what} {number} is out of reach here; they go from 0 to {LAST_VALUE}");
    Err(Problem::too_large(message).way_out(format!("use `{command}`")))
}
