//! Exact search for any ruleset: values under normal play, values and outcomes under misère play.
//!
//! Both searches keep an explicit stack, so that depth is bounded by memory and not by the thread's stack, and
//! both count every position they hold (`holding`) and the options they look at against limits that the caller sets. A
//! game whose play can come back to a position is refused (`cycle`).

mod cycle;
mod holding;
mod misere;
mod normal;
mod numbered;
mod try_ruleset;

pub use holding::Holding;
pub use misere::MisereSolver;
pub use normal::Solver;
pub use numbered::{NumberedOptions, NumberedRules, NumberedSolver};
pub use try_ruleset::TryRuleset;
