//! A move in words that can be typed again.

use std::ops::Range;

use sprague::playing::{Manner, Move, from_both, words as between};

use super::state::State;

/// The name of a term of a sum: A, B, C, ...
pub fn label(at: usize) -> String {
    match u8::try_from(at) {
        Ok(at) if at < 26 => char::from(b'A' + at).to_string(),
        _ => format!("T{}", at + 1),
    }
}

/// The move in words, with the name of its term where there are several.
pub fn phrase(state: &State, step: &Move) -> String {
    let from = &state.position.0[step.at];
    let words = match (&step.manner, state.pins_of(step)) {
        (Some(Manner::FromBoth(count)), _) => from_both(*count),
        (_, Some(pins)) => pins_in_words(&pins),
        (_, None) => between(from, &step.term).unwrap_or_else(|| step.term.to_string()),
    };
    if state.position.0.len() > 1 { format!("{}: {words}", label(step.at)) } else { words }
}

fn pins_in_words(pins: &Range<usize>) -> String {
    match pins.len() {
        1 => format!("pin {}", pins.start + 1),
        2 => format!("pins {} {}", pins.start + 1, pins.end),
        _ => format!("pins {}-{}", pins.start + 1, pins.end),
    }
}
