//! The moves of a term that reach a given value (theory 1.8).
//!
//! Terms with a moderate number of options are tried option by option. Larger ones are answered by theorems: Nim,
//! take 1 to m, Silver Dollar, bogus Nim, Wythoff and Star Nim list all their winning moves by arithmetic; for heap
//! games with a closed form and for rectangles examples are looked for among the moves with the smallest parts,
//! which suffices, since their values depend on the small part modulo a short period.

use std::collections::HashSet;

use super::Appraiser;
use crate::board::Board;
use crate::heap::{HeapGame, Heaps};
use crate::nimber::Nimber;
use crate::position::{Term, with_board};
use crate::rectangle::{self, Cuboid, Rectangles};
use crate::search::TooLarge;

/// Terms with more options than this are answered by theorems only.
pub const MOST_TRIED: f64 = 100_000.0;
/// How many moves with small parts are looked at for examples.
const MOST_EXAMINED: usize = 100_000;
/// How many examples are enough.
const EXAMPLES: usize = 12;

/// The moves found in one term.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// Terms with the wanted value, without repetition.
    pub moves: Vec<Term>,
    /// Whether these are all.
    pub extent: Extent,
}

impl Found {
    /// Nothing found, and nothing ruled out.
    pub const fn nothing() -> Self {
        Self { moves: Vec::new(), extent: Extent::Examples }
    }
}

/// How much of the answer a list of moves is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Extent {
    /// Every move is in the list.
    #[default]
    All,
    /// There may be more.
    Examples,
}

/// The options of the term whose value is `target`.
pub fn options_of_value(term: &Term, target: Nimber, appraiser: &mut Appraiser) -> Result<Found, TooLarge> {
    if term.breadth() <= MOST_TRIED {
        return tried(term, target, appraiser);
    }
    match term {
        Term::Heaps(game, heaps) => heaps_by_theorem(game, heaps, target, appraiser),
        Term::Rectangles(game, cuboids) => rectangles_by_theorem(*game, cuboids, target, appraiser),
        _ => match by_theorem(term, target) {
            Some(found) => Ok(found),
            None => tried(term, target, appraiser),
        },
    }
}

/// All options of the term with this value, where a theorem lists them.
pub fn by_theorem(term: &Term, target: Nimber) -> Option<Found> {
    with_board!(term, |game, at, again| game
        .options_by_theorem(at, target)
        .map(|options| Found { moves: distinct(options.into_iter().map(again)), extent: Extent::All }))
}

/// Each option in turn.
fn tried(term: &Term, target: Nimber, appraiser: &mut Appraiser) -> Result<Found, TooLarge> {
    let mut found = Vec::new();
    for option in distinct(term.options()) {
        if appraiser.value(&option)? == Some(target) {
            found.push(option);
        }
    }
    Ok(Found { moves: found, extent: Extent::All })
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
    let mut found = Found::default();
    for (place, &size) in heaps.sizes().iter().enumerate() {
        if place > 0 && heaps.sizes()[place - 1] == size {
            continue;
        }
        let wanted = target + total + appraiser.heap(game, size)?.0;
        let replace = |parts: &[u64]| Term::Heaps(game.clone(), heaps.replaced(place, parts.iter().copied()));
        if let Some(options) = game.options_by_theorem(&Heaps::single(size), wanted) {
            found.moves.extend(options.iter().map(|option| replace(option.sizes())));
            continue;
        }
        let enough = found.moves.len() + EXAMPLES;
        for (examined, parts) in game.rule.options(size).enumerate() {
            if examined == MOST_EXAMINED || found.moves.len() == enough {
                found.extent = Extent::Examples;
                break;
            }
            let mut value = Nimber::ZERO;
            for &part in &parts {
                value += appraiser.heap(game, part)?.0;
            }
            if value == wanted {
                found.moves.push(replace(&parts));
            }
        }
    }
    found.moves = distinct(found.moves);
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
    let mut found = Found::default();
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
            found.extent = Extent::Examples;
        }
        for parts in options.options {
            let cuboids = [&cuboids[..at], &parts, &cuboids[at + 1..]].concat();
            found.moves.push(Term::Rectangles(game, cuboids));
        }
    }
    found.moves = distinct(found.moves);
    Ok(found)
}
