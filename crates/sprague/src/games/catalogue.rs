//! All named games: the heap games by their table, the boards by their files. Here a heap game is read, by code, by
//! name or by its rules, since a name that is none may be that of a board, or one letter away from it.

use std::str::FromStr;

use super::BOARDS;
use crate::heap::catalogue::{Entry, HEAP_GAMES};
use crate::heap::{Code, HeapGame, Rule, read_rules, starts_rules};
use crate::notation::{Cursor, NotationError};

/// All named games, heap games first.
pub fn entries() -> impl Iterator<Item = &'static Entry> {
    HEAP_GAMES.iter().chain(BOARDS.iter().copied())
}

/// The entry with this name or alias, and the name as the table spells it. Letter case and apostrophes do not count.
pub fn find(word: &str) -> Option<(&'static str, &'static Entry)> {
    let word: String = word.chars().filter(|&c| c != '\'').collect();
    let mut names = entries().flat_map(|entry| entry.names().map(move |name| (name, entry)));
    names.find(|(name, _)| name.eq_ignore_ascii_case(&word))
}

/// The name that is at most two letters away from a misspelled one.
pub fn nearest(word: &str) -> Option<&'static str> {
    let word = word.to_ascii_lowercase();
    if word.chars().count() > 40 {
        return None;
    }
    let names = entries().flat_map(Entry::names).map(|name| (strsim::osa_distance(name, &word), name));
    names.min().filter(|&(distance, name)| distance <= 2 && distance < name.len() / 2).map(|(_, name)| name)
}

impl HeapGame {
    /// Reads a code, a name or rules, up to a `:`, `,`, `)` or the end, which are not read.
    pub fn read(text: &mut Cursor<'_>) -> Result<Self, NotationError> {
        text.skip_spaces();
        let (game, next) = match text.peek() {
            Some(c) if c.is_ascii_digit() || c == '.' || text.peek_second() == Some('.') => {
                (Self::from(Code::read(text)?), "`:` or the end of the game")
            }
            Some(c) if c.is_ascii_alphabetic() && starts_rules(text) => {
                (read_typed(text)?, "`leave(`, `on`, `|`, `:` or the end of the game")
            }
            Some(c) if c.is_ascii_alphabetic() => (read_name(text)?, "`:` or the end of the game"),
            _ => {
                return Err(
                    text.expected("a code such as 0.77, a name such as kayles, or rules such as take(1..3)")
                );
            }
        };
        let mut after = text.clone();
        after.skip_spaces();
        match after.peek() {
            None | Some(':' | ',' | ')') => Ok(game),
            Some(_) => Err(after.expected(next)),
        }
    }
}

/// Rules, which are called as they were typed unless that is long.
fn read_typed(text: &mut Cursor<'_>) -> Result<HeapGame, NotationError> {
    const LONGEST: usize = 120;
    let start = text.rest();
    let rule = read_rules(text)?;
    let typed = start[..start.len() - text.rest().len()].split_whitespace().collect::<Vec<_>>().join(" ");
    Ok(HeapGame { rule, name: (typed.len() <= LONGEST).then(|| typed.into()) })
}

fn read_name(text: &mut Cursor<'_>) -> Result<HeapGame, NotationError> {
    let start = text.clone();
    let word = text.take_while(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '\''));
    match find(word) {
        Some((name, entry)) => match entry.rule() {
            Some(rule) => Ok(HeapGame { rule, name: Some(name.into()) }),
            None => Err(start.error(format!("`{name}` is a board game: expected a heap game here"))),
        },
        None => Err(start.error(match nearest(word) {
            Some(name) => format!("unknown game `{word}`: did you mean `{name}`?"),
            None => format!("unknown game `{word}`: see `sprague games` for the names"),
        })),
    }
}

impl FromStr for HeapGame {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let mut cursor = Cursor::new(text);
        let game = Self::read(&mut cursor)?;
        cursor.end()?;
        Ok(game)
    }
}

impl FromStr for Rule {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        text.parse().map(|game: HeapGame| game.rule)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::heap::catalogue::{EntryKind, of_rule};

    #[test]
    fn names_are_unique_and_resolve_to_one_game() {
        let mut seen = BTreeSet::new();
        for entry in entries() {
            for name in entry.names() {
                assert!(seen.insert(name), "{name} twice");
                assert_eq!(
                    find(&name.to_uppercase()).map(|(found, e)| (found, e.name)),
                    Some((name, entry.name))
                );
                if let EntryKind::Heap(text) = entry.kind {
                    let game: HeapGame = name.parse().unwrap();
                    assert_eq!(game, text.parse().unwrap());
                    assert_eq!(game.to_string(), name);
                    assert_eq!(of_rule(&game.rule).map(|e| e.name), Some(entry.name));
                }
            }
        }
        assert_eq!(find("Dawson's-Kayles").map(|(name, _)| name), Some("dawsons-kayles"));
    }

    #[test]
    fn a_misspelled_name_is_guessed() {
        assert_eq!(nearest("kayls"), Some("kayles"));
        assert_eq!(nearest("Grundi"), Some("grundy"));
        assert_eq!(nearest("wythof"), Some("wythoff"));
        assert_eq!(nearest("poker"), None);
        assert_eq!(nearest(""), None);
    }
}
