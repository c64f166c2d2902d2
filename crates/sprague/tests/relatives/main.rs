//! Nim-arithmetic, coin turning, the relatives of Nim and other classic games against tables by brute force, against a
//! plain search that is written here, and on inputs that are wrong or huge (theory N, R, W).

mod classics;
mod coins;
mod field;
mod games;
mod northcott;
mod sizes;

use std::collections::HashMap;
use std::hash::Hash;

use sprague::games::Known;
use sprague::limits::{Limits, TooLarge};
use sprague::play::Play;
use sprague::position::Position;
use sprague::solve::{Answer, Request, solve};

/// The value by the definition: the least number that no option has. Shares nothing with the library.
fn naive<P: Clone + Eq + Hash>(
    options: &dyn Fn(&P) -> Vec<P>,
    position: &P,
    known: &mut HashMap<P, u64>,
) -> u64 {
    if let Some(&value) = known.get(position) {
        return value;
    }
    let values: Vec<u64> = options(position).iter().map(|option| naive(options, option, known)).collect();
    let value =
        (0..=values.len() as u64).find(|value| !values.contains(value)).expect("finitely many options");
    known.insert(position.clone(), value);
    value
}

fn position(text: &str) -> Position {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn ask(text: &str, play: Play) -> Result<Answer, TooLarge> {
    solve(&position(text), Request { play, moves: 10_000 }, &mut Known::new(Limits::default()))
}

fn answer(text: &str) -> Answer {
    ask(text, Play::Normal).unwrap_or_else(|refusal| panic!("{text}: {refusal}"))
}

fn value(text: &str) -> u64 {
    answer(text).value.unwrap_or_else(|| panic!("{text} has no value")).0
}

fn moves(answer: &Answer) -> Vec<String> {
    answer.winning_moves.iter().map(Position::to_string).collect()
}
