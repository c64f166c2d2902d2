//! Two tokens on strips that share their first r squares: the rows and their periods (theory 9.5).
//!
//! Rows and columns from r on are those of a row machine whose columns begin with the values of the shared squares, so
//! that the set of what is taken starts with r places instead of one, and so does each window with r values. Everything
//! else is as for Star Nim, which is r = 1: a state that comes back proves the joint period of all rows up to it, which
//! is least, since the values still to come are those that the window lacks.

use super::cycle::{Turn, cycle};

/// The largest row, whose window fits one word.
pub const LARGEST_SHARED_ROW: usize = 31;
/// The most shared squares for which sequences and diagonals are looked at.
pub const MOST_SHARED: u64 = 1_000;
/// Columns within which a state is waited for, unless told.
pub const SHARED_REPEATS_WITHIN: u64 = 1 << 22;

/// G(a, b + p) = G(a, b) + p for all columns b from the first one on, and for no smaller p or column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SharedRow {
    /// The squares that the strips share.
    pub shared: usize,
    /// The row a.
    pub row: usize,
    /// The first column, at least r.
    pub first_column: u64,
    /// The least period of the row.
    pub period: u64,
    /// The least joint period of the rows r to a.
    pub joint_period: u64,
    /// The column whose state comes back.
    pub column: u64,
}

/// The period of a row a, with 1 <= r <= a <= `LARGEST_SHARED_ROW` shared squares; `None` if no state comes back within
/// so many columns.
///
/// ```
/// use sprague::star::shared_row;
/// let found = shared_row(2, 6, 10_000).expect("small");
/// assert_eq!((found.period, found.joint_period), (7, 112));
/// ```
pub fn shared_row(shared: usize, row: usize, limit: u64) -> Option<SharedRow> {
    if !(1..=row).contains(&shared) || row > LARGEST_SHARED_ROW {
        return None;
    }
    let (before, joint_period) = cycle(&mut SharedRows::new(shared, row), limit, |rows| {
        rows.step();
        true
    })?;
    let mut rows = SharedRows::new(shared, row);
    let taken: Vec<u8> = (0..before + joint_period).map(|_| rows.step()).collect();
    let turn = Turn::of(&taken, before as usize);
    let first = shared as u64;
    Some(SharedRow {
        shared,
        row,
        first_column: turn.preperiod + first,
        period: turn.period,
        joint_period,
        column: before + first,
    })
}

/// The windows of the rows r to a before a column.
#[derive(Clone, Debug, PartialEq, Eq)]
struct SharedRows {
    shared: usize,
    /// Bit i of the window of row a: the value b - a + i is negative or used.
    windows: Vec<u64>,
}

impl SharedRows {
    /// Before column r: a row a has used the values a - r to a - 1, when its partner is on a shared square.
    fn new(shared: usize, row: usize) -> Self {
        let used = (1u64 << shared) - 1;
        let window = |a: usize| ((1 << (a - shared)) - 1) | (used << (2 * (a - shared)));
        Self { shared, windows: (shared..=row).map(window).collect() }
    }

    /// One column; the place that the last row takes.
    fn step(&mut self) -> u8 {
        let mut seen = (1u64 << self.shared) - 1;
        let mut place = 0;
        for window in &mut self.windows {
            let bit = !(*window | seen) & (*window | seen).wrapping_add(1);
            place = bit.trailing_zeros() as u8;
            *window = (*window | bit) >> 1;
            seen = (seen | bit) << 1;
        }
        place
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::star::{DiagonalPeriod, SequencePeriod};
    use crate::star::{
        REPEATS_WITHIN, ValueMachine, row_by_repetition, shared_diagonal_period, shared_sequence_period,
    };

    /// By mex from the definition; `None` where both tokens are on one shared square.
    fn plain(shared: usize, rows: usize, columns: usize) -> Vec<Vec<Option<u64>>> {
        let side = rows.max(columns) + 1;
        let mut table = vec![vec![None; side]; side];
        let reach = |from: usize, other: usize| {
            if other < shared && from > other { other + 1..from } else { 0..from }
        };
        for a in 0..side {
            for b in 0..side {
                if (a == b && a < shared) || (a > rows && b > rows) {
                    continue;
                }
                let options = reach(a, b).map(|x| table[x][b]).chain(reach(b, a).map(|y| table[a][y]));
                let seen: std::collections::BTreeSet<u64> = options.flatten().collect();
                table[a][b] = (0..).find(|value| !seen.contains(value));
            }
        }
        table
    }

    #[test]
    fn the_machine_agrees_with_the_definition() {
        let mut compared = 0;
        for shared in 1..=4 {
            let table = plain(shared, 11, 160);
            for a in shared..=11 {
                let mut rows = SharedRows::new(shared, a);
                for b in shared..=160 {
                    let value = (b as u64 + u64::from(rows.step())).wrapping_sub(a as u64);
                    assert_eq!(Some(value), table[a][b], "{shared} shared, ({a}, {b})");
                    compared += 1;
                }
            }
        }
        assert!(compared > 5_000, "{compared}");
    }

    /// The joint periods of the rows from r on, each the lcm of those before it and its own row.
    #[test]
    fn periods_of_rows_with_shared_squares() {
        let joint = |shared: usize, last: usize| -> Vec<u64> {
            let rows = (shared..=last).map(|row| shared_row(shared, row, 1 << 20).expect("a period"));
            rows.map(|row| row.joint_period).collect()
        };
        assert_eq!(joint(2, 9), [1, 4, 16, 16, 112, 560, 560, 560]);
        assert_eq!(joint(3, 9), [1, 5, 25, 50, 200, 600, 1200]);
        assert_eq!(shared_row(2, 4, 1000).map(|row| row.period), Some(16));
        assert_eq!(shared_row(2, 6, 1000).map(|row| (row.period, row.joint_period)), Some((7, 112)));
        for row in 1..=7 {
            let (star, shared) = (row_by_repetition(row, REPEATS_WITHIN), shared_row(1, row, REPEATS_WITHIN));
            let (star, shared) = (star.expect("a row"), shared.expect("a row"));
            assert_eq!((star.period, star.first_column), (shared.period, shared.first_column), "row {row}");
        }
        assert_eq!(shared_row(2, 1, 1000), None);
        assert_eq!(shared_row(2, 9, 100), None);
    }

    /// Least periods and first columns hold in the plain table and fail before them.
    #[test]
    fn periods_agree_with_the_table() {
        let table = plain(2, 6, 700);
        for row in 2..=6 {
            let found = shared_row(2, row, 10_000).expect("a period");
            let (first, period) = (found.first_column as usize, found.period as usize);
            let offset = |b: usize| table[row][b].expect("a value") as i64 - b as i64;
            assert!((first..=700 - period).all(|b| offset(b) == offset(b + period)), "row {row}");
            assert!(first == 2 || offset(first - 1) != offset(first - 1 + period), "row {row}");
            for shorter in 1..period {
                let late = 700 - shorter;
                assert!((late / 2..=late).any(|b| offset(b) != offset(b + shorter)), "row {row}, {shorter}");
            }
        }
    }

    /// The pairs of a value, and the diagonals, in the plain table.
    #[test]
    fn sequences_and_diagonals_agree_with_the_table() {
        for shared in [1usize, 2, 3] {
            let table = plain(shared, 70, 70);
            let mut machine = ValueMachine::above(shared as u64, 12);
            while machine.row() < 35 {
                let row = machine.row() as usize;
                machine.step(|g, d| {
                    assert_eq!(table[row][row + d as usize], Some(u64::from(g)), "{shared}: {row} + {d}")
                });
            }
            for g in 0..=6u32 {
                let SequencePeriod::Proved { preperiod, period, cycle, .. } =
                    shared_sequence_period(shared as u64, g, 1_000, 100_000, &mut |_| {
                        std::ops::ControlFlow::Continue(())
                    })
                else {
                    panic!("{shared} shared, value {g}")
                };
                let pairs = (0..35usize).flat_map(|x| (x..=69).map(move |y| (x, y)));
                let differences: Vec<u32> = pairs
                    .filter(|&(x, y)| table[x][y] == Some(g.into()))
                    .map(|(x, y)| (y - x) as u32)
                    .collect();
                for (n, difference) in differences.iter().enumerate().skip(preperiod as usize) {
                    let expected = cycle[(n - preperiod as usize) % period as usize];
                    assert_eq!(*difference, expected, "{shared} shared, value {g}, pair {n}");
                }
            }
            for c in 0..=3u32 {
                let DiagonalPeriod::Proved { first_row, cycle, .. } =
                    shared_diagonal_period(shared as u64, c, 1_000, 100_000, &mut |_| {
                        std::ops::ControlFlow::Continue(())
                    })
                else {
                    panic!("{shared} shared, diagonal {c}")
                };
                for a in first_row..=60 {
                    let value = table[a as usize][(a + u64::from(c)) as usize];
                    let expected = cycle[((a - first_row) % cycle.len() as u64) as usize];
                    assert_eq!(value, Some(expected.into()), "{shared} shared, diagonal {c}, row {a}");
                }
            }
        }
    }
}
