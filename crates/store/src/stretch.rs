//! Computes a stretch of segments again, from heap 0 or from a kept state.
//!
//! Every leaf is compared with the log, every record and all statistics with those of the computed values, and every
//! kept state on the way with the engine. So the states from which later stretches begin are checked as well. If all
//! segments agree, the whole sequence is right from heap 0 on, and so are the counts.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering};

use sprague::nimber::Nimber;
use sprague::sequence::{CHUNK, Engine, EngineSettings, Shape, Space, ValueRoom, Values, leaf};

use crate::audit::scramble;
use crate::checkpoint;
use crate::coding::Coded;
use crate::error::StoreError;
use crate::evidence::examine;
use crate::folder::Folder;
use crate::ledger::Ledger;
use crate::log::{Entry, Log};
use crate::manifest::Manifest;
use crate::run::{Progress, Watcher};
use crate::segment::Segment;
use crate::status::Contents;
use crate::tally::{Added, Tally};

/// Something that does not agree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The segment.
    pub segment: u64,
    /// The heap, or the first of the segment.
    pub heap: u64,
    /// What does not agree.
    pub what: String,
}

/// A check of a run.
pub struct Check<'a> {
    /// The run.
    pub folder: &'a Folder,
    /// What it is.
    pub manifest: &'a Manifest,
    /// What it holds.
    pub contents: &'a Contents,
    /// How it is computed again.
    pub options: EngineSettings,
    /// What does not agree.
    pub mismatches: Vec<Mismatch>,
    /// Is told how it goes.
    pub watcher: &'a mut dyn Watcher,
    /// Asks it to end before the next segment.
    pub stop: &'a AtomicBool,
    /// Where it goes on if it was stopped before: the engine of a kernel like this one, and what it is to be called.
    pub pause: Option<Pause>,
}

/// How a stretch ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stretched {
    /// All of it agrees.
    Agrees,
    /// Something does not.
    Differs,
    /// It was asked to stop; everything so far agrees, and [`Check::pause`] tells where it goes on.
    Stopped,
}

/// A stretch in the middle.
pub struct Pause {
    /// The next segment.
    pub segment: u64,
    /// The engine there.
    pub engine: Engine,
}

impl<'a> Check<'a> {
    /// A check of a run of which nothing is known to be wrong.
    pub const fn new(
        (folder, manifest, contents): (&'a Folder, &'a Manifest, &'a Contents),
        options: EngineSettings,
        watcher: &'a mut dyn Watcher,
        stop: &'a AtomicBool,
    ) -> Self {
        Self { folder, manifest, contents, options, mismatches: Vec::new(), watcher, stop, pause: None }
    }

    /// The heap behind a segment.
    pub fn end_of(&self, segment: u64) -> u64 {
        let next = self.contents.snapshot.as_ref().map_or(0, |snapshot| snapshot.next);
        (segment + 1).saturating_mul(CHUNK).min(next)
    }

    /// Whether all heaps of a segment are done.
    pub fn is_finished(&self, segment: u64) -> bool {
        self.end_of(segment) == (segment + 1).saturating_mul(CHUNK)
    }

    /// Whether the kernel can start in the middle.
    fn starts_anywhere(&self) -> bool {
        self.options.kernel.method.continues_states()
    }

    /// The segments at which computing can begin.
    fn starts(&self) -> Result<Vec<u64>, StoreError> {
        let mut starts = vec![0];
        if self.starts_anywhere() {
            starts.extend(self.states()?);
        }
        Ok(starts)
    }

    /// The segments where states are kept.
    fn states(&self) -> Result<Vec<u64>, StoreError> {
        let mut states = self.folder.numbers("states", "")?;
        states.retain(|&segment| segment > 0 && segment * CHUNK <= self.contents.next());
        Ok(states)
    }

    fn refute(&mut self, segment: u64, heap: u64, what: String) {
        let mismatch = Mismatch { segment, heap, what };
        // two stretches may begin at the same state
        if !self.mismatches.contains(&mismatch) {
            self.watcher.warn(mismatch.what.clone());
            self.mismatches.push(mismatch);
        }
    }

    /// Cuts what is wanted at the kept states; of a sample, takes stretches at random until there are enough.
    pub fn stretches(
        &self,
        wanted: &Range<u64>,
        sample: Option<f64>,
        seed: u64,
    ) -> Result<Vec<Range<u64>>, StoreError> {
        let starts = self.starts()?;
        let mut cuts: Vec<u64> =
            starts.into_iter().filter(|cut| wanted.contains(cut)).chain([wanted.start, wanted.end]).collect();
        cuts.sort_unstable();
        cuts.dedup();
        let mut stretches: Vec<Range<u64>> = cuts.windows(2).map(|pair| pair[0]..pair[1]).collect();
        if let Some(share) = sample {
            let mut room = ((wanted.end - wanted.start) as f64 * share).ceil().max(1.0) as u64;
            stretches.sort_by_key(|stretch| scramble(seed ^ stretch.start));
            for stretch in &mut stretches {
                stretch.end = stretch.end.min(stretch.start.saturating_add(room));
                room -= stretch.end - stretch.start;
            }
            stretches.retain(|stretch| !stretch.is_empty());
            stretches.sort_by_key(|stretch| stretch.start);
        }
        Ok(stretches)
    }

    /// The engine at the nearest place before a segment from which computing can begin, and the segment of that place.
    fn engine_before(&mut self, segment: u64) -> Result<(Engine, u64), StoreError> {
        let mut starts = self.starts()?;
        starts.retain(|&at| at <= segment);
        loop {
            let start = starts.pop().unwrap_or(0);
            match self.engine_at(start) {
                Ok(engine) => return Ok((engine, start)),
                Err(StoreError::Damaged { path, why }) if start > 0 => {
                    self.watcher.warn(format!("{} cannot be used: {why}", path.display()));
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Computes a stretch again; tells whether all of it agrees.
    pub fn stretch(&mut self, stretch: &Range<u64>) -> Result<Stretched, StoreError> {
        let is_inside = |pause: &Pause| stretch.contains(&pause.segment);
        let (mut engine, start) = match self.pause.take().filter(is_inside) {
            Some(Pause { segment, engine }) => (engine, segment),
            None => self.engine_before(stretch.start)?,
        };
        let states = self.states()?;
        let mut counted = self.contents.loaded.tally(start);
        for segment in start..stretch.end {
            if self.stop.load(Ordering::Relaxed) {
                self.pause = Some(Pause { segment, engine });
                return Ok(Stretched::Stopped);
            }
            let (first, end) = (segment * CHUNK, self.end_of(segment));
            let wanted = self.end_of(stretch.end - 1);
            // a whole segment at a time, so that several threads are worth it
            let mut values: Vec<Nimber> = Vec::with_capacity(CHUNK as usize);
            let _ = engine.stream(end - 1, &mut |from: u64, chunk: &[Nimber]| {
                values.extend_from_slice(chunk);
                let done = from + chunk.len() as u64;
                self.watcher.progress(Progress { done, wanted, last_rare: None });
                ControlFlow::Continue(())
            });
            let values = Values::Wide(&values);
            if leaf(first, values) != self.contents.leaves[segment as usize] {
                let what = format!("segment {segment} (heaps {first} to {}) does not agree", end - 1);
                self.refute(segment, first, what);
                return Ok(Stretched::Differs);
            }
            if let Some(what) = self.statistics_differ(segment, values, counted.as_mut()) {
                let what = format!("segment {segment}: {what} are not those of its values");
                self.refute(segment, first, what);
            }
            if end == (segment + 1) * CHUNK && states.binary_search(&(segment + 1)).is_ok() {
                self.compare(segment + 1, &engine)?;
            }
        }
        let differs = self.mismatches.iter().any(|mismatch| stretch.contains(&mismatch.segment));
        Ok(if differs { Stretched::Differs } else { Stretched::Agrees })
    }

    /// Which statistics of a segment are not those of its values, if any; `counted` goes on behind it.
    fn statistics_differ(
        &self,
        segment: u64,
        values: Values<'_>,
        counted: Option<&mut Tally>,
    ) -> Option<&'static str> {
        let first = segment * CHUNK;
        let contents = self.contents;
        let space =
            contents.snapshot.as_ref().and_then(|snapshot| snapshot.space).and_then(Space::from_parts);
        let heaps = (first..).zip(values.iter().map(|value| value.0));
        let rare =
            heaps.filter(|&(heap, value)| space.is_some_and(|space| space.is_rare(heap, value as u32)));
        let between = |pairs: &[(u64, u64)]| {
            let at = |heap: u64| pairs.partition_point(|pair| pair.0 < heap);
            pairs[at(first)..at(first + CHUNK)].to_vec()
        };
        if space.is_some() && !rare.eq(between(contents.rares())) {
            return Some("the rare heaps");
        }
        if values.len() < CHUNK as usize {
            // unfinished: all that is said of it was counted from the values just compared
            return None;
        }
        let entry = contents.loaded.records.get(segment as usize).and_then(|record| Entry::decode(record));
        let (Some(entry), Some(tally)) = (entry, counted) else { return Some("the records of the log") };
        let mut here = Tally::default();
        here.add(first, values);
        let added = Added::new(tally, &here);
        tally.merge(&here);
        let parity = Shape::new(contents.rule.clauses()).and_then(|shape| shape.break_parity());
        let leaf = contents.leaves[segment as usize];
        if Segment::new(segment, leaf, values, &here, tally.space(parity)) != entry.segment {
            return Some("the counts of the log");
        }
        (entry.added != added).then_some("the zeros and records of the log")
    }

    /// An engine where a segment begins.
    fn engine_at(&self, segment: u64) -> Result<Engine, StoreError> {
        let rule = &self.contents.rule;
        if segment == 0 {
            return Ok(Engine::new(rule.clauses(), self.options));
        }
        let name = checkpoint::state_name(segment);
        let damaged = |why: &str| StoreError::damaged(&self.folder.file(&name), why);
        let (snapshot, hash) = checkpoint::read(self.folder, &name, self.manifest.rule_hash())?;
        examine(&snapshot, &hash, &self.contents.loaded).map_err(damaged)?;
        let mut ledger = Ledger::new(rule, Log::default(), 0);
        let engine = snapshot.engine(rule, self.options);
        engine
            .filter(|engine| ledger.restore(&snapshot, engine).is_some() && engine.next() == segment * CHUNK)
            .ok_or_else(|| damaged("no engine can go on from it"))
    }

    /// Holds a kept state against an engine that has come to the same place.
    fn compare(&mut self, segment: u64, engine: &Engine) -> Result<(), StoreError> {
        const STEP: u64 = 1 << 16;
        let kept = match self.engine_at(segment) {
            Ok(kept) => kept,
            Err(StoreError::Damaged { path, why }) => {
                // nothing begins there
                self.watcher.warn(format!("{} cannot be used: {why}", path.display()));
                return Ok(());
            }
            Err(error) => return Err(error),
        };
        let mut until = segment * CHUNK;
        let (mut room, mut other_room, mut step) = (ValueRoom::default(), ValueRoom::default(), STEP);
        while until > 0 {
            let from = until.saturating_sub(step);
            let Some(theirs) = kept.recall(from, until, &mut room) else {
                if step == 1 {
                    break;
                }
                // down to the last heap that it remembers
                step /= 2;
                continue;
            };
            let Some(ours) = engine.recall(from, until, &mut other_room) else {
                let what = format!(
                    "the state kept for segment {segment} remembers heaps before {until} that were not computed"
                );
                self.refute(segment - 1, until, what);
                return Ok(());
            };
            if let Some(at) = ours.first_difference(theirs) {
                let heap = from + at as u64;
                let what = format!("the state kept for segment {segment} differs at heap {heap}");
                self.refute(segment - 1, heap, what);
                return Ok(());
            }
            until = from;
        }
        if kept.space() == engine.space() && kept.rares() != engine.rares() {
            let what = format!("the state kept for segment {segment} has other rare heaps");
            self.refute(segment - 1, segment * CHUNK, what);
        }
        Ok(())
    }
}
