//! What can go wrong with a run. Which command helps is said by the front end.

use std::io;
use std::path::{Path, PathBuf};

use crate::printable::printable;

/// Why a run, a resumption or a check ended.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// A call of the file system failed.
    #[error("cannot {what} {}: {source}{}", path.display(), way_out(source))]
    Io {
        /// What was tried.
        what: &'static str,
        /// On which file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A file is not what was written.
    #[error("{} is damaged: {why}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// Another process works in the folder.
    #[error("another run is at work in {}", .0.display())]
    Locked(PathBuf),
    /// The folder is gone.
    #[error("the folder {} was removed while a run worked in it; what it held is lost", .0.display())]
    Removed(PathBuf),
    /// There is a run of another game already.
    #[error("{} already holds a run of {game}", path.display())]
    Exists {
        /// The folder.
        path: PathBuf,
        /// The game of that run.
        game: String,
    },
    /// There is no run.
    #[error("{} is no run folder: it has no manifest.json", .0.display())]
    NoRun(PathBuf),
    /// There is the proof of a row of 2-Star Nim instead.
    #[error("{} holds the proof of row {row} of 2-Star Nim", path.display())]
    RowProof {
        /// The folder.
        path: PathBuf,
        /// The row.
        row: usize,
    },
    /// There is the proof of a pair of Star Nim instead.
    #[error("{} holds the proof of the pair {} {} of Star Nim", path.display(), pair.0, pair.1)]
    PairProof {
        /// The folder.
        path: PathBuf,
        /// The tokens that stay.
        pair: (u64, u64),
    },
    /// There is the search for a period far out instead.
    #[error("{} holds the search for a period of {game}", path.display())]
    FarPeriod {
        /// The folder.
        path: PathBuf,
        /// The game.
        game: String,
    },
    /// The end lies before what has been done.
    #[error("the run has reached heap {done} already")]
    Backwards {
        /// The last heap done.
        done: u64,
    },
    /// The same run is in the folder, with a later end.
    #[error("{} holds this run to heap {to}", path.display())]
    Longer {
        /// The folder.
        path: PathBuf,
        /// Its end.
        to: u64,
    },
    /// The same run is in the folder, and the values that are to be kept are not.
    #[error("{} holds this run without its values", .0.display())]
    WithoutValues(PathBuf),
    /// Both copies of the manifest are damaged.
    #[error("{} is damaged: {why}; there is no whole copy", path.display())]
    Lost {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
        /// The folder.
        folder: PathBuf,
    },
    /// The engine for the game keeps all values in memory.
    #[error(
        "the engine for this rule keeps every value in memory; its runs end at heap {most} at most, not {to}"
    )]
    TooFar {
        /// The last heap asked for.
        to: u64,
        /// The last heap possible.
        most: u64,
    },
    /// What was asked for cannot be done.
    #[error("{0}")]
    Request(String),
    /// The computation contradicts itself.
    #[error("the self-check failed: {0}")]
    SelfCheck(String),
}

/// What to do where the system's own words do not say it.
fn way_out(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            "; what was written before is whole: make room and give the same command again"
        }
        io::ErrorKind::FileTooLarge => {
            "; what was written before is whole: raise the limit (`ulimit -f`) and give the same command again"
        }
        io::ErrorKind::NotADirectory => {
            "; a file stands where the run keeps a folder: move it away and give the same command again"
        }
        io::ErrorKind::ReadOnlyFilesystem => "; copy the folder to a disk that can be written",
        _ => "",
    }
}

impl StoreError {
    /// The reason for a failed call.
    pub(crate) fn io(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Io { what, path, source }
    }

    /// Whether nothing can be written there at all, as on a disk that is mounted read-only.
    pub(crate) fn is_refused_write(&self) -> bool {
        use io::ErrorKind::{PermissionDenied, ReadOnlyFilesystem};
        matches!(self, Self::Io { source, .. } if matches!(source.kind(), PermissionDenied | ReadOnlyFilesystem))
    }

    pub(crate) fn damaged(path: &Path, why: impl Into<String>) -> Self {
        Self::Damaged { path: path.to_owned(), why: printable(&why.into()) }
    }
}
