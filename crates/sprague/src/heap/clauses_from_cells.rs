//! Cells put together into clauses.
//!
//! Cells with one condition and one `on` become clauses by equal rows (heaps left, for each number taken) or by
//! equal columns, whichever gives fewer; rows may be filled up with moves that never exist if that helps.
//!
//! What `on` says of heaps where it makes no difference is free: `take(1..5) on 3..` asks for it only where 1 token is
//! taken, since after 2 a heap is left from 3 tokens on anyway. So few sets are first found that do for many cells.
//! A candidate is the `on` of some cell, or all those of one condition together. It fits a cell if it agrees with the
//! cell's own set wherever its move exists, or has more sizes on which the condition may be said anyway. The candidate
//! that fits most cells is given to them first, then the one that fits most of the others, and so on. Only single moves
//! are counted, so that the outcome does not depend on how endless boxes happen to be cut. Three choices of cells that
//! take part are tried, and the one with the fewest clauses is kept.
//!
//! All of this depends on the cells alone, not on the clauses they came from. Sharing splits boxes into single moves up
//! to the last bound in any `on`, and is left undone where those are too many.

use std::collections::{BTreeMap, BTreeSet};

use super::cells::{Cell, cut, least_size, sizes_with_move};
use super::clause::PlainClause;
use super::condition::Condition;
use super::set::{ENDLESS, SizeSet};

/// The most single moves below the last bound in any `on` for which cells share sets.
const SINGLE_MOVES: u128 = 1 << 19;

/// The clauses that cover exactly these cells, ascending.
pub(super) fn assemble(cells: Vec<Cell>) -> Vec<PlainClause> {
    let bound = cells.iter().map(|cell| cell.on.settled_from()).max().unwrap_or(0);
    let below = |(low, high): (u64, u64)| u128::from(high.saturating_add(1).min(bound).saturating_sub(low));
    let singles: u128 = cells.iter().map(|cell| below(cell.take) * below(cell.leave)).sum();
    if bound == 0 || singles > SINGLE_MOVES {
        return assembled(&cells, Filling::Never);
    }
    let shared = SharedSets::new(cells, bound);
    let form = |sharing| assembled(&shared.cells(sharing), Filling::IfFewer);
    let all = form(Sharing::All);
    if all.len() == 1 {
        return all;
    }
    let forms = [form(Sharing::Restricted), form(Sharing::RestrictedRows), all];
    forms.into_iter().min_by_key(Vec::len).unwrap_or_default()
}

/// Whether rows are filled up with moves that never exist.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Filling {
    Never,
    IfFewer,
}

fn assembled(cells: &[Cell], filling: Filling) -> Vec<PlainClause> {
    let mut groups: BTreeMap<(Condition, &SizeSet), Vec<&Cell>> = BTreeMap::new();
    for cell in cells {
        groups.entry((cell.condition, &cell.on)).or_default().push(cell);
    }
    let at = |cell: &Cell| (cell.take.0, cell.leave.0, cell.condition);
    let known: BTreeMap<_, &SizeSet> = match filling {
        Filling::Never => BTreeMap::new(),
        Filling::IfFewer => cells.iter().map(|cell| (at(cell), &cell.on)).collect(),
    };
    let harmless = |row: &Cell, leave: Range, on: &SizeSet| {
        if row.take.0 == 0 && leave.0 < 2 || row.condition.for_heaps(leave.0) != row.condition {
            return false;
        }
        let least = least_size(row.take.0, leave.0, row.condition);
        let there = known.get(&(row.take.0, leave.0, row.condition));
        let there = there.map(|on| sizes_with_move(on, leave.0, least)).unwrap_or_default();
        sizes_with_move(on, leave.0, least).is_subset(&there)
    };

    let mut all = Vec::new();
    for ((condition, on), group) in &groups {
        let rows = lines(group, |cell| cell.take, |cell| cell.leave);
        let columns = lines(group, |cell| cell.leave, |cell| cell.take);
        let mut found = joined(&rows, |take, leave| (take, leave));
        let by_columns = joined(&columns, |leave, take| (take, leave));
        if by_columns.len() < found.len() {
            found = by_columns;
        }
        if filling == Filling::IfFewer && found.len() > 1 && **on != SizeSet::all() {
            let mut filled = rows.clone();
            for row in filled.values_mut() {
                let extra = columns.keys().filter(|&&leave| harmless(row.first, leave, on));
                row.set = row.set.union(&extra.copied().collect());
            }
            let by_filled = joined(&filled, |take, leave| (take, leave));
            if by_filled.len() < found.len() {
                found = by_filled;
            }
        }
        all.extend(found.into_iter().map(|(take, leave, least)| {
            let on = if on.contains(0) && **on != SizeSet::all() { on.from(least) } else { (*on).clone() };
            PlainClause::new(take, leave, *condition, on)
        }));
    }
    all.sort_unstable();
    all
}

/// What one line of cells holds across it, its first cell, and its least heap size.
#[derive(Clone)]
struct Line<'c> {
    set: SizeSet,
    first: &'c Cell,
    least: u64,
}

type Range = (u64, u64);

fn lines<'c>(
    group: &[&'c Cell],
    along: impl Fn(&Cell) -> Range,
    across: impl Fn(&Cell) -> Range,
) -> BTreeMap<Range, Line<'c>> {
    let mut ranges: BTreeMap<Range, (Vec<Range>, &'c Cell, u64)> = BTreeMap::new();
    for &cell in group {
        let line = ranges.entry(along(cell)).or_insert((Vec::new(), cell, ENDLESS));
        line.0.push(across(cell));
        line.2 = line.2.min(cell.least);
    }
    let finish =
        |(ranges, first, least): (Vec<Range>, _, _)| Line { set: ranges.into_iter().collect(), first, least };
    ranges.into_iter().map(|(at, line)| (at, finish(line))).collect()
}

/// Lines with equal sets, joined into boxes with their least heap size.
fn joined(
    lines: &BTreeMap<Range, Line<'_>>,
    order: impl Fn(SizeSet, SizeSet) -> (SizeSet, SizeSet),
) -> Vec<(SizeSet, SizeSet, u64)> {
    let mut by_set: BTreeMap<&SizeSet, (Vec<Range>, u64)> = BTreeMap::new();
    for (&at, line) in lines {
        let (places, least) = by_set.entry(&line.set).or_insert((Vec::new(), ENDLESS));
        places.push(at);
        *least = line.least.min(*least);
    }
    let boxes = by_set.into_iter().map(|(set, (places, least))| {
        let (take, leave) = order(places.into_iter().collect(), set.clone());
        (take, leave, least)
    });
    boxes.collect()
}

/// The most candidates for one condition.
const MOST_CANDIDATES: usize = 16;

/// Which cells take part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sharing {
    /// Those with an `on`.
    Restricted,
    /// Those, and cells without one that take as many tokens.
    RestrictedRows,
    /// All.
    All,
}

/// Single moves, and which sets fit them: a bit for each candidate of their condition.
struct SharedSets {
    bound: u64,
    cells: Vec<(Cell, u32)>,
    candidates: BTreeMap<Condition, Vec<SizeSet>>,
    restricted_rows: BTreeSet<((u64, u64), Condition)>,
}

impl SharedSets {
    /// The cells as single moves below the bound, from which on no `on` changes.
    fn new(cells: Vec<Cell>, bound: u64) -> Self {
        let split = |(low, high): (u64, u64)| {
            let last = high.min(bound.saturating_sub(1));
            let cuts = if low < bound { (low..=last.saturating_add(1)).collect() } else { Vec::new() };
            cut(&SizeSet::range(low, high), cuts)
        };
        let mut singles = Vec::new();
        for cell in cells {
            for take in split(cell.take) {
                for leave in split(cell.leave) {
                    let least = least_size(take.0, leave.0, cell.condition);
                    singles.push(Cell { least, take, leave, ..cell.clone() });
                }
            }
        }
        singles.sort_unstable();

        let mut candidates: BTreeMap<Condition, Vec<SizeSet>> = BTreeMap::new();
        let mut together: BTreeMap<Condition, Vec<(u64, u64)>> = BTreeMap::new();
        let mut restricted_rows = BTreeSet::new();
        for cell in &singles {
            let candidates = candidates.entry(cell.condition).or_default();
            let is_new = candidates.len() < MOST_CANDIDATES && !candidates.contains(&cell.on);
            if cell.on != SizeSet::all() {
                restricted_rows.insert((cell.take, cell.condition));
                if is_new {
                    together.entry(cell.condition).or_default().extend(cell.on.from(cell.least).ranges());
                }
            }
            if is_new {
                candidates.push(cell.on.clone());
            }
        }
        for (condition, ranges) in together {
            candidates.entry(condition).or_default().push(ranges.into_iter().collect());
        }
        let fits = |cell: &Cell| {
            let candidates = candidates[&cell.condition].iter().enumerate();
            candidates
                .filter(|(_, candidate)| is_fit(cell, candidate))
                .fold(0, |bits, (at, _)| bits | 1 << at)
        };
        let cells = singles.into_iter().map(|cell| (fits(&cell), cell)).map(|(bits, cell)| (cell, bits));
        Self { bound, cells: cells.collect(), candidates, restricted_rows }
    }

    /// The cells with the sets that they share.
    fn cells(&self, sharing: Sharing) -> Vec<Cell> {
        let takes_part = |cell: &Cell| match sharing {
            Sharing::Restricted => cell.on != SizeSet::all(),
            Sharing::RestrictedRows => self.restricted_rows.contains(&(cell.take, cell.condition)),
            Sharing::All => true,
        };
        let mut counts: BTreeMap<(Condition, u32), u64> = BTreeMap::new();
        for (cell, fits) in self.cells.iter().filter(|(cell, _)| takes_part(cell)) {
            let single = cell.take.0 < self.bound && cell.leave.0 < self.bound;
            *counts.entry((cell.condition, *fits)).or_default() += u64::from(single);
        }
        let orders: BTreeMap<Condition, Vec<usize>> = self
            .candidates
            .iter()
            .map(|(&condition, candidates)| {
                let of_condition = counts.range((condition, 0)..=(condition, u32::MAX));
                (
                    condition,
                    order(candidates.len(), of_condition.map(|(&(_, bits), &count)| (bits, count)).collect()),
                )
            })
            .collect();
        let with_shared = |(cell, fits): &(Cell, u32)| {
            let mut cell = cell.clone();
            if takes_part(&cell)
                && let Some(&candidate) =
                    orders[&cell.condition].iter().find(|&&candidate| fits >> candidate & 1 == 1)
            {
                cell.on = self.candidates[&cell.condition][candidate].clone();
            }
            cell
        };
        self.cells.iter().map(with_shared).collect()
    }
}

/// The candidates in the order in which they are given out: each time the one that fits most of the others.
fn order(candidates: usize, mut waiting: Vec<(u32, u64)>) -> Vec<usize> {
    let mut order = Vec::new();
    while order.len() < candidates {
        let fitting = |candidate: usize| -> u64 {
            waiting.iter().filter(|(bits, _)| bits >> candidate & 1 == 1).map(|(_, count)| count).sum()
        };
        let left = (0..candidates).filter(|candidate| !order.contains(candidate));
        let Some(best) = left.rev().max_by_key(|&candidate| fitting(candidate)) else { break };
        order.push(best);
        waiting.retain(|(bits, _)| bits >> best & 1 == 0);
    }
    order
}

fn is_fit(cell: &Cell, candidate: &SizeSet) -> bool {
    if *candidate == cell.on {
        return true;
    }
    let sizes = |set: &SizeSet| sizes_with_move(set, cell.leave.0, cell.least);
    let (own, candidateed) = (sizes(&cell.on), sizes(candidate));
    own == candidateed
        || cell
            .slack
            .as_ref()
            .is_some_and(|slack| own.is_subset(&candidateed) && candidateed.is_subset(&sizes(slack)))
}
