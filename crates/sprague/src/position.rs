//! Positions of the notation: sums of terms, each a game with its body, `game: body + game: body`.
//!
//! `Games` is the ruleset of everything that can be typed, so that the searches of [`crate::search`] work on any
//! sum of any games; faster ways to the values of its components live in [`crate::solve`](mod@crate::solve).

use std::fmt;
use std::str::FromStr;

use crate::games::digraph::{Files, NoFiles};
use crate::games::{Term, catalogue};
use crate::heap::HeapGame;
use crate::heap::catalogue::{Entry, EntryKind};
use crate::limits::{Limits, TooLarge, named};
use crate::notation::{Cursor, NotationError};
use crate::play::Play;
use crate::ruleset::Ruleset;

/// A sum of terms, in the order in which they were given.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position(pub Vec<Term>);

impl Position {
    /// Reads a position; graph files come from `files`.
    ///
    /// ```
    /// use sprague::{games::digraph::NoFiles, position::Position};
    /// let position = Position::read("kayles: 5 7 + nim: 3", &NoFiles)?;
    /// assert_eq!(position.to_string(), "kayles: 7 5 + nim: 3");
    /// # Ok::<(), sprague::notation::NotationError>(())
    /// ```
    pub fn read(text: &str, files: &dyn Files) -> Result<Self, NotationError> {
        Self::read_terms(text, files).map_err(|error| with_example(text, error))
    }

    fn read_terms(text: &str, files: &dyn Files) -> Result<Self, NotationError> {
        let mut cursor = Cursor::new(text);
        let mut terms = Vec::new();
        loop {
            cursor.skip_spaces();
            terms.push(Term::read(&mut cursor, files)?);
            cursor.skip_spaces();
            if cursor.rest().is_empty() {
                return Ok(Self(terms));
            }
            if !cursor.eat('+') {
                let more = terms.last().map_or("", Term::continuation);
                return Err(cursor.expected(&format!("{more}` + ` and another term, or the end")));
            }
        }
    }

    /// Whether a text has heaps without the name of a game, which are read as Nim.
    pub fn has_bare_heaps(text: &str) -> bool {
        text.split(" + ").any(|term| {
            let term = term.trim_start();
            let after = term.trim_start_matches(|c: char| c.is_ascii_digit());
            term.starts_with('*') || after.len() < term.len() && !after.starts_with(['.', '!'])
        })
    }

    /// The same position, whose moves are found within these limits and stopped by their meter, where the rules of a
    /// game ask for values themselves: nearly disjunctive sums do.
    #[must_use]
    pub fn within(mut self, limits: &Limits) -> Self {
        for term in &mut self.0 {
            if let Term::Nearly(game, _) = term {
                *game = game.within(limits);
            }
        }
        self
    }

    /// How the position is played: under misère play if that is asked for, or if the rules of a game in it say so.
    pub fn play(&self, misere: bool) -> Play {
        let natural = self.0.iter().any(|term| term.natural_play() == Play::Misere);
        if misere || natural { Play::Misere } else { Play::Normal }
    }

    /// Refuses misère play of games that have no end of their own.
    pub fn admit_misere(&self) -> Result<(), TooLarge> {
        match self.0.iter().find_map(Term::no_misere) {
            Some(reason) => Err(TooLarge::Endless { what: named(format!("misère play of {self}")), reason }),
            None => Ok(()),
        }
    }

    /// The same position with one term replaced.
    #[must_use]
    pub fn with_term(&self, at: usize, term: Term) -> Self {
        let mut terms = self.0.clone();
        terms[at] = term;
        Self(terms)
    }
}

/// The error with a spelling that works, where it names none: the example of the game whose name is there, or Nim.
fn with_example(text: &str, mut error: NotationError) -> NotationError {
    let works = |spelling: &str| {
        let spelling = spelling.trim().trim_end_matches(':');
        spelling.parse::<HeapGame>().is_ok() || Position::read_terms(spelling, &NoFiles).is_ok()
    };
    // what was found is no spelling that is named
    let said = error.message.split(", found `").next().unwrap_or_default();
    let names_one = said.split('`').skip(1).step_by(2).any(works);
    if names_one {
        return error;
    }
    let before: String = text.chars().take(error.column.saturating_sub(1)).collect();
    let term = before.rfind(" + ").map_or(&before[..], |at| &before[at + 3..]);
    let mut start = Cursor::new(if term.trim().is_empty() { text } else { term });
    start.skip_spaces();
    let example = match catalogue::read_entry(&mut start) {
        Some((name, Entry { kind: EntryKind::Heap(_), .. })) => format!("{name}: 7 5 3"),
        Some((_, Entry { kind: EntryKind::Board(example), .. })) => (*example).to_owned(),
        None => "kayles: 7 5 + nim: 3".to_owned(),
    };
    error.message = format!("{}; for example `{example}`", error.message);
    error
}

impl FromStr for Position {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        Self::read(text, &NoFiles)
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

    fn failure(&self, position: &Position) -> Option<TooLarge> {
        position.0.iter().find_map(Term::failure)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_at_the_end_of_heaps_asks_for_a_heap_size() {
        for (text, column) in [("nim: -1", 6), ("nim: 1__0", 7), ("nim: 3 x + nim: 4", 8)] {
            let error = text.parse::<Position>().unwrap_err();
            assert_eq!(error.column, column, "{text}");
            let expected = "expected a heap size, ` + ` and another term, or the end, found";
            assert!(error.message.starts_with(expected), "{text}: {error}");
        }
        assert_eq!("nim: 1E6".parse::<Position>(), "nim: 1000000".parse());
    }
}
