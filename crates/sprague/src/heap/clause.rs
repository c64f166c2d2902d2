//! One clause of a rule: how many tokens are taken, how many heaps are left, which, and from what heaps.

use super::condition::Condition;
use super::division::Division;
use super::set::{ENDLESS, SizeSet};
use super::take::{Sizes, Take};

/// From a heap whose size is in `on`, take i tokens, i in `take`, and leave the rest as k nonempty heaps, k in `leave`,
/// whose sizes satisfy `condition`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Clause {
    /// The numbers of tokens that may be taken.
    pub take: Take,
    /// The numbers of heaps that may be left.
    pub leave: SizeSet,
    /// What the heaps that are left must satisfy.
    pub condition: Division,
    /// The heap sizes from which the move may be made.
    pub on: Sizes,
}

/// A clause that is all ranges, with a condition of the chain: what codes, engines for two parts and theorems on
/// periods speak of.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlainClause {
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
    /// A clause from its parts.
    pub fn new(
        take: impl Into<Take>,
        leave: SizeSet,
        condition: impl Into<Division>,
        on: impl Into<Sizes>,
    ) -> Self {
        Self { take: take.into(), leave, condition: condition.into(), on: on.into() }
    }

    /// The clause as ranges under a condition of the chain, where it is nothing else.
    pub fn plain(&self) -> Option<PlainClause> {
        let (take, on) = (self.take.ranges()?.clone(), self.on.ranges()?.clone());
        Some(PlainClause { take, leave: self.leave.clone(), condition: self.condition.chain()?, on })
    }

    /// All clauses of a rule in that form; `None` where one of them says more.
    pub fn all_plain(clauses: &[Self]) -> Option<Vec<PlainClause>> {
        clauses.iter().map(Self::plain).collect()
    }

    /// Whether the clause takes at most the usual heaps: nothing or one is left, of any size, from any heap.
    pub(super) fn is_subtraction(&self) -> bool {
        *self.leave.ranges() == [(0, 1)] && self.condition == Condition::Any && self.on == Sizes::all()
    }

    /// The number of parts up to which all sets of parts are built, from two parts on and each from the one before; an
    /// endless range is built on the last of them. Parts that must differ pairwise have no such chain.
    pub(crate) fn chain_end(&self) -> Option<u64> {
        let condition = self.condition.chain()?;
        if let Condition::Differ(_) = condition {
            return None;
        }
        match *self.leave.ranges().last()? {
            (low, ENDLESS) => Some(low.max(2)),
            (_, high) => Some(high).filter(|&high| high >= 3),
        }
    }
}

impl PlainClause {
    /// A clause from its parts.
    pub const fn new(take: SizeSet, leave: SizeSet, condition: Condition, on: SizeSet) -> Self {
        Self { take, leave, condition, on }
    }
}

impl From<PlainClause> for Clause {
    fn from(plain: PlainClause) -> Self {
        Self::new(plain.take, plain.leave, plain.condition, plain.on)
    }
}
