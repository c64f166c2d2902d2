//! The block engine for games with a sparse space: common part, rare part, and what is kept between blocks.
//!
//! A batch of blocks is computed as if no heap in it were rare and then checked. Where a heap proves rare the work is
//! rolled back to it, the heap becomes a source of exclusions, and the work goes on behind it. Batches are short
//! while rare heaps are frequent. With several threads, one computes the common part of a long segment while the
//! others check the segment before. Every value that leaves the engine has passed both parts.

mod ahead;
mod fitting;
mod recall;
mod remote;
mod review;
#[cfg(test)]
mod tests;

use super::common::Common;
use super::history::{History, SPECIAL};
use super::kernels::{Level, MOST_LANES, Range};
use super::open::Open;
use super::rare::{BATCH, Rare};
use super::shape::Shape;
use super::sources::Sources;
use super::space::Space;
use super::state::State;
use ahead::Checkers;
use fitting::{Spare, fitting, phases};
use remote::Remote;

/// How many heaps lie between two looks at how well the planes fit.
const REVIEW: u64 = 1 << 16;

/// How many heaps several threads work on at a time.
const SEGMENT: u64 = 1 << 15;

/// How many heaps without a rare one it takes before several threads are worth it.
const CALM: u64 = 1 << 16;

/// How many heaps without a rare one it takes, at most, before a few heaps may lie beyond the planes.
const QUIET: u64 = 1 << 22;

/// How an engine works, whatever the game.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// The instructions.
    pub level: Level,
    /// Heaps in a block.
    pub block: usize,
    /// Threads.
    pub threads: usize,
    /// How many heaps are remembered at least.
    pub memory: usize,
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
    /// The values and the space it began with.
    origin: (Vec<u32>, Space),
    remote: Remote,
    checkers: Checkers,
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
        let planes = fitting(recent.iter().map(|&value| space.index(value)), Spare::None);
        let range = if planes <= 16 { Range::Half } else { Range::Full };
        let mut history = History::new(space, range, values);
        history.remember(manner.memory);
        let sources = Sources::new(shape.phase(values.len() as u64), &history);
        let rare = Rare::new(manner.level, &history, phases(planes));
        let manner = Manner { block: manner.block.clamp(1, MOST_LANES), ..manner };
        let common = Common::new(manner.level, planes);
        let origin = (values.to_vec(), space);
        let checked = values.len() as u64;
        let (remote, checkers) = (Remote::default(), Checkers::default());
        Self { shape, manner, history, sources, common, rare, checked, origin, remote, checkers }
    }

    /// What it takes to go on later.
    pub fn state(&self) -> State {
        let mut state = State {
            next: 0,
            space: self.history.space().parts(),
            first_space: self.origin.1.parts(),
            values: self.origin.0.clone(),
            rares: Vec::new(),
            tall: Vec::new(),
            seen: 0,
            full: false,
            from: 0,
            window: Vec::new(),
            small: self.rare.small().clone(),
        };
        self.history.save(self.sources.reach(), &mut state);
        state
    }

    /// An engine that goes on from a state; `None` where the state contradicts itself.
    pub fn from_state(shape: Shape, state: &State, manner: Manner) -> Option<Self> {
        if !state.is_sound(&shape) {
            return None;
        }
        let mut history = History::load(state)?;
        history.remember(manner.memory);
        let space = Space::from_parts(state.first_space)?;
        let from = state.next.saturating_sub(REVIEW).max(state.from);
        let planes = fitting(history.indices(from, state.next), Spare::Few);
        let sources = Sources::new(shape.phase(state.next), &history);
        if sources.reach() > state.next - state.from && state.from > 0 {
            return None;
        }
        let phases = if history.range() == Range::Full { 1 } else { phases(planes) };
        let mut rare = Rare::new(manner.level, &history, phases);
        rare.set_small(state.small.clone());
        let planes = if history.range() == Range::Half { planes.min(16) } else { planes };
        let common = Common::new(manner.level, planes);
        let manner = Manner { block: manner.block.clamp(1, MOST_LANES), ..manner };
        let origin = (state.values.clone(), space);
        let (checked, remote, checkers) = (state.next, Remote::default(), Checkers::default());
        Some(Self { shape, manner, history, sources, common, rare, checked, origin, remote, checkers })
    }

    /// The accelerator, if it has one.
    pub const fn remote(&mut self) -> &mut Remote {
        &mut self.remote
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
        if self.follow_remote(limit) {
            return;
        }
        // between two stretches of an accelerator there is not enough to share
        let is_alone = !self.remote.is_attached();
        if is_alone && self.manner.threads > 1 && self.calm() > CALM && limit - self.checked > 4 * SEGMENT {
            self.run_ahead(limit);
        } else {
            let size = if self.manner.block == 1 { 1 } else { BATCH };
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

    /// Resolves what the check of the heaps before `end` left open, and takes them as known up to the first rare one.
    fn settle(&mut self, open: &[Open], end: u64) -> Course {
        let mut rare = None;
        for open in open {
            let mut left = open.without_tall(&self.history, self.rare.small(), self.sources.phase());
            if !left.indices.is_empty() && self.history.first() > 0 {
                self.recover(open.heap);
                left = left.without_tall(&self.history, &[], self.sources.phase());
            }
            if let Some(value) = left.resolve(&self.history, self.sources.phase()) {
                rare = Some((open.heap, value));
                break;
            }
        }
        let good = rare.map_or(end, |rare| rare.0);
        let bytes = &self.history.bytes_from(self.checked)[..(good - self.checked) as usize];
        let top = bytes.iter().map(|&byte| if byte == SPECIAL { 0 } else { byte }).max().map(u32::from);
        let tall = self.history.tall().iter().rev().take_while(|tall| tall.0 >= self.checked);
        if let Some(index) = tall.filter(|tall| tall.0 < good).map(|tall| tall.1).chain(top).max() {
            self.history.saw(index);
        }
        self.checked = good;
        let mut course = Course::Steady;
        if let Some((heap, value)) = rare {
            self.rare.drop_from(&self.history, heap);
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
        if course == Course::Changed {
            self.checkers.dismiss();
        }
        course
    }
}
