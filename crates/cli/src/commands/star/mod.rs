//! `sprague star`: the Star Nim laboratory.

mod certificate;
mod diagonal;
mod follow;
mod line;
mod pair;
mod positions;
mod row;
mod sequence;
mod table;
mod terminal;
mod tracks;
mod watch;

use std::process::ExitCode;

use crate::args::Common;
use crate::args::star::{Star, StarCommand};
use crate::failure::Failure;

/// A period that is only observed, or none at all.
const EXIT_NEGATIVE: u8 = 1;

pub fn run(args: &Star, common: &Common) -> Result<ExitCode, Failure> {
    match &args.command {
        StarCommand::Table(table) => table::run(table, common),
        StarCommand::Row(row) => row::run(row, common),
        StarCommand::Pair(pair) => pair::run(pair, common),
        StarCommand::Sequence(sequence) => sequence::run(sequence, common),
        StarCommand::Diagonal(diagonal) => diagonal::run(diagonal, common),
        StarCommand::Positions(positions) => positions::run(positions, common),
        StarCommand::Line(line) => line::run(line, common),
        StarCommand::Tracks(tracks) => tracks::run(tracks, common),
    }
}

/// The exit code of an answer.
fn code(proved: bool) -> ExitCode {
    if proved { ExitCode::SUCCESS } else { ExitCode::from(EXIT_NEGATIVE) }
}

/// The first numbers of a list, for people.
fn some<T: ToString>(numbers: &[T]) -> String {
    const SHOWN: usize = 40;
    let shown: Vec<String> = numbers.iter().take(SHOWN).map(ToString::to_string).collect();
    let more = numbers.len().saturating_sub(SHOWN);
    let rest = if more == 0 { String::new() } else { format!(" ... ({more} more with --json)") };
    format!("{}{rest}", shown.join(" "))
}

/// `the value 0`, `the diagonals 3 to 5`.
fn span(what: &str, range: &std::ops::RangeInclusive<u32>) -> String {
    let (first, last) = (range.start(), range.end());
    if first == last { format!("the {what} {first}") } else { format!("the {what}s {first} to {last}") }
}
