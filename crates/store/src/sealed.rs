//! Sealed files: a fixed header with the BLAKE3 hash of everything, so that no change goes unseen.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `SPRAGUE` and a zero |
//! | 4 | the kind: `CHKP`, `SEGS`, `VALS`, `ROWP` |
//! | 4 | the version of the format, 1 |
//! | 4 | 0 plain, 1 compressed with zstd |
//! | 4 | zero |
//! | 8 | how many bytes follow the header |
//! | 8 | how many bytes they are unpacked |
//! | 32 | BLAKE3 of the 40 bytes above and all that follows the header |
//!
//! Numbers are little-endian. A file is opened only if its length and its hash are right.

use std::io::{Read, Write};

/// What a sealed file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A snapshot: a checkpoint or a kept state.
    Snapshot,
    /// Records of finished segments.
    Segments,
    /// Values of a segment.
    Values,
    /// The proof of the period of a row of 2-Star Nim, in the making.
    RowProof,
}

/// Whether the content is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// As it is.
    Plain,
    /// With zstd.
    Zstd,
}

const MAGIC: &[u8; 8] = b"SPRAGUE\0";
const VERSION: u32 = 1;
const FIELDS: usize = 40;
const HEADER: usize = FIELDS + blake3::OUT_LEN;

/// No file of ours unpacks to more.
const MOST: u64 = 1 << 33;

impl Kind {
    const fn tag(self) -> [u8; 4] {
        match self {
            Self::Snapshot => *b"CHKP",
            Self::Segments => *b"SEGS",
            Self::Values => *b"VALS",
            Self::RowProof => *b"ROWP",
        }
    }
}

/// A content with its header, ready to be written.
#[derive(Debug)]
pub struct Sealed<'a> {
    header: Vec<u8>,
    packed: Option<Vec<u8>>,
    parts: &'a [&'a [u8]],
}

impl<'a> Sealed<'a> {
    /// Seals the parts, one after the other.
    pub fn new(kind: Kind, packing: Packing, parts: &'a [&'a [u8]]) -> Self {
        let plain: u64 = parts.iter().map(|part| part.len() as u64).sum();
        let packed = match packing {
            Packing::Plain => None,
            Packing::Zstd => Some(pack(parts)),
        };
        let stored = packed.as_ref().map_or(plain, |packed| packed.len() as u64);
        let mut header = Vec::with_capacity(HEADER);
        header.extend_from_slice(MAGIC);
        header.extend_from_slice(&kind.tag());
        header.extend_from_slice(&VERSION.to_le_bytes());
        header.extend_from_slice(&u32::from(packing == Packing::Zstd).to_le_bytes());
        header.extend_from_slice(&0u32.to_le_bytes());
        header.extend_from_slice(&stored.to_le_bytes());
        header.extend_from_slice(&plain.to_le_bytes());
        let mut hasher = blake3::Hasher::new();
        hasher.update(&header);
        match &packed {
            Some(packed) => hasher.update(packed),
            None => parts.iter().fold(&mut hasher, |hasher, part| hasher.update(part)),
        };
        header.extend_from_slice(hasher.finalize().as_bytes());
        Self { header, packed, parts }
    }

    /// What is to be written.
    pub fn parts(&self) -> Vec<&[u8]> {
        let mut all = vec![&self.header[..]];
        match &self.packed {
            Some(packed) => all.push(packed),
            None => all.extend_from_slice(self.parts),
        }
        all
    }
}

fn pack(parts: &[&[u8]]) -> Vec<u8> {
    const LEVEL: i32 = 1;
    let invariant = "memory takes what is written to it";
    let mut encoder = zstd::stream::write::Encoder::new(Vec::new(), LEVEL).expect(invariant);
    for part in parts {
        encoder.write_all(part).expect(invariant);
    }
    encoder.finish().expect(invariant)
}

/// The content of a sealed file, or what is wrong with it.
pub fn open(kind: Kind, mut bytes: Vec<u8>) -> Result<Vec<u8>, &'static str> {
    let Some(header) = bytes.get(..HEADER) else { return Err("it is too short") };
    let (fields, hash) = header.split_at(FIELDS);
    if &fields[..8] != MAGIC {
        return Err("it is no file of a run");
    }
    let mut hasher = blake3::Hasher::new();
    hasher.update(fields).update(&bytes[HEADER..]);
    if hasher.finalize().as_bytes() != hash {
        return Err("its checksum is wrong");
    }
    let word = |at: usize| u32::from_le_bytes(fields[at..at + 4].try_into().expect("four bytes"));
    let long = |at: usize| u64::from_le_bytes(fields[at..at + 8].try_into().expect("eight bytes"));
    if word(12) != VERSION || word(20) != 0 {
        return Err("it is of another version");
    }
    if fields[8..12] != kind.tag() {
        return Err("it is a file of another kind");
    }
    let (stored, plain) = (long(24), long(32));
    if stored != (bytes.len() - HEADER) as u64 || plain > MOST {
        return Err("its length is wrong");
    }
    match word(16) {
        0 if plain == stored => {
            bytes.drain(..HEADER);
            Ok(bytes)
        }
        1 => unpack(&bytes[HEADER..], plain),
        _ => Err("its packing is unknown"),
    }
}

fn unpack(packed: &[u8], plain: u64) -> Result<Vec<u8>, &'static str> {
    let mut content = Vec::new();
    let decoder = zstd::stream::read::Decoder::with_buffer(packed).map_err(|_| "it cannot be unpacked")?;
    decoder.take(plain + 1).read_to_end(&mut content).map_err(|_| "it cannot be unpacked")?;
    if content.len() as u64 == plain { Ok(content) } else { Err("its length is wrong") }
}
