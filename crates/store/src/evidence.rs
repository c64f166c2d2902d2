//! Which part of a folder can be trusted: the newest snapshot that agrees with itself and with the log.
//!
//! A snapshot is trusted if the log contains the hash of its content, if it contains the hash of the log, and if
//! everything in it that can be derived agrees: the statistics from the log's entries, and everything from the values
//! if it holds them. A checksum shows only that a file is as it was written. These tests show that this run wrote it,
//! at this place, and that nothing was exchanged since.
//!
//! Nothing is changed here: commands that read a folder and commands that continue a run decide by the same rules.

use sprague::sequence::{CHUNK, Space, State, leaf};

use crate::checkpoint;
use crate::coding::Coded;
use crate::error::StoreError;
use crate::folder::Folder;
use crate::log::{Entry, Loaded, Log, Order};
use crate::manifest::Manifest;
use crate::snapshot::{Position, Snapshot};
use crate::tally::Tally;

/// Indices of heaps are smaller where the engine has bytes to spare.
const HALF: u8 = 128;

/// Stands for a heap that is in a list.
const LISTED: u8 = 255;

/// Why nothing was made of a snapshot.
pub enum Rejection {
    /// The file stays where it is.
    Unused,
    /// The file cannot be used.
    Bad(&'static str),
    /// Nothing can go on.
    Failed(StoreError),
}

impl From<StoreError> for Rejection {
    fn from(error: StoreError) -> Self {
        Self::Failed(error)
    }
}

/// What was found in a folder.
pub struct Evidence<T> {
    /// The log.
    pub loaded: Loaded,
    /// What was made of the newest snapshot that can be believed.
    pub best: Option<T>,
    /// Where this snapshot ends, and the hash of its content.
    pub mark: Option<(u64, [u8; 32])>,
    /// Files that cannot be used, and why.
    pub bad: Vec<(String, String)>,
}

/// Makes something of a snapshot that can be believed, or says why not.
pub type Accept<'a, T> = dyn FnMut(&Loaded, Snapshot) -> Result<T, Rejection> + 'a;

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
    let (mut best, mut mark) = (None, None);
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
        let next = snapshot.next;
        let examined = examine(&snapshot, &hash, &loaded).map_err(Rejection::Bad);
        match examined.and_then(|()| accept(&loaded, snapshot)) {
            Ok(found) => {
                (best, mark) = (Some(found), Some((next, hash)));
                break;
            }
            Err(Rejection::Unused) => {}
            Err(Rejection::Bad(why)) => bad.push((name, why.to_owned())),
            Err(Rejection::Failed(error)) => return Err(error),
        }
    }
    Ok(Evidence { loaded, best, mark, bad })
}

/// Holds a snapshot, whose content has this hash, against itself and against the log.
pub fn examine(snapshot: &Snapshot, hash: &[u8; 32], loaded: &Loaded) -> Result<(), &'static str> {
    let (segments, start) = (snapshot.next / CHUNK, snapshot.next / CHUNK * CHUNK);
    if segments > loaded.log.len() {
        return Err("the log ends before it");
    }
    if !loaded.log.names(snapshot.next, hash) {
        return Err("the log does not name it");
    }
    if loaded.log.root(segments) != Some(snapshot.log) {
        return Err("it was written for another log");
    }
    if snapshot.partial.len() as u64 != snapshot.next - start {
        return Err("its unfinished segment has another length");
    }
    let audited = snapshot.audited;
    let judged = audited.right.checked_add(audited.open);
    if judged.is_none_or(|judged| judged > snapshot.next)
        || audited.weak > segments
        || audited.in_segment > snapshot.next - start
    {
        return Err("it cannot have audited so many heaps");
    }
    if loaded.tally(segments).as_ref() != Some(&snapshot.tally) {
        return Err("its statistics are not those of the log");
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
fn engine(snapshot: &Snapshot, state: &State, loaded: &Loaded) -> Result<(), &'static str> {
    if !is_engine_of(snapshot, state) {
        return Err("its engine stands elsewhere");
    }
    let wrong = Err("its engine remembers other values");
    let start = snapshot.next / CHUNK * CHUNK;
    let agrees = |(heap, &value): (u64, &u32)| state.value(heap).is_none_or(|own| own == value);
    if !(start..).zip(&snapshot.partial).all(agrees) || !(0..).zip(&snapshot.small).all(agrees) {
        return wrong;
    }
    let Some(number) = (start / CHUNK).checked_sub(1).filter(|number| number * CHUNK >= state.from) else {
        return Ok(());
    };
    let values: Option<Vec<u32>> = (number * CHUNK..start).map(|heap| state.value(heap)).collect();
    let leaf = values.map(|values| leaf(number * CHUNK, (&values).into()));
    if leaf.as_ref() == loaded.log.leaves().get(number as usize) { Ok(()) } else { wrong }
}

/// The rare heaps against the space, the unfinished segment, and those records that know the same space.
fn rares(snapshot: &Snapshot, loaded: &Loaded) -> Result<(), &'static str> {
    let wrong = Err("its rare heaps are not those of its values");
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
fn heaps(snapshot: &Snapshot) -> Result<(), &'static str> {
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
    if fits && small { Ok(()) } else { Err("its lists of heaps contradict each other") }
}

/// Everything is derived from the values again.
fn all_values(snapshot: &Snapshot, values: &[u32], loaded: &Loaded) -> Result<(), &'static str> {
    if values.len() as u64 != snapshot.next {
        return Err("it holds other values than it says");
    }
    let start = (snapshot.next / CHUNK * CHUNK) as usize;
    if values[start..] != snapshot.partial || !values.starts_with(&snapshot.small) {
        return Err("its values contradict each other");
    }
    let mut tally = Tally::default();
    for (number, chunk) in (0..).zip(values[..start].chunks(CHUNK as usize)) {
        if loaded.log.leaves().get(number as usize) != Some(&leaf(number * CHUNK, chunk.into())) {
            return Err("its values are not those of the log");
        }
        // as a run counts: a segment by itself, then together
        let mut segment = Tally::default();
        segment.add(number * CHUNK, chunk.into());
        tally.merge(&segment);
    }
    if tally != snapshot.tally {
        return Err("its statistics are not those of its values");
    }
    let Some(space) = snapshot.space.and_then(Space::from_parts) else { return Ok(()) };
    let rare = (0..).zip(values).filter(|&(heap, &value)| space.is_rare(heap, value));
    if !rare.map(|(heap, &value)| (heap, u64::from(value))).eq(snapshot.rares.iter().copied()) {
        return Err("its rare heaps are not those of its values");
    }
    Ok(())
}
