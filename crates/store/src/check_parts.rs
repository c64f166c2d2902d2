//! A verification in parts, for many machines at once.
//!
//! A part is what lies between two kept states. Whoever computes one only reads the run folder, without its lock, and
//! gives a [`CheckedPart`]: a stretch that agrees, or what does not. A part that is asked to stop leaves its engine in a
//! file elsewhere and goes on from there. One process takes all checked parts, holds the lock, and records them as
//! `verify` does; the label follows from the record. A part is tied to the leaves and the statistics of its segments, so
//! what was checked of a run that has gone another way since does not count.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};
use sprague::sequence::{CHUNK, EngineSettings, Kernel, root};

use crate::checkpoint;
use crate::error::StoreError;
use crate::folder::Folder;
use crate::label::{Disagreement, Stretch, Verified};
use crate::manifest::Manifest;
use crate::run::Watcher;
use crate::sealed::{Kind, Packing};
use crate::snapshot::{Audited, Position, Snapshot};
use crate::status::Status;
use crate::stretch::{Check, Pause, Stretched};
use crate::tally::Tally;
use crate::verify::{agreement, disagreement, other_way, status_of};
use crate::window::Tall;

/// Segments of a run that are checked together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckPart {
    /// The first segment.
    pub first: u64,
    /// The first segment after them.
    pub until: u64,
    /// The root of their leaves when they were cut.
    pub leaves: String,
}

/// A run cut into parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartsOfRun {
    /// The identity of the run.
    pub run: String,
    /// The game.
    pub game: String,
    /// How many segments the run has.
    pub segments: u64,
    /// The parts, in order.
    pub parts: Vec<CheckPart>,
}

/// What came out of a part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckedPart {
    /// The segments, if all of them agree.
    pub agreed: Option<Stretch>,
    /// What does not agree.
    pub disagreements: Vec<Disagreement>,
}

impl CheckedPart {
    /// Whether both say the same of the run, whoever computed them and how.
    pub fn says_the_same(&self, other: &Self) -> bool {
        let facts = |part: &Self| {
            let agreed = part.agreed.as_ref();
            agreed.map(|s| (s.first, s.until, s.end, s.signature.clone(), s.statistics.clone()))
        };
        let wrong = |part: &Self| part.disagreements.iter().map(|d| (d.segment, d.heap)).collect::<Vec<_>>();
        facts(self) == facts(other) && wrong(self) == wrong(other)
    }
}

/// Where a part that is stopped leaves what it needs to go on.
#[derive(Clone, Copy)]
pub struct CheckRoom<'a> {
    /// A folder that can be written; not that of the run.
    pub folder: &'a Folder,
    /// The file in it that this process writes.
    pub pause: &'a str,
    /// The files that earlier processes may have left.
    pub earlier: &'a [String],
}

/// Cuts a run at its kept states. Of a sample, a share of the parts is drawn by lot, the same for the same seed.
pub fn parts_of_run(folder: &Folder, sample: Option<f64>, seed: u64) -> Result<PartsOfRun, StoreError> {
    let (status, contents) = status_of(folder)?;
    let manifest = Manifest::read(folder)?;
    let bound = manifest.bind(folder.clone());
    let options = other_way(&manifest, None, 1)?;
    let (never, mut nobody) = (AtomicBool::new(false), ());
    let check = Check::new((&bound, &manifest, &contents), options, &mut nobody, &never);
    let mut parts = check.stretches(&(0..status.segments), None, 0)?;
    if let Some(share) = sample {
        let wanted = (parts.len() as f64 * share).ceil().max(1.0) as usize;
        parts.sort_by_key(|part| crate::audit::scramble(seed ^ crate::audit::scramble(part.start)));
        parts.truncate(wanted);
        parts.sort_by_key(|part| part.start);
    }
    let cut = |part: Range<u64>| CheckPart {
        first: part.start,
        until: part.end,
        leaves: root(&contents.leaves[part.start as usize..part.end as usize]),
    };
    Ok(PartsOfRun {
        run: manifest.identity_text(),
        game: manifest.game.clone(),
        segments: status.segments,
        parts: parts.into_iter().map(cut).collect(),
    })
}

/// Computes a part again; `None` where it was asked to stop. The file `room.pause` then tells where it goes on.
pub fn check_part(
    folder: &Folder,
    (parts, number): (&PartsOfRun, usize),
    (kernel, threads): (Option<Kernel>, usize),
    stop: &AtomicBool,
    room: &CheckRoom<'_>,
    watcher: &mut dyn Watcher,
) -> Result<Option<CheckedPart>, StoreError> {
    let (_, contents) = status_of(folder)?;
    let manifest = Manifest::read(folder)?;
    let part =
        parts.parts.get(number).ok_or_else(|| StoreError::Request("there is no such part".to_owned()))?;
    let stretch = part.first..part.until;
    same_run(folder, parts, &manifest)?;
    let leaves = contents.leaves.get(stretch.start as usize..stretch.end as usize);
    if leaves.map(root).as_ref() != Some(&part.leaves) {
        return Err(StoreError::Request(format!(
            "the run in {} has other values in the segments {}..{} than when this was planned; plan it again",
            folder.path().display(),
            part.first,
            part.until
        )));
    }
    let options = other_way(&manifest, kernel, threads)?;
    let own = manifest.bind(room.folder.clone());
    let before = room.earlier.iter().filter_map(|name| paused(&own, name, &manifest, options, &stretch));
    let before = before.max_by_key(|pause| pause.segment);
    let bound = manifest.bind(folder.clone());
    let mut check = Check::new((&bound, &manifest, &contents), options, watcher, stop);
    check.pause = before;
    let ending = check.stretch(&stretch)?;
    if ending == Stretched::Stopped {
        if let Some(middle) = check.pause.take().filter(|_| check.mismatches.is_empty()) {
            leave(&own, room.pause, &manifest, &middle)?;
        }
        return Ok(None);
    }
    let agreed = (ending == Stretched::Agrees).then(|| agreement(&check, &stretch));
    let disagreements = check.mismatches.iter().map(|mismatch| disagreement(&check, mismatch)).collect();
    Ok(Some(CheckedPart { agreed, disagreements }))
}

/// Records what was checked of a run, and tells how it stands.
pub fn record_parts(
    folder: &Folder,
    parts: &PartsOfRun,
    checked: Vec<CheckedPart>,
) -> Result<Status, StoreError> {
    let manifest = Manifest::read(folder)?;
    same_run(folder, parts, &manifest)?;
    let lock = folder.lock()?;
    let manifest = Manifest::read(folder)?;
    let bound = manifest.bind(folder.clone());
    let mut verified = Verified::read(&bound, &manifest)?;
    // what is on record is not recorded twice
    let is_known = |verified: &Verified, stretch: &Stretch| {
        verified.stretches.iter().any(|known| {
            (known.first, known.until, known.end) == (stretch.first, stretch.until, stretch.end)
                && (&known.signature, &known.statistics) == (&stretch.signature, &stretch.statistics)
        })
    };
    for part in checked {
        for failed in part.disagreements {
            verified.refute(&bound, &manifest, failed)?;
        }
        if let Some(stretch) = part.agreed.filter(|stretch| {
            !is_known(&verified, stretch)
                || verified.disagreements.iter().any(|d| (stretch.first..stretch.until).contains(&d.segment))
        }) {
            verified.add(&bound, &manifest, stretch)?;
        }
    }
    drop(lock);
    status_of(folder).map(|(status, _)| status)
}

fn same_run(folder: &Folder, parts: &PartsOfRun, manifest: &Manifest) -> Result<(), StoreError> {
    if manifest.identity_text() == parts.run {
        return Ok(());
    }
    Err(StoreError::Request(format!("{} holds another run than the one planned", folder.path().display())))
}

/// Writes where a part goes on.
fn leave(room: &Folder, name: &str, manifest: &Manifest, middle: &Pause) -> Result<(), StoreError> {
    let Pause { segment, engine } = middle;
    let position = Position::of(engine);
    if position == Position::Start {
        return Ok(());
    }
    let snapshot = Snapshot {
        rule: manifest.rule_hash(),
        log: [0; 32],
        next: segment * CHUNK,
        milliseconds: 0,
        tally: Tally::default(),
        partial: Vec::new(),
        small: Vec::new(),
        tall: Tall::default(),
        audited: Audited::default(),
        space: None,
        rares: Vec::new(),
        position,
    };
    let (head, [small, window]) = snapshot.encode();
    room.seal(name, Kind::Snapshot, Packing::Zstd, &[&head, small, window])
}

/// Where a part goes on, if it was stopped before; a file that cannot be used is no loss but of time.
fn paused(
    room: &Folder,
    name: &str,
    manifest: &Manifest,
    options: EngineSettings,
    stretch: &Range<u64>,
) -> Option<Pause> {
    let (snapshot, _) = checkpoint::read(room, name, manifest.rule_hash()).ok()?;
    let rule = manifest.rule().ok()?;
    let engine = snapshot.engine(&rule, options)?;
    let segment = snapshot.next / CHUNK;
    let fits =
        engine.next() == snapshot.next && segment * CHUNK == snapshot.next && stretch.contains(&segment);
    fits.then_some(Pause { segment, engine })
}
