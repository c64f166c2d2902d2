//! Huge positions are answered by theorem or refused, wrong ones name their column.

use sprague::games::Term;
use sprague::moves::{self, Move};
use sprague::play::{Outcome, Play};

use crate::common::{all_refused, all_written, answer, ask, position, value};

const E18: u64 = 1_000_000_000_000_000_000;

#[test]
fn huge_positions_are_answered_by_theorem() {
    for (text, expected) in [
        ("staircase: 1e18 5e17 3", E18 ^ 3),
        ("nimble: 1e18 9223372036854775807", E18 ^ (u64::MAX / 2)),
        ("euclid: 1e18 1", E18),
        ("euclid: 9223372036854775807 9223372036854775806", 0),
        ("euclid: 0 5", 0),
        ("rims: 1e18 7", E18 ^ 7),
        ("rayles: 1e18", value("kayles: 1e18")),
        ("welter: 9223372036854775807", u64::MAX / 2),
        ("welter: 1e18 1000000000000000001", 0),
    ] {
        assert_eq!(value(text), expected, "{text}");
        for option in &answer(text).winning_moves {
            assert_eq!(value(&option.to_string()), 0, "{text} to {option}");
        }
    }
    // outcomes without values
    for (text, outcome) in [
        ("fibonacci: 1e18", Outcome::N),
        ("fibonacci: 7540113804746346429", Outcome::P),
        ("fibonacci: 7540113804746346430", Outcome::N),
        ("dollar: 1e9 2000000000$ 3000000000 4e9", Outcome::P),
        ("dollar: 1e9 2000000000$ 3000000000 5e9", Outcome::N),
        ("dollar(at once): 1e9$ 2e9", Outcome::N),
    ] {
        let solved = answer(text);
        assert_eq!(solved.outcome, outcome, "{text}");
        assert_eq!(solved.winning_moves.is_empty(), outcome == Outcome::P, "{text}");
        assert_eq!(solved.winning_moves_total, Some(solved.winning_moves.len() as u64), "{text}");
        for option in &solved.winning_moves {
            assert_eq!(answer(&option.to_string()).outcome, Outcome::P, "{text} to {option}");
        }
    }
    for text in ["fibonacci: 1e18", "staircase: 1e18 5", "welter: 1e12 5e11 7", "dollar: 5 1000000000$"] {
        assert!(ask(text, Play::Misere).is_err(), "{text}");
    }
    // a sum needs the value
    assert!(ask("fibonacci: 1e18 + nim: 3", Play::Normal).is_err());
    assert_eq!(answer("fibonacci: 4000").value.map(|value| value.0 > 0), Some(true));
}

#[test]
fn wrong_positions_name_their_column() {
    all_refused(&[
        ("welter: 1 4 1", 13),
        ("welter: 1 x", 11),
        ("welter: 1,", 11),
        ("euclid: 3", 9),
        ("euclid: -3 8", 9),
        ("euclid: 3.5 8", 10),
        ("euclid: 3 8 2", 9),
        ("euclid:", 8),
        ("fibonacci:", 11),
        ("fibonacci: 20 13", 15),
        ("fibonacci: 20 limit", 20),
        ("fibonacci: 20 limit x", 21),
        ("staircase: 3 -1", 14),
        ("staircase: 9223372036854775807 1", 12),
        ("nimble: 3 y", 11),
        ("dollar: 3 5", 9),
        ("dollar: 3$ 5$", 13),
        ("dollar: 3 3$", 11),
        ("dollar(now): 3$", 8),
        ("dollar(at once): 3 0$", 20),
        ("rims: x", 7),
    ]);
}

#[test]
fn aliases_and_what_is_written() {
    all_written(&[
        ("Welters-Game: 7 4 1", "welter: 1 4 7"),
        ("game-of-euclid: 3, 8", "euclid: 8 3"),
        ("fibonacci-nim: 20 limit 4", "fibonacci: 20 limit 4"),
        ("fibonacci: 20", "fibonacci: 20"),
        ("staircase-nim: 3 0 4 0", "staircase: 3 0 4 0"),
        ("nimble: 7 4 0", "nimble: 0 4 7"),
        ("Northcotts-Game: 7-2", "northcott: 7-2"),
        ("silver-dollar-with-the-dollar: 0 7 4$", "dollar: 4$ 7"),
        ("dollar( at once ): 2$ 5", "dollar(at once): 2$ 5"),
        ("dollar:", "dollar:"),
        ("rims: 3 5", "rims: 5 3"),
        ("rayles: 3", "rayles: 3"),
    ]);
}

/// As in the tests of the moves: they lead to all options and nowhere else, and each is found again from what changed.
#[test]
fn the_moves_lead_to_all_options() {
    for text in [
        "coins(mock-turtles): HTTHH",
        "coins(ruler x twins): HTH/THH/HHT",
        "coins(exactly 2 within 2): HTHH",
        "welter: 0 3 4 7",
        "euclid: 17 4",
        "euclid: 5 5",
        "fibonacci: 9",
        "fibonacci: 9 limit 4",
        "staircase: 3 2 0 3",
        "nimble: 2 4 4",
        "northcott: 2-7 5-3 2-7",
        "dollar: 2 4$ 7",
        "dollar: 0$ 3 5",
        "dollar(at once): 4$ 7",
        "rims: 4 2",
    ] {
        let position = position(text);
        let found = moves::all(&position, 100_000);
        let options: std::collections::HashSet<Term> =
            position.0[0].options().iter().map(Term::identity).collect();
        let reached: std::collections::HashSet<Term> =
            found.moves.iter().map(|step| step.term.identity()).collect();
        assert!(reached == options, "{text}");
        assert_eq!(moves::any(&position), !options.is_empty(), "{text}");
        assert!(position.0[0].breadth() >= options.len() as f64, "{text}");
        for option in position.0[0].options() {
            let after = position.with_term(0, option.clone());
            let step = Move::between(&position, &after).unwrap_or_else(|| panic!("{text} to {after}"));
            assert_eq!(
                step.term.identity(),
                option.identity(),
                "{text} to {after}: {}",
                step.words(&position)
            );
        }
    }
}
