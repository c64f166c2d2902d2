//! A watch for a stretch of values that comes back, in memory that does not grow with the period.
//!
//! A rolling hash of the last `STRETCH` values is kept for every heap and remembered at every `step`-th. When the
//! present hash is one that is remembered, the stretch has probably occurred before, and the distance is a candidate
//! for a period: found at most `step` heaps after the earliest moment. When too much is remembered the step doubles,
//! so that the delay stays below one part in `MOST_KEPT`/2 of the heaps seen. (Brent's method remembers one stretch
//! and may find a period at twice the length that is needed.) Sparse games repeat long stretches before they break
//! off again, so it is also told for how long the distance has been confirmed. Nothing is proved here: equal hashes
//! are a hint, and the test of theory P.5 compares the values.

use std::collections::HashMap;

/// A stretch of values that has, it seems, come back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// The distance.
    pub period: u64,
    /// The heap from which on values are repeated.
    pub from: u64,
    /// How many are.
    pub length: u64,
}

/// How many values are compared at a time.
const STRETCH: usize = 1 << 10;
/// The most hashes that are remembered.
const MOST_KEPT: usize = 1 << 17;
/// Hashes are polynomials in `POINT` modulo this prime, so that sequences of powers of two do not collide.
const MODULUS: u64 = (1 << 61) - 1;
const POINT: u64 = 0x0123_4567_89ab_cdef;

/// Looks for a repeated stretch among values that come one after the other.
#[derive(Clone, Debug)]
pub struct Watch {
    recent: Vec<u64>,
    hash: u64,
    /// `POINT` to the power `STRETCH`.
    weight: u64,
    kept: HashMap<u64, u64, foldhash::fast::FixedState>,
    step: u64,
    next: u64,
    /// The distance at present, the heap at which it was first seen and the one at which it was last confirmed.
    run: (u64, u64, u64),
}

impl Default for Watch {
    fn default() -> Self {
        let weight = (0..STRETCH).fold(1, |power, _| times(power, POINT));
        let (recent, kept) = (vec![0; STRETCH], HashMap::default());
        Self { recent, hash: 0, weight, kept, step: 16, next: 0, run: (0, 0, 0) }
    }
}

impl Watch {
    /// Takes the value of the next heap and tells the repetition that it continues, if it seems to.
    pub fn take(&mut self, value: u64) -> Option<Repetition> {
        let n = self.next;
        self.next += 1;
        let slot = n as usize % STRETCH;
        let value = value % (MODULUS - 1) + 1;
        let leaving = times(std::mem::replace(&mut self.recent[slot], value), self.weight);
        self.hash = (times(self.hash, POINT) + value + MODULUS - leaving) % MODULUS;
        if self.next < STRETCH as u64 {
            return None;
        }
        let before = self.kept.get(&self.hash).copied();
        if self.next.is_multiple_of(self.step) {
            self.kept.insert(self.hash, n);
            if self.kept.len() > MOST_KEPT {
                self.step *= 2;
                let step = self.step;
                self.kept.retain(|_, n| (*n + 1).is_multiple_of(step));
            }
        }
        let period = n - before?;
        let (present, since, confirmed) = self.run;
        let alive = present > 0 && n - confirmed <= self.step;
        if alive && present < period {
            return None;
        }
        let since = if alive && present == period { since } else { n };
        self.run = (period, since, n);
        let first = since + 1 - STRETCH as u64;
        Some(Repetition { period, from: first - period, length: n + 1 - first })
    }
}

const fn times(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    let folded = (product & MODULUS as u128) as u64 + (product >> 61) as u64;
    if folded >= MODULUS { folded - MODULUS } else { folded }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_and_short_periods_are_found_soon_after_they_begin() {
        for (preperiod, period) in [(100_000, 4), (50_000, 30_001), (0, 1)] {
            let mut watch = Watch::default();
            let value = |n: u64| {
                let n = if n < preperiod { n } else { preperiod + (n - preperiod) % period };
                n.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56
            };
            let found: Vec<(u64, Repetition)> =
                (0..200_000).filter_map(|n| watch.take(value(n)).map(|repetition| (n, repetition))).collect();
            let (at, first) = found.first().expect("a repetition");
            assert!(*at < preperiod + period + STRETCH as u64 + 64, "{at}");
            let (_, last) = found.last().expect("a repetition");
            assert_eq!((last.period, last.from), (period, first.from));
            assert!((preperiod..preperiod + 64).contains(&last.from), "{last:?}");
            assert!(last.from + last.period + last.length > 200_000 - 64, "{last:?}");
        }
    }
}
