//! The arguments of commands on games and their sequences of values.

use std::num::NonZeroU64;

use clap::{Args as ClapArgs, ValueEnum};

use super::parse::{number, positive};
use super::position::joined;

#[derive(Debug, ClapArgs)]
pub struct Games {
    /// A code, a name or rules: 0.77, kayles, "split(2, distinct)"
    pub game: Option<String>,
}

#[derive(Debug, ClapArgs)]
pub struct Values {
    /// A code, a name, rules or a run folder: 0.77, kayles, "split(2, distinct)"; a number behind it is the last heap
    #[arg(required_unless_present = "oeis")]
    pub game: Vec<String>,
    /// The first heap
    #[arg(long, value_name = "A", default_value = "0", value_parser = number)]
    pub from: u64,
    /// The last heap
    #[arg(long, value_name = "N", value_parser = number)]
    pub to: Option<u64>,
    /// Misère values instead: 0 means that the previous player wins
    #[arg(long)]
    pub misere: bool,
    /// How to print them
    #[arg(long, value_enum, default_value_t = ValuesFormat::Table)]
    pub format: ValuesFormat,
    /// So many values in a row, and a mark at heaps that do not fit in with the period that begins later
    #[arg(long, value_name = "W", value_parser = positive, conflicts_with_all = ["misere", "columns"])]
    pub width: Option<NonZeroU64>,
    /// One heap a line, with its value
    #[arg(long)]
    pub columns: bool,
    /// Print the terms of a sequence of the OEIS as its file has them; in a folder that -o names the file gets its name
    #[arg(long, value_name = "NUMBER", conflicts_with_all = ["game", "format", "misere"])]
    pub oeis: Option<String>,
}

impl Values {
    /// The game and the last heap: `values grundy 100` is `values grundy --to 100`.
    pub fn game_and_last(&self) -> (String, Option<u64>) {
        if let (None, [words @ .., last]) = (self.to, &self.game[..])
            && !words.is_empty()
            && let Ok(last) = number(last)
        {
            return (joined(words), Some(last));
        }
        (joined(&self.game), self.to)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ValuesFormat {
    /// Rows for reading
    Table,
    /// Lines `n value`, as the OEIS keeps them
    Bfile,
    /// Lines `n,value` with a header
    Csv,
    /// A JSON document
    Json,
    /// The signature of the range
    Hash,
}

#[derive(Debug, ClapArgs)]
pub struct PlotArgs {
    /// A code, a name, rules or a run folder: 0.77, kayles, "split(2, distinct)"
    pub game: String,
    /// The last heap [default: 1000, or as far as the run has come]
    #[arg(long, value_name = "N", value_parser = number)]
    pub to: Option<u64>,
    /// What to draw
    #[arg(long, value_enum, default_value_t = PlotKind::Raster)]
    pub kind: PlotKind,
    /// Heaps in a row of a raster; a period shows as stripes at its multiples [default: a round number]
    #[arg(long, value_name = "W", value_parser = positive)]
    pub width: Option<NonZeroU64>,
    /// The kind of file [default: by the name of the file]
    #[arg(long, value_enum)]
    pub format: Option<PlotFormat>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PlotKind {
    /// Heaps in rows, colored by value
    Raster,
    /// Value against heap
    Scatter,
    /// How often each value occurs
    Histogram,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PlotFormat {
    /// Drawn anew at every size
    Svg,
    /// Pixels
    Png,
}

#[derive(Debug, ClapArgs)]
pub struct Compare {
    /// The first game
    pub a: String,
    /// The second game
    pub b: String,
    /// The last heap to compare
    #[arg(long, value_name = "N", default_value = "1000", value_parser = number)]
    pub to: u64,
    /// Compare the misère quotients: whether they are isomorphic, and where heaps first differ
    #[arg(long)]
    pub misere: bool,
    /// With --misere: stop when a quotient has more elements than this
    #[arg(long, value_name = "M", default_value = "400", value_parser = number)]
    pub max_order: u64,
}

#[derive(Debug, ClapArgs)]
pub struct Stats {
    /// A code, a name, rules or a run folder: 0.77, kayles, "split(2, distinct)"
    pub game: String,
    /// The last heap [default: 10000, or as far as the run has come]
    #[arg(long, value_name = "N", value_parser = number)]
    pub to: Option<u64>,
    /// The first heap
    #[arg(long, value_name = "A", default_value = "0", value_parser = number)]
    pub from: u64,
    /// The order of the table of values
    #[arg(long, value_enum, default_value_t = StatsOrder::Count)]
    pub by: StatsOrder,
    /// Show each number that is no period with the multiple of it that forbids it
    #[arg(long)]
    pub excluded: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StatsOrder {
    /// The values that occur most often first
    Count,
    /// All values, ascending
    Value,
}

#[derive(Debug, ClapArgs)]
#[expect(clippy::struct_excessive_bools, reason = "one for each flag")]
pub struct Count {
    /// A code, a name or rules: 0.77, kayles, "take(squares)"
    pub game: String,
    /// How many heaps a position has
    #[arg(long, value_name = "M", value_parser = number)]
    pub heaps: u64,
    /// The largest heap
    #[arg(long, value_name = "N", value_parser = number)]
    pub to: u64,
    /// The smallest heap
    #[arg(long, value_name = "A", default_value = "1", value_parser = number)]
    pub from: u64,
    /// Count heaps in any order once; this is the default
    #[arg(long, conflicts_with_all = ["ordered", "distinct"])]
    pub unordered: bool,
    /// Count every order of the heaps
    #[arg(long, conflicts_with = "distinct")]
    pub ordered: bool,
    /// Count only positions without equal heaps, in any order once
    #[arg(long)]
    pub distinct: bool,
    /// Count under misère play
    #[arg(long)]
    pub misere: bool,
}

#[derive(Debug, ClapArgs)]
pub struct Sparse {
    /// A code, a name, rules or a run folder: 0.77, kayles, "split(2, distinct)"
    pub game: String,
    /// The last heap [default: 100000, or as far as the run has come]
    #[arg(long, value_name = "N", value_parser = number)]
    pub to: Option<u64>,
}

#[derive(Debug, ClapArgs)]
pub struct Identify {
    /// The values of the heaps 0, 1, 2, ... (or from heap 1 on)
    #[arg(required = true)]
    pub values: Vec<String>,
}
