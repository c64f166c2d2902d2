//! The manifest: which game, how far, computed by whom; and the result once there is one.
//!
//! It is a JSON document that ends with the BLAKE3 hash of the rest, and it is kept twice: `manifest.json` and
//! `manifest-copy.json`. The result's hash covers only what every run of the rule to that heap must have in common:
//! rule, range, signature, log and counts, not kernels, machines or dates.
//!
//! The *identity* of a run is the hash of its rule and of where it starts. It depends neither on the end nor on the
//! kernel or the machine, and every sealed file of the run contains it.

use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use sprague::heap::{HeapGame, Rule};
use sprague::sequence::{CHUNK, EngineSettings};

use crate::coding::Coded;
use crate::error::StoreError;
use crate::far_period::kept_in;
use crate::file_text::FileText;
use crate::folder::Folder;
use crate::sealed::{Kind, Packing};
use crate::system;
use crate::tally::Tally;

const NAME: &str = "manifest.json";
const COPY: &str = "manifest-copy.json";
const FORMAT: u32 = 2;

/// No manifest is longer.
const MOST_BYTES: u64 = 1 << 24;

/// The kernel of heaps that a manifest, now lost, said by whom they were computed.
pub const UNKNOWN: &str = "unknown";

/// Who computed the heaps from one on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session {
    /// The first heap.
    pub from: u64,
    /// The kernel.
    pub kernel: FileText,
    /// Heaps in a block.
    pub block: usize,
    /// Threads.
    pub threads: usize,
    /// The version of the program.
    pub version: FileText,
    /// The machine.
    pub machine: FileText,
    /// When it began.
    pub started: FileText,
}

/// What a finished run found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunOutcome {
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

/// A period that a run has seen: a stretch of values came back. Nothing is proved by that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ObservedPeriod {
    /// After how many heaps.
    pub period: u64,
    /// The first heap of the first stretch that came back so.
    pub seen_from: u64,
    /// The heap behind the last place where one did.
    pub at: u64,
    /// How many values were compared there.
    pub compared: u64,
    /// Whether condition (a) of theorem P.5 holds for the values computed.
    pub condition_a: bool,
}

impl ObservedPeriod {
    /// Whether the numbers fit each other.
    fn is_possible(&self) -> bool {
        let first = self.at.checked_sub(self.period).and_then(|end| end.checked_sub(self.compared));
        self.period > 0 && self.compared > 0 && first.is_some_and(|first| self.seen_from <= first)
    }
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
    /// How many heaps lie between two of the fixed places where states are kept.
    #[serde(default = "usual_places", skip_serializing_if = "is_usual")]
    pub state_every: u64,
    /// The period that the run has seen, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub period_observed: Option<ObservedPeriod>,
    /// Who computed what.
    pub sessions: Vec<Session>,
    /// What came out, once the end is reached.
    pub result: Option<RunOutcome>,
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
            state_every: STATE_EVERY,
            period_observed: None,
            sessions,
            result: None,
            check,
        }
    }

    /// Reads the manifest of a folder, or its copy where it is damaged.
    pub fn read(folder: &Folder) -> Result<Self, StoreError> {
        Self::look(folder).map(|(manifest, _)| manifest)
    }

    /// Reads the manifest of a folder, or its copy where it is damaged; tells if it is.
    pub fn look(folder: &Folder) -> Result<(Self, Option<String>), StoreError> {
        let damage = match Self::read_one(folder, NAME) {
            Ok(Some(manifest)) => {
                let copy = Self::read_one(folder, COPY).ok().flatten();
                let Some(copy) = copy.filter(|copy| copy.identity() != manifest.identity()) else {
                    return Ok((manifest, None));
                };
                // the files tell whose folder it is
                return match (manifest.has_files(folder)?, copy.has_files(folder)?) {
                    (true, false) => Ok((manifest, None)),
                    (false, true) => {
                        let name = folder.file(NAME);
                        let other = format!("{} is that of another run; its copy is read", name.display());
                        Ok((copy, Some(other)))
                    }
                    _ => Err(Self::lost(folder, &folder.file(NAME), "its copy is that of another run")),
                };
            }
            Ok(None) => None,
            Err(damage @ StoreError::Damaged { .. }) => Some(damage),
            Err(error) => return Err(error),
        };
        match (Self::read_one(folder, COPY), damage) {
            (Ok(Some(manifest)), Some(damage)) => Ok((manifest, Some(format!("{damage}; its copy is read")))),
            (Ok(Some(manifest)), None) => {
                let missing = format!("{} is missing; its copy is read", folder.file(NAME).display());
                Ok((manifest, Some(missing)))
            }
            (Ok(None), None) => {
                let path = folder.path().to_owned();
                Err(match kept_in(folder) {
                    Some(subject) => StoreError::Proof { path, subject },
                    None => StoreError::NoRun(path),
                })
            }
            (Err(error @ StoreError::Io { .. }), _) => Err(error),
            (Ok(None) | Err(_), Some(StoreError::Damaged { path, why })) => {
                Err(Self::lost(folder, &path, &why))
            }
            (_, Some(error)) | (Err(error), None) => {
                Err(Self::lost(folder, &folder.file(COPY), &error.to_string()))
            }
        }
    }

    fn lost(folder: &Folder, path: &std::path::Path, why: &str) -> StoreError {
        StoreError::Lost {
            path: path.to_owned(),
            why: FileText::from(why).into(),
            folder: folder.path().to_owned(),
        }
    }

    fn read_one(folder: &Folder, name: &str) -> Result<Option<Self>, StoreError> {
        let Some(bytes) = folder.read(name, MOST_BYTES)? else { return Ok(None) };
        Self::parse(&bytes).map(Some).map_err(|why| StoreError::damaged(&folder.file(name), why))
    }

    /// The manifest that these bytes are, or what is wrong with them.
    pub fn parse(bytes: &[u8]) -> Result<Self, String> {
        let mut manifest: Self = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
        let check = std::mem::take(&mut manifest.check);
        if check != manifest.digest() {
            return Err("its checksum is wrong".to_owned());
        }
        if manifest.format != FORMAT {
            return Err(format!("it has format {}, this program reads format {FORMAT}", manifest.format));
        }
        if !manifest.state_every.is_power_of_two() || manifest.state_every < CHUNK {
            return Err(format!("states are never kept every {} heaps", manifest.state_every));
        }
        if manifest.from != 0 || manifest.to >= 1 << 63 {
            return Err(format!("there is no run of the heaps {} to {}", manifest.from, manifest.to));
        }
        let rule = manifest.rule()?;
        manifest.rule = rule.to_string();
        // the name is only shown where it is a name of this rule
        manifest.game = match manifest.game.parse::<HeapGame>() {
            Ok(game) if game.rule == rule => game.to_string(),
            _ => manifest.rule.clone(),
        };
        manifest.period_observed = manifest.period_observed.filter(ObservedPeriod::is_possible);
        let is_own = |result: &RunOutcome| {
            let RunOutcome { done, signature, log, counts, .. } = result;
            *result == manifest.result_of(*done, signature.clone(), log.clone(), counts.clone())
        };
        if manifest.result.as_ref().is_some_and(|result| !is_own(result)) {
            return Err("its result has another hash than it says".to_owned());
        }
        Ok(manifest)
    }

    /// Writes it, twice; what is damaged is set aside.
    pub fn write(&self, folder: &Folder) -> Result<(), StoreError> {
        let mut document = self.clone();
        document.check = String::new();
        document.check = document.digest();
        let mut text = serde_json::to_string_pretty(&document).expect("plain data");
        text.push('\n');
        let mut order = [COPY, NAME];
        for name in order {
            match Self::read_one(folder, name) {
                Err(StoreError::Damaged { .. }) => drop(folder.set_aside(name)?),
                // the first time, in this order: a folder with the copy alone has lost something
                Ok(None) if name == NAME => order.reverse(),
                Ok(_) => {}
                Err(error) => return Err(error),
            }
        }
        order.iter().try_for_each(|name| folder.write(name, text.as_bytes()))
    }

    /// The manifest of a folder whose own is damaged, copy and all, if its files are those of this game.
    pub fn rebuild(&self, folder: &Folder) -> Result<Self, StoreError> {
        if !self.has_files(folder)? {
            return Err(StoreError::damaged(
                &folder.file(NAME),
                format!("so is its copy, and no file of the folder is of a run of {}", self.game),
            ));
        }
        let mut manifest = self.clone();
        manifest.sessions.push(Session {
            from: 0,
            kernel: UNKNOWN.into(),
            block: 0,
            threads: 0,
            version: UNKNOWN.into(),
            machine: UNKNOWN.into(),
            started: UNKNOWN.into(),
        });
        Ok(manifest)
    }

    /// Whether some file of the folder is bound to this run.
    fn has_files(&self, folder: &Folder) -> Result<bool, StoreError> {
        let bound = self.bind(folder.clone());
        let named = |folder: &str, prefix: &str| {
            let name = |number| {
                if folder.is_empty() { format!("{prefix}{number}") } else { format!("{folder}/{number}") }
            };
            Ok::<_, StoreError>(bound.numbers(folder, prefix)?.into_iter().map(name).collect::<Vec<_>>())
        };
        let kinds = [
            (named("", "checkpoint-")?, Kind::Snapshot, Packing::Plain),
            (named("log", "")?, Kind::Segments, Packing::Plain),
            (named("states", "")?, Kind::Snapshot, Packing::Zstd),
        ];
        Ok(kinds.iter().any(|(names, kind, packing)| {
            names.iter().any(|name| bound.unseal(name, *kind, *packing).is_ok())
        }))
    }

    /// The folder, whose sealed files are those of this run.
    pub fn bind(&self, folder: Folder) -> Folder {
        folder.of_run(self.identity())
    }

    /// BLAKE3 of what makes a run this run: the rule, and where it starts.
    pub fn identity(&self) -> [u8; 32] {
        let text = format!("sprague run\n{}\n{}\n", self.rule, self.from);
        *blake3::hash(text.as_bytes()).as_bytes()
    }

    /// The same as text.
    pub fn identity_text(&self) -> String {
        blake3::Hash::from(self.identity()).to_hex().to_string()
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
    pub fn note(&mut self, from: u64, options: EngineSettings) {
        let session = Session {
            from,
            kernel: options.kernel.to_string().into(),
            block: options.block,
            threads: options.threads,
            version: env!("CARGO_PKG_VERSION").into(),
            machine: system::machine().into(),
            started: now().into(),
        };
        let same =
            |last: &Session| Session { from, started: session.started.clone(), ..last.clone() } == session;
        if !self.sessions.last().is_some_and(same) {
            self.sessions.push(session);
        }
    }

    /// The result with its hash.
    pub fn outcome(&self, done: u64, signature: String, log: String, counts: &Tally) -> RunOutcome {
        let counts = blake3::hash(&counts.encode()).to_hex().to_string();
        self.result_of(done, signature, log, counts)
    }

    fn result_of(&self, done: u64, signature: String, log: String, counts: String) -> RunOutcome {
        let text = format!("{}\n{}\n{done}\n{signature}\n{log}\n{counts}\n", self.rule, self.from);
        RunOutcome { done, signature, log, counts, hash: blake3::hash(text.as_bytes()).to_hex().to_string() }
    }
}

/// Heaps between two of the fixed places where states are kept, unless told.
pub const STATE_EVERY: u64 = 1 << 24;

const fn usual_places() -> u64 {
    STATE_EVERY
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
const fn is_usual(every: &u64) -> bool {
    *every == STATE_EVERY
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
