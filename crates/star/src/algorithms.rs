//! The sequence of a value by the two algorithms of the paper (theory 8.6, 8.7).
//!
//! Algorithm 1 follows the theorem directly: x is the least number in no pair yet, y the first number from x on that is
//! in no pair and makes no pair of a smaller value; it keeps every pair of every value. Algorithm 2 keeps only what
//! later pairs can depend on: of value k the last k + 1 pairs and those not yet passed by the requested value, O(g^2)
//! numbers in all. Both are slower than the value machine and share nothing with it; they serve as a comparison.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Pairs (x, y) of one value, with all those of the smaller ones.
#[derive(Clone, Debug)]
pub struct AlgorithmOne {
    levels: Vec<Whole>,
}

#[derive(Clone, Debug, Default)]
struct Whole {
    /// y by x.
    pairs: BTreeMap<u64, u64>,
    used: BTreeSet<u64>,
    /// All numbers below are used.
    mex: u64,
}

impl AlgorithmOne {
    /// The sequence of this value.
    pub fn new(value: u32) -> Self {
        Self { levels: vec![Whole::default(); value as usize + 1] }
    }

    /// Extends the sequence of value g by one pair, and those below it as far as that needs.
    fn extend(&mut self, g: usize) -> (u64, u64) {
        let x = self.levels[g].mex;
        // Smaller values need their pair with this x, if they have one.
        for k in 0..g {
            while self.levels[k].mex <= x {
                self.extend(k);
            }
        }
        let smaller = |y: u64| self.levels[..g].iter().any(|level| level.pairs.get(&x) == Some(&y));
        let level = &self.levels[g];
        // (0, 0) is not a position.
        let least = x.max(u64::from(x == 0));
        let y = (least..=x + g as u64 + 1)
            .find(|y| !level.used.contains(y) && !smaller(*y))
            .expect("there is a partner");
        let level = &mut self.levels[g];
        level.pairs.insert(x, y);
        level.used.extend([x, y]);
        while level.used.contains(&level.mex) {
            level.mex += 1;
        }
        (x, y)
    }
}

impl Iterator for AlgorithmOne {
    type Item = (u64, u64);

    fn next(&mut self) -> Option<(u64, u64)> {
        Some(self.extend(self.levels.len() - 1))
    }
}

/// Pairs (x, y) of one value, with the last few of the smaller ones.
#[derive(Clone, Debug)]
pub struct AlgorithmTwo {
    levels: Vec<VecDeque<(u64, u64)>>,
}

impl AlgorithmTwo {
    /// The sequence of this value.
    pub fn new(value: u32) -> Self {
        Self { levels: vec![VecDeque::new(); value as usize + 1] }
    }

    /// How many pairs are held.
    pub fn held(&self) -> usize {
        self.levels.iter().map(VecDeque::len).sum()
    }

    fn extend(&mut self, g: usize) -> (u64, u64) {
        let used =
            |level: &VecDeque<(u64, u64)>, n: u64| level.iter().rev().take(g + 1).any(|&(_, y)| y == n);
        let x = match self.levels[g].back() {
            None => 0,
            Some(&(last, _)) => (last + 1..=last + g as u64 + 2)
                .find(|&n| !used(&self.levels[g], n))
                .expect("there is a next"),
        };
        for k in 0..g {
            while self.levels[k].back().is_none_or(|&(last, _)| last < x) {
                self.extend(k);
            }
        }
        let smaller = |y: u64| self.levels[..g].iter().any(|level| level.contains(&(x, y)));
        let least = x.max(u64::from(x == 0));
        let y = (least..=x + g as u64 + 1)
            .find(|&y| !used(&self.levels[g], y) && !smaller(y))
            .expect("there is a partner");
        self.levels[g].push_back((x, y));
        (x, y)
    }
}

impl Iterator for AlgorithmTwo {
    type Item = (u64, u64);

    fn next(&mut self) -> Option<(u64, u64)> {
        let pair = self.extend(self.levels.len() - 1);
        for (k, level) in self.levels.iter_mut().enumerate() {
            while level.len() > k + 1 && level.front().is_some_and(|&(x, _)| x < pair.0) {
                level.pop_front();
            }
        }
        Some(pair)
    }
}
