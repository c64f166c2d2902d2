//! Misère play of sums of heaps by theory: quotients and genera (theory M.3 to M.14).
//!
//! Under misère play values of components do not decide a sum. What does is the *misère quotient*: sums are equal when
//! no further sum tells their outcomes apart, and the classes form a commutative monoid. Where it is finite, a table of
//! products and a set of P-elements decide every sum; where the values of the heaps have a proved period, heaps of any
//! size too.

mod build;
mod canonical;
mod check;
mod elements;
mod genus;
mod isomorphism;
mod layers;
mod monoid;
mod places;
mod recognizer;
mod rewriting;
mod structure;
mod sums;
mod tame;
mod window;

pub use build::{BoundEvidence, MOST_ORDER, QuotientEnd, QuotientExtent, QuotientFound, quotient};
pub use canonical::count_canonical_forms;
pub use genus::{Genera, Genus, HeapGenus, genera};
pub(crate) use monoid::ONE;
pub use monoid::{Element, Monoid};
pub use rewriting::{Rewriting, Word, word_in_letters};
pub use structure::IdempotentClass;
pub use sums::{Quotient, RuleHeap};
pub use tame::{FirmForEver, TameHeaps, TamePair, tame_heaps};
pub use window::QuotientPeriod;
