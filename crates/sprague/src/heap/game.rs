//! A heap game as it is called: by code, by name or by its rules.
//!
//! The name is kept so that answers use the word of the question; two games are equal when their rules are,
//! whatever they were called.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use super::catalogue;
use super::code::Code;
use super::language;
use super::rule::Rule;
use crate::notation::{Cursor, NotationError};

/// A heap game: its rule, and the name it was called by, if it was.
#[derive(Clone, Debug)]
pub struct HeapGame {
    /// The rule in normal form.
    pub rule: Rule,
    /// The name it was called by.
    pub name: Option<&'static str>,
}

impl HeapGame {
    /// Reads a code, a name or rules, up to a `:`, `,`, `)` or the end, which are not read.
    pub fn read(text: &mut Cursor<'_>) -> Result<Self, NotationError> {
        text.skip_spaces();
        let (game, next) = match text.peek() {
            Some(c) if c.is_ascii_digit() || c == '.' || text.peek_second() == Some('.') => {
                (Self::from(Code::read(text)?), "`:` or the end of the game")
            }
            Some(c) if c.is_ascii_alphabetic() && language::starts(text) => {
                (Self::from(language::read(text)?), "`leave(`, `on`, `|`, `:` or the end of the game")
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

fn read_name(text: &mut Cursor<'_>) -> Result<HeapGame, NotationError> {
    let start = text.clone();
    let word = text.take_while(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '\''));
    match catalogue::find(word) {
        Some((name, entry)) => match entry.rule() {
            Some(rule) => Ok(HeapGame { rule, name: Some(name) }),
            None => Err(start.error(format!("`{name}` is a board game: expected a heap game here"))),
        },
        None => Err(start.error(match catalogue::nearest(word) {
            Some(name) => format!("unknown game `{word}`: did you mean `{name}`?"),
            None => format!("unknown game `{word}`: see `sprague games` for the names"),
        })),
    }
}

impl From<Rule> for HeapGame {
    fn from(rule: Rule) -> Self {
        Self { rule, name: None }
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

impl fmt::Display for HeapGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name {
            Some(name) => f.pad(name),
            None => self.rule.fmt(f),
        }
    }
}

impl PartialEq for HeapGame {
    fn eq(&self, other: &Self) -> bool {
        self.rule == other.rule
    }
}

impl Eq for HeapGame {}

impl PartialOrd for HeapGame {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for HeapGame {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rule.cmp(&other.rule)
    }
}

impl Hash for HeapGame {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.rule.hash(state);
    }
}
