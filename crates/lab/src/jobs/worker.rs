//! The threads that do the jobs: each takes one that waits, does it, and says what came of it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use std::thread;

use sprague_api::jobs::{Job, JobFinding, Step, Task, Work, search};

use super::Inner;
use crate::clock::now;
use crate::limits::{MOST_ENDED, MOST_HELD, MOST_STORED};

impl Inner {
    /// The life of a worker.
    pub fn serve(&self) {
        while let Some(job) = self.next() {
            let outcome = catch_unwind(AssertUnwindSafe(|| self.work(&job)));
            let outcome = outcome.unwrap_or_else(|_| Err("the computation broke off".to_owned()));
            self.finish(&job, outcome);
        }
    }

    /// Waits for a job and takes it; `None` when the server ends.
    fn next(&self) -> Option<Job> {
        let mut table = self.lock();
        loop {
            if self.closing.load(Ordering::Relaxed) {
                return None;
            }
            if let Some(job) = table.take(now()) {
                self.report(self.database.save(&job, None));
                return Some(job);
            }
            table = self.wake.wait(table).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn work(&self, job: &Job) -> Result<Option<JobFinding>, String> {
        if let Task::Period { game, to, paper } = &job.task {
            return search(&job.progress, game, *to, *paper).map(Some);
        }
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let mut work = Work::new(&job.task, threads)?;
        let mut job = job.clone();
        loop {
            let step = work.advance(&mut job, u64::MAX, threads, Some(&now))?;
            if let Some(kept) = self.lock().jobs.get_mut(&job.id) {
                kept.classes = job.classes;
            }
            match step {
                Step::Done(found) => return Ok(found),
                Step::More if job.progress.cancelled() => return Err("cancelled".to_owned()),
                Step::More => {}
            }
        }
    }

    fn finish(&self, job: &Job, outcome: Result<Option<JobFinding>, String>) {
        let mut table = self.lock();
        if self.closing.load(Ordering::Relaxed) {
            return;
        }
        let Some(kept) = table.finish(job.id, now(), outcome) else { return };
        table.make_room(MOST_HELD);
        for id in table.forget_oldest(MOST_ENDED, u64::MAX) {
            self.report(self.database.remove(id));
        }
        drop(table);
        self.report(self.database.save(&kept, job.values.as_deref()));
        if job.values.is_some() {
            self.prune(job.id);
        }
    }

    /// Forgets the oldest jobs whose values take too much of the disk.
    fn prune(&self, newest: u64) {
        let Ok(sizes) = self.database.sizes() else { return };
        let mut total: u64 = sizes.iter().map(|(_, bytes)| bytes).sum();
        for (id, bytes) in sizes {
            if total <= MOST_STORED {
                return;
            }
            let mut table = self.lock();
            if id != newest && table.jobs.get(&id).is_none_or(|job| job.state.is_final()) {
                table.jobs.remove(&id);
                self.report(self.database.remove(id));
                total -= bytes;
            }
        }
    }
}
