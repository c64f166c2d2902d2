//! Permanence of quotients (theory M.11): values that repeat in a window repeat for ever.
//!
//! A move takes at most k tokens and leaves at most t heaps. If the values repeat with period p from heap n0 to heap
//! N - 1, N = t n0 + t p + k, they always will; with two parts that must differ by at least D, N = 2 n0 + 3 p + D + k.
//! n0 is at least 1, and from there on the rule no longer changes with the size of the heap.
//!
//! For each p the last heap m with a value other than that of m - p is kept; n0 follows from it, so a new heap costs one
//! comparison for each p.

use super::monoid::{Element, ONE};
use crate::heap::Rule;
use crate::sequence::period::{PartsRule, RuleFacts};

/// A proved period of the values of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuotientPeriod {
    /// n0, the least heap from which on the values repeat; at least 1.
    pub preperiod: u64,
    /// p, the least period.
    pub period: u64,
    /// N: the values of the heaps below it are the evidence.
    pub evidence: u64,
}

impl QuotientPeriod {
    /// The heap below the end of the evidence that stands for a heap: this one, or one in the last turn.
    pub(super) const fn evident(self, heap: u64) -> u64 {
        let turn = self.evidence - self.period;
        if heap < self.evidence { heap } else { turn + (heap - turn) % self.period }
    }
}

/// How far values must repeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reach {
    settled: u64,
    heaps: u64,
    turns: u64,
    more: u64,
}

impl Reach {
    /// `None` where no theorem gives a period: any number of tokens or heaps, or three parts under a condition.
    pub fn of(rule: &Rule) -> Option<Self> {
        let facts = RuleFacts::of(rule.clauses());
        let taken = facts.taken.filter(|_| facts.heaps <= 1 << 16)?;
        let settled = facts.settled.max(1);
        match facts.parts {
            PartsRule::Free => {
                let heaps = facts.heaps.max(1);
                Some(Self { settled, heaps, turns: heaps, more: taken })
            }
            PartsRule::Apart(least) => {
                Some(Self { settled, heaps: 2, turns: 3, more: least.checked_add(taken)? })
            }
            PartsRule::Other => None,
        }
    }

    /// N for a preperiod and a period.
    fn end(self, preperiod: u64, period: u64) -> u64 {
        let from = preperiod.max(self.settled);
        (self.heaps.saturating_mul(from))
            .saturating_add(self.turns.saturating_mul(period))
            .saturating_add(self.more)
    }
}

/// The search for a period while heaps are added.
#[derive(Clone, Debug)]
pub(super) struct PeriodWatch {
    reach: Reach,
    /// The values so far, from heap 0 on.
    values: Vec<Element>,
    /// For each p the last heap whose value is not that of the heap p before, which is not empty; 0 if there is none.
    last: Vec<u64>,
}

impl PeriodWatch {
    pub fn new(reach: Reach) -> Self {
        Self { reach, values: vec![ONE], last: vec![0] }
    }

    /// The next value. Says the period that it completes, if there is one.
    pub fn push(&mut self, value: Element) -> Option<QuotientPeriod> {
        let heap = self.values.len() as u64;
        self.last.push(0);
        for (p, &before) in (1..).zip(self.values[1..].iter().rev()) {
            if before != value {
                self.last[p] = heap;
            }
        }
        self.values.push(value);
        let count = heap + 1;
        // what repeats with p needs t(1 + p) heaps at least
        let longest = count / self.reach.turns.max(1);
        let found = (1..=longest.min(heap)).map(|period| {
            let preperiod = self.last[period as usize].saturating_sub(period) + 1;
            QuotientPeriod { preperiod, period, evidence: self.reach.end(preperiod, period) }
        });
        found.filter(|found| found.evidence <= count).min_by_key(|found| (found.evidence, found.period))
    }

    /// Starts again with other values: elements were numbered anew.
    pub fn restart(&mut self, values: impl IntoIterator<Item = Element>) -> Option<QuotientPeriod> {
        *self = Self::new(self.reach);
        values.into_iter().fold(None, |_, value| self.push(value))
    }
}
