//! The moves of a term that reach a given value (theory 1.8).
//!
//! Where a theorem lists them they come by arithmetic: Nim, take 1 to m, Silver Dollar, bogus Nim, Wythoff and Star Nim.
//! Otherwise terms with a moderate number of options are tried option by option; of heaps only the parts that a move
//! changes are looked at. For larger heaps with a closed form and for rectangles examples are looked for among the
//! moves with the smallest parts, for each number taken: where values are periodic a larger small part can be shortened
//! by the period without changing the value, so there is nothing to find beyond. Game J is not periodic and has its own
//! example (theory 4.1 J). Games whose period was proved on the way are `periodic`'s business. Beyond this size, and
//! without a theorem, no moves are listed.
//!
//! A move is as long as the position, so a position of n heaps can have n moves of n heaps: all of them are counted,
//! and only as many are made as the answer may hold.

use std::collections::HashSet;

use super::Appraiser;
use super::periodic::{self, Listed};
use crate::board::{Board, Counted};
use crate::games::rectangle::{self, Cuboid, Rectangles};
use crate::heap::closed::example_in_three;
use crate::heap::{HeapGame, Heaps, Parts};
use crate::limits::{STEPS_PER_OPTION, TooLarge};
use crate::nimber::Nimber;
use crate::position::{Term, with_board};

/// Terms with more options than this are answered by theorems only.
pub const MOST_TRIED: f64 = 100_000.0;
/// The most options of all terms of a question that are tried.
pub const MOST_TRIED_IN_ALL: f64 = 2_000_000.0;
/// How many moves with small parts are looked at for examples, for each number taken and each number of heaps left.
const MOST_EXAMINED: usize = 2_000;
/// How many numbers of tokens are tried for examples.
const MOST_TAKEN: usize = 100;
/// The most heaps that an example leaves.
const MOST_LEFT: u64 = 3;
/// How many examples are enough.
const EXAMPLES: usize = 12;

/// The moves found in one term.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// Terms with the wanted value, without repetition; no more than were wanted.
    pub moves: Vec<Term>,
    /// How many there are in all, where that is known.
    pub total: Option<u64>,
}

impl From<Counted<Term>> for Found {
    fn from(counted: Counted<Term>) -> Self {
        Self { moves: counted.options, total: Some(counted.total) }
    }
}

/// What listing moves may cost.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// The most moves that are made; others are counted.
    pub moves: usize,
    /// The most options that are tried.
    pub tries: f64,
}

/// Whether the options of a term can be listed: they are few, and short enough to be held.
pub fn is_listable(term: &Term, appraiser: &Appraiser) -> bool {
    let breadth = term.breadth();
    breadth <= MOST_TRIED && breadth * term.bytes() <= listable_bytes(appraiser.limits().positions)
}

/// The bytes that listed options may take: a share of what the positions take that may be held, and at least enough
/// for as many short options as are ever tried.
pub fn listable_bytes(positions: u64) -> f64 {
    const BYTES_PER_POSITION: f64 = 16.0;
    const ENOUGH: f64 = 67_108_864.0;
    (BYTES_PER_POSITION * positions as f64).max(ENOUGH)
}

/// The options of the term whose value is `target`.
pub fn options_of_value(
    term: &Term,
    target: Nimber,
    room: &mut Room,
    appraiser: &mut Appraiser,
) -> Result<Found, TooLarge> {
    appraiser.limits().check_time()?;
    if let Term::Heaps(game, heaps) = term {
        return of_heaps(game, heaps, target, room, appraiser);
    }
    if let Some(found) = by_theorem(term, target, room.moves) {
        return Ok(found);
    }
    if is_listable(term, appraiser) && has_room(term.breadth(), room, appraiser)? {
        return tried(term, target, room.moves, appraiser);
    }
    match term {
        Term::Rectangles(game, cuboids) => rectangles_by_theorem(*game, cuboids, target, room, appraiser),
        _ => Ok(Found::default()),
    }
}

/// All options of the term with this value, where a theorem lists them.
pub fn by_theorem(term: &Term, target: Nimber, most: usize) -> Option<Found> {
    with_board!(term, |game, at, again| game
        .moves_by_theorem(at, target, most)
        .map(|counted| Found::from(counted.map(again))))
}

/// Whether so many options may still be tried; if so they are counted.
fn has_room(breadth: f64, room: &mut Room, appraiser: &Appraiser) -> Result<bool, TooLarge> {
    if breadth > room.tries {
        return Ok(false);
    }
    room.tries -= breadth;
    match appraiser.limits().spend((breadth as u64).saturating_mul(STEPS_PER_OPTION)) {
        Err(TooLarge::Stopped) => Err(TooLarge::Stopped),
        spent => Ok(spent.is_ok()),
    }
}

/// Each option in turn.
fn tried(term: &Term, target: Nimber, most: usize, appraiser: &mut Appraiser) -> Result<Found, TooLarge> {
    // a table that covers the term covers its options too
    appraiser.value(term)?;
    let mut found = Counted::first(most);
    for option in distinct(term.options()) {
        if appraiser.value(&option)? == Some(target) {
            found.add(|| option);
        }
    }
    Ok(found.into())
}

/// The terms without repetition up to the order of heaps, strips and tokens.
pub fn distinct(terms: impl IntoIterator<Item = Term>) -> Vec<Term> {
    let mut seen = HashSet::new();
    terms.into_iter().filter(|term| seen.insert(term.identity())).collect()
}

/// The number of distinct options of a term, where they are few enough to be counted. Moves of heaps of different sizes
/// never leave the same heaps, so these are counted and not listed.
pub fn count_options(term: &Term, appraiser: &Appraiser) -> Option<u64> {
    match term {
        Term::Heaps(game, heaps) if term.breadth() <= MOST_TRIED => {
            Some(heaps.distinct().map(|(_, size)| game.rule.options(size).count() as u64).sum())
        }
        _ if is_listable(term, appraiser) => Some(distinct(term.options()).len() as u64),
        _ => None,
    }
}

/// Heap by heap: a move changes the value of one.
fn of_heaps(
    game: &HeapGame,
    heaps: &Heaps,
    target: Nimber,
    room: &mut Room,
    appraiser: &mut Appraiser,
) -> Result<Found, TooLarge> {
    let mut total = Nimber::ZERO;
    for &size in heaps.sizes() {
        total += appraiser.heap(game, size)?.0;
    }
    let breadth = game.breadth(heaps);
    let mut are_tried = None;
    let mut moves = Vec::new();
    let mut count = Some(0);
    for (place, size) in heaps.distinct() {
        appraiser.limits().check_time()?;
        let wanted = target + total + appraiser.heap(game, size)?.0;
        let found = if let Some(options) = game.options_by_theorem(&Heaps::single(size), wanted) {
            options.iter().map(|option| option.sizes().to_vec()).collect()
        } else {
            let try_all = match are_tried {
                Some(known) => known,
                None => breadth <= MOST_TRIED && has_room(breadth, room, appraiser)?,
            };
            are_tried = Some(try_all);
            match options_of_heap(game, size, wanted, try_all, appraiser)? {
                Listed::All(options) => options,
                Listed::Some(options) => {
                    count = None;
                    options
                }
            }
        };
        count = count.map(|count| count + found.len() as u64);
        let free = room.moves.saturating_sub(moves.len());
        let found = found.into_iter().take(free);
        moves.extend(found.map(|parts| Term::Heaps(game.clone(), heaps.replaced(place, parts))));
    }
    Ok(Found { moves, total: count })
}

/// The options of one heap with this value, all of them where they are tried or the period of the game lists them.
fn options_of_heap(
    game: &HeapGame,
    size: u64,
    wanted: Nimber,
    try_all: bool,
    appraiser: &mut Appraiser,
) -> Result<Listed, TooLarge> {
    if try_all {
        let mut found = Vec::new();
        for parts in game.rule.options(size) {
            let mut value = Nimber::ZERO;
            for &part in &parts {
                value += appraiser.heap(game, part)?.0;
            }
            if value == wanted {
                found.push(parts);
            }
        }
        return Ok(Listed::All(found));
    }
    if let Some(proved) = appraiser.proved_period(game) {
        return Ok(periodic::options_of_value(&game.rule, proved, size, wanted));
    }
    examples(game, size, wanted, appraiser).map(Listed::Some)
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
    room: &mut Room,
    appraiser: &mut Appraiser,
) -> Result<Found, TooLarge> {
    let whole = Term::Rectangles(game, cuboids.to_vec());
    let total = appraiser.value(&whole)?.unwrap_or_default();
    let mut moves = Vec::new();
    let mut all = true;
    let mut seen = HashSet::new();
    for (at, cuboid) in cuboids.iter().enumerate() {
        if !seen.insert(cuboid) {
            continue;
        }
        appraiser.limits().check_time()?;
        let tries: f64 = cuboid.iter().map(|&side| (side / 2).min(MOST_EXAMINED as u64) as f64).sum();
        if tries > room.tries {
            all = false;
            break;
        }
        room.tries -= tries;
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
            if moves.len() >= room.moves {
                // cuboids that differ in the order of their sides may have the same moves: those left out are not counted
                all = false;
                break;
            }
            let cuboids = [&cuboids[..at], &parts, &cuboids[at + 1..]].concat();
            moves.push(Term::Rectangles(game, cuboids));
        }
    }
    let moves = distinct(moves);
    let total = all.then_some(moves.len() as u64);
    Ok(Found { moves, total })
}
