//! Answers under misère play: a theorem for Nim and for one heap of take 1 to m, a search of the whole sum for
//! everything else.
//!
//! The search holds the options of every form of every component, and every sum of forms; both are estimated before
//! it starts.

use super::winning::{MOST_TRIED, distinct};
use crate::board::Board;
use crate::heap::closed::is_nim;
use crate::heap::misere::{misere_moves, misere_value};
use crate::nim;
use crate::nimber::Nimber;
use crate::play::Outcome;
use crate::position::{Games, Position, Term};
use crate::search::{Limits, MisereSolver, TooLarge};
use crate::theorem::Theorem;

/// What is known of a position under misère play.
pub struct MisereAppraisal {
    /// Who wins.
    pub outcome: Outcome,
    /// The misère value, where the search computed it.
    pub value: Option<Nimber>,
    /// Every winning move, without repetition.
    pub winning: Vec<Position>,
    /// The number of distinct options, where they were gone through.
    pub options: Option<u64>,
    /// The theorem it rests on, if it was not searched.
    pub theorem: Option<Theorem>,
    /// How many sums were searched.
    pub searched: u64,
}

/// Solves a position under misère play.
pub fn appraise(position: &Position, limits: &Limits) -> Result<MisereAppraisal, TooLarge> {
    if let Some(appraisal) = misere_nim(position).or_else(|| misere_heap(position)) {
        return Ok(appraisal);
    }
    let components: Vec<Term> = position.0.iter().flat_map(Term::components).collect();
    let sums: f64 = components.iter().map(Term::reachable).product();
    let listed: f64 = components.iter().map(|component| forms(component) * component.breadth() / 2.0).sum();
    let breadth: f64 = position.0.iter().map(Term::breadth).sum();
    let name = format!("misère play of {position}");
    limits.admit_entries(name.clone(), sums + listed)?;
    limits.admit_search(name, sums, breadth)?;
    let mut solver = MisereSolver::with_limits(Games, limits.clone());
    let value = solver.value(position)?;
    let mut winning = Vec::new();
    let mut options = 0;
    for (at, term) in position.0.iter().enumerate() {
        for option in distinct(term.options()) {
            let next = position.with_term(at, option);
            options += 1;
            if solver.value(&next)?.is_zero() {
                winning.push(next);
            }
        }
    }
    Ok(MisereAppraisal {
        outcome: Outcome::of_value(value),
        value: Some(value),
        winning,
        options: Some(options),
        theorem: None,
        searched: solver.evaluated() as u64,
    })
}

/// An upper bound on the number of forms that a component can come to consist of.
fn forms(component: &Term) -> f64 {
    match component {
        Term::Heaps(game, heaps) => game.search_size(heaps),
        Term::Rectangles(game, cuboids) => game.search_size(cuboids),
        _ => component.reachable(),
    }
}

/// Theory 10.2, for one heap and nothing else that can be moved.
fn misere_heap(position: &Position) -> Option<MisereAppraisal> {
    let mut movable = position.0.iter().enumerate().filter(|(_, term)| !term.components().is_empty());
    let (at, term) = movable.next().filter(|_| movable.next().is_none())?;
    let Term::Heaps(game, heaps) = term else { return None };
    let &[size] = heaps.sizes() else { return None };
    let value = misere_value(&game.rule, size)?;
    let (options, left) = misere_moves(&game.rule, size)?;
    let winning =
        left.map(|left| position.with_term(at, Term::Heaps(game.clone(), heaps.replaced(0, [left]))));
    Some(MisereAppraisal {
        outcome: Outcome::of_value(value),
        value: Some(value),
        winning: winning.into_iter().collect(),
        options: Some(options),
        theorem: Some(Theorem::MisereTakeUpTo),
        searched: 0,
    })
}

/// Theory 2.2, for sums of Nim positions only.
fn misere_nim(position: &Position) -> Option<MisereAppraisal> {
    let mut all = Vec::new();
    for term in &position.0 {
        match term {
            Term::Heaps(game, heaps) if is_nim(&game.rule) => all.extend_from_slice(heaps.sizes()),
            _ => return None,
        }
    }
    let moves = nim::misere_winning_moves(&all);
    let winning = distinct_positions(position, &moves);
    let breadth: f64 = position.0.iter().map(Term::breadth).sum();
    let options = (breadth <= MOST_TRIED)
        .then(|| position.0.iter().map(|term| distinct(term.options()).len() as u64).sum::<u64>());
    Some(MisereAppraisal {
        outcome: nim::misere_outcome(&all),
        value: None,
        winning,
        options,
        theorem: Some(Theorem::MisereNim),
        searched: 0,
    })
}

/// Applies each move to every term that has such a heap.
fn distinct_positions(position: &Position, moves: &[nim::HeapMove]) -> Vec<Position> {
    let mut found = Vec::new();
    for step in moves {
        for (at, term) in position.0.iter().enumerate() {
            let Term::Heaps(game, heaps) = term else { continue };
            if let Some(place) = heaps.sizes().iter().position(|&size| size == step.from) {
                found.push(
                    position.with_term(at, Term::Heaps(game.clone(), heaps.replaced(place, [step.to]))),
                );
            }
        }
    }
    found
}
