//! What takes long: jobs that wait, run, can be watched and cancelled, and are found again after a restart.
//!
//! A fixed number of threads takes jobs from a queue of fixed length; beyond that a start is refused. The memory of a
//! job is estimated before it starts, values of ended jobs leave memory when there is not enough room, and the oldest
//! jobs are forgotten when there are too many. So no number of requests makes the server grow.

mod database;
mod job;
mod period;
mod sequence;
mod summary;
mod task;
mod values;

pub use job::{Job, State};
pub use summary::summary;
pub use task::{Kind, Task};
pub use values::Values;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use axum::http::StatusCode;

use crate::limits::{MOST_ENDED, MOST_HELD, MOST_QUEUED, MOST_RUNNING, MOST_STORED};
use crate::problem::Problem;
use database::Database;

/// All jobs of the server.
#[derive(Clone)]
pub struct Jobs(Arc<Inner>);

struct Inner {
    table: Mutex<Table>,
    wake: Condvar,
    database: Database,
}

#[derive(Default)]
struct Table {
    jobs: BTreeMap<u64, Job>,
    last: u64,
    closing: bool,
}

/// What became of the wish to start a job.
pub enum Started {
    /// A new job.
    New(Job),
    /// A job that was there already answers it.
    Known(Job),
}

impl Jobs {
    /// The jobs of a file, or of this run alone, and the threads that do them.
    pub fn open(path: Option<&Path>) -> Result<Self, rusqlite::Error> {
        let database = match path {
            Some(path) => Database::open(path)?,
            None => Database::in_memory()?,
        };
        let jobs: BTreeMap<u64, Job> = database.jobs()?.into_iter().map(|job| (job.id, job)).collect();
        let last = jobs.keys().last().copied().unwrap_or(0);
        let table = Mutex::new(Table { jobs, last, closing: false });
        let inner = Arc::new(Inner { table, wake: Condvar::new(), database });
        for _ in 0..MOST_RUNNING {
            let inner = Arc::clone(&inner);
            thread::spawn(move || inner.serve());
        }
        Ok(Self(inner))
    }

    /// Starts a job, unless one that answers it is there or too many wait.
    pub fn start(&self, task: Task) -> Result<Started, Problem> {
        let mut table = self.0.lock();
        let answers = |job: &&Job| {
            let far_enough =
                if task.kind == Kind::Sequence { job.task.to >= task.to } else { job.task.to == task.to };
            let alive = !matches!(job.state, State::Failed | State::Cancelled);
            alive && far_enough && job.task.kind == task.kind && job.task.game.rule == task.game.rule
        };
        if let Some(known) = table.jobs.values().rev().find(answers) {
            return Ok(Started::Known(known.clone()));
        }
        let (_, queued) = table.counts();
        if queued >= MOST_QUEUED {
            let message = format!("{queued} jobs are waiting, and no more can");
            return Err(Problem::new(StatusCode::TOO_MANY_REQUESTS, message)
                .way_out("wait until some have ended, or cancel one"));
        }
        table.last += 1;
        let job = Job::new(table.last, task);
        self.0.report(self.0.database.save(&job));
        table.jobs.insert(job.id, job.clone());
        self.0.wake.notify_one();
        Ok(Started::New(job))
    }

    /// All jobs, the newest first.
    pub fn all(&self) -> Vec<Job> {
        self.0.lock().jobs.values().rev().cloned().collect()
    }

    /// How many run and how many wait.
    pub fn counts(&self) -> (usize, usize) {
        self.0.lock().counts()
    }

    /// A job.
    pub fn get(&self, id: u64) -> Option<Job> {
        self.0.lock().jobs.get(&id).cloned()
    }

    /// Cancels a job that has not ended; forgets one that has. `Some` is the cancelled one.
    pub fn end(&self, id: u64) -> Result<Option<Job>, Problem> {
        let mut table = self.0.lock();
        let job = table.jobs.get_mut(&id).ok_or_else(|| no_such_job(id))?;
        if job.state.is_final() {
            table.jobs.remove(&id);
            self.0.report(self.0.database.remove(id));
            return Ok(None);
        }
        job.progress.cancel.store(true, Ordering::Relaxed);
        if let Some(start) = job.started.take() {
            job.elapsed = start.elapsed().as_secs_f64();
        }
        job.state = State::Cancelled;
        let job = job.clone();
        self.0.report(self.0.database.save(&job));
        Ok(Some(job))
    }

    /// The values of a sequence, as far as they are computed; they may have to be read from disk.
    pub fn values(&self, id: u64) -> Result<(Job, Arc<Values>), Problem> {
        {
            let mut table = self.0.lock();
            let job = table.jobs.get_mut(&id).ok_or_else(|| no_such_job(id))?;
            if job.task.kind != Kind::Sequence {
                return Err(Problem::bad(format!("job {id} computes no sequence")));
            }
            job.used = Instant::now();
            if let Some(values) = job.values.clone() {
                return Ok((job.clone(), values));
            }
            if !job.state.is_final() {
                return Ok((job.clone(), Arc::default()));
            }
        }
        let values = self.0.database.values(id).map_err(|error| {
            Problem::new(StatusCode::INTERNAL_SERVER_ERROR, format!("the values cannot be read: {error}"))
        })?;
        let mut table = self.0.lock();
        let job = table.jobs.get_mut(&id).ok_or_else(|| no_such_job(id))?;
        job.values = Some(Arc::clone(&values));
        let job = job.clone();
        table.make_room();
        Ok((job, values))
    }

    /// Stops all work; what was running is found waiting at the next start.
    pub fn close(&self) {
        let mut table = self.0.lock();
        table.closing = true;
        for job in table.jobs.values().filter(|job| !job.state.is_final()) {
            job.progress.cancel.store(true, Ordering::Relaxed);
        }
        self.0.wake.notify_all();
    }
}

/// The refusal for a number that is no job.
pub fn no_such_job(id: u64) -> Problem {
    Problem::missing(format!("there is no job {id}"))
}

impl Table {
    fn counts(&self) -> (usize, usize) {
        let of = |state| self.jobs.values().filter(|job| job.state == state).count();
        (of(State::Running), of(State::Queued))
    }

    /// Takes values of ended jobs out of memory until they fit, those longest not looked at first.
    fn make_room(&mut self) {
        let mut held: Vec<(Instant, u64, u64)> = self
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
}

impl Inner {
    fn lock(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says what went wrong on disk; the answer does not depend on it.
    #[allow(clippy::unused_self, reason = "reads as what the jobs do")]
    fn report(&self, outcome: rusqlite::Result<()>) {
        if let Err(error) = outcome {
            eprintln!("sprague lab: results cannot be kept: {error}");
        }
    }

    /// The life of a worker.
    fn serve(&self) {
        while let Some(job) = self.next() {
            let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| self.work(&job)));
            let outcome = outcome.unwrap_or_else(|_| Err("the computation broke off".to_owned()));
            self.finish(&job, outcome);
        }
    }

    /// Waits for a job and takes it; `None` when the server ends.
    fn next(&self) -> Option<Job> {
        let mut table = self.lock();
        loop {
            if table.closing {
                return None;
            }
            if let Some(job) = table.jobs.values_mut().find(|job| job.state == State::Queued) {
                job.state = State::Running;
                job.started = Some(Instant::now());
                if job.task.kind == Kind::Sequence {
                    job.values = Some(Arc::default());
                }
                let job = job.clone();
                self.report(self.database.save(&job));
                return Some(job);
            }
            table = self.wake.wait(table).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn work(&self, job: &Job) -> Result<Option<period::Found>, String> {
        match job.task.kind {
            Kind::Sequence => {
                let learn = |classes| {
                    if let Some(kept) = self.lock().jobs.get_mut(&job.id) {
                        kept.classes = classes;
                    }
                };
                sequence::compute(job, &learn).map(|()| None)
            }
            Kind::Period | Kind::Prove => period::search(job).map(Some),
        }
    }

    fn finish(&self, job: &Job, outcome: Result<Option<period::Found>, String>) {
        let mut table = self.lock();
        if table.closing {
            return;
        }
        let Some(kept) = table.jobs.get_mut(&job.id) else { return };
        if let Some(start) = kept.started.take() {
            kept.elapsed = start.elapsed().as_secs_f64();
        }
        match outcome {
            Ok(found) if kept.state == State::Running => {
                kept.state = State::Done;
                if let Some(found) = found {
                    kept.result = Some(found.document);
                    kept.certificate = found.certificate;
                }
            }
            Err(why) if kept.state == State::Running => {
                kept.state = State::Failed;
                kept.error = Some(why);
            }
            _ => {}
        }
        let kept = kept.clone();
        table.make_room();
        let ended: Vec<u64> =
            table.jobs.values().filter(|job| job.state.is_final()).map(|job| job.id).collect();
        for id in ended.iter().take(ended.len().saturating_sub(MOST_ENDED)) {
            table.jobs.remove(id);
            self.report(self.database.remove(*id));
        }
        drop(table);
        self.report(self.database.save(&kept));
        if let Some(values) = &job.values {
            self.report(self.database.save_values(job.id, values));
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
