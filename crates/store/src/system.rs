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
