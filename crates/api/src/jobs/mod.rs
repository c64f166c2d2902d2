//! What takes long: the tasks, how far each is, what came of it, and the work itself, a slice at a time.
//!
//! Who keeps the jobs, runs them and wakes them again after a restart is the host's business ([`JobAccess`]): a server
//! has threads and a database, a browser has one worker.

mod beside;
mod job;
mod period;
mod repeats;
mod sequence;
mod star;
mod summary;
mod table;
mod task;
mod values;
mod work;

pub use beside::{Beside, Differences};
pub use job::{Job, JobFinding, JobProgress};
pub use period::search;
pub use repeats::{Agreement, Places, Wanted, lags, pattern, places};
pub use summary::summary;
pub use table::Table;
pub use task::{Bounds, CertificateWish, Task};
pub use values::HeldValues;
pub use work::{Step, Work};

use std::sync::Arc;

use crate::problem::Refusal;

/// What became of the wish to start a job.
pub enum Started {
    /// A new job.
    New(Job),
    /// A job that was there already answers it.
    Known(Job),
}

/// Who keeps the jobs.
pub trait JobAccess {
    /// Starts a job, unless one that answers it is there or too many wait.
    fn start(&self, task: Task) -> Result<Started, Refusal>;
    /// All jobs, the newest first.
    fn all(&self) -> Vec<Job>;
    /// How many run and how many wait.
    fn counts(&self) -> (usize, usize);
    /// A job.
    fn get(&self, id: u64) -> Option<Job>;
    /// Cancels a job that has not ended; forgets one that has. `Some` is the cancelled one.
    fn end(&self, id: u64) -> Result<Option<Job>, Refusal>;
    /// The values of a sequence, as far as they are computed.
    fn values(&self, id: u64) -> Result<(Job, Arc<HeldValues>), Refusal>;
}

/// The refusal for a number that is no job.
pub fn no_such_job(id: u64) -> Refusal {
    Refusal::missing(format!("there is no job {id}"))
}
