//! `sprague status`: how far a run is, also while it works.

use std::process::ExitCode;

use sprague::sequence::period::FarPeriod;
use sprague_store::{PairStatus, ProofStatus, RowStatus, status};
use sprague_tell::period::far_status;
use sprague_tell::runs::{pair_status, row_status, run_status};

use super::folder;
use crate::args::{Common, RunFolder};
use crate::failure::Failure;
use crate::output;

pub fn run(args: &RunFolder, common: &Common) -> Result<ExitCode, Failure> {
    let folder = folder(&args.dir);
    let warn = |warnings: &[String]| warnings.iter().for_each(|warning| eprintln!("warning: {warning}"));
    if let Some(row) = RowStatus::look(&folder)? {
        warn(&row.warnings);
        return output::told(common, &row_status(&row));
    }
    if let Some(pair) = PairStatus::look(&folder)? {
        warn(&pair.warnings);
        return output::told(common, &pair_status(&pair));
    }
    if let Some(far) = ProofStatus::<FarPeriod>::look(&folder)? {
        warn(&far.warnings);
        return output::told(common, &far_status(&far.proof, far.worked, far.is_running));
    }
    let (status, _) = status(&folder)?;
    warn(&status.warnings);
    output::told(common, &run_status(&status))
}
