//! The engine of the page where there is no server: WebAssembly in a Web Worker.
//!
//! The worker writes a request into linear memory ([`request`]), has it answered ([`answer`]) and reads the answer from
//! there ([`length`]). Jobs run in slices between two questions ([`advance`]); the worker chooses how long a slice is, so
//! that questions never wait long. Nothing here knows the time: the worker tells it.
//!
//! A request is JSON (`engine::Request`). An answer is the length of its head in four bytes, the head as JSON
//! (status, kind of content, further headers), and the content as it is.

mod engine;
mod jobs;

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
