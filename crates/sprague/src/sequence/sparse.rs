//! The block engine for games with a sparse space: common part, rare part, and what is kept between blocks.
//!
//! A batch of blocks is computed as if no heap in it were rare and then checked. Where a heap proves rare the work is
//! rolled back to it, the heap becomes a source of exclusions, and the work goes on behind it. Batches are short
//! while rare heaps are frequent. With several threads, one computes the common part of a long segment while the
//! others check the segment before. Every value that leaves the engine has passed both parts.

use std::time::Instant;

use super::common::{Common, Sources};
use super::history::{History, SPECIAL};
use super::kernels::{Level, MOST_LANES, Range};
use super::rare::{Open, Rare};
use super::shape::Shape;
use super::space::Space;

/// The most planes: 31 * 8 indices, one index of a byte is set apart.
const MOST_PLANES: usize = 31;

/// How many heaps lie between two looks at how well the planes fit.
const REVIEW: u64 = 1 << 16;

/// How many heaps several threads work on at a time.
const SEGMENT: u64 = 1 << 14;

/// How many heaps without a rare one it takes before several threads are worth it.
const CALM: u64 = 1 << 16;

/// How many heaps a checking thread remembers.
const TAIL: usize = 1 << 18;

/// How an engine works, whatever the game.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// The instructions.
    pub level: Level,
    /// Heaps in a block.
    pub block: usize,
    /// Threads.
    pub threads: usize,
}

/// An engine that has its first values.
#[derive(Clone, Debug)]
pub struct Sparse {
    shape: Shape,
    manner: Manner,
    history: History,
    sources: Sources,
    common: Common,
    rare: Rare,
    /// The first heap whose rare part has not been checked.
    checked: u64,
}

/// Whether work ahead of the checks is still good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Course {
    Steady,
    Changed,
}

impl Sparse {
    /// An engine that goes on from known values.
    pub fn new(shape: Shape, space: Space, values: &[u32], manner: Manner) -> Self {
        let recent = &values[values.len() / 2..];
        let planes = fitting(recent.iter().map(|&value| space.index(value)));
        let range = if planes <= 16 { Range::Half } else { Range::Full };
        let history = History::new(space, range, values);
        let sources = Sources::new(shape.phase(values.len() as u64), &history);
        let rare = Rare::new(manner.level, &history, phases(planes));
        let manner = Manner { block: manner.block.clamp(1, MOST_LANES), ..manner };
        let common = Common::new(manner.level, planes);
        Self { shape, manner, history, sources, common, rare, checked: values.len() as u64 }
    }

    /// The history so far.
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// The first heap that is not known for certain.
    pub const fn next(&self) -> u64 {
        self.checked
    }

    /// Where a block or batch of `size` heaps from `from` on ends: at a multiple of 64, where bitmaps have whole words,
    /// and sooner while rare heaps are frequent.
    fn end(&self, from: u64, size: usize, limit: u64) -> u64 {
        let size = (self.calm() / 8).max(64).min(size as u64);
        let end = from + size;
        let end = if size >= 64 { end / 64 * 64 } else { end };
        end.min(limit).min(from + self.sources.most_lanes(from)).max(from + 1)
    }

    /// How many heaps there are since the last rare one.
    fn calm(&self) -> u64 {
        self.checked - self.history.rares().last().map_or(0, |rare| rare.0)
    }

    /// Computes and checks the next heaps, not beyond heap `to`.
    pub fn step(&mut self, to: u64) {
        if self.checked >= self.sources.phase().until {
            self.sources = Sources::new(self.shape.phase(self.checked), &self.history);
        }
        let limit = to.saturating_add(1).min(self.sources.phase().until);
        if self.manner.threads > 1 && self.calm() > CALM && limit - self.checked > 4 * SEGMENT {
            self.run_ahead(limit);
        } else {
            let size = if self.manner.block == 1 { 1 } else { MOST_LANES };
            let batch = self.end(self.checked, size, limit);
            self.compute(batch);
            let open = self.rare.check(&self.history, &self.shape, self.checked, batch);
            self.settle(&open, batch);
        }
    }

    /// Computes the common part of the heaps before `end`.
    fn compute(&mut self, end: u64) {
        while self.history.next() < end {
            let next = self.history.next();
            let lanes = (self.end(next, self.manner.block, end) - next) as usize;
            self.common.solve(&mut self.history, &self.sources, lanes);
            self.history.commit(lanes);
        }
    }

    /// Computes segment after segment while other threads check the one before, until a heap proves rare or the limit
    /// is reached. This thread also checks as much as keeps it as busy as the others.
    fn run_ahead(&mut self, limit: u64) {
        let shape = self.shape.clone();
        let mut checkers: Vec<(History, Rare)> =
            (1..self.manner.threads).map(|_| (self.history.tail(TAIL), self.rare.clone())).collect();
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
                let fair = (computed + checking) / self.manner.threads as f64;
                own_share = f64::midpoint(own_share, ((fair - computed) / checking).clamp(0.0, 0.9));
            });
            if self.settle(&open, end) == Course::Changed || self.history.next() == end {
                break;
            }
        }
        if self.history.next() > self.checked {
            self.history.rewind(self.checked);
        }
    }

    /// Resolves what the check of the heaps before `end` left open, and takes them as known up to the first rare one.
    fn settle(&mut self, open: &[Open], end: u64) -> Course {
        let rare = open.iter().find_map(|open| {
            let value = open.resolve(&self.history, self.sources.phase())?;
            Some((open.heap, value))
        });
        let good = rare.map_or(end, |rare| rare.0);
        let bytes = &self.history.bytes_from(self.checked)[..(good - self.checked) as usize];
        let top = bytes.iter().filter(|byte| **byte != SPECIAL).max().map(|&byte| u32::from(byte));
        let tall = self.history.tall().iter().rev().take_while(|tall| tall.0 >= self.checked);
        if let Some(index) = tall.filter(|tall| tall.0 < good).map(|tall| tall.1).chain(top).max() {
            self.history.saw(index);
        }
        self.checked = good;
        let mut course = Course::Steady;
        if let Some((heap, value)) = rare {
            self.history.rewind(heap);
            if self.history.commit_rare(value) {
                self.sources.add(&self.history);
            }
            self.checked = self.history.next();
            course = Course::Changed;
        }
        self.history.forget(self.sources.reach());
        if self.common.beyond.1 >= REVIEW.min(self.checked / 8) && self.review() == Course::Changed {
            course = Course::Changed;
        }
        course
    }

    /// Takes more or fewer planes, so that few heaps lie beyond them.
    fn review(&mut self) -> Course {
        self.common.beyond = (0, 0);
        let from = self.checked - REVIEW.min(self.checked / 8);
        let recent = &self.history.bytes_from(from)[..(self.checked - from) as usize];
        let planes = fitting(recent.iter().map(|&byte| u32::from(byte)));
        if planes != self.common.planes() {
            self.common = Common::new(self.manner.level, planes);
            if planes > 16 && self.history.range() == Range::Half {
                self.history.widen();
                self.sources = Sources::new(self.shape.phase(self.history.next()), &self.history);
                self.rare = Rare::new(self.manner.level, &self.history, 1);
                return Course::Changed;
            }
        }
        Course::Steady
    }

    /// Work figures: rounds per block, single searches, planes.
    pub fn figures(&self) -> (f64, u64, u64, usize) {
        let (rounds, blocks) = self.common.rounds;
        (rounds as f64 / blocks.max(1) as f64, self.rare.searched, 0, self.common.planes())
    }
}

/// Games with few values are often nearly periodic: witnesses must come from shifts of every residue.
const fn phases(planes: usize) -> usize {
    if planes <= 1 { 8 } else { 1 }
}

/// How many planes leave few of these indices out.
fn fitting(indices: impl Iterator<Item = u32>) -> usize {
    let mut groups = [0u32; MOST_PLANES + 1];
    let mut total = 0;
    for index in indices {
        groups[(index as usize / 8).min(MOST_PLANES)] += 1;
        total += 1;
    }
    let mut beyond = groups[MOST_PLANES];
    let mut planes = MOST_PLANES;
    while planes > 1 && beyond + groups[planes - 1] <= total / 1024 {
        planes -= 1;
        beyond += groups[planes];
    }
    planes
}
