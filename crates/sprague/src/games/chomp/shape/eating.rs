//! Moves on a board of Chomp: eating a square, with all below it and to its right.
//!
//! The eaten square is found again from the board that was left; only the poisoned one is never eaten. Winning squares
//! are told where the theory names one (theory 10.1).

use super::{Form, Shape};

/// A square: its row and its column, from 1. The poisoned one is (1, 1).
pub type Square = (u64, u64);

impl Shape {
    /// The board after eating this square; `None` for squares outside and for the poisoned one.
    pub fn eat(&self, (row, column): Square) -> Option<Self> {
        match self.0 {
            Form::Row(n) => (row == 1 && 1 < column && column <= n).then(|| Self(Form::Row(column - 1))),
            Form::Column(n) => (column == 1 && 1 < row && row <= n).then(|| Self::column(row - 1)),
            Form::Block(diagram) => diagram.eat(row, column).map(Self::from),
        }
    }

    /// The square whose eating leaves `after`.
    pub fn square_eaten(&self, after: &Self) -> Option<Square> {
        let square = match (self.0, after.0) {
            (Form::Column(_), _) => (after.row_count() + 1, 1),
            (_, Form::Row(n)) if self.column_count() == n => (2, 1),
            (_, Form::Row(n)) => (1, n + 1),
            (_, Form::Column(n)) if self.row_count() > n => (n + 1, 1),
            (_, Form::Column(_)) => (1, 2),
            (Form::Row(_), Form::Block(_)) => return None,
            (Form::Block(before), Form::Block(after)) => {
                let lefts = after.rows().into_iter().chain(std::iter::repeat(0));
                (1..)
                    .zip(before.rows())
                    .zip(lefts)
                    .find(|&((_, row), left)| row != left)
                    .map(|((r, _), c)| (r, c + 1))?
            }
        };
        // a row's end may be the end of a wider cut that starts above it; the board itself decides
        (self.eat(square).as_ref() == Some(after)).then_some(square)
    }

    /// The boards that one move leaves.
    pub fn options(&self) -> Vec<Self> {
        match self.0 {
            Form::Row(n) => (1..n).map(|left| Self(Form::Row(left))).collect(),
            Form::Column(n) => (1..n).map(Self::column).collect(),
            Form::Block(diagram) => diagram.options().into_iter().map(Self::from).collect(),
        }
    }

    /// A winning square of a single rectangle under normal play where the theory names one: lines, squares
    /// and boards of two rows or columns (theory 10.1).
    pub fn winning_square(&self) -> Option<Square> {
        match (self.row_count(), self.column_count()) {
            _ if !self.is_rectangle() => None,
            (1, 1) => None,
            (1, _) => Some((1, 2)),
            (_, 1) => Some((2, 1)),
            (rows, columns) if rows == columns => Some((2, 2)),
            (2, columns) => Some((2, columns)),
            (rows, 2) => Some((rows, 2)),
            _ => None,
        }
    }

    const fn column(squares: u64) -> Self {
        Self(if squares == 1 { Form::Row(1) } else { Form::Column(squares) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_eaten_square_is_found_again() {
        let boards = [[3, 3, 3].as_slice(), &[4, 4, 2], &[5, 3, 3, 1], &[6], &[1, 1, 1, 1], &[5, 1, 1]];
        for rows in boards {
            let board = Shape::from_rows(rows).expect("a board");
            let mut moves = 0;
            for (row, &length) in (1..).zip(rows) {
                for column in 1..=length {
                    if let Some(after) = board.eat((row, column)) {
                        assert_eq!(board.square_eaten(&after), Some((row, column)), "{board} to {after}");
                        assert!(board.options().contains(&after));
                        moves += 1;
                    }
                }
            }
            assert_eq!(board.options().len(), moves);
            assert_eq!(moves as u64, board.square_count() - 1);
            assert_eq!(board.square_eaten(&board), None);
        }
    }
}
