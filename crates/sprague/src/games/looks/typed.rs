//! A move as a person types it, before it is known whether the board allows it.
//!
//! Numbers are written as in the notation (`1e6`, `2^20`). Commas count as spaces, and a line may end in `on 2` or
//! `on strip 2` to say which strip, board or component is meant. Each look understands the words of its own moves.

use super::{BoardKind, View};
use crate::games::Action;
use crate::notation::Cursor;

/// The words of a line, and the strip, board or component that it names, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Typed {
    words: Vec<Word>,
    on: Option<u64>,
}

/// The most words of a line; more cannot be a move in a short form.
const MOST_WORDS: usize = 10_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Word {
    Number(u64),
    Name(String),
    Arrow,
    Dash,
}

impl Typed {
    /// Reads a line; `None` if it is in none of the short forms of any look.
    pub fn read(line: &str) -> Option<Self> {
        let words = words(line)?;
        let (words, on) = place(&words);
        let typed = Self { words: words.to_vec(), on };
        let is_read = |&board: &BoardKind| View::new(board, []).read(words).is_some();
        let is_read = typed.pins().is_some() || BoardKind::FORMS.iter().any(is_read);
        is_read.then_some(typed)
    }

    /// The actions on a board that this may mean, each on a part of it; whether they are moves is for the rules to say.
    /// Pins that are named are not looked at here.
    pub fn actions(&self, view: &View) -> Vec<(usize, Action)> {
        let mut actions = view.read(&self.words).unwrap_or_default();
        let meant = |part: usize| self.on.is_none_or(|place| place == part as u64 + 1);
        actions.retain(|(part, _)| !view.board.has_places() || meant(*part));
        actions
    }

    /// The numbers of the pins that fall, where the line names them: `pin 3`, `pins 3 4`, `pins 3-5`.
    pub fn pins(&self) -> Option<Vec<u64>> {
        const MOST: u64 = 1000;
        let [pin, pins @ ..] = &self.words[..] else { return None };
        match pins {
            _ if !matches!(pin.name(), "pin" | "pins") => None,
            [] => None,
            [Word::Number(first), Word::Dash, Word::Number(last)] => {
                (first <= last && last - first < MOST).then(|| (*first..=*last).collect())
            }
            _ => numbers(pins),
        }
    }
}

impl Word {
    /// The word in letters, empty for everything else.
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Name(name) => name,
            Self::Number(_) | Self::Arrow | Self::Dash => "",
        }
    }
}

/// All words in letters, empty where there is something else.
pub(super) fn names(words: &[Word]) -> Vec<&str> {
    words.iter().map(Word::name).collect()
}

fn words(line: &str) -> Option<Vec<Word>> {
    let mut text = Cursor::new(line);
    let mut words = Vec::new();
    loop {
        text.take_while(|c| c.is_whitespace() || c == ',');
        let word = match text.peek() {
            None => return Some(words),
            Some(c) if c.is_ascii_digit() => Word::Number(text.number("a number").ok()?),
            Some(c) if c.is_alphabetic() => Word::Name(text.take_while(char::is_alphabetic).to_lowercase()),
            Some(_) if text.eat_str("->") || text.eat('→') => Word::Arrow,
            Some('-') => {
                text.advance();
                Word::Dash
            }
            Some(_) => return None,
        };
        words.push(word);
        if words.len() > MOST_WORDS {
            return None;
        }
    }
}

/// Takes `on 2` or `on strip 2` off the end.
fn place(words: &[Word]) -> (&[Word], Option<u64>) {
    match (&names(words)[..], words) {
        ([.., "on" | "in", "strip" | "board" | "component", ""], [rest @ .., _, _, Word::Number(place)])
        | ([.., "on" | "in", ""], [rest @ .., _, Word::Number(place)]) => (rest, Some(*place)),
        _ => (words, None),
    }
}

pub(super) fn numbers(words: &[Word]) -> Option<Vec<u64>> {
    words.iter().map(|word| if let Word::Number(n) = word { Some(*n) } else { None }).collect()
}

/// The words without `and`, which says nothing.
pub(super) fn without_and(words: &[Word]) -> Vec<Word> {
    words.iter().filter(|word| word.name() != "and").cloned().collect()
}

/// Numbers, of which zeros say nothing.
pub(super) fn positive(words: &[Word]) -> Option<Vec<u64>> {
    let mut parts = numbers(&without_and(words))?;
    parts.retain(|&part| part > 0);
    Some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    /// The bodies of the positions that a line may lead to; `None` for a line in no short form.
    fn after(position: &str, line: &str) -> Option<Vec<String>> {
        let position: Position = position.parse().expect("a position");
        let term = &position.0[0];
        let actions = Typed::read(line)?.actions(&term.view());
        Some(
            actions
                .iter()
                .filter_map(|(part, action)| term.act(*part, action))
                .map(|term| term.body())
                .collect(),
        )
    }

    #[test]
    fn the_short_forms_are_understood() {
        for (position, line, expected) in [
            ("lasker: 7", "7 -> 4 2", &[] as &[&str]),
            ("lasker: 7", "7 → 4, 3", &["4 3"]),
            ("nim: 7 5", "7->", &["5"]),
            ("nim: 1000 5", "1e3 → 2^4", &["16 5"]),
            ("nim: 7 5", "Take 2 FROM 7", &["5 5"]),
            ("nim: 7 5", "take 2", &["5 5", "7 3"]),
            ("wythoff: 7 5", "take 2 from both", &["5 3"]),
            ("moore(2): 7 5 1", "take 2 from 7, 3 from 5", &["5 2 1"]),
            ("moore(2): 7 5 1", "take 2 from 7 and 3 from 5", &["5 2 1"]),
            ("grundy: 7", "split 7 into 4 and 3", &["4 3"]),
            ("grundy: 7 3", "split into 4 3", &["4 3 3"]),
            ("bogus-nim: 5 bank 3", "add 3 to 5", &["8"]),
            ("bogus-nim: 5 bank 3", "add 1", &["6 bank 2"]),
            ("nearly(kayles): [5] [5]", "take 1 from 5 on component 2", &["[5] [4]"]),
            ("silver-dollar: [5] [5]", "5 to 3 on strip 2", &["[5] [3]"]),
            ("silver-dollar: [5] [5]", "move 5 to 3", &["[3] [5]", "[5] [3]"]),
            ("silver-dollar: [5]", "5 -> 0", &["[0]"]),
            ("dollar: 0$ 3", "take the bag", &[""]),
            ("dollar: 1 3$", "1 to 0", &["3$"]),
            ("coins(twins): HTHH", "turn 3 0", &["TTHT"]),
            ("coins(twins x twins): HTH/TTH", "turn 0 1 x 2 0", &["TTT/HTT"]),
            ("staircase: 3 1 4", "2 down from step 3", &["3 3 2"]),
            ("staircase: 3 1 4", "1 from step 1", &["2 1 4"]),
            ("cram: 2x2", "put 1 1, 1 2", &["../##"]),
            ("treblecross: ....", "cover 2", &[".X.."]),
            ("chomp: 2x3", "2, 3", &["3,2"]),
            ("chomp: 2x3 2x3", "eat 2 3 on board 2", &["2x3 3,2"]),
            ("chomp: 2x3", "row 2 column 3", &["3,2"]),
            ("rectangle: 4x7 7x7", "cut 7 of 4x7 at 3", &["4x3 4x4 7x7"]),
            ("nim: 5", "pins 3-5", &[]),
        ] {
            let found = after(position, line).unwrap_or_else(|| panic!("{line} is not understood"));
            assert_eq!(found, expected, "{position}: {line}");
        }
        let pins = |line: &str| Typed::read(line).and_then(|typed| typed.pins());
        assert_eq!(pins("pins 3-5"), Some(vec![3, 4, 5]));
        assert_eq!(pins("pin 4"), Some(vec![4]));
        assert_eq!(pins("take 4"), None);
    }

    #[test]
    fn other_lines_are_not() {
        for line in [
            "",
            "take",
            "take two",
            "7 ->x",
            "pins",
            "turn",
            "turn x 2",
            "2 down from 3",
            "pins 1-",
            "pins 1-99999999999",
            "on 2",
            "-> 3",
            "cut 7 of x7 at 3",
            "9e99 to 3",
            "💥",
            "4 3 2",
        ] {
            assert_eq!(Typed::read(line), None, "{line}");
        }
    }
}
