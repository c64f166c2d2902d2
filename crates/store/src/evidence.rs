//! Which part of a folder can be trusted: the newest snapshot that agrees with itself and with the log.
//!
//! A snapshot is trusted if the log contains the hash of its content, if it contains the hash of the log, and if
//! everything in it that can be derived agrees: the statistics from the log's entries, and everything from the values
//! if it holds them. A checksum shows only that a file is as it was written. These tests show that this run wrote it,
//! at this place, and that nothing was exchanged since. Files of version 1 have no such hashes; there only what can be
//! derived is compared, and the label of such a run stays low until it is verified.
//!
//! Nothing is changed here: commands that read a folder and commands that continue a run decide by the same rules.

use sprague::nimber::Nimber;
use sprague::sequence::{CHUNK, Space, State, leaf};

use crate::checkpoint;
use crate::error::StoreError;
use crate::folder::Folder;
use crate::log::{Counted, Entry, Loaded, Log, Order};
use crate::manifest::Manifest;
use crate::snapshot::{Position, Snapshot};
use crate::tally::Tally;

/// Indices of heaps are smaller where the engine has bytes to spare.
const HALF: u8 = 128;

/// Stands for a heap that is in a list.
const LISTED: u8 = 255;

/// Why a snapshot is no evidence.
#[derive(Debug, PartialEq, Eq)]
pub enum Doubt {
    /// The log ends before it.
    LogEnds,
    /// It contradicts itself or the log.
    Wrong(&'static str),
}

/// What was found in a folder.
pub struct Evidence<T> {
    /// The log.
    pub loaded: Loaded,
    /// What was made of the newest snapshot that can be believed.
    pub best: Option<T>,
    /// Files that cannot be used, and why.
    pub bad: Vec<(String, String)>,
}

/// Makes something of a snapshot that can be believed, or says why not; an empty reason leaves it where it is.
pub type Accept<'a, T> =
    dyn FnMut(&str, &Loaded, Snapshot) -> Result<Result<T, &'static str>, StoreError> + 'a;

/// Looks for the newest snapshot that can be believed, not beyond where segment `until` begins, and of which `accept`
/// makes something.
pub fn find<T>(
    folder: &Folder,
    manifest: &Manifest,
    until: Option<u64>,
    accept: &mut Accept<'_, T>,
) -> Result<Evidence<T>, StoreError> {
    let first = look(folder, manifest, Order::First, until, accept)?;
    let differs = first.loaded.bad.iter().any(|(_, why)| why.starts_with("it contradicts"));
    if !differs || first.best.is_some() && first.bad.is_empty() {
        return Ok(first);
    }
    // the two files of a piece contradict each other: the checkpoints tell which one is right
    let copy = look(folder, manifest, Order::Copy, until, accept)?;
    let is_better = copy.best.is_some() && (first.best.is_none() || copy.bad.len() < first.bad.len());
    Ok(if is_better { copy } else { first })
}

fn look<T>(
    folder: &Folder,
    manifest: &Manifest,
    order: Order,
    until: Option<u64>,
    accept: &mut Accept<'_, T>,
) -> Result<Evidence<T>, StoreError> {
    let loaded = Log::load(folder, order)?;
    let checkpoints = checkpoint::generations(folder)?.into_iter().rev().map(checkpoint::name);
    let states = folder.numbers("states", "")?.into_iter().rev();
    // what lies beyond the log stays where it is: it is of use again once the log has come there
    let states = states.filter(|&segment| segment > 0 && segment <= loaded.log.len());
    let mut bad = Vec::new();
    let mut best = None;
    for name in checkpoints.chain(states.map(checkpoint::state_name)) {
        let (snapshot, hash) = match checkpoint::read(folder, &name, manifest.rule_hash()) {
            Ok(read) => read,
            Err(StoreError::Damaged { why, .. }) => {
                bad.push((name, why));
                continue;
            }
            Err(error) => return Err(error),
        };
        if until.is_some_and(|until| snapshot.next > until.saturating_mul(CHUNK)) {
            continue;
        }
        match examine(&snapshot, &hash, &loaded) {
            Err(Doubt::LogEnds) => bad.push((name, "the log ends before it".to_owned())),
            Err(Doubt::Wrong(why)) => bad.push((name, why.to_owned())),
            Ok(()) => match accept(&name, &loaded, snapshot)? {
                Ok(found) => {
                    best = Some(found);
                    break;
                }
                Err(why) if !why.is_empty() => bad.push((name, why.to_owned())),
                Err(_) => {}
            },
        }
    }
    Ok(Evidence { loaded, best, bad })
}

/// Holds a snapshot, whose content has this hash, against itself and against the log.
pub fn examine(snapshot: &Snapshot, hash: &[u8; 32], loaded: &Loaded) -> Result<(), Doubt> {
    use Doubt::{LogEnds, Wrong};
    let (segments, start) = (snapshot.next / CHUNK, snapshot.next / CHUNK * CHUNK);
    if segments > loaded.log.len() {
        return Err(LogEnds);
    }
    if let Some(root) = snapshot.log {
        if !loaded.log.names(snapshot.next, hash) {
            return Err(Wrong("the log does not name it"));
        }
        if loaded.log.root(segments) != Some(root) {
            return Err(Wrong("it was written for another log"));
        }
    }
    if snapshot.partial.len() as u64 != snapshot.next - start {
        return Err(Wrong("its unfinished segment has another length"));
    }
    let audited = snapshot.audited;
    let judged = audited.right.checked_add(audited.open);
    if judged.is_none_or(|judged| judged > snapshot.next)
        || audited.weak > segments
        || audited.in_segment > snapshot.next - start
    {
        return Err(Wrong("it cannot have audited so many heaps"));
    }
    match loaded.tally(segments) {
        Some(Counted::Whole(tally)) if tally == snapshot.tally => {}
        Some(Counted::Counts(counts))
            if agree(&counts, &snapshot.tally) && snapshot.tally.is_possible(start) => {}
        _ => return Err(Wrong("its statistics are not those of the log")),
    }
    rares(snapshot, loaded)?;
    heaps(snapshot)?;
    match &snapshot.position {
        Position::Values(values) => all_values(snapshot, values, loaded),
        Position::State(state) => engine(snapshot, state, loaded),
        Position::Start => Ok(()),
    }
}

/// Whether the state of the engine is one of this snapshot.
pub fn is_engine_of(snapshot: &Snapshot, state: &State) -> bool {
    let rares = state.rares.iter().map(|&(heap, value)| (heap, u64::from(value)));
    state.next == snapshot.next
        && state.from.checked_add(state.window.len() as u64) == Some(state.next)
        && Some(state.space) == snapshot.space
        && rares.eq(snapshot.rares.iter().copied())
        && state.tall.is_sorted_by(|a, b| a.0 < b.0)
        && state.tall.last().is_none_or(|tall| tall.0 < state.next)
        && state.values.len() as u64 <= state.next
        && (state.full || state.window.iter().all(|&index| index < HALF || index == LISTED))
}

/// The state of the engine against the rest of the snapshot, and its last segment against the log.
fn engine(snapshot: &Snapshot, state: &State, loaded: &Loaded) -> Result<(), Doubt> {
    if !is_engine_of(snapshot, state) {
        return Err(Doubt::Wrong("its engine stands elsewhere"));
    }
    let wrong = Err(Doubt::Wrong("its engine remembers other values"));
    let start = snapshot.next / CHUNK * CHUNK;
    let agrees = |(heap, &value): (u64, &u32)| state.value(heap).is_none_or(|own| own == value);
    if !(start..).zip(&snapshot.partial).all(agrees) || !(0..).zip(&snapshot.small).all(agrees) {
        return wrong;
    }
    let Some(number) = (start / CHUNK).checked_sub(1).filter(|number| number * CHUNK >= state.from) else {
        return Ok(());
    };
    let value = |heap: u64| state.value(heap).map(|value| Nimber(value.into()));
    let values: Option<Vec<Nimber>> = (number * CHUNK..start).map(value).collect();
    let leaf = values.map(|values| leaf(number * CHUNK, &values));
    if leaf.as_ref() == loaded.log.leaves().get(number as usize) { Ok(()) } else { wrong }
}

/// Whether the counts of the log are those of a tally.
fn agree(counts: &[u64], tally: &Tally) -> bool {
    let counts = (0..).zip(counts.iter().copied()).filter(|&(_, count)| count > 0);
    counts.eq(tally.counts())
}

/// The rare heaps against the space, the unfinished segment, and those records that know the same space.
fn rares(snapshot: &Snapshot, loaded: &Loaded) -> Result<(), Doubt> {
    let wrong = Err(Doubt::Wrong("its rare heaps are not those of its values"));
    let Some(parts) = snapshot.space else {
        return if snapshot.rares.is_empty() { Ok(()) } else { wrong };
    };
    let Some(space) = Space::from_parts(parts) else { return wrong };
    let is_rare = |&(heap, value): &(u64, u64)| {
        heap < snapshot.next && u32::try_from(value).is_ok_and(|value| space.is_rare(heap, value))
    };
    let ascending = snapshot.rares.is_sorted_by(|a, b| a.0 < b.0);
    if !ascending || !snapshot.rares.iter().all(is_rare) {
        return wrong;
    }
    let between = |from: u64, until: u64| {
        let at = |heap: u64| snapshot.rares.partition_point(|rare| rare.0 < heap);
        &snapshot.rares[at(from)..at(until)]
    };
    let start = snapshot.next / CHUNK * CHUNK;
    let partial = (start..).zip(snapshot.partial.iter().map(|&value| u64::from(value)));
    if !partial.filter(is_rare).eq(between(start, snapshot.next).iter().copied()) {
        return wrong;
    }
    for record in loaded.records.iter().take((start / CHUNK) as usize) {
        let Some(Entry { segment, .. }) = Entry::decode(record) else { return wrong };
        let here = between(segment.first(), segment.first() + CHUNK);
        if segment.space == Some(parts)
            && (here.len() as u64 != segment.rare_count || !here.starts_with(&segment.rares))
        {
            return wrong;
        }
    }
    Ok(())
}

/// The lists of heaps are in order, and the small values agree with what else is known of them.
fn heaps(snapshot: &Snapshot) -> Result<(), Doubt> {
    let tall = &snapshot.tall.list;
    let fits = tall.is_sorted_by(|a, b| a.0 < b.0)
        && tall.last().is_none_or(|tall| tall.0 < snapshot.next)
        && snapshot.tall.from <= snapshot.next;
    let value = |heap: u64| snapshot.small.get(usize::try_from(heap).ok()?).copied();
    let small =
        snapshot.rares.iter().all(|rare| value(rare.0).is_none_or(|value| u64::from(value) == rare.1))
            && tall.iter().all(|tall| value(tall.0).is_none_or(|value| value == tall.1))
            && (snapshot.next >= CHUNK
                || snapshot.small.iter().zip(&snapshot.partial).all(|(small, partial)| small == partial));
    if fits && small { Ok(()) } else { Err(Doubt::Wrong("its lists of heaps contradict each other")) }
}

/// Everything is derived from the values again.
fn all_values(snapshot: &Snapshot, values: &[u32], loaded: &Loaded) -> Result<(), Doubt> {
    let wrong = |what| Err(Doubt::Wrong(what));
    if values.len() as u64 != snapshot.next {
        return wrong("it holds other values than it says");
    }
    let start = (snapshot.next / CHUNK * CHUNK) as usize;
    if values[start..] != snapshot.partial || !values.starts_with(&snapshot.small) {
        return wrong("its values contradict each other");
    }
    let mut tally = Tally::default();
    for (number, chunk) in (0..).zip(values[..start].chunks(CHUNK as usize)) {
        let chunk: Vec<Nimber> = chunk.iter().map(|&value| Nimber(value.into())).collect();
        if loaded.log.leaves().get(number as usize) != Some(&leaf(number * CHUNK, &chunk)) {
            return wrong("its values are not those of the log");
        }
        // as a run counts: a segment by itself, then together
        let mut segment = Tally::default();
        segment.add(number * CHUNK, &chunk);
        tally.merge(&segment);
    }
    if tally != snapshot.tally {
        return wrong("its statistics are not those of its values");
    }
    let Some(space) = snapshot.space.and_then(Space::from_parts) else { return Ok(()) };
    let rare = (0..).zip(values).filter(|&(heap, &value)| space.is_rare(heap, value));
    if !rare.map(|(heap, &value)| (heap, u64::from(value))).eq(snapshot.rares.iter().copied()) {
        return wrong("its rare heaps are not those of its values");
    }
    Ok(())
}
