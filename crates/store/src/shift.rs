//! The work from one recovery to the next.
//!
//! The engine is asked for short pieces, so that a signal or a due checkpoint never waits long. A checkpoint is
//! written at the end of a segment where one is near: first the log, then the kept state, then the snapshot.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use sprague::nimber::Nimber;
use sprague::sequence::{CHUNK, Engine, Space, leaf, root};

use crate::checkpoint;
use crate::coding::Encoder;
use crate::error::StoreError;
use crate::ledger::{Ledger, Mistake};
use crate::log::Mark;
use crate::manifest::{Manifest, Outcome};
use crate::recovery::Site;
use crate::run::{Ending, Progress, Run, Watcher};
use crate::snapshot::{Position, Snapshot};
use crate::values;

/// Below this heap a snapshot holds all values: the engine may still choose another space.
const UNSETTLED: u64 = 1 << 22;

/// The work from one recovery to the next.
pub struct Shift<'a> {
    /// The run.
    pub run: &'a mut Run,
    /// The engine and what is known of the values.
    pub site: Site,
    /// When it began.
    pub began: Instant,
    /// The heaps of the mistakes since the last checkpoint that lay behind them.
    pub strikes: &'a mut Vec<u64>,
}

impl Shift<'_> {
    /// Works until the end, a signal or a mistake.
    pub fn work(
        &mut self,
        stop: &AtomicBool,
        watcher: &mut dyn Watcher,
    ) -> Result<Result<Ending, Mistake>, StoreError> {
        /// A piece is to take about as long as somebody waits gladly.
        const SHORT: Duration = Duration::from_millis(100);
        let to = self.run.manifest.to;
        let mut size = 1 << 12;
        let mut saved = Instant::now();
        let mut unsaved = self.site.ledger.next() == 0;
        let mut is_told = false;
        loop {
            let from = self.site.ledger.next();
            if from > to {
                return if unsaved || self.run.manifest.result.is_none() {
                    self.finish()
                } else {
                    Ok(Ok(Ending::Finished))
                };
            }
            if stop.load(Ordering::Relaxed) {
                return Ok(if unsaved {
                    self.checkpoint()?.map(|()| Ending::Stopped)
                } else {
                    Ok(Ending::Stopped)
                });
            }
            let start = Instant::now();
            let last = to.min(from.saturating_add(size - 1)).min(from / CHUNK * CHUNK + (CHUNK - 1));
            unsaved = true;
            if let Err(mistake) = self.piece(from, last)? {
                return Ok(Err(mistake));
            }
            if let Some(why) = self.site.engine.notice().filter(|_| !is_told) {
                watcher.warn(format!("the GPU is not at work: {why}"));
                is_told = true;
            }
            let took = start.elapsed();
            if took < SHORT && last - from == size - 1 {
                size = (2 * size).min(CHUNK);
            } else if took > 4 * SHORT {
                size = (size / 2).max(64);
            }
            let last_rare = self.site.engine.rares().last().map(|rare| rare.0);
            watcher.progress(Progress { done: last + 1, wanted: to.saturating_add(1), last_rare });
            let due = self.run.checkpoint_every;
            let at_boundary = (last + 1).is_multiple_of(CHUNK);
            if saved.elapsed() >= if at_boundary { due } else { due + due / 8 } && last < to {
                if let Err(mistake) = self.checkpoint()? {
                    return Ok(Err(mistake));
                }
                saved = Instant::now();
                unsaved = false;
                if let Some(text) = self.run.folder.leftover() {
                    watcher.warn(text);
                }
            }
        }
    }

    /// Computes, notes and audits the heaps from `from` to `last`, all of one segment.
    fn piece(&mut self, from: u64, last: u64) -> Result<Result<(), Mistake>, StoreError> {
        let Site { engine, ledger, .. } = &mut self.site;
        if let Some(disturb) = &mut self.run.disturbance {
            disturb(engine);
        }
        let _ = engine.stream(last, &mut |_: u64, values: &[Nimber]| {
            ledger.accept(values);
            ControlFlow::Continue(())
        });
        if let Err(mistake) = ledger.audit(from, engine) {
            return Ok(Err(mistake));
        }
        if !(last + 1).is_multiple_of(CHUNK) {
            return Ok(Ok(()));
        }
        if let Err(mistake) = ledger.close(engine) {
            return Ok(Err(mistake));
        }
        let folder = &self.run.folder;
        if self.run.manifest.keep_values {
            let mut numbers = Vec::new();
            ledger.window.values(last + 1 - CHUNK, last + 1, &mut numbers);
            values::keep(folder, last / CHUNK, &numbers)?;
        }
        if ledger.log.is_piece_full() {
            if let Err(mistake) = ledger.hash_again() {
                return Ok(Err(mistake));
            }
            ledger.log.write(folder)?;
        }
        Ok(Ok(()))
    }

    /// Writes the log and a checkpoint, unless something does not agree.
    fn checkpoint(&mut self) -> Result<Result<(), Mistake>, StoreError> {
        let start = Instant::now();
        let milliseconds = self.site.milliseconds + self.began.elapsed().as_millis() as u64;
        let Site { engine, ledger, states, .. } = &mut self.site;
        if let Err(mistake) = ledger.hash_again().and_then(|()| ledger.compare(engine, 0)) {
            return Ok(Err(mistake));
        }
        let snapshot = take(&self.run.manifest, engine, ledger, milliseconds);
        let segment = snapshot.next / CHUNK;
        let kept = snapshot.partial.is_empty() && states.wants(segment);
        ledger.log.mark(Mark { next: snapshot.next, hash: snapshot.hash(), kept });
        ledger.log.write(&self.run.folder)?;
        if kept {
            states.keep(&self.run.folder, segment, &snapshot)?;
        }
        checkpoint::write(&self.run.folder, &snapshot)?;
        if self.strikes.iter().all(|&heap| heap < snapshot.next) {
            self.strikes.clear();
        }
        self.run.checkpoint_time += start.elapsed();
        Ok(Ok(()))
    }

    /// Writes the last checkpoint and the result.
    fn finish(&mut self) -> Result<Result<Ending, Mistake>, StoreError> {
        if let Err(mistake) = self.checkpoint()? {
            return Ok(Err(mistake));
        }
        let manifest = &mut self.run.manifest;
        manifest.result = Some(outcome(manifest, &self.site.ledger));
        manifest.write(&self.run.folder)?;
        Ok(Ok(Ending::Finished))
    }
}

/// The result of a run that ends here.
pub fn outcome(manifest: &Manifest, ledger: &Ledger) -> Outcome {
    let mut encoder = Encoder::default();
    ledger.total().encode(&mut encoder);
    let counts = blake3::hash(&encoder.into_bytes()).to_hex().to_string();
    manifest.outcome(ledger.next().saturating_sub(1), signature(ledger), ledger.log.digest(), counts)
}

/// The signature of all values so far.
fn signature(ledger: &Ledger) -> String {
    let partial = ledger.partial();
    let values: Vec<Nimber> = partial.iter().map(|&value| Nimber(value.into())).collect();
    let start = ledger.next() - values.len() as u64;
    let cut = (!values.is_empty()).then(|| leaf(start, &values));
    root(ledger.log.leaves().iter().chain(&cut))
}

/// Everything it takes to go on from here.
fn take(manifest: &Manifest, engine: &Engine, ledger: &Ledger, milliseconds: u64) -> Snapshot {
    let next = ledger.next();
    let all_values = || {
        let mut values = Vec::new();
        let known = engine.recall(0, next, &mut values);
        known.then(|| values.into_iter().map(|value| value.0 as u32).collect())
    };
    let state = || engine.state().map(|state| Position::State(Box::new(state)));
    let values = || all_values().map(Position::Values);
    let position = if next < UNSETTLED { values().or_else(state) } else { state().or_else(values) };
    Snapshot {
        rule: manifest.rule_hash(),
        log: ledger.log.root(next / CHUNK),
        next,
        milliseconds,
        tally: ledger.tally.clone(),
        partial: ledger.partial(),
        small: ledger.window.small().to_vec(),
        tall: ledger.window.tall(),
        audited: ledger.audited,
        space: engine.space().map(Space::parts),
        rares: engine.rares().iter().map(|&(heap, value)| (heap, value.0)).collect(),
        position: position.unwrap_or(Position::Start),
    }
}
