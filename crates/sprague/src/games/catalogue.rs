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

/// The entry with this name or alias, and the name as the table spells it. Letter case, hyphens, spaces, apostrophes and
/// a final "game" do not count.
pub fn find(word: &str) -> Option<(&'static str, &'static Entry)> {
    let names = || entries().flat_map(|entry| entry.names().map(move |name| (name, entry)));
    let exact = names().find(|(name, _)| name.eq_ignore_ascii_case(word));
    let like = |word: &str| names().find(|(name, _)| !word.is_empty() && bare(name) == word);
    exact.or_else(|| {
        let word = bare(word);
        // Wythoff's game, Wythoff's Nim
        let whose = word.strip_suffix("nim").unwrap_or(&word).strip_suffix('s');
        like(&word).or_else(|| whose.and_then(like))
    })
}

/// A name without what does not count in it.
fn bare(word: &str) -> String {
    let letters =
        word.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>();
    let mut name = &letters[..];
    for article in ["thegameofthe", "thegameof", "gameofthe", "gameof"] {
        name = name.strip_prefix(article).unwrap_or(name);
    }
    match name.strip_suffix("game") {
        Some(name) if !name.is_empty() => name.to_owned(),
        _ => name.to_owned(),
    }
}

/// Whether a character belongs to a word of a name.
fn is_in_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '-' | '_' | '\'' | '’')
}

/// What is said by the longest run of words at the beginning of a text of which something is known; the text goes on
/// behind them.
fn longest<T>(text: &mut Cursor<'_>, known: impl Fn(&str) -> Option<T>) -> Option<T> {
    const MOST_WORDS: usize = 5;
    let mut ahead = text.clone();
    let mut found = None;
    let mut words = String::new();
    for _ in 0..MOST_WORDS {
        if !ahead.peek().is_some_and(char::is_alphabetic) {
            break;
        }
        words.push_str(ahead.take_while(is_in_name));
        if let Some(what) = known(&words) {
            found = Some(what);
            *text = ahead.clone();
        }
        ahead.skip_spaces();
        words.push(' ');
    }
    found
}

/// The game that a text begins with the name of.
pub(crate) fn read_entry(text: &mut Cursor<'_>) -> Option<(&'static str, &'static Entry)> {
    longest(text, find)
}

/// Games in which the two players have different moves, by their bare names.
const PARTIZAN: &[&str] = &[
    "domineering",
    "crosscram",
    "redbluehackenbush",
    "blueredhackenbush",
    "redgreenbluehackenbush",
    "partizanhackenbush",
    "amazons",
    "thegameoftheamazons",
    "toadsandfrogs",
    "clobber",
    "konane",
    "foxandgeese",
    "snort",
    "col",
    "cutcake",
    "mazegame",
    "maze",
    "elephantsandrhinos",
    "sheepdogsandsheep",
    "push",
    "shove",
    "partizansplittles",
    "bluered",
    "hackenbushstrings",
    "chess",
    "go",
    "checkers",
    "draughts",
    "hex",
    "tictactoe",
    "noughtsandcrosses",
    "othello",
    "reversi",
    "connectfour",
    "dotsandboxes",
];

/// Why a name is none of the games here, where that is known.
fn refusal(name: &str) -> Option<String> {
    let bare = bare(name);
    let known =
        |list: &[&str]| list.contains(&bare.as_str()) || list.contains(&format!("{bare}game").as_str());
    if bare == "dawson" || bare == "dawsons" {
        return Some(
            "two games are named after Dawson: write `dawsons-kayles` for 0.07 or `dawsons-chess` for 0.137"
                .to_owned(),
        );
    }
    if matches!(
        &*bare,
        "dotsandboxes" | "hex" | "tictactoe" | "noughtsandcrosses" | "connectfour" | "othello" | "reversi"
    ) {
        return Some(format!(
            "`{}` is not decided by who moves last, so it has no Sprague-Grundy values; near to it are `treblecross-board: \
             9` and `cram: 3x4`",
            name.trim()
        ));
    }
    known(PARTIZAN).then(|| {
        format!(
            "`{}` is a partizan game: the two players have different moves. Here are impartial games, such as `cram: 3x4` \
             and `hackenbush: {{ground-a}}`; CGSuite (cgsuite.org) is the program for partizan ones",
            name.trim()
        )
    })
}

/// The name that is at most two letters away from a misspelled one.
pub fn nearest(word: &str) -> Option<&'static str> {
    let word = word.to_ascii_lowercase();
    if word.chars().count() > 40 {
        return None;
    }
    let names = entries().flat_map(Entry::names).map(|name| (strsim::osa_distance(name, &word), name));
    let is_near = |distance: usize, name: &str| {
        distance == 1 && name.len() > 2 || distance <= 2 && distance < name.len() / 2
    };
    names.min().filter(|&(distance, name)| is_near(distance, name)).map(|(_, name)| name)
}

impl HeapGame {
    /// Reads a code, a name or rules, up to a `:`, `,`, `)` or the end, which are not read.
    pub fn read(text: &mut Cursor<'_>) -> Result<Self, NotationError> {
        let (game, next) = Self::read_open(text)?;
        let mut after = text.clone();
        after.skip_spaces();
        match after.peek() {
            None | Some(':' | ',' | ')') => Ok(game),
            Some(_) => Err(after.expected(next)),
        }
    }

    /// The same whatever follows; also what could have followed.
    pub(super) fn read_open(text: &mut Cursor<'_>) -> Result<(Self, &'static str), NotationError> {
        text.skip_spaces();
        Ok(match text.peek() {
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
        })
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
    if let Some((name, entry)) = read_entry(text) {
        return match entry.rule() {
            Some(rule) => Ok(HeapGame { rule, name: Some(name.into()) }),
            None => Err(start.error(format!("`{name}` is a board game: expected a heap game here"))),
        };
    }
    if let Some(why) = longest(&mut start.clone(), refusal) {
        return Err(start.error(why));
    }
    let word = text.take_while(is_in_name);
    Err(start.error(match nearest(word) {
        Some(name) => format!("unknown game `{word}`: did you mean `{name}`?"),
        None => format!("unknown game `{word}`: see `sprague games` for the names"),
    }))
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
        for (word, name) in [
            ("Dawson's-Kayles", "dawsons-kayles"),
            ("Dawson’s Kayles", "dawsons-kayles"),
            ("nodekayles", "node-kayles"),
            ("GRUNDY", "grundy"),
            ("Grundy's game", "grundys-game"),
            ("Grundy game", "grundy"),
            ("Silver Dollar Game", "silver-dollar"),
            ("star_nim", "star-nim"),
        ] {
            assert_eq!(find(word).map(|(name, _)| name), Some(name), "{word}");
        }
        assert!(find("game").is_none() && find("").is_none() && find("-").is_none());
        // no name hides another one
        let mut bares = BTreeSet::new();
        assert!(entries().all(|entry| bares.insert((bare(entry.name), entry.name))));
        for entry in entries() {
            for name in entry.names() {
                assert_eq!(
                    find(&name.replace('-', " ")).map(|(_, found)| found.name),
                    Some(entry.name),
                    "{name}"
                );
            }
        }
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
