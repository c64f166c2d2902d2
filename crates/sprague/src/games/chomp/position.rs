//! A list of boards that keeps a single board in place.
//!
//! Nearly every position that a search meets is one board; only sums need a list. The order is kept as
//! written.

use super::Shape;

/// The boards of a position, in the order given.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position(Boards);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Boards {
    One(Shape),
    /// None, or at least two.
    Several(Box<[Shape]>),
}

impl Position {
    /// The boards, in the order given.
    pub fn boards(&self) -> &[Shape] {
        match &self.0 {
            Boards::One(board) => std::slice::from_ref(board),
            Boards::Several(boards) => boards,
        }
    }

    /// The same boards, but `board` in place of the one at `at`.
    pub(super) fn replaced(&self, at: usize, board: Shape) -> Self {
        self.boards().iter().enumerate().map(|(i, &old)| if i == at { board } else { old }).collect()
    }
}

impl From<Shape> for Position {
    fn from(board: Shape) -> Self {
        Self(Boards::One(board))
    }
}

impl FromIterator<Shape> for Position {
    fn from_iter<I: IntoIterator<Item = Shape>>(boards: I) -> Self {
        let boards: Vec<Shape> = boards.into_iter().collect();
        Self(match *boards {
            [board] => Boards::One(board),
            _ => Boards::Several(boards.into_boxed_slice()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_of_a_search_is_three_words() {
        assert_eq!(size_of::<Position>(), 24);
    }
}
