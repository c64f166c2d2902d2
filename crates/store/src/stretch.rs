//! Computes a stretch of segments again, from heap 0 or from a kept state.
//!
//! Every leaf is compared with the log's, and every kept state that is passed or reached with what was computed. So the
//! states, from which later stretches begin, are checked as well: if all segments agree, the whole sequence does,
//! from heap 0 on.

use std::ops::{ControlFlow, Range};

use sprague::nimber::Nimber;
use sprague::sequence::{CHUNK, Engine, Kernel, Options, leaf};

use crate::audit::scramble;
use crate::checkpoint;
use crate::error::StoreError;
use crate::folder::Folder;
use crate::ledger::Ledger;
use crate::log::Log;
use crate::manifest::Manifest;
use crate::recovery::stand;
use crate::run::{Progress, Watcher};
use crate::status::Contents;

/// A check of a run.
pub struct Check<'a> {
    /// The run.
    pub folder: &'a Folder,
    /// What it is.
    pub manifest: &'a Manifest,
    /// What it holds.
    pub contents: &'a Contents,
    /// How it is computed again.
    pub options: Options,
    /// Where it does not agree.
    pub mismatches: Vec<u64>,
    /// Is told how it goes.
    pub watcher: &'a mut dyn Watcher,
}

impl Check<'_> {
    /// The heap behind a segment.
    pub fn end_of(&self, segment: u64) -> u64 {
        let next = self.contents.snapshot.as_ref().map_or(0, |snapshot| snapshot.next);
        (segment + 1).saturating_mul(CHUNK).min(next)
    }

    /// Whether the kernel can start in the middle.
    fn starts_anywhere(&self) -> bool {
        self.options.kernel >= Kernel::Planes
    }

    /// The segments at which computing can begin.
    fn starts(&self) -> Result<Vec<u64>, StoreError> {
        let mut starts = vec![0];
        if self.starts_anywhere() {
            starts.extend(self.folder.numbers("states", "")?.into_iter().filter(|&segment| segment > 0));
        }
        Ok(starts)
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

    /// Computes a stretch again; tells whether all of it agrees.
    pub fn stretch(&mut self, stretch: &Range<u64>) -> Result<bool, StoreError> {
        let before = self.mismatches.len();
        let start = self.starts()?.into_iter().filter(|&at| at <= stretch.start).max().unwrap_or(0);
        let mut engine = self.engine_at(start)?;
        let states = self.folder.numbers("states", "")?;
        for segment in start..stretch.end {
            let (first, end) = (segment * CHUNK, self.end_of(segment));
            let wanted = self.end_of(stretch.end - 1);
            let mut values: Vec<Nimber> = Vec::with_capacity(CHUNK as usize);
            // a whole segment at a time, so that several threads are worth it
            let _ = engine.stream(end - 1, &mut |from: u64, chunk: &[Nimber]| {
                values.extend_from_slice(chunk);
                let done = from + chunk.len() as u64;
                self.watcher.progress(Progress { done, wanted, last_rare: None });
                ControlFlow::Continue(())
            });
            if leaf(first, &values) != self.contents.leaves[segment as usize] {
                self.mismatches.push(first);
                self.watcher.warn(format!("segment {segment} (heaps {first} to {}) does not agree", end - 1));
                return Ok(false);
            }
            if end == (segment + 1) * CHUNK && states.binary_search(&(segment + 1)).is_ok() {
                self.compare(segment + 1, &engine)?;
            }
        }
        Ok(self.mismatches.len() == before)
    }

    /// An engine where a segment begins.
    fn engine_at(&self, segment: u64) -> Result<Engine, StoreError> {
        let rule = &self.contents.rule;
        if segment == 0 {
            return Ok(Engine::new(rule.clauses(), self.options));
        }
        let name = checkpoint::state_name(segment);
        let snapshot = checkpoint::read(self.folder, &name, self.manifest.rule_hash())?;
        let mut ledger = Ledger::new(rule, Log::default(), 0);
        stand(&snapshot, rule, self.options, &mut ledger)
            .filter(|engine| engine.next() == segment * CHUNK)
            .ok_or_else(|| StoreError::damaged(&self.folder.file(&name), "no engine can go on from it"))
    }

    /// Holds a kept state against an engine that has come to the same place.
    fn compare(&mut self, segment: u64, engine: &Engine) -> Result<(), StoreError> {
        const STEP: u64 = 1 << 16;
        let kept = self.engine_at(segment)?;
        let mut until = segment * CHUNK;
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        while until > 0 {
            let from = until.saturating_sub(STEP);
            ours.clear();
            theirs.clear();
            if !engine.recall(from, until, &mut ours) || !kept.recall(from, until, &mut theirs) {
                break;
            }
            if let Some(at) = ours.iter().zip(&theirs).position(|(ours, theirs)| ours != theirs) {
                self.mismatches.push(from + at as u64);
                self.watcher.warn(format!(
                    "the state kept for segment {segment} differs at heap {}",
                    from + at as u64
                ));
                return Ok(());
            }
            until = from;
        }
        if kept.space() == engine.space() && kept.rares() != engine.rares() {
            self.mismatches.push(segment * CHUNK);
            self.watcher.warn(format!("the state kept for segment {segment} has other rare heaps"));
        }
        Ok(())
    }
}
