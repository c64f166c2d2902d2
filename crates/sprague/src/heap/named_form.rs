//! The normal form of rules whose amounts are given by name or by the size of the heap (theory H.6).
//!
//! What a list of ranges can say is said by one: a set that is only used on finitely many heaps is listed, `1..n` is
//! any number, `n` is the whole heap, and a divisor of the heap is a proper one or the whole heap. The rest is cut into
//! cells, one for each set and each number of heaps left; a cell that another one contains is dropped, and so is what a
//! plain clause and a named one both say: the named one keeps it, unless the plain one takes every number from some
//! point on. Cells with the same set and the same heaps make a clause.
//!
//! Equal forms are equal games. Different forms may be equal games where that is a fact about numbers which is not
//! looked for, such as sets that agree on all heaps but a few.

use super::amounts::{Amounts, Bound, LISTED, members};
use super::cells::cut;
use super::clause::Clause;
use super::condition::Condition;
use super::rule_error::{Budget, MOST_HEAPS, RuleError};
use super::set::{ENDLESS, SizeSet};

/// The most heaps on which amounts that depend on the heap are listed heap by heap.
const LISTED_HEAPS: u64 = 64;

/// The moves with one set of amounts that leave a number of heaps in one range.
#[derive(Clone, Debug, PartialEq, Eq)]
struct NamedCell {
    amounts: Amounts,
    leave: (u64, u64),
    condition: Condition,
    on: SizeSet,
}

/// The normal form of clauses some of which have named amounts; `plain` gives that of plain ones.
pub fn form(
    clauses: Vec<Clause>,
    budget: &mut Budget,
    plain_form: impl Fn(Vec<Clause>, &mut Budget) -> Result<Vec<Clause>, RuleError>,
) -> Result<Vec<Clause>, RuleError> {
    let mut plain = Vec::new();
    let mut named = Vec::new();
    for clause in clauses {
        if clause.among == Amounts::All {
            plain.push(clause);
        } else {
            sort_out(clause, &mut plain, &mut named)?;
        }
    }
    budget.spend(64 * (named.len() as u64).saturating_mul(named.len() as u64))?;
    let mut cells = merged(&named, budget)?;
    plain = plain_form(plain, budget)?;
    loop {
        let (before, count) = (plain.clone(), cells.len());
        cells.retain(|cell| !is_said(cell, &before, &mut plain));
        for cell in &cells {
            budget.spend(LISTED)?;
            plain = plain.into_iter().flat_map(|clause| without(clause, cell)).collect();
        }
        // what is left may be cut in another way; then it may say a cell, or a cell may say more of it
        plain = plain_form(plain, budget)?;
        if plain == before && cells.len() == count {
            break;
        }
    }
    let mut named = assembled(&cells);
    whole_divisors(&mut plain, &mut named);
    named.sort_unstable();
    plain.extend(named);
    Ok(plain)
}

/// Whether no heap has a move with these amounts that leaves so many heaps, as far as their forms show.
pub fn is_never(amounts: Amounts, leave: &SizeSet) -> bool {
    let amounts = simplified(amounts);
    let is_whole = matches!(amounts, Amounts::Between(Bound::Less(0), _));
    is_without_members(amounts)
        || (amounts.leave_some() && leave.from(1).is_empty())
        || (is_whole && !leave.contains(0))
}

/// Whether a range that depends on the heap has no number at any heap. Its bounds rise with the heap, each in its own
/// way, so that a heap with a number is one of these: the first ones, where a bound begins to rise, where the faster one
/// is ahead, and the last heap of all.
fn is_without_members(amounts: Amounts) -> bool {
    let Amounts::Between(low, high) = amounts else { return false };
    let turns = |bound: Bound| match bound {
        Bound::Number(_) | Bound::Root => [1, 1],
        Bound::Share(parts) => [parts, parts.saturating_mul(parts)],
        Bound::Less(number) => [number.saturating_add(1), number.saturating_mul(2).saturating_add(4)],
    };
    let heaps = [low, high].into_iter().flat_map(turns);
    !heaps.chain([1, ENDLESS - 1]).any(|heap| amounts.of_heap(heap.min(ENDLESS - 1)).next_from(1).is_some())
}

/// Puts what a clause says into the one list or the other.
fn sort_out(clause: Clause, plain: &mut Vec<Clause>, named: &mut Vec<Clause>) -> Result<(), RuleError> {
    let Clause { among, leave, condition, on, .. } = clause;
    if leave.is_empty() {
        return Err(RuleError::Empty("leave"));
    }
    if on.is_empty() {
        return Err(RuleError::Empty("on"));
    }
    if leave.ranges().iter().any(|&(low, high)| low > MOST_HEAPS || (high > MOST_HEAPS && high != ENDLESS)) {
        return Err(RuleError::TooManyHeaps);
    }
    if is_never(among, &leave) {
        return Err(RuleError::Never);
    }
    let whole =
        |on: SizeSet| Clause::new(SizeSet::range(1, ENDLESS), SizeSet::range(0, 0), Condition::Any, on);
    let some = leave.from(1);
    match simplified(among) {
        Amounts::Between(Bound::Number(low), Bound::Number(high)) => {
            plain.push(Clause::new(SizeSet::range(low.max(1), high), leave, condition, on));
        }
        Amounts::Between(Bound::Number(low), Bound::Less(0)) => {
            plain.push(Clause::new(SizeSet::range(low.max(1), ENDLESS), leave, condition, on));
        }
        Amounts::Between(Bound::Number(low), Bound::Less(1)) => {
            plain.push(Clause::new(SizeSet::range(low.max(1), ENDLESS), some, condition, on));
        }
        Amounts::Between(Bound::Less(0), high) => {
            let last = match high {
                Bound::Number(number) => number,
                Bound::Root => 1,
                Bound::Share(_) | Bound::Less(_) => ENDLESS,
            };
            plain.extend(
                Some(on.intersection(&SizeSet::range(1, last))).filter(|on| !on.is_empty()).map(whole),
            );
        }
        Amounts::Divisors => {
            if leave.contains(0) {
                plain.push(whole(on.clone()));
            }
            if !some.is_empty() {
                let proper = Clause::named(Amounts::ProperDivisors, some, condition, on);
                sort_out(proper, plain, named)?;
            }
        }
        among => match listed(&Clause::named(among, leave, condition, on)) {
            Ok(clauses) => plain.extend(clauses),
            Err(clause) => named.push(clause),
        },
    }
    Ok(())
}

/// One name for each set.
fn simplified(amounts: Amounts) -> Amounts {
    let bound = |bound: Bound| if bound == Bound::Share(1) { Bound::Less(0) } else { bound };
    match amounts {
        Amounts::Between(low, high) => {
            let low = if low == Bound::Number(0) { Bound::Number(1) } else { bound(low) };
            Amounts::Between(low, bound(high))
        }
        Amounts::Powers(0 | 1) => Amounts::Between(Bound::Number(1), Bound::Number(1)),
        same => same,
    }
}

/// The clause as plain ones, where it is used on few small heaps.
fn listed(clause: &Clause) -> Result<Vec<Clause>, Clause> {
    let last = clause.on.greatest().unwrap_or(0);
    let heaps = || clause.on.ranges().iter().map(|&(low, high)| high - low + 1).fold(0, u64::saturating_add);
    let with = |take: SizeSet, on: SizeSet| Clause::new(take, clause.leave.clone(), clause.condition, on);
    let mut plain = if last > LISTED {
        return Err(clause.clone());
    } else if !clause.among.depend_on_heap() {
        vec![with(members(clause.among, last, last), clause.on.clone())]
    } else if heaps() <= LISTED_HEAPS {
        let on = clause.on.up_to(last);
        on.map(|heap| with(members(clause.among, heap, heap), SizeSet::range(heap, heap))).collect()
    } else {
        return Err(clause.clone());
    };
    plain.retain(|clause| !clause.take.is_empty());
    Ok(plain)
}

/// The least heap with a move that leaves `heaps` heaps, looked for among small ones.
fn least_heap(amounts: Amounts, heaps: u64, condition: Condition) -> Option<u64> {
    let least = condition.least_total(heaps);
    let has_move = |&heap: &u64| {
        if heaps == 0 {
            return amounts.contains(heap, heap);
        }
        amounts.of_heap(heap).next_from(1).is_some_and(|taken| heap - taken >= least)
    };
    (1..=LISTED).find(has_move)
}

/// The cells of the clauses, each once, without those that others contain.
fn merged(clauses: &[Clause], budget: &mut Budget) -> Result<Vec<NamedCell>, RuleError> {
    let ends = clauses.iter().flat_map(|clause| clause.leave.ranges());
    let cuts: Vec<u64> =
        ends.flat_map(|&(low, high)| [low, high.saturating_add(1)]).chain([1, 2, 3]).collect();
    let mut cells: Vec<NamedCell> = Vec::new();
    for clause in clauses {
        for leave in cut(&clause.leave, cuts.clone()) {
            budget.spend(LISTED)?;
            let (amounts, condition) = (clause.among, clause.condition.for_heaps(leave.0));
            if leave.0 == 0 && amounts.leave_some() {
                continue;
            }
            let mut on = clause.on.clone();
            if let Some(least) = least_heap(amounts, leave.0, condition) {
                on = on.from(least);
                if on.contains(least) {
                    on = on.union(&SizeSet::range(0, least));
                }
            }
            let same = |cell: &&mut NamedCell| {
                (cell.amounts, cell.leave, cell.condition) == (amounts, leave, condition)
            };
            match cells.iter_mut().find(same) {
                Some(cell) => cell.on = cell.on.union(&on),
                None => cells.push(NamedCell { amounts, leave, condition, on }),
            }
        }
    }
    budget.spend((cells.len() as u64).saturating_mul(cells.len() as u64))?;
    let all = cells.clone();
    let contained = |at: usize, cell: &NamedCell| {
        all.iter().enumerate().any(|(other_at, other)| {
            let contains = other.leave == cell.leave
                && other.condition <= cell.condition
                && cell.on.is_subset(&other.on)
                && cell.amounts.is_subset(other.amounts);
            // of two that contain each other the first stays
            let mutual = other.condition == cell.condition
                && other.on == cell.on
                && other.amounts.is_subset(cell.amounts);
            other_at != at && contains && !(mutual && at < other_at)
        })
    };
    let mut at = 0;
    cells.retain(|cell| {
        at += 1;
        !contained(at - 1, cell) && !cell.on.is_empty()
    });
    Ok(cells)
}

/// Whether plain clauses say what a cell says, but for finitely many numbers, which become plain, too.
fn is_said(cell: &NamedCell, clauses: &[Clause], plain: &mut Vec<Clause>) -> bool {
    let leave = SizeSet::range(cell.leave.0, cell.leave.1);
    for clause in clauses {
        let Some(&(low, ENDLESS)) = clause.take.ranges().last() else { continue };
        let covers = leave.is_subset(&clause.leave)
            && clause.condition.for_heaps(cell.leave.0) <= cell.condition
            && cell.on.is_subset(&clause.on);
        if !covers || low > LISTED || (cell.amounts.depend_on_heap() && low > 1) {
            continue;
        }
        let few = if low <= 1 { SizeSet::default() } else { members(cell.amounts, low - 1, low - 1) };
        if !few.is_empty() {
            plain.push(Clause::new(few, leave, cell.condition, cell.on.clone()));
        }
        return true;
    }
    false
}

/// A plain clause without what a cell says.
fn without(clause: Clause, cell: &NamedCell) -> Vec<Clause> {
    let leave = SizeSet::range(cell.leave.0, cell.leave.1);
    let common = clause.leave.intersection(&leave);
    let contained = !common.is_empty()
        && !cell.amounts.depend_on_heap()
        && cell.condition <= clause.condition.for_heaps(cell.leave.0)
        && clause.on.is_subset(&cell.on);
    let bound = clause.take.ranges().iter().map(|range| range.1).filter(|&high| high <= LISTED).max();
    let said = bound
        .filter(|_| contained)
        .map(|bound| members(cell.amounts, bound, bound).intersection(&clause.take));
    let Some(said) = said.filter(|said| !said.is_empty()) else { return vec![clause] };
    let other_takes = clause.take.intersection(&said.complement());
    let other_leaves = clause.leave.intersection(&leave.complement());
    let rest = [(other_takes, clause.leave.clone()), (said, other_leaves)];
    rest.into_iter()
        .filter(|(take, leave)| !take.is_empty() && !leave.is_empty())
        .map(|(take, leave)| Clause::new(take, leave, clause.condition, clause.on.clone()))
        .collect()
}

/// The clauses that cells make: those with the same set, condition and heaps together. One heap or none has no
/// condition, so it joins whichever clause there is.
fn assembled(cells: &[NamedCell]) -> Vec<Clause> {
    let mut cells = cells.to_vec();
    cells.sort_unstable_by_key(|cell| std::cmp::Reverse((cell.leave.0, cell.condition)));
    let mut clauses: Vec<Clause> = Vec::new();
    for cell in cells {
        let few = cell.leave.1 <= 1;
        let joins = |clause: &&mut Clause| {
            clause.among == cell.amounts
                && clause.on == cell.on
                && (clause.condition == cell.condition || few)
        };
        let leave = SizeSet::range(cell.leave.0, cell.leave.1);
        match clauses.iter_mut().find(joins) {
            Some(clause) => clause.leave = clause.leave.union(&leave),
            None => clauses.push(Clause::named(cell.amounts, leave, cell.condition, cell.on)),
        }
    }
    for clause in &mut clauses {
        // said without difference, so that the usual heaps need not be named
        if clause.among.leave_some() && clause.leave.contains(1) {
            clause.leave = clause.leave.union(&SizeSet::range(0, 0));
        }
    }
    clauses
}

/// The whole heap and its proper divisors are its divisors.
fn whole_divisors(plain: &mut Vec<Clause>, named: &mut [Clause]) {
    let whole = Clause::new(SizeSet::range(1, ENDLESS), SizeSet::range(0, 0), Condition::Any, SizeSet::all());
    let Some(at) = plain.iter().position(|clause| *clause == whole) else { return };
    let proper =
        |clause: &&mut Clause| clause.among == Amounts::ProperDivisors && clause.on == SizeSet::all();
    if let Some(clause) = named.iter_mut().find(proper) {
        clause.among = Amounts::Divisors;
        clause.leave = clause.leave.union(&SizeSet::range(0, 0));
        plain.remove(at);
    }
}
