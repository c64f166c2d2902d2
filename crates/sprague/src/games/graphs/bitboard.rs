//! Values of Cram on boards of at most eight by eight squares, by a search over words of 64 bits.
//!
//! A board is a word, a byte for each row. Components are found by shifts of all squares at once. A component is
//! remembered by the least of its eight images, each moved into the corner: turns and mirrors of a word are a few
//! shifts. Most components come up again at the place where they were before, so that a small table of the words as they
//! are is asked first; what it says is never wrong, it only forgets.

use crate::games::graphs::network::deletion::{Seen, Values};
use crate::limits::{Limits, TooLarge};
use crate::nimber::Nimber;

/// Squares of a side.
pub(super) const SIDE: u32 = 8;

/// The squares of the first column and all others.
const FIRST: u64 = 0x0101_0101_0101_0101;
const LAST: u64 = FIRST << 7;

/// Entries of the table that is asked first.
const RECENT: usize = 1 << 18;

/// A search that remembers what it has found.
pub(super) struct BoardSearch<'v> {
    values: &'v mut Values<u64>,
    /// Components as they are, and their values; none where the component is empty.
    recent: Vec<(u64, u8)>,
    limits: Limits,
    looked: u64,
}

/// The squares that hang together with the first one.
const fn component(board: u64) -> u64 {
    let mut found = board & board.wrapping_neg();
    loop {
        let across = (found & !LAST) << 1 | (found & !FIRST) >> 1;
        let more = (found | across | found << SIDE | found >> SIDE) & board;
        if more == found {
            return found;
        }
        found = more;
    }
}

/// Moved up and to the left as far as possible.
const fn in_the_corner(board: u64) -> u64 {
    let board = board >> (board.trailing_zeros() / SIDE * SIDE);
    let mut columns = board | board >> 32;
    columns |= columns >> 16;
    columns |= columns >> 8;
    // a row that is not empty stands in the first byte
    board >> (columns & 255).trailing_zeros()
}

/// The columns in the other order.
const fn mirrored(board: u64) -> u64 {
    board.reverse_bits().swap_bytes()
}

/// Rows as columns: squares change places across the diagonal, first one by one, then in blocks of two and four.
const fn transposed(mut board: u64) -> u64 {
    let mut step = 0;
    while step < 3 {
        let (mask, by) =
            [(0x00aa_00aa_00aa_00aa, 7), (0x0000_cccc_0000_cccc, 14), (0x0000_0000_f0f0_f0f0, 28)][step];
        let moved = (board ^ board >> by) & mask;
        board ^= moved ^ moved << by;
        step += 1;
    }
    board
}

/// The least of the eight images of a component in the corner.
pub(super) fn key(board: u64) -> u64 {
    let mut least = u64::MAX;
    for board in [board, transposed(board)] {
        let mirror = mirrored(board);
        for image in [board, mirror, board.swap_bytes(), mirror.swap_bytes()] {
            least = least.min(in_the_corner(image));
        }
    }
    least
}

impl<'v> BoardSearch<'v> {
    pub(super) fn new(values: &'v mut Values<u64>, limits: &Limits) -> Self {
        Self { values, recent: vec![(0, 0); RECENT], limits: limits.clone(), looked: 0 }
    }

    /// The value of a board, and the number of options that were looked at.
    pub(super) fn run(&mut self, board: u64) -> Result<(Nimber, u64), TooLarge> {
        self.limits.check_time()?;
        let value = self.sum(board)?;
        Ok((Nimber(value.into()), self.looked))
    }

    fn sum(&mut self, mut left: u64) -> Result<u8, TooLarge> {
        let mut sum = 0;
        while left != 0 {
            let component = component(left);
            left &= !component;
            // a single square has no move
            if !component.is_power_of_two() {
                sum ^= self.value(component)?;
            }
        }
        Ok(sum)
    }

    /// A move takes two squares, so that this calls itself at most 32 times.
    fn value(&mut self, component: u64) -> Result<u8, TooLarge> {
        let place = (component.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 46) as usize % RECENT;
        let (board, value) = self.recent[place];
        if board == component {
            return Ok(value);
        }
        let key = key(component);
        let value = match self.values.get(&key) {
            Some(&value) => value,
            None => self.searched(component, key)?,
        };
        self.recent[place] = (component, value);
        Ok(value)
    }

    fn searched(&mut self, component: u64, key: u64) -> Result<u8, TooLarge> {
        let mut seen = Seen::default();
        let lying = component & component >> 1 & !LAST;
        let standing = component & component >> SIDE;
        for (mut ends, step) in [(lying, 1), (standing, SIDE)] {
            while ends != 0 {
                let end = ends & ends.wrapping_neg();
                ends &= ends - 1;
                self.limits.look(&mut self.looked)?;
                seen.insert(self.sum(component & !(end | end << step))?);
            }
        }
        let value = seen.mex();
        self.values.try_reserve(1)?;
        self.values.insert(key, value);
        if self.values.len() as u64 > self.limits.positions {
            return Err(TooLarge::Reached { limit: self.limits.positions });
        }
        // nothing is known of how much is left
        self.limits.report(self.values.len(), || 0.0)?;
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A board from its squares.
    fn board(squares: impl Iterator<Item = (u32, u32)>) -> u64 {
        squares.fold(0, |board, (row, column)| board | 1 << (SIDE * row + column))
    }

    fn squares(board: u64) -> impl Iterator<Item = (u32, u32)> + Clone {
        (0..64).filter(move |at| board >> at & 1 == 1).map(|at| (at / SIDE, at % SIDE))
    }

    #[test]
    fn words_move_as_boards_do() {
        let mut seed = 9u64;
        for _ in 0..500 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let word = (seed >> 7) & (seed >> 11) | 1 << 20;
            assert_eq!(mirrored(word), board(squares(word).map(|(row, column)| (row, 7 - column))));
            assert_eq!(transposed(word), board(squares(word).map(|(row, column)| (column, row))));
            let top = squares(word).map(|square| square.0).min().unwrap();
            let left = squares(word).map(|square| square.1).min().unwrap();
            let moved = squares(word).map(|(row, column)| (row - top, column - left));
            assert_eq!(in_the_corner(word), board(moved));
            let turned = board(squares(word).map(|(row, column)| (column, 7 - row)));
            assert_eq!([mirrored(word), transposed(word), turned].map(key), [key(word); 3]);
            let mut found = vec![squares(word).next().unwrap()];
            let mut next = 0;
            while let Some(&(row, column)) = found.get(next) {
                next += 1;
                let near =
                    squares(word).filter(|other| other.0.abs_diff(row) + other.1.abs_diff(column) == 1);
                for square in near {
                    if !found.contains(&square) {
                        found.push(square);
                    }
                }
            }
            assert_eq!(component(word), board(found.into_iter()));
        }
    }
}
