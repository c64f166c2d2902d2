//! Jobs on disk, in one `SQLite` file: what was asked, what came of it, and the values.
//!
//! A job that was running when the server went down is found waiting again and starts anew; what had ended is there
//! as it was. The numbers of jobs are given by the database and never again. A job and its values are written in one
//! transaction when it ends.
//!
//! Nothing in the file is believed because it can be read. Every row carries a checksum: that of a job covers all its
//! fields, that of a stretch of values also the number of the job, its game and the heap it starts at, so that a row in
//! another's place is found as well as a changed one. The whole file is checked when it is opened, and values once more
//! when they are read. A file that fails is set aside by the caller, and the server starts without its jobs.

use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags, Row, params};
use sprague::sequence::{Kind, Packed};
use sprague_api::jobs::{HeldValues, Job, Task};
use sprague_picture::Classes;
use sprague_tell::lab::{JobKind, JobState};
use thiserror::Error;

use super::BOUNDS;
use crate::clock::seconds;

/// Says that a file is ours.
const APPLICATION: i32 = 0x7370_6c62;
/// Which form it has; the first had no checksums.
const VERSION: i32 = 2;
const SCHEMA: &str = "
    CREATE TABLE job (
        id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, game TEXT NOT NULL, last_heap INTEGER NOT NULL,
        state TEXT NOT NULL, created INTEGER NOT NULL, done INTEGER NOT NULL, elapsed REAL NOT NULL, error TEXT,
        result TEXT, mask INTEGER, parity INTEGER, certificate TEXT, seal BLOB NOT NULL
    ) STRICT;
    CREATE TABLE chunk (
        job INTEGER NOT NULL REFERENCES job ON DELETE CASCADE, first INTEGER NOT NULL, width INTEGER NOT NULL,
        bytes BLOB NOT NULL, seal BLOB NOT NULL, PRIMARY KEY (job, first)
    ) STRICT;";
const FIELDS: &str = "id, kind, game, last_heap, state, created, done, elapsed, error, result, mask, parity, certificate, seal";
/// The largest number of a job: a script counts to it exactly.
const LARGEST_ID: i64 = 1 << 53;

/// Why the database does not answer.
#[derive(Debug, Error)]
pub enum Fault {
    /// `SQLite` says so.
    #[error("{0}")]
    Sqlite(#[from] rusqlite::Error),
    /// What it holds is not what was written.
    #[error("{0}")]
    Damaged(String),
    /// It has another form.
    #[error("it was written by another version of the lab, which kept no checksums")]
    OtherVersion,
    /// The server is ending.
    #[error("the lab is ending")]
    Closed,
}

impl Fault {
    /// Whether another program has the file open.
    pub fn is_busy(&self) -> bool {
        let Self::Sqlite(error) = self else { return false };
        matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
    }
}

fn damaged<T>(what: impl Into<String>) -> Result<T, Fault> {
    Err(Fault::Damaged(what.into()))
}

/// The file.
pub struct Database(Mutex<Option<Connection>>);

impl Database {
    /// Makes a new file.
    pub fn create(path: &Path) -> Result<Self, Fault> {
        Self::fresh(Connection::open(path)?)
    }

    /// A database that is gone when the server ends.
    pub fn in_memory() -> Result<Self, Fault> {
        Self::fresh(Connection::open_in_memory()?)
    }

    /// Opens a file that is there and checks all of it.
    pub fn open(path: &Path) -> Result<(Self, Vec<Job>), Fault> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags)?;
        prepare(&connection)?;
        let jobs = check(&connection)?;
        Ok((Self(Mutex::new(Some(connection))), jobs))
    }

    fn fresh(connection: Connection) -> Result<Self, Fault> {
        prepare(&connection)?;
        connection.execute_batch(SCHEMA)?;
        connection.pragma_update(None, "application_id", APPLICATION)?;
        connection.pragma_update(None, "user_version", VERSION)?;
        Ok(Self(Mutex::new(Some(connection))))
    }

    fn with<T>(&self, act: impl FnOnce(&mut Connection) -> Result<T, Fault>) -> Result<T, Fault> {
        let mut connection = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        act(connection.as_mut().ok_or(Fault::Closed)?)
    }

    /// Closes the file; nothing is written after that.
    pub fn close(&self) {
        drop(self.0.lock().unwrap_or_else(PoisonError::into_inner).take());
    }

    /// A new job that waits, with the number that the database gives it.
    pub fn add(&self, task: Task) -> Result<Job, Fault> {
        self.with(|connection| {
            let transaction = connection.transaction()?;
            let mut job = Job::new(0, task, seconds());
            let mut record = Record::of(&job);
            transaction.execute(
                "INSERT INTO job (kind, game, last_heap, state, created, done, elapsed, seal)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, x'')",
                params![
                    record.kind,
                    record.game,
                    record.last_heap,
                    record.state,
                    record.created,
                    record.done,
                    record.elapsed
                ],
            )?;
            record.id = transaction.last_insert_rowid();
            job.id = record.id.unsigned_abs();
            let seal = record.seal();
            transaction
                .execute("UPDATE job SET seal = ?2 WHERE id = ?1", params![record.id, seal.as_slice()])?;
            transaction.commit()?;
            Ok(job)
        })
    }

    /// Writes what is known of a job, with its values where they are given.
    pub fn save(&self, job: &Job, values: Option<&HeldValues>) -> Result<(), Fault> {
        let mut record = Record::of(job);
        record.done = match (&job.task, values) {
            // what is on disk
            (Task::Sequence { .. }, values) => values.map_or(0, |values| values.count().cast_signed()),
            _ => record.done,
        };
        self.with(|connection| {
            let transaction = connection.transaction()?;
            let seal = record.seal();
            transaction.execute(
                "UPDATE job SET state = ?2, done = ?3, elapsed = ?4, error = ?5, result = ?6, mask = ?7, parity = ?8,
                    certificate = ?9, seal = ?10 WHERE id = ?1",
                params![
                    record.id,
                    record.state,
                    record.done,
                    record.elapsed,
                    record.error,
                    record.result,
                    record.mask,
                    record.parity,
                    record.certificate,
                    seal.as_slice(),
                ],
            )?;
            transaction.execute("DELETE FROM chunk WHERE job = ?1", [record.id])?;
            for (first, chunk) in values.into_iter().flat_map(HeldValues::list) {
                let (width, bytes) = (chunk.width().cast_signed() as i64, chunk.bytes());
                let seal = record.seal_of_chunk(first.cast_signed(), width, bytes);
                transaction.execute(
                    "INSERT INTO chunk (job, first, width, bytes, seal) VALUES (?1, ?2, ?3, ?4, ?5)",
                    params![record.id, first.cast_signed(), width, bytes, seal.as_slice()],
                )?;
            }
            Ok(transaction.commit()?)
        })
    }

    /// All values of a job.
    pub fn values(&self, id: u64) -> Result<Arc<HeldValues>, Fault> {
        self.with(|connection| {
            let mut query = connection.prepare(&format!("SELECT {FIELDS} FROM job WHERE id = ?1"))?;
            let record = query.query_row([id.cast_signed()], |row| Ok(Record::read(row)))?;
            let values = HeldValues::default();
            read_chunks(connection, &record?, |chunk| values.push(chunk))?;
            Ok(Arc::new(values))
        })
    }

    /// The bytes of values that each job has on disk, the oldest first.
    pub fn sizes(&self) -> Result<Vec<(u64, u64)>, Fault> {
        self.with(|connection| {
            let mut query =
                connection.prepare("SELECT job, SUM(LENGTH(bytes)) FROM chunk GROUP BY job ORDER BY job")?;
            let rows = query.query_map([], |row| {
                Ok((row.get::<_, i64>(0)?.unsigned_abs(), row.get::<_, i64>(1)?.unsigned_abs()))
            })?;
            Ok(rows.collect::<rusqlite::Result<_>>()?)
        })
    }

    /// Forgets a job.
    pub fn remove(&self, id: u64) -> Result<(), Fault> {
        self.with(|connection| {
            connection.execute("DELETE FROM job WHERE id = ?1", [id.cast_signed()])?;
            Ok(())
        })
    }
}

/// What holds for every connection: this server is the only one, and nothing but tables is believed in.
fn prepare(connection: &Connection) -> Result<(), Fault> {
    connection.busy_timeout(Duration::from_secs(1))?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    connection.execute_batch(
        "PRAGMA trusted_schema = OFF;
         PRAGMA locking_mode = EXCLUSIVE;
         PRAGMA journal_mode = WAL;
         PRAGMA synchronous = NORMAL;
         PRAGMA foreign_keys = ON;",
    )?;
    Ok(())
}

/// The tables as they are.
fn tables(connection: &Connection) -> Result<Vec<(String, String, Option<String>)>, Fault> {
    let mut query = connection.prepare("SELECT type, name, sql FROM sqlite_schema ORDER BY type, name")?;
    let rows = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Checks the whole file, and tells its jobs, the oldest first. Those that were running wait again.
fn check(connection: &Connection) -> Result<Vec<Job>, Fault> {
    let number = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
    let found = tables(connection)?;
    if (number("application_id")?, number("user_version")?) == (0, 0) && !found.is_empty() {
        return Err(Fault::OtherVersion);
    }
    if (number("application_id")?, number("user_version")?) != (APPLICATION, VERSION) {
        return damaged("its header is not that of a lab");
    }
    let blank = Connection::open_in_memory()?;
    blank.execute_batch(SCHEMA)?;
    if found != tables(&blank)? {
        return damaged("its tables are not those of a lab");
    }
    let words: String = connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
    if words != "ok" {
        return damaged(words.lines().next().unwrap_or("it is malformed").to_owned());
    }
    let mut jobs = Vec::new();
    let mut chunks = 0;
    let mut query = connection.prepare(&format!("SELECT {FIELDS} FROM job ORDER BY id"))?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        let record = Record::read(row)?;
        chunks += read_chunks(connection, &record, drop)?;
        jobs.push(record.job()?);
    }
    let all: i64 = connection.query_row("SELECT COUNT(*) FROM chunk", [], |row| row.get(0))?;
    if all != chunks {
        return damaged("there are values of no job");
    }
    let mut query = connection.prepare("SELECT name, seq FROM sqlite_sequence")?;
    let given = query.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?)))?;
    let given: Vec<(String, i64)> = given.collect::<rusqlite::Result<_>>()?;
    let last = jobs.last().map_or(0, |job: &Job| job.id.cast_signed());
    let is_right = match &given[..] {
        [] => last == 0,
        [(name, given)] => name == "job" && (last..LARGEST_ID).contains(given),
        _ => false,
    };
    if is_right { Ok(jobs) } else { damaged("the last number of a job is wrong") }
}

/// Reads the values of a job, each stretch checked; tells how many stretches there are.
fn read_chunks(connection: &Connection, record: &Record, mut keep: impl FnMut(Packed)) -> Result<i64, Fault> {
    let wrong = || Fault::Damaged(format!("the values of job {} do not match their checksums", record.id));
    let mut query = connection
        .prepare_cached("SELECT first, width, bytes, seal FROM chunk WHERE job = ?1 ORDER BY first")?;
    let mut rows = query.query([record.id])?;
    let (mut stretches, mut count) = (0, 0);
    while let Some(row) = rows.next()? {
        let (first, width): (i64, i64) = (row.get(0)?, row.get(1)?);
        let bytes = row.get_ref(2)?.as_blob().map_err(|_| wrong())?;
        let seal = row.get_ref(3)?.as_blob().map_err(|_| wrong())?;
        if first != count || record.seal_of_chunk(first, width, bytes) != seal {
            return Err(wrong());
        }
        let chunk = usize::try_from(width).ok().and_then(|width| Packed::from_bytes(width, bytes.to_vec()));
        let chunk = chunk.ok_or_else(wrong)?;
        count += i64::try_from(chunk.len()).map_err(|_| wrong())?;
        stretches += 1;
        keep(chunk);
    }
    let expected = if record.kind == JobKind::Sequence.word() { record.done } else { 0 };
    if count == expected { Ok(stretches) } else { Err(wrong()) }
}

/// A row of the table of jobs.
struct Record {
    id: i64,
    kind: String,
    game: String,
    last_heap: i64,
    state: String,
    created: i64,
    done: i64,
    elapsed: f64,
    error: Option<String>,
    result: Option<String>,
    mask: Option<i64>,
    parity: Option<i64>,
    certificate: Option<String>,
}

impl Record {
    fn of(job: &Job) -> Self {
        let parity = job.classes.and_then(|classes| match classes.kind {
            Kind::Value => None,
            Kind::ValueAndSize(parity) => Some(parity.cast_signed()),
        });
        Self {
            id: job.id.cast_signed(),
            kind: job.task.kind().word().to_owned(),
            game: job.task.name(),
            last_heap: job.task.number().cast_signed(),
            state: job.state.word().to_owned(),
            created: job.created.cast_signed(),
            done: job.done().cast_signed(),
            elapsed: job.elapsed,
            error: job.error.clone(),
            result: job.result.as_ref().and_then(|result| serde_json::to_string(result).ok()),
            mask: job.classes.map(|classes| classes.mask.cast_signed()),
            parity,
            certificate: job.certificate.as_deref().map(str::to_owned),
        }
    }

    /// A row whose checksum is right.
    fn read(row: &Row<'_>) -> Result<Self, Fault> {
        let record = Self {
            id: row.get(0)?,
            kind: row.get(1)?,
            game: row.get(2)?,
            last_heap: row.get(3)?,
            state: row.get(4)?,
            created: row.get(5)?,
            done: row.get(6)?,
            elapsed: row.get(7)?,
            error: row.get(8)?,
            result: row.get(9)?,
            mask: row.get(10)?,
            parity: row.get(11)?,
            certificate: row.get(12)?,
        };
        let seal: Vec<u8> = row.get(13)?;
        if record.seal() != seal[..] {
            return damaged(format!("job {} does not match its checksum", record.id));
        }
        Ok(record)
    }

    /// The checksum of the whole row.
    fn seal(&self) -> [u8; 32] {
        let mut seal = Seal::new("sprague lab job, version 2");
        self.identify(&mut seal);
        seal.text(Some(&self.state)).number(Some(self.created)).number(Some(self.done));
        seal.number(Some(self.elapsed.to_bits().cast_signed()));
        seal.text(self.error.as_deref()).text(self.result.as_deref());
        seal.number(self.mask).number(self.parity).text(self.certificate.as_deref());
        seal.finish()
    }

    /// The checksum of a stretch of the job's values.
    fn seal_of_chunk(&self, first: i64, width: i64, bytes: &[u8]) -> [u8; 32] {
        let mut seal = Seal::new("sprague lab values, version 2");
        self.identify(&mut seal);
        seal.number(Some(first)).number(Some(width)).bytes(Some(bytes));
        seal.finish()
    }

    /// What the values belong to.
    fn identify(&self, seal: &mut Seal) {
        seal.number(Some(self.id)).text(Some(&self.kind)).text(Some(&self.game)).number(Some(self.last_heap));
    }

    /// The job; running ones wait again.
    fn job(&self) -> Result<Job, Fault> {
        let wrong = || Fault::Damaged(format!("job {} is none", self.id));
        let kind = JobKind::of_word(&self.kind).ok_or_else(wrong)?;
        let number = u64::try_from(self.last_heap).map_err(|_| wrong())?;
        let task = Task::new(kind, Some(&self.game), Some(number), &BOUNDS).map_err(|_| wrong())?;
        let id = u64::try_from(self.id).ok().filter(|_| task.name() == self.game).ok_or_else(wrong)?;
        let mut job = Job::new(id, task, seconds());
        let state = JobState::of_word(&self.state).ok_or_else(wrong)?;
        job.state = if state.is_final() { state } else { JobState::Queued };
        job.created = self.created.unsigned_abs();
        job.elapsed = self.elapsed;
        job.error.clone_from(&self.error);
        job.result = match &self.result {
            Some(text) => Some(serde_json::from_str(text).map_err(|_| wrong())?),
            None => None,
        };
        job.classes = self.mask.map(|mask| Classes {
            mask: mask.cast_unsigned(),
            kind: self.parity.map_or(Kind::Value, |parity| Kind::ValueAndSize(parity.cast_unsigned())),
        });
        job.certificate = self.certificate.as_deref().map(Into::into);
        if state.is_final() {
            job.progress.done.store(self.done.unsigned_abs(), Ordering::Relaxed);
        }
        Ok(job)
    }
}

/// A checksum over fields, each with its length before it.
struct Seal(blake3::Hasher);

impl Seal {
    fn new(purpose: &str) -> Self {
        Self(blake3::Hasher::new_derive_key(purpose))
    }

    fn bytes(&mut self, field: Option<&[u8]>) -> &mut Self {
        let length = field.map_or(u64::MAX, |field| field.len() as u64);
        self.0.update(&length.to_le_bytes()).update(field.unwrap_or_default());
        self
    }

    fn text(&mut self, field: Option<&str>) -> &mut Self {
        self.bytes(field.map(str::as_bytes))
    }

    fn number(&mut self, field: Option<i64>) -> &mut Self {
        self.bytes(field.map(i64::to_le_bytes).as_ref().map(<[u8; 8]>::as_slice))
    }

    fn finish(&self) -> [u8; 32] {
        *self.0.finalize().as_bytes()
    }
}
