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
use crate::sealed::{self, Binding, Bond, Kind, Packing, Sealed};

/// Numbers in names are smaller; others are not ours.
const NUMBERS: u64 = 1 << 62;

/// A folder on a disk.
#[derive(Clone)]
pub struct Folder {
    disk: Arc<dyn Disk>,
    path: PathBuf,
    /// The run that its sealed files belong to.
    run: [u8; 32],
    /// Whether files are read that are bound to no run, of version 1.
    reads_loose: bool,
}

impl Folder {
    /// A folder, whether it exists or not.
    pub fn new(disk: Arc<dyn Disk>, path: &Path) -> Self {
        Self { disk, path: path.to_owned(), run: [0; 32], reads_loose: false }
    }

    /// The same folder, whose sealed files are those of a run; those of version 1, which are bound to none, are read
    /// only if told so.
    pub(crate) fn of_run(self, run: [u8; 32], reads_loose: bool) -> Self {
        Self { run, reads_loose, ..self }
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
        // one name for each number: `checkpoint-007` and `log/+1` are not ours
        let number = |name: &String| {
            let digits = name.strip_prefix(prefix)?;
            digits.parse().ok().filter(|number: &u64| *number < NUMBERS && number.to_string() == digits)
        };
        let mut numbers: Vec<u64> = names.iter().filter_map(number).collect();
        numbers.sort_unstable();
        Ok(numbers)
    }

    /// A file's content; `None` where it is missing, an error where it is longer than `most` bytes.
    pub fn read(&self, name: &str, most: u64) -> Result<Option<Vec<u8>>, StoreError> {
        let path = self.file(name);
        match self.disk.size(&path) {
            Ok(size) if size > most => return Err(StoreError::damaged(&path, "it is too long")),
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(StoreError::io("look at", &path)(error)),
        }
        match disk::read(self.disk.as_ref(), &path) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) if error.kind() == io::ErrorKind::IsADirectory => {
                Err(StoreError::damaged(&path, "it is a folder"))
            }
            Err(error) => Err(StoreError::io("read", &path)(error)),
        }
    }

    /// Writes a file.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        atomic::write(self.disk.as_ref(), &self.file(name), &[bytes])
    }

    /// Writes a sealed file of the run, bound to the number in its name.
    pub fn seal(&self, name: &str, kind: Kind, packing: Packing, parts: &[&[u8]]) -> Result<(), StoreError> {
        let path = self.file(name);
        let sealed = Sealed::new(kind, packing, self.binding(name), parts)
            .ok_or_else(|| StoreError::Request(format!("{} would be too long", path.display())))?;
        match atomic::write(self.disk.as_ref(), &path, &sealed.parts()) {
            // somebody made a folder of that name
            Err(StoreError::Io { source, .. }) if source.kind() == io::ErrorKind::IsADirectory => {
                self.set_aside(name)?;
                atomic::write(self.disk.as_ref(), &path, &sealed.parts())
            }
            written => written,
        }
    }

    /// The content of a sealed file of the run; an error where it is missing, damaged, or of another run or place.
    pub fn unseal(&self, name: &str, kind: Kind, packing: Packing) -> Result<(Bond, Vec<u8>), StoreError> {
        let damaged = |why: &str| StoreError::damaged(&self.file(name), why);
        let bytes = self.read(name, kind.most() + sealed::HEADER as u64)?;
        let bytes = bytes.ok_or_else(|| damaged("it is missing"))?;
        match sealed::open(kind, packing, self.binding(name), bytes) {
            Ok((Bond::Loose, _)) if !self.reads_loose => Err(damaged("it is bound to no run (version 1)")),
            Ok(opened) => Ok(opened),
            Err(why) => Err(damaged(why)),
        }
    }

    /// What a file of this name is bound to.
    fn binding(&self, name: &str) -> Binding {
        let stem = name.trim_end_matches(|last: char| !last.is_ascii_digit());
        let digits = &stem[stem.rfind(|c: char| !c.is_ascii_digit()).map_or(0, |at| at + 1)..];
        Binding { run: self.run, place: digits.parse().unwrap_or(0) }
    }

    /// Whether there is a file of this name.
    pub fn has(&self, name: &str) -> Result<bool, StoreError> {
        let path = self.file(name);
        match self.disk.size(&path) {
            Ok(_) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(StoreError::io("look at", &path)(error)),
        }
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

    /// Sets a file aside that cannot be used, under a name that nothing has; tells the name.
    pub fn set_aside(&self, name: &str) -> Result<String, StoreError> {
        let path = self.file(name);
        let mut bad = format!("{name}.bad");
        for number in 2.. {
            match self.disk.size(&self.file(&bad)) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => break,
                Err(error) => return Err(StoreError::io("set aside", &path)(error)),
                Ok(_) => bad = format!("{name}.bad.{number}"),
            }
        }
        self.disk.rename(&path, &self.file(&bad)).map_err(StoreError::io("set aside", &path))?;
        Ok(bad)
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
