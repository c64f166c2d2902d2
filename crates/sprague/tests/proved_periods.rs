//! Heaps of any size, by proved periods: against the engine beyond the preperiod, against the plain solver, and for
//! huge heaps against answers worked out by hand.

use sprague::games::Known;
use sprague::heap::{HeapGame, closed::closed_form};
use sprague::limits::Limits;
use sprague::nimber::Nimber;
use sprague::play::{Outcome, Play};
use sprague::sequence::{Collect, Ground, ProvedPeriod};
use sprague::solve::{Answer, Request, solve};

use crate::common::{game, moves, position};

const HUGE: u64 = 1_000_000_000_000_000_000;

/// Period, preperiod and saltus from the published tables (Kayles, Dawson's games, 0.45, 0.156, 4.064) or by hand.
#[test]
fn laws_are_the_values_of_the_engine_beyond_the_preperiod() {
    let known = [
        ("0.77", 12, 71, 0),
        ("0.07", 34, 53, 0),
        ("0.137", 34, 52, 0),
        ("0.45", 20, 498, 0),
        ("0.156", 349, 3_479, 0),
        ("4.064", 16_132, 94_272, 0),
        // 0 0 1 1 0 0 1 1 ..., and 0 1 0 1 2 3 2 for take 1, 3 or 4 (period 7)
        ("take(2)", 4, 0, 0),
        ("take(1,3,4)", 7, 0, 0),
        // all but 1: 0 0 1 1 2 2 ...
        ("take(2..)", 2, 0, 1),
    ];
    for (text, period, preperiod, saltus) in known {
        let game = game(text);
        let mut sequence = game.sequence();
        let law = sequence.prove(&Limits::default()).expect(text);
        let found = law.period();
        assert_eq!((found.period, found.preperiod, found.saltus), (period, preperiod, saltus), "{text}");
        agree(&game, law, law.reach() + 3 * period.min(10_000) + 100);
    }
}

#[test]
fn laws_of_all_but_games_and_of_several_heaps_agree_with_the_engine() {
    for text in
        ["take(2,5..)", "take(1,4,6..)", "take(3..)", "take(1,2,7..)", "take(1,5,9)", "0.a3", "split(2..3)"]
    {
        let game = game(text);
        if let Ok(law) = game.sequence().prove(&Limits::default()) {
            agree(&game, law, 2 * law.reach() + 500);
        } else {
            assert!(!text.starts_with("take"), "{text} has a theorem");
        }
    }
}

fn agree(game: &HeapGame, law: &ProvedPeriod, to: u64) {
    let mut values = Collect::from(0);
    game.sequence().compute(0..=to, &Limits::default(), &mut values).expect("small enough");
    for (heap, value) in (0..).zip(values.into_values()) {
        assert_eq!(law.value(heap), value, "{game} {heap}");
        if let Some(heaps) = law.heaps_of_value(value) {
            assert!(heaps.contains(&heap) && heaps.iter().all(|&heap| law.value(heap) == value));
        }
    }
}

#[test]
fn kayles_by_its_law_is_kayles_by_its_table() {
    let kayles = game("kayles");
    let mut sequence = kayles.sequence();
    let law = sequence.prove(&Limits::default()).expect("a period");
    for heap in (0..500).chain(HUGE..HUGE + 50).chain((1 << 63) - 20..1 << 63) {
        assert_eq!(closed_form(&kayles.rule, heap).map(|(value, _)| value), Some(law.value(heap)), "{heap}");
    }
}

fn solved(text: &str, known: &mut Known) -> Answer {
    solve(&position(text), Request { play: Play::Normal, moves: 100_000 }, known).expect(text)
}

/// With few steps allowed the law is used from heap 1000 on, with many the values are computed.
#[test]
fn just_beyond_the_threshold_answers_are_the_plain_ones() {
    let limits = Limits { steps: 1_000_000_000, ..Limits::default() };
    for text in ["0.137", "0.45", "4.0001", "take(1,3,4)", "take(2,5..)", "0.017"] {
        let (mut by_law, mut plain) = (Known::new(limits.clone()), Known::new(Limits::default()));
        for heap in [1_001, 1_002, 1_017, 1_234] {
            for position in [format!("{text}: {heap}"), format!("{text}: {heap} 1100 7 + nim: 2")] {
                let (a, b) = (solved(&position, &mut by_law), solved(&position, &mut plain));
                assert!(
                    matches!(a.components[0].evaluation.grounds[..], [Ground::Period { .. }]),
                    "{position}"
                );
                assert!(
                    matches!(b.components[0].evaluation.grounds[..], [Ground::Sequence { .. }]),
                    "{position}"
                );
                assert_eq!(a.value, b.value, "{position}");
                assert_eq!(a.winning_moves, b.winning_moves, "{position}");
                assert_eq!(a.winning_moves_total, b.winning_moves_total, "{position}");
            }
        }
    }
}

/// 10^k is 4 modulo 12 for k >= 2, and the heaps of Kayles that are 4 modulo 12 have the value 1.
#[test]
fn huge_kayles_by_hand() {
    let mut known = Known::new(Limits::default());
    assert_eq!(solved("kayles: 1e18 1e17", &mut known).outcome, Outcome::P);
    let answer = solved("kayles: 1e18 1e17 3", &mut known);
    assert_eq!(answer.value, Some(Nimber(3)));
    assert!(!answer.winning_moves.is_empty());
}

#[test]
fn winning_moves_of_huge_heaps_win() {
    let mut known = Known::new(Limits::default());
    for text in [
        "0.137: 1e18",
        "0.137: 1e18 3e17 12346 9",
        "0.16: 1e18 7",
        "0.45: 9e17",
        "take(1,3,4): 1e18 1e17 3",
        "take(2,5..): 1e18 7",
        "take(1,4,6..): 1e18 1e17 55",
        "0.156: 1e18 + nim: 1e18 2",
    ] {
        let answer = solved(text, &mut known);
        assert_eq!(answer.outcome, Outcome::N, "{text}");
        assert!(!answer.winning_moves.is_empty(), "{text}");
        for option in &answer.winning_moves {
            let again = position(&option.to_string());
            let reply = solve(&again, Request { play: Play::Normal, moves: 0 }, &mut known);
            assert_eq!(reply.expect("as large").outcome, Outcome::P, "{text}: {option}");
        }
    }
}

/// In an all-but game at most a turn of heaps has a value, so the list is complete.
#[test]
fn all_but_games_list_every_winning_move() {
    let answer = solved("take(2..): 1e18 1e17", &mut Known::new(Limits::default()));
    // the value of n is n / 2, so 1e17 must remain and 1e18 go down to 1e17 or 1e17 + 1
    assert_eq!(
        moves(&answer),
        [
            "take(2..): 100000000000000000 100000000000000000",
            "take(2..): 100000000000000001 100000000000000000"
        ]
    );
    assert_eq!(answer.winning_moves_total, Some(2));
}

#[test]
fn where_nothing_is_proved_the_refusal_is_one_line_and_tells_what_stands_in_the_way() {
    let limits = Limits { steps: 1_000_000_000, ..Limits::default() };
    let refusal =
        solve(&position("grundy: 1e18"), Request { play: Play::Normal, moves: 1 }, &mut Known::new(limits))
            .unwrap_err();
    assert_eq!(
        refusal.to_string(),
        "the table of grundy to heap 1000000000000000000 needs about 4.0e18 bytes of memory, more than there are, and \
         up to heap 10000 no period is proved that would give it"
    );
    assert_eq!(refusal.limits(), [], "no limit that is raised would help");
}

#[test]
fn ranges_anywhere_say_what_they_rest_on() {
    let limits = Limits::default();
    let mut values = Collect::from(HUGE);
    let chess = game("0.137");
    let ground = chess.sequence().stream(HUGE..=HUGE + 67, &limits, &mut values).unwrap();
    assert!(matches!(ground, Ground::Period { .. }), "{ground:?}");
    let values = values.into_values();
    assert_eq!(values.len(), 68);
    assert_eq!(values[..34], values[34..]);
    let mut few = Collect::from(0);
    let ground = chess.sequence().stream(0..=100, &limits, &mut few).unwrap();
    assert_eq!(ground, Ground::Sequence { to: 100 });
    // 1e18 is 52 + 34 k + r with r = 14
    let place = 52 + (HUGE - 52) % 34;
    assert_eq!(values[0], few.into_values()[place as usize]);
}

#[test]
fn densities_add_up_to_one() {
    let mut sequence = game("0.77").sequence();
    let law = sequence.prove(&Limits::default()).expect("a period");
    // the cycle of Kayles is 4 1 2 8 1 4 7 2 1 8 2 7
    let expected = [(1, 3), (2, 3), (4, 2), (7, 2), (8, 2)].map(|(value, count)| (Nimber(value), count));
    assert_eq!(law.densities(), Some(expected.to_vec()));
    let mut sequence = game("take(2..)").sequence();
    let growing = sequence.prove(&Limits::default()).expect("proved");
    assert_eq!(growing.densities(), None);
}
