//! `sprague misere`: genera and quotients, the theory of misère play.

pub mod bench;
mod certificate;
mod compare;
mod genus;
mod period;
mod picture;
mod quotient;
mod survey;

use std::process::ExitCode;

use crate::args::Common;
use crate::args::misere::{Misere, MisereCommand};
use crate::failure::Failure;

pub use certificate::{MisereShown, certified};
pub use compare::run as compare;
pub use period::run as period;
pub use survey::run as survey;

pub fn run(args: &Misere, common: &Common) -> Result<ExitCode, Failure> {
    match &args.command {
        MisereCommand::Genus(genus) => genus::run(genus, common),
        MisereCommand::Quotient(quotient) => quotient::run(quotient, common),
    }
}
