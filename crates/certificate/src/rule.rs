//! Rules, and their values by the definition: G(n) is the least number that is not the nim-sum of an option's parts.

use crate::options::Work;
use crate::{ConditionText, ENDLESS, Fault, MoveText, RuleText, Runs, Set, require};
use crate::{MOST_LEFT, MOST_MOVES, MOST_RANGES, MOST_SMALL};

impl Set {
    pub(crate) fn contains(&self, n: u64) -> bool {
        self.0.iter().any(|&(low, high)| low <= n && n <= high)
    }

    pub(crate) fn most(&self) -> u64 {
        self.0.last().map_or(0, |range| range.1)
    }

    /// How many of its numbers are at most this.
    pub(crate) fn count(&self, most: u64) -> u64 {
        let counts = self.0.iter().map(|&(low, high)| (high.min(most).saturating_add(1)).saturating_sub(low));
        counts.fold(0, u64::saturating_add)
    }

    pub(crate) fn up_to(&self, most: u64) -> impl Iterator<Item = u64> {
        self.0.iter().flat_map(move |&(low, high)| low..high.min(most).saturating_add(1))
    }

    fn is_sound(&self) -> bool {
        let apart = self.0.windows(2).all(|pair| pair[0].1 < pair[1].0.saturating_sub(1));
        apart && self.0.iter().all(|&(low, high)| low <= high)
    }
}

impl MoveText {
    /// By how much two parts must differ.
    pub(crate) fn gap(&self) -> u64 {
        match self.condition {
            ConditionText::Any => 0,
            ConditionText::NotAllEqual => 1,
            ConditionText::Differ(least) => least,
        }
    }

    /// What h heaps must satisfy: nothing if they are fewer than two.
    pub(crate) fn condition_at(&self, h: u64) -> ConditionText {
        if h < 2 { ConditionText::Any } else { self.condition }
    }

    /// Whether these heaps, ascending, satisfy the condition.
    pub(crate) fn allows(&self, parts: &[u64]) -> bool {
        match self.condition_at(parts.len() as u64) {
            ConditionText::Any => true,
            ConditionText::NotAllEqual => parts.first() != parts.last(),
            ConditionText::Differ(least) => parts.windows(2).all(|pair| pair[1] - pair[0] >= least),
        }
    }

    /// Whether it may be made on any heap and leave any parts.
    pub(crate) fn is_plain(&self) -> bool {
        self.condition == ConditionText::Any && self.on.0 == [(0, ENDLESS)]
    }
}

impl RuleText {
    pub(crate) fn check(&self) -> Result<(), Fault> {
        require("R1", self.moves.len() <= MOST_MOVES, "the rule has more than 4096 moves")?;
        require("R2", self.most_left() <= MOST_LEFT, "a move leaves more than 16 heaps")?;
        let ranges: usize = self.moves.iter().map(|m| m.take.0.len() + m.leave.0.len() + m.on.0.len()).sum();
        require("R3", ranges <= MOST_RANGES, "the rule has more than 65536 ranges")?;
        for m in &self.moves {
            let sound = m.take.is_sound() && m.leave.is_sound() && m.on.is_sound();
            require("R4", sound, "the rule has a set out of order")?;
            require("R5", m.condition != ConditionText::Differ(0), "the rule has parts that differ by 0")?;
            let moved = !m.take.contains(0) || m.leave.0[0].0 >= 2;
            require("R6", moved, "the rule has a move that leaves the heap as it was")?;
        }
        Ok(())
    }

    pub(crate) fn most_left(&self) -> u64 {
        self.moves.iter().map(|m| m.leave.most()).max().unwrap_or(0)
    }

    /// k: the most tokens that a move takes; [`ENDLESS`] where there is no k.
    pub(crate) fn most_taken(&self) -> u64 {
        self.moves.iter().map(|m| m.take.most()).max().unwrap_or(0)
    }

    /// Whether all moves may be made on any heap and leave any parts.
    pub(crate) fn is_plain(&self) -> bool {
        self.moves.iter().all(MoveText::is_plain)
    }

    /// Whether it is a subtraction game.
    pub(crate) fn is_subtraction(&self) -> bool {
        self.is_plain() && self.moves.iter().all(|m| m.leave.0 == [(0, 1)])
    }

    /// D: the most by which two parts must differ.
    pub(crate) fn gap(&self) -> u64 {
        self.moves.iter().filter(|m| m.leave.contains(2)).map(MoveText::gap).max().unwrap_or(0)
    }

    /// The least heap from which on every heap has the same moves.
    pub(crate) fn settled(&self) -> u64 {
        let settled = |&(low, high): &(u64, u64)| if high == ENDLESS { low } else { high + 1 };
        self.moves.iter().filter_map(|m| m.on.0.last()).map(settled).max().unwrap_or(0)
    }

    /// The values of the heaps from 0 on, if they are those that are listed, and what is left of the budget.
    pub(crate) fn recomputed(&self, listed: &Runs, most: u64) -> Result<(Vec<u32>, Work), Fault> {
        require("V1", listed.len() <= MOST_SMALL, "more than 131072 values")?;
        let mut work = Work::new(self, listed.len(), most)?;
        let values = self.values(listed.len(), &mut work)?;
        let differ = listed.values().zip(&values).position(|(listed, value)| listed != *value);
        let heap = differ.unwrap_or(0);
        require("V17", differ.is_none(), format_args!("the value of heap {heap} is another"))?;
        Ok((values, work))
    }

    /// The values of the heaps below `count`, by the definition.
    fn values(&self, count: u64, work: &mut Work) -> Result<Vec<u32>, Fault> {
        let (mut values, mut seen) = (Vec::with_capacity(count as usize), Seen::default());
        for n in 0..count {
            seen.0.fill(0);
            let plus = |sum: u32, part: u64| values.get(part as usize).map(|value: &u32| sum ^ value);
            self.options(n, work, (0, &plus), &mut |sum| _ = seen.insert(sum))?;
            values.push(seen.mex());
        }
        Ok(values)
    }
}

/// A set of values.
#[derive(Default)]
pub(crate) struct Seen(pub(crate) Vec<u64>);

impl Seen {
    /// Adds a value; whether it is new.
    pub(crate) fn insert(&mut self, value: u32) -> bool {
        let (word, bit) = (value as usize / 64, 1 << (value % 64));
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        let new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        new
    }

    pub(crate) fn contains(&self, value: u32) -> bool {
        self.0.get(value as usize / 64).is_some_and(|word| word >> (value % 64) & 1 == 1)
    }

    pub(crate) fn mex(&self) -> u32 {
        let word = self.0.iter().position(|&word| word != u64::MAX).unwrap_or(self.0.len());
        word as u32 * 64 + self.0.get(word).map_or(0, |word| word.trailing_ones())
    }
}
