//! Sets of natural numbers that the rule language can write: finite unions of ranges, the last possibly endless.

use std::fmt;

/// The upper end of an endless range.
pub const ENDLESS: u64 = u64::MAX;

/// A set of natural numbers as ascending ranges, inclusive, with a gap between any two. One form per set.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SizeSet(Vec<(u64, u64)>);

impl SizeSet {
    /// The set of all natural numbers.
    pub fn all() -> Self {
        Self(vec![(0, ENDLESS)])
    }

    /// One range, both ends included.
    pub fn range(low: u64, high: u64) -> Self {
        [(low, high)].into_iter().collect()
    }

    /// Whether nothing is in it.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The ranges, ascending; an upper end of [`ENDLESS`] is none.
    pub fn ranges(&self) -> &[(u64, u64)] {
        &self.0
    }

    /// Whether `n` is in it.
    pub fn contains(&self, n: u64) -> bool {
        let after = self.0.partition_point(|&(low, _)| low <= n);
        after > 0 && n <= self.0[after - 1].1
    }

    /// The least element.
    pub fn least(&self) -> Option<u64> {
        self.0.first().map(|range| range.0)
    }

    /// The greatest element, [`ENDLESS`] where there is none.
    pub fn greatest(&self) -> Option<u64> {
        self.0.last().map(|range| range.1)
    }

    /// How many elements it has.
    pub(super) fn size(&self) -> f64 {
        self.0.iter().map(|&(low, high)| (high - low) as f64 + 1.0).sum()
    }

    /// The elements up to `bound`, ascending.
    pub fn up_to(&self, bound: u64) -> impl Iterator<Item = u64> {
        self.0
            .iter()
            .take_while(move |range| range.0 <= bound)
            .flat_map(move |&(low, high)| low..=high.min(bound))
    }

    /// The least element that is at least `low`.
    pub fn next_from(&self, low: u64) -> Option<u64> {
        let at = self.0.partition_point(|&(_, high)| high < low);
        self.0.get(at).map(|range| range.0.max(low))
    }

    /// The elements that are at least `low`.
    #[must_use]
    pub fn from(&self, low: u64) -> Self {
        let at = self.0.partition_point(|&(_, high)| high < low);
        Self(self.0[at..].iter().map(|&(start, high)| (start.max(low), high)).collect())
    }

    /// The least number from which on either all numbers are in the set or none is.
    pub fn settled_from(&self) -> u64 {
        match self.0.last() {
            None => 0,
            Some(&(low, ENDLESS)) => low,
            Some(&(_, high)) => high + 1,
        }
    }

    /// Whether every element is in the other set.
    pub fn is_subset(&self, other: &Self) -> bool {
        self.0.iter().all(|&(low, high)| {
            let at = other.0.partition_point(|range| range.1 < low);
            other.0.get(at).is_some_and(|range| range.0 <= low && high <= range.1)
        })
    }

    /// The elements in both sets.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        let common = |&(low, high): &(u64, u64)| {
            let at = other.0.partition_point(move |range| range.1 < low);
            let meeting = other.0[at..].iter().take_while(move |range| range.0 <= high);
            meeting.map(move |range| (low.max(range.0), high.min(range.1)))
        };
        Self(self.0.iter().flat_map(common).collect())
    }

    /// The elements in either set.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        self.0.iter().chain(&other.0).copied().collect()
    }

    /// The natural numbers that are not in it.
    #[must_use]
    pub fn complement(&self) -> Self {
        let mut from = 0;
        let mut gaps = Vec::new();
        for &(low, high) in &self.0 {
            if low > from {
                gaps.push((from, low - 1));
            }
            if high == ENDLESS {
                return Self(gaps);
            }
            from = high + 1;
        }
        gaps.push((from, ENDLESS));
        Self(gaps)
    }
}

impl FromIterator<(u64, u64)> for SizeSet {
    fn from_iter<I: IntoIterator<Item = (u64, u64)>>(ranges: I) -> Self {
        let mut sorted: Vec<_> = ranges.into_iter().filter(|(low, high)| low <= high).collect();
        sorted.sort_unstable();
        let mut joined: Vec<(u64, u64)> = Vec::with_capacity(sorted.len());
        for (low, high) in sorted {
            match joined.last_mut() {
                Some(last) if low <= last.1.saturating_add(1) => last.1 = last.1.max(high),
                _ => joined.push((low, high)),
            }
        }
        Self(joined)
    }
}

impl FromIterator<u64> for SizeSet {
    fn from_iter<I: IntoIterator<Item = u64>>(elements: I) -> Self {
        elements.into_iter().map(|n| (n, n)).collect()
    }
}

impl fmt::Display for SizeSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, &(low, high)) in self.0.iter().enumerate() {
            let comma = if at == 0 { "" } else { "," };
            match high {
                ENDLESS => write!(f, "{comma}{low}..")?,
                _ if low == high => write!(f, "{comma}{low}")?,
                _ if high - low == 1 => write!(f, "{comma}{low},{high}")?,
                _ => write!(f, "{comma}{low}..{high}")?,
            }
        }
        Ok(())
    }
}
