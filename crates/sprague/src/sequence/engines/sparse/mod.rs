//! The block engine for games with a sparse space: common part, rare part, and what is kept between blocks.
//!
//! A batch of blocks is computed as if no heap in it were rare and then checked. Where a heap proves rare the work is
//! rolled back to it, the heap becomes a source of exclusions, and the work goes on behind it. Batches are short
//! while rare heaps are frequent. Where none has come for a while, a crew of threads, or one thread alone, computes long
//! stretches by lists of candidates ([`crew`], [`ladder`]). Every value that leaves the engine has passed both parts.

pub mod bitmaps;
pub mod common;
mod crew;
mod delays;
pub mod history;
mod ladder;
pub mod rare;
mod remote;
pub mod state;
#[cfg(test)]
mod tests;
mod walk;
pub mod witnesses;

use std::sync::Arc;
use std::thread::JoinHandle;

use self::crew::{Crew, Found, MOST_THREADS, Start};
use self::ladder::{Ladder, Plan};
use self::remote::Remote;
use crate::heap::ENDLESS;
use crate::sequence::accelerator::Helpers;
use crate::sequence::engines::sparse::common::{Common, Sources};
use crate::sequence::engines::sparse::history::{History, between};
use crate::sequence::engines::sparse::rare::{BATCH, Open, Rare};
use crate::sequence::engines::sparse::state::{SPECIAL, State};
use crate::sequence::shape::{Break, Shape};
use crate::sequence::space::Space;
use sprague_kernels::{IndexRange, Loops, MOST_LANES, ShiftEntry};

/// How many heaps lie between two looks at how well the planes fit, at most.
const REVIEW: u64 = 1 << 16;

/// How many heaps tell how many planes fit, where a few may lie beyond them.
const LOOKED_AT: u64 = 1 << 13;

/// How many heaps tell which range the bytes have.
const JUDGED: u64 = 1 << 18;

/// When more than one of so many heaps does not fit half the range of a byte, the whole range is taken. Each of them is
/// computed singly otherwise; but what was computed ahead is lost where the range changes, and the history is converted.
const WIDENS: u64 = 128;

/// When fewer than one of so many heaps needs the whole range, half of it is taken again.
const NARROWS: u64 = 512;

/// The most planes with the narrow range of bytes.
const HALF: usize = 16;

/// The first heap after this one at which it is looked how well the planes fit.
const fn review_after(heap: u64) -> u64 {
    let eighth = if heap < 512 { 64 } else { 1 << (heap / 8).ilog2() };
    let step = if eighth < REVIEW { eighth } else { REVIEW };
    (heap / step + 1) * step
}

/// Fewer heaps are not worth a crew.
const WORTH: u64 = 1 << 12;

/// Where there is no crew, how many heaps pass before it is tried again.
const PAUSE: u64 = 1 << 12;

/// With more entries their order takes longer to find than it is worth.
const MOST_ENTRIES: usize = 1 << 13;

/// How many heaps beside those that entries reach tell in which order entries come.
const SAMPLE: u64 = 1 << 16;

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
    /// Whether other ways to the next heaps may be taken.
    pub helpers: Helpers,
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
    /// The first heaps, computed again when a witness had to be looked for among them.
    beginning: Option<Arc<History>>,
    remote: Remote,
    ahead: Ahead,
    /// The heap at which it is looked next how well the planes fit.
    review_at: u64,
}

/// Whether work ahead of the checks is still good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Course {
    Steady,
    Changed,
}

/// What the common part alone needs to go on.
#[derive(Clone, Debug)]
pub struct WalkGround {
    /// What rare heaps exclude.
    pub entries: Vec<ShiftEntry>,
    /// How many tokens moves take that break a heap.
    pub taken: Vec<u64>,
    /// The indices of the last heaps.
    pub window: Vec<u8>,
}

impl Sparse {
    /// What the common part needs to go on alone, if no rare heap has come for half of the way and nothing but entries
    /// matters: no phase of the rule ends, no rare heap is tall or distant, no part is too near to another.
    pub fn walk_ground(&self, length: usize) -> Option<WalkGround> {
        let phase = self.sources.phase();
        let is_far = |a_break: &Break| a_break.differ.saturating_add(a_break.taken) < self.checked / 4;
        let from = self.checked.checked_sub(length as u64).filter(|&from| from >= self.history.first())?;
        let window = &self.history.bytes_from(from)[..length];
        let is_plain = phase.until == ENDLESS
            && self.sources.tall().is_empty()
            && self.sources.distant().is_empty()
            && self.calm() > self.checked / 2
            && phase.breaks.iter().all(is_far)
            && !window.contains(&SPECIAL);
        is_plain.then(|| WalkGround {
            entries: self.sources.entries().to_vec(),
            taken: phase.breaks.iter().map(|a_break| a_break.taken).collect(),
            window: window.to_vec(),
        })
    }

    /// An engine that goes on from known values.
    pub fn new(shape: Shape, space: Space, values: &[u32], settings: BlockSettings) -> Self {
        let recent = &values[values.len() / 2..];
        let planes = fitting(recent.iter().map(|&value| space.index(value)), Spare::None);
        let range = if planes <= HALF { IndexRange::Half } else { IndexRange::Full };
        let mut history = History::new(space, range, values);
        history.remember(settings.memory);
        let sources = Sources::new(shape.phase(values.len() as u64), &history);
        let mut rare = Rare::new(settings.loops, phases(planes));
        rare.renew_small(&history, values.len() as u64);
        let settings = BlockSettings { block: settings.block.clamp(1, MOST_LANES), ..settings };
        let common = Common::new(settings.loops, planes);
        let origin = (values.to_vec(), space);
        let checked = values.len() as u64;
        let (remote, ahead) = (Remote::default(), Ahead::default());
        let review_at = review_after(checked);
        let beginning = None;
        Self {
            shape,
            settings,
            history,
            sources,
            common,
            rare,
            checked,
            origin,
            beginning,
            remote,
            ahead,
            review_at,
        }
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
        let phases = if history.range() == IndexRange::Full { 1 } else { phases(planes) };
        let mut rare = Rare::new(settings.loops, phases);
        rare.set_small(state.small.clone());
        let planes = if history.range() == IndexRange::Half { planes.min(HALF) } else { planes };
        let common = Common::new(settings.loops, planes);
        let settings = BlockSettings { block: settings.block.clamp(1, MOST_LANES), ..settings };
        let origin = (state.values.clone(), space);
        let (checked, remote, ahead) = (state.next, Remote::default(), Ahead::default());
        // a review of the very first heap may be due; it does no harm twice
        let review_at = review_after(checked.saturating_sub(1));
        let sparse = Self {
            shape,
            settings,
            history,
            sources,
            common,
            rare,
            checked,
            origin,
            beginning: None,
            remote,
            ahead,
            review_at,
        };
        Some(sparse)
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
        // what is reviewed at a heap must not rest on what comes behind it
        let limit = to.saturating_add(1).min(self.sources.phase().until);
        let limit = limit.min(self.review_at.max(self.checked + 1));
        if self.follow_remote(limit) {
            return;
        }
        // between two stretches of an accelerator there is not enough to share
        if !self.remote.is_attached() && self.follow_crew(limit) {
            return;
        }
        let size = if self.settings.block == 1 { 1 } else { BATCH };
        let batch = self.end(self.checked, size, limit);
        self.compute(batch);
        let open = self.rare.check(&self.history, &self.shape, self.checked, batch);
        self.settle(&open, batch);
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
                left = self.without_beginning(&left);
            }
            if !left.indices.is_empty() && self.history.first() > 0 {
                self.recover(open.heap);
                left = left.without_tall(&self.history, &[], self.sources.phase());
            }
            if let Some(value) = left.resolve(self.settings.loops, &self.history, self.sources.phase()) {
                rare = Some((open.heap, value));
                break;
            }
        }
        let good = rare.map_or(end, |rare| rare.0);
        let top = self.history.top(self.checked, good);
        let tall = self.history.tall().iter().rev().take_while(|tall| tall.0 >= self.checked);
        if let Some(index) = tall.filter(|tall| tall.0 < good).map(|tall| tall.1).chain(top).max() {
            self.history.saw(index);
        }
        self.checked = good;
        let mut course = Course::Steady;
        if let Some((heap, value)) = rare {
            self.rare.drop_from(heap);
            self.history.rewind(heap);
            if self.history.commit_rare(value) {
                self.sources.add(&self.history);
            }
            self.checked = self.history.next();
            course = Course::Changed;
        }
        while self.review_at <= good {
            if self.review(self.review_at) == Course::Changed {
                course = Course::Changed;
            }
            self.review_at = review_after(self.review_at);
        }
        if course == Course::Changed {
            self.ahead.dismiss(0);
        }
        course
    }
}

impl Sparse {
    /// Ends the crew and the thread that makes a plan; the next crew has it.
    pub fn rest(&mut self) {
        self.ahead.dismiss(0);
        if let Some(plan) = self.ahead.planner.take().and_then(|planner| planner.join().ok()) {
            self.ahead.plan = Some(plan);
        }
    }

    /// Sources and working memory anew, after the bytes or their range have changed.
    fn renew(&mut self, copies: usize) {
        self.sources = Sources::new(&self.sources.phase().clone(), &self.history);
        let small = self.rare.small().clone();
        self.rare = Rare::new(self.settings.loops, copies);
        self.rare.set_small(small);
    }

    /// Forgets old heaps, takes more or fewer planes, so that few heaps lie beyond them, and the range of bytes that they
    /// need: from what is known of the heaps before `heap` alone, so that it is the same whoever computed them and when.
    fn review(&mut self, heap: u64) -> Course {
        self.rare.renew_small(&self.history, heap);
        self.history.forget(heap, self.sources.reach());
        // While rare heaps come often, computing a heap singly is dear, and none may be missed.
        let rare = between(self.history.rares(), 0, heap).last();
        let is_calm = heap - rare.map_or(0, |rare| rare.0) > QUIET.min(heap / 2);
        let (spare, looked_at) = if is_calm { (Spare::Few, LOOKED_AT) } else { (Spare::None, REVIEW) };
        let from = (heap - looked_at.min(heap / 8)).max(self.history.first());
        let planes = fitting(self.history.indices(from, heap), spare);
        let from = (heap - JUDGED.min(heap / 8)).max(self.history.first());
        let range = range_for(self.history.range(), self.history.count_tall(from, heap), heap - from);
        let planes = if range == IndexRange::Half { planes.min(HALF) } else { planes };
        if planes != self.common.planes() {
            self.common = Common::new(self.settings.loops, planes);
        }
        if range == self.history.range() {
            return Course::Steady;
        }
        match range {
            IndexRange::Full => {
                self.history.shrink(heap, self.sources.reach(), 0);
                self.history.widen();
                self.renew(1);
            }
            IndexRange::Half => {
                self.history.narrow();
                self.renew(phases(planes));
            }
        }
        Course::Changed
    }
}

/// The most planes: 31 * 8 indices, one index of a byte is set apart.
const MOST_PLANES: usize = 31;

/// Games with few values are often nearly periodic: witnesses must come from shifts of every residue.
pub const fn phases(planes: usize) -> usize {
    if planes <= 1 { 8 } else { 1 }
}

/// The range that the bytes need, when so many of the last heaps do not fit half of it: the one they have, between two
/// limits.
const fn range_for(range: IndexRange, tall: u64, heaps: u64) -> IndexRange {
    if tall * WIDENS > heaps {
        IndexRange::Full
    } else if tall * NARROWS < heaps {
        IndexRange::Half
    } else {
        range
    }
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

/// A crew at work, and what it has computed ahead. A copy of the engine has none.
#[derive(Debug, Default)]
pub struct Ahead {
    crew: Option<Crew>,
    /// The plan that the last crew had.
    plan: Option<Plan>,
    /// A thread that makes the next one.
    planner: Option<JoinHandle<Plan>>,
    /// The first heap at which there may be a crew again.
    pause_until: u64,
    /// What it found last, and how many of these bytes have been taken up; the open heaps are those of the others.
    rest: Found,
    used: usize,
}

impl Clone for Ahead {
    fn clone(&self) -> Self {
        Self { plan: self.plan.clone(), ..Self::default() }
    }
}

impl Ahead {
    /// The next heaps from `next` on, at most `most`; none where the engine must go on itself.
    fn take(&mut self, next: u64, most: u64) -> Found {
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        if self.used == self.rest.bytes.len() {
            let Some(crew) = &mut self.crew else { return Found::default() };
            (self.rest, self.used) = (crew.take(most), 0);
        }
        let rest = &self.rest.bytes[self.used..];
        let bytes = rest[..most.min(rest.len())].to_vec();
        self.used += bytes.len();
        let end = next + bytes.len() as u64;
        let open = self.rest.open.as_mut().map(|open| {
            let later = open.split_off(open.partition_point(|open| open.heap < end));
            std::mem::replace(open, later)
        });
        Found { bytes, open }
    }

    /// The plan for these entries, given the heaps behind them. One that has grown old serves again, where there are
    /// several threads, while one of them makes another: any plan gives the same result.
    fn plan(
        &mut self,
        far: &[ShiftEntry],
        range: IndexRange,
        (window, next): (&[u8], u64),
        threads: usize,
    ) -> Plan {
        if let Some(planner) = self.planner.take_if(|planner| planner.is_finished()) {
            self.plan = planner.join().ok().or_else(|| self.plan.take());
        }
        let last = self.plan.take().and_then(|plan| plan.adapted(far, range));
        match last {
            Some(plan) if !plan.is_old(next) => plan,
            Some(plan) if threads > 1 => {
                let (far, window) = (far.to_vec(), window.to_vec());
                let make = move || Plan::new(far, range, &window, next);
                if self.planner.is_none() {
                    self.planner = std::thread::Builder::new().spawn(make).ok();
                }
                plan
            }
            _ => Plan::new(far.to_vec(), range, window, next),
        }
    }

    /// Drops what was computed ahead; the ground has changed, or it is not worth it before this heap.
    fn dismiss(&mut self, pause_until: u64) {
        if let Some(crew) = self.crew.take() {
            self.plan = Some(crew.plan().clone());
        }
        (self.rest, self.used, self.pause_until) = (Found::default(), 0, pause_until);
    }
}

impl Sparse {
    /// Takes up heaps before `limit` from a crew; tells whether there were any.
    fn follow_crew(&mut self, limit: u64) -> bool {
        if self.ahead.crew.is_none() && !self.hire() {
            return false;
        }
        let most =
            (limit - self.checked).min(if self.settings.threads == 1 { 4 * BATCH as u64 } else { u64::MAX });
        let Found { bytes, open } = self.ahead.take(self.checked, most);
        let end = self.checked + bytes.len() as u64;
        let Some(tall) = (!bytes.is_empty()).then(|| self.take_up(&bytes)).flatten() else {
            self.history.rewind(self.checked);
            self.ahead.dismiss(self.checked + PAUSE);
            return false;
        };
        let open = match open {
            None => self.rare.check(&self.history, &self.shape, self.checked, end),
            Some(mut open) => {
                let phase = self.sources.phase();
                let search = |(heap, set)| self.rare.settle(&self.history, phase, heap, set);
                open.extend(tall.into_iter().filter_map(search));
                open.sort_unstable_by_key(|open| open.heap);
                open
            }
        };
        self.settle(&open, end);
        true
    }

    /// Gets a crew together, if nothing out of the ordinary happens soon.
    fn hire(&mut self) -> bool {
        let next = self.checked;
        // among many, one is left to the thread that takes up what the others find
        let threads = self.settings.threads.min(MOST_THREADS);
        let threads = if threads > 8 { threads - 1 } else { threads };
        let calm = if threads == 1 { 1 << 13 } else { CALM };
        let is_many = self.sources.entries().len() > MOST_ENTRIES;
        if next < self.ahead.pause_until || self.calm() <= calm || self.settings.block == 1 || is_many {
            return false;
        }
        let far = match threads {
            1 => 128,
            2..=4 => 256,
            _ => 512,
        };
        let reach = self.sources.entries().last().map_or(0, |entry| u64::from(entry.shift));
        let kept = next.saturating_sub(reach.max(far.into()) + SAMPLE).max(self.history.first());
        let until = self.sources.clear_until(&self.history, next);
        // what tall heaps exclude when they meet tall rare ones must be known when the ground is handed over
        let until = until.min(self.sources.tall().iter().map(|tall| next + tall.0).min().unwrap_or(until));
        let until = until.min(next.saturating_add(3 * next.max(1 << 16)));
        let is_known = next - kept >= reach.max(far.into()) + SAMPLE / 4;
        let range = self.history.range();
        if !is_known || until < next + WORTH || range == IndexRange::Full && self.history.has_greatest(kept) {
            self.ahead.pause_until = next + PAUSE;
            return false;
        }
        let window = &self.history.bytes_from(kept)[..(next - kept) as usize];
        let all = self.sources.entries();
        let distant: Vec<_> = all.iter().filter(|entry| entry.shift >= far).copied().collect();
        let plan = self.ahead.plan(&distant, range, (window, next), threads);
        let exceptions = self.sources.tall_meetings(&self.history, next, until);
        let exceptions = exceptions.iter().map(|&(heap, index)| ((heap - kept) as usize, index)).collect();
        let ladder = Ladder::new(self.settings.loops, plan, all, far as usize, exceptions);
        let start = Start { ladder, far: far as usize, window, next, until };
        self.ahead.crew = Some(Crew::new(start, threads, &self.shape, &self.history, &self.rare));
        true
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
        if again.checked >= again.sources.phase().until {
            again.sources = Sources::new(again.shape.phase(again.checked), &again.history);
        }
        again.compute(heap + 1);
        again.history
    }

    /// What is left of an open heap when one part may be any of the first heaps, as far as the other is remembered. These
    /// heaps are computed again when they are first asked for: as many as are remembered, a byte each.
    fn without_beginning(&mut self, open: &Open) -> Open {
        let length = self.settings.memory.min(self.history.memory()) as u64;
        let beginning = self.beginning.take().unwrap_or_else(|| {
            let (values, space) = &self.origin;
            let mut again = Self::new(self.shape.clone(), *space, values, self.settings);
            while again.checked < length {
                again.step(length - 1);
            }
            Arc::new(again.history)
        });
        let left = open.without_small(self.settings.loops, &beginning, &self.history, self.sources.phase());
        self.beginning = Some(beginning);
        left
    }

    /// Goes on with the whole history: what one heap needs, those after it will need too. In Grundy's game that is where
    /// values come as tall as never before, and the only witness may lie anywhere.
    fn recover(&mut self, heap: u64) {
        let mut whole = self.retrace(heap);
        match self.history.range() {
            IndexRange::Half => whole.narrow(),
            IndexRange::Full => whole.widen(),
        }
        whole.follow(&self.history);
        self.history = whole;
        let is_half = self.history.range() == IndexRange::Half;
        self.renew(if is_half { phases(self.common.planes()) } else { 1 });
    }
}
