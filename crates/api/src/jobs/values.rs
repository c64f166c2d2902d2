//! The values of a sequence in memory, one, two or four bytes each, readable while they are still being computed.
//!
//! A single writer appends chunks; readers take the list of chunks as it is and never wait for the writer.

use std::sync::{Arc, PoisonError, RwLock};

use sprague::sequence::Packed;

/// Chunks with the heaps they start at.
type List = Vec<(u64, Arc<Packed>)>;

/// The values of the heaps from 0 on.
#[derive(Debug, Default)]
pub struct HeldValues {
    chunks: RwLock<List>,
}

impl HeldValues {
    /// How many heaps are there.
    pub fn count(&self) -> u64 {
        let chunks = self.chunks.read().unwrap_or_else(PoisonError::into_inner);
        chunks.last().map_or(0, |(first, chunk)| first + chunk.len() as u64)
    }

    /// The memory they take.
    pub fn bytes(&self) -> u64 {
        self.list().iter().map(|(_, chunk)| chunk.bytes().len() as u64).sum()
    }

    /// Appends a chunk.
    pub fn push(&self, chunk: Packed) {
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
                visit(heap, value as u32);
                heap += 1;
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use sprague::sequence::Values;

    use super::*;

    #[test]
    fn values_come_back_in_any_width_and_range() {
        let values = HeldValues::default();
        let all: Vec<u32> = (0..1000).map(|n| if n < 400 { n % 7 } else { n * 300 }).collect();
        for part in all.chunks(97) {
            values.push(Packed::from(Values::Small(part)));
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
