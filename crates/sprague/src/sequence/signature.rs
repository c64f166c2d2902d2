//! The signature of a range of values: a two-level BLAKE3 hash that does not depend on how they were computed.
//!
//! Chunks of 2^20 heaps aligned at heap 0 (cut at the ends of the range) are leaves: BLAKE3 of the first heap
//! (u64), the count (u32), the width w (one byte) and the values in w bytes each, all little-endian, w the least of
//! 1, 2, 4, 8 that holds every value of the chunk. The signature is BLAKE3 of the leaves in order.

use std::ops::ControlFlow;

use super::Sink;
use crate::nimber::Nimber;

/// How many heaps a leaf has, but for the ends of a range.
pub const CHUNK: u64 = 1 << 20;

/// The leaf of consecutive heaps of one chunk, the first of them `first`.
pub fn leaf(first: u64, values: &[Nimber]) -> [u8; 32] {
    let mut chunk = Chunk::default();
    chunk.add(values);
    leaf_of_bytes(first, chunk.width, &chunk.bytes)
}

/// Values in the fewest bytes that hold them all, little-endian.
#[derive(Clone, Debug)]
struct Chunk {
    width: usize,
    bytes: Vec<u8>,
}

impl Default for Chunk {
    fn default() -> Self {
        Self { width: 1, bytes: Vec::new() }
    }
}

impl Chunk {
    fn add(&mut self, values: &[Nimber]) {
        let all_bits = values.iter().fold(0, |bits, value| bits | value.0);
        let width = [1, 2, 4].into_iter().find(|w| all_bits >> (8 * w) == 0).unwrap_or(8);
        if width > self.width {
            let narrow = std::mem::take(&mut self.bytes);
            for value in narrow.chunks_exact(self.width) {
                self.bytes.extend_from_slice(value);
                self.bytes.resize(self.bytes.len() + width - self.width, 0);
            }
            self.width = width;
        }
        if self.width == 1 {
            self.bytes.extend(values.iter().map(|value| value.0 as u8));
        } else {
            for value in values {
                self.bytes.extend_from_slice(&value.0.to_le_bytes()[..self.width]);
            }
        }
    }

    fn add_bytes(&mut self, values: &[u8]) {
        if self.width == 1 {
            self.bytes.extend_from_slice(values);
        } else {
            for &value in values {
                self.bytes.push(value);
                self.bytes.resize(self.bytes.len() + self.width - 1, 0);
            }
        }
    }

    const fn count(&self) -> u64 {
        (self.bytes.len() / self.width) as u64
    }
}

/// The leaf of consecutive heaps of one chunk, given in `width` bytes each, the fewest that hold them all.
pub fn leaf_of_bytes(first: u64, width: usize, values: &[u8]) -> [u8; 32] {
    let count = (values.len() / width) as u32;
    let mut hasher = blake3::Hasher::new();
    hasher.update(&first.to_le_bytes()).update(&count.to_le_bytes()).update(&[width as u8]);
    *hasher.update(values).finalize().as_bytes()
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
    chunk: Chunk,
    next: u64,
    leaves: blake3::Hasher,
}

impl Signature {
    /// The signature of the heaps from `from` on.
    pub fn from(from: u64) -> Self {
        Self { from, chunk: Chunk::default(), next: from, leaves: blake3::Hasher::new() }
    }

    /// The signature of all values received, in hexadecimal.
    pub fn finish(mut self) -> String {
        self.close_chunk();
        self.leaves.finalize().to_hex().to_string()
    }

    fn close_chunk(&mut self) {
        if self.chunk.bytes.is_empty() {
            return;
        }
        let first = self.next - self.chunk.count();
        self.leaves.update(&leaf_of_bytes(first, self.chunk.width, &self.chunk.bytes));
        self.chunk.bytes.clear();
        self.chunk.width = 1;
    }
}

impl Signature {
    /// Cuts the values at the ends of chunks.
    fn cut<V>(&mut self, first: u64, values: &[V], mut add: impl FnMut(&mut Chunk, &[V])) {
        let skip = self.from.saturating_sub(first).min(values.len() as u64);
        let mut rest = &values[skip as usize..];
        while !rest.is_empty() {
            let room = CHUNK - self.next % CHUNK;
            let (now, later) = rest.split_at(rest.len().min(room as usize));
            add(&mut self.chunk, now);
            self.next += now.len() as u64;
            if self.next.is_multiple_of(CHUNK) {
                self.close_chunk();
            }
            rest = later;
        }
    }
}

impl Sink for Signature {
    fn accept(&mut self, first: u64, values: &[Nimber]) -> ControlFlow<()> {
        self.cut(first, values, Chunk::add);
        ControlFlow::Continue(())
    }

    fn takes_bytes(&self) -> bool {
        true
    }

    fn accept_bytes(&mut self, first: u64, values: &[u8]) -> ControlFlow<()> {
        self.cut(first, values, Chunk::add_bytes);
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
                let _ = signature.accept(from + (at * step) as u64, chunk);
            }
            assert_eq!(signature.finish(), by_the_definition(from, &values));
        }
    }

    #[test]
    fn heaps_before_the_range_are_left_out() {
        let values: Vec<Nimber> = (0..100).map(Nimber).collect();
        let mut signature = Signature::from(40);
        let _ = signature.accept(0, &values);
        assert_eq!(signature.finish(), by_the_definition(40, &values[40..]));
    }
}
