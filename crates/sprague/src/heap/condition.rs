//! What the parts of a split must satisfy.
//!
//! The conditions form a chain: each implies the ones before it. So the clauses of a rule that speak of the same
//! move leave, at each heap size, exactly one condition in force: the weakest.

/// A condition on the parts of a move that leaves two or more heaps, from the weakest to the strongest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Condition {
    /// Any parts.
    Any,
    /// Not all parts are equal. For two parts this is `Differ(1)`.
    NotAllEqual,
    /// Every two parts differ by at least this much (at least 1; 1 is `distinct`).
    Differ(u64),
}

impl Condition {
    /// Whether parts in ascending order satisfy it.
    pub fn allows(self, parts: &[u64]) -> bool {
        match self {
            Self::Any => true,
            Self::NotAllEqual => parts.len() < 2 || parts.first() != parts.last(),
            Self::Differ(least) => parts.windows(2).all(|pair| pair[1] - pair[0] >= least),
        }
    }

    /// The least number of tokens that can be left as `heaps` heaps under this condition, saturating.
    pub fn least_total(self, heaps: u64) -> u64 {
        match self {
            Self::Any => heaps,
            Self::NotAllEqual => heaps.saturating_add(1),
            Self::Differ(least) => {
                let pairs = heaps.saturating_mul(heaps.saturating_sub(1)) / 2;
                heaps.saturating_add(least.saturating_mul(pairs))
            }
        }
    }
}
