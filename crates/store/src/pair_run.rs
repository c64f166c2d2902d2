//! The proof of a pair of 4-Star Nim as a long run: it can be stopped at any moment and continues from its last
//! checkpoint.
//!
//! As with rows a checkpoint holds the whole proof, sealed, in two generations, and a folder belongs to one proof. A
//! proof that is done can continue with any other pair, because the pairs below are kept.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use sprague::star::{PairGame, PairProof};

use crate::checkpoint;
use crate::disk::Lock;
use crate::error::StoreError;
use crate::folder::Folder;
use crate::manifest::Manifest;
use crate::pair_proof::encode;
use crate::pair_status::{PREFIX, bound, newest};
use crate::run::RunEnding;
use crate::sealed::Kind;

/// Columns between two looks at the clock, a fraction of a second.
const STEP: u64 = 1 << 16;

/// A proof in a folder that nobody else works in.
pub struct PairRun {
    folder: Folder,
    proof: PairProof,
    /// Worked before this process.
    before: Duration,
    /// How often a checkpoint is written.
    pub checkpoint_every: Duration,
    _lock: Box<dyn Lock>,
}

impl PairRun {
    /// The proof in a folder, which is made where it is missing; one that is there goes on, perhaps to another pair.
    pub fn open(
        folder: Folder,
        game: PairGame,
        pair: (u64, u64),
        warn: &mut dyn FnMut(String),
    ) -> Result<Self, StoreError> {
        let mut proof = PairProof::new(game, pair.0, pair.1).ok_or_else(|| {
            StoreError::Request(format!("there is no proof of the pair {} {}", pair.0, pair.1))
        })?;
        folder.create("")?;
        let folder = bound(folder);
        let lock = folder.lock()?;
        folder.tidy()?;
        match Manifest::read(&folder) {
            Err(StoreError::NoRun(_) | StoreError::PairProof { .. }) => {}
            Err(error) => return Err(error),
            Ok(Manifest { game, .. }) => {
                return Err(StoreError::Exists { path: folder.path().to_owned(), game });
            }
        }
        let mut damaged = Vec::new();
        let found = newest(&folder, &mut damaged)?;
        for (name, why) in damaged {
            let aside = folder.set_aside(&name)?;
            warn(format!("{} is damaged: {why}; it is set aside as {aside}", folder.file(&name).display()));
        }
        let mut before = Duration::ZERO;
        if let Some((mut kept, worked)) = found {
            if kept.game != game || !kept.aim(pair.0, pair.1) {
                return Err(StoreError::PairProof { path: folder.path().to_owned(), pair: kept.target });
            }
            (proof, before) = (kept, worked);
        }
        Ok(Self { folder, proof, before, checkpoint_every: Duration::from_mins(1), _lock: lock })
    }

    /// The proof as it stands.
    pub const fn proof(&self) -> &PairProof {
        &self.proof
    }

    /// Works until the pair is proved or somebody wants it to stop; tells how it stands now and then.
    pub fn work(
        &mut self,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(&PairProof),
    ) -> Result<RunEnding, StoreError> {
        let began = Instant::now();
        let mut saved = began;
        while !self.proof.is_over() {
            tell(&self.proof);
            if stop.load(Ordering::Relaxed) {
                return self.save(began).map(|()| RunEnding::Stopped);
            }
            self.proof.advance(STEP);
            if saved.elapsed() >= self.checkpoint_every {
                self.save(began)?;
                saved = Instant::now();
            }
        }
        self.save(began).map(|()| RunEnding::Finished)
    }

    fn save(&self, began: Instant) -> Result<(), StoreError> {
        let milliseconds = (self.before + began.elapsed()).as_millis() as u64;
        checkpoint::add(&self.folder, PREFIX, Kind::PairProof, &[&encode(&self.proof, milliseconds)])
    }
}
