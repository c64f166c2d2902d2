//! Heap games: rules that take tokens from a heap and break the rest into heaps.

mod clause;
mod condition;
mod set;

pub use clause::Clause;
pub use condition::Condition;
pub use set::{ENDLESS, SizeSet};
