//! Positions of the notation: sums of terms, each a game with its body.
//!
//! `Games` is the ruleset of everything that can be typed, so that the searches of [`crate::search`] work on any
//! sum of any games; faster ways to the values of its components live in [`crate::solve`].

mod games;
mod read;
mod term;

pub use games::Games;
pub use term::Term;
pub(crate) use term::with_board;

use std::fmt;

/// A sum of terms, in the order in which they were given.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position(pub Vec<Term>);

impl Position {
    /// The same position with one term replaced.
    #[must_use]
    pub fn with_term(&self, at: usize, term: Term) -> Self {
        let mut terms = self.0.clone();
        terms[at] = term;
        Self(terms)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, term) in self.0.iter().enumerate() {
            let plus = if at == 0 { "" } else { " + " };
            write!(f, "{plus}{term}")?;
        }
        Ok(())
    }
}
