//! One board of Chomp.
//!
//! A single row or column of n squares is a Nim heap of n - 1, whatever its length, so it is kept as a
//! number; every other board is a [`Diagram`]. There is one form for each board.

use std::fmt;

use super::Diagram;
use crate::play::Outcome;

/// A square: its row and its column, from 1. The poisoned one is (1, 1).
pub type Square = (u64, u64);

/// A board with at least the poisoned square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChompBoard(Form);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Form {
    /// At least 1.
    Row(u64),
    /// At least 2.
    Column(u64),
    /// At least two rows and two columns.
    Block(Diagram),
}

impl ChompBoard {
    /// One row of this many squares, at least 1.
    pub const fn row(squares: u64) -> Option<Self> {
        if squares == 0 { None } else { Some(Self(Form::Row(squares))) }
    }

    /// A rectangle. `None` if a side is 0 or the board too large for a [`Diagram`] and not a line.
    pub fn rectangle(rows: u64, columns: u64) -> Option<Self> {
        match (rows, columns) {
            (0, _) | (_, 0) => None,
            (1, n) => Self::row(n),
            (n, 1) => Some(Self(Form::Column(n))),
            (rows, _) if rows > Diagram::MOST_STEPS => None,
            (rows, columns) => Diagram::from_rows(&vec![columns; rows as usize]).map(Self::from),
        }
    }

    /// The board with these rows, from the top, under the conditions of [`Diagram::from_rows`].
    pub fn from_rows(rows: &[u64]) -> Option<Self> {
        match *rows {
            [n] => Self::row(n),
            [1, ..] if rows.iter().all(|&row| row == 1) => Self::rectangle(rows.len() as u64, 1),
            _ => Diagram::from_rows(rows).map(Self::from),
        }
    }

    /// The number of rows.
    pub const fn row_count(&self) -> u64 {
        match self.0 {
            Form::Row(_) => 1,
            Form::Column(n) => n,
            Form::Block(diagram) => diagram.row_count(),
        }
    }

    /// The number of columns.
    pub const fn column_count(&self) -> u64 {
        match self.0 {
            Form::Row(n) => n,
            Form::Column(_) => 1,
            Form::Block(diagram) => diagram.column_count(),
        }
    }

    /// The lengths of the rows, from the top; as long a list as there are rows.
    pub fn rows(&self) -> Vec<u64> {
        match self.0 {
            Form::Row(n) => vec![n],
            Form::Column(n) => vec![1; usize::try_from(n).expect("a column that is listed fits in memory")],
            Form::Block(diagram) => diagram.rows(),
        }
    }

    /// The length of a row, from 1; 0 below the last.
    pub fn row_length(&self, row: u64) -> u64 {
        match self.0 {
            Form::Row(n) if row == 1 => n,
            Form::Column(n) if row <= n => 1,
            Form::Row(_) | Form::Column(_) => 0,
            Form::Block(diagram) => diagram.rows().get(row as usize - 1).copied().unwrap_or(0),
        }
    }

    /// The number of squares.
    pub fn square_count(&self) -> u64 {
        match self.0 {
            Form::Row(n) | Form::Column(n) => n,
            Form::Block(diagram) => diagram.square_count(),
        }
    }

    /// Whether all rows are equally long.
    pub const fn is_rectangle(&self) -> bool {
        match self.0 {
            Form::Row(_) | Form::Column(_) => true,
            Form::Block(diagram) => diagram.is_rectangle(),
        }
    }

    /// The board mirrored in its diagonal.
    #[must_use]
    pub const fn transposed(&self) -> Self {
        match self.0 {
            Form::Row(1) => *self,
            Form::Row(n) => Self(Form::Column(n)),
            Form::Column(n) => Self(Form::Row(n)),
            Form::Block(diagram) => Self(Form::Block(diagram.transposed())),
        }
    }

    /// The board or its transpose, whichever comes first.
    #[must_use]
    pub fn up_to_transposition(&self) -> Self {
        (*self).min(self.transposed())
    }

    /// The Nim heap that a single row or column is, move for move.
    pub const fn as_nim_heap(&self) -> Option<u64> {
        match self.0 {
            Form::Row(n) | Form::Column(n) => Some(n - 1),
            Form::Block(_) => None,
        }
    }

    /// An upper bound on the number of boards that play can lead to, this one included.
    pub fn inside(&self) -> f64 {
        match self.0 {
            Form::Row(n) | Form::Column(n) => n as f64,
            Form::Block(diagram) => diagram.inside(),
        }
    }

    /// The outcome of a single rectangle under normal play, by strategy stealing (theory 10.1).
    pub fn outcome_by_theorem(&self) -> Option<Outcome> {
        match self.square_count() {
            1 => Some(Outcome::P),
            _ => self.is_rectangle().then_some(Outcome::N),
        }
    }

    /// The board after eating this square; `None` for squares outside and for the poisoned one.
    pub fn eat(&self, (row, column): Square) -> Option<Self> {
        match self.0 {
            Form::Row(n) => (row == 1 && 1 < column && column <= n).then(|| Self(Form::Row(column - 1))),
            Form::Column(n) => (column == 1 && 1 < row && row <= n).then(|| Self::column(row - 1)),
            Form::Block(diagram) => diagram.eat(row, column).map(Self::from),
        }
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

impl From<Diagram> for ChompBoard {
    fn from(diagram: Diagram) -> Self {
        match (diagram.row_count(), diagram.column_count()) {
            (1, n) => Self(Form::Row(n)),
            (n, 1) => Self(Form::Column(n)),
            _ => Self(Form::Block(diagram)),
        }
    }
}

/// `3x5` for rectangles of more than one row, otherwise the rows: `4,4,2`.
impl fmt::Display for ChompBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Form::Row(n) => write!(f, "{n}"),
            Form::Block(diagram) if !diagram.is_rectangle() => {
                let rows: Vec<String> = diagram.rows().iter().map(u64::to_string).collect();
                f.write_str(&rows.join(","))
            }
            _ => write!(f, "{}x{}", self.row_count(), self.column_count()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_form_for_each_board() {
        assert_eq!(ChompBoard::rectangle(1, 1), ChompBoard::rectangle(1, 1).map(|shape| shape.transposed()));
        assert_eq!(ChompBoard::from_rows(&[1, 1, 1]), ChompBoard::rectangle(3, 1));
        assert_eq!(ChompBoard::rectangle(3, 1).unwrap().transposed(), ChompBoard::row(3).unwrap());
        assert_eq!(ChompBoard::rectangle(2, 2).unwrap().eat((1, 2)), ChompBoard::rectangle(2, 1));
        assert_eq!(ChompBoard::rectangle(u64::MAX, 2), None);
        assert_eq!(ChompBoard::rectangle(1, 1_000_000).unwrap().as_nim_heap(), Some(999_999));
        assert_eq!(ChompBoard::rectangle(7, 0), None);
    }
}
