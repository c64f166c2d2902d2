//! Exact search for any ruleset: values under normal play, values and outcomes under misère play.
//!
//! Both searches keep an explicit stack, so that depth is bounded by memory and not by the thread's stack, and
//! both count the positions they hold against a limit that the caller sets.

mod limits;
mod misere;
mod normal;

pub use limits::{Limits, TooLarge};
pub use misere::MisereSolver;
pub use normal::Solver;
