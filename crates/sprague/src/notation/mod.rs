//! Reading text: a cursor that knows its column, numbers, and errors that point at the character.
//!
//! The notation is small, and its errors must say what was expected in the words of the field; a hand-written
//! cursor does that in less code than a grammar library would need for its configuration.

mod cursor;
mod error;
#[cfg(feature = "schema")]
pub mod exact;
mod number;

pub use cursor::Cursor;
pub use error::NotationError;
pub use number::{LARGEST, read_number, read_numbers};

/// The items as they are written one after the other.
pub(crate) fn joined(items: impl IntoIterator<Item: std::fmt::Display>, between: &str) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(between)
}
