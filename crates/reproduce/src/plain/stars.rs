//! Tokens on strips that share square 0, by the definition.

use std::collections::HashMap;

use super::mex;

/// Values of Star Silver Dollar positions, each met once: strips of ascending tokens.
#[derive(Clone, Debug, Default)]
pub struct Stars {
    known: HashMap<Vec<Vec<u64>>, u64>,
}

impl Stars {
    /// The value of a star; at most one token lies on square 0.
    pub fn value(&mut self, strips: &[Vec<u64>]) -> u64 {
        if let Some(&value) = self.known.get(strips) {
            return value;
        }
        let taken = strips.iter().any(|strip| strip.first() == Some(&0));
        let mut values = Vec::new();
        for (at, strip) in strips.iter().enumerate() {
            for (place, &token) in strip.iter().enumerate() {
                let least = if place > 0 { strip[place - 1] + 1 } else { u64::from(taken) };
                for square in least..token {
                    let mut after = strips.to_vec();
                    after[at][place] = square;
                    values.push(self.value(&after));
                }
            }
        }
        let value = mex(values);
        self.known.insert(strips.to_vec(), value);
        value
    }
}

/// The table of 2-Star Nim to the given row and column, by mex; (0, 0) holds no value.
pub fn two_star(rows: usize, columns: usize) -> Vec<Vec<Option<u64>>> {
    let mut table: Vec<Vec<Option<u64>>> = Vec::new();
    let width = rows + columns + 1;
    let mut in_column = vec![vec![false; width]; columns + 1];
    for a in 0..=rows {
        let mut in_row = vec![false; width];
        let mut row = Vec::new();
        for (b, used) in in_column.iter_mut().enumerate() {
            let value = match (a, b) {
                (0, 0) => None,
                (0, other) | (other, 0) => Some(other - 1),
                _ => (0..width).find(|&value| !in_row[value] && !used[value]),
            };
            if let Some(value) = value {
                (in_row[value], used[value]) = (true, true);
            }
            row.push(value.map(|value| value as u64));
        }
        table.push(row);
    }
    table
}

/// All strips of `sizes` many tokens on squares below `squares`.
pub fn strips(squares: u64, sizes: std::ops::RangeInclusive<u32>) -> Vec<Vec<u64>> {
    let tokens = |set: u64| (0..squares).filter(|square| set >> square & 1 == 1).collect();
    (0..1u64 << squares).filter(|set| sizes.contains(&set.count_ones())).map(tokens).collect()
}
