//! Reading text: a cursor that knows its column, numbers, and errors that point at the character.
//!
//! The notation is small, and its errors must say what was expected in the words of the field; a hand-written
//! cursor does that in less code than a grammar library would need for its configuration.

mod cursor;
mod error;
mod number;

pub use cursor::Cursor;
pub use error::NotationError;
pub use number::LARGEST;

use std::fmt;

use crate::ruleset::Ruleset;

/// A ruleset whose positions can be read and written. The two are inverse to each other.
pub trait Notation: Ruleset {
    /// Reads the body of a term, after the colon, up to the first character that cannot belong to it.
    fn read(&self, text: &mut Cursor<'_>) -> Result<Self::Position, NotationError>;

    /// Writes the body of a term.
    fn write(&self, position: &Self::Position, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}
