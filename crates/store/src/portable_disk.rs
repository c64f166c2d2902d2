//! Files on other systems than Unix, by the standard library alone.
//!
//! A folder that is held is its full path: where a system has no calls relative to an open folder, a folder that is
//! moved is lost, and a new one under the old name is taken for it. Windows refuses to move a folder with open files,
//! and a run keeps the file of its lock open. There is no call that flushes the names of a folder either: opening a
//! folder as a file fails. The journal of the file system keeps the order of renames, so after a crash there is the old
//! file or the new one, each whole, for its content was flushed before it got its name.
#![allow(clippy::disallowed_methods)]

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::disk::{Disk, Lock, Output, Place};
use crate::system::System;

/// The files below a folder, by its full path.
struct HeldPath(PathBuf);

/// Where paths begin.
trait Base: Send + Sync {
    /// The folder that is held, if it is one.
    fn folder(&self) -> Option<&Path>;

    /// Where a path is; the empty path is the folder itself.
    fn at(&self, path: &Path) -> PathBuf {
        let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
        self.folder().map_or_else(|| path.to_owned(), |folder| folder.join(path))
    }
}

impl Base for System {
    fn folder(&self) -> Option<&Path> {
        None
    }
}

impl Base for HeldPath {
    fn folder(&self) -> Option<&Path> {
        Some(&self.0)
    }
}

struct Written(File);

impl Output for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn sync(&mut self) -> io::Result<()> {
        self.0.sync_all()
    }
}

/// The system drops the lock when the file is closed.
struct LockedFile(#[expect(dead_code, reason = "kept open")] File);

impl Lock for LockedFile {}

impl<B: Base> Disk for B {
    fn hold(&self, folder: &Path) -> io::Result<Arc<dyn Disk>> {
        let folder = fs::canonicalize(self.at(folder))?;
        fs::read_dir(&folder)?;
        Ok(Arc::new(HeldPath(folder)))
    }

    fn place(&self) -> Place {
        match self.folder() {
            Some(folder) if folder.is_dir() => Place::At(folder.to_owned()),
            Some(_) => Place::Removed,
            None => Place::Unknown,
        }
    }

    fn create_folder(&self, path: &Path) -> io::Result<()> {
        let path = self.at(path);
        match fs::create_dir(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => fs::read_dir(&path).map(drop),
            made => made,
        }
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in fs::read_dir(self.at(folder))? {
            let entry = entry?;
            // a name that is no text is none of ours, and a folder is no file
            if let Ok(name) = entry.file_name().into_string()
                && !entry.file_type()?.is_dir()
            {
                names.push(name);
            }
        }
        Ok(names)
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn Read>> {
        let path = self.at(path);
        let kind = fs::metadata(&path)?;
        // a pipe would wait for a writer, a device may have no end
        if !kind.is_file() && !kind.is_dir() {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "it is no regular file"));
        }
        Ok(Box::new(File::open(path)?))
    }

    fn size(&self, path: &Path) -> io::Result<u64> {
        Ok(fs::metadata(self.at(path))?.len())
    }

    fn create(&self, path: &Path) -> io::Result<Box<dyn Output>> {
        Ok(Box::new(Written(File::create(self.at(path))?)))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(self.at(from), self.at(to))
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(self.at(path))
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        fs::read_dir(self.at(folder)).map(drop)
    }

    fn lock(&self, path: &Path) -> io::Result<Option<Box<dyn Lock>>> {
        let path = self.at(path);
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Box::new(LockedFile(file)))),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    fn is_locked(&self, path: &Path) -> io::Result<bool> {
        let file = match File::open(self.at(path)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            file => file?,
        };
        match file.try_lock_shared() {
            Ok(()) => Ok(false),
            Err(TryLockError::WouldBlock) => Ok(true),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }
}
