//! What long runs have found, as the tables of the project record it: claims that are out of reach here read them.

use sprague_tables::records::{RUNS, STAR_ROWS};

use crate::tables::{cell, rows};

/// The last heap to which a run of this game has computed.
pub fn farthest(game: &str) -> Option<u64> {
    rows(RUNS).filter(|row| row[0] == game).filter_map(|row| cell(&row, 1)).max()
}

/// First column and period of a row of 2-Star Nim (theory 8.11).
pub fn row(row: u64) -> Option<(u64, u64)> {
    let found = rows(STAR_ROWS).find(|cells| cell(cells, 0) == Some(row))?;
    Some((cell(&found, 1)?, cell(&found, 2)?))
}
