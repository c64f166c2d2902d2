//! Jobs on disk, in one `SQLite` file: what was asked, what came of it, and the values.
//!
//! A job that was running when the server went down is found waiting again and starts anew; what had ended is there
//! as it was. Values are written when a job ends and read when they are asked for. Nothing here is needed to be right:
//! a file that cannot be read is reported and the server starts without its jobs.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rusqlite::{Connection, Result, params};
use sprague::picture::{Classes, SpaceKind};

use super::job::{Job, State};
use super::task::{Kind, Task};
use super::values::{Chunk, Values};

const SCHEMA: &str = "
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    PRAGMA foreign_keys = ON;
    CREATE TABLE IF NOT EXISTS job (
        id INTEGER PRIMARY KEY, kind TEXT NOT NULL, game TEXT NOT NULL, last_heap INTEGER NOT NULL,
        state TEXT NOT NULL, created INTEGER NOT NULL, done INTEGER NOT NULL DEFAULT 0,
        elapsed REAL NOT NULL DEFAULT 0, error TEXT, result TEXT, mask INTEGER, parity INTEGER, certificate TEXT
    ) STRICT;
    CREATE TABLE IF NOT EXISTS chunk (
        job INTEGER NOT NULL REFERENCES job ON DELETE CASCADE, first INTEGER NOT NULL, width INTEGER NOT NULL,
        bytes BLOB NOT NULL, PRIMARY KEY (job, first)
    ) STRICT;";

/// The file.
pub struct Database(Mutex<Connection>);

impl Database {
    /// Opens the file, and makes it if there is none.
    pub fn open(path: &Path) -> Result<Self> {
        Self::of(Connection::open(path)?)
    }

    /// A database that is gone when the server ends.
    pub fn in_memory() -> Result<Self> {
        Self::of(Connection::open_in_memory()?)
    }

    fn of(connection: Connection) -> Result<Self> {
        connection.busy_timeout(Duration::from_secs(5))?;
        connection.execute_batch(SCHEMA)?;
        Ok(Self(Mutex::new(connection)))
    }

    fn with<T>(&self, act: impl FnOnce(&mut Connection) -> Result<T>) -> Result<T> {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// All jobs, the oldest first. Those that were running wait again.
    pub fn jobs(&self) -> Result<Vec<Job>> {
        self.with(|connection| {
            let mut query = connection.prepare(
                "SELECT id, kind, game, last_heap, state, created, done, elapsed, error, result, mask, parity, certificate
                 FROM job ORDER BY id",
            )?;
            let mut rows = query.query([])?;
            let mut jobs = Vec::new();
            while let Some(row) = rows.next()? {
                let (kind, game): (String, String) = (row.get(1)?, row.get(2)?);
                let (to, created, done): (i64, i64, i64) = (row.get(3)?, row.get(5)?, row.get(6)?);
                let task = Kind::of_word(&kind).and_then(|kind| Task::new(kind, Some(&game), u64::try_from(to).ok()).ok());
                let Some(task) = task else { continue };
                let mut job = Job::new(row.get::<_, i64>(0)?.unsigned_abs(), task);
                let state: String = row.get(4)?;
                job.state = State::of_word(&state).filter(|state| state.is_final()).unwrap_or(State::Queued);
                job.created = created.unsigned_abs();
                job.elapsed = row.get(7)?;
                job.error = row.get(8)?;
                job.result = row.get::<_, Option<String>>(9)?.and_then(|text| serde_json::from_str(&text).ok());
                let (mask, parity): (Option<i64>, Option<i64>) = (row.get(10)?, row.get(11)?);
                job.classes = mask.map(|mask| Classes {
                    mask: mask.cast_unsigned(),
                    kind: parity.map_or(SpaceKind::Type0, |parity| SpaceKind::Type1 { parity: parity.cast_unsigned() }),
                });
                job.certificate = row.get::<_, Option<String>>(12)?.map(Into::into);
                if job.state.is_final() {
                    job.progress.done.store(done.unsigned_abs(), std::sync::atomic::Ordering::Relaxed);
                }
                jobs.push(job);
            }
            Ok(jobs)
        })
    }

    /// Writes what is known of a job, without its values.
    pub fn save(&self, job: &Job) -> Result<()> {
        let parity = job.classes.and_then(|classes| match classes.kind {
            SpaceKind::Type0 => None,
            SpaceKind::Type1 { parity } => Some(parity.cast_signed()),
        });
        self.with(|connection| {
            connection.execute(
                "INSERT INTO job (id, kind, game, last_heap, state, created, done, elapsed, error, result, mask, parity, certificate)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
                 ON CONFLICT (id) DO UPDATE SET state = ?5, done = ?7, elapsed = ?8, error = ?9, result = ?10,
                    mask = ?11, parity = ?12, certificate = ?13",
                params![
                    job.id.cast_signed(),
                    job.task.kind().word(),
                    job.task.name(),
                    job.task.number().cast_signed(),
                    job.state.word(),
                    job.created.cast_signed(),
                    job.done().cast_signed(),
                    job.elapsed,
                    job.error,
                    job.result.as_ref().map(ToString::to_string),
                    job.classes.map(|classes| classes.mask.cast_signed()),
                    parity,
                    job.certificate.as_deref(),
                ],
            )?;
            Ok(())
        })
    }

    /// Writes the values of a job.
    pub fn save_values(&self, id: u64, values: &Values) -> Result<()> {
        for (first, chunk) in values.list() {
            let (width, bytes) = chunk.to_bytes();
            self.with(|connection| {
                connection.execute(
                    "INSERT OR REPLACE INTO chunk (job, first, width, bytes) VALUES (?1, ?2, ?3, ?4)",
                    params![id.cast_signed(), first.cast_signed(), width, bytes],
                )
            })?;
        }
        Ok(())
    }

    /// The values of a job, as far as they are there without a gap.
    pub fn values(&self, id: u64) -> Result<Arc<Values>> {
        self.with(|connection| {
            let mut query =
                connection.prepare("SELECT first, width, bytes FROM chunk WHERE job = ?1 ORDER BY first")?;
            let mut rows = query.query([id.cast_signed()])?;
            let values = Values::default();
            while let Some(row) = rows.next()? {
                let (first, width): (i64, i64) = (row.get(0)?, row.get(1)?);
                let chunk = Chunk::from_bytes(width, row.get_ref(2)?.as_blob()?);
                match chunk {
                    Some(chunk) if first.unsigned_abs() == values.count() => values.push(chunk),
                    _ => break,
                }
            }
            Ok(Arc::new(values))
        })
    }

    /// The bytes of values that each job has on disk, the oldest first.
    pub fn sizes(&self) -> Result<Vec<(u64, u64)>> {
        self.with(|connection| {
            let mut query =
                connection.prepare("SELECT job, SUM(LENGTH(bytes)) FROM chunk GROUP BY job ORDER BY job")?;
            let rows = query.query_map([], |row| {
                Ok((row.get::<_, i64>(0)?.unsigned_abs(), row.get::<_, i64>(1)?.unsigned_abs()))
            })?;
            rows.collect()
        })
    }

    /// Forgets a job.
    pub fn remove(&self, id: u64) -> Result<()> {
        self.with(|connection| {
            connection.execute("DELETE FROM job WHERE id = ?1", [id.cast_signed()])?;
            Ok(())
        })
    }
}
