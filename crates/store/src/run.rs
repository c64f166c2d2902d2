//! A run: it computes heap after heap to the end, with checkpoints and audits, and returns to a checkpoint after a
//! mistake.
//!
//! After any interruption a run continues from its last checkpoint to the same result. After a mistake the work since
//! that checkpoint is discarded. Three mistakes in a row, or the same one twice, are not an accident, and the run
//! stops.
//!
//! The engine computes short pieces, so that a signal or a due checkpoint never waits long. If the end of a segment is
//! near, the checkpoint is written there: first the log, then the kept state, then the snapshot. The period watch reads
//! along; a run does not end where it sees a period.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use sprague::heap::{HeapGame, Rule};
use sprague::sequence::{CHUNK, Engine, EngineSettings, Space, ValueRoom, leaf, root};

use crate::audit::chance;
use crate::checkpoint;
use crate::disk::Lock;
use crate::error::StoreError;
use crate::folder::Folder;
use crate::ledger::{Ledger, Mistake};
use crate::log::{Mark, PIECE};
use crate::manifest::{Manifest, RunOutcome};
use crate::period_watch::{PeriodNews, PeriodWatch};
use crate::recovery::{Recovered, recover};
use crate::snapshot::{Position, Snapshot};
use crate::values;

/// The most heaps of an engine that keeps them all.
const MOST_KEPT: u64 = 1 << 25;

/// What a new run is to be.
#[derive(Clone, Copy, Debug)]
pub struct RunSettings {
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

/// Is told how a run goes; who does not listen to something leaves it out.
pub trait Watcher {
    /// Some heaps were done.
    fn progress(&mut self, _: Progress) {}
    /// Something was damaged or wrong.
    fn warn(&mut self, _: String) {}
    /// A period was seen, or no longer is.
    fn period(&mut self, _: PeriodNews) {}
}

/// Nobody watches.
impl Watcher for () {}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunEnding {
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
        settings: RunSettings,
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
            Err(StoreError::Lost { .. }) => manifest = manifest.rebuild(&folder)?,
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
        settings: RunSettings,
        options: EngineSettings,
    ) -> Result<(Self, Beginning), StoreError> {
        match Self::create(folder.clone(), game, settings, options) {
            Err(StoreError::Exists { .. }) => {}
            created => return created.map(|run| (run, Beginning::New)),
        }
        let before = Manifest::read(&folder)?;
        let path = folder.path().to_owned();
        if before.rule != game.rule.to_string() {
            return Err(StoreError::Exists { path, game: before.game });
        }
        if settings.to < before.to {
            return Err(StoreError::Longer { path, to: before.to });
        }
        if settings.keep == Keep::Values && !before.keep_values {
            return Err(StoreError::WithoutValues(path));
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
            checkpoint_every: Duration::from_secs(60),
            seed: chance(),
            disturbance: None,
            checkpoint_time: Duration::ZERO,
            setbacks: 0,
            _lock: lock,
        })
    }

    /// Keeps states at fixed places, the multiples of this power of two, from 2^20 heaps on; further apart once they fill
    /// their space.
    pub fn keep_states_every(&mut self, heaps: u64) -> Result<(), StoreError> {
        if !heaps.is_power_of_two() || heaps < CHUNK {
            return Err(StoreError::Request(format!(
                "states are kept every 2^k heaps, k = 20 or more, not every {heaps}"
            )));
        }
        self.manifest.state_every = heaps;
        Ok(())
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
    pub fn work(&mut self, stop: &AtomicBool, watcher: &mut dyn Watcher) -> Result<RunEnding, StoreError> {
        let mut mistakes: Vec<u64> = Vec::new();
        loop {
            let mut warn = |text: String| watcher.warn(text);
            let recovered =
                recover(&self.folder, &self.manifest, &self.rule, self.options, self.seed, &mut warn)?;
            let next = recovered.ledger.next();
            if self.manifest.to < next.saturating_sub(1) {
                return Err(StoreError::Backwards { done: next - 1 });
            }
            // a result that is not the one of the files is made again
            let is_right = |result: &_| *result == outcome(&self.manifest, &recovered.ledger);
            if self.manifest.result.as_ref().is_some_and(|result| !is_right(result)) {
                self.manifest.result = None;
            }
            // who finds the end reached computes nothing
            if next <= self.manifest.to {
                self.manifest.note(next, self.options);
            }
            self.manifest.write(&self.folder)?;
            let mut interval =
                WorkInterval { run: self, recovered, began: Instant::now(), mistakes: &mut mistakes };
            let ending = interval.work(stop, watcher);
            if let Some(text) = self.folder.leftover() {
                watcher.warn(text);
            }
            match ending {
                Ok(ending) => return Ok(ending),
                Err(Interruption::Failed(error)) => return Err(error),
                Err(Interruption::Mistake(mistake)) => {
                    self.setbacks += 1;
                    self.seed = chance();
                    let again = mistakes.contains(&mistake.heap);
                    mistakes.push(mistake.heap);
                    if again || mistakes.len() >= 3 {
                        let times = if again { "again" } else { "for the third time" };
                        return Err(StoreError::SelfCheck(format!("{}, {times}", mistake.what)));
                    }
                    watcher.warn(format!("{}; the run goes back to its last checkpoint", mistake.what));
                }
            }
        }
    }
}

/// Removes the files of a run that nobody needs any more; the folder itself stays.
pub fn discard_run(folder: &Folder) -> Result<(), StoreError> {
    let (manifest, _) = Manifest::look(folder)?;
    let pieces = (0..=manifest.to / CHUNK / PIECE).map(|piece| format!("values/{piece}"));
    // the manifest last: what is left after a crash is still known to be a run
    let inside = pieces.chain(["states".to_owned(), "log".to_owned()]);
    for inside in inside {
        for name in folder.names(&inside)? {
            folder.remove(&format!("{inside}/{name}"))?;
        }
    }
    for name in folder.names("")? {
        folder.remove(&name)?;
    }
    Ok(())
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

/// The work from one recovery to the next.
struct WorkInterval<'a> {
    /// The run.
    run: &'a mut Run,
    /// The engine and what is known of the values.
    recovered: Recovered,
    /// When it began.
    began: Instant,
    /// The heaps of the mistakes since the last checkpoint that lay behind them.
    mistakes: &'a mut Vec<u64>,
}

/// Why such work ended early.
enum Interruption {
    /// The values contradict each other.
    Mistake(Mistake),
    /// The disk did not do what it should.
    Failed(StoreError),
}

impl From<Mistake> for Interruption {
    fn from(mistake: Mistake) -> Self {
        Self::Mistake(mistake)
    }
}

impl From<StoreError> for Interruption {
    fn from(error: StoreError) -> Self {
        Self::Failed(error)
    }
}

impl WorkInterval<'_> {
    /// Works until the end, a signal or a mistake.
    fn work(&mut self, stop: &AtomicBool, watcher: &mut dyn Watcher) -> Result<RunEnding, Interruption> {
        /// A piece is to take about as long as somebody waits gladly.
        const SHORT: Duration = Duration::from_millis(100);
        let to = self.run.manifest.to;
        let mut size = 1 << 12;
        let mut saved = Instant::now();
        let mut unsaved = self.recovered.ledger.next() == 0;
        let mut is_told = false;
        loop {
            let from = self.recovered.ledger.next();
            if from > to {
                if unsaved || self.run.manifest.result.is_none() {
                    self.finish()?;
                }
                return Ok(RunEnding::Finished);
            }
            if stop.load(Ordering::Relaxed) {
                if unsaved {
                    self.checkpoint()?;
                }
                return Ok(RunEnding::Stopped);
            }
            let start = Instant::now();
            let last = to.min(from.saturating_add(size - 1)).min(from / CHUNK * CHUNK + (CHUNK - 1));
            unsaved = true;
            self.piece(from, last)?;
            if let Some(why) = self.recovered.engine.notice().filter(|_| !is_told) {
                watcher.warn(format!("the GPU is not at work: {why}"));
                is_told = true;
            }
            for news in self.recovered.watch.news() {
                watcher.period(news);
            }
            let took = start.elapsed();
            if took < SHORT && last - from == size - 1 {
                size = (2 * size).min(CHUNK);
            } else if took > 4 * SHORT {
                size = (size / 2).max(64);
            }
            let last_rare = self.recovered.engine.rares().last().map(|rare| rare.0);
            watcher.progress(Progress { done: last + 1, wanted: to.saturating_add(1), last_rare });
            let due = self.run.checkpoint_every;
            let at_boundary = (last + 1).is_multiple_of(CHUNK);
            let is_fixed = at_boundary && self.recovered.states.is_fixed((last + 1) / CHUNK);
            let is_due = saved.elapsed() >= if at_boundary { due } else { due + due / 8 };
            if (is_fixed || is_due) && last < to {
                self.checkpoint()?;
                saved = Instant::now();
                unsaved = false;
                if let Some(text) = self.run.folder.leftover() {
                    watcher.warn(text);
                }
            }
        }
    }

    /// Computes, notes and audits the heaps from `from` to `last`, all of one segment.
    fn piece(&mut self, from: u64, last: u64) -> Result<(), Interruption> {
        let Recovered { engine, ledger, watch, .. } = &mut self.recovered;
        if let Some(disturb) = &mut self.run.disturbance {
            disturb(engine);
        }
        let _ = engine.stream(last, ledger);
        ledger.audit(from, engine)?;
        if !(last + 1).is_multiple_of(CHUNK) {
            watch.read(&ledger.window, engine);
            return Ok(());
        }
        ledger.close(engine)?;
        watch.read(&ledger.window, engine);
        if PeriodWatch::is_anchor((last + 1) / CHUNK) {
            watch.set_anchor(last + 1, &ledger.window, engine.rares());
        }
        let folder = &self.run.folder;
        if self.run.manifest.keep_values {
            let mut room = ValueRoom::default();
            values::keep(folder, last / CHUNK, ledger.window.recall(last + 1 - CHUNK, last + 1, &mut room))?;
        }
        if ledger.log.is_piece_full() {
            ledger.hash_again()?;
            ledger.log.write(folder)?;
        }
        Ok(())
    }

    /// Writes the log and a checkpoint, unless something does not agree.
    fn checkpoint(&mut self) -> Result<(), Interruption> {
        let start = Instant::now();
        let milliseconds = self.recovered.milliseconds + self.began.elapsed().as_millis() as u64;
        let Recovered { engine, ledger, states, watch, .. } = &mut self.recovered;
        ledger.hash_again()?;
        ledger.compare(engine, 0)?;
        let snapshot = take(&self.run.manifest, engine, ledger, milliseconds);
        let segment = snapshot.next / CHUNK;
        let kept = snapshot.partial.is_empty() && states.wants(segment);
        ledger.log.mark(Mark { next: snapshot.next, hash: snapshot.hash(), kept });
        ledger.log.write(&self.run.folder)?;
        if kept {
            states.keep(&self.run.folder, segment, &snapshot)?;
        }
        // before the checkpoint: a stretch that came back before it is not looked for again
        if self.run.manifest.period_observed != watch.observed() {
            self.run.manifest.period_observed = watch.observed();
            self.run.manifest.write(&self.run.folder)?;
        }
        checkpoint::write(&self.run.folder, &snapshot)?;
        if self.mistakes.iter().all(|&heap| heap < snapshot.next) {
            self.mistakes.clear();
        }
        self.run.checkpoint_time += start.elapsed();
        Ok(())
    }

    /// Writes the last checkpoint and the result.
    fn finish(&mut self) -> Result<(), Interruption> {
        self.checkpoint()?;
        let manifest = &mut self.run.manifest;
        manifest.result = Some(outcome(manifest, &self.recovered.ledger));
        Ok(manifest.write(&self.run.folder)?)
    }
}

/// The result of a run that ends here.
fn outcome(manifest: &Manifest, ledger: &Ledger) -> RunOutcome {
    manifest.outcome(ledger.next().saturating_sub(1), signature(ledger), ledger.log.digest(), &ledger.total())
}

/// The signature of all values so far.
fn signature(ledger: &Ledger) -> String {
    let partial = ledger.partial();
    let start = ledger.next() - partial.len() as u64;
    let cut = (!partial.is_empty()).then(|| leaf(start, (&partial).into()));
    root(ledger.log.leaves().iter().chain(&cut))
}

/// Everything it takes to go on from here.
fn take(manifest: &Manifest, engine: &Engine, ledger: &Ledger, milliseconds: u64) -> Snapshot {
    let next = ledger.next();
    Snapshot {
        rule: manifest.rule_hash(),
        log: ledger.log.root(next / CHUNK).expect("the log has every finished segment"),
        next,
        milliseconds,
        tally: ledger.tally.clone(),
        partial: ledger.partial(),
        small: ledger.window.small().to_vec(),
        tall: ledger.window.tall(),
        audited: ledger.audited,
        space: engine.space().map(Space::parts),
        rares: engine.rares().iter().map(|&(heap, value)| (heap, value.0)).collect(),
        position: Position::of(engine),
    }
}
