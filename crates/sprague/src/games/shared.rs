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

use std::collections::HashMap;
use std::fmt;

use super::silver_dollar::Strip;
use super::single_tokens::{self, first_moved, moved, nim_above, nim_moves_that_add, placements};
use super::star_nim::{self, StarNim};
use super::{Action, BoardKind, Evaluation, Found, Game, Known, Reduction, View, first_of_each};
use crate::heap::catalogue::{Entry, EntryKind};
use crate::limits::TooLarge;
use crate::nimber::Nimber;
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

impl fmt::Display for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "shared({})", self.cells)
    }
}

impl Ruleset for Shared {
    type Position = Vec<u64>;

    fn options(&self, tokens: &Vec<u64>) -> Vec<Vec<u64>> {
        moved(tokens, |token| single_tokens::lowest(self.cells, tokens, token)..token)
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
        kind: EntryKind::Board("shared(2): 5 7"),
        words: "Two strips with one token each that share their first squares in the same order.",
        known: &["A token on the shared squares makes it Silver Dollar (theory 9.2)."],
        oeis: None,
    };
    const CONTINUATION: &'static str = single_tokens::CONTINUATION;

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
        single_tokens::read(self.cells, text)
    }

    fn write(&self, tokens: &Vec<u64>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        single_tokens::write(tokens, f)
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
        (single_tokens::lowest(self.cells, tokens, from)..from).map(slide)
    }

    fn act(&self, tokens: &Vec<u64>, part: usize, action: &Action) -> Option<Vec<u64>> {
        single_tokens::act(self.cells, tokens, part, action)
    }

    fn has_move(&self, tokens: &Vec<u64>) -> bool {
        single_tokens::has_move(self.cells, tokens)
    }

    fn view(&self, tokens: &Vec<u64>) -> View {
        View { shared: Some(self.cells), ..single_tokens::view(BoardKind::Shared, tokens) }
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
