//! Take-and-break codes: `0.77`, `4.7`, `0.3f`, `0.3...`.
//!
//! Digit `d_i` has bit 1 if after taking i tokens nothing may remain, bit 2 for one heap, bit 4 for two, bit 8 for
//! three; `d_0` has only the bits 4 and 8, since taking nothing must split the heap. A code that ends in `...`
//! repeats its last digit for ever, and `0.3[07]` the digits in brackets. Codes are written with as few digits as they
//! need, in lower case.
//!
//! People write `0.1212...` and mean the block. Where the digits before the dots repeat as a block of two or more, the
//! code is refused with both spellings, `0.121[2]` and `0.[12]`, and such codes are written with brackets.

use std::fmt;

use super::amounts::Amounts;
use super::clause::Clause;
use super::clause::PlainClause;
use super::condition::Condition;
use super::cycle::{Cycle, common};
use super::rule::Rule;
use super::rule_error::RuleError;
use super::set::{ENDLESS, SizeSet};
use super::take::{Sizes, Take};
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
    /// The last digits, so many of them and at least two, for ever.
    Block(u64),
}

impl Code {
    /// A code from its digits, `d_0` first.
    pub(super) fn new(mut digits: Vec<u8>, mut ending: Ending) -> Self {
        if let Ending::Block(length) = ending {
            ending = shortest_block(&mut digits, length as usize);
            if ending != Ending::Repeats {
                return Self { digits, ending };
            }
        }
        let last = match ending {
            Ending::Zeros => 0,
            Ending::Repeats | Ending::Block(_) => digits.last().copied().unwrap_or(0),
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
        let free = |c: &Clause| {
            c.condition == Condition::Any && c.on == Sizes::all() && c.leave.greatest() <= Some(3)
        };
        if !rule.clauses().iter().all(free) {
            return None;
        }
        let (mut settled, mut block) = (0, 1);
        for clause in rule.clauses() {
            match &clause.take {
                Take::Ranges(set) => settled = set.settled_from().max(settled),
                Take::Named(Amounts::Cycle(cycle)) => {
                    let (head, length) = cycle.lengths();
                    settled = settled.max(head as u64 + 1);
                    block = common(block, length)?;
                }
                _ => return None,
            }
        }
        if settled.saturating_add(block as u64) > LONGEST + 2 {
            return None;
        }
        let digit = |taken: u64| {
            let taking = rule.clauses().iter().filter(|clause| clause.take.contains(ENDLESS, taken));
            taking.flat_map(|clause| clause.leave.up_to(3)).fold(0, |digit, heaps| digit | 1 << heaps)
        };
        let endless = rule.most_taken() == ENDLESS;
        let last = if block > 1 { settled.max(1) + block as u64 - 1 } else { settled.max(1) };
        let digits = (0..=last).map(digit).collect();
        Some(Self::new(
            digits,
            match (endless, block) {
                (_, 2..) => Ending::Block(block as u64),
                (true, _) => Ending::Repeats,
                (false, _) => Ending::Zeros,
            },
        ))
    }

    /// The rule that the code stands for.
    pub fn rule(&self) -> Result<Rule, RuleError> {
        let last = self.digits.len() as u64 - 1;
        let takes = |heaps: u64| -> SizeSet {
            let with = (0..).zip(&self.digits).filter(move |(_, digit)| *digit >> heaps & 1 == 1);
            let end = |taken| if taken == last && self.ending == Ending::Repeats { ENDLESS } else { taken };
            with.map(|(taken, _)| (taken, end(taken))).collect()
        };
        let clause = |(heaps, take): (u64, Take)| {
            let leave = SizeSet::range(heaps, heaps);
            Clause::new(take, leave, Condition::Any, SizeSet::all())
        };
        let takes = (0..4).flat_map(|heaps| match self.ending {
            Ending::Block(length) => {
                let allows = |taken: u64| self.digit(taken) >> heaps & 1 == 1;
                let head = (last - length) as usize;
                let nothing = if allows(0) { Take::nothing() } else { Take::Ranges(SizeSet::default()) };
                let some = Take::repeating(Cycle::of(head, length as usize, allows));
                vec![(heaps, nothing), (heaps, some)]
            }
            _ => vec![(heaps, takes(heaps).into())],
        });
        Rule::new(takes.map(clause).filter(|clause| !clause.take.is_empty()))
    }

    /// Digit `d_i`.
    pub fn digit(&self, i: u64) -> u8 {
        match (usize::try_from(i).ok().and_then(|i| self.digits.get(i)), self.ending) {
            (Some(&digit), _) => digit,
            (None, Ending::Zeros) => 0,
            (None, Ending::Repeats) => self.digits[self.digits.len() - 1],
            (None, Ending::Block(length)) => {
                let first = self.digits.len() as u64 - length;
                self.digits[(first + (i - first) % length) as usize]
            }
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
        let mut read = |text: &mut Cursor<'_>| {
            let run = text.take_while(|c| c.is_ascii_hexdigit());
            digits.extend(run.chars().filter_map(|c| c.to_digit(16)).map(|digit| digit as u8));
            run.len()
        };
        let first = read(text);
        let at = text.clone();
        let is_block = text.eat('[');
        let block = if is_block { read(text) } else { 0 };
        if first + block == 0 || is_block && block == 0 {
            return Err(text.expected("a hexadecimal digit after the point of a code such as 0.77"));
        }
        if is_block && !text.eat(']') {
            return Err(text.expected("a hexadecimal digit, or `]` at the end of the block"));
        }
        if is_block && first + block > MOST_WITH_BLOCK {
            return Err(at.error(format!("a code with a block has at most {MOST_WITH_BLOCK} digits")));
        }
        let dots = text.eat_str("...") || text.eat('…');
        if dots && is_block {
            return Err(at.error("the digits in brackets repeat by themselves: leave out the dots"));
        }
        if text.peek().is_some_and(|c| c.is_alphanumeric() || c == '.' || c == '!' || c == '[') {
            return Err(
                text.expected("a hexadecimal digit, `...`, a block in brackets or the end of the code")
            );
        }
        let ending = match (dots, block) {
            (false, 0) => Ending::Zeros,
            (false, block) => Ending::Block(block as u64),
            (true, _) => Ending::Repeats,
        };
        if let Some(block) = repeated_block(&digits[1..]).filter(|_| dots) {
            let one = Self::new(digits.clone(), Ending::Repeats);
            let many = Self::new(digits, Ending::Block(block as u64));
            return Err(start.error(format!(
                "the dots may repeat the last digit or the last {block} digits: write `{one}` or `{many}`"
            )));
        }
        Self::new(digits, ending).rule().map_err(|error| start.error(error.to_string()))
    }
}

/// The most digits after the point of a code with a block that is read.
const MOST_WITH_BLOCK: usize = 2048;

/// The digits with their block as short as it can be, begun as early as it can be after the point.
fn shortest_block(digits: &mut Vec<u8>, length: usize) -> Ending {
    let mut block = digits.split_off(digits.len() - length);
    let repeats = |length: &usize| {
        block.len().is_multiple_of(*length) && block.iter().zip(&block[*length..]).all(|(a, b)| a == b)
    };
    let shortest = (1..block.len()).find(repeats).unwrap_or(block.len());
    block.truncate(shortest);
    while digits.len() > 1 && digits.last() == block.last() {
        digits.pop();
        block.rotate_right(1);
    }
    digits.extend(&block);
    if block.len() == 1 { Ending::Repeats } else { Ending::Block(block.len() as u64) }
}

/// The length of the shortest block of different digits that the digits end with twice.
fn repeated_block(digits: &[u8]) -> Option<usize> {
    (2..=digits.len() / 2).find(|&length| {
        let (rest, block) = digits.split_at(digits.len() - length);
        rest.ends_with(block) && block.iter().any(|digit| *digit != block[0])
    })
}

/// The rest of `4!.0`, by which `CGSuite` calls Grundy's game.
fn read_grundy(text: &mut Cursor<'_>) -> Result<Rule, NotationError> {
    let column = text.clone();
    let known = text.eat('.') && !text.take_while(|c| c == '0').is_empty();
    if !known || text.peek().is_some_and(|c| c.is_alphanumeric() || c == '.' || c == '!') {
        return Err(column.error("of the codes with `!` only `4!.0` is known, Grundy's game: expected `.0`"));
    }
    let (take, leave) = (SizeSet::range(0, 0), SizeSet::range(2, 2));
    let clause = PlainClause::new(take, leave, Condition::Differ(1), SizeSet::all());
    Rule::new([clause.into()]).map_err(|error| column.error(error.to_string()))
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let after_point = &self.digits[1..];
        let block = match self.ending {
            Ending::Block(length) => length as usize,
            // the dots would be taken for another block
            Ending::Repeats if repeated_block(after_point).is_some() => 1,
            _ => 0,
        };
        let (first, block) = after_point.split_at(after_point.len() - block);
        write!(f, "{:x}.", self.digits[0])?;
        first.iter().try_for_each(|digit| write!(f, "{digit:x}"))?;
        if after_point.is_empty() {
            write!(f, "0")?;
        }
        if !block.is_empty() {
            f.write_str("[")?;
            block.iter().try_for_each(|digit| write!(f, "{digit:x}"))?;
            return f.write_str("]");
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
