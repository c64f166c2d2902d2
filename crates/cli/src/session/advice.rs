//! What the program knows of a position, said to a player: a hint, and the values.

use std::fmt::Write;

use sprague::play::{Outcome, Play};
use sprague::solve::Answer;
use sprague::working::Working;
use sprague_tell::working;

use super::phrase::phrase;
use super::state::State;
use sprague::opponent::winning_move;

/// The most components that are listed.
const MOST_SHOWN: usize = 16;

/// A winning move, or why there is none.
pub fn hint(state: &State, answer: &Answer) -> String {
    let Some(step) = winning_move(answer) else {
        return match (answer.outcome, answer.play) {
            (Outcome::N, _) => "There is a winning move, but no example is within reach.\n".to_owned(),
            (Outcome::Draw, _) => {
                "No move wins, and some move keeps the draw: play can go on for ever.\n".to_owned()
            }
            (Outcome::P, Play::Misere) => {
                "No move wins: under misère play each of them leaves your opponent a winning reply.\n".to_owned()
            }
            (Outcome::P, Play::Normal) if answer.components.len() > 1 => {
                "No move wins: the nim-sum is 0, every move changes it, and your opponent can make it 0 again.\n"
                    .to_owned()
            }
            (Outcome::P, Play::Normal) => {
                "No move wins: the value is 0, and every move leads to a position of another value.\n".to_owned()
            }
        };
    };
    let count = match answer.winning_moves_total {
        Some(1) => "the only winning move".to_owned(),
        Some(total) => format!("one of {total} winning moves"),
        None => "one of the winning moves".to_owned(),
    };
    let after = step.after(&answer.position);
    let at = answer.winning_moves.iter().position(|position| *position == after);
    let change =
        at.and_then(|at| working::of_move(answer, at)).map_or(String::new(), |change| format!("; {change}"));
    format!("Hint: `{}` is {count}{change}.\n", phrase(state, &step))
}

/// The components with their values and the nim-sum; under misère play the outcome.
pub fn values(answer: &Answer) -> String {
    let who = match answer.outcome {
        Outcome::N => "an N-position: the player to move can win",
        Outcome::P => "a P-position: the player who just moved wins",
        Outcome::Draw => "a draw: both players can go on for ever",
    };
    let shown = |working: &Working| working::table(working, MOST_SHOWN);
    let mut text = answer.working.as_ref().map(shown).unwrap_or_default();
    if answer.play == Play::Misere {
        let value =
            answer.misere_value.map_or(String::new(), |value| format!(" Its misère value is {value}."));
        if let Some(product) = &answer.product {
            let _ = writeln!(text, "This rests on: {}.", product.ground);
        }
        return format!("{text}Under misère play this is {who}.{value}\n");
    }
    let _ = writeln!(text, "This is {who}.");
    text
}
