//! A run seen from outside, also while it works: nothing is changed, no lock is taken for longer than a look.

use sprague::heap::Rule;
use sprague::nimber::Nimber;
use sprague::sequence::{CHUNK, leaf, root};

use crate::checkpoint;
use crate::error::StoreError;
use crate::folder::Folder;
use crate::label::{Label, Verified};
use crate::log::Log;
use crate::manifest::Manifest;
use crate::snapshot::{Audited, Snapshot};
use crate::tally::Tally;
use crate::values;

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
    /// The rule.
    pub rule: Rule,
}

/// Looks at a run.
pub fn status(folder: &Folder) -> Result<(Status, Contents), StoreError> {
    let manifest = Manifest::read(folder)?;
    let is_running = folder.is_at_work();
    let mut warnings = Vec::new();
    let snapshot = newest(folder, &manifest, &mut warnings)?;
    // the log is always written before the checkpoint
    let (log, damage) = Log::load(folder)?;
    warnings.extend(damage.map(|damage| damage.to_string()));
    let snapshot = snapshot.filter(|snapshot| snapshot.next / CHUNK <= log.len());
    let next = snapshot.as_ref().map_or(0, |snapshot| snapshot.next);
    let (mut tally, mut audited) = (Tally::default(), Audited::default());
    let mut leaves = log.leaves()[..(next / CHUNK) as usize].to_vec();
    if let Some(snapshot) = &snapshot {
        tally = snapshot.tally.clone();
        audited = snapshot.audited;
        let partial: Vec<Nimber> = snapshot.partial.iter().map(|&value| Nimber(value.into())).collect();
        let mut rest = Tally::default();
        rest.add(next / CHUNK * CHUNK, &partial);
        tally.merge(&rest);
        leaves.extend((!partial.is_empty()).then(|| leaf(next / CHUNK * CHUNK, &partial)));
    }
    let segments = leaves.len() as u64;
    let double_checked = Verified::read(folder)?.count(&leaves, next);
    let partial = next % CHUNK;
    let all_audited = audited.weak == 0 && audited.in_segment * 1000 + 1000 >= partial && audited.right > 0;
    let label = if segments > 0 && double_checked == segments {
        Label::DoubleChecked
    } else if all_audited {
        Label::Audited
    } else {
        Label::Computed
    };
    let rule = manifest.rule().map_err(|why| StoreError::damaged(&folder.file("manifest.json"), why))?;
    let status = Status {
        done: next.checked_sub(1),
        segments,
        double_checked,
        signature: root(&leaves),
        label,
        audited: (audited.right, audited.open),
        space: snapshot.as_ref().and_then(|snapshot| snapshot.space),
        rares: snapshot.as_ref().map_or_else(Vec::new, |snapshot| snapshot.rares.clone()),
        tally,
        milliseconds: snapshot.as_ref().map_or(0, |snapshot| snapshot.milliseconds),
        is_running,
        warnings,
        manifest,
    };
    Ok((status, Contents { folder: folder.clone(), leaves, snapshot, rule }))
}

/// The newest snapshot that is whole. A run at work may remove one between two looks.
fn newest(
    folder: &Folder,
    manifest: &Manifest,
    warnings: &mut Vec<String>,
) -> Result<Option<Snapshot>, StoreError> {
    const LOOKS: usize = 3;
    for look in 1..=LOOKS {
        warnings.clear();
        let generations = checkpoint::generations(folder)?;
        for &generation in generations.iter().rev() {
            match checkpoint::read(folder, &checkpoint::name(generation), manifest.rule_hash()) {
                Ok(snapshot) => return Ok(Some(snapshot)),
                Err(StoreError::Damaged { path, why }) => {
                    warnings.push(format!("{} is damaged: {why}", path.display()));
                }
                Err(error) => return Err(error),
            }
        }
        if generations.is_empty() || look == LOOKS {
            break;
        }
    }
    Ok(None)
}

impl Contents {
    /// The kept values of a segment, or those of the unfinished one.
    pub fn values(&self, segment: u64) -> Result<Vec<Nimber>, StoreError> {
        match &self.snapshot {
            Some(snapshot) if segment == snapshot.next / CHUNK => {
                Ok(snapshot.partial.iter().map(|&value| Nimber(value.into())).collect())
            }
            _ => {
                let values = values::read(&self.folder, segment)?;
                if self.leaves.get(segment as usize) != Some(&leaf(segment * CHUNK, &values)) {
                    let path = self.folder.file(&format!("values of segment {segment}"));
                    return Err(StoreError::damaged(&path, "they are not those of the log"));
                }
                Ok(values)
            }
        }
    }
}
