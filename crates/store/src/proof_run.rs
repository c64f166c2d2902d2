//! The proof of a row of 2-Star Nim or of a pair of 4-Star Nim as a long run: it can be stopped at any moment and
//! continues from its last checkpoint.
//!
//! A checkpoint holds the whole proof, sealed and written like every file of the store, in two generations. A folder
//! belongs to one proof. When it is done, the proof can continue with a further row or another pair, because everything
//! below is then known.

use std::mem::discriminant;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use sprague::sequence::period::FarPeriod;
use sprague::star::{PairProof, RowProof};

use crate::checkpoint;
use crate::disk::Lock;
use crate::error::StoreError;
use crate::folder::Folder;
use crate::kept_proof::{KeptProof, bound, newest};
use crate::manifest::Manifest;
use crate::proof_trust::ProofTrust;
use crate::run::RunEnding;

/// A proof in a folder that nobody else works in.
pub struct ProofRun<P> {
    folder: Folder,
    proof: P,
    trust: ProofTrust,
    /// Whether the folder does not hold it yet as it is.
    is_new: bool,
    /// Worked before this process.
    before: Duration,
    /// How often a checkpoint is written.
    pub checkpoint_every: Duration,
    _lock: Box<dyn Lock>,
}

/// The proof of a row of 2-Star Nim as a long run.
pub type RowRun = ProofRun<RowProof>;
/// The proof of a pair of 4-Star Nim as a long run.
pub type PairRun = ProofRun<PairProof>;
/// The search for a period far out as a long run.
pub type FarRun = ProofRun<FarPeriod>;

impl<P: KeptProof> ProofRun<P> {
    /// The proof in a folder, which is made where it is missing; one that is there goes on, perhaps to another subject.
    pub fn open(
        folder: Folder,
        subject: P::Subject,
        warn: &mut dyn FnMut(String),
    ) -> Result<Self, StoreError> {
        let fresh = P::begin(subject.clone())?;
        folder.create("")?;
        let folder = bound::<P>(folder);
        let lock = folder.lock()?;
        folder.tidy()?;
        match Manifest::read(&folder) {
            Err(StoreError::NoRun(_)) => {}
            Err(StoreError::Proof { subject, .. })
                if discriminant(&subject) == discriminant(&fresh.kept()) => {}
            Err(error) => return Err(error),
            Ok(Manifest { game, .. }) => {
                return Err(StoreError::Exists { path: folder.path().to_owned(), game });
            }
        }
        let mut damaged = Vec::new();
        let found = newest::<P>(&folder, &mut damaged)?;
        for (name, why) in damaged {
            let aside = folder.set_aside(&name)?;
            warn(format!("{} is damaged: {why}; it is set aside as {aside}", folder.file(&name).display()));
        }
        let (proof, is_new, before, trust) = match found {
            None => (fresh, true, Duration::ZERO, ProofTrust::Recomputed),
            Some((mut kept, worked, trust)) => {
                let was = kept.to_bytes(0);
                if !kept.turns_to(subject) {
                    return Err(StoreError::Proof { path: folder.path().to_owned(), subject: kept.kept() });
                }
                if kept.to_bytes(0) == was {
                    (kept, false, worked, trust)
                } else {
                    let trust = kept.examine_turned(trust);
                    let trust = trust.map_err(|why| StoreError::damaged(folder.path(), why))?;
                    (kept, true, worked, trust)
                }
            }
        };
        let checkpoint_every = Duration::from_secs(60);
        Ok(Self { folder, proof, trust, is_new, before, checkpoint_every, _lock: lock })
    }

    /// The proof as it stands.
    pub const fn proof(&self) -> &P {
        &self.proof
    }

    /// How far it can be trusted: what goes on from a claim stays one.
    pub const fn trust(&self) -> ProofTrust {
        self.trust
    }

    /// Works until the proof is done, it fails, or somebody wants it to stop; tells how it stands now and then.
    pub fn work(
        &mut self,
        threads: usize,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(&P),
    ) -> Result<RunEnding, StoreError> {
        let began = Instant::now();
        let mut saved = began;
        if self.proof.is_done() && !self.is_new {
            return Ok(RunEnding::Finished);
        }
        while !self.proof.is_done() {
            tell(&self.proof);
            if stop.load(Ordering::Relaxed) {
                return self.save(began).map(|()| RunEnding::Stopped);
            }
            let is_good_place = self.proof.step(threads);
            if saved.elapsed() >= self.checkpoint_every
                || is_good_place && saved.elapsed() >= self.checkpoint_every / 8
            {
                self.save(began)?;
                saved = Instant::now();
            }
        }
        self.save(began).map(|()| RunEnding::Finished)
    }

    fn save(&self, began: Instant) -> Result<(), StoreError> {
        let milliseconds = (self.before + began.elapsed()).as_millis() as u64;
        checkpoint::add(&self.folder, P::PREFIX, P::KIND, &[&self.proof.to_bytes(milliseconds)])
    }
}
