//! One file per question; each reads the request, asks the library and writes the answer.

pub mod compare;
pub mod export;
pub mod game;
pub mod games;
pub mod graph;
pub mod jobs;
pub mod periods;
pub mod pictures;
pub mod position;
pub mod quotient;
pub mod reply;
pub mod star;
pub mod teacher;
pub mod uploads;
pub mod values;

use serde::de::Error;
use serde::{Deserialize, Deserializer};
use sprague::heap::HeapGame;
use sprague::notation::Cursor;

use crate::problem::Refusal;

/// A number in the address of a request, in the notation: 1000, 1e6 or 2^20.
pub fn count<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let text = String::deserialize(deserializer)?;
    let mut cursor = Cursor::new(&text);
    let number = cursor.number("a number such as 1000, 1e6 or 2^20");
    number.and_then(|number| cursor.end().map(|()| number)).map_err(D::Error::custom)
}

/// The same where it may be left out.
pub fn maybe_count<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    count(deserializer).map(Some)
}

/// Reads a heap game that was typed.
pub fn heap_game(text: &str) -> Result<HeapGame, Refusal> {
    Ok(text.parse()?)
}
