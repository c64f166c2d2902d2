//! The arguments of commands on positions: solving, playing, game graphs.

use clap::{Args as ClapArgs, ValueEnum};

use super::parse::number;

#[derive(Debug, ClapArgs)]
pub struct Solve {
    /// A position such as "kayles: 5 7 + nim: 3"; - reads one per line
    pub position: String,
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
    pub position: String,
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
    pub position: String,
    /// The player who cannot move wins
    #[arg(long)]
    pub misere: bool,
    /// How to draw it [default: by the name of the file, otherwise svg]
    #[arg(long, value_enum)]
    pub format: Option<GraphFormat>,
    /// Refuse graphs with more nodes than this
    #[arg(long, value_name = "N", default_value = "120", value_parser = number)]
    pub max_nodes: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GraphFormat {
    /// A picture
    Svg,
    /// Graphviz
    Dot,
    /// Nodes and edges
    Json,
}
