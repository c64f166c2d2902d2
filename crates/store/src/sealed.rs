//! Sealed files: a fixed header that says to which run and to which place a file belongs, with the BLAKE3 hash of
//! everything, so that every change is found and no file is mistaken for another.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `SPRAGUE` and a zero |
//! | 4 | the kind: `CHKP`, `SEGS`, `VALS`, `ROWP`, `PAIR`, `FARP` |
//! | 4 | the version of the format, 2 |
//! | 4 | 0 plain, 1 compressed with zstd |
//! | 4 | zero |
//! | 8 | how many bytes follow the header |
//! | 8 | how many bytes these are after unpacking |
//! | 32 | the identity of the run: BLAKE3 of its rule and where it starts |
//! | 8 | the number in the file's name |
//! | 32 | BLAKE3 of the 80 bytes above and all that follows the header |
//!
//! Numbers are little-endian. A file is opened only if its length and its hash are right, and never unpacks to more
//! than its kind can have.

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
    /// The proof of the period of a pair of Star Nim, in the making.
    PairProof,
    /// The search for a period far out.
    FarPeriod,
}

/// Whether the content is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// As it is.
    Plain,
    /// With zstd.
    Zstd,
}

/// The run and the place in it that a file belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Binding {
    /// The identity of the run.
    pub run: [u8; 32],
    /// The number in the file's name.
    pub place: u64,
}

const MAGIC: &[u8; 8] = b"SPRAGUE\0";
const VERSION: u32 = 2;
const FIELDS: usize = 80;
/// The bytes before the content.
pub const HEADER: usize = FIELDS + blake3::OUT_LEN;

impl Kind {
    const fn tag(self) -> [u8; 4] {
        match self {
            Self::Snapshot => *b"CHKP",
            Self::Segments => *b"SEGS",
            Self::Values => *b"VALS",
            Self::RowProof => *b"ROWP",
            Self::PairProof => *b"PAIR",
            Self::FarPeriod => *b"FARP",
        }
    }

    /// The most bytes of content that a file of this kind has.
    pub const fn most(self) -> u64 {
        match self {
            Self::Snapshot | Self::PairProof => 1 << 30,
            Self::Segments | Self::RowProof | Self::FarPeriod => 1 << 28,
            Self::Values => 1 << 23,
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
    /// Seals the parts, one after the other; `None` where they are longer than a file of the kind may be.
    pub fn new(kind: Kind, packing: Packing, binding: Binding, parts: &'a [&'a [u8]]) -> Option<Self> {
        let plain: u64 = parts.iter().map(|part| part.len() as u64).sum();
        if plain > kind.most() {
            return None;
        }
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
        header.extend_from_slice(&binding.run);
        header.extend_from_slice(&binding.place.to_le_bytes());
        let mut hasher = blake3::Hasher::new();
        hasher.update(&header);
        match &packed {
            Some(packed) => hasher.update(packed),
            None => parts.iter().fold(&mut hasher, |hasher, part| hasher.update(part)),
        };
        header.extend_from_slice(hasher.finalize().as_bytes());
        Some(Self { header, packed, parts })
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
pub fn open(
    kind: Kind,
    packing: Packing,
    binding: Binding,
    mut bytes: Vec<u8>,
) -> Result<Vec<u8>, &'static str> {
    let Some((header, content)) = bytes.split_at_checked(HEADER) else { return Err("it is too short") };
    if header[..8] != *MAGIC {
        return Err("it is no file of a run");
    }
    if word(header, 12) != VERSION {
        return Err("it is of another version, or its checksum is wrong");
    }
    let (fields, hash) = header.split_at(FIELDS);
    if blake3::Hasher::new().update(fields).update(content).finalize().as_bytes() != hash {
        return Err("its checksum is wrong");
    }
    if word(fields, 20) != 0 {
        return Err("it is of another version");
    }
    if fields[8..12] != kind.tag() {
        return Err("it is a file of another kind");
    }
    if fields[40..72] != binding.run {
        return Err("it belongs to another run");
    }
    if long(fields, 72) != binding.place {
        return Err("it belongs to another place of the run");
    }
    let (stored, plain) = (long(fields, 24), long(fields, 32));
    if stored != content.len() as u64 || plain > kind.most() {
        return Err("its length is wrong");
    }
    // what is never written packed is never unpacked: a small file cannot ask for much memory
    match (word(fields, 16), packing) {
        (0, Packing::Plain) if plain == stored => {
            bytes.drain(..HEADER);
            Ok(bytes)
        }
        (1, Packing::Zstd) => unpack(content, plain),
        _ => Err("its packing is wrong"),
    }
}

fn word(fields: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(fields[at..at + 4].try_into().expect("four bytes"))
}

fn long(fields: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(fields[at..at + 8].try_into().expect("eight bytes"))
}

fn unpack(packed: &[u8], plain: u64) -> Result<Vec<u8>, &'static str> {
    let mut content = Vec::new();
    let decoder = zstd::stream::read::Decoder::with_buffer(packed).map_err(|_| "it cannot be unpacked")?;
    decoder.take(plain + 1).read_to_end(&mut content).map_err(|_| "it cannot be unpacked")?;
    if content.len() as u64 == plain { Ok(content) } else { Err("its length is wrong") }
}
