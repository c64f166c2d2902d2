//! How what is left may be divided: what the parts of one clause must satisfy.
//!
//! The conditions of [`Condition`] form a chain, and the theorems on periods speak of them alone. Beside them stand
//! parts that are all equal, and two parts whose difference is in a set. Of two parts every condition is a set of
//! differences, so several of them in force at once are one; of three or more parts at most two are in force, a condition
//! of the chain and equality.

use super::amounts::Amounts;
use super::arithmetic::divisors;
use super::condition::Condition;
use super::set::{ENDLESS, SizeSet};

/// What the heaps that a move leaves must satisfy.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Division {
    /// A condition of the chain.
    Chain(Condition),
    /// All parts are equal.
    Equal,
    /// There are two parts, whose difference is one of these.
    Apart(SizeSet),
    /// All parts are equal, or they satisfy a condition: two clauses that speak of the same move.
    EqualOr(Condition),
}

impl From<Condition> for Division {
    fn from(condition: Condition) -> Self {
        Self::Chain(condition)
    }
}

impl PartialEq<Condition> for Division {
    fn eq(&self, other: &Condition) -> bool {
        self.chain() == Some(*other)
    }
}

impl Division {
    /// Any parts.
    pub const ANY: Self = Self::Chain(Condition::Any);

    /// The condition of the chain, where it is one.
    pub const fn chain(&self) -> Option<Condition> {
        match self {
            Self::Chain(condition) => Some(*condition),
            _ => None,
        }
    }

    /// Whether parts in ascending order satisfy it.
    pub fn allows(&self, parts: &[u64]) -> bool {
        let equal = || parts.first() == parts.last();
        match self {
            _ if parts.len() < 2 => true,
            Self::Chain(condition) => condition.allows(parts),
            Self::Equal => equal(),
            Self::EqualOr(condition) => equal() || condition.allows(parts),
            Self::Apart(set) => parts.len() == 2 && set.contains(parts[1] - parts[0]),
        }
    }

    /// The one name of it when `heaps` heaps are left.
    pub(super) fn for_heaps(&self, heaps: u64) -> Self {
        match self {
            _ if heaps < 2 => Self::ANY,
            Self::Chain(condition) => Self::Chain(condition.for_heaps(heaps)),
            Self::Apart(set) if heaps == 2 => Self::of_differences(set.clone()),
            Self::EqualOr(_) if heaps == 2 => Self::of_differences(self.differences()),
            same => same.clone(),
        }
    }

    /// The differences that two parts may have.
    fn differences(&self) -> SizeSet {
        match self {
            Self::Chain(Condition::Any) => SizeSet::all(),
            Self::Chain(Condition::NotAllEqual) => SizeSet::range(1, ENDLESS),
            Self::Chain(Condition::Differ(least)) => SizeSet::range(*least, ENDLESS),
            Self::Equal => SizeSet::range(0, 0),
            Self::Apart(set) => set.clone(),
            Self::EqualOr(condition) => {
                Self::Equal.differences().union(&Self::Chain(*condition).differences())
            }
        }
    }

    fn of_differences(set: SizeSet) -> Self {
        match set.ranges() {
            [(0, ENDLESS)] => Self::ANY,
            [(0, 0)] => Self::Equal,
            &[(low, ENDLESS)] => Self::Chain(Condition::Differ(low)),
            _ => Self::Apart(set),
        }
    }

    /// What two of them in force together allow.
    pub(super) fn union(&self, other: &Self, heaps: u64) -> Self {
        if heaps == 2 {
            return Self::of_differences(self.differences().union(&other.differences()));
        }
        let chain = |division: &Self| match division {
            Self::Chain(condition) | Self::EqualOr(condition) => Some(*condition),
            _ => None,
        };
        let equal =
            [self, other].into_iter().any(|division| matches!(division, Self::Equal | Self::EqualOr(_)));
        match (chain(self).into_iter().chain(chain(other)).min(), equal) {
            (None, _) => self.clone(),
            (Some(Condition::Any), _) | (Some(Condition::NotAllEqual), true) => Self::ANY,
            (Some(condition), false) => Self::Chain(condition),
            (Some(condition), true) => Self::EqualOr(condition),
        }
    }

    /// Whether it allows everything that another one does.
    pub(super) fn holds(&self, other: &Self, heaps: u64) -> bool {
        self.for_heaps(heaps) == self.union(other, heaps)
    }

    /// Whether some `heaps` parts of `total` satisfy it.
    pub(super) fn exists(&self, heaps: u64, total: u64) -> bool {
        match self {
            _ if heaps < 2 => total >= heaps,
            Self::Chain(condition) => condition.exists(heaps, total),
            Self::Equal => total > 0 && total.is_multiple_of(heaps),
            Self::EqualOr(condition) => Self::Equal.exists(heaps, total) || condition.exists(heaps, total),
            Self::Apart(set) => {
                heaps == 2 && total >= 2 && greatest_of_parity(set, total - 2, total).is_some()
            }
        }
    }

    /// The least number of tokens that can be left as so many heaps, saturating.
    pub(crate) fn least_total(&self, heaps: u64) -> u64 {
        match self {
            Self::Chain(condition) => condition.least_total(heaps),
            Self::Apart(set) if heaps == 2 => set.least().unwrap_or(ENDLESS).saturating_add(2),
            _ => heaps,
        }
    }

    /// The numbers of heaps, among these, that a total can be left as.
    pub(super) fn leaves_of(&self, leave: &SizeSet, total: u64) -> SizeSet {
        let few = || SizeSet::range(u64::from(total > 0), 1.min(total));
        let equal = || divisors(total).into_iter().collect::<SizeSet>();
        let possible = match self {
            Self::Chain(condition) => up_to_most(*condition, total),
            _ if total < 2 => few(),
            Self::Equal => equal(),
            Self::EqualOr(condition) => up_to_most(*condition, total).union(&equal()),
            Self::Apart(_) if self.exists(2, total) => SizeSet::range(1, 2),
            Self::Apart(_) => few(),
        };
        leave.intersection(&possible)
    }

    /// An upper bound on the number of ways to leave a total as parts, their number in a range, where the chain has no
    /// better one.
    pub(super) fn ways(&self, total: u64, (from, to): (u64, u64)) -> f64 {
        match self {
            Self::Apart(set) => {
                let most = set.greatest().unwrap_or(0).min(total);
                f64::from(from <= 1)
                    + set.intersection(&SizeSet::range(0, most)).size().min(total as f64 / 2.0)
            }
            _ => Amounts::Divisors.most(total).min((to.min(total).saturating_sub(from)) as f64 + 1.0),
        }
    }
}

/// The numbers of heaps that a total can be left as under a condition of the chain: all up to some.
fn up_to_most(condition: Condition, total: u64) -> SizeSet {
    let (mut low, mut high) = (0, total);
    while low < high {
        let middle = high - (high - low) / 2;
        if condition.for_heaps(middle).exists(middle, total) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    SizeSet::range(u64::from(total > 0), low)
}

/// The greatest element up to a bound that is even or odd like a number.
pub(super) fn greatest_of_parity(set: &SizeSet, bound: u64, like: u64) -> Option<u64> {
    let of_range = |&(low, high): &(u64, u64)| {
        let high = high.min(bound);
        let last = high.checked_sub((high ^ like) & 1)?;
        (low <= last).then_some(last)
    };
    set.ranges().iter().rev().find_map(of_range)
}
