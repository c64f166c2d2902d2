//! What a history knows of its heaps: classes, indices and values.

use super::{Heap, History, SPECIAL};
use crate::nimber::Nimber;

impl History {
    /// The class and index of a heap that is remembered; the next block's guesses count as known.
    pub fn heap(&self, heap: u64) -> Heap {
        let byte = self.bytes[self.place(heap)];
        if byte != SPECIAL {
            return Heap::Common(byte.into());
        }
        if let Ok(at) = self.rares.binary_search_by_key(&heap, |rare| rare.0) {
            return Heap::Rare(self.space.index(self.rares[at].1));
        }
        let tall = self.tall.binary_search_by_key(&heap, |tall| tall.0);
        Heap::Common(tall.map_or(u32::from(SPECIAL), |at| self.tall[at].1))
    }

    /// The indices of the common heaps from `from` up to and without `until`, in no order.
    pub fn indices(&self, from: u64, until: u64) -> impl Iterator<Item = u32> {
        let bytes = self.bytes_from(from)[..(until - from) as usize].iter();
        let tall = self.tall.iter().filter(move |tall| (from..until).contains(&tall.0));
        bytes.filter(|byte| **byte != SPECIAL).map(|&byte| byte.into()).chain(tall.map(|tall| tall.1))
    }

    /// The value of a heap that is remembered.
    pub fn value(&self, heap: u64) -> u32 {
        match self.heap(heap) {
            Heap::Rare(index) => self.space.rare(heap, index),
            // Heap 0 is marked as no part; whatever its class, its value is 0.
            Heap::Common(_) if heap == 0 => 0,
            Heap::Common(index) => self.space.common(heap, index),
        }
    }

    /// Adds the values of the heaps from `from` up to and without `until`.
    pub fn values(&self, from: u64, until: u64, values: &mut Vec<Nimber>) {
        let table: [[Nimber; 256]; 2] = std::array::from_fn(|parity| {
            std::array::from_fn(|index| Nimber(self.space.common(parity as u64, index as u32).into()))
        });
        let bytes = &self.bytes_from(from)[..(until - from) as usize];
        let start = values.len();
        let tables = [&table[(from % 2) as usize], &table[((from % 2) ^ 1) as usize]];
        let mut pairs = bytes.chunks_exact(2);
        values.extend(
            pairs
                .by_ref()
                .flat_map(|pair| [tables[0][usize::from(pair[0])], tables[1][usize::from(pair[1])]]),
        );
        values.extend(pairs.remainder().iter().map(|&byte| tables[0][usize::from(byte)]));
        if bytes.contains(&SPECIAL) {
            for (at, _) in bytes.iter().enumerate().filter(|(_, byte)| **byte == SPECIAL) {
                values[start + at] = Nimber(self.value(from + at as u64).into());
            }
        }
    }

    /// Whether a heap from `from` on has the index 255, which only a second array tells from a mark.
    pub fn has_greatest(&self, from: u64) -> bool {
        let (start, end) = (self.place(from), self.place(self.next));
        let counts = self.counts.get(start..end).unwrap_or_default();
        self.bytes[start..end].iter().zip(counts).any(|(&byte, &counts)| byte == SPECIAL && counts != 0)
    }
}
