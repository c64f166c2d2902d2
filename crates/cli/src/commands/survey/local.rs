//! `sprague survey run --all`: the units that are not done, in processes of this machine.
//!
//! Each unit is the same process as on a cluster. The processes are in groups of their own, so that one Ctrl-C reaches
//! them once: by this process, which asks each of them to stop and waits for it.

use std::collections::{BTreeSet, VecDeque};
#[cfg(unix)]
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitCode};
use std::sync::atomic::Ordering;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use sprague_store::{Folder, ask_to_end, stop_on_signals};
use sprague_survey::{SurveyPlan, collect};

use super::open;
use crate::args::Common;
use crate::args::survey::SurveyRun;
use crate::commands::run::whereabouts;
use crate::failure::{Failure, say, unfinished};
use crate::{output, progress};

/// A unit at work.
struct Worker {
    task: u64,
    child: Child,
}

pub fn run(args: &SurveyRun, common: &Common) -> Result<ExitCode, Failure> {
    let (folder, plan) = open(&args.dir)?;
    let mut waiting = left(&folder, &plan)?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = args.jobs.map_or(cores, |jobs| usize::try_from(jobs).unwrap_or(cores)).clamp(1, 4096);
    let threads = common.threads.map_or((cores / jobs).max(1) as u64, std::num::NonZeroU64::get);
    let stop = stop_on_signals()?;
    let bar = bar(common, plan.tasks(), plan.tasks() - waiting.len() as u64);
    let mut workers: Vec<Worker> = Vec::new();
    let (mut done, mut worst) = (0u64, 0u8);
    let mut is_asked = false;
    loop {
        let is_stopping = stop.load(Ordering::Relaxed) || worst > 0;
        if is_stopping && !is_asked {
            // what was begun is stopped where it can go on
            is_asked = true;
            for worker in &workers {
                ask_to_end(worker.child.id());
            }
        }
        while workers.len() < jobs && !is_stopping {
            let Some(task) = waiting.pop_front() else { break };
            workers.push(Worker { task, child: start(&folder, args, common, task, threads)? });
        }
        if workers.is_empty() {
            break;
        }
        std::thread::sleep(Duration::from_millis(20));
        let mut at = 0;
        while at < workers.len() {
            let Some(status) = workers[at].child.try_wait()? else {
                at += 1;
                continue;
            };
            let worker = workers.swap_remove(at);
            match status.code() {
                Some(0) => {
                    done += 1;
                    bar.inc(1);
                }
                // it was asked to stop
                Some(4) => {}
                code => {
                    bar.suspend(|| say(&format!("task {} failed; the others are stopped", worker.task)));
                    worst = worst.max(code.and_then(|code| u8::try_from(code).ok()).unwrap_or(2).clamp(2, 3));
                }
            }
        }
    }
    bar.finish_and_clear();
    if worst > 0 {
        return Ok(ExitCode::from(worst));
    }
    // what is in this very folder counts, whatever the processes said
    let left = left(&folder, &plan)?.len();
    whereabouts(&folder);
    let text = if left == 0 {
        format!("all {} tasks are done, {done} of them now\n", plan.tasks())
    } else {
        format!("stopped: {done} tasks done now, {left} left; the same command goes on\n")
    };
    let written = if common.quiet { Ok(ExitCode::SUCCESS) } else { output::text(common, &text) };
    if left == 0 { written } else { Ok(unfinished(written)) }
}

/// The tasks without a good result.
fn left(folder: &Folder, plan: &SurveyPlan) -> Result<VecDeque<u64>, Failure> {
    let found = collect(folder, plan)?;
    let tasks: BTreeSet<u64> =
        found.missing.into_iter().chain(found.damaged.into_iter().map(|damage| damage.task)).collect();
    Ok(tasks.into_iter().collect())
}

fn start(
    folder: &Folder,
    args: &SurveyRun,
    common: &Common,
    task: u64,
    threads: u64,
) -> Result<Child, Failure> {
    let failed =
        |error: std::io::Error| Failure::Input(format!("cannot start a process for task {task}: {error}"));
    let program = std::env::current_exe().map_err(failed)?;
    let mut command = Command::new(program);
    command.args([
        "survey",
        "run",
        "--quiet",
        "--task",
        &task.to_string(),
        "--threads",
        &threads.to_string(),
    ]);
    // where it is by now: another survey may have its name
    command.arg("--dir").arg(folder.moved_to().unwrap_or_else(|| args.dir.clone()));
    command.args(["--checkpoint-every", &format!("{}s", args.checkpoint_every.as_secs_f64())]);
    if let Some(kernel) = common.kernel {
        command.args(["--kernel", &kernel.to_string()]);
    }
    #[cfg(unix)]
    command.process_group(0);
    command.spawn().map_err(failed)
}

fn bar(common: &Common, all: u64, done: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos} of {len} tasks, {elapsed}, {eta} left");
    match (progress::is_shown(common), style) {
        (true, Ok(style)) => {
            let bar = ProgressBar::new(all).with_style(style).with_position(done);
            bar.reset_eta();
            bar.enable_steady_tick(Duration::from_millis(500));
            bar
        }
        _ => ProgressBar::hidden(),
    }
}
