//! How far a result can be trusted, and the record of what was verified.
//!
//! *computed* < *audited* (the audit passed on every segment) < *double-checked* (every segment computed again by
//! another kernel with other block bounds, its values and its statistics) < *certified* (a certificate was accepted). A
//! label is never higher than what was done: a verification is tied to the leaves and the statistics it was made for. A
//! disagreement stays on record until the segment is verified again and found right, or until the run has gone back to
//! a point before it and has computed it again.

use std::fmt;
use std::ops::Range;

use serde::{Deserialize, Serialize};
use sprague::sequence::{CHUNK, root};

use crate::error::StoreError;
use crate::file_text::FileText;
use crate::folder::Folder;
use crate::manifest::Manifest;

/// How far a result can be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Label {
    /// Computed once.
    Computed,
    /// The audit passed on every segment.
    Audited,
    /// Every segment was computed again by another kernel.
    DoubleChecked,
    /// A certificate was accepted by the checker.
    Certified,
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Computed => "computed",
            Self::Audited => "audited",
            Self::DoubleChecked => "double-checked",
            Self::Certified => "certified",
        })
    }
}

const NAME: &str = "verified.json";
const COPY: &str = "verified-copy.json";

/// No record of verifications is longer.
const MOST_BYTES: u64 = 1 << 26;

/// Segments that were computed again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stretch {
    /// The first segment.
    pub first: u64,
    /// The first segment after them.
    pub until: u64,
    /// The heap behind the last one that was compared.
    pub end: u64,
    /// The root of their leaves.
    pub signature: String,
    /// BLAKE3 of their statistics, which were recomputed and agree; empty where only the values were compared.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub statistics: String,
    /// The kernel.
    pub kernel: FileText,
    /// Heaps in a block.
    pub block: usize,
    /// The version of the program.
    pub version: FileText,
    /// When.
    pub date: FileText,
}

/// A segment that did not agree when it was computed again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Disagreement {
    /// The segment.
    pub segment: u64,
    /// The first heap that differs, or the segment's first.
    pub heap: u64,
    /// What did not agree.
    pub what: FileText,
    /// BLAKE3 of what the run said of the segment then; empty where it was unfinished, and says more since.
    pub facts: String,
    /// The kernel.
    pub kernel: FileText,
    /// Heaps in a block.
    pub block: usize,
    /// The version of the program.
    pub version: FileText,
    /// When.
    pub date: FileText,
    /// Whether the run went back to before the segment since.
    pub retried: bool,
}

/// All that was verified, and what was found wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verified {
    /// The identity of the run.
    run: String,
    /// The stretches, in the order they were done.
    pub stretches: Vec<Stretch>,
    /// What was found wrong and has not been found right since.
    pub disagreements: Vec<Disagreement>,
    check: String,
    /// Why the record cannot be read: nothing is known then, not even that nothing was found wrong.
    #[serde(skip)]
    pub damage: Option<String>,
}

impl Verified {
    /// Reads the record of a run, or its copy; an empty one where both are missing.
    pub fn read(folder: &Folder, manifest: &Manifest) -> Result<Self, StoreError> {
        let read = folder.read_either([NAME, COPY], MOST_BYTES, |bytes| Self::parse(bytes, manifest))?;
        let damage = || read.1.map(|(name, why)| format!("{name} is damaged: {why}"));
        Ok(read.0.unwrap_or_else(|| Self { damage: damage(), ..Self::default() }))
    }

    /// The record that these bytes are.
    pub fn parse(bytes: &[u8], manifest: &Manifest) -> Result<Self, String> {
        let mut verified: Self =
            serde_json::from_slice(bytes).map_err(|error| FileText::from(error.to_string()))?;
        let check = std::mem::take(&mut verified.check);
        if check != verified.digest() {
            return Err("its checksum is wrong".to_owned());
        }
        if verified.run != manifest.identity_text() {
            return Err("it belongs to another run".to_owned());
        }
        Ok(verified)
    }

    /// Adds a stretch that agrees, which settles what was found wrong in it, and writes the record.
    pub fn add(&mut self, folder: &Folder, manifest: &Manifest, stretch: Stretch) -> Result<(), StoreError> {
        self.disagreements.retain(|failed| !(stretch.first..stretch.until).contains(&failed.segment));
        self.stretches.push(stretch);
        self.write(folder, manifest)
    }

    /// Adds what was found wrong, and writes the record.
    pub fn refute(
        &mut self,
        folder: &Folder,
        manifest: &Manifest,
        failed: Disagreement,
    ) -> Result<(), StoreError> {
        self.disagreements.retain(|known| known.segment != failed.segment);
        self.disagreements.push(failed);
        self.write(folder, manifest)
    }

    fn write(&mut self, folder: &Folder, manifest: &Manifest) -> Result<(), StoreError> {
        self.run = manifest.identity_text();
        self.check = String::new();
        self.check = self.digest();
        let text = serde_json::to_string_pretty(self).expect("plain data");
        self.check = String::new();
        if self.damage.take().is_some() {
            for name in [NAME, COPY] {
                if folder.has(name)? {
                    folder.set_aside(name)?;
                }
            }
        }
        [COPY, NAME].iter().try_for_each(|name| folder.write(name, text.as_bytes()))
    }

    fn digest(&self) -> String {
        let bytes = serde_json::to_vec(&(&self.run, &self.stretches, &self.disagreements));
        blake3::hash(&bytes.expect("plain data")).to_hex().to_string()
    }

    /// What was found wrong of what the run says now. What it says otherwise since then is another matter.
    pub fn open<'a>(
        &'a self,
        facts: &'a dyn Fn(u64) -> Option<String>,
    ) -> impl Iterator<Item = &'a Disagreement> {
        let is_same = move |failed: &&Disagreement| {
            facts(failed.segment).is_some_and(|facts| failed.facts.is_empty() || facts == failed.facts)
        };
        self.disagreements.iter().filter(is_same)
    }

    /// The first segment that was found wrong and not computed again by the run since.
    pub fn refuted(&self) -> Option<u64> {
        let segments =
            self.disagreements.iter().filter(|failed| !failed.retried).map(|failed| failed.segment);
        segments.min().filter(|&segment| segment < u64::MAX / CHUNK)
    }

    /// Notes that the run went back to before everything that was found wrong.
    pub fn note_retried(&mut self, folder: &Folder, manifest: &Manifest) -> Result<(), StoreError> {
        self.disagreements.iter_mut().for_each(|failed| failed.retried = true);
        self.write(folder, manifest)
    }

    /// How many of the segments with these leaves were verified, values and statistics; the last one may be cut at heap
    /// `next`. `statistics` are those of a range of segments.
    pub fn count(
        &self,
        leaves: &[[u8; 32]],
        next: u64,
        statistics: &dyn Fn(Range<u64>) -> Option<String>,
    ) -> u64 {
        let mut checked = vec![false; leaves.len()];
        for stretch in &self.stretches {
            let (Ok(first), Ok(until)) = (usize::try_from(stretch.first), usize::try_from(stretch.until))
            else {
                continue;
            };
            let whole = stretch.end == stretch.until.saturating_mul(CHUNK).min(next);
            if let Some(slice) = leaves.get(first..until)
                && whole
                && root(slice) == stretch.signature
                && statistics(stretch.first..stretch.until).is_some_and(|own| own == stretch.statistics)
            {
                checked[first..until].fill(true);
            }
        }
        checked.into_iter().filter(|&checked| checked).count() as u64
    }
}
