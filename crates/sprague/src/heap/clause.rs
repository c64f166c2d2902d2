//! One clause of a rule: how many tokens are taken, how many heaps are left, which, and from what heaps.

use super::condition::Condition;
use super::set::SizeSet;

/// From a heap whose size is in `on`, take i tokens, i in `take`, and leave the rest as k nonempty heaps, k in
/// `leave`, whose sizes satisfy `condition`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Clause {
    /// The numbers of tokens that may be taken.
    pub take: SizeSet,
    /// The numbers of heaps that may be left.
    pub leave: SizeSet,
    /// What the heaps that are left must satisfy.
    pub condition: Condition,
    /// The heap sizes from which the move may be made.
    pub on: SizeSet,
}
