//! The proof of a row of 2-Star Nim in a folder, seen from outside.

use std::time::Duration;

use sprague::star::RowProof;

use crate::audit::chance;
use crate::error::StoreError;
use crate::folder::Folder;
use crate::row_evidence::examine;
use crate::row_proof::decode;
use crate::sealed::{Kind, Packing};

/// How the names of its checkpoints begin.
pub const PREFIX: &str = "tracks-";

/// The proof of a row as its last checkpoint has it.
#[derive(Clone, Debug)]
pub struct RowStatus {
    /// The proof.
    pub proof: RowProof,
    /// How long it has been worked on.
    pub worked: Duration,
    /// Whether a process is at work in the folder.
    pub is_running: bool,
    /// What cannot be used.
    pub warnings: Vec<String>,
}

impl RowStatus {
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

/// The folder, whose sealed files are those of the proof of a row. Files of version 1, bound to no run, are read as
/// well: what a proof says follows from what it holds.
pub fn bound(folder: Folder) -> Folder {
    folder.of_run(*blake3::hash(b"sprague row of 2-Star Nim\n").as_bytes(), true)
}

/// The newest checkpoint that is whole, and those newer ones that are not.
pub fn newest(
    folder: &Folder,
    damaged: &mut Vec<(String, String)>,
) -> Result<Option<(RowProof, Duration)>, StoreError> {
    for generation in folder.numbers("", PREFIX)?.into_iter().rev() {
        let name = format!("{PREFIX}{generation}");
        let why = match folder.unseal(&name, Kind::RowProof, Packing::Plain) {
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

/// The row whose proof a folder holds, for those who look for a run there.
pub fn row_in(folder: &Folder) -> Option<usize> {
    RowStatus::look(folder).ok()?.map(|status| status.proof.row)
}
