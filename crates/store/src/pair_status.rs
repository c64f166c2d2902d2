//! The proof of a pair of 4-Star Nim in a folder, seen from outside.

use std::time::Duration;

use sprague::star::PairProof;

use crate::audit::chance;
use crate::error::StoreError;
use crate::folder::Folder;
use crate::pair_proof::{decode, examine};
use crate::sealed::{Kind, Packing};

/// How the names of its checkpoints begin.
pub const PREFIX: &str = "pairs-";

/// The proof of a pair as its last checkpoint has it.
#[derive(Clone, Debug)]
pub struct PairStatus {
    /// The proof.
    pub proof: PairProof,
    /// How long it has been worked on.
    pub worked: Duration,
    /// Whether a process is at work in the folder.
    pub is_running: bool,
    /// What cannot be used.
    pub warnings: Vec<String>,
}

impl PairStatus {
    /// Looks at a folder from outside; `None` where there is no such proof in it.
    pub fn look(folder: &Folder) -> Result<Option<Self>, StoreError> {
        if folder.numbers("", PREFIX)?.is_empty() {
            return Ok(None);
        }
        let is_running = folder.is_at_work();
        let mut damaged = Vec::new();
        let found = newest(&bound(folder.clone()), &mut damaged)?;
        let warning =
            |(name, why): &(String, String)| format!("{} cannot be used: {why}", folder.file(name).display());
        let warnings = damaged.iter().map(warning).collect();
        match (found, damaged.pop()) {
            (Some((proof, worked)), _) => Ok(Some(Self { proof, worked, is_running, warnings })),
            (None, Some((name, why))) => Err(StoreError::damaged(&folder.file(&name), why)),
            (None, None) => Ok(None),
        }
    }
}

/// The folder, whose sealed files are those of the proof of a pair.
pub fn bound(folder: Folder) -> Folder {
    folder.of_run(*blake3::hash(b"sprague pair of 4-Star Nim\n").as_bytes(), false)
}

/// The newest checkpoint that is whole, and those newer ones that are not.
pub fn newest(
    folder: &Folder,
    damaged: &mut Vec<(String, String)>,
) -> Result<Option<(PairProof, Duration)>, StoreError> {
    for generation in folder.numbers("", PREFIX)?.into_iter().rev() {
        let name = format!("{PREFIX}{generation}");
        let why = match folder.unseal(&name, Kind::PairProof, Packing::Plain) {
            Ok((_, bytes)) => match decode(&bytes) {
                Some((proof, milliseconds)) => match examine(&proof, chance()) {
                    Ok(()) => return Ok(Some((proof, Duration::from_millis(milliseconds)))),
                    Err(why) => why.to_owned(),
                },
                None => "it cannot be read, though its checksum is right".to_owned(),
            },
            Err(StoreError::Damaged { why, .. }) => why,
            Err(error) => return Err(error),
        };
        damaged.push((name, why));
    }
    Ok(None)
}

/// The pair whose proof a folder holds, for those who look for a run there.
pub fn pair_in(folder: &Folder) -> Option<(u64, u64)> {
    PairStatus::look(folder).ok()?.map(|status| status.proof.target)
}
