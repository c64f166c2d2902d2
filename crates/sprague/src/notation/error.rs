//! An error of notation: where, what was found, what was expected, the way out.

use thiserror::Error;

/// Text that could not be read. Its message is one line and names the column, counted in characters from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("column {column}: {message}")]
pub struct NotationError {
    /// The column of the first character that does not fit, from 1.
    pub column: usize,
    /// What is wrong there and what would be right.
    pub message: String,
}
