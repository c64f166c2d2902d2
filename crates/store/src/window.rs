//! The store's own memory of recent values, apart from the engine's, so that one can be held against the other.
//!
//! A byte a heap; values from 255 on are in a list that is kept from heap 0, as are the values of the smallest heaps.
//! While few heaps have been seen nothing is forgotten. Games with many tall values take four bytes a heap.

use sprague::nimber::Nimber;

/// The least value that does not fit a byte.
pub const TALL: u32 = 255;

/// Values of small heaps kept for ever.
const SMALL: usize = 1 << 16;

/// As long as there are no more heaps, nothing is forgotten.
const ALL: u64 = 1 << 25;

/// How many heaps are remembered at least.
const LEAST: u64 = 1 << 22;

/// With more tall heaps than this, and one in 64, they get four bytes each.
const MOST_TALL: usize = 1 << 14;

/// What is known of a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glimpse {
    /// Its value.
    Value(u32),
    /// Only that the value is less than 255.
    Short,
}

/// Recent values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Window {
    first: u64,
    next: u64,
    bytes: Vec<u8>,
    /// Instead of the bytes once there are many tall values.
    words: Vec<u32>,
    tall: Vec<(u64, u32)>,
    small: Vec<u32>,
}

impl Window {
    /// A memory that holds nothing before heap `first`, but for the small heaps and the tall ones.
    pub fn from(first: u64, small: Vec<u32>, tall: Vec<(u64, u32)>) -> Self {
        let tall = tall.into_iter().filter(|tall| tall.0 < first).collect();
        Self { first, next: first, small, tall, ..Self::default() }
    }

    /// The first heap remembered.
    pub const fn first(&self) -> u64 {
        self.first
    }

    /// The first heap not yet seen.
    pub const fn next(&self) -> u64 {
        self.next
    }

    /// The values of the smallest heaps, from heap 0 on.
    pub fn small(&self) -> &[u32] {
        &self.small
    }

    /// All heaps with values from 255 on.
    pub fn tall(&self) -> &[(u64, u32)] {
        &self.tall
    }

    /// Takes up the values of the next heaps.
    pub fn push(&mut self, values: &[Nimber]) {
        let room = SMALL.saturating_sub(self.small.len()).min(values.len());
        if self.small.len() as u64 == self.next {
            self.small.extend(values[..room].iter().map(|value| value.0 as u32));
        }
        let tall = (self.next..).zip(values).filter(|(_, value)| value.0 >= u64::from(TALL));
        if values.iter().any(|value| value.0 >= u64::from(TALL)) {
            self.tall.extend(tall.map(|(heap, value)| (heap, value.0 as u32)));
        }
        self.next += values.len() as u64;
        if self.words.is_empty() {
            if self.bytes.capacity() - self.bytes.len() < values.len() {
                // not twice as much: the memory is large
                self.bytes.reserve_exact(values.len().max(self.bytes.len() / 8));
            }
            self.bytes.extend(values.iter().map(|value| value.0.min(u64::from(TALL)) as u8));
            if self.tall.len() > MOST_TALL && self.tall.len() as u64 > self.next / 64 {
                self.words = (self.first..self.next).map(|heap| self.byte_value(heap)).collect();
                self.bytes = Vec::new();
            }
        } else {
            self.words.extend(values.iter().map(|value| value.0 as u32));
        }
    }

    fn byte_value(&self, heap: u64) -> u32 {
        let byte = u32::from(self.bytes[(heap - self.first) as usize]);
        if byte < TALL { byte } else { self.tall_value(heap).unwrap_or(TALL) }
    }

    fn tall_value(&self, heap: u64) -> Option<u32> {
        self.tall.binary_search_by_key(&heap, |tall| tall.0).ok().map(|at| self.tall[at].1)
    }

    /// What is known of a heap before [`Self::next`].
    pub fn get(&self, heap: u64) -> Glimpse {
        if heap >= self.first {
            return Glimpse::Value(match self.words.get((heap - self.first) as usize) {
                Some(&value) => value,
                None => self.byte_value(heap),
            });
        }
        if let Some(&value) = self.small.get(heap as usize) {
            return Glimpse::Value(value);
        }
        self.tall_value(heap).map_or(Glimpse::Short, Glimpse::Value)
    }

    /// Adds the values of remembered heaps.
    pub fn values(&self, from: u64, until: u64, values: &mut Vec<Nimber>) {
        let (low, high) = ((from - self.first) as usize, (until - self.first) as usize);
        if self.words.is_empty() {
            let start = values.len();
            let bytes = &self.bytes[low..high];
            values.extend(bytes.iter().map(|&byte| Nimber(byte.into())));
            let from_tall = self.tall.partition_point(|tall| tall.0 < from);
            for &(heap, value) in self.tall[from_tall..].iter().take_while(|tall| tall.0 < until) {
                values[start + (heap - from) as usize] = Nimber(value.into());
            }
        } else {
            values.extend(self.words[low..high].iter().map(|&value| Nimber(value.into())));
        }
    }

    /// Forgets old heaps, none of the last `reach` and none from `keep` on.
    pub fn forget(&mut self, reach: u64, keep: u64) {
        if self.next < ALL || !self.words.is_empty() {
            return;
        }
        let wanted = reach.max(LEAST).saturating_add(self.next - keep);
        let known = self.next - self.first;
        if known > wanted.saturating_add(wanted / 2) {
            let drop = known - wanted;
            self.bytes.drain(..drop as usize);
            self.bytes.shrink_to(2 * wanted as usize);
            self.first += drop;
        }
    }
}
