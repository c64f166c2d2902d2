//! The list of jobs: who waits, who runs, what came of it, what is held in memory and what is forgotten.
//!
//! A host keeps it under one lock, and everything here takes microseconds; work and disk are elsewhere.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use http::StatusCode;
use sprague_tell::lab::JobState;

use super::{Bounds, Job, JobFinding, Task, no_such_job};
use crate::problem::Refusal;

/// All jobs by their numbers, the oldest first.
#[derive(Default)]
pub struct Table {
    /// The jobs.
    pub jobs: BTreeMap<u64, Job>,
}

impl Table {
    /// None.
    pub const fn new() -> Self {
        Self { jobs: BTreeMap::new() }
    }

    /// The jobs that a database knew.
    pub fn of(jobs: Vec<Job>) -> Self {
        Self { jobs: jobs.into_iter().map(|job| (job.id, job)).collect() }
    }

    /// How many run and how many wait.
    pub fn counts(&self) -> (usize, usize) {
        let of = |state| self.jobs.values().filter(|job| job.state == state).count();
        (of(JobState::Running), of(JobState::Queued))
    }

    /// The newest job that answers a task; `None` where a new one may wait, and a refusal where too many do.
    pub fn answering(&self, task: &Task, bounds: &Bounds) -> Result<Option<Job>, Refusal> {
        let alive = |job: &&Job| !matches!(job.state, JobState::Failed | JobState::Cancelled);
        if let Some(known) = self.jobs.values().rev().filter(alive).find(|job| job.task.answers(task)) {
            return Ok(Some(known.clone()));
        }
        let (_, queued) = self.counts();
        if queued >= bounds.most_queued {
            let message = format!("{queued} jobs are waiting, and no more can");
            return Err(Refusal::new(StatusCode::TOO_MANY_REQUESTS, message)
                .way_out("wait until some have ended, or cancel one"));
        }
        Ok(None)
    }

    /// The first job that waits, now running.
    pub fn take(&mut self, now: Duration) -> Option<Job> {
        let job = self.jobs.values_mut().find(|job| job.state == JobState::Queued)?;
        job.state = JobState::Running;
        job.started = Some(now);
        if let Task::Sequence { .. } = job.task {
            job.values = Some(Arc::default());
        }
        Some(job.clone())
    }

    /// The job stops running, and this came of it; the job, where it was not forgotten.
    pub fn finish(
        &mut self,
        id: u64,
        now: Duration,
        outcome: Result<Option<JobFinding>, String>,
    ) -> Option<Job> {
        let job = self.jobs.get_mut(&id)?;
        job.rest(now);
        if job.state == JobState::Running {
            match outcome {
                Ok(found) => {
                    job.state = JobState::Done;
                    if let Some(found) = found {
                        job.result = Some(found.result);
                        job.certificate = found.certificate;
                    }
                }
                Err(why) => {
                    job.state = JobState::Failed;
                    job.error = Some(why);
                }
            }
        }
        Some(job.clone())
    }

    /// Cancels a job that has not ended; forgets one that has. `Some` is the cancelled one.
    pub fn end(&mut self, id: u64, now: Duration) -> Result<Option<Job>, Refusal> {
        let job = self.jobs.get_mut(&id).ok_or_else(|| no_such_job(id))?;
        if job.state.is_final() {
            self.jobs.remove(&id);
            return Ok(None);
        }
        job.progress.cancel.store(true, Ordering::Relaxed);
        job.rest(now);
        job.state = JobState::Cancelled;
        Ok(Some(job.clone()))
    }

    /// A job that computes a sequence.
    pub fn sequence(&mut self, id: u64) -> Result<&mut Job, Refusal> {
        let job = self.jobs.get_mut(&id).ok_or_else(|| no_such_job(id))?;
        match job.task {
            Task::Sequence { .. } => Ok(job),
            _ => Err(Refusal::bad(format!("job {id} computes no sequence"))),
        }
    }

    /// Takes values of ended jobs out of memory until they fit, those longest not looked at first.
    pub fn make_room(&mut self, most: u64) {
        let mut held: Vec<(Duration, u64, u64)> = self
            .jobs
            .values()
            .filter(|job| job.state.is_final())
            .filter_map(|job| Some((job.used, job.id, job.values.as_ref()?.bytes())))
            .collect();
        held.sort_unstable();
        let mut total: u64 = held.iter().map(|(_, _, bytes)| bytes).sum();
        for (_, id, bytes) in held {
            if total <= most {
                return;
            }
            if let Some(job) = self.jobs.get_mut(&id) {
                job.values = None;
            }
            total -= bytes;
        }
    }

    /// Forgets the oldest ended jobs but the newest, beyond those that are remembered or whose values fit, and tells
    /// which.
    pub fn forget_oldest(&mut self, most: usize, most_bytes: u64) -> Vec<u64> {
        let held = |job: &Job| job.values.as_ref().map_or(0, |values| values.bytes());
        let mut bytes: u64 = self.jobs.values().map(held).sum();
        let mut ended: Vec<u64> =
            self.jobs.values().filter(|job| job.state.is_final()).map(|job| job.id).collect();
        let all = ended.len();
        let mut forgotten = 0;
        while forgotten + 1 < all && (all - forgotten > most || bytes > most_bytes) {
            bytes -= self.jobs.remove(&ended[forgotten]).as_ref().map_or(0, held);
            forgotten += 1;
        }
        ended.truncate(forgotten);
        ended
    }
}
