//! `sprague survey`: many games, or the stretches of a long run, in units that any scheduler can run.

mod local;
mod merge;
mod page;
mod plan;
mod sets;
mod status;
mod submit;
mod task;

use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use sprague_store::Folder;
use sprague_survey::SurveyPlan;

use super::folder;
use crate::args::Common;
use crate::args::survey::{Survey, SurveyCommand};
use crate::failure::{Failure, say};

/// Something is missing.
const EXIT_NEGATIVE: u8 = 1;
/// Results contradict each other.
const EXIT_SELF_CHECK: u8 = 3;

pub fn run(args: &Survey, common: &Common) -> Result<ExitCode, Failure> {
    match &args.command {
        SurveyCommand::Plan(plan) => plan::run(plan, common),
        SurveyCommand::Run(run) if run.all => local::run(run, common),
        SurveyCommand::Run(run) => task::run(run, common),
        SurveyCommand::Status(at) => status::run(&at.dir, common),
        SurveyCommand::Merge(merge) => merge::run(merge, common),
        SurveyCommand::Slurm(at) => submit::print(&at.dir, common),
        SurveyCommand::Submit(submit) => submit::run(submit, common),
        SurveyCommand::Misere(misere) => super::misere::survey(misere, common),
        SurveyCommand::Sets(sets) => sets::run(sets, common),
    }
}

/// The survey of a folder.
fn open(dir: &Path) -> Result<(Folder, SurveyPlan), Failure> {
    let folder = folder(dir);
    let (plan, damage) = SurveyPlan::read(&folder)?;
    if let Some(damage) = damage {
        say(&format!("warning: {damage}"));
    }
    Ok((folder, plan))
}

/// A number that no other process has, and nobody can foresee, whatever the clock says: processes in containers may have
/// the same number and the same name of the machine.
fn chance() -> u64 {
    RandomState::new().hash_one((host(), std::process::id()))
}

/// The machine; under Slurm the node.
fn host() -> String {
    std::env::var("SLURMD_NODENAME").unwrap_or_else(|_| sprague_store::host())
}

/// A path that means the same in every folder.
fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}
