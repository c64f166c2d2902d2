//! The search for one stretch of values in all that come after it (Knuth, Morris and Pratt).
//!
//! The values are read once, in pieces of any length, and none of them is kept: the state is how many values at the
//! beginning of the stretch have just been read. So a place where the stretch comes back is found also across the
//! borders of pieces, and the cost is linear whatever the values are: sequences of sparse games repeat long stretches
//! and break off again, where a search that starts anew at each place would be quadratic.
//!
//! While nothing is matched, which is nearly always, the first values of the stretch are looked for by instructions
//! that compare many bytes at once. Values are compared modulo 256; a stretch that comes back so is compared whole, by
//! its hash. The stretch and its table take five bytes a value.

use std::borrow::Cow;

use memchr::memmem::Finder;
use sprague::sequence::{ValueRoom, Values, leaf};

use crate::window::Window;

/// How many values are looked for at once; a stretch is longer.
const START: usize = 32;

/// A stretch of values, and how far the search for it is.
#[derive(Clone, Debug)]
pub struct StretchSearch {
    /// The heap behind the stretch.
    end: u64,
    /// The values modulo 256.
    stretch: Vec<u8>,
    /// For each number of values matched, the next smaller number that is matched too.
    borders: Vec<u32>,
    start: Finder<'static>,
    /// The hash of the values.
    hash: [u8; 32],
    /// The first heap that has not been read.
    next: u64,
    /// How many values of the stretch are the last ones read, at most; less than all.
    matched: usize,
}

impl StretchSearch {
    /// Looks for the last `length` values before a heap in those from this heap on; `None` where they are not remembered
    /// or too few.
    pub fn new(window: &Window, end: u64, length: u64) -> Option<Self> {
        let from = end.checked_sub(length).filter(|&from| from >= window.first() && end <= window.next())?;
        if length <= START as u64 || length > u64::from(u32::MAX) {
            return None;
        }
        let stretch = low_bytes(window.recall(from, end, &mut ValueRoom::default())).into_owned();
        let borders = borders(&stretch);
        let matched = borders[stretch.len()] as usize;
        let start = Finder::new(&stretch[..START]).into_owned();
        let hash = hash(window, from, end);
        Some(Self { end, stretch, borders, start, hash, next: end, matched })
    }

    /// Goes on with values of another memory: from the end of the stretch on, or as far back as is remembered.
    pub fn resume(&mut self, window: &Window) {
        if window.first() > self.end {
            (self.next, self.matched) = (window.first(), 0);
        }
    }

    /// The heap behind the stretch.
    pub const fn end(&self) -> u64 {
        self.end
    }

    /// How many values the stretch has.
    pub const fn length(&self) -> u64 {
        self.stretch.len() as u64
    }

    /// Reads the values that have come since; tells the heap behind the first place where the stretch comes back.
    pub fn read(&mut self, window: &Window) -> Option<u64> {
        while self.next < window.next() {
            let mut room = ValueRoom::default();
            let bytes = low_bytes(window.recall(self.next, window.next(), &mut room));
            let Some(count) = self.scan(&bytes) else {
                self.next = window.next();
                return None;
            };
            self.next += count as u64;
            let from = self.next - self.length();
            if from >= window.first() && hash(window, from, self.next) == self.hash {
                return Some(self.next);
            }
        }
        None
    }

    /// Reads on; after how many bytes the stretch has come back.
    fn scan(&mut self, bytes: &[u8]) -> Option<usize> {
        let mut at = 0;
        while at < bytes.len() {
            if self.matched == 0 && bytes.len() - at >= START {
                if let Some(skip) = self.start.find(&bytes[at..]) {
                    at += skip + START;
                    self.matched = START;
                } else {
                    at = bytes.len() + 1 - START;
                }
                continue;
            }
            let byte = bytes[at];
            at += 1;
            while self.matched > 0 && self.stretch[self.matched] != byte {
                self.matched = self.borders[self.matched] as usize;
            }
            self.matched += usize::from(self.stretch[self.matched] == byte);
            if self.matched == self.stretch.len() {
                self.matched = self.borders[self.matched] as usize;
                return Some(at);
            }
        }
        None
    }
}

/// For each length of a beginning of the text, the length of the longest shorter beginning that it ends with.
fn borders(text: &[u8]) -> Vec<u32> {
    let mut borders = vec![0u32; text.len() + 1];
    let mut matched = 0;
    for at in 1..text.len() {
        while matched > 0 && text[matched] != text[at] {
            matched = borders[matched] as usize;
        }
        matched += usize::from(text[matched] == text[at]);
        borders[at + 1] = matched as u32;
    }
    borders
}

/// A hash of values that does not depend on where they are.
fn hash(window: &Window, from: u64, until: u64) -> [u8; 32] {
    leaf(0, window.recall(from, until, &mut ValueRoom::default()))
}

/// Values modulo 256.
fn low_bytes(values: Values<'_>) -> Cow<'_, [u8]> {
    if let Values::Bytes(bytes) = values {
        return Cow::Borrowed(bytes);
    }
    let mut bytes = Vec::with_capacity(values.len());
    values.visit(|value| bytes.push(value as u8));
    Cow::Owned(bytes)
}

#[cfg(test)]
mod tests {
    use sprague::nimber::Nimber;

    use super::*;
    use crate::window::Tall;

    fn scrambled(number: u64) -> u64 {
        let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb) >> 33
    }

    /// The first place behind `end` where the last values come back, by looking at every place.
    fn naive(values: &[Nimber], end: usize, length: usize) -> Option<usize> {
        (end + 1..=values.len()).find(|&n| values[n - length..n] == values[end - length..end])
    }

    /// Reads the values in pieces; those before `forgotten` are not remembered any more when it begins.
    fn found(values: &[Nimber], end: usize, length: usize, piece: usize, forgotten: usize) -> Option<u64> {
        let mut window = Window::default();
        window.push(values[..end].into());
        let mut search = StretchSearch::new(&window, end as u64, length as u64).expect("a stretch");
        let mut at = end;
        if forgotten > end {
            at = forgotten + length;
            window = Window::from(forgotten as u64, Vec::new(), Tall::default());
            window.push(values[forgotten..at].into());
            search.resume(&window);
        }
        while at < values.len() {
            let until = values.len().min(at + piece);
            window.push(values[at..until].into());
            at = until;
            if let Some(found) = search.read(&window) {
                return Some(found);
            }
        }
        None
    }

    #[test]
    fn the_first_place_is_the_one_that_a_look_at_every_place_finds() {
        let mut hits = 0;
        for seed in 0..400 {
            // few values, short turns with breaks, so that much comes back in part; some values are tall
            let turn = 1 + scrambled(seed) % 90;
            let rarity = 40 + scrambled(seed + 1) % 400;
            let tall = if seed % 3 == 0 { 256 } else { 1 };
            let kinds = 1 + seed % 3;
            let value = |n: u64| {
                let is_break = scrambled(n ^ seed << 32).is_multiple_of(rarity);
                Nimber(tall * (scrambled(n % turn + seed) % kinds) + u64::from(is_break))
            };
            let values: Vec<Nimber> = (0..3_000).map(value).collect();
            for (end, length) in [(700, 33), (1_000, 100), (1_200, 600)] {
                let expected = naive(&values, end, length).map(|n| n as u64);
                hits += u64::from(expected.is_some());
                for piece in [1, 7, 64, 5_000] {
                    assert_eq!(found(&values, end, length, piece, 0), expected, "{seed} {end} {piece}");
                }
                let forgotten = end + 1 + scrambled(seed + 5) as usize % 900;
                let later = (forgotten + length..=values.len())
                    .find(|&n| values[n - length..n] == values[end - length..end])
                    .map(|n| n as u64);
                assert_eq!(found(&values, end, length, 64, forgotten), later, "{seed} {end} {forgotten}");
            }
        }
        assert!((200..1_100).contains(&hits), "{hits}");
    }

    #[test]
    fn values_that_differ_by_256_are_not_the_same() {
        let value = |n: u64| Nimber(n % 50 + 256 * u64::from(n == 990));
        let values: Vec<Nimber> = (0..3_000).map(value).collect();
        assert_eq!(found(&values, 1_000, 100, 64, 0), None);
        assert_eq!(found(&values, 2_000, 100, 64, 0), Some(2_050));
    }

    #[test]
    fn nothing_is_looked_for_where_too_little_is_remembered() {
        let mut window = Window::default();
        window.push(Values::Bytes(&[1; 100]));
        assert!(StretchSearch::new(&window, 100, 101).is_none());
        assert!(StretchSearch::new(&window, 101, 50).is_none());
        assert!(StretchSearch::new(&window, 100, START as u64).is_none());
        assert!(StretchSearch::new(&window, 100, 100).is_some());
    }
}
