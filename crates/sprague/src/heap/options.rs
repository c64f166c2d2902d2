//! The options of a heap, one after another, for heaps of any size.
//!
//! Nothing is prepared per heap size: the next option is found from the last, so the first options of a heap of
//! 10^18 tokens cost as much as those of a heap of ten. The order is: fewest tokens taken first, then fewest heaps
//! left, then the smallest part, the next smallest, and so on.

use super::clause::Clause;
use super::condition::Condition;
use super::division::{Division, greatest_of_parity};
use super::rule::Rule;
use super::set::SizeSet;
use super::take::TakenFrom;

/// The ways to write a total as a number of positive parts that satisfy what they must: ascending parts, in the order
/// of the dictionary.
#[derive(Clone, Debug)]
pub struct Parts {
    /// Those under a condition of the chain.
    chain: Option<ChainParts>,
    /// Those of two parts whose difference is in a set: the total, the set, and the greatest difference that is left.
    apart: Option<(u64, SizeSet, u64)>,
    /// Equal parts, which come last.
    equal: Option<Vec<u64>>,
}

impl Parts {
    /// All ways to leave `total` tokens as `heaps` heaps.
    pub fn new(total: u64, heaps: u64, condition: impl Into<Division>) -> Self {
        let condition: Division = condition.into();
        let chain = |condition: Condition| Some(ChainParts::new(total, heaps, condition));
        let equal = || {
            let is_possible = Division::Equal.exists(heaps, total);
            is_possible.then(|| vec![total / heaps; heaps as usize])
        };
        let (chain, apart, equal) = match condition.for_heaps(heaps) {
            Division::Chain(condition) => (chain(condition), None, None),
            Division::Equal => (None, None, equal()),
            Division::EqualOr(condition) => (chain(condition), None, equal()),
            Division::Apart(set) => {
                let most = total.checked_sub(2).filter(|_| heaps == 2);
                (None, most.map(|most| (total, set, most)), None)
            }
        };
        Self { chain, apart, equal }
    }
}

impl Iterator for Parts {
    type Item = Vec<u64>;

    fn next(&mut self) -> Option<Vec<u64>> {
        if let Some(found) = self.chain.as_mut().and_then(Iterator::next) {
            return Some(found);
        }
        if let Some((total, set, most)) = &mut self.apart
            && let Some(difference) = greatest_of_parity(set, *most, *total)
        {
            let (small, total) = ((*total - difference) / 2, *total);
            match difference.checked_sub(1) {
                Some(less) => *most = less,
                None => self.apart = None,
            }
            return Some(vec![small, total - small]);
        }
        self.equal.take()
    }
}

/// The ways to write a total as a number of positive parts under a condition of the chain.
#[derive(Clone, Debug)]
struct ChainParts {
    condition: Condition,
    gap: u64,
    next: Option<Vec<u64>>,
}

impl ChainParts {
    fn new(total: u64, heaps: u64, condition: Condition) -> Self {
        let condition = condition.for_heaps(heaps);
        let gap = if let Condition::Differ(least) = condition { least } else { 0 };
        let possible = condition.exists(heaps, total) && (heaps > 0 || total == 0);
        let next = possible.then(|| {
            let mut parts: Vec<u64> = (0..heaps).map(|at| 1 + gap * at).collect();
            let used: u64 = parts.iter().sum();
            if let Some(last) = parts.last_mut() {
                *last += total - used;
            }
            parts
        });
        let mut all = Self { condition, gap, next };
        if all.next.as_ref().is_some_and(|parts| !condition.allows(parts)) {
            all.next();
        }
        all
    }

    /// The successor: the rightmost part that can grow does, and those after it become as small as they can be.
    fn successor(&self, parts: &[u64]) -> Option<Vec<u64>> {
        let mut rest = 0u64;
        for at in (0..parts.len()).rev() {
            rest += parts[at];
            let after = (parts.len() - 1 - at) as u64;
            let least = u128::from(parts[at] + 1) * u128::from(after + 1)
                + u128::from(self.gap) * u128::from(after) * u128::from(after + 1) / 2;
            if after > 0 && least <= u128::from(rest) {
                let mut next = parts.to_vec();
                for (step, part) in next[at..].iter_mut().enumerate() {
                    *part = parts[at] + 1 + self.gap * step as u64;
                }
                let used: u64 = next[at..].iter().sum();
                *next.last_mut().expect("there is a part after this one") += rest - used;
                return Some(next);
            }
        }
        None
    }
}

impl Iterator for ChainParts {
    type Item = Vec<u64>;

    fn next(&mut self) -> Option<Vec<u64>> {
        let parts = self.next.take()?;
        let mut next = self.successor(&parts);
        while let Some(candidate) = &next
            && !self.condition.allows(candidate)
        {
            next = self.successor(candidate);
        }
        self.next = next;
        Some(parts)
    }
}

/// The moves from one heap size: tokens taken, heaps left, and the condition in force.
#[derive(Clone, Debug)]
struct Moves<'r> {
    size: u64,
    clauses: Vec<&'r Clause>,
    /// The numbers of lists of ranges.
    take: SizeSet,
    /// The numbers of each other clause.
    named: Vec<TakenFrom<'r>>,
    taken: Option<u64>,
    leave: SizeSet,
    left: u64,
}

impl<'r> Moves<'r> {
    fn new(rule: &'r Rule, size: u64) -> Self {
        let clauses: Vec<_> = rule.clauses().iter().filter(|clause| clause.on.contains(size)).collect();
        let listed = clauses.iter().filter_map(|clause| clause.takes_from(size));
        let take = listed.fold(SizeSet::default(), |a, b| a.union(&b));
        let others = clauses.iter().filter(|clause| clause.take.ranges().is_none());
        let named = others.map(|clause| clause.take.of_heap(size)).collect();
        Self { size, clauses, take, named, taken: None, leave: SizeSet::default(), left: 0 }
    }

    /// The heaps that can be left after taking `taken` tokens.
    fn leaves(&self, taken: u64) -> SizeSet {
        let covering = self.clauses.iter().filter(|clause| clause.take.contains(self.size, taken));
        let sets = covering.map(|clause| clause.condition.leaves_of(&clause.leave, self.size - taken));
        sets.fold(SizeSet::default(), |a, b| a.union(&b))
    }

    fn condition(&self, taken: u64, left: u64) -> Option<Division> {
        let is_covering = |c: &&&Clause| c.take.contains(self.size, taken) && c.leave.contains(left);
        let covering = self.clauses.iter().filter(is_covering);
        covering.map(|clause| clause.condition.for_heaps(left)).reduce(|a, b| a.union(&b, left))
    }
}

impl Iterator for Moves<'_> {
    type Item = (u64, u64, Division);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(taken) = self.taken
                && let Some(left) = self.leave.next_from(self.left)
            {
                self.left = left + 1;
                let condition = self.condition(taken, left)?;
                return Some((taken, left, condition));
            }
            let from = self.taken.map_or(0, |taken| taken + 1);
            let named = self.named.iter().filter_map(|amounts| amounts.next_from(from));
            let taken = named.chain(self.take.next_from(from)).min()?;
            self.taken = Some(taken);
            self.leave = self.leaves(taken);
            self.left = 0;
        }
    }
}

/// The options of one heap, each once, as ascending parts.
#[derive(Clone, Debug)]
pub struct Options<'r> {
    moves: Moves<'r>,
    parts: Option<Parts>,
}

impl Iterator for Options<'_> {
    type Item = Vec<u64>;

    fn next(&mut self) -> Option<Vec<u64>> {
        loop {
            if let Some(option) = self.parts.as_mut().and_then(Iterator::next) {
                return Some(option);
            }
            let (taken, left, condition) = self.moves.next()?;
            self.parts = Some(Parts::new(self.moves.size - taken, left, condition));
        }
    }
}

impl Rule {
    /// The options of a heap, lazily, each once, as ascending part lists.
    ///
    /// ```
    /// let grundy: sprague::heap::Rule = "split(2, distinct)".parse()?;
    /// assert_eq!(grundy.options(7).collect::<Vec<_>>(), [[1, 6], [2, 5], [3, 4]]);
    /// assert_eq!(grundy.options(1_000_000_000_000_000_000).nth(1), Some(vec![2, 999_999_999_999_999_998]));
    /// # Ok::<(), sprague::notation::NotationError>(())
    /// ```
    pub fn options(&self, size: u64) -> Options<'_> {
        Options { moves: Moves::new(self, size), parts: None }
    }

    /// The moves from a heap of this size: tokens taken, heaps left, and what these must satisfy. Some may have no
    /// parts that do.
    pub(crate) fn moves(&self, size: u64) -> impl Iterator<Item = (u64, u64, Division)> {
        Moves::new(self, size)
    }

    /// Whether a heap of this size has no options.
    pub fn is_terminal(&self, size: u64) -> bool {
        let open = |clause: &Clause| match (clause.takes_from(size), &clause.condition) {
            (Some(takes), Division::Chain(_)) => !takes.is_empty(),
            _ => clause.has_move(size),
        };
        !self.clauses().iter().any(|clause| clause.on.contains(size) && open(clause))
    }
}

impl Clause {
    /// The numbers of tokens that can really be taken from a heap of this size, as far as `take` and `leave` go; `None`
    /// where they are no list of ranges.
    pub(super) fn takes_from(&self, size: u64) -> Option<SizeSet> {
        let some = self.leave.next_from(1).map(|heaps| self.condition.for_heaps(heaps).least_total(heaps));
        let some = some.and_then(|least| size.checked_sub(least)).map(|most| SizeSet::range(0, most));
        let none = self.leave.contains(0).then(|| SizeSet::range(size, size));
        let possible = some.unwrap_or_default().union(&none.unwrap_or_default());
        Some(self.take.ranges()?.intersection(&possible))
    }

    /// Whether a heap of this size has a move. Under a condition of the chain the fewest tokens leave the most moves;
    /// otherwise what is taken is gone through until something can be left.
    fn has_move(&self, size: u64) -> bool {
        let most = if self.condition.chain().is_some() { 1 } else { usize::MAX };
        let possible = |taken: u64| !self.condition.leaves_of(&self.leave, size - taken).is_empty();
        self.take.up_to(size).take(most).any(possible)
            || self.leave.contains(0) && size > 0 && self.take.contains(size, size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_come_in_order_and_none_is_missing() {
        let seven: Vec<_> = Parts::new(7, 3, Condition::Any).collect();
        assert_eq!(seven, [[1, 1, 5], [1, 2, 4], [1, 3, 3], [2, 2, 3]]);
        assert_eq!(Parts::new(7, 3, Condition::Differ(1)).collect::<Vec<_>>(), [[1, 2, 4]]);
        assert_eq!(Parts::new(6, 3, Condition::NotAllEqual).collect::<Vec<_>>(), [[1, 1, 4], [1, 2, 3]]);
        assert_eq!(Parts::new(3, 3, Condition::NotAllEqual).count(), 0);
        assert_eq!(Parts::new(0, 0, Condition::Any).collect::<Vec<_>>(), [Vec::<u64>::new()]);
        assert_eq!(Parts::new(4, 0, Condition::Any).count(), 0);
        assert_eq!(Parts::new(100, 5, Condition::Any).count(), 38_225); // partitions of 100 into 5 parts
    }

    #[test]
    fn far_options_are_found_without_a_walk() {
        let big = 1_000_000_000_000_000_000;
        for (text, first) in [
            ("take(any) leave(0)", vec![]),
            ("take(any)", vec![big - 1]),
            ("take(1) leave(1..) | take(5..) leave(any, distinct)", vec![big - 1]),
            ("split(3, diff>=1000)", vec![1, 1001, big - 1002]),
        ] {
            let rule: Rule = text.parse().unwrap();
            assert_eq!(rule.options(big).next(), Some(first), "{text}");
        }
    }
}
