//! What listing the moves of a position costs, told before it is done.
//!
//! Every option is a whole position, so a list of moves takes the number of options times the length of the position.
//! Boards with many parts are long and have many options, and the product is what has to fit.

use std::collections::HashMap;

use sprague::games::Term;
use sprague::moves::refusal;
use sprague::position::Position;

use crate::limits::Allowance;
use crate::problem::Refusal;

/// What a number of a position takes in memory while moves are listed: itself, in an option, its identity and a hash.
const BYTES: f64 = 24.0;
/// The most terms of a sum.
const MOST_TERMS: usize = 2_000;

/// How many numbers a term is made of, and how many options it has at most.
fn extent(term: &Term) -> (f64, f64) {
    let options = if term.is_listed_in_part() {
        // heaps give their first moves only, but each gives some
        term.parts() as f64
    } else {
        // equal parts have equal options, and each is tried for itself
        term.breadth() * repeated(term)
    };
    (term.words() + 4.0, options)
}

/// How often the most frequent part occurs.
fn repeated(term: &Term) -> f64 {
    let mut counts = HashMap::new();
    for part in term.view().parts {
        *counts.entry(part).or_insert(0u32) += 1;
    }
    counts.into_values().max().unwrap_or(1).into()
}

/// How many options are looked at when the moves of a position are listed.
pub fn options(position: &Position) -> f64 {
    position.0.iter().map(|term| extent(term).1).sum()
}

/// Refuses a position that is too long for any question about it.
pub fn admit(position: &Position, allowance: &Allowance) -> Result<(), Refusal> {
    let terms = position.0.len();
    if terms > MOST_TERMS {
        let message = format!("the sum has {terms} terms, more than the limit of {MOST_TERMS}");
        return Err(Refusal::too_large(message).way_out("ask about a part of it"));
    }
    // each winning move is a whole position
    let numbers: f64 = position.0.iter().map(|term| extent(term).0).sum();
    if numbers * BYTES * 16.0 > allowance.budget.memory as f64 {
        return Err(Refusal::too_large(format!(
            "the position has about {numbers:.0} numbers, too many here"
        ))
        .way_out("ask about a part of it"));
    }
    Ok(())
}

/// Why a position cannot be played here, if it cannot.
pub fn playable(position: &Position, allowance: &Allowance) -> Option<String> {
    if let Err(problem) = admit(position, allowance) {
        return Some(problem.line());
    }
    if let Some(refusal) = refusal(position) {
        return Some(refusal);
    }
    let bytes = |term: &Term| {
        let (numbers, options) = extent(term);
        numbers * options * BYTES
    };
    let needed: f64 = position.0.iter().map(bytes).sum();
    let room = allowance.budget.memory as f64;
    (needed > room).then(|| {
        format!(
            "listing the moves of this position takes about {:.0} MB, more than the limit of {:.0}; use fewer parts",
            needed / 1e6,
            room / 1e6
        )
    })
}

/// How many moves of a position can be told in one answer, each with the whole position after it.
pub fn listed(position: &Position, most: usize, allowance: &Allowance) -> usize {
    /// What is told of a move besides: words, action, names.
    const BESIDES: usize = 400;
    let each = 2 * position.to_string().len() + BESIDES;
    (allowance.budget.answer / 2 / each).clamp(1, most)
}
