//! A heap game, held as its normal form.
//!
//! Two rules are equal exactly when they have equal options at every heap size. Moves that take different numbers of
//! tokens or leave different numbers of heaps never give equal options: so the clauses are taken apart into *cells*,
//! pairs of the two numbers, each cell gets its own normal form (`cells`), and cells are put together into clauses
//! again in a way that depends on them alone (`clauses_from_cells`). Everything else in this folder starts from that
//! form: printing, codes, options, theorems.

use std::sync::Arc;

use super::cells::cells;
use super::clause::{Clause, PlainClause};
use super::clauses_from_cells;
use super::named_form;
use super::rule_error::{Budget, LIMIT, LIMIT_OF_TEXT, RuleError};
use super::set::{ENDLESS, SizeSet};

/// The rules of a heap game in normal form: equal rules are equal games. Cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rule {
    clauses: Arc<[Clause]>,
}

impl Rule {
    /// The game in which a move is any move of any of the clauses.
    pub fn new(clauses: impl IntoIterator<Item = Clause>) -> Result<Self, RuleError> {
        let clauses = form(clauses.into_iter().collect())?;
        Ok(Self { clauses: clauses.into() })
    }

    /// The same as part of a text, whose rules together may take a limited number of steps; says how many so far.
    pub(super) fn in_text(clauses: Vec<Clause>, work: u64) -> Result<(Self, u64), RuleError> {
        let left = LIMIT_OF_TEXT.saturating_sub(work);
        let (clauses, spent) = form_spending(clauses, left)?;
        Ok((Self { clauses: clauses.into() }, spent))
    }

    /// The normal form, in ascending order. The game without moves has no clauses.
    pub fn clauses(&self) -> &[Clause] {
        &self.clauses
    }

    /// The largest number of heaps that a move leaves, [`ENDLESS`](super::ENDLESS) where there is none; 0 without
    /// moves.
    pub fn most_heaps(&self) -> u64 {
        self.clauses.iter().filter_map(|clause| clause.leave.greatest()).max().unwrap_or(0)
    }

    /// The largest number of tokens that a move takes, [`ENDLESS`](super::ENDLESS) where there is none; 0 without
    /// moves.
    pub fn most_taken(&self) -> u64 {
        self.clauses.iter().filter_map(|clause| clause.take.greatest()).max().unwrap_or(0)
    }

    /// Whether every clause is ranges under a condition of the chain: of other rules no theorem on periods speaks.
    pub fn is_plain(&self) -> bool {
        self.clauses.iter().all(|clause| clause.plain().is_some())
    }

    /// The clauses as ranges under conditions of the chain, where they are nothing else.
    pub fn plain(&self) -> Option<Vec<PlainClause>> {
        Clause::all_plain(&self.clauses)
    }

    /// Whether no move leaves more than two heaps.
    pub fn is_two_part(&self) -> bool {
        self.most_heaps() <= 2
    }

    /// The least heap size from which on no clause changes with the size of the heap; 0 where none does, and
    /// [`ENDLESS`](super::ENDLESS) where one does for ever.
    pub fn settled_from(&self) -> u64 {
        let of_clause = |clause: &Clause| clause.on.ranges().map_or(ENDLESS, SizeSet::settled_from);
        self.clauses.iter().map(of_clause).max().unwrap_or(0)
    }
}

/// The normal form of the clauses, ascending.
///
/// A form that took much work is brought into normal form again, so that a rule which is accepted is accepted as
/// it is printed.
fn form(clauses: Vec<Clause>) -> Result<Vec<Clause>, RuleError> {
    form_spending(clauses, LIMIT).map(|(form, _)| form)
}

/// The same with at most so many steps of the limit, and how many it took.
fn form_spending(clauses: Vec<Clause>, steps: u64) -> Result<(Vec<Clause>, u64), RuleError> {
    let steps = steps.min(LIMIT);
    let mut budget = Budget::new(steps);
    let said = clauses.len();
    let form = form_within(clauses, &mut budget)?;
    let spent = steps - budget.left();
    let much = if form.len() > said { LIMIT / 16 } else { LIMIT / 2 };
    if spent <= much {
        return Ok((form, spent));
    }
    let mut again = Budget::new(LIMIT);
    form_within(form.clone(), &mut again)?;
    Ok((form, spent + LIMIT - again.left()))
}

fn form_within(clauses: Vec<Clause>, budget: &mut Budget) -> Result<Vec<Clause>, RuleError> {
    let form = |clauses: Vec<PlainClause>, budget: &mut Budget| -> Result<Vec<PlainClause>, RuleError> {
        Ok(clauses_from_cells::assemble(cells(clauses, budget)?))
    };
    match Clause::all_plain(&clauses) {
        Some(plain) => Ok(form(plain, budget)?.into_iter().map(Clause::from).collect()),
        None => {
            // joining may let more be joined: the form is what repeats, and of several forms that follow one another the
            // least, so that it is its own form
            let mut seen = vec![named_form::form(clauses, budget, form)?];
            loop {
                let next = named_form::form(seen[seen.len() - 1].clone(), budget, form)?;
                if let Some(first) = seen.iter().position(|before| *before == next) {
                    return Ok(seen[first..].iter().min().cloned().unwrap_or(next));
                }
                seen.push(next);
            }
        }
    }
}

#[cfg(test)]
mod tests {
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
