//! The proof of a row of 2-Star Nim as a long run: it can be stopped at any moment and continues from its last
//! checkpoint.
//!
//! Between two steps the proof is a few hundred kilobytes of plain data. So a checkpoint holds all of it, sealed and
//! written like every file of the store, in two generations. A folder belongs to one proof. When a row is done, the
//! proof can continue with a further row, because everything below is then known.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use sprague::star::{RowProof, RowStage};

use crate::checkpoint;
use crate::disk::Lock;
use crate::error::StoreError;
use crate::folder::Folder;
use crate::manifest::Manifest;
use crate::row_proof::encode;
use crate::row_status::{PREFIX, bound, newest};
use crate::run::RunEnding;
use crate::sealed::Kind;

/// Columns of all runs together between two looks at the clock, a fraction of a second.
const STEP: u64 = 1 << 26;

/// A proof in a folder that nobody else works in.
pub struct RowRun {
    folder: Folder,
    proof: RowProof,
    /// Worked before this process.
    before: Duration,
    /// How often a checkpoint is written.
    pub checkpoint_every: Duration,
    _lock: Box<dyn Lock>,
}

impl RowRun {
    /// The proof in a folder, which is made where it is missing; one that is there goes on, perhaps to a further row.
    pub fn open(folder: Folder, row: usize, warn: &mut dyn FnMut(String)) -> Result<Self, StoreError> {
        let mut fresh = RowProof::new(row)
            .ok_or_else(|| StoreError::Request(format!("there is no proof of row {row}")))?;
        folder.create("")?;
        let folder = bound(folder);
        let lock = folder.lock()?;
        folder.tidy()?;
        match Manifest::read(&folder) {
            Err(StoreError::NoRun(_) | StoreError::RowProof { .. }) => {}
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
        if let Some((mut proof, worked)) = found {
            if proof.row != row && !proof.raise(row) {
                return Err(StoreError::RowProof { path: folder.path().to_owned(), row: proof.row });
            }
            (fresh, before) = (proof, worked);
        }
        Ok(Self { folder, proof: fresh, before, checkpoint_every: Duration::from_mins(1), _lock: lock })
    }

    /// The proof as it stands.
    pub const fn proof(&self) -> &RowProof {
        &self.proof
    }

    /// Works until the row is proved, the proof fails, or somebody wants it to stop; tells how it stands now and then.
    pub fn work(
        &mut self,
        threads: usize,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(&RowProof),
    ) -> Result<RunEnding, StoreError> {
        let began = Instant::now();
        let mut saved = began;
        if self.proof.is_over() {
            return Ok(RunEnding::Finished);
        }
        while let RowStage::Following(pass) = &self.proof.stage {
            let (columns, row) = (STEP.div_ceil(pass.runs.len() as u64), pass.row);
            tell(&self.proof);
            if stop.load(Ordering::Relaxed) {
                return self.save(began).map(|()| RunEnding::Stopped);
            }
            self.proof.advance(columns, threads);
            let next = matches!(&self.proof.stage, RowStage::Following(pass) if pass.row != row);
            if saved.elapsed() >= self.checkpoint_every
                || next && saved.elapsed() >= self.checkpoint_every / 8
            {
                self.save(began)?;
                saved = Instant::now();
            }
        }
        self.save(began).map(|()| RunEnding::Finished)
    }

    fn save(&self, began: Instant) -> Result<(), StoreError> {
        let milliseconds = (self.before + began.elapsed()).as_millis() as u64;
        checkpoint::add(&self.folder, PREFIX, Kind::RowProof, &[&encode(&self.proof, milliseconds)])
    }
}
