//! 2-Star Nim: the value G(a, b) of two tokens (theory 8.1 to 8.3).
//!
//! G(0, b) = b - 1, and every other value is the mex of the values before it in its row and in its column. The
//! values of a row and of each column are bit sets that remember up to where they are full, so a mex is the first
//! zero of two words joined, mostly in the first words looked at. Rows come one after the other: a table of a rows
//! and b columns costs a*b mexes of at most (a+b)/64 + 1 words, four bytes for each value and (a+b)/8 bytes for
//! each column; a single value needs the columns only. G(4000, 4000) takes 0.2 seconds.
//!
//! Closed forms for squares of any size: rows 1 and 2 (theory 8.3), the diagonals b = a, a + 1, a + 2 and half of
//! b = a + 3 (theory 8.2).

use crate::nimber::Nimber;
use crate::theorem::Theorem;

/// The value of two tokens on squares from 1 on, where a closed form gives it.
pub(super) fn closed_value(a: u64, b: u64) -> Option<(Nimber, Theorem)> {
    let (a, b) = (a.min(b), a.max(b));
    let (value, theorem) = match (a, b - a) {
        (0, _) => return None,
        (1, _) => (b, Theorem::StarRowOne),
        (_, 0) => (0, Theorem::TwoStarNim),
        (2, _) if b % 3 == 2 => (b - 2, Theorem::StarRowOne),
        (2, _) => (b.checked_add(1)?, Theorem::StarRowOne),
        (_, 1) => (2 - a % 2, Theorem::StarSmallValues),
        (6.., 2) if a % 4 >= 2 => (3, Theorem::StarSmallValues),
        (12.., 2) => (4, Theorem::StarSmallValues),
        (12.., 3) if a % 6 < 3 => (5, Theorem::StarSmallValues),
        _ => return None,
    };
    Some((Nimber(value), theorem))
}

/// The values of 2-Star Nim with tokens up to given squares.
#[derive(Clone, Debug)]
pub struct TwoStarTable {
    width: usize,
    values: Vec<u32>,
}

impl TwoStarTable {
    /// G(a, b); `None` outside the table and for (0, 0), which is not a position.
    pub fn get(&self, a: usize, b: usize) -> Option<Nimber> {
        if b >= self.width || a + b == 0 {
            return None;
        }
        let at = a.checked_mul(self.width)?.checked_add(b)?;
        self.values.get(at).map(|&value| Nimber(value.into()))
    }
}

/// The table of G(a, b) for a = 0..=`a_max` and b = 0..=`b_max`.
///
/// ```
/// use sprague::{nimber::Nimber, star::two_star_table};
/// assert_eq!(two_star_table(10, 15).get(10, 15), Some(Nimber(20)));
/// ```
pub fn two_star_table(a_max: usize, b_max: usize) -> TwoStarTable {
    let mut columns = Columns::new(a_max, b_max);
    let mut values = Vec::with_capacity((a_max + 1) * (b_max + 1));
    for a in 0..=a_max {
        columns.row(a, |value| values.push(value));
    }
    TwoStarTable { width: b_max + 1, values }
}

/// The columns of the table below the row that is computed next.
struct Columns {
    columns: Vec<UsedValues>,
    words: usize,
}

impl Columns {
    fn new(a_max: usize, b_max: usize) -> Self {
        let words = (a_max + b_max) / 64 + 1;
        Self { columns: vec![UsedValues::new(words); b_max + 1], words }
    }

    /// Computes row `a` after all rows before it.
    fn row(&mut self, a: usize, mut emit: impl FnMut(u32)) {
        let mut row = UsedValues::new(self.words);
        for (b, column) in self.columns.iter_mut().enumerate() {
            let value = if a == 0 || b == 0 { (a + b).saturating_sub(1) } else { row.mex_with(column) };
            row.insert(value);
            column.insert(value);
            emit(value as u32);
        }
    }
}

/// A set of values, and the number of its leading words that are full.
#[derive(Clone)]
struct UsedValues {
    words: Vec<u64>,
    full: usize,
}

impl UsedValues {
    fn new(words: usize) -> Self {
        Self { words: vec![0; words], full: 0 }
    }

    fn insert(&mut self, value: usize) {
        self.words[value / 64] |= 1 << (value % 64);
        while self.words.get(self.full) == Some(&u64::MAX) {
            self.full += 1;
        }
    }

    /// The least value in neither set; there is one below a + b + 1, the number of options and one.
    fn mex_with(&self, other: &Self) -> usize {
        let start = self.full.max(other.full);
        let unions = self.words[start..].iter().zip(&other.words[start..]).map(|(x, y)| x | y);
        let mut at = start * 64;
        for union in unions {
            if union != u64::MAX {
                break;
            }
            at += 64;
        }
        let word = at / 64;
        at + (self.words[word] | other.words[word]).trailing_ones() as usize
    }
}
