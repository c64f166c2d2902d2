//! A run: heap after heap to the end, with checkpoints, audits, and a way back from every mistake.
//!
//! Whatever interrupts it, a run goes on from its last checkpoint to the same end. A mistake throws away what was done
//! since then; three in a row, or the same one twice, are no accident any more, and the run stops.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use sprague::heap::{HeapGame, Rule};
use sprague::sequence::{Engine, EngineSettings};

use crate::disk::Lock;
use crate::error::StoreError;
use crate::folder::Folder;
use crate::manifest::Manifest;
use crate::recovery::recover;
use crate::shift::{Shift, outcome};

/// The most heaps of an engine that keeps them all.
const MOST_KEPT: u64 = 1 << 25;

/// What a new run is to be.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The last heap.
    pub to: u64,
    /// Whether the values are kept.
    pub keep: Keep,
    /// How many bytes the kept states may take.
    pub state_bytes: u64,
}

/// Whether a run keeps its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// Only hashes and counts.
    Nothing,
    /// All values, compressed.
    Values,
}

/// How far a run is.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Heaps done, from heap 0 on.
    pub done: u64,
    /// Heaps wanted.
    pub wanted: u64,
    /// The last rare heap.
    pub last_rare: Option<u64>,
}

/// Is told how a run goes.
pub trait Watcher {
    /// Some heaps were done.
    fn progress(&mut self, progress: Progress);
    /// Something was damaged or wrong.
    fn warn(&mut self, text: String);
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// At its last heap.
    Finished,
    /// It was asked to stop.
    Stopped,
}

/// How a run in a folder began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beginning {
    /// The folder held none.
    New,
    /// The folder held it, unfinished or with an earlier end.
    GoesOn,
    /// The folder holds it, finished.
    Finished,
}

/// A change of the engine between two pieces, to see whether it is noticed.
pub type Disturbance = Box<dyn FnMut(&mut Engine)>;

/// A run in a folder that nobody else works in.
pub struct Run {
    pub(crate) folder: Folder,
    pub(crate) manifest: Manifest,
    rule: Rule,
    options: EngineSettings,
    /// How often a checkpoint is written.
    pub checkpoint_every: Duration,
    /// Decides which heaps are audited.
    pub seed: u64,
    /// For tests only.
    pub disturbance: Option<Disturbance>,
    /// How long checkpoints have taken, in this process.
    pub checkpoint_time: Duration,
    /// How often the run went back, in this process.
    pub setbacks: u64,
    _lock: Box<dyn Lock>,
}

impl Run {
    /// A new run in a folder, which is made.
    pub fn create(
        folder: Folder,
        game: &HeapGame,
        settings: Settings,
        options: EngineSettings,
    ) -> Result<Self, StoreError> {
        admit(&Engine::new(game.rule.clauses(), options), settings.to)?;
        folder.create("")?;
        let lock = folder.lock()?;
        let keep_values = settings.keep == Keep::Values;
        let mut manifest = Manifest::new(game, settings.to, keep_values, settings.state_bytes);
        match Manifest::read(&folder) {
            // files of a run without a manifest: they tell whose they are, and are not written over
            Err(StoreError::NoRun(_)) if has_files(&folder)? => manifest = manifest.rebuild(&folder)?,
            Err(StoreError::NoRun(_)) => {}
            // both copies of the manifest are damaged: the files tell whether they are those of this game
            Err(StoreError::Damaged { .. }) => manifest = manifest.rebuild(&folder)?,
            Ok(known) => {
                return Err(StoreError::Exists { path: folder.path().to_owned(), game: known.game });
            }
            Err(error) => return Err(error),
        }
        folder.create("log")?;
        folder.create("states")?;
        Self::locked(folder, manifest, options, lock)
    }

    /// A new run in a folder, or the same run if the folder holds it: that one goes on, perhaps to a later end.
    pub fn start(
        folder: Folder,
        game: &HeapGame,
        settings: Settings,
        options: EngineSettings,
    ) -> Result<(Self, Beginning), StoreError> {
        match Self::create(folder.clone(), game, settings, options) {
            Err(StoreError::Exists { .. }) => {}
            created => return created.map(|run| (run, Beginning::New)),
        }
        let before = Manifest::read(&folder)?;
        let path = folder.path().display();
        if before.rule != game.rule.to_string() {
            return Err(StoreError::Exists { path: folder.path().to_owned(), game: before.game });
        }
        if settings.to < before.to {
            return Err(StoreError::Request(format!(
                "{path} holds this run to heap {}; --to must not be smaller (`sprague resume {path} --to N` may be)",
                before.to
            )));
        }
        if settings.keep == Keep::Values && !before.keep_values {
            return Err(StoreError::Request(format!(
                "{path} holds this run without its values; leave out --keep-values, or take another folder"
            )));
        }
        let mut run = Self::open(folder, Some(settings.to), options)?;
        run.manifest.state_bytes = settings.state_bytes;
        let beginning = if run.manifest.result.is_some() { Beginning::Finished } else { Beginning::GoesOn };
        Ok((run, beginning))
    }

    /// Goes on with the run in a folder, perhaps to a later end.
    pub fn open(folder: Folder, to: Option<u64>, options: EngineSettings) -> Result<Self, StoreError> {
        // before the lock, which would make a file in a folder that is no run
        Manifest::read(&folder)?;
        let lock = folder.lock()?;
        // a copy may have lost them where they were empty
        folder.create("log")?;
        folder.create("states")?;
        let mut manifest = Manifest::read(&folder)?;
        if let Some(to) = to.filter(|&to| to != manifest.to) {
            if let Some(done) = manifest.result.as_ref().map(|result| result.done).filter(|&done| to < done) {
                return Err(StoreError::Backwards { done });
            }
            manifest.to = to;
        }
        let mut run = Self::locked(folder, manifest, options, lock)?;
        admit(&Engine::new(run.rule.clauses(), options), run.manifest.to)?;
        if run.manifest.result.as_ref().is_some_and(|result| result.done != run.manifest.to) {
            run.manifest.result = None;
        }
        Ok(run)
    }

    fn locked(
        folder: Folder,
        manifest: Manifest,
        options: EngineSettings,
        lock: Box<dyn Lock>,
    ) -> Result<Self, StoreError> {
        let rule = manifest.rule().map_err(|why| StoreError::damaged(&folder.file("manifest.json"), why))?;
        let folder = manifest.bind(folder);
        Ok(Self {
            folder,
            manifest,
            rule,
            options,
            checkpoint_every: Duration::from_mins(1),
            seed: chance(),
            disturbance: None,
            checkpoint_time: Duration::ZERO,
            setbacks: 0,
            _lock: lock,
        })
    }

    /// The folder it works in, wherever that is moved.
    pub const fn folder(&self) -> &Folder {
        &self.folder
    }

    /// What the run is.
    pub const fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Works until the end is reached or somebody wants it to stop.
    pub fn work(&mut self, stop: &AtomicBool, watcher: &mut dyn Watcher) -> Result<Ending, StoreError> {
        let mut strikes: Vec<u64> = Vec::new();
        loop {
            let mut warn = |text: String| watcher.warn(text);
            let site = recover(&self.folder, &self.manifest, &self.rule, self.options, self.seed, &mut warn)?;
            let next = site.ledger.next();
            if self.manifest.to < next.saturating_sub(1) {
                return Err(StoreError::Backwards { done: next - 1 });
            }
            // a result that is not the one of the files is made again
            let is_right = |result: &_| *result == outcome(&self.manifest, &site.ledger);
            if self.manifest.result.as_ref().is_some_and(|result| !is_right(result)) {
                self.manifest.result = None;
            }
            // who finds the end reached computes nothing
            if next <= self.manifest.to {
                self.manifest.note(next, self.options);
            }
            self.manifest.write(&self.folder)?;
            let mut shift = Shift { run: self, site, began: Instant::now(), strikes: &mut strikes };
            let ending = shift.work(stop, watcher);
            if let Some(text) = self.folder.leftover() {
                watcher.warn(text);
            }
            match ending? {
                Ok(ending) => return Ok(ending),
                Err(mistake) => {
                    self.setbacks += 1;
                    self.seed = chance();
                    let again = strikes.contains(&mistake.heap);
                    strikes.push(mistake.heap);
                    if again || strikes.len() >= 3 {
                        let times = if again { "again" } else { "for the third time" };
                        return Err(StoreError::SelfCheck(format!("{}, {times}", mistake.what)));
                    }
                    watcher.warn(format!("{}; the run goes back to its last checkpoint", mistake.what));
                }
            }
        }
    }
}

/// Whether the folder holds checkpoints, a log or states.
fn has_files(folder: &Folder) -> Result<bool, StoreError> {
    let places = [("", "checkpoint-"), ("log", ""), ("states", "")];
    for (inside, prefix) in places {
        if !folder.numbers(inside, prefix)?.is_empty() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Refuses what would fill the memory.
fn admit(engine: &Engine, to: u64) -> Result<(), StoreError> {
    if !engine.is_fast() && to >= MOST_KEPT {
        return Err(StoreError::TooFar { to, most: MOST_KEPT - 1 });
    }
    Ok(())
}

/// A number nobody knows before.
pub fn chance() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(0)
}
