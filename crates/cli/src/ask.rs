//! One question of another program, in the words of the command line.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;
use sprague::limits::TooLarge;
use sprague::notation::NotationError;
use sprague_tell::{Problem, ProblemCode};

use crate::args::Args;
use crate::failure::{Failure, shortened};
use crate::inside::{Answered, Caller, collected};

/// Why there is no answer.
#[derive(Debug)]
pub enum Unanswered {
    /// A text that could not be read.
    Notation {
        /// What was typed.
        text: String,
        /// What is wrong with it.
        error: NotationError,
    },
    /// The question is larger than its limits.
    TooLarge(TooLarge),
    /// Anything else.
    Problem(Problem),
}

/// Does what these words ask for, without the name of the program, and hands back the answer.
pub fn ask(words: impl IntoIterator<Item = OsString>, caller: Caller) -> Result<Answered, Unanswered> {
    let problem = |code, message| Problem { message, column: None, way_out: None, code };
    let words = std::iter::once(OsString::from("sprague")).chain(words);
    let args = Args::try_parse_from(words)
        .map_err(|error| Unanswered::Problem(problem(ProblemCode::BadInput, shortened(&error))))?;
    let (ended, answered) = collected(caller, || crate::run(&args));
    match ended {
        Ok(code) => Ok(Answered { is_positive: code == ExitCode::SUCCESS, ..answered }),
        Err(Failure::Notation { text, error }) => Err(Unanswered::Notation { text, error }),
        Err(Failure::TooLarge(refusal)) => Err(Unanswered::TooLarge(refusal)),
        Err(failure) => Err(Unanswered::Problem(failure.problem())),
    }
}
