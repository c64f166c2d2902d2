//! Cells that borrow an `on` from each other, where it makes no difference to them.
//!
//! An offer is the `on` of some cell, or all those of one condition together. A cell accepts an offer that agrees
//! with its own set wherever its move exists, or that has more sizes on which the condition may be said anyway. The
//! offer that most cells accept is given out first, then the one that most of the others accept, and so on. Only
//! single moves are counted, so that the outcome does not depend on how endless boxes happen to be cut.

use std::collections::{BTreeMap, BTreeSet};

use super::condition::Condition;
use super::normal::{Cell, cut, least_size, sizes_with_move};
use super::set::SizeSet;

/// The most offers for one condition.
const OFFERS: usize = 16;

/// Which cells borrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Borrowers {
    /// Those that need an `on`.
    Needy,
    /// Those, and cells without one that take as many tokens.
    NeedyRows,
    /// All.
    Everyone,
}

/// Single moves, and what they accept: a bit for each offer of their condition.
pub(super) struct Market {
    bound: u64,
    cells: Vec<(Cell, u32)>,
    offers: BTreeMap<Condition, Vec<SizeSet>>,
    needy_rows: BTreeSet<((u64, u64), Condition)>,
}

impl Market {
    /// The cells as single moves below the bound, from which on no `on` changes.
    pub(super) fn new(cells: Vec<Cell>, bound: u64) -> Self {
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

        let mut offers: BTreeMap<Condition, Vec<SizeSet>> = BTreeMap::new();
        let mut together: BTreeMap<Condition, Vec<(u64, u64)>> = BTreeMap::new();
        let mut needy_rows = BTreeSet::new();
        for cell in &singles {
            let offers = offers.entry(cell.condition).or_default();
            let is_new = offers.len() < OFFERS && !offers.contains(&cell.on);
            if cell.on != SizeSet::all() {
                needy_rows.insert((cell.take, cell.condition));
                if is_new {
                    together.entry(cell.condition).or_default().extend(cell.on.from(cell.least).ranges());
                }
            }
            if is_new {
                offers.push(cell.on.clone());
            }
        }
        for (condition, ranges) in together {
            offers.entry(condition).or_default().push(ranges.into_iter().collect());
        }
        let accepted = |cell: &Cell| {
            let offers = offers[&cell.condition].iter().enumerate();
            offers.filter(|(_, offer)| accepts(cell, offer)).fold(0, |bits, (at, _)| bits | 1 << at)
        };
        let cells = singles.into_iter().map(|cell| (accepted(&cell), cell)).map(|(bits, cell)| (cell, bits));
        Self { bound, cells: cells.collect(), offers, needy_rows }
    }

    /// The cells after borrowing.
    pub(super) fn cells(&self, who: Borrowers) -> Vec<Cell> {
        let borrows = |cell: &Cell| match who {
            Borrowers::Needy => cell.on != SizeSet::all(),
            Borrowers::NeedyRows => self.needy_rows.contains(&(cell.take, cell.condition)),
            Borrowers::Everyone => true,
        };
        let mut counts: BTreeMap<(Condition, u32), u64> = BTreeMap::new();
        for (cell, accepted) in self.cells.iter().filter(|(cell, _)| borrows(cell)) {
            let single = cell.take.0 < self.bound && cell.leave.0 < self.bound;
            *counts.entry((cell.condition, *accepted)).or_default() += u64::from(single);
        }
        let orders: BTreeMap<Condition, Vec<usize>> = self
            .offers
            .iter()
            .map(|(&condition, offers)| {
                let of_condition = counts.range((condition, 0)..=(condition, u32::MAX));
                (
                    condition,
                    order(offers.len(), of_condition.map(|(&(_, bits), &count)| (bits, count)).collect()),
                )
            })
            .collect();
        let borrowed = |(cell, accepted): &(Cell, u32)| {
            let mut cell = cell.clone();
            if borrows(&cell)
                && let Some(&offer) =
                    orders[&cell.condition].iter().find(|&&offer| accepted >> offer & 1 == 1)
            {
                cell.on = self.offers[&cell.condition][offer].clone();
            }
            cell
        };
        self.cells.iter().map(borrowed).collect()
    }
}

/// The offers in the order in which they are given out: each time the one that most of the others accept.
fn order(offers: usize, mut waiting: Vec<(u32, u64)>) -> Vec<usize> {
    let mut order = Vec::new();
    while order.len() < offers {
        let acceptors = |offer: usize| -> u64 {
            waiting.iter().filter(|(bits, _)| bits >> offer & 1 == 1).map(|(_, count)| count).sum()
        };
        let open = (0..offers).filter(|offer| !order.contains(offer));
        let Some(best) = open.rev().max_by_key(|&offer| acceptors(offer)) else { break };
        order.push(best);
        waiting.retain(|(bits, _)| bits >> best & 1 == 0);
    }
    order
}

fn accepts(cell: &Cell, offer: &SizeSet) -> bool {
    if *offer == cell.on {
        return true;
    }
    let sizes = |set: &SizeSet| sizes_with_move(set, cell.leave.0, cell.least);
    let (own, offered) = (sizes(&cell.on), sizes(offer));
    own == offered
        || cell
            .slack
            .as_ref()
            .is_some_and(|slack| own.is_subset(&offered) && offered.is_subset(&sizes(slack)))
}
