//! Chomp: eat a square with everything below and to the right of it, but never the poisoned one (theory
//! 10.1).
//!
//! Because the poison may not be eaten, a player who has only poison left cannot move: the game is an
//! ordinary one under normal play, and boards add up. No formula is known beyond single rows and columns,
//! which are Nim heaps; every other board is searched, or looked up in a [`Table`] made for it. A search
//! meets at most as many diagrams as fit inside the board, C(R+C, R) for R rows of C, each with its transpose
//! counted once; a position of one board needs no memory of its own, so that a million of them cost some
//! eighty megabytes.

mod diagram;
mod position;
mod shape;
mod table;

pub use diagram::Diagram;
pub use position::Position;
pub use shape::{Shape, Square};
pub use table::Table;

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use crate::board::{Board, Counted, Reduction};
use crate::limits::Limits;
use crate::nimber::Nimber;
use crate::notation::{Cursor, Notation, NotationError};
use crate::ruleset::Ruleset;
use crate::theorem::Theorem;

/// The rules of Chomp, and a table of values where one was made.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Chomp {
    table: Option<Arc<Table>>,
}

impl Chomp {
    /// The same rules with a table of the values of every board that can be met from `position`, where making
    /// it is cheaper than a search under normal play. All answers stay the same.
    #[must_use]
    pub fn tabulated(&self, position: &Position, limits: &Limits) -> Self {
        Self { table: Table::for_position(position, limits).map(Arc::new) }
    }
}

impl Ruleset for Chomp {
    type Position = Position;

    fn options(&self, position: &Position) -> Vec<Position> {
        if let [board] = position.boards() {
            return board.options().into_iter().map(Position::from).collect();
        }
        let boards = position.boards();
        let mut all = Vec::new();
        let mut seen = HashSet::new();
        for (at, board) in boards.iter().enumerate() {
            // a move in an equal board leads to the same boards in another order
            if seen.insert(*board) {
                all.extend(board.options().into_iter().map(|after| position.replaced(at, after)));
            }
        }
        all
    }

    fn components(&self, position: Position, parts: &mut Vec<Position>) {
        match position.boards() {
            [_] => parts.push(position),
            boards => parts.extend(boards.iter().copied().map(Position::from)),
        }
    }

    fn canonical(&self, position: Position) -> Position {
        if let [board] = position.boards() {
            return board.up_to_transposition().into();
        }
        let mut boards: Vec<Shape> = position.boards().iter().map(Shape::up_to_transposition).collect();
        boards.sort_unstable();
        boards.into_iter().collect()
    }

    fn known_value(&self, component: &Position) -> Option<Nimber> {
        match component.boards() {
            [board] => match board.as_nim_heap() {
                Some(heap) => Some(Nimber(heap)),
                None => self.table.as_ref()?.value(board),
            },
            _ => None,
        }
    }
}

impl Notation for Chomp {
    fn read(&self, text: &mut Cursor<'_>) -> Result<Position, NotationError> {
        let mut boards = Vec::new();
        loop {
            text.skip_spaces();
            if !text.peek().is_some_and(|c| c.is_ascii_digit()) {
                return Ok(boards.into_iter().collect());
            }
            boards.push(read_board(text)?);
        }
    }

    fn write(&self, position: &Position, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, board) in position.boards().iter().enumerate() {
            write!(f, "{}{board}", if at == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

fn read_board(text: &mut Cursor<'_>) -> Result<Shape, NotationError> {
    let start = text.clone();
    let row = |text: &mut Cursor<'_>, above: u64| {
        let at = text.clone();
        let squares = text.number("a number of squares")?;
        if squares == 0 {
            return Err(at.error("a row has at least one square; leave empty rows out"));
        }
        if squares > above {
            return Err(at.error(format!("a row of {squares} below one of {above}: rows never increase")));
        }
        Ok(squares)
    };
    let first = row(text, u64::MAX)?;
    let board = if text.eat_str("x") {
        let columns = row(text, u64::MAX)?;
        if text.peek().is_some_and(|c| c.eq_ignore_ascii_case(&'x')) {
            return Err(text.error("a board of Chomp has two sides"));
        }
        Shape::rectangle(first, columns)
    } else {
        let mut rows = vec![first];
        while text.eat(',') {
            text.skip_spaces();
            let above = *rows.last().expect("the first row is there");
            rows.push(row(text, above)?);
        }
        Shape::from_rows(&rows)
    };
    board.ok_or_else(|| {
        let most = Diagram::MOST_STEPS;
        start.error(format!(
            "the board is too large: at most {most} rows and columns together, unless it is one row or column"
        ))
    })
}

impl Board for Chomp {
    fn reduce(&self, component: &Position) -> Option<Reduction<Position>> {
        let [board] = component.boards() else { return None };
        let known = Nimber(board.as_nim_heap()?);
        Some(Reduction { known, rest: Vec::new(), theorem: Theorem::Nim })
    }

    fn moves_by_theorem(
        &self,
        component: &Position,
        value: Nimber,
        most: usize,
    ) -> Option<Counted<Position>> {
        let boards = component.boards();
        let sizes = boards.iter().map(Shape::as_nim_heap).collect::<Option<Vec<u64>>>()?;
        let total: Nimber = sizes.iter().copied().map(Nimber).sum();
        let mut found = Counted::first(most);
        let mut seen = HashSet::new();
        for (at, board) in boards.iter().enumerate().filter(|(_, board)| seen.insert(**board)) {
            let wanted = value + total + Nimber(sizes[at]);
            let place = wanted.0.saturating_add(2);
            let square = if board.column_count() == 1 { (place, 1) } else { (1, place) };
            if let Some(after) = board.eat(square) {
                found.add(|| component.replaced(at, after));
            }
        }
        Some(found)
    }

    fn search_size(&self, component: &Position) -> f64 {
        let searched = component.boards().iter().filter(|board| board.as_nim_heap().is_none());
        searched.map(Shape::inside).sum::<f64>().max(1.0)
    }

    fn reachable(&self, component: &Position) -> f64 {
        component.boards().iter().map(Shape::inside).product()
    }

    fn breadth(&self, position: &Position) -> f64 {
        position.boards().iter().map(|board| (board.square_count() - 1) as f64).sum()
    }

    fn words(&self, position: &Position) -> f64 {
        3.0 * position.boards().len() as f64
    }
}
