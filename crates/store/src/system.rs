//! The file system of the machine: the only place of the workspace that works on files in general.
#![allow(clippy::disallowed_methods)]

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::Path;

use crate::atomic;
use crate::disk::{Disk, Lock, Output};
use crate::error::StoreError;

/// The file system of the machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct System;

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
struct Held(#[expect(dead_code, reason = "kept open")] File);

impl Lock for Held {}

impl Disk for System {
    fn create_folder(&self, path: &Path) -> io::Result<()> {
        fs::create_dir_all(path)
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<String>> {
        let names = fs::read_dir(folder)?.map(|entry| {
            let entry = entry?;
            let is_folder = entry.file_type()?.is_dir();
            Ok(entry.file_name().into_string().ok().filter(|_| !is_folder))
        });
        Ok(names.collect::<io::Result<Vec<_>>>()?.into_iter().flatten().collect())
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn Read>> {
        Ok(Box::new(File::open(path)?))
    }

    fn size(&self, path: &Path) -> io::Result<u64> {
        Ok(fs::metadata(path)?.len())
    }

    fn create(&self, path: &Path) -> io::Result<Box<dyn Output>> {
        Ok(Box::new(Plain(File::create(path)?)))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        File::open(folder)?.sync_all()
    }

    fn lock(&self, path: &Path) -> io::Result<Option<Box<dyn Lock>>> {
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Box::new(Held(file)))),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }
}

/// The text of a file.
pub fn read_text(path: &Path) -> io::Result<String> {
    fs::read_to_string(path)
}

/// Writes a file as a whole or not at all.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    atomic::write(&System, path, &[bytes])
}

/// The processor's name, for the records; empty where the system does not tell.
pub fn machine() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    name.map_or_else(|| format!("{cores} cores"), |(_, name)| format!("{}, {cores} cores", name.trim()))
}
