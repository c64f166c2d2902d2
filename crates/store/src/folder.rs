//! A run folder: where each file lies, how it is read and written, and the lock.
//!
//! | name | what |
//! |---|---|
//! | `manifest.json` | the game, the range, who computed it |
//! | `lock` | held while a process works in the folder |
//! | `checkpoint-N` | the last two snapshots |
//! | `log/N` | records of the segments from 1024 N on |
//! | `states/N` | the snapshot where segment N begins |
//! | `values/K/N` | the values of segment N, on demand; K = N / 1024 |
//! | `verified.json` | which segments were computed again, and how |
//! | `tracks-N` | in a folder of its own: the last two states of the proof of a row of 2-Star Nim |
//!
//! Names that end in `.tmp` are unfinished, those in `.bad` were found damaged; neither is ever read.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::atomic;
use crate::disk::{self, Disk, Lock};
use crate::error::StoreError;
use crate::sealed::{self, Kind, Packing, Sealed};

/// A folder on a disk.
#[derive(Clone)]
pub struct Folder {
    disk: Arc<dyn Disk>,
    path: PathBuf,
}

impl Folder {
    /// A folder, whether it exists or not.
    pub fn new(disk: Arc<dyn Disk>, path: &Path) -> Self {
        Self { disk, path: path.to_owned() }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where a file in it is.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Makes it, or a folder in it.
    pub fn create(&self, name: &str) -> Result<(), StoreError> {
        let path = self.file(name);
        self.disk.create_folder(&path).map_err(StoreError::io("make the folder", &path))?;
        self.disk.sync_folder(&self.path).map_err(StoreError::io("sync", &self.path))
    }

    /// Makes sure that nobody else works in it.
    pub fn lock(&self) -> Result<Box<dyn Lock>, StoreError> {
        let path = self.file("lock");
        let lock = self.disk.lock(&path).map_err(StoreError::io("lock", &path))?;
        lock.ok_or_else(|| StoreError::Locked(self.path.clone()))
    }

    /// The numbers that the names in one of its folders have after a prefix, ascending; none where it is missing.
    pub fn numbers(&self, folder: &str, prefix: &str) -> Result<Vec<u64>, StoreError> {
        let path = self.file(folder);
        let names = match self.disk.list(&path) {
            Ok(names) => names,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(StoreError::io("list", &path)(error)),
        };
        let number = |name: &String| name.strip_prefix(prefix)?.parse().ok();
        let mut numbers: Vec<u64> = names.iter().filter_map(number).collect();
        numbers.sort_unstable();
        Ok(numbers)
    }

    /// A file's content; `None` where it is missing.
    pub fn read(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let path = self.file(name);
        match disk::read(self.disk.as_ref(), &path) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(StoreError::io("read", &path)(error)),
        }
    }

    /// Writes a file.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        atomic::write(self.disk.as_ref(), &self.file(name), &[bytes])
    }

    /// Writes a sealed file.
    pub fn seal(&self, name: &str, kind: Kind, packing: Packing, parts: &[&[u8]]) -> Result<(), StoreError> {
        atomic::write(self.disk.as_ref(), &self.file(name), &Sealed::new(kind, packing, parts).parts())
    }

    /// The content of a sealed file; an error where it is missing or damaged.
    pub fn unseal(&self, name: &str, kind: Kind) -> Result<Vec<u8>, StoreError> {
        let bytes = self.read(name)?.ok_or_else(|| StoreError::damaged(&self.file(name), "it is missing"))?;
        sealed::open(kind, bytes).map_err(|why| StoreError::damaged(&self.file(name), why))
    }

    /// How many bytes a file has.
    pub fn size(&self, name: &str) -> Result<u64, StoreError> {
        let path = self.file(name);
        self.disk.size(&path).map_err(StoreError::io("look at", &path))
    }

    /// Removes a file.
    pub fn remove(&self, name: &str) -> Result<(), StoreError> {
        let path = self.file(name);
        self.disk.remove(&path).map_err(StoreError::io("remove", &path))
    }

    /// Sets a damaged file aside.
    pub fn set_aside(&self, name: &str) -> Result<(), StoreError> {
        let (path, bad) = (self.file(name), self.file(&format!("{name}.bad")));
        self.disk.rename(&path, &bad).map_err(StoreError::io("set aside", &path))
    }

    /// Removes what a crash left unfinished.
    pub fn tidy(&self) -> Result<(), StoreError> {
        for folder in ["", "log", "states"] {
            let Ok(names) = self.disk.list(&self.file(folder)) else { continue };
            for name in names.iter().filter(|name| name.ends_with(atomic::UNFINISHED)) {
                self.remove(&if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") })?;
            }
        }
        Ok(())
    }
}
