//! Two generations of checkpoints, and the states kept at segment boundaries.
//!
//! Both are snapshots. A new checkpoint is complete on the disk before the one before the last is removed, so at every
//! moment one is good. States are kept for verification: compressed, as many as fit into the allowed space, at two kinds
//! of places. The *fixed* ones are the multiples of a power of two, the same in every run of a rule, so that a sample of
//! stretches can be drawn by lot before anybody knows how fast the run was. The others are where a checkpoint by the
//! clock met the end of a segment; slow runs have only those. When the space is full, every second one of the others is
//! removed; once none is left, the distance between the fixed places doubles.

use crate::error::StoreError;
use crate::folder::Folder;
use crate::sealed::{Kind, Packing};
use crate::snapshot::Snapshot;

const CHECKPOINT: &str = "checkpoint-";

/// How many generations there are.
const GENERATIONS: usize = 2;

/// The numbers of the checkpoints, ascending.
pub fn generations(folder: &Folder) -> Result<Vec<u64>, StoreError> {
    folder.numbers("", CHECKPOINT)
}

/// The name of a checkpoint.
pub fn name(generation: u64) -> String {
    format!("{CHECKPOINT}{generation}")
}

/// The name of a kept state.
pub fn state_name(segment: u64) -> String {
    format!("states/{segment}")
}

/// Writes a checkpoint and drops all but the last two.
pub fn write(folder: &Folder, snapshot: &Snapshot) -> Result<(), StoreError> {
    let (head, [small, window]) = snapshot.encode();
    add(folder, CHECKPOINT, Kind::Snapshot, &[&head, small, window])
}

/// Writes the next sealed file of those that are numbered after a prefix, and drops all but the last two.
pub fn add(folder: &Folder, prefix: &str, kind: Kind, parts: &[&[u8]]) -> Result<(), StoreError> {
    /// Names with greater numbers are nobody's.
    const LAST: u64 = 1 << 61;
    let mut known = folder.numbers("", prefix)?;
    while let Some(odd) = known.pop_if(|last| *last >= LAST) {
        folder.set_aside(&format!("{prefix}{odd}"))?;
    }
    let next = known.last().map_or(1, |last| last + 1);
    folder.seal(&format!("{prefix}{next}"), kind, Packing::Plain, parts)?;
    known.push(next);
    for old in &known[..known.len().saturating_sub(GENERATIONS)] {
        folder.remove(&format!("{prefix}{old}"))?;
    }
    Ok(())
}

/// Reads a snapshot, a checkpoint or a kept state, and the hash of its content.
pub fn read(folder: &Folder, name: &str, rule: [u8; 32]) -> Result<(Snapshot, [u8; 32]), StoreError> {
    let packing = if name.starts_with(CHECKPOINT) { Packing::Plain } else { Packing::Zstd };
    let bytes = folder.unseal(name, Kind::Snapshot, packing)?;
    let hash = *blake3::hash(&bytes).as_bytes();
    let snapshot = Snapshot::decode(&bytes).ok_or_else(|| {
        StoreError::damaged(&folder.file(name), "it cannot be read, though its checksum is right")
    })?;
    if snapshot.rule != rule {
        return Err(StoreError::damaged(&folder.file(name), "it belongs to another rule"));
    }
    Ok((snapshot, hash))
}

/// The states kept at segment boundaries.
#[derive(Clone, Debug)]
pub struct States {
    /// Segments and sizes, ascending.
    kept: Vec<(u64, u64)>,
    /// Segments between two fixed places.
    stride: u64,
    /// Segments between a state by the clock and the one before it, at least.
    clock: u64,
    /// Bytes they may take.
    space: u64,
}

impl States {
    /// The states of a folder that are known to be the run's, which may take so many bytes. Others are left alone. The
    /// fixed places are `every` segments apart, or that times a power of two once the space was full.
    pub fn load(
        folder: &Folder,
        space: u64,
        every: u64,
        is_known: impl Fn(u64) -> bool,
    ) -> Result<Self, StoreError> {
        let segments = folder.numbers("states", "")?.into_iter().filter(|&segment| is_known(segment));
        let sized = |segment: u64| Ok((segment, folder.size(&state_name(segment))?));
        let kept = segments.map(sized).collect::<Result<Vec<(u64, u64)>, StoreError>>()?;
        let last = kept.last().map_or(0, |state| state.0);
        let mut stride = every.max(1);
        // most of the fixed places are there; one may have been lost
        let at_places =
            |stride: u64| kept.iter().filter(|state| state.0.is_multiple_of(stride)).count() as u64;
        while last / stride > 1 && 2 * at_places(stride) < last / stride {
            stride = stride.saturating_mul(2);
        }
        let gaps = kept.windows(2).filter(|pair| !pair[1].0.is_multiple_of(stride));
        let clock = gaps.map(|pair| pair[1].0 - pair[0].0).min().unwrap_or(1);
        Ok(Self { kept, stride, clock, space })
    }

    /// Whether a run stops at this segment to keep its state.
    pub fn is_fixed(&self, segment: u64) -> bool {
        segment > 0 && self.space > 0 && segment.is_multiple_of(self.stride)
    }

    /// Whether the state where this segment begins should be kept.
    pub fn wants(&self, segment: u64) -> bool {
        let here = self.kept.partition_point(|state| state.0 < segment);
        let is_far = self.kept[..here].last().is_none_or(|last| segment >= last.0.saturating_add(self.clock));
        let is_there = self.kept.get(here).is_some_and(|state| state.0 == segment);
        segment > 0 && self.space > 0 && (is_far || self.is_fixed(segment)) && !is_there
    }

    /// Keeps a state, and makes room.
    pub fn keep(&mut self, folder: &Folder, segment: u64, snapshot: &Snapshot) -> Result<(), StoreError> {
        let (head, [small, window]) = snapshot.encode();
        let name = state_name(segment);
        folder.seal(&name, Kind::Snapshot, Packing::Zstd, &[&head, small, window])?;
        let here = self.kept.partition_point(|state| state.0 < segment);
        self.kept.insert(here, (segment, folder.size(&name)?));
        let taken = |kept: &[(u64, u64)]| kept.iter().fold(0u64, |sum, state| sum.saturating_add(state.1));
        while taken(&self.kept) > self.space && !self.kept.is_empty() {
            for segment in self.thin() {
                folder.remove(&state_name(segment))?;
            }
        }
        Ok(())
    }

    /// Gives some of them up, and tells which.
    fn thin(&mut self) -> Vec<u64> {
        let mut gone = Vec::new();
        let stride = self.stride;
        if self.kept.iter().any(|state| !state.0.is_multiple_of(stride)) {
            let mut at = 0;
            self.kept.retain(|state| {
                let is_other = !state.0.is_multiple_of(stride);
                at += usize::from(is_other);
                let drops = is_other && at % 2 == 1;
                gone.extend(drops.then_some(state.0));
                !drops
            });
            self.clock = self.clock.saturating_mul(2);
            return gone;
        }
        self.stride = self.stride.saturating_mul(2);
        self.clock = self.clock.max(self.stride);
        let stride = self.stride;
        self.kept.retain(|state| {
            let stays = state.0.is_multiple_of(stride);
            gone.extend((!stays).then_some(state.0));
            stays
        });
        gone
    }
}
