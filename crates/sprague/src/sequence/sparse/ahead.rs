//! Several threads: one computes the common part of a segment ahead while the others check the segment before.

use std::time::Instant;

use super::super::history::History;
use super::super::rare::Rare;
use super::{Course, SEGMENT, Sparse};

/// How many heaps a checking thread remembers.
const TAIL: usize = 1 << 23;

/// More threads than this have nothing to do: the common part, which one thread computes, takes nearly half of the time.
const MOST: usize = 3;

/// What the checking threads know, kept as long as nothing out of the ordinary happens. A copy of the engine has none.
#[derive(Debug, Default)]
pub struct Checkers(Vec<(History, Rare)>);

impl Clone for Checkers {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Checkers {
    /// Forgets everything; the history has changed.
    pub fn dismiss(&mut self) {
        self.0.clear();
    }
}

impl Sparse {
    /// Computes segment after segment while other threads check the one before, until a heap proves rare or the limit
    /// is reached. This thread also checks as much as keeps it as busy as the others.
    pub(super) fn run_ahead(&mut self, limit: u64) {
        let shape = self.shape.clone();
        let threads = self.manner.threads.min(MOST);
        let mut checkers = std::mem::take(&mut self.checkers).0;
        // one that was long without work may lag behind what is remembered
        checkers.retain(|(history, _)| self.history.next() - history.next() <= TAIL as u64);
        checkers.resize_with(threads - 1, || (self.history.tail(TAIL), self.rare.clone()));
        let mut own_share = 0.2;
        self.compute(limit.min(self.checked + SEGMENT));
        loop {
            let (first, end) = (self.checked, self.history.next());
            let cut = first + ((end - first) as f64 * (1.0 - own_share)) as u64 / 64 * 64;
            let size = (cut - first).div_ceil(checkers.len() as u64).next_multiple_of(64);
            let mut open = Vec::new();
            std::thread::scope(|scope| {
                let mut tasks = Vec::new();
                for (at, (history, rare)) in checkers.iter_mut().enumerate() {
                    history.follow(&self.history);
                    let from = (first + at as u64 * size).min(cut);
                    let (until, shape) = ((from + size).min(cut), &shape);
                    tasks.push(scope.spawn(move || {
                        let start = Instant::now();
                        (rare.check(history, shape, from, until), start.elapsed().as_secs_f64())
                    }));
                }
                let start = Instant::now();
                self.compute(limit.min(end + SEGMENT));
                let computed = start.elapsed().as_secs_f64();
                let own = self.rare.check(&self.history, &shape, cut, end);
                let mut checking = start.elapsed().as_secs_f64() - computed;
                for task in tasks {
                    let (found, seconds) = task.join().expect("checkers do not panic");
                    open.extend(found);
                    checking += seconds;
                }
                open.extend(own);
                let fair = (computed + checking) / threads as f64;
                own_share = f64::midpoint(own_share, ((fair - computed) / checking).clamp(0.0, 0.9));
            });
            if self.settle(&open, end) == Course::Changed {
                break;
            }
            if self.history.next() == end {
                self.checkers = Checkers(checkers);
                break;
            }
        }
        if self.history.next() > self.checked {
            self.history.rewind(self.checked);
        }
    }
}
