//! `sprague-check`: checks a certificate and says in one sentence what was shown.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

use std::ffi::OsStr;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use sprague_certificate::{Selection, check_file_logged};

const USAGE: &str = "usage: sprague-check FILE [--segments A..B [--heaps H] | --sample P%] [--threads N] [--log FILE] [--json]

Checks a certificate of a proved period. Exit code: 0 valid, 1 invalid, 2 not readable or bad usage.
  --segments A..B   only the segments from A to before B, counted from 0
  --heaps H         only the first H heaps of each of these segments
  --sample P%       only about this part of the segments, chosen at random
  --threads N       how many segments at a time (all cores unless told)
  --log FILE        appends a line for each segment that holds, as soon as it is checked
  --help, --version what this is
  --json            {\"valid\",\"complete\",\"claim\",\"checked_to\",\"reason\"}
";

struct Wish {
    file: PathBuf,
    selection: Selection,
    threads: usize,
    heaps: Option<u64>,
    log: Option<PathBuf>,
    json: bool,
}

fn wish(mut words: impl Iterator<Item = String>) -> Option<Wish> {
    let threads = std::thread::available_parallelism().map_or(1, Into::into);
    let mut wish = Wish {
        file: PathBuf::new(),
        selection: Selection::All,
        threads,
        heaps: None,
        log: None,
        json: false,
    };
    while let Some(word) = words.next() {
        match word.as_str() {
            "--json" => wish.json = true,
            "--threads" => wish.threads = words.next()?.parse().ok().filter(|&threads| threads > 0)?,
            "--heaps" if wish.heaps.is_none() => {
                wish.heaps = Some(words.next()?.parse().ok().filter(|&heaps| heaps > 0)?);
            }
            "--log" if wish.log.is_none() => wish.log = Some(words.next()?.into()),
            "--segments" if wish.selection == Selection::All => {
                wish.selection = Selection::segments(&words.next()?)?;
            }
            "--sample" if wish.selection == Selection::All => {
                wish.selection = Selection::sample(&words.next()?)?;
            }
            word if wish.file.as_os_str().is_empty() && !word.starts_with("--") => wish.file = word.into(),
            _ => return None,
        }
    }
    if let Some(heaps) = wish.heaps {
        wish.selection = wish.selection.with_heaps(heaps)?;
    }
    Some(wish).filter(|wish| !wish.file.as_os_str().is_empty())
}

#[expect(clippy::disallowed_methods, reason = "the one file that the command writes")]
fn open_log(path: &Path) -> std::io::Result<File> {
    File::options().append(true).create(true).open(path)
}

/// Whether both paths lead to one file.
#[cfg(unix)]
#[expect(clippy::disallowed_methods, reason = "two names of one file have equal numbers")]
fn is_same(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let numbers = |path| std::fs::metadata(path).map(|file| (file.dev(), file.ino()));
    numbers(one).is_ok_and(|one| numbers(other).is_ok_and(|other| one == other))
}

/// Whether both paths lead to one file.
#[cfg(not(unix))]
fn is_same(one: &Path, other: &Path) -> bool {
    one.canonicalize().is_ok_and(|one| other.canonicalize().is_ok_and(|other| one == other))
}

fn main() -> ExitCode {
    let told = match std::env::args_os().nth(1).as_deref().and_then(OsStr::to_str) {
        Some("--help" | "-h") => Some(USAGE),
        Some("--version" | "-V") => Some(concat!("sprague-check ", env!("CARGO_PKG_VERSION"), "\n")),
        _ => None,
    };
    if let Some(told) = told {
        let written = write!(std::io::stdout(), "{told}");
        drop(written);
        return ExitCode::SUCCESS;
    }
    let Some(wish) = wish(std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned())) else {
        eprint!("{USAGE}");
        return ExitCode::from(2);
    };
    if wish.log.as_deref().is_some_and(|log| is_same(log, &wish.file)) {
        eprintln!("the log must not be the certificate itself; name another file after --log");
        return ExitCode::from(2);
    }
    let log = match wish.log.as_deref().map(open_log).transpose() {
        Ok(log) => log.map(Mutex::new),
        Err(why) => {
            eprintln!("the log cannot be written: {why}");
            return ExitCode::from(2);
        }
    };
    let tell = |line: &str| {
        if let Some(log) = &log {
            let mut log = log.lock().unwrap_or_else(PoisonError::into_inner);
            if let Err(why) = writeln!(log, "{line}") {
                eprintln!("the log cannot be written: {why}");
            }
        }
    };
    let report = check_file_logged(&wish.file, wish.selection, wish.threads, &tell);
    let line = match &report.fault {
        _ if wish.json => report.to_json(),
        None => report.claim.clone(),
        Some(fault) => format!("{} {fault}.", report.claim),
    };
    let written = writeln!(std::io::stdout(), "{line}");
    drop(written);
    ExitCode::from(report.exit_code())
}
