//! Periods in the table of 2-Star Nim: of rows, of the pairs of one value, of diagonals.
//!
//! Here are those that the library proves within a second; rows beyond are jobs. What is proved and what was only
//! observed is told apart in the answer and in its words.

use schemars::JsonSchema;
use serde::Deserialize;
use sprague::star::{
    LARGEST_ROW, REPEATS_WITHIN, RowMethod, RowProof, RowStage, diagonal_period, row_by_repetition,
    sequence_period,
};
use sprague_tell::lab::{DiagonalResult, RowResult, SequenceResult};
use sprague_tell::star::{diagonal_result, row_result, sequence_result};

use crate::problem::Refusal;
use crate::question::Question;

/// The last row that is proved at once.
const LAST_ROW: usize = 12;
/// Columns of such a proof between two looks at the clock.
const STRIDE: u64 = 1 << 20;
/// The last value and the last diagonal that are looked at here.
const LAST_VALUE: u32 = 60;
/// The row from which on blocks of diagonals are looked for, and how many rows they are followed.
const BLOCKS: (u64, u64) = (200_000, 2_000_000);

/// A row.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The row; rows from 13 on are jobs of kind star-row
    #[schemars(range(min = 1, max = LAST_ROW))]
    row: usize,
}

/// `GET /api/star/row`.
pub fn row(Row { row }: Row, question: &Question<'_>) -> Result<RowResult, Refusal> {
    if !(1..=LAST_ROW).contains(&row) {
        let message = format!("row {row} takes too long to be answered at once; rows 1 to {LAST_ROW} do not");
        return Err(Refusal::too_large(message)
            .way_out(format!("start a job of kind star-row, which proves rows up to {LARGEST_ROW}")));
    }
    let allowance = question.host.allowance;
    let method = RowMethod::of_row(row);
    if method == RowMethod::Repetition {
        return Ok(row_result(row, row_by_repetition(row, REPEATS_WITHIN), method));
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
    Ok(row_result(row, found, method))
}

/// A value.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    /// The value
    #[schemars(range(max = LAST_VALUE))]
    value: u32,
}

/// `GET /api/star/sequence`.
pub fn sequence(Wanted { value }: Wanted, _: &Question<'_>) -> Result<SequenceResult, Refusal> {
    reachable("value", value, "sprague star sequence")?;
    Ok(sequence_result(value, sequence_period(value, BLOCKS.0, BLOCKS.1)))
}

/// A diagonal.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Slant {
    /// The diagonal
    #[schemars(range(max = LAST_VALUE))]
    diagonal: u32,
}

/// `GET /api/star/diagonal`.
pub fn diagonal(Slant { diagonal }: Slant, _: &Question<'_>) -> Result<DiagonalResult, Refusal> {
    reachable("diagonal", diagonal, "sprague star diagonal")?;
    Ok(diagonal_result(diagonal, diagonal_period(diagonal, BLOCKS.0, BLOCKS.1)))
}

fn reachable(what: &str, number: u32, command: &str) -> Result<(), Refusal> {
    if number <= LAST_VALUE {
        return Ok(());
    }
    let message = format!("{what} {number} is out of reach here; they go from 0 to {LAST_VALUE}");
    Err(Refusal::too_large(message).way_out(format!("use `{command}`")))
}
