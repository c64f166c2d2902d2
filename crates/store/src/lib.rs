//! Long computations of nim-sequences that survive interruptions and that others can check.
//!
//! A [`Run`] works in a [`Folder`]: it streams values from an engine, hashes and counts them, audits some of them, and
//! writes checkpoints. After any interruption it continues from a checkpoint to the identical result. [`status`] reads
//! a folder from outside, [`verify`] computes its segments again with another kernel. A [`RowRun`] does the same for
//! the proof of a row of 2-Star Nim, a [`PairRun`] for that of a pair of 4-Star Nim. [`parts_of_run`] cuts a verification
//! into parts for many machines. All disk access of the workspace is here, behind the trait [`Disk`]. The formats are
//! described in `docs/long-runs.md`.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod atomic;
mod audit;
mod check_parts;
mod check_threads;
mod checkpoint;
mod coding;
mod disk;
mod error;
mod evidence;
mod far_period;
mod file_text;
mod folder;
mod kept_proof;
mod label;
mod ledger;
mod log;
mod manifest;
mod pair_proof;
mod period_watch;
#[cfg(any(not(unix), portable_disk))]
mod portable_disk;
mod proof_run;
mod proof_trust;
mod recovery;
mod row_evidence;
mod row_proof;
mod run;
mod sealed;
mod segment;
mod signals;
mod snapshot;
mod status;
mod stretch;
mod stretch_search;
mod system;
mod tally;
#[cfg(all(unix, not(portable_disk)))]
mod unix_disk;
mod values;
mod verify;
mod window;

pub use check_parts::{
    CheckPart, CheckRoom, CheckedPart, PartsOfRun, check_part, parts_of_run, record_parts,
};
pub use disk::{Disk, Lock, Output, Place};
pub use error::{KeptSubject, StoreError};
pub use file_text::FileText;
pub use folder::Folder;
pub use kept_proof::{KeptProof, PairStatus, ProofStatus, RowStatus};
pub use label::{Disagreement, Label};
pub use manifest::{Manifest, ObservedPeriod, RunOutcome, Session, now};
pub use period_watch::PeriodNews;
pub use proof_run::{FarRun, PairRun, ProofRun, RowRun};
pub use proof_trust::ProofTrust;
pub use run::{Beginning, Disturbance, Keep, Progress, Run, RunEnding, RunSettings, Watcher, discard_run};
pub use segment::Segment;
pub use signals::{ask_to_end, stop_on_signals, survive_file_size_limit};
pub use status::{Contents, StatisticsCheck, Status, status};
pub use system::{System, host, is_kept_in, is_same_file, read_text, write_file};
pub use tally::Tally;
pub use verify::{Choice, VerifyReport, verify};

/// The formats of the files, for tests and fuzzers that make hostile ones. No part of the interface.
#[doc(hidden)]
pub mod formats {
    pub use crate::coding::{Coded, Decoder, Encoder};
    pub use crate::evidence::is_engine_of;
    pub use crate::label::{Stretch, Verified};
    pub use crate::log::{Entry, Log, Mark, Order, Piece};
    pub use crate::sealed::{Binding, Kind, Packing, Sealed, open};
    pub use crate::snapshot::{Audited, Position, Snapshot};
    pub use crate::tally::Added;
    pub use crate::window::Tall;
}
