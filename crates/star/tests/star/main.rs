//! The Star Nim laboratory against golden tables, the definition, and itself by other ways.
//!
//! The tables were computed by independent brute-force programs; each test names its file or its statement.

mod diagonals;
mod heads;
mod pairs;
mod positions;
mod rows;
mod sequences;
mod table;

fn lines(table: &str) -> impl Iterator<Item = Vec<&str>> {
    table.lines().skip(1).map(|line| line.split(',').collect())
}

fn number(text: &str) -> u64 {
    text.parse().expect("a number")
}
