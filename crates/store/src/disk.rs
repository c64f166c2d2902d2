//! Everything that the store needs from a file system, as a trait.
//!
//! Every byte that a run reads or writes goes through here, so that tests can replace it: record each call, let the
//! n-th one fail, and rebuild what a disk may hold after a crash. The calls are as small as the guarantees of file
//! systems: a file is written, then synced; a name is changed, then the folder that contains it is synced, and no
//! other. A run holds its folder ([`Disk::hold`]): all its paths start there, wherever the folder is moved.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A file that is being written.
pub trait Output {
    /// Writes some of the bytes and says how many.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize>;
    /// Returns once what was written would survive a crash.
    fn sync(&mut self) -> io::Result<()>;
}

/// Held as long as nobody else may work in a folder.
pub trait Lock: Send {}

/// Where a folder that is held is now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// Here.
    At(PathBuf),
    /// Nowhere: it was removed.
    Removed,
    /// The system does not tell.
    Unknown,
}

/// A file system, seen from one of its folders.
pub trait Disk: Send + Sync {
    /// The same file system, seen from this folder: the very folder, not whatever has its name later.
    fn hold(&self, folder: &Path) -> io::Result<Arc<dyn Disk>>;
    /// Where the folder is from which this is seen.
    fn place(&self) -> Place;
    /// Makes a folder; the one above it must be there. One that is there already is no error.
    fn create_folder(&self, path: &Path) -> io::Result<()>;
    /// The names of the files in a folder, without those of folders.
    fn list(&self, folder: &Path) -> io::Result<Vec<String>>;
    /// A file to read.
    fn open(&self, path: &Path) -> io::Result<Box<dyn io::Read>>;
    /// How many bytes a file has.
    fn size(&self, path: &Path) -> io::Result<u64>;
    /// A new, empty file; one of that name is emptied.
    fn create(&self, path: &Path) -> io::Result<Box<dyn Output>>;
    /// Gives a file another name in its folder; a file that had the name is gone.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// Removes a file.
    fn remove(&self, path: &Path) -> io::Result<()>;
    /// Returns once the names in this folder would survive a crash; those in the folders below and above it may not.
    fn sync_folder(&self, folder: &Path) -> io::Result<()>;
    /// Locks a file, which is made where it is missing; `None` where somebody else holds it. The lock ends with the
    /// process, however that ends.
    fn lock(&self, path: &Path) -> io::Result<Option<Box<dyn Lock>>>;
    /// Whether somebody holds the lock. Nothing is made or changed, so this works where nothing can be written.
    fn is_locked(&self, path: &Path) -> io::Result<bool>;
}

/// The whole content of a file.
pub fn read(disk: &dyn Disk, path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    disk.open(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}
