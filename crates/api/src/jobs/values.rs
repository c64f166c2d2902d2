//! The values of a sequence in memory, one, two or four bytes each, readable while they are still being computed.
//!
//! A single writer appends chunks; readers take the list of chunks as it is and never wait for the writer.

use std::ops::Range;
use std::sync::{Arc, PoisonError, RwLock};

/// Consecutive values in the least width that holds them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chunk {
    /// Values below 2^8.
    One(Vec<u8>),
    /// Values below 2^16.
    Two(Vec<u16>),
    /// All others.
    Four(Vec<u32>),
}

impl Chunk {
    /// These values.
    pub fn new(values: &[u32]) -> Self {
        let largest = values.iter().copied().max().unwrap_or(0);
        if largest < 1 << 8 {
            Self::One(values.iter().map(|&value| value as u8).collect())
        } else if largest < 1 << 16 {
            Self::Two(values.iter().map(|&value| value as u16).collect())
        } else {
            Self::Four(values.to_vec())
        }
    }

    /// The values as they were written by [`Self::to_bytes`]; `None` if they do not fit.
    pub fn from_bytes(width: i64, bytes: &[u8]) -> Option<Self> {
        let two = |pair: &[u8]| u16::from_le_bytes([pair[0], pair[1]]);
        let four = |four: &[u8]| u32::from_le_bytes([four[0], four[1], four[2], four[3]]);
        match width {
            1 => Some(Self::One(bytes.to_vec())),
            2 if bytes.len().is_multiple_of(2) => Some(Self::Two(bytes.chunks_exact(2).map(two).collect())),
            4 if bytes.len().is_multiple_of(4) => Some(Self::Four(bytes.chunks_exact(4).map(four).collect())),
            _ => None,
        }
    }

    /// The width and the values in little-endian order.
    pub fn to_bytes(&self) -> (i64, Vec<u8>) {
        match self {
            Self::One(values) => (1, values.clone()),
            Self::Two(values) => (2, values.iter().flat_map(|value| value.to_le_bytes()).collect()),
            Self::Four(values) => (4, values.iter().flat_map(|value| value.to_le_bytes()).collect()),
        }
    }

    /// How many values.
    pub fn len(&self) -> usize {
        match self {
            Self::One(values) => values.len(),
            Self::Two(values) => values.len(),
            Self::Four(values) => values.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn bytes(&self) -> u64 {
        match self {
            Self::One(values) => values.len() as u64,
            Self::Two(values) => 2 * values.len() as u64,
            Self::Four(values) => 4 * values.len() as u64,
        }
    }

    /// Calls back with each value of a part, in order.
    fn visit(&self, part: Range<usize>, mut visit: impl FnMut(u32)) {
        match self {
            Self::One(values) => values[part].iter().for_each(|&value| visit(value.into())),
            Self::Two(values) => values[part].iter().for_each(|&value| visit(value.into())),
            Self::Four(values) => values[part].iter().for_each(|&value| visit(value)),
        }
    }
}

/// Chunks with the heaps they start at.
type List = Vec<(u64, Arc<Chunk>)>;

/// The values of the heaps from 0 on.
#[derive(Debug, Default)]
pub struct Values {
    chunks: RwLock<List>,
}

impl Values {
    /// How many heaps are there.
    pub fn count(&self) -> u64 {
        let chunks = self.chunks.read().unwrap_or_else(PoisonError::into_inner);
        chunks.last().map_or(0, |(first, chunk)| first + chunk.len() as u64)
    }

    /// The memory they take.
    pub fn bytes(&self) -> u64 {
        self.list().iter().map(|(_, chunk)| chunk.bytes()).sum()
    }

    /// Appends a chunk.
    pub fn push(&self, chunk: Chunk) {
        let first = self.count();
        self.chunks.write().unwrap_or_else(PoisonError::into_inner).push((first, Arc::new(chunk)));
    }

    /// All chunks, with the heaps they start at.
    pub fn list(&self) -> List {
        self.chunks.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Calls back with each heap from `from` to `to`, both included, and its value, as far as they are there.
    pub fn visit(&self, from: u64, to: u64, mut visit: impl FnMut(u64, u32)) {
        let list = self.list();
        let start = list.partition_point(|(first, chunk)| first + chunk.len() as u64 <= from);
        for (first, chunk) in &list[start..] {
            if *first > to {
                return;
            }
            let begin = from.saturating_sub(*first) as usize;
            let end = (to - first).saturating_add(1).min(chunk.len() as u64) as usize;
            let mut heap = first + begin as u64;
            chunk.visit(begin..end.max(begin), |value| {
                visit(heap, value);
                heap += 1;
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_back_in_any_width_and_range() {
        let values = Values::default();
        let all: Vec<u32> = (0..1000).map(|n| if n < 400 { n % 7 } else { n * 300 }).collect();
        for part in all.chunks(97) {
            let chunk = Chunk::new(part);
            let (width, bytes) = chunk.to_bytes();
            assert_eq!(Chunk::from_bytes(width, &bytes), Some(chunk.clone()));
            values.push(chunk);
        }
        assert_eq!(values.count(), 1000);
        for (from, to) in [(0, 999), (96, 97), (400, 2000), (999, 999), (1000, 1001), (5, 4)] {
            let mut found = Vec::new();
            values.visit(from, to, |heap, value| found.push((heap, value)));
            let expected: Vec<(u64, u32)> =
                (0..1000).filter(|n| (from..=to).contains(n)).map(|n| (n, all[n as usize])).collect();
            assert_eq!(found, expected, "{from}..{to}");
        }
    }
}
