//! One way into all engines: a rule, a kernel, and values that stream to a sink.
//!
//! The engine picks what suits the rule. Rules without a two-part shape go to the dense engine. Otherwise the first
//! values come from the textbook engine, which looks for a sparse space; once there is one with few rare heaps, the
//! block engine takes over. The space is reconsidered up to four times in a doubling while the whole history is at
//! hand. Which kernel, block size and number of threads is used never changes a value.

use std::ops::ControlFlow;

use super::accelerator::{self, Helpers};
use super::engines::dense::Dense;
use super::engines::naive::extend_naively;
use super::engines::sparse::history::{LAST_CHOICE, MEMORY};
use super::engines::sparse::state::State;
use super::engines::sparse::{BlockSettings, Sparse, WalkGround};
use super::engines::textbook::{Textbook, worth_changing};
use super::engines::wide::Wide;
use super::kernel::{Isa, Kernel, Method};
use super::shape::Shape;
use super::sink::Sink;
use super::space::{Counts, Space};
use super::values::{ValueRoom, Values};
use crate::heap::Clause;
use crate::nimber::Nimber;

/// How values are to be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineSettings {
    /// The kernel.
    pub kernel: Kernel,
    /// How many threads may work.
    pub threads: usize,
    /// How many heaps make a block, at most 512.
    pub block: usize,
    /// How many heaps the textbook engine computes, at least, before the block engine takes over.
    pub prelude: u64,
    /// How many heaps the block engine remembers at least, a byte each.
    pub memory: usize,
    /// Whether the block engine may take shorter ways where a game allows them.
    pub helpers: Helpers,
}

impl Default for EngineSettings {
    fn default() -> Self {
        Self {
            kernel: Kernel::best(),
            threads: 1,
            block: 128,
            prelude: 1 << 10,
            memory: MEMORY,
            helpers: Helpers::Allowed,
        }
    }
}

impl EngineSettings {
    /// What of it the block engine asks for.
    fn of_blocks(self) -> BlockSettings {
        BlockSettings {
            loops: self.kernel.loops(),
            block: self.kernel.block(self.block),
            threads: self.threads.max(1),
            memory: self.memory,
            // a device takes the place of a helper
            helpers: if self.kernel.isa == Isa::Gpu { Helpers::Forbidden } else { self.helpers },
        }
    }
}

/// Computes the values of one rule in order.
#[derive(Clone, Debug)]
pub struct Engine {
    stage: Stage,
    settings: EngineSettings,
    next: u64,
    rares: Vec<(u64, Nimber)>,
    /// For values that are sent together and are not at hand as they are.
    room: ValueRoom,
    /// Whether the space is no longer reconsidered.
    settled: bool,
    /// Whether an accelerator has been asked for.
    is_assisted: bool,
    /// Why it is not at work.
    notice: Option<String>,
}

/// The engine at work.
#[derive(Clone, Debug)]
enum Stage {
    Naive(Vec<Clause>, Vec<Nimber>),
    Dense(Box<Dense>),
    Textbook(Box<Textbook>),
    /// The textbook engine until a space is found.
    Prelude(Box<Textbook>, Shape),
    /// While there is no good space.
    Wide(Box<Wide>, Shape, Counts),
    Sparse(Box<Sparse>, Shape, Counts),
}

impl Engine {
    /// An engine for the rule, before its first value.
    pub fn new(clauses: &[Clause], settings: EngineSettings) -> Self {
        let stage = match (settings.kernel.method, Shape::new(clauses)) {
            (Method::Naive, _) => Stage::Naive(clauses.to_vec(), Vec::new()),
            (Method::Dense, _) | (_, None) => Stage::Dense(Box::new(Dense::new(clauses))),
            // without splits the dense engine looks at one heap for each number taken, which nothing can beat
            (_, Some(_)) if !splits(clauses) => Stage::Dense(Box::new(Dense::new(clauses))),
            (Method::Textbook, Some(shape)) => Stage::Textbook(Box::new(Textbook::new(shape))),
            (_, Some(shape)) => Stage::Prelude(Box::new(Textbook::new(shape.clone())), shape),
        };
        Self {
            stage,
            settings,
            next: 0,
            rares: Vec::new(),
            room: ValueRoom::default(),
            settled: false,
            is_assisted: false,
            notice: None,
        }
    }

    /// Why the GPU that was asked for is not at work, if so.
    pub fn notice(&self) -> Option<&str> {
        self.notice.as_deref()
    }

    /// Asks for an accelerator, once the space is settled.
    fn assist(&mut self) {
        if let Stage::Sparse(sparse, ..) = &mut self.stage {
            if !self.is_assisted && sparse.next() >= LAST_CHOICE {
                self.is_assisted = true;
                match accelerator::open() {
                    Ok(device) => sparse.remote().attach(device),
                    Err(why) => self.notice = Some(why),
                }
            }
            if let Some(why) = sparse.remote().notice() {
                self.notice = Some(why.to_owned());
            }
        }
    }

    /// Whether it is one of the engines that need not look at every option of every heap.
    pub const fn is_fast(&self) -> bool {
        !matches!(self.stage, Stage::Naive(..) | Stage::Dense(_))
    }

    /// The first heap that has not been sent.
    pub const fn next(&self) -> u64 {
        self.next
    }

    /// The sparse space in use.
    pub fn space(&self) -> Option<Space> {
        match &self.stage {
            Stage::Naive(..) | Stage::Dense(_) | Stage::Wide(..) => None,
            Stage::Textbook(textbook) | Stage::Prelude(textbook, _) => textbook.space(),
            Stage::Sparse(sparse, ..) => Some(sparse.history().space()),
        }
    }

    /// The heaps sent so far that are rare under [`Self::space`], with their values, ascending.
    pub fn rares(&self) -> &[(u64, Nimber)] {
        &self.rares
    }

    /// Sends the values of the heaps from [`Self::next`] up to `to` to the sink.
    pub fn stream(&mut self, to: u64, sink: &mut dyn Sink) -> ControlFlow<()> {
        let flow = self.send(to, sink);
        self.list_rares();
        flow
    }

    fn send(&mut self, to: u64, sink: &mut dyn Sink) -> ControlFlow<()> {
        while self.next <= to {
            if self.settings.kernel.isa == Isa::Gpu {
                self.assist();
            }
            let start = self.next;
            self.next = self.compute(to);
            let mut room = std::mem::take(&mut self.room);
            let values = self.recall(start, self.next, &mut room).expect("computed just now");
            let flow = sink.accept(start, values);
            self.room = room;
            flow?;
        }
        ControlFlow::Continue(())
    }

    /// Computes some heaps, at most up to `to`, and takes up another engine where that is better; the heap behind them.
    fn compute(&mut self, to: u64) -> u64 {
        const CHUNK: u64 = 1 << 12;
        const LONG_CHUNK: u64 = 1 << 20;
        /// An accelerator begins and ends with the processor at work alone: seldom.
        const LONGER_CHUNK: u64 = 1 << 22;
        /// What is sent at a time stays in the nearest cache.
        const PIECE: u64 = 1 << 14;
        let start = self.next;
        let last = to.min(start + CHUNK - 1);
        match &mut self.stage {
            Stage::Naive(clauses, values) => extend_naively(clauses, last, values),
            Stage::Dense(dense) => {
                dense.extend_to(last);
            }
            Stage::Textbook(textbook) => {
                textbook.extend_to(last);
            }
            Stage::Prelude(textbook, shape) => {
                let stage = (start + 1).max(self.settings.prelude).max(shape.reach() + 1);
                let stage = stage.next_power_of_two();
                let last = last.min(stage - 1);
                textbook.extend_to(last);
                if last + 1 == stage {
                    self.take_over();
                }
                return last + 1;
            }
            Stage::Wide(wide, _, counts) => {
                let last = last.min((start + 1).next_power_of_two() - 1);
                while (wide.values().len() as u64) <= last {
                    wide.step(last);
                }
                let end = wide.values().len() as u64;
                counts.add_all(start, Values::Words(&wide.values()[start as usize..]));
                if (last + 1).is_power_of_two() || wide.is_full() {
                    self.leave_wide();
                }
                return end;
            }
            Stage::Sparse(sparse, _, counts) => {
                let chunk_size = if self.is_assisted { LONGER_CHUNK } else { PIECE };
                // what has not been sent must be remembered
                let chunk_size = chunk_size.min(self.settings.memory as u64 / 4).max(1);
                if sparse.next() == start {
                    let last = to.min(start + chunk_size - 1);
                    while sparse.next() <= last {
                        sparse.step(last);
                    }
                }
                let is_settled = start >= LAST_CHOICE || self.settled;
                let piece = if is_settled { PIECE } else { LONG_CHUNK };
                let end = sparse.next().min(start + piece);
                if !is_settled {
                    counts.add_all(start, sparse.history().recall(start, end, &mut self.room));
                    // At every quarter of a doubling.
                    let quarter = ((start + 1).next_power_of_two() / 8).max(1);
                    if end / quarter != start / quarter {
                        self.reconsider();
                    }
                }
                return end;
            }
        }
        last + 1
    }

    /// Ends the threads that compute ahead; what they had is dropped.
    pub fn rest(&mut self) {
        if let Stage::Sparse(sparse, ..) = &mut self.stage {
            sparse.rest();
        }
    }

    fn list_rares(&mut self) {
        let mut rares: Vec<(u64, Nimber)> = match &self.stage {
            Stage::Naive(..) | Stage::Dense(_) | Stage::Wide(..) => Vec::new(),
            Stage::Textbook(textbook) | Stage::Prelude(textbook, _) => {
                let value = |&heap: &u32| (heap.into(), Nimber(textbook.values()[heap as usize].into()));
                textbook.rares().iter().map(value).collect()
            }
            Stage::Sparse(sparse, ..) => {
                sparse.history().rares().iter().map(|&(heap, value)| (heap, Nimber(value.into()))).collect()
            }
        };
        rares.retain(|rare| rare.0 < self.next);
        self.rares = rares;
    }

    /// Hands the known values to the block engine if their space is good.
    fn take_over(&mut self) {
        let Stage::Prelude(textbook, shape) = &self.stage else { return };
        let values = textbook.values();
        let counts = textbook.counts();
        let Some((space, rares)) = counts.best(shape.break_parity()) else { return };
        let clear = shape.phase(values.len() as u64).breaks.iter().all(|a_break| {
            a_break.differ.saturating_add(a_break.taken).saturating_add(4) < values.len() as u64
        });
        if !clear {
            return;
        }
        if rares <= counts.total() / tolerated(counts.total()) {
            self.stage = self.sparse(shape.clone(), space, values, counts.clone());
        } else if self.settings.kernel.method != Method::Planes
            && let Some(mut wide) =
                Wide::new(shape.clone(), values, self.settings.kernel.loops(), self.settings.threads.max(1))
        {
            wide.choose(counts);
            self.stage = Stage::Wide(Box::new(wide), shape.clone(), counts.clone());
        }
    }

    /// Goes from the wide engine to the block engine if there is a good space by now, or back to the textbook if the
    /// values have become too large.
    fn leave_wide(&mut self) {
        let Stage::Wide(wide, _, counts) = &mut self.stage else { return };
        wide.choose(counts);
        let Stage::Wide(wide, shape, counts) = &self.stage else { return };
        let values = || wide.values().iter().map(|&value| u32::from(value)).collect::<Vec<u32>>();
        let best = counts.best(shape.break_parity());
        // What counts is how often rare heaps still come, and that nearly all indices fit a byte.
        let few = |space: Space| {
            let from = wide.values().len() / 4 * 3;
            let heaps = wide.values().len() - from;
            let recent =
                || (from as u64..).zip(&wide.values()[from..]).map(|(heap, &v)| (heap, u32::from(v)));
            let rares = recent().filter(|&(heap, value)| space.is_rare(heap, value)).count();
            let tall = recent().filter(|&(_, value)| space.index(value) >= 255).count();
            let short = heaps < 1 << 10 && rares <= heaps / 6;
            (rares <= heaps / 64 || short) && tall <= heaps / 256
        };
        if let Some((space, _)) = best.filter(|(space, _)| few(*space)) {
            self.stage = self.sparse(shape.clone(), space, &values(), counts.clone());
        } else if wide.is_full() {
            let textbook = Textbook::from_values(shape.clone(), values(), counts.clone());
            self.stage = Stage::Textbook(Box::new(textbook));
        }
    }

    fn sparse(&self, shape: Shape, space: Space, values: &[u32], counts: Counts) -> Stage {
        let sparse = Sparse::new(shape.clone(), space, values, self.settings.of_blocks());
        Stage::Sparse(Box::new(sparse), shape, counts)
    }

    /// Changes the space if a better one has come up.
    fn reconsider(&mut self) {
        let Stage::Sparse(sparse, shape, counts) = &self.stage else { return };
        let Some((best, rares)) = counts.best(shape.break_parity()) else { return };
        if worth_changing(Some(sparse.history().space()), best, rares, counts) {
            let values: Vec<u32> = (0..sparse.next()).map(|heap| sparse.history().value(heap)).collect();
            self.stage = self.sparse(shape.clone(), best, &values, counts.clone());
        }
    }

    /// What the common part needs to go on alone, with the indices of the last `length` heaps, once the block engine is at
    /// work and nothing but entries matters.
    pub(crate) fn walk_ground(&self, length: usize) -> Option<WalkGround> {
        match &self.stage {
            Stage::Sparse(sparse, ..) if sparse.next() == self.next => sparse.walk_ground(length),
            _ => None,
        }
    }

    /// What it takes to go on later, once the block engine is at work; before that, starting again costs little. None
    /// while values are known that have not been sent.
    pub fn state(&self) -> Option<State> {
        match &self.stage {
            Stage::Sparse(sparse, ..) if sparse.next() == self.next => Some(sparse.state()),
            _ => None,
        }
    }

    /// An engine for the rule that goes on from a state; `None` where the state does not fit the rule or itself.
    pub fn from_state(clauses: &[Clause], settings: EngineSettings, state: &State) -> Option<Self> {
        let shape = Shape::new(clauses)?;
        let sparse = Sparse::from_state(shape.clone(), state, settings.of_blocks())?;
        // The space goes on being reconsidered where the state holds every heap.
        let mut counts = Counts::default();
        let settled = state.from > 0 || state.next > LAST_CHOICE;
        for heap in (0..state.next).filter(|_| !settled) {
            counts.add(heap, sparse.history().value(heap));
        }
        let stage = Stage::Sparse(Box::new(sparse), shape, counts);
        let mut engine = Self::new(&[], settings);
        (engine.stage, engine.next, engine.settled) = (stage, state.next, settled);
        engine.list_rares();
        Some(engine)
    }

    /// An engine for the rule that goes on from the values of the heaps from 0 on; `None` where that would cost as much
    /// as starting again, or where they cannot be values: no play from a heap of n tokens has 2n moves, for each takes
    /// tokens away or adds a heap.
    pub fn from_values(clauses: &[Clause], settings: EngineSettings, values: Values<'_>) -> Option<Self> {
        let small = values.iter().map(|value| u32::try_from(value.0).ok()).collect::<Option<Vec<u32>>>()?;
        if (0..).zip(&small).any(|(heap, &value)| u64::from(value) > 2 * heap) {
            return None;
        }
        let mut engine = Self::new(clauses, settings);
        engine.next = small.len() as u64;
        let textbook = |shape: &Shape, values: Vec<u32>| {
            let mut counts = Counts::default();
            counts.add_all(0, (&values).into());
            Box::new(Textbook::from_values(shape.clone(), values, counts))
        };
        match &mut engine.stage {
            Stage::Dense(dense) => **dense = Dense::from_values(clauses, &small)?,
            Stage::Textbook(table) => *table = textbook(&Shape::new(clauses)?, small),
            Stage::Prelude(table, shape) => {
                *table = textbook(shape, small);
                if engine.next >= settings.prelude.max(shape.reach() + 1) {
                    engine.take_over();
                }
            }
            Stage::Naive(..) | Stage::Wide(..) | Stage::Sparse(..) => {}
        }
        engine.list_rares();
        Some(engine)
    }

    /// All values from heap 0 on, where the engine keeps them as they are.
    fn table(&self) -> Option<Values<'_>> {
        match &self.stage {
            Stage::Naive(_, kept) => Some(Values::Wide(kept)),
            Stage::Dense(dense) => Some(Values::Small(dense.values())),
            Stage::Textbook(textbook) | Stage::Prelude(textbook, _) => Some(Values::Small(textbook.values())),
            Stage::Wide(wide, ..) => Some(Values::Words(wide.values())),
            Stage::Sparse(..) => None,
        }
    }

    /// The values of the heaps from `from` up to and without `until`, if all of them have been sent and are still
    /// remembered.
    pub fn recall<'v>(&'v self, from: u64, until: u64, room: &'v mut ValueRoom) -> Option<Values<'v>> {
        if until > self.next || from > until {
            return None;
        }
        match &self.stage {
            Stage::Sparse(sparse, ..) => {
                let history = sparse.history();
                (from >= history.first()).then(|| history.recall(from, until, room))
            }
            _ => self.table().map(|table| table.slice(from as usize..until as usize)),
        }
    }

    /// The value of a heap that has been sent and is still remembered.
    pub fn value(&self, heap: u64) -> Option<Nimber> {
        if heap >= self.next {
            return None;
        }
        match &self.stage {
            Stage::Sparse(sparse, ..) => {
                let history = sparse.history();
                (heap >= history.first()).then(|| history.value(heap).into())
            }
            _ => self.table().map(|table| table.get(heap as usize)),
        }
    }
}

/// Whether some move leaves two heaps or more.
fn splits(clauses: &[Clause]) -> bool {
    clauses.iter().any(|clause| clause.leave.ranges().last().is_some_and(|&(_, most)| most >= 2))
}

/// One heap in how many may be rare for the block engine to be the better one. On short sequences either will do.
const fn tolerated(heaps: u64) -> u64 {
    if heaps < 1 << 12 { 6 } else { 32 }
}
