//! A move in words that can be typed again.

use std::ops::Range;

use sprague::moves::Move;

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
    let words = match state.pins_of(step) {
        Some(pins) => pins_in_words(&pins),
        None => state.view(step.at).words(step.part, &step.action),
    };
    labeled(state, step.at, words)
}

/// These pins fall, in words.
pub fn phrase_of_pins(state: &State, at: usize, pins: &Range<usize>) -> String {
    labeled(state, at, pins_in_words(pins))
}

fn labeled(state: &State, at: usize, words: String) -> String {
    if state.position.0.len() > 1 { format!("{}: {words}", label(at)) } else { words }
}

fn pins_in_words(pins: &Range<usize>) -> String {
    match pins.len() {
        1 => format!("pin {}", pins.start + 1),
        2 => format!("pins {} {}", pins.start + 1, pins.end),
        _ => format!("pins {}-{}", pins.start + 1, pins.end),
    }
}
