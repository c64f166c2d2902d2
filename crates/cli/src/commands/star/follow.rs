//! Runs a proof by tracks: in memory, or in a folder where it can be stopped and resumed.
//!
//! In memory the columns of the next pass count against `--max-steps`. In a folder there is no such limit: Ctrl-C,
//! SIGTERM and SIGHUP write a checkpoint, and the same command continues.

use std::path::{Path, PathBuf};

use indicatif::ProgressBar;
use sprague::star::{RowProof, RowStage};
use sprague_store::{ProofTrust, RowRun, stop_on_signals};

use crate::args::Common;
use crate::args::star::Row;
use crate::commands::folder;
use crate::commands::run::whereabouts;
use crate::failure::{Failure, say};
use crate::progress;

/// The last row whose size is known well enough to be started without a folder.
const WITHOUT_FOLDER: usize = 15;
/// Columns of each run between two reports.
const STRIDE: u64 = 1 << 20;

/// The proof of a row as far as it came, over or stopped, how far it can be trusted, and the place where its folder is by
/// now.
pub type Followed = (RowProof, ProofTrust, Option<PathBuf>);

/// Follows the tracks of a row.
pub fn follow(row: usize, args: &Row, common: &Common) -> Result<Followed, Failure> {
    let threads = common.engine().threads;
    let mut bar = Bar::new(common);
    if let Some(dir) = &args.dir {
        return in_folder(row, dir, args, threads, &mut bar);
    }
    if row > WITHOUT_FOLDER {
        return Err(Failure::Input(format!(
            "row {row} takes long; name a folder for it with --dir DIR, where it can be stopped and taken up again"
        )));
    }
    let limits = common.limits();
    let mut proof = RowProof::new(row).ok_or_else(|| Failure::Input(format!("there is no row {row}")))?;
    while let RowStage::Following(pass) = &proof.stage {
        let what = format!("row {}: one period of row {}", pass.row, pass.row - 1);
        limits.admit_steps(what, pass.cycle as f64)?;
        bar.show(&proof);
        proof.advance(STRIDE, threads);
    }
    Ok((proof, ProofTrust::Recomputed, None))
}

fn in_folder(row: usize, dir: &Path, args: &Row, threads: usize, bar: &mut Bar) -> Result<Followed, Failure> {
    let folder = folder(dir);
    // before the folder is read: its evidence takes a while to check
    let stop = stop_on_signals()?;
    let mut run = RowRun::open(folder.clone(), row, &mut |text| say(&format!("warning: {text}")))?;
    run.checkpoint_every = args.checkpoint_every;
    let ending = run.work(threads, &stop, &mut |proof| bar.show(proof));
    if let Some(text) = folder.leftover() {
        say(&format!("warning: {text}"));
    }
    ending?;
    Ok((run.proof().clone(), run.trust(), Some(whereabouts(&folder))))
}

/// Shows the pass on the standard error, where a person sees it.
struct Bar {
    bar: Option<ProgressBar>,
    row: usize,
}

impl Bar {
    fn new(common: &Common) -> Self {
        Self { bar: progress::bar(common, "columns"), row: 0 }
    }

    fn show(&mut self, proof: &RowProof) {
        let (Some(bar), RowStage::Following(pass)) = (&self.bar, &proof.stage) else { return };
        bar.set_length(pass.cycle);
        bar.set_position(pass.done());
        if pass.row != self.row {
            self.row = pass.row;
            bar.set_message(format!("row {}", pass.row));
            // the pass before, or another process, says nothing about the speed
            bar.reset_eta();
        }
    }
}
