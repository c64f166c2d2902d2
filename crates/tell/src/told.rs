//! What every answer is: a document for programs and a text for people.
//!
//! A question is a type with its parameters. The front ends turn their arguments, bodies and calls into questions and
//! show what comes back; they phrase nothing.

use sprague::heap::HeapGame;

use crate::Document;

/// What a question came to.
#[derive(Clone, Debug)]
pub struct Told<D> {
    /// The answer for programs; [`to_json`](crate::to_json) writes it with the name of its schema.
    pub document: D,
    /// The answer for people, in lines.
    pub text: String,
    /// Whether it is what was wished for: a proof where one was looked for, all heaps that were asked for. Otherwise the
    /// answer is a true negative.
    pub is_positive: bool,
}

impl<D: Document> Told<D> {
    /// An answer that is what was wished for.
    pub const fn new(document: D, text: String) -> Self {
        Self { document, text, is_positive: true }
    }

    /// The answer, which may be a true negative.
    #[must_use]
    pub fn only_if(self, is_positive: bool) -> Self {
        Self { is_positive, ..self }
    }
}

/// A number with spaces between its groups of three digits.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.char_indices() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// The game as it was called, with its rule where that is something else.
pub fn full_name(game: &HeapGame) -> String {
    let rule = game.rule.to_string();
    match game.name.as_deref() {
        Some(name) if name != rule => format!("{name} = {rule}"),
        _ => rule,
    }
}
