//! The manifest: which game, how far, computed by whom; and the result once there is one.
//!
//! It is a JSON document that ends with the BLAKE3 hash of the rest. The result's hash covers only what every run of
//! the rule to that heap must have in common: rule, range, signature, log and counts, not kernels, machines or dates.

use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use sprague::heap::{HeapGame, Rule};
use sprague::sequence::Options;

use crate::error::StoreError;
use crate::folder::Folder;
use crate::row_run::row_in;
use crate::system;

const NAME: &str = "manifest.json";
const FORMAT: u32 = 1;

/// Who computed the heaps from one on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session {
    /// The first heap.
    pub from: u64,
    /// The kernel.
    pub kernel: String,
    /// Heaps in a block.
    pub block: usize,
    /// Threads.
    pub threads: usize,
    /// The version of the program.
    pub version: String,
    /// The machine.
    pub machine: String,
    /// When it began.
    pub started: String,
}

/// What a finished run found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The last heap.
    pub done: u64,
    /// The signature of the range.
    pub signature: String,
    /// BLAKE3 over the log.
    pub log: String,
    /// BLAKE3 over the counts.
    pub counts: String,
    /// BLAKE3 over all of these and the rule.
    pub hash: String,
}

/// What a run is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of the folder's format.
    pub format: u32,
    /// The game as it is called.
    pub game: String,
    /// The rule in canonical form.
    pub rule: String,
    /// The first heap, 0.
    pub from: u64,
    /// The last heap wanted.
    pub to: u64,
    /// Whether the values are kept.
    pub keep_values: bool,
    /// How many bytes the kept states may take.
    pub state_bytes: u64,
    /// Who computed what.
    pub sessions: Vec<Session>,
    /// What came out, once the end is reached.
    pub result: Option<Outcome>,
    /// BLAKE3 of this document with this field empty.
    check: String,
}

impl Manifest {
    /// The manifest of a new run.
    pub fn new(game: &HeapGame, to: u64, keep_values: bool, state_bytes: u64) -> Self {
        let rule = game.rule.to_string();
        let (game, sessions) = (game.to_string(), Vec::new());
        let check = String::new();
        Self {
            format: FORMAT,
            game,
            rule,
            from: 0,
            to,
            keep_values,
            state_bytes,
            sessions,
            result: None,
            check,
        }
    }

    /// Reads the manifest of a folder.
    pub fn read(folder: &Folder) -> Result<Self, StoreError> {
        let bytes = folder.read(NAME)?.ok_or_else(|| match row_in(folder) {
            Some(row) => StoreError::RowProof { path: folder.path().to_owned(), row },
            None => StoreError::NoRun(folder.path().to_owned()),
        })?;
        let damaged = |why: String| StoreError::damaged(&folder.file(NAME), why);
        let mut manifest: Self =
            serde_json::from_slice(&bytes).map_err(|error| damaged(error.to_string()))?;
        let check = std::mem::take(&mut manifest.check);
        if check != manifest.digest() {
            return Err(damaged("its checksum is wrong".to_owned()));
        }
        if manifest.format != FORMAT {
            return Err(damaged(format!(
                "it has format {}, this program reads format {FORMAT}",
                manifest.format
            )));
        }
        manifest.rule().map_err(damaged)?;
        Ok(manifest)
    }

    /// Writes it.
    pub fn write(&self, folder: &Folder) -> Result<(), StoreError> {
        let mut document = self.clone();
        document.check = String::new();
        document.check = document.digest();
        let mut text = serde_json::to_string_pretty(&document).expect("plain data");
        text.push('\n');
        folder.write(NAME, text.as_bytes())
    }

    fn digest(&self) -> String {
        let text = serde_json::to_vec(self).expect("plain data");
        blake3::hash(&text).to_hex().to_string()
    }

    /// The rule.
    pub fn rule(&self) -> Result<Rule, String> {
        self.rule.parse().map_err(|error| format!("its rule `{}` cannot be read: {error}", self.rule))
    }

    /// BLAKE3 of the rule.
    pub fn rule_hash(&self) -> [u8; 32] {
        *blake3::hash(self.rule.as_bytes()).as_bytes()
    }

    /// Notes who computes from a heap on, if that has changed.
    pub fn note(&mut self, from: u64, options: Options) {
        let session = Session {
            from,
            kernel: options.kernel.to_string(),
            block: options.block,
            threads: options.threads,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            machine: system::machine(),
            started: now(),
        };
        let same =
            |last: &Session| Session { from, started: session.started.clone(), ..last.clone() } == session;
        if !self.sessions.last().is_some_and(same) {
            self.sessions.push(session);
        }
    }

    /// The result with its hash.
    pub fn outcome(&self, done: u64, signature: String, log: String, counts: String) -> Outcome {
        let text = format!("{}\n{}\n{done}\n{signature}\n{log}\n{counts}\n", self.rule, self.from);
        Outcome { done, signature, log, counts, hash: blake3::hash(text.as_bytes()).to_hex().to_string() }
    }
}

/// The present moment, as the records write it: `2026-11-15T07:30:00Z`.
pub fn now() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    // years of 365.2425 days from March on, so that the leap day comes last
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    let (hours, minutes, seconds) = (rest / 3_600, rest / 60 % 60, rest % 60);
    format!("{year:04}-{month:02}-{day:02}T{hours:02}:{minutes:02}:{seconds:02}Z")
}
