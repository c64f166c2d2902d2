//! Notakto: both players put Xs on boards of squares; a board with three in a row is dead, and who kills the last board
//! loses (theory G.7).
//!
//! So the game is played until no live board is left, and the player who made the last move has lost: its own way of
//! play is misère play, and the front ends take it so ([`Game::NATURAL_PLAY`]). Boards are remembered up to turns and
//! mirrors. A sum of boards of at most 3x3 squares is a sum of heaps: numbered so that moves lead to smaller numbers, the
//! boards are the heaps of a rule with one clause for each board ([`as_heaps`]), and what is known of heaps under misère
//! play, quotients and their certificates, serves them as it is.

use std::collections::HashMap;
use std::fmt;
use std::sync::LazyLock;

use crate::games::{Action, BoardKind, Game, Part, Term, View, first_of_each};
use crate::heap::catalogue::{Entry, EntryKind};
use crate::heap::{HeapGame, Heaps};
use crate::notation::{Cursor, NotationError, joined};
use crate::play::Play;

/// The rules of Notakto.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Notakto;

/// A board: its sides, and the squares with an X row by row, a bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NotaktoBoard {
    rows: u8,
    columns: u8,
    marks: u64,
}

/// The most squares of a board.
const MOST_SQUARES: u64 = 64;
/// The most boards.
const MOST_BOARDS: usize = 1_000;

impl NotaktoBoard {
    /// A board without marks; `None` if it has no squares or too many.
    pub fn empty(rows: u64, columns: u64) -> Option<Self> {
        let squares = rows.checked_mul(columns)?;
        (1..=MOST_SQUARES).contains(&squares).then_some(Self {
            rows: rows as u8,
            columns: columns as u8,
            marks: 0,
        })
    }

    const fn bit(self, row: u8, column: u8) -> u64 {
        1 << (row * self.columns + column)
    }

    fn squares(self) -> impl Iterator<Item = (u8, u8)> {
        (0..self.rows).flat_map(move |row| (0..self.columns).map(move |column| (row, column)))
    }

    const fn has_mark(self, (row, column): (u8, u8)) -> bool {
        self.marks & self.bit(row, column) != 0
    }

    /// Whether it has three in a row: across, down or along a diagonal.
    pub fn is_dead(self) -> bool {
        let marked = |row: i16, column: i16| {
            (0..i16::from(self.rows)).contains(&row)
                && (0..i16::from(self.columns)).contains(&column)
                && self.has_mark((row as u8, column as u8))
        };
        self.squares().any(|(row, column)| {
            let (row, column) = (i16::from(row), i16::from(column));
            [(0, 1), (1, 0), (1, 1), (1, -1)]
                .into_iter()
                .any(|(down, across)| (0..3).all(|step| marked(row + step * down, column + step * across)))
        })
    }

    const fn is_full(self) -> bool {
        self.marks.count_ones() == self.rows as u32 * self.columns as u32
    }

    /// Whether a mark can be put on it.
    pub fn is_open(self) -> bool {
        !self.is_full() && !self.is_dead()
    }

    /// The board after a mark; `None` if that is not allowed.
    fn marked(self, (row, column): (u8, u8)) -> Option<Self> {
        let free = row < self.rows && column < self.columns && !self.has_mark((row, column));
        (free && !self.is_dead()).then(|| Self { marks: self.marks | self.bit(row, column), ..self })
    }

    /// The boards after one mark.
    fn options(self) -> impl Iterator<Item = Self> {
        self.squares().filter_map(move |square| self.marked(square))
    }

    /// The least of the boards that turns and mirrors make of it.
    fn up_to_symmetry(self) -> Self {
        let image = |turn: u32| {
            let (rows, columns) =
                if turn & 4 == 0 { (self.rows, self.columns) } else { (self.columns, self.rows) };
            let mut image = Self { rows, columns, marks: 0 };
            for (row, column) in self.squares().filter(|&square| self.has_mark(square)) {
                let row = if turn & 1 == 0 { row } else { self.rows - 1 - row };
                let column = if turn & 2 == 0 { column } else { self.columns - 1 - column };
                image.marks |= if turn & 4 == 0 { image.bit(row, column) } else { image.bit(column, row) };
            }
            image
        };
        (0..8).map(image).min().unwrap_or(self)
    }

    fn row_texts(self, free: char) -> Vec<String> {
        let square = |square| if self.has_mark(square) { 'X' } else { free };
        (0..self.rows).map(|row| (0..self.columns).map(|column| square((row, column))).collect()).collect()
    }
}

impl fmt::Display for NotaktoBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.marks == 0 {
            return write!(f, "{}x{}", self.rows, self.columns);
        }
        f.write_str(&self.row_texts('.').join("/"))
    }
}

/// All boards of 3x3 squares that are open, up to symmetry, as the heaps of a rule: board n - 1 of the list is heap n,
/// and its moves lead to smaller heaps or, where the board dies, to none.
struct SmallBoards {
    boards: Vec<NotaktoBoard>,
    numbers: HashMap<NotaktoBoard, u64>,
    game: HeapGame,
}

static SMALL: LazyLock<SmallBoards> = LazyLock::new(|| {
    let start = NotaktoBoard { rows: 3, columns: 3, marks: 0 };
    let mut boards = vec![start];
    let mut next = 0;
    while let Some(board) = boards.get(next).copied() {
        next += 1;
        for option in board.options().map(NotaktoBoard::up_to_symmetry) {
            if option.is_open() && !boards.contains(&option) {
                boards.push(option);
            }
        }
    }
    // the more marks the smaller the number
    boards.sort_by_key(|board| (u32::MAX - board.marks.count_ones(), *board));
    let numbers: HashMap<NotaktoBoard, u64> = boards.iter().copied().zip(1..).collect();
    let clause = |board: &NotaktoBoard| {
        let number = numbers[board];
        let left = |option: NotaktoBoard| numbers.get(&option.up_to_symmetry()).copied().unwrap_or(0);
        let mut taken: Vec<u64> = board.options().map(|option| number - left(option)).collect();
        taken.sort_unstable();
        taken.dedup();
        format!("take({}) leave(0,1) on {number}", joined(taken, ","))
    };
    let clauses: Vec<String> = boards.iter().map(clause).collect();
    let rule = clauses.join(" | ").parse().expect("clauses of the rule language");
    SmallBoards { boards, numbers, game: HeapGame { rule, name: Some(Notakto::ENTRY.name.into()) } }
});

/// The same boards as heaps; `None` if one of them is larger than 3x3, or of another form.
pub fn as_heaps(boards: &NotaktoBoards) -> Option<Term> {
    let open = boards.0.iter().filter(|board| board.is_open());
    let numbers = open.map(|board| SMALL.numbers.get(&board.up_to_symmetry()).copied());
    let numbers: Option<Vec<u64>> = numbers.collect();
    Some(Term::Heaps(SMALL.game.clone(), Heaps::new(numbers?)))
}

/// The board that a heap of [`as_heaps`] stands for; `None` for heaps of another rule.
pub fn from_heap(term: &Term) -> Option<Term> {
    let Term::Heaps(game, heaps) = term else { return None };
    if game.rule != SMALL.game.rule {
        return None;
    }
    let boards = heaps.sizes().iter().map(|&number| SMALL.boards.get(number as usize - 1).copied());
    Some(Term::Notakto(Notakto, NotaktoBoards(boards.collect::<Option<_>>()?)))
}

/// The rule whose heaps are the boards of 3x3 squares.
pub fn heap_rule() -> &'static HeapGame {
    &SMALL.game
}

/// Boards, each on its own.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NotaktoBoards(Vec<NotaktoBoard>);

impl NotaktoBoards {
    /// Some boards.
    pub const fn new(boards: Vec<NotaktoBoard>) -> Self {
        Self(boards)
    }

    /// The boards.
    pub fn boards(&self) -> &[NotaktoBoard] {
        &self.0
    }

    fn sorted_by(mut self, representative: impl Fn(NotaktoBoard) -> NotaktoBoard) -> Self {
        for board in &mut self.0 {
            *board = representative(*board);
        }
        self.0.sort_unstable();
        self
    }
}

impl Game for Notakto {
    type At = NotaktoBoards;
    const ENTRY: &'static Entry = &Entry {
        name: "notakto",
        title: "Notakto",
        aliases: &["no-tac-toe", "no-tac-tac", "impartial-tic-tac-toe", "neutral-tic-tac-toe"],
        kind: EntryKind::Board("notakto: 3x3 3x3"),
        words: "Put an X on a free square of a board. A board with three in a row is dead, and who kills the last board \
                loses.",
        known: &[
            "The misère quotient of boards of 3x3 squares has 18 elements (theory G.7).",
            "On one board of 3x3 squares the first player wins, and only by the middle.",
        ],
        oeis: None,
    };
    const CONTINUATION: &'static str = "a board such as 3x3, ";
    const PLAIN: Option<Self> = Some(Self);
    const NATURAL_PLAY: Play = Play::Misere;

    /// Boards such as `3x3`, or rows of `X` and `.` with `/` between them.
    fn read(&self, text: &mut Cursor<'_>) -> Result<NotaktoBoards, NotationError> {
        let mut boards = Vec::new();
        loop {
            text.skip_spaces();
            if !boards.is_empty() && text.eat(',') {
                text.skip_spaces();
            }
            let start = text.clone();
            let board = match text.peek() {
                Some(c) if c.is_ascii_digit() => {
                    let rows = text.number("a number of rows")?;
                    if !text.eat_str("x") {
                        return Err(text.expected("`x` and the number of columns, as in 3x3"));
                    }
                    let columns = text.number("a number of columns")?;
                    NotaktoBoard::empty(rows, columns)
                }
                Some('.' | '_' | 'X' | 'x') => Some(read_rows(text)?),
                _ => return Ok(NotaktoBoards(boards)),
            };
            let too_large =
                || start.error(format!("a board has at least 1 and at most {MOST_SQUARES} squares"));
            boards.push(board.ok_or_else(too_large)?);
            if boards.len() > MOST_BOARDS {
                return Err(start.error(format!("at most {MOST_BOARDS} boards")));
            }
        }
    }

    fn write(&self, position: &NotaktoBoards, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&joined(&position.0, " "))
    }

    fn take_apart(&self, position: NotaktoBoards, parts: &mut Vec<NotaktoBoards>) {
        parts.extend(
            position.0.into_iter().filter(|board| board.is_open()).map(|board| NotaktoBoards(vec![board])),
        );
    }

    fn representative(&self, mut position: NotaktoBoards) -> NotaktoBoards {
        position.0.retain(|board| board.is_open());
        position.sorted_by(NotaktoBoard::up_to_symmetry)
    }

    fn parts(&self, position: &NotaktoBoards) -> usize {
        position.0.len()
    }

    fn kinds(&self, position: &NotaktoBoards) -> Vec<usize> {
        first_of_each(&position.0)
    }

    fn actions<'p>(&'p self, position: &'p NotaktoBoards, part: usize) -> impl Iterator<Item = Action> + 'p {
        let board = position.0.get(part).copied().filter(|board| board.is_open());
        let free = board.into_iter().flat_map(|board| board.squares().filter(move |&at| !board.has_mark(at)));
        free.map(|(row, column)| Action::Fill { squares: vec![(u64::from(row) + 1, u64::from(column) + 1)] })
    }

    fn act(&self, position: &NotaktoBoards, part: usize, action: &Action) -> Option<NotaktoBoards> {
        let Action::Fill { squares } = action else { return None };
        let &[(row, column)] = &squares[..] else { return None };
        let place = |number: u64| u8::try_from(number.checked_sub(1)?).ok();
        let mut after = position.clone();
        let board = after.0.get_mut(part)?;
        *board = board.marked((place(row)?, place(column)?))?;
        Some(after)
    }

    /// The mark that is new, on the board that changed.
    fn actions_between(&self, before: &NotaktoBoards, after: &NotaktoBoards) -> Vec<(usize, Action)> {
        let pairs = before.0.iter().zip(&after.0).enumerate();
        let changed = pairs.filter(|(_, (old, new))| old != new);
        changed
            .flat_map(|(at, (old, new))| {
                let squares = old.squares().filter(|&square| !old.has_mark(square) && new.has_mark(square));
                squares.map(move |(row, column)| {
                    (at, Action::Fill { squares: vec![(u64::from(row) + 1, u64::from(column) + 1)] })
                })
            })
            .collect()
    }

    /// The order of boards does not matter; mirror images are two positions.
    fn identity(&self, position: &NotaktoBoards) -> NotaktoBoards {
        position.clone().sorted_by(|board| board)
    }

    fn has_move(&self, position: &NotaktoBoards) -> bool {
        position.0.iter().any(|board| board.is_open())
    }

    fn view(&self, position: &NotaktoBoards) -> View {
        let parts = position.0.iter().map(|board| Part::Squares { squares: board.row_texts('#') });
        View::new(BoardKind::Squares, parts)
    }

    /// Sets of free squares.
    fn reachable(&self, component: &NotaktoBoards) -> f64 {
        let sets = |board: &NotaktoBoard| {
            let free =
                i32::from(board.rows) * i32::from(board.columns) - board.marks.count_ones().cast_signed();
            if board.is_open() { 2f64.powi(free) } else { 1.0 }
        };
        component.0.iter().map(sets).product()
    }

    fn breadth(&self, position: &NotaktoBoards) -> f64 {
        let free = |board: &NotaktoBoard| {
            let squares = f64::from(board.rows) * f64::from(board.columns);
            if board.is_open() { squares - f64::from(board.marks.count_ones()) } else { 0.0 }
        };
        position.0.iter().map(free).sum()
    }

    fn words(&self, position: &NotaktoBoards) -> f64 {
        2.0 * position.0.len() as f64
    }
}

/// Rows of `X` and `.` with `/` between them.
fn read_rows(text: &mut Cursor<'_>) -> Result<NotaktoBoard, NotationError> {
    let start = text.clone();
    let mut rows: Vec<&str> = Vec::new();
    loop {
        let row = text.take_while(|c| matches!(c, '.' | '_' | 'X' | 'x'));
        if row.is_empty() {
            return Err(text.expected("a row of `X` and `.`"));
        }
        rows.push(row);
        if !text.eat('/') {
            break;
        }
    }
    let columns = rows[0].len();
    if rows.iter().any(|row| row.len() != columns) {
        return Err(start.error("the rows of a board are equally long"));
    }
    let board = NotaktoBoard::empty(rows.len() as u64, columns as u64);
    let too_large = || start.error(format!("a board has at most {MOST_SQUARES} squares"));
    let mut board = board.ok_or_else(too_large)?;
    for (at, square) in rows.iter().flat_map(|row| row.chars()).enumerate() {
        if matches!(square, 'X' | 'x') {
            board.marks |= 1 << at;
        }
    }
    Ok(board)
}
