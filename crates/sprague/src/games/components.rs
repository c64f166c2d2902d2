//! What sums with names of their own share (nearly disjunctive, selective, conjunctive, ordinal): the games in the
//! parentheses, one bracket for each component, and the parts of the components counted one after the other.

use super::{AnyGame, Term};
use crate::heap::Heaps;
use crate::notation::{Cursor, NotationError, joined};

/// The games in parentheses, `(GAME, GAME, ...)`; `refused` are the names of those that are none here.
pub(super) fn read_games(
    text: &mut Cursor<'_>,
    refused: &[(&str, &str)],
) -> Result<Vec<AnyGame>, NotationError> {
    text.require('(')?;
    text.bracketed(')', "`,` and another game, or `)`", |text| AnyGame::read(text, refused))
}

/// The name with its games.
pub(super) fn name(sum: &str, games: &[AnyGame]) -> String {
    format!("{sum}({})", joined(games.iter().map(AnyGame::name), ", "))
}

/// The game of the component at this place, with its index: one for all of them, or one each.
pub(super) fn game_at(games: &[AnyGame], place: usize) -> (usize, &AnyGame) {
    let at = place.min(games.len() - 1);
    (at, &games[at])
}

/// A component in brackets: heaps, or the position of a board. A component of one heap may be typed without brackets.
/// `None` if no component follows.
pub(super) fn read_component(game: &AnyGame, text: &mut Cursor<'_>) -> Result<Option<Term>, NotationError> {
    let bracket = text.peek() == Some('[');
    match game {
        AnyGame::Heaps(rules) if bracket => {
            text.advance();
            let mut heaps = Vec::new();
            text.skip_spaces();
            while !text.eat(']') {
                heaps.push(text.number("a heap size or `]`")?);
                text.skip_spaces();
                if text.eat(',') {
                    text.skip_spaces();
                }
            }
            Ok(Some(Term::Heaps(rules.clone(), Heaps::new(heaps))))
        }
        AnyGame::Heaps(rules) if text.peek().is_some_and(|c| c.is_ascii_digit()) => {
            Ok(Some(Term::Heaps(rules.clone(), Heaps::single(text.number("a heap size")?))))
        }
        board if bracket => {
            text.advance();
            let term = board.read_position(text)?;
            text.skip_spaces();
            if !text.eat(']') {
                return Err(text.expected(&format!("`]` after the position of `{}`", board.name())));
            }
            Ok(Some(term))
        }
        _ => Ok(None),
    }
}

/// What stands between the brackets of a component.
pub(super) fn written_component(term: &Term) -> String {
    match term {
        Term::Heaps(_, heaps) => joined(heaps.sizes(), ","),
        board => board.body(),
    }
}

/// The refusal of more components than there are games.
pub(super) fn too_many(games: &[AnyGame], column: usize) -> NotationError {
    let message = format!("more components than games: {} games are named", games.len());
    NotationError { column, message }
}
