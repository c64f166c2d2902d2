//! The row machine: values of two tokens on strips that share r squares, column by column (theory 8.10, 9.2).
//!
//! With a, b >= r the value G(a, b) is the least number that is neither used in row a before column b nor in column b
//! above row a. It lies between b - a and b + a (theory 8.4; the proof holds for every r), so a row only needs a window
//! of 2a values around its column. Windows are rings of words aligned at multiples of 64, so that row and column are
//! combined without shifts; a word that is full is released. A column costs a few instructions for each row, whatever
//! the column; memory is a/4 bytes for row a, the same for all columns.

/// Rows r to a of the table, one column after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowMachine {
    shared: u64,
    last_row: u64,
    column: u64,
    /// The words in a ring, a power of two.
    ring: usize,
    /// The rings of all rows.
    windows: Vec<u64>,
    /// For each row the first word that is not full.
    first: Vec<u64>,
    /// The values used in the column, from the word of the least possible value on.
    used: Vec<u64>,
    values: Vec<u64>,
}

impl RowMachine {
    /// The rows from `shared`, at least 1, to `last_row`, before column `shared`.
    ///
    /// ```
    /// use sprague_star::RowMachine;
    /// let mut machine = RowMachine::new(1, 4);
    /// assert_eq!(machine.step(), [1, 2, 3, 4]); // column 1 of rows 1 to 4
    /// assert_eq!(machine.step(), [2, 0, 4, 5]);
    /// ```
    pub fn new(shared: u64, last_row: u64) -> Self {
        let shared = shared.max(1);
        let rows = (last_row + 1).saturating_sub(shared) as usize;
        let ring = (last_row as usize / 32 + 2).next_power_of_two();
        let mut machine = Self {
            shared,
            last_row,
            column: shared,
            ring,
            windows: vec![0; rows * ring],
            first: vec![0; rows],
            used: vec![0; ring + 1],
            values: vec![0; rows],
        };
        for (row, a) in (shared..=last_row).enumerate() {
            let window = &mut machine.windows[row * ring..][..ring];
            // One token on a shared square s: Silver Dollar, with the value a - s - 1.
            for value in a - shared..a {
                window[(value / 64) as usize & (ring - 1)] |= 1 << (value % 64);
            }
            // Words are full only where the row starts with them.
            while window[machine.first[row] as usize & (ring - 1)] == u64::MAX {
                window[machine.first[row] as usize & (ring - 1)] = 0;
                machine.first[row] += 1;
            }
        }
        machine
    }

    /// The column that the next step computes.
    pub const fn column(&self) -> u64 {
        self.column
    }

    /// The values of the column, from row `shared` on.
    pub fn step(&mut self) -> &[u64] {
        let b = self.column;
        let mask = self.ring - 1;
        let base = b.saturating_sub(self.last_row) / 64;
        let used = &mut self.used[..];
        used.fill(0);
        if !self.values.is_empty() {
            for value in b - self.shared..b {
                used[(value / 64 - base) as usize] |= 1 << (value % 64);
            }
        }
        let rows = self.windows.chunks_exact_mut(self.ring).zip(&mut self.first).zip(&mut self.values);
        for ((window, first), value) in rows {
            let mut at = *first;
            let (slot, seen) = loop {
                let seen = window[at as usize & mask] | used[(at - base) as usize];
                if seen != u64::MAX {
                    break (at as usize & mask, seen);
                }
                at += 1;
            };
            let bit = !seen & (seen + 1);
            *value = at * 64 + u64::from(bit.trailing_zeros());
            used[(at - base) as usize] |= bit;
            window[slot] |= bit;
            if window[slot] == u64::MAX && at == *first {
                while window[*first as usize & mask] == u64::MAX {
                    window[*first as usize & mask] = 0;
                    *first += 1;
                }
            }
        }
        self.column += 1;
        &self.values
    }
}
