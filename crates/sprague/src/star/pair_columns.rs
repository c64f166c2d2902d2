//! All pairs of one column at once (theory 7.8): what belongs to (a, b, c) for all a <= b up to some square.
//!
//! In a column every token i has a set X(i) of what belongs to the pairs with i so far. When the pair (a, b) has its
//! turn, in the order of a and then of b, X(a) holds all pairs (a, j) with j < b and X(b) all (i, b) with i < a: what
//! is used in the column. So a pair costs one mex over two sets and the values used before in its line. No window is
//! used here and no period: this is the definition, arranged well, and the oracle of the pair machine.

use super::pairs::PairGame;

/// The pairs of tokens up to some square, one column after the other.
#[derive(Clone, Debug)]
pub struct PairColumns {
    game: PairGame,
    most: u64,
    column: u64,
    /// For each pair the values used before, all below some number and a few above.
    used: Vec<UsedInLine>,
    values: Vec<u64>,
}

/// The values used in a line: all below `least`, and those listed.
#[derive(Clone, Debug, Default)]
struct UsedInLine {
    least: u64,
    above: Vec<u64>,
}

impl UsedInLine {
    fn insert(&mut self, value: u64) {
        self.above.push(value);
        while let Some(at) = self.above.iter().position(|&value| value == self.least) {
            self.above.swap_remove(at);
            self.least += 1;
        }
    }
}

impl PairColumns {
    /// The pairs of tokens from 1 to `most`, before column 1.
    pub fn new(game: PairGame, most: u64) -> Self {
        let pairs = (1..=most).flat_map(|a| (a..=most).map(move |b| (a, b)));
        let line = |(a, b)| {
            let mut used = UsedInLine::default();
            used.insert(game.with_zero(a, b));
            used
        };
        let used: Vec<UsedInLine> = pairs.map(line).collect();
        Self { game, most, column: 1, values: vec![0; used.len()], used }
    }

    /// The column that the next step computes.
    pub const fn column(&self) -> u64 {
        self.column
    }

    /// What belongs to (1, 1), (1, 2), ..., (1, most), (2, 2), ... in the next column.
    ///
    /// ```
    /// use sprague::star::{PairColumns, PairGame};
    /// let mut columns = PairColumns::new(PairGame::Partners, 3);
    /// assert_eq!(columns.step(), [0, 3, 2, 0, 1, 0]); // column 1 of (1,1) (1,2) (1,3) (2,2) (2,3) (3,3)
    /// ```
    pub fn step(&mut self) -> &[u64] {
        let c = self.column;
        let mut taken: Vec<Vec<u64>> = (1..=self.most).map(|j| vec![self.game.with_zero(j, c)]).collect();
        let mut at = 0;
        for a in 0..self.most as usize {
            for b in a..self.most as usize {
                let used = &mut self.used[at];
                let free = |value: &u64| {
                    !taken[a].contains(value) && !taken[b].contains(value) && !used.above.contains(value)
                };
                let most = used.least + (used.above.len() + taken[a].len() + taken[b].len()) as u64;
                let value = (used.least..=most).find(free).unwrap_or(most);
                used.insert(value);
                taken[a].push(value);
                taken[b].push(value);
                self.values[at] = value;
                at += 1;
            }
        }
        self.column += 1;
        &self.values
    }
}
