//! What a run knows of the values so far, apart from the engine: counts, memory, log, audits.
//!
//! Values come in as the engine sends them. Each finished segment is hashed, and hashed again from memory before the
//! next checkpoint; heaps chosen at random are computed again; the engine's memory is held against the store's. What
//! does not agree is a [`Mistake`], and the run goes back to its last checkpoint.

use sprague::heap::Rule;
use sprague::nimber::Nimber;
use sprague::sequence::{CHUNK, Engine, Shape, leaf};

use crate::audit::{Auditor, Verdict};
use crate::log::Log;
use crate::segment::Segment;
use crate::snapshot::{Audited, Snapshot};
use crate::tally::Tally;
use crate::window::Window;

/// At most so many segments wait to be hashed again.
const MOST_WAITING: u64 = 32;

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
    /// Over the unfinished one.
    pub segment: Tally,
    /// Recent values.
    pub window: Window,
    /// The finished segments.
    pub log: Log,
    /// How much was audited.
    pub audited: Audited,
    /// One for each thread.
    auditors: Vec<Auditor>,
    break_parity: Option<u64>,
    /// The first segment that has not been hashed again.
    waiting: u64,
    scratch: Vec<Nimber>,
}

impl Ledger {
    /// Before the first value.
    pub fn new(rule: &Rule, log: Log, seed: u64) -> Self {
        Self {
            tally: Tally::default(),
            segment: Tally::default(),
            window: Window::default(),
            log,
            audited: Audited::default(),
            auditors: vec![Auditor::new(rule, seed)],
            break_parity: Shape::new(rule.clauses()).and_then(|shape| shape.break_parity()),
            waiting: 0,
            scratch: Vec::new(),
        }
    }

    /// Goes on from a snapshot; the engine has been made from it and remembers the heaps from `first` on.
    pub fn restore(&mut self, snapshot: &Snapshot, engine: &Engine, first: u64) -> Option<()> {
        let start = snapshot.next / CHUNK * CHUNK;
        if snapshot.next - start != snapshot.partial.len() as u64 || engine.next() != snapshot.next {
            return None;
        }
        self.tally = snapshot.tally.clone();
        self.audited = snapshot.audited;
        self.window = Window::from(first.min(start), snapshot.small.clone(), snapshot.tall.clone());
        let mut from = first.min(start);
        while from < start {
            let until = start.min(from + (1 << 16));
            self.scratch.clear();
            engine.recall(from, until, &mut self.scratch).then_some(())?;
            self.window.push(&self.scratch);
            from = until;
        }
        let partial: Vec<Nimber> = snapshot.partial.iter().map(|&value| Nimber(value.into())).collect();
        self.window.push(&partial);
        self.segment = Tally::default();
        self.segment.add(start, &partial);
        self.waiting = start / CHUNK;
        Some(())
    }

    /// The first heap not yet seen.
    pub const fn next(&self) -> u64 {
        self.window.next()
    }

    /// Takes up the values of the next heaps, all of one segment.
    pub fn accept(&mut self, first: u64, values: &[Nimber]) {
        self.window.push(values);
        self.segment.add(first, values);
    }

    /// Lets so many threads audit.
    pub fn audit_with(&mut self, threads: usize) {
        self.auditors.resize(threads.max(1), self.auditors[0].clone());
    }

    /// Audits some of the heaps from `from` on.
    pub fn audit(&mut self, from: u64, engine: &Engine) -> Result<(), Mistake> {
        /// Fewer heaps are not worth a thread.
        const SHARE: usize = 64;
        let heaps: Vec<u64> = self.auditors[0].choice(from, self.next()).collect();
        let (window, space, rares) = (&self.window, engine.space(), engine.rares());
        let judge = |auditor: &mut Auditor, heaps: &[u64]| {
            let verdict = |&heap: &u64| (heap, auditor.audit(heap, window, space, rares));
            heaps.iter().map(verdict).collect::<Vec<(u64, Verdict)>>()
        };
        let share = heaps.len().div_ceil(self.auditors.len()).max(SHARE);
        let verdicts: Vec<(u64, Verdict)> = std::thread::scope(|scope| {
            let mut parts = self.auditors.iter_mut().zip(heaps.chunks(share));
            let own = parts.next();
            let others: Vec<_> =
                parts.map(|(auditor, heaps)| scope.spawn(move || judge(auditor, heaps))).collect();
            let mut verdicts = own.map(|(auditor, heaps)| judge(auditor, heaps)).unwrap_or_default();
            for other in others {
                verdicts.extend(other.join().expect("auditors do not panic"));
            }
            verdicts
        });
        for (heap, verdict) in verdicts {
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

    /// Closes the segment that has just been filled; hands its values to `keep`.
    pub fn close<E>(
        &mut self,
        engine: &Engine,
        keep: impl FnOnce(u64, &[Nimber]) -> Result<(), E>,
    ) -> Result<Result<(), E>, Mistake> {
        let first = self.next() - CHUNK;
        let number = first / CHUNK;
        self.compare(engine, first.saturating_sub(CHUNK))?;
        self.scratch.clear();
        self.window.values(first, first + CHUNK, &mut self.scratch);
        self.tally.merge(&self.segment);
        let space = self.tally.space(self.break_parity);
        let hash = leaf(first, &self.scratch);
        let segment = Segment::new(number, hash, &self.scratch, &self.segment, space);
        if !self.log.agrees(&segment) {
            let what = format!("the values of segment {number} are not those that the log has from before");
            return Err(Mistake { heap: first, what });
        }
        self.log.push(&segment);
        self.segment = Tally::default();
        if self.audited.in_segment * 1000 < CHUNK {
            self.audited.weak += 1;
        }
        self.audited.in_segment = 0;
        let kept = keep(number, &self.scratch);
        if self.log.len() - self.waiting > MOST_WAITING {
            self.hash_again()?;
        }
        if engine.space().is_some() {
            let last = |rare: Option<&(u64, Nimber)>| rare.map_or(0, |rare| rare.0).saturating_add(CHUNK);
            let near = last(engine.rares().iter().rev().find(|rare| rare.1.0 < 256));
            self.window.forget(near, last(engine.rares().last()), self.waiting * CHUNK);
        }
        Ok(kept)
    }

    /// Hashes the finished segments again, from memory.
    pub fn hash_again(&mut self) -> Result<(), Mistake> {
        for number in self.waiting..self.log.len() {
            let first = number * CHUNK;
            self.scratch.clear();
            self.window.values(first, first + CHUNK, &mut self.scratch);
            if leaf(first, &self.scratch) != self.log.leaves()[number as usize] {
                return Err(Mistake { heap: first, what: format!("segment {number} has changed in memory") });
            }
        }
        self.waiting = self.log.len();
        Ok(())
    }

    /// Holds the engine's memory of the heaps from `from` on against the store's.
    pub fn compare(&self, engine: &Engine, from: u64) -> Result<(), Mistake> {
        const STEP: u64 = 1 << 16;
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        let mut from = self.window.first().max(from);
        while from < self.next() {
            let until = (from + STEP).min(self.next());
            theirs.clear();
            if engine.recall(from, until, &mut theirs) {
                ours.clear();
                self.window.values(from, until, &mut ours);
                if let Some(at) = ours.iter().zip(&theirs).position(|(ours, theirs)| ours != theirs) {
                    let what = format!("heap {} has changed in memory", from + at as u64);
                    return Err(Mistake { heap: from + at as u64, what });
                }
            }
            from = until;
        }
        Ok(())
    }

    /// The values of the unfinished segment.
    pub fn partial(&self) -> Vec<u32> {
        let mut values = Vec::new();
        self.window.values(self.next() / CHUNK * CHUNK, self.next(), &mut values);
        values.into_iter().map(|value| value.0 as u32).collect()
    }
}
