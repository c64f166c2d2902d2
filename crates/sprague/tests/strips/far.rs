//! Stars at squares of any size, by proved periods (theory 6.10, 7.11, 8.15): golden answers, and four tokens against
//! the plain search where the limits allow no search.

use sprague::games::Known;
use sprague::games::star_nim::StarNim;
use sprague::limits::Limits;
use sprague::play::Outcome;
use sprague::ruleset::{Plain, Ruleset};
use sprague::search::Solver;
use sprague::solve::{Answer, Request, solve};

use crate::common::position;

fn answer(text: &str, known: &mut Known) -> Answer {
    solve(&position(text), Request::default(), known).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn moves(answer: &Answer) -> Vec<String> {
    assert_eq!(answer.winning_moves_total, Some(answer.winning_moves.len() as u64), "all moves are listed");
    answer.winning_moves.iter().map(ToString::to_string).collect()
}

const FAR: u64 = 1_000_000_000_000_000;

#[test]
fn golden_rows() {
    let mut known = Known::default();
    let offsets: Vec<i64> = (1..=8)
        .map(|a| answer(&format!("star-nim: {a} {FAR}"), &mut known).value.expect("a value").0)
        .map(|value| value.wrapping_sub(FAR).cast_signed())
        .collect();
    assert_eq!(offsets, [0, 1, 2, -2, -3, 3, 4, -5]);
    for (text, value, winning) in [
        ("star-nim: 3 1e15 + nim: 5", FAR + 7, "star-nim: 3 7 + nim: 5"),
        ("star-nim: 3 1e6 + nim: 7", 1_000_005, "star-nim: 3 9 + nim: 7"),
        (
            "star-nim: 3 1e15 + nim: 999999999999996",
            65_534,
            "star-nim: 3 999999999999995 + nim: 999999999999996",
        ),
    ] {
        let found = answer(text, &mut known);
        assert_eq!(
            (found.value.map(|value| value.0), moves(&found)),
            (Some(value), vec![winning.to_owned()])
        );
    }
}

#[test]
fn golden_four_tokens() {
    let mut known = Known::default();
    let golden: [(&str, &[&str]); 5] = [
        (
            "star-nim: 2 3 1e12 1e12",
            &["star-nim: 2 2 1000000000000 1000000000000", "star-nim: 2 3 999999999997 1000000000000"],
        ),
        ("star-nim: 2 3 1000 1003", &["star-nim: 1 3 1000 1003", "star-nim: 2 3 1000 997"]),
        (
            "star-nim: 2 5 1e12 1000000000005",
            &["star-nim: 1 5 1000000000000 1000000000005", "star-nim: 2 5 1000000000000 1000000000003"],
        ),
        ("star-nim: 7 8 1e12 1e15", &["star-nim: 7 8 1000000000000 1000000000002"]),
        (
            "star: [3] [1e12] [] [2] [1e12]",
            &[
                "star: [2] [1000000000000] [] [2] [1000000000000]",
                "star: [3] [999999999997] [] [2] [1000000000000]",
            ],
        ),
    ];
    for (text, winning) in golden {
        let found = answer(text, &mut known);
        assert_eq!((found.outcome, found.value), (Outcome::N, None), "{text}");
        assert_eq!(moves(&found), winning, "{text}");
    }
    let found = answer("star-nim: 2 3 1e12 999999999997", &mut known);
    assert_eq!((found.outcome, found.winning_moves_total), (Outcome::P, Some(0)));
}

#[test]
fn golden_lines() {
    let mut known = Known::default();
    for (text, value, winning) in [
        ("star: [2] [1,1e12]", 999_999_999_996, "star: [2] [1,4]"),
        ("star: [3] [2,1e12]", 999_999_999_998, "star: [3] [2,6]"),
    ] {
        let found = answer(text, &mut known);
        assert_eq!(
            (found.value.map(|value| value.0), moves(&found)),
            (Some(value), vec![winning.to_owned()])
        );
    }
    // A tail is a Nim heap: the gap of 10^12 - 5 beside the value of the heads.
    let found = answer("star: [2] [1,4,5,1e12]", &mut known);
    assert_eq!(found.value.map(|value| value.0), Some(999_999_999_994));
    assert_eq!(moves(&found), ["star: [2] [1,4,5,6]"]);
}

/// Both tokens huge: the diagonal of the difference.
#[test]
fn golden_diagonals() {
    let mut known = Known::default();
    let found = answer("star-nim: 1000000000000000 1000000000000005 + nim: 1", &mut known);
    let again = answer("star-nim: 1000000000000000 1000000000000005", &mut known);
    let value = again.value.expect("a value").0;
    assert_eq!(found.value.map(|value| value.0), Some(value ^ 1));
    for option in &found.winning_moves {
        let after = answer(&option.to_string(), &mut known);
        assert_eq!(after.outcome, Outcome::P, "{option}");
    }
    assert!(found.winning_moves_total.is_some_and(|total| total > 0));
}

/// All positions of four tokens up to 9, decided by pairs alone: outcomes and winning moves.
#[test]
fn four_tokens_agree_with_the_plain_search() {
    let mut known = Known::new(Limits { positions: 1, ..Limits::default() });
    let mut solver = Solver::new(Plain(StarNim));
    let mut compared = 0;
    for d in 2..=9u64 {
        for c in 2..=d {
            for b in 2..=c {
                for a in 2..=b {
                    let tokens = vec![a, b, c, d];
                    let found = answer(&format!("star-nim: {c} {a} {d} {b}"), &mut known);
                    let mut winning: Vec<Vec<u64>> = StarNim
                        .options(&tokens)
                        .into_iter()
                        .filter(|option| solver.outcome(option).expect("small") == Outcome::P)
                        .map(|option| StarNim.canonical(option))
                        .collect();
                    winning.sort_unstable();
                    winning.dedup();
                    let listed = moves(&found).into_iter().map(|text| {
                        let body = text.trim_start_matches("star-nim: ").split(' ');
                        StarNim.canonical(body.map(|token| token.parse().expect("a number")).collect())
                    });
                    let mut listed: Vec<Vec<u64>> = listed.collect();
                    listed.sort_unstable();
                    assert_eq!(listed, winning, "{tokens:?}");
                    assert_eq!(found.outcome, solver.outcome(&tokens).expect("small"), "{tokens:?}");
                    compared += 1;
                }
            }
        }
    }
    assert_eq!(compared, 330);
}

/// What no period tells stays refused, or keeps its outcome by theorem.
#[test]
fn what_no_period_tells_is_refused() {
    let mut known = Known::default();
    for text in
        ["star-nim: 100 200 1e12 1e13", "star-nim: 2 3 1e12 1e12 + nim: 1", "star: [1000] [1001] [2000,1e12]"]
    {
        assert!(solve(&position(text), Request::default(), &mut known).is_err(), "{text}");
    }
    let found = answer("star-nim: 1000000 5000000", &mut known);
    assert_eq!((found.outcome, found.value), (Outcome::N, None));
    assert_eq!(moves(&found), ["star-nim: 1000000 1000000"]);
}
