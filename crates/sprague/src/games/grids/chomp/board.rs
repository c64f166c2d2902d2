//! One board of Chomp.
//!
//! A single row or column of n squares is a Nim heap of n - 1, whatever its length, so it is kept as a
//! number; every other board is a [`Diagram`], but for two rows or columns that are too long for one: of these theory
//! tells who wins (theory 10.1), and they are never searched. There is one form for each board.

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
    /// Two rows that are too long for a diagram, or the mirror image of such rows, and their lengths, the second at
    /// least 1.
    Pair([u64; 2], Lying),
}

/// How two long lines lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Lying {
    Rows,
    Columns,
}

impl ChompBoard {
    /// The longest of two rows or columns.
    pub const MOST_IN_PAIR: u64 = 10_000;

    /// Two rows or columns, the first not shorter and not too long, the second perhaps empty.
    fn pair([first, second]: [u64; 2], lying: Lying) -> Option<Self> {
        let board = match (second, first <= Diagram::MOST_STEPS - 2) {
            (0, _) => Self::row(first)?,
            (_, true) => Self::from(Diagram::from_rows(&[first, second])?),
            _ if first > Self::MOST_IN_PAIR => return None,
            _ => return Some(Self(Form::Pair([first, second], lying))),
        };
        Some(if lying == Lying::Rows { board } else { board.transposed() })
    }

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
            (2, columns) => Self::pair([columns, columns], Lying::Rows),
            (rows, 2) => Self::pair([rows, rows], Lying::Columns),
            (rows, _) if rows > Diagram::MOST_STEPS => None,
            (rows, columns) => Diagram::from_rows(&vec![columns; rows as usize]).map(Self::from),
        }
    }

    /// The board with these rows, from the top, under the conditions of [`Diagram::from_rows`].
    pub fn from_rows(rows: &[u64]) -> Option<Self> {
        match *rows {
            _ if !rows.is_sorted_by(|above, row| above >= row) || rows.contains(&0) => None,
            [n] => Self::row(n),
            [1, ..] if rows.iter().all(|&row| row == 1) => Self::rectangle(rows.len() as u64, 1),
            [first, second] => Self::pair([first, second], Lying::Rows),
            [2, ..] => Self::pair(
                [rows.len() as u64, rows.iter().filter(|&&row| row == 2).count() as u64],
                Lying::Columns,
            ),
            _ => Diagram::from_rows(rows).map(Self::from),
        }
    }

    /// The number of rows.
    pub const fn row_count(&self) -> u64 {
        match self.0 {
            Form::Row(_) => 1,
            Form::Column(n) => n,
            Form::Block(diagram) => diagram.row_count(),
            Form::Pair(_, Lying::Rows) => 2,
            Form::Pair([first, _], Lying::Columns) => first,
        }
    }

    /// The number of columns.
    pub const fn column_count(&self) -> u64 {
        match self.0 {
            Form::Row(n) => n,
            Form::Column(_) => 1,
            Form::Block(diagram) => diagram.column_count(),
            Form::Pair([first, _], Lying::Rows) => first,
            Form::Pair(_, Lying::Columns) => 2,
        }
    }

    /// The lengths of the rows, from the top; as long a list as there are rows.
    pub fn rows(&self) -> Vec<u64> {
        match self.0 {
            Form::Row(n) => vec![n],
            Form::Column(n) => vec![1; usize::try_from(n).expect("a column that is listed fits in memory")],
            Form::Block(diagram) => diagram.rows(),
            Form::Pair(rows, Lying::Rows) => rows.to_vec(),
            Form::Pair([first, second], Lying::Columns) => {
                (0..first).map(|row| 1 + u64::from(row < second)).collect()
            }
        }
    }

    /// The length of a row, from 1; 0 below the last.
    pub fn row_length(&self, row: u64) -> u64 {
        match self.0 {
            Form::Row(n) if row == 1 => n,
            Form::Column(n) if row <= n => 1,
            Form::Row(_) | Form::Column(_) => 0,
            Form::Block(diagram) => diagram.rows().get(row as usize - 1).copied().unwrap_or(0),
            Form::Pair(rows, Lying::Rows) => rows.get(row as usize - 1).copied().unwrap_or(0),
            Form::Pair([first, second], Lying::Columns) => u64::from(row <= first) + u64::from(row <= second),
        }
    }

    /// The number of squares.
    pub fn square_count(&self) -> u64 {
        match self.0 {
            Form::Row(n) | Form::Column(n) => n,
            Form::Block(diagram) => diagram.square_count(),
            Form::Pair([first, second], _) => first + second,
        }
    }

    /// Whether all rows are equally long.
    pub const fn is_rectangle(&self) -> bool {
        match self.0 {
            Form::Row(_) | Form::Column(_) => true,
            Form::Block(diagram) => diagram.is_rectangle(),
            Form::Pair([first, second], _) => first == second,
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
            Form::Pair(rows, Lying::Rows) => Self(Form::Pair(rows, Lying::Columns)),
            Form::Pair(rows, Lying::Columns) => Self(Form::Pair(rows, Lying::Rows)),
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
            Form::Block(_) | Form::Pair(..) => None,
        }
    }

    /// An upper bound on the number of boards that play can lead to, this one included.
    pub fn inside(&self) -> f64 {
        match self.0 {
            Form::Row(n) | Form::Column(n) => n as f64,
            Form::Block(diagram) => diagram.inside(),
            Form::Pair([first, second], _) => {
                let (first, second) = (first as f64, second as f64);
                second * (second + 3.0) / 2.0 + (first - second) * (second + 1.0)
            }
        }
    }

    /// Whether the board is too large to be searched, though it is no line.
    pub(super) const fn is_long(&self) -> bool {
        matches!(self.0, Form::Pair(..))
    }

    /// What is below the poisoned square and what is beside it, where there is nothing else: two Nim heaps.
    pub(super) fn arms(&self) -> Option<[u64; 2]> {
        let arms = [self.row_count() - 1, self.column_count() - 1];
        (arms.iter().all(|&arm| arm > 0) && self.square_count() == 1 + arms[0] + arms[1]).then_some(arms)
    }

    /// The lengths of both rows, or of both columns, the longer one first, where there are just two.
    pub(super) fn two_rows(&self) -> Option<[u64; 2]> {
        let squares = self.square_count();
        match (self.row_count(), self.column_count()) {
            (2, first) | (first, 2) => Some([first, squares - first]),
            _ => None,
        }
    }

    /// The outcome of a single board under normal play: of rectangles by strategy stealing, of two rows or columns, and
    /// of an L (theory 10.1).
    pub fn outcome_by_theorem(&self) -> Option<Outcome> {
        let of = |is_p: bool| Some(if is_p { Outcome::P } else { Outcome::N });
        match (self.square_count(), self.two_rows(), self.arms()) {
            (1, ..) => of(true),
            _ if self.is_rectangle() => of(false),
            (_, Some([first, second]), _) => of(first == second + 1),
            (_, _, Some([down, across])) => of(down == across),
            _ => None,
        }
    }

    /// The board after eating this square; `None` for squares outside and for the poisoned one.
    pub fn eat(&self, (row, column): Square) -> Option<Self> {
        match self.0 {
            Form::Row(n) => (row == 1 && 1 < column && column <= n).then(|| Self(Form::Row(column - 1))),
            Form::Column(n) => (column == 1 && 1 < row && row <= n).then(|| Self::column(row - 1)),
            Form::Block(diagram) => diagram.eat(row, column).map(Self::from),
            Form::Pair(rows, lying) => {
                let (line, place) = if lying == Lying::Rows { (row, column) } else { (column, row) };
                let length = *rows.get(usize::try_from(line.checked_sub(1)?).ok()?)?;
                let left = place.checked_sub(1).filter(|_| place <= length && (line, place) != (1, 1))?;
                Self::pair([if line == 1 { left } else { rows[0] }, rows[1].min(left)], lying)
            }
        }
    }

    /// The boards that one move leaves.
    pub fn options(&self) -> Vec<Self> {
        match self.0 {
            Form::Row(n) => (1..n).map(|left| Self(Form::Row(left))).collect(),
            Form::Column(n) => (1..n).map(Self::column).collect(),
            Form::Block(diagram) => diagram.options().into_iter().map(Self::from).collect(),
            Form::Pair(lengths, lying) => {
                let squares =
                    (1..).zip(lengths).flat_map(|(line, length)| (1..=length).map(move |at| (line, at)));
                let placed = |(line, at)| if lying == Lying::Rows { (line, at) } else { (at, line) };
                squares.filter_map(|square| self.eat(placed(square))).collect()
            }
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
            _ if !self.is_rectangle() => {
                let rows: Vec<String> = self.rows().iter().map(u64::to_string).collect();
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
        // two long lines, up to where they are a diagram again
        let long = ChompBoard::from_rows(&[200, 150]).unwrap();
        assert_eq!(long.transposed().rows().iter().filter(|&&row| row == 2).count(), 150);
        assert_eq!(long.transposed().transposed(), long);
        assert_eq!(ChompBoard::from_rows(&long.transposed().rows()), Some(long.transposed()));
        assert_eq!(long.eat((2, 1)), ChompBoard::row(200));
        assert_eq!(long.eat((1, 101)), ChompBoard::from_rows(&[100, 100]));
        assert_eq!(long.transposed().eat((101, 1)), ChompBoard::rectangle(100, 2));
        assert_eq!((long.eat((2, 151)), long.eat((3, 1)), long.eat((1, 1))), (None, None, None));
        assert_eq!(long.options().len(), 349);
        let small = |first: u64, second: u64| {
            (1..=first).flat_map(|x| (0..=x.min(second)).map(move |y| (x, y))).count() as f64
        };
        assert_eq!(long.inside(), small(200, 150));
        assert_eq!(ChompBoard::rectangle(1, 1_000_000).unwrap().as_nim_heap(), Some(999_999));
        assert_eq!(ChompBoard::rectangle(7, 0), None);
    }
}
