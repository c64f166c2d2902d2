//! The golden tables with which claims are compared, and how they are read.

pub use sprague_tables::golden::*;

/// The rows of a table without its head and remarks.
pub fn rows(table: &str) -> impl Iterator<Item = Vec<&str>> {
    let lines = table.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines.skip(1).map(|line| line.trim_end().split(',').collect())
}

/// The number in a cell, `None` where it is empty.
pub fn cell(row: &[&str], column: usize) -> Option<u64> {
    row.get(column)?.trim().parse().ok()
}

/// One column of numbers beside the first one, without empty cells.
pub fn column(table: &str, column: usize) -> Vec<(u64, u64)> {
    rows(table).filter_map(|row| Some((cell(&row, 0)?, cell(&row, column)?))).collect()
}
