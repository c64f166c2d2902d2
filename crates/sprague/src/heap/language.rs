//! The rule language: `take(1..3) leave(0..2, distinct) on 5.. | split(2)`, `take(primes)`, `take(1..n/2)`,
//! `to(n/2) on even`.
//!
//! The parser reads a clause at a time and stops at the first character that cannot continue the rules, so that
//! rules can stand in a list: in `nearly(split(2) on 3, 0.77)` the comma ends the rules, because what follows it is
//! not a number but a code. The printer writes the normal form, and the parser reads it back to the same rule.

use std::fmt;

use super::amounts::{Amounts, Bound, LISTED};
use super::clause::Clause;
use super::condition::Condition;
use super::cycle::{Cycle, LONGEST_CYCLE};
use super::division::Division;
use super::named_form::is_never;
use super::rule::Rule;
use super::rule_error::{MOST_HEAPS, RuleError};
use super::set::{ENDLESS, SizeSet};
use super::take::{Sizes, Take};
use crate::notation::{Cursor, NotationError};

/// The words that rules begin with; `S(1,3,4)` and `subtract(1,3,4)` are other names of `take(1,3,4)`.
const TAKES: [&str; 3] = ["take", "subtract", "s"];

/// Whether rules start here.
pub(crate) fn starts(text: &Cursor<'_>) -> bool {
    let opens = |word: &&str| {
        let mut ahead = text.clone();
        keyword(&mut ahead, word) && {
            ahead.skip_spaces();
            ahead.peek() == Some('(')
        }
    };
    ["take", "split"].iter().any(|&word| keyword(&mut text.clone(), word))
        || ["subtract", "s", "to"].iter().any(|word| opens(word))
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

/// Reads a clause, which is several where some of its sets cannot be said as one.
fn clause(text: &mut Cursor<'_>) -> Result<Vec<Clause>, NotationError> {
    text.skip_spaces();
    let start = text.clone();
    let (takes, leave, condition) = if keyword(text, "split") {
        text.require('(')?;
        let at = after_spaces(text);
        let (leave, condition) = heaps(text)?;
        if leave.least() < Some(2) {
            return Err(at.error(
                "a split makes at least two heaps: write `split(2)`, or `split(2..)` for any number",
            ));
        }
        (vec![Take::nothing()], leave, condition)
    } else if TAKES.iter().any(|word| keyword(text, word)) {
        text.require('(')?;
        let at = after_spaces(text);
        let takes = amounts(text, Least::One)?.into_iter().map(Item::taken).collect();
        let (leave, condition) = leaves(text)?;
        let takes = united(takes);
        if takes.iter().any(|take| take.contains(ENDLESS, 0)) && leave.least() < Some(2) {
            return Err(at.error("taking 0 tokens and leaving 0 or 1 heaps leaves the heap as it was: take at least 1, or leave at least 2 heaps"));
        }
        (takes, leave, condition)
    } else if keyword(text, "to") {
        text.require('(')?;
        let items = amounts(text, Least::Zero)?;
        let (leave, condition) = leaves(text)?;
        (items.into_iter().flat_map(Item::left).collect(), leave, condition)
    } else {
        return Err(text.expected("`take(`, `to(` or `split(`"));
    };
    let sizes = if lookahead(text, |text| keyword(text, "on")) { sizes(text)? } else { vec![Sizes::all()] };
    // sets without moves are left out, unless the clause has no others
    let has_others = takes.iter().any(|take| !is_never(take, &leave));
    let takes: Vec<Take> = takes.into_iter().filter(|take| !has_others || !is_never(take, &leave)).collect();
    if matches!(condition, Division::Apart(_)) && leave.greatest() > Some(2) {
        return Err(start.error(RuleError::TwoParts.to_string()));
    }
    let clauses = takes.iter().flat_map(|take| {
        sizes.iter().map(|on| Clause::new(take.clone(), leave.clone(), condition.clone(), on.clone()))
    });
    Ok(clauses.collect())
}

/// Lists of ranges as one list, and the other sets.
fn united(takes: Vec<Take>) -> Vec<Take> {
    let all: SizeSet =
        takes.iter().filter_map(Take::ranges).flat_map(|set| set.ranges().iter().copied()).collect();
    let others = takes.into_iter().filter(|take| take.ranges().is_none());
    Some(Take::Ranges(all)).filter(|take| !take.is_empty()).into_iter().chain(others).collect()
}

/// `leave` and its brackets, or what is left where it is missing.
fn leaves(text: &mut Cursor<'_>) -> Result<(SizeSet, Division), NotationError> {
    if lookahead(text, |text| keyword(text, "leave")) {
        text.require('(')?;
        return heaps(text);
    }
    Ok((SizeSet::range(0, 1), Division::ANY))
}

/// What stands between two commas of `take`, `to` or `on`.
enum Item {
    /// Numbers of a list.
    Numbers(SizeSet),
    /// A set by name, or one that depends on the heap.
    Named(Amounts),
}

impl Item {
    fn range(low: u64, high: u64) -> Self {
        Self::Numbers(SizeSet::range(low, high))
    }

    fn taken(self) -> Take {
        match self {
            Self::Numbers(set) => Take::Ranges(set),
            Self::Named(amounts) => Take::Named(amounts),
        }
    }

    fn left(self) -> Vec<Take> {
        let between =
            |&(low, high): &(u64, u64)| Take::Down(Amounts::Between(Bound::Number(low), Bound::Number(high)));
        match self {
            Self::Numbers(set) => set.ranges().iter().map(between).collect(),
            Self::Named(amounts) => vec![Take::Down(amounts)],
        }
    }
}

/// What is in the brackets of `take` and `to`, the closing one included.
fn amounts(text: &mut Cursor<'_>, least: Least) -> Result<Vec<Item>, NotationError> {
    let mut items = Vec::new();
    loop {
        text.skip_spaces();
        items.push(amount(text, least)?);
        if !lookahead(text, |text| text.eat(',')) {
            close(text, "`,` or `)`")?;
            return Ok(items);
        }
    }
}

/// The sets of sizes after `on`: lists of ranges as one, and each set by name.
fn sizes(text: &mut Cursor<'_>) -> Result<Vec<Sizes>, NotationError> {
    let mut listed = SizeSet::default();
    let mut all = Vec::new();
    let mut is_first = true;
    loop {
        text.skip_spaces();
        let at = text.clone();
        let starts_set = NAMES.iter().any(|(word, _)| keyword(&mut text.clone(), word));
        match amount(text, Least::Zero).map_err(|error| match text.peek() {
            Some(c) if c.is_ascii_digit() || starts_set => error,
            _ => at.expected("a heap size, a range such as `3..`, `any` or a set such as `even`"),
        })? {
            Item::Numbers(set) => listed = listed.union(&set),
            Item::Named(amounts) if amounts.depend_on_heap() => {
                return Err(at.error(
                    "`on` names sizes of heaps: a number, a range such as `3..`, or a set such as `even` or `primes`",
                ));
            }
            Item::Named(amounts) => all.push(Sizes::Named(amounts)),
        }
        is_first = is_first && all.is_empty() && listed.is_empty();
        let more = |text: &Cursor<'_>| item_follows(text) || size_set_follows(text);
        // what follows a comma may be the next game of a list
        if !lookahead(text, |text| text.eat(',') && more(text)) {
            let listed = Some(listed).filter(|set| !set.is_empty()).map(Sizes::Ranges);
            return Ok(listed.into_iter().chain(all).collect());
        }
    }
}

/// Whether after a comma a set of sizes follows by a name that is none of a game.
fn size_set_follows(text: &Cursor<'_>) -> bool {
    let mut ahead = text.clone();
    ahead.skip_spaces();
    let names = NAMES.iter().map(|(word, _)| *word).filter(|word| !["fibonacci", "divisors"].contains(word));
    names.chain(["even", "odd", "powers"]).any(|word| keyword(&mut ahead.clone(), word))
}

/// The sets that are one word.
const NAMES: [(&str, Amounts); 6] = [
    ("primes", Amounts::Primes),
    ("squares", Amounts::Squares),
    ("triangular", Amounts::Triangular),
    ("fibonacci", Amounts::Fibonacci),
    ("factorials", Amounts::Factorials),
    ("divisors", Amounts::Divisors),
];

/// One of them. `any` begins where the least number does.
fn amount(text: &mut Cursor<'_>, least: Least) -> Result<Item, NotationError> {
    const WHAT: &str = "a number of tokens, a range such as `1..3` or `1..n/2`, `any`, or a set: `even`, `odd`, \
                        `2.. by 3`, `primes`, `squares`, `triangular`, `fibonacci`, `factorials`, `powers of 2`, \
                        `divisors`, `proper divisors`";
    if keyword(text, "any") {
        return Ok(Item::range(least as u64, ENDLESS));
    }
    for (word, first) in [("odd", 1), ("even", 2)] {
        if keyword(text, word) {
            return Ok(progression(first, 2));
        }
    }
    if let Some((_, amounts)) = NAMES.iter().find(|(word, _)| keyword(text, word)) {
        return Ok(Item::Named(amounts.clone()));
    }
    if keyword(text, "proper") {
        text.skip_spaces();
        return if keyword(text, "divisors") {
            Ok(Item::Named(Amounts::ProperDivisors))
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
        return Ok(Item::Named(Amounts::Powers(base)));
    }
    let at = text.clone();
    let low = bound(text, WHAT)?;
    if !lookahead(text, |text| text.eat_str("..")) {
        return Ok(match low {
            Bound::Number(number) => Item::range(number, number),
            low => Item::Named(Amounts::Between(low, low)),
        });
    }
    let bounded =
        lookahead(text, |text| text.peek().is_some_and(|c| c.is_ascii_digit()) || is_heap_bound(text));
    let high = match (bounded, low) {
        (true, _) => bound(text, "a number")?,
        (false, Bound::Number(_)) => Bound::Number(ENDLESS),
        (false, _) => Bound::Less(0),
    };
    if let (Bound::Number(low), Bound::Number(high)) = (low, high) {
        if high < low {
            return Err(at.error(format!("the range {low}..{high} is empty: the smaller number comes first")));
        }
        if lookahead(text, |text| keyword(text, "by")) {
            return steps(text, &at, low, high);
        }
        return Ok(Item::range(low, high));
    }
    if low == Bound::Number(0) && !matches!(high, Bound::Number(_)) && least as u64 > 0 {
        return Err(at.error("a range that ends with the heap starts at 1 or more: write `1..`"));
    }
    Ok(Item::Named(Amounts::Between(low, high)))
}

fn progression(first: u64, step: u64) -> Item {
    match Take::repeating(Cycle::progression(first, step)) {
        Take::Named(amounts) | Take::Down(amounts) => Item::Named(amounts),
        Take::Ranges(set) => Item::Numbers(set),
    }
}

/// The step after `by`, and the numbers that it makes of a range.
fn steps(text: &mut Cursor<'_>, at: &Cursor<'_>, low: u64, high: u64) -> Result<Item, NotationError> {
    const MOST: u64 = LONGEST_CYCLE as u64;
    text.skip_spaces();
    let place = text.clone();
    let step = text.number("a step after `by`, as in `2.. by 3`")?;
    if step == 0 {
        return Err(place.error("the step after `by` is at least 1"));
    }
    if high == ENDLESS {
        if step > MOST || low > MOST {
            return Err(at.error(format!(
                "numbers in steps without end begin at {MOST} or less, and a step is at most {MOST}"
            )));
        }
        return Ok(progression(if low == 0 { step } else { low }, step));
    }
    if (high - low) / step >= LISTED {
        return Err(at.error(format!(
            "`{low}..{high} by {step}` has more than {LISTED} numbers: leave out the last, `{low}.. by {step}`"
        )));
    }
    Ok(Item::Numbers((low..=high).step_by(usize::try_from(step).unwrap_or(usize::MAX)).collect()))
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
fn heaps(text: &mut Cursor<'_>) -> Result<(SizeSet, Division), NotationError> {
    let at = after_spaces(text);
    let leave = set(text, Least::One, "a number of heaps, a range such as `0..2` or `any`")?;
    if leave.ranges().iter().any(|&(low, high)| low > MOST_HEAPS || high > MOST_HEAPS && high != ENDLESS) {
        return Err(
            at.error(format!("at most {MOST_HEAPS} heaps can be left by number: use `2..` for any number"))
        );
    }
    let mut condition = Division::ANY;
    while lookahead(text, |text| text.eat(',')) {
        text.skip_spaces();
        let at = text.clone();
        condition = match (condition.chain(), read_condition(text)?) {
            (Some(first), Division::Chain(second)) => Division::Chain(first.max(second)),
            (Some(Condition::Any), more) => more,
            _ => {
                return Err(at.error(
                    "`equal` and a set of differences stand alone: join two clauses with `|`, or list all differences",
                ));
            }
        };
    }
    close(text, "`,` or `)`")?;
    Ok((leave, condition))
}

fn read_condition(text: &mut Cursor<'_>) -> Result<Division, NotationError> {
    if keyword(text, "distinct") {
        return Ok(Condition::Differ(1).into());
    }
    if keyword(text, "not-all-equal") {
        return Ok(Condition::NotAllEqual.into());
    }
    if keyword(text, "equal") {
        return Ok(Division::Equal);
    }
    if keyword(text, "diff") {
        text.skip_spaces();
        let is_without = keyword(text, "not");
        text.skip_spaces();
        if is_without || keyword(&mut text.clone(), "in") {
            if !keyword(text, "in") {
                return Err(text.expected("`in` and a set of differences, as in `diff not in {2}`"));
            }
            return differences(text, is_without);
        }
        text.require('>')?;
        text.require_here('=', "`=` of `diff>=`")?;
        text.skip_spaces();
        let least = text.number("a difference")?;
        return Ok(if least == 0 { Condition::Any } else { Condition::Differ(least) }.into());
    }
    Err(text.expected(
        "a number of heaps or a condition: `distinct`, `not-all-equal`, `equal`, `diff>=N` or `diff in {1,3}`",
    ))
}

/// A set in braces.
fn differences(text: &mut Cursor<'_>, is_without: bool) -> Result<Division, NotationError> {
    text.require('{')?;
    let at = after_spaces(text);
    let set = set(text, Least::Zero, "a difference, or a range such as `3..`")?;
    text.skip_spaces();
    text.require_here('}', "`,` or `}`")?;
    let set = if is_without { set.complement() } else { set };
    if set.is_empty() {
        return Err(at.error("no difference is left: name those that two parts may have"));
    }
    Ok(Division::Apart(set))
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
        let Self { take, leave, condition, on } = self;
        if *take == Take::nothing() {
            write!(f, "split({leave}{condition})")?;
        } else {
            write!(f, "{take}")?;
            if *leave != SizeSet::range(0, 1) || *condition != Division::ANY {
                write!(f, " leave({leave}{condition})")?;
            }
        }
        if *on == Sizes::all() { Ok(()) } else { write!(f, " on {on}") }
    }
}

/// As it follows the numbers of heaps, comma included.
impl fmt::Display for Division {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Chain(condition) | Self::EqualOr(condition) => write!(f, "{condition}"),
            Self::Equal => f.write_str(", equal"),
            Self::Apart(set) if set.greatest() == Some(ENDLESS) => {
                write!(f, ", diff not in {{{}}}", set.complement())
            }
            Self::Apart(set) => write!(f, ", diff in {{{set}}}"),
        }
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
