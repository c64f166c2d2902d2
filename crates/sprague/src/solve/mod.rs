//! Answers: outcome, value, every winning move, and what they rest on.
//!
//! Under normal play each component is evaluated on its own, by a theorem, a sequence or a search, and the nim-sum
//! of the values decides (theory 1.6, 1.8). Under misère play the whole sum is searched, but for Nim, which has a
//! theorem of its own (theory 2.2).

mod answer;
mod explain;
mod misere;
mod words;

pub use crate::sequence::Ground;
pub use answer::{Answer, Component, Note, Request, solve};
pub use explain::{OptionValue, option_values};
