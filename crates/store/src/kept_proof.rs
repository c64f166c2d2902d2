//! Proofs that are kept in a folder while they are in the making, of rows of 2-Star Nim and of pairs of 4-Star Nim, and
//! such a folder seen from outside.
//!
//! Both are plain data between two steps, a few hundred kilobytes, so a checkpoint holds a whole proof. What differs is
//! what a proof is of, its bytes, how it is examined, and how long a step is.

use std::path::Path;
use std::time::Duration;

use sprague::heap::Rule;
use sprague::sequence::period::FarPeriod;
use sprague::star::{PairGame, PairProof, RowProof, RowStage};

use crate::audit::chance;
use crate::error::StoreError;
use crate::folder::Folder;
use crate::sealed::{Kind, Packing};
use crate::{far_period, pair_proof, row_evidence, row_proof};

/// Columns of all runs of a row together between two looks at the clock, a fraction of a second.
const ROW_STEP: u64 = 1 << 26;
/// Columns of a pair between two looks at the clock, a fraction of a second.
const PAIR_STEP: u64 = 1 << 16;

/// Heaps of a search for a period far out between two looks at the clock, about a second.
const FAR_STEP: u64 = 1 << 28;

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
    /// Whether files of version 1, bound to no run, are read as well: what a proof says follows from what it holds.
    const READS_VERSION_1: bool;

    /// A proof from its beginning.
    fn begin(subject: Self::Subject) -> Result<Self, StoreError>;
    /// Whether it can go on to this subject; it does.
    fn turns_to(&mut self, subject: Self::Subject) -> bool;
    /// That a folder holds this proof and not what was asked for.
    fn is_in_the_way(&self, path: &Path) -> StoreError;
    /// Whether an error says that a folder holds such a proof.
    fn is_meant(error: &StoreError) -> bool;
    /// Whether it is done or has failed.
    fn is_done(&self) -> bool;
    /// Works on for a fraction of a second; whether it is at a good place for a checkpoint then.
    fn step(&mut self, threads: usize) -> bool;
    /// Its bytes.
    fn to_bytes(&self, milliseconds: u64) -> Vec<u8>;
    /// The proof of these bytes, and how long it has worked.
    fn from_bytes(bytes: &[u8]) -> Option<(Self, u64)>;
    /// Whether what it says follows from what it holds.
    fn examine(&self, seed: u64) -> Result<(), &'static str>;
}

impl KeptProof for RowProof {
    type Subject = usize;
    const PREFIX: &'static str = "tracks-";
    const KIND: Kind = Kind::RowProof;
    const RUN: &'static [u8] = b"sprague row of 2-Star Nim\n";
    const READS_VERSION_1: bool = true;

    fn begin(row: usize) -> Result<Self, StoreError> {
        Self::new(row).ok_or_else(|| StoreError::Request(format!("there is no proof of row {row}")))
    }

    fn turns_to(&mut self, row: usize) -> bool {
        self.row == row || self.raise(row)
    }

    fn is_in_the_way(&self, path: &Path) -> StoreError {
        StoreError::RowProof { path: path.to_owned(), row: self.row }
    }

    fn is_meant(error: &StoreError) -> bool {
        matches!(error, StoreError::RowProof { .. })
    }

    fn is_done(&self) -> bool {
        self.is_over()
    }

    fn step(&mut self, threads: usize) -> bool {
        let RowStage::Following(pass) = &self.stage else { return false };
        let (columns, row) = (ROW_STEP.div_ceil(pass.runs.len() as u64), pass.row);
        self.advance(columns, threads);
        matches!(&self.stage, RowStage::Following(pass) if pass.row != row)
    }

    fn to_bytes(&self, milliseconds: u64) -> Vec<u8> {
        row_proof::encode(self, milliseconds)
    }

    fn from_bytes(bytes: &[u8]) -> Option<(Self, u64)> {
        row_proof::decode(bytes)
    }

    fn examine(&self, seed: u64) -> Result<(), &'static str> {
        row_evidence::examine(self, seed)
    }
}

impl KeptProof for PairProof {
    type Subject = (PairGame, u64, u64);
    const PREFIX: &'static str = "pairs-";
    const KIND: Kind = Kind::PairProof;
    const RUN: &'static [u8] = b"sprague pair of 4-Star Nim\n";
    const READS_VERSION_1: bool = false;

    fn begin((game, a, b): Self::Subject) -> Result<Self, StoreError> {
        Self::new(game, a, b)
            .ok_or_else(|| StoreError::Request(format!("there is no proof of the pair {a} {b}")))
    }

    fn turns_to(&mut self, (game, a, b): Self::Subject) -> bool {
        self.game == game && self.aim(a, b)
    }

    fn is_in_the_way(&self, path: &Path) -> StoreError {
        StoreError::PairProof { path: path.to_owned(), pair: self.target }
    }

    fn is_meant(error: &StoreError) -> bool {
        matches!(error, StoreError::PairProof { .. })
    }

    fn is_done(&self) -> bool {
        self.is_over()
    }

    fn step(&mut self, _: usize) -> bool {
        self.advance(PAIR_STEP);
        false
    }

    fn to_bytes(&self, milliseconds: u64) -> Vec<u8> {
        pair_proof::encode(self, milliseconds)
    }

    fn from_bytes(bytes: &[u8]) -> Option<(Self, u64)> {
        pair_proof::decode(bytes)
    }

    fn examine(&self, seed: u64) -> Result<(), &'static str> {
        pair_proof::examine(self, seed)
    }
}

impl KeptProof for FarPeriod {
    type Subject = Rule;
    const PREFIX: &'static str = "far-";
    const KIND: Kind = Kind::FarPeriod;
    const RUN: &'static [u8] = b"sprague period far out\n";
    const READS_VERSION_1: bool = false;

    fn begin(rule: Rule) -> Result<Self, StoreError> {
        Self::new(&rule).map_err(|why| StoreError::Request(format!("{rule}: {why}")))
    }

    fn turns_to(&mut self, rule: Rule) -> bool {
        *self.rule() == rule
    }

    fn is_in_the_way(&self, path: &Path) -> StoreError {
        StoreError::FarPeriod { path: path.to_owned(), game: self.rule().to_string() }
    }

    fn is_meant(error: &StoreError) -> bool {
        matches!(error, StoreError::FarPeriod { .. })
    }

    fn is_done(&self) -> bool {
        self.is_over()
    }

    fn step(&mut self, _: usize) -> bool {
        self.advance(FAR_STEP);
        false
    }

    fn to_bytes(&self, milliseconds: u64) -> Vec<u8> {
        far_period::encode(self, milliseconds)
    }

    fn from_bytes(bytes: &[u8]) -> Option<(Self, u64)> {
        far_period::decode(bytes)
    }

    /// What it says is a claim to be checked; reading has computed the first heaps again.
    fn examine(&self, _: u64) -> Result<(), &'static str> {
        Ok(())
    }
}

/// The proof in a folder as its last checkpoint has it.
#[derive(Clone, Debug)]
pub struct ProofStatus<P> {
    /// The proof.
    pub proof: P,
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
            (Some((proof, worked)), _) => Ok(Some(Self { proof, worked, is_running, warnings })),
            (None, Some((name, why))) => Err(StoreError::damaged(&folder.file(&name), why)),
            (None, None) => Ok(None),
        }
    }
}

/// The folder, whose sealed files are those of such a proof.
pub fn bound<P: KeptProof>(folder: Folder) -> Folder {
    folder.of_run(*blake3::hash(P::RUN).as_bytes(), P::READS_VERSION_1)
}

/// The newest checkpoint that is whole, and those newer ones that are not.
pub fn newest<P: KeptProof>(
    folder: &Folder,
    damaged: &mut Vec<(String, String)>,
) -> Result<Option<(P, Duration)>, StoreError> {
    for generation in folder.numbers("", P::PREFIX)?.into_iter().rev() {
        let name = format!("{}{generation}", P::PREFIX);
        let why = match folder.unseal(&name, P::KIND, Packing::Plain) {
            Ok((_, bytes)) => match P::from_bytes(&bytes) {
                Some((proof, milliseconds)) => match proof.examine(chance()) {
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

/// The game whose period is looked for in a folder.
pub fn far_period_in(folder: &Folder) -> Option<String> {
    let name = format!("{}{}", FarPeriod::PREFIX, folder.numbers("", FarPeriod::PREFIX).ok()?.last()?);
    let (_, bytes) =
        bound::<FarPeriod>(folder.clone()).unseal(&name, Kind::FarPeriod, Packing::Plain).ok()?;
    far_period::game(&bytes)
}

/// The pair whose proof a folder holds.
pub fn pair_in(folder: &Folder) -> Option<(u64, u64)> {
    PairStatus::look(folder).ok()?.map(|status| status.proof.target)
}
