//! What a line asks for, before it is known whether the board allows it.
//!
//! Numbers are written as in the notation (`1e6`, `2^20`). Commas count as spaces, and a line may end in `on 2` or
//! `on strip 2` to say which strip, board or component is meant.

use std::collections::HashSet;

use sprague::games::{Action, BoardKind, Part, Taken, View};
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
    /// `take 2 from 7, 3 from 5`: from each of these heaps so many.
    TakeFromSeveral(Vec<(u64, u64)>),
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
    /// `turn 0 3`, `turn 0 2 x 1 3`: coins of a row, or of rows and columns.
    Turn { rows: Vec<u64>, columns: Vec<u64> },
    /// `2 down from step 3`.
    Descend { count: u64, step: u64 },
    /// `take the bag`.
    TakeBag,
    /// `put 4`, `put 2 3, 2 4`: squares by their numbers.
    Put(Vec<u64>),
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
        (["take", "", "from", "", ..], [_, takes @ ..]) => Intent::TakeFromSeveral(several(takes)?),
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
        (["turn", ..], [_, coins @ ..]) => coins_turned(coins)?,
        (["", "down", "from", "step", ""], [N(count), _, _, _, N(step)])
        | (["", "from", "step", ""], [N(count), _, _, N(step)]) => {
            Intent::Descend { count: *count, step: *step }
        }
        (["take", "bag"] | ["take", "the", "bag"], _) => Intent::TakeBag,
        (["put" | "cover", ..], [_, squares @ ..]) if !squares.is_empty() => Intent::Put(numbers(squares)?),
        (["cut", "", "at", ""], [_, N(side), _, N(at)]) => Intent::Cut { side: *side, of: None, at: *at },
        (["cut", "", "of", .., "at", ""], [_, N(side), _, sides @ .., _, N(at)]) => {
            Intent::Cut { side: *side, of: Some(sides_of(sides)?), at: *at }
        }
        _ => return None,
    };
    Some(Typed { intent, on })
}

impl Typed {
    /// The actions on a board that this may mean, each on a part of it; whether they are moves is for the rules to say.
    /// Pins are the alley's business and not looked at here.
    pub fn actions(&self, view: &View) -> Vec<(usize, Action)> {
        let actions = match view.board {
            BoardKind::Heaps | BoardKind::Nim | BoardKind::Pins | BoardKind::Wythoff | BoardKind::Bank => {
                self.intent.on_heaps(&view.heaps())
            }
            BoardKind::Nearly => {
                let on_component = |(at, part): (usize, &Part)| match part {
                    Part::Component { heaps, .. } => {
                        self.intent.on_heaps(heaps).into_iter().map(|(_, action)| (at, action)).collect()
                    }
                    _ => Vec::new(),
                };
                view.parts.iter().enumerate().flat_map(on_component).collect()
            }
            BoardKind::Bag if self.intent == Intent::TakeBag => vec![(0, Action::TakeBag)],
            BoardKind::Strips | BoardKind::Star | BoardKind::Shared | BoardKind::Tokens | BoardKind::Bag => {
                self.intent.on_strips(view)
            }
            BoardKind::Coins => match &self.intent {
                Intent::Turn { rows, columns } => {
                    vec![(0, Action::Turn { rows: rows.clone(), columns: columns.clone() })]
                }
                _ => Vec::new(),
            },
            BoardKind::Stairs => match self.intent {
                Intent::Descend { count, step } => {
                    let part = usize::try_from(step).ok().and_then(|step| step.checked_sub(1));
                    part.map(|part| (part, Action::Descend { step, count })).into_iter().collect()
                }
                _ => Vec::new(),
            },
            BoardKind::Rectangles => self.intent.on_rectangles(&view.rectangles()),
            BoardKind::Chocolate => match self.intent {
                Intent::Square { row, column } => {
                    (0..view.parts.len()).map(|at| (at, Action::Bite { row, column })).collect()
                }
                _ => Vec::new(),
            },
            BoardKind::Squares => self.intent.on_squares(),
            BoardKind::Graph | BoardKind::Network => Vec::new(),
        };
        let meant = |part: usize| match view.board {
            BoardKind::Heaps
            | BoardKind::Nim
            | BoardKind::Pins
            | BoardKind::Wythoff
            | BoardKind::Bank
            | BoardKind::Stairs
            | BoardKind::Coins => true,
            _ => self.on.is_none_or(|place| place == part as u64 + 1),
        };
        actions.into_iter().filter(|(part, _)| meant(*part)).collect()
    }
}

impl Intent {
    /// What may become of heaps; a heap that was not named may be any.
    fn on_heaps(&self, heaps: &[u64]) -> Vec<(usize, Action)> {
        let mut seen = HashSet::new();
        let kinds: Vec<(usize, u64)> =
            heaps.iter().copied().enumerate().filter(|&(_, size)| seen.insert(size)).collect();
        let named = |heap: Option<u64>| {
            kinds.iter().copied().filter(move |&(_, size)| heap.is_none_or(|heap| heap == size))
        };
        let become_of = |from: u64, parts: &[u64]| {
            let change = |(at, size): (usize, u64)| match parts {
                [part] if *part > size => Some((at, Action::add(size, part - size)?)),
                _ => Some((at, Action::heap(size, at, parts.to_vec())?)),
            };
            named(Some(from)).filter_map(change).collect()
        };
        match self {
            Self::Become { from, parts } => become_of(*from, parts),
            Self::Split { from, parts } => {
                let sum = parts.iter().try_fold(0u64, |sum, &part| sum.checked_add(part));
                sum.filter(|&sum| from.is_none_or(|from| from == sum))
                    .map_or_else(Vec::new, |sum| become_of(sum, parts))
            }
            Self::Take { count, from } => named(*from)
                .filter(|(_, size)| size >= count)
                .map(|(at, size)| (at, Action::take(size, at, *count)))
                .collect(),
            Self::TakeFromBoth { count } if heaps.len() == 2 => {
                Self::take_each(heaps, heaps.iter().map(|&heap| (*count, heap)))
            }
            Self::TakeFromSeveral(takes) => Self::take_each(heaps, takes.iter().copied()),
            Self::Add { count, to } => {
                named(*to).filter_map(|(at, size)| Some((at, Action::add(size, *count)?))).collect()
            }
            _ => Vec::new(),
        }
    }

    /// So many from each of these heaps, equal heaps one after the other.
    fn take_each(heaps: &[u64], takes: impl IntoIterator<Item = (u64, u64)>) -> Vec<(usize, Action)> {
        let mut used = vec![false; heaps.len()];
        let mut all = Vec::new();
        for (taken, heap) in takes {
            let Some(at) = (0..heaps.len()).find(|&at| heaps[at] == heap && !used[at]) else {
                return Vec::new();
            };
            used[at] = true;
            all.push(Taken { heap, at, taken });
        }
        all.sort_unstable_by_key(|take| take.at);
        let first = all.first().map_or(0, |take| take.at);
        vec![(first, Action::TakeSeveral { takes: all })]
    }

    /// A token from one square to another; an arrow serves as `to`.
    fn on_strips(&self, view: &View) -> Vec<(usize, Action)> {
        let (from, to) = match self {
            Self::Slide { from, to } => (*from, *to),
            Self::Become { from, parts } if parts.len() < 2 => (*from, parts.first().copied().unwrap_or(0)),
            _ => return Vec::new(),
        };
        let slide = |(strip, tokens): (usize, &[u64])| {
            let token = tokens.iter().position(|&token| token == from)?;
            Some((strip, Action::Slide { strip, token, from, to }))
        };
        view.strips().enumerate().filter_map(slide).collect()
    }

    /// A single number is a square of a single row.
    fn on_squares(&self) -> Vec<(usize, Action)> {
        let squares = match self {
            Self::Put(numbers) => match &numbers[..] {
                &[column] => vec![(1, column)],
                numbers if numbers.len().is_multiple_of(2) => {
                    numbers.chunks(2).map(|square| (square[0], square[1])).collect()
                }
                _ => return Vec::new(),
            },
            Self::Square { row, column } => vec![(*row, *column)],
            _ => return Vec::new(),
        };
        vec![(0, Action::Fill { squares })]
    }

    fn on_rectangles(&self, rectangles: &[&[u64]]) -> Vec<(usize, Action)> {
        let Self::Cut { side, of, at } = self else { return Vec::new() };
        let mut seen = HashSet::new();
        let mut all = Vec::new();
        for (place, &sides) in rectangles.iter().enumerate() {
            if of.as_ref().is_some_and(|of| of != sides) || !seen.insert(sides) {
                continue;
            }
            for along in (0..sides.len()).filter(|&along| sides[along] == *side) {
                all.extend(Action::cut(sides, along, *at).map(|action| (place, action)));
            }
        }
        all
    }
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

/// `2 from 7 3 from 5`, perhaps with `and` between them.
fn several(words: &[Word]) -> Option<Vec<(u64, u64)>> {
    let words: Vec<Word> = words.iter().filter(|word| word.name() != "and").cloned().collect();
    let take = |take: &[Word]| match take {
        [Word::Number(count), from, Word::Number(heap)] if from.name() == "from" => Some((*count, *heap)),
        _ => None,
    };
    words.chunks(3).map(take).collect()
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

/// `0 3`, `0 2 x 1 3`; the order of the coins does not matter.
fn coins_turned(words: &[Word]) -> Option<Intent> {
    let ascending = |words: &[Word]| {
        let mut places = numbers(words)?;
        places.sort_unstable();
        (!places.is_empty()).then_some(places)
    };
    match words.iter().position(|word| word.name() == "x") {
        Some(at) => {
            Some(Intent::Turn { rows: ascending(&words[..at])?, columns: ascending(&words[at + 1..])? })
        }
        None => Some(Intent::Turn { rows: vec![0], columns: ascending(words)? }),
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
        let several = Intent::TakeFromSeveral(vec![(2, 7), (3, 5)]);
        assert_eq!(intent("take 2 from 7, 3 from 5"), Some((several.clone(), None)));
        assert_eq!(intent("take 2 from 7 and 3 from 5"), Some((several, None)));
        assert_eq!(
            intent("split 7 into 4 and 3"),
            Some((Intent::Split { from: Some(7), parts: vec![4, 3] }, None))
        );
        assert_eq!(intent("pins 3-5"), Some((Intent::Pins(vec![3, 4, 5]), None)));
        assert_eq!(intent("5 to 3 on strip 2"), Some((Intent::Slide { from: 5, to: 3 }, Some(2))));
        let turn =
            |rows: &[u64], columns: &[u64]| Intent::Turn { rows: rows.to_vec(), columns: columns.to_vec() };
        assert_eq!(intent("turn 3 0"), Some((turn(&[0], &[0, 3]), None)));
        assert_eq!(intent("turn 0 2 x 1"), Some((turn(&[0, 2], &[1]), None)));
        assert_eq!(intent("2 down from step 3"), Some((Intent::Descend { count: 2, step: 3 }, None)));
        assert_eq!(intent("take the bag"), Some((Intent::TakeBag, None)));
        assert_eq!(intent("put 2 3, 2 4"), Some((Intent::Put(vec![2, 3, 2, 4]), None)));
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
            assert_eq!(read(line), None, "{line}");
        }
    }
}
