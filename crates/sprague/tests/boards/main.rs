//! The games on graphs and boards against golden tables and against plain searches written here.

mod cram;
mod graphs;
mod hackenbush;
mod nearly;
mod treblecross;

use sprague::play::{Outcome, Play};

use crate::common::{answer, ask, position};

/// The value of a position, and the outcome under misère play.
pub fn check(text: &str, value: u64, misere_wins: bool) {
    assert_eq!(answer(text).value.map(|value| value.0), Some(value), "{text}");
    let misere = ask(text, Play::Misere).unwrap_or_else(|refusal| panic!("{text}: {refusal}")).outcome;
    assert_eq!(misere == Outcome::N, misere_wins, "{text} under misère play");
}

/// As [`check`], and the options with their values one by one: their number, which of them win, and that each is read
/// again as it is written and found again as a move.
pub fn check_moves(text: &str, value_of: &mut dyn FnMut(&str) -> u64) {
    let start = position(text);
    let options = start.0[0].distinct_options();
    let found = answer(text);
    let mut wins = 0;
    for option in &options {
        let written = option.to_string();
        assert_eq!(position(&written).0[0].identity(), option.identity(), "{text}: {written}");
        let value = value_of(&written);
        assert_eq!(answer(&written).value.map(|value| value.0), Some(value), "{text}: {written}");
        wins += u64::from(value == 0);
        let after = start.with_term(0, option.clone());
        let step =
            sprague::moves::Move::between(&start, &after).unwrap_or_else(|| panic!("{text} to {written}"));
        assert_eq!(step.term.identity(), option.identity());
    }
    assert_eq!(found.winning_moves_total, Some(wins), "{text}");
    assert_eq!(sprague::moves::distinct(&start).moves.len(), options.len(), "{text}");
    assert!(start.0[0].breadth() >= options.len() as f64);
}
