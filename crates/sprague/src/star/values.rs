//! The value machine: the pairs of value 0, 1, ..., row by row (theory 8.8).
//!
//! For each value g a mask shows which of the numbers a, a + 1, ... are already in a pair of value g. In row a the
//! values are taken in order; a value for which a is not yet paired takes the first column that is neither paired nor
//! taken in this row by a smaller value (theory 8.6). Masks are relative to the row and have at most g + 2 bits, so the
//! machine has finitely many states for each largest value, and a state that comes back proves the period of every
//! sequence at once. A step of one value is a handful of instructions.

/// The largest value whose mask fits.
pub const MOST_VALUE: u32 = 125;

/// The values 0 to some largest one, before some row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueMachine {
    row: u64,
    /// For each value: bit i tells that row + i is in a pair.
    masks: Vec<u128>,
}

impl ValueMachine {
    /// The values 0 to `largest`, at most `MOST_VALUE`, before row 0.
    pub fn new(largest: u32) -> Self {
        Self { row: 0, masks: vec![0; largest.min(MOST_VALUE) as usize + 1] }
    }

    /// The same before row r of two tokens on strips that share r squares (theory 9.5). With a token on the shared square
    /// s the pair of value g is (s, s + g + 1).
    pub fn above(shared: u64, largest: u32) -> Self {
        let mask = |g: u32| {
            let first = (u64::from(g) + 1).saturating_sub(shared);
            // the numbers s + g + 1 from the row on
            (first..=u64::from(g)).fold(0, |mask, bit| mask | 1 << bit)
        };
        Self { row: shared, masks: (0..=largest.min(MOST_VALUE)).map(mask).collect() }
    }

    /// The row that the next step fills.
    pub const fn row(&self) -> u64 {
        self.row
    }

    /// The masks: for each value, bit i tells that row + i is in a pair.
    pub fn masks(&self) -> &[u128] {
        &self.masks
    }

    /// Fills the row: `emit(g, d)` for each pair (row, row + d) of value g, in the order of the values.
    ///
    /// ```
    /// use sprague::star::ValueMachine;
    /// let mut machine = ValueMachine::new(3);
    /// let mut pairs = Vec::new();
    /// for row in 0..3 {
    ///     machine.step(|g, d| pairs.push((g, row, row + d)));
    /// }
    /// assert!(pairs.contains(&(3, 2, 5)) && pairs.contains(&(0, 2, 2)));
    /// ```
    pub fn step(&mut self, mut emit: impl FnMut(u32, u32)) {
        // (0, 0) is not a position.
        let mut taken = u128::from(self.row == 0);
        for (g, mask) in (0..).zip(&mut self.masks) {
            if *mask & 1 == 0 {
                let seen = *mask | taken;
                let bit = !seen & (seen + 1);
                emit(g, bit.trailing_zeros());
                *mask |= bit;
                taken |= bit;
            }
            *mask >>= 1;
        }
        self.row += 1;
    }
}
