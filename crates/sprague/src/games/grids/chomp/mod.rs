//! Chomp: eat a square with everything below and to the right of it, but never the poisoned one (theory
//! 10.1).
//!
//! Because the poison may not be eaten, a player who has only poison left cannot move: the game is an
//! ordinary one under normal play, and boards add up. No formula is known beyond single rows and columns,
//! which are Nim heaps, and two of them at a corner; every other board is searched, or looked up in a [`ChompTable`] made for it. A search
//! meets at most as many diagrams as fit inside the board, C(R+C, R) for R rows of C, each with its transpose
//! counted once; a position of one board needs no memory of its own, so that a million of them cost some
//! eighty megabytes.

mod board;
mod diagram;
mod table;

pub use board::{ChompBoard, Square};
pub use diagram::Diagram;
pub use table::ChompTable;

use std::collections::HashSet;
use std::fmt;

use crate::games::{
    Action, BoardKind, Counted, Evaluation, Found, Game, Known, Part, Reduction, View, first_of_each, written,
};
use crate::heap::catalogue::{Entry, EntryKind};
use crate::limits::{TooLarge, named};
use crate::nim::nim_sum;
use crate::nimber::Nimber;
use crate::notation::{Cursor, NotationError, joined};
use crate::play::Outcome;
use crate::sequence::Ground;
use crate::theorem::Theorem;
use crate::working::{Combine, Working, WorkingRow};

/// The rules of Chomp.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Chomp;

/// The boards of a position, in the order given. Nearly every position that a search meets is one board, which is kept
/// in place; only sums need a list.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Boards(List);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum List {
    One(ChompBoard),
    /// None, or at least two.
    Several(Box<[ChompBoard]>),
}

impl Boards {
    /// The boards, in the order given.
    pub fn boards(&self) -> &[ChompBoard] {
        match &self.0 {
            List::One(board) => std::slice::from_ref(board),
            List::Several(boards) => boards,
        }
    }

    /// The same boards, but `board` in place of the one at `at`.
    fn replaced(&self, at: usize, board: ChompBoard) -> Self {
        self.boards().iter().enumerate().map(|(i, &old)| if i == at { board } else { old }).collect()
    }
}

impl From<ChompBoard> for Boards {
    fn from(board: ChompBoard) -> Self {
        Self(List::One(board))
    }
}

impl FromIterator<ChompBoard> for Boards {
    fn from_iter<I: IntoIterator<Item = ChompBoard>>(boards: I) -> Self {
        let boards: Vec<ChompBoard> = boards.into_iter().collect();
        Self(match *boards {
            [board] => List::One(board),
            _ => List::Several(boards.into_boxed_slice()),
        })
    }
}

fn read_board(text: &mut Cursor<'_>) -> Result<ChompBoard, NotationError> {
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
    let board = if text.times() {
        let columns = row(text, u64::MAX)?;
        if text.peek().is_some_and(|c| c.eq_ignore_ascii_case(&'x')) {
            return Err(text.error("a board of Chomp has two sides"));
        }
        ChompBoard::rectangle(first, columns)
    } else {
        let mut rows = vec![first];
        while text.eat(',') {
            text.skip_spaces();
            let above = *rows.last().expect("the first row is there");
            rows.push(row(text, above)?);
        }
        ChompBoard::from_rows(&rows)
    };
    board.ok_or_else(|| {
        let most = Diagram::MOST_STEPS;
        start.error(format!(
            "the board is too large: at most {most} rows and columns together, unless it is one row or column, or two of at most {}",
            ChompBoard::MOST_IN_PAIR
        ))
    })
}

/// The moves of one board that is no line to a value: all of two lines beside the poison, and where the theory names
/// the winning move, that one.
fn moves_of_board(board: &ChompBoard, value: Nimber) -> Option<Found<Boards>> {
    let eaten = |square: Square| board.eat(square).map(Boards::from);
    if let Some([down, across]) = board.arms() {
        let shorter = |arm: u64, other: u64| Some(value.0 ^ other).filter(|left| *left < arm);
        let down = shorter(down, across).and_then(|left| eaten((left + 2, 1)));
        let across = shorter(across, board.row_count() - 1).and_then(|left| eaten((1, left + 2)));
        return Some(down.into_iter().chain(across).collect::<Vec<_>>().into());
    }
    if !value.is_zero() {
        return None;
    }
    if board.outcome_by_theorem() == Some(Outcome::P) {
        return Some(Vec::new().into());
    }
    let beyond =
        |[_, second]: [u64; 2]| if board.row_count() == 2 { (1, second + 2) } else { (second + 2, 1) };
    let square = board.winning_square().or_else(|| board.two_rows().map(beyond))?;
    let moves: Vec<Boards> = eaten(square).into_iter().collect();
    // of two lines it is the only one (theory 10.1)
    let total = board.two_rows().map(|_| moves.len() as u64);
    Some(Found { moves, total })
}

impl Game for Chomp {
    type At = Boards;
    const ENTRY: &'static Entry = &Entry {
        name: "chomp",
        title: "Chomp",
        aliases: &[],
        kind: EntryKind::Board("chomp: 3x4"),
        words: "Eat a square and all that lie below and to the right of it; the first square is poisoned and may not be \
                eaten.",
        known: &["Every rectangle but 1x1 is N (theory 10.1)."],
        oeis: None,
    };
    const CONTINUATION: &'static str = "another board, ";
    const PLAIN: Option<Self> = Some(Self);

    fn read(&self, text: &mut Cursor<'_>) -> Result<Boards, NotationError> {
        let mut boards = Vec::new();
        loop {
            text.skip_spaces();
            if !text.peek().is_some_and(|c| c.is_ascii_digit()) {
                return Ok(boards.into_iter().collect());
            }
            boards.push(read_board(text)?);
        }
    }

    fn write(&self, position: &Boards, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&joined(position.boards(), " "))
    }

    fn after_one_move(&self, position: &Boards) -> Vec<Boards> {
        if let [board] = position.boards() {
            return board.options().into_iter().map(Boards::from).collect();
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

    fn take_apart(&self, position: Boards, parts: &mut Vec<Boards>) {
        match position.boards() {
            [_] => parts.push(position),
            boards => parts.extend(boards.iter().copied().map(Boards::from)),
        }
    }

    fn representative(&self, position: Boards) -> Boards {
        if let [board] = position.boards() {
            return board.up_to_transposition().into();
        }
        let mut boards: Vec<ChompBoard> =
            position.boards().iter().map(ChompBoard::up_to_transposition).collect();
        boards.sort_unstable();
        boards.into_iter().collect()
    }

    fn parts(&self, position: &Boards) -> usize {
        position.boards().len()
    }

    fn kinds(&self, position: &Boards) -> Vec<usize> {
        first_of_each(position.boards())
    }

    fn actions<'p>(&'p self, position: &'p Boards, part: usize) -> impl Iterator<Item = Action> + 'p {
        let board = position.boards()[part];
        let squares = (1..=board.row_count())
            .flat_map(move |row| (1..=board.row_length(row)).map(move |column| (row, column)));
        squares.skip(1).map(|(row, column)| Action::Bite { row, column })
    }

    fn act(&self, position: &Boards, part: usize, action: &Action) -> Option<Boards> {
        let &Action::Bite { row, column } = action else { return None };
        position.boards().get(part)?.eat((row, column)).map(|after| position.replaced(part, after))
    }

    /// A board and its mirror image are two positions, though one for the search.
    fn identity(&self, position: &Boards) -> Boards {
        let mut boards = position.boards().to_vec();
        boards.sort_unstable();
        boards.into_iter().collect()
    }

    /// A column longer than anyone can see is cut.
    fn view(&self, position: &Boards) -> View {
        const MOST_ROWS: usize = 10_000;
        let boards = position.boards();
        // a block has fewer
        let most = (10 * MOST_ROWS / boards.len().max(1)).clamp(128, MOST_ROWS);
        let bar = |board: &ChompBoard| {
            let row_count = board.row_count();
            let mut rows = if row_count > most as u64 && board.column_count() == 1 {
                vec![1; most]
            } else {
                board.rows()
            };
            rows.truncate(most);
            Part::Bar { rows, row_count }
        };
        View::new(BoardKind::Chocolate, boards.iter().map(bar))
    }

    /// A board inside the last table is looked up; another one gets a table, or is searched.
    fn evaluate(&self, component: &Boards, known: &mut Known) -> Result<Evaluation, TooLarge> {
        let [board] = component.boards() else { return known.by_theorem_or_search(self, component) };
        if self.reduce(component).is_some() {
            return known.by_theorem_or_search(self, component);
        }
        let kept = known.table::<Option<ChompTable>>();
        if let Some(value) = kept.as_ref().and_then(|table| table.value(board)) {
            return Ok(Evaluation::valued(value, vec![Ground::Table]));
        }
        let mut name = format!("{}: {}", self.name(), written(self, component));
        if board.outcome_by_theorem() == Some(Outcome::N) {
            name.push_str(" (an N-position by strategy stealing, theory 10.1)");
        }
        if board.is_long() {
            let reason =
                "theory tells who wins two lines this long alone, and no value; use fewer squares in a sum";
            let refusal = TooLarge::Endless { what: named(name), reason };
            let outcome = board.outcome_by_theorem().map(|outcome| (outcome, Theorem::ChompRectangle));
            return Evaluation::or_outcome(Err(refusal), outcome);
        }
        let by_theorem = board.outcome_by_theorem().map(|outcome| (outcome, Theorem::ChompRectangle));
        if let Err(refusal) = known.limits().admit_search(name, self.search_size(component), 1.0) {
            return Evaluation::or_outcome(Err(refusal), by_theorem);
        }
        let table = ChompTable::for_position(component, known.limits());
        let value = table.as_ref().and_then(|table| table.value(board));
        *known.table() = table;
        match value {
            Some(value) => Ok(Evaluation::valued(value, vec![Ground::Table])),
            None => known.searched(self, component),
        }
    }

    fn reduce(&self, component: &Boards) -> Option<Reduction<Boards>> {
        let [board] = component.boards() else { return None };
        let arms = board.as_nim_heap().map(|heap| [heap, 0]).or_else(|| board.arms())?;
        Some(Reduction::closed(nim_sum(&arms), Theorem::Nim))
    }

    fn working(&self, component: &Boards, _known: &mut Known) -> Option<Working> {
        let [board] = component.boards() else { return None };
        let arm =
            |heap: u64| WorkingRow::new(format!("line of {heap} beside the poison"), heap).out_of([heap]);
        let lines = |rows| Some(Working::of_value(Theorem::Nim, Combine::NimSum, rows));
        if let Some(heap) = board.as_nim_heap() {
            return lines(vec![arm(heap)]);
        }
        if let Some(arms) = board.arms() {
            return lines(arms.map(arm).into());
        }
        let outcome = board.outcome_by_theorem()?;
        let mut working = match board.two_rows() {
            Some([first, second]) => {
                let rows = vec![
                    WorkingRow::new("longer line of squares", first).out_of([first]),
                    WorkingRow::new("shorter one, and 1", second + 1).out_of([second]),
                ];
                Working::of_outcome(Theorem::ChompRectangle, Combine::Match(1), rows)
                    .because("Two lines are P exactly if one is shorter by 1: that can always be made again")
            }
            None => Working::argued(Theorem::ChompRectangle, outcome),
        };
        if board.is_rectangle() {
            working = working
                .because(
                    "If eating the far corner alone wins, the first player does that; if not, the other player has a \
                     winning answer to it",
                )
                .because(
                    "Every answer eats the far corner as well, so the first player can begin with it: some first move \
                     wins",
                );
        }
        if let Some((row, column)) = board.winning_square() {
            let leaves = if board.row_count() == board.column_count() {
                "it leaves two lines of equal length beside the poison, two equal Nim heaps"
            } else {
                "it leaves two lines, one shorter by 1"
            };
            working =
                working.because(format!("Eating the square in row {row}, column {column} wins: {leaves}"));
        }
        Some(working)
    }

    fn moves_by_theorem(&self, component: &Boards, value: Nimber, most: usize) -> Option<Found<Boards>> {
        let boards = component.boards();
        if let [board] = boards
            && board.as_nim_heap().is_none()
        {
            return moves_of_board(board, value);
        }
        let sizes = boards.iter().map(ChompBoard::as_nim_heap).collect::<Option<Vec<u64>>>()?;
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
        Some(found.into())
    }

    fn search_size(&self, component: &Boards) -> f64 {
        let searched = component.boards().iter().filter(|board| board.as_nim_heap().is_none());
        searched.map(ChompBoard::inside).sum::<f64>().max(1.0)
    }

    fn reachable(&self, component: &Boards) -> f64 {
        component.boards().iter().map(ChompBoard::inside).product()
    }

    fn breadth(&self, position: &Boards) -> f64 {
        position.boards().iter().map(|board| (board.square_count() - 1) as f64).sum()
    }

    fn words(&self, position: &Boards) -> f64 {
        3.0 * position.boards().len() as f64
    }
}
