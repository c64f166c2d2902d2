//! The arguments of commands on positions: solving, playing, game graphs.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};

use super::parse::number;

/// Words of the shell that are one text: `solve nim: 3 4 5` needs no quotes.
pub fn joined(words: &[String]) -> String {
    words.join(" ")
}

#[derive(Debug, ClapArgs)]
pub struct Solve {
    /// A position such as "kayles: 5 7 + nim: 3"; - reads one per line
    #[arg(required = true)]
    pub position: Vec<String>,
    /// The player who cannot move wins
    #[arg(long)]
    pub misere: bool,
    /// List at most this many winning moves
    #[arg(long, value_name = "N", default_value = "10000", value_parser = number)]
    pub moves: u64,
    /// Show the value of every option
    #[arg(long)]
    pub explain: bool,
}

#[derive(Debug, ClapArgs)]
pub struct PlayArgs {
    /// A position such as "kayles: 9"
    #[arg(required = true)]
    pub position: Vec<String>,
    /// The player who cannot move wins
    #[arg(long)]
    pub misere: bool,
    /// Who plays against you
    #[arg(long, value_enum, default_value_t = Opponent::Perfect)]
    pub opponent: Opponent,
    /// Let the opponent move first
    #[arg(long)]
    pub second: bool,
    /// The seed of the random opponent
    #[arg(long, value_name = "N", value_parser = number)]
    pub seed: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Opponent {
    /// Never misses a win
    Perfect,
    /// Any legal move
    Random,
    /// Another person at the same keyboard
    Human,
}

#[derive(Debug, ClapArgs)]
pub struct Graph {
    /// A position such as "grundy: 6"
    #[arg(required = true)]
    pub position: Vec<String>,
    /// The player who cannot move wins
    #[arg(long)]
    pub misere: bool,
    /// How to draw it [default: by the name of the file, otherwise svg]
    #[arg(long, value_enum)]
    pub format: Option<GraphFormat>,
    /// Leave out outcomes and values: a sheet to work on
    #[arg(long)]
    pub plain: bool,
    /// Write a picture for each step of the labelling algorithm into this folder, which is made
    #[arg(long, value_name = "DIR", conflicts_with = "plain")]
    pub steps: Option<PathBuf>,
    /// Refuse graphs with more nodes than this
    #[arg(long, value_name = "N", default_value = "120", value_parser = number)]
    pub max_nodes: u64,
}

#[derive(Debug, ClapArgs)]
pub struct Draw {
    /// A position such as "star: [2,5] [3] [1,4,6]"
    pub position: String,
    /// How to draw it [default: by the name of the file, otherwise txt]
    #[arg(long, value_enum)]
    pub format: Option<DrawFormat>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DrawFormat {
    /// A picture, drawn anew at every size
    Svg,
    /// Pixels
    Png,
    /// Characters
    Txt,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GraphFormat {
    /// A picture
    Svg,
    /// A picture in pixels
    Png,
    /// Graphviz
    Dot,
    /// Nodes and edges
    Json,
}
