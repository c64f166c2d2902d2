//! The store's own copy of recent values, separate from the engine's, so that the two can be compared.
//!
//! A heap takes one byte. Values from 255 on are in a list, which reaches further back; a heap that is not in the list
//! has a smaller value. The values of the smallest heaps are kept for ever. As long as there are few heaps, all are
//! kept. When many values are tall, heaps get two bytes each, and the copy itself reaches as far back as the list did.

use std::ops::Range;

use sprague::sequence::{CHUNK, ValueRoom, Values, leaf};

/// The least value that does not fit a byte.
const TALL: u32 = 255;

/// The least value that does not fit two bytes.
const TALLER: u32 = 65_535;

/// Values of small heaps kept for ever.
const SMALL: usize = 1 << 16;

/// As long as there are no more heaps, nothing is forgotten.
const ALL: u64 = 1 << 26;

/// How many heaps are remembered at least.
const LEAST: u64 = 1 << 22;

/// How many heaps are remembered at most.
const MOST: u64 = 1 << 27;

/// With more tall heaps than this, and one in 64, each heap gets two bytes.
const MOST_TALL: usize = 1 << 14;

/// What is known of a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glimpse {
    /// Its value.
    Value(u32),
    /// Only that the value is less than 255.
    Short,
    /// Nothing.
    Forgotten,
}

/// Heaps with values that take more than their place, and the first heap from which all of them are listed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tall {
    /// The first heap.
    pub from: u64,
    /// The heaps and their values, ascending.
    pub list: Vec<(u64, u32)>,
}

/// Recent values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Window {
    first: u64,
    next: u64,
    bytes: Vec<u8>,
    /// Instead of the bytes once there are many tall values.
    words: Option<Vec<u16>>,
    tall: Tall,
    small: Vec<u32>,
}

impl Window {
    /// A memory that holds nothing before heap `first`, but for the small heaps and the tall ones.
    pub fn from(first: u64, small: Vec<u32>, mut tall: Tall) -> Self {
        tall.list.retain(|tall| tall.0 < first);
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

    /// The heaps with values from 255 on.
    pub fn tall(&self) -> Tall {
        let mut tall = self.tall.clone();
        if let Some(words) = &self.words {
            tall.list.retain(|tall| tall.0 < self.first);
            let heaps = (self.first..).zip(words).filter(|(_, word)| u32::from(**word) >= TALL);
            tall.list.extend(heaps.map(|(heap, _)| (heap, self.remembered(heap))));
        }
        tall
    }

    /// Takes up the values of the next heaps.
    pub fn push(&mut self, values: Values<'_>) {
        let count = values.len();
        let room = SMALL.saturating_sub(self.small.len()).min(count);
        if self.small.len() as u64 == self.next {
            values.slice(0..room).visit(|value| self.small.push(value as u32));
        }
        let least = u64::from(if self.words.is_some() { TALLER } else { TALL });
        let bytes = if let Values::Bytes(bytes) = values { Some(bytes) } else { None };
        if bytes.is_none_or(has_tall) {
            let tall = (self.next..).zip(values.iter()).filter(|(_, value)| value.0 >= least);
            self.tall.list.extend(tall.map(|(heap, value)| (heap, value.0 as u32)));
        }
        self.next += count as u64;
        if let Some(words) = &mut self.words {
            make_room(words, count);
            values.visit(|value| words.push(value.min(least) as u16));
        } else {
            make_room(&mut self.bytes, count);
            match bytes {
                Some(bytes) => self.bytes.extend_from_slice(bytes),
                None => values.visit(|value| self.bytes.push(value.min(least) as u8)),
            }
            self.widen();
        }
    }

    /// Takes two bytes a heap if that is better.
    fn widen(&mut self) {
        let inside = self.tall.list.len() - self.tall.list.partition_point(|tall| tall.0 < self.first);
        if inside > MOST_TALL && inside > self.bytes.len() / 64 {
            let words =
                (self.first..self.next).map(|heap| self.remembered(heap).min(TALLER) as u16).collect();
            self.words = Some(words);
            self.bytes = Vec::new();
            let first = self.first;
            self.tall.list.retain(|&(heap, value)| heap < first || value >= TALLER);
        }
    }

    #[inline]
    fn remembered(&self, heap: u64) -> u32 {
        let at = (heap - self.first) as usize;
        let (value, tall) = match &self.words {
            Some(words) => (words[at].into(), TALLER),
            None => (self.bytes[at].into(), TALL),
        };
        if value < tall { value } else { self.tall_value(heap).unwrap_or(tall) }
    }

    fn tall_value(&self, heap: u64) -> Option<u32> {
        let at = self.tall.list.binary_search_by_key(&heap, |tall| tall.0);
        at.ok().map(|at| self.tall.list[at].1)
    }

    /// What is known of a heap before [`Self::next`].
    #[inline]
    pub fn get(&self, heap: u64) -> Glimpse {
        if heap >= self.first {
            return Glimpse::Value(self.remembered(heap));
        }
        if let Some(&value) = self.small.get(heap as usize) {
            return Glimpse::Value(value);
        }
        match self.tall_value(heap) {
            Some(value) => Glimpse::Value(value),
            None if heap >= self.tall.from => Glimpse::Short,
            None => Glimpse::Forgotten,
        }
    }

    /// The values of remembered heaps, as they are kept where none of them is in the list.
    pub fn recall<'v>(&'v self, from: u64, until: u64, room: &'v mut ValueRoom) -> Values<'v> {
        let range = (from - self.first) as usize..(until - self.first) as usize;
        let listed = |heap| self.tall.list.partition_point(|tall| tall.0 < heap);
        let tall = &self.tall.list[listed(from)..listed(until)];
        let kept = match &self.words {
            Some(words) => Values::Words(&words[range]),
            None => Values::Bytes(&self.bytes[range]),
        };
        if tall.is_empty() {
            return kept;
        }
        room.small.clear();
        kept.visit(|value| room.small.push(value as u32));
        for &(heap, value) in tall {
            room.small[(heap - from) as usize] = value;
        }
        Values::Small(&room.small)
    }

    /// The values of some of the smallest heaps, if they are kept.
    pub fn smallest(&self, heaps: Range<u64>) -> Option<&[u32]> {
        self.small.get(heaps.start as usize..heaps.end as usize)
    }

    /// The values of remembered heaps, a byte each, if none of them is tall.
    pub fn plain(&self, from: u64, until: u64) -> Option<&[u8]> {
        let range = from.checked_sub(self.first)? as usize..until.checked_sub(self.first)? as usize;
        let bytes = self.bytes.get(range).filter(|_| self.words.is_none())?;
        (!has_tall(bytes)).then_some(bytes)
    }

    /// The leaf of a segment that is remembered.
    pub fn leaf(&self, number: u64) -> [u8; 32] {
        let from = number * CHUNK;
        leaf(from, self.recall(from, from + CHUNK, &mut ValueRoom::default()))
    }

    /// Forgets old heaps: none from `keep` on, none of the last `near`, and of the last `far` none that is tall.
    pub fn forget(&mut self, near: u64, far: u64, keep: u64) {
        if self.next < ALL {
            return;
        }
        let (near, far) = (near.clamp(LEAST, MOST), far.clamp(LEAST, MOST));
        let reach = if self.words.is_some() { near.max(far) } else { near };
        let wanted = reach.saturating_add(self.next - keep);
        let known = self.next - self.first;
        if known > wanted.saturating_add(wanted / 2) {
            let drop = known - wanted;
            match &mut self.words {
                Some(words) => shorten(words, drop as usize),
                None => shorten(&mut self.bytes, drop as usize),
            }
            self.first += drop;
            let from = self.next.saturating_sub(far).min(self.first).max(self.tall.from);
            // in two bytes only the tallest of the dropped heaps were listed
            self.tall.from = if self.words.is_some() { self.tall.from.max(self.first) } else { from };
            let from = self.tall.from;
            self.tall.list.retain(|tall| tall.0 >= from);
        }
    }
}

fn has_tall(bytes: &[u8]) -> bool {
    memchr::memchr(TALL as u8, bytes).is_some()
}

/// Makes room for some more, not for twice as many: the memory is large.
fn make_room<T>(list: &mut Vec<T>, more: usize) {
    if list.capacity() - list.len() < more {
        list.reserve_exact(more.max(list.len() / 8));
    }
}

fn shorten<T>(list: &mut Vec<T>, drop: usize) {
    list.drain(..drop);
    list.shrink_to(list.len() / 4 * 7);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of which one in `rarity` is tall.
    fn value(heap: u64, rarity: u64) -> u64 {
        if heap.is_multiple_of(rarity) { 255 + heap % 1000 } else { heap * heap % 200 }
    }

    fn filled(heaps: u64, rarity: u64) -> Window {
        let mut window = Window::default();
        for first in (0..heaps).step_by(1 << 16) {
            let values: Vec<u32> = (first..first + (1 << 16)).map(|n| value(n, rarity) as u32).collect();
            window.push((&values).into());
            window.forget(1 << 20, 20 << 20, first);
        }
        window
    }

    #[test]
    fn bytes_are_remembered_like_other_values() {
        for tall in [0, 255] {
            let (mut by_bytes, mut by_values) = (Window::default(), Window::default());
            let byte = |heap: u64| if heap % 9_973 == 5 { tall } else { (heap % 200) as u8 };
            for first in (0..3 << 16).step_by(10_000) {
                let bytes: Vec<u8> = (first..first + 10_000).map(byte).collect();
                by_bytes.push((&bytes).into());
                by_values.push((&bytes.iter().map(|&value| value.into()).collect::<Vec<u32>>()).into());
            }
            assert_eq!(by_bytes, by_values);
        }
    }

    #[test]
    fn what_is_remembered_is_true() {
        for rarity in [10_007, 5] {
            let window = filled(70 << 20, rarity);
            assert_eq!(window.words.is_some(), rarity == 5);
            assert!(window.first() > 0 && window.bytes.len() < 8 << 20);
            for heap in (0..window.next()).step_by(1_237) {
                let exact = value(heap, rarity) as u32;
                match window.get(heap) {
                    Glimpse::Value(found) => assert_eq!(found, exact, "{heap}"),
                    Glimpse::Short => assert!(exact < TALL, "{heap}"),
                    Glimpse::Forgotten => assert!(heap < window.next() - (20 << 20), "{heap}"),
                }
            }
            let tall = window.tall();
            let expected = (tall.from..window.next()).filter(|&heap| value(heap, rarity) >= 255);
            assert!(tall.list.iter().map(|tall| tall.0).eq(expected));
            let number = window.next() / CHUNK - 1;
            let first = number * CHUNK;
            let values: Vec<u32> = (first..first + CHUNK).map(|heap| value(heap, rarity) as u32).collect();
            assert_eq!(window.leaf(number), leaf(first, (&values).into()));
            let (from, until) = (window.next() - 3_000_000, window.next() - 5);
            let mut room = ValueRoom::default();
            let values = window.recall(from, until, &mut room);
            assert!((from..until).zip(values.iter()).all(|(heap, found)| found.0 == value(heap, rarity)));
        }
    }
}
