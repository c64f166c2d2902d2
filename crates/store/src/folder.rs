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
//! Files whose names end in `.tmp` are unfinished; files whose names end in `.bad` were found damaged. Neither is ever
//! read.
//!
//! The folder is opened when it is first used and held open from then on, by this value and all its clones. If the
//! folder is moved during a run, the files of the run are still written into it, and another folder under the old name
//! is never touched.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use crate::atomic;
use crate::disk::{self, Disk, Lock, Place};
use crate::error::StoreError;
use crate::sealed::{self, Binding, Kind, Packing, Sealed};

/// Numbers in names are smaller; others are not ours.
const NUMBERS: u64 = 1 << 62;

const LOCK: &str = "lock";

/// A folder on a disk.
#[derive(Clone)]
pub struct Folder {
    disk: Arc<dyn Disk>,
    path: PathBuf,
    /// The folder around it, held open, and its name there; it is found from there then.
    around: Option<(Arc<dyn Disk>, PathBuf)>,
    shared: Arc<Shared>,
    /// The run that its sealed files belong to.
    run: [u8; 32],
}

/// What a document that is kept twice says, and which of the two files is damaged and why.
pub type ReadTwice<T> = (Option<T>, Option<(&'static str, String)>);

/// What a folder and its clones have in common.
#[derive(Default)]
struct Shared {
    /// The folder itself, once it was opened.
    held: OnceLock<Arc<dyn Disk>>,
    /// The folders in it that would survive a crash.
    safe: Mutex<BTreeSet<PathBuf>>,
    /// Files that could not be removed.
    leftovers: Mutex<Leftovers>,
}

/// Files that could not be removed: harmless, but they take space, so one of them is named.
#[derive(Default)]
struct Leftovers {
    is_told: bool,
    untold: Option<String>,
}

impl Folder {
    /// A folder, whether it exists or not.
    pub fn new(disk: Arc<dyn Disk>, path: &Path) -> Self {
        let path = path.to_owned();
        Self { disk, path, around: None, shared: Arc::default(), run: [0; 32] }
    }

    /// The same folder, whose sealed files are those of a run.
    pub(crate) fn of_run(self, run: [u8; 32]) -> Self {
        Self { run, ..self }
    }

    /// Where it was when it was named.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where it is now, if it was moved since it was opened and the system tells.
    pub fn moved_to(&self) -> Option<PathBuf> {
        let Place::At(now) = self.shared.held.get()?.place() else { return None };
        let there = self.disk.hold(&self.path).map(|folder| folder.place());
        (there.ok().as_ref() != Some(&Place::At(now.clone()))).then_some(now)
    }

    /// Where a file in it is, for messages.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// The folder itself, opened the first time.
    fn held(&self) -> io::Result<&Arc<dyn Disk>> {
        if let Some(held) = self.shared.held.get() {
            return Ok(held);
        }
        let (disk, path) = self.way();
        let opened = disk.hold(path)?;
        Ok(self.shared.held.get_or_init(|| opened))
    }

    /// From where it is found, and how.
    fn way(&self) -> (&dyn Disk, &Path) {
        let around = self.around.as_ref().map(|(disk, name)| (disk.as_ref(), name.as_path()));
        around.unwrap_or((self.disk.as_ref(), &self.path))
    }

    /// One call on a file in it.
    fn call<T>(
        &self,
        what: &'static str,
        name: &str,
        call: impl FnOnce(&dyn Disk, &Path) -> io::Result<T>,
    ) -> Result<T, StoreError> {
        let answer = self.held().and_then(|disk| call(disk.as_ref(), Path::new(name)));
        answer.map_err(|error| self.explain(StoreError::io(what, Path::new(name))(error)))
    }

    /// The same, where the file or the folder may be missing.
    fn call_if_there<T>(
        &self,
        what: &'static str,
        name: &str,
        call: impl FnOnce(&dyn Disk, &Path) -> io::Result<T>,
    ) -> Result<Option<T>, StoreError> {
        let answer = self.held().and_then(|disk| call(disk.as_ref(), Path::new(name)));
        match answer {
            Ok(answer) => Ok(Some(answer)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(self.explain(StoreError::io(what, Path::new(name))(error))),
        }
    }

    /// An error with a path in this folder, as somebody outside needs it.
    fn explain(&self, error: StoreError) -> StoreError {
        match error {
            StoreError::Io { source, .. } if self.is_removed(&source) => {
                StoreError::Removed(self.path.clone())
            }
            StoreError::Io { what, path, source } => {
                StoreError::Io { what, path: self.path.join(path), source }
            }
            StoreError::Damaged { path, why } => StoreError::Damaged { path: self.path.join(path), why },
            other => other,
        }
    }

    fn is_removed(&self, error: &io::Error) -> bool {
        let held = self.shared.held.get().filter(|_| error.kind() == io::ErrorKind::NotFound);
        held.is_some_and(|held| held.place() == Place::Removed)
    }

    /// Makes it, or a folder in it, and those above; they are there after a crash.
    ///
    /// A new folder is a name in the one above, so that one is synced, for each that is made.
    pub fn create(&self, name: &str) -> Result<(), StoreError> {
        let key = Path::new(name);
        if self.safe().contains(key) {
            return Ok(());
        }
        match key.parent() {
            None => {
                let (disk, path) = self.way();
                make(disk, path)?;
            }
            Some(above) => {
                if above != Path::new("") {
                    self.create(&above.to_string_lossy())?;
                }
                self.call("make the folder", name, |disk, path| disk.create_folder(path))?;
                self.call("sync", &above.to_string_lossy(), |disk, path| disk.sync_folder(path))?;
            }
        }
        self.safe().insert(key.to_owned());
        Ok(())
    }

    fn safe(&self) -> std::sync::MutexGuard<'_, BTreeSet<PathBuf>> {
        self.shared.safe.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes sure that nobody else works in it.
    pub fn lock(&self) -> Result<Box<dyn Lock>, StoreError> {
        /// Who looks whether somebody is at work holds the lock for a moment.
        const MOMENT: Duration = Duration::from_millis(10);
        const TRIES: usize = 10;
        for _ in 1..TRIES {
            if let Some(lock) = self.call("lock", LOCK, |disk, path| disk.lock(path))? {
                return Ok(lock);
            }
            std::thread::sleep(MOMENT);
        }
        let lock = self.call("lock", LOCK, |disk, path| disk.lock(path))?;
        lock.ok_or_else(|| StoreError::Locked(self.path.clone()))
    }

    /// The lock, or `None` where nothing can be written: then nobody can be at work there but from another machine.
    pub fn lock_if_writable(&self) -> Result<Option<Box<dyn Lock>>, StoreError> {
        match self.lock() {
            Err(error) if error.is_refused_write() => {
                if self.is_at_work() {
                    Err(StoreError::Locked(self.path.clone()))
                } else {
                    Ok(None)
                }
            }
            lock => lock.map(Some),
        }
    }

    /// Whether a process is at work in it; nothing is written to find out.
    pub fn is_at_work(&self) -> bool {
        self.call("look at", LOCK, |disk, path| disk.is_locked(path)).unwrap_or(false)
    }

    /// The numbers that the names in one of its folders have after a prefix, ascending; none where it is missing.
    pub fn numbers(&self, folder: &str, prefix: &str) -> Result<Vec<u64>, StoreError> {
        let names = self.call_if_there("list", folder, |disk, path| disk.list(path))?.unwrap_or_default();
        // one name for each number: `checkpoint-007` and `log/+1` are not ours
        let number = |name: &String| {
            let digits = name.strip_prefix(prefix)?;
            digits.parse().ok().filter(|number: &u64| *number < NUMBERS && number.to_string() == digits)
        };
        let mut numbers: Vec<u64> = names.iter().filter_map(number).collect();
        numbers.sort_unstable();
        Ok(numbers)
    }

    /// The names of the files in one of its folders, in order; none where it is missing.
    pub fn names(&self, folder: &str) -> Result<Vec<String>, StoreError> {
        let mut names = self.call_if_there("list", folder, |disk, path| disk.list(path))?.unwrap_or_default();
        names.sort_unstable();
        Ok(names)
    }

    /// A folder in it: in this very folder, wherever it is moved.
    #[must_use]
    pub fn inside(&self, name: &str) -> Self {
        let around = self.held().ok().map(|held| (Arc::clone(held), PathBuf::from(name)));
        Self { around, ..Self::new(Arc::clone(&self.disk), &self.path.join(name)) }
    }

    /// A file's content; `None` where it is missing, an error where it is longer than `most` bytes.
    pub fn read(&self, name: &str, most: u64) -> Result<Option<Vec<u8>>, StoreError> {
        match self.call_if_there("look at", name, |disk, path| disk.size(path))? {
            None => return Ok(None),
            Some(size) if size > most => return Err(StoreError::damaged(&self.file(name), "it is too long")),
            Some(_) => {}
        }
        match self.call_if_there("read", name, disk::read) {
            Err(StoreError::Io { source, .. }) if source.kind() == io::ErrorKind::IsADirectory => {
                Err(StoreError::damaged(&self.file(name), "it is a folder"))
            }
            Err(StoreError::Io { source, .. }) if source.kind() == io::ErrorKind::InvalidData => {
                Err(StoreError::damaged(&self.file(name), "it is no regular file"))
            }
            read => read,
        }
    }

    /// What the first of two copies holds that is whole, and which one is damaged and why, the first of them if both
    /// are; neither where both are missing.
    pub fn read_either<T>(
        &self,
        names: [&'static str; 2],
        most: u64,
        parse: impl Fn(&[u8]) -> Result<T, String>,
    ) -> Result<ReadTwice<T>, StoreError> {
        let mut damage = None;
        for name in names {
            let read = match self.read(name, most) {
                Ok(Some(bytes)) => parse(&bytes),
                Ok(None) => continue,
                Err(StoreError::Damaged { why, .. }) => Err(why),
                Err(error) => return Err(error),
            };
            match read {
                Ok(read) => return Ok((Some(read), damage)),
                Err(why) => drop(damage.get_or_insert((name, why))),
            }
        }
        Ok((None, damage))
    }

    /// Writes a file.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        self.write_parts(name, &[bytes])
    }

    fn write_parts(&self, name: &str, parts: &[&[u8]]) -> Result<(), StoreError> {
        let disk = self.held().map_err(|error| self.explain(StoreError::io("open", Path::new(""))(error)))?;
        atomic::write(disk.as_ref(), Path::new(name), parts).map_err(|error| self.explain(error))
    }

    /// Writes a sealed file of the run, bound to the number in its name.
    pub fn seal(&self, name: &str, kind: Kind, packing: Packing, parts: &[&[u8]]) -> Result<(), StoreError> {
        let path = self.file(name);
        let sealed = Sealed::new(kind, packing, self.binding(name), parts)
            .ok_or_else(|| StoreError::Request(format!("{} would be too long", path.display())))?;
        match self.write_parts(name, &sealed.parts()) {
            // somebody made a folder of that name
            Err(StoreError::Io { source, .. }) if source.kind() == io::ErrorKind::IsADirectory => {
                self.set_aside(name)?;
                self.write_parts(name, &sealed.parts())
            }
            written => written,
        }
    }

    /// The content of a sealed file of the run; an error where it is missing, damaged, or of another run or place.
    pub fn unseal(&self, name: &str, kind: Kind, packing: Packing) -> Result<Vec<u8>, StoreError> {
        let damaged = |why: &str| StoreError::damaged(&self.file(name), why);
        let bytes = self.read(name, kind.most() + sealed::HEADER as u64)?;
        let bytes = bytes.ok_or_else(|| damaged("it is missing"))?;
        sealed::open(kind, packing, self.binding(name), bytes).map_err(damaged)
    }

    /// What a file of this name is bound to.
    fn binding(&self, name: &str) -> Binding {
        let stem = name.trim_end_matches(|last: char| !last.is_ascii_digit());
        let digits = &stem[stem.rfind(|c: char| !c.is_ascii_digit()).map_or(0, |at| at + 1)..];
        Binding { run: self.run, place: digits.parse().unwrap_or(0) }
    }

    /// Whether there is a file of this name.
    pub fn has(&self, name: &str) -> Result<bool, StoreError> {
        Ok(self.call_if_there("look at", name, |disk, path| disk.size(path))?.is_some())
    }

    /// How many bytes a file has.
    pub fn size(&self, name: &str) -> Result<u64, StoreError> {
        self.call("look at", name, |disk, path| disk.size(path))
    }

    /// Removes a file that is of no use any more. One that the system does not let go stays, which costs only its
    /// space; [`Folder::leftover`] names the first.
    pub fn remove(&self, name: &str) -> Result<(), StoreError> {
        if let Err(error) = self.call_if_there("remove", name, |disk, path| disk.remove(path)) {
            if matches!(error, StoreError::Removed(_)) {
                return Err(error);
            }
            let mut leftovers = self.shared.leftovers.lock().unwrap_or_else(PoisonError::into_inner);
            if !std::mem::replace(&mut leftovers.is_told, true) {
                leftovers.untold = Some(format!("{error}; it is of no use any more and only takes space"));
            }
        }
        Ok(())
    }

    /// The first file that could not be removed, if it has not been told yet.
    pub fn leftover(&self) -> Option<String> {
        self.shared.leftovers.lock().unwrap_or_else(PoisonError::into_inner).untold.take()
    }

    /// Sets a file aside that cannot be used, under a name that nothing has; tells the name.
    pub fn set_aside(&self, name: &str) -> Result<String, StoreError> {
        let mut bad = format!("{name}.bad");
        for number in 2.. {
            if !self.has(&bad)? {
                break;
            }
            bad = format!("{name}.bad.{number}");
        }
        self.call("set aside", name, |disk, path| disk.rename(path, Path::new(&bad)))?;
        Ok(bad)
    }

    /// Removes what a crash left unfinished.
    pub fn tidy(&self) -> Result<(), StoreError> {
        for folder in ["", "log", "states"] {
            let Ok(names) = self.call("list", folder, |disk, path| disk.list(path)) else { continue };
            for name in names.iter().filter(|name| name.ends_with(atomic::UNFINISHED)) {
                self.remove(&if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") })?;
            }
        }
        Ok(())
    }
}

/// Makes a folder and those above it that are missing, so that they are there after a crash.
fn make(disk: &dyn Disk, path: &Path) -> Result<(), StoreError> {
    let above = path.parent().unwrap_or(Path::new(""));
    match disk.create_folder(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound && above != Path::new("") => {
            make(disk, above)?;
            disk.create_folder(path)
        }
        made => made,
    }
    .map_err(StoreError::io("make the folder", path))?;
    match disk.sync_folder(above) {
        // a folder that is not ours to read cannot be synced either
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(()),
        synced => synced.map_err(StoreError::io("sync", above)),
    }
}
