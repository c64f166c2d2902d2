//! `sprague-check`: checks a certificate and says in one sentence what was shown.
#![forbid(unsafe_code)]

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use sprague_certificate::{Selection, check_file};

const USAGE: &str = "usage: sprague-check FILE [--segments A..B | --sample P%] [--threads N] [--json]

Checks a certificate of a proved period. Exit code: 0 valid, 1 invalid, 2 not readable or bad usage.
  --segments A..B   only the segments from A to before B, counted from 0
  --sample P%       only about this part of the segments, chosen at random
  --threads N       how many segments at a time (all cores unless told)
  --json            {\"valid\",\"complete\",\"claim\",\"checked_to\",\"reason\"}
";

struct Wish {
    file: PathBuf,
    selection: Selection,
    threads: usize,
    json: bool,
}

fn wish(mut words: impl Iterator<Item = String>) -> Option<Wish> {
    let threads = std::thread::available_parallelism().map_or(1, Into::into);
    let mut wish = Wish { file: PathBuf::new(), selection: Selection::All, threads, json: false };
    while let Some(word) = words.next() {
        match word.as_str() {
            "--json" => wish.json = true,
            "--threads" => wish.threads = words.next()?.parse().ok().filter(|&threads| threads > 0)?,
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
    Some(wish).filter(|wish| !wish.file.as_os_str().is_empty())
}

fn main() -> ExitCode {
    let Some(wish) = wish(std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned())) else {
        eprint!("{USAGE}");
        return ExitCode::from(2);
    };
    let report = check_file(&wish.file, wish.selection, wish.threads);
    let line = match &report.fault {
        _ if wish.json => report.to_json(),
        None => report.claim.clone(),
        Some(fault) => format!("{} {fault}.", report.claim),
    };
    let written = writeln!(std::io::stdout(), "{line}");
    drop(written);
    ExitCode::from(report.exit_code())
}
