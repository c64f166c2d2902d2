//! Two sequences beside each other, one of them moved by a lag: where they differ, and by how much.
//!
//! Both are read once, in stretches that fit into a cache. A sequence beside itself with a lag is what the search for a
//! width looks at (`repeats.rs`); beside another one it is the exact comparison, which no picture can show.

use super::HeldValues;

/// Heap `n` of the first sequence beside heap `n + lag` of the second, as far as both are there.
pub struct Beside<'v> {
    /// One sequence.
    pub first: &'v HeldValues,
    /// The other.
    pub second: &'v HeldValues,
    /// How much farther the heap of the second is.
    pub lag: u64,
}

/// How many values of the second sequence are read ahead.
const AHEAD: u64 = 1 << 14;
/// How many differences are listed.
const LISTED: usize = 50;

/// Where two sequences differ.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Differences {
    /// How many heaps were compared.
    pub compared: u64,
    /// At how many the values differ.
    pub differ: u64,
    /// The first of them: heap, the two values.
    pub first: Vec<(u64, u32, u32)>,
    /// The last of them.
    pub last: Option<(u64, u32, u32)>,
    /// The first of those that are farthest apart.
    pub greatest: Option<(u64, u32, u32)>,
}

impl Beside<'_> {
    /// How many heaps of the first sequence have one beside them.
    pub fn count(&self) -> u64 {
        self.first.count().min(self.second.count().saturating_sub(self.lag))
    }

    /// Calls back with each heap from `from` to `to`, both included, and the two values.
    pub fn visit(&self, from: u64, to: u64, mut visit: impl FnMut(u64, u32, u32)) {
        let Some(last) = self.count().checked_sub(1).map(|last| last.min(to)) else { return };
        let mut beside = Vec::with_capacity(AHEAD as usize);
        let mut start = from;
        while start <= last {
            let end = last.min(start + (AHEAD - 1));
            beside.clear();
            self.second.visit(start + self.lag, end + self.lag, |_, value| beside.push(value));
            self.first.visit(start, end, |heap, value| visit(heap, value, beside[(heap - start) as usize]));
            start = end + 1;
        }
    }

    /// Where they differ from heap `from` to heap `to`.
    pub fn differences(&self, from: u64, to: u64) -> Differences {
        let mut found = Differences::default();
        let apart = |(_, a, b): (u64, u32, u32)| a.abs_diff(b);
        self.visit(from, to, |heap, a, b| {
            found.compared += 1;
            if a == b {
                return;
            }
            let here = (heap, a, b);
            found.differ += 1;
            if found.first.len() < LISTED {
                found.first.push(here);
            }
            found.last = Some(here);
            if found.greatest.is_none_or(|most| apart(here) > apart(most)) {
                found.greatest = Some(here);
            }
        });
        found
    }
}

#[cfg(test)]
mod tests {
    use sprague::sequence::{Packed, Values};

    use super::*;

    fn held(values: &[u32]) -> HeldValues {
        let held = HeldValues::default();
        for part in values.chunks(1013) {
            held.push(Packed::from(Values::Small(part)));
        }
        held
    }

    #[test]
    fn differences_are_those_of_a_loop() {
        let numbers = |seed: u32, length: u32| -> Vec<u32> {
            (0..length).map(|n| (n.wrapping_mul(seed) >> 7) % 9 + u32::from(n % 500 == 3) * 40).collect()
        };
        let (a, b) = (numbers(2_654_435_769, 40_000), numbers(40_503, 33_000));
        let (first, second) = (held(&a), held(&b));
        for (lag, from, to) in
            [(0, 0, u64::MAX), (7, 0, 32_000), (1, 16_380, 16_390), (32_990, 0, 99), (40_000, 0, 99)]
        {
            let both = Beside { first: &first, second: &second, lag };
            let expected: Vec<(u64, u32, u32)> = (0..a.len().min(b.len().saturating_sub(lag as usize)))
                .filter(|&n| (from..=to).contains(&(n as u64)))
                .map(|n| (n as u64, a[n], b[n + lag as usize]))
                .collect();
            let unlike: Vec<_> = expected.iter().copied().filter(|(_, a, b)| a != b).collect();
            let most = unlike.iter().map(|(_, a, b)| a.abs_diff(*b)).max();
            let found = both.differences(from, to);
            assert_eq!(found.compared, expected.len() as u64, "lag {lag}");
            assert_eq!(found.differ, unlike.len() as u64, "lag {lag}");
            assert_eq!(found.first, unlike[..unlike.len().min(LISTED)], "lag {lag}");
            assert_eq!(found.last, unlike.last().copied());
            assert_eq!(found.greatest, unlike.into_iter().find(|(_, a, b)| Some(a.abs_diff(*b)) == most));
        }
    }
}
