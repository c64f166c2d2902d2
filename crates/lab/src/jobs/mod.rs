//! What takes long: jobs that wait, run, can be watched and cancelled, and are found again after a restart.
//!
//! A fixed number of threads takes jobs from a queue of fixed length; beyond that a start is refused. The memory of a
//! job is estimated before it starts, values of ended jobs leave memory when there is not enough room, and the oldest
//! jobs are forgotten when there are too many. So no number of requests makes the server grow.

mod database;
mod folder;
mod worker;

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use axum::http::StatusCode;
use sprague::star::LARGEST_ROW;
use sprague_api::jobs::{Bounds, HeldValues, Job, JobAccess, Started, Table, Task, no_such_job};
use sprague_api::problem::Refusal;

use crate::clock::now;
use crate::limits::{LARGEST_JOB, MOST_HELD, MOST_QUEUED, MOST_RUNNING};
use database::{Database, Fault};

/// What the jobs of the server may cost.
pub const BOUNDS: Bounds = Bounds {
    bytes: LARGEST_JOB,
    farthest_period: 100_000_000,
    last_row: LARGEST_ROW,
    most_running: MOST_RUNNING,
    most_queued: MOST_QUEUED,
    elsewhere: "use the command `sprague`",
};

/// All jobs of the server.
#[derive(Clone)]
pub struct Jobs(Arc<Inner>);

struct Inner {
    table: Mutex<Table>,
    wake: Condvar,
    /// Whether the server is ending; set while the table is locked.
    closing: AtomicBool,
    database: Database,
}

impl Inner {
    fn lock(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says what went wrong on disk; the answer does not depend on it.
    #[allow(clippy::unused_self, reason = "reads as what the jobs do")]
    fn report(&self, outcome: Result<(), Fault>) {
        if let Err(error) =
            outcome.or_else(|fault| if let Fault::Closed = fault { Ok(()) } else { Err(fault) })
        {
            eprintln!("sprague lab: results cannot be kept: {error}");
        }
    }
}

impl Jobs {
    /// Jobs of this run alone.
    pub fn in_memory() -> Result<Self, String> {
        Ok(Self::start_threads(Database::in_memory().map_err(|fault| fault.to_string())?, Vec::new()))
    }

    /// The jobs of a folder; `warnings` gets a line if its database was damaged and set aside.
    pub fn of_folder(path: &Path, warnings: &mut Vec<String>) -> Result<Self, String> {
        let (database, jobs) = folder::open(path, warnings)?;
        Ok(Self::start_threads(database, jobs))
    }

    fn start_threads(database: Database, jobs: Vec<Job>) -> Self {
        let table = Mutex::new(Table::of(jobs));
        let inner =
            Arc::new(Inner { table, wake: Condvar::new(), closing: AtomicBool::new(false), database });
        for _ in 0..MOST_RUNNING {
            let inner = Arc::clone(&inner);
            thread::spawn(move || inner.serve());
        }
        Self(inner)
    }

    /// Stops all work; what was running is found waiting at the next start.
    pub fn close(&self) {
        let table = self.0.lock();
        self.0.closing.store(true, Ordering::Relaxed);
        for job in table.jobs.values().filter(|job| !job.state.is_final()) {
            job.progress.cancel.store(true, Ordering::Relaxed);
        }
        self.0.wake.notify_all();
        drop(table);
        self.0.database.close();
    }
}

impl JobAccess for Jobs {
    fn start(&self, task: Task) -> Result<Started, Refusal> {
        let mut table = self.0.lock();
        if let Some(known) = table.answering(&task, &BOUNDS)? {
            return Ok(Started::Known(known));
        }
        let job = self
            .0
            .database
            .add(task)
            .map_err(|fault| Refusal::busy(format!("the job cannot be written down: {fault}")))?;
        table.jobs.insert(job.id, job.clone());
        self.0.wake.notify_one();
        Ok(Started::New(job))
    }

    fn all(&self) -> Vec<Job> {
        self.0.lock().jobs.values().rev().cloned().collect()
    }

    fn counts(&self) -> (usize, usize) {
        self.0.lock().counts()
    }

    fn get(&self, id: u64) -> Option<Job> {
        self.0.lock().jobs.get(&id).cloned()
    }

    fn end(&self, id: u64) -> Result<Option<Job>, Refusal> {
        let mut table = self.0.lock();
        let cancelled = table.end(id, now())?;
        self.0.report(match &cancelled {
            // its values, if it has some, come when its thread has stopped
            Some(job) => self.0.database.save(job, None),
            None => self.0.database.remove(id),
        });
        Ok(cancelled)
    }

    fn values(&self, id: u64) -> Result<(Job, Arc<HeldValues>), Refusal> {
        {
            let mut table = self.0.lock();
            let job = table.sequence(id)?;
            job.used = now();
            if let Some(values) = job.values.clone() {
                return Ok((job.clone(), values));
            }
            if !job.state.is_final() {
                return Ok((job.clone(), Arc::default()));
            }
        }
        let values = self.0.database.values(id).map_err(|fault| match fault {
            Fault::Damaged(what) => {
                Refusal::new(StatusCode::CONFLICT, format!("{what}, so they are not shown"))
                    .way_out("remove the job and start it again")
            }
            fault => Refusal::busy(format!("the values cannot be read now: {fault}")),
        })?;
        let mut table = self.0.lock();
        let job = table.jobs.get_mut(&id).ok_or_else(|| no_such_job(id))?;
        job.values = Some(Arc::clone(&values));
        let job = job.clone();
        table.make_room(MOST_HELD);
        Ok((job, values))
    }
}
