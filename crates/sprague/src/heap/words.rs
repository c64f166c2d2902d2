//! Rules in words.
//!
//! One sentence for each clause of the normal form, in plain English, so that a reader need not know the rule
//! language: "Take 1 or 2 tokens; what is left may be nothing, one heap or two heaps."

use super::amounts::Amounts;
use super::clause::Clause;
use super::condition::Condition;
use super::division::Division;
use super::rule::Rule;
use super::set::{ENDLESS, SizeSet};
use super::take::{Sizes, Take};

/// The rule in words.
///
/// ```
/// use sprague::heap::{Rule, describe};
/// let kayles: Rule = "0.77".parse()?;
/// assert_eq!(describe(&kayles), "Take 1 or 2 tokens; what is left may be nothing, one heap or two heaps.");
/// # Ok::<(), sprague::notation::NotationError>(())
/// ```
pub fn describe(rule: &Rule) -> String {
    let mut sentences = Vec::new();
    for (at, clause) in rule.clauses().iter().enumerate() {
        let (first, rest) = match &clause.take {
            take if *take == Take::nothing() => ("Split", split(clause)),
            Take::Down(left) => ("Take", take_down(clause, left)),
            _ => ("Take", take(clause)),
        };
        let first = if at == 0 { first.to_owned() } else { format!("Or {}", first.to_lowercase()) };
        sentences.push(format!("{first} {rest}."));
    }
    if sentences.is_empty() { "There are no moves.".to_owned() } else { sentences.join(" ") }
}

fn split(clause: &Clause) -> String {
    format!("{} into {}{}", heap(&clause.on), heaps(&clause.leave), condition(clause))
}

fn take(clause: &Clause) -> String {
    let tokens = amounts(clause);
    let from = if clause.on == Sizes::all() { String::new() } else { format!(" from {}", heap(&clause.on)) };
    let none = SizeSet::range(0, 0);
    if clause.leave == none {
        return format!("{tokens}{from}, if that is the whole heap");
    }
    let modal = if clause.leave.least() == clause.leave.greatest() { "must" } else { "may" };
    format!("{tokens}{from}; what is left {modal} be {}{}", heaps(&clause.leave), condition(clause))
}

fn take_down(clause: &Clause, left: &Amounts) -> String {
    let left = match left {
        Amounts::Between(low, high) if low == high => format!("{low} remain, n being the size of the heap"),
        Amounts::Between(low, high) => format!("{low} to {high} remain, n being the size of the heap"),
        other => format!("{} remain", number_of(other)),
    };
    let from = if clause.on == Sizes::all() { String::new() } else { format!(" from {}", heap(&clause.on)) };
    let parts = if *clause.leave.ranges() == [(0, 1)] {
        String::new()
    } else {
        format!(", as {}{}", heaps(&clause.leave), condition(clause))
    };
    format!("tokens{from} so that {left}{parts}")
}

/// How many tokens are taken, in words.
fn amounts(clause: &Clause) -> String {
    match &clause.take {
        Take::Ranges(set) => counted(set, "token", "tokens"),
        Take::Named(amounts) | Take::Down(amounts) => number_of(amounts),
    }
}

/// A number of tokens of a set, in words.
fn number_of(amounts: &Amounts) -> String {
    match amounts {
        Amounts::Cycle(cycle) => match cycle.to_string() {
            word if word == "even" || word == "odd" => format!("an {word} number of tokens"),
            list => format!("a number of tokens among {list}"),
        },
        Amounts::Primes => "a prime number of tokens".to_owned(),
        Amounts::Squares => "a square number of tokens".to_owned(),
        Amounts::Triangular => "a triangular number of tokens (1, 3, 6, 10, ...)".to_owned(),
        Amounts::Fibonacci => "a Fibonacci number of tokens (1, 2, 3, 5, 8, ...)".to_owned(),
        Amounts::Factorials => "a factorial number of tokens (1, 2, 6, 24, ...)".to_owned(),
        Amounts::Powers(base) => format!("a number of tokens that is 1 or a power of {base}"),
        Amounts::Divisors => "a number of tokens that divides the size of the heap".to_owned(),
        Amounts::ProperDivisors => {
            "a number of tokens that divides the size of the heap, but not all of them".to_owned()
        }
        Amounts::Between(low, high) if low == high => format!("{low} tokens of n"),
        Amounts::Between(low, high) => format!("{low} to {high} tokens of n"),
    }
}

fn heap(on: &Sizes) -> String {
    match on {
        Sizes::Ranges(set) if *set == SizeSet::all() => "a heap".to_owned(),
        Sizes::Ranges(set) => format!("a heap of {}", counted(set, "token", "tokens")),
        Sizes::Named(amounts) => format!("a heap of {}", number_of(amounts)),
    }
}

fn heaps(leave: &SizeSet) -> String {
    let mut words = Vec::new();
    for &(low, high) in leave.ranges() {
        match high {
            ENDLESS if low == 0 => words.push("any number of heaps".to_owned()),
            ENDLESS => words.push(format!("{} or more heaps", number(low))),
            _ if high - low <= 3 => words.extend((low..=high).map(|count| match count {
                0 => "nothing".to_owned(),
                1 => "one heap".to_owned(),
                _ => format!("{} heaps", number(count)),
            })),
            _ => words.push(format!("{} to {} heaps", number(low), number(high))),
        }
    }
    listed(&words)
}

fn condition(clause: &Clause) -> String {
    let two = clause.leave == SizeSet::range(2, 2);
    let chain = match &clause.condition {
        Division::Chain(condition) | Division::EqualOr(condition) => *condition,
        Division::Equal => return " of equal sizes".to_owned(),
        Division::Apart(set) if set.greatest() == Some(ENDLESS) => {
            return format!(" that do not differ by {}", ranges(&set.complement()));
        }
        Division::Apart(set) => return format!(" that differ by {}", ranges(set)),
    };
    match chain {
        Condition::Any => String::new(),
        Condition::NotAllEqual => " that are not all equal".to_owned(),
        Condition::Differ(1) => " of different sizes".to_owned(),
        Condition::Differ(least) if two => format!(" that differ by at least {least}"),
        Condition::Differ(least) => format!(" of which every two differ by at least {least}"),
    }
}

/// A set of numbers with what is counted: `1 token`, `1 or 2 tokens`, `3 or more tokens`.
fn counted(set: &SizeSet, one: &str, many: &str) -> String {
    if *set == SizeSet::range(1, ENDLESS) || *set == SizeSet::all() {
        return format!("any number of {many}");
    }
    let unit = if *set == SizeSet::range(1, 1) { one } else { many };
    format!("{} {unit}", ranges(set))
}

/// A set of numbers: `1 or 2`, `3 or more`.
fn ranges(set: &SizeSet) -> String {
    let words: Vec<String> = set
        .ranges()
        .iter()
        .flat_map(|&(low, high)| match high {
            ENDLESS => vec![format!("{low} or more")],
            _ if high - low <= 1 => (low..=high).map(|n| n.to_string()).collect(),
            _ => vec![format!("{low} to {high}")],
        })
        .collect();
    listed(&words)
}

fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [firsts @ .., last] => format!("{} or {last}", firsts.join(", ")),
    }
}

fn number(n: u64) -> String {
    const WORDS: [&str; 11] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    usize::try_from(n).ok().and_then(|n| WORDS.get(n)).map_or_else(|| n.to_string(), |&word| word.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_read_as_sentences() {
        let known = [
            ("nim", "Take any number of tokens; what is left may be nothing or one heap."),
            ("grundy", "Split a heap into two heaps of different sizes."),
            ("couples-are-forever", "Split a heap of 3 or more tokens into two heaps."),
            (
                "thesis-d",
                "Split a heap of 2 tokens into two heaps. Or split a heap into two heaps of different sizes.",
            ),
            ("split(2, diff>=3)", "Split a heap into two heaps that differ by at least 3."),
            ("split(3, not-all-equal)", "Split a heap into three heaps that are not all equal."),
            ("split(3, diff>=2)", "Split a heap into three heaps of which every two differ by at least 2."),
            (
                "lasker",
                "Split a heap into two heaps. Or take any number of tokens; what is left may be nothing or one heap.",
            ),
            ("take(1,3,5..7)", "Take 1, 3 or 5 to 7 tokens; what is left may be nothing or one heap."),
            ("0.1", "Take 1 token, if that is the whole heap."),
            ("officers", "Take 1 token; what is left may be one heap or two heaps."),
            ("0.04", "Take 2 tokens; what is left must be two heaps."),
            ("split(2..)", "Split a heap into two or more heaps."),
            ("0.0", "There are no moves."),
            ("take(primes)", "Take a prime number of tokens; what is left may be nothing or one heap."),
            ("take(1..n/2)", "Take 1 to n/2 tokens of n; what is left may be nothing or one heap."),
            ("take(even) leave(1)", "Take an even number of tokens; what is left must be one heap."),
            (
                "to(n/2) on even",
                "Take tokens from a heap of an even number of tokens so that n/2 remain, n being the size of the heap.",
            ),
            (
                "to(proper divisors)",
                "Take tokens so that a number of tokens that divides the size of the heap, but not all of them remain.",
            ),
            ("split(2, equal)", "Split a heap into two heaps of equal sizes."),
            ("split(2, diff in {1,3})", "Split a heap into two heaps that differ by 1 or 3."),
            ("split(2, diff not in {2})", "Split a heap into two heaps that do not differ by 2."),
        ];
        for (text, words) in known {
            assert_eq!(describe(&text.parse().unwrap()), words, "{text}");
        }
    }
}
