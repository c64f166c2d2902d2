//! Sets of numbers that a list of ranges cannot say: primes, squares, powers, sets that repeat, and what depends on the
//! heap.
//!
//! They are numbers of tokens to take or to leave ([`super::Take`]), or sizes of heaps ([`super::Sizes`]). The sets are
//! infinite and thin, or change with the size n of the heap; so none of the theorems on periods of section P holds for
//! them, and their values are computed heap by heap unless theory 3.5 to 3.12 gives them. Membership, the next member
//! and the one before are found by arithmetic, so the options of a heap of any size can be listed from the first on.

use std::fmt;

use super::arithmetic::{divisors, is_prime};
use super::cycle::Cycle;
use super::set::SizeSet;

/// A set of numbers by name or by the size of the heap. Those by name begin with 1 or later.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Amounts {
    /// A set that repeats, as the even numbers do.
    Cycle(Cycle),
    /// 2, 3, 5, 7, 11, ...
    Primes,
    /// 1, 4, 9, 16, ...
    Squares,
    /// 1, 3, 6, 10, ...
    Triangular,
    /// 1, 2, 3, 5, 8, ...
    Fibonacci,
    /// 1, 2, 6, 24, ...
    Factorials,
    /// 1, b, b², b³, ...; b is at least 2.
    Powers(u64),
    /// The divisors of the number of tokens in the heap, itself included.
    Divisors,
    /// Its divisors without itself.
    ProperDivisors,
    /// From one bound to another, both included.
    Between(Bound, Bound),
}

/// A bound on what may be taken from a heap of n.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bound {
    /// A number.
    Number(u64),
    /// n divided by this, rounded down.
    Share(u64),
    /// n less this, or nothing.
    Less(u64),
    /// The square root of n, rounded down.
    Root,
}

impl Bound {
    /// The bound for a heap of n tokens.
    pub const fn of(self, n: u64) -> u64 {
        match self {
            Self::Number(number) => number,
            Self::Share(parts) => n / parts,
            Self::Less(number) => n.saturating_sub(number),
            Self::Root => n.isqrt(),
        }
    }

    /// Whether it is nowhere above another, as far as their forms show.
    pub(super) fn is_at_most(self, other: Self) -> bool {
        match (self, other) {
            (Self::Number(a), Self::Number(b)) => a <= b,
            (Self::Share(a), Self::Share(b)) | (Self::Less(a), Self::Less(b)) => a >= b,
            (Self::Share(_) | Self::Root, Self::Less(0)) | (Self::Root, Self::Root) => true,
            // no move takes less than 1
            (Self::Number(a), _) => a <= 1,
            _ => false,
        }
    }
}

impl Amounts {
    /// Whether the numbers depend on the size of the heap.
    pub const fn depend_on_heap(&self) -> bool {
        matches!(self, Self::Divisors | Self::ProperDivisors | Self::Between(..))
    }

    /// Whether `number` >= 1 belongs to the set of a heap.
    pub fn contains(&self, heap: u64, number: u64) -> bool {
        if number == 0 {
            return false;
        }
        match self {
            Self::Cycle(cycle) => cycle.contains(number),
            Self::Primes => is_prime(number),
            Self::Squares => is_square(number.into()),
            Self::Triangular => is_square(8 * u128::from(number) + 1),
            Self::Fibonacci => {
                let five = 5 * u128::from(number) * u128::from(number);
                is_square(five + 4) || is_square(five - 4)
            }
            Self::Factorials | Self::Powers(_) => self.next_from(heap.max(number), number) == Some(number),
            Self::Divisors => heap.is_multiple_of(number),
            Self::ProperDivisors => number < heap && heap.is_multiple_of(number),
            Self::Between(low, high) => (low.of(heap)..=high.of(heap)).contains(&number),
        }
    }

    /// The least number from `low` on, at least 1 and at most all of the heap.
    pub(super) fn next_from(&self, heap: u64, low: u64) -> Option<u64> {
        let low = low.max(1);
        let found = match self {
            Self::Cycle(cycle) => cycle.next_from(low)?,
            Self::Primes => (low..=heap).find(|&n| is_prime(n))?,
            Self::Squares => {
                let root = (low - 1).isqrt() + 1;
                root.checked_mul(root)?
            }
            Self::Triangular => {
                // t(k-1) < low <= t(k)
                let eight = 8 * u128::from(low - 1) + 1;
                let k = (eight.isqrt() - 1) / 2 + 1;
                u64::try_from(k * (k + 1) / 2).ok()?
            }
            Self::Fibonacci | Self::Factorials | Self::Powers(_) => self.thin().find(|&n| n >= low)?,
            Self::Divisors | Self::ProperDivisors => {
                divisors(heap).into_iter().find(|&d| d >= low && self.contains(heap, d))?
            }
            Self::Between(from, to) => {
                let least = from.of(heap).max(low);
                (least <= to.of(heap)).then_some(least)?
            }
        };
        (found <= heap).then_some(found)
    }

    /// The greatest number up to `high`, at least 1.
    pub(super) fn last_to(&self, heap: u64, high: u64) -> Option<u64> {
        match self {
            Self::Cycle(cycle) => cycle.last_to(high),
            Self::Primes => (2..=high).rev().find(|&n| is_prime(n)),
            Self::Squares => Some(high.isqrt().pow(2)),
            Self::Triangular => {
                let k = ((8 * u128::from(high) + 1).isqrt() - 1) / 2;
                u64::try_from(k * (k + 1) / 2).ok()
            }
            Self::Fibonacci | Self::Factorials | Self::Powers(_) => {
                self.thin().take_while(|&n| n <= high).last()
            }
            Self::Divisors | Self::ProperDivisors => {
                divisors(heap).into_iter().rfind(|&d| d <= high && self.contains(heap, d))
            }
            Self::Between(from, to) => Some(to.of(heap).min(high)).filter(|&last| last >= from.of(heap)),
        }
        .filter(|&last| last > 0)
    }

    /// All members of a set that grows by factors, ascending.
    fn thin(&self) -> impl Iterator<Item = u64> {
        let (base, is_fibonacci) = match self {
            Self::Powers(base) => (Some(*base), false),
            other => (None, *other == Self::Fibonacci),
        };
        let grown = move |&(last, other): &(u64, u64)| match base {
            _ if is_fibonacci => Some((other, last.checked_add(other)?)),
            Some(base) => Some((last.checked_mul(base)?, other)).filter(|_| base > 1),
            None => Some((last.checked_mul(other)?, other + 1)),
        };
        std::iter::successors(Some((1_u64, 2_u64)), grown).map(|(number, _)| number)
    }

    /// About how many numbers the set of a heap of this size has at most.
    pub(crate) fn most(&self, heap: u64) -> f64 {
        let n = heap as f64;
        match self {
            Self::Cycle(cycle) => cycle.most(heap),
            // pi(n) < 1.26 n / ln n for n > 1 (Rosser and Schoenfeld)
            Self::Primes => 1.26 * n / n.max(2.0).ln() + 1.0,
            Self::Squares => n.sqrt() + 1.0,
            Self::Triangular => (2.0 * n).sqrt() + 1.0,
            Self::Fibonacci => 1.5 * n.max(1.0).log2() + 2.0,
            Self::Factorials => 21.0_f64.min(n),
            Self::Powers(base) => n.max(1.0).log2() / ((*base).max(2) as f64).log2() + 1.0,
            Self::Divisors | Self::ProperDivisors => (2.0 * n.sqrt() + 1.0).min(103_680.0),
            Self::Between(low, high) => high.of(heap).saturating_sub(low.of(heap)) as f64 + 1.0,
        }
    }

    /// Whether every number of the one set is in the other, as far as their forms show.
    pub(super) fn is_subset(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Cycle(one), Self::Cycle(other)) => one.is_subset(other),
            (Self::Powers(power), Self::Powers(base)) => {
                let mut power = *power;
                while power.is_multiple_of(*base) {
                    power /= base;
                }
                power == 1
            }
            (Self::Powers(base), Self::Squares) => is_square((*base).into()),
            (Self::ProperDivisors, Self::Divisors) => true,
            (Self::ProperDivisors, Self::Between(low, high)) => {
                low.is_at_most(Bound::Number(1)) && Bound::Share(2).is_at_most(*high)
            }
            (Self::Between(low, high), Self::Between(other_low, other_high)) => {
                other_low.is_at_most(*low) && high.is_at_most(*other_high)
            }
            _ => self == other,
        }
    }
}

fn is_square(n: u128) -> bool {
    let root = n.isqrt();
    root * root == n
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Share(1) | Self::Less(0) => f.write_str("n"),
            Self::Share(parts) => write!(f, "n/{parts}"),
            Self::Less(number) => write!(f, "n-{number}"),
            Self::Root => f.write_str("sqrt n"),
        }
    }
}

/// As it stands in the brackets of `take`.
impl fmt::Display for Amounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cycle(cycle) => write!(f, "{cycle}"),
            Self::Primes => f.write_str("primes"),
            Self::Squares => f.write_str("squares"),
            Self::Triangular => f.write_str("triangular"),
            Self::Fibonacci => f.write_str("fibonacci"),
            Self::Factorials => f.write_str("factorials"),
            Self::Powers(base) => write!(f, "powers of {base}"),
            Self::Divisors => f.write_str("divisors"),
            Self::ProperDivisors => f.write_str("proper divisors"),
            Self::Between(low, high) if low == high => write!(f, "{low}"),
            Self::Between(low, high) => write!(f, "{low}..{high}"),
        }
    }
}

/// The largest number up to which members of a set are written one by one, where that makes a rule a plain one.
pub(super) const LISTED: u64 = 4096;

/// The members of a set that does not depend on the heap, up to a bound.
pub(super) fn members(amounts: &Amounts, bound: u64) -> SizeSet {
    let next = |last: u64| amounts.next_from(bound, last.checked_add(1)?);
    std::iter::successors(next(0), |&last| next(last)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::heap::Take;

    const SETS: [Amounts; 10] = [
        Amounts::Primes,
        Amounts::Squares,
        Amounts::Triangular,
        Amounts::Fibonacci,
        Amounts::Factorials,
        Amounts::Powers(2),
        Amounts::Powers(10),
        Amounts::Divisors,
        Amounts::ProperDivisors,
        Amounts::Between(Bound::Root, Bound::Share(3)),
    ];

    #[test]
    fn the_sets_begin_as_they_should() {
        let known: [(Amounts, &[u64]); 10] = [
            (Amounts::Primes, &[2, 3, 5, 7, 11, 13, 17, 19, 23, 29]),
            (Amounts::Squares, &[1, 4, 9, 16, 25]),
            (Amounts::Triangular, &[1, 3, 6, 10, 15, 21, 28]),
            (Amounts::Fibonacci, &[1, 2, 3, 5, 8, 13, 21]),
            (Amounts::Factorials, &[1, 2, 6, 24]),
            (Amounts::Powers(2), &[1, 2, 4, 8, 16]),
            (Amounts::Powers(10), &[1, 10]),
            (Amounts::Divisors, &[1, 2, 3, 5, 6, 10, 15, 30]),
            (Amounts::ProperDivisors, &[1, 2, 3, 5, 6, 10, 15]),
            (Amounts::Between(Bound::Root, Bound::Share(3)), &[5, 6, 7, 8, 9, 10]),
        ];
        for (amounts, members) in known {
            assert_eq!(Take::Named(amounts.clone()).up_to(30).collect::<Vec<_>>(), members, "{amounts}");
        }
    }

    #[test]
    fn members_and_the_list_agree() {
        for amounts in SETS {
            for heap in (0..200).chain([1000]) {
                let naive: Vec<u64> = (1..=heap).filter(|&n| amounts.contains(heap, n)).collect();
                assert_eq!(
                    Take::Named(amounts.clone()).up_to(heap).collect::<Vec<_>>(),
                    naive,
                    "{amounts} {heap}"
                );
                for high in 0..=heap.min(60) {
                    let last = naive.iter().copied().rfind(|&n| n <= high);
                    assert_eq!(amounts.last_to(heap, high), last, "{amounts} {heap} {high}");
                }
                assert!(amounts.most(heap) >= naive.len() as f64, "{amounts} {heap}");
                let subsets = SETS.into_iter().filter(|other| amounts.is_subset(other));
                for other in subsets {
                    assert!(naive.iter().all(|&n| other.contains(heap, n)), "{amounts} in {other}");
                }
            }
        }
    }

    #[test]
    fn the_largest_heaps_have_members() {
        let heap = (1 << 63) - 1;
        for amounts in SETS {
            let last = amounts.next_from(heap, heap - 1000);
            assert!(last.is_none_or(|n| amounts.contains(heap, n)), "{amounts}");
            let take = Take::Named(amounts.clone());
            assert!(take.up_to(heap).take(40).all(|n| amounts.contains(heap, n)), "{amounts}");
        }
    }
}
