//! The rule language: `take(1..3) leave(0..2, distinct) on 5.. | split(2)`, `take(primes)`, `take(1..n/2)`.
//!
//! The parser reads a clause at a time and stops at the first character that cannot continue the rules, so that
//! rules can stand in a list: in `nearly(split(2) on 3, 0.77)` the comma ends the rules, because what follows it is
//! not a number but a code. The printer writes the normal form, and the parser reads it back to the same rule.

use std::fmt;

use super::amounts::{Amounts, Bound};
use super::clause::Clause;
use super::condition::Condition;
use super::named_form::is_never;
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
    let mut clauses = clause(text)?;
    while lookahead(text, |text| text.eat('|')) {
        clauses.extend(clause(text)?);
    }
    let (rule, work) = Rule::in_text(clauses, text.work()).map_err(|error| start.error(error.to_string()))?;
    text.add_work(work);
    Ok(rule)
}

/// Reads a clause, which is several where some of its amounts have names.
fn clause(text: &mut Cursor<'_>) -> Result<Vec<Clause>, NotationError> {
    text.skip_spaces();
    let (take, named, leave, condition) = if keyword(text, "split") {
        text.require('(')?;
        let at = after_spaces(text);
        let (leave, condition) = heaps(text)?;
        if leave.least() < Some(2) {
            return Err(at.error(
                "a split makes at least two heaps: write `split(2)`, or `split(2..)` for any number",
            ));
        }
        (SizeSet::range(0, 0), Vec::new(), leave, condition)
    } else if keyword(text, "take") {
        text.require('(')?;
        let at = after_spaces(text);
        let (take, named) = amounts(text)?;
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
        (take, named, leave, condition)
    } else {
        return Err(text.expected("`take(` or `split(`"));
    };
    let on = if lookahead(text, |text| keyword(text, "on")) {
        set(text, Least::Zero, "a heap size, a range such as `3..` or `any`")?
    } else {
        SizeSet::all()
    };
    // amounts without moves are left out, unless the clause has no others
    let has_others = !take.is_empty() || named.iter().any(|&among| !is_never(among, &leave));
    let plain = Clause::new(take, leave.clone(), condition, on.clone());
    let named = named.into_iter().filter(|&among| !has_others || !is_never(among, &leave));
    let named = named.map(|among| Clause::named(among, leave.clone(), condition, on.clone()));
    Ok(Some(plain).filter(|clause| !clause.take.is_empty()).into_iter().chain(named).collect())
}

/// What is in the brackets of `take`: numbers and ranges, sets by name, and ranges that depend on the heap.
fn amounts(text: &mut Cursor<'_>) -> Result<(SizeSet, Vec<Amounts>), NotationError> {
    let mut ranges = Vec::new();
    let mut named = Vec::new();
    loop {
        text.skip_spaces();
        match amount(text)? {
            Amounts::Between(Bound::Number(low), Bound::Number(high)) => ranges.push((low, high)),
            among => named.push(among),
        }
        if !lookahead(text, |text| text.eat(',')) {
            return Ok((ranges.into_iter().collect(), named));
        }
    }
}

/// One of them; plain numbers and ranges as bounds that are numbers.
fn amount(text: &mut Cursor<'_>) -> Result<Amounts, NotationError> {
    const WHAT: &str = "a number of tokens, a range such as `1..3` or `1..n/2`, `any`, or a set: `primes`, `squares`, \
                        `triangular`, `fibonacci`, `factorials`, `powers of 2`, `divisors`, `proper divisors`";
    if keyword(text, "any") {
        return Ok(Amounts::Between(Bound::Number(1), Bound::Number(ENDLESS)));
    }
    let sets = [
        ("primes", Amounts::Primes),
        ("squares", Amounts::Squares),
        ("triangular", Amounts::Triangular),
        ("fibonacci", Amounts::Fibonacci),
        ("factorials", Amounts::Factorials),
        ("divisors", Amounts::Divisors),
    ];
    if let Some(&(_, amounts)) = sets.iter().find(|(word, _)| keyword(text, word)) {
        return Ok(amounts);
    }
    if keyword(text, "proper") {
        text.skip_spaces();
        return if keyword(text, "divisors") {
            Ok(Amounts::ProperDivisors)
        } else {
            Err(text.expected("`divisors` after `proper`"))
        };
    }
    if keyword(text, "powers") {
        text.skip_spaces();
        if !keyword(text, "of") {
            return Err(text.expected("`of` and a number after `powers`, as in `powers of 2`"));
        }
        text.skip_spaces();
        let at = text.clone();
        let base = text.number("the number whose powers are taken, as in `powers of 2`")?;
        if base < 2 {
            return Err(
                at.error(format!("the powers of {base} are no set of their own: use 2 or a larger number"))
            );
        }
        return Ok(Amounts::Powers(base));
    }
    let at = text.clone();
    let low = bound(text, WHAT)?;
    if !lookahead(text, |text| text.eat_str("..")) {
        return Ok(Amounts::Between(low, low));
    }
    let bounded =
        lookahead(text, |text| text.peek().is_some_and(|c| c.is_ascii_digit()) || is_heap_bound(text));
    let high = match (bounded, low) {
        (true, _) => bound(text, "a number")?,
        (false, Bound::Number(_)) => Bound::Number(ENDLESS),
        (false, _) => Bound::Less(0),
    };
    if let (Bound::Number(low), Bound::Number(high)) = (low, high)
        && high < low
    {
        return Err(at.error(format!("the range {low}..{high} is empty: the smaller number comes first")));
    }
    if low == Bound::Number(0) && !matches!(high, Bound::Number(_)) {
        return Err(at.error("a range that ends with the heap starts at 1 or more: write `1..`"));
    }
    Ok(Amounts::Between(low, high))
}

/// Whether a bound that depends on the heap comes next.
fn is_heap_bound(text: &Cursor<'_>) -> bool {
    keyword(&mut text.clone(), "sqrt") || text.clone().eat_str("n") && !word_goes_on(text)
}

/// Whether the word `n` is only the beginning of a longer one.
fn word_goes_on(text: &Cursor<'_>) -> bool {
    text.peek_second().is_some_and(|c| c.is_alphanumeric() || c == '_')
}

/// A number, or `n`, `n/2`, `n-1`, `sqrt n`.
fn bound(text: &mut Cursor<'_>, what: &str) -> Result<Bound, NotationError> {
    if keyword(text, "sqrt") {
        text.skip_spaces();
        let bracket = text.eat('(');
        text.skip_spaces();
        if !is_heap_bound(text) || !text.eat_str("n") {
            return Err(text.expected("`n`, the size of the heap, after `sqrt`"));
        }
        if bracket {
            text.require(')')?;
        }
        return Ok(Bound::Root);
    }
    if !is_heap_bound(text) {
        return Ok(Bound::Number(text.number(what)?));
    }
    text.advance();
    if lookahead(text, |text| text.eat('/')) {
        text.skip_spaces();
        let at = text.clone();
        let parts = text.number("the number that n is divided by, as in `n/2`")?;
        if parts == 0 {
            return Err(at.error("n cannot be divided by 0: use 1 or more"));
        }
        return Ok(Bound::Share(parts));
    }
    if lookahead(text, |text| text.eat('-')) {
        text.skip_spaces();
        return Ok(Bound::Less(text.number("the number that is taken from n, as in `n-1`")?));
    }
    Ok(Bound::Less(0))
}

/// What is in the brackets of `leave` and `split`, the closing one included: numbers of heaps, then conditions.
fn heaps(text: &mut Cursor<'_>) -> Result<(SizeSet, Condition), NotationError> {
    let at = after_spaces(text);
    let leave = set(text, Least::One, "a number of heaps, a range such as `0..2` or `any`")?;
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

fn set(text: &mut Cursor<'_>, least: Least, what: &str) -> Result<SizeSet, NotationError> {
    let mut ranges = Vec::new();
    loop {
        text.skip_spaces();
        ranges.push(item(text, least, what)?);
        // what follows a comma may be a condition, or the next game of a list
        if !lookahead(text, |text| text.eat(',') && item_follows(text)) {
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
        let Self { among, take, leave, condition, on } = self;
        if *take == SizeSet::range(0, 0) {
            write!(f, "split({leave}{condition})")?;
        } else {
            match among {
                Amounts::All => write!(f, "take({take})")?,
                _ => write!(f, "take({among})")?,
            }
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
