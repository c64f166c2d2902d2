//! Jobs that have ended, as bytes: the worker keeps them in the browser and hands them back after a reload.
//!
//! Nothing is believed because it can be read. The head of a job carries a checksum over all its fields, and the head
//! holds the checksum of the values, so that a changed entry is found and the job is computed anew. Which engine wrote
//! an entry is the worker's business: it puts the engine into the key.

use std::sync::atomic::Ordering;

use serde::{Deserialize, Serialize};
use sprague::sequence::{Kind, Packed};
use sprague_api::jobs::{Bounds, HeldValues, Job, Task};
use sprague_picture::Classes;
use sprague_tell::lab::{JobKind, JobResult, JobState};

/// What the checksum of a head is for.
const PURPOSE: &str = "sprague page job, version 1";
const SEAL: usize = 32;

/// The checksum of some values.
pub type Seal = [u8; SEAL];

/// A job as bytes; the values apart, because they are long and only read when somebody looks at them.
pub struct Kept {
    /// All but the values.
    pub head: Vec<u8>,
    /// The values, chunk after chunk; empty where the job has none.
    pub values: Vec<u8>,
}

/// A job that was kept, and the checksum of its values, where it has some.
pub struct Restored {
    /// The job, without its values.
    pub job: Job,
    /// The checksum of its values.
    pub values: Option<Seal>,
}

#[derive(Serialize, Deserialize)]
struct Head {
    kind: JobKind,
    game: String,
    number: u64,
    created: u64,
    done: u64,
    elapsed: f64,
    result: Option<JobResult>,
    mask: Option<u64>,
    parity: Option<u64>,
    certificate: Option<String>,
    values: Option<Seal>,
}

/// A job that is done, as bytes.
pub fn write(job: &Job) -> Option<Kept> {
    if job.state != JobState::Done {
        return None;
    }
    let bytes = match &job.task {
        Task::Sequence { .. } => Some(chunks(job.values.as_ref()?)),
        _ => None,
    };
    let head = Head {
        kind: job.task.kind(),
        game: job.task.name(),
        number: job.task.number(),
        created: job.created,
        done: job.done(),
        elapsed: job.elapsed,
        result: job.result.clone(),
        mask: job.classes.map(|classes| classes.mask),
        parity: job.classes.and_then(|classes| match classes.kind {
            Kind::Value => None,
            Kind::ValueAndSize(parity) => Some(parity),
        }),
        certificate: job.certificate.as_deref().map(str::to_owned),
        values: bytes.as_deref().map(|bytes| *blake3::hash(bytes).as_bytes()),
    };
    let text = serde_json::to_vec(&head).ok()?;
    let head = [&blake3::derive_key(PURPOSE, &text)[..], &text].concat();
    Some(Kept { head, values: bytes.unwrap_or_default() })
}

/// The job with this number, if its head is whole and it can be asked for within these bounds.
pub fn read(head: &[u8], id: u64, bounds: &Bounds) -> Option<Restored> {
    let (seal, text) = head.split_at_checked(SEAL)?;
    if blake3::derive_key(PURPOSE, text) != seal {
        return None;
    }
    let head: Head = serde_json::from_slice(text).ok()?;
    let task = Task::new(head.kind, Some(&head.game), Some(head.number), bounds).ok()?;
    if head.values.is_some() != matches!(task, Task::Sequence { .. }) {
        return None;
    }
    let mut job = Job::new(id, task, head.created);
    job.state = JobState::Done;
    job.progress.done.store(head.done, Ordering::Relaxed);
    job.elapsed = head.elapsed;
    job.result = head.result;
    job.classes =
        head.mask.map(|mask| Classes { mask, kind: head.parity.map_or(Kind::Value, Kind::ValueAndSize) });
    job.certificate = head.certificate.map(Into::into);
    Some(Restored { job, values: head.values })
}

/// Values as they were written, if they are those of the checksum.
pub fn read_values(mut bytes: &[u8], seal: &Seal) -> Option<HeldValues> {
    if blake3::hash(bytes).as_bytes() != seal {
        return None;
    }
    let values = HeldValues::default();
    while let Some((&[width, a, b, c, d], rest)) = bytes.split_first_chunk() {
        let (chunk, rest) = rest.split_at_checked(u32::from_le_bytes([a, b, c, d]) as usize)?;
        values.push(Packed::from_bytes(width.into(), chunk.to_vec())?);
        bytes = rest;
    }
    bytes.is_empty().then_some(values)
}

fn chunks(values: &HeldValues) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (_, chunk) in values.list() {
        bytes.push(chunk.width() as u8);
        bytes.extend_from_slice(&(chunk.bytes().len() as u32).to_le_bytes());
        bytes.extend_from_slice(chunk.bytes());
    }
    bytes
}
