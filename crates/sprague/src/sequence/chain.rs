//! Which sets of parts a clause needs: the numbers of heaps it may leave, each built on the one before.
//!
//! The sets of k parts come from those of k - 1 parts, down to two; so a clause that leaves up to k heaps needs one
//! chain of sets, and all clauses with the same condition share it. An endless range of numbers is one set more, on top
//! of the chain. Parts that must differ pairwise have no chain.

use crate::heap::{Clause, ENDLESS, SizeSet};

/// How a number of heaps belongs to the numbers that a clause may leave.
#[derive(Clone, Copy, Debug)]
pub enum Rest {
    /// On its own.
    Exactly,
    /// With all greater ones.
    AtLeast,
    /// With all smaller ones down to one that all greater ones were added with.
    Opened,
}

/// How this number of heaps belongs to those in the set.
pub fn rest_of(leave: &SizeSet, heaps: u64) -> Rest {
    match leave.ranges().last() {
        Some(&(low, ENDLESS)) if heaps > low.max(2) => Rest::Opened,
        Some(&(low, ENDLESS)) if heaps == low.max(2) => Rest::AtLeast,
        _ => Rest::Exactly,
    }
}

/// The most tokens that a clause takes, where it says how many.
pub fn reach(clause: &Clause) -> u64 {
    clause.take.ranges().iter().map(|range| range.1).filter(|&high| high != ENDLESS).max().unwrap_or(0)
}
