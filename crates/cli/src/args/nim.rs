//! The arguments of commands on Nim itself: the longest game, and the automaton beside it.

use clap::Args as ClapArgs;

use super::parse::number;

#[derive(Debug, ClapArgs)]
pub struct NimLength {
    /// The heaps
    #[arg(value_name = "HEAP", required = true, value_parser = number)]
    pub heaps: Vec<u64>,
}

#[derive(Debug, ClapArgs)]
pub struct UlamWarburton {
    /// The last generation
    #[arg(value_name = "N", value_parser = number)]
    pub generation: u64,
}
