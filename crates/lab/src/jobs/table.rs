//! The list of jobs: who waits, who runs, what is held in memory and what is forgotten.
//!
//! Everything here happens under one lock and takes microseconds; work and disk are elsewhere.

use std::collections::BTreeMap;
use std::time::Duration;

use sprague_answer::lab::JobState;
use sprague_api::jobs::{Job, Task};

use crate::clock::now;
use crate::limits::{MOST_ENDED, MOST_HELD};

/// All jobs by their numbers, the oldest first.
#[derive(Default)]
pub struct Table {
    /// The jobs.
    pub jobs: BTreeMap<u64, Job>,
    /// Whether the server is ending.
    pub closing: bool,
}

impl Table {
    /// The jobs that a database knew.
    pub fn of(jobs: Vec<Job>) -> Self {
        let jobs: BTreeMap<u64, Job> = jobs.into_iter().map(|job| (job.id, job)).collect();
        Self { jobs, closing: false }
    }

    /// How many run and how many wait.
    pub fn counts(&self) -> (usize, usize) {
        let of = |state| self.jobs.values().filter(|job| job.state == state).count();
        (of(JobState::Running), of(JobState::Queued))
    }

    /// The newest job that answers a task.
    pub fn answering(&self, task: &Task) -> Option<&Job> {
        let alive = |job: &&Job| !matches!(job.state, JobState::Failed | JobState::Cancelled);
        self.jobs.values().rev().filter(alive).find(|job| job.task.answers(task))
    }

    /// The first job that waits, now running.
    pub fn take(&mut self) -> Option<Job> {
        let job = self.jobs.values_mut().find(|job| job.state == JobState::Queued)?;
        job.state = JobState::Running;
        job.started = Some(now());
        if let Task::Sequence { .. } = job.task {
            job.values = Some(std::sync::Arc::default());
        }
        Some(job.clone())
    }

    /// Takes values of ended jobs out of memory until they fit, those longest not looked at first.
    pub fn make_room(&mut self) {
        let mut held: Vec<(Duration, u64, u64)> = self
            .jobs
            .values()
            .filter(|job| job.state.is_final())
            .filter_map(|job| Some((job.used, job.id, job.values.as_ref()?.bytes())))
            .collect();
        held.sort_unstable();
        let mut total: u64 = held.iter().map(|(_, _, bytes)| bytes).sum();
        for (_, id, bytes) in held {
            if total <= MOST_HELD {
                return;
            }
            if let Some(job) = self.jobs.get_mut(&id) {
                job.values = None;
            }
            total -= bytes;
        }
    }

    /// Forgets the oldest ended jobs beyond those that are remembered, and tells which.
    pub fn forget_oldest(&mut self) -> Vec<u64> {
        let mut ended: Vec<u64> =
            self.jobs.values().filter(|job| job.state.is_final()).map(|job| job.id).collect();
        ended.truncate(ended.len().saturating_sub(MOST_ENDED));
        for id in &ended {
            self.jobs.remove(id);
        }
        ended
    }
}
