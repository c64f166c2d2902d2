//! All ways to move that a hand could make on the board, for each part of it.
//!
//! Heaps go by the options of the rule. For other boards every change of one part that looks like a move is made and
//! kept if the rules list its result among the options, so that legality is decided in one place only. Boards whose
//! options cannot be listed (`refusal`) have no ways, and heaps beyond counting give their first ones. A way is as long
//! as the position, so of long positions fewer are listed.

use std::collections::HashSet;

use super::action::{Action, Way};
use super::between::way_of_term;
use super::candidates::candidates;
use super::moves::{Extent, MOST_PARTS_IN_ALL, change, refusal};
use super::pins::is_game_of_neighbors;
use crate::heap::{HeapGame, Heaps};
use crate::position::{Position, Term};

/// Ways that were listed.
#[derive(Clone, Debug)]
pub struct Ways {
    /// The ways.
    pub ways: Vec<Way>,
    /// Whether these are all.
    pub extent: Extent,
}

/// The largest row of pins that is played pin by pin.
const MOST_PINS: u64 = 400;

/// The ways to move in a position, at most `most` of them; each part gets its share.
pub fn ways(position: &Position, most: usize) -> Ways {
    if refusal(position).is_some() {
        return Ways { ways: Vec::new(), extent: Extent::Some };
    }
    let most = most.min(most_listed(position));
    let parts: usize = position.0.iter().map(part_count).sum();
    let each = (most / parts.max(1)).max(1);
    let mut listed = Ways { ways: Vec::new(), extent: Extent::All };
    for (at, term) in position.0.iter().enumerate() {
        let room = most.saturating_sub(listed.ways.len());
        if room == 0 && listed.extent == Extent::Some {
            break;
        }
        let (found, extent) = of_term(term, each);
        if extent == Extent::Some {
            listed.extent = Extent::Some;
        }
        if found.len() > room {
            listed.extent = Extent::Some;
        }
        listed.ways.extend(found.into_iter().take(room).map(|way| Way { at, ..way }));
    }
    listed
}

/// A way from a position to one of its options.
pub fn way_between(from: &Position, to: &Position) -> Option<Way> {
    let at = from.0.iter().zip(&to.0).position(|(before, after)| before != after)?;
    let (before, after) = (&from.0[at], &to.0[at]);
    if let (Term::Heaps(game, heaps), Term::Heaps(_, left)) = (before, after) {
        let (size, parts) = change(heaps, left)?;
        let place = heaps.sizes().iter().position(|&heap| heap == size)?;
        return Some(heap_ways(game, heaps, place, &parts, after).swap_remove(0))
            .map(|way| Way { at, ..way });
    }
    way_of_term(before, after).map(|way| Way { at, ..way })
}

/// The most ways of a position that are listed: all of them together are no longer than some megabytes of text.
fn most_listed(position: &Position) -> usize {
    const MOST_BYTES: f64 = 16_777_216.0;
    let bytes: f64 = position.0.iter().map(Term::bytes).sum();
    let each = bytes + position.to_string().len() as f64;
    ((MOST_BYTES / each) as usize).max(1)
}

fn part_count(term: &Term) -> usize {
    match term {
        Term::Heaps(_, heaps) => heaps.sizes().len(),
        Term::Rectangles(_, cuboids) => cuboids.len(),
        Term::SilverDollar(_, strips) => strips.0.len(),
        Term::Star(_, star) => star.strips().len(),
        Term::StarNim(_, tokens) | Term::Shared(_, tokens) => tokens.len(),
        Term::Nearly(_, at) => at.components().len(),
        Term::Chomp(_, at) => at.boards().len(),
        Term::BogusNim(_, at) => at.heaps().len(),
        Term::Wythoff(..) => 3,
        Term::Digraph(..) => 1,
    }
}

/// The ways of one term, as if it were the first of the sum; at most `each` for every part.
fn of_term(term: &Term, each: usize) -> (Vec<Way>, Extent) {
    if let Term::Heaps(game, heaps) = term {
        return of_heaps(game, heaps, each);
    }
    #[allow(clippy::mutable_key_type, reason = "a term's tables take no part in its hash")]
    let allowed: HashSet<Term> = term.options().iter().map(Term::identity).collect();
    let mut counts = vec![0; part_count(term) + 1];
    let mut extent = Extent::All;
    let mut kept = Vec::new();
    for way in candidates(term) {
        if !allowed.contains(&way.term.identity()) {
            continue;
        }
        let last = counts.len() - 1;
        let count = &mut counts[way.part.unwrap_or(last).min(last)];
        *count += 1;
        if *count <= each {
            kept.push(way);
        } else {
            extent = Extent::Some;
        }
    }
    (kept, extent)
}

fn of_heaps(game: &HeapGame, heaps: &Heaps, each: usize) -> (Vec<Way>, Extent) {
    let mut found = Vec::new();
    let mut extent = Extent::All;
    let mut all_parts = 0;
    for (place, &size) in heaps.sizes().iter().enumerate() {
        if all_parts > MOST_PARTS_IN_ALL {
            extent = Extent::Some;
            break;
        }
        let start = found.len();
        let end = start.saturating_add(each);
        for parts in game.rule.options(size) {
            let after = Term::Heaps(game.clone(), heaps.replaced(place, parts.iter().copied()));
            let ways = heap_ways(game, heaps, place, &parts, &after);
            if found.len() + ways.len() > end {
                extent = Extent::Some;
                if found.len() == start {
                    found.extend(ways.into_iter().take(each));
                }
                break;
            }
            found.extend(ways);
            all_parts += parts.len();
            if all_parts > MOST_PARTS_IN_ALL {
                extent = Extent::Some;
                break;
            }
        }
    }
    (found, extent)
}

/// The ways in which the heap at this place becomes the parts, given in ascending order.
fn heap_ways(game: &HeapGame, heaps: &Heaps, place: usize, parts: &[u64], after: &Term) -> Vec<Way> {
    let heap = heaps.sizes()[place];
    let way = |action| Way { at: 0, part: Some(place), action, term: after.clone() };
    if parts.len() > 2 || heaps.total() > MOST_PINS.into() || !is_game_of_neighbors(&game.rule) {
        let left = parts.iter().rev().copied().collect();
        return vec![way(Action::Heap { heap, at: place, left })];
    }
    let count = heap - parts.iter().sum::<u64>();
    let (low, high) = (parts.first().copied().unwrap_or(0), parts.last().copied().unwrap_or(0));
    let low = if parts.len() == 1 { 0 } else { low };
    let knock = |first| way(Action::Knock { heap, first, count });
    if low == high { vec![knock(low)] } else { vec![knock(low), knock(high)] }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(text: &str) -> Position {
        text.parse().expect("a position")
    }

    #[test]
    fn the_ways_lead_to_all_options_and_nowhere_else() {
        for text in [
            "nim: 5 3 3",
            "grundy: 9 7",
            "kayles: 7 5 5",
            "0.137: 6",
            "lasker: 5",
            "split(3): 9",
            "rectangle: 4x7 3x3",
            "rectangle: 3x4x5",
            "rectangle(diff>=0): 4x4",
            "silver-dollar: [2,5,6,8,10] [1,4]",
            "star: [3] [4] [2,5,7] []",
            "star: [0,3] [4] [2]",
            "star-nim: 3 5 5",
            "star-nim: 0 5",
            "shared(2): 5 7",
            "shared(3): 1 5 2",
            "nearly(kayles, nim): [5,2] [3]",
            "nearly(nim): [5,2]! [4]",
            "chomp: 4,4,2 3x3",
            "chomp: 1x9",
            "bogus-nim: 3 5 0 bank 4",
            "wythoff: 5 8",
            "graph: {a>b, a>c, b>c}#a",
            "kayles: 4 + chomp: 2x2 + nim: 2",
        ] {
            let position = position(text);
            let found = ways(&position, 100_000);
            assert_eq!(found.extent, Extent::All, "{text}");
            for (at, term) in position.0.iter().enumerate() {
                let all = of_term(term, usize::MAX).0;
                #[allow(clippy::mutable_key_type, reason = "a term's tables take no part in its hash")]
                let options: HashSet<Term> = term.options().iter().map(Term::identity).collect();
                let of_term = found.ways.iter().filter(|way| way.at == at);
                #[allow(clippy::mutable_key_type, reason = "a term's tables take no part in its hash")]
                let reached: HashSet<Term> = of_term.map(|way| way.term.identity()).collect();
                assert!(reached == options, "{text}, term {at}");
                for option in term.options() {
                    let after = position.with_term(at, option.clone());
                    let way = way_between(&position, &after).expect("a way");
                    assert!(way.at == at && way.term.identity() == option.identity(), "{text} to {after}");
                    let listed = all.iter().find(|way| way.term.identity() == option.identity());
                    let listed = listed.expect("a listed way");
                    assert_eq!((way.part, &way.action), (listed.part, &listed.action), "{text} to {after}");
                }
            }
        }
    }

    #[test]
    fn equal_heaps_and_mirror_images_have_ways_of_their_own() {
        let knocks = ways(&position("kayles: 3 3"), 100);
        // a row of three: three single pins, two pairs
        assert_eq!(knocks.ways.iter().filter(|way| way.part == Some(1)).count(), 5);
        let pins: Vec<Action> =
            ways(&position("kayles: 3"), 100).ways.into_iter().map(|w| w.action).collect();
        assert!(pins.contains(&Action::Knock { heap: 3, first: 2, count: 1 }));
        assert!(pins.contains(&Action::Knock { heap: 3, first: 0, count: 1 }));
        let cuts = ways(&position("rectangle: 1x5"), 100);
        assert_eq!(cuts.ways.len(), 4);
    }

    #[test]
    fn a_way_between_huge_boards_is_found_without_listing_their_moves() {
        for (from, to, words) in [
            ("wythoff: 1e12 999999999999", "wythoff: 2 1", None),
            ("wythoff: 1e12 5", "wythoff: 1e12 3", Some("take 2 from 5")),
            ("bogus-nim: 1e9 5 bank 7", "bogus-nim: 5 5 bank 7", Some("take 999999995 from 1000000000")),
            ("bogus-nim: 1e9 5 bank 7", "bogus-nim: 1e9 12", Some("add 7 to 5")),
            ("shared(1000000000): 5 2e9", "shared(1000000000): 5 6", Some("2000000000 to 6")),
            ("shared(1000000000): 5 2e9", "shared(1000000000): 5 4", None),
            ("rectangle: 1000000x7 3x3", "rectangle: 999999x7 1x7 3x3", Some("cut 1000000 at 1")),
            ("star: [3] [4] [2,2^60]", "star: [3] [4] [2,2^59]", None),
            ("chomp: 1x1000000000000", "chomp: 1x5", Some("1 6")),
        ] {
            let (from, to) = (position(from), position(to));
            let way = way_between(&from, &to);
            if let Some(words) = words {
                let way = way.as_ref().unwrap_or_else(|| panic!("{from} to {to}"));
                assert_eq!(crate::playing::words(&from.0[0], &way.term).as_deref(), Some(words));
            }
        }
        assert!(way_between(&position("shared(9): 5 20"), &position("shared(9): 5 4")).is_none());
        assert!(way_between(&position("wythoff: 1e12 7"), &position("wythoff: 1e11 6")).is_none());
    }

    #[test]
    fn a_long_position_lists_few_ways() {
        let sum = position(&vec!["kayles: 9"; 7_000].join(" + "));
        let listed = ways(&sum, 5_000);
        assert!(listed.extent == Extent::Some && (1..1_000).contains(&listed.ways.len()));
    }

    #[test]
    fn every_part_gets_its_share_of_a_long_list() {
        let listed = ways(&position("nim: 1e18 7 + grundy: 1e15"), 60);
        assert_eq!(listed.extent, Extent::Some);
        for (term, part) in [(0, 0), (0, 1), (1, 0)] {
            assert!(listed.ways.iter().any(|way| way.at == term && way.part == Some(part)));
        }
        assert!(listed.ways.len() <= 60);
    }
}
