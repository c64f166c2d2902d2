//! A disk in memory that records every call and can let some fail; and what a real disk may hold after a crash.
//!
//! It promises no more than real ones do. Syncing a folder makes the names in that folder safe, not those in any other;
//! a new folder is a name in the one above it. Changes of names that nobody synced may be there or not after a crash:
//! the first few of each folder, as journals have it, or any of them, in their order. Of a file that nobody synced
//! anything may be left: the old content, the new one, a part, zeros, garbage. A file can only be made in a folder that
//! exists, and every call may fail, also one that removes.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use sprague_kit::Random;
use sprague_store::{Disk, Lock, Output, Place};

/// A call that changes the disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Call {
    MakeFolder(PathBuf),
    Create(PathBuf),
    Write(PathBuf, Vec<u8>),
    Sync(PathBuf),
    Rename(PathBuf, PathBuf),
    Remove(PathBuf),
    SyncFolder(PathBuf),
}

/// How the chosen call fails.
#[derive(Clone, Copy, Debug)]
pub enum Failing {
    NoSpace,
    BadDisk,
    /// Half of the bytes are written, the next call fails.
    ShortWrite,
}

/// What the disk never does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Nothing can be changed, as on a disk that is mounted read-only.
    Changes,
    /// Files cannot be removed.
    Removals,
}

#[derive(Default)]
pub struct Inner {
    pub files: BTreeMap<PathBuf, Vec<u8>>,
    pub folders: BTreeSet<PathBuf>,
    pub calls: Vec<Call>,
    /// All calls, reading ones too.
    pub count: usize,
    pub fail_at: Option<(usize, Failing)>,
    pub refusal: Option<Refusal>,
    locked: BTreeSet<PathBuf>,
}

/// The disk, seen from a folder.
#[derive(Clone, Default)]
pub struct Memory(pub Arc<Mutex<Inner>>, PathBuf);

struct Held(Memory, PathBuf);

impl Lock for Held {}

impl Drop for Held {
    fn drop(&mut self) {
        self.0.0.lock().unwrap().locked.remove(&self.1);
    }
}

struct Open(Memory, PathBuf);

impl Memory {
    /// A disk with these files, in folders that exist.
    pub fn with(files: BTreeMap<PathBuf, Vec<u8>>) -> Self {
        let memory = Self::default();
        let folders = files.keys().flat_map(|path| path.ancestors().skip(1)).map(Path::to_owned).collect();
        memory.set(Contents { files, folders });
        memory
    }

    /// A disk after a crash.
    pub fn after(contents: Contents) -> Self {
        let memory = Self::default();
        memory.set(contents);
        memory
    }

    fn set(&self, contents: Contents) {
        let mut inner = self.0.lock().unwrap();
        (inner.files, inner.folders) = (contents.files, contents.folders);
    }

    pub fn files(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        self.0.lock().unwrap().files.clone()
    }

    pub fn contents(&self) -> Contents {
        let inner = self.0.lock().unwrap();
        Contents { files: inner.files.clone(), folders: inner.folders.clone() }
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

    pub fn refuse(&self, what: Option<Refusal>) {
        self.0.lock().unwrap().refusal = what;
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

    /// A call that changes something.
    fn change(&self, call: Call) -> io::Result<()> {
        self.try_step()?;
        let mut inner = self.0.lock().unwrap();
        let is_sync = matches!(call, Call::Sync(_) | Call::SyncFolder(_));
        match inner.refusal {
            Some(Refusal::Changes) if !is_sync => return Err(io::ErrorKind::ReadOnlyFilesystem.into()),
            Some(Refusal::Removals) if matches!(call, Call::Remove(_)) => {
                return Err(io::ErrorKind::PermissionDenied.into());
            }
            _ => {}
        }
        inner.admit(&call)?;
        inner.apply(&call);
        inner.calls.push(call);
        Ok(())
    }
}

fn error(how: Failing) -> io::Error {
    match how {
        Failing::NoSpace => io::ErrorKind::StorageFull.into(),
        Failing::BadDisk | Failing::ShortWrite => io::Error::other("the disk is bad"),
    }
}

fn above(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new(""))
}

impl Inner {
    /// A file that a test has put somewhere has folders above it.
    fn is_folder(&self, path: &Path) -> bool {
        path == Path::new("")
            || self.folders.contains(path)
            || self.files.keys().any(|file| file != path && file.starts_with(path))
    }

    /// Refuses what a file system refuses.
    fn admit(&self, call: &Call) -> io::Result<()> {
        let there = match call {
            Call::MakeFolder(path) | Call::Create(path) => self.is_folder(above(path)),
            Call::Write(path, _) | Call::Sync(path) | Call::Remove(path) => self.files.contains_key(path),
            Call::Rename(from, to) => {
                assert_eq!(above(from), above(to), "names are changed within a folder");
                self.files.contains_key(from)
            }
            Call::SyncFolder(path) => self.is_folder(path),
        };
        if there { Ok(()) } else { Err(io::ErrorKind::NotFound.into()) }
    }

    fn apply(&mut self, call: &Call) {
        match call {
            Call::MakeFolder(path) => drop(self.folders.insert(path.clone())),
            Call::Create(path) => drop(self.files.insert(path.clone(), Vec::new())),
            Call::Write(path, bytes) => self.files.entry(path.clone()).or_default().extend_from_slice(bytes),
            Call::Rename(from, to) => {
                let content = self.files.remove(from).expect("it was admitted");
                self.files.insert(to.clone(), content);
            }
            Call::Remove(path) => drop(self.files.remove(path)),
            Call::Sync(_) | Call::SyncFolder(_) => {}
        }
    }
}

impl Output for Open {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let part = match self.0.step() {
            None => bytes,
            Some(Failing::ShortWrite) => {
                // the write itself is one more call
                let next = self.0.count() + 2;
                self.0.fail_at(next, Failing::BadDisk);
                &bytes[..bytes.len() / 2]
            }
            Some(how) => return Err(error(how)),
        };
        self.0.change(Call::Write(self.1.clone(), part.to_vec()))?;
        Ok(part.len())
    }

    fn sync(&mut self) -> io::Result<()> {
        self.0.change(Call::Sync(self.1.clone()))
    }
}

impl Disk for Memory {
    fn hold(&self, folder: &Path) -> io::Result<Arc<dyn Disk>> {
        self.try_step()?;
        let path = self.1.join(folder);
        if !self.0.lock().unwrap().is_folder(&path) {
            return Err(io::ErrorKind::NotFound.into());
        }
        Ok(Arc::new(Self(Arc::clone(&self.0), path)))
    }

    fn place(&self) -> Place {
        Place::Unknown
    }

    fn create_folder(&self, path: &Path) -> io::Result<()> {
        let path = self.1.join(path);
        if self.0.lock().unwrap().is_folder(&path) {
            return self.try_step();
        }
        self.change(Call::MakeFolder(path))
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<String>> {
        self.try_step()?;
        let folder = self.1.join(folder).components().collect::<PathBuf>();
        let inner = self.0.lock().unwrap();
        if !inner.is_folder(&folder) {
            return Err(io::ErrorKind::NotFound.into());
        }
        let all = inner.files.keys().chain(&inner.folders);
        let within = all.filter(|path| path.parent() == Some(&folder));
        Ok(within.filter_map(|path| Some(path.file_name()?.to_str()?.to_owned())).collect())
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn Read>> {
        self.try_step()?;
        let content = self.0.lock().unwrap().files.get(&self.1.join(path)).cloned();
        Ok(Box::new(io::Cursor::new(content.ok_or(io::ErrorKind::NotFound)?)))
    }

    fn size(&self, path: &Path) -> io::Result<u64> {
        self.try_step()?;
        let length = self.0.lock().unwrap().files.get(&self.1.join(path)).map(Vec::len);
        Ok(length.ok_or(io::ErrorKind::NotFound)? as u64)
    }

    fn create(&self, path: &Path) -> io::Result<Box<dyn Output>> {
        let path = self.1.join(path);
        self.change(Call::Create(path.clone()))?;
        Ok(Box::new(Open(self.clone(), path)))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.change(Call::Rename(self.1.join(from), self.1.join(to)))
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.change(Call::Remove(self.1.join(path)))
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        self.change(Call::SyncFolder(self.1.join(folder).components().collect()))
    }

    fn lock(&self, path: &Path) -> io::Result<Option<Box<dyn Lock>>> {
        self.try_step()?;
        let path = self.1.join(path);
        let mut inner = self.0.lock().unwrap();
        if inner.refusal == Some(Refusal::Changes) {
            return Err(io::ErrorKind::ReadOnlyFilesystem.into());
        }
        Ok(inner.locked.insert(path.clone()).then(|| Box::new(Held(self.clone(), path)) as Box<dyn Lock>))
    }

    fn is_locked(&self, path: &Path) -> io::Result<bool> {
        self.try_step()?;
        Ok(self.0.lock().unwrap().locked.contains(&self.1.join(path)))
    }
}

/// Files and folders.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    pub files: BTreeMap<PathBuf, Vec<u8>>,
    pub folders: BTreeSet<PathBuf>,
}

/// What became of changes that nobody had synced when the machine stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// All of them reached the disk.
    Nothing,
    /// None did.
    Everything,
    /// The first few names of each folder did, as in a journal; files as chance has it.
    Journal,
    /// Any names did, and any files, as chance has it.
    Chance,
}

pub const LOSSES: [Loss; 4] = [Loss::Nothing, Loss::Everything, Loss::Journal, Loss::Chance];

/// A file or a folder, whatever its name is.
type Node = usize;

/// A change of the names in a folder.
#[derive(Clone, Debug)]
enum Change {
    Link(PathBuf, Node),
    Unlink(PathBuf),
    Rename(PathBuf, PathBuf, Node),
}

#[derive(Clone, Default)]
struct Names {
    safe: BTreeMap<PathBuf, Node>,
    /// Nobody synced these.
    pending: Vec<Change>,
    now: BTreeMap<PathBuf, Node>,
}

#[derive(Clone, Default)]
struct Bytes {
    safe: Vec<u8>,
    now: Vec<u8>,
    is_safe: bool,
}

/// A disk that follows the calls of a run and can crash at any moment.
#[derive(Clone, Default)]
pub struct RealDisk {
    files: BTreeMap<Node, Bytes>,
    /// By path; a folder is never renamed or removed.
    folders: BTreeMap<PathBuf, Names>,
    next: Node,
}

impl RealDisk {
    /// A disk on which all of this is safe.
    pub fn new(contents: &Contents) -> Self {
        let mut disk = Self::default();
        disk.folder(Path::new(""));
        for path in contents.folders.iter().filter(|path| !path.as_os_str().is_empty()) {
            disk.follow(&Call::MakeFolder(path.clone()));
        }
        for (path, bytes) in &contents.files {
            disk.follow(&Call::Create(path.clone()));
            disk.follow(&Call::Write(path.clone(), bytes.clone()));
            disk.follow(&Call::Sync(path.clone()));
        }
        let folders: Vec<PathBuf> = disk.folders.keys().cloned().collect();
        for path in folders {
            disk.follow(&Call::SyncFolder(path));
        }
        disk
    }

    fn folder(&mut self, path: &Path) -> Node {
        self.folders.insert(path.to_owned(), Names::default());
        self.next += 1;
        self.next
    }

    fn names(&mut self, path: &Path) -> &mut Names {
        self.folders.get_mut(path).expect("a folder that exists")
    }

    fn file(&mut self, path: &Path) -> &mut Bytes {
        let node = self.names(above(path)).now[path];
        self.files.get_mut(&node).expect("a file that exists")
    }

    /// Follows a call.
    pub fn follow(&mut self, call: &Call) {
        match call {
            Call::MakeFolder(path) => {
                let node = self.folder(path);
                self.names(above(path)).change(Change::Link(path.clone(), node));
            }
            Call::Create(path) => {
                if self.names(above(path)).now.contains_key(path) {
                    let file = self.file(path);
                    (file.now, file.is_safe) = (Vec::new(), false);
                } else {
                    self.next += 1;
                    let node = self.next;
                    self.files.insert(node, Bytes::default());
                    self.names(above(path)).change(Change::Link(path.clone(), node));
                }
            }
            Call::Write(path, bytes) => {
                let file = self.file(path);
                file.now.extend_from_slice(bytes);
                file.is_safe = false;
            }
            Call::Sync(path) => {
                let file = self.file(path);
                file.safe.clone_from(&file.now);
                file.is_safe = true;
            }
            Call::Rename(from, to) => {
                let names = self.names(above(from));
                let node = names.now[from];
                names.change(Change::Rename(from.clone(), to.clone(), node));
            }
            Call::Remove(path) => self.names(above(path)).change(Change::Unlink(path.clone())),
            Call::SyncFolder(path) => {
                let names = self.names(path);
                names.safe.clone_from(&names.now);
                names.pending.clear();
            }
        }
    }

    /// What is there after a crash now.
    pub fn crash(&self, loss: Loss, dice: &mut Random) -> Contents {
        let mut left = Contents::default();
        // folders come before what is in them
        for (path, names) in &self.folders {
            if !path.as_os_str().is_empty() && !left.folders.contains(path) {
                continue;
            }
            for (path, node) in names.crash(loss, dice) {
                match self.files.get(&node) {
                    Some(bytes) => drop(left.files.insert(path, bytes.crash(loss, dice))),
                    None => drop(left.folders.insert(path)),
                }
            }
        }
        left
    }
}

impl Names {
    fn change(&mut self, change: Change) {
        change.apply(&mut self.now);
        self.pending.push(change);
    }

    fn crash(&self, loss: Loss, dice: &mut Random) -> BTreeMap<PathBuf, Node> {
        let mut names = self.safe.clone();
        let first = match loss {
            Loss::Nothing | Loss::Chance => self.pending.len(),
            Loss::Everything => 0,
            Loss::Journal => dice.index(self.pending.len() + 1),
        };
        for change in &self.pending[..first] {
            if loss != Loss::Chance || dice.index(2) == 0 {
                change.apply(&mut names);
            }
        }
        names
    }
}

impl Change {
    fn apply(&self, names: &mut BTreeMap<PathBuf, Node>) {
        match self {
            Self::Link(path, node) => drop(names.insert(path.clone(), *node)),
            Self::Unlink(path) => drop(names.remove(path)),
            Self::Rename(from, to, node) => {
                names.remove(from);
                names.insert(to.clone(), *node);
            }
        }
    }
}

impl Bytes {
    fn crash(&self, loss: Loss, dice: &mut Random) -> Vec<u8> {
        if self.is_safe || loss == Loss::Nothing {
            return self.now.clone();
        }
        if loss == Loss::Everything {
            return self.safe.clone();
        }
        let length = self.now.len();
        match dice.index(6) {
            0 => self.now.clone(),
            1 => self.safe.clone(),
            2 => Vec::new(),
            3 => self.now[..length / 512 / 2 * 512].to_vec(),
            4 => [&self.now[..length / 2], &vec![0; length - length / 2][..]].concat(),
            _ => (0..length).map(|_| dice.index(256) as u8).collect(),
        }
    }
}
