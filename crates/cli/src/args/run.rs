//! The arguments of commands on long runs.

use std::ops::Range;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args as ClapArgs;

use super::parse::{duration, number, share, stretch};

#[derive(Debug, ClapArgs)]
pub struct RunArgs {
    /// A code, a name or rules: 0.77, kayles, "split(2, distinct)"
    pub game: String,
    /// The last heap
    #[arg(long, value_name = "N", value_parser = number)]
    pub to: u64,
    /// The folder of the run, which is made; if it holds this run, that goes on
    #[arg(long, value_name = "DIR")]
    pub dir: PathBuf,
    /// How often a checkpoint is written, such as 60s, 5m or 1h
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = duration)]
    pub checkpoint_every: Duration,
    /// Keep the values themselves, compressed
    #[arg(long)]
    pub keep_values: bool,
    /// How many bytes the states kept for `verify` may take
    #[arg(long, value_name = "BYTES", default_value = "1e9", value_parser = number)]
    pub state_space: u64,
    /// Keep a state every 2^k heaps, besides those by the clock, until their space is full
    #[arg(long, value_name = "N", value_parser = number)]
    pub state_every: Option<u64>,
}

#[derive(Debug, ClapArgs)]
pub struct Resume {
    /// The folder of the run
    pub dir: PathBuf,
    /// Another last heap
    #[arg(long, value_name = "N", value_parser = number)]
    pub to: Option<u64>,
    /// How often a checkpoint is written, such as 60s, 5m or 1h
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = duration)]
    pub checkpoint_every: Duration,
}

#[derive(Debug, ClapArgs)]
pub struct RunFolder {
    /// The folder of the run
    pub dir: PathBuf,
}

#[derive(Debug, ClapArgs)]
pub struct Verify {
    /// The folder of the run
    pub dir: PathBuf,
    /// Only the segments of 2^20 heaps from A to before B, counted from 0
    #[arg(long, value_name = "A..B", value_parser = stretch)]
    pub segments: Option<Range<u64>>,
    /// About this share of them, at random: 0.01 or 1%
    #[arg(long, value_name = "P", value_parser = share)]
    pub sample: Option<f64>,
}
