//! The walk in registers against the block engine without it and against the textbook engine: the same values, rare
//! heaps and states, whatever the threads, the steps and the state from which an engine goes on.

use std::ops::ControlFlow;

use proptest::prelude::*;
use sprague::nimber::Nimber;
use sprague::sequence::accelerator::Helpers;
use sprague::sequence::{Engine, EngineSettings, Kernel};

use crate::common::rule;

/// Few rare heaps and small indices; 0.56 and 0.205 have indices beyond a group of sixteen now and then, 0.207 rare
/// heaps far apart, 0.106, 0.104, 0.205 and 0.207 spaces of type 1, 0.16 and 0.77 a period.
const GAMES: [&str; 16] = [
    "0.106", "4.045", "0.174", "0.205", "0.454", "0.104", "0.054", "0.16", "0.167", "0.56", "4.404", "4.367",
    "0.245", "0.207", "0.77", "0.156",
];

fn settings(helpers: Helpers, threads: usize) -> EngineSettings {
    EngineSettings { helpers, threads, ..EngineSettings::default() }
}

fn stream(engine: &mut Engine, to: u64, step: u64) -> Vec<Nimber> {
    let mut values = Vec::new();
    while engine.next() <= to {
        let last = to.min(engine.next() + step - 1);
        let _ = engine.stream(last, &mut |_: u64, some: &[Nimber]| {
            values.extend_from_slice(some);
            ControlFlow::Continue(())
        });
    }
    values
}

fn assert_same(code: &str, found: &[Nimber], expected: &[Nimber]) {
    let differ = found.iter().zip(expected).position(|(a, b)| a != b);
    assert_eq!((differ, found.len()), (None, expected.len()), "{code}");
}

#[test]
fn the_walk_has_the_values_of_the_blocks() {
    let to = 160_000;
    for code in GAMES {
        let game = rule(code);
        let mut plain = Engine::new(game.clauses(), settings(Helpers::Forbidden, 1));
        let expected = stream(&mut plain, to, u64::MAX / 2);
        for (threads, step) in [(1, u64::MAX / 2), (1, 12_345), (2, 50_000), (3, 1 << 14)] {
            let mut engine = Engine::new(game.clauses(), settings(Helpers::Allowed, threads));
            assert_same(code, &stream(&mut engine, to, step), &expected);
            assert_eq!(engine.rares(), plain.rares(), "{code}");
            let (ours, theirs) = (engine.state().expect("a space"), plain.state().expect("a space"));
            assert_eq!((ours.next, &ours.rares, &ours.window), (theirs.next, &theirs.rares, &theirs.window));
        }
    }
}

#[test]
fn the_walk_has_the_values_of_the_textbook() {
    for code in ["0.106", "4.045", "0.205", "0.16"] {
        let game = rule(code);
        let textbook = EngineSettings { kernel: Kernel::TEXTBOOK, ..EngineSettings::default() };
        let expected = stream(&mut Engine::new(game.clauses(), textbook), 90_000, u64::MAX / 2);
        for kernel in [Kernel::BLOCKS, Kernel::best()] {
            let ours = EngineSettings { kernel, ..EngineSettings::default() };
            assert_same(code, &stream(&mut Engine::new(game.clauses(), ours), 90_000, 33_333), &expected);
        }
    }
}

#[test]
fn the_walk_goes_on_from_states_and_leaves_states() {
    let to = 150_000;
    for code in ["0.106", "0.174", "0.207", "0.16"] {
        let game = rule(code);
        let expected = stream(&mut Engine::new(game.clauses(), settings(Helpers::Forbidden, 1)), to, 1 << 20);
        for (before, after) in
            [(Helpers::Allowed, Helpers::Forbidden), (Helpers::Forbidden, Helpers::Allowed)]
        {
            for cut in [70_001, 98_304, 131_071] {
                let mut first = Engine::new(game.clauses(), settings(before, 1));
                let mut values = stream(&mut first, cut - 1, 1 << 20);
                let state = first.state().expect("a space");
                let mut second =
                    Engine::from_state(game.clauses(), settings(after, 2), &state).expect("its own state");
                values.extend(stream(&mut second, to, 40_000));
                assert_same(code, &values, &expected);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn random_octal_games_are_the_same_with_the_walk(
        start in prop::sample::select(vec![0u8, 4]),
        digits in prop::collection::vec(0u8..8, 1..4),
        to in 66_000u64..100_000,
        step in 1000u64..70_000,
    ) {
        let digits: String = digits.iter().map(ToString::to_string).collect();
        let code = format!("{start}.{digits}");
        let game = rule(&code);
        let mut plain = Engine::new(game.clauses(), settings(Helpers::Forbidden, 1));
        let mut expected = stream(&mut plain, 1 << 14, u64::MAX / 2);
        // games with many rare heaps take long and are walked by nobody
        if plain.space().is_some() && plain.rares().len() < 300 {
            expected.extend(stream(&mut plain, to, u64::MAX / 2));
            let mut engine = Engine::new(game.clauses(), settings(Helpers::Allowed, 1));
            assert_same(&code, &stream(&mut engine, to, step), &expected);
            prop_assert_eq!(engine.rares(), plain.rares());
        }
    }
}
