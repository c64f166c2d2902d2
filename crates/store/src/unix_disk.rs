//! Files on Unix.
//!
//! Every call is relative to a folder: the working directory for [`System`], an open one for a folder that is held. The
//! kernel then finds each file from that folder's own identity, so a folder that is moved keeps its files, and a new
//! one under the old name is never touched.
#![allow(clippy::disallowed_methods)]

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustix::fs::{AtFlags, CWD, Dir, FileType, FlockOperation, Mode, OFlags};
use rustix::io::Errno;

use crate::disk::{Disk, Lock, Output, Place};
use crate::system::System;

/// The same, seen from an open folder.
struct HeldFolder(OwnedFd);

/// Where paths begin.
trait Base: Send + Sync {
    /// The open folder, if it is one.
    fn folder(&self) -> Option<&OwnedFd>;

    fn fd(&self) -> BorrowedFd<'_> {
        self.folder().map_or(CWD, AsFd::as_fd)
    }
}

impl Base for System {
    fn folder(&self) -> Option<&OwnedFd> {
        None
    }
}

impl Base for HeldFolder {
    fn folder(&self) -> Option<&OwnedFd> {
        Some(&self.0)
    }
}

struct Plain(File);

impl Output for Plain {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn sync(&mut self) -> io::Result<()> {
        self.0.sync_all()
    }
}

/// The system drops the lock when the file is closed.
struct Held(#[expect(dead_code, reason = "kept open")] OwnedFd);

impl Lock for Held {}

/// The empty path is the folder itself.
fn or_here(path: &Path) -> &Path {
    if path.as_os_str().is_empty() { Path::new(".") } else { path }
}

fn open_at(base: BorrowedFd<'_>, path: &Path, flags: OFlags) -> io::Result<OwnedFd> {
    let mode = Mode::from_raw_mode(0o666);
    Ok(rustix::fs::openat(base, or_here(path), flags | OFlags::CLOEXEC, mode)?)
}

fn open_folder(base: BorrowedFd<'_>, path: &Path) -> io::Result<OwnedFd> {
    open_at(base, path, OFlags::RDONLY | OFlags::DIRECTORY)
}

impl<B: Base> Disk for B {
    fn hold(&self, folder: &Path) -> io::Result<Arc<dyn Disk>> {
        Ok(Arc::new(HeldFolder(open_folder(self.fd(), folder)?)))
    }

    fn place(&self) -> Place {
        let Some(folder) = self.folder() else { return Place::Unknown };
        match rustix::fs::fstat(folder) {
            Ok(stat) if stat.st_nlink == 0 => Place::Removed,
            Ok(_) => path_of(folder).map_or(Place::Unknown, Place::At),
            Err(_) => Place::Unknown,
        }
    }

    fn create_folder(&self, path: &Path) -> io::Result<()> {
        match rustix::fs::mkdirat(self.fd(), or_here(path), Mode::from_raw_mode(0o777)) {
            Err(Errno::EXIST) => open_folder(self.fd(), path).map(drop),
            made => Ok(made?),
        }
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in Dir::new(open_folder(self.fd(), folder)?)? {
            let entry = entry?;
            // a name that is no text is none of ours, and a folder is no file
            if let Ok(name) = entry.file_name().to_str()
                && !matches!(name, "." | "..")
                && entry.file_type() != FileType::Directory
            {
                names.push(name.to_owned());
            }
        }
        Ok(names)
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn Read>> {
        // a pipe would wait for a writer, a device may have no end
        let file = open_at(self.fd(), path, OFlags::RDONLY | OFlags::NONBLOCK)?;
        let kind = FileType::from_raw_mode(rustix::fs::fstat(&file)?.st_mode);
        if !matches!(kind, FileType::RegularFile | FileType::Directory) {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "it is no regular file"));
        }
        Ok(Box::new(File::from(file)))
    }

    fn size(&self, path: &Path) -> io::Result<u64> {
        let stat = rustix::fs::statat(self.fd(), or_here(path), AtFlags::empty())?;
        Ok(u64::try_from(stat.st_size).unwrap_or(0))
    }

    fn create(&self, path: &Path) -> io::Result<Box<dyn Output>> {
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::TRUNC;
        Ok(Box::new(Plain(File::from(open_at(self.fd(), path, flags)?))))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        Ok(rustix::fs::renameat(self.fd(), from, self.fd(), to)?)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        Ok(rustix::fs::unlinkat(self.fd(), path, AtFlags::empty())?)
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        Ok(rustix::fs::fsync(open_folder(self.fd(), folder)?)?)
    }

    fn lock(&self, path: &Path) -> io::Result<Option<Box<dyn Lock>>> {
        let file = open_at(self.fd(), path, OFlags::RDWR | OFlags::CREATE)?;
        match rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => Ok(Some(Box::new(Held(file)))),
            Err(Errno::WOULDBLOCK) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    fn is_locked(&self, path: &Path) -> io::Result<bool> {
        let file = match open_at(self.fd(), path, OFlags::RDONLY) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            file => file?,
        };
        match rustix::fs::flock(&file, FlockOperation::NonBlockingLockShared) {
            Ok(()) => Ok(false),
            Err(Errno::WOULDBLOCK) => Ok(true),
            Err(error) => Err(error.into()),
        }
    }
}

/// The present path of an open folder, where the system tells.
#[cfg(not(target_vendor = "apple"))]
fn path_of(folder: &OwnedFd) -> Option<PathBuf> {
    use std::os::fd::AsRawFd;
    std::fs::read_link(format!("/proc/self/fd/{}", folder.as_raw_fd())).ok()
}

/// The present path of an open folder.
#[cfg(target_vendor = "apple")]
fn path_of(folder: &OwnedFd) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStringExt;
    let path = rustix::fs::getpath(folder).ok()?;
    Some(std::ffi::OsString::from_vec(path.into_bytes()).into())
}
