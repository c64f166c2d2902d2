//! Numbers of tokens that a list of ranges cannot say: primes, squares, powers, and what depends on the heap.
//!
//! A clause with such a set takes i tokens from a heap of n where i is at least 1 and belongs to the set. The sets are
//! infinite and thin, or change with n; so none of the theorems on periods of section P holds for them, and their
//! values are computed heap by heap unless theory 3.5 to 3.8 gives them. Membership and the next member are found by
//! arithmetic, so the options of a heap of any size can be listed from the first on.

use std::fmt;

use super::arithmetic::{divisors, is_prime};
use super::set::{ENDLESS, SizeSet};

/// Which of the numbers in [`super::Clause::take`] may be taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Amounts {
    /// All of them.
    #[default]
    All,
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
    fn is_at_most(self, other: Self) -> bool {
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
    pub const fn depend_on_heap(self) -> bool {
        matches!(self, Self::Divisors | Self::ProperDivisors | Self::Between(..))
    }

    /// Whether a heap is never taken whole.
    pub(super) const fn leave_some(self) -> bool {
        match self {
            Self::ProperDivisors => true,
            Self::Between(_, Bound::Share(parts)) => parts >= 2,
            Self::Between(_, Bound::Less(number)) => number >= 1,
            _ => false,
        }
    }

    /// Whether `taken` >= 1 tokens may be taken from a heap of `heap`.
    pub fn contains(self, heap: u64, taken: u64) -> bool {
        if taken == 0 {
            return self == Self::All;
        }
        match self {
            Self::All => true,
            Self::Primes => is_prime(taken),
            Self::Squares => is_square(taken.into()),
            Self::Triangular => is_square(8 * u128::from(taken) + 1),
            Self::Fibonacci => {
                let five = 5 * u128::from(taken) * u128::from(taken);
                is_square(five + 4) || is_square(five - 4)
            }
            Self::Factorials | Self::Powers(_) => self.next_from(heap.max(taken), taken) == Some(taken),
            Self::Divisors => heap.is_multiple_of(taken),
            Self::ProperDivisors => taken < heap && heap.is_multiple_of(taken),
            Self::Between(low, high) => (low.of(heap)..=high.of(heap)).contains(&taken),
        }
    }

    /// The least number from `low` on that may be taken from the heap, at most all of it. Divisors are listed
    /// elsewhere, once for a heap.
    fn next_from(self, heap: u64, low: u64) -> Option<u64> {
        let low = low.max(1);
        let found = match self {
            Self::All => low,
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
            Self::Fibonacci => {
                let (mut last, mut next) = (1_u64, 2_u64);
                while last < low {
                    (last, next) = (next, last.checked_add(next)?);
                }
                last
            }
            Self::Factorials => {
                let (mut last, mut factor) = (1_u64, 2);
                while last < low {
                    last = last.checked_mul(factor)?;
                    factor += 1;
                }
                last
            }
            Self::Powers(base) => {
                let mut last = 1_u64;
                while last < low {
                    last = last.checked_mul(base)?;
                }
                last
            }
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

    /// The numbers that may be taken from a heap, ascending, as they are asked for.
    pub(crate) fn of_heap(self, heap: u64) -> AmountsOfHeap {
        let listed = match self {
            Self::Divisors | Self::ProperDivisors => {
                let all = divisors(heap).into_iter();
                Some(all.filter(|&d| self.contains(heap, d)).collect())
            }
            _ => None,
        };
        AmountsOfHeap { amounts: self, heap, listed }
    }

    /// About how many numbers may be taken from a heap of this size at most.
    pub(crate) fn most(self, heap: u64) -> f64 {
        let n = heap as f64;
        match self {
            Self::All => n,
            // pi(n) < 1.26 n / ln n for n > 1 (Rosser and Schoenfeld)
            Self::Primes => 1.26 * n / n.max(2.0).ln() + 1.0,
            Self::Squares => n.sqrt() + 1.0,
            Self::Triangular => (2.0 * n).sqrt() + 1.0,
            Self::Fibonacci => 1.5 * n.max(1.0).log2() + 2.0,
            Self::Factorials => 21.0_f64.min(n),
            Self::Powers(base) => n.max(1.0).log2() / (base.max(2) as f64).log2() + 1.0,
            Self::Divisors | Self::ProperDivisors => (2.0 * n.sqrt() + 1.0).min(103_680.0),
            Self::Between(low, high) => high.of(heap).saturating_sub(low.of(heap)) as f64 + 1.0,
        }
    }

    /// Whether every number of the one set is in the other, as far as their forms show.
    pub(super) fn is_subset(self, other: Self) -> bool {
        match (self, other) {
            (Self::Powers(power), Self::Powers(base)) => {
                let mut power = power;
                while power.is_multiple_of(base) {
                    power /= base;
                }
                power == 1
            }
            (Self::Powers(base), Self::Squares) => is_square(base.into()),
            (Self::ProperDivisors, Self::Divisors) => true,
            (Self::ProperDivisors, Self::Between(low, high)) => {
                low.is_at_most(Bound::Number(1)) && Bound::Share(2).is_at_most(high)
            }
            (Self::Between(low, high), Self::Between(other_low, other_high)) => {
                other_low.is_at_most(low) && high.is_at_most(other_high)
            }
            _ => self == other,
        }
    }
}

fn is_square(n: u128) -> bool {
    let root = n.isqrt();
    root * root == n
}

/// The numbers that may be taken from one heap.
#[derive(Clone, Debug)]
pub struct AmountsOfHeap {
    amounts: Amounts,
    heap: u64,
    listed: Option<Vec<u64>>,
}

impl AmountsOfHeap {
    /// The least of them that is at least `low`.
    pub fn next_from(&self, low: u64) -> Option<u64> {
        match &self.listed {
            Some(listed) => listed.get(listed.partition_point(|&n| n < low)).copied(),
            None => self.amounts.next_from(self.heap, low),
        }
    }

    /// All of them, ascending.
    pub fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        std::iter::successors(self.next_from(1), |&last| self.next_from(last.checked_add(1)?))
    }
}

impl super::Clause {
    /// The numbers of tokens that this clause takes from a heap, ascending, as far as `take` and `among` go.
    pub(crate) fn amounts(&self, heap: u64) -> Box<dyn Iterator<Item = u64> + '_> {
        if self.among == Amounts::All {
            return Box::new(self.take.up_to(heap));
        }
        let drawn = self.among.of_heap(heap);
        let mut next = Some(1);
        Box::new(std::iter::from_fn(move || {
            let found = drawn.next_from(next?)?;
            next = found.checked_add(1);
            Some(found)
        }))
    }

    /// Whether this clause takes so many tokens from a heap.
    pub(crate) fn takes(&self, heap: u64, taken: u64) -> bool {
        taken <= heap && self.take.contains(taken) && self.among.contains(heap, taken)
    }

    /// How many numbers of tokens it takes from a heap at most.
    pub(crate) fn most_amounts(&self, heap: u64) -> f64 {
        if self.among != Amounts::All {
            return self.among.most(heap);
        }
        let ranges = self.take.intersection(&SizeSet::range(0, heap));
        ranges.ranges().iter().map(|&(low, high)| (high - low) as f64 + 1.0).sum()
    }
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
            Self::All => f.write_str("any"),
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

/// The members up to a bound as a plain set.
pub(super) fn members(amounts: Amounts, heap: u64, bound: u64) -> SizeSet {
    let drawn = amounts.of_heap(heap.min(ENDLESS - 1));
    drawn.iter().take_while(|&n| n <= bound).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

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
            assert_eq!(amounts.of_heap(30).iter().collect::<Vec<_>>(), members, "{amounts}");
        }
    }

    #[test]
    fn members_and_the_list_agree() {
        for amounts in SETS {
            for heap in (0..200).chain([1000]) {
                let drawn = amounts.of_heap(heap);
                let naive: Vec<u64> = (1..=heap).filter(|&n| amounts.contains(heap, n)).collect();
                assert_eq!(drawn.iter().collect::<Vec<_>>(), naive, "{amounts} {heap}");
                assert!(amounts.most(heap) >= naive.len() as f64, "{amounts} {heap}");
                let subsets = SETS.into_iter().filter(|&other| amounts.is_subset(other));
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
            let drawn = amounts.of_heap(heap);
            let last = drawn.next_from(heap - 1000);
            assert!(last.is_none_or(|n| amounts.contains(heap, n)), "{amounts}");
            assert!(drawn.iter().take(40).all(|n| amounts.contains(heap, n)), "{amounts}");
        }
    }
}
