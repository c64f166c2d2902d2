//! What the program knows of a position, said to a player: a hint, and the values.

use std::fmt::Write;

use sprague::nimber::Nimber;
use sprague::play::{Outcome, Play};
use sprague::solve::{Answer, MisereGround, MisereProduct};

use super::phrase::phrase;
use super::state::State;
use crate::draw::clip;
use sprague::opponent::winning_move;

/// The most components that are listed.
const MOST_SHOWN: usize = 16;

/// A winning move, or why there is none.
pub fn hint(state: &State, answer: &Answer) -> String {
    let Some(step) = winning_move(answer) else {
        return match (answer.outcome, answer.play) {
            (Outcome::N, _) => "There is a winning move, but no example is within reach.\n".to_owned(),
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
    format!("Hint: `{}` is {count}.\n", phrase(state, &step))
}

/// The components with their values and the nim-sum; under misère play the outcome.
pub fn values(answer: &Answer) -> String {
    let who = match answer.outcome {
        Outcome::N => "an N-position: the player to move can win",
        Outcome::P => "a P-position: the player who just moved wins",
    };
    if answer.play == Play::Misere {
        let value =
            answer.misere_value.map_or(String::new(), |value| format!(" Its misère value is {value}."));
        let product = answer.product.as_ref().map_or_else(String::new, product);
        return format!("{product}Under misère play this is {who}.{value}\n");
    }
    let mut text = String::new();
    let rows: Vec<(String, Option<Nimber>)> =
        answer.components.iter().map(|c| (clip(&c.term.to_string(), 50), c.evaluation.value)).collect();
    let name = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max("nim-sum".len());
    let shown = |value: Option<Nimber>| value.map_or("?".to_owned(), |value| value.to_string());
    let values = rows.iter().map(|(_, value)| *value).chain([answer.value]);
    let digits = values.map(|value| shown(value).len()).max().unwrap_or(1);
    for (row, value) in rows.iter().take(MOST_SHOWN) {
        let _ = writeln!(text, "  {row:<name$}  {:>digits$}", shown(*value));
    }
    if rows.len() > MOST_SHOWN {
        let _ = writeln!(text, "  ... and {} more components", rows.len() - MOST_SHOWN);
    }
    if rows.len() != 1 {
        let _ = writeln!(text, "  {:<name$}  {:>digits$}", "nim-sum", shown(answer.value));
    }
    let _ = writeln!(text, "This is {who}.");
    text
}

/// The heaps with their values in the quotient, or their pairs, and what the answer rests on.
fn product(product: &MisereProduct) -> String {
    let total = match product.ground {
        MisereGround::Tame { .. } => "sum",
        MisereGround::Quotient { .. } => "product",
    };
    let rows: Vec<(String, &str)> =
        product.factors.iter().map(|(term, value)| (clip(&term.to_string(), 50), value.as_str())).collect();
    let shown = rows.iter().take(MOST_SHOWN).map(|(name, value)| (name.as_str(), *value));
    let shown: Vec<(&str, &str)> = shown.chain([(total, product.product.as_str())]).collect();
    let name = shown.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for (row, value) in &shown {
        let _ = writeln!(text, "  {row:<name$}  {value}");
    }
    if rows.len() > MOST_SHOWN {
        let _ = writeln!(text, "  with {} more heaps in it", rows.len() - MOST_SHOWN);
    }
    let _ = writeln!(text, "This rests on: {}.", product.ground);
    text
}
