//! How many tokens a clause takes, and on what sizes of heaps: the one place where lists of ranges and sets that such
//! lists cannot say are told apart.
//!
//! What a clause takes is a list of ranges, a set of [`Amounts`], or what is left over such a set: `to(n/2)` takes as many
//! as leave n/2. Whoever lists, counts, checks or joins moves asks here and need not know which it is. Whoever needs
//! ranges, as the theorems on periods do, asks [`super::Clause::plain`], which has them or nothing.

use std::fmt;

use super::amounts::{Amounts, Bound, LISTED, members};
use super::arithmetic::divisors;
use super::cycle::Repeating;
use super::set::{ENDLESS, SizeSet};

/// The numbers of tokens that a clause takes from a heap.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Take {
    /// Those of a list of ranges.
    Ranges(SizeSet),
    /// Those of a set by name or by the size of the heap, at least 1.
    Named(Amounts),
    /// Those that leave a number of a set; 0 belongs to a range that begins with it.
    Down(Amounts),
}

impl From<SizeSet> for Take {
    fn from(set: SizeSet) -> Self {
        Self::Ranges(set)
    }
}

/// What may be taken from one heap, ready to be listed.
#[derive(Clone, Debug)]
pub(super) struct TakenFrom<'t> {
    take: &'t Take,
    heap: u64,
    /// The numbers themselves, where listing them once is less work than finding each.
    listed: Option<Vec<u64>>,
}

impl TakenFrom<'_> {
    /// The least number from `low` on.
    pub(super) fn next_from(&self, low: u64) -> Option<u64> {
        if let Some(listed) = &self.listed {
            return listed.get(listed.partition_point(|&n| n < low)).copied();
        }
        match self.take {
            Take::Ranges(set) => set.next_from(low),
            Take::Named(amounts) => amounts.next_from(self.heap, low),
            Take::Down(amounts) => {
                let most_left = self.heap.checked_sub(low.max(1))?;
                if let Some(last) = amounts.last_to(self.heap, most_left) {
                    return Some(self.heap - last);
                }
                leaves_nothing(amounts, self.heap).then_some(self.heap)
            }
        }
        .filter(|&taken| taken <= self.heap)
    }
}

/// Whether nothing may be left: whether 0 belongs to the range, which is empty where its end is below 0.
const fn leaves_nothing(amounts: &Amounts, heap: u64) -> bool {
    match amounts {
        Amounts::Between(_, Bound::Less(number)) if *number > heap => false,
        Amounts::Between(low, _) => heap > 0 && low.of(heap) == 0,
        _ => false,
    }
}

impl Take {
    /// No tokens, as a split does.
    pub(super) fn nothing() -> Self {
        Self::Ranges(SizeSet::range(0, 0))
    }

    /// The list of ranges, where it is one.
    pub const fn ranges(&self) -> Option<&SizeSet> {
        match self {
            Self::Ranges(set) => Some(set),
            _ => None,
        }
    }

    /// Whether nothing is ever taken, not even 0 tokens, as far as the list shows.
    pub fn is_empty(&self) -> bool {
        self.ranges().is_some_and(SizeSet::is_empty)
    }

    /// The greatest number, [`ENDLESS`] where there is none or it depends on the heap.
    pub fn greatest(&self) -> Option<u64> {
        self.ranges().map_or(Some(ENDLESS), SizeSet::greatest)
    }

    /// Whether so many tokens may be taken from a heap.
    pub fn contains(&self, heap: u64, taken: u64) -> bool {
        taken <= heap
            && match self {
                Self::Ranges(set) => set.contains(taken),
                Self::Named(amounts) => amounts.contains(heap, taken),
                Self::Down(_) if taken == 0 => false,
                Self::Down(amounts) if taken == heap => leaves_nothing(amounts, heap),
                Self::Down(amounts) => amounts.contains(heap, heap - taken),
            }
    }

    /// What may be taken from a heap, ready to be listed.
    pub(super) fn of_heap(&self, heap: u64) -> TakenFrom<'_> {
        let listed = match self {
            Self::Named(Amounts::Divisors | Amounts::ProperDivisors)
            | Self::Down(Amounts::Divisors | Amounts::ProperDivisors) => {
                let mut all: Vec<u64> = match self {
                    Self::Down(_) => divisors(heap).iter().map(|d| heap - d).collect(),
                    _ => divisors(heap),
                };
                all.retain(|&taken| self.contains(heap, taken));
                all.sort_unstable();
                Some(all)
            }
            _ => None,
        };
        TakenFrom { take: self, heap, listed }
    }

    /// What may be taken from a heap, ascending, found as it is asked for.
    pub fn up_to(&self, heap: u64) -> Box<dyn Iterator<Item = u64> + '_> {
        if let Self::Ranges(set) = self {
            return Box::new(set.up_to(heap));
        }
        let taken = self.of_heap(heap);
        let mut next = Some(1);
        Box::new(std::iter::from_fn(move || {
            let found = taken.next_from(next?)?;
            next = found.checked_add(1);
            Some(found)
        }))
    }

    /// How many numbers may be taken from a heap at most.
    pub(crate) fn most(&self, heap: u64) -> f64 {
        match self {
            Self::Ranges(set) => set.intersection(&SizeSet::range(0, heap)).size(),
            Self::Named(amounts) => amounts.most(heap),
            Self::Down(amounts) => amounts.most(heap) + 1.0,
        }
    }

    /// Whether the numbers depend on the size of the heap.
    pub fn depends_on_heap(&self) -> bool {
        match self {
            Self::Ranges(_) => false,
            Self::Named(amounts) => amounts.depend_on_heap(),
            Self::Down(_) => true,
        }
    }

    /// One stretch of numbers that may be taken from a heap, where they are one.
    pub(crate) fn stretch(&self, heap: u64) -> Option<(u64, u64)> {
        match self {
            Self::Named(Amounts::Between(low, high)) => Some((low.of(heap).max(1), high.of(heap).min(heap))),
            Self::Down(Amounts::Between(low, high)) => {
                let is_empty = heap == 0 || matches!(high, Bound::Less(number) if *number > heap);
                let (low, high) = (low.of(heap), high.of(heap).min(heap.saturating_sub(1)));
                Some(if low <= high && !is_empty { (heap - high, heap - low) } else { (1, 0) })
            }
            _ => None,
        }
    }

    /// Whether a heap is never taken whole.
    pub(super) fn leaves_some(&self) -> bool {
        match self {
            Self::Named(Amounts::ProperDivisors) => true,
            Self::Named(Amounts::Between(_, Bound::Share(parts))) => *parts >= 2,
            Self::Named(Amounts::Between(_, Bound::Less(number))) => *number >= 1,
            Self::Ranges(_) | Self::Named(_) => false,
            Self::Down(Amounts::Between(low, _)) => matches!(low, Bound::Number(1..)),
            Self::Down(_) => true,
        }
    }

    /// Whether every number of the one is in the other, at every heap, as far as their forms show.
    pub(super) fn is_subset(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Ranges(one), Self::Ranges(other)) => one.is_subset(other),
            (Self::Named(Amounts::Cycle(cycle)), Self::Ranges(set)) => cycle.is_within(set),
            (Self::Ranges(set), Self::Named(Amounts::Cycle(cycle))) => {
                // a cycle begins with 1, and what it says of 0 is nothing: a split is never in it
                !set.contains(0) && cycle.holds(set)
            }
            (Self::Named(one), Self::Named(other)) => one.is_subset(other),
            (Self::Down(Amounts::Between(a, b)), Self::Down(Amounts::Between(c, d))) => {
                let low = a == c
                    || *c == Bound::Number(0)
                    || matches!((a, c), (Bound::Number(a), Bound::Number(c)) if c <= a);
                low && (b == d
                    || b.is_at_most(*d)
                        && !matches!(
                            (b, d),
                            (Bound::Number(_), Bound::Share(_) | Bound::Root | Bound::Less(_))
                        ))
            }
            _ => self == other,
        }
    }

    /// Both together, where they are one set that can be said.
    pub(super) fn union(&self, other: &Self) -> Option<Self> {
        let together = match (self, other) {
            (Self::Ranges(one), Self::Ranges(other)) => return Some(Self::Ranges(one.union(other))),
            (Self::Named(Amounts::Cycle(cycle)), Self::Ranges(set))
            | (Self::Ranges(set), Self::Named(Amounts::Cycle(cycle)))
                if !set.contains(0) =>
            {
                cycle.with(set)?
            }
            (Self::Named(Amounts::Cycle(one)), Self::Named(Amounts::Cycle(other))) => one.union(other)?,
            _ => return None,
        };
        Some(Self::repeating(together))
    }

    /// A set that repeats, as the simplest form of it.
    pub(super) fn repeating(set: Repeating) -> Self {
        set.map_or_else(Self::Ranges, |cycle| Self::Named(Amounts::Cycle(cycle)))
    }

    /// One name for each set.
    pub(super) fn simplified(self) -> Self {
        let bound = |bound: Bound| if bound == Bound::Share(1) { Bound::Less(0) } else { bound };
        match self {
            Self::Named(Amounts::Between(low, high)) => {
                let low = if low == Bound::Number(0) { Bound::Number(1) } else { bound(low) };
                Self::Named(Amounts::Between(low, bound(high)))
            }
            Self::Down(Amounts::Between(low, high)) => match (bound(low).taken(), bound(high).taken()) {
                (Some(most), Some(least)) => Self::Named(Amounts::Between(least, most)).simplified(),
                _ => Self::Down(Amounts::Between(bound(low), bound(high))),
            },
            Self::Named(Amounts::Powers(0 | 1)) => {
                Self::Named(Amounts::Between(Bound::Number(1), Bound::Number(1)))
            }
            Self::Down(Amounts::Powers(0 | 1)) => {
                Self::Down(Amounts::Between(Bound::Number(1), Bound::Number(1))).simplified()
            }
            Self::Down(Amounts::Divisors) => Self::Down(Amounts::ProperDivisors),
            same => same,
        }
    }

    /// The numbers up to a bound, where they do not depend on the heap.
    pub(super) fn listed(&self, bound: u64) -> SizeSet {
        match self {
            Self::Ranges(set) => set.intersection(&SizeSet::range(0, bound)),
            Self::Named(amounts) if !amounts.depend_on_heap() => members(amounts, bound),
            _ => self.up_to(bound).collect(),
        }
    }
}

impl Bound {
    /// What is taken where this is left, if that is a bound, too.
    const fn taken(self) -> Option<Self> {
        match self {
            Self::Number(ENDLESS) => Some(Self::Number(1)),
            Self::Number(number) => Some(Self::Less(number)),
            Self::Less(number) => Some(Self::Number(number)),
            Self::Share(_) | Self::Root => None,
        }
    }
}

/// Sizes of heaps from which a clause may be used.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sizes {
    /// Those of a list of ranges.
    Ranges(SizeSet),
    /// Those of a set by name; it does not depend on the heap.
    Named(Amounts),
}

impl From<SizeSet> for Sizes {
    fn from(set: SizeSet) -> Self {
        Self::Ranges(set)
    }
}

impl Sizes {
    /// All sizes.
    pub fn all() -> Self {
        Self::Ranges(SizeSet::all())
    }

    /// The list of ranges, where it is one.
    pub const fn ranges(&self) -> Option<&SizeSet> {
        match self {
            Self::Ranges(set) => Some(set),
            Self::Named(_) => None,
        }
    }

    /// Whether a heap of this size is meant.
    pub fn contains(&self, size: u64) -> bool {
        match self {
            Self::Ranges(set) => set.contains(size),
            Self::Named(amounts) => amounts.contains(size, size),
        }
    }

    /// Whether all large heaps are meant.
    pub fn are_lasting(&self) -> bool {
        self.ranges().is_some_and(|set| set.greatest() == Some(ENDLESS))
    }

    /// The greatest of them, where there is one.
    pub(super) fn greatest(&self) -> u64 {
        self.ranges().map_or(ENDLESS, |set| set.greatest().unwrap_or(0))
    }

    /// Whether each is among the others, as far as their forms show.
    pub(super) fn is_subset(&self, other: &Self) -> bool {
        match (self, other) {
            (_, Self::Ranges(set)) if *set == SizeSet::all() => true,
            (Self::Ranges(one), Self::Ranges(other)) => one.is_subset(other),
            (Self::Named(Amounts::Cycle(cycle)), Self::Ranges(set)) => cycle.is_within(set),
            (Self::Ranges(set), Self::Named(Amounts::Cycle(cycle))) => cycle.holds(set),
            (Self::Named(one), Self::Named(other)) => one.is_subset(other),
            (Self::Named(named), Self::Ranges(set)) => match set.ranges() {
                [(low, ENDLESS)] => named.next_from(ENDLESS, 1) >= Some(*low),
                _ => false,
            },
            (Self::Ranges(_), Self::Named(_)) => false,
        }
    }

    /// Both together, where they are one set that can be said. Heaps of 0 have no moves and do not matter.
    pub(super) fn union(&self, other: &Self) -> Option<Self> {
        match (self, other) {
            (Self::Ranges(one), Self::Ranges(other)) => Some(Self::Ranges(one.union(other))),
            (Self::Named(named), Self::Ranges(set)) | (Self::Ranges(set), Self::Named(named)) => {
                let named = Take::Named(named.clone());
                named.union(&Take::Ranges(set.from(1))).map(Self::of)
            }
            (Self::Named(one), Self::Named(other)) => {
                Take::Named(one.clone()).union(&Take::Named(other.clone())).map(Self::of)
            }
        }
    }

    fn of(take: Take) -> Self {
        match take {
            Take::Named(amounts) | Take::Down(amounts) => Self::Named(amounts),
            Take::Ranges(set) if set.ranges() == [(1, ENDLESS)] => Self::all(),
            Take::Ranges(set) => Self::Ranges(set),
        }
    }

    /// One name for each set: short powers are a number, and what holds every size is all.
    pub(super) fn simplified(self) -> Self {
        match self {
            Self::Named(Amounts::Powers(0 | 1)) => Self::Ranges(SizeSet::range(1, 1)),
            same => same,
        }
    }

    /// The sizes from a least one on, where a list of ranges says so; nothing less is lost.
    pub(super) fn from(&self, least: u64) -> Self {
        match self {
            Self::Named(amounts) => Self::Named(amounts.clone()),
            Self::Ranges(set) => {
                let set = set.from(least);
                let fills = set.contains(least) && set.greatest() == Some(ENDLESS);
                let below = if fills { SizeSet::range(0, least) } else { SizeSet::default() };
                Self::Ranges(set.union(&below))
            }
        }
    }

    /// The sizes without those of a list that are below a least one.
    pub(super) fn bare(&self, least: u64) -> Self {
        match self {
            Self::Named(amounts) => Self::Named(amounts.clone()),
            Self::Ranges(set) => Self::Ranges(set.from(least)),
        }
    }

    /// The sizes, where they are few and small.
    pub(super) fn few(&self, most: u64) -> Option<Vec<u64>> {
        let set = self.ranges().filter(|set| set.greatest() <= Some(LISTED) && set.size() <= most as f64)?;
        Some(set.up_to(LISTED).collect())
    }
}

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ranges(set) => write!(f, "take({set})"),
            Self::Named(amounts) => write!(f, "take({amounts})"),
            Self::Down(amounts) => write!(f, "to({amounts})"),
        }
    }
}

impl fmt::Display for Sizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ranges(set) => write!(f, "{set}"),
            Self::Named(amounts) => write!(f, "{amounts}"),
        }
    }
}
