//! What a run knows about the values so far, separate from the engine: counts, recent values, log, audits.
//!
//! Values come in as the engine sends them. Each finished segment is hashed, and hashed again from memory before the
//! next checkpoint; heaps chosen at random are computed again; the engine's values are compared with the store's. Any
//! disagreement is a [`Mistake`], and the run goes back to its last checkpoint.

use std::ops::ControlFlow;

use sprague::heap::Rule;
use sprague::nimber::Nimber;
use sprague::sequence::{CHUNK, Engine, Shape, Sink, ValueRoom, Values};

use crate::audit::{Auditor, Verdict};
use crate::check_threads::CheckThreads;
use crate::log::{Entry, Log, PIECE};
use crate::segment::Segment;
use crate::snapshot::{Audited, Snapshot};
use crate::tally::{Added, Tally};
use crate::window::Window;

/// At most so many segments wait to be hashed again.
const MOST_WAITING: u64 = 32;

/// Heaps that are looked at together.
const STEP: usize = 1 << 13;

/// A contradiction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The heap, or the first heap of the segment.
    pub heap: u64,
    /// What does not agree.
    pub what: String,
}

/// The values so far.
#[derive(Clone, Debug)]
pub struct Ledger {
    /// Over all finished segments.
    pub tally: Tally,
    /// Recent values.
    pub window: Window,
    /// The finished segments.
    pub log: Log,
    /// How much was audited.
    pub audited: Audited,
    auditor: Auditor,
    threads: CheckThreads,
    break_parity: Option<u64>,
    /// The first segment that has not been hashed again.
    waiting: u64,
    scratch: ValueRoom,
}

impl Ledger {
    /// Before the first value.
    pub fn new(rule: &Rule, log: Log, seed: u64) -> Self {
        Self {
            tally: Tally::default(),
            window: Window::default(),
            log,
            audited: Audited::default(),
            auditor: Auditor::new(rule, seed),
            threads: CheckThreads::default(),
            break_parity: Shape::new(rule.clauses()).and_then(|shape| shape.break_parity()),
            waiting: 0,
            scratch: ValueRoom::default(),
        }
    }

    /// Goes on from a snapshot, from which the engine has been made.
    pub fn restore(&mut self, snapshot: &Snapshot, engine: &Engine) -> Option<()> {
        let start = snapshot.next / CHUNK * CHUNK;
        let first = snapshot.position.first();
        if snapshot.next - start != snapshot.partial.len() as u64 || engine.next() != snapshot.next {
            return None;
        }
        self.tally = snapshot.tally.clone();
        self.audited = snapshot.audited;
        self.window = Window::from(first.min(start), snapshot.small.clone(), snapshot.tall.clone());
        let mut from = first.min(start);
        while from < start {
            let until = start.min(from + (1 << 16));
            self.window.push(engine.recall(from, until, &mut self.scratch)?);
            from = until;
        }
        self.window.push((&snapshot.partial).into());
        self.waiting = start / CHUNK;
        Some(())
    }

    /// The first heap not yet seen.
    pub const fn next(&self) -> u64 {
        self.window.next()
    }

    /// Lets so many threads hash, count, compare and audit.
    pub fn work_with(&mut self, threads: usize) {
        self.threads = CheckThreads::of(threads);
    }

    /// Audits some of the heaps from `from` on.
    pub fn audit(&mut self, from: u64, engine: &Engine) -> Result<(), Mistake> {
        /// Fewer heaps are not worth a thread.
        const SHARE: usize = 64;
        let heaps: Vec<u64> = self.auditor.choice(from, self.next()).collect();
        let (window, space, rares) = (&self.window, engine.space(), engine.rares());
        let verdicts = self.threads.in_shares(&heaps, SHARE, |share| {
            let mut auditor = self.auditor.clone();
            let verdict = |&heap: &u64| (heap, auditor.audit(heap, window, space, rares));
            share.iter().map(verdict).collect::<Vec<(u64, Verdict)>>()
        });
        for (heap, verdict) in verdicts.into_iter().flatten() {
            match verdict {
                Verdict::Right => {
                    self.audited.right += 1;
                    self.audited.in_segment += 1;
                }
                Verdict::Open => self.audited.open += 1,
                Verdict::Wrong(what) => return Err(Mistake { heap, what }),
            }
        }
        Ok(())
    }

    /// Closes the segment that has just been filled.
    pub fn close(&mut self, engine: &Engine) -> Result<(), Mistake> {
        let first = self.next() - CHUNK;
        let number = first / CHUNK;
        self.compare(engine, first.saturating_sub(CHUNK))?;
        let counts = self.count(first);
        let added = Added::new(&self.tally, &counts);
        self.tally.merge(&counts);
        let space = self.tally.space(self.break_parity);
        let values = match space {
            Some(space) if counts.rares(space) > 0 => {
                self.window.recall(first, first + CHUNK, &mut self.scratch)
            }
            _ => Values::Bytes(&[]),
        };
        let segment = Segment::new(number, self.window.leaf(number), values, &counts, space);
        if !self.log.agrees(&segment) {
            let piece = number / PIECE;
            let what = format!(
                "the values of segment {number} are not those that log/{piece} has from before; to believe the new ones, \
                 move log/{piece} and log/{piece}.copy away and resume"
            );
            return Err(Mistake { heap: first, what });
        }
        self.log.push(&Entry { segment, added });
        if self.audited.in_segment * 1000 < CHUNK {
            self.audited.weak += 1;
        }
        self.audited.in_segment = 0;
        if self.log.len() - self.waiting > MOST_WAITING {
            self.hash_again()?;
        }
        if engine.space().is_some() {
            let last = |rare: Option<&(u64, Nimber)>| rare.map_or(0, |rare| rare.0).saturating_add(CHUNK);
            let near = last(engine.rares().iter().rev().find(|rare| rare.1.0 < 256));
            self.window.forget(near, last(engine.rares().last()), self.waiting * CHUNK);
        }
        Ok(())
    }

    /// Counts the values of the segment that begins at `first`.
    fn count(&self, first: u64) -> Tally {
        let steps: Vec<u64> = (first..first + CHUNK).step_by(STEP).collect();
        let counted = self.threads.in_shares(&steps, 4, |share| {
            let (mut tally, mut room) = (Tally::default(), ValueRoom::default());
            for &from in share {
                tally.add(from, self.window.recall(from, from + STEP as u64, &mut room));
            }
            tally
        });
        let mut whole = Tally::default();
        for tally in &counted {
            whole.merge(tally);
        }
        whole
    }

    /// Hashes the finished segments again, from memory.
    pub fn hash_again(&mut self) -> Result<(), Mistake> {
        let segments: Vec<u64> = (self.waiting..self.log.len()).collect();
        let has_changed = |&&number: &&u64| self.window.leaf(number) != self.log.leaves()[number as usize];
        let found = self.threads.in_shares(&segments, 1, |share| share.iter().find(has_changed).copied());
        if let Some(number) = found.into_iter().flatten().next() {
            let what = format!("segment {number} has changed in memory");
            return Err(Mistake { heap: number * CHUNK, what });
        }
        self.waiting = self.log.len();
        Ok(())
    }

    /// Holds the engine's memory of the heaps from `from` on against the store's.
    pub fn compare(&self, engine: &Engine, from: u64) -> Result<(), Mistake> {
        let steps: Vec<u64> = (self.window.first().max(from)..self.next()).step_by(STEP).collect();
        let found = self.threads.in_shares(&steps, 4, |share| {
            let (mut room, mut other_room) = (ValueRoom::default(), ValueRoom::default());
            share.iter().find_map(|&from| {
                let until = (from + STEP as u64).min(self.next());
                let theirs = engine.recall(from, until, &mut other_room)?;
                let at = self.window.recall(from, until, &mut room).first_difference(theirs)?;
                Some(from + at as u64)
            })
        });
        match found.into_iter().flatten().next() {
            Some(heap) => Err(Mistake { heap, what: format!("heap {heap} has changed in memory") }),
            None => Ok(()),
        }
    }

    /// What is counted of all heaps so far.
    pub fn total(&self) -> Tally {
        let start = self.next() / CHUNK * CHUNK;
        let mut total = self.tally.clone();
        let mut rest = Tally::default();
        rest.add(start, self.window.recall(start, self.next(), &mut ValueRoom::default()));
        total.merge(&rest);
        total
    }

    /// The values of the unfinished segment.
    pub fn partial(&self) -> Vec<u32> {
        let start = self.next() / CHUNK * CHUNK;
        let mut room = ValueRoom::default();
        let values = self.window.recall(start, self.next(), &mut room);
        values.iter().map(|value| value.0 as u32).collect()
    }
}

/// Takes up the values of the next heaps, all of one segment.
impl Sink for Ledger {
    fn accept(&mut self, _: u64, values: Values<'_>) -> ControlFlow<()> {
        self.window.push(values);
        ControlFlow::Continue(())
    }
}
