//! Young diagrams as lattice paths in one word.
//!
//! The border of a diagram is walked from its lower left to its upper right corner, a 0 for a step to the
//! right and a 1 for a step up, the first step in the lowest bit. The first step is always to the right and
//! the last always up, so the highest set bit ends the path and no length is stored. Eating a square sorts
//! the piece of the path between the square's column and its row, ones first; transposing reverses the path
//! and swaps the steps. Both cost a few instructions, and sixteen bytes hold every diagram with at most 128
//! rows and columns.

/// A diagram of at least one square, rows from the top, never increasing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(Rust, packed(8))]
pub struct Diagram(u128);

impl Diagram {
    /// The most rows and columns together.
    pub const MOST_STEPS: u64 = u128::BITS as u64;

    /// The diagram with these rows, from the top. `None` if there are none, one is empty, one is longer than
    /// the row above it, or rows and columns are more than [`Self::MOST_STEPS`] together.
    pub fn from_rows(rows: &[u64]) -> Option<Self> {
        let &columns = rows.first()?;
        if columns.checked_add(rows.len() as u64)? > Self::MOST_STEPS {
            return None;
        }
        let (mut path, mut at, mut last) = (0, 0, 0);
        for &row in rows.iter().rev() {
            at += u32::try_from(row.checked_sub(last)?).ok()?;
            path |= 1 << at;
            at += 1;
            last = row;
        }
        (path & 1 == 0).then_some(Self(path))
    }

    /// The number of rows.
    pub const fn row_count(self) -> u64 {
        self.0.count_ones() as u64
    }

    /// The number of columns.
    pub const fn column_count(self) -> u64 {
        self.steps() as u64 - self.row_count()
    }

    /// The lengths of the rows, from the top.
    pub fn rows(self) -> Vec<u64> {
        let mut rows = Vec::with_capacity(self.row_count() as usize);
        let mut length = 0;
        for at in 0..self.steps() {
            if self.0 >> at & 1 == 1 {
                rows.push(length);
            } else {
                length += 1;
            }
        }
        rows.reverse();
        rows
    }

    /// The diagram mirrored in its diagonal.
    #[must_use]
    pub const fn transposed(self) -> Self {
        Self((!self.0).reverse_bits() >> (u128::BITS - self.steps()))
    }

    /// Whether all rows are equally long.
    pub const fn is_rectangle(self) -> bool {
        self.0.trailing_zeros() as u64 == self.column_count()
    }

    /// The diagram after eating the square in this row and column, both from 1: it goes with every square
    /// below and to the right. `None` for squares outside and for the poisoned one.
    pub fn eat(self, row: u64, column: u64) -> Option<Self> {
        if (row, column) == (1, 1) || row == 0 || column == 0 {
            return None;
        }
        let steps_of = |bit| (0..self.steps()).filter(move |at| self.0 >> at & 1 == bit);
        let across = steps_of(0).nth(usize::try_from(column - 1).ok()?)?;
        let up = steps_of(1).nth(usize::try_from(self.row_count().checked_sub(row)?).ok()?)?;
        (across < up).then(|| self.sorted_between(across, up))
    }

    /// All diagrams that eating one square leaves.
    pub fn options(self) -> Vec<Self> {
        let last = self.steps() - 1;
        let mut options = Vec::with_capacity(self.square_count() as usize);
        let mut across_steps = !self.0;
        loop {
            let across = across_steps.trailing_zeros();
            if across >= last {
                return options;
            }
            across_steps &= across_steps - 1;
            let mut up_steps = self.0 >> across << across;
            while up_steps != 0 {
                let up = up_steps.trailing_zeros();
                up_steps &= up_steps - 1;
                if across != 0 || up != last {
                    options.push(self.sorted_between(across, up));
                }
            }
        }
    }

    /// The number of squares.
    pub fn square_count(self) -> u64 {
        self.rows().iter().sum()
    }

    /// The number of diagrams inside this one, the empty one included: C(R+C, R) for a rectangle of R rows
    /// and C columns.
    pub fn inside(self) -> f64 {
        let rows = self.rows();
        // ways[k]: the fillings of the rows so far whose uppermost row has at most k squares
        let mut ways = vec![1.0; self.column_count() as usize + 1];
        for &row in rows.iter().rev() {
            let mut total = 0.0;
            for (length, way) in ways.iter_mut().enumerate() {
                if length as u64 <= row {
                    total += *way;
                }
                *way = total;
            }
        }
        ways.last().copied().unwrap_or(1.0)
    }

    const fn steps(self) -> u32 {
        u128::BITS - self.0.leading_zeros()
    }

    /// Sorts the steps from `across` to `up`, ones first, and drops the rows that this leaves empty.
    const fn sorted_between(self, across: u32, up: u32) -> Self {
        let piece = (u128::MAX >> (u128::BITS - 1 - (up - across))) << across;
        let rows = (self.0 & piece).count_ones();
        let path = self.0 & !piece | (u128::MAX >> (u128::BITS - rows)) << across;
        Self(path >> path.trailing_ones())
    }
}

impl std::fmt::Debug for Diagram {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Diagram").field(&self.rows()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diagram(rows: &[u64]) -> Diagram {
        Diagram::from_rows(rows).expect("a diagram")
    }

    /// All diagrams inside `rows`, by definition.
    fn all_inside(rows: &[u64], at_most: u64) -> Vec<Vec<u64>> {
        let Some((&first, rest)) = rows.split_first() else { return vec![vec![]] };
        let mut all = vec![vec![]];
        for length in 1..=first.min(at_most) {
            all.extend(all_inside(rest, length).into_iter().map(|tail| [vec![length], tail].concat()));
        }
        all
    }

    #[test]
    fn rows_and_transposition_by_definition() {
        let all = all_inside(&[5, 5, 5, 5], 5);
        assert_eq!(all.len(), 126);
        for rows in all.into_iter().skip(1) {
            let it = diagram(&rows);
            assert_eq!(it.rows(), rows);
            let columns: Vec<u64> =
                (1..=rows[0]).map(|c| rows.iter().filter(|&&row| row >= c).count() as u64).collect();
            assert_eq!(it.transposed().rows(), columns);
            assert_eq!((it.row_count(), it.column_count()), (rows.len() as u64, rows[0]));
            assert_eq!(it.is_rectangle(), rows.iter().all(|&row| row == rows[0]));
            assert!((it.inside() - all_inside(&rows, 99).len() as f64).abs() < 0.5);
        }
    }

    #[test]
    fn eating_cuts_the_rows_below() {
        for rows in all_inside(&[4, 4, 3, 3], 4).into_iter().skip(1) {
            let it = diagram(&rows);
            let mut options = Vec::new();
            for (r, &length) in rows.iter().enumerate() {
                for c in 0..length {
                    let mut left = rows.clone();
                    left[r..].iter_mut().for_each(|row| *row = c.min(*row));
                    left.retain(|&row| row > 0);
                    let after = it.eat(r as u64 + 1, c + 1);
                    assert_eq!(after, Diagram::from_rows(&left), "{rows:?} at {r},{c}");
                    options.extend(after);
                }
            }
            let mut found = it.options();
            options.sort_unstable();
            found.sort_unstable();
            assert_eq!(found, options);
            assert_eq!(it.eat(1, rows[0] + 1), None);
            assert_eq!(it.eat(rows.len() as u64 + 1, 1), None);
        }
    }

    #[test]
    fn the_largest_paths_fit_and_larger_ones_do_not() {
        let square = diagram(&[64; 64]);
        assert_eq!(square.transposed(), square);
        assert_eq!(square.options().len(), 64 * 64 - 1);
        assert_eq!(square.eat(1, 2), Diagram::from_rows(&[1; 64]));
        assert_eq!(square.eat(64, 64).unwrap().square_count(), 64 * 64 - 1);
        assert_eq!(Diagram::from_rows(&[65; 64]), None);
        assert_eq!(Diagram::from_rows(&[2, 3]), None);
        assert_eq!(Diagram::from_rows(&[2, 0]), None);
        assert_eq!(Diagram::from_rows(&[u64::MAX]), None);
    }
}
