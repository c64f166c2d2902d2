//! What a line asks for, before it is known whether the board allows it.
//!
//! Numbers are written as in the notation (`1e6`, `2^20`). Commas count as spaces, and a line may end in `on 2` or
//! `on strip 2` to say which strip, board or component is meant.

use sprague::notation::Cursor;

/// A move in the short forms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Intent {
    /// `7 -> 4 2`: this heap becomes these.
    Become { from: u64, parts: Vec<u64> },
    /// `take 2 from 7`, `take 2`.
    Take { count: u64, from: Option<u64> },
    /// `take 2 from both`.
    TakeFromBoth { count: u64 },
    /// `add 3 to 5`, `add 3`.
    Add { count: u64, to: Option<u64> },
    /// `split 7 into 4 3`, `split into 4 3`.
    Split { from: Option<u64>, parts: Vec<u64> },
    /// `pin 3`, `pins 3 4`, `pins 3-5`.
    Pins(Vec<u64>),
    /// `5 to 3`: a token from square to square.
    Slide { from: u64, to: u64 },
    /// `2 3`: the square in row 2, column 3.
    Square { row: u64, column: u64 },
    /// `cut 7 at 3`, `cut 7 of 4x7 at 3`.
    Cut { side: u64, of: Option<Vec<u64>>, at: u64 },
}

/// An intent, and the strip, board or component that it names, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Typed {
    pub intent: Intent,
    pub on: Option<u64>,
}

/// The most words of a line; more cannot be a move in a short form.
const MOST_WORDS: usize = 10_000;

#[derive(Clone, Debug, PartialEq, Eq)]
enum Word {
    Number(u64),
    Name(String),
    Arrow,
    Dash,
}

/// Reads a line; `None` if it is in none of the short forms.
pub fn read(line: &str) -> Option<Typed> {
    use Word::{Arrow, Number as N};
    let words = words(line)?;
    let (words, on) = place(&words);
    let named: Vec<&str> = words.iter().map(Word::name).collect();
    let intent = match (&named[..], words) {
        (_, [N(from), Arrow, parts @ ..]) => Intent::Become { from: *from, parts: positive(parts)? },
        (["take", ""], [_, N(count)]) => Intent::Take { count: *count, from: None },
        (["take", "", "from", "both"], [_, N(count), ..]) => Intent::TakeFromBoth { count: *count },
        (["take", "", "from", ""], [_, N(count), _, N(from)]) => {
            Intent::Take { count: *count, from: Some(*from) }
        }
        (["add", ""], [_, N(count)]) => Intent::Add { count: *count, to: None },
        (["add", "", "to", ""], [_, N(count), _, N(to)]) => Intent::Add { count: *count, to: Some(*to) },
        (["split", "into", ..], [_, _, parts @ ..]) => Intent::Split { from: None, parts: positive(parts)? },
        (["split", "", "into", ..], [_, N(from), _, parts @ ..]) => {
            Intent::Split { from: Some(*from), parts: positive(parts)? }
        }
        (["pin" | "pins", ..], [_, pins @ ..]) => Intent::Pins(pin_numbers(pins)?),
        (["", "to", ""], [N(from), _, N(to)]) | (["move", "", "to", ""], [_, N(from), _, N(to)]) => {
            Intent::Slide { from: *from, to: *to }
        }
        (["", ""], [N(row), N(column)])
        | (["eat", "", ""], [_, N(row), N(column)])
        | (["row", "", "column", ""], [_, N(row), _, N(column)]) => {
            Intent::Square { row: *row, column: *column }
        }
        (["cut", "", "at", ""], [_, N(side), _, N(at)]) => Intent::Cut { side: *side, of: None, at: *at },
        (["cut", "", "of", .., "at", ""], [_, N(side), _, sides @ .., _, N(at)]) => {
            Intent::Cut { side: *side, of: Some(sides_of(sides)?), at: *at }
        }
        _ => return None,
    };
    Some(Typed { intent, on })
}

impl Word {
    /// The word in letters, empty for everything else.
    fn name(&self) -> &str {
        match self {
            Self::Name(name) => name,
            Self::Number(_) | Self::Arrow | Self::Dash => "",
        }
    }
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
    let named: Vec<&str> = words.iter().map(Word::name).collect();
    match (&named[..], words) {
        ([.., "on" | "in", "strip" | "board" | "component", ""], [rest @ .., _, _, Word::Number(place)])
        | ([.., "on" | "in", ""], [rest @ .., _, Word::Number(place)]) => (rest, Some(*place)),
        _ => (words, None),
    }
}

fn numbers(words: &[Word]) -> Option<Vec<u64>> {
    words.iter().map(|word| if let Word::Number(n) = word { Some(*n) } else { None }).collect()
}

/// The parts of a heap; zeros and the word `and` say nothing.
fn positive(words: &[Word]) -> Option<Vec<u64>> {
    let words: Vec<Word> = words.iter().filter(|word| word.name() != "and").cloned().collect();
    numbers(&words).map(|parts| parts.into_iter().filter(|&part| part > 0).collect())
}

/// `3`, `3 4`, `3-5`.
fn pin_numbers(words: &[Word]) -> Option<Vec<u64>> {
    const MOST: u64 = 1000;
    match words {
        [] => None,
        [Word::Number(first), Word::Dash, Word::Number(last)] => {
            (first <= last && last - first < MOST).then(|| (*first..=*last).collect())
        }
        _ => numbers(words),
    }
}

/// `4x7`.
fn sides_of(words: &[Word]) -> Option<Vec<u64>> {
    let crosses = words.iter().skip(1).step_by(2).all(|word| word.name() == "x");
    let sides: Vec<Word> = words.iter().step_by(2).cloned().collect();
    numbers(&sides).filter(|sides| crosses && !sides.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_short_forms_are_understood() {
        let intent = |line: &str| read(line).map(|typed| (typed.intent, typed.on));
        let become_of = |from, parts: &[u64]| Intent::Become { from, parts: parts.to_vec() };
        assert_eq!(intent("7 -> 4 2"), Some((become_of(7, &[4, 2]), None)));
        assert_eq!(intent("7->"), Some((become_of(7, &[]), None)));
        assert_eq!(intent("1e3 → 2^4, 5 on component 2"), Some((become_of(1000, &[16, 5]), Some(2))));
        assert_eq!(intent("Take 2 FROM 7"), Some((Intent::Take { count: 2, from: Some(7) }, None)));
        assert_eq!(intent("take 2 from both"), Some((Intent::TakeFromBoth { count: 2 }, None)));
        assert_eq!(
            intent("split 7 into 4 and 3"),
            Some((Intent::Split { from: Some(7), parts: vec![4, 3] }, None))
        );
        assert_eq!(intent("pins 3-5"), Some((Intent::Pins(vec![3, 4, 5]), None)));
        assert_eq!(intent("5 to 3 on strip 2"), Some((Intent::Slide { from: 5, to: 3 }, Some(2))));
        assert_eq!(intent("2, 3"), Some((Intent::Square { row: 2, column: 3 }, None)));
        assert_eq!(
            intent("cut 7 of 4x7 at 3"),
            Some((Intent::Cut { side: 7, of: Some(vec![4, 7]), at: 3 }, None))
        );
    }

    #[test]
    fn other_lines_are_not() {
        for line in [
            "",
            "take",
            "take two",
            "7 ->x",
            "pins",
            "pins 1-",
            "pins 1-99999999999",
            "on 2",
            "-> 3",
            "cut 7 of x7 at 3",
            "9e99 to 3",
            "💥",
            "4 3 2",
        ] {
            assert_eq!(read(line), None, "{line}");
        }
    }
}
