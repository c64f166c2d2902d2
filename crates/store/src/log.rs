//! The log of finished segments, in files of 1024 records each; the last file is written anew as it grows.
//!
//! In memory are the leaves, from which the signature follows at any moment, a digest of each record, and the records
//! of the last file. When a run goes back to an earlier snapshot, the digests beyond it stay as a promise: what is
//! computed again must be the same.

use sprague::sequence::root;

use crate::coding::{Decoder, Encoder};
use crate::error::StoreError;
use crate::folder::Folder;
use crate::sealed::{Kind, Packing};
use crate::segment::Segment;

/// How many records a file has.
pub const PIECE: u64 = 1024;

/// The log as far as it is trusted.
#[derive(Clone, Debug, Default)]
pub struct Log {
    leaves: Vec<[u8; 32]>,
    digests: Vec<[u8; 32]>,
    /// The records of the last file, as bytes.
    open: Vec<Vec<u8>>,
    /// The number of the first record that is not on the disk.
    unwritten: u64,
}

impl Log {
    /// Reads the log up to the first file that is missing or damaged, which is named.
    pub fn load(folder: &Folder) -> Result<(Self, Option<StoreError>), StoreError> {
        let mut log = Self::default();
        let last = folder.numbers("log", "")?.last().copied();
        for piece in 0..last.map_or(0, |last| last + 1) {
            let records = match read_piece(folder, piece) {
                Ok(records) => records,
                Err(StoreError::Io { what, path, source }) => {
                    return Err(StoreError::Io { what, path, source });
                }
                Err(damage) => return Ok((log, Some(damage))),
            };
            for segment in &records {
                log.push(segment);
            }
            if (records.len() as u64) < PIECE {
                break;
            }
        }
        log.unwritten = log.len();
        Ok((log, None))
    }

    /// How many segments are finished.
    pub const fn len(&self) -> u64 {
        self.leaves.len() as u64
    }

    /// The leaves of the signature.
    pub fn leaves(&self) -> &[[u8; 32]] {
        &self.leaves
    }

    /// BLAKE3 of the records' digests.
    pub fn digest(&self) -> String {
        root(&self.digests[..self.leaves.len()])
    }

    /// Goes back to the first `segments`; the others are a promise.
    pub fn rewind(&mut self, folder: &Folder, segments: u64) -> Result<(), StoreError> {
        let start = segments / PIECE * PIECE;
        if start / PIECE != self.len() / PIECE {
            self.open = read_piece(folder, start / PIECE)?.iter().map(Segment::encode).collect();
        }
        self.open.truncate((segments - start) as usize);
        self.leaves.truncate(segments as usize);
        self.unwritten = self.unwritten.min(segments);
        Ok(())
    }

    /// Whether a record is what was promised, if anything was.
    pub fn agrees(&self, segment: &Segment) -> bool {
        self.digests.get(segment.number as usize).is_none_or(|digest| *digest == digest_of(&segment.encode()))
    }

    /// Adds the next record.
    pub fn push(&mut self, segment: &Segment) {
        let bytes = segment.encode();
        let at = self.leaves.len();
        if at.is_multiple_of(PIECE as usize) {
            self.open.clear();
        }
        match self.digests.get_mut(at) {
            Some(digest) => *digest = digest_of(&bytes),
            None => self.digests.push(digest_of(&bytes)),
        }
        self.leaves.push(segment.leaf);
        self.open.push(bytes);
    }

    /// Writes the last file if it has grown.
    pub fn write(&mut self, folder: &Folder) -> Result<(), StoreError> {
        if self.unwritten < self.len() {
            let piece = (self.len() - 1) / PIECE;
            let mut encoder = Encoder::default();
            encoder.number(self.open.len() as u64);
            for record in &self.open {
                encoder.block(record);
            }
            folder.seal(&format!("log/{piece}"), Kind::Segments, Packing::Plain, &[&encoder.into_bytes()])?;
            self.unwritten = self.len();
        }
        Ok(())
    }

    /// Whether the last file is full and must be written before the next record.
    pub const fn is_piece_full(&self) -> bool {
        self.len().is_multiple_of(PIECE) && self.unwritten < self.len()
    }
}

fn digest_of(record: &[u8]) -> [u8; 32] {
    *blake3::hash(record).as_bytes()
}

/// The records of one file.
pub fn read_piece(folder: &Folder, piece: u64) -> Result<Vec<Segment>, StoreError> {
    let name = format!("log/{piece}");
    let bytes = folder.unseal(&name, Kind::Segments)?;
    let mut decoder = Decoder::new(&bytes);
    let records = decoder.number().and_then(|count| {
        (0..count.min(PIECE)).map(|_| Segment::decode(decoder.block()?)).collect::<Option<Vec<_>>>()
    });
    let in_order = |segments: &Vec<Segment>| {
        (piece.saturating_mul(PIECE)..).zip(segments).all(|(number, segment)| segment.number == number)
    };
    records
        .filter(in_order)
        .ok_or_else(|| StoreError::damaged(&folder.file(&name), "its records are not those of the log"))
}
