//! The arguments of tables and lists: values of two numbers, P-positions.

use std::num::NonZeroU64;

use clap::{Args as ClapArgs, ValueEnum};

use super::parse::{number, positive};

#[derive(Debug, ClapArgs)]
pub struct ValueTable {
    /// A game, or a position with a * for each number: wythoff, rectangle, "chomp: *,*"
    pub game: String,
    /// How many numbers a position has: 2, or 3 for a table for each value of the first one
    #[arg(value_name = "K", default_value = "2", value_parser = clap::value_parser!(u8).range(2..=3))]
    pub numbers: u8,
    /// The last row
    #[arg(long, value_name = "A", default_value = "10", value_parser = number)]
    pub rows: u64,
    /// The last column
    #[arg(long, value_name = "B", default_value = "15", value_parser = number)]
    pub cols: u64,
    /// Rows from the bottom, each from the diagonal on
    #[arg(long)]
    pub triangle: bool,
    /// How to show it [default: by the name of the file, otherwise a table]
    #[arg(long, value_enum)]
    pub format: Option<ValueTableFormat>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ValueTableFormat {
    /// Rows for reading
    Table,
    /// One row a line; no position is an empty field
    Csv,
    /// A JSON document
    Json,
}

#[derive(Debug, ClapArgs)]
pub struct PositionList {
    /// A game, or a position with a * for each number: nim, 0.77, star-nim, "chomp: *,*"
    pub game: String,
    /// How many heaps or other numbers a position has
    #[arg(value_name = "M", value_parser = positive)]
    pub heaps: NonZeroU64,
    /// The greatest number
    #[arg(long, value_name = "N", value_parser = number)]
    pub max: u64,
    /// The least number
    #[arg(long, value_name = "A", default_value = "1", value_parser = number)]
    pub from: u64,
    /// The player who cannot move wins
    #[arg(long)]
    pub misere: bool,
}
