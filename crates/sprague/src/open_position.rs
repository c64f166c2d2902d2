//! Positions with numbers left open, `wythoff: * *`, `chomp: *,*`, `star: [*] [1,*]`: what tables of values and lists
//! of P-positions are made of.
//!
//! The numbers are put into the text, which is then read as any position. So every game that can be typed has its
//! table, and what makes no position is an empty cell. Where only a game is named, its example in the catalogue tells
//! how its numbers are written. All cells are one question with one budget and share what was found for them.

use std::ops::RangeInclusive;

use crate::games::catalogue::find;
use crate::games::digraph::NoFiles;
use crate::games::{AnyGame, Known, Term};
use crate::heap::catalogue::EntryKind;
use crate::limits::TooLarge;
use crate::nimber::Nimber;
use crate::notation::{Cursor, NotationError};
use crate::play::{Outcome, Play};
use crate::position::Position;
use crate::solve::{Request, solve};

/// What stands for a number.
const OPEN: char = '*';

/// A position in whose text numbers are left open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenPosition {
    /// The text before, between and after the numbers.
    pieces: Vec<String>,
}

/// What is known of a position of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValuedPosition {
    /// Its value; `None` where only the outcome is within reach.
    pub value: Option<Nimber>,
    /// Who wins.
    pub outcome: Outcome,
}

impl OpenPosition {
    /// Reads a position with a `*` for each of so many numbers, or the name of a game that has such positions.
    ///
    /// ```
    /// use sprague::open_position::OpenPosition;
    /// assert_eq!(OpenPosition::read("rectangle", 2)?.to_string(), "rectangle: *x*");
    /// let stars = OpenPosition::read("[*] [1,*]", 2)?;
    /// assert_eq!(stars.position(&[3, 4]).map(|made| made.to_string()), Some("star: [3] [1,4]".to_owned()));
    /// assert_eq!(stars.position(&[3, 1]), None);
    /// # Ok::<(), sprague::notation::NotationError>(())
    /// ```
    pub fn read(text: &str, numbers: usize) -> Result<Self, NotationError> {
        let text = text.trim();
        let cursor = Cursor::new(text);
        if !text.contains(OPEN) {
            return Self::of_game(text, numbers);
        }
        let text = if text.starts_with('[') { format!("star: {text}") } else { text.to_owned() };
        let pieces: Vec<String> = text.split(OPEN).map(str::to_owned).collect();
        if pieces.len() != numbers + 1 {
            let found = pieces.len() - 1;
            return Err(cursor.error(format!("expected {numbers} numbers left open as *, found {found}")));
        }
        let open = Self { pieces };
        if open.first(0).is_none() {
            return Err(cursor.error("no small numbers in place of the * make a position"));
        }
        Ok(open)
    }

    /// The usual form of a game's positions with so many numbers, as its example has it.
    fn of_game(text: &str, numbers: usize) -> Result<Self, NotationError> {
        let mut cursor = Cursor::new(text);
        let name = AnyGame::read(&mut cursor, &[])?.name();
        cursor.end()?;
        let word: String = name.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
        let example = match find(&word).map(|(_, entry)| entry.kind) {
            Some(EntryKind::Board(example)) => example.split_once(": ").map_or("", |(_, body)| body),
            _ => "1 2",
        };
        let digit = |text: &str| text.find(|c: char| c.is_ascii_digit());
        let first = digit(example).unwrap_or(0);
        let rest = example[first..].trim_start_matches(|c: char| c.is_ascii_digit());
        let between = digit(rest).map_or(" limit ", |next| &rest[..next]);
        let before = &example[..first];
        let after = if before.ends_with('[') { "]" } else { "" };
        let middle = std::iter::repeat_n(between.to_owned(), numbers.saturating_sub(1));
        let pieces = std::iter::once(format!("{name}: {before}")).chain(middle).chain([after.to_owned()]);
        let open = Self { pieces: pieces.collect() };
        if numbers == 0 || open.first(0).is_none() {
            return Err(Cursor::new(text).error(format!(
                "`{name}` has no positions of {numbers} numbers: write one with a * for each number, such as \"chomp: *,*\""
            )));
        }
        Ok(open)
    }

    /// The game.
    pub fn game(&self) -> String {
        self.pieces[0].split_once(": ").map_or_else(|| self.pieces[0].clone(), |(name, _)| name.to_owned())
    }

    /// How many numbers are left open.
    pub const fn numbers(&self) -> usize {
        self.pieces.len() - 1
    }

    /// The position with these numbers, if they make one.
    pub fn position(&self, numbers: &[u64]) -> Option<Position> {
        let mut text = self.pieces[0].clone();
        for (number, piece) in numbers.iter().zip(&self.pieces[1..]) {
            text.push_str(&number.to_string());
            text.push_str(piece);
        }
        let position = Position::read(&text, &NoFiles).ok()?;
        let is_played = position.0.iter().all(|term| term.refusal().is_none());
        (numbers.len() == self.numbers() && is_played).then_some(position)
    }

    /// The first small numbers from one on that make a position, in steps up, down or with none.
    fn first(&self, from: u64) -> Option<(Vec<u64>, Position)> {
        let count = self.numbers() as u64;
        let up = (from..from + 3).map(|least| (0..count).map(|at| least + at).collect::<Vec<u64>>());
        let down = (from..from + 3).map(|least| (0..count).rev().map(|at| least + at).collect());
        let same = (from..from + 3).map(|each| vec![each; count as usize]);
        up.chain(down).chain(same).find_map(|numbers| {
            let position = self.position(&numbers)?;
            Some((numbers, position))
        })
    }

    /// Whether the order of the numbers does not matter, as with heaps.
    pub fn is_symmetric(&self) -> bool {
        let Some((mut numbers, position)) = self.first(1) else { return false };
        numbers.reverse();
        let same = |position: &Position| position.0.iter().map(Term::canonical).collect::<Vec<Term>>();
        self.position(&numbers).is_some_and(|turned| same(&turned) == same(&position))
    }

    /// The value of a position, or its outcome alone.
    pub fn evaluate(position: &Position, known: &mut Known) -> Result<ValuedPosition, TooLarge> {
        let components: Vec<Term> = position.0.iter().flat_map(Term::components).collect();
        let (mut sum, mut found) = (Nimber::ZERO, Vec::new());
        for component in &components {
            let evaluation = component.evaluate(known)?;
            match (evaluation.value, evaluation.refusal) {
                (Some(value), _) => sum += value,
                // the outcome of a sum does not follow from outcomes
                (None, Some(refusal)) if components.len() > 1 => return Err(refusal),
                (None, _) => found.push(evaluation.outcome),
            }
        }
        Ok(match found[..] {
            [] => ValuedPosition { value: Some(sum), outcome: Outcome::of_value(sum) },
            [outcome, ..] => ValuedPosition { value: None, outcome },
        })
    }

    /// The values where the last two numbers run, row by row, from 0 on, beside numbers that stay; `None` where there
    /// is no position. All of them are one question.
    pub fn table(
        &self,
        fixed: &[u64],
        (rows, columns): (u64, u64),
        known: &mut Known,
    ) -> Result<Vec<Vec<Option<ValuedPosition>>>, TooLarge> {
        let cells = (rows as f64 + 1.0) * (columns as f64 + 1.0);
        known.limits().admit(format!("the table of {self}"), cells)?;
        let mut table = Vec::new();
        for a in 0..=rows {
            known.limits().check_time()?;
            let cell = |b| self.position(&[fixed, &[a, b]].concat());
            let row =
                (0..=columns).map(|b| cell(b).map(|position| Self::evaluate(&position, known)).transpose());
            table.push(row.collect::<Result<Vec<_>, TooLarge>>()?);
        }
        Ok(table)
    }

    /// The P-positions whose numbers lie in a range, in ascending order; the numbers of each ascend, too, where their
    /// order does not matter.
    pub fn p_positions(
        &self,
        range: RangeInclusive<u64>,
        play: Play,
        known: &mut Known,
    ) -> Result<Vec<Vec<u64>>, TooLarge> {
        let is_symmetric = self.is_symmetric();
        let sizes = (range.end() - range.start() + 1) as f64;
        let numbers = self.numbers();
        let choices = if is_symmetric {
            (0..numbers).map(|at| (sizes + at as f64) / (at as f64 + 1.0)).product()
        } else {
            sizes.powi(i32::try_from(numbers).unwrap_or(i32::MAX))
        };
        known.limits().admit(format!("the list of the P-positions of {self}"), choices)?;
        let (mut found, mut spent) = (Vec::new(), 0u64);
        let mut tuple = vec![*range.start(); numbers];
        loop {
            known.limits().check_time()?;
            if let Some(position) = self.position(&tuple) {
                let outcome = match play {
                    Play::Normal => Self::evaluate(&position, known)?.outcome,
                    Play::Misere => {
                        // each answer counts its own steps
                        let outcome = solve(&position, Request { play, moves: 0 }, known)?.outcome;
                        spent = spent.saturating_add(known.limits().meter.spent());
                        let limit = known.limits().steps;
                        if spent > limit {
                            return Err(TooLarge::Spent { limit });
                        }
                        outcome
                    }
                };
                if outcome == Outcome::P {
                    found.push(tuple.clone());
                }
            }
            let Some(at) = tuple.iter().rposition(|number| number < range.end()) else { return Ok(found) };
            tuple[at] += 1;
            let least = if is_symmetric { tuple[at] } else { *range.start() };
            tuple[at + 1..].fill(least);
        }
    }
}

impl std::fmt::Display for OpenPosition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.pieces.join("*"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The usual forms, and whether the order of the numbers matters.
    #[test]
    fn a_game_has_its_usual_form() {
        for (text, form, is_symmetric) in [
            ("nim", "nim: * *", true),
            ("kayles", "kayles: * *", true),
            ("wythoff", "wythoff: * *", true),
            ("rectangle", "rectangle: *x*", true),
            ("rectangle(diff>=2)", "rectangle(diff>=2): *x*", true),
            ("chomp", "chomp: *x*", true),
            ("chomp: *,*", "chomp: *,*", false),
            ("cram", "cram: *x*", true),
            ("euclid", "euclid: * *", true),
            ("star-nim", "star-nim: * *", true),
            ("shared(2)", "shared(2): * *", true),
            ("moore(2)", "moore(2): * *", true),
            ("welter", "welter: * *", true),
            ("northcott", "northcott: *-*", false),
            ("staircase", "staircase: * *", false),
            ("silver-dollar", "silver-dollar: [*,*]", false),
            ("fibonacci", "fibonacci: * limit *", false),
            ("nearly(kayles, nim)", "nearly(kayles, nim): [*] [*]", false),
            ("node-kayles", "node-kayles: grid *x*", true),
        ] {
            let open = OpenPosition::read(text, 2).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!((open.to_string().as_str(), open.is_symmetric()), (form, is_symmetric), "{text}");
        }
        for (text, numbers) in
            [("kayls", 2), ("chomp: *,*", 3), ("nim: 3 4", 2), ("coins(ruler)", 2), ("nim", 0)]
        {
            assert!(OpenPosition::read(text, numbers).is_err(), "{text}");
        }
    }
}
