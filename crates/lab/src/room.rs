//! What all questions share: places, bodies, answers on their way, and turns to compute.

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use tokio::sync::Semaphore;

use crate::limits::{MOST_ANSWERS, MOST_LOOKING};

/// Answers are counted in pieces of this many bytes.
pub const PIECE: usize = 1 << 10;

/// What all questions share.
pub struct Room {
    pub answering: AtomicUsize,
    pub bodies: AtomicUsize,
    pub answers: Arc<Semaphore>,
    pub computing: Arc<Semaphore>,
    pub looking: Arc<Semaphore>,
}

impl Default for Room {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Self {
            answering: AtomicUsize::new(0),
            bodies: AtomicUsize::new(0),
            answers: Arc::new(Semaphore::new(MOST_ANSWERS / PIECE)),
            computing: Arc::new(Semaphore::new(cores.max(2))),
            looking: Arc::new(Semaphore::new(MOST_LOOKING)),
        }
    }
}
