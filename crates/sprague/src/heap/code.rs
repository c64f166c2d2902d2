//! Take-and-break codes: `0.77`, `4.7`, `0.3f`, `0.3...`.
//!
//! Digit `d_i` has bit 1 if after taking i tokens nothing may remain, bit 2 for one heap, bit 4 for two, bit 8 for
//! three; `d_0` has only the bits 4 and 8, since taking nothing must split the heap. A code that ends in `...`
//! repeats its last digit for ever. Codes are written with as few digits as they need, in lower case.

use std::fmt;

use super::clause::Clause;
use super::condition::Condition;
use super::rule::Rule;
use super::rule_error::RuleError;
use super::set::{ENDLESS, SizeSet};
use crate::notation::{Cursor, NotationError};

/// The most digits after the point of a code that is written; longer ones are written as rules.
pub const LONGEST: u64 = 64;

/// A code: the digits from `d_0` on, without superfluous ones at the end.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Code {
    digits: Vec<u8>,
    ending: Ending,
}

/// What follows the digits of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// Zeros.
    Zeros,
    /// The last digit, for ever.
    Repeats,
}

impl Code {
    /// A code from its digits, `d_0` first.
    pub(super) fn new(mut digits: Vec<u8>, mut ending: Ending) -> Self {
        let last = match ending {
            Ending::Zeros => 0,
            Ending::Repeats => digits.last().copied().unwrap_or(0),
        };
        while digits.len() > 1 && digits.last() == Some(&last) {
            digits.pop();
        }
        if last == 0 {
            ending = Ending::Zeros;
        } else {
            digits.push(last);
        }
        Self { digits, ending }
    }

    /// The code of a rule, where it has one of at most [`LONGEST`] digits after the point.
    pub fn of(rule: &Rule) -> Option<Self> {
        let plain = |c: &Clause| {
            c.condition == Condition::Any && c.on == SizeSet::all() && c.leave.greatest() <= Some(3)
        };
        if rule.has_named_amounts() || !rule.clauses().iter().all(plain) {
            return None;
        }
        let settled = rule.clauses().iter().map(|clause| clause.take.settled_from()).max().unwrap_or(0);
        if settled > LONGEST + 1 {
            return None;
        }
        let digit = |taken: u64| {
            let taking = rule.clauses().iter().filter(|clause| clause.take.contains(taken));
            taking.flat_map(|clause| clause.leave.up_to(3)).fold(0, |digit, heaps| digit | 1 << heaps)
        };
        let endless = rule.most_taken() == ENDLESS;
        let digits = (0..=settled.max(1)).map(digit).collect();
        Some(Self::new(digits, if endless { Ending::Repeats } else { Ending::Zeros }))
    }

    /// The rule that the code stands for.
    pub fn rule(&self) -> Result<Rule, RuleError> {
        let last = self.digits.len() as u64 - 1;
        let takes = |heaps: u64| -> SizeSet {
            let with = (0..).zip(&self.digits).filter(move |(_, digit)| *digit >> heaps & 1 == 1);
            let end = |taken| if taken == last && self.ending == Ending::Repeats { ENDLESS } else { taken };
            with.map(|(taken, _)| (taken, end(taken))).collect()
        };
        let clause = |heaps| {
            let leave = SizeSet::range(heaps, heaps);
            Clause::new(takes(heaps), leave, Condition::Any, SizeSet::all())
        };
        Rule::new((0..4).map(clause).filter(|clause| !clause.take.is_empty()))
    }

    /// Digit `d_i`.
    pub fn digit(&self, i: u64) -> u8 {
        match (usize::try_from(i).ok().and_then(|i| self.digits.get(i)), self.ending) {
            (Some(&digit), _) => digit,
            (None, Ending::Zeros) => 0,
            (None, Ending::Repeats) => self.digits[self.digits.len() - 1],
        }
    }

    /// The place of the last digit that is written; 0 if none follows the point.
    pub fn last(&self) -> u64 {
        self.digits.len() as u64 - 1
    }

    /// What follows the last digit.
    pub const fn ending(&self) -> Ending {
        self.ending
    }

    /// Whether every digit is octal: no move leaves three heaps.
    pub fn is_octal(&self) -> bool {
        self.digits.iter().all(|&digit| digit < 8)
    }

    /// Reads a code, `4!.0` included, from its first character to the last that can belong to it.
    pub(crate) fn read(text: &mut Cursor<'_>) -> Result<Rule, NotationError> {
        let start = text.clone();
        let mut digits = vec![0];
        if text.peek() != Some('.') {
            let digit = text.peek().and_then(|c| c.to_digit(16)).filter(|digit| digit % 4 == 0);
            let what =
                "0, 4, 8 or c before the point of a code: taking nothing must leave two or three heaps";
            digits[0] = digit.ok_or_else(|| text.expected(what))? as u8;
            text.advance();
        }
        if digits[0] == 4 && text.eat('!') {
            return read_grundy(text);
        }
        text.require_here('.', "`.` after the first digit of a code such as 0.77")?;
        let after_point = text.take_while(|c| c.is_ascii_hexdigit());
        if after_point.is_empty() {
            return Err(text.expected("a hexadecimal digit after the point of a code such as 0.77"));
        }
        digits.extend(after_point.chars().filter_map(|c| c.to_digit(16)).map(|digit| digit as u8));
        let ending = if text.eat_str("...") || text.eat('…') { Ending::Repeats } else { Ending::Zeros };
        if text.peek().is_some_and(|c| c.is_alphanumeric() || c == '.' || c == '!') {
            return Err(text.expected("a hexadecimal digit, `...` or the end of the code"));
        }
        Self::new(digits, ending).rule().map_err(|error| start.error(error.to_string()))
    }
}

/// The rest of `4!.0`, by which `CGSuite` calls Grundy's game.
fn read_grundy(text: &mut Cursor<'_>) -> Result<Rule, NotationError> {
    let column = text.clone();
    let known = text.eat('.') && !text.take_while(|c| c == '0').is_empty();
    if !known || text.peek().is_some_and(|c| c.is_alphanumeric() || c == '.' || c == '!') {
        return Err(column.error("of the codes with `!` only `4!.0` is known, Grundy's game: expected `.0`"));
    }
    let (take, leave) = (SizeSet::range(0, 0), SizeSet::range(2, 2));
    let clause = Clause::new(take, leave, Condition::Differ(1), SizeSet::all());
    Rule::new([clause]).map_err(|error| column.error(error.to_string()))
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:x}.", self.digits[0])?;
        for digit in &self.digits[1..] {
            write!(f, "{digit:x}")?;
        }
        if self.digits.len() == 1 {
            write!(f, "0")?;
        }
        if self.ending == Ending::Repeats { write!(f, "...") } else { Ok(()) }
    }
}

impl Rule {
    /// The take-and-break code, where there is one of at most [`LONGEST`] digits after the point.
    ///
    /// ```
    /// let rule: sprague::heap::Rule = "take(1,2) leave(0..2)".parse()?;
    /// assert_eq!(rule.code().as_deref(), Some("0.77"));
    /// # Ok::<(), sprague::notation::NotationError>(())
    /// ```
    pub fn code(&self) -> Option<String> {
        Code::of(self).map(|code| code.to_string())
    }
}
