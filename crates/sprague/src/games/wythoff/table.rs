//! The values of all pairs of heaps up to a given one, row by row.
//!
//! Every row, column and diagonal keeps the set of the values it holds as bits; the value of a position is
//! the least bit that is clear in all three (theory 1.3). For heaps a <= b that takes (a+1)(b+1) steps of up
//! to (2a + b) / 64 words, and (a + 2b)(2a + b) / 64 words of memory beside the values.

use std::fmt;

use super::Position;
use crate::limits::Limits;
use crate::nimber::Nimber;

/// The values of all positions whose smaller heap and larger heap are at most those of a given one.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Table {
    columns: u64,
    values: Vec<u32>,
}

impl Table {
    /// The table up to `position`; `None` if it would hold more words than `limits` allow positions.
    pub fn for_position(position: Position, limits: &Limits) -> Option<Self> {
        let (larger, smaller) = position.heaps();
        let (a, b) = (smaller as f64, larger as f64);
        let words = ((a + 2.0 * b + 2.0) * (2.0 * a + b + 64.0) / 64.0).max((a + 1.0) * (b + 1.0));
        let most = limits.positions.min(1 << 34) as f64;
        (words <= most).then(|| Self::new(smaller as usize, larger as usize))
    }

    fn new(rows: usize, columns: usize) -> Self {
        let words = (2 * rows + columns) / 64 + 1;
        let mut values = Vec::with_capacity((rows + 1) * (columns + 1));
        let mut in_column = vec![0u64; (columns + 1) * words];
        let mut in_diagonal = vec![0u64; (rows + columns + 1) * words];
        let mut in_row = vec![0u64; words];
        for x in 0..=rows {
            in_row.fill(0);
            for y in 0..=columns {
                let column = &mut in_column[y * words..][..words];
                let diagonal = &mut in_diagonal[(rows + y - x) * words..][..words];
                let used = |w: usize| in_row[w] | column[w] | diagonal[w];
                let word =
                    (0..words).find(|&w| used(w) != u64::MAX).expect("there are more bits than options");
                let bit = used(word).trailing_ones();
                for set in [&mut in_row[..], column, diagonal] {
                    set[word] |= 1 << bit;
                }
                values.push(word as u32 * 64 + bit);
            }
        }
        Self { columns: columns as u64, values }
    }

    /// The value of a position, if the table holds it.
    pub fn value(&self, position: Position) -> Option<Nimber> {
        let (larger, smaller) = position.heaps();
        let place =
            smaller.checked_mul(self.columns + 1)?.checked_add(larger).filter(|_| larger <= self.columns)?;
        self.values.get(usize::try_from(place).ok()?).map(|&value| Nimber(value.into()))
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Table({} values to column {})", self.values.len(), self.columns)
    }
}
