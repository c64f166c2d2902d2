//! Verifies a run: segments are computed again, with another kernel and other block bounds, and compared.
//!
//! The values are compared, and all statistics that the run gives are recomputed from them. Agreements are recorded in
//! the folder, tied to the leaves and the statistics they were found for, and so are disagreements. The label follows
//! from this record.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use sprague::sequence::{EngineSettings, Kernel, root};

use crate::audit::chance;
use crate::error::StoreError;
use crate::folder::Folder;
use crate::label::{Disagreement, Label, Stretch, Verified};
use crate::manifest::{Manifest, Session, UNKNOWN, now};
use crate::run::Watcher;
use crate::status::{Contents, status};
use crate::stretch::{Check, Mismatch, Stretched};

/// What to verify.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// Only these segments, by their index from 0.
    pub segments: Option<Range<u64>>,
    /// About this share of them, in stretches at random.
    pub sample: Option<f64>,
    /// The kernel, another than the run's; the fastest other one unless told.
    pub kernel: Option<Kernel>,
}

/// What came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyReport {
    /// How many segments were computed again, now.
    pub checked: u64,
    /// How many there are.
    pub segments: u64,
    /// How many of them were ever computed again.
    pub double_checked: u64,
    /// The heaps, or first heaps of segments, that do not agree.
    pub mismatches: Vec<u64>,
    /// How many segments were found wrong, now or before, and not settled since.
    pub open: u64,
    /// The label now.
    pub label: Label,
    /// The kernel.
    pub kernel: Kernel,
    /// Heaps in a block.
    pub block: usize,
    /// Why the folder keeps no record of it, where nothing can be written there.
    pub unrecorded: Option<String>,
}

/// Verifies a run.
pub fn verify(
    folder: &Folder,
    choice: &Choice,
    threads: usize,
    watcher: &mut dyn Watcher,
) -> Result<VerifyReport, StoreError> {
    // before the lock, which would make a file in a folder that is no run
    Manifest::read(folder)?;
    let lock = folder.lock_if_writable()?;
    let (_, contents) = status_of(folder)?;
    let manifest = Manifest::read(folder)?;
    let folder = &manifest.bind(folder.clone());
    let options = other_way(&manifest, choice.kernel, threads)?;
    let total = contents.leaves.len() as u64;
    let wanted = choice.segments.clone().unwrap_or(0..total);
    if wanted.start >= wanted.end || wanted.end > total {
        return Err(StoreError::Request(format!(
            "there are no segments {}..{}: the run has 0..{total}, which is without segment {total}",
            wanted.start, wanted.end
        )));
    }
    let never = AtomicBool::new(false);
    let mut check = Check::new((folder, &manifest, &contents), options, watcher, &never);
    let mut verified = Verified::read(folder, &manifest)?;
    let (mut checked, mut unrecorded) = (0, None);
    for stretch in check.stretches(&wanted, choice.sample, chance())? {
        let known = check.mismatches.len();
        let good = check.stretch(&stretch)? == Stretched::Agrees;
        checked += stretch.end - stretch.start;
        for mismatch in &check.mismatches[known..] {
            match verified.refute(folder, &manifest, disagreement(&check, mismatch)) {
                Err(error) if error.is_refused_write() => unrecorded = Some(error.to_string()),
                noted => noted?,
            }
        }
        if good {
            match verified.add(folder, &manifest, agreement(&check, &stretch)) {
                Err(error) if error.is_refused_write() => unrecorded = Some(error.to_string()),
                added => added?,
            }
        }
    }
    let mismatches: Vec<u64> = check.mismatches.into_iter().map(|mismatch| mismatch.heap).collect();
    drop(lock);
    let (after, _) = status_of(folder)?;
    // what did not agree counts also where it could not be recorded
    let label = if mismatches.is_empty() { after.label } else { Label::Computed };
    let open = after.disagreements.len() as u64;
    let (double_checked, kernel, block) = (after.double_checked, options.kernel, options.block);
    Ok(VerifyReport {
        checked,
        segments: total,
        double_checked,
        mismatches,
        open,
        label,
        kernel,
        block,
        unrecorded,
    })
}

/// What did not agree, as it is recorded.
pub fn disagreement(check: &Check<'_>, mismatch: &Mismatch) -> Disagreement {
    let Mismatch { segment, heap, what } = mismatch.clone();
    Disagreement {
        segment,
        heap,
        what: what.into(),
        facts: check.contents.facts(segment).filter(|_| check.is_finished(segment)).unwrap_or_default(),
        kernel: check.options.kernel.to_string().into(),
        block: check.options.block,
        version: env!("CARGO_PKG_VERSION").into(),
        date: now().into(),
        retried: false,
    }
}

/// A stretch that agrees, as it is recorded.
pub fn agreement(check: &Check<'_>, stretch: &Range<u64>) -> Stretch {
    let leaves = &check.contents.leaves[stretch.start as usize..stretch.end as usize];
    Stretch {
        first: stretch.start,
        until: stretch.end,
        end: check.end_of(stretch.end - 1),
        signature: root(leaves),
        statistics: check.contents.statistics(stretch.clone()).unwrap_or_default(),
        kernel: check.options.kernel.to_string().into(),
        block: check.options.block,
        version: env!("CARGO_PKG_VERSION").into(),
        date: now().into(),
    }
}

/// The status of a run that has something to verify.
pub fn status_of(folder: &Folder) -> Result<(crate::status::Status, Contents), StoreError> {
    let (status, contents) = status(folder)?;
    match contents.snapshot {
        Some(_) => Ok((status, contents)),
        None => {
            Err(StoreError::Request("the run has no checkpoint yet; there is nothing to verify".to_owned()))
        }
    }
}

/// A kernel and a block size that the run did not use.
pub fn other_way(
    manifest: &Manifest,
    kernel: Option<Kernel>,
    threads: usize,
) -> Result<EngineSettings, StoreError> {
    // where nobody knows, any of the kernels that can go on in the middle may have been at work
    let is_used = |session: &Session, kernel: Kernel| {
        *session.kernel == *kernel.name() || *session.kernel == *UNKNOWN && kernel.method.continues_states()
    };
    let used = |kernel: Kernel| manifest.sessions.iter().any(|session| is_used(session, kernel));
    let kernel = match kernel {
        Some(kernel) if used(kernel) => {
            return Err(StoreError::Request(format!(
                "the run was computed with {kernel}; verify it with another kernel"
            )));
        }
        Some(kernel) => kernel,
        None => {
            Kernel::available().into_iter().rev().find(|&kernel| !used(kernel)).unwrap_or(Kernel::TEXTBOOK)
        }
    };
    let fresh = |block: &usize| manifest.sessions.iter().all(|session| session.block != *block);
    let block = [96, 160, 224, 288, 352].into_iter().find(fresh).unwrap_or(416);
    Ok(EngineSettings { kernel, block, threads, ..EngineSettings::default() })
}
