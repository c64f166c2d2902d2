//! Nimbers: the values of impartial games, with mex and nim-sum (theory 0, 1.7).
//!
//! A value is a natural number; addition is exclusive or, which makes the values a vector space over the field
//! with two elements. The newtype keeps values apart from heap sizes, with which they are easily confused.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};

/// A Sprague-Grundy value: the size of the Nim heap that a position is equal to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nimber(pub u64);

impl Nimber {
    /// The value of a position that the previous player wins.
    pub const ZERO: Self = Self(0);

    /// Whether the position is a P-position under normal play (theory 1.3).
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// The place of the highest 1 bit, `None` for zero (theory 1.7).
    pub const fn top_bit(self) -> Option<u32> {
        self.0.checked_ilog2()
    }

    /// Whether bit `k` is set.
    pub const fn has_bit(self, k: u32) -> bool {
        self.0 >> k & 1 == 1
    }
}

impl From<u16> for Nimber {
    fn from(value: u16) -> Self {
        Self(value.into())
    }
}

impl From<u32> for Nimber {
    fn from(value: u32) -> Self {
        Self(value.into())
    }
}

impl Add for Nimber {
    type Output = Self;

    #[allow(clippy::suspicious_arithmetic_impl, reason = "nim-addition is exclusive or")]
    fn add(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl AddAssign for Nimber {
    #[allow(clippy::suspicious_op_assign_impl, reason = "nim-addition is exclusive or")]
    fn add_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

impl Sum for Nimber {
    fn sum<I: Iterator<Item = Self>>(values: I) -> Self {
        values.fold(Self::ZERO, Add::add)
    }
}

impl fmt::Display for Nimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The least natural number that is not among the values.
///
/// ```
/// use sprague::nimber::{Nimber, mex};
/// assert_eq!(mex([]), Nimber(0));
/// assert_eq!(mex([Nimber(0), Nimber(1), Nimber(3)]), Nimber(2));
/// ```
pub fn mex(values: impl IntoIterator<Item = Nimber>) -> Nimber {
    mex_from(0, values)
}

/// The least integer from `least` on that is not among the values (theory 0).
///
/// ```
/// use sprague::nimber::{Nimber, mex_from};
/// assert_eq!(mex_from(3, [1, 3, 4, 6].map(Nimber)), Nimber(5));
/// ```
pub fn mex_from(least: u64, values: impl IntoIterator<Item = Nimber>) -> Nimber {
    let mut seen: Vec<u64> = values.into_iter().map(|v| v.0).filter(|&v| v >= least).collect();
    seen.sort_unstable();
    seen.dedup();
    let gap = (least..).zip(&seen).position(|(expected, &v)| expected != v);
    Nimber(least + gap.unwrap_or(seen.len()) as u64)
}

/// The nim-sum of values.
///
/// ```
/// use sprague::nimber::{Nimber, nim_sum};
/// assert_eq!(nim_sum([Nimber(13), Nimber(11)]), Nimber(6)); // the thesis prints 5
/// ```
pub fn nim_sum(values: impl IntoIterator<Item = Nimber>) -> Nimber {
    values.into_iter().sum()
}

/// The set of values seen among the options of one position: marks, then answers their mex.
///
/// Values below 64 live in one word, so that the usual case costs one `or` a mark and one count of trailing ones. The
/// mex is at most the number of values, so larger ones are only marked as far as that number goes; those beyond wait
/// in a list. The set thus takes no more memory than the values that were put in, however large they are.
#[derive(Clone, Debug, Default)]
pub struct ValueSet {
    low: u64,
    high: Vec<u64>,
    /// How many values from 64 on were put in.
    large: u64,
    /// Values beyond what is marked.
    far: Vec<u64>,
}

impl ValueSet {
    /// As many values from 64 on are marked in any case.
    const MARKED: u64 = 1 << 12;

    /// Adds a value.
    pub fn insert(&mut self, value: Nimber) {
        if value.0 < 64 {
            self.low |= 1 << value.0;
            return;
        }
        self.large += 1;
        let marked = 64 + self.large.next_power_of_two().max(Self::MARKED);
        // where the bound has just grown
        if (self.large - 1).is_power_of_two() {
            let far = std::mem::take(&mut self.far);
            let (near, far): (Vec<u64>, Vec<u64>) = far.into_iter().partition(|&value| value < marked);
            self.far = far;
            for value in near {
                self.mark(value);
            }
        }
        if value.0 < marked { self.mark(value.0) } else { self.far.push(value.0) }
    }

    fn mark(&mut self, value: u64) {
        let word = (value / 64 - 1) as usize;
        if word >= self.high.len() {
            self.high.resize(word + 1, 0);
        }
        self.high[word] |= 1 << (value % 64);
    }

    /// The least value not in the set.
    pub fn mex(&self) -> Nimber {
        if self.low != u64::MAX {
            return Nimber(self.low.trailing_ones().into());
        }
        let full = self.high.iter().take_while(|&&word| word == u64::MAX).count();
        let rest = self.high.get(full).map_or(0, |word| word.trailing_ones());
        Nimber((full as u64 + 1) * 64 + u64::from(rest))
    }

    /// Empties the set and keeps its memory.
    pub fn clear(&mut self) {
        self.low = 0;
        self.high.clear();
        self.large = 0;
        self.far.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_set_has_the_same_mex_as_the_definition() {
        let mut set = ValueSet::default();
        let mut values = Vec::new();
        for value in [0, 5, 1, 2, 3, 4].into_iter().chain((6..300).rev()).chain([301, 1 << 40]) {
            set.insert(Nimber(value));
            values.push(Nimber(value));
            assert_eq!(set.mex(), mex(values.iter().copied()));
        }
        set.clear();
        assert_eq!(set.mex(), Nimber(0));
    }

    #[test]
    fn the_largest_values_cost_no_more_memory_than_small_ones() {
        let mut set = ValueSet::default();
        let values = (0..20_000).map(|n| Nimber(if n % 2 == 0 { n / 2 } else { (1 << 33) + n }));
        let far_first = (5_000..10_000).rev().map(Nimber).chain(values);
        let all: Vec<Nimber> = far_first.collect();
        for &value in &all {
            set.insert(value);
        }
        assert_eq!(set.mex(), mex(all));
        assert!(set.high.len() < 1_000 && set.far.len() <= 10_000);
        set.clear();
        set.insert(Nimber(u64::MAX));
        assert!(set.high.is_empty());
    }
}
