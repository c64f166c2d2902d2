//! The signature of a range of values: a two-level BLAKE3 hash that does not depend on how they were computed.
//!
//! Chunks of 2^20 heaps aligned at heap 0 (cut at the ends of the range) are leaves: BLAKE3 of the first heap
//! (u64), the count (u32), the width w (one byte) and the values in w bytes each, all little-endian, w the least of
//! 1, 2, 4, 8 that holds every value of the chunk. The signature is BLAKE3 of the leaves in order.

use std::ops::ControlFlow;

use super::Sink;
use super::values::{Packed, Values};

/// How many heaps a leaf has, but for the ends of a range.
pub const CHUNK: u64 = 1 << 20;

/// The leaf of consecutive heaps of one chunk, the first of them `first`.
pub fn leaf(first: u64, values: Values<'_>) -> [u8; 32] {
    match values {
        Values::Bytes(bytes) => hash(first, 1, bytes),
        _ => packed_leaf(first, &Packed::from(values)),
    }
}

fn packed_leaf(first: u64, values: &Packed) -> [u8; 32] {
    hash(first, values.width(), values.bytes())
}

fn hash(first: u64, width: usize, bytes: &[u8]) -> [u8; 32] {
    let count = (bytes.len() / width) as u32;
    let mut hasher = blake3::Hasher::new();
    hasher.update(&first.to_le_bytes()).update(&count.to_le_bytes()).update(&[width as u8]);
    *hasher.update(bytes).finalize().as_bytes()
}

/// The signature that leaves have, in hexadecimal.
pub fn root<'a>(leaves: impl IntoIterator<Item = &'a [u8; 32]>) -> String {
    let mut hasher = blake3::Hasher::new();
    leaves.into_iter().for_each(|leaf| {
        hasher.update(leaf);
    });
    hasher.finalize().to_hex().to_string()
}

/// Hashes the values of a range as they come.
#[derive(Clone, Debug)]
pub struct Signature {
    from: u64,
    chunk: Packed,
    next: u64,
    leaves: blake3::Hasher,
}

impl Signature {
    /// The signature of the heaps from `from` on.
    pub fn from(from: u64) -> Self {
        Self { from, chunk: Packed::default(), next: from, leaves: blake3::Hasher::new() }
    }

    /// The signature of all values received, in hexadecimal.
    pub fn finish(mut self) -> String {
        self.close_chunk();
        self.leaves.finalize().to_hex().to_string()
    }

    fn close_chunk(&mut self) {
        if !self.chunk.is_empty() {
            let first = self.next - self.chunk.len() as u64;
            self.leaves.update(&packed_leaf(first, &self.chunk));
            self.chunk.clear();
        }
    }
}

impl Sink for Signature {
    fn accept(&mut self, first: u64, values: Values<'_>) -> ControlFlow<()> {
        let (_, mut rest) = values.within(first, (self.from, u64::MAX));
        while !rest.is_empty() {
            // cut at the ends of chunks
            let room = (CHUNK - self.next % CHUNK) as usize;
            let now = rest.len().min(room);
            self.chunk.push(rest.slice(0..now));
            self.next += now as u64;
            if now == room {
                self.close_chunk();
            }
            rest = rest.slice(now..rest.len());
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nimber::Nimber;

    fn by_the_definition(from: u64, values: &[Nimber]) -> String {
        let mut leaves = Vec::new();
        let mut at = 0;
        while at < values.len() {
            let first = from + at as u64;
            let end = (((first / CHUNK + 1) * CHUNK - from) as usize).min(values.len());
            let chunk = &values[at..end];
            let largest = chunk.iter().map(|v| v.0).max().unwrap_or(0);
            let width = if largest < 1 << 8 {
                1
            } else if largest < 1 << 16 {
                2
            } else if largest < 1 << 32 {
                4
            } else {
                8
            };
            let mut leaf =
                [&first.to_le_bytes()[..], &(chunk.len() as u32).to_le_bytes(), &[width as u8]].concat();
            leaf.extend(chunk.iter().flat_map(|v| v.0.to_le_bytes().into_iter().take(width)));
            leaves.extend_from_slice(blake3::hash(&leaf).as_bytes());
            at = end;
        }
        blake3::hash(&leaves).to_hex().to_string()
    }

    #[test]
    fn the_signature_follows_its_definition_whatever_the_chunks() {
        let from = 7;
        let values: Vec<Nimber> = (from..from + (2 << 20) + 5)
            .map(|n| {
                Nimber(if n == 1 << 20 {
                    256
                } else if n == 2 << 20 {
                    1 << 40
                } else {
                    n % 251
                })
            })
            .collect();
        for step in [1000, 1 << 20, 3 << 20] {
            let mut signature = Signature::from(from);
            for (at, chunk) in values.chunks(step).enumerate() {
                let _ = signature.accept(from + (at * step) as u64, chunk.into());
            }
            assert_eq!(signature.finish(), by_the_definition(from, &values));
        }
    }

    #[test]
    fn heaps_before_the_range_are_left_out() {
        let values: Vec<Nimber> = (0..100).map(Nimber).collect();
        let mut signature = Signature::from(40);
        let _ = signature.accept(0, (&values).into());
        assert_eq!(signature.finish(), by_the_definition(40, &values[40..]));
    }
}
