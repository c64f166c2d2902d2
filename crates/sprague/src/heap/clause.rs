//! One clause of a rule: how many tokens are taken, how many heaps are left, which, and from what heaps.

use super::amounts::Amounts;
use super::condition::Condition;
use super::set::{ENDLESS, SizeSet};

/// From a heap whose size is in `on`, take i tokens, i in `take` and among `among`, and leave the rest as k nonempty
/// heaps, k in `leave`, whose sizes satisfy `condition`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Clause {
    /// Which numbers among `take` may be taken. Where these are not all, `take` is 1, 2, 3, ...
    pub among: Amounts,
    /// The numbers of tokens that may be taken.
    pub take: SizeSet,
    /// The numbers of heaps that may be left.
    pub leave: SizeSet,
    /// What the heaps that are left must satisfy.
    pub condition: Condition,
    /// The heap sizes from which the move may be made.
    pub on: SizeSet,
}

impl Clause {
    /// A clause whose amounts are those of a set of numbers.
    pub const fn new(take: SizeSet, leave: SizeSet, condition: Condition, on: SizeSet) -> Self {
        Self { among: Amounts::All, take, leave, condition, on }
    }

    /// A clause whose amounts are given by name or by the size of the heap.
    pub fn named(among: Amounts, leave: SizeSet, condition: Condition, on: SizeSet) -> Self {
        Self { among, take: SizeSet::range(1, ENDLESS), leave, condition, on }
    }

    /// The number of parts up to which all sets of parts are built, from two parts on and each from the one before; an
    /// endless range is built on the last of them. Parts that must differ pairwise have no such chain.
    pub(crate) fn chain_end(&self) -> Option<u64> {
        if let Condition::Differ(_) = self.condition {
            return None;
        }
        match *self.leave.ranges().last()? {
            (low, ENDLESS) => Some(low.max(2)),
            (_, high) => Some(high).filter(|&high| high >= 3),
        }
    }
}
