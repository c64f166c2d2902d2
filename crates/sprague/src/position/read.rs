//! Reading a position: `game: body + game: body`.

use std::str::FromStr;

use super::{Position, Term};
use crate::games::bogus_nim::BogusNim;
use crate::games::chomp::Chomp;
use crate::games::digraph::{DigraphGame, Files, NoFiles};
use crate::games::nearly::Nearly;
use crate::games::rectangle::Rectangles;
use crate::games::shared::Shared;
use crate::games::silver_dollar::SilverDollar;
use crate::games::star::{Star, StarNim};
use crate::games::wythoff::Wythoff;
use crate::heap::{HeapGame, catalogue};
use crate::notation::{Cursor, Notation, NotationError};

impl FromStr for Position {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        Self::read(text, &NoFiles)
    }
}

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
        let mut cursor = Cursor::new(text);
        let mut terms = Vec::new();
        loop {
            cursor.skip_spaces();
            terms.push(read_term(&mut cursor, files)?);
            cursor.skip_spaces();
            if cursor.rest().is_empty() {
                return Ok(Self(terms));
            }
            if !cursor.eat('+') {
                let more = terms.last().map_or("", could_follow);
                return Err(cursor.expected(&format!("{more}` + ` and another term, or the end")));
            }
        }
    }
}

/// What could have gone on in the body of a term, for the error at its end.
fn could_follow(term: &Term) -> &'static str {
    match term {
        Term::Heaps(..) | Term::BogusNim(..) => "a heap size, ",
        Term::StarNim(..) | Term::Shared(..) => "the square of a token, ",
        Term::Rectangles(..) | Term::Chomp(..) => "another board, ",
        _ => "",
    }
}

fn read_term(text: &mut Cursor<'_>, files: &dyn Files) -> Result<Term, NotationError> {
    let mut ahead = text.clone();
    let name = ahead.take_while(|c| c.is_ascii_alphanumeric() || c == '-').to_ascii_lowercase();
    macro_rules! board {
        ($variant:ident, $game:expr) => {{
            *text = ahead;
            let game = $game;
            text.require(':')?;
            let at = game.read(text)?;
            Ok(Term::$variant(game, at))
        }};
    }
    let name = catalogue::find(&name).map_or("", |(_, entry)| entry.name);
    match name {
        "rectangle" => board!(Rectangles, Rectangles::read_parameters(text)?),
        "silver-dollar" => board!(SilverDollar, SilverDollar),
        "star" => board!(Star, Star),
        "star-nim" => board!(StarNim, StarNim),
        "shared" => board!(Shared, Shared::read_parameters(text)?),
        "nearly" => board!(Nearly, Nearly::read_parameters(text)?),
        "chomp" => board!(Chomp, Chomp::default()),
        "bogus-nim" => board!(BogusNim, BogusNim),
        "wythoff" => board!(Wythoff, Wythoff::default()),
        "graph" => {
            *text = ahead;
            text.require(':')?;
            let (game, at) = DigraphGame::read_term(text, files)?;
            Ok(Term::Digraph(game, at))
        }
        _ => {
            let game = HeapGame::read(text)?;
            text.skip_spaces();
            if !text.eat(':') {
                return Err(text.expected(&format!("`:` and heaps after the game, as in `{game}: 7 5`")));
            }
            let at = Notation::read(&game, text)?;
            Ok(Term::Heaps(game, at))
        }
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
