//! Heap games: rules that take tokens from a heap and break the rest into heaps.
//!
//! A [`HeapGame`] is read from a code, a name or rules; its [`Rule`] is the normal form that all of them share.
//!
//! ```
//! use sprague::heap::HeapGame;
//! let kayles: HeapGame = "kayles".parse()?;
//! assert_eq!(kayles, "take(1,2) leave(0..2)".parse()?);
//! assert_eq!(kayles.rule.to_string(), "0.77");
//! # Ok::<(), sprague::notation::NotationError>(())
//! ```

mod amounts;
mod arithmetic;
pub mod catalogue;
mod cells;
mod clause;
mod clauses_from_cells;
pub mod closed;
mod code;
mod condition;
mod cost;
mod count;
mod cycle;
mod division;
mod game;
mod heaps;
mod language;
pub mod misere;
mod named_form;
mod options;
pub mod relations;
mod rule;
mod rule_error;
mod set;
mod take;
mod words;

pub use amounts::{Amounts, Bound};
pub use clause::{Clause, PlainClause};
pub use code::{Code, Ending, LONGEST};
pub use condition::Condition;
pub(crate) use cost::dense_farthest;
pub use cost::dense_steps;
pub use cycle::Cycle;
pub use division::Division;
pub use game::HeapGame;
pub use heaps::Heaps;
pub(crate) use heaps::read_heaps;
pub(crate) use language::{read as read_rules, starts as starts_rules};
pub use options::{Options, Parts};
pub use rule::Rule;
pub use rule_error::{MOST_HEAPS, RuleError};
pub use set::{ENDLESS, SizeSet};
pub use take::{Sizes, Take};
pub use words::describe;
