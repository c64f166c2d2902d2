//! A heap game, held as its normal form.
//!
//! Two rules are equal exactly when they have equal options at every heap size; `normal` says how the one form of
//! each game is chosen. Everything else in this folder starts from that form: printing, codes, options, theorems.

use std::sync::Arc;

use thiserror::Error;

use super::clause::Clause;
use super::normal;

/// The rules of a heap game in normal form: equal rules are equal games. Cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rule {
    clauses: Arc<[Clause]>,
}

/// Clauses that do not make a rule.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RuleError {
    /// A clause has nothing to take, nothing to leave, or no heap to be used on.
    #[error("the set `{0}` of a clause is empty, so its moves never exist: give it at least one number")]
    Empty(&'static str),
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
    /// Telling the moves apart takes too much work.
    #[error(
        "the rule tells too many moves apart: comparing them takes more than the limit of {} steps; use smaller numbers after `on`, or fewer clauses",
        normal::LIMIT
    )]
    TooFine,
}

/// The largest number of heaps that a clause may name.
pub const MOST_HEAPS: u64 = 1 << 20;

impl Rule {
    /// The game in which a move is any move of any of the clauses.
    pub fn new(clauses: impl IntoIterator<Item = Clause>) -> Result<Self, RuleError> {
        let clauses = normal::form(clauses.into_iter().collect())?;
        Ok(Self { clauses: clauses.into() })
    }

    /// The same as part of a text, whose rules together may take a limited number of steps; says how many so far.
    pub(super) fn in_text(clauses: Vec<Clause>, work: u64) -> Result<(Self, u64), RuleError> {
        let left = normal::LIMIT_OF_TEXT.saturating_sub(work);
        let (clauses, spent) = normal::form_spending(clauses, left)?;
        Ok((Self { clauses: clauses.into() }, spent))
    }

    /// The normal form, in ascending order. The game without moves has no clauses.
    pub fn clauses(&self) -> &[Clause] {
        &self.clauses
    }

    /// The largest number of heaps that a move leaves, [`ENDLESS`](super::ENDLESS) where there is none; 0 without moves.
    pub fn most_heaps(&self) -> u64 {
        self.clauses.iter().filter_map(|clause| clause.leave.greatest()).max().unwrap_or(0)
    }

    /// The largest number of tokens that a move takes, [`ENDLESS`](super::ENDLESS) where there is none; 0 without moves.
    pub fn most_taken(&self) -> u64 {
        self.clauses.iter().filter_map(|clause| clause.take.greatest()).max().unwrap_or(0)
    }

    /// Whether no move leaves more than two heaps.
    pub fn is_two_part(&self) -> bool {
        self.most_heaps() <= 2
    }

    /// The least heap size from which on no clause changes with the size of the heap; 0 where none does.
    pub fn settled_from(&self) -> u64 {
        self.clauses.iter().map(|clause| clause.on.settled_from()).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::set::ENDLESS;
    use super::*;

    #[test]
    fn bounds_of_a_rule() {
        let facts = |text: &str| {
            let rule: Rule = text.parse().unwrap();
            (rule.most_heaps(), rule.most_taken(), rule.settled_from())
        };
        assert_eq!(facts("0.77"), (2, 2, 0));
        assert_eq!(facts("0.07"), (2, 2, 0));
        assert_eq!(facts("split(2) on 3.."), (2, 0, 3));
        assert_eq!(facts("split(2..) | take(any)"), (ENDLESS, ENDLESS, 0));
        assert_eq!(facts("split(3, distinct)"), (3, 0, 0));
        assert_eq!(facts("0.0"), (0, 0, 0));
    }
}
