//! Computes segments again, with another kernel and other block bounds, from the states kept at their boundaries.
//!
//! A stretch begins at heap 0 or at a kept state and runs over the segments that were asked for; every leaf is compared
//! with the log's, and every kept state that is passed or reached with what was computed. So the states, from which
//! later stretches begin, are checked as well, and if all segments are verified the whole sequence is, from heap 0 on.

use std::ops::{ControlFlow, Range};

use sprague::nimber::Nimber;
use sprague::sequence::{CHUNK, Engine, Kernel, Options, leaf, root};

use crate::audit::scramble;
use crate::checkpoint;
use crate::error::StoreError;
use crate::folder::Folder;
use crate::label::{Label, Stretch, Verified};
use crate::ledger::Ledger;
use crate::log::Log;
use crate::manifest::{Manifest, now};
use crate::recovery::stand;
use crate::run::{Progress, Watcher, chance};
use crate::status::{Contents, status};

/// What to verify.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// Only these segments.
    pub segments: Option<Range<u64>>,
    /// About this share of them, in stretches at random.
    pub sample: Option<f64>,
    /// The kernel, another than the run's; the fastest other one unless told.
    pub kernel: Option<Kernel>,
}

/// What came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// How many segments were computed again, now.
    pub checked: u64,
    /// How many there are.
    pub segments: u64,
    /// How many of them were ever computed again.
    pub double_checked: u64,
    /// The heaps, or first heaps of segments, that do not agree.
    pub mismatches: Vec<u64>,
    /// The label now.
    pub label: Label,
    /// The kernel.
    pub kernel: Kernel,
    /// Heaps in a block.
    pub block: usize,
}

/// Verifies a run.
pub fn verify(
    folder: &Folder,
    choice: &Choice,
    threads: usize,
    watcher: &mut dyn Watcher,
) -> Result<Report, StoreError> {
    let lock = folder.lock()?;
    let (_, contents) = status_of(folder)?;
    let manifest = Manifest::read(folder)?;
    let options = other_way(&manifest, choice.kernel, threads)?;
    let total = contents.leaves.len() as u64;
    let wanted = choice.segments.clone().unwrap_or(0..total);
    if wanted.start >= wanted.end || wanted.end > total {
        return Err(StoreError::Request(format!(
            "there are no segments {}..{}: the run has {total}, from 0 on, and the end is not included",
            wanted.start, wanted.end
        )));
    }
    let mut check =
        Check { folder, manifest: &manifest, contents: &contents, options, mismatches: Vec::new(), watcher };
    let mut verified = Verified::read(folder)?;
    let mut checked = 0;
    for stretch in check.stretches(&wanted, choice.sample, chance())? {
        let good = check.stretch(&stretch)?;
        checked += stretch.end - stretch.start;
        if good {
            let end = check.end_of(stretch.end - 1);
            let leaves = &contents.leaves[stretch.start as usize..stretch.end as usize];
            let record = Stretch {
                first: stretch.start,
                until: stretch.end,
                end,
                signature: root(leaves),
                kernel: options.kernel.to_string(),
                block: options.block,
                version: env!("CARGO_PKG_VERSION").to_owned(),
                date: now(),
            };
            verified.add(folder, record)?;
        }
    }
    let mismatches = check.mismatches;
    drop(lock);
    let (after, _) = status_of(folder)?;
    let label = if mismatches.is_empty() { after.label } else { Label::Computed };
    let (double_checked, kernel, block) = (after.double_checked, options.kernel, options.block);
    Ok(Report { checked, segments: total, double_checked, mismatches, label, kernel, block })
}

fn status_of(folder: &Folder) -> Result<(crate::status::Status, Contents), StoreError> {
    let (status, contents) = status(folder)?;
    match contents.snapshot {
        Some(_) => Ok((status, contents)),
        None => {
            Err(StoreError::Request("the run has no checkpoint yet; there is nothing to verify".to_owned()))
        }
    }
}

/// A kernel and a block size that the run did not use.
fn other_way(manifest: &Manifest, kernel: Option<Kernel>, threads: usize) -> Result<Options, StoreError> {
    let used = |kernel: Kernel| manifest.sessions.iter().any(|session| session.kernel == kernel.name());
    let kernel = match kernel {
        Some(kernel) if used(kernel) => {
            return Err(StoreError::Request(format!(
                "the run was computed with {kernel}; verify it with another kernel"
            )));
        }
        Some(kernel) => kernel,
        None => {
            Kernel::available().into_iter().rev().find(|&kernel| !used(kernel)).unwrap_or(Kernel::Textbook)
        }
    };
    let fresh = |block: &usize| manifest.sessions.iter().all(|session| session.block != *block);
    let block = [96, 160, 224, 288, 352].into_iter().find(fresh).unwrap_or(416);
    Ok(Options { kernel, block, threads, ..Options::default() })
}

struct Check<'a> {
    folder: &'a Folder,
    manifest: &'a Manifest,
    contents: &'a Contents,
    options: Options,
    mismatches: Vec<u64>,
    watcher: &'a mut dyn Watcher,
}

impl Check<'_> {
    /// The heap behind a segment.
    fn end_of(&self, segment: u64) -> u64 {
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
    fn stretches(
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
    fn stretch(&mut self, stretch: &Range<u64>) -> Result<bool, StoreError> {
        let before = self.mismatches.len();
        let start = self.starts()?.into_iter().filter(|&at| at <= stretch.start).max().unwrap_or(0);
        let mut engine = self.engine_at(start)?;
        let states = self.folder.numbers("states", "")?;
        for segment in start..stretch.end {
            let (first, end) = (segment * CHUNK, self.end_of(segment));
            let mut values: Vec<Nimber> = Vec::with_capacity(CHUNK as usize);
            let mut from = first;
            while from < end {
                let last = (from + (1 << 16)).min(end) - 1;
                let _ = engine.stream(last, &mut |_: u64, chunk: &[Nimber]| {
                    values.extend_from_slice(chunk);
                    ControlFlow::Continue(())
                });
                from = last + 1;
                let wanted = self.end_of(stretch.end - 1);
                self.watcher.progress(Progress { done: from, wanted, last_rare: None });
            }
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
