//! Proofs that are kept in a folder while they are in the making, of rows of 2-Star Nim and of pairs of 4-Star Nim, and
//! such a folder seen from outside.
//!
//! Both are plain data between two steps, a few hundred kilobytes, so a checkpoint holds a whole proof. What differs is
//! what a proof is of, its bytes, how it is examined, and how long a step is.

use std::time::Duration;

use sprague::star::{PairProof, RowProof};

use crate::audit::chance;
use crate::error::{KeptSubject, StoreError};
use crate::folder::Folder;
use crate::proof_trust::ProofTrust;
use crate::sealed::{Kind, Packing};

/// A proof that can be stopped between two steps, kept as bytes, and continued.
pub trait KeptProof: Sized {
    /// What it is a proof of.
    type Subject: Clone;
    /// How the names of its checkpoints begin.
    const PREFIX: &'static str;
    /// The kind of its sealed files.
    const KIND: Kind;
    /// What its sealed files are bound to.
    const RUN: &'static [u8];

    /// A proof from its beginning.
    fn begin(subject: Self::Subject) -> Result<Self, StoreError>;
    /// Whether it can go on to this subject; it does.
    fn turns_to(&mut self, subject: Self::Subject) -> bool;
    /// What it is a proof of, for those who look for something else.
    fn kept(&self) -> KeptSubject;
    /// Whether it is done or has failed.
    fn is_done(&self) -> bool;
    /// Works on for a fraction of a second; whether it is at a good place for a checkpoint then.
    fn step(&mut self, threads: usize) -> bool;
    /// Its bytes.
    fn to_bytes(&self, milliseconds: u64) -> Vec<u8>;
    /// The proof of these bytes, and how long it has worked.
    fn from_bytes(bytes: &[u8]) -> Option<(Self, u64)>;
    /// Whether what it says follows from what it holds, and how much of that was computed again.
    fn examine(&self, seed: u64) -> Result<ProofTrust, &'static str>;
    /// The same of one that turned to another subject, after what was found before.
    fn examine_turned(&self, before: ProofTrust) -> Result<ProofTrust, &'static str> {
        Ok(before)
    }
}

/// The proof in a folder as its last checkpoint has it.
#[derive(Clone, Debug)]
pub struct ProofStatus<P> {
    /// The proof.
    pub proof: P,
    /// How far it can be trusted.
    pub trust: ProofTrust,
    /// How long it has been worked on.
    pub worked: Duration,
    /// Whether a process is at work in the folder.
    pub is_running: bool,
    /// What cannot be used.
    pub warnings: Vec<String>,
}

/// The proof of a row of 2-Star Nim in a folder.
pub type RowStatus = ProofStatus<RowProof>;
/// The proof of a pair of 4-Star Nim in a folder.
pub type PairStatus = ProofStatus<PairProof>;

impl<P: KeptProof> ProofStatus<P> {
    /// Looks at a folder from outside; `None` where there is no such proof in it.
    pub fn look(folder: &Folder) -> Result<Option<Self>, StoreError> {
        if folder.numbers("", P::PREFIX)?.is_empty() {
            return Ok(None);
        }
        let is_running = folder.is_at_work();
        let mut damaged = Vec::new();
        let found = newest::<P>(&bound::<P>(folder.clone()), &mut damaged)?;
        let warning =
            |(name, why): &(String, String)| format!("{} cannot be used: {why}", folder.file(name).display());
        let warnings = damaged.iter().map(warning).collect();
        match (found, damaged.pop()) {
            (Some((proof, worked, trust)), _) => {
                Ok(Some(Self { proof, trust, worked, is_running, warnings }))
            }
            (None, Some((name, why))) => Err(StoreError::damaged(&folder.file(&name), why)),
            (None, None) => Ok(None),
        }
    }
}

/// The folder, whose sealed files are those of such a proof.
pub fn bound<P: KeptProof>(folder: Folder) -> Folder {
    folder.of_run(*blake3::hash(P::RUN).as_bytes())
}

/// The newest checkpoint that is whole, and those newer ones that are not.
pub fn newest<P: KeptProof>(
    folder: &Folder,
    damaged: &mut Vec<(String, String)>,
) -> Result<Option<(P, Duration, ProofTrust)>, StoreError> {
    for generation in folder.numbers("", P::PREFIX)?.into_iter().rev() {
        let name = format!("{}{generation}", P::PREFIX);
        let why = match folder.unseal(&name, P::KIND, Packing::Plain) {
            Ok(bytes) => match P::from_bytes(&bytes) {
                Some((proof, milliseconds)) => match proof.examine(chance()) {
                    Ok(trust) => return Ok(Some((proof, Duration::from_millis(milliseconds), trust))),
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
