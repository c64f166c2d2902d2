//! The database in its folder: opened if it is whole, set aside if it is not.
//!
//! Results can be computed again, so a damaged file never keeps the lab from starting; and it may be the only copy of
//! what someone wants to look at, so it is never removed.

use std::path::Path;

use sprague_api::jobs::Job;
use sprague_store::{Disk, System};

use super::database::{Database, Fault};

const NAME: &str = "lab.sqlite";
/// What `SQLite` keeps beside the file.
const BESIDE: [&str; 4] = ["", "-wal", "-shm", "-journal"];

/// The database of a folder and its jobs; `warnings` gets a line if one was set aside.
pub fn open(folder: &Path, warnings: &mut Vec<String>) -> Result<(Database, Vec<Job>), String> {
    let path = folder.join(NAME);
    if BESIDE.iter().any(|end| is_there(folder, &format!("{NAME}{end}"))) {
        let fault = match Database::open(&path) {
            Ok(opened) => return Ok(opened),
            Err(fault) if fault.is_busy() => return Err("another program has its database open".to_owned()),
            Err(fault) => fault,
        };
        let word = if matches!(fault, Fault::OtherVersion) { "old" } else { "bad" };
        let kept = set_aside(folder, word).map_err(|error| error.to_string())?;
        let why = match fault {
            Fault::OtherVersion => format!("cannot be used, {fault}"),
            fault => format!("is damaged ({fault})").replace(['\n', '\r'], " "),
        };
        warnings.push(format!(
            "{} {why}; it was set aside as {kept}, and the lab starts without its jobs",
            path.display()
        ));
    }
    let database = Database::create(&path).map_err(|fault| fault.to_string())?;
    Ok((database, Vec::new()))
}

/// Whether something has this name, a file or not.
fn is_there(folder: &Path, name: &str) -> bool {
    System.size(&folder.join(name)).is_ok()
}

/// Gives the files of the database names that are free.
fn set_aside(folder: &Path, word: &str) -> std::io::Result<String> {
    let free = |kept: &String| !BESIDE.iter().any(|end| is_there(folder, &format!("{kept}{end}")));
    let candidates = (1..).map(|number: u64| format!("{NAME}.{word}-{number}"));
    let kept = candidates.into_iter().find(free).unwrap_or_default();
    for end in BESIDE {
        let name = format!("{NAME}{end}");
        // opening it may have changed what lies beside it
        if is_there(folder, &name) {
            System.rename(&folder.join(name), &folder.join(format!("{kept}{end}")))?;
        }
    }
    System.sync_folder(folder)?;
    Ok(kept)
}
