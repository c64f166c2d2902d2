//! The values of all boards inside a rectangle, in one dense table.
//!
//! Write a diagram as its rows from the bottom, `a[0] <= a[1] <= ... <= a[R-1]`, empty rows included. Its
//! place among all of them, compared from the top row down, is the sum of `C(a[i] + i, i + 1)`: the up steps
//! of its border are an R-subset of the steps, and this is the rank in the combinatorial number system.
//! Eating a square makes rows smaller, hence leads to a lower place, so one pass in order of place finds
//! every value (theory 1.3). The place of an option costs three additions: where rows j..=q are cut to c
//! squares, their terms add up to `C(c + q + 1, c) - C(c + j, c)`.
//!
//! Costs C(R+C, R) entries of two bytes and one look-up for every square of every diagram; 12x12 has 2.7
//! million entries and is an order of magnitude faster than the search.

use super::{Boards, ChompBoard};
use crate::limits::Limits;
use crate::nimber::{Nimber, ValueSet};

/// The values of all boards with at most so many rows and columns.
#[derive(Clone, PartialEq, Eq)]
pub struct ChompTable {
    rows: usize,
    columns: usize,
    values: Vec<u16>,
}

impl ChompTable {
    /// The most entries that are worth their while beyond the boards that a search would meet.
    const MOST_WASTE: f64 = 64.0;

    /// The table for the boards of a position. `None` if there is nothing to search, if it would hold more
    /// than `limits` allow or far more boards than a search would meet, or if it was stopped on the way.
    pub fn for_position(position: &Boards, limits: &Limits) -> Option<Self> {
        let searched = || position.boards().iter().filter(|board| board.as_nim_heap().is_none()).map(upright);
        let rows = searched().map(|board| board.row_count()).max()? as usize;
        let columns = searched().map(|board| board.column_count()).max()? as usize;
        let entries =
            binomial(rows + columns, rows).filter(|&n| n <= limits.positions && n <= u32::MAX.into())?;
        let met: f64 = searched().map(|board| board.inside()).sum();
        if entries as f64 > met * Self::MOST_WASTE {
            return None;
        }
        Self::new(rows, columns, entries as usize, limits)
    }

    fn new(rows: usize, columns: usize, entries: usize, limits: &Limits) -> Option<Self> {
        let term = |i: usize, squares: usize| small_binomial(squares + i, i + 1);
        let terms: Vec<Vec<usize>> = (0..rows).map(|i| (0..=columns).map(|a| term(i, a)).collect()).collect();
        let cut: Vec<Vec<usize>> =
            (0..columns).map(|c| (0..=rows).map(|i| small_binomial(c + i, c)).collect()).collect();
        let mut values = Vec::new();
        values.try_reserve_exact(entries).ok()?;
        values.resize(entries, 0);
        let mut row = vec![0; rows];
        // below[q]: the terms of the rows under q
        let mut below = vec![0; rows + 1];
        let mut seen = ValueSet::default();
        for place in 1..entries {
            if place.is_multiple_of(1 << 16) {
                limits.check_time().ok()?;
                limits.report(place, || place as f64 / entries as f64).ok()?;
            }
            advance(&mut row);
            for q in 0..rows {
                below[q + 1] = below[q] + terms[q][row[q]];
            }
            seen.clear();
            let mut j = 0;
            for (c, cut) in cut.iter().enumerate().take(row[rows - 1]) {
                while row[j] <= c {
                    j += 1;
                }
                let base = place + below[j] - cut[j];
                let top = if c == 0 { rows - 1 } else { rows };
                for q in j..top {
                    seen.insert(Nimber(values[base + cut[q + 1] - below[q + 1]].into()));
                }
            }
            values[place] = seen.mex().0 as u16;
        }
        Some(Self { rows, columns, values })
    }

    /// The value of a board, if the table holds it.
    pub fn value(&self, board: &ChompBoard) -> Option<Nimber> {
        let board = upright(board);
        if board.row_count() > self.rows as u64 || board.column_count() > self.columns as u64 {
            return None;
        }
        let empty = self.rows - board.row_count() as usize;
        let rows = (empty..).zip(board.rows().into_iter().rev());
        let place: usize = rows.map(|(i, squares)| small_binomial(squares as usize + i, i + 1)).sum();
        self.values.get(place).map(|&value| Nimber(value.into()))
    }
}

impl std::fmt::Debug for ChompTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ChompTable({}x{})", self.rows, self.columns)
    }
}

/// The board or its transpose, with at most as many rows as columns.
fn upright(board: &ChompBoard) -> ChompBoard {
    if board.row_count() > board.column_count() { board.transposed() } else { *board }
}

/// The rows of the diagram in the next place.
fn advance(row: &mut [usize]) {
    let grows = (1..row.len()).find(|&i| row[i - 1] < row[i]).unwrap_or(row.len()) - 1;
    row[grows] += 1;
    row[..grows].fill(0);
}

fn binomial(n: usize, k: usize) -> Option<u64> {
    (0..k.min(n - k) as u64).try_fold(1u64, |product, i| Some(product.checked_mul(n as u64 - i)? / (i + 1)))
}

/// A binomial coefficient that is known to be at most the number of entries; 0 for k > n.
fn small_binomial(n: usize, k: usize) -> usize {
    if k > n { 0 } else { binomial(n, k).expect("a term is at most the number of entries") as usize }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::grids::chomp::Chomp;
    use crate::ruleset::{Plain, Ruleset};
    use crate::search::Solver;

    #[test]
    fn the_table_agrees_with_the_plain_search() {
        let root = Boards::from(ChompBoard::rectangle(5, 4).unwrap());
        let table = ChompTable::for_position(&root, &Limits::default()).unwrap();
        let mut plain = Solver::new(Plain(Chomp));
        let (mut to_do, mut done) = (vec![root], std::collections::BTreeSet::new());
        while let Some(position) = to_do.pop() {
            if done.insert(position.clone()) {
                assert_eq!(table.value(&position.boards()[0]).unwrap(), plain.value(&position).unwrap());
                to_do.extend(Chomp.options(&position));
            }
        }
        assert_eq!(done.len(), 125);
        assert_eq!(table.value(&ChompBoard::rectangle(5, 5).unwrap()), None);
    }

    #[test]
    fn tables_that_do_not_pay_are_not_made() {
        let table = |rows: &[u64], positions| {
            let limits = Limits { positions, ..Limits::default() };
            ChompTable::for_position(&ChompBoard::from_rows(rows).unwrap().into(), &limits)
        };
        assert_eq!(table(&[1000], 1 << 20), None);
        assert_eq!(table(&[40; 40], u64::MAX), None);
        assert_eq!(table(&[60, 2, 2, 2, 2, 2], 1 << 40), None);
        assert_eq!(table(&[3, 3, 3], 19), None);
        assert!(table(&[3, 3, 3], 20).is_some());
    }
}
