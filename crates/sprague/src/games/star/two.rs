//! 2-Star Nim: the value G(a, b) of two tokens (theory 8.1 to 8.3).
//!
//! G(0, b) = b - 1, and every other value is the mex of the values before it in its row and in its column. The
//! values of a line and of each line across it are bit sets that remember up to where they are full, so a mex is the
//! first zero of two words joined, mostly in the first words looked at. G(a, b) = G(b, a), so the lines that come one
//! after the other are those of the longer side: a table of a rows and b columns costs a*b mexes of at most
//! (a+b)/64 + 1 words, four bytes for each value and (a+b)/8 bytes for each line of the shorter side.
//! G(4000, 4000) takes 0.2 seconds.
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
/// use sprague::{nimber::Nimber, games::star::two_star_table};
/// assert_eq!(two_star_table(10, 15).get(10, 15), Some(Nimber(20)));
/// ```
pub fn two_star_table(a_max: usize, b_max: usize) -> TwoStarTable {
    let width = b_max + 1;
    let mut values = vec![0; (a_max + 1) * width];
    let mut across = Across::new(a_max.min(b_max), a_max + b_max);
    for line in 0..=a_max.max(b_max) {
        for (place, &value) in across.line(line).iter().enumerate() {
            let (a, b) = if a_max < b_max { (place, line) } else { (line, place) };
            values[a * width + b] = value;
        }
    }
    TwoStarTable { width, values }
}

/// The lines across the one that is computed next.
struct Across {
    /// What each of them has used.
    sets: Vec<UsedValues>,
    /// What the line has used; empty between two lines.
    own: UsedValues,
    /// The values of the line.
    values: Vec<u32>,
}

impl Across {
    /// Lines 0 to `last`, for values up to `most`.
    fn new(last: usize, most: usize) -> Self {
        let none = UsedValues { words: vec![0; most / 64 + 1], full: 0 };
        Self { sets: vec![none.clone(); last + 1], own: none, values: Vec::with_capacity(last + 1) }
    }

    /// The values of a line, after all lines before it.
    fn line(&mut self, line: usize) -> &[u32] {
        self.values.clear();
        for (place, set) in self.sets.iter_mut().enumerate() {
            let known = line == 0 || place == 0;
            let value = if known { (line + place).saturating_sub(1) } else { self.own.mex_with(set) };
            self.own.insert(value);
            set.insert(value);
            self.values.push(value as u32);
        }
        self.own.remove(&self.values);
        &self.values
    }
}

/// A set of values, and the number of its leading words that are full.
#[derive(Clone)]
struct UsedValues {
    words: Vec<u64>,
    full: usize,
}

impl UsedValues {
    fn insert(&mut self, value: usize) {
        self.words[value / 64] |= 1 << (value % 64);
        while self.words.get(self.full) == Some(&u64::MAX) {
            self.full += 1;
        }
    }

    /// Takes all its values out of the set.
    fn remove(&mut self, values: &[u32]) {
        for &value in values {
            self.words[value as usize / 64] = 0;
        }
        self.full = 0;
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
