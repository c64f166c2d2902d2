//! One job: what it is to do, how far it is, what came of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use sprague_picture::Classes;
use sprague_tell::lab::{self, JobResult, JobState};

use super::task::Task;
use super::values::HeldValues;

/// What the worker and its watchers share while the job runs.
#[derive(Debug, Default)]
pub struct JobProgress {
    /// Heaps or columns done.
    pub done: AtomicU64,
    /// How many there are, where only the work itself shows it.
    pub total: AtomicU64,
    /// The row that a proof is at.
    pub row: AtomicU64,
    /// Set to stop it.
    pub cancel: AtomicBool,
}

impl JobProgress {
    /// Whether it is to stop.
    pub fn cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }
}

/// What a search found, ready to be told and kept.
pub struct JobFinding {
    /// As it is told to the page.
    pub result: JobResult,
    /// The certificate, where one was made.
    pub certificate: Option<Arc<str>>,
}

/// A job.
#[derive(Clone, Debug)]
pub struct Job {
    /// Its number.
    pub id: u64,
    /// What it is to do.
    pub task: Task,
    /// Where it stands.
    pub state: JobState,
    /// How far it is.
    pub progress: Arc<JobProgress>,
    /// When it was asked for, in seconds since 1970.
    pub created: u64,
    /// When it started, by the clock of its host.
    pub started: Option<Duration>,
    /// How long it took, once it has ended.
    pub elapsed: f64,
    /// Why it failed.
    pub error: Option<String>,
    /// What came of it.
    pub result: Option<JobResult>,
    /// The sparse space, as far as it is known.
    pub classes: Option<Classes>,
    /// Its values, where they are in memory.
    pub values: Option<Arc<HeldValues>>,
    /// The certificate, where one was made.
    pub certificate: Option<Arc<str>>,
    /// When its values were last looked at.
    pub used: Duration,
}

impl Job {
    /// A job that waits, asked for so many seconds after the beginning of 1970.
    pub fn new(id: u64, task: Task, created: u64) -> Self {
        Self {
            id,
            task,
            state: JobState::Queued,
            progress: Arc::default(),
            created,
            started: None,
            elapsed: 0.0,
            error: None,
            result: None,
            classes: None,
            values: None,
            certificate: None,
            used: Duration::ZERO,
        }
    }

    /// How many heaps or columns are done.
    pub fn done(&self) -> u64 {
        self.progress.done.load(Ordering::Relaxed)
    }

    /// The job stops running; how long it took is kept.
    pub fn rest(&mut self, now: Duration) {
        if let Some(start) = self.started.take() {
            self.elapsed = now.saturating_sub(start).as_secs_f64();
        }
    }

    /// The job as it is told to the page at this time.
    pub fn document(&self, now: Duration) -> lab::JobAnswer {
        let done = self.done();
        let running = self.state == JobState::Running;
        let elapsed = self.started.map_or(self.elapsed, |start| now.saturating_sub(start).as_secs_f64());
        let rate = (elapsed > 0.0 && done > 0).then(|| done as f64 / elapsed);
        let load = |count: &AtomicU64| Some(count.load(Ordering::Relaxed)).filter(|&count| count > 0);
        let total = self.task.total().or_else(|| load(&self.progress.total));
        let stage = load(&self.progress.row).filter(|_| running).map(|row| format!("row {row}"));
        // a search for a period may end at any heap
        let left = total.filter(|_| running && matches!(self.task, Task::Sequence { .. }));
        let left = left.map(|total| total.saturating_sub(done) as f64);
        lab::JobAnswer {
            id: self.id.to_string(),
            kind: self.task.kind(),
            game: self.task.name(),
            to: self.task.number(),
            state: self.state,
            done,
            total,
            stage,
            rate,
            eta_s: rate.zip(left).map(|(rate, left)| left / rate),
            elapsed_s: elapsed,
            created: self.created,
            bytes: self.task.bytes(),
            error: self.error.clone(),
            result: self.result.clone(),
        }
    }
}
