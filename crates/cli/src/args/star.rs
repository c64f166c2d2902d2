//! The arguments of `sprague star`.

use std::num::NonZeroU64;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args as ClapArgs, Subcommand, ValueEnum};

use super::parse::{duration, number, positive};

#[derive(Debug, ClapArgs)]
pub struct Star {
    #[command(subcommand)]
    pub command: StarCommand,
}

#[derive(Debug, Subcommand)]
pub enum StarCommand {
    /// The values G(a, b) of two tokens
    #[command(
        after_help = "Examples:\n  sprague star table --rows 10 --cols 15\n  sprague star table --rows 200 --cols 300 -o table.svg\n  sprague star table --rows 20 --cols 1e6 --format csv -o table.csv\n  sprague star table --rows 60 --cols 400 --offsets -o offsets.png\n  sprague star table --shared 2\n  sprague star table --nearly kayles"
    )]
    Table(Table),
    /// The additive period of a row, and its proof
    #[command(
        after_help = "Examples:\n  sprague star row 7\n  sprague star row 13 --all\n  sprague star row 4 --shared 2\n  sprague star row 12 --certificate row12.cert\n  sprague star row 16 --dir row16\n\nWith --dir, Ctrl-C writes a checkpoint and ends with exit code 4; the same command goes on, `sprague status DIR` looks."
    )]
    Row(Row),
    /// The partners of a third token beside two that stay in 4-Star Nim, their period, and its proof
    #[command(
        after_help = "Examples:\n  sprague star pair 2 3\n  sprague star pair 8 8 --all\n  sprague star pair 2 3 --values\n  sprague star pair 7 8 --certificate pair-7-8.cert\n  sprague star pair 40 50 --dir pair-40-50\n\nWith --dir, Ctrl-C writes a checkpoint and ends with exit code 4; the same command goes on, `sprague status DIR` looks."
    )]
    Pair(Pair),
    /// The pairs of a value, and the period of their differences
    #[command(
        after_help = "Examples:\n  sprague star sequence 6\n  sprague star sequence 6 --pairs 20 --by algorithm-1\n  sprague star sequence 2 --by algorithm-1 --trace\n  sprague star sequence 50 --json\n  sprague star sequence 3 --shared 2"
    )]
    Sequence(Sequence),
    /// The period of a diagonal G(a, a + C), and its proof
    #[command(
        after_help = "Examples:\n  sprague star diagonal 3\n  sprague star diagonal 29 --json\n  sprague star diagonal 1 --shared 2"
    )]
    Diagonal(Diagonal),
    /// The P-positions of k-Star Nim, counted beside those of Nim
    #[command(
        after_help = "Examples:\n  sprague star positions 4 --max 50\n  sprague star positions 5 --max 10 --list"
    )]
    Positions(Positions),
    /// Values as one token runs up its strip, and their period
    #[command(
        after_help = "Examples:\n  sprague star line \"[2] [1,*]\"\n  sprague star line \"[3] [2,4] [*]\"\n  sprague star line \"shared(2): 4 *\"\n  sprague star line \"nearly(kayles): 3 *\" --to 60"
    )]
    Line(Line),
    /// Draw the tracks of a row
    #[command(after_help = "Example:\n  sprague star tracks 7 -o tracks.svg")]
    Tracks(Tracks),
}

#[derive(Debug, ClapArgs)]
pub struct Table {
    /// The last row
    #[arg(long, value_name = "A", default_value = "10", value_parser = number)]
    pub rows: u64,
    /// The last column
    #[arg(long, value_name = "B", default_value = "15", value_parser = number)]
    pub cols: u64,
    /// How to show it [default: by the name of the file, otherwise a table]
    #[arg(long, value_enum)]
    pub format: Option<TableFormat>,
    /// G(a, b) - b instead of G(a, b)
    #[arg(long)]
    pub offsets: bool,
    /// How many squares the strips share; 1 is Star Nim
    #[arg(long, value_name = "R", default_value = "1", value_parser = positive)]
    pub shared: NonZeroU64,
    /// The nearly disjunctive sum of two heaps of this game instead
    #[arg(long, value_name = "GAME", conflicts_with = "shared")]
    pub nearly: Option<String>,
    /// Color the table
    #[arg(long, value_enum, default_value_t = Coloring::Auto)]
    pub color: Coloring,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TableFormat {
    /// Rows for reading
    Table,
    /// One row a line; no position is an empty field
    Csv,
    /// A JSON document
    Json,
    /// A heat map, drawn anew at every size
    Svg,
    /// A heat map in pixels
    Png,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Coloring {
    /// On a terminal
    Auto,
    Always,
    Never,
}

#[derive(Debug, ClapArgs)]
pub struct Row {
    /// The row, from 1 to 17
    #[arg(value_name = "A", value_parser = number)]
    pub number: u64,
    /// Show the rows before it too
    #[arg(long)]
    pub all: bool,
    /// How many squares the strips share; 1 is Star Nim
    #[arg(long, value_name = "R", default_value = "1", value_parser = positive, conflicts_with_all = ["certificate", "dir"])]
    pub shared: NonZeroU64,
    /// Write a certificate of the proof
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Work in this folder, which is made, with checkpoints; go on with what is there
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
    /// How often a checkpoint is written, such as 60s, 5m or 1h
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = duration, requires = "dir")]
    pub checkpoint_every: Duration,
}

#[derive(Debug, ClapArgs)]
pub struct Pair {
    /// A token that stays
    #[arg(value_name = "A", value_parser = number)]
    pub a: u64,
    /// The other one; they add up to at most 127
    #[arg(value_name = "B", value_parser = number)]
    pub b: u64,
    /// The values of 3-Star Nim instead of the partners of 4-Star Nim
    #[arg(long, conflicts_with = "certificate")]
    pub values: bool,
    /// Show all pairs that it depends on too
    #[arg(long)]
    pub all: bool,
    /// Write a certificate of the proof
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Work in this folder, which is made, with checkpoints; go on with what is there
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
    /// How often a checkpoint is written, such as 60s, 5m or 1h
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = duration, requires = "dir")]
    pub checkpoint_every: Duration,
}

#[derive(Debug, ClapArgs)]
pub struct Sequence {
    /// The value
    #[arg(value_name = "G", value_parser = number)]
    pub value: u64,
    /// List so many pairs instead of finding the period
    #[arg(long, value_name = "N", value_parser = number)]
    pub pairs: Option<u64>,
    /// How the pairs are found
    #[arg(long, value_enum, default_value_t = Way::Machine)]
    pub by: Way,
    /// With --by algorithm-1 or algorithm-2: show how each pair was found, 10 of them unless told by --pairs
    #[arg(long)]
    pub trace: bool,
    /// How many squares the strips share; 1 is Star Nim
    #[arg(long, value_name = "R", default_value = "1", value_parser = positive, conflicts_with_all = ["certificate", "by", "trace"])]
    pub shared: NonZeroU64,
    /// Write a certificate of the proof
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    #[command(flatten)]
    pub search: BlockSearch,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Way {
    /// The value machine
    Machine,
    /// The paper's first algorithm: keeps all pairs
    #[value(name = "algorithm-1")]
    One,
    /// The paper's second algorithm: keeps the last few
    #[value(name = "algorithm-2")]
    Two,
}

#[derive(Debug, ClapArgs)]
pub struct Diagonal {
    /// The diagonal
    #[arg(value_name = "C", value_parser = number)]
    pub offset: u64,
    /// How many squares the strips share; 1 is Star Nim
    #[arg(long, value_name = "R", default_value = "1", value_parser = positive, conflicts_with = "certificate")]
    pub shared: NonZeroU64,
    /// Write a certificate of the proof
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    #[command(flatten)]
    pub search: BlockSearch,
}

#[derive(Debug, ClapArgs)]
pub struct BlockSearch {
    /// The row from which on blocks are looked for
    #[arg(long, value_name = "N", default_value = "200000", value_parser = number)]
    pub start: u64,
    /// How many rows a block is followed
    #[arg(long, value_name = "N", default_value = "1e7", value_parser = number)]
    pub rows: u64,
}

#[derive(Debug, ClapArgs)]
pub struct Positions {
    /// The number of tokens
    #[arg(value_name = "K", value_parser = positive)]
    pub tokens: NonZeroU64,
    /// The highest square
    #[arg(long, value_name = "M", default_value = "10", value_parser = positive)]
    pub max: NonZeroU64,
    /// List them
    #[arg(long)]
    pub list: bool,
}

#[derive(Debug, ClapArgs)]
pub struct Line {
    /// A position with a * in place of one number
    pub position: String,
    /// The last square or heap
    #[arg(long, value_name = "N", default_value = "100", value_parser = number)]
    pub to: u64,
    /// How far to look for a period
    #[arg(long, value_name = "N", default_value = "100000", value_parser = number)]
    pub limit: u64,
}

#[derive(Debug, ClapArgs)]
pub struct Tracks {
    /// The row, from 2 to 17
    #[arg(value_name = "A", value_parser = number)]
    pub row: u64,
    /// How many columns
    #[arg(long, value_name = "N", default_value = "48", value_parser = positive)]
    pub cols: NonZeroU64,
}
