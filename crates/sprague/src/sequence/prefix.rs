//! The values computed so far: the engine in progress, whose memory is the table.
//!
//! Every question about a sequence reads here. What the engine remembers is read from it; what comes next is computed
//! by it, and the listener of the question is told each new value once; what it has forgotten, after a hundred million
//! heaps, is computed again by another engine. So a prefix is computed once, however often it is read, and held once.

use std::ops::ControlFlow;

use super::engine::{Engine, EngineSettings};
use super::period::Source;
use super::sink::{Collect, Sink, Unheard};
use super::space::Space;
use super::values::{ValueRoom, Values};
use crate::heap::{Clause, dense_farthest};
use crate::limits::{BYTES_PER_HEAP, Limits, MOST_REMEMBERED, TooLarge};
use crate::nimber::Nimber;

/// How many remembered values are sent at a time.
const PIECE: u64 = 1 << 14;
/// The engine for sparse games is asked for whole chunks of so many heaps from the second number on: to stop in between
/// costs it a block each time.
const CHUNK: u64 = 1 << 12;
const CHUNKS_FROM: u64 = 1 << 14;
/// Longer tables grow only while there is memory.
const ROOM_FROM: u64 = 1 << 20;
/// The exact preperiod of a long period is read at two places in turn.
const MOST_REPEATS: usize = 2;

/// The values of one rule from heap 0 on, as far as they were asked for.
#[derive(Clone, Debug)]
pub struct Prefix {
    clauses: Vec<Clause>,
    settings: EngineSettings,
    engine: Engine,
    /// Engines that compute again what the first has forgotten.
    repeats: Vec<Engine>,
    /// What they gave last, and room for what is remembered.
    again: Vec<Nimber>,
    room: ValueRoom,
}

impl Prefix {
    /// Before the first value.
    pub fn new(clauses: &[Clause], settings: EngineSettings) -> Self {
        let engine = Engine::new(clauses, settings);
        let (repeats, again, room) = (Vec::new(), Vec::new(), ValueRoom::default());
        Self { clauses: clauses.to_vec(), settings, engine, repeats, again, room }
    }

    /// How its values are computed.
    pub const fn settings(&self) -> EngineSettings {
        self.settings
    }

    /// The engine in progress.
    pub const fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Values that are computed already, so many of the heaps from `from` up to and without `until` as are sent at a time.
    fn recall(&mut self, from: u64, until: u64) -> Values<'_> {
        let until = until.min(from + PIECE);
        // what it forgot it computes again
        let is_remembered = self.engine.value(from).is_some();
        if !is_remembered {
            let nearest = (0..self.repeats.len())
                .filter(|&at| self.repeats[at].next() <= from)
                .max_by_key(|&at| self.repeats[at].next());
            let mut engine = match nearest {
                Some(at) => self.repeats.remove(at),
                None => Engine::new(&self.clauses, self.settings),
            };
            let mut found = Collect::from(from);
            let _ = engine.stream(until - 1, &mut found);
            self.again = found.into_values();
            self.repeats.insert(0, engine);
            self.repeats.truncate(MOST_REPEATS);
            return Values::Wide(&self.again);
        }
        self.engine.recall(from, until, &mut self.room).expect("remembered from here on")
    }
}

/// Who is told the values of a range while they are computed, each once, in order.
struct Listener<'a> {
    sink: &'a mut dyn Sink,
    /// The next heap whose value it is told.
    next: u64,
    /// The last one.
    to: u64,
    /// It wants no more.
    is_done: bool,
}

impl Listener<'_> {
    /// Tells it those of these values that it is to be told and has not been.
    fn hear(&mut self, first: u64, values: Values<'_>) {
        let (first, values) = values.within(first, (self.next, self.to));
        if !self.is_done && !values.is_empty() {
            self.next = first + values.len() as u64;
            self.is_done = self.sink.accept(first, values).is_break();
        }
    }
}

/// One question's view of a prefix: its limits, and a listener.
pub struct Reader<'a> {
    prefix: &'a mut Prefix,
    limits: &'a Limits,
    listener: Option<Listener<'a>>,
    /// The last heap that a search for a period may look at. Such a search may compute more than it asks for, up to this
    /// heap, to end with a whole chunk.
    pub search_to: Option<u64>,
    /// The heap from which on it is asked whether there is memory for a table twice as long.
    room_to: u64,
}

impl<'a> Reader<'a> {
    /// A question to which nobody listens.
    pub fn new(prefix: &'a mut Prefix, limits: &'a Limits) -> Self {
        Self { prefix, limits, listener: None, search_to: None, room_to: ROOM_FROM }
    }

    /// The same with a listener that is told the values of the heaps `from` to `to`.
    pub fn heard_by(mut self, (next, to): (u64, u64), sink: &'a mut dyn Sink) -> Self {
        self.listener = Some(Listener { sink, next, to, is_done: false });
        self
    }

    /// Some work during which the listener is told nothing.
    pub fn unheard<R>(&mut self, work: impl FnOnce(&mut Self) -> R) -> R {
        let listener = self.listener.take();
        let result = work(self);
        self.listener = listener;
        result
    }

    /// The engine in progress.
    pub const fn engine(&self) -> &Engine {
        &self.prefix.engine
    }

    /// The first heap of the range that the listener was not told; `None` where it wants no more.
    pub fn untold(&self) -> Option<u64> {
        self.listener.as_ref().filter(|listener| !listener.is_done).map(|listener| listener.next)
    }

    fn is_done(&self) -> bool {
        self.listener.as_ref().is_some_and(|listener| listener.is_done)
    }

    /// Computes all heaps up to `to`; tells the listener what it has not been told.
    pub fn compute(&mut self, to: u64) -> Result<(), TooLarge> {
        self.catch_up();
        let next = self.prefix.engine.next();
        if next <= to && !self.is_done() {
            self.send(next, to, &mut Unheard);
        }
        if self.prefix.engine.next() <= to && !self.is_done() {
            Err(self.limits.meter.refusal())
        } else {
            Ok(())
        }
    }

    /// Tells the listener what was computed before.
    pub fn catch_up(&mut self) {
        let Self { prefix, limits, listener: Some(listener), .. } = self else { return };
        let until = prefix.engine.next().min(listener.to.saturating_add(1));
        while listener.next < until && !listener.is_done && !limits.meter.is_stopped() {
            listener.hear(listener.next, prefix.recall(listener.next, until));
        }
    }
}

/// Between questions no thread is at work.
impl Drop for Reader<'_> {
    fn drop(&mut self) {
        self.prefix.engine.rest();
    }
}

impl Source for Reader<'_> {
    fn send(&mut self, mut from: u64, to: u64, sink: &mut dyn Sink) {
        self.catch_up();
        while from <= to && !self.stopped() {
            let next = self.prefix.engine.next();
            if from >= next {
                let is_whole = next >= CHUNKS_FROM && self.prefix.engine.space().is_some();
                let last = self
                    .search_to
                    .filter(|_| is_whole)
                    .map_or(to, |last| to.max((to | (CHUNK - 1)).min(last)));
                let Self { prefix, limits, listener, room_to, .. } = self;
                let mut asked =
                    Asked { limits, listener: listener.as_mut(), sink, heaps: (from, to), room_to };
                let _ = prefix.engine.stream(last, &mut asked);
                return;
            }
            let values = self.prefix.recall(from, next.min(to + 1));
            let until = from + values.len() as u64;
            let flow = sink.accept(from, values);
            self.limits.report_heaps(from, until);
            if flow.is_break() {
                return;
            }
            from = until;
        }
    }

    fn space(&self) -> Option<Space> {
        self.prefix.engine.space()
    }

    fn farthest(&self, to: u64) -> u64 {
        let Prefix { clauses, engine, .. } = &*self.prefix;
        let to = to.min(self.search_to.unwrap_or(u64::MAX));
        if engine.is_fast() {
            to.min(self.limits.steps)
        } else {
            dense_farthest(clauses, self.limits.steps, to)
        }
    }

    fn stopped(&self) -> bool {
        self.is_done() || self.limits.meter.is_stopped()
    }
}

/// New values on their way to the listener and to whoever asked for some heaps.
struct Asked<'r, 'a> {
    limits: &'r Limits,
    listener: Option<&'r mut Listener<'a>>,
    sink: &'r mut dyn Sink,
    heaps: (u64, u64),
    room_to: &'r mut u64,
}

impl Sink for Asked<'_, '_> {
    fn accept(&mut self, first: u64, values: Values<'_>) -> ControlFlow<()> {
        self.limits.report_heaps(first, first + values.len() as u64);
        if let Some(listener) = &mut self.listener {
            listener.hear(first, values);
            if listener.is_done {
                return ControlFlow::Break(());
            }
        }
        let (first, values) = values.within(first, self.heaps);
        if !values.is_empty() {
            self.sink.accept(first, values)?;
        }
        if first >= *self.room_to && first < MOST_REMEMBERED {
            *self.room_to = first.saturating_mul(2);
            self.limits.meter.stop_without_memory(*self.room_to as f64 * BYTES_PER_HEAP);
        }
        if self.limits.meter.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
