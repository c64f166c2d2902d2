//! Sets of numbers that repeat: even, odd, every third number, and what blocks of codes take.
//!
//! Such a set is a list of some first numbers and a pattern that comes again for ever. One set has one form: the
//! shortest pattern, begun as early as it can be. What is finite, or holds all numbers from some point on, is a list of
//! ranges and no cycle, so that the theorems which ask for ranges see it.

use std::fmt;

use super::set::{ENDLESS, SizeSet};

/// The most numbers before the pattern, and the longest pattern.
pub(super) const LONGEST_CYCLE: usize = 4096;

/// An endless set of positive numbers that lacks endlessly many, and repeats.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cycle {
    /// Whether 1, 2, 3, ... are in it, as far as no pattern is seen.
    head: Vec<bool>,
    /// Whether those after them are, again and again.
    block: Vec<bool>,
}

/// A set as the shortest of the forms it has.
pub(super) type Repeating = Result<Cycle, SizeSet>;

impl Cycle {
    /// The numbers up to `head` and the pattern of `block` numbers after them that a function tells.
    pub(super) fn of(head: usize, block: usize, contains: impl Fn(u64) -> bool) -> Repeating {
        let mut all = (1..=(head + block) as u64).map(contains);
        let mut head: Vec<bool> = all.by_ref().take(head).collect();
        let mut block: Vec<bool> = all.collect();
        let repeats = |length: &usize| {
            block.len().is_multiple_of(*length) && block.iter().zip(&block[*length..]).all(|(a, b)| a == b)
        };
        let shortest = (1..block.len()).find(repeats).unwrap_or(block.len());
        block.truncate(shortest);
        while !head.is_empty() && head.last() == block.last() {
            head.pop();
            block.rotate_right(1);
        }
        if let [is_in] = block[..] {
            let first = (1..).zip(&head).filter(|(_, is_in)| **is_in).map(|(n, _)| (n, n));
            let rest = is_in.then_some((head.len() as u64 + 1, ENDLESS));
            return Err(first.chain(rest).collect());
        }
        Ok(Self { head, block })
    }

    /// `first`, `first` + `step`, ...; both at least 1 and at most [`LONGEST_CYCLE`].
    pub(super) fn progression(first: u64, step: u64) -> Repeating {
        Self::of(first as usize - 1, step as usize, |n| n >= first && (n - first).is_multiple_of(step))
    }

    /// Whether a number is in it.
    pub fn contains(&self, n: u64) -> bool {
        let Some(at) = n.checked_sub(1) else { return false };
        let first = self.head.len() as u64;
        if at < first {
            self.head[at as usize]
        } else {
            self.block[((at - first) % self.block.len() as u64) as usize]
        }
    }

    /// How many numbers come before the pattern, and how many are in the pattern.
    pub(super) fn lengths(&self) -> (usize, usize) {
        (self.head.len(), self.block.len())
    }

    /// The least number from `low` on.
    pub(super) fn next_from(&self, low: u64) -> Option<u64> {
        let looked_at = (self.head.len() + self.block.len()) as u64;
        let low = low.max(1);
        (low..=low.checked_add(looked_at)?).find(|&n| self.contains(n))
    }

    /// The greatest number up to `high`.
    pub(super) fn last_to(&self, high: u64) -> Option<u64> {
        let looked_at = (self.head.len() + self.block.len()) as u64;
        (high.saturating_sub(looked_at)..=high).rev().find(|&n| self.contains(n))
    }

    /// The set with those of another one; `None` where the pattern would be too long.
    pub(super) fn union(&self, other: &Self) -> Option<Repeating> {
        let block = common(self.block.len(), other.block.len())?;
        let head = self.head.len().max(other.head.len());
        Some(Self::of(head, block, |n| self.contains(n) || other.contains(n)))
    }

    /// The set with those of a list of ranges; `None` where the list is too long.
    pub(super) fn with(&self, set: &SizeSet) -> Option<Repeating> {
        let head = settled(set)?.max(self.head.len());
        Some(Self::of(head, self.block.len(), |n| self.contains(n) || set.contains(n)))
    }

    /// The number whose multiples it holds, and nothing else.
    pub(super) fn as_multiples(&self) -> Option<u64> {
        let ones = self.block.iter().filter(|is_in| **is_in).count();
        (self.head.is_empty() && ones == 1 && self.block.last() == Some(&true))
            .then_some(self.block.len() as u64)
    }

    /// Whether it holds a multiple of a number: its multiples meet the pattern in the same way after as many as the
    /// pattern is long.
    pub(super) fn has_multiple(&self, factor: u64) -> bool {
        let looked_at = (self.head.len() + self.block.len()) as u64;
        (1..=looked_at).filter_map(|times| factor.checked_mul(times)).any(|n| self.contains(n))
    }

    /// Whether it is in another one.
    pub(super) fn is_subset(&self, other: &Self) -> bool {
        self.union(other).is_some_and(|all| all.as_ref() == Ok(other))
    }

    /// Whether it is in a list of ranges.
    pub(super) fn is_within(&self, set: &SizeSet) -> bool {
        let all = || self.with(set).is_some_and(|all| all.as_ref().err() == Some(&set.from(1)));
        set.greatest() == Some(ENDLESS) && all()
    }

    /// Whether it holds a list of ranges.
    pub(super) fn holds(&self, set: &SizeSet) -> bool {
        self.with(set).is_some_and(|all| all.as_ref() == Ok(self)) && !set.is_empty()
    }

    /// About how many of the numbers up to n are in it, at least as many as there are.
    pub(super) fn most(&self, n: u64) -> f64 {
        let ones = |list: &[bool]| list.iter().filter(|is_in| **is_in).count() as f64;
        let turns = n.saturating_sub(self.head.len() as u64) as f64 / self.block.len() as f64;
        ones(&self.head) + (turns + 1.0) * ones(&self.block)
    }

    /// As numbers and progressions of one step each, which begin as early as they can.
    fn items(&self) -> (SizeSet, Vec<u64>) {
        let step = self.block.len();
        let mut alone = self.head.clone();
        let mut firsts = Vec::new();
        for at in (0..step).filter(|&at| self.block[at]) {
            let mut first = self.head.len() + at;
            while first >= step && self.contains((first - step) as u64 + 1) {
                first -= step;
                if let Some(place) = alone.get_mut(first) {
                    *place = false;
                }
            }
            firsts.push(first as u64 + 1);
        }
        firsts.sort_unstable();
        ((1..).zip(alone).filter(|item| item.1).map(|item| item.0).collect::<SizeSet>(), firsts)
    }
}

/// The number from which on all numbers are in the set or none is, less 1, where it is small.
fn settled(set: &SizeSet) -> Option<usize> {
    let last = usize::try_from(set.settled_from().saturating_sub(1)).ok()?;
    (last <= LONGEST_CYCLE).then_some(last)
}

/// The least common multiple, where it is small.
pub(super) fn common(a: usize, b: usize) -> Option<usize> {
    let (mut x, mut y) = (a, b);
    while y > 0 {
        (x, y) = (y, x % y);
    }
    (a / x).checked_mul(b).filter(|&length| length <= LONGEST_CYCLE)
}

impl fmt::Display for Cycle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (alone, firsts) = self.items();
        let step = self.block.len();
        match (alone.is_empty(), &firsts[..], step) {
            (true, [2], 2) => return f.write_str("even"),
            (true, [1], 2) => return f.write_str("odd"),
            _ => {}
        }
        let progressions = firsts.iter().map(|first| format!("{first}.. by {step}"));
        let alone = Some(alone.to_string()).filter(|text| !text.is_empty());
        f.write_str(&alone.into_iter().chain(progressions).collect::<Vec<_>>().join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every set that repeats, up to small lengths, has one form, and the form is the set.
    #[test]
    fn one_set_has_one_form() {
        let mut forms = std::collections::HashMap::new();
        for head in 0..4 {
            for block in 1..5 {
                for bits in 0_u32..1 << (head + block) {
                    let contains = |n: u64| {
                        let at = n as usize - 1;
                        bits >> (if at < head { at } else { head + (at - head) % block }) & 1 == 1
                    };
                    let form = Cycle::of(head, block, contains);
                    let members: Vec<u64> = (1..=40).filter(|&n| contains(n)).collect();
                    let told: Vec<u64> = match &form {
                        Ok(cycle) => (1..=40).filter(|&n| cycle.contains(n)).collect(),
                        Err(set) => set.up_to(40).collect(),
                    };
                    assert_eq!(told, members);
                    if let Ok(cycle) = &form {
                        let next = (1..=30).filter_map(|n| cycle.next_from(n)).collect::<Vec<_>>();
                        let naive = (1..=30).filter_map(|n| members.iter().find(|&&m| m >= n).copied());
                        assert_eq!(next, naive.collect::<Vec<_>>());
                        let last = (1..=30).filter_map(|n| cycle.last_to(n)).collect::<Vec<_>>();
                        let naive = (1..=30).filter_map(|n| members.iter().rfind(|&&m| m <= n).copied());
                        assert_eq!(last, naive.collect::<Vec<_>>());
                        assert!(cycle.most(30) >= members.iter().filter(|&&m| m <= 30).count() as f64);
                    }
                    assert_eq!(forms.entry(members).or_insert_with(|| form.clone()), &form);
                }
            }
        }
    }

    #[test]
    fn sets_are_joined_and_compared() {
        let every = |first, step| Cycle::progression(first, step).expect("a cycle");
        assert_eq!(every(2, 2).to_string(), "even");
        assert_eq!(every(3, 2).union(&every(1, 4)).unwrap().unwrap().to_string(), "odd");
        assert_eq!(every(1, 2).union(&every(2, 2)), Some(Err(SizeSet::range(1, ENDLESS))));
        assert_eq!(every(5, 3).with(&SizeSet::range(2, 2)).unwrap(), Ok(every(2, 3)));
        assert_eq!(every(5, 3).with(&SizeSet::range(1, 2)).unwrap().unwrap().to_string(), "1,2.. by 3");
        assert!(every(4, 4).is_subset(&every(2, 2)) && !every(2, 2).is_subset(&every(4, 4)));
        assert!(
            every(4, 4).is_within(&SizeSet::range(3, ENDLESS))
                && !every(2, 4).is_within(&SizeSet::range(3, ENDLESS))
        );
        assert!(
            every(1, 2).holds(&[3, 5].into_iter().collect()) && !every(1, 2).holds(&SizeSet::range(1, 2))
        );
        assert_eq!(every(4000, 4095).union(&every(1, 4096)), None);
    }
}
