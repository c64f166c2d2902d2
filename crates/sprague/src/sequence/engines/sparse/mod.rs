//! The block engine for games with a sparse space: common part, rare part, and what is kept between blocks.
//!
//! A batch of blocks is computed as if no heap in it were rare and then checked. Where a heap proves rare the work is
//! rolled back to it, the heap becomes a source of exclusions, and the work goes on behind it. Batches are short
//! while rare heaps are frequent. With several threads, one computes the common part of a long segment while the
//! others check the segment before. Every value that leaves the engine has passed both parts.

pub mod common;
pub mod history;
pub mod rare;
mod remote;
#[cfg(test)]
mod tests;
pub mod witnesses;

use self::remote::Remote;
use std::time::Instant;

use crate::sequence::engines::sparse::common::{Common, Sources};
use crate::sequence::engines::sparse::history::{History, SPECIAL};
use crate::sequence::engines::sparse::rare::{BATCH, Open, Rare};
use crate::sequence::kernels::{Loops, MOST_LANES, Range};
use crate::sequence::shape::Shape;
use crate::sequence::space::Space;
use crate::sequence::state::State;

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
pub struct BlockSettings {
    /// The instructions.
    pub loops: Loops,
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
    settings: BlockSettings,
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
    pub fn new(shape: Shape, space: Space, values: &[u32], settings: BlockSettings) -> Self {
        let recent = &values[values.len() / 2..];
        let planes = fitting(recent.iter().map(|&value| space.index(value)), Spare::None);
        let range = if planes <= 16 { Range::Half } else { Range::Full };
        let mut history = History::new(space, range, values);
        history.remember(settings.memory);
        let sources = Sources::new(shape.phase(values.len() as u64), &history);
        let rare = Rare::new(settings.loops, &history, phases(planes));
        let settings = BlockSettings { block: settings.block.clamp(1, MOST_LANES), ..settings };
        let common = Common::new(settings.loops, planes);
        let origin = (values.to_vec(), space);
        let checked = values.len() as u64;
        let (remote, checkers) = (Remote::default(), Checkers::default());
        Self { shape, settings, history, sources, common, rare, checked, origin, remote, checkers }
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
    pub fn from_state(shape: Shape, state: &State, settings: BlockSettings) -> Option<Self> {
        if !state.is_sound(&shape) {
            return None;
        }
        let mut history = History::load(state)?;
        history.remember(settings.memory);
        let space = Space::from_parts(state.first_space)?;
        let from = state.next.saturating_sub(REVIEW).max(state.from);
        let planes = fitting(history.indices(from, state.next), Spare::Few);
        let sources = Sources::new(shape.phase(state.next), &history);
        if sources.reach() > state.next - state.from && state.from > 0 {
            return None;
        }
        let phases = if history.range() == Range::Full { 1 } else { phases(planes) };
        let mut rare = Rare::new(settings.loops, &history, phases);
        rare.set_small(state.small.clone());
        let planes = if history.range() == Range::Half { planes.min(16) } else { planes };
        let common = Common::new(settings.loops, planes);
        let settings = BlockSettings { block: settings.block.clamp(1, MOST_LANES), ..settings };
        let origin = (state.values.clone(), space);
        let (checked, remote, checkers) = (state.next, Remote::default(), Checkers::default());
        Some(Self { shape, settings, history, sources, common, rare, checked, origin, remote, checkers })
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
        if is_alone && self.settings.threads > 1 && self.calm() > CALM && limit - self.checked > 4 * SEGMENT {
            self.run_ahead(limit);
        } else {
            let size = if self.settings.block == 1 { 1 } else { BATCH };
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
            let lanes = (self.end(next, self.settings.block, end) - next) as usize;
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

impl Sparse {
    /// Sources and working memory anew, after the bytes or their range have changed.
    fn renew(&mut self, copies: usize) {
        self.sources = Sources::new(&self.sources.phase().clone(), &self.history);
        let small = self.rare.small().clone();
        self.rare = Rare::new(self.settings.loops, &self.history, copies);
        self.rare.set_small(small);
    }

    /// Takes more or fewer planes, so that few heaps lie beyond them, and the range of bytes that they need.
    fn review(&mut self) -> Course {
        self.common.beyond = (0, 0);
        let from = self.checked - REVIEW.min(self.checked / 8);
        // While rare heaps come often, computing a heap singly is dear.
        let is_calm = self.calm() > QUIET.min(self.checked / 2);
        let spare = if is_calm { Spare::Few } else { Spare::None };
        let planes = fitting(self.history.indices(from, self.checked), spare);
        if planes != self.common.planes() {
            self.common = Common::new(self.settings.loops, planes);
        }
        match self.history.range() {
            Range::Half if planes > 16 => {
                self.history.shrink(self.sources.reach(), 0);
                self.history.widen();
                self.renew(1);
                Course::Changed
            }
            Range::Full if planes <= 16 && is_calm => {
                self.history.narrow();
                self.renew(phases(planes));
                Course::Changed
            }
            Range::Half | Range::Full => Course::Steady,
        }
    }
}

/// The most planes: 31 * 8 indices, one index of a byte is set apart.
const MOST_PLANES: usize = 31;

/// Games with few values are often nearly periodic: witnesses must come from shifts of every residue.
pub const fn phases(planes: usize) -> usize {
    if planes <= 1 { 8 } else { 1 }
}

/// How many heaps may lie beyond the planes, to be computed singly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spare {
    /// None.
    None,
    /// One in 256.
    Few,
}

/// How many planes leave no more of these indices out.
pub fn fitting(indices: impl Iterator<Item = u32>, spare: Spare) -> usize {
    let mut groups = [0u32; MOST_PLANES + 1];
    let mut total = 0;
    for index in indices {
        groups[(index as usize / 8).min(MOST_PLANES)] += 1;
        total += 1;
    }
    let most = if spare == Spare::Few { total / 256 } else { 0 };
    let mut beyond = groups[MOST_PLANES];
    let mut planes = MOST_PLANES;
    while planes > 1 && beyond + groups[planes - 1] <= most {
        planes -= 1;
        beyond += groups[planes];
    }
    planes
}

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
    fn run_ahead(&mut self, limit: u64) {
        let shape = self.shape.clone();
        let threads = self.settings.threads.min(MOST);
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

impl Sparse {
    /// The whole history before a heap, computed anew, and the heap's common value: a byte a heap, and as long again as
    /// it took to come this far. It is wanted when a part that is forgotten may be the only witness.
    fn retrace(&self, heap: u64) -> History {
        let (values, space) = &self.origin;
        let mut again = Self::new(self.shape.clone(), *space, values, self.settings);
        again.history.remember_all(&self.history);
        while again.checked < heap {
            again.step(heap - 1);
        }
        again.compute(heap + 1);
        again.history
    }

    /// Goes on with the whole history: what one heap needs, those after it will need too. In Grundy's game that is where
    /// values come as tall as never before, and the only witness may lie anywhere.
    fn recover(&mut self, heap: u64) {
        let mut whole = self.retrace(heap);
        match self.history.range() {
            Range::Half => whole.narrow(),
            Range::Full => whole.widen(),
        }
        whole.follow(&self.history);
        self.history = whole;
        let is_half = self.history.range() == Range::Half;
        self.renew(if is_half { phases(self.common.planes()) } else { 1 });
    }
}
