//! The P-positions of k-Star Nim, compared with those of Nim (theory 7).
//!
//! Positions are lists of k squares from 1 to M, ascending. In lexicographic order of the lists written from the
//! largest square down, every option without a token on 0 comes before its position. A position is N if a token can go
//! to 0 so that the others, one square lower, have the nim-sum 0 (theory 6.4), or if the list without one of its tokens
//! belongs to a P-position found before: at most one square completes a list to a P-position. So one bit for each list
//! of k - 1 squares is enough, with k look-ups for each position.

use sprague::limits::{Limits, TooLarge};

/// How many positions with all tokens from 1 to M are P.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PositionCounts {
    /// P in Nim.
    pub nim: u64,
    /// P in Star Nim.
    pub star: u64,
    /// P in both.
    pub both: u64,
}

/// The P-positions of k-Star Nim with tokens from 1 to M.
#[derive(Clone, Debug)]
pub struct StarPositions {
    /// Binomial coefficients: `choose[j][n]` is n over j.
    choose: Vec<Vec<usize>>,
    decided: Vec<u64>,
    tokens: Vec<u64>,
    most: u64,
    counts: PositionCounts,
    over: bool,
}

impl StarPositions {
    /// Lists with `tokens` tokens, at least 1, on squares 1 to `most`, within the limits.
    pub fn new(tokens: usize, most: u64, limits: &Limits) -> Result<Self, TooLarge> {
        let what = format!("{tokens}-Star Nim on the squares 1 to {most}");
        limits.admit(&what, (most as f64 + tokens as f64) * tokens as f64)?;
        let lists = subsets(most as f64 + tokens as f64 - 1.0, tokens);
        limits.admit_steps(&what, lists * tokens as f64)?;
        // One bit for each list without a token.
        limits.admit(&what, subsets(most as f64 + tokens as f64 - 2.0, tokens - 1) / 64.0)?;
        let width = most as usize + tokens;
        let mut choose = vec![vec![1usize; width + 1]];
        for j in 1..=tokens {
            let mut next = vec![0usize; width + 1];
            for n in 1..=width {
                next[n] = choose[j - 1][n - 1].saturating_add(next[n - 1]);
            }
            choose.push(next);
        }
        let bits = choose[tokens - 1][width - 1].max(1);
        Ok(Self {
            choose,
            decided: vec![0; bits / 64 + 1],
            tokens: vec![1; tokens],
            most,
            counts: PositionCounts::default(),
            over: most == 0,
        })
    }

    /// How many were found so far; all of them once the list has ended.
    pub const fn counts(&self) -> PositionCounts {
        self.counts
    }

    /// The number of an ascending list in the combinatorial number system.
    fn number(&self, without: usize) -> usize {
        let others = self.tokens.iter().enumerate().filter(|(at, _)| *at != without);
        others.enumerate().map(|(j, (_, &token))| self.choose[j + 1][token as usize - 1 + j]).sum()
    }

    fn is_p(&mut self) -> bool {
        let tokens = &self.tokens;
        let lowered = tokens.iter().fold(0, |sum, token| sum ^ (token - 1));
        if tokens.iter().any(|token| lowered ^ (token - 1) == 0) {
            return false;
        }
        let lists: Vec<usize> = (0..tokens.len()).map(|without| self.number(without)).collect();
        if lists.iter().any(|list| self.decided[list / 64] >> (list % 64) & 1 == 1) {
            return false;
        }
        for list in lists {
            self.decided[list / 64] |= 1 << (list % 64);
        }
        true
    }

    /// The next list: the first token that can grow does, those before it return to 1.
    fn grow(&mut self) {
        let Self { tokens, most, .. } = self;
        for at in 0..tokens.len() {
            if tokens[at] < tokens.get(at + 1).copied().unwrap_or(*most) {
                tokens[at] += 1;
                tokens[..at].fill(1);
                return;
            }
        }
        self.over = true;
    }
}

impl Iterator for StarPositions {
    type Item = Vec<u64>;

    /// The next P-position, in the order of the largest token, then of the second largest, ....
    fn next(&mut self) -> Option<Vec<u64>> {
        while !self.over {
            let nim = self.tokens.iter().fold(0, |sum, token| sum ^ token) == 0;
            let star = self.is_p();
            self.counts.nim += u64::from(nim);
            self.counts.star += u64::from(star);
            self.counts.both += u64::from(nim && star);
            let found = star.then(|| self.tokens.clone());
            self.grow();
            if found.is_some() {
                return found;
            }
        }
        None
    }
}

/// The number of ways to choose `size` of `n` things.
fn subsets(n: f64, size: usize) -> f64 {
    (0..size).map(|i| i as f64).map(|i| (n - i) / (i + 1.0)).product()
}
