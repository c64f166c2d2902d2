//! The log of finished segments, in pieces of 1024 records; the last piece is rewritten as it grows.
//!
//! Every piece is kept twice, as `log/N` and `log/N.copy`, written one after the other: a damaged file costs nothing. A
//! piece holds the records, what each segment adds to the tally, and *marks*: the hashes of the snapshots that the run
//! wrote. A snapshot holds the hash of the log in turn, so that neither can be changed or exchanged without the other.
//!
//! Memory holds the leaves, from which the signature follows at any moment, digests of the records, and the records of
//! the last piece. When a run goes back to an earlier snapshot, the later records are kept: computed again, they must
//! be the same.

use sprague::sequence::{CHUNK, root};

use crate::coding::{Coded, Decoder, Encoder, coded};
use crate::error::StoreError;
use crate::folder::Folder;
use crate::sealed::{Kind, Packing};
use crate::segment::Segment;
use crate::tally::{Added, Tally};

/// How many records a piece has.
pub const PIECE: u64 = 1024;

/// Snapshots that are not kept: the one that is about to be written and the two before it.
const RECENT: usize = 3;

/// A finished segment in the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its record.
    pub segment: Segment,
    /// What it adds to the tally.
    pub added: Added,
}

/// A snapshot that the run wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The first heap that it has not done.
    pub next: u64,
    /// BLAKE3 of its content.
    pub hash: [u8; 32],
    /// Whether it was kept as a state.
    pub kept: bool,
}

/// A piece as it is on the disk.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Piece {
    /// The records.
    pub entries: Vec<Entry>,
    /// The marks.
    pub marks: Vec<Mark>,
}

/// The log as far as it is trusted.
#[derive(Clone, Debug, Default)]
pub struct Log {
    leaves: Vec<[u8; 32]>,
    /// Of the records; those beyond the leaves are a promise.
    digests: Vec<[u8; 32]>,
    /// Of the records with what they add.
    entries: Vec<[u8; 32]>,
    /// The number of the piece that is written next.
    page: u64,
    /// Its records as bytes; those beyond the leaves are a promise.
    open: Vec<Vec<u8>>,
    marks: Vec<Mark>,
    has_changed: bool,
}

/// Which of the two files of a piece is believed where both are whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// `log/N`.
    First,
    /// `log/N.copy`.
    Copy,
}

/// What reading the log found.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The log.
    pub log: Log,
    /// All its records as bytes.
    pub records: Vec<Vec<u8>>,
    /// Files that cannot be used, and why.
    pub bad: Vec<(String, String)>,
    /// Pieces whose other file is to be written again.
    pub torn: Vec<u64>,
    /// A piece of which no file is whole, though something comes after it or one of them is damaged.
    pub lost: Option<u64>,
}

/// The names of the two files of a piece.
pub fn names(piece: u64) -> [String; 2] {
    [format!("log/{piece}"), format!("log/{piece}.copy")]
}

impl Log {
    /// Reads the log up to the first piece of which neither file is whole.
    pub fn load(folder: &Folder, order: Order) -> Result<Loaded, StoreError> {
        let (log, records) = (Self::default(), Vec::new());
        let mut loaded = Loaded { log, records, bad: Vec::new(), torn: Vec::new(), lost: None };
        for piece in 0.. {
            let Some(read) = loaded.choose(folder, piece, order)? else {
                let later = folder.numbers("log", "")?.last().is_some_and(|&last| last >= piece);
                loaded.lost = later.then_some(piece);
                break;
            };
            for entry in &read.entries {
                loaded.records.push(entry.encode());
                loaded.log.note(entry);
            }
            for mark in &read.marks {
                if !loaded.log.marks.contains(mark) {
                    loaded.log.marks.push(*mark);
                }
            }
            if (read.entries.len() as u64) < PIECE {
                break;
            }
        }
        loaded.log.turn_to(&loaded.records);
        Ok(loaded)
    }

    /// How many segments are finished.
    pub const fn len(&self) -> u64 {
        self.leaves.len() as u64
    }

    /// Whether none is.
    pub const fn is_empty(&self) -> bool {
        self.leaves.is_empty()
    }

    /// The leaves of the signature.
    pub fn leaves(&self) -> &[[u8; 32]] {
        &self.leaves
    }

    /// BLAKE3 of the records' digests.
    pub fn digest(&self) -> String {
        root(&self.digests[..self.leaves.len()])
    }

    /// BLAKE3 over the first segments' records and what they add.
    pub fn root(&self, segments: u64) -> Option<[u8; 32]> {
        let mut hasher = blake3::Hasher::new();
        for entry in self.entries.get(..usize::try_from(segments).ok()?)? {
            hasher.update(entry);
        }
        Some(*hasher.finalize().as_bytes())
    }

    /// The digest of a segment's record with what it adds.
    pub fn entry(&self, segment: u64) -> Option<[u8; 32]> {
        self.entries[..self.leaves.len()].get(usize::try_from(segment).ok()?).copied()
    }

    /// Goes back to the first `segments` of the records; the others are a promise.
    pub fn rewind(&mut self, segments: u64, records: &[Vec<u8>]) {
        self.leaves.truncate(segments as usize);
        self.turn_to(records);
    }

    /// Forgets what was promised, from a segment on.
    pub fn break_promise(&mut self, from: u64) {
        let kept = from.max(self.len());
        self.digests.truncate(kept as usize);
        self.entries.truncate(kept as usize);
        self.open.truncate(kept.saturating_sub(self.page * PIECE) as usize);
        self.marks.retain(|mark| mark.next <= kept.saturating_mul(CHUNK));
        self.has_changed = true;
    }

    /// Opens the piece of the next record.
    fn turn_to(&mut self, records: &[Vec<u8>]) {
        self.page = self.len() / PIECE;
        let start = (self.page * PIECE) as usize;
        let end = records.len().min(start + PIECE as usize);
        self.open = records.get(start..end).unwrap_or_default().to_vec();
    }

    /// Whether a record is what was promised, if anything was.
    pub fn agrees(&self, segment: &Segment) -> bool {
        self.digests.get(segment.number as usize).is_none_or(|digest| *digest == hash(&segment.encode()))
    }

    /// Adds the next record.
    pub fn push(&mut self, entry: &Entry) {
        let at = self.leaves.len() as u64;
        if at / PIECE != self.page {
            self.page = at / PIECE;
            self.open.clear();
        }
        put(&mut self.open, (at % PIECE) as usize, entry.encode());
        self.note(entry);
        self.has_changed = true;
    }

    fn note(&mut self, entry: &Entry) {
        let at = self.leaves.len();
        put(&mut self.digests, at, hash(&entry.segment.encode()));
        put(&mut self.entries, at, hash(&entry.encode()));
        self.leaves.push(entry.segment.leaf);
    }

    /// Notes a snapshot that is about to be written.
    pub fn mark(&mut self, mark: Mark) {
        self.marks.push(mark);
        let recent = self.recent();
        let mut at = 0;
        self.marks.retain(|mark| {
            at += 1;
            mark.kept || at > recent
        });
        self.has_changed = true;
    }

    /// Forgets the snapshots that were noted after this one and never written, or not whole: a run that is stopped again
    /// and again before it writes one would forget the one that is there.
    pub fn forget_unwritten(&mut self, next: u64, hash: &[u8; 32]) {
        let is_it = |mark: &Mark| mark.next == next && mark.hash == *hash;
        let Some(last) = self.marks.iter().rposition(is_it) else { return };
        let mut at = 0;
        self.marks.retain(|mark| {
            at += 1;
            mark.kept || at <= last + 1
        });
    }

    /// The place among the marks from which the recent ones are.
    fn recent(&self) -> usize {
        let recent = (0..self.marks.len()).rev().filter(|&at| !self.marks[at].kept);
        recent.take(RECENT).last().unwrap_or(self.marks.len())
    }

    /// Whether the run wrote a snapshot with this content.
    pub fn names(&self, next: u64, hash: &[u8; 32]) -> bool {
        self.marks.iter().any(|mark| mark.next == next && mark.hash == *hash)
    }

    /// Whether the run kept a state where this segment begins.
    pub fn keeps(&self, segment: u64) -> bool {
        self.marks.iter().any(|mark| mark.kept && mark.next == segment.saturating_mul(CHUNK))
    }

    /// The marks that a piece holds: those of its states, and the recent ones.
    fn marks_of(&self, piece: u64) -> Vec<Mark> {
        let recent = self.recent();
        let here = |mark: &Mark| mark.next / CHUNK / PIECE == piece;
        let marks = (0..).zip(&self.marks).filter(|(at, mark)| *at >= recent || mark.kept && here(mark));
        marks.map(|(_, mark)| *mark).collect()
    }

    /// Writes both files of a piece as they were read.
    pub fn heal(&self, folder: &Folder, piece: u64, records: &[Vec<u8>]) -> Result<(), StoreError> {
        let start = (piece * PIECE) as usize;
        let end = records.len().min(start + PIECE as usize);
        write_piece(folder, piece, records.get(start..end).unwrap_or_default(), &self.marks_of(piece))
    }

    /// Writes the last piece, twice, if it has changed.
    pub fn write(&mut self, folder: &Folder) -> Result<(), StoreError> {
        if !self.has_changed {
            return Ok(());
        }
        write_piece(folder, self.page, &self.open, &self.marks_of(self.page))?;
        self.has_changed = false;
        if self.is_piece_full() {
            self.page += 1;
            self.open.clear();
            if self.digests.len() as u64 > self.page * PIECE {
                // the promise goes on
                let [first, copy] = names(self.page);
                let read = read_piece(folder, &first, self.page);
                let promised = read.or_else(|_| read_piece(folder, &copy, self.page)).unwrap_or_default();
                let most = self.digests.len() - (self.page * PIECE) as usize;
                self.open = promised.entries.iter().take(most).map(Entry::encode).collect();
            }
        }
        Ok(())
    }

    /// Whether the last piece is full and must be written before the next record.
    pub const fn is_piece_full(&self) -> bool {
        self.len() / PIECE > self.page
    }
}

impl Loaded {
    /// The piece, from the file that is whole.
    fn choose(&mut self, folder: &Folder, piece: u64, order: Order) -> Result<Option<Piece>, StoreError> {
        let mut found = Vec::new();
        for name in names(piece) {
            match read_piece(folder, &name, piece) {
                Ok(read) => found.push((name, Some(read))),
                Err(StoreError::Damaged { why, .. }) => {
                    if why != MISSING {
                        self.bad.push((name.clone(), why));
                    }
                    found.push((name, None));
                }
                Err(error) => return Err(error),
            }
        }
        if order == Order::Copy {
            found.reverse();
        }
        let (other_name, other) = found.pop().unwrap_or_default();
        let (name, one) = found.pop().unwrap_or_default();
        if one != other {
            self.torn.push(piece);
        }
        if let (Some(one), Some(other)) = (&one, &other) {
            let shared = one.entries.len().min(other.entries.len());
            if one.entries[..shared] != other.entries[..shared] {
                self.bad.push((other_name, format!("it contradicts {name}")));
            } else if one.entries.len() < other.entries.len() {
                return Ok(Some(other.clone()));
            }
        }
        Ok(one.or(other))
    }

    /// What was counted over the first segments.
    pub fn tally(&self, segments: u64) -> Option<Tally> {
        let mut tally = Tally::default();
        for record in self.records.get(..usize::try_from(segments).ok()?)? {
            let Entry { segment, added } = Entry::decode(record)?;
            tally.add_segment(segment.first(), &segment.counts, &added)?;
        }
        Some(tally)
    }
}

const MISSING: &str = "it is missing";

coded!(Mark { next, kept, hash });

impl Coded for Entry {
    fn put(&self, out: &mut Encoder) {
        out.add(&self.segment.encode()).add(&self.added.encode());
    }

    fn get(from: &mut Decoder<'_>) -> Option<Self> {
        Some(Self { segment: Segment::decode(from.block()?)?, added: Added::decode(from.block()?)? })
    }
}

impl Piece {
    /// The piece as bytes.
    pub fn encode(&self) -> Vec<u8> {
        let records: Vec<Vec<u8>> = self.entries.iter().map(Entry::encode).collect();
        encode_piece(&records, &self.marks)
    }

    /// The piece of this number that these bytes are.
    pub fn decode(piece: u64, bytes: &[u8]) -> Option<Self> {
        let mut from = Decoder::new(bytes);
        let read = Self { entries: from.take()?, marks: from.take()? };
        let numbers = piece.checked_mul(PIECE)?..piece.checked_add(1)?.checked_mul(PIECE)?;
        let fits = read.entries.len() as u64 <= PIECE
            && numbers.zip(&read.entries).all(|(number, entry)| entry.segment.number == number)
            && read.marks.len() as u64 <= 2 * PIECE;
        (from.is_done() && fits).then_some(read)
    }
}

fn encode_piece(records: &[Vec<u8>], marks: &[Mark]) -> Vec<u8> {
    let mut encoder = Encoder::default();
    encoder.number(records.len() as u64);
    for record in records {
        encoder.raw(record);
    }
    encoder.list(marks);
    encoder.into_bytes()
}

/// Writes both files of a piece.
pub fn write_piece(
    folder: &Folder,
    piece: u64,
    records: &[Vec<u8>],
    marks: &[Mark],
) -> Result<(), StoreError> {
    let bytes = encode_piece(records, marks);
    for name in names(piece) {
        folder.seal(&name, Kind::Segments, Packing::Plain, &[&bytes])?;
    }
    Ok(())
}

/// The piece in a file.
pub fn read_piece(folder: &Folder, name: &str, piece: u64) -> Result<Piece, StoreError> {
    let bytes = folder.unseal(name, Kind::Segments, Packing::Plain)?;
    Piece::decode(piece, &bytes)
        .ok_or_else(|| StoreError::damaged(&folder.file(name), "its records are not those of the log"))
}

fn hash(bytes: &[u8]) -> [u8; 32] {
    *blake3::hash(bytes).as_bytes()
}

fn put<T>(list: &mut Vec<T>, at: usize, item: T) {
    match list.get_mut(at) {
        Some(place) => *place = item,
        None => list.push(item),
    }
}
