//! Answers: outcome, value, every winning move, and what they rest on.
//!
//! Under normal play each component is evaluated on its own, by a theorem, a sequence or a search, and the nim-sum
//! of the values decides (theory 1.6, 1.8). Under misère play small sums are searched as a whole, larger sums of heaps are
//! decided by their quotient (theory M.12) or by tame pairs (M.6), and Nim has a theorem of its own (theory 2.2).

mod answer;
mod explain;
mod misere;
mod product;
mod reasons;
mod size;
mod solved;
mod words;

pub use crate::sequence::Ground;
pub(crate) use answer::find;
pub use answer::{Answer, Component, Note, Request, solve};
pub use explain::{MisereOption, OptionValue, misere_options, option_values};
pub use misere::misere_outcome;
pub use product::{MisereGround, MisereProduct, Reached};
pub use solved::SolvedSums;
