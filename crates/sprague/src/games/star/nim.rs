//! Star Nim: one token on each strip of a star (theory 6.3, 7).
//!
//! A position is the list of the tokens' squares; their order does not matter, and at most one is 0. Closed forms:
//! with a token on 0 the others play Nim one square higher (theory 6.4), one token alone is a Nim heap, and two
//! tokens have the closed forms of theory 8.2 and 8.3. The theorems on P-positions (theory 7.1 to 7.3) give the
//! value 0. Anything else is searched: at most the number of multisets of squares from 1 on, one for each token
//! and no higher. For two tokens `two_star_table` is the faster way.

use std::fmt;

use super::outcome::{outcome_by_theorem, winning_moves_by_theorem};
use super::two::closed_value;
use crate::board::{Board, Counted, Reduction};
use crate::games::shared::{Shared, moved, nim_above, nim_moves_that_add, placements};
use crate::nimber::Nimber;
use crate::notation::{Cursor, Notation, NotationError};
use crate::play::Outcome;
use crate::ruleset::Ruleset;
use crate::theorem::Theorem;

/// The rules of Star Nim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StarNim;

/// The lowest square to which a token can move, when the position is a game of Nim on the squares from there on.
pub(super) fn nim_floor(tokens: &[u64]) -> Option<u64> {
    if tokens.len() <= 1 {
        return Some(0);
    }
    tokens.contains(&0).then_some(1)
}

impl Ruleset for StarNim {
    type Position = Vec<u64>;

    fn options(&self, tokens: &Vec<u64>) -> Vec<Vec<u64>> {
        let floor = u64::from(tokens.contains(&0));
        moved(tokens, |token| floor..token)
    }

    fn canonical(&self, mut tokens: Vec<u64>) -> Vec<u64> {
        tokens.sort_unstable();
        tokens
    }

    fn known_value(&self, tokens: &Vec<u64>) -> Option<Nimber> {
        self.reduce(tokens).map(|closed| closed.known)
    }
}

impl Notation for StarNim {
    fn read(&self, text: &mut Cursor<'_>) -> Result<Vec<u64>, NotationError> {
        Shared::new(1).read(text)
    }

    fn write(&self, tokens: &Vec<u64>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Shared::new(1).write(tokens, f)
    }
}

impl Board for StarNim {
    /// Always a closed form.
    fn reduce(&self, tokens: &Vec<u64>) -> Option<Reduction<Vec<u64>>> {
        let closed = |known, theorem| Some(Reduction { known, rest: Vec::new(), theorem });
        if let Some(floor) = nim_floor(tokens) {
            let theorem = if floor == 0 { Theorem::Nim } else { Theorem::ZeroSquare };
            return closed(nim_above(floor, tokens), theorem);
        }
        if let [a, b] = tokens[..]
            && let Some((value, theorem)) = closed_value(a, b)
        {
            return closed(value, theorem);
        }
        match outcome_by_theorem(tokens)? {
            (Outcome::P, theorem) => closed(Nimber::ZERO, theorem),
            (Outcome::N, _) => None,
        }
    }

    fn moves_by_theorem(&self, tokens: &Vec<u64>, value: Nimber, most: usize) -> Option<Counted<Vec<u64>>> {
        if let Some(floor) = nim_floor(tokens) {
            return Some(nim_moves_that_add(floor, tokens, nim_above(floor, tokens) + value, most));
        }
        // of at most four tokens
        if value.is_zero() { winning_moves_by_theorem(tokens).map(Counted::from) } else { None }
    }

    fn search_size(&self, tokens: &Vec<u64>) -> f64 {
        if self.known_value(tokens).is_some() { 1.0 } else { placements(1, tokens) }
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
