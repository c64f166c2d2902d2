//! The moves of heaps that reach a given value (theory 1.8), heap by heap: a move changes the value of one.
//!
//! Where a theorem lists them they come by arithmetic: Nim, take 1 to m. Otherwise heaps with a moderate number of
//! options are tried option by option; only the parts that a move changes are looked at. For larger heaps with a closed
//! form examples are looked for among the moves with the smallest parts, for each number taken: where values are
//! periodic a larger small part can be shortened by the period without changing the value, so there is nothing to find
//! beyond. Game J is not periodic and has its own example (theory 4.1 J). Games whose period was proved on the way are
//! `periodic`'s business.

use super::periodic::{self, Listed};
use crate::games::winning::{Found, MOST_TRIED, Room};
use crate::games::{Game, Known};
use crate::heap::closed::example_in_three;
use crate::heap::{HeapGame, Heaps, Parts};
use crate::limits::TooLarge;
use crate::nimber::Nimber;

/// How many moves with small parts are looked at for examples, for each number taken and each number of heaps left.
const MOST_EXAMINED: usize = 2_000;
/// How many numbers of tokens are tried for examples.
const MOST_TAKEN: usize = 100;
/// The most heaps that an example leaves.
const MOST_LEFT: u64 = 3;
/// How many examples are enough.
const EXAMPLES: usize = 12;

/// The options with this value.
pub fn moves_of_value(
    game: &HeapGame,
    heaps: &Heaps,
    target: Nimber,
    room: &mut Room,
    known: &mut Known,
) -> Result<Found<Heaps>, TooLarge> {
    let mut total = Nimber::ZERO;
    for &size in heaps.sizes() {
        total += known.heap(game, size)?.0;
    }
    let breadth = game.breadth(heaps);
    let mut are_tried = None;
    let mut moves = Vec::new();
    let mut count = Some(0);
    for (place, size) in heaps.distinct() {
        known.limits().check_time()?;
        let wanted = target + total + known.heap(game, size)?.0;
        let found = if let Some(counted) = game.moves_by_theorem(&Heaps::single(size), wanted, usize::MAX) {
            counted.moves.iter().map(|option| option.sizes().to_vec()).collect()
        } else {
            let try_all = match are_tried {
                Some(known) => known,
                None => breadth <= MOST_TRIED && room.admit(breadth, known.limits())?,
            };
            are_tried = Some(try_all);
            match options_of_heap(game, size, wanted, try_all, known)? {
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
        moves.extend(found.map(|parts| heaps.replaced(place, parts)));
    }
    Ok(Found { moves, total: count })
}

/// The options of one heap with this value, all of them where they are tried or the period of the game lists them.
fn options_of_heap(
    game: &HeapGame,
    size: u64,
    wanted: Nimber,
    try_all: bool,
    known: &mut Known,
) -> Result<Listed, TooLarge> {
    if try_all {
        let mut found = Vec::new();
        for parts in game.rule.options(size) {
            let mut value = Nimber::ZERO;
            for &part in &parts {
                value += known.heap(game, part)?.0;
            }
            if value == wanted {
                found.push(parts);
            }
        }
        return Ok(Listed::All(found));
    }
    if let Some(proved) = known.proved_period(game) {
        return Ok(periodic::options_of_value(&game.rule, proved, size, wanted));
    }
    examples(game, size, wanted, known).map(Listed::Some)
}

/// A few options of one heap with this value, among those with small parts.
fn examples(
    game: &HeapGame,
    size: u64,
    wanted: Nimber,
    known: &mut Known,
) -> Result<Vec<Vec<u64>>, TooLarge> {
    if let Some(parts) = example_in_three(&game.rule, size, wanted) {
        return Ok(vec![parts]);
    }
    let mut found = Vec::new();
    let clauses = game.rule.clauses().iter().filter(|clause| clause.on.contains(size));
    for clause in clauses {
        for taken in clause.take.up_to(size).take(MOST_TAKEN) {
            for count in clause.leave.up_to(MOST_LEFT) {
                for parts in Parts::new(size - taken, count, clause.condition.clone()).take(MOST_EXAMINED) {
                    let mut value = Nimber::ZERO;
                    for &part in &parts {
                        value += known.heap(game, part)?.0;
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
