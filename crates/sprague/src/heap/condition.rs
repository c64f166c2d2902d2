//! What the parts of a split must satisfy.
//!
//! The conditions form a chain: each implies the ones before it. So the clauses of a rule that speak of the same
//! move leave, at each heap size, exactly one condition in force: the weakest. Two conditions of the chain can
//! allow the same parts of one particular total, and this file says exactly when: two parts of an even total differ
//! by an even number, so "by at least 1" and "by at least 2" are then the same; three or more parts whose number
//! does not divide the total are never all equal. There are no other coincidences, because 1, 1+D, 1+2D, ... with
//! the rest added to the last part has, from three parts on, a difference of exactly D.
//!
//! For three or more parts `diff>=D` asks that every two parts differ by at least D, as `distinct` does for D = 1.

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
                let pairs = u128::from(heaps) * u128::from(heaps.saturating_sub(1)) / 2;
                let total = u128::from(least).saturating_mul(pairs).saturating_add(heaps.into());
                u64::try_from(total).unwrap_or(u64::MAX)
            }
        }
    }

    /// The one name of this condition when `heaps` heaps are left.
    pub(super) const fn for_heaps(self, heaps: u64) -> Self {
        match (self, heaps) {
            (_, 0 | 1) | (Self::Differ(0), _) => Self::Any,
            (Self::NotAllEqual, 2) => Self::Differ(1),
            _ => self,
        }
    }

    /// Whether some `heaps` parts of `total` satisfy it.
    pub(super) fn exists(self, heaps: u64, total: u64) -> bool {
        total >= self.least_total(heaps)
    }

    /// Whether two conditions allow the same `heaps` >= 2 parts of `total`.
    pub(super) fn same(self, other: Self, heaps: u64, total: u64) -> bool {
        match (self.exists(heaps, total), other.exists(heaps, total)) {
            (true, true) => self.strongest(heaps, total) == other.strongest(heaps, total),
            (here, there) => here == there,
        }
    }

    /// The strongest condition that allows the same parts, where there are parts.
    pub(super) fn strongest(self, heaps: u64, total: u64) -> Self {
        match self {
            Self::Any if heaps == 2 && total % 2 == 1 => Self::Differ(1),
            Self::Differ(least) if heaps == 2 => Self::Differ(least + (least ^ total) % 2),
            Self::Any if heaps > 2 && !total.is_multiple_of(heaps) => Self::NotAllEqual,
            same => same,
        }
    }

    /// The next weaker condition for `heaps` >= 2 heaps; the only weaker one that can allow the same parts.
    pub(super) const fn weaker(self, heaps: u64) -> Option<Self> {
        match (self, heaps) {
            (Self::NotAllEqual, _) | (Self::Differ(1), 2) => Some(Self::Any),
            (Self::Differ(least), 2) => Some(Self::Differ(least - 1)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::options::Parts;

    #[test]
    fn coincidences_are_those_of_the_parts_themselves() {
        let conditions = |heaps| {
            let all =
                [Condition::Any, Condition::NotAllEqual].into_iter().chain((1..6).map(Condition::Differ));
            all.filter(move |&c| c.for_heaps(heaps) == c)
        };
        for heaps in 2..=5 {
            for total in 0..=24 {
                let parts = |c| Parts::new(total, heaps, c).collect::<Vec<_>>();
                for c in conditions(heaps) {
                    assert_eq!(c.exists(heaps, total), !parts(c).is_empty(), "{c:?} {heaps} {total}");
                    for d in conditions(heaps) {
                        assert_eq!(
                            c.same(d, heaps, total),
                            parts(c) == parts(d),
                            "{c:?} {d:?} {heaps} {total}"
                        );
                    }
                }
            }
        }
    }
}
