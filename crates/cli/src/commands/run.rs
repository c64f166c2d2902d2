//! `sprague run` and `sprague resume`: long computations in a folder, with a progress bar.

use std::io::{IsTerminal, stderr};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use sprague_store::{
    Beginning, Folder, Keep, KeptSubject, PeriodNews, Progress, Run, RunEnding, RunSettings, StoreError,
    Watcher, status, stop_on_signals,
};

use super::{folder, heap_game};
use crate::args::{Common, Resume, RunArgs};
use crate::failure::{Failure, say, unfinished};
use crate::output;
use sprague_tell::ProblemCode;
use sprague_tell::runs::run_status;

pub fn run(args: &RunArgs, common: &Common) -> Result<ExitCode, Failure> {
    let game = heap_game(&args.game)?;
    let keep = if args.keep_values { Keep::Values } else { Keep::Nothing };
    let settings = RunSettings { to: args.to, keep, state_bytes: args.state_space };
    let (mut run, beginning) = Run::start(folder(&args.dir), &game, settings, common.engine())?;
    if let Some(every) = args.state_every {
        run.keep_states_every(every)?;
    }
    let so_far = match beginning {
        Beginning::New => None,
        Beginning::GoesOn => Some("it goes on"),
        Beginning::Finished => Some("it is finished"),
    };
    if let Some(so_far) = so_far.filter(|_| !common.quiet) {
        say(&format!("{} holds this run already; {so_far}", args.dir.display()));
    }
    work(run, args.checkpoint_every, common)
}

pub fn resume(args: &Resume, common: &Common) -> Result<ExitCode, Failure> {
    let run = Run::open(folder(&args.dir), args.to, common.engine())?;
    work(run, args.checkpoint_every, common)
}

/// Where a folder is by now, for the command that goes on with it; says so if it was moved.
pub fn whereabouts(folder: &Folder) -> PathBuf {
    let Some(now) = folder.moved_to() else { return folder.path().to_owned() };
    say(&format!(
        "warning: {} was moved while the run worked; it is {}",
        folder.path().display(),
        now.display()
    ));
    now
}

fn work(mut run: Run, every: Duration, common: &Common) -> Result<ExitCode, Failure> {
    run.checkpoint_every = every;
    let stop = stop_on_signals()?;
    let mut bar = Bar::new(common, "heaps");
    let ending = run.work(&stop, &mut bar)?;
    bar.finish();
    // the folder that was worked in, not whatever has its name by now
    let folder = run.folder().clone();
    drop(run);
    let (status, _) = status(&folder)?;
    let dir = whereabouts(&folder);
    let told = run_status(&status);
    if ending == RunEnding::Finished {
        return output::told(common, &told);
    }
    let stopped = format!("Stopped; to go on: sprague resume {}", dir.display());
    Ok(unfinished(if common.json {
        say(&stopped);
        output::json(common, &told.document)
    } else {
        output::text(common, &format!("{}\n{stopped}\n", told.text))
    }))
}

/// Shows a run on the standard error, where a person sees it.
pub struct Bar {
    display: ProgressBar,
    is_fresh: bool,
    is_quiet: bool,
}

impl Bar {
    /// A bar that counts heaps.
    pub fn new(common: &Common, what: &str) -> Self {
        let template = format!(
            "{{bar:30}} {{human_pos}} of {{human_len}} {what}, {{per_sec}}, {{eta}} left, last rare {{msg}}"
        );
        let hidden = common.quiet || !stderr().is_terminal();
        let bar = match ProgressStyle::with_template(&template) {
            Ok(style) if !hidden => ProgressBar::new(0).with_style(style).with_message("-"),
            _ => ProgressBar::hidden(),
        };
        Self { display: bar, is_fresh: true, is_quiet: common.quiet }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.display.finish_and_clear();
    }
}

impl Watcher for Bar {
    fn progress(&mut self, progress: Progress) {
        self.display.set_length(progress.wanted);
        self.display.set_position(progress.done);
        if std::mem::take(&mut self.is_fresh) {
            // what was done before says nothing about the speed
            self.display.reset_eta();
        }
        if let Some(rare) = progress.last_rare {
            self.display.set_message(rare.to_string());
        }
    }

    fn warn(&mut self, text: String) {
        self.display.suspend(|| say(&format!("warning: {text}")));
    }

    fn period(&mut self, news: PeriodNews) {
        if self.is_quiet {
            return;
        }
        let text = match news {
            PeriodNews::Seen(seen) => format!(
                "period {} observed at heap {}, not proved; the run goes on \
                 (`sprague prove GAME --limit {} -o FILE` looks for a proof)",
                seen.period, seen.at, seen.at
            ),
            PeriodNews::Withdrawn(seen) => {
                format!(
                    "the period {} observed at heap {} has not come back: withdrawn",
                    seen.period, seen.at
                )
            }
        };
        self.display.suspend(|| say(&text));
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        let way_out = match &error {
            StoreError::SelfCheck(_) => return Self::SelfCheck(error.to_string()),
            StoreError::Locked(_) => "`sprague status` shows it".to_owned(),
            StoreError::Exists { path, .. } => format!("`sprague resume {}` continues it", path.display()),
            StoreError::NoRun(path) => {
                format!("`sprague run GAME --to N --dir {}` starts one", path.display())
            }
            StoreError::Proof { path, subject } => {
                let (dir, output) = (path.display(), matches!(subject, KeptSubject::Far(_)));
                let command = match subject {
                    KeptSubject::Row(row) => format!("star row {row}"),
                    KeptSubject::Pair(a, b) => format!("star pair {a} {b}"),
                    KeptSubject::Far(game) => format!("prove \"{game}\""),
                };
                let output = if output { " -o FILE" } else { "" };
                format!("`sprague {command} --dir {dir}{output}` goes on with it")
            }
            StoreError::Backwards { .. } => "--to must not be smaller".to_owned(),
            StoreError::Longer { path, .. } => {
                format!("--to must not be smaller (`sprague resume {} --to N` may be)", path.display())
            }
            StoreError::WithoutValues(_) => "leave out --keep-values, or take another folder".to_owned(),
            StoreError::Lost { folder, .. } => format!(
                "`sprague run GAME --to N --dir {}` with the game of this run goes on with it",
                folder.display()
            ),
            _ => return Self::Input(error.to_string()),
        };
        Self::Refused { code: ProblemCode::BadInput, message: error.to_string(), way_out: Some(way_out) }
    }
}
