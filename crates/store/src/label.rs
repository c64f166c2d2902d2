//! How far a result can be trusted, and the record of what was verified.
//!
//! *computed* < *audited* (the audit passed on every segment) < *double-checked* (every segment computed again by
//! another kernel with other block bounds) < *certified* (a certificate was accepted). A label is never higher than
//! what was done: what was verified is tied to the leaves it was verified for.

use std::fmt;

use serde::{Deserialize, Serialize};
use sprague::sequence::{CHUNK, root};

use crate::error::StoreError;
use crate::folder::Folder;

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
    /// The kernel.
    pub kernel: String,
    /// Heaps in a block.
    pub block: usize,
    /// The version of the program.
    pub version: String,
    /// When.
    pub date: String,
}

/// All that was verified.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verified {
    /// The stretches, in the order they were done.
    pub stretches: Vec<Stretch>,
    check: String,
}

impl Verified {
    /// Reads the record of a folder; an empty one where it is missing or damaged.
    pub fn read(folder: &Folder) -> Result<Self, StoreError> {
        let bytes = folder.read(NAME)?.unwrap_or_default();
        let mut verified: Self = serde_json::from_slice(&bytes).unwrap_or_default();
        let check = std::mem::take(&mut verified.check);
        Ok(if check == verified.digest() { verified } else { Self::default() })
    }

    /// Adds a stretch and writes the record.
    pub fn add(&mut self, folder: &Folder, stretch: Stretch) -> Result<(), StoreError> {
        self.stretches.push(stretch);
        self.check = String::new();
        self.check = self.digest();
        let text = serde_json::to_string_pretty(self).expect("plain data");
        self.check = String::new();
        folder.write(NAME, text.as_bytes())
    }

    fn digest(&self) -> String {
        blake3::hash(&serde_json::to_vec(&self.stretches).expect("plain data")).to_hex().to_string()
    }

    /// How many of the segments with these leaves were verified; the last one may be cut at heap `next`.
    pub fn count(&self, leaves: &[[u8; 32]], next: u64) -> u64 {
        let mut checked = vec![false; leaves.len()];
        for stretch in &self.stretches {
            let range = stretch.first as usize..stretch.until as usize;
            let whole = stretch.end == stretch.until.saturating_mul(CHUNK).min(next);
            if let Some(slice) = leaves.get(range.clone())
                && whole
                && root(slice) == stretch.signature
            {
                checked[range].fill(true);
            }
        }
        checked.into_iter().filter(|&checked| checked).count() as u64
    }
}
