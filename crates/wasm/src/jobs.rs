//! The jobs of one worker: one runs, a few wait, and as many values are held as fit.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use http::StatusCode;
use sprague_answer::lab::JobState;
use sprague_api::jobs::{Bounds, Job, JobAccess, Started, Step, Task, Values, Work, no_such_job};
use sprague_api::problem::Refusal;

use crate::kept::{self, Kept, Seal};

/// What jobs in a browser may cost: less memory than a server has, and one thread.
pub const BOUNDS: Bounds = Bounds {
    bytes: 64 << 20,
    farthest_period: 10_000_000,
    last_row: 14,
    most_running: 1,
    most_queued: 8,
    elsewhere: "use `sprague lab` or the command `sprague` on a machine of your own",
};
/// The most bytes of values that are held.
const MOST_HELD: u64 = 192 << 20;
/// The most jobs that are remembered after their end.
const MOST_ENDED: usize = 40;

/// All jobs of the worker.
pub struct Jobs(Mutex<Table>);

struct Table {
    jobs: BTreeMap<u64, Job>,
    last: u64,
    work: Option<(u64, Work)>,
    /// Those that are done and that the worker was not told of.
    finished: Vec<u64>,
    /// Those that were kept and whose values have not been read yet, with the checksums.
    unread: BTreeMap<u64, Seal>,
    now: Duration,
    today: u64,
}

impl Jobs {
    /// None yet.
    pub const fn new() -> Self {
        Self(Mutex::new(Table {
            jobs: BTreeMap::new(),
            last: 0,
            work: None,
            finished: Vec::new(),
            unread: BTreeMap::new(),
            now: Duration::ZERO,
            today: 0,
        }))
    }

    fn lock(&self) -> MutexGuard<'_, Table> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells the time.
    pub fn set_time(&self, now: Duration, today: u64) {
        let mut table = self.lock();
        (table.now, table.today) = (now, today);
    }

    /// Does a slice of the job that runs, or of the first that waits; false where there is none left.
    pub fn advance(&self, slice: u64, now: Duration) -> bool {
        let mut table = self.lock();
        table.now = now;
        table.advance(slice);
        table.jobs.values().any(|job| !job.state.is_final())
    }

    /// A job that is done and that was not asked for here before.
    pub fn next_finished(&self) -> Option<u64> {
        self.lock().finished.pop()
    }

    /// A job that is done, as bytes to keep.
    pub fn keep(&self, id: u64) -> Option<Kept> {
        kept::write(self.lock().jobs.get(&id)?)
    }

    /// Takes up a job that was kept, without its values; its number, or `None` where the bytes are damaged.
    pub fn restore(&self, head: &[u8]) -> Option<u64> {
        let mut table = self.lock();
        let restored = kept::read(head, table.last + 1, &BOUNDS)?;
        let id = restored.job.id;
        table.last = id;
        table.unread.extend(restored.values.map(|seal| (id, seal)));
        table.jobs.insert(id, restored.job);
        Some(id)
    }

    /// Gives a job that was kept its values; where they are damaged, the job is forgotten, so that it is computed anew.
    pub fn fill(&self, id: u64, bytes: &[u8]) -> bool {
        let mut table = self.lock();
        let Some(seal) = table.unread.remove(&id) else { return false };
        let values = kept::read_values(bytes, &seal);
        let values =
            values.filter(|values| table.jobs.get(&id).is_some_and(|job| values.count() == job.done()));
        if let (Some(values), Some(job)) = (values, table.jobs.get_mut(&id)) {
            job.values = Some(Arc::new(values));
            table.forget();
            return true;
        }
        table.jobs.remove(&id);
        false
    }
}

impl Table {
    fn advance(&mut self, slice: u64) {
        let Some(id) = self.jobs.values().find(|job| !job.state.is_final()).map(|job| job.id) else { return };
        let (work, now) = (self.work.take().filter(|(running, _)| *running == id), self.now);
        let Some(job) = self.jobs.get_mut(&id) else { return };
        let mut work = match work {
            Some((_, work)) => work,
            None => match Work::new(&job.task, 1) {
                Ok(work) => {
                    job.state = JobState::Running;
                    job.started = Some(now);
                    if let Task::Sequence { .. } = job.task {
                        job.values = Some(Arc::default());
                    }
                    work
                }
                Err(why) => return fail(job, why),
            },
        };
        match work.advance(job, slice, 1, None) {
            Ok(Step::More) => self.work = Some((id, work)),
            Ok(Step::Done(found)) => {
                job.rest(now);
                job.state = JobState::Done;
                if let Some(found) = found {
                    job.result = Some(found.result);
                    job.certificate = found.certificate;
                }
                self.finished.push(id);
                self.forget();
            }
            Err(why) => {
                job.rest(now);
                fail(job, why);
            }
        }
    }

    /// Forgets the oldest jobs that have ended, beyond those that are remembered or whose values fit.
    fn forget(&mut self) {
        let ended: Vec<u64> =
            self.jobs.values().filter(|job| job.state.is_final()).map(|job| job.id).collect();
        let held = |job: &Job| job.values.as_ref().map_or(0, |values| values.bytes());
        let mut bytes: u64 = self.jobs.values().map(held).sum();
        for (place, id) in ended.iter().enumerate() {
            let newest = place + 1 == ended.len();
            if newest || (bytes <= MOST_HELD && ended.len() - place <= MOST_ENDED) {
                return;
            }
            self.unread.remove(id);
            bytes -= self.jobs.remove(id).as_ref().map_or(0, held);
        }
    }
}

fn fail(job: &mut Job, why: String) {
    job.state = JobState::Failed;
    job.error = Some(why);
}

impl JobAccess for Jobs {
    fn start(&self, task: Task) -> Result<Started, Refusal> {
        let mut table = self.lock();
        let alive = |job: &&Job| !matches!(job.state, JobState::Failed | JobState::Cancelled);
        if let Some(known) = table.jobs.values().rev().filter(alive).find(|job| job.task.answers(&task)) {
            return Ok(Started::Known(known.clone()));
        }
        let waiting = table.jobs.values().filter(|job| job.state == JobState::Queued).count();
        if waiting >= BOUNDS.most_queued {
            let message = format!("{waiting} jobs are waiting, and no more can");
            return Err(Refusal::new(StatusCode::TOO_MANY_REQUESTS, message)
                .way_out("wait until some have ended, or cancel one"));
        }
        table.last += 1;
        let job = Job::new(table.last, task, table.today);
        table.jobs.insert(job.id, job.clone());
        Ok(Started::New(job))
    }

    fn all(&self) -> Vec<Job> {
        self.lock().jobs.values().rev().cloned().collect()
    }

    fn counts(&self) -> (usize, usize) {
        let table = self.lock();
        let of = |state| table.jobs.values().filter(|job| job.state == state).count();
        (of(JobState::Running), of(JobState::Queued))
    }

    fn get(&self, id: u64) -> Option<Job> {
        self.lock().jobs.get(&id).cloned()
    }

    fn end(&self, id: u64) -> Result<Option<Job>, Refusal> {
        let mut table = self.lock();
        let now = table.now;
        let job = table.jobs.get_mut(&id).ok_or_else(|| no_such_job(id))?;
        if job.state.is_final() {
            table.jobs.remove(&id);
            table.unread.remove(&id);
            return Ok(None);
        }
        job.progress.cancel.store(true, Ordering::Relaxed);
        job.rest(now);
        job.state = JobState::Cancelled;
        let job = job.clone();
        table.work = table.work.take().filter(|(running, _)| *running != id);
        Ok(Some(job))
    }

    fn values(&self, id: u64) -> Result<(Job, Arc<Values>), Refusal> {
        let table = self.lock();
        let job = table.jobs.get(&id).ok_or_else(|| no_such_job(id))?;
        if !matches!(job.task, Task::Sequence { .. }) {
            return Err(Refusal::bad(format!("job {id} computes no sequence")));
        }
        Ok((job.clone(), job.values.clone().unwrap_or_default()))
    }
}
