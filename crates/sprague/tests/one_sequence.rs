//! One door to values: whatever is asked of a sequence, in whatever order and pieces, has the values of the definition,
//! and no prefix is computed twice.

use std::ops::ControlFlow;

use proptest::prelude::*;
use sprague::limits::{Measure, Meter, TooLarge};
use sprague::nimber::Nimber;
use sprague::sequence::period::{Finding, HowFar};
use sprague::sequence::{Collect, EngineSettings, Ground, Kernel, naive_values};
use sprague::{Limits, Sequence};

use crate::common::game;

/// Closed forms, octal and hexadecimal codes, splits with conditions, subtraction, all-but, rules that end.
const GAMES: [&str; 24] = [
    "nim",
    "kayles",
    "0.07",
    "0.137",
    "0.45",
    "0.6",
    "0.106",
    "4.7",
    "0.3f",
    "0.8f",
    "grundy",
    "split(2)",
    "split(2, diff>=2)",
    "split(2, diff>=3)",
    "split(3)",
    "split(3, distinct)",
    "split(2, distinct) | split(2) on 2",
    "take(1..7)",
    "take(1,3,4)",
    "take(2..)",
    "take(2,5..)",
    "take(1,2) leave(0..2) | split(2) on 5..9",
    "lasker",
    "0.0",
];
const LAST: u64 = 60;

/// Few enough steps for periods to be looked for from heap 40 on, enough to find those of small games.
fn tight() -> Limits {
    Limits { steps: 40_000_000, ..Limits::default() }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_questions_in_any_order_have_the_values_of_the_definition(
        text in prop::sample::select(&GAMES[..]),
        questions in prop::collection::vec((0..=LAST, 0..=LAST, 0..4_u8), 1..8),
        is_tight in any::<bool>(),
        kernel in prop::sample::select(&[Kernel::NAIVE, Kernel::DENSE, Kernel::TEXTBOOK, Kernel::BLOCKS][..]),
    ) {
        let game = game(text);
        let expected = naive_values(game.rule.clauses(), LAST);
        let limits = if is_tight { tight() } else { Limits::default() };
        let settings = EngineSettings { kernel, ..EngineSettings::default() };
        let mut sequence = Sequence::new(game, settings);
        for (a, b, kind) in questions {
            let (from, to) = (a.min(b), a.max(b));
            let range = || expected[from as usize..=to as usize].to_vec();
            match kind {
                0 => prop_assert_eq!(sequence.value(a, &limits).expect("small"), expected[a as usize]),
                1 => prop_assert_eq!(sequence.values(from..=to, &limits).expect("small"), range()),
                2 => {
                    let mut sent = Collect::from(0);
                    sequence.compute(from..=to, &limits, &mut sent).expect("small");
                    prop_assert_eq!(sent.into_values(), range());
                }
                _ => {
                    if let Ok(proved) = sequence.prove_from(to, &limits) {
                        prop_assert_eq!((from..=to).map(|n| proved.value(n)).collect::<Vec<_>>(), range());
                    }
                }
            }
        }
    }

    #[test]
    fn a_sink_gets_each_heap_once_and_in_order_and_can_stop(
        text in prop::sample::select(&["grundy", "0.16", "0.45", "4.064", "split(3)", "take(1,3,4)"][..]),
        from in 0_u64..3_000,
        length in 0_u64..3_000,
        enough in 0_u64..6_000,
    ) {
        let mut next = from;
        let to = from + length;
        game(text).sequence().stream(from..=to, &tight(), &mut |first: u64, values: &[Nimber]| {
            assert_eq!(first, next);
            next += values.len() as u64;
            if next > enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }).expect("few steps");
        prop_assert!(next == to + 1 || next > enough);
    }
}

/// The engine's own values, by one call.
fn computed(text: &str, to: u64) -> Vec<Nimber> {
    let mut sent = Collect::from(0);
    game(text).sequence().compute(0..=to, &Limits::unlimited(), &mut sent).expect("no limits");
    sent.into_values()
}

#[test]
fn pieces_are_the_whole_also_where_a_period_takes_over() {
    for (text, to) in [("grundy", 70_000), ("0.137", 80_000), ("0.156", 70_000), ("0.007", 9_000)] {
        let expected = computed(text, to);
        let limits = Limits { steps: 5_000_000_000, ..Limits::default() };
        let mut sequence = game(text).sequence();
        let mut pieces = Collect::from(0);
        let mut first = 0;
        while first <= to {
            let last = (2 * first + 777).min(to);
            sequence.stream(first..=last, &limits, &mut pieces).expect("not far");
            first = last + 1;
        }
        assert_eq!(pieces.into_values(), expected, "{text} in pieces");
        assert_eq!(
            game(text).sequence().values(0..=to, &limits).expect("not far"),
            expected,
            "{text} at once"
        );
        let far = (to - 100, to);
        let tail = game(text).sequence().values(far.0..=far.1, &limits).expect("not far");
        assert_eq!(tail, expected[far.0 as usize..], "{text} from far away");
        for heap in [0, 1, 999, to / 2, to] {
            assert_eq!(
                game(text).sequence().value(heap, &limits),
                Ok(expected[heap as usize]),
                "{text} {heap}"
            );
            assert_eq!(sequence.value(heap, &limits), Ok(expected[heap as usize]), "{text} {heap} again");
        }
    }
}

/// Where there is no period every question needs all smaller heaps: as many are computed, once.
#[test]
fn a_question_computes_a_prefix_once() {
    const TO: u64 = 150_000;
    let limits = Limits::default();
    let mut sequence = game("grundy").sequence();
    sequence.value(TO, &limits).expect("near");
    let once = sequence.computed();
    assert!(once <= TO + TO / 8 + 1, "the search for a period reads the same values and few more: {once}");
    sequence.values(TO / 2..=TO, &limits).expect("known");
    sequence.statistics(0..=TO, 1.0, &limits).expect("known");
    sequence.rare(TO, &limits).expect("known");
    assert_eq!(sequence.period(HowFar::To(TO), &limits).finding, Finding::Nothing);
    assert_eq!(sequence.computed(), once, "whatever is asked next reads what is known");
    let spent = limits.meter.spent();
    sequence.value(TO, &limits).expect("known");
    assert_eq!(limits.meter.spent(), spent, "and costs nothing");
}

#[test]
fn what_is_refused_was_not_begun_to_be_sent() {
    let nothing = |_: u64, _: &[Nimber]| -> ControlFlow<()> { panic!("a value of a refused range") };
    let few = Limits { steps: 1_000_000, ..Limits::default() };
    for (text, to) in
        [("grundy", 100_000_000), ("0.007", 70_000), ("split(3, distinct)", 100_000), ("grundy", 1 << 62)]
    {
        let refusal = game(text).sequence().stream(0..=to, &few, &mut { nothing }).expect_err(text);
        assert!(
            matches!(refusal, TooLarge::Estimate { measure: Measure::Steps, .. } | TooLarge::Unproved { .. }),
            "{text}: {refusal}"
        );
    }
    let stopped = Limits { meter: Meter::default(), ..Limits::default() };
    stopped.meter.stop();
    assert_eq!(game("grundy").sequence().stream(0..=50, &stopped, &mut { nothing }), Err(TooLarge::Stopped));
}

/// A search that was stopped says nothing about the period; the next one finds it.
#[test]
fn a_stopped_question_spoils_nothing() {
    let mut sequence = game("0.156").sequence();
    let stopped = Limits::default();
    let mut first = |_: u64, _: &[Nimber]| {
        stopped.meter.stop();
        ControlFlow::Continue(())
    };
    assert_eq!(sequence.stream(0..=1 << 30, &stopped, &mut first), Err(TooLarge::Stopped));
    let ground = sequence.value_with_ground(1 << 40, &Limits::default()).expect("a period").1;
    assert!(matches!(ground, Ground::Period { .. }), "{ground:?}");
}
