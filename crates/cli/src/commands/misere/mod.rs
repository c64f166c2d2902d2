//! `sprague misere`: genera and quotients, the theory of misère play.

mod genus;
mod quotient;

use std::process::ExitCode;

use crate::args::Common;
use crate::args::misere::{Misere, MisereCommand};
use crate::failure::Failure;

pub use quotient::{extent, unproved};

pub fn run(args: &Misere, common: &Common) -> Result<ExitCode, Failure> {
    match &args.command {
        MisereCommand::Genus(genus) => genus::run(genus, common),
        MisereCommand::Quotient(quotient) => quotient::run(quotient, common),
    }
}
