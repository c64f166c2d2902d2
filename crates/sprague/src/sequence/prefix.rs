//! The values computed so far: the engine in progress, whose memory is the table.
//!
//! Every question about a sequence reads here. What the engine remembers is read from it; what comes next is computed
//! by it, and the listener of the question is told each new value once; what it has forgotten, after a hundred million
//! heaps, is computed again by another engine. So a prefix is computed once, however often it is read, and held once.

use std::ops::ControlFlow;

use super::engine::{Engine, EngineSettings};
use super::period::Source;
use super::sink::Sink;
use super::space::Space;
use crate::heap::Clause;
use crate::limits::{Limits, TooLarge, dense_farthest};
use crate::nimber::Nimber;

/// How many remembered values are sent at a time.
const PIECE: u64 = 1 << 14;
/// The engine for sparse games is asked for whole chunks of so many heaps from the second number on: to stop in between
/// costs it a block each time.
const CHUNK: u64 = 1 << 12;
const CHUNKS_FROM: u64 = 1 << 14;
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
    chunk: Vec<Nimber>,
}

impl Prefix {
    /// Before the first value.
    pub fn new(clauses: &[Clause], settings: EngineSettings) -> Self {
        let engine = Engine::new(clauses, settings);
        Self { clauses: clauses.to_vec(), settings, engine, repeats: Vec::new(), chunk: Vec::new() }
    }

    /// How its values are computed.
    pub const fn settings(&self) -> EngineSettings {
        self.settings
    }

    /// The engine in progress.
    pub const fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Adds values that are computed already.
    fn recall(&mut self, from: u64, until: u64, values: &mut Vec<Nimber>) {
        if self.engine.recall(from, until, values) {
            return;
        }
        let nearest = (0..self.repeats.len())
            .filter(|&at| self.repeats[at].next() <= from)
            .max_by_key(|&at| self.repeats[at].next());
        let mut engine = match nearest {
            Some(at) => self.repeats.remove(at),
            None => Engine::new(&self.clauses, self.settings),
        };
        let _ = engine.stream(until - 1, &mut |first: u64, chunk: &[Nimber]| {
            values.extend_from_slice(within(first, chunk, from, until - 1).1);
            ControlFlow::Continue(())
        });
        self.repeats.insert(0, engine);
        self.repeats.truncate(MOST_REPEATS);
    }
}

/// One question's view of a prefix: its limits, and a listener that is told the values of a range, each once, in order.
pub struct Reader<'a> {
    prefix: &'a mut Prefix,
    limits: &'a Limits,
    listener: Option<&'a mut dyn Sink>,
    /// The next heap whose value the listener is told, and the last.
    told: (u64, u64),
    /// The listener wants no more.
    is_done: bool,
    /// The listener is told nothing for now.
    pub is_silent: bool,
    /// The last heap that a search for a period may look at.
    pub last: u64,
    /// More may be computed than is asked for, up to the last heap, to end with a whole chunk.
    pub in_chunks: bool,
}

impl<'a> Reader<'a> {
    /// A question to which nobody listens.
    pub fn new(prefix: &'a mut Prefix, limits: &'a Limits) -> Self {
        let (told, last) = ((0, 0), u64::MAX);
        Self {
            prefix,
            limits,
            listener: None,
            told,
            is_done: false,
            is_silent: false,
            last,
            in_chunks: false,
        }
    }

    /// The same with a listener that is told the values of the heaps `from` to `to`.
    pub fn heard_by(mut self, told: (u64, u64), listener: &'a mut dyn Sink) -> Self {
        (self.told, self.listener) = (told, Some(listener));
        self
    }

    /// The engine in progress.
    pub const fn engine(&self) -> &Engine {
        &self.prefix.engine
    }

    /// The first heap of the range that the listener was not told.
    pub const fn next_told(&self) -> u64 {
        self.told.0
    }

    /// Whether the listener wants no more.
    pub const fn is_done(&self) -> bool {
        self.is_done
    }

    /// Computes all heaps up to `to`; tells the listener, unless it is to be silent, what it has not been told.
    pub fn compute(&mut self, to: u64) -> Result<(), TooLarge> {
        self.catch_up();
        let next = self.prefix.engine.next();
        if next <= to && !self.is_done {
            self.send(next, to, &mut |_: u64, _: &[Nimber]| ControlFlow::Continue(()));
        }
        if self.prefix.engine.next() <= to && !self.is_done { Err(TooLarge::Stopped) } else { Ok(()) }
    }

    /// Tells the listener what was computed before, unless it is to be silent.
    pub fn catch_up(&mut self) {
        let (from, to) = self.told;
        let until = self.prefix.engine.next().min(to.saturating_add(1));
        if self.listener.is_none() || self.is_silent || self.is_done || from >= until {
            return;
        }
        let mut chunk = std::mem::take(&mut self.prefix.chunk);
        while self.told.0 < until && !self.stopped() {
            let end = until.min(self.told.0 + PIECE);
            chunk.clear();
            self.prefix.recall(self.told.0, end, &mut chunk);
            if let Some(listener) = &mut self.listener {
                self.is_done = listener.accept(self.told.0, &chunk).is_break();
            }
            self.told.0 = end;
        }
        self.prefix.chunk = chunk;
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
                let is_whole = self.in_chunks && next >= CHUNKS_FROM && self.prefix.engine.space().is_some();
                let last = if is_whole { to.max((to | (CHUNK - 1)).min(self.last)) } else { to };
                let Self { prefix, limits, listener, told, is_done, is_silent, .. } = self;
                let _ = prefix.engine.stream(last, &mut |first: u64, values: &[Nimber]| {
                    if let Some(listener) = listener.as_mut().filter(|_| !*is_silent) {
                        let (first, values) = within(first, values, told.0, told.1);
                        if !values.is_empty() {
                            told.0 = first + values.len() as u64;
                            *is_done = listener.accept(first, values).is_break();
                        }
                        if *is_done {
                            return ControlFlow::Break(());
                        }
                    }
                    let (first, values) = within(first, values, from, to);
                    if !values.is_empty() {
                        sink.accept(first, values)?;
                    }
                    if limits.meter.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                });
                return;
            }
            let until = next.min(to + 1).min(from + PIECE);
            let mut chunk = std::mem::take(&mut self.prefix.chunk);
            chunk.clear();
            self.prefix.recall(from, until, &mut chunk);
            let flow = sink.accept(from, &chunk);
            self.prefix.chunk = chunk;
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
        let to = to.min(self.last);
        if engine.is_fast() {
            to.min(self.limits.steps)
        } else {
            dense_farthest(clauses, self.limits.steps, to)
        }
    }

    fn stopped(&self) -> bool {
        self.is_done || self.limits.meter.is_stopped()
    }
}

/// The part of consecutive values, from heap `first` on, that belongs to the heaps `from` to `to`.
fn within(first: u64, values: &[Nimber], from: u64, to: u64) -> (u64, &[Nimber]) {
    let count = values.len() as u64;
    let start = from.saturating_sub(first).min(count);
    let end = to.saturating_add(1).saturating_sub(first).clamp(start, count);
    (first + start, &values[start as usize..end as usize])
}
