//! Periods in the table of 2-Star Nim: of rows, of the pairs of one value, of diagonals.
//!
//! Here are those that the library proves within a second; rows beyond are jobs. What is proved and what was only
//! observed is told apart in the answer and in its words.

use schemars::JsonSchema;
use serde::Deserialize;
use sprague::star::{
    Block, BlockLock, DiagonalPeriod, LARGEST_ROW, REPEATS_WITHIN, RowMethod, RowProof, RowStage,
    SequencePeriod, diagonal_period, row_by_repetition, sequence_period,
};
use sprague_answer::lab::{DiagonalResult, SequenceResult};

use crate::jobs::row_document;
use crate::problem::Refusal;
use crate::question::{Question, Reply};

/// The last row that is proved at once.
const LAST_ROW: usize = 12;
/// Columns of such a proof between two looks at the clock.
const STRIDE: u64 = 1 << 20;
/// The last value and the last diagonal that are looked at here.
const LAST_VALUE: u32 = 60;
/// The row from which on blocks of diagonals are looked for, and how many rows they are followed.
const BLOCKS: (u64, u64) = (200_000, 2_000_000);

/// What is said where nothing is seen.
const NO_BLOCK: &str = "No block of diagonals holds together.";

/// A row.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The row; rows from 13 on are jobs of kind star-row
    #[schemars(range(min = 1, max = LAST_ROW))]
    row: usize,
}

/// `GET /api/star/row`.
pub fn row(question: &Question<'_>) -> Result<Reply, Refusal> {
    let Row { row } = question.parameters()?;
    if !(1..=LAST_ROW).contains(&row) {
        let message = format!("row {row} takes too long to be answered at once; rows 1 to {LAST_ROW} do not");
        return Err(Refusal::too_large(message)
            .way_out(format!("start a job of kind star-row, which proves rows up to {LARGEST_ROW}")));
    }
    let allowance = question.host.allowance;
    let method = RowMethod::of_row(row);
    if method == RowMethod::Repetition {
        return Ok(Reply::document(&row_document(row, row_by_repetition(row, REPEATS_WITHIN), method)));
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
    Ok(Reply::document(&row_document(row, found, method)))
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
pub fn sequence(question: &Question<'_>) -> Result<Reply, Refusal> {
    let Wanted { value } = question.parameters()?;
    reachable("value", value, "sprague star sequence")?;
    Ok(Reply::document(&of_value(value)))
}

fn of_value(value: u32) -> SequenceResult {
    let unproved = |seen: String| SequenceResult {
        value,
        preperiod: None,
        period: None,
        cycle: Vec::new(),
        proved: false,
        words: vec![format!("No period of value {value} is proved."), seen],
    };
    match sequence_period(value, BLOCKS.0, BLOCKS.1) {
        SequencePeriod::Proved { preperiod, period, cycle, row, rows, block } => {
            let state = match block {
                None => "the whole state of the value machine".to_owned(),
                Some(Block { first, last, .. }) => {
                    format!("the block of the diagonals {first} to {last} is locked, its state")
                }
            };
            let theory = if block.is_some() { "8.14" } else { "8.9" };
            let words = vec![
                format!(
                    "The pairs (x, y) of value {value}, in the order of x: the differences y - x have period {period} after {preperiod} pairs."
                ),
                format!("Proved: {state} at row {row} comes back after {rows} rows (theory {theory})."),
            ];
            let (preperiod, period) = (Some(preperiod), Some(period));
            SequenceResult { value, preperiod, period, cycle, proved: true, words }
        }
        SequencePeriod::Observed(block) => unproved(observed(&block)),
        SequencePeriod::Unknown => unproved(NO_BLOCK.to_owned()),
    }
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
pub fn diagonal(question: &Question<'_>) -> Result<Reply, Refusal> {
    let Slant { diagonal } = question.parameters()?;
    reachable("diagonal", diagonal, "sprague star diagonal")?;
    Ok(Reply::document(&of_diagonal(diagonal)))
}

fn of_diagonal(diagonal: u32) -> DiagonalResult {
    let unproved = |seen: String| DiagonalResult {
        diagonal,
        first_row: None,
        period: None,
        cycle: Vec::new(),
        proved: false,
        words: vec![format!("No period of diagonal {diagonal} is proved."), seen],
    };
    match diagonal_period(diagonal, BLOCKS.0, BLOCKS.1) {
        DiagonalPeriod::Proved { first_row, period, cycle, block } => {
            let words = vec![
                format!(
                    "G(a + {period}, a + {period} + {diagonal}) = G(a, a + {diagonal}) for all a >= {first_row}, and for no smaller period or row."
                ),
                format!(
                    "Proved: the block of the diagonals {} to {} holds the values {} to {} and no others (theory 8.14).",
                    block.first,
                    block.last,
                    block.values().start(),
                    block.values().end(),
                ),
            ];
            let (first_row, period) = (Some(first_row), Some(period));
            DiagonalResult { diagonal, first_row, period, cycle, proved: true, words }
        }
        DiagonalPeriod::Observed(block) => unproved(observed(&block)),
        DiagonalPeriod::Unknown => unproved(NO_BLOCK.to_owned()),
    }
}

/// What was seen of a block that proves nothing.
fn observed(block: &Block) -> String {
    let (first, last, start) = (block.first, block.last, block.start);
    let values = format!("{} to {}", block.values().start(), block.values().end());
    match block.lock {
        BlockLock::Confined { rows } => format!(
            "Observed: from row {start} on the diagonals {first} to {last} hold the values {values} and no others, for {rows} rows; no state came back."
        ),
        BlockLock::Locked { period, .. } => format!(
            "Observed: the diagonals {first} to {last} hold the values {values} with the period {period}, if the blocks below them stay as they were seen; one of those is not proved."
        ),
    }
}

fn reachable(what: &str, number: u32, command: &str) -> Result<(), Refusal> {
    if number <= LAST_VALUE {
        return Ok(());
    }
    let message = format!("{what} {number} is out of reach here; they go from 0 to {LAST_VALUE}");
    Err(Refusal::too_large(message).way_out(format!("use `{command}`")))
}
