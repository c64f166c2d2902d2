//! What the server lets itself be asked: every number that bounds work or memory, in one place.

use std::time::Duration;

use sprague::search::Limits;

/// The largest body of a question, in bytes.
pub const LARGEST_BODY: usize = 64 << 10;
/// The largest graph that can be handed in, in bytes.
pub const LARGEST_GRAPH: usize = 1 << 20;
/// The most graphs that are kept.
pub const MOST_GRAPHS: usize = 64;
/// The longest address with its query, in bytes.
pub const LONGEST_URL: usize = 8 << 10;
/// How long the headers of a request may take to come.
pub const HEADER_TIME: Duration = Duration::from_secs(10);
/// How long an answer may take.
pub const ANSWER_TIME: Duration = Duration::from_mins(1);
/// How long a question waits for its turn.
pub const WAITING_TIME: Duration = Duration::from_secs(20);
/// The most requests that are answered at a time; more are told to come again.
pub const MOST_REQUESTS: usize = 1024;
/// The most open connections.
pub const MOST_CONNECTIONS: usize = 2048;
/// The most event streams at a time.
pub const MOST_STREAMS: usize = 128;
/// The most values that are sent at once.
pub const MOST_VALUES: u64 = 100_001;
/// The most ways to move that are listed.
pub const MOST_WAYS: usize = 5_000;
/// The most winning moves that are listed.
pub const MOST_WINNING: usize = 1_000;
/// The most cells of a picture.
pub const MOST_CELLS: usize = 1 << 22;
/// The most nodes of a game graph.
pub const MOST_NODES: usize = 400;
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

/// What one question may search: about a second of work.
pub fn of_question() -> Limits {
    Limits { positions: 1_000_000, steps: 2_000_000_000, answer: 1 << 22, ..Limits::default() }
}

/// What one job may compute: hours of work.
pub fn of_job() -> Limits {
    Limits { positions: 20_000_000, steps: 10_000_000_000_000, ..Limits::default() }
}
