//! The normal form of a rule: one list of clauses for each game.
//!
//! Moves that take different numbers of tokens or leave different numbers of heaps never give equal options, so the
//! clauses are first taken apart into *cells*, pairs of a number of tokens taken and a number of heaps left. `cell`
//! brings each cell into its own normal form; `cover` puts cells back together into clauses, in a way that depends
//! on the cells alone.
//!
//! Sets may be endless, so cells are boxes: as long as no `on` counts, all numbers between two bounds behave alike.
//! Where an `on` changes the move with the heap size, numbers below its last bound are looked at one by one, and
//! from there on it says always or never. The work is counted, and refused beyond a limit.

use super::cell::{Said, profile};
use super::clause::Clause;
use super::condition::Condition;
use super::cover;
use super::rule::{MOST_HEAPS, RuleError};
use super::set::{ENDLESS, SizeSet};
use crate::notation::LARGEST;

/// The most elementary steps that finding a normal form may take; well under a second.
pub(super) const LIMIT: u64 = 1 << 23;

/// The most steps that all rules of one text may take together.
pub(super) const LIMIT_OF_TEXT: u64 = 8 * LIMIT;

/// The steps that are left.
pub(super) struct Budget(u64);

impl Budget {
    pub(super) fn spend(&mut self, steps: u64) -> Result<(), RuleError> {
        self.0 = self.0.checked_sub(steps).ok_or(RuleError::TooFine)?;
        Ok(())
    }
}

/// A box of moves that behave alike, with a condition and the heap sizes on which it is said, as `cell` gives them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cell {
    /// The least heap size with such a move.
    pub least: u64,
    pub take: (u64, u64),
    pub leave: (u64, u64),
    pub condition: Condition,
    pub on: SizeSet,
    /// The sizes on which the condition may be said without difference, if these are more.
    pub slack: Option<SizeSet>,
}

/// The least heap size with a move that takes `taken` tokens and leaves `heaps` heaps.
pub(super) fn least_size(taken: u64, heaps: u64, condition: Condition) -> u64 {
    taken.saturating_add(condition.for_heaps(heaps).least_total(heaps))
}

/// The sizes of a set at which a move exists that leaves `heaps` heaps and has its least heap size at `least`.
pub(super) fn sizes_with_move(set: &SizeSet, heaps: u64, least: u64) -> SizeSet {
    match heaps {
        0 if set.contains(least) => SizeSet::range(least, least),
        0 => SizeSet::default(),
        _ => set.from(least),
    }
}

/// The normal form of the clauses, ascending.
///
/// A form that took much work is brought into normal form again, so that a rule which is accepted is accepted as
/// it is printed.
pub(super) fn form(clauses: Vec<Clause>) -> Result<Vec<Clause>, RuleError> {
    form_spending(clauses, LIMIT).map(|(form, _)| form)
}

/// The same with at most so many steps of the limit, and how many it took.
pub(super) fn form_spending(clauses: Vec<Clause>, steps: u64) -> Result<(Vec<Clause>, u64), RuleError> {
    let steps = steps.min(LIMIT);
    let mut budget = Budget(steps);
    let said = clauses.len();
    let form = form_within(clauses, &mut budget)?;
    let spent = steps - budget.0;
    let much = if form.len() > said { LIMIT / 16 } else { LIMIT / 2 };
    if spent <= much {
        return Ok((form, spent));
    }
    let mut again = Budget(LIMIT);
    form_within(form.clone(), &mut again)?;
    Ok((form, spent + LIMIT - again.0))
}

fn form_within(clauses: Vec<Clause>, budget: &mut Budget) -> Result<Vec<Clause>, RuleError> {
    let clauses = clauses.into_iter().map(checked).collect::<Result<Vec<_>, _>>()?;
    let takes = pieces(&clauses, |clause| &clause.take, &[], budget)?;
    let leaves = pieces(&clauses, |clause| &clause.leave, &[1, 2, 3], budget)?;
    let all: Vec<&Clause> = clauses.iter().collect();
    let taking = covering(&takes, &all, |clause| &clause.take, budget)?;

    let mut cells = Vec::new();
    for (&take, taking) in takes.iter().zip(&taking) {
        let leaving = covering(&leaves, taking, |clause| &clause.leave, budget)?;
        budget.spend(leaves.len() as u64)?;
        for (&leave, said) in leaves.iter().zip(&leaving).filter(|(_, said)| !said.is_empty()) {
            budget.spend(16)?;
            let found = match leave.0 {
                0 if said.iter().any(|clause| clause.on.contains(take.0)) => {
                    vec![Said::new(Condition::Any, SizeSet::all())]
                }
                0 => Vec::new(),
                heaps => {
                    let said = said.iter().map(|clause| (clause.condition.for_heaps(heaps), &clause.on));
                    profile(take.0, heaps, said, budget)?
                }
            };
            cells.extend(found.into_iter().map(|Said { condition, on, slack }| {
                let least = least_size(take.0, leave.0, condition);
                Cell { least, take, leave, condition, on, slack }
            }));
        }
    }
    Ok(cover::clauses(cells))
}

/// For each piece, the clauses one of whose sets holds it.
fn covering<'c>(
    pieces: &[(u64, u64)],
    clauses: &[&'c Clause],
    set: impl Fn(&Clause) -> &SizeSet,
    budget: &mut Budget,
) -> Result<Vec<Vec<&'c Clause>>, RuleError> {
    let mut covering = vec![Vec::new(); pieces.len()];
    for &clause in clauses {
        for &(low, high) in set(clause).ranges() {
            let from = pieces.partition_point(|piece| piece.0 < low);
            let to = pieces.partition_point(|piece| piece.0 <= high);
            budget.spend((to - from) as u64 + 1)?;
            covering[from..to].iter_mut().for_each(|list| list.push(clause));
        }
    }
    Ok(covering)
}

/// The clause with bounds that no heap reaches made endless, and an `on` without effect dropped.
fn checked(clause: Clause) -> Result<Clause, RuleError> {
    let Clause { take, leave, condition, on } = clause;
    let (take, leave, mut on) = (within_reach(&take), within_reach(&leave), within_reach(&on));
    let (Some(least_taken), Some(least_left)) = (take.least(), leave.least()) else {
        return Err(RuleError::Empty(if take.is_empty() { "take" } else { "leave" }));
    };
    if on.is_empty() {
        return Err(RuleError::Empty("on"));
    }
    if least_taken == 0 && least_left < 2 {
        return Err(RuleError::Unmoved);
    }
    if leave.ranges().iter().any(|&(low, high)| low > MOST_HEAPS || (high > MOST_HEAPS && high != ENDLESS)) {
        return Err(RuleError::TooManyHeaps);
    }
    if on.complement().greatest().is_none_or(|last| last < least_size(least_taken, least_left, condition)) {
        on = SizeSet::all();
    }
    Ok(Clause { take, leave, condition, on })
}

fn within_reach(set: &SizeSet) -> SizeSet {
    let ranges = set.ranges().iter().filter(|range| range.0 <= LARGEST);
    ranges.map(|&(low, high)| (low, if high >= LARGEST { ENDLESS } else { high })).collect()
}

/// The ranges of numbers in the union of one set of all clauses that every clause treats alike.
fn pieces(
    clauses: &[Clause],
    set: impl Fn(&Clause) -> &SizeSet,
    cuts: &[u64],
    budget: &mut Budget,
) -> Result<Vec<(u64, u64)>, RuleError> {
    let mut cuts = cuts.to_vec();
    let all: SizeSet = clauses.iter().flat_map(|clause| set(clause).ranges().iter().copied()).collect();
    for clause in clauses {
        let set = set(clause);
        cuts.extend(set.ranges().iter().flat_map(|&(low, high)| [low, high.saturating_add(1)]));
        let settled = clause.on.settled_from();
        let single = set.intersection(&SizeSet::range(0, settled.saturating_sub(1)));
        if settled > 0 {
            let count =
                single.ranges().iter().map(|&(low, high)| high - low + 1).fold(0, u64::saturating_add);
            budget.spend(count.saturating_mul(16))?;
            cuts.extend(single.up_to(settled).chain([settled]));
            cuts.extend(single.up_to(settled).map(|n| n + 1));
        }
    }
    Ok(cut(&all, cuts))
}

/// The ranges of a set, cut before each of the numbers.
pub(super) fn cut(set: &SizeSet, mut cuts: Vec<u64>) -> Vec<(u64, u64)> {
    cuts.sort_unstable();
    cuts.dedup();
    let mut pieces = Vec::new();
    for &(low, high) in set.ranges() {
        let mut from = low;
        let first = cuts.partition_point(|&cut| cut <= low);
        for &cut in cuts[first..].iter().take_while(|&&cut| cut <= high && cut != ENDLESS) {
            pieces.push((from, cut - 1));
            from = cut;
        }
        pieces.push((from, high));
    }
    pieces
}
