//! Why clauses make no rule, and how much work finding the normal form of a rule may take.

use thiserror::Error;

/// Clauses that do not make a rule.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RuleError {
    /// A clause has nothing to take, nothing to leave, or no heap to be used on.
    #[error("the set `{0}` of a clause is empty, so its moves never exist: give it at least one number")]
    Empty(&'static str),
    /// What a clause takes never leaves so many heaps, or it takes nothing from any heap.
    #[error(
        "no heap has a move of this clause: what it takes never leaves so many heaps; change what is taken or what is \
         left"
    )]
    Never,
    /// A move leaves the heap as it was.
    #[error(
        "taking 0 tokens and leaving 0 or 1 heaps leaves the heap as it was: take at least 1 token, or split into at least 2 heaps"
    )]
    Unmoved,
    /// A move leaves more heaps than can be listed.
    #[error(
        "a move can leave at most {MOST_HEAPS} heaps by number: use a smaller number, or an endless range such as `2..`"
    )]
    TooManyHeaps,
    /// A set of differences, and three heaps or more.
    #[error(
        "a set of differences is for two heaps: for three or more write `distinct`, `diff>=N`, `equal` or `not-all-equal`"
    )]
    TwoParts,
    /// Telling the moves apart takes too much work.
    #[error(
        "the rule tells too many moves apart: comparing them takes more than the limit of {} steps; use smaller numbers after `on`, or fewer clauses",
        LIMIT
    )]
    TooFine,
}

/// The largest number of heaps that a clause may name.
pub const MOST_HEAPS: u64 = 1 << 20;

/// The most elementary steps that finding a normal form may take; well under a second.
pub(super) const LIMIT: u64 = 1 << 23;

/// The most steps that all rules of one text may take together.
pub(super) const LIMIT_OF_TEXT: u64 = 8 * LIMIT;

/// The steps that are left.
pub(super) struct Budget(u64);

impl Budget {
    pub(super) const fn new(steps: u64) -> Self {
        Self(steps)
    }

    pub(super) const fn left(&self) -> u64 {
        self.0
    }

    pub(super) fn spend(&mut self, steps: u64) -> Result<(), RuleError> {
        self.0 = self.0.checked_sub(steps).ok_or(RuleError::TooFine)?;
        Ok(())
    }
}
