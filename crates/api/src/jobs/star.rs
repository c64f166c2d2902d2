//! The work of a row job: the additive period of a row of 2-Star Nim, proved by its tracks (theory 8.12).
//!
//! Each row is followed through one period of the row below, so the last pass takes nearly all the time: below a second
//! to row 12, seconds for row 13, a minute for row 14, hours beyond. The proof advances in strides, between which it
//! can be watched and cancelled.

use std::sync::atomic::Ordering;

use sprague::star::{RowMethod, RowProof, RowStage};
use sprague_tell::lab::JobResult;
use sprague_tell::star::row_result;

use super::job::{JobFinding, JobProgress};
use crate::limits::of_job;
use crate::problem::Refusal;

/// Columns of each run between two looks at the job.
const STRIDE: u64 = 1 << 18;

/// A proof in progress.
pub struct RowWork {
    row: usize,
    proof: RowProof,
}

impl RowWork {
    /// Before the first row.
    pub fn new(row: usize) -> Result<Self, String> {
        let proof = RowProof::new(row).ok_or_else(|| format!("there is no row {row}"))?;
        Ok(Self { row, proof })
    }

    /// Goes so many columns further at most.
    pub fn advance(
        &mut self,
        progress: &JobProgress,
        columns: u64,
        threads: usize,
    ) -> Result<Option<JobFinding>, String> {
        if let RowStage::Following(pass) = &self.proof.stage {
            let what = format!("row {}: one period of row {}", pass.row, pass.row - 1);
            of_job()
                .admit_steps(what, pass.cycle as f64)
                .map_err(|refusal| Refusal::from(refusal).message)?;
            progress.row.store(pass.row as u64, Ordering::Relaxed);
            progress.total.store(pass.cycle, Ordering::Relaxed);
            progress.done.store(pass.done(), Ordering::Relaxed);
            self.proof.advance(columns.clamp(1, STRIDE), threads);
            return Ok(None);
        }
        progress.done.store(progress.total.load(Ordering::Relaxed), Ordering::Relaxed);
        let found = match self.proof.stage {
            RowStage::Proved(found) => Some(found),
            RowStage::Following(_) | RowStage::Failed => None,
        };
        let result = JobResult::Row(row_result(self.row, found, RowMethod::Tracks));
        Ok(Some(JobFinding { result, certificate: None }))
    }
}
