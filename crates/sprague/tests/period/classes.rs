//! Theory P.10 and P.11: known answers, patterns that break, all codes of two and three digits, seeded recurrences.

use sprague::heap::{Clause, Condition, ENDLESS, SizeSet};
use sprague::sequence::period::{Finding, HowFar, Period, RuleFacts, Window, classes, find};

use crate::extent;

use sprague_kit::Random;

use super::{Kept, answer, proved, seeded, seen, values};
use crate::common::rule;

const WORK: f64 = 1e9;

#[test]
fn known_patterns_with_a_saltus() {
    // game, period, preperiod, saltus, most values
    let known = [
        ("0.8", 3, 1, 1, 13),
        ("8.8", 2, 1, 1, 9),
        ("0.3f", 6, 0, 3, 31),
        ("0.28", 53, 1, 16, 238),
        ("0.9c", 36, 28, 16, 228),
        ("lasker", 4, 1, 4, 19),
        ("8.3...", 8, 1, 8, 33),
        ("4.7...", 1, 2, 2, 8),
        ("c.74...", 1, 13, 2, 44),
        ("4.14...", 1, 1, 0, 5),
        ("0.1...", 1, 1, 0, 16),
        ("4.1...", 1, 1, 0, 16),
        ("split(4)", 3, 1, 1, 13),
        ("split(4, distinct)", 6, 4, 1, 34),
    ];
    for (text, period, preperiod, saltus, most) in known {
        let (found, claim) = proved(text);
        assert_eq!(found, Period::new(period, preperiod, saltus), "{text}");
        assert!(claim.theorem.number() == "P.11" && claim.used <= most, "{text}: {claim:?}");
        assert!(seen(&values(text, 300), &found), "{text}");
    }
}

#[test]
fn split_periods() {
    let known = [
        ("0.205200c", 40, 4, 16, vec![19, 39]),
        ("0.2003d", 22, 1, 8, vec![0, 11]),
        ("0.d600308", 28, 2, 16, vec![0, 13, 14, 27]),
        ("0.e0908", 42, 36, 32, vec![11, 13, 14, 16, 20, 32, 34, 35, 37, 41]),
    ];
    for (text, period, preperiod, saltus, constant) in known {
        let (found, _) = proved(text);
        assert_eq!(found, Period { period, preperiod, saltus, constant }, "{text}");
        let values = values(text, 500);
        let same = |n: u64| {
            let next = u64::from(values[(n + period) as usize]);
            next == u64::from(values[n as usize]) + found.saltus_of(n)
        };
        assert!((preperiod..500 - period).all(same) && (preperiod == 0 || !same(preperiod - 1)), "{text}");
    }
}

/// True up to a heap and false there: never shown, with however many of these values.
#[test]
fn patterns_that_break_are_not_shown() {
    let broken = [
        ("0.f6", 1_929, (604, 43, 32)),
        ("0.03a", 868, (355, 2, 1)),
        ("0.17b", 784, (322, 27, 16)),
        ("0.1e9", 845, (355, 3, 2)),
        ("8.1bc", 600, (90, 96, 64)),
        ("4.d8...", 334, (175, 10, 8)),
    ];
    for (text, breaks, (from, period, saltus)) in broken {
        let rule = rule(text);
        let kept = values(text, breaks);
        let (n, p) = (breaks as usize, period as usize);
        assert_ne!(u64::from(kept[n]), u64::from(kept[n - p]) + saltus, "{text} breaks at heap {breaks}");
        let facts = RuleFacts::of(rule.clauses());
        let pattern = (from, period, saltus);
        assert_eq!(classes::claim(&facts, &kept[..n], pattern, WORK), None, "{text}");
        for to in [breaks / 2, breaks * 3 / 4, breaks - 1] {
            let mut source = Kept { values: kept[..=to as usize].to_vec(), space: None };
            let found = find(&rule, &mut source, HowFar::To(to));
            assert_eq!(found.finding, Finding::Nothing, "{text} to heap {to}");
        }
    }
}

/// Of the 192 codes 0.xy that are not octal 93 are proved, and of the 3392 codes 0.xyz 1721, from 600 values.
#[test]
fn all_hexadecimal_codes_of_two_and_three_digits() {
    let all = [(2, 1_500, (93, vec![])), (3, 599, (1_721, vec!["0.129", "0.209", "0.219", "0.338"]))];
    for (width, to, expected) in all.into_iter().take(extent(1, 2)) {
        let (mut count, mut observed) = (0, Vec::new());
        for bits in 0..1_u32 << (4 * width) {
            let octal = (0..width).all(|at| bits >> (4 * at) & 8 == 0);
            if octal || (width == 3 && bits.is_multiple_of(16)) {
                continue;
            }
            let text = format!("0.{bits:0width$x}");
            match answer(&text, HowFar::To(to)).finding {
                Finding::Proved(period, claim) => {
                    count += 1;
                    assert!(claim.used <= to + 1, "{text}");
                    if bits % 16 == 9 {
                        assert!(seen(&values(&text, to + 200), &period), "{text}: {period}");
                    }
                }
                Finding::Observed(_) => observed.push(text),
                Finding::Nothing => {}
            }
        }
        assert_eq!((count, observed), (expected.0, expected.1.into_iter().map(str::to_owned).collect()));
    }
}

fn clause(chance: &mut Random) -> Clause {
    let heaps = chance.below(4);
    let taken = if heaps < 2 { 1 + chance.below(3) } else { chance.below(3) };
    let condition = match chance.below(5) {
        0 if heaps > 1 => Condition::NotAllEqual,
        1 if heaps > 1 => Condition::Differ(1 + chance.below(2)),
        _ => Condition::Any,
    };
    let most = if chance.below(5) == 0 && heaps < 3 { ENDLESS } else { taken };
    let least = if taken > 0 && chance.below(2) == 0 { 0 } else { heaps };
    Clause::new(SizeSet::range(taken, most), SizeSet::range(least, heaps), condition, SizeSet::all())
}

/// Random clauses from arbitrary first values: what P.10 and P.11 claim from a prefix holds far beyond it, and there are
/// patterns that the prefix follows and that break later, so that the test could fail.
#[test]
fn seeded_recurrences_do_not_break_the_theorems() {
    const LENGTH: usize = 110;
    let mut chance = Random::new(2_026);
    let (mut windows, mut grown, mut constant, mut broken) = (0, 0, 0, 0);
    for round in 0..1_500 {
        let clauses: Vec<Clause> = (0..=chance.below(3)).map(|_| clause(&mut chance)).collect();
        let first: Vec<u32> =
            std::iter::once(0).chain((0..chance.below(5)).map(|_| chance.below(4) as u32)).collect();
        let values = seeded(&clauses, &first, LENGTH);
        let facts = RuleFacts::of(&clauses);
        for end in [14, 24, 36, 50] {
            for p in 1..=(end / 5).min(6) {
                let step = |n: usize| i64::from(values[n + p]) - i64::from(values[n]);
                let saltus = (end - 2 * p..end - p).map(step).max().unwrap_or(0);
                let fits = |n: &usize| {
                    let last = n + p >= end - p;
                    (step(*n) == 0 || step(*n) == saltus) && (last || step(n + p) == step(*n))
                };
                let from = end - p - (0..end - p).rev().take_while(fits).count();
                let from = from.max(first.len());
                if saltus < 0 || from + 2 * p > end {
                    continue;
                }
                let (n0, period, s) = (from as u64, p as u64, saltus as u64);
                let grows = |n: usize| step(from + (n - from) % p);
                let breaks = (from..=LENGTH - p).find(|&n| step(n) != grows(n));
                if s == 0
                    && let Some(claim) =
                        Window::parts(&facts, n0, period).and_then(|window| window.claim(&values[..end]))
                {
                    windows += 1;
                    assert_eq!(breaks, None, "round {round}: {clauses:?} {first:?} {claim:?}");
                }
                if let Some(claim) = classes::claim(&facts, &values[..end], (n0, period, s), WORK) {
                    *(if s > 0 { &mut grown } else { &mut constant }) += 1;
                    assert_eq!(breaks, None, "round {round}: {clauses:?} {first:?} {claim:?}");
                } else {
                    broken += u64::from(breaks.is_some());
                }
            }
        }
    }
    println!("{windows} windows, {grown} patterns with saltus and {constant} without hold, {broken} break");
    assert!(
        windows > 300 && grown > 300 && constant > 300 && broken > 300,
        "{windows} {grown} {constant} {broken}"
    );
}
