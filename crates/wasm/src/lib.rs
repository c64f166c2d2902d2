//! The engine of the page where there is no server: WebAssembly in a Web Worker.
//!
//! The worker writes a request into linear memory ([`request`]), has it answered ([`answer`]) and reads the answer from
//! there ([`length`]). Jobs run in slices between two questions ([`advance`]); the worker chooses how long a slice is, so
//! that questions never wait long. Nothing here knows the time: the worker tells it. What a job came to can be kept as
//! bytes ([`finished`], [`keep`]) and handed back after a reload ([`restore`], [`fill`]).
//!
//! A request is JSON (`engine::Request`). An answer is the length of its head in four bytes, the head as JSON
//! (status, kind of content, further headers), and the content as it is.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

#[cfg(test)]
mod brute_force;
mod engine;
mod jobs;
mod kept;

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use engine::Engine;

/// The engine, and what passes between it and the worker.
struct Memory {
    engine: Engine,
    request: Vec<u8>,
    answer: Vec<u8>,
}

static MEMORY: Mutex<Memory> =
    Mutex::new(Memory { engine: Engine::new(), request: Vec::new(), answer: Vec::new() });

fn memory() -> MutexGuard<'static, Memory> {
    MEMORY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Room for a request of so many bytes.
#[allow(unsafe_code, reason = "the name by which the worker calls it")]
#[unsafe(no_mangle)]
pub extern "C" fn request(length: usize) -> *mut u8 {
    let mut memory = memory();
    memory.request.clear();
    memory.request.resize(length, 0);
    memory.request.as_mut_ptr()
}

/// Answers the request; where the answer lies.
#[allow(unsafe_code, reason = "the name by which the worker calls it")]
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    let mut memory = memory();
    let Memory { engine, request, answer } = &mut *memory;
    *answer = engine.answer(request);
    memory.answer.as_ptr()
}

/// How long the answer is.
#[allow(unsafe_code, reason = "the name by which the worker calls it")]
#[unsafe(no_mangle)]
pub extern "C" fn length() -> usize {
    memory().answer.len()
}

/// Does a slice of the first job, of so many heaps or columns at most; 1 where there is more to do.
#[allow(unsafe_code, reason = "the name by which the worker calls it")]
#[unsafe(no_mangle)]
pub extern "C" fn advance(slice: u32, seconds: f64) -> u32 {
    let now = Duration::try_from_secs_f64(seconds).unwrap_or_default();
    u32::from(memory().engine.advance(slice.into(), now))
}

/// The number of a job that is done and was not told of before; 0 where there is none.
#[allow(unsafe_code, reason = "the name by which the worker calls it")]
#[unsafe(no_mangle)]
pub extern "C" fn finished() -> u32 {
    memory().engine.jobs().next_finished().map_or(0, small)
}

/// A job that is done, as bytes to keep, in the place of an answer: the length of the head in four bytes, the head, the
/// values. Nothing where there is no such job.
#[allow(unsafe_code, reason = "the name by which the worker calls it")]
#[unsafe(no_mangle)]
pub extern "C" fn keep(job: u32) -> *const u8 {
    let mut memory = memory();
    memory.answer = memory.engine.jobs().keep(job.into()).map_or_else(Vec::new, |kept| {
        [&(kept.head.len() as u32).to_le_bytes()[..], &kept.head, &kept.values].concat()
    });
    memory.answer.as_ptr()
}

/// Takes up a job whose head is in the place of a request; its number, or 0 where the bytes are damaged.
#[allow(unsafe_code, reason = "the name by which the worker calls it")]
#[unsafe(no_mangle)]
pub extern "C" fn restore() -> u32 {
    let memory = memory();
    memory.engine.jobs().restore(&memory.request).map_or(0, small)
}

/// Gives such a job the values that are in the place of a request; 0 where they are damaged, and the job is forgotten.
#[allow(unsafe_code, reason = "the name by which the worker calls it")]
#[unsafe(no_mangle)]
pub extern "C" fn fill(job: u32) -> u32 {
    let memory = memory();
    u32::from(memory.engine.jobs().fill(job.into(), &memory.request))
}

fn small(job: u64) -> u32 {
    u32::try_from(job).unwrap_or(0)
}
