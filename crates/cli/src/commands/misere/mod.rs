//! `sprague misere`: genera and quotients, the theory of misère play.

pub mod bench;
mod certificate;
mod picture;
mod survey;

use std::process::ExitCode;

use sprague_tell::misere::{GenusQuestion, QuotientQuestion, unproved};

use super::heap_game;
use crate::args::Common;
use crate::args::misere::{GenusArgs, Misere, MisereCommand, QuotientArgs};
use crate::failure::Failure;
use crate::{output, progress};
use picture::Drawing;
use sprague::games::{catalogue, notakto};
use sprague::heap::HeapGame;

pub use certificate::{MisereShown, certified};
pub use survey::run as survey;

/// Genera, and the quotient in words or as a picture.
pub fn run(args: &Misere, common: &Common) -> Result<ExitCode, Failure> {
    match &args.command {
        MisereCommand::Genus(GenusArgs { game, to }) => {
            let question = GenusQuestion { game: &misere_game(game)?, to: *to };
            output::told(common, &question.answer(&progress::limits(common))?)
        }
        MisereCommand::Quotient(args) => quotient(args, common),
    }
}

/// A heap game, or Notakto on boards of 3x3 squares, as the heaps of a rule that they are (theory G.7).
pub fn misere_game(text: &str) -> Result<HeapGame, Failure> {
    let name = text.trim().trim_end_matches("3x3").trim_end().trim_end_matches(':');
    match catalogue::find(name) {
        Some((_, entry)) if entry.name == "notakto" => Ok(notakto::heap_rule().clone()),
        _ => heap_game(text),
    }
}

fn quotient(args: &QuotientArgs, common: &Common) -> Result<ExitCode, Failure> {
    let game = misere_game(&args.game)?;
    let drawing = args.svg.as_deref().map(|file| Drawing::prepared(file, args, common)).transpose()?;
    let question = QuotientQuestion { game: &game, to: args.to, max_order: args.max_order };
    let (found, told) = question.answer(&progress::limits(common))?;
    let Some(drawing) = drawing else { return output::told(common, &told) };
    drawing.write(&game, &found.quotient, &told.document)?;
    if let Some(why) = unproved(&found).filter(|_| !common.quiet) {
        eprintln!("{why}");
    }
    Ok(output::code(told.is_positive))
}
