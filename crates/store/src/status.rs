//! A run read from outside, also while it works: nothing is changed, and a lock is held only for a moment.
//!
//! The status is derived from the log where possible: the signature from its leaves; counts, zeros and records from its
//! entries and the values of the unfinished segment. A checkpoint that disagrees is not trusted, and a result in the
//! manifest that does not match the files is not shown.

use std::ops::Range;

use sprague::heap::Rule;
use sprague::nimber::Nimber;
use sprague::sequence::{CHUNK, leaf, root};

use crate::audit::is_enough;
use crate::coding::Encoder;
use crate::error::StoreError;
use crate::evidence::{Evidence, find};
use crate::folder::Folder;
use crate::label::{Disagreement, Label, Verified};
use crate::log::{Loaded, PIECE};
use crate::manifest::{Manifest, RunOutcome};
use crate::snapshot::Snapshot;
use crate::tally::Tally;
use crate::values;

/// How far the counts, zeros, records and rare heaps can be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatisticsCheck {
    /// As the run counted them; log and checkpoint agree.
    Counted,
    /// All of them were computed again from other values, and agree.
    Recomputed,
    /// A verification found them, or the values, wrong.
    Refuted,
}

impl std::fmt::Display for StatisticsCheck {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Self::Counted => "counted",
            Self::Recomputed => "recomputed",
            Self::Refuted => "refuted",
        })
    }
}

/// A run as it stands at its last checkpoint.
#[derive(Clone, Debug)]
pub struct Status {
    /// What the run is.
    pub manifest: Manifest,
    /// The last heap done, if any.
    pub done: Option<u64>,
    /// How many segments that makes, the last one perhaps unfinished.
    pub segments: u64,
    /// How many of them were computed again by another kernel.
    pub double_checked: u64,
    /// The signature of the heaps done.
    pub signature: String,
    /// How far it can be trusted.
    pub label: Label,
    /// How far the statistics can be trusted.
    pub statistics: StatisticsCheck,
    /// What a verification found wrong, and nothing has settled since.
    pub disagreements: Vec<Disagreement>,
    /// Heaps audited, and heaps whose audit stayed open.
    pub audited: (u64, u64),
    /// The mask of the space and the parity of the break indices for type 1.
    pub space: Option<(u32, Option<u64>)>,
    /// The rare heaps with their values.
    pub rares: Vec<(u64, u64)>,
    /// Counts, zeros, records.
    pub tally: Tally,
    /// How long the run has worked.
    pub milliseconds: u64,
    /// Whether a process is at work in the folder.
    pub is_running: bool,
    /// What is damaged.
    pub warnings: Vec<String>,
}

/// What a folder holds beyond the status.
#[derive(Clone)]
pub struct Contents {
    folder: Folder,
    /// The leaves of the signature, the last one perhaps of an unfinished segment.
    pub leaves: Vec<[u8; 32]>,
    /// The last snapshot.
    pub(crate) snapshot: Option<Snapshot>,
    /// The log.
    pub(crate) loaded: Loaded,
    /// What is counted of all heaps.
    pub(crate) tally: Tally,
    /// The rule.
    pub rule: Rule,
}

/// Looks at a run.
pub fn status(folder: &Folder) -> Result<(Status, Contents), StoreError> {
    let (manifest, damage) = Manifest::look(folder)?;
    let bound = &manifest.bind(folder.clone());
    let is_running = folder.is_at_work();
    let Evidence { loaded, best: snapshot, bad, .. } = newest(bound, &manifest, is_running)?;
    let verified = Verified::read(folder, &manifest)?;
    let mut warnings: Vec<String> = damage.into_iter().collect();
    for (name, why) in bad.iter().chain(&loaded.bad) {
        warnings.push(format!("{} cannot be used: {why}", folder.file(name).display()));
    }
    warnings.extend(loaded.lost.map(|piece| {
        let first = piece.saturating_mul(PIECE);
        format!("both files of the log from segment {first} on are lost")
    }));
    warnings.extend(verified.damage.as_ref().map(|damage| format!("{damage}; verify the run again")));
    let rule = manifest.rule().map_err(|why| StoreError::damaged(&folder.file("manifest.json"), why))?;
    let contents = Contents::new(bound.clone(), loaded, snapshot, rule);
    let next = contents.next();
    let segments = contents.leaves.len() as u64;
    let double_checked = verified.count(&contents.leaves, next, &|range| contents.statistics(range));
    let disagreements: Vec<Disagreement> =
        verified.open(&|segment| contents.facts(segment)).cloned().collect();
    let audited = contents.snapshot.as_ref().map(|snapshot| snapshot.audited).unwrap_or_default();
    let all_audited = audited.weak == 0 && is_enough(audited.in_segment, next % CHUNK) && audited.right > 0;
    let label = if !disagreements.is_empty() || verified.damage.is_some() {
        Label::Computed
    } else if segments > 0 && double_checked == segments {
        Label::DoubleChecked
    } else if all_audited {
        Label::Audited
    } else {
        Label::Computed
    };
    let statistics = match label {
        _ if !disagreements.is_empty() => StatisticsCheck::Refuted,
        Label::DoubleChecked => StatisticsCheck::Recomputed,
        _ => StatisticsCheck::Counted,
    };
    let mut status = Status {
        done: next.checked_sub(1),
        segments,
        double_checked,
        signature: root(&contents.leaves),
        label,
        statistics,
        disagreements,
        audited: (audited.right, audited.open),
        space: contents.snapshot.as_ref().and_then(|snapshot| snapshot.space),
        rares: contents.rares().to_vec(),
        tally: contents.tally.clone(),
        milliseconds: contents.snapshot.as_ref().map_or(0, |snapshot| snapshot.milliseconds),
        is_running,
        warnings,
        manifest,
    };
    // it is written before the checkpoint that goes so far
    status.manifest.period_observed = status.manifest.period_observed.filter(|seen| seen.at <= next);
    let is_ours = |done: u64, manifest: &Manifest| manifest.result == Some(contents.outcome(done, manifest));
    if let Some(done) = status.manifest.result.as_ref().map(|result| result.done)
        && status.done == Some(done)
        && !is_ours(done, &status.manifest)
    {
        status.manifest.result = None;
        status
            .warnings
            .push("the result in the manifest is not that of the files; it is not shown".to_owned());
    }
    Ok((status, contents))
}

/// The newest snapshot that can be believed. A run at work may remove or add one between two looks.
fn newest(folder: &Folder, manifest: &Manifest, is_running: bool) -> Result<Evidence<Snapshot>, StoreError> {
    const LOOKS: usize = 4;
    let look = || find(folder, manifest, None, &mut |_, snapshot| Ok(snapshot));
    for _ in 1..LOOKS {
        let evidence = look()?;
        if evidence.bad.is_empty() && evidence.loaded.bad.is_empty() || !is_running {
            return Ok(evidence);
        }
    }
    look()
}

impl Contents {
    fn new(folder: Folder, loaded: Loaded, snapshot: Option<Snapshot>, rule: Rule) -> Self {
        let next = snapshot.as_ref().map_or(0, |snapshot| snapshot.next);
        let start = next / CHUNK * CHUNK;
        let mut leaves = loaded.log.leaves()[..(start / CHUNK) as usize].to_vec();
        let mut tally = Tally::default();
        if let Some(snapshot) = &snapshot {
            // it was found to be the one of the log
            tally = snapshot.tally.clone();
            let partial = &snapshot.partial;
            let mut rest = Tally::default();
            rest.add(start, partial.into());
            tally.merge(&rest);
            leaves.extend((!partial.is_empty()).then(|| leaf(start, partial.into())));
        }
        Self { folder, leaves, snapshot, loaded, tally, rule }
    }

    /// The first heap that is not done.
    pub(crate) fn next(&self) -> u64 {
        self.snapshot.as_ref().map_or(0, |snapshot| snapshot.next)
    }

    /// The rare heaps under the run's space, with their values.
    pub(crate) fn rares(&self) -> &[(u64, u64)] {
        self.snapshot.as_ref().map_or(&[], |snapshot| &snapshot.rares)
    }

    /// The result that a finished run has.
    fn outcome(&self, done: u64, manifest: &Manifest) -> RunOutcome {
        let mut log = self.loaded.log.clone();
        log.rewind(self.next() / CHUNK, &[]);
        manifest.outcome(done, root(&self.leaves), log.digest(), &self.tally)
    }

    /// BLAKE3 of all that is said about the statistics of some segments: records, zeros, rare heaps.
    pub(crate) fn statistics(&self, segments: Range<u64>) -> Option<String> {
        let mut encoder = Encoder::default();
        for segment in segments.clone() {
            // the last one may be unfinished: its values are all there is, and the leaves speak of them
            encoder.list(&self.loaded.log.entry(segment).unwrap_or_default());
        }
        let heaps = segments.start.checked_mul(CHUNK)?..segments.end.checked_mul(CHUNK)?;
        let inside = |pairs: &[(u64, u64)]| {
            let at = |heap: u64| pairs.partition_point(|pair| pair.0 < heap);
            pairs[at(heaps.start)..at(heaps.end)].to_vec()
        };
        let zeros = self.tally.zeros().iter().copied().filter(|zero| heaps.contains(zero));
        encoder.add(&zeros.collect::<Vec<u64>>());
        encoder.add(&inside(self.tally.records())).add(&inside(self.rares()));
        let space = self.snapshot.as_ref().and_then(|snapshot| snapshot.space);
        encoder.add(&space.unwrap_or_default());
        Some(blake3::hash(&encoder.into_bytes()).to_hex().to_string())
    }

    /// BLAKE3 of all that is said about a segment.
    pub(crate) fn facts(&self, segment: u64) -> Option<String> {
        let leaf = self.leaves.get(usize::try_from(segment).ok()?)?;
        let statistics = self.statistics(segment..segment + 1)?;
        let mut hasher = blake3::Hasher::new();
        Some(hasher.update(leaf).update(statistics.as_bytes()).finalize().to_hex().to_string())
    }

    /// The kept values of a segment, or those of the unfinished one.
    pub fn values(&self, segment: u64) -> Result<Vec<Nimber>, StoreError> {
        match &self.snapshot {
            Some(snapshot) if segment == snapshot.next / CHUNK => {
                Ok(snapshot.partial.iter().map(|&value| Nimber(value.into())).collect())
            }
            _ => {
                let values = values::read(&self.folder, segment)?;
                if self.leaves.get(segment as usize) != Some(&leaf(segment * CHUNK, (&values).into())) {
                    let path = self.folder.file(&format!("values of segment {segment}"));
                    return Err(StoreError::damaged(&path, "they are not those of the log"));
                }
                Ok(values)
            }
        }
    }
}
