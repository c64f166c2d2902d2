//! The arguments of `sprague misere`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};

use super::parse::number;

#[derive(Debug, ClapArgs)]
pub struct Misere {
    #[command(subcommand)]
    pub command: MisereCommand,
}

#[derive(Debug, Subcommand)]
pub enum MisereCommand {
    /// The genus of single heaps, and the first wild heap
    #[command(
        after_help = "Examples:\n  sprague misere genus kayles --to 20\n  sprague misere genus 0.137 --to 25 --json"
    )]
    Genus(GenusArgs),
    /// The misère quotient: what decides every sum of a game
    #[command(
        after_help = "Examples:\n  sprague misere quotient kayles\n  sprague misere quotient 0.07 --to 33 --max-order 1000\n  sprague misere quotient 0.156 --to 8000 --json\n  sprague misere quotient kayles --svg kayles.svg --walk \"12 9 5\""
    )]
    Quotient(QuotientArgs),
}

#[derive(Debug, ClapArgs)]
pub struct GenusArgs {
    /// A code, a name or rules: 0.77, kayles, "split(2, distinct)"
    pub game: String,
    /// The last heap
    #[arg(long, value_name = "N", default_value = "20", value_parser = number)]
    pub to: u64,
}

#[derive(Debug, ClapArgs)]
pub struct QuotientArgs {
    /// A code, a name or rules: 0.77, kayles, "split(2, distinct)"
    pub game: String,
    /// The last heap to add, unless a period is proved before [default: 2000]
    #[arg(long, value_name = "N", value_parser = number)]
    pub to: Option<u64>,
    /// Stop when the quotient has more elements than this
    #[arg(long, value_name = "M", default_value = "400", value_parser = number)]
    pub max_order: u64,
    /// Draw the quotient instead, into FILE or that of -o: SVG, or PNG by the name of the file
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-")]
    pub svg: Option<PathBuf>,
    /// With --svg: heaps whose sum walks through the picture, such as "12 9 5"
    #[arg(long, value_name = "HEAPS", requires = "svg")]
    pub walk: Option<String>,
}
