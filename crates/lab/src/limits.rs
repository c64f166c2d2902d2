//! What the server lets itself be asked: connections, requests at a time, jobs, and what is kept.
//!
//! What a single question may cost is its budget, which stands beside its route (`sprague_api::routes::ROUTES`): a body
//! is read within its size and time before the question takes a place among those that are answered. Time is watched
//! besides: who waits for an answer is told when it takes too long, and the work is told to stop.

use std::time::Duration;

/// The longest address with its query, in bytes.
pub const LONGEST_URL: usize = 8 << 10;
/// How long the headers of a request may take to come.
pub const HEADER_TIME: Duration = Duration::from_secs(10);
/// How long the body of a request may take to come.
pub const BODY_TIME: Duration = Duration::from_secs(10);
/// How long a client may take none of its answer.
pub const WRITE_TIME: Duration = Duration::from_secs(20);
/// How long a question waits for its turn.
pub const WAITING_TIME: Duration = Duration::from_secs(20);
/// The most requests that are answered at a time; more are told to come again.
pub const MOST_REQUESTS: usize = 1024;
/// The most questions of [`Lane::Looking`](sprague_api::limits::Lane::Looking) at a time.
pub const MOST_LOOKING: usize = 16;
/// The most bytes of bodies that are read at a time.
pub const MOST_BODIES: usize = 64 << 20;
/// The most bytes of answers that wait to be sent.
pub const MOST_ANSWERS: usize = 256 << 20;
/// The most open connections; beyond them the one that has kept the server waiting for longest is closed.
pub const MOST_CONNECTIONS: usize = 2048;
/// The most bytes of answers about sums that are kept, about.
pub const MOST_SOLVED: f64 = 32e6;
/// The most positions of their searches that are kept.
pub const MOST_SEARCHED: f64 = 1e6;
/// The most event streams at a time.
pub const MOST_STREAMS: usize = 128;
/// The most jobs that wait.
pub const MOST_QUEUED: usize = 32;
/// The most jobs that run at a time.
pub const MOST_RUNNING: usize = 2;
/// The most jobs that are remembered after their end.
pub const MOST_ENDED: usize = 100;
/// The most bytes that the values of one job may take.
pub const LARGEST_JOB: u64 = 256 << 20;
/// The most bytes of values held in memory, running jobs aside.
pub const MOST_HELD: u64 = 256 << 20;
/// The most bytes of values kept on disk.
pub const MOST_STORED: u64 = 1 << 30;
