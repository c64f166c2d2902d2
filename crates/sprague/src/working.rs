//! The working behind a value or an outcome: the numbers that a theorem, a table, a period or a search used.
//!
//! A working is a few rows (a gap, a heap, a head, an option, each with its number), the way in which they are
//! combined, and the result. It holds no text of its own theorem's making but labels and a sentence or two, so that
//! one renderer each for text, JSON and the page serves every game; and the result is never written down, it is
//! computed from the rows, so that what is shown is what decides. A winning move is told by the rows that it changes,
//! and it is told only where the changed rows combine to what the move must reach.

use std::borrow::Cow;
use std::fmt;

use crate::nimber::Nimber;
use crate::play::Outcome;

/// A number of a working, or a word where it is none: an element of a quotient, an outcome.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Quantity {
    /// A number.
    Number(u64),
    /// A word.
    Text(String),
    /// Out of reach.
    Unknown,
}

impl Quantity {
    /// The number, if it is one.
    pub const fn number(&self) -> Option<u64> {
        if let Self::Number(number) = self { Some(*number) } else { None }
    }
}

impl From<u64> for Quantity {
    fn from(number: u64) -> Self {
        Self::Number(number)
    }
}

impl From<Nimber> for Quantity {
    fn from(value: Nimber) -> Self {
        Self::Number(value.0)
    }
}

impl From<Option<Nimber>> for Quantity {
    fn from(value: Option<Nimber>) -> Self {
        value.map_or(Self::Unknown, Self::from)
    }
}

impl From<Outcome> for Quantity {
    fn from(outcome: Outcome) -> Self {
        Self::Text(outcome.to_string())
    }
}

impl From<String> for Quantity {
    fn from(word: String) -> Self {
        Self::Text(word)
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => f.pad(&number.to_string()),
            Self::Text(word) => f.pad(word),
            Self::Unknown => f.pad("?"),
        }
    }
}

/// One number of a working.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(serde::Serialize, schemars::JsonSchema))]
pub struct WorkingRow {
    /// What it is the number of.
    pub label: String,
    /// The number.
    pub value: Quantity,
    /// Its digits, where they are what is combined.
    #[cfg_attr(feature = "schema", serde(skip_serializing_if = "Option::is_none"))]
    pub digits: Option<String>,
    /// The squares, heaps or positions that it came from.
    #[cfg_attr(feature = "schema", serde(skip_serializing_if = "Vec::is_empty"))]
    pub from: Vec<Quantity>,
    /// Why it is this number.
    #[cfg_attr(feature = "schema", serde(skip_serializing_if = "Option::is_none"))]
    pub because: Option<String>,
}

impl WorkingRow {
    /// A row of a label and its number.
    pub fn new(label: impl Into<String>, value: impl Into<Quantity>) -> Self {
        Self { label: label.into(), value: value.into(), digits: None, from: Vec::new(), because: None }
    }

    /// The squares or heaps that the number came from.
    #[must_use]
    pub fn out_of<Q: Into<Quantity>>(mut self, from: impl IntoIterator<Item = Q>) -> Self {
        self.from = from.into_iter().map(Into::into).collect();
        self
    }

    /// Why it is this number.
    #[must_use]
    pub fn because(mut self, because: impl Into<String>) -> Self {
        self.because = Some(because.into());
        self
    }
}

/// How the rows give the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combine {
    /// Their nim-sum.
    NimSum,
    /// Their sum.
    Sum,
    /// Their binary places, each added up modulo this number without carrying; P if all are 0.
    Places(u64),
    /// P if all are at most 1 and an odd number of them is 1, or some is larger and the nim-sum is 0.
    MisereNim,
    /// The least number that is not among them.
    Mex,
    /// The least of them.
    Least,
    /// The greatest of them.
    Greatest,
    /// P if all of them are P.
    AllP,
    /// Each follows from those before it, and the last is the result.
    Last,
    /// The first modulo the second.
    Modulo,
    /// 0 if all are 0, the only positive one, or 1 if there are several (Schrage's theorem).
    Sides,
    /// P if the least of the parts is more than the last row, which says what may be taken; rows of 0 are none.
    Within,
    /// P if the last rows, so many pairs of them, are equal in pairs.
    Match(usize),
    /// Their product in a misère quotient, or their sum as tame pairs.
    Product,
    /// An argument without numbers.
    Argument,
}

impl Combine {
    /// In one or two words, to stand before the result.
    pub fn name(self) -> Cow<'static, str> {
        match self {
            Self::NimSum => "nim-sum".into(),
            Self::Sum => "sum".into(),
            Self::Places(modulus) => format!("places modulo {modulus}").into(),
            Self::Mex => "mex".into(),
            Self::Least => "least".into(),
            Self::Greatest => "greatest".into(),
            Self::Modulo => "remainder".into(),
            Self::Last | Self::Sides => "value".into(),
            Self::Product => "product".into(),
            Self::MisereNim | Self::Within | Self::Match(_) | Self::AllP | Self::Argument => "outcome".into(),
        }
    }

    /// What the rows come to; `None` where they alone do not say it.
    pub fn of(self, rows: &[Quantity]) -> Option<Quantity> {
        if self == Self::AllP {
            let all = rows.iter().all(|row| *row == Quantity::from(Outcome::P));
            return Some(if all { Outcome::P } else { Outcome::N }.into());
        }
        let numbers: Vec<u64> = rows.iter().map(Quantity::number).collect::<Option<_>>()?;
        let nim_sum = || numbers.iter().fold(0, |sum, number| sum ^ number);
        let outcome = |is_p: bool| Some(Quantity::from(if is_p { Outcome::P } else { Outcome::N }));
        let number = |number: u64| Some(Quantity::Number(number));
        match self {
            Self::NimSum => number(nim_sum()),
            Self::Sum => number(numbers.iter().try_fold(0u64, |sum, &number| sum.checked_add(number))?),
            Self::Places(modulus) => Some(Quantity::Text(places(&numbers, modulus))),
            Self::MisereNim => {
                let ones = numbers.iter().all(|&number| number <= 1);
                outcome(if ones { numbers.iter().sum::<u64>() % 2 == 1 } else { nim_sum() == 0 })
            }
            Self::Mex => number((0..=numbers.len() as u64).find(|least| !numbers.contains(least))?),
            Self::Least => number(numbers.iter().copied().min()?),
            Self::Greatest => number(numbers.iter().copied().max()?),
            Self::Last => number(*numbers.last()?),
            Self::Modulo => number(numbers.first()?.checked_rem(*numbers.get(1)?)?),
            Self::Sides => {
                let mut positive = numbers.iter().filter(|&&side| side > 0);
                number(match (positive.next(), positive.next()) {
                    (None, _) => 0,
                    (Some(&only), None) => only,
                    (Some(_), Some(_)) => 1,
                })
            }
            Self::Within => {
                let (&most, parts) = numbers.split_last()?;
                outcome(parts.iter().filter(|&&part| part > 0).min().is_none_or(|&least| least > most))
            }
            Self::Match(pairs) => {
                let compared = &numbers[numbers.len().checked_sub(2 * pairs)?..];
                outcome(compared.chunks_exact(2).all(|pair| pair[0] == pair[1]))
            }
            Self::Product | Self::AllP | Self::Argument => None,
        }
    }

    const fn is_binary(self) -> bool {
        matches!(self, Self::NimSum | Self::Places(_) | Self::MisereNim)
    }
}

impl fmt::Display for Combine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NimSum | Self::Sum => f.write_str(&self.name()),
            Self::Places(modulus) => {
                write!(f, "binary places added modulo {modulus}, without carrying; P if all are 0")
            }
            Self::MisereNim => {
                f.write_str("P if an odd number of ones is all there is, or else if the nim-sum is 0")
            }
            Self::Mex => f.write_str("mex, the least value that no option has"),
            Self::Least => f.write_str("least"),
            Self::Greatest => f.write_str("greatest"),
            Self::AllP => f.write_str("P if all are P"),
            Self::Last => f.write_str("each row from those above it, the last is the value"),
            Self::Modulo => f.write_str("the first modulo the second"),
            Self::Sides => f.write_str("0 if all are 0, the positive one if one is, 1 if several are"),
            Self::Within => f.write_str("P if the least part is more than may be taken"),
            Self::Match(_) => f.write_str("P if the last rows agree in pairs"),
            Self::Product => f.write_str("product in the misère quotient"),
            Self::Argument => f.write_str("an argument, without numbers"),
        }
    }
}

/// The sums of the binary places, the highest first.
fn places(numbers: &[u64], modulus: u64) -> String {
    let sums = (0..width(numbers))
        .rev()
        .map(|bit| numbers.iter().filter(|&&number| number >> bit & 1 == 1).count() as u64 % modulus);
    // digits beyond 9 stand apart
    let apart = if modulus > 10 { " " } else { "" };
    sums.map(|sum| sum.to_string()).collect::<Vec<_>>().join(apart)
}

/// How many binary digits the largest of them has.
fn width(numbers: &[u64]) -> u32 {
    numbers.iter().max().and_then(|largest| largest.checked_ilog2()).map_or(1, |bit| bit + 1)
}

/// What a winning move does to one row.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(serde::Serialize, schemars::JsonSchema))]
pub struct WorkingChange {
    /// The place of the move in the list of winning moves.
    pub at: usize,
    /// The place of the row.
    pub row: usize,
    /// Its number now.
    pub before: Quantity,
    /// Its number after the move.
    pub after: Quantity,
}

/// Rows of numbers, how they are combined, and what they come to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(serde::Serialize, schemars::JsonSchema))]
pub struct Working {
    /// The statement behind it, with its number.
    pub method: String,
    /// The numbers.
    pub rows: Vec<WorkingRow>,
    /// How the result comes from them.
    #[cfg_attr(feature = "schema", serde(serialize_with = "as_text"), schemars(with = "String"))]
    pub combine: Combine,
    /// What they come to.
    pub result: Quantity,
    /// The digits of the result, where those of the rows are combined.
    #[cfg_attr(feature = "schema", serde(skip_serializing_if = "Option::is_none"))]
    pub digits: Option<String>,
    /// Who wins, which follows from the result.
    pub outcome: Outcome,
    /// Whether the result is the value; otherwise it tells only who wins.
    pub is_value: bool,
    /// The reasoning in sentences.
    #[cfg_attr(feature = "schema", serde(skip_serializing_if = "Vec::is_empty"))]
    pub because: Vec<String>,
    /// What winning moves do to the rows.
    #[cfg_attr(feature = "schema", serde(rename = "move", skip_serializing_if = "Vec::is_empty"))]
    pub changes: Vec<WorkingChange>,
}

impl Working {
    /// A value, computed from the rows.
    pub fn of_value(method: impl fmt::Display, combine: Combine, rows: Vec<WorkingRow>) -> Self {
        let result = combined(combine, &rows);
        let outcome = Outcome::of_value(Nimber(result.number().unwrap_or(1)));
        Self::new(method, combine, rows, result, outcome, true)
    }

    /// Who wins, computed from the rows: P where they come to 0 or to P.
    pub fn of_outcome(method: impl fmt::Display, combine: Combine, rows: Vec<WorkingRow>) -> Self {
        let result = combined(combine, &rows);
        let is_p = match &result {
            Quantity::Number(number) => *number == 0,
            Quantity::Text(text) if matches!(combine, Combine::Places(_)) => {
                text.chars().all(|c| matches!(c, '0' | ' '))
            }
            Quantity::Text(text) => text == "P",
            Quantity::Unknown => false,
        };
        Self::new(method, combine, rows, result, if is_p { Outcome::P } else { Outcome::N }, false)
    }

    /// Who wins, by an argument.
    pub fn argued(method: impl fmt::Display, outcome: Outcome) -> Self {
        Self::new(method, Combine::Argument, Vec::new(), outcome.into(), outcome, false)
    }

    /// A result that the rows alone do not say.
    pub fn concluded(
        method: impl fmt::Display,
        combine: Combine,
        rows: Vec<WorkingRow>,
        result: impl Into<Quantity>,
        outcome: Outcome,
    ) -> Self {
        Self::new(method, combine, rows, result.into(), outcome, false)
    }

    fn new(
        method: impl fmt::Display,
        combine: Combine,
        mut rows: Vec<WorkingRow>,
        result: Quantity,
        outcome: Outcome,
        is_value: bool,
    ) -> Self {
        /// Longer numbers are not written in binary.
        const MOST_DIGITS: u32 = 32;
        let numbers: Vec<u64> = rows.iter().filter_map(|row| row.value.number()).collect();
        let bits = width(&numbers) as usize;
        let mut digits = None;
        if combine.is_binary() && bits as u32 <= MOST_DIGITS && !rows.is_empty() {
            let binary = |number: u64| format!("{number:0bits$b}");
            for row in &mut rows {
                row.digits = row.value.number().map(binary);
            }
            digits = result.number().map(binary);
        }
        let method = method.to_string();
        Self {
            method,
            rows,
            combine,
            result,
            digits,
            outcome,
            is_value,
            because: Vec::new(),
            changes: Vec::new(),
        }
    }

    /// One more sentence of the reasoning.
    #[must_use]
    pub fn because(mut self, sentence: impl Into<String>) -> Self {
        self.because.push(sentence.into());
        self
    }

    /// The value that it tells.
    pub fn value(&self) -> Option<Nimber> {
        self.result.number().filter(|_| self.is_value).map(Nimber)
    }

    /// The numbers of the rows.
    pub fn numbers(&self) -> Vec<Quantity> {
        self.rows.iter().map(|row| row.value.clone()).collect()
    }

    /// The rows that differ in the working of the position after a move: each with its new number. `None` where the
    /// rows do not tell the move.
    ///
    /// Rows of the same label are the same row; the others are paired in their order, and a row that has gone is 0.
    pub fn changed_to(&self, after: &Self) -> Option<Vec<(usize, Quantity)>> {
        /// Each row is compared with each.
        const MOST_ROWS: usize = 256;
        let rows = self.rows.len().max(after.rows.len());
        if self.combine != after.combine || self.is_value != after.is_value || rows > MOST_ROWS {
            return None;
        }
        let mut free: Vec<bool> = vec![true; after.rows.len()];
        let mut paired: Vec<Option<usize>> = Vec::with_capacity(self.rows.len());
        for row in &self.rows {
            let same = (0..after.rows.len()).find(|&at| free[at] && after.rows[at].label == row.label);
            for at in same {
                free[at] = false;
            }
            paired.push(same);
        }
        let mut rest = (0..after.rows.len()).filter(|&at| free[at]);
        let mut changed = Vec::new();
        for (at, pair) in paired.into_iter().enumerate() {
            let value = match pair.or_else(|| rest.next()) {
                Some(pair) => after.rows[pair].value.clone(),
                None => Quantity::Number(0),
            };
            if value != self.rows[at].value {
                changed.push((at, value));
            }
        }
        (rest.next().is_none() && self.combined_with(&changed).as_ref() == Some(&after.result))
            .then_some(changed)
    }

    /// What the rows come to when some of them have other numbers.
    pub fn combined_with(&self, changed: &[(usize, Quantity)]) -> Option<Quantity> {
        let mut numbers = self.numbers();
        for (at, value) in changed {
            *numbers.get_mut(*at)? = value.clone();
        }
        self.combine.of(&numbers)
    }

    /// The same with the changes that the first of the winning moves make, and no others.
    pub(crate) fn truncate(&mut self, moves: usize) {
        self.changes.retain(|change| change.at < moves);
    }
}

fn combined(combine: Combine, rows: &[WorkingRow]) -> Quantity {
    let numbers: Vec<Quantity> = rows.iter().map(|row| row.value.clone()).collect();
    combine.of(&numbers).unwrap_or(Quantity::Unknown)
}

#[cfg(feature = "schema")]
mod json {
    use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
    use serde::{Serialize, Serializer};

    use super::{Combine, Quantity};
    use crate::notation::exact::Count;

    impl Serialize for Quantity {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            match self {
                Self::Number(number) => Count(*number).serialize(serializer),
                Self::Text(text) => serializer.serialize_str(text),
                Self::Unknown => serializer.serialize_none(),
            }
        }
    }

    impl JsonSchema for Quantity {
        fn schema_name() -> std::borrow::Cow<'static, str> {
            "Quantity".into()
        }

        fn json_schema(_: &mut SchemaGenerator) -> Schema {
            json_schema!({
                "description": "A number (text of digits from 2^53 on), a word, or null where it is out of reach",
                "anyOf": [{"type": "integer", "minimum": 0}, {"type": "string"}, {"type": "null"}],
            })
        }
    }

    pub(super) fn as_text<S: Serializer>(combine: &Combine, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(combine)
    }
}

#[cfg(feature = "schema")]
use json::as_text;

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(numbers: &[u64]) -> Vec<Quantity> {
        numbers.iter().copied().map(Quantity::from).collect()
    }

    #[test]
    fn rows_combine_as_they_say() {
        let number = |combine: Combine, numbers: &[u64]| combine.of(&rows(numbers)).and_then(|q| q.number());
        assert_eq!(number(Combine::NimSum, &[2, 0, 1]), Some(3));
        assert_eq!(number(Combine::Sum, &[2, 5]), Some(7));
        assert_eq!(number(Combine::Mex, &[1, 0, 3, 0]), Some(2));
        assert_eq!(number(Combine::Mex, &[]), Some(0));
        assert_eq!(number(Combine::Modulo, &[21, 4]), Some(1));
        assert_eq!(number(Combine::Sides, &[0, 2, 0]), Some(2));
        assert_eq!(number(Combine::Sides, &[3, 2]), Some(1));
        let text = |combine: Combine, numbers: &[u64]| combine.of(&rows(numbers)).expect("small").to_string();
        // 111 + 101 + 011, each place modulo 3
        assert_eq!(text(Combine::Places(3), &[7, 5, 3]), "220");
        assert_eq!(text(Combine::Places(3), &[5, 5, 5]), "000");
        assert_eq!(text(Combine::MisereNim, &[1, 1, 1, 1]), "N");
        assert_eq!(text(Combine::MisereNim, &[1, 1, 1]), "P");
        assert_eq!(text(Combine::MisereNim, &[2, 2]), "P");
        assert_eq!(text(Combine::Within, &[13, 5, 2, 19]), "N");
        assert_eq!(text(Combine::Within, &[13, 5, 0, 4]), "P");
        assert_eq!(text(Combine::Match(2), &[9, 7, 7, 4, 4]), "P");
        assert_eq!(text(Combine::Match(1), &[4, 5]), "N");
    }

    #[test]
    fn a_move_is_told_by_the_rows_it_changes_and_only_if_they_combine() {
        let of = |gaps: &[(&str, u64)]| {
            let rows = gaps.iter().map(|&(label, gap)| WorkingRow::new(label, gap)).collect();
            Working::of_value("gaps", Combine::NimSum, rows)
        };
        let before = of(&[("2", 2), ("5-6", 0), ("8-10", 1)]);
        assert_eq!((before.value(), before.digits.as_deref()), (Some(Nimber(3)), Some("11")));
        let after = of(&[("1", 1), ("5-6", 0), ("8-10", 1)]);
        assert_eq!(before.changed_to(&after), Some(vec![(0, Quantity::Number(1))]));
        let gone = of(&[("2", 2), ("5-6", 0)]);
        assert_eq!(before.changed_to(&gone), Some(vec![(2, Quantity::Number(0))]));
        assert_eq!(gone.changed_to(&before), None);
    }
}
