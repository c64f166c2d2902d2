//! The games on graphs and boards against golden tables and against plain searches written here.

mod cram;
mod graphs;
mod hackenbush;
mod nearly;
mod treblecross;

use std::collections::HashMap;
use std::hash::Hash;

use sprague::games::Known;
use sprague::limits::Limits;
use sprague::play::{Outcome, Play};
use sprague::position::Position;
use sprague::solve::{Answer, Request, solve};

/// Numbers that look random.
pub struct Random(pub u64);

impl Random {
    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

/// The value and the misère outcome of a position, by the definition, over whole positions.
fn by_definition<P: Clone + Eq + Hash>(
    position: &P,
    options: &dyn Fn(&P) -> Vec<P>,
    known: &mut HashMap<P, (u64, bool)>,
) -> (u64, bool) {
    if let Some(&found) = known.get(position) {
        return found;
    }
    let found: Vec<(u64, bool)> =
        options(position).iter().map(|option| by_definition(option, options, known)).collect();
    let value =
        (0..=found.len() as u64).find(|value| found.iter().all(|(other, _)| other != value)).expect("a mex");
    let misere_wins = found.is_empty() || found.iter().any(|&(_, wins)| !wins);
    known.insert(position.clone(), (value, misere_wins));
    (value, misere_wins)
}

/// The position that a text means.
pub fn position(text: &str) -> Position {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// All that is known of a position.
pub fn answer(text: &str, play: Play) -> Answer {
    let request = Request { play, moves: 1000 };
    solve(&position(text), request, &mut Known::new(Limits::default()))
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The value of a position, and the outcome under misère play.
pub fn check(text: &str, value: u64, misere_wins: bool) {
    let found = answer(text, Play::Normal);
    assert_eq!(found.value.map(|value| value.0), Some(value), "{text}");
    let misere = answer(text, Play::Misere).outcome;
    assert_eq!(misere == Outcome::N, misere_wins, "{text} under misère play");
}

/// As [`check`], and the options with their values one by one: their number, which of them win, and that each is read
/// again as it is written and found again as a move.
pub fn check_moves(text: &str, value_of: &mut dyn FnMut(&str) -> u64) {
    let start = position(text);
    let options = start.0[0].distinct_options();
    let found = answer(text, Play::Normal);
    let mut wins = 0;
    for option in &options {
        let written = option.to_string();
        assert_eq!(position(&written).0[0].identity(), option.identity(), "{text}: {written}");
        let value = value_of(&written);
        assert_eq!(
            answer(&written, Play::Normal).value.map(|value| value.0),
            Some(value),
            "{text}: {written}"
        );
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

/// The first error of a text: its column and its message.
pub fn refused(text: &str) -> (usize, String) {
    match text.parse::<Position>() {
        Ok(position) => panic!("{text} is read as {position}"),
        Err(error) => (error.column, error.message),
    }
}
