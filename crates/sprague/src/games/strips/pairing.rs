//! The P-positions of two strips whose first cells are identified in any order (theory 9.6).
//!
//! From row r on, the first square that is not identified, a row has exactly one P-position: the least column in which
//! the token of the row meets no P-position on its way down. So the rows fill the free columns in their order, and once
//! no gap is left the P-positions are (n, n + d) for a constant d. The rows up to there are found by the definition,
//! with the last P-position of each column and row at hand: a few steps for each pair of cells.

/// All P-positions for one order of the cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pairing {
    /// The columns of the P-positions in each of the first rows.
    rows: Vec<Vec<u64>>,
    /// In all later rows n the only one is n + offset.
    offset: i64,
}

impl Pairing {
    /// By the rows of the identified cells and those after them; cell i of the first strip is cell `order[i]` of the
    /// second.
    pub fn of(order: &[u64]) -> Self {
        let cells = order.len();
        let mut place = vec![0; cells];
        for (at, &cell) in order.iter().enumerate() {
            place[cell as usize] = at;
        }
        // a row of a cell has a P-position before column 2r, so the rows after them end before row 3r
        let width = 4 * cells + 4;
        // the first row from which on a P-position bars the token that comes down the column
        let floor = |column: usize, row: usize| match place.get(column) {
            Some(&at) if at < row => at + 1,
            _ => 0,
        };
        let mut last: Vec<Option<usize>> = vec![None; width];
        let mut rows: Vec<Vec<u64>> = Vec::new();
        for (row, &cell) in order.iter().enumerate() {
            let cell = cell as usize;
            let mut columns: Vec<u64> = Vec::new();
            for column in (0..width).filter(|&column| column != cell) {
                let above_cell = columns.last().is_some_and(|&other| other as usize > cell);
                if above_cell {
                    break;
                }
                let is_barred = last[column].is_some_and(|other| other >= floor(column, row));
                if !is_barred && (columns.is_empty() || column > cell) {
                    columns.push(column as u64);
                    last[column] = Some(row);
                }
            }
            rows.push(columns);
        }
        let mut barred: Vec<bool> = last
            .iter()
            .enumerate()
            .map(|(column, row)| row.is_some_and(|row| row >= floor(column, cells)))
            .collect();
        let mut left = barred.iter().rposition(|&barred| barred).map_or(0, |last| last + 1);
        let mut free = 0;
        loop {
            while barred[free] {
                free += 1;
            }
            left = left.max(free);
            if free == left {
                let offset = free.cast_signed() as i64 - rows.len().cast_signed() as i64;
                return Self { rows, offset };
            }
            barred[free] = true;
            rows.push(vec![free as u64]);
        }
    }

    /// The row from which on the P-positions are those of the offset.
    pub fn first_row(&self) -> u64 {
        self.rows.len() as u64
    }

    /// The second square less the first one in all later rows.
    #[cfg(test)]
    pub const fn offset(&self) -> i64 {
        self.offset
    }

    /// The columns of the P-positions of a row.
    pub fn columns(&self, row: u64) -> Vec<u64> {
        match usize::try_from(row).ok().and_then(|row| self.rows.get(row)) {
            Some(columns) => columns.clone(),
            None => row.checked_add_signed(self.offset).into_iter().collect(),
        }
    }

    /// Whether (a, b) is a P-position.
    pub fn is_p(&self, [a, b]: [u64; 2]) -> bool {
        self.columns(a).contains(&b)
    }

    /// The rows of the P-positions of a column.
    pub fn rows_of(&self, column: u64) -> Vec<u64> {
        let early = (0..self.first_row()).filter(|&row| self.is_p([row, column]));
        let late = column.checked_add_signed(-self.offset).filter(|&row| row >= self.first_row());
        early.chain(late).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_kit::Random;

    /// By the definition, with nothing but the cells: token a on the first strip, b on the second.
    fn plain(order: &[u64], to: usize) -> Vec<Vec<bool>> {
        let cell = |strip: usize, square: usize| match (strip, order.get(square)) {
            (0, Some(&cell)) => (1, cell as usize),
            (0, None) => (0, square),
            _ => (1, square),
        };
        let mut p = vec![vec![false; to + 1]; to + 1];
        for a in 0..=to {
            for b in 0..=to {
                if cell(0, a) == cell(1, b) {
                    continue;
                }
                let down = |strip: usize, from: usize, other: (usize, usize)| {
                    (0..from).rev().take_while(move |&square| cell(strip, square) != other)
                };
                let mut options =
                    down(0, a, cell(1, b)).map(|x| (x, b)).chain(down(1, b, cell(0, a)).map(|y| (a, y)));
                p[a][b] = !options.any(|(x, y)| p[x][y]);
            }
        }
        p
    }

    fn agrees(order: &[u64], to: usize) {
        let (law, plain) = (Pairing::of(order), plain(order, to));
        for (a, row) in plain.iter().enumerate() {
            for (b, &is_p) in row.iter().enumerate() {
                assert_eq!(law.is_p([a as u64, b as u64]), is_p, "{order:?}: ({a}, {b})");
            }
        }
        for column in 0..=to {
            let rows: Vec<u64> =
                law.rows_of(column as u64).into_iter().filter(|&row| row <= to as u64).collect();
            let expected: Vec<u64> =
                (0..=to).filter(|&row| plain[row][column]).map(|row| row as u64).collect();
            assert_eq!(rows, expected, "{order:?}: column {column}");
        }
    }

    /// All orders of at most five cells, and how far from (n, n) they end.
    #[test]
    fn every_short_order_agrees_with_the_definition() {
        let mut orders: Vec<Vec<u64>> = vec![Vec::new()];
        let mut counts = Vec::new();
        for cells in 1..=5u64 {
            let longer = |order: Vec<u64>| {
                (0..cells).map(move |at| {
                    let mut longer = order.clone();
                    longer.insert(at as usize, cells - 1);
                    longer
                })
            };
            orders = orders.into_iter().flat_map(longer).collect();
            orders.iter().for_each(|order| agrees(order, 18));
            counts.push(orders.iter().filter(|order| Pairing::of(order).offset() == 0).count());
            assert!(orders.iter().all(|order| Pairing::of(order).offset().abs() <= 1));
        }
        assert_eq!(counts, [1, 2, 6, 20, 86]);
    }

    /// Longer orders by chance; some end further away than one square.
    #[test]
    fn long_orders_agree_with_the_definition() {
        let mut random = Random::new(96);
        let mut far = 0;
        for _ in 0..60 {
            let cells = 6 + random.below(9);
            let mut order: Vec<u64> = (0..cells).collect();
            for at in (1..order.len()).rev() {
                order.swap(at, random.below(at as u64 + 1) as usize);
            }
            agrees(&order, 3 * cells as usize + 6);
            let law = Pairing::of(&order);
            far += usize::from(law.offset().abs() > 1);
            assert!(law.first_row() <= 3 * cells);
        }
        assert!(far > 3, "{far}");
    }
}
