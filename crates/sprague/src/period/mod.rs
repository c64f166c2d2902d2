//! Periods of nim-sequences: found, proved, exact.
//!
//! A period in this field is believed when it is proved. Each theorem that turns finitely many values into a period
//! has a file with its statement, its hypotheses and its proof, and a function from the shape of a rule, values, n0
//! and p to a [`Claim`]: it trusts nothing but the values it is given. Which theorem is for which rule is decided from
//! the clauses ([`Shape`]). [`find`] brings them together.
//!
//! ```
//! use sprague::heap::Rule;
//! use sprague::period::{DenseSource, Extent, Finding, find};
//! use sprague::limits::Limits;
//!
//! let kayles: Rule = "0.77".parse()?;
//! let answer = find(&kayles, &mut DenseSource::new(&kayles, &Limits::default()), Extent::Usual);
//! let Finding::Proved(period, claim) = answer.finding else { panic!("Kayles has a period") };
//! assert_eq!((period.period, period.preperiod, period.saltus), (12, 71, 0));
//! assert_eq!(claim.theorem.number(), "P.1");
//! assert_eq!(answer.computed_to, 167);
//! # Ok::<(), sprague::notation::NotationError>(())
//! ```

mod candidates;
mod claim;
mod find;
mod search;
mod shape;
mod source;
pub mod t1;
pub mod t2;
pub mod t4;
pub mod t6;
pub mod t7;
mod turn;
mod watch;
mod window;
mod witnesses;
mod words;

pub use candidates::{Candidate, candidates};
pub use claim::{Claim, Period};
pub use find::{Answer, Extent, Finding, USUAL, find};
pub use search::{Look, Search};
pub use shape::{Moves, Parts, Shape};
pub use source::{DenseSource, EngineSource, Source};
pub use turn::primes;
pub use watch::Repetition;
pub use window::Window;
pub use witnesses::Reach;
