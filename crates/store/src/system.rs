//! The file system of the machine: with `unix_disk` and `portable_disk`, the only place of the workspace that works on
//! files in general.
#![allow(clippy::disallowed_methods)]

use std::fs;
use std::io;
use std::path::Path;

use crate::atomic;
use crate::error::StoreError;

/// The file system of the machine, seen from the working directory.
#[derive(Clone, Copy, Debug, Default)]
pub struct System;

/// The text of a file.
pub fn read_text(path: &Path) -> io::Result<String> {
    fs::read_to_string(path)
}

/// Writes a file as a whole or not at all.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    atomic::write(&System, path, &[bytes])
}

/// Whether both paths lead to one file, by whatever names, links and folders.
#[cfg(unix)]
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let numbers = |path| fs::metadata(path).map(|file| (file.dev(), file.ino()));
    numbers(one).is_ok_and(|one| numbers(other).is_ok_and(|other| one == other))
}

/// Whether both paths lead to one file, as far as the system tells.
#[cfg(not(unix))]
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    one.canonicalize().is_ok_and(|one| other.canonicalize().is_ok_and(|other| one == other))
}

/// Whether a path leads to a file of a folder of runs, proofs or surveys. Other files may lie beside theirs, with an
/// ending: a table, a picture, a certificate.
pub fn is_kept_in(folder: &Path, file: &Path) -> bool {
    is_below(folder, file, 0)
}

fn is_below(folder: &Path, file: &Path, depth: u32) -> bool {
    /// Folders in a folder of a run or a survey, one in another.
    const DEEPEST: u32 = 4;
    let is_own = |path: &Path| depth > 0 || path.extension().is_none_or(|ending| ending == "json");
    fs::read_dir(folder).is_ok_and(|entries| {
        entries.flatten().any(|entry| {
            let path = entry.path();
            if path.is_dir() {
                return depth < DEEPEST && is_below(&path, file, depth + 1);
            }
            is_own(&path) && is_same_file(&path, file)
        })
    })
}

/// The processor's name, for the records; empty where the system does not tell.
pub fn machine() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    name.map_or_else(|| format!("{cores} cores"), |(_, name)| format!("{}, {cores} cores", name.trim()))
}

/// The name of this machine; empty where the system does not tell.
#[cfg(unix)]
pub fn host() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

/// The name of this machine; empty where the system does not tell.
#[cfg(not(unix))]
pub fn host() -> String {
    std::env::var("COMPUTERNAME").unwrap_or_default()
}

/// Whether the process was started with this signal ignored; no where the system does not tell.
#[cfg(unix)]
pub fn is_ignored(signal: i32) -> bool {
    let text = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = text.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    u32::try_from(signal - 1).is_ok_and(|bit| mask.checked_shr(bit).unwrap_or(0) & 1 == 1)
}
