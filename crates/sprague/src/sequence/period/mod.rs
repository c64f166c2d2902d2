//! Periods of nim-sequences: found, proved, exact.
//!
//! A period in this field is believed when it is proved. Each theorem that turns finitely many values into a period
//! stands with its statement, its hypotheses and its proof above a function from the facts of a rule, values, n0 and p
//! to a [`Claim`]: it trusts nothing but the values it is given. Which theorem is for which rule is decided from the
//! clauses ([`RuleFacts`]). [`find`] brings them together; [`crate::Sequence::period`] is the usual way to it.
//!
//! | theory | where |
//! |---|---|
//! | P.1, P.2 (octal games), P.3, P.4 (parts that differ), P.7 (subtraction) | `windows` |
//! | P.5 (sparse games) | `sparse` |
//! | P.8 (all-but subtraction) | `all_but` |
//! | P.10 (any number of parts, with conditions) | `windows` |
//! | P.11 (periods with saltus, split periods, endless rules) | `classes` |
//!
//! Periods of any length are looked for by the common part of a sparse game alone ([`FarPeriod`]).

pub mod all_but;
mod claim;
pub mod classes;
mod facts;
mod far;
mod find;
mod search;
mod source;
pub mod sparse;
mod watch;
mod windows;

pub use claim::{Claim, ClassWindow, Period};
pub use facts::{Cell, Moves, PartsRule, RuleFacts};
pub use far::{FAR_PLACE, FAR_START, FAR_WINDOW, FarClaim, FarPeriod, FarStage, FarState};
pub use find::{Finding, HowFar, PeriodReport, PeriodSearch, USUAL, find};
pub use source::Source;
pub use windows::Window;
