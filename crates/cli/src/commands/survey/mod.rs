//! `sprague survey`: many games, or the stretches of a long run, in units that any scheduler can run.

mod local;
mod merge;
mod page;
mod plan;
mod sets;
mod status;
mod submit;
mod task;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

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

/// A number that no other process has, and nobody can foresee.
fn chance() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos());
    let text = format!("{} {} {now}", host(), std::process::id());
    let hash = blake3::hash(text.as_bytes());
    hash.as_bytes()[..8].iter().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// The machine; under Slurm the node.
fn host() -> String {
    std::env::var("SLURMD_NODENAME").unwrap_or_else(|_| sprague_store::host())
}

/// A path that means the same in every folder.
fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// The codes d0.d1d2d3 with d0 = 0 or 4, in their shortest spelling.
pub fn codes() -> impl Iterator<Item = String> {
    let codes = [0, 4].into_iter().flat_map(|first| (0..512).map(move |rest| format!("{first}.{rest:03o}")));
    codes.map(|code| {
        let short = code.trim_end_matches('0');
        if short.ends_with('.') { format!("{short}0") } else { short.to_owned() }
    })
}
