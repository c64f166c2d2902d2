//! Cram: put a domino on two free squares of a board that share a side (theory G.3).
//!
//! A board is any set of squares: a rectangle, or a polyomino by its rows. Squares that hang together are a component;
//! a component is remembered up to turns and mirrors. A component that a half turn leaves as it is needs no search for
//! its outcome: the second player answers every domino by its image, and if the middle of the board lies between two
//! free squares, the first player covers these and is then the second. Components that are a single line, bent or not,
//! are Dawson's Kayles. All other values are searched over sets of squares.

use std::fmt;

use super::bitboard::{self, BoardSearch};
use super::network::count;
use super::network::deletion::{
    DeletionSearch, Field, MOST_SEARCHED, Removal, Shapes, Values, found_before, make_room,
};
use crate::games::{Action, BoardKind, Evaluation, Found, Game, Known, Part, Reduction, View, written};
use crate::heap::catalogue::{Entry, EntryKind};
use crate::heap::closed::{dawsons_kayles, dawsons_working};
use crate::limits::{Limits, STEPS_PER_OPTION, TooLarge};
use crate::nimber::Nimber;
use crate::notation::{Cursor, NotationError};
use crate::play::Outcome;
use crate::ruleset::Ruleset;
use crate::theorem::Theorem;
use crate::working::{Combine, Working, WorkingRow};

/// The rules of Cram.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cram;

/// A board: which squares of a rectangle are free.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CramBoard {
    rows: u32,
    columns: u32,
    /// The squares row by row, a bit each.
    free: Vec<u64>,
}

/// A square: its row and column from 0.
type Place = (u32, u32);

impl CramBoard {
    /// The most squares of the rectangle around a board.
    pub const MOST_SQUARES: u64 = 65_536;

    /// A board without a free square; `None` if it is too large.
    fn empty(rows: u64, columns: u64) -> Option<Self> {
        let squares = rows.checked_mul(columns).filter(|&squares| squares <= Self::MOST_SQUARES)?;
        let free = vec![0; squares.div_ceil(64) as usize];
        Some(Self { rows: rows as u32, columns: columns as u32, free })
    }

    /// A rectangle of free squares; `None` if it is too large.
    pub fn rectangle(rows: u64, columns: u64) -> Option<Self> {
        let mut board = Self::empty(rows, columns)?;
        for row in 0..board.rows {
            for column in 0..board.columns {
                board.set((row, column), true);
            }
        }
        Some(board)
    }

    /// The smallest board with these free squares; `None` if it is too large.
    pub(super) fn around(squares: &[Place]) -> Option<Self> {
        let least = |of: fn(&Place) -> u32| squares.iter().map(of).min().unwrap_or_default();
        let most =
            |of: fn(&Place) -> u32| squares.iter().map(|square| of(square) + 1).max().unwrap_or_default();
        let (top, left) = (least(|square| square.0), least(|square| square.1));
        let (bottom, right) = (most(|square| square.0), most(|square| square.1));
        let sides = (u64::from(bottom - top), u64::from(right - left));
        let mut board = Self::empty(sides.0, sides.1)?;
        for &(row, column) in squares {
            board.set((row - top, column - left), true);
        }
        Some(board)
    }

    /// The same for squares of a board that is there.
    fn of(squares: &[Place]) -> Self {
        Self::around(squares).unwrap_or_default()
    }

    const fn index(&self, (row, column): Place) -> usize {
        (row * self.columns + column) as usize
    }

    fn set(&mut self, square: Place, free: bool) {
        let at = self.index(square);
        let bit = 1 << (at % 64);
        if free { self.free[at / 64] |= bit } else { self.free[at / 64] &= !bit }
    }

    /// Whether a square of the board is free.
    pub fn is_free(&self, (row, column): Place) -> bool {
        if row >= self.rows || column >= self.columns {
            return false;
        }
        let at = self.index((row, column));
        self.free[at / 64] >> (at % 64) & 1 == 1
    }

    /// The free squares, row by row.
    pub fn squares(&self) -> impl Iterator<Item = Place> + '_ {
        let all = (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| (row, column)));
        all.filter(|&square| self.is_free(square))
    }

    /// The places where a domino fits, row by row.
    pub(super) fn dominoes(&self) -> impl Iterator<Item = [Place; 2]> + '_ {
        self.squares().flat_map(|(row, column)| {
            let ends = [(row, column + 1), (row + 1, column)];
            ends.into_iter().filter(|&end| self.is_free(end)).map(move |end| [(row, column), end])
        })
    }

    fn is_rectangle(&self) -> bool {
        self.squares().count() as u32 == self.rows * self.columns
    }

    /// The board after a domino.
    fn covered(&self, domino: [Place; 2]) -> Self {
        let mut board = self.clone();
        for square in domino {
            board.set(square, false);
        }
        board
    }

    /// Its components of at least two squares, each on the smallest board.
    fn components(&self) -> Vec<Self> {
        let mut left = self.clone();
        let mut components = Vec::new();
        for start in self.squares() {
            if !left.is_free(start) {
                continue;
            }
            let mut squares = vec![start];
            left.set(start, false);
            let mut next = 0;
            while let Some(&(row, column)) = squares.get(next) {
                next += 1;
                let near = [
                    (row, column + 1),
                    (row + 1, column),
                    (row, column.wrapping_sub(1)),
                    (row.wrapping_sub(1), column),
                ];
                for square in near {
                    if left.is_free(square) {
                        left.set(square, false);
                        squares.push(square);
                    }
                }
            }
            if squares.len() > 1 {
                components.push(Self::of(&squares));
            }
        }
        components
    }

    /// The least of the eight boards that turns and mirrors make of it.
    fn up_to_symmetry(&self) -> Self {
        let squares: Vec<Place> = self.squares().collect();
        let (bottom, right) = (self.rows.saturating_sub(1), self.columns.saturating_sub(1));
        let image = |turn: u32| {
            let moved = |&(row, column): &Place| {
                let row = if turn & 1 == 0 { row } else { bottom - row };
                let column = if turn & 2 == 0 { column } else { right - column };
                if turn & 4 == 0 { (row, column) } else { (column, row) }
            };
            Self::of(&squares.iter().map(moved).collect::<Vec<_>>())
        };
        (0..8).map(image).min().unwrap_or_default()
    }

    /// The outcome of a board that a half turn leaves as it is, unless its middle is a free square (theory G.3).
    fn outcome_by_symmetry(&self) -> Option<Outcome> {
        let turned = |(row, column): Place| (self.rows - 1 - row, self.columns - 1 - column);
        if self.rows == 0 || !self.squares().all(|square| self.is_free(turned(square))) {
            return None;
        }
        match (self.middle(), self.rows % 2 + self.columns % 2) {
            ([square, _], 2) if self.is_free(square) => None,
            ([square, _], 1) if self.is_free(square) => Some(Outcome::N),
            _ => Some(Outcome::P),
        }
    }

    /// The squares next to the middle of the board: the same twice, or two with a side or a corner in common.
    const fn middle(&self) -> [Place; 2] {
        let (row, column) = (self.rows / 2, self.columns / 2);
        let other = (self.rows.saturating_sub(1) / 2, self.columns.saturating_sub(1) / 2);
        [other, (row, column)]
    }

    /// The neighbors of each free square, as places in the list of free squares.
    fn neighbors(&self) -> Vec<Vec<u32>> {
        let squares: Vec<Place> = self.squares().collect();
        let mut near = vec![Vec::new(); squares.len()];
        for domino in self.dominoes() {
            let [a, b] = domino.map(|square| squares.partition_point(|&other| other < square));
            near[a].push(b as u32);
            near[b].push(a as u32);
        }
        near
    }
}

impl CramBoard {
    /// The free squares as a word, where the board has no more than eight rows and columns.
    fn word(&self) -> Option<u64> {
        let fits = self.rows <= bitboard::SIDE && self.columns <= bitboard::SIDE;
        let bit = |word, (row, column)| word | 1u64 << (bitboard::SIDE * row + column);
        fits.then(|| self.squares().fold(0, bit))
    }

    /// The board without the last line across its longer side.
    fn shortened(&self) -> Self {
        let is_kept = |&(row, column): &Place| {
            if self.rows > self.columns { row + 1 < self.rows } else { column + 1 < self.columns }
        };
        Self::of(&self.squares().filter(is_kept).collect::<Vec<_>>())
    }

    /// The free squares as nodes of a search; `None` if there are too many.
    fn searched(&self) -> Option<(Field, Polyominoes)> {
        let most = MOST_SEARCHED as u32;
        let squares: Vec<Place> = self.squares().take(MOST_SEARCHED + 1).collect();
        if squares.len() > MOST_SEARCHED || self.rows > most || self.columns > most {
            return None;
        }
        let mask = |near: Vec<u32>| near.into_iter().fold(0u128, |mask, square| mask | 1 << square);
        let near = self.neighbors().into_iter().map(mask).collect();
        let squares = squares.into_iter().map(|(row, column)| (row as u8, column as u8)).collect();
        Some((Field { near, loops: 0, taken: Removal::Edges }, Polyominoes { squares }))
    }
}

/// The keys of boards: a component turned and mirrored to the least of its eight images.
struct Polyominoes {
    squares: Vec<(u8, u8)>,
}

/// The sides of the least rectangle around a component, and its squares row by row.
type PolyominoKey = (u8, u8, u128);

impl Shapes for Polyominoes {
    type Key = PolyominoKey;
    const COSTLY: bool = false;

    fn key(&self, _field: &Field, component: u128) -> PolyominoKey {
        /// Stands for a component that is not turned, because the rectangle around it is too large.
        const AS_IT_IS: u8 = 0;
        let (mut top, mut left, mut bottom, mut right) = (u8::MAX, u8::MAX, 0, 0);
        let mut rest = component;
        while rest != 0 {
            let (row, column) = self.squares[rest.trailing_zeros() as usize];
            rest &= rest - 1;
            (top, bottom, left, right) = (top.min(row), bottom.max(row), left.min(column), right.max(column));
        }
        let (down, across) = (bottom - top, right - left);
        let (rows, columns) = (u32::from(down) + 1, u32::from(across) + 1);
        if rows * columns > u128::BITS {
            return (AS_IT_IS, AS_IT_IS, component);
        }
        let mut images = [0u128; 8];
        let mut rest = component;
        while rest != 0 {
            let (row, column) = self.squares[rest.trailing_zeros() as usize];
            rest &= rest - 1;
            let (row, column) = (u32::from(row - top), u32::from(column - left));
            let (back, other) = (rows - 1 - row, columns - 1 - column);
            let lying = [(row, column), (back, column), (row, other), (back, other)];
            for (at, (row, column)) in lying.into_iter().enumerate() {
                images[at] |= 1 << (row * columns + column);
                images[4 + at] |= 1 << (column * rows + row);
            }
        }
        let least = |images: &[u128]| images.iter().copied().min().unwrap_or_default();
        match rows.cmp(&columns) {
            std::cmp::Ordering::Less => (down, across, least(&images[..4])),
            std::cmp::Ordering::Greater => (across, down, least(&images[4..])),
            std::cmp::Ordering::Equal => (down, across, least(&images)),
        }
    }
}

/// The values of components that were found so far, kept for the next questions: those of small boards and the others.
#[derive(Default)]
struct CramValues {
    small: Values<u64>,
    large: Values<PolyominoKey>,
}

impl Game for Cram {
    type At = CramBoard;
    const ENTRY: &'static Entry = &Entry {
        name: "cram",
        title: "Cram",
        aliases: &["plugg", "dots-and-pairs"],
        kind: EntryKind::Board("cram: 4x5"),
        words: "Put a domino on two free squares that share a side.",
        known: &[
            "A rectangle with even sides is P; with one even and one odd side it is N, and covering the two squares in \
             the middle wins; so is any board that a half turn leaves as it is (theory G.3).",
            "A line of n squares is a heap of n in Dawson's Kayles (theory G.1).",
        ],
        oeis: None,
    };
    const PLAIN: Option<Self> = Some(Self);

    /// `4x6`, or rows of `#` and `.` with `/`, a comma or a space between them.
    fn read(&self, text: &mut Cursor<'_>) -> Result<CramBoard, NotationError> {
        text.skip_spaces();
        let start = text.clone();
        let too_large = || {
            let most = CramBoard::MOST_SQUARES;
            start.error(format!("the rectangle around a board has at most {most} squares"))
        };
        if text.peek().is_some_and(|c| c.is_ascii_digit()) {
            let mut side = || {
                let at = text.clone();
                let side = text.number("a number of squares")?;
                let x = text.clone();
                let more = text.times();
                if side == 0 { Err(at.error("a side has at least one square")) } else { Ok((side, more, x)) }
            };
            let (rows, more, x) = side()?;
            if !more {
                return Err(x.expected("`x` and the number of columns, as in 4x6"));
            }
            let columns = text.number("a number of squares")?;
            if columns == 0 {
                return Err(x.error("a side has at least one square"));
            }
            return CramBoard::rectangle(rows, columns).ok_or_else(too_large);
        }
        let mut rows: Vec<&str> = Vec::new();
        loop {
            let row = text.take_while(|c| matches!(c, '#' | '.'));
            if row.is_empty() {
                return Err(text.expected("a board such as 4x6, or rows of `#` and `.` such as ##./.##"));
            }
            rows.push(row);
            let mut ahead = text.clone();
            ahead.skip_spaces();
            if ahead.eat('/') || ahead.eat(',') {
                ahead.skip_spaces();
            } else if !matches!(ahead.peek(), Some('#' | '.')) {
                break;
            }
            *text = ahead;
        }
        let columns = rows.iter().map(|row| row.len()).max().unwrap_or_default();
        let mut board = CramBoard::empty(rows.len() as u64, columns as u64).ok_or_else(too_large)?;
        for (row, squares) in (0..).zip(rows) {
            for (column, c) in (0..).zip(squares.chars()) {
                board.set((row, column), c == '#');
            }
        }
        Ok(board)
    }

    fn write(&self, board: &CramBoard, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if board.is_rectangle() {
            write!(f, "{}x{}", board.rows, board.columns)
        } else {
            f.write_str(&rows_of(board).join("/"))
        }
    }

    fn take_apart(&self, board: CramBoard, parts: &mut Vec<CramBoard>) {
        parts.extend(board.components());
    }

    fn representative(&self, board: CramBoard) -> CramBoard {
        board.up_to_symmetry()
    }

    fn actions<'p>(&'p self, board: &'p CramBoard, _part: usize) -> impl Iterator<Item = Action> + 'p {
        let counted = |(row, column): Place| (u64::from(row) + 1, u64::from(column) + 1);
        board.dominoes().map(move |domino| Action::Fill { squares: domino.map(counted).to_vec() })
    }

    fn act(&self, board: &CramBoard, _part: usize, action: &Action) -> Option<CramBoard> {
        let Action::Fill { squares } = action else { return None };
        let place = |(row, column): (u64, u64)| {
            let from_0 = |n: u64| u32::try_from(n.checked_sub(1)?).ok();
            let (row, column) = (from_0(row)?, from_0(column)?);
            (row < board.rows && column < board.columns && board.is_free((row, column)))
                .then_some((row, column))
        };
        let &[one, other] = &squares[..] else { return None };
        let (one, other) = (place(one)?, place(other)?);
        let joined = one.0.abs_diff(other.0) + one.1.abs_diff(other.1) == 1;
        joined.then(|| board.covered([one, other]))
    }

    fn actions_between(&self, before: &CramBoard, after: &CramBoard) -> Vec<(usize, Action)> {
        if (before.rows, before.columns) != (after.rows, after.columns) {
            return Vec::new();
        }
        let gone = before.squares().filter(|&square| !after.is_free(square));
        let squares: Vec<(u64, u64)> =
            gone.take(3).map(|(row, column)| (u64::from(row) + 1, u64::from(column) + 1)).collect();
        vec![(0, Action::Fill { squares })]
    }

    /// Where the squares lie is what a person sees; turns and mirrors are for the search.
    fn identity(&self, board: &CramBoard) -> CramBoard {
        board.clone()
    }

    fn has_move(&self, board: &CramBoard) -> bool {
        board.dominoes().next().is_some()
    }

    fn view(&self, board: &CramBoard) -> View {
        View::new(BoardKind::Squares, [Part::Squares { squares: rows_of(board) }])
    }

    fn reduce(&self, component: &CramBoard) -> Option<Reduction<CramBoard>> {
        let near = component.neighbors();
        let squares = near.len() as u64;
        let ends: usize = near.iter().map(Vec::len).sum();
        if near.iter().all(|near| near.len() <= 2) {
            let is_cycle = ends as u64 == 2 * squares;
            let value = if is_cycle {
                Nimber(u64::from(dawsons_kayles(squares - 2).is_zero()))
            } else {
                dawsons_kayles(squares)
            };
            return Some(Reduction::closed(value, Theorem::KaylesOnPaths));
        }
        let lost = component.outcome_by_symmetry() == Some(Outcome::P);
        lost.then(|| Reduction::closed(Nimber::ZERO, Theorem::Cram))
    }

    fn evaluate(&self, component: &CramBoard, known: &mut Known) -> Result<Evaluation, TooLarge> {
        if self.reduce(component).is_some() {
            return known.by_theorem_or_search(self, component);
        }
        let outcome = component.outcome_by_symmetry().map(|outcome| (outcome, Theorem::Cram));
        let (word, searched) = (component.word(), component.searched());
        let kept: &mut CramValues = known.table();
        let before = match (word, &searched) {
            (Some(word), _) => kept.small.get(&bitboard::key(word)).map(|&value| (value, kept.small.len())),
            (None, Some((field, shapes))) => {
                kept.large.get(&shapes.key(field, field.all())).map(|&value| (value, kept.large.len()))
            }
            (None, None) => None,
        };
        if let Some((value, held)) = before {
            return Ok(found_before(value, held));
        }
        let size = match word {
            Some(_) => self.size_by_trial(component, known.limits())?,
            None => self.search_size(component),
        };
        let (what, breadth) = (written(self, component), self.breadth(component));
        let valued = known.search_or_trial(what, size, breadth, |known, limits| {
            let kept: &mut CramValues = known.table();
            if let Some(word) = word {
                make_room(&mut kept.small, limits);
                let found = BoardSearch::new(&mut kept.small, limits).run(word)?;
                return Ok((found, kept.small.len() as u64));
            }
            let Some((field, shapes)) = searched else {
                return Err(TooLarge::Reached { limit: limits.positions });
            };
            make_room(&mut kept.large, limits);
            let found = DeletionSearch::new(field, shapes, &mut kept.large, limits).run()?;
            Ok((found, kept.large.len() as u64))
        });
        Evaluation::or_outcome(valued, outcome)
    }

    fn working(&self, component: &CramBoard, _known: &mut Known) -> Option<Working> {
        let near = component.neighbors();
        let squares = near.len() as u64;
        if near.iter().all(|near| near.len() <= 2) {
            let ends: usize = near.iter().map(Vec::len).sum();
            if ends as u64 == 2 * squares {
                let left = squares - 2;
                let label = format!("line of {left} squares, which every move leaves");
                let row = WorkingRow::new(label, dawsons_kayles(left)).out_of([left]);
                return Some(Working::of_value(Theorem::KaylesOnPaths, Combine::Mex, vec![row]));
            }
            let value = dawsons_kayles(squares);
            let rows = vec![
                WorkingRow::new("squares of the line", squares),
                WorkingRow::new("value as a heap", value),
            ];
            let line = format!(
                "A line of {squares} squares is a heap of {squares} in Dawson's Kayles, of value {value}"
            );
            let working = Working::of_value(Theorem::KaylesOnPaths, Combine::Last, rows).because(line);
            let period = dawsons_working(squares).map(|heap| heap.because.join(". "));
            return Some(if let Some(period) = period { working.because(period) } else { working });
        }
        let outcome = component.outcome_by_symmetry()?;
        let strategy = match outcome {
            Outcome::P => {
                "A half turn leaves the board as it is: the second player answers every domino by its image, which is \
                 always free"
            }
            Outcome::N | Outcome::Draw => {
                "A half turn leaves the board as it is, and its middle lies between two free squares: covering them \
                 wins, for then every domino is answered by its image"
            }
        };
        Some(Working::argued(Theorem::Cram, outcome).because(strategy))
    }

    /// On a line every domino is judged by what it leaves on both sides. Elsewhere the two squares in the middle of a
    /// board that a half turn leaves as it is.
    fn moves_by_theorem(&self, board: &CramBoard, value: Nimber, most: usize) -> Option<Found<CramBoard>> {
        if board.rows == 1 || board.columns == 1 {
            return Some(moves_on_a_line(board, value, most));
        }
        let wins = value.is_zero() && board.outcome_by_symmetry() == Some(Outcome::N);
        wins.then(|| Found { moves: vec![board.covered(board.middle())], total: None })
    }

    fn search_size(&self, component: &CramBoard) -> f64 {
        if self.known_value(component).is_some() { 1.0 } else { self.most_searched(component) }
    }

    fn reachable(&self, component: &CramBoard) -> f64 {
        let near = component.neighbors();
        if near.len() > MOST_SEARCHED {
            return f64::INFINITY;
        }
        count::matchings(&near, &vec![false; near.len()])
    }

    fn breadth(&self, board: &CramBoard) -> f64 {
        board.dominoes().count() as f64
    }

    fn words(&self, board: &CramBoard) -> f64 {
        1.0 + board.free.len() as f64
    }
}

impl Cram {
    /// At most as many as matchings, less what a half turn and mirrors make equal on a rectangle: sets of squares that
    /// one of these three leaves as they are follow from half of the squares.
    fn most_searched(self, board: &CramBoard) -> f64 {
        let all = self.reachable(board);
        let squares = f64::from(board.rows) * f64::from(board.columns);
        if board.is_rectangle() { all.min((all + 3.0 * (squares / 2.0).ceil().exp2()) / 4.0) } else { all }
    }

    /// How many components a search holds, about. Sets of squares are many times as many as components up to turns and
    /// mirrors, and the more the larger the board; so where the bound is beyond the limits a part of the board is
    /// searched, and as many times as its bound is too high, that of the board counts for less.
    fn size_by_trial(self, board: &CramBoard, limits: &Limits) -> Result<f64, TooLarge> {
        let most = self.search_size(board);
        let trial = limits.for_trial();
        let breadth = self.breadth(board);
        if !most.is_finite() || limits.admit_search("", most, breadth).is_ok() {
            return Ok(most);
        }
        let mut part = board.shortened();
        while self.most_searched(&part) > trial.positions as f64 && !part.free.is_empty() {
            part = part.shortened();
        }
        let Some(word) = part.word().filter(|&word| word != 0) else { return Ok(most) };
        let mut values = Values::default();
        match BoardSearch::new(&mut values, &trial).run(word) {
            Ok((_, looked)) => limits.spend(looked.saturating_mul(STEPS_PER_OPTION))?,
            Err(TooLarge::Stopped) => return Err(TooLarge::Stopped),
            Err(_) => return Ok(most),
        }
        Ok(most * values.len() as f64 / self.most_searched(&part))
    }
}

/// The dominoes on a board of one row or one column that leave this value.
fn moves_on_a_line(board: &CramBoard, value: Nimber, most: usize) -> Found<CramBoard> {
    let length = board.rows.max(board.columns);
    let square = |at: u32| if board.rows == 1 { (0, at) } else { (at, 0) };
    // each stretch of free squares: where it begins and ends
    let mut stretches: Vec<(u32, u32)> = Vec::new();
    for at in (0..length).filter(|&at| board.is_free(square(at))) {
        match stretches.last_mut() {
            Some(last) if last.1 == at => last.1 += 1,
            _ => stretches.push((at, at + 1)),
        }
    }
    let worth = |(from, to): (u32, u32)| dawsons_kayles(u64::from(to - from));
    let all: Nimber = stretches.iter().map(|&stretch| worth(stretch)).sum();
    let mut found = Found { moves: Vec::new(), total: Some(0) };
    for &(from, to) in &stretches {
        let others = all + worth((from, to));
        let wins = |&at: &u32| others + worth((from, at)) + worth((at + 2, to)) == value;
        let places: Vec<u32> = (from..to - 1).filter(wins).collect();
        found.total = found.total.map(|total| total + places.len() as u64);
        let room = most.saturating_sub(found.moves.len());
        let moves = places.into_iter().take(room).map(|at| board.covered([square(at), square(at + 1)]));
        found.moves.extend(moves);
    }
    found
}

/// The rows, with `#` for a free square.
fn rows_of(board: &CramBoard) -> Vec<String> {
    let square = |row, column| if board.is_free((row, column)) { '#' } else { '.' };
    (0..board.rows).map(|row| (0..board.columns).map(|column| square(row, column)).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Random boards, by words and by sets of squares: two searches that share no representation.
    #[test]
    fn both_searches_give_the_same_values() {
        let mut seed = 3u64;
        let mut random = move |most: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % most
        };
        let (mut small, mut large) = (Values::default(), Values::default());
        let mut values = [0; 32];
        for _ in 0..80 {
            let (rows, columns) = (1 + random(6) as u32, 1 + random(8) as u32);
            let all = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
            let mut squares: Vec<Place> = all.filter(|_| random(4) > 0).collect();
            squares.truncate(24);
            for board in CramBoard::of(&squares).components() {
                let limits = Limits::default();
                let (field, shapes) = board.searched().expect("a small board");
                let slow = DeletionSearch::new(field, shapes, &mut large, &limits).run().expect("a value").0;
                let word = board.word().expect("a small board");
                let fast = BoardSearch::new(&mut small, &limits).run(word).expect("a value").0;
                assert_eq!(fast, slow, "{}", written(&Cram, &board));
                values[fast.0 as usize] += 1;
            }
        }
        assert!(values[0] > 5 && values[1] > 5 && values[2] > 5, "{values:?}");
        // remembered are the same components, turned and mirrored to one
        assert_eq!(small.len(), large.len());
    }

    /// 5x7 has 4.6 million components; the bound says 390 million.
    #[test]
    fn the_size_of_a_search_comes_from_a_part_of_the_board() {
        let size = |rows, columns| {
            let board = CramBoard::rectangle(rows, columns).expect("a board");
            Cram.size_by_trial(&board, &Limits::default()).expect("an estimate")
        };
        assert!((4.6e6..1e7).contains(&size(5, 7)), "{}", size(5, 7));
        assert!(size(7, 7) > 1e9, "{}", size(7, 7));
        let none = Limits { positions: 1, ..Limits::default() };
        let board = CramBoard::rectangle(5, 7).expect("a board");
        assert!(Cram.size_by_trial(&board, &none).expect("an estimate") > 1e7);
    }
}
