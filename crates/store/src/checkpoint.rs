//! Two generations of checkpoints, and the states kept at segment boundaries.
//!
//! Both are snapshots. A new checkpoint is complete on the disk before the one before the last is removed, so that at
//! every moment one is good. States are kept for those who verify: compressed, as many as fit the space allowed; when
//! it is used up, every second one goes and the stride doubles.

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
    let mut known = generations(folder)?;
    let next = known.last().map_or(1, |last| last + 1);
    let (head, [small, window]) = snapshot.encode();
    folder.seal(&name(next), Kind::Snapshot, Packing::Plain, &[&head, small, window])?;
    known.push(next);
    for old in &known[..known.len().saturating_sub(GENERATIONS)] {
        folder.remove(&name(*old))?;
    }
    Ok(())
}

/// Reads a snapshot: a checkpoint or a kept state.
pub fn read(folder: &Folder, name: &str, rule: [u8; 32]) -> Result<Snapshot, StoreError> {
    let bytes = folder.unseal(name, Kind::Snapshot)?;
    let snapshot = Snapshot::decode(&bytes).ok_or_else(|| {
        StoreError::damaged(&folder.file(name), "it cannot be read, though its checksum is right")
    })?;
    if snapshot.rule != rule {
        return Err(StoreError::damaged(&folder.file(name), "it belongs to another rule"));
    }
    Ok(snapshot)
}

/// The states kept at segment boundaries.
#[derive(Clone, Debug)]
pub struct States {
    /// Segments and sizes, ascending.
    kept: Vec<(u64, u64)>,
    /// Segments between two of them, at least.
    stride: u64,
    /// Bytes they may take.
    space: u64,
}

impl States {
    /// The states of a folder, which may take so many bytes.
    pub fn load(folder: &Folder, space: u64) -> Result<Self, StoreError> {
        let segments = folder.numbers("states", "")?;
        let sized = |segment: u64| Ok((segment, folder.size(&state_name(segment))?));
        let kept = segments.into_iter().map(sized).collect::<Result<Vec<(u64, u64)>, StoreError>>()?;
        let gaps = kept.windows(2).map(|pair| pair[1].0 - pair[0].0);
        let stride = gaps.min().unwrap_or(1);
        Ok(Self { kept, stride, space })
    }

    /// Whether the state where this segment begins should be kept.
    pub fn wants(&self, segment: u64) -> bool {
        segment > 0 && self.space > 0 && self.kept.last().is_none_or(|last| segment >= last.0 + self.stride)
    }

    /// Keeps a state, and makes room.
    pub fn keep(&mut self, folder: &Folder, segment: u64, snapshot: &Snapshot) -> Result<(), StoreError> {
        let (head, [small, window]) = snapshot.encode();
        let name = state_name(segment);
        folder.seal(&name, Kind::Snapshot, Packing::Zstd, &[&head, small, window])?;
        self.kept.push((segment, folder.size(&name)?));
        while self.kept.iter().map(|state| state.1).sum::<u64>() > self.space && !self.kept.is_empty() {
            let mut kept = Vec::new();
            for (at, &state) in self.kept.iter().enumerate() {
                if at % 2 == 0 {
                    folder.remove(&state_name(state.0))?;
                } else {
                    kept.push(state);
                }
            }
            self.kept = kept;
            self.stride = self.stride.saturating_mul(2);
        }
        Ok(())
    }

    /// Forgets the states from this segment on, which will be made again.
    pub fn rewind(&mut self, folder: &Folder, segment: u64) -> Result<(), StoreError> {
        while let Some(last) = self.kept.pop_if(|last| last.0 > segment) {
            folder.remove(&state_name(last.0))?;
        }
        Ok(())
    }
}
