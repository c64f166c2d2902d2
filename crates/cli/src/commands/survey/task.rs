//! `sprague survey run --task K`: one unit, from its beginning or from where it was stopped.

use std::process::ExitCode;
use std::sync::Arc;

use sprague::sequence::EngineSettings;
use sprague_store::{System, stop_on_signals};
use sprague_survey::{TaskEnding, TaskWorker, run_task};
use sprague_tell::command;

use super::{chance, host, open};
use crate::args::Common;
use crate::args::survey::SurveyRun;
use crate::clock::Stopwatch;
use crate::commands::run::{Bar, whereabouts};
use crate::failure::{Failure, unfinished};
use crate::output;

/// The variable in which Slurm tells a task its number.
const TASK: &str = "SLURM_ARRAY_TASK_ID";
/// The variable in which Slurm tells how many cores a task has.
const CORES: &str = "SLURM_CPUS_PER_TASK";

pub fn run(args: &SurveyRun, common: &Common) -> Result<ExitCode, Failure> {
    let (folder, plan) = open(&args.dir)?;
    let task = match args.task {
        Some(task) => task,
        None => from_environment(TASK)?.ok_or_else(|| {
            Failure::Input(format!("which task? --task names one, {TASK} too, and --all means all of them"))
        })?,
    };
    let stop = stop_on_signals()?;
    let clock = Stopwatch::start();
    let cpu = || clock.seconds();
    let worker = TaskWorker {
        folder: &folder,
        disk: Arc::new(System),
        token: format!("{:016x}", chance()),
        host: host(),
        settings: settings(common)?,
        kernel: common.kernel,
        stop: &stop,
        cpu: &cpu,
        checkpoint_every: args.checkpoint_every,
    };
    let mut bar = Bar::new(common, "heaps");
    let ending = run_task(&plan, task, &worker, &mut bar)?;
    bar.finish();
    whereabouts(&folder);
    let words = match ending {
        TaskEnding::Finished => "done",
        TaskEnding::WasFinished => "was done already",
        TaskEnding::Stopped => "stopped; the same command goes on",
    };
    let written = if common.json {
        let (is_done, seconds) = (ending != TaskEnding::Stopped, clock.seconds());
        output::json(common, &command::SurveyTask { task, done: is_done, cpu_s: seconds })
    } else if common.quiet {
        Ok(ExitCode::SUCCESS)
    } else {
        let tasks = plan.tasks();
        output::text(
            common,
            &format!("task {task} of {tasks}: {words} ({:.1} s of CPU time)\n", clock.seconds()),
        )
    };
    if ending == TaskEnding::Stopped { Ok(unfinished(written)) } else { written }
}

/// How a task computes: with the cores that it was given, one unless told.
fn settings(common: &Common) -> Result<EngineSettings, Failure> {
    let mut settings = common.engine();
    if common.threads.is_none() {
        settings.threads = from_environment(CORES)?.map_or(1, |cores| cores.clamp(1, 256) as usize);
    }
    Ok(settings)
}

fn from_environment(variable: &str) -> Result<Option<u64>, Failure> {
    let Ok(text) = std::env::var(variable) else { return Ok(None) };
    let number = text
        .trim()
        .parse()
        .map_err(|_| Failure::Input(format!("{variable} is `{text}`, which is no number")));
    number.map(Some)
}
