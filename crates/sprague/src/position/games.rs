//! All games at once, as one ruleset over sums.

use super::{Position, Term};
use crate::ruleset::Ruleset;

/// The ruleset of every position that can be typed.
#[derive(Clone, Copy, Debug)]
pub struct Games;

impl Ruleset for Games {
    type Position = Position;

    fn options(&self, position: &Position) -> Vec<Position> {
        let terms = position.0.iter().enumerate();
        terms
            .flat_map(|(at, term)| term.options().into_iter().map(move |t| position.with_term(at, t)))
            .collect()
    }

    fn components(&self, position: Position, parts: &mut Vec<Position>) {
        parts.extend(position.0.iter().flat_map(Term::components).map(|term| Position(vec![term])));
    }

    fn canonical(&self, position: Position) -> Position {
        Position(position.0.iter().map(Term::canonical).collect())
    }
}
