//! Values of single heaps by theorem, for heaps of any size.
//!
//! A rule is recognized by its normal form, so it does not matter how it was written. The statements and their
//! proofs are theory 2.1 (Nim), 3.1 (take 1 to m), 3.2 and 3.3 (Dawson's Kayles and Kayles, whose periods are
//! permanent by 3.4) and 4.1 (any two parts; the same with Grundy's game where only 2 splits evenly; parts that
//! differ by at least 2; any three parts) and R.8 (Rims). Amounts by name: theory 3.5 (1 to m and no multiple of m + 1),
//! 3.6 (powers), 3.7 (at most half), 3.8 and 3.10 (divisors), 3.9 (multiples), 3.11 and 3.12 (halves and other shares).

use std::sync::LazyLock;

use super::amounts::{Amounts, Bound};
use super::arithmetic::prime_factors;
use super::clause::Clause;
use super::rule::Rule;
use super::set::{ENDLESS, SizeSet};
use super::take::Take;
use crate::nimber::Nimber;
use crate::sequence::by_period;
use crate::theorem::Theorem;
use crate::working::{Combine, Working, WorkingRow};

/// The value of one heap, where a theorem gives it, and which.
pub fn closed_form(rule: &Rule, size: u64) -> Option<(Nimber, Theorem)> {
    let form = Form::of(rule)?;
    Some((Nimber(form.value(size)), form.theorem()))
}

/// The numbers behind [`closed_form`], where they are more than a list of exceptions.
pub(crate) fn working(rule: &Rule, size: u64) -> Option<Working> {
    Form::of(rule)?.working(size)
}

/// The same for a row of n squares in Dawson's Kayles.
pub(crate) fn dawsons_working(n: u64) -> Option<Working> {
    Form::DawsonsKayles.working(n)
}

/// The value of a row of n squares in Dawson's Kayles (theory 3.2).
pub(crate) fn dawsons_kayles(n: u64) -> Nimber {
    Nimber(Form::DawsonsKayles.value(n))
}

/// Whether the rule is that of Nim: take any number from one heap.
pub fn is_nim(rule: &Rule) -> bool {
    Form::of(rule) == Some(Form::Nim)
}

/// An option of a heap of thesis game J with this value: two equal parts and one that has it (theory 4.1 J).
pub fn example_in_three(rule: &Rule, size: u64, value: Nimber) -> Option<Vec<u64>> {
    if Form::of(rule) != Some(Form::SplitThree) {
        return None;
    }
    let least = value.0.checked_mul(2)?.checked_add(1)?;
    let single = least + u64::from((size ^ least) & 1 == 1);
    let equal = size.checked_sub(single)? / 2;
    let mut parts = vec![equal, equal, single];
    parts.sort_unstable();
    (equal > 0).then_some(parts)
}

/// The options of value `value` of a single heap in a game where every move leaves at most one heap and a theorem
/// gives the values.
pub(crate) fn heaps_of_value(rule: &Rule, size: u64, value: Nimber) -> Option<Vec<u64>> {
    let most = match Form::of(rule)? {
        Form::Nim => ENDLESS,
        Form::TakeUpTo(most) => most,
        Form::TakeHalf => return Some(half_of_value(size, value.0).into_iter().collect()),
        _ => return None,
    };
    let Some(period) = most.checked_add(1) else {
        return Some((0..size).contains(&value.0).then_some(value.0).into_iter().collect());
    };
    let taken = (size % period + period - value.0 % period) % period;
    let exists = value.0 <= most && (1..=size).contains(&taken);
    Some(exists.then(|| size - taken).into_iter().collect())
}

/// The heap of this value among those that are at least half as large as another and smaller (theory 3.7).
fn half_of_value(size: u64, value: u64) -> Option<u64> {
    let least = size - size / 2 + 1;
    let mut next = value.checked_mul(2)?.checked_add(1)?;
    while next < least {
        next = next.checked_mul(2)?;
    }
    (next <= size).then(|| next - 1)
}

/// The value of a heap whose amounts are 1 to m and no multiple of q = m + 1; `None` where they are not.
fn modulus(rule: &Rule) -> Option<u64> {
    const MOST: u64 = 1 << 6;
    if rule.is_plain() || !rule.clauses().iter().all(Clause::is_subtraction) {
        return None;
    }
    let takes = |n: u64| rule.clauses().iter().any(|clause| clause.take.contains(n, n));
    // a range from 1 on need not be gone through
    let ranges = rule.clauses().iter().filter_map(|clause| clause.take.ranges());
    let first = ranges.filter_map(|set| set.ranges().first()).find(|range| range.0 == 1);
    let start = first.map_or(1, |range| range.1.saturating_add(1));
    let modulus = (start..=start.saturating_add(MOST)).find(|&n| !takes(n)).filter(|&n| n > 1)?;
    let has_multiple = |clause: &Clause| match &clause.take {
        Take::Ranges(set) => {
            set.ranges().iter().any(|&(low, high)| high / modulus > low.saturating_sub(1) / modulus)
        }
        // a prime multiple of a number from 2 on is the number itself, which is not taken
        Take::Named(Amounts::Primes) => false,
        Take::Named(Amounts::Powers(base)) => divides_a_power(modulus, *base),
        Take::Named(Amounts::Cycle(cycle)) => cycle.has_multiple(modulus),
        _ => true,
    };
    (!rule.clauses().iter().any(has_multiple)).then_some(modulus)
}

/// Whether a number divides some power of the base: all its prime factors are factors of the base.
fn divides_a_power(mut number: u64, base: u64) -> bool {
    loop {
        let (mut a, mut b) = (number, base);
        while b > 0 {
            (a, b) = (b, a % b);
        }
        if a == 1 {
            return number == 1;
        }
        number /= a;
    }
}

/// Period, preperiod and saltus, where the values have them by a closed form of a rule that is not all ranges.
pub(crate) fn named_period(rule: &Rule) -> Option<(u64, u64, u64)> {
    Some(match Form::of_named(rule)? {
        Form::TakeModulo(modulus) => (modulus, 0, 0),
        Form::TakePowers(base) if base % 2 == 1 => (2, 0, 0),
        Form::TakePowers(base) => (base.checked_add(1)?, 0, 0),
        Form::TakeMultiples(factor) => (factor, 0, 1),
        Form::EvenOrAllOdd => (2, 1, 1),
        Form::OneOrTwoHalves => (2, 3, 0),
        _ => return None,
    })
}

/// A game whose values are known for all heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Nim,
    TakeUpTo(u64),
    DawsonsKayles,
    Kayles,
    SplitAny,
    SplitDiffTwo,
    SplitThree,
    Rims,
    /// With the number q of the period.
    TakeModulo(u64),
    /// With the base.
    TakePowers(u64),
    TakeHalf,
    TakeDivisors,
    TakeProperDivisors,
    /// With the number whose multiples are taken.
    TakeMultiples(u64),
    ToDivisors,
    /// To 0, ..., n/b: with b.
    ToShares(u64),
    /// To n/b.
    ToShare(u64),
    EvenOrAllOdd,
    OneOrHalf,
    OneOrTwoHalves,
}

static RECOGNIZED: LazyLock<Vec<(Rule, Form)>> = LazyLock::new(|| {
    let games = [
        ("0.07", Form::DawsonsKayles),
        ("0.77", Form::Kayles),
        ("split(2)", Form::SplitAny),
        ("split(2, distinct) | split(2) on 2", Form::SplitAny),
        ("split(2, diff>=2)", Form::SplitDiffTwo),
        ("split(3)", Form::SplitThree),
        ("0.7...", Form::Rims),
    ];
    read(&games)
});

/// Those that are more than ranges.
static NAMED: LazyLock<Vec<(Rule, Form)>> = LazyLock::new(|| {
    read(&[
        ("0.[12]", Form::EvenOrAllOdd),
        ("take(1) | to(n/2) on even", Form::OneOrHalf),
        ("take(1) | split(2, equal)", Form::OneOrTwoHalves),
    ])
});

fn read(games: &[(&str, Form)]) -> Vec<(Rule, Form)> {
    games.iter().map(|(text, form)| (text.parse().expect("a rule of the table parses"), *form)).collect()
}

impl Form {
    fn of(rule: &Rule) -> Option<Self> {
        if let [clause] = rule.clauses()
            && clause.is_subtraction()
            && let Some([(1, most)]) = clause.take.ranges().map(SizeSet::ranges)
        {
            return Some(if *most == ENDLESS { Self::Nim } else { Self::TakeUpTo(*most) });
        }
        if !rule.is_plain() {
            return Self::of_named(rule);
        }
        RECOGNIZED.iter().find(|(known, _)| known == rule).map(|&(_, form)| form)
    }

    /// The form of a rule with named amounts.
    fn of_named(rule: &Rule) -> Option<Self> {
        if let [clause] = rule.clauses()
            && clause.is_subtraction()
        {
            const NOTHING: Bound = Bound::Number(0);
            match &clause.take {
                Take::Named(Amounts::Powers(base)) => return Some(Self::TakePowers(*base)),
                Take::Named(Amounts::Between(Bound::Number(1), Bound::Share(2))) => {
                    return Some(Self::TakeHalf);
                }
                Take::Named(Amounts::Divisors) => return Some(Self::TakeDivisors),
                Take::Named(Amounts::ProperDivisors) => return Some(Self::TakeProperDivisors),
                Take::Named(Amounts::Cycle(cycle)) if cycle.as_multiples().is_some() => {
                    return cycle.as_multiples().map(Self::TakeMultiples);
                }
                Take::Down(Amounts::ProperDivisors) => return Some(Self::ToDivisors),
                Take::Down(Amounts::Between(NOTHING, Bound::Share(parts))) if *parts > 1 => {
                    return Some(Self::ToShares(*parts));
                }
                Take::Down(Amounts::Between(Bound::Share(parts), Bound::Share(same))) if parts == same => {
                    return Some(Self::ToShare(*parts));
                }
                _ => {}
            }
        }
        let known = NAMED.iter().find(|(known, _)| known == rule).map(|&(_, form)| form);
        known.or_else(|| modulus(rule).map(Self::TakeModulo))
    }

    const fn theorem(self) -> Theorem {
        match self {
            Self::Nim => Theorem::Nim,
            Self::TakeUpTo(_) => Theorem::TakeUpTo,
            Self::DawsonsKayles => Theorem::DawsonsKayles,
            Self::Kayles => Theorem::Kayles,
            Self::SplitAny => Theorem::SplitAny,
            Self::SplitDiffTwo => Theorem::SplitDiffTwo,
            Self::SplitThree => Theorem::SplitThree,
            Self::Rims => Theorem::Rims,
            Self::TakeModulo(_) => Theorem::TakeModulo,
            Self::TakePowers(_) => Theorem::TakePowers,
            Self::TakeHalf => Theorem::TakeHalf,
            Self::TakeDivisors | Self::TakeProperDivisors => Theorem::TakeDivisors,
            Self::TakeMultiples(_) | Self::EvenOrAllOdd => Theorem::TakeMultiples,
            Self::ToDivisors => Theorem::ToDivisors,
            Self::ToShares(_) | Self::ToShare(_) => Theorem::ToShares,
            Self::OneOrHalf | Self::OneOrTwoHalves => Theorem::OneOrHalf,
        }
    }

    fn working(self, n: u64) -> Option<Working> {
        let row = |label: &str, value: u64| WorkingRow::new(label, value);
        let heap = || row("heap", n).out_of([n]);
        let modulo = |label: &str, modulus: u64| (Combine::Modulo, vec![heap(), row(label, modulus)]);
        let value = self.value(n);
        let (combine, rows) = match self {
            Self::Nim | Self::Rims => {
                (Combine::NimSum, vec![WorkingRow::new(format!("heap {n}"), n).out_of([n])])
            }
            Self::TakeUpTo(most) => modulo("one more than is ever taken", most + 1),
            Self::TakeModulo(modulus) => modulo("the least number that is not taken", modulus),
            Self::TakePowers(base) if base % 2 == 1 => modulo("parity: every power of the base is odd", 2),
            Self::TakePowers(base) => {
                let rows = vec![
                    heap(),
                    row("modulo base + 1", n % (base + 1)),
                    row("2 if that is the base, else its parity", value),
                ];
                (Combine::Last, rows)
            }
            Self::DawsonsKayles => return self.by_cycle(n, DAWSONS_CYCLE.len(), &DAWSONS_EXCEPTIONS),
            Self::Kayles => return self.by_cycle(n, KAYLES_CYCLE.len(), &KAYLES_EXCEPTIONS),
            Self::SplitDiffTwo => {
                return self.by_cycle(n, SPLIT_DIFF_TWO_CYCLE.len(), &SPLIT_DIFF_TWO_EXCEPTIONS);
            }
            _ if n == 0 => return None,
            Self::SplitAny => (Combine::Last, vec![heap(), row("1 if the heap is even, else 0", value)]),
            Self::SplitThree => (Combine::Last, vec![heap(), row("half of one less, rounded down", value)]),
            Self::TakeHalf => {
                let odd = (n + 1) >> (n + 1).trailing_zeros();
                let rows = vec![
                    heap(),
                    row("largest odd divisor of one more", odd),
                    row("half of that, rounded down", value),
                ];
                (Combine::Last, rows)
            }
            Self::TakeDivisors => {
                let times = n.trailing_zeros().into();
                (Combine::Last, vec![heap(), row("how often 2 divides it", times), row("one more", value)])
            }
            Self::TakeProperDivisors => (Combine::Last, vec![heap(), row("how often 2 divides it", value)]),
            Self::TakeMultiples(factor) => {
                (Combine::Last, vec![heap(), row("divisor", factor), row("quotient, rounded down", value)])
            }
            Self::ToDivisors => (Combine::Last, vec![heap(), row("its prime factors, counted", value)]),
            Self::ToShares(base) => (
                Combine::Last,
                vec![heap(), row("base", base), row("its digits in that base, counted", value)],
            ),
            Self::ToShare(base) => {
                let rows = vec![
                    heap(),
                    row("base", base),
                    row("its digits, counted", shares(n, base)),
                    row("parity", value),
                ];
                (Combine::Last, rows)
            }
            Self::EvenOrAllOdd => {
                let label = if n.is_multiple_of(2) { "half of it, less 1" } else { "half of one more" };
                (Combine::Last, vec![heap(), row(label, value)])
            }
            Self::OneOrHalf if n > 4 && n.is_multiple_of(2) => {
                let rows = vec![
                    heap(),
                    row("value of its half", one_or_half(n / 2)),
                    row("the least of 1 and 2 that is not it", value),
                ];
                (Combine::Last, rows)
            }
            Self::OneOrHalf | Self::OneOrTwoHalves => {
                (Combine::Last, vec![heap(), row("by its parity, or from the first values", value)])
            }
        };
        Some(Working::of_value(self.theorem(), combine, rows))
    }

    /// How the value follows from the cycle; `None` before its second turn, where there is only the list.
    fn by_cycle(self, n: u64, period: usize, exceptions: &[(u64, u64)]) -> Option<Working> {
        let preperiod = exceptions.last().map_or(0, |exception| exception.0 + 1);
        let period = period as u64;
        (n >= preperiod + period).then(|| by_period(self.theorem(), n, (preperiod, period), self.value(n), 0))
    }

    fn value(self, n: u64) -> u64 {
        match self {
            Self::Nim | Self::Rims => n,
            Self::TakeUpTo(most) => n % (most + 1),
            Self::DawsonsKayles => cyclic(n, &DAWSONS_CYCLE, &DAWSONS_EXCEPTIONS),
            Self::Kayles => cyclic(n, &KAYLES_CYCLE, &KAYLES_EXCEPTIONS),
            Self::SplitAny => u64::from(n > 0 && n.is_multiple_of(2)),
            Self::SplitDiffTwo => cyclic(n, &SPLIT_DIFF_TWO_CYCLE, &SPLIT_DIFF_TWO_EXCEPTIONS),
            Self::SplitThree => n.saturating_sub(1) / 2,
            Self::TakeModulo(modulus) => n % modulus,
            Self::TakePowers(base) if base % 2 == 1 => n % 2,
            Self::TakePowers(base) => match n % (base + 1) {
                residue if residue == base => 2,
                residue => residue % 2,
            },
            Self::TakeHalf => ((n + 1) >> (n + 1).trailing_zeros()) / 2,
            Self::TakeDivisors if n > 0 => u64::from(n.trailing_zeros()) + 1,
            Self::TakeProperDivisors if n > 0 => n.trailing_zeros().into(),
            Self::TakeDivisors | Self::TakeProperDivisors => 0,
            Self::TakeMultiples(factor) => n / factor,
            Self::EvenOrAllOdd if n > 0 && n.is_multiple_of(2) => n / 2 - 1,
            Self::EvenOrAllOdd => n.div_ceil(2),
            Self::ToDivisors => prime_factors(n),
            Self::ToShares(parts) => shares(n, parts),
            Self::ToShare(parts) => shares(n, parts) % 2,
            Self::OneOrHalf => one_or_half(n),
            Self::OneOrTwoHalves => {
                if n <= 2 {
                    n
                } else {
                    (n + 1) % 2
                }
            }
        }
    }
}

/// How often a number can be divided by another, rounded down, before it is 0.
fn shares(mut n: u64, parts: u64) -> u64 {
    let mut count = 0;
    while n > 0 {
        n /= parts;
        count += 1;
    }
    count
}

/// Theory 3.12: odd heaps from 5 on have the value 0, even ones that which 0 and that of the half leave free.
fn one_or_half(n: u64) -> u64 {
    match n {
        0 | 2 => 0,
        1 | 3 => 1,
        4 => 2,
        n if !n.is_multiple_of(2) => 0,
        n => {
            if one_or_half(n / 2) == 1 {
                2
            } else {
                1
            }
        }
    }
}

const KAYLES_CYCLE: [u64; 12] = [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7];
const KAYLES_EXCEPTIONS: [(u64, u64); 14] = [
    (0, 0),
    (3, 3),
    (6, 3),
    (9, 4),
    (11, 6),
    (15, 7),
    (18, 3),
    (21, 4),
    (22, 6),
    (28, 5),
    (34, 6),
    (39, 3),
    (57, 4),
    (70, 6),
];
const DAWSONS_CYCLE: [u64; 34] =
    [4, 8, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 4, 5, 5, 9, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0, 4, 5, 3, 7];
const DAWSONS_EXCEPTIONS: [(u64, u64); 8] =
    [(0, 0), (1, 0), (15, 0), (17, 2), (18, 2), (32, 2), (35, 0), (52, 2)];

const SPLIT_DIFF_TWO_CYCLE: [u64; 4] = [3, 0, 2, 1];
const SPLIT_DIFF_TWO_EXCEPTIONS: [(u64, u64); 4] = [(0, 0), (2, 0), (3, 0), (4, 1)];

/// The value in a cycle by the residue of n, but for the exceptions.
fn cyclic(n: u64, cycle: &[u64], exceptions: &[(u64, u64)]) -> u64 {
    let exception = exceptions.iter().find(|exception| exception.0 == n);
    exception.map_or_else(|| cycle[(n % cycle.len() as u64) as usize], |exception| exception.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::{HeapGame, Heaps};
    use crate::ruleset::Ruleset;
    use crate::search::Solver;

    /// The game without its theorems.
    struct Searched(HeapGame);

    impl Ruleset for Searched {
        type Position = Heaps;

        fn options(&self, position: &Heaps) -> Vec<Heaps> {
            self.0.options(position)
        }

        fn components(&self, position: Heaps, parts: &mut Vec<Heaps>) {
            self.0.components(position, parts);
        }
    }

    #[test]
    fn closed_forms_agree_with_the_search() {
        let games = [
            ("0.3...", 400, Theorem::Nim),
            ("take(any)", 400, Theorem::Nim),
            ("take(1..7)", 600, Theorem::TakeUpTo),
            ("0.333", 600, Theorem::TakeUpTo),
            ("take(1)", 400, Theorem::TakeUpTo),
            ("0.07", 600, Theorem::DawsonsKayles),
            ("0.77", 600, Theorem::Kayles),
            ("4.0", 400, Theorem::SplitAny),
            ("split(2, distinct) | split(2) on 2", 400, Theorem::SplitAny),
            ("split(2, diff>=2)", 400, Theorem::SplitDiffTwo),
            ("split(3)", 140, Theorem::SplitThree),
            ("take(1, primes)", 400, Theorem::TakeModulo),
            ("take(1..3,5) | take(powers of 7)", 300, Theorem::TakeModulo),
            ("take(powers of 2)", 400, Theorem::TakePowers),
            ("take(powers of 3)", 300, Theorem::TakePowers),
            ("take(powers of 6)", 600, Theorem::TakePowers),
            ("take(1..n/2)", 300, Theorem::TakeHalf),
            ("take(divisors)", 600, Theorem::TakeDivisors),
            ("take(proper divisors)", 600, Theorem::TakeDivisors),
            ("take(even)", 300, Theorem::TakeMultiples),
            ("take(3.. by 3)", 300, Theorem::TakeMultiples),
            ("take(even) leave(1) | take(odd) leave(0)", 300, Theorem::TakeMultiples),
            ("take(odd)", 300, Theorem::TakeModulo),
            ("take(1,2) | take(4.. by 3)", 300, Theorem::TakeModulo),
            ("take(1) | take(5.. by 6)", 300, Theorem::TakeModulo),
            ("to(proper divisors)", 600, Theorem::ToDivisors),
            ("to(0..n/2)", 300, Theorem::ToShares),
            ("to(0..n/3)", 300, Theorem::ToShares),
            ("to(n/2)", 300, Theorem::ToShares),
            ("to(n/5)", 300, Theorem::ToShares),
            ("take(1) | to(n/2) on even", 600, Theorem::OneOrHalf),
            ("take(1) | split(2, equal)", 600, Theorem::OneOrHalf),
        ];
        for (text, to, theorem) in games {
            let game: HeapGame = text.parse().unwrap();
            let mut solver = Solver::new(Searched(game.clone()));
            for n in 0..=to {
                let value = solver.value(&Heaps::single(n)).unwrap();
                assert_eq!(closed_form(&game.rule, n), Some((value, theorem)), "{text} {n}");
            }
        }
    }

    /// Three parts by the recurrence itself, since a search keeps every option in memory.
    #[test]
    fn any_three_parts_agree_with_the_recurrence() {
        let rule: Rule = "split(3)".parse().unwrap();
        let mut values = vec![Nimber::ZERO];
        for n in 1..=400_usize {
            let mut seen = crate::nimber::ValueSet::default();
            for a in 1..=n / 3 {
                for b in a..=(n - a) / 2 {
                    seen.insert(values[a] + values[b] + values[n - a - b]);
                }
            }
            values.push(seen.mex());
            assert_eq!(closed_form(&rule, n as u64), Some((values[n], Theorem::SplitThree)), "{n}");
        }
    }

    #[test]
    fn other_games_have_no_closed_form() {
        for text in [
            "grundy",
            "0.137",
            "split(2, diff>=3)",
            "take(1,3)",
            "take(2..)",
            "take(1..3) on 4..",
            "0.0",
            "split(4)",
            "take(primes)",
            "take(squares)",
            "take(1) | take(squares) leave(2)",
            "take(1..3) | take(powers of 6)",
            "take(1..n/3)",
            "to(1..n/2)",
            "to(n/2, n/3)",
            "take(2.. by 3)",
            "take(even) on 7..",
            "split(2, equal)",
        ] {
            assert_eq!(closed_form(&text.parse().unwrap(), 7), None, "{text}");
        }
    }

    #[test]
    fn options_by_value_are_those_of_the_heap() {
        for text in ["nim", "take(1..3)", "take(1)", "take(1..9223372036854775806)", "take(1..n/2)"] {
            let rule: Rule = text.parse().unwrap();
            for n in 0..40 {
                for v in 0..45 {
                    let tried = rule.options(n).map(|parts| parts.first().copied().unwrap_or(0));
                    let value = |m: u64| closed_form(&rule, m).unwrap().0;
                    let expected: Vec<u64> = tried.filter(|&m| value(m) == Nimber(v)).collect();
                    assert_eq!(heaps_of_value(&rule, n, Nimber(v)), Some(expected), "{text} {n} {v}");
                }
            }
        }
    }
}
