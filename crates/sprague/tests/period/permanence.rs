//! Seeded recurrences against the windows of theory P.1 to P.4.

use sprague::heap::{Clause, SizeSet};
use sprague::sequence::period::{RuleFacts, Window};
use sprague::theorem::Theorem;

use sprague_kit::Random;

use super::{random_clause, seeded};
use crate::common::rule;

/// For each n0 and p where the values repeat as far as the window asks, they repeat to the end; and there are
/// sequences that repeat almost as far and then break, so that the test could fail.
fn try_to_break(rounds: u64, most_heaps: u64, most_apart: u64, length: usize) -> (u64, u64, u64) {
    let mut chance = Random::new(most_heaps * 100 + most_apart);
    let (mut accepted, mut almost, mut octal) = (0, 0, 0);
    for round in 0..rounds {
        let clauses: Vec<Clause> = (0..=chance.below(2))
            .map(|_| {
                let mut clause = random_clause(&mut chance, most_heaps, most_apart);
                if most_heaps == 3 {
                    clause.leave = SizeSet::range(2, 3);
                }
                clause
            })
            .collect();
        let first: Vec<u32> =
            std::iter::once(0).chain((0..chance.below(5)).map(|_| chance.below(3) as u32)).collect();
        let values = seeded(&clauses, &first, length);
        let shape = RuleFacts::of(&clauses);
        for from in 1..8_u64 {
            for period in 1..6_u64 {
                let Some(window) = Window::shortest(&shape, from.max(first.len() as u64), period) else {
                    continue;
                };
                let p = period as usize;
                let same = |n: usize| values[n + p] == values[n];
                let breaks = (window.from as usize..length - p).find(|&n| !same(n));
                let claim = window.claim(&values[..(window.needs() as usize).min(values.len())]);
                assert_eq!(claim.is_some(), breaks.is_none_or(|n| n as u64 >= window.end), "round {round}");
                if claim.is_some() {
                    accepted += 1;
                    assert_eq!(breaks, None, "round {round}: {clauses:?} {first:?} {window:?}");
                } else if let Some(n) = breaks {
                    almost += u64::from(n as u64 + 4 >= window.end);
                    let short = 2 * window.from + period + shape.taken.unwrap_or(0);
                    octal += u64::from(most_apart > 0 && n as u64 >= short);
                }
            }
        }
    }
    (accepted, almost, octal)
}

#[test]
fn seeded_recurrences_do_not_break_the_octal_windows() {
    let (accepted, almost, _) = try_to_break(3_000, 2, 0, 70);
    assert!(accepted > 1_000 && almost > 10, "{accepted} {almost}");
}

#[test]
fn seeded_recurrences_do_not_break_t1_with_three_heaps() {
    let (accepted, almost, _) = try_to_break(300, 3, 0, 60);
    assert!(accepted > 5 && almost > 0, "{accepted} {almost}");
}

/// Where parts must differ, the octal window would accept sequences that break later.
#[test]
fn seeded_recurrences_do_not_break_the_windows_of_parts_that_differ() {
    let (accepted, almost, octal) = try_to_break(3_000, 2, 3, 70);
    assert!(accepted > 1_000 && almost > 10, "{accepted} {almost}");
    assert!(octal > 0, "the octal window would have been enough");
}

/// Grundy's recurrence itself: P.3 is sharp, one value less would accept sequences that break.
#[test]
fn seeded_recurrences_do_not_break_grundys_theorem() {
    let grundy = rule("split(2, distinct)");
    let shape = RuleFacts::of(grundy.clauses());
    let (mut accepted, mut sharp) = (0, 0);
    for seed in 0..3_u32.pow(7) {
        let first: Vec<u32> = (0..8).map(|n| if n == 0 { 0 } else { seed / 3_u32.pow(n - 1) % 3 }).collect();
        let values = seeded(grundy.clauses(), &first, 60);
        for from in 1..8 {
            for period in 1..6 {
                let window = Window::grundy(&shape, from, period).expect("P.3 is for this rule");
                if window.end < 8 {
                    continue;
                }
                let p = period as usize;
                let breaks = (from as usize..60 - p).find(|&n| values[n + p] != values[n]);
                match window.claim(&values) {
                    Some(claim) => {
                        accepted += 1;
                        assert_eq!((breaks, claim.theorem), (None, Theorem::GrundyPeriod), "{first:?}");
                    }
                    None => sharp += u64::from(breaks == Some(window.end as usize - 1)),
                }
            }
        }
    }
    assert!(accepted > 100 && sharp > 0, "{accepted} {sharp}");
}
