//! Rules that puzzles bring: to a size, equal parts, sets of differences, sets that repeat, blocks of codes, memory.
//!
//! Known answers come first, each from the page of its problem; then rules by chance, whose options and values are made
//! here from the text's own definition: a list of partitions, a nim-sum, a mex. Nothing of the library makes them.

use std::collections::BTreeSet;

use sprague::heap::{HeapGame, Rule};
use sprague::limits::Limits;
use sprague::play::{Outcome, Play};
use sprague::sequence::period::{Finding, HowFar};
use sprague::sequence::{Dense, naive_values};
use sprague_kit::{Random, extent};

use crate::common::{answer, ask, game, least_missing, moves, refused, rule, value};

/// All ways to write a total as so many ascending positive parts.
fn partitions(total: u64, count: u64, least: u64) -> Vec<Vec<u64>> {
    if count == 0 {
        return if total == 0 { vec![vec![]] } else { vec![] };
    }
    let mut all = Vec::new();
    for first in least..=total / count {
        for mut rest in partitions(total - first, count - 1, first) {
            rest.insert(0, first);
            all.push(rest);
        }
    }
    all
}

/// Values by the definition, from the options of each heap.
fn mex_values(options: &[BTreeSet<Vec<u64>>]) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for all in options {
        let seen =
            all.iter().map(|parts| parts.iter().fold(0, |sum, &part| sum ^ values[part as usize])).collect();
        values.push(least_missing(&seen));
    }
    values
}

fn values(text: &str, to: u64) -> Vec<u64> {
    let mut sequence = game(text).sequence();
    let values =
        sequence.values(0..=to, &Limits::default()).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
    values.iter().map(|value| value.0).collect()
}

fn outcome(text: &str) -> Outcome {
    answer(text).outcome
}

#[test]
fn problems_have_the_answers_of_their_pages() {
    // Codeforces 603C, with k = 1 and k = 2
    assert_eq!(outcome("take(1) | to(n/2) on even: 3 4"), Outcome::N);
    assert_eq!(outcome("take(1) | split(2, equal): 3"), Outcome::P);
    // n becomes n/2, n/3, n/4, n/5 or n/6, rounded down
    let floors = "to(n/2, n/3, n/4, n/5, n/6)";
    assert_eq!(values(floors, 12), [0, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 1]);
    // AtCoder ABC 368 F: a number becomes one of its divisors
    assert_eq!(outcome("to(proper divisors): 2 3 4"), Outcome::N);
    assert_eq!(outcome("to(proper divisors): 2 3 4 6"), Outcome::P);
    // Ferguson, Game Theory: an even number if that is not all, or all if that is odd
    let ferguson = answer("take(even) leave(1) | take(odd) leave(0): 10 13 20");
    let heaps = [10, 13, 20].map(|heap| value(&format!("0.[12]: {heap}")));
    assert_eq!(heaps, [4, 7, 9]);
    assert_eq!(moves(&ferguson), ["take(even) leave(1) | take(odd) leave(0): 13 10 8"]);
    // take at most three times what was taken last, with 18 tokens of which at most 5 may be taken now
    assert_eq!(answer("mem(2): 18").position.to_string(), "fibonacci: 18");
    assert_eq!(answer("mem(3): 18 limit 5").position.to_string(), "mem(3): 18 limit 5");
}

/// A part of a rule as text, and what it says of a heap and a number.
type Said = (String, Box<dyn Fn(u64, u64) -> bool>);

fn said(text: &str, holds: impl Fn(u64, u64) -> bool + 'static) -> Said {
    (text.to_owned(), Box::new(holds))
}

fn is_prime(n: u64) -> bool {
    n > 1 && (2..n).all(|d| n % d > 0)
}

/// A set of numbers, of tokens to take or to leave or of sizes.
fn fixed_set(random: &mut Random) -> Said {
    let (number, step) = (1 + random.below(6), 1 + random.below(4));
    match random.below(8) {
        0 => said("even", |_, i| i > 0 && i % 2 == 0),
        1 => said("odd", |_, i| i % 2 == 1),
        2 => said(&format!("{number}.. by {step}"), move |_, i| i >= number && (i - number) % step == 0),
        3 => said(&format!("{number}..12 by {step}"), move |_, i| {
            (number..=12).contains(&i) && (i - number) % step == 0
        }),
        4 => said("primes", |_, i| is_prime(i)),
        5 => said(&format!("{number}.."), move |_, i| i >= number),
        _ => said(&number.to_string(), move |_, i| i == number),
    }
}

/// A set that may depend on the heap; `least` is 0 where 0 may be among the numbers.
fn heap_set(random: &mut Random, least: u64) -> Said {
    let by = 1 + random.below(4);
    match random.below(9) {
        0 => said("proper divisors", |n, i| i > 0 && i < n && n % i == 0),
        1 => said("divisors", |n, i| i > 0 && n % i == 0),
        2 => said(&format!("n/{by}"), move |n, i| i == n / by),
        3 => said(&format!("{least}..n/{by}"), move |n, i| i >= least && i <= n / by),
        4 => said(&format!("n/{}..n/{by}", by + 1), move |n, i| i >= n / (by + 1) && i <= n / by),
        5 => said("sqrt n", |n, i| i == (0..=n).filter(|k| k * k <= n).max().unwrap_or(0)),
        _ => fixed_set(random),
    }
}

fn list(random: &mut Random, mut one: impl FnMut(&mut Random) -> Said) -> Said {
    let all: Vec<Said> = (0..=random.below(3)).map(|_| one(random)).collect();
    let text = all.iter().map(|(text, _)| text.as_str()).collect::<Vec<_>>().join(",");
    (text, Box::new(move |n, i| all.iter().any(|(_, holds)| holds(n, i))))
}

/// What is left: the text, and whether these parts may be.
fn division(random: &mut Random) -> (String, Box<dyn Fn(&[u64]) -> bool>) {
    type Holds = fn(&[u64]) -> bool;
    let (numbers, low, high) =
        random.pick(&[("2", 2, 2), ("1,2", 1, 2), ("0..2", 0, 2), ("2..4", 2, 4), ("1..3", 1, 3)]);
    let (more, holds, most): (_, Holds, _) = random.pick(&[
        ("", (|_| true) as Holds, 9),
        (", distinct", |parts| parts.windows(2).all(|pair| pair[0] < pair[1]), 9),
        (", equal", |parts| parts.windows(2).all(|pair| pair[0] == pair[1]), 9),
        (", equal", |parts| parts.windows(2).all(|pair| pair[0] == pair[1]), 9),
        (", diff in {1,3}", |parts| parts.len() < 2 || [1, 3].contains(&(parts[1] - parts[0])), 2),
        (", diff in {0,4..6}", |parts| parts.len() < 2 || [0, 4, 5, 6].contains(&(parts[1] - parts[0])), 2),
        (", diff not in {2}", |parts| parts.len() < 2 || parts[1] - parts[0] != 2, 2),
        (", not-all-equal", |parts| parts.len() < 2 || parts.first() != parts.last(), 9),
    ]);
    let (numbers, low, high) = if high > most { ("2", 2, 2) } else { (numbers, low, high) };
    let holds = move |parts: &[u64]| (low..=high).contains(&(parts.len() as u64)) && holds(parts);
    (format!("({numbers}{more})"), Box::new(holds))
}

/// Rules by chance: the options are those of the definition, and what is printed is the same rule.
#[test]
fn rules_have_the_options_and_values_of_their_definition() {
    const LAST: u64 = 15;
    let mut random = Random::new(42);
    let most = extent(150, 10_000);
    let ways: Vec<Vec<Vec<u64>>> =
        (0..=LAST).map(|left| (0..=4).flat_map(|count| partitions(left, count, 1)).collect()).collect();
    let mut read = 0;
    for _ in 0..most {
        let mut expected: Vec<BTreeSet<Vec<u64>>> = vec![BTreeSet::new(); LAST as usize + 1];
        let mut texts = Vec::new();
        for _ in 0..=random.below(3) {
            let (parts_text, allows) = division(&mut random);
            let usual = || -> (String, Box<dyn Fn(&[u64]) -> bool>) {
                (String::new(), Box::new(|parts| parts.len() < 2))
            };
            let (mut text, takes, allows): (_, Box<dyn Fn(u64, u64) -> bool>, _) = match random.below(5) {
                0 if parts_text.starts_with("(2") => {
                    (format!("split{parts_text}"), Box::new(|_, i| i == 0), allows)
                }
                0 | 1 => {
                    let (text, holds) = list(&mut random, |random| heap_set(random, 1));
                    (
                        format!("take({text}) leave{parts_text}"),
                        Box::new(move |n, i| i > 0 && holds(n, i)),
                        allows,
                    )
                }
                2 | 3 => {
                    let (text, holds) = list(&mut random, |random| heap_set(random, 0));
                    let (leave, allows) =
                        if random.one_in(4) { (format!(" leave{parts_text}"), allows) } else { usual() };
                    (format!("to({text}){leave}"), Box::new(move |n, i| i > 0 && holds(n, n - i)), allows)
                }
                _ => {
                    let (text, holds) = list(&mut random, fixed_set);
                    (format!("take({text})"), Box::new(move |n, i| i > 0 && holds(n, i)), usual().1)
                }
            };
            let on: Said =
                if random.one_in(2) { said("", |_, _| true) } else { list(&mut random, fixed_set) };
            if !on.0.is_empty() {
                text = format!("{text} on {}", on.0);
            }
            texts.push(text);
            for n in (0..=LAST).filter(|&n| on.1(n, n)) {
                for left in (0..=n).filter(|left| takes(n, n - left)) {
                    let parts = ways[left as usize].iter().filter(|parts| allows(parts));
                    expected[n as usize].extend(parts.cloned());
                }
            }
        }
        let text = texts.join(" | ");
        let rule: Rule = match text.parse() {
            Ok(rule) => rule,
            // a clause none of whose moves exists, such as the whole heap with one heap left
            Err(error) => {
                assert!(error.to_string().contains("no heap has a move"), "{text}: {error}");
                continue;
            }
        };
        read += 1;
        for n in 0..=LAST {
            let listed: Vec<Vec<u64>> = rule.options(n).collect();
            let set: BTreeSet<Vec<u64>> = listed.iter().cloned().collect();
            assert_eq!(set.len(), listed.len(), "{text} lists an option of {n} twice");
            assert_eq!(set, expected[n as usize], "{text} became {rule}, heap {n}");
            assert_eq!(rule.is_terminal(n), set.is_empty(), "{text} became {rule}, heap {n}");
            assert!(rule.option_count(n) >= set.len() as f64 - 1e-9, "{text}, heap {n}");
        }
        // where several sets meet on several sizes the text may be read as another form, but of the same game
        let again: Rule =
            rule.to_string().parse().unwrap_or_else(|error| panic!("{text} became {rule}: {error}"));
        for n in 0..=LAST {
            let set: BTreeSet<Vec<u64>> = again.options(n).collect();
            assert_eq!(set, expected[n as usize], "{text} became {rule}, which became {again}, heap {n}");
        }
        assert_eq!(Rule::new(rule.clauses().iter().cloned()), Ok(rule.clone()), "{text}");
        let by_mex = mex_values(&expected);
        let naive: Vec<u64> = naive_values(rule.clauses(), LAST).iter().map(|value| value.0).collect();
        let dense: Vec<u64> =
            Dense::new(rule.clauses()).extend_to(LAST).iter().map(|&value| value.into()).collect();
        assert_eq!((&naive, &dense), (&by_mex, &by_mex), "{text} became {rule}");
    }
    assert!(read > most / 2, "{read} rules of {most}");
}

/// A set that repeats begins with 1, so no clause that takes one holds a split.
#[test]
fn splits_stay_beside_clauses_that_take_more() {
    for text in [
        "split(2, diff in {0,4..6}) | take(even) leave(2, diff not in {2}) | take(odd,primes)",
        "split(2) on even | take(1..) leave(2)",
    ] {
        let read = rule(text);
        assert!(read.options(2).any(|parts| parts == [1, 1]), "{text} became {read}");
        let again = rule(&read.to_string());
        for n in 0..=15 {
            let sets = [&read, &again].map(|rule| rule.options(n).collect::<BTreeSet<Vec<u64>>>());
            assert_eq!(sets[0], sets[1], "{text} became {read}, heap {n}");
        }
    }
}

/// Digits with a block: one game has one code, and its values are those of the digits.
#[test]
fn blocks_of_codes_are_those_of_their_digits() {
    const LAST: usize = 24;
    let mut random = Random::new(7);
    let mut known: std::collections::HashMap<Vec<u8>, Rule> = std::collections::HashMap::new();
    for _ in 0..extent(400, 4_000) {
        let before = random.below(3) as usize;
        let first = random.list(before, 8);
        let length = 1 + random.below(3) as usize;
        let block = random.list(length, 8);
        let hex = |digits: &[u64]| digits.iter().map(|digit| format!("{digit:x}")).collect::<String>();
        let text = format!("0.{}[{}]", hex(&first), hex(&block));
        let longer = [first.clone(), block.clone()].concat();
        let others = [
            format!("0.{}[{}]", hex(&longer), hex(&block)),
            format!("0.{}[{}]", hex(&first), hex(&[block.clone(), block.clone()].concat())),
        ];
        let read = rule(&text);
        for other in others {
            assert_eq!(rule(&other), read, "{other} and {text}");
        }
        assert_eq!(read.to_string().parse(), Ok(read.clone()), "{text} became {read}");
        assert_eq!(read.clause_text().parse(), Ok(read.clone()), "{text} became {}", read.clause_text());
        let digit = |taken: usize| {
            let at = taken - 1;
            *first.get(at).unwrap_or_else(|| &block[(at - first.len().min(at)) % block.len()])
        };
        let mut values: Vec<u64> = Vec::new();
        for n in 0..=LAST {
            let mut seen = BTreeSet::new();
            for taken in 1..=n {
                let left = n - taken;
                if digit(taken) & 1 > 0 && left == 0 {
                    seen.insert(0);
                }
                if digit(taken) & 2 > 0 && left > 0 {
                    seen.insert(values[left]);
                }
                if digit(taken) & 4 > 0 {
                    seen.extend((1..left).map(|part| values[part] ^ values[left - part]));
                }
            }
            values.push(least_missing(&seen));
        }
        let dense = Dense::new(read.clauses()).extend_to(LAST as u64).to_vec();
        assert_eq!(dense.iter().map(|&value| u64::from(value)).collect::<Vec<_>>(), values, "{text}");
        let digits: Vec<u8> = (1..=60).map(|taken| digit(taken) as u8).collect();
        assert_eq!(*known.entry(digits).or_insert_with(|| read.clone()), read, "{text}");
    }
}

#[test]
fn games_have_one_form() {
    let known = [
        ("0.3[07]", "0.3[07]"),
        ("0.307[07]", "0.3[07]"),
        ("0.[30]", "0.[30]"),
        ("take(odd)", "0.[30]"),
        ("take(2.. by 2)", "0.[03]"),
        ("take(even, odd)", "0.3..."),
        ("take(2, 1.. by 2)", "0.33[30]"),
        ("take(even) leave(1) | take(odd) leave(0)", "0.[12]"),
        ("0.121[2]", "0.121[2]"),
        ("take(2,4..)", "0.030[3]"),
        ("0.[3]", "0.3..."),
        ("0.7[7]", "0.7..."),
        ("4.[30]", "4.[30]"),
        ("S(1,3,4)", "0.3033"),
        ("subtract(1,3,4)", "0.3033"),
        ("s(1..3)", "0.333"),
        ("to(n-1)", "0.3"),
        ("to(n-3..n-1)", "0.333"),
        ("to(any)", "0.3..."),
        ("to(0)", "0.1..."),
        ("to(1..)", "0.2..."),
        ("to(3)", "take(n-3)"),
        ("to(divisors)", "to(proper divisors)"),
        ("to(0..n/2)", "to(0..n/2)"),
        ("split(2, diff in {0})", "split(2, equal)"),
        ("split(2, diff in {1..})", "split(2, distinct)"),
        ("split(2, diff not in {0..2})", "split(2, diff>=3)"),
        ("split(2, diff in {1,3}) | split(2, diff in {2,5})", "split(2, diff in {1..3,5})"),
        ("split(2, diff in {1}) | split(2, diff>=2)", "split(2, distinct)"),
        ("split(2, equal) | split(2, distinct)", "4.0"),
        ("split(3, equal) | split(3, not-all-equal)", "8.0"),
        ("split(3, equal) | split(3, distinct)", "split(3, distinct) | split(3, equal)"),
        ("split(2, equal) | split(3.., equal)", "split(2.., equal)"),
        ("take(1) on odd | take(1) on even", "0.3"),
        ("take(1) on odd, 2.. by 4", "take(1) on 1.. by 4,2.. by 4,3.. by 4"),
        ("take(n) on primes", "take(primes) leave(0)"),
        ("take(1) leave(1) on 2..8 by 3", "take(1) leave(1) on 2,5,8"),
    ];
    for (text, written) in known {
        assert_eq!(rule(text).to_string(), written, "{text}");
        assert_eq!(rule(written), rule(text), "{text}");
    }
}

/// The digits before the dots are no block: both meanings are told, and each is read.
#[test]
fn dots_after_a_repeated_block_are_refused() {
    for (text, one, block) in [
        ("0.1212...", "0.121[2]", "0.[12]"),
        ("0.121212…", "0.12121[2]", "0.[12]"),
        ("0.3707...", "", ""),
        ("0.30707...", "0.3070[7]", "0.3[07]"),
        ("0.0303...", "0.030[3]", "0.[03]"),
        ("4.123123...", "4.12312[3]", "4.[123]"),
        ("0.12121...", "0.1212[1]", "0.[12]"),
    ] {
        if one.is_empty() {
            assert_eq!(rule(text).to_string(), text);
            continue;
        }
        let (column, message) = refused(&format!("{text}: 5"));
        assert_eq!(column, 1, "{text}");
        assert!(message.contains(one) && message.contains(block), "{text}: {message}");
        assert_ne!(rule(one), rule(block), "{text}");
        assert_eq!((rule(one).to_string(), rule(block).to_string()), (one.to_owned(), block.to_owned()));
    }
    for text in ["0.[]", "0.[12", "0.[12]...", "0.[1g]", "0.[12]3", "[12]"] {
        assert!(text.parse::<Rule>().is_err(), "{text}");
    }
}

/// What is wrong is told with the spelling that works.
#[test]
fn refusals_name_a_spelling() {
    for (text, spelling) in [
        ("split(3, diff in {1}): 5", "diff>=N"),
        ("split(2, equal, distinct): 5", "stand alone"),
        ("split(2, diff in {}): 5", "a difference"),
        ("split(2, diff not in {0..}): 5", "no difference is left"),
        ("take(1) on n/2: 5", "`on` names sizes of heaps"),
        ("take(1) on divisors: 5", "`on` names sizes of heaps"),
        ("take(2.. by 0): 5", "at least 1"),
        ("take(2.. by 10000): 5", "at most 4096"),
        ("to(n): 5", "no heap has a move"),
        ("mem(0): 5", "at most 1 to 1000 times"),
        ("mem(2000): 5", "at most 1 to 1000 times"),
    ] {
        assert!(refused(text).1.contains(spelling), "{text}: {}", refused(text).1);
    }
}

/// No theorem of section P is applied to what it does not speak of; closed forms prove their own periods, and these are
/// the periods of the values.
#[test]
fn periods_are_proved_by_their_own_theorems_alone() {
    let limits = Limits::default();
    let proved = [
        ("take(odd)", (2, 0, 0), "3.5"),
        ("take(even)", (2, 0, 1), "3.9"),
        ("take(5.. by 5)", (5, 0, 1), "3.9"),
        ("0.[12]", (2, 1, 1), "3.9"),
        ("take(1) | split(2, equal)", (2, 3, 0), "3.12"),
    ];
    for (text, expected, number) in proved {
        let Finding::Proved(found, claim) = game(text).sequence().period(HowFar::To(2_000), &limits).finding
        else {
            panic!("{text}")
        };
        assert_eq!((found.period, found.preperiod, found.saltus), expected, "{text}");
        assert_eq!(claim.theorem.number(), number, "{text}");
        let values: Vec<u64> = naive_values(rule(text).clauses(), 60).iter().map(|value| value.0).collect();
        let (period, preperiod, saltus) = (expected.0 as usize, expected.1 as usize, expected.2);
        assert!((preperiod..=60 - period).all(|n| values[n + period] == values[n] + saltus), "{text}");
        assert!(preperiod == 0 || values[preperiod - 1 + period] != values[preperiod - 1] + saltus, "{text}");
    }
    let observed = [
        "take(1) | to(n/2) on even",
        "0.3[07]",
        "0.[37]",
        "take(1) on even | take(2)",
        "take(1,3) on primes | take(2)",
        "split(2, equal)",
        "split(2.., equal)",
        "split(2, diff in {1,3})",
        "split(2, diff not in {2})",
        "to(n/2, n/3)",
        "to(proper divisors)",
        "to(0..n/2)",
        "take(2.. by 3)",
    ];
    for text in observed {
        let finding = game(text).sequence().period(HowFar::To(600), &limits).finding;
        assert!(!matches!(finding, Finding::Proved(..)), "{text}: {finding:?}");
        assert!(!rule(text).is_plain(), "{text}");
    }
}

/// Heaps with a memory by the definition, and the theorem on who wins.
#[test]
fn heaps_with_a_memory() {
    const LAST: u64 = 22;
    for factor in [1, 2, 3, 5] {
        // by heap and limit
        let mut values: Vec<Vec<u64>> = Vec::new();
        for heap in 0..=LAST {
            let of_limit = |limit: u64| {
                let after = |taken: u64| {
                    let left: &Vec<u64> = &values[(heap - taken) as usize];
                    left[(factor * taken).min(heap - taken) as usize]
                };
                least_missing(&(1..=limit.min(heap)).map(after).collect())
            };
            values.push((0..=heap).map(of_limit).collect());
        }
        for heap in 1..=LAST {
            assert_eq!(value(&format!("mem({factor}): {heap}")), values[heap as usize][heap as usize - 1]);
            for limit in [1, 2, 4, 7, 30].into_iter().map(|limit: u64| limit.min(heap)) {
                let text = format!("mem({factor}): {heap} limit {limit}");
                let found = answer(&text);
                let expected = values[heap as usize][limit as usize];
                assert_eq!(found.value.map(|value| value.0), Some(expected), "{text}");
                let wins = |taken: &u64| {
                    let left = heap - taken;
                    values[left as usize][(factor * taken).min(left) as usize] == 0
                };
                assert_eq!(found.winning_moves.len(), (1..=limit).filter(wins).count(), "{text}");
            }
        }
    }
    // 1, 2, 3, 4, 6, 8, 11, 15, 21, ...: each and the least that is at least a third of it
    for heap in 1..=30_u64 {
        let lost = [1, 2, 3, 4, 6, 8, 11, 15, 21, 29].contains(&heap);
        assert_eq!(outcome(&format!("mem(3): {heap}")) == Outcome::P, lost, "{heap}");
        // powers of two for the factor 1
        assert_eq!(outcome(&format!("mem(1): {heap}")) == Outcome::P, heap.is_power_of_two(), "{heap}");
    }
    assert_eq!(ask("mem(7): 1e18", Play::Normal).map(|found| found.outcome), Ok(Outcome::N));
}

/// Heaps of any size where a theorem has the values.
#[test]
fn huge_heaps_by_closed_forms() {
    assert_eq!(value("to(proper divisors): 2^62"), 62);
    assert_eq!(value("to(0..n/2): 1e18"), 60);
    assert_eq!(value("take(1) | to(n/2) on even: 1e18"), {
        // 10^18 = 2^18 · 5^18: the odd part has 0, then 1 and 2 by turns
        [1, 2][(18 + 1) % 2]
    });
    assert_eq!(value("take(6.. by 6): 1e18"), 1_000_000_000_000_000_000 / 6);
    let far: HeapGame = game("split(2, diff in {1,3})");
    let big = 1_000_000_000_000_000_001;
    assert_eq!(
        far.rule.options(big).collect::<Vec<_>>(),
        [[big / 2 - 1, big / 2 + 2], [big / 2, big / 2 + 1]]
    );
    assert_eq!(rule("split(2.., equal)").options(1 << 60).next().map(|parts| parts.len()), Some(2));
}
