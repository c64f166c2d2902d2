//! Single-token strips that share their first r squares, the cells 0..r-1 (theory 9.2, no jumping).
//!
//! No shared cell is Nim, one is Star Nim. A token above the cells moves down to any square above the highest
//! occupied cell; a token on a cell moves down as far as the next lower one. Three cases have closed forms: all
//! tokens but one are on cells, and they stand in one line (Silver Dollar); no cell is free, and the others play
//! Nim above them; and for two tokens, one of them on square r, G(r, b) = b.
//!
//! Proof of the last one, by induction on b >= r >= 1: the options of (r, b) are (s, b) of value b-s-1 for s < r,
//! (t, r) of value r-t-1 for t < r, and (r, c) of value c for r <= c < b; together these are 0, ..., b-1. So two
//! tokens a <= b from r on are a P-position exactly when a = b > r: from (r, b) go to (r-1, r), from a < b with
//! a > r go to (a, a), and (a, a) has no option of value 0. The rest is searched.

use std::collections::{HashMap, HashSet};
use std::fmt;

use super::silver_dollar::{Strip, subsets};
use super::star_nim::{self, StarNim};
use super::{Action, BoardKind, Counted, Evaluation, Found, Game, Known, Reduction, View, first_of_each};
use crate::heap::catalogue::{Entry, Kind};
use crate::limits::TooLarge;
use crate::nimber::{Nimber, nim_sum};
use crate::notation::{Cursor, NotationError};
use crate::play::Outcome;
use crate::ruleset::Ruleset;
use crate::theorem::Theorem;

/// The rules for a number of shared cells. A position is a list of tokens, with at most one on each cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shared {
    cells: u64,
}

impl Shared {
    /// The game whose strips share squares 0..cells-1.
    pub const fn new(cells: u64) -> Self {
        Self { cells }
    }

    /// The number of shared cells.
    pub const fn cells(self) -> u64 {
        self.cells
    }

    /// The outcome where a theorem gives it: closed forms, and any two tokens.
    pub fn outcome_by_theorem(self, tokens: &[u64]) -> Option<(Outcome, Theorem)> {
        if self.cells == 1 {
            return star_nim::outcome_by_theorem(tokens);
        }
        if let Some(closed) = self.reduce(&tokens.to_vec()) {
            return Some((Outcome::of_value(closed.known), closed.theorem));
        }
        (tokens.len() == 2).then_some((Outcome::N, Theorem::SharedTwo))
    }

    /// The lowest square that a token can move to: above the highest occupied cell below it.
    fn lowest(self, tokens: &[u64], token: u64) -> u64 {
        let blocking = tokens.iter().filter(|&&other| other < self.cells && other < token);
        blocking.max().map_or(0, |cell| cell + 1)
    }

    /// The tokens as one strip, when at most one of them is above the cells.
    fn line(self, tokens: &[u64]) -> Option<Strip> {
        let above = tokens.iter().filter(|&&token| token >= self.cells).count();
        if above > 1 {
            return None;
        }
        let mut line = tokens.to_vec();
        line.sort_unstable();
        Strip::new(line)
    }

    fn is_full(self, tokens: &[u64]) -> bool {
        tokens.iter().filter(|&&token| token < self.cells).count() as u64 == self.cells
    }
}

/// The positions after each token in turn has moved to a square of `squares`. Tokens on the same square have the
/// same moves, so only the first of them moves.
pub(crate) fn moved<I>(tokens: &[u64], squares: impl Fn(u64) -> I) -> Vec<Vec<u64>>
where
    I: IntoIterator<Item = u64>,
{
    first_moved(tokens, squares, usize::MAX).options
}

/// All these positions counted, and the first of them.
fn first_moved<I>(tokens: &[u64], squares: impl Fn(u64) -> I, most: usize) -> Counted<Vec<u64>>
where
    I: IntoIterator<Item = u64>,
{
    let mut found = Counted::first(most);
    let mut seen = HashSet::new();
    for (at, &token) in tokens.iter().enumerate() {
        if !seen.insert(token) {
            continue;
        }
        for square in squares(token) {
            found.add(|| {
                let mut option = tokens.to_vec();
                option[at] = square;
                option
            });
        }
    }
    found
}

/// The value of Nim on the squares from `floor` on.
pub(crate) fn nim_above(floor: u64, tokens: &[u64]) -> Nimber {
    nim_sum(tokens.iter().map(|token| Nimber(token.saturating_sub(floor))))
}

/// The options of Nim on the squares from `floor` on whose value is the nim-sum of the value and `change`.
pub(crate) fn nim_moves_that_add(
    floor: u64,
    tokens: &[u64],
    change: Nimber,
    most: usize,
) -> Counted<Vec<u64>> {
    let square = |token: u64| {
        let heap = token.checked_sub(floor)?;
        let left = heap ^ change.0;
        (left < heap).then(|| floor + left)
    };
    first_moved(tokens, square, most)
}

/// An upper bound on the number of multisets of squares from `floor` on, one for each token and no higher.
pub(crate) fn placements(floor: u64, tokens: &[u64]) -> f64 {
    let squares = |token: u64| token.saturating_sub(floor) as f64 + 1.0;
    let ordered = tokens.iter().copied().map(squares).product::<f64>();
    let top = tokens.iter().copied().map(squares).fold(1.0, f64::max);
    ordered.min(subsets(top + tokens.len() as f64 - 1.0, tokens.len()).max(1.0))
}

impl fmt::Display for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "shared({})", self.cells)
    }
}

impl Ruleset for Shared {
    type Position = Vec<u64>;

    fn options(&self, tokens: &Vec<u64>) -> Vec<Vec<u64>> {
        moved(tokens, |token| self.lowest(tokens, token)..token)
    }

    fn canonical(&self, mut tokens: Vec<u64>) -> Vec<u64> {
        tokens.sort_unstable();
        tokens
    }

    fn known_value(&self, tokens: &Vec<u64>) -> Option<Nimber> {
        self.reduce(tokens).map(|closed| closed.known)
    }
}

impl Game for Shared {
    const ENTRY: &'static Entry = &Entry {
        name: "shared",
        title: "Shared squares",
        aliases: &[],
        kind: Kind::Board("shared(2): 5 7"),
        words: "Two strips with one token each that share their first squares in the same order.",
        known: &["A token on the shared squares makes it Silver Dollar (theory 9.2)."],
        oeis: None,
    };
    const CONTINUATION: &'static str = "the square of a token, ";

    fn name(&self) -> String {
        self.to_string()
    }

    /// `(R)`, the number of shared cells.
    fn read_parameters(text: &mut Cursor<'_>) -> Result<Self, NotationError> {
        text.require('(')?;
        text.skip_spaces();
        let cells = text.number("the number of shared cells")?;
        text.require(')')?;
        Ok(Self::new(cells))
    }

    fn read(&self, text: &mut Cursor<'_>) -> Result<Vec<u64>, NotationError> {
        let number_follows = |text: &Cursor<'_>| text.peek().is_some_and(|c| c.is_ascii_digit());
        let mut tokens = Vec::new();
        let mut occupied = HashSet::new();
        text.skip_spaces();
        let mut more = number_follows(text);
        while more {
            let column = text.column();
            let token = text.number("the square of a token")?;
            if token < self.cells && !occupied.insert(token) {
                let message = format!("square {token} is shared by all strips and can hold only one token");
                return Err(NotationError { column, message });
            }
            tokens.push(token);
            text.skip_spaces();
            more = text.eat(',');
            text.skip_spaces();
            more |= number_follows(text);
        }
        Ok(tokens)
    }

    fn write(&self, tokens: &Vec<u64>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, token) in tokens.iter().enumerate() {
            let space = if i == 0 { "" } else { " " };
            write!(f, "{space}{token}")?;
        }
        Ok(())
    }

    fn parts(&self, tokens: &Vec<u64>) -> usize {
        tokens.len()
    }

    fn kinds(&self, tokens: &Vec<u64>) -> Vec<usize> {
        first_of_each(tokens)
    }

    fn actions<'p>(&'p self, tokens: &'p Vec<u64>, part: usize) -> impl Iterator<Item = Action> + 'p {
        let from = tokens[part];
        let slide = move |to| Action::Slide { strip: part, token: 0, from, to };
        (self.lowest(tokens, from)..from).map(slide)
    }

    fn act(&self, tokens: &Vec<u64>, part: usize, action: &Action) -> Option<Vec<u64>> {
        let &Action::Slide { token: 0, from, to, .. } = action else { return None };
        let allowed = tokens.get(part) == Some(&from) && (self.lowest(tokens, from)..from).contains(&to);
        allowed.then(|| {
            let mut after = tokens.clone();
            after[part] = to;
            after
        })
    }

    fn has_move(&self, tokens: &Vec<u64>) -> bool {
        // the highest token has the most room, and tokens on cells have the cells below them
        let mut cells: Vec<u64> = tokens.iter().copied().filter(|&token| token < self.cells).collect();
        cells.sort_unstable();
        let stuck = |(place, &cell): (u64, &u64)| cell == place;
        let floor = cells.last().map_or(0, |cell| cell + 1);
        !(0..).zip(&cells).all(stuck) || tokens.iter().any(|&token| token > floor && token >= self.cells)
    }

    fn view(&self, tokens: &Vec<u64>) -> View {
        View { shared: Some(self.cells), ..single_view(BoardKind::Shared, tokens) }
    }

    /// Where the value is out of reach, a theorem may tell the outcome.
    fn evaluate(&self, tokens: &Vec<u64>, known: &mut Known) -> Result<Evaluation, TooLarge> {
        Evaluation::or_outcome(known.by_theorem_or_search(self, tokens), self.outcome_by_theorem(tokens))
    }

    /// Always a closed form.
    fn reduce(&self, tokens: &Vec<u64>) -> Option<Reduction<Vec<u64>>> {
        let closed = |known, theorem| Some(Reduction::closed(known, theorem));
        if self.cells == 1 {
            return StarNim.reduce(tokens);
        }
        if self.is_full(tokens) {
            return closed(nim_above(self.cells, tokens), Theorem::Nim);
        }
        if let Some(line) = self.line(tokens) {
            let theorem = if tokens.len() == 2 { Theorem::SharedOccupied } else { Theorem::SilverDollar };
            return closed(line.value(), theorem);
        }
        match tokens[..] {
            [a, b] if a.min(b) == self.cells => closed(Nimber(a.max(b)), Theorem::SharedTwo),
            [a, b] if a == b => closed(Nimber::ZERO, Theorem::SharedTwo),
            _ => None,
        }
    }

    fn moves_by_theorem(&self, tokens: &Vec<u64>, value: Nimber, most: usize) -> Option<Found<Vec<u64>>> {
        if self.cells == 1 {
            return StarNim.moves_by_theorem(tokens, value, most);
        }
        if self.is_full(tokens) {
            let change = nim_above(self.cells, tokens) + value;
            return Some(nim_moves_that_add(self.cells, tokens, change, most).into());
        }
        if let Some(line) = self.line(tokens) {
            let moves = line.moves_that_add(line.value() + value);
            let squares: HashMap<u64, u64> =
                moves.map(|(token, square)| (line.tokens()[token], square)).collect();
            return Some(first_moved(tokens, |token| squares.get(&token).copied(), most).into());
        }
        match tokens[..] {
            [a, b] if value.is_zero() => {
                let (low, high) = (a.min(b), a.max(b));
                let options = match (low > self.cells, low == high) {
                    (true, true) => Vec::new(),
                    (true, false) => moved(tokens, |token| (token == high).then_some(low)),
                    (false, _) => moved(tokens, |token| (token == high).then(|| self.cells - 1)),
                };
                Some(options.into())
            }
            _ => None,
        }
    }

    fn search_size(&self, tokens: &Vec<u64>) -> f64 {
        if self.known_value(tokens).is_some() { 1.0 } else { placements(0, tokens) }
    }

    fn reachable(&self, tokens: &Vec<u64>) -> f64 {
        placements(0, tokens)
    }

    fn breadth(&self, tokens: &Vec<u64>) -> f64 {
        tokens.iter().map(|&token| token as f64).sum()
    }

    fn words(&self, tokens: &Vec<u64>) -> f64 {
        tokens.len() as f64
    }
}

/// Strips with one token each.
pub(super) fn single_view(board: BoardKind, tokens: &[u64]) -> View {
    View::of_strips(board, tokens.iter().map(std::slice::from_ref))
}
