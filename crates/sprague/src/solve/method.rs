//! What appraisals have in common: theorems first, then a search within the limits.

use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;

use super::appraise::Appraisal;
use crate::board::Board;
use crate::games::silver_dollar::Strip;
use crate::games::star::StarPosition;
use crate::heap::{Clause, Condition, HeapGame, Rule, SizeSet};
use crate::limits::{Limits, STEPS_PER_OPTION, TooLarge};
use crate::nimber::Nimber;
use crate::play::Outcome;
use crate::search::Solver;
use crate::sequence::Ground;
use crate::theorem::Theorem;

/// The heap game of one side: split a heap into two parts that differ by at least this much.
pub fn split_in_two(least_difference: u64) -> HeapGame {
    let condition = match least_difference {
        0 => Condition::Any,
        least => Condition::Differ(least),
    };
    let two = SizeSet::range(2, 2);
    let clause = Clause { take: SizeSet::range(0, 0), leave: two, condition, on: SizeSet::all() };
    HeapGame::from(Rule::new([clause]).expect("splitting in two is a rule"))
}

/// By theorems as far as they go, then by search.
pub fn by_board<B: Board>(game: &B, at: &B::Position, solver: &mut Solver<B>) -> Result<Appraisal, TooLarge> {
    let Some(reduction) = game.reduce(at) else {
        let (size, breadth) = search_cost(game, at);
        solver.limits().admit_search(Named(game, at).to_string(), size, breadth)?;
        let value = solver.value(at);
        let looked = solver.take_looked().saturating_mul(STEPS_PER_OPTION);
        solver.limits().spend(looked)?;
        let value = value?;
        return Ok(Appraisal::valued(value, vec![Ground::Search { positions: solver.evaluated() as u64 }]));
    };
    let mut value = reduction.known;
    let mut grounds = vec![Ground::Theorem(reduction.theorem)];
    for rest in &reduction.rest {
        let part = by_board(game, rest, solver)?;
        value += part.value.unwrap_or_default();
        grounds.extend(part.grounds);
    }
    Ok(Appraisal::valued(value, grounds))
}

/// The number of positions that a search holds and of the options of each; long positions count as several.
fn search_cost<B: Board>(game: &B, at: &B::Position) -> (f64, f64) {
    /// The usual positions of a search are no longer than this.
    const USUAL_WORDS: f64 = 32.0;
    let length = (game.words(at) / USUAL_WORDS).max(1.0);
    (game.search_size(at) * length, game.breadth(at))
}

/// Refuses a search that is worth its while only when nothing is known: a hundredth of what is admitted else.
pub fn long_search<B: Board>(game: &B, at: &B::Position, limits: &Limits) -> Result<(), TooLarge> {
    if game.reduce(at).is_some() {
        return Ok(());
    }
    let (size, breadth) = search_cost(game, at);
    limits.admit_search(Named(game, at).to_string(), size, 100.0 * breadth)
}

/// The tokens of a star with one token a strip: Star Nim.
pub fn single_tokens(star: &StarPosition) -> Option<Vec<u64>> {
    let occupied = star.strips().iter().map(Strip::tokens).filter(|tokens| !tokens.is_empty());
    occupied.map(|tokens| (tokens.len() == 1).then(|| tokens[0])).collect()
}

/// Falls back on a theorem about the outcome alone where the value is out of reach.
pub fn or_outcome(
    valued: Result<Appraisal, TooLarge>,
    outcome: Option<(Outcome, Theorem)>,
) -> Result<Appraisal, TooLarge> {
    match (valued, outcome) {
        (Err(_), Some((outcome, theorem))) => {
            let value = (outcome == Outcome::P).then_some(Nimber::ZERO);
            Ok(Appraisal { value, outcome, grounds: vec![Ground::Theorem(theorem)] })
        }
        (valued, _) => valued,
    }
}

/// A state of a board for messages.
struct Named<'b, B: Board>(&'b B, &'b B::Position);

impl<B: Board> fmt::Display for Named<'_, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write(self.1, f)
    }
}

pub fn solver_for<'s, G: Board + Clone + Eq + Hash>(
    solvers: &'s mut HashMap<G, Solver<G>>,
    game: &G,
    limits: &Limits,
) -> &'s mut Solver<G> {
    solvers.entry(game.clone()).or_insert_with(|| Solver::with_limits(game.clone(), limits.clone()))
}
