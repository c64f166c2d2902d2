//! Nim-sequences: misère values of theory 10, and random rules against the definition. The golden tables of the theory's
//! sections 3 and 4 are claims of `thesis` 9, 11 and 12, and stand beside the rules (`heap_rules`).

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use crate::common::{game, nimber, number, rows, rule, values_by_definition};
use crate::extent;
use sprague::heap::{Clause, Condition, HeapGame, Heaps, Rule, SizeSet};
use sprague::limits::{Limits, SearchProgress};
use sprague::search::MisereSolver;
use sprague::sequence::period::HowFar;
use sprague::sequence::{Collect, Dense, naive_values};
use sprague_kit::Random;

fn values(text: &str, to: u64) -> Vec<u64> {
    Dense::new(game(text).rule.clauses()).extend_to(to).iter().map(|&value| value.into()).collect()
}

/// Theory 10.2: misère values of single heaps.
#[test]
fn misere_values_of_single_heaps() {
    let table = include_str!("../../tables/golden/misere_small_games_single_heap.csv");
    let games = ["take(1..3)", "take(1..7)", "kayles", "0.07", "grundy", "thesis-c", "thesis-e", "thesis-f"];
    for (column, name) in games.into_iter().enumerate() {
        let mut solver = MisereSolver::new(game(name));
        let mut checked = 0;
        for row in rows(table) {
            if let Some(expected) = row.get(column + 1).filter(|cell| !cell.is_empty()) {
                let heap = Heaps::new([number(row[0])]);
                assert_eq!(solver.value(&heap), Ok(nimber(expected)), "{name}, heap {heap}");
                checked += 1;
            }
        }
        assert!(checked >= 26, "{name}");
    }
}

fn random_rule(dice: &mut Random) -> String {
    if dice.below(2) == 0 {
        let zeroth = dice.pick(&["0", "0", "4", "8", "c"]);
        let digits: String = (0..=dice.below(4))
            .map(|_| char::from_digit(dice.below(16) as u32, 16).expect("a hexadecimal digit"))
            .collect();
        let tail = if dice.below(12) == 0 { "..." } else { "" };
        return format!("{zeroth}.{digits}{tail}");
    }
    let clauses: Vec<String> = (0..=dice.below(2))
        .map(|_| {
            let condition = dice.pick(&["", "", ", distinct", ", not-all-equal", ", diff>=2", ", diff>=3"]);
            let on = dice.pick(&["", "", "", " on 3..", " on 5,7..12", " on 0..9"]);
            if dice.below(2) == 0 {
                format!("split({}{condition}){on}", dice.pick(&["2", "3", "2,3"]))
            } else {
                let low = 1 + dice.below(3);
                let take = dice.pick(&["", "..", ",7"]);
                let take = if take == ".." {
                    format!("{low}..{}", low + dice.below(3))
                } else {
                    format!("{low}{take}")
                };
                let leave = dice.pick(&["0,1", "1", "0..2", "2", "1,2", "0,3"]);
                format!("take({take}) leave({leave}{condition}){on}")
            }
        })
        .collect();
    clauses.join(" | ")
}

#[test]
fn random_rules_agree_with_the_definition() {
    let mut dice = Random::new(41);
    for round in 0..extent(300, 1_000) {
        let text = random_rule(&mut dice);
        let expected = values_by_definition(rule(&text).clauses(), &[], 200);
        assert_eq!(values(&text, 200), expected, "round {round}: {text}");
    }
}

#[test]
fn the_naive_engine_agrees_with_the_ten_lines() {
    for text in ["0.77", "grundy", "0.3f", "split(3, distinct)", "take(2..) leave(1..3, not-all-equal)"] {
        let rule = rule(text);
        let naive: Vec<u64> = naive_values(rule.clauses(), 40).iter().map(|value| value.0).collect();
        assert_eq!(naive, values_by_definition(rule.clauses(), &[], 40), "{text}");
    }
}

#[test]
fn closed_forms_and_the_engine_send_the_same_values() {
    for text in ["nim", "kayles", "0.07", "thesis-c", "thesis-d", "thesis-f", "thesis-j", "take(1..5)"] {
        let mut sent = Collect::from(13);
        game(text).sequence().stream(13..=400, &Limits::default(), &mut sent).expect("a small range");
        let sent: Vec<u64> = sent.into_values().iter().map(|value| value.0).collect();
        assert_eq!(sent, values(text, 400)[13..], "{text}");
    }
}

#[test]
fn clauses_may_be_given_without_the_notation() {
    let clause = Clause::new(SizeSet::range(1, 2), SizeSet::range(0, 2), Condition::Any, SizeSet::all());
    let rule = Rule::new([clause]).expect("a rule");
    assert_eq!(rule.code().as_deref(), Some("0.77"));
}

/// A person who waits sees how many heaps are done; who listens may stop it.
#[test]
fn a_search_for_a_period_tells_how_far_it_is_and_can_be_stopped() {
    let told = Arc::new(Mutex::new(Vec::new()));
    let listen = |most: u64| {
        let told = Arc::clone(&told);
        let progress = move |progress: SearchProgress| {
            told.lock().expect("no panic").push(progress);
            if progress.heaps < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        Limits { progress: Some(Arc::new(progress)), ..Limits::default() }
    };
    let game: HeapGame = "0.007".parse().expect("a code");
    let report = game.sequence().period(HowFar::To(20_000), &listen(u64::MAX));
    let told_all = std::mem::take(&mut *told.lock().expect("no panic"));
    assert!(told_all.len() > 10 && told_all.iter().all(|progress| progress.positions == 0));
    assert!(told_all.is_sorted_by_key(|progress| progress.heaps));
    let last = told_all.last().expect("some").heaps;
    assert!((20_000 - 256..=report.computed_to + 1).contains(&last), "{last}");
    let stopped = game.sequence().period(HowFar::To(20_000), &listen(4_000));
    assert!((4_000..8_000).contains(&stopped.computed_to), "{stopped:?}");
}
