//! The command `sprague` as a function: it passes the arguments to one function per command and writes the answer to
//! the standard output. The program and the package for Python (`python -m sprague`) call it; [`ask`] hands the answer
//! back.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod args;
mod ask;
mod clock;
mod commands;
mod draw;
mod ending;
mod failure;
mod inside;
mod output;
mod progress;
mod prompt;
mod session;
mod version;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use args::{Args, Command};
pub use ask::{Unanswered, ask};
use failure::{ErrorForm, Failure};
pub use inside::{Answered, Caller};
use sprague_tell::{library, settled};

/// Does what these words ask for; the first one is the name of the program.
pub fn main(words: impl IntoIterator<Item = OsString>) -> ExitCode {
    #[cfg(feature = "gpu")]
    sprague_gpu::install();
    // a system without this signal needs nothing
    let _ = sprague_store::survive_file_size_limit();
    let args = match Args::try_parse_from(words) {
        Ok(args) => args,
        Err(error) => return failure::usage(&error),
    };
    match run(&args) {
        Ok(code) => code,
        Err(failure) => failure.report(ErrorForm::of(args.common.json)),
    }
}

fn run(args: &Args) -> Result<ExitCode, Failure> {
    let common = &args.common;
    output::begin();
    ending::check(&args.command, common)?;
    match &args.command {
        Command::Games(games) => commands::questions::games(games, common),
        Command::Values(values) => commands::values::run(values, common),
        Command::Solve(solve) => commands::solve::run(solve, common),
        Command::Play(play) => commands::play::run(play, common),
        Command::Draw(draw) => commands::draw::run(draw, common),
        Command::Graph(graph) => commands::graph::run(graph, common),
        Command::Plot(plot) => commands::plot::run(plot, common),
        Command::Compare(compare) => commands::questions::compare(compare, common),
        Command::Count(count) => commands::questions::count(count, common),
        Command::Table(table) => commands::table::table(table, common),
        Command::Positions(positions) => commands::table::positions(positions, common),
        Command::Stats(stats) => commands::stats::run(stats, common),
        Command::Sparse(sparse) => commands::sparse::run(sparse, common),
        Command::Star(star) => commands::star::run(star, common),
        Command::Misere(misere) => commands::misere::run(misere, common),
        Command::Run(run) => commands::run::run(run, common),
        Command::Resume(resume) => commands::run::resume(resume, common),
        Command::Status(folder) => commands::status::run(folder, common),
        Command::Verify(verify) => commands::verify::run(verify, common),
        #[cfg(feature = "reproduce")]
        Command::Reproduce(reproduce) => commands::reproduce::run(reproduce, common),
        #[cfg(not(feature = "reproduce"))]
        Command::Reproduce(_) => Err(commands::left_out("reproduce")),
        Command::Bench(bench) => commands::bench::run(bench, common),
        Command::Period(period) => commands::period::run(period, common),
        Command::Prove(prove) => commands::prove::run(prove, common),
        Command::Check(check) => commands::prove::check(check, common),
        #[cfg(feature = "lab")]
        Command::Lab(lab) => commands::lab::run(lab, common),
        #[cfg(not(feature = "lab"))]
        Command::Lab(_) => Err(commands::left_out("lab")),
        Command::Proofs(proofs) => commands::proofs::run(proofs, common),
        Command::Survey(survey) => commands::survey::run(survey, common),
        Command::Identify(identify) => commands::questions::identify(identify, common),
        Command::Nimber(nimber) => commands::questions::nimber(nimber, common),
        Command::NimLength(nim) => commands::questions::nim_length(nim, common),
        Command::UlamWarburton(automaton) => commands::ulam_warburton::run(automaton, common),
        Command::Completions { shell } => {
            commands::no_json("completions", "a script for a shell", common)?;
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut Args::command(), "sprague", &mut script);
            output::write(common, &script)
        }
        Command::Man => {
            commands::no_json("man", "a manual page", common)?;
            let mut page = Vec::new();
            commands::man::render(&mut page)?;
            output::write(common, &page)
        }
    }
}
