//! The moves of a term that reach a given value (theory 1.8).
//!
//! Terms with a moderate number of options are tried option by option. Larger ones are answered by theorems: Nim,
//! take 1 to m, Silver Dollar, bogus Nim, Wythoff and Star Nim list all their winning moves by arithmetic. For heap
//! games with a closed form and for rectangles examples are looked for among the moves with the smallest parts, for
//! each number taken: where values are periodic a larger small part can be shortened by the period without changing
//! the value, so there is nothing to find beyond. Game J is not periodic and has its own example (theory 4.1 J).
//! Games whose period was proved on the way are `periodic`'s business. What is larger and has no theorem has no examples.

use std::collections::HashSet;

use super::Appraiser;
use super::periodic::{self, Listed};
use crate::board::Board;
use crate::heap::closed::example_in_three;
use crate::heap::{HeapGame, Heaps, Parts};
use crate::nimber::Nimber;
use crate::position::{Term, with_board};
use crate::rectangle::{self, Cuboid, Rectangles};
use crate::search::TooLarge;

/// Terms with more options than this are answered by theorems only.
pub const MOST_TRIED: f64 = 100_000.0;
/// How many moves with small parts are looked at for examples, for each number taken and each number of heaps left.
const MOST_EXAMINED: usize = 2_000;
/// How many numbers of tokens are tried for examples.
const MOST_TAKEN: usize = 100;
/// The most heaps that an example leaves.
const MOST_LEFT: u64 = 3;
/// How many examples are enough.
const EXAMPLES: usize = 12;
/// How many heap sizes the winning moves may hold in all.
const MOST_SIZES_KEPT: usize = 20_000_000;

/// The moves found in one term.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// Terms with the wanted value, without repetition.
    pub moves: Vec<Term>,
    /// How many there are in all, where that is known.
    pub total: Option<u64>,
}

impl Found {
    fn all(moves: Vec<Term>) -> Self {
        let total = Some(moves.len() as u64);
        Self { moves, total }
    }
}

/// The options of the term whose value is `target`.
pub fn options_of_value(term: &Term, target: Nimber, appraiser: &mut Appraiser) -> Result<Found, TooLarge> {
    if term.breadth() <= MOST_TRIED {
        return tried(term, target, appraiser);
    }
    match term {
        Term::Heaps(game, heaps) => heaps_by_theorem(game, heaps, target, appraiser),
        Term::Rectangles(game, cuboids) => rectangles_by_theorem(*game, cuboids, target, appraiser),
        _ => Ok(by_theorem(term, target).unwrap_or_default()),
    }
}

/// All options of the term with this value, where a theorem lists them.
pub fn by_theorem(term: &Term, target: Nimber) -> Option<Found> {
    with_board!(term, |game, at, again| game
        .options_by_theorem(at, target)
        .map(|options| Found::all(distinct(options.into_iter().map(again)))))
}

/// Each option in turn.
fn tried(term: &Term, target: Nimber, appraiser: &mut Appraiser) -> Result<Found, TooLarge> {
    let mut found = Vec::new();
    for option in distinct(term.options()) {
        if appraiser.value(&option)? == Some(target) {
            found.push(option);
        }
    }
    Ok(Found::all(found))
}

/// The terms without repetition up to the order of heaps, strips and tokens.
pub fn distinct(terms: impl IntoIterator<Item = Term>) -> Vec<Term> {
    let mut seen = HashSet::new();
    terms.into_iter().filter(|term| seen.insert(term.identity())).collect()
}

fn heaps_by_theorem(
    game: &HeapGame,
    heaps: &Heaps,
    target: Nimber,
    appraiser: &mut Appraiser,
) -> Result<Found, TooLarge> {
    let mut total = Nimber::ZERO;
    for &size in heaps.sizes() {
        total += appraiser.heap(game, size)?.0;
    }
    // positions are long where there are many heaps: keep a bounded number of them, but count all
    let most_kept = MOST_SIZES_KEPT / (heaps.sizes().len() + 1);
    let mut moves = Vec::new();
    let mut count = Some(0);
    for (place, &size) in heaps.sizes().iter().enumerate() {
        if place > 0 && heaps.sizes()[place - 1] == size {
            continue;
        }
        let wanted = target + total + appraiser.heap(game, size)?.0;
        let by_law = appraiser.law(game).map(|law| periodic::options_of_value(&game.rule, law, size, wanted));
        let found = if let Some(options) = game.options_by_theorem(&Heaps::single(size), wanted) {
            options.iter().map(|option| option.sizes().to_vec()).collect()
        } else if let Some(Listed::All(options)) = by_law {
            options
        } else {
            count = None;
            match by_law {
                Some(Listed::All(options) | Listed::Some(options)) => options,
                None => examples(game, size, wanted, appraiser)?,
            }
        };
        count = count.map(|count| count + found.len() as u64);
        let room = most_kept.saturating_sub(moves.len());
        let found = found.into_iter().take(room);
        moves.extend(found.map(|parts| Term::Heaps(game.clone(), heaps.replaced(place, parts))));
    }
    Ok(Found { moves, total: count })
}

/// A few options of one heap with this value, among those with small parts.
fn examples(
    game: &HeapGame,
    size: u64,
    wanted: Nimber,
    appraiser: &mut Appraiser,
) -> Result<Vec<Vec<u64>>, TooLarge> {
    if let Some(parts) = example_in_three(&game.rule, size, wanted) {
        return Ok(vec![parts]);
    }
    let mut found = Vec::new();
    let clauses = game.rule.clauses().iter().filter(|clause| clause.on.contains(size));
    for clause in clauses {
        for taken in clause.take.up_to(size).take(MOST_TAKEN) {
            for count in clause.leave.up_to(MOST_LEFT) {
                for parts in Parts::new(size - taken, count, clause.condition).take(MOST_EXAMINED) {
                    let mut value = Nimber::ZERO;
                    for &part in &parts {
                        value += appraiser.heap(game, part)?.0;
                    }
                    if value == wanted {
                        found.push(parts);
                    }
                    if found.len() == EXAMPLES {
                        return Ok(found);
                    }
                }
            }
        }
    }
    Ok(found)
}

fn rectangles_by_theorem(
    game: Rectangles,
    cuboids: &[Cuboid],
    target: Nimber,
    appraiser: &mut Appraiser,
) -> Result<Found, TooLarge> {
    let whole = Term::Rectangles(game, cuboids.to_vec());
    let total = appraiser.value(&whole)?.unwrap_or_default();
    let mut moves = Vec::new();
    let mut all = true;
    for (at, cuboid) in cuboids.iter().enumerate() {
        if cuboids[..at].contains(cuboid) {
            continue;
        }
        let own = appraiser.value(&Term::Rectangles(game, vec![cuboid.clone()]))?.unwrap_or_default();
        let mut refusal = None;
        let side = |length| match appraiser.side(game, length) {
            Ok((value, _)) => value,
            Err(error) => {
                refusal = Some(error);
                Nimber::ZERO
            }
        };
        let options =
            game.options_of_value(cuboid, target + total + own, EXAMPLES, MOST_EXAMINED as u64, side);
        if let Some(refusal) = refusal {
            return Err(refusal);
        }
        if options.extent == rectangle::Extent::Some {
            all = false;
        }
        for parts in options.options {
            let cuboids = [&cuboids[..at], &parts, &cuboids[at + 1..]].concat();
            moves.push(Term::Rectangles(game, cuboids));
        }
    }
    let moves = distinct(moves);
    let total = all.then_some(moves.len() as u64);
    Ok(Found { moves, total })
}
