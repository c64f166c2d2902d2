//! Games whose space is poor, comes late or never, and games of three parts.

use std::ops::ControlFlow;

use sprague::sequence::{Collect, Engine, EngineSettings, Kernel, Method, naive_values};

use crate::common::rule;
use crate::extent;

fn values(game: &str, to: u64, kernel: Kernel) -> Vec<u64> {
    values_by_threads(game, to, kernel, 1)
}

fn values_by_threads(game: &str, to: u64, kernel: Kernel, threads: usize) -> Vec<u64> {
    let rule = rule(game);
    let mut collect = Collect::from(0);
    let options = EngineSettings { kernel, threads, prelude: 256, ..EngineSettings::default() };
    assert_eq!(Engine::new(rule.clauses(), options).stream(to, &mut collect), ControlFlow::Continue(()));
    collect.into_values().into_iter().map(|value| value.0).collect()
}

fn first_difference(a: &[u64], b: &[u64]) -> Option<usize> {
    (0..a.len().max(b.len())).find(|&n| a.get(n) != b.get(n))
}

/// Rare heaps that keep coming (0.007, 0.04, 0.06), several breaks, parts that must differ, heaps set apart.
#[test]
fn games_of_poor_spaces_agree_with_the_textbook_at_every_level() {
    let games = [
        "0.007",
        "0.04",
        "0.06",
        "0.0644",
        "4.10203",
        "0.00137",
        "take(3) leave(2, diff>=5) | take(1) leave(1) on 100..",
        "take(2) leave(2) on 1..700 | take(3,5) leave(2, distinct)",
        "split(2, diff>=40) | take(2) leave(2) on 3000..",
    ];
    for game in games {
        let to = extent(5_000, 12_000);
        let expected = values(game, to, Kernel::TEXTBOOK);
        for kernel in Kernel::available().into_iter().filter(|&kernel| kernel.method == Method::Blocks) {
            assert_eq!(first_difference(&values(game, to, kernel), &expected), None, "{game} with {kernel}");
        }
    }
}

/// Games with a poor space and without one, several breaks, one-heap moves and parts that must differ.
#[test]
fn games_of_poor_spaces_are_the_same_for_every_number_of_threads() {
    let games = [
        "0.007",
        "4.10203",
        "0.00137",
        "split(2, diff>=4)",
        "take(1,3) leave(0..2) | split(2, distinct)",
        "take(2) leave(2) on 1..9000 | take(3,5) leave(2, distinct)",
    ];
    for game in games {
        let expected = values(game, 11_000, Kernel::TEXTBOOK);
        for &threads in extent(&[2, 7][..], &[1, 2, 3, 4, 7, 16]) {
            let found = values_by_threads(game, 11_000, Kernel::best(), threads);
            assert_eq!(first_difference(&found, &expected), None, "{game} with {threads} threads");
        }
    }
}

#[test]
fn streams_of_poor_spaces_may_stop_anywhere() {
    let expected = values("0.007", 9_000, Kernel::TEXTBOOK);
    let rule = rule("0.007");
    let mut engine =
        Engine::new(rule.clauses(), EngineSettings { prelude: 256, ..EngineSettings::default() });
    let mut collect = Collect::from(0);
    for to in (0..=9_000).step_by(37).chain([9_000]) {
        let _ = engine.stream(to, &mut collect);
    }
    let found: Vec<u64> = collect.into_values().into_iter().map(|value| value.0).collect();
    assert_eq!(first_difference(&found, &expected), None);
}

/// Thesis game J, any three parts: half of n - 1 (proposition 9.3 of the thesis).
#[test]
fn any_three_parts_have_half_as_value() {
    let found = values("split(3)", 3_000, Kernel::best());
    assert!((1..).zip(&found[1..]).all(|(n, &value)| value == (n - 1) / 2));
}

#[test]
fn three_parts_agree_with_the_definition() {
    let games = [
        "split(3, not-all-equal)",
        "split(3, distinct)",
        "split(3, diff>=2)",
        "0.8",
        "0.3F",
        "8.0C",
        "take(1) leave(0..2) | split(3)",
    ];
    for game in games {
        let rule = rule(game);
        let expected: Vec<u64> = naive_values(rule.clauses(), 120).iter().map(|value| value.0).collect();
        assert_eq!(values(game, 120, Kernel::best()), expected, "{game}");
    }
}
