//! The rule language: `take(1..3) leave(0..2, distinct) on 5.. | split(2)`.
//!
//! The parser reads a clause at a time and stops at the first character that cannot continue the rules, so that
//! rules can stand in a list: in `nearly(split(2) on 3, 0.77)` the comma ends the rules, because what follows it is
//! not a number but a code. The printer writes the normal form, and the parser reads it back to the same rule.

use std::fmt;

use super::clause::Clause;
use super::condition::Condition;
use super::rule::Rule;
use super::rule_error::MOST_HEAPS;
use super::set::{ENDLESS, SizeSet};
use crate::notation::{Cursor, NotationError};

/// Whether rules start here: `take` or `split`.
pub(crate) fn starts(text: &Cursor<'_>) -> bool {
    ["take", "split"].iter().any(|&word| keyword(&mut text.clone(), word))
}

/// Reads rules: clauses with `|` between them.
pub(crate) fn read(text: &mut Cursor<'_>) -> Result<Rule, NotationError> {
    let start = text.clone();
    let mut clauses = vec![clause(text)?];
    while lookahead(text, |text| text.eat('|')) {
        clauses.push(clause(text)?);
    }
    let (rule, work) = Rule::in_text(clauses, text.work()).map_err(|error| start.error(error.to_string()))?;
    text.add_work(work);
    Ok(rule)
}

fn clause(text: &mut Cursor<'_>) -> Result<Clause, NotationError> {
    text.skip_spaces();
    let (take, leave, condition) = if keyword(text, "split") {
        text.require('(')?;
        let at = after_spaces(text);
        let (leave, condition) = heaps(text)?;
        if leave.least() < Some(2) {
            return Err(at.error(
                "a split makes at least two heaps: write `split(2)`, or `split(2..)` for any number",
            ));
        }
        (SizeSet::range(0, 0), leave, condition)
    } else if keyword(text, "take") {
        text.require('(')?;
        let at = after_spaces(text);
        let take =
            set(text, Least::One, Commas::Items, "a number of tokens, a range such as `1..3` or `any`")?;
        close(text, "`,` or `)`")?;
        let (leave, condition) = if lookahead(text, |text| keyword(text, "leave")) {
            text.require('(')?;
            heaps(text)?
        } else {
            (SizeSet::range(0, 1), Condition::Any)
        };
        if take.contains(0) && leave.least() < Some(2) {
            return Err(at.error("taking 0 tokens and leaving 0 or 1 heaps leaves the heap as it was: take at least 1, or leave at least 2 heaps"));
        }
        (take, leave, condition)
    } else {
        return Err(text.expected("`take(` or `split(`"));
    };
    let on = if lookahead(text, |text| keyword(text, "on")) {
        set(text, Least::Zero, Commas::Either, "a heap size, a range such as `3..` or `any`")?
    } else {
        SizeSet::all()
    };
    Ok(Clause { take, leave, condition, on })
}

/// What is in the brackets of `leave` and `split`, the closing one included: numbers of heaps, then conditions.
fn heaps(text: &mut Cursor<'_>) -> Result<(SizeSet, Condition), NotationError> {
    let at = after_spaces(text);
    let leave = set(text, Least::One, Commas::Either, "a number of heaps, a range such as `0..2` or `any`")?;
    if leave.ranges().iter().any(|&(low, high)| low > MOST_HEAPS || high > MOST_HEAPS && high != ENDLESS) {
        return Err(
            at.error(format!("at most {MOST_HEAPS} heaps can be left by number: use `2..` for any number"))
        );
    }
    let mut condition = Condition::Any;
    while lookahead(text, |text| text.eat(',')) {
        text.skip_spaces();
        condition = condition.max(read_condition(text)?);
    }
    close(text, "`,` or `)`")?;
    Ok((leave, condition))
}

fn read_condition(text: &mut Cursor<'_>) -> Result<Condition, NotationError> {
    if keyword(text, "distinct") {
        return Ok(Condition::Differ(1));
    }
    if keyword(text, "not-all-equal") {
        return Ok(Condition::NotAllEqual);
    }
    if keyword(text, "diff") {
        text.require('>')?;
        text.require_here('=', "`=` of `diff>=`")?;
        text.skip_spaces();
        let least = text.number("a difference")?;
        return Ok(if least == 0 { Condition::Any } else { Condition::Differ(least) });
    }
    Err(text.expected("a number of heaps or a condition: `distinct`, `not-all-equal` or `diff>=N`"))
}

/// Where `any` begins.
#[derive(Clone, Copy)]
enum Least {
    Zero = 0,
    One = 1,
}

/// What follows a comma after an item of a set.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Commas {
    /// Another item.
    Items,
    /// Another item, or what comes after the set: a condition, or the next game of a list.
    Either,
}

fn set(text: &mut Cursor<'_>, least: Least, commas: Commas, what: &str) -> Result<SizeSet, NotationError> {
    let mut ranges = Vec::new();
    loop {
        text.skip_spaces();
        ranges.push(item(text, least, what)?);
        if !lookahead(text, |text| text.eat(',') && (commas == Commas::Items || item_follows(text))) {
            return Ok(ranges.into_iter().collect());
        }
    }
}

fn item(text: &mut Cursor<'_>, least: Least, what: &str) -> Result<(u64, u64), NotationError> {
    if keyword(text, "any") {
        return Ok((least as u64, ENDLESS));
    }
    let at = text.clone();
    let low = text.number(what)?;
    if !lookahead(text, |text| text.eat_str("..")) {
        return Ok((low, low));
    }
    let bounded = lookahead(text, |text| text.peek().is_some_and(|c| c.is_ascii_digit()));
    let high = if bounded { text.number("a number")? } else { ENDLESS };
    if high < low {
        return Err(at.error(format!("the range {low}..{high} is empty: the smaller number comes first")));
    }
    Ok((low, high))
}

/// Whether after a comma an item of a set follows, and not a condition, a code or a name.
fn item_follows(text: &Cursor<'_>) -> bool {
    let mut ahead = text.clone();
    ahead.skip_spaces();
    if keyword(&mut ahead.clone(), "any") {
        return true;
    }
    if ahead.take_while(|c| c.is_ascii_digit()).is_empty() {
        return false;
    }
    let code = ahead.peek() == Some('.') && ahead.peek_second() != Some('.') || ahead.peek() == Some('!');
    !code
}

/// Moves past spaces and what `eat` takes, or not at all if it takes nothing.
fn lookahead(text: &mut Cursor<'_>, eat: impl Fn(&mut Cursor<'_>) -> bool) -> bool {
    let mut ahead = text.clone();
    ahead.skip_spaces();
    let found = eat(&mut ahead);
    if found {
        *text = ahead;
    }
    found
}

/// Moves past a word, unless it is only the beginning of a longer one.
fn keyword(text: &mut Cursor<'_>, word: &str) -> bool {
    let mut ahead = text.clone();
    let found =
        ahead.eat_str(word) && !ahead.peek().is_some_and(|c| c.is_alphanumeric() || c == '-' || c == '_');
    if found {
        *text = ahead;
    }
    found
}

fn after_spaces<'t>(text: &Cursor<'t>) -> Cursor<'t> {
    let mut ahead = text.clone();
    ahead.skip_spaces();
    ahead
}

fn close(text: &mut Cursor<'_>, what: &str) -> Result<(), NotationError> {
    text.skip_spaces();
    text.require_here(')', what)
}

impl Cursor<'_> {
    /// Moves past `wanted`, or fails saying `what` was expected.
    pub(super) fn require_here(&mut self, wanted: char, what: &str) -> Result<(), NotationError> {
        if self.eat(wanted) { Ok(()) } else { Err(self.expected(what)) }
    }
}

impl Rule {
    /// The rule in the rule language, whether or not it has a code; `0.0` for the game without moves.
    pub fn clause_text(&self) -> String {
        let clauses: Vec<String> = self.clauses().iter().map(ToString::to_string).collect();
        if clauses.is_empty() { "0.0".to_owned() } else { clauses.join(" | ") }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.code().unwrap_or_else(|| self.clause_text()))
    }
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { take, leave, condition, on } = self;
        if *take == SizeSet::range(0, 0) {
            write!(f, "split({leave}{condition})")?;
        } else {
            write!(f, "take({take})")?;
            if *leave != SizeSet::range(0, 1) || *condition != Condition::Any {
                write!(f, " leave({leave}{condition})")?;
            }
        }
        if *on == SizeSet::all() { Ok(()) } else { write!(f, " on {on}") }
    }
}

/// As it follows the numbers of heaps, comma included.
impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Any => Ok(()),
            Self::NotAllEqual => f.write_str(", not-all-equal"),
            Self::Differ(1) => f.write_str(", distinct"),
            Self::Differ(least) => write!(f, ", diff>={least}"),
        }
    }
}
