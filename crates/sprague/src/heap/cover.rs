//! Cells put together into clauses.
//!
//! Cells with one condition and one `on` become clauses by equal rows (heaps left, for each number taken) or by
//! equal columns, whichever gives fewer; rows may be filled up with moves that never exist if that helps. What `on`
//! says of heaps where it makes no difference is open: `take(1..5) on 3..` asks for it only where 1 token is taken,
//! since after 2 a heap is left from 3 tokens on anyway. So `borrow` first finds few sets that do for many cells,
//! in three ways, and the way with the fewest clauses is taken.
//!
//! All of this depends on the cells alone, not on the clauses they came from: borrowing splits boxes into single
//! moves up to the last bound in any `on`, and is left undone where those are too many.

use std::collections::BTreeMap;

use super::borrow::{Borrowers, Market};
use super::clause::Clause;
use super::condition::Condition;
use super::normal::{Cell, least_size, sizes_with_move};
use super::set::{ENDLESS, SizeSet};

/// The most single moves below the last bound in any `on` for which cells borrow.
const SINGLE_MOVES: u128 = 1 << 19;

/// The clauses that cover exactly these cells, ascending.
pub(super) fn clauses(cells: Vec<Cell>) -> Vec<Clause> {
    let bound = cells.iter().map(|cell| cell.on.settled_from()).max().unwrap_or(0);
    let below = |(low, high): (u64, u64)| u128::from(high.saturating_add(1).min(bound).saturating_sub(low));
    let singles: u128 = cells.iter().map(|cell| below(cell.take) * below(cell.leave)).sum();
    if bound == 0 || singles > SINGLE_MOVES {
        return assembled(&cells, Filling::Never);
    }
    let market = Market::new(cells, bound);
    let form = |who| assembled(&market.cells(who), Filling::IfFewer);
    let everyone = form(Borrowers::Everyone);
    if everyone.len() == 1 {
        return everyone;
    }
    let forms = [form(Borrowers::Needy), form(Borrowers::NeedyRows), everyone];
    forms.into_iter().min_by_key(Vec::len).unwrap_or_default()
}

/// Whether rows are filled up with moves that never exist.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Filling {
    Never,
    IfFewer,
}

fn assembled(cells: &[Cell], filling: Filling) -> Vec<Clause> {
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
            Clause { take, leave, condition: *condition, on }
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
