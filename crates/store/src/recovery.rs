//! Where a run goes on: the newest snapshot that is whole and fits the log, else an older one, else the beginning.
//!
//! Damaged files are set aside under a name that ends in `.bad` and named in a warning. What the log already has beyond
//! the snapshot is a promise: when it is computed again it must come out the same. So even a run that lost every
//! snapshot is not lost, only computed again and compared.

use sprague::heap::Rule;
use sprague::nimber::Nimber;
use sprague::sequence::{CHUNK, Engine, Kernel, Options};

use crate::checkpoint::{self, States};
use crate::error::StoreError;
use crate::folder::Folder;
use crate::ledger::Ledger;
use crate::log::Log;
use crate::manifest::Manifest;
use crate::snapshot::{Position, Snapshot};

/// A run that is ready to go on.
#[derive(Debug)]
pub struct Site {
    /// The engine.
    pub engine: Engine,
    /// The values so far.
    pub ledger: Ledger,
    /// The kept states.
    pub states: States,
    /// How long the run had worked.
    pub milliseconds: u64,
}

/// Finds the place to go on from; tells what was damaged.
pub fn recover(
    folder: &Folder,
    manifest: &Manifest,
    rule: &Rule,
    options: Options,
    seed: u64,
    warn: &mut dyn FnMut(String),
) -> Result<Site, StoreError> {
    folder.tidy()?;
    let (log, damage) = Log::load(folder)?;
    if let Some(damage) = damage {
        warn(damage.to_string());
        // all files from the damaged one on are written again
        let name = format!("log/{}", log.len() / crate::log::PIECE);
        if folder.read(&name)?.is_some() {
            folder.set_aside(&name)?;
        }
    }
    let mut states = States::load(folder, manifest.state_bytes)?;
    let checkpoints = checkpoint::generations(folder)?.into_iter().rev().map(checkpoint::name);
    let kept = folder.numbers("states", "")?.into_iter().rev().map(checkpoint::state_name);
    for name in checkpoints.chain(kept) {
        let snapshot = match checkpoint::read(folder, &name, manifest.rule_hash()) {
            Ok(snapshot) => snapshot,
            Err(StoreError::Damaged { path, why }) => {
                warn(format!("{} is damaged ({why}); it is set aside as {name}.bad", path.display()));
                folder.set_aside(&name)?;
                continue;
            }
            Err(error) => return Err(error),
        };
        if snapshot.next / CHUNK > log.len() {
            warn(format!("{name} is of no use: the log ends before it"));
            continue;
        }
        if matches!(snapshot.position, Position::State(_)) && options.kernel < Kernel::Planes {
            return Err(StoreError::Request(format!(
                "the kernel {} cannot go on in the middle; resume with planes, blocks, avx2 or avx512",
                options.kernel
            )));
        }
        let mut ledger = Ledger::new(rule, log.clone(), seed);
        ledger.work_with(options.threads);
        let Some(engine) = stand(&snapshot, rule, options, &mut ledger) else {
            if matches!(snapshot.position, Position::State(_)) {
                warn(format!("{name} contradicts itself; it is set aside as {name}.bad"));
                folder.set_aside(&name)?;
            }
            continue;
        };
        let segments = snapshot.next / CHUNK;
        ledger.log.rewind(folder, segments)?;
        states.rewind(folder, segments)?;
        return Ok(Site { engine, ledger, states, milliseconds: snapshot.milliseconds });
    }
    let mut ledger = Ledger::new(rule, log, seed);
    ledger.work_with(options.threads);
    ledger.log.rewind(folder, 0)?;
    states.rewind(folder, 0)?;
    Ok(Site { engine: Engine::new(rule.clauses(), options), ledger, states, milliseconds: 0 })
}

/// The engine of a snapshot, with the ledger put in its place.
pub fn stand(snapshot: &Snapshot, rule: &Rule, options: Options, ledger: &mut Ledger) -> Option<Engine> {
    let (engine, first) = match &snapshot.position {
        Position::Start => return None,
        Position::Values(values) => {
            let values: Vec<Nimber> = values.iter().map(|&value| Nimber(value.into())).collect();
            (Engine::from_values(rule.clauses(), options, &values)?, 0)
        }
        Position::State(state) => (Engine::from_state(rule.clauses(), options, state)?, state.from),
    };
    ledger.restore(snapshot, &engine, first)?;
    Some(engine)
}
