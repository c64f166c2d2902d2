//! Quotients against the plain search of whole sums.

use proptest::prelude::*;
use sprague::heap::{HeapGame, Heaps};
use sprague::quotient::{Quotient, RuleHeap};
use sprague::search::MisereSolver;
use sprague::{Nimber, Outcome};

use super::{found, heaps};

/// The codes of one and two digits, 0.d, 0.dd, 4.d, with a finite quotient that is found with the usual limits.
pub fn codes() -> Vec<String> {
    let digits = 1..8;
    let one = digits.clone().flat_map(|d| [format!("0.{d}"), format!("4.{d}")]);
    let two = (0..8).flat_map(|d| digits.clone().map(move |e| format!("0.{d}{e}")));
    one.chain(two).chain(["0.123", "0.144", "0.152", "0.351"].map(str::to_owned)).collect()
}

/// All sums of at most so many heaps up to a size, ascending.
fn sums(count: usize, largest: u64) -> Vec<Vec<u64>> {
    let mut all = vec![Vec::new()];
    let mut last: Vec<Vec<u64>> = vec![Vec::new()];
    for _ in 0..count {
        let longer = |sum: &Vec<u64>| {
            let sum = sum.clone();
            (sum.last().copied().unwrap_or(1)..=largest).map(move |heap| [&sum[..], &[heap]].concat())
        };
        last = last.iter().flat_map(longer).collect();
        all.extend(last.iter().cloned());
    }
    all
}

fn compare(game: &str, quotient: &Quotient, sums: impl IntoIterator<Item = Vec<u64>>) -> usize {
    let mut solver = MisereSolver::new(game.parse::<HeapGame>().expect("a game"));
    let mut count = 0;
    for sum in sums {
        let searched = solver.value(&Heaps::new(sum.clone())).expect("small");
        let outcome = if searched == Nimber::ZERO { Outcome::P } else { Outcome::N };
        assert_eq!(quotient.outcome(heaps(&sum)), Some(outcome), "{game} {sum:?}");
        count += 1;
    }
    count
}

#[test]
fn solved_codes_agree_with_the_search() {
    let mut solved = 0;
    let mut positions = 0;
    for game in codes() {
        let found = found(&game, 400, 60);
        if found.quotient.period(0).is_none() {
            continue;
        }
        solved += 1;
        for (count, largest) in [(4, 9), (3, 12), (2, 16), (1, 26)] {
            positions += compare(&game, &found.quotient, sums(count, largest));
        }
    }
    assert!(solved >= 40 && positions > 40_000, "{solved} {positions}");
}

#[test]
fn wild_partial_quotients_agree_with_the_search() {
    for (game, to) in [("0.07", 14), ("0.35", 8), ("0.64", 11), ("0.76", 11), ("grundy", 14), ("4.7", 12)] {
        let quotient = found(game, to, 400).quotient;
        for (count, largest) in [(4, 7), (3, 9), (2, to), (1, to)] {
            compare(game, &quotient, sums(count, largest.min(to)));
        }
    }
}

#[test]
fn joint_quotients_agree_with_the_search() {
    let quotient = found("0.77 & 0.123", 9, 400).quotient;
    let games: [HeapGame; 2] = ["0.77", "0.123"].map(|game| game.parse().expect("a game"));
    let mut solver = MisereSolver::new(sprague::ruleset::Sum(games[0].clone(), games[1].clone()));
    for one in sums(2, 8) {
        for other in sums(2, 9) {
            let position = (Some(Heaps::new(one.clone())), Some(Heaps::new(other.clone())));
            let is_p = solver.value(&position).expect("small") == Nimber::ZERO;
            let of =
                |rule, sizes: &[u64]| sizes.iter().map(|&size| RuleHeap { rule, size }).collect::<Vec<_>>();
            let outcome = quotient.outcome([of(0, &one), of(1, &other)].concat());
            assert_eq!(outcome, Some(if is_p { Outcome::P } else { Outcome::N }), "{one:?} {other:?}");
        }
    }
}

/// Rules with `on`, `diff` and three parts.
fn random_rule() -> impl Strategy<Value = String> {
    let clause = (
        prop::sample::select(vec!["take(1)", "take(2)", "take(1,2)", "take(1..3)", "take(2,3)"]),
        prop::sample::select(vec![
            "leave(0,1)",
            "leave(0)",
            "leave(1)",
            "leave(2)",
            "leave(1,2, diff>=2)",
            "leave(2, distinct)",
            "leave(3)",
            "leave(0..2)",
        ]),
        prop::sample::select(vec!["", " on 3..", " on 1..6", " on 2,5,7.."]),
    );
    prop::collection::vec(clause, 1..3).prop_map(|clauses| {
        let clauses = clauses.into_iter().map(|(take, leave, on)| format!("{take} {leave}{on}"));
        clauses.collect::<Vec<_>>().join(" | ")
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn random_rules_agree_with_the_search(game in random_rule()) {
        let quotient = found(&game, 60, 40).quotient;
        let known = (quotient.values(0).len() as u64 - 1).min(9);
        compare(&game, &quotient, sums(3, known.min(7)));
        compare(&game, &quotient, sums(2, known));
        if quotient.period(0).is_some() {
            compare(&game, &quotient, sums(1, 14));
        }
    }
}
