//! Where a run continues: at the newest snapshot that can be trusted, else at the beginning.
//!
//! A file that cannot be used is set aside under a name that ends in `.bad`, with a warning. Nothing is removed, and
//! good files stay where they are. The log is kept twice: an intact file replaces a damaged one. The records of the log
//! beyond the snapshot are kept: computed again, they must be the same. So even a run that lost every snapshot is not
//! lost; it is computed again and compared.
//!
//! If a verification has found a segment wrong, the run goes back, once, to a point before it; the records from there
//! on are not compared.

use sprague::heap::Rule;
use sprague::sequence::{CHUNK, Engine, EngineSettings, Kernel};

use crate::checkpoint::{self, States};
use crate::error::StoreError;
use crate::evidence::{Evidence, Rejection, examine, find};
use crate::folder::Folder;
use crate::label::Verified;
use crate::ledger::Ledger;
use crate::log::{Loaded, PIECE, names};
use crate::manifest::Manifest;
use crate::period_watch::PeriodWatch;
use crate::snapshot::{Position, Snapshot};

/// A run that is ready to go on.
#[derive(Debug)]
pub struct Recovered {
    /// The engine.
    pub engine: Engine,
    /// The values so far.
    pub ledger: Ledger,
    /// The kept states.
    pub states: States,
    /// Looks for a period.
    pub watch: PeriodWatch,
    /// How long the run had worked.
    pub milliseconds: u64,
}

/// Finds the place to go on from; tells what was damaged.
pub fn recover(
    folder: &Folder,
    manifest: &Manifest,
    rule: &Rule,
    options: EngineSettings,
    seed: u64,
    warn: &mut dyn FnMut(String),
) -> Result<Recovered, StoreError> {
    folder.tidy()?;
    // somebody may have removed an empty one
    folder.create("log")?;
    folder.create("states")?;
    let mut verified = Verified::read(folder, manifest)?;
    let until = verified.refuted();
    if let Some(segment) = until {
        warn(format!("a verification found segment {segment} wrong: the run goes back to before it"));
    }
    let new_ledger = |loaded: &Loaded| {
        let mut ledger = Ledger::new(rule, loaded.log.clone(), seed);
        ledger.work_with(options.threads);
        ledger
    };
    let evidence = find(folder, manifest, until, &mut |loaded: &Loaded, snapshot| {
        if matches!(snapshot.position, Position::State(_)) && !options.kernel.method.continues_states() {
            let able = Kernel::ALL.into_iter().filter(|kernel| kernel.method.continues_states());
            let able = able.filter(|kernel| kernel.why_not().is_none()).map(Kernel::name);
            let able = able.collect::<Vec<_>>().join(", ");
            return Err(Rejection::Failed(StoreError::Request(format!(
                "the kernel {} cannot go on in the middle; resume with one of {able}",
                options.kernel
            ))));
        }
        let mut ledger = new_ledger(loaded);
        let engine = snapshot.engine(rule, options);
        match engine.filter(|engine| ledger.restore(&snapshot, engine).is_some()) {
            Some(engine) => Ok((engine, ledger, snapshot.next / CHUNK, snapshot.milliseconds)),
            None if matches!(snapshot.position, Position::State(_)) => {
                Err(Rejection::Bad("it contradicts itself"))
            }
            // such engines start again; the snapshot is good
            None => Err(Rejection::Unused),
        }
    })?;
    let Evidence { loaded, best, mark, mut bad } = evidence;
    bad.extend(loaded.bad.iter().cloned());
    for (name, why) in bad {
        let aside = folder.set_aside(&name)?;
        warn(format!("{} cannot be used: {why}; it is set aside as {aside}", folder.file(&name).display()));
    }
    if let Some(piece) = loaded.lost {
        let first = piece * PIECE;
        warn(format!("both files of the log from segment {first} on are lost: computed again from there"));
        set_aside_from(folder, piece + 1, warn)?;
    }
    let (engine, mut ledger, segments, milliseconds) =
        best.unwrap_or_else(|| (Engine::new(rule.clauses(), options), new_ledger(&loaded), 0, 0));
    if let Some((next, hash)) = mark {
        ledger.log.forget_unwritten(next, &hash);
    }
    ledger.log.rewind(segments, &loaded.records);
    for &piece in &loaded.torn {
        ledger.log.heal(folder, piece, &loaded.records)?;
    }
    if let Some(segment) = until.filter(|&segment| segment <= loaded.log.len()) {
        ledger.log.break_promise(segment);
        for generation in checkpoint::generations(folder)? {
            let name = checkpoint::name(generation);
            let beyond = |read: (Snapshot, [u8; 32])| read.0.next > segment.saturating_mul(CHUNK);
            if checkpoint::read(folder, &name, manifest.rule_hash()).is_ok_and(beyond) {
                let aside = folder.set_aside(&name)?;
                warn(format!("{name} holds values found wrong; it is set aside as {aside}"));
            }
        }
        for state in folder.numbers("states", "")?.into_iter().filter(|&state| state > segment) {
            folder.set_aside(&checkpoint::state_name(state))?;
        }
        set_aside_from(folder, segment / PIECE + 1, warn)?;
        let kept = loaded.records.len().min(segment as usize);
        ledger.log.heal(folder, segment / PIECE, &loaded.records[..kept])?;
        ledger.log.write(folder)?;
    }
    if until.is_some() {
        verified.note_retried(folder, manifest)?;
    }
    let is_known = |segment: u64| ledger.log.keeps(segment);
    let states = States::load(folder, manifest.state_bytes, manifest.state_every / CHUNK, is_known)?;
    let watch = watch(folder, manifest, rule, &engine, &ledger, &loaded);
    Ok(Recovered { engine, ledger, states, watch, milliseconds })
}

/// The period watch with the anchors that can be set again: from the values at hand, or from a kept state.
fn watch(
    folder: &Folder,
    manifest: &Manifest,
    rule: &Rule,
    engine: &Engine,
    ledger: &Ledger,
    loaded: &Loaded,
) -> PeriodWatch {
    let observed = manifest.period_observed.filter(|seen| seen.at <= ledger.next());
    let mut watch = PeriodWatch::new(rule, observed);
    for segment in PeriodWatch::last_anchors(ledger.next() / CHUNK) {
        if watch.set_anchor(segment * CHUNK, &ledger.window, engine.rares()) {
            continue;
        }
        // without it the search goes on from the next anchor
        let kept = checkpoint::read(folder, &checkpoint::state_name(segment), manifest.rule_hash());
        if let Ok((snapshot, hash)) = kept
            && snapshot.next == segment * CHUNK
            && examine(&snapshot, &hash, loaded).is_ok()
        {
            watch.load_anchor(&snapshot);
        }
    }
    watch.resume(&ledger.window);
    watch
}

/// Sets the pieces of the log from one on aside: nothing connects them with what comes before.
fn set_aside_from(folder: &Folder, piece: u64, warn: &mut dyn FnMut(String)) -> Result<(), StoreError> {
    let pieces = folder.numbers("log", "")?;
    for name in pieces.into_iter().filter(|&number| number >= piece).flat_map(names) {
        if folder.has(&name)? {
            let aside = folder.set_aside(&name)?;
            warn(format!("{name} lies beyond what can be used; it is set aside as {aside}"));
        }
    }
    Ok(())
}
