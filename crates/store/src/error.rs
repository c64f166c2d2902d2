//! What can go wrong with a run. Which command helps is said by the front end.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use crate::file_text::FileText;

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
    /// A file is not what was written; made by [`StoreError::damaged`] alone, because what is wrong may quote the file.
    #[error("{} is damaged: {why}", path.display())]
    #[non_exhaustive]
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
    /// There is a proof instead.
    #[error("{} holds the {subject}", path.display())]
    Proof {
        /// The folder.
        path: PathBuf,
        /// What it is a proof of.
        subject: KeptSubject,
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

    /// A file that is not what was written.
    pub fn damaged(path: &Path, why: impl Into<FileText>) -> Self {
        Self::Damaged { path: path.to_owned(), why: why.into().into() }
    }
}

/// What a folder of a proof is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeptSubject {
    /// A row of 2-Star Nim.
    Row(usize),
    /// A pair of Star Nim, by the tokens that stay.
    Pair(u64, u64),
    /// The search for a period of a game, far out.
    Far(String),
}

impl fmt::Display for KeptSubject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Row(row) => write!(f, "proof of row {row} of 2-Star Nim"),
            Self::Pair(a, b) => write!(f, "proof of the pair {a} {b} of Star Nim"),
            Self::Far(game) => write!(f, "search for a period of {game}"),
        }
    }
}
