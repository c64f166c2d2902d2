//! The jobs of one worker: one runs, a few wait, and as many values are held as fit.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sprague_api::jobs::{Bounds, HeldValues, Job, JobAccess, JobFinding, Started, Step, Table, Task, Work};
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
pub struct Jobs(Mutex<Desk>);

struct Desk {
    table: Table,
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
        Self(Mutex::new(Desk {
            table: Table::new(),
            last: 0,
            work: None,
            finished: Vec::new(),
            unread: BTreeMap::new(),
            now: Duration::ZERO,
            today: 0,
        }))
    }

    fn lock(&self) -> MutexGuard<'_, Desk> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells the time.
    pub fn set_time(&self, now: Duration, today: u64) {
        let mut desk = self.lock();
        (desk.now, desk.today) = (now, today);
    }

    /// Does a slice of the job that runs, or of the first that waits; false where there is none left.
    pub fn advance(&self, slice: u64, now: Duration) -> bool {
        let mut desk = self.lock();
        desk.now = now;
        desk.advance(slice);
        desk.table.jobs.values().any(|job| !job.state.is_final())
    }

    /// A job that is done and that was not asked for here before.
    pub fn next_finished(&self) -> Option<u64> {
        self.lock().finished.pop()
    }

    /// A job that is done, as bytes to keep.
    pub fn keep(&self, id: u64) -> Option<Kept> {
        kept::write(self.lock().table.jobs.get(&id)?)
    }

    /// Takes up a job that was kept, without its values; its number, or `None` where the bytes are damaged.
    pub fn restore(&self, head: &[u8]) -> Option<u64> {
        let mut desk = self.lock();
        let restored = kept::read(head, desk.last + 1, &BOUNDS)?;
        let id = restored.job.id;
        desk.last = id;
        desk.unread.extend(restored.values.map(|seal| (id, seal)));
        desk.table.jobs.insert(id, restored.job);
        Some(id)
    }

    /// Gives a job that was kept its values; where they are damaged, the job is forgotten, so that it is computed anew.
    pub fn fill(&self, id: u64, bytes: &[u8]) -> bool {
        let mut desk = self.lock();
        let Some(seal) = desk.unread.remove(&id) else { return false };
        let values = kept::read_values(bytes, &seal);
        let values =
            values.filter(|values| desk.table.jobs.get(&id).is_some_and(|job| values.count() == job.done()));
        if let (Some(values), Some(job)) = (values, desk.table.jobs.get_mut(&id)) {
            job.values = Some(Arc::new(values));
            desk.forget();
            return true;
        }
        desk.table.jobs.remove(&id);
        false
    }
}

impl Desk {
    fn advance(&mut self, slice: u64) {
        let (id, mut work) = if let Some(work) = self.work.take() {
            work
        } else {
            let Some(job) = self.table.take(self.now) else { return };
            match Work::new(&job.task, 1) {
                Ok(work) => (job.id, work),
                Err(why) => return self.finish(job.id, Err(why)),
            }
        };
        let Some(job) = self.table.jobs.get_mut(&id) else { return };
        match work.advance(job, slice, 1, None) {
            Ok(Step::More) => self.work = Some((id, work)),
            Ok(Step::Done(found)) => {
                self.finish(id, Ok(found));
                self.finished.push(id);
                self.forget();
            }
            Err(why) => self.finish(id, Err(why)),
        }
    }

    fn finish(&mut self, id: u64, outcome: Result<Option<JobFinding>, String>) {
        self.table.finish(id, self.now, outcome);
    }

    /// Forgets the oldest jobs that have ended, beyond those that are remembered or whose values fit.
    fn forget(&mut self) {
        for id in self.table.forget_oldest(MOST_ENDED, MOST_HELD) {
            self.unread.remove(&id);
        }
    }
}

impl JobAccess for Jobs {
    fn start(&self, task: Task) -> Result<Started, Refusal> {
        let mut desk = self.lock();
        if let Some(known) = desk.table.answering(&task, &BOUNDS)? {
            return Ok(Started::Known(known));
        }
        desk.last += 1;
        let job = Job::new(desk.last, task, desk.today);
        desk.table.jobs.insert(job.id, job.clone());
        Ok(Started::New(job))
    }

    fn all(&self) -> Vec<Job> {
        self.lock().table.jobs.values().rev().cloned().collect()
    }

    fn counts(&self) -> (usize, usize) {
        self.lock().table.counts()
    }

    fn get(&self, id: u64) -> Option<Job> {
        self.lock().table.jobs.get(&id).cloned()
    }

    fn end(&self, id: u64) -> Result<Option<Job>, Refusal> {
        let mut desk = self.lock();
        let now = desk.now;
        let cancelled = desk.table.end(id, now)?;
        desk.unread.remove(&id);
        desk.work = desk.work.take().filter(|(running, _)| *running != id);
        Ok(cancelled)
    }

    fn values(&self, id: u64) -> Result<(Job, Arc<HeldValues>), Refusal> {
        let mut desk = self.lock();
        let job = desk.table.sequence(id)?;
        Ok((job.clone(), job.values.clone().unwrap_or_default()))
    }
}
