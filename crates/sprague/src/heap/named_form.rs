//! The normal form of rules that say more than ranges under a condition of the chain (theory H.6).
//!
//! What a list of ranges can say is said by one: a set that is only used on finitely many heaps is listed, `1..n` is
//! any number, `n` is the whole heap, and a divisor of the heap is a proper one or the whole heap. The rest is cut into
//! cells, one for each set and each number of heaps left. Cells that differ in one thing are joined where their union
//! can be said: sets that repeat, conditions on two parts, sizes of heaps. A cell that another one contains is dropped,
//! and so is what a plain clause and a named one both say: the named one keeps it, unless the plain one takes every
//! number from some point on. Cells with the same set and the same heaps make a clause.
//!
//! Equal forms are equal games. Rules whose sets repeat, on the same heaps, have one form. Other different forms may be
//! equal games where that is a fact about numbers which is not looked for, such as sets that agree on all heaps but a
//! few.

use super::amounts::{Amounts, Bound, LISTED};
use super::cells::cut;
use super::clause::{Clause, PlainClause};
use super::condition::Condition;
use super::division::Division;
use super::rule_error::{Budget, MOST_HEAPS, RuleError};
use super::set::{ENDLESS, SizeSet};
use super::take::{Sizes, Take};

/// The most heaps on which amounts that depend on the heap are listed heap by heap.
const LISTED_HEAPS: u64 = 64;

/// The moves with one set of amounts that leave a number of heaps in one range.
#[derive(Clone, Debug, PartialEq, Eq)]
struct NamedCell {
    take: Take,
    leave: (u64, u64),
    condition: Division,
    on: Sizes,
}

impl NamedCell {
    fn leave(&self) -> SizeSet {
        SizeSet::range(self.leave.0, self.leave.1)
    }

    /// As a clause.
    fn clause(&self) -> Clause {
        Clause::new(self.take.clone(), self.leave(), self.condition.clone(), self.on.clone())
    }

    /// Whether it has no moves any more.
    fn is_empty(&self) -> bool {
        self.take.is_empty() || self.on.ranges().is_some_and(SizeSet::is_empty)
    }

    /// The cell with its sizes said so that those without a move do not matter.
    fn settled(mut self) -> Self {
        if let Some(least) = least_heap(&self.take, self.leave.0, &self.condition) {
            self.on = self.on.from(least);
        }
        self
    }

    /// The cell with another set, under another condition.
    fn with(&self, take: Take, condition: Division) -> Self {
        Self { take, condition, leave: self.leave, on: self.on.clone() }
    }
}

/// The normal form of clauses some of which are not plain; `plain_form` gives that of plain ones.
pub fn form(
    clauses: Vec<Clause>,
    budget: &mut Budget,
    plain_form: impl Fn(Vec<PlainClause>, &mut Budget) -> Result<Vec<PlainClause>, RuleError>,
) -> Result<Vec<Clause>, RuleError> {
    let mut plain = Vec::new();
    let mut named = Vec::new();
    for clause in clauses {
        match clause.plain() {
            Some(clause) => plain.push(clause),
            None => sort_out(clause, &mut plain, &mut named)?,
        }
    }
    budget.spend(64 * (named.len() as u64).saturating_mul(named.len() as u64))?;
    let mut cells = cells_of(&named, &plain, budget)?;
    plain = plain_form(plain, budget)?;
    loop {
        let (before, count) = (plain.clone(), cells.clone());
        join(&mut cells, &mut plain, budget)?;
        drop_contained(&mut cells, budget)?;
        cells.retain(|cell| !is_said(cell, &before, &mut plain));
        for cell in &cells {
            budget.spend(LISTED)?;
            plain = plain.into_iter().flat_map(|clause| without(clause, cell)).collect();
        }
        // what is left may be cut in another way; then it may say a cell, or a cell may say more of it
        plain = plain_form(plain, budget)?;
        if plain == before && cells == count {
            break;
        }
    }
    let mut named = assembled(&cells);
    whole_divisors(&mut plain, &mut named);
    named.sort_unstable();
    Ok(plain.into_iter().map(Clause::from).chain(named).collect())
}

/// Whether no heap has a move with these amounts that leaves so many heaps, as far as their forms show.
pub fn is_never(take: &Take, leave: &SizeSet) -> bool {
    let take = take.clone().simplified();
    let is_whole = matches!(take, Take::Named(Amounts::Between(Bound::Less(0), _)));
    let is_without_members = match &take {
        Take::Named(amounts) => is_without_members(amounts),
        Take::Down(Amounts::Between(low, _)) => *low == Bound::Less(0),
        _ => false,
    };
    is_without_members || (take.leaves_some() && leave.from(1).is_empty()) || (is_whole && !leave.contains(0))
}

/// Whether a range that depends on the heap has no number at any heap. Its bounds rise with the heap, each in its own
/// way, so that a heap with a number is one of these: the first ones, where a bound begins to rise, where the faster one
/// is ahead, and the last heap of all.
fn is_without_members(amounts: &Amounts) -> bool {
    let &Amounts::Between(low, high) = amounts else { return false };
    let turns = |bound: Bound| match bound {
        Bound::Number(_) | Bound::Root => [1, 1],
        Bound::Share(parts) => [parts, parts.saturating_mul(parts)],
        Bound::Less(number) => [number.saturating_add(1), number.saturating_mul(2).saturating_add(4)],
    };
    let heaps = [low, high].into_iter().flat_map(turns);
    !heaps.chain([1, ENDLESS - 1]).any(|heap| amounts.next_from(heap.min(ENDLESS - 1), 1).is_some())
}

/// Puts what a clause says into the one list or the other.
fn sort_out(clause: Clause, plain: &mut Vec<PlainClause>, named: &mut Vec<Clause>) -> Result<(), RuleError> {
    let Clause { take, leave, condition, on } = clause;
    let (take, on) = (take.simplified(), on.simplified());
    if leave.is_empty() {
        return Err(RuleError::Empty("leave"));
    }
    if on.ranges().is_some_and(SizeSet::is_empty) {
        return Err(RuleError::Empty("on"));
    }
    if take.is_empty() {
        return Err(RuleError::Empty("take"));
    }
    if leave.ranges().iter().any(|&(low, high)| low > MOST_HEAPS || (high > MOST_HEAPS && high != ENDLESS)) {
        return Err(RuleError::TooManyHeaps);
    }
    if take.contains(ENDLESS, 0) && leave.least() < Some(2) {
        return Err(RuleError::Unmoved);
    }
    let most = leave.greatest().unwrap_or(0);
    let condition = match condition {
        Division::Apart(set) if set.is_empty() => return Err(RuleError::Empty("diff in")),
        Division::Apart(_) if most > 2 => return Err(RuleError::TwoParts),
        Division::EqualOr(condition) if most > 2 => {
            sort_out(Clause::new(take.clone(), leave.clone(), Division::Equal, on.clone()), plain, named)?;
            return sort_out(Clause::new(take, leave, condition, on), plain, named);
        }
        condition if most <= 2 => condition.for_heaps(most),
        condition => condition,
    };
    if is_never(&take, &leave) {
        return Err(RuleError::Never);
    }
    let some = leave.from(1);
    let mut again = |take: SizeSet, leave: SizeSet| {
        if take.is_empty() {
            return Err(RuleError::Never);
        }
        sort_out(Clause::new(take, leave, condition.clone(), on.clone()), plain, named)
    };
    match take {
        Take::Named(Amounts::Between(Bound::Number(low), Bound::Number(high))) => {
            again(SizeSet::range(low.max(1), high), leave)?;
        }
        Take::Named(Amounts::Between(Bound::Number(low), Bound::Less(0))) => {
            again(SizeSet::range(low.max(1), ENDLESS), leave)?;
        }
        Take::Named(Amounts::Between(Bound::Number(low), Bound::Less(1))) => {
            again(SizeSet::range(low.max(1), ENDLESS), some)?;
        }
        Take::Named(Amounts::Between(Bound::Less(0), high)) => {
            let last = match high {
                Bound::Number(number) => number,
                Bound::Root => 1,
                Bound::Share(_) | Bound::Less(_) => ENDLESS,
            };
            whole_heaps(&on, last, plain, named);
        }
        Take::Named(Amounts::Divisors) => {
            if leave.contains(0) {
                whole_heaps(&on, ENDLESS, plain, named);
            }
            if !some.is_empty() {
                let proper = Take::Named(Amounts::ProperDivisors);
                sort_out(Clause::new(proper, some, condition, on), plain, named)?;
            }
        }
        take => {
            let clause = Clause::new(take, leave, condition, on);
            match clause.plain().map(|clause| vec![clause]).or_else(|| listed(&clause)) {
                Some(clauses) => plain.extend(clauses),
                None => named.push(clause),
            }
        }
    }
    Ok(())
}

/// Heaps of these sizes up to a last one may be taken whole.
fn whole_heaps(on: &Sizes, last: u64, plain: &mut Vec<PlainClause>, named: &mut Vec<Clause>) {
    let nothing = SizeSet::range(0, 0);
    match on {
        Sizes::Named(amounts) if last > LISTED => {
            let take = Take::Named(amounts.clone());
            named.push(Clause::new(take, nothing, Condition::Any, Sizes::all()));
        }
        on => {
            let on = on.ranges().cloned().unwrap_or_else(|| (1..=last).filter(|&n| on.contains(n)).collect());
            let on = on.intersection(&SizeSet::range(1, last));
            if !on.is_empty() {
                plain.push(PlainClause::new(SizeSet::range(1, ENDLESS), nothing, Condition::Any, on));
            }
        }
    }
}

/// The clause as plain ones, where it is used on few small heaps.
fn listed(clause: &Clause) -> Option<Vec<PlainClause>> {
    let condition = clause.condition.chain()?;
    let last = clause.on.greatest();
    if last > LISTED {
        return None;
    }
    let with = |take, on| PlainClause::new(take, clause.leave.clone(), condition, on);
    let mut plain = match clause.on.ranges() {
        Some(on) if !clause.take.depends_on_heap() => vec![with(clause.take.listed(last), on.clone())],
        _ => {
            let heaps = clause.on.few(LISTED_HEAPS)?.into_iter();
            heaps.map(|heap| with(clause.take.listed(heap), SizeSet::range(heap, heap))).collect()
        }
    };
    plain.retain(|clause| !clause.take.is_empty());
    Some(plain)
}

/// The least heap with a move that leaves `heaps` heaps, looked for among small ones.
fn least_heap(take: &Take, heaps: u64, condition: &Division) -> Option<u64> {
    let least = condition.least_total(heaps);
    if let Take::Ranges(set) = take {
        return set.least()?.checked_add(least);
    }
    let has_move = |&heap: &u64| {
        if heaps == 0 {
            return take.contains(heap, heap);
        }
        take.of_heap(heap).next_from(1).is_some_and(|taken| heap - taken >= least)
    };
    (1..=LISTED).find(has_move)
}

/// The cells of the clauses.
fn cells_of(
    clauses: &[Clause],
    plain: &[PlainClause],
    budget: &mut Budget,
) -> Result<Vec<NamedCell>, RuleError> {
    let ends = |leave: &SizeSet| {
        let ranges = leave.ranges().iter();
        ranges.flat_map(|&(low, high)| [low, high.saturating_add(1)]).collect::<Vec<u64>>()
    };
    let cuts: Vec<u64> = clauses.iter().flat_map(|clause| ends(&clause.leave)).chain([1, 2, 3]).collect();
    let plain_cuts: Vec<u64> = plain.iter().flat_map(|clause| ends(&clause.leave)).collect();
    let mut cells: Vec<NamedCell> = Vec::new();
    for clause in clauses {
        let joins =
            clause.condition.chain().is_none() || matches!(clause.take, Take::Named(Amounts::Cycle(_)));
        let more = if joins { &plain_cuts[..] } else { &[] };
        for leave in cut(&clause.leave, [&cuts[..], more].concat()) {
            budget.spend(LISTED)?;
            let (take, condition) = (clause.take.clone(), clause.condition.for_heaps(leave.0));
            if leave.0 == 0 && take.leaves_some() {
                continue;
            }
            cells.push(NamedCell { take, leave, condition, on: clause.on.clone() }.settled());
        }
    }
    cells.retain(|cell| !cell.is_empty());
    Ok(cells)
}

/// Joins cells with each other and with plain clauses, where the two differ in one thing and their union can be said.
fn join(
    cells: &mut Vec<NamedCell>,
    plain: &mut Vec<PlainClause>,
    budget: &mut Budget,
) -> Result<(), RuleError> {
    let mut at = 0;
    while at < cells.len() {
        budget.spend(64 * (cells.len() + plain.len()) as u64)?;
        let cell = cells[at].clone();
        let (before, rest) = cells.split_at(at);
        let found = before.iter().enumerate().find_map(|(other, one)| Some((other, together(one, &cell)?)));
        if let Some((other, joined)) = found {
            let rest = rest[1..].to_vec();
            cells.truncate(at);
            cells.remove(other);
            cells.extend(joined.into_iter().map(NamedCell::settled));
            cells.extend(rest);
            at = 0;
            continue;
        }
        let found = plain.iter().enumerate().find_map(|(other, one)| Some((other, absorbed(&cell, one)?)));
        if let Some((other, (more_cells, more_plain))) = found {
            cells.remove(at);
            plain.remove(other);
            cells.extend(more_cells.into_iter().map(NamedCell::settled));
            plain.extend(more_plain);
            at = 0;
            continue;
        }
        at += 1;
    }
    // what became ranges under a condition of the chain is plain
    let all = std::mem::take(cells);
    for cell in all.into_iter().filter(|cell| !cell.is_empty()) {
        let clause = cell.clause();
        match clause.plain().map(|clause| vec![clause]).or_else(|| listed(&clause)) {
            Some(clauses) => plain.extend(clauses),
            None => cells.push(cell),
        }
    }
    Ok(())
}

/// Two cells as others that say the same without overlap; `None` where they stay as they are.
fn together(one: &NamedCell, other: &NamedCell) -> Option<Vec<NamedCell>> {
    if one.leave != other.leave {
        return None;
    }
    let same = (one.take == other.take, one.condition == other.condition, one.on == other.on);
    let either = |cell: NamedCell| Some(vec![cell]);
    match same {
        (true, true, _) => {
            // what a list says of sizes without a move is no part of it
            let least = least_heap(&one.take, one.leave.0, &one.condition).unwrap_or(0);
            let on = one.on.bare(least).union(&other.on.bare(least))?;
            either(NamedCell { on, ..one.clone() })
        }
        (_, true, true) => either(NamedCell { take: one.take.union(&other.take)?, ..one.clone() }),
        (_, _, true) => {
            let condition = one.condition.union(&other.condition, one.leave.0);
            if matches!(condition, Division::EqualOr(_)) {
                return None;
            }
            if one.take == other.take {
                return either(one.with(one.take.clone(), condition));
            }
            let (first, second) = (one.take.ranges()?, other.take.ranges()?);
            let common = first.intersection(second);
            if common.is_empty() {
                return None;
            }
            let apart = |set: &SizeSet| Take::Ranges(set.intersection(&common.complement()));
            let cells = [
                one.with(apart(first), one.condition.clone()),
                other.with(apart(second), other.condition.clone()),
                one.with(Take::Ranges(common.clone()), condition),
            ];
            Some(cells.into_iter().filter(|cell| !cell.is_empty()).collect())
        }
        _ => None,
    }
}

/// A cell and a plain clause that speak of the same moves, as others that say the same without overlap.
fn absorbed(cell: &NamedCell, clause: &PlainClause) -> Option<(Vec<NamedCell>, Vec<PlainClause>)> {
    let condition = clause.condition.for_heaps(cell.leave.0);
    let on = Sizes::Ranges(clause.on.clone());
    let least = least_heap(&Take::Ranges(clause.take.clone()), cell.leave.0, &condition.into());
    let same = on == cell.on || least.is_some_and(|least| on.from(least) == cell.on);
    if !same || !cell.leave().is_subset(&clause.leave) {
        return None;
    }
    let common = match &cell.take {
        Take::Named(Amounts::Cycle(_)) if cell.condition == condition => clause.take.from(1),
        Take::Ranges(set) if cell.condition.chain().is_none() => set.intersection(&clause.take),
        _ => return None,
    };
    if common.is_empty() {
        return None;
    }
    let union = cell.condition.union(&condition.into(), cell.leave.0);
    if matches!(union, Division::EqualOr(_)) {
        return None;
    }
    let cells = match &cell.take {
        Take::Ranges(set) => {
            let rest = Take::Ranges(set.intersection(&common.complement()));
            vec![cell.with(rest, cell.condition.clone()), cell.with(Take::Ranges(common.clone()), union)]
        }
        cycle => vec![cell.with(cycle.union(&Take::Ranges(common.clone()))?, cell.condition.clone())],
    };
    let piece = |take: SizeSet, leave: SizeSet| PlainClause { take, leave, ..clause.clone() };
    let plain = [
        piece(clause.take.intersection(&common.complement()), clause.leave.clone()),
        piece(common, clause.leave.intersection(&cell.leave().complement())),
    ];
    let cells = cells.into_iter().filter(|cell| !cell.is_empty()).collect();
    Some((
        cells,
        plain.into_iter().filter(|piece| !piece.take.is_empty() && !piece.leave.is_empty()).collect(),
    ))
}

/// Drops the cells that others contain.
fn drop_contained(cells: &mut Vec<NamedCell>, budget: &mut Budget) -> Result<(), RuleError> {
    budget.spend((cells.len() as u64).saturating_mul(cells.len() as u64))?;
    let all = cells.clone();
    let contained = |at: usize, cell: &NamedCell| {
        all.iter().enumerate().any(|(other_at, other)| {
            let contains = other.leave == cell.leave
                && other.condition.holds(&cell.condition, cell.leave.0)
                && cell.on.is_subset(&other.on)
                && cell.take.is_subset(&other.take);
            // of two that contain each other the first stays
            let mutual =
                other.condition == cell.condition && other.on == cell.on && other.take.is_subset(&cell.take);
            other_at != at && contains && !(mutual && at < other_at)
        })
    };
    let mut at = 0;
    cells.retain(|cell| {
        at += 1;
        !contained(at - 1, cell)
    });
    Ok(())
}

/// Whether plain clauses say what a cell says, but for finitely many numbers, which become plain, too.
fn is_said(cell: &NamedCell, clauses: &[PlainClause], plain: &mut Vec<PlainClause>) -> bool {
    for clause in clauses {
        let condition = Division::from(clause.condition.for_heaps(cell.leave.0));
        let covers = cell.leave().is_subset(&clause.leave)
            && condition.holds(&cell.condition, cell.leave.0)
            && cell.on.is_subset(&Sizes::Ranges(clause.on.clone()));
        if !covers {
            continue;
        }
        if cell.take.is_subset(&Take::Ranges(clause.take.clone())) {
            return true;
        }
        let Some(&(low, ENDLESS)) = clause.take.ranges().last() else { continue };
        if low > LISTED || (cell.take.depends_on_heap() && low > 1) {
            continue;
        }
        // a list may begin with 0, what a split takes
        let all = low == 0 || cell.take.depends_on_heap();
        let few = if all { SizeSet::default() } else { cell.take.listed(low - 1) };
        let Some(condition) = cell.condition.chain() else { continue };
        match (few.is_empty(), cell.on.ranges()) {
            (true, _) => return true,
            (false, Some(on)) => {
                plain.push(PlainClause::new(few, cell.leave(), condition, on.clone()));
                return true;
            }
            (false, None) => {}
        }
    }
    false
}

/// A plain clause without what a cell says.
fn without(clause: PlainClause, cell: &NamedCell) -> Vec<PlainClause> {
    let leave = cell.leave();
    let common = clause.leave.intersection(&leave);
    let condition = Division::from(clause.condition.for_heaps(cell.leave.0));
    let contained = !common.is_empty()
        && !cell.take.depends_on_heap()
        && cell.condition.holds(&condition, cell.leave.0)
        && Sizes::Ranges(clause.on.clone()).is_subset(&cell.on);
    let bound = clause.take.ranges().iter().map(|range| range.1).filter(|&high| high <= LISTED).max();
    let said = bound.filter(|_| contained).map(|bound| cell.take.listed(bound).intersection(&clause.take));
    let Some(said) = said.filter(|said| !said.is_empty()) else { return vec![clause] };
    let other_takes = clause.take.intersection(&said.complement());
    let other_leaves = clause.leave.intersection(&leave.complement());
    let rest = [(other_takes, clause.leave.clone()), (said, other_leaves)];
    rest.into_iter()
        .filter(|(take, leave)| !take.is_empty() && !leave.is_empty())
        .map(|(take, leave)| PlainClause::new(take, leave, clause.condition, clause.on.clone()))
        .collect()
}

/// The clauses that cells make: those with the same set, condition and heaps together. One heap or none has no
/// condition, so it joins whichever clause there is.
fn assembled(cells: &[NamedCell]) -> Vec<Clause> {
    let mut cells = cells.to_vec();
    cells.sort_unstable_by_key(|cell| std::cmp::Reverse((cell.leave.0, cell.condition.clone())));
    let mut clauses: Vec<Clause> = Vec::new();
    for cell in cells {
        let few = cell.leave.1 <= 1;
        let joins = |clause: &&mut Clause| {
            clause.take == cell.take && clause.on == cell.on && (clause.condition == cell.condition || few)
        };
        match clauses.iter_mut().find(joins) {
            Some(clause) => clause.leave = clause.leave.union(&cell.leave()),
            None => clauses.push(cell.clause()),
        }
    }
    for clause in &mut clauses {
        // said without difference, so that the usual heaps need not be named
        if clause.take.leaves_some() && clause.leave.contains(1) {
            clause.leave = clause.leave.union(&SizeSet::range(0, 0));
        }
    }
    clauses
}

/// The whole heap and its proper divisors are its divisors.
fn whole_divisors(plain: &mut Vec<PlainClause>, named: &mut [Clause]) {
    let whole =
        PlainClause::new(SizeSet::range(1, ENDLESS), SizeSet::range(0, 0), Condition::Any, SizeSet::all());
    let Some(at) = plain.iter().position(|clause| *clause == whole) else { return };
    let proper = |clause: &&mut Clause| {
        clause.take == Take::Named(Amounts::ProperDivisors) && clause.on == Sizes::all()
    };
    if let Some(clause) = named.iter_mut().find(proper) {
        clause.take = Take::Named(Amounts::Divisors);
        clause.leave = clause.leave.union(&SizeSet::range(0, 0));
        plain.remove(at);
    }
}
