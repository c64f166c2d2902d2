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
