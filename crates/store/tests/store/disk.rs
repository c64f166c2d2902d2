//! A disk in memory that records every call, can let one fail, and can show what may be left after a crash.

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use sprague_store::{Disk, Lock, Output};

/// A call that changes the disk.
#[derive(Clone, Debug)]
pub enum Call {
    Create(PathBuf),
    Write(PathBuf, Vec<u8>),
    Sync(PathBuf),
    Rename(PathBuf, PathBuf),
    Remove(PathBuf),
    SyncFolder,
}

/// How the chosen call fails.
#[derive(Clone, Copy, Debug)]
pub enum Failing {
    NoSpace,
    BadDisk,
    /// Half of the bytes are written, the next call fails.
    ShortWrite,
}

#[derive(Default)]
pub struct Inner {
    pub files: BTreeMap<PathBuf, Vec<u8>>,
    pub calls: Vec<Call>,
    /// All calls, reading ones too.
    pub count: usize,
    pub fail_at: Option<(usize, Failing)>,
    locked: bool,
}

#[derive(Clone, Default)]
pub struct Memory(pub Arc<Mutex<Inner>>);

struct Held(Memory);

impl Lock for Held {}

impl Drop for Held {
    fn drop(&mut self) {
        self.0.0.lock().unwrap().locked = false;
    }
}

struct Open(Memory, PathBuf);

impl Memory {
    pub fn with(files: BTreeMap<PathBuf, Vec<u8>>) -> Self {
        let memory = Self::default();
        memory.0.lock().unwrap().files = files;
        memory
    }

    pub fn files(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        self.0.lock().unwrap().files.clone()
    }

    pub fn calls(&self) -> Vec<Call> {
        self.0.lock().unwrap().calls.clone()
    }

    pub fn count(&self) -> usize {
        self.0.lock().unwrap().count
    }

    pub fn fail_at(&self, call: usize, how: Failing) {
        self.0.lock().unwrap().fail_at = Some((call, how));
    }

    /// Counts a call; tells how it fails, if it does.
    fn step(&self) -> Option<Failing> {
        let mut inner = self.0.lock().unwrap();
        inner.count += 1;
        inner.fail_at.filter(|(at, _)| *at == inner.count).map(|(_, how)| how)
    }

    fn try_step(&self) -> io::Result<()> {
        self.step().map_or(Ok(()), |how| Err(error(how)))
    }

    fn note(&self, call: Call) {
        let mut inner = self.0.lock().unwrap();
        apply(&mut inner.files, &call);
        inner.calls.push(call);
    }
}

fn error(how: Failing) -> io::Error {
    match how {
        Failing::NoSpace => io::ErrorKind::StorageFull.into(),
        Failing::BadDisk | Failing::ShortWrite => io::Error::other("the disk is bad"),
    }
}

fn apply(files: &mut BTreeMap<PathBuf, Vec<u8>>, call: &Call) {
    match call {
        Call::Create(path) => drop(files.insert(path.clone(), Vec::new())),
        Call::Write(path, bytes) => files.entry(path.clone()).or_default().extend_from_slice(bytes),
        Call::Rename(from, to) => {
            if let Some(content) = files.remove(from) {
                files.insert(to.clone(), content);
            }
        }
        Call::Remove(path) => drop(files.remove(path)),
        Call::Sync(_) | Call::SyncFolder => {}
    }
}

impl Output for Open {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let part = match self.0.step() {
            None => bytes,
            Some(Failing::ShortWrite) => {
                let next = self.0.count() + 1;
                self.0.fail_at(next, Failing::BadDisk);
                &bytes[..bytes.len() / 2]
            }
            Some(how) => return Err(error(how)),
        };
        self.0.note(Call::Write(self.1.clone(), part.to_vec()));
        Ok(part.len())
    }

    fn sync(&mut self) -> io::Result<()> {
        self.0.try_step()?;
        self.0.note(Call::Sync(self.1.clone()));
        Ok(())
    }
}

impl Disk for Memory {
    fn create_folder(&self, _: &Path) -> io::Result<()> {
        self.try_step()
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<String>> {
        self.try_step()?;
        let files = self.files();
        let in_folder = files.keys().filter(|path| path.parent() == folder.join("x").parent());
        Ok(in_folder.filter_map(|path| Some(path.file_name()?.to_str()?.to_owned())).collect())
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn Read>> {
        self.try_step()?;
        let content = self.0.lock().unwrap().files.get(path).cloned();
        Ok(Box::new(io::Cursor::new(content.ok_or(io::ErrorKind::NotFound)?)))
    }

    fn size(&self, path: &Path) -> io::Result<u64> {
        self.try_step()?;
        let length = self.0.lock().unwrap().files.get(path).map(Vec::len);
        Ok(length.ok_or(io::ErrorKind::NotFound)? as u64)
    }

    fn create(&self, path: &Path) -> io::Result<Box<dyn Output>> {
        self.try_step()?;
        self.note(Call::Create(path.to_owned()));
        Ok(Box::new(Open(self.clone(), path.to_owned())))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.try_step()?;
        self.note(Call::Rename(from.to_owned(), to.to_owned()));
        Ok(())
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.try_step()?;
        self.note(Call::Remove(path.to_owned()));
        Ok(())
    }

    fn sync_folder(&self, _: &Path) -> io::Result<()> {
        self.try_step()?;
        self.note(Call::SyncFolder);
        Ok(())
    }

    fn lock(&self, _: &Path) -> io::Result<Option<Box<dyn Lock>>> {
        self.try_step()?;
        let mut inner = self.0.lock().unwrap();
        if inner.locked {
            return Ok(None);
        }
        inner.locked = true;
        Ok(Some(Box::new(Held(self.clone()))))
    }
}

/// What became of writes and names that nobody had synced when the machine stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// Everything reached the disk.
    Nothing,
    /// Writes that were not synced are gone; names stayed.
    Writes,
    /// Of such writes the first bytes remain, whole sectors of 512 and half of the rest.
    Torn,
    /// Names that were changed and not synced are as before, and such writes are gone.
    NamesAndWrites,
}

/// What a disk holds after a crash behind the first `done` calls.
pub fn crash(calls: &[Call], done: usize, loss: Loss) -> BTreeMap<PathBuf, Vec<u8>> {
    let calls = &calls[..done];
    let mut files: BTreeMap<PathBuf, Vec<u8>> = BTreeMap::new();
    // how much of each file is safe, under its present name
    let mut safe: BTreeMap<PathBuf, usize> = BTreeMap::new();
    let mut names_from = 0;
    if loss == Loss::NamesAndWrites {
        names_from = calls.iter().rposition(|call| matches!(call, Call::SyncFolder)).map_or(0, |at| at + 1);
    }
    for (at, call) in calls.iter().enumerate() {
        let lost = loss == Loss::NamesAndWrites && at >= names_from;
        if lost && matches!(call, Call::Rename(..) | Call::Remove(_)) {
            continue;
        }
        match call {
            Call::Create(path) => drop(safe.insert(path.clone(), 0)),
            Call::Sync(path) => drop(safe.insert(path.clone(), files.get(path).map_or(0, Vec::len))),
            Call::Rename(from, to) => {
                let length = safe.remove(from).unwrap_or(0);
                safe.insert(to.clone(), length);
            }
            _ => {}
        }
        apply(&mut files, call);
    }
    if loss != Loss::Nothing {
        for (path, content) in &mut files {
            let safe = safe.get(path).copied().unwrap_or(0);
            let unsafe_part = content.len() - safe.min(content.len());
            let kept = if loss == Loss::Torn { unsafe_part / 512 / 2 * 512 } else { 0 };
            content.truncate(safe + kept);
        }
    }
    files
}
