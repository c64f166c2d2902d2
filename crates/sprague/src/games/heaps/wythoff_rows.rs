//! Rows of Wythoff's game at heaps of any size, by the return of a state (theory W.6).
//!
//! The value of (a, b) is the least one that is neither before it in its row, nor above it in its column, nor above it on
//! its diagonal. It is at least b - 2a and at most a + b. So before column b the rows 0 to a know everything by two
//! windows each, relative to b: the values used in the row, and those used on the diagonal that meets the row in this
//! column. Once these come back after p columns, G(a, b + p) = G(a, b) + p from there on. For the rows of one word this
//! takes a few thousand columns.

use crate::limits::{Limits, TooLarge};

/// The last row whose windows of 3a + 1 places fit one word.
pub(super) const LAST_ROW: u64 = 42;
/// Columns within which a state must come back.
const WITHIN: u64 = 1 << 18;

/// The rows 0 to a before a column.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Rows {
    /// Bit i: the value b - 2a + i is negative or used in the row.
    used: Vec<u128>,
    /// The same for the diagonal that meets the row in this column, without the negative values.
    diagonal: Vec<u128>,
}

impl Rows {
    fn new(last: usize) -> Self {
        Self { used: vec![(1 << (2 * last)) - 1; last + 1], diagonal: vec![0; last + 1] }
    }

    /// One column: the places that the rows take, ascending.
    fn step(&mut self, places: &mut Vec<u64>) {
        places.clear();
        let mut column = 0;
        let mut above = 0;
        for (used, diagonal) in self.used.iter_mut().zip(&mut self.diagonal) {
            let seen = *used | column | *diagonal;
            let bit = !seen & seen.wrapping_add(1);
            places.push(bit.trailing_zeros().into());
            *used = (*used | bit) >> 1;
            column |= bit;
            // the next row meets this diagonal in the next column
            above = std::mem::replace(diagonal, above);
            above = (above | bit) >> 1;
        }
    }
}

/// The rows 0 to a, from some column on with a period.
#[derive(Clone, Debug)]
pub(super) struct WythoffRows {
    last: usize,
    /// The column whose state comes back, and after how many columns.
    pub from: u64,
    pub period: u64,
}

impl WythoffRows {
    /// The rows up to this one, at most `LAST_ROW`; `None` where the state does not come back soon.
    pub fn new(last: u64, limits: &Limits) -> Result<Option<Self>, TooLarge> {
        let last = last.min(LAST_ROW) as usize;
        limits.spend(3 * WITHIN * (last as u64 + 1))?;
        let mut places = Vec::new();
        let found = crate::star::cycle(&mut Rows::new(last), WITHIN, |rows| {
            rows.step(&mut places);
            true
        });
        Ok(found.map(|(from, period)| Self { last, from, period }))
    }

    /// G(0, b) to G(a, b) in each of so many columns from `first` on.
    pub fn columns(&self, first: u64, count: u64) -> Vec<Vec<u64>> {
        let near = if first < self.from { first } else { self.from + (first - self.from) % self.period };
        let (mut rows, mut places) = (Rows::new(self.last), Vec::new());
        for _ in 0..near {
            rows.step(&mut places);
        }
        let column = |b: u64| {
            rows.step(&mut places);
            places.iter().map(|place| (b + place).wrapping_sub(2 * self.last as u64)).collect()
        };
        (first..first + count).map(column).collect()
    }

    /// All moves from (a, b), b > a, to positions of this value, a being the last row: in their order (row, column).
    pub fn moves(&self, b: u64, value: u64) -> Vec<(u64, u64)> {
        let a = self.last as u64;
        let mut found = Vec::new();
        let near = self.columns(b.saturating_sub(a), b.min(a) + 1);
        let mut take = |row: u64, column: u64| {
            let at = near.len() as u64 - 1 - (b - column);
            if near[at as usize][row as usize] == value {
                found.push((row, column));
            }
        };
        for taken in 1..=a {
            take(a - taken, b);
            take(a - taken, b - taken);
        }
        let squares = value.saturating_sub(a)..b.min(value.saturating_add(2 * a + 1));
        if !squares.is_empty() {
            let columns = self.columns(squares.start, squares.end - squares.start);
            let own = squares.zip(&columns).filter(|(_, column)| column[self.last] == value);
            found.extend(own.map(|(column, _)| (a, column)));
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(rows: usize, columns: usize) -> Vec<Vec<u64>> {
        let mut table = vec![vec![0; columns + 1]; columns + 1];
        for a in 0..=columns {
            for b in a..=columns {
                if a > rows {
                    continue;
                }
                let lower = (0..a).map(|x| table[x][b]).chain((0..b).map(|y| table[a.min(y)][a.max(y)]));
                let seen: std::collections::BTreeSet<u64> =
                    lower.chain((1..=a).map(|taken| table[a - taken][b - taken])).collect();
                let value = (0..).find(|value| !seen.contains(value)).expect("finitely many");
                table[a][b] = value;
                table[b][a] = value;
            }
        }
        table
    }

    /// Values, periods and the moves to every value, against mex.
    #[test]
    fn rows_agree_with_the_table() {
        let table = table(9, 420);
        let limits = Limits::default();
        let mut compared = 0;
        for a in 0..=9u64 {
            let rows = WythoffRows::new(a, &limits).expect("within the limits").expect("a period");
            let columns = rows.columns(0, 400);
            for (b, column) in columns.iter().enumerate() {
                assert!(column.iter().enumerate().all(|(x, value)| *value == table[x][b]), "column {b}");
                compared += 1;
            }
            for b in [a + 1, 57, 200, 399].into_iter().filter(|b| *b > a) {
                for value in 0..=40 {
                    let mut found = rows.moves(b, value);
                    let pair = |x: u64, y: u64| table[x as usize][y as usize] == value;
                    let lower = (0..a).filter(|&x| pair(x, b)).map(|x| (x, b));
                    let both = (1..=a).filter(|t| pair(a - t, b - t)).map(|t| (a - t, b - t));
                    let mut plain: Vec<_> =
                        lower.chain(both).chain((0..b).filter(|&y| pair(a, y)).map(|y| (a, y))).collect();
                    found.sort_unstable();
                    plain.sort_unstable();
                    assert_eq!(found, plain, "({a}, {b}) to {value}");
                }
            }
            let late = rows.columns(rows.from + 1_000_000_007 * rows.period, 50);
            let early = rows.columns(rows.from, 50);
            let shift = 1_000_000_007 * rows.period;
            assert!(late.iter().flatten().zip(early.iter().flatten()).all(|(x, y)| *x == y + shift));
        }
        assert!(compared > 3_000);
    }

    /// The joint periods of the rows 0 to a.
    #[test]
    fn periods_of_the_rows() {
        let limits = Limits::default();
        let periods: Vec<u64> = (0..=14)
            .map(|a| WythoffRows::new(a, &limits).expect("within the limits").expect("a period").period)
            .collect();
        assert_eq!(periods, [1, 3, 3, 6, 12, 24, 24, 24, 24, 24, 24, 48, 48, 96, 96]);
    }
}
