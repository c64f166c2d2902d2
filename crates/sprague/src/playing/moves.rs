//! The legal moves: all of them where they can be listed, a check of the rule where they cannot.
//!
//! A heap of 10^18 tokens has more moves than fit anywhere, so a move of heaps is checked against the clauses of its
//! rule and lists stop early. Other boards are played only while their moves can be listed.

use std::collections::HashSet;
use std::ops::Range;

use crate::heap::{HeapGame, Heaps, Rule};
use crate::position::{Position, Term};

/// Boards with more moves than this are not played.
const MOST_MOVES: f64 = 100_000.0;
/// The most moves that are listed for terms with heaps beyond counting.
const MOST_LISTED: usize = 1_000;
/// The most parts that the listed moves of one heap may have together.
const MOST_PARTS: usize = 100_000;
/// The largest heap of a nearly disjunctive sum, whose moves ask for the values of all smaller heaps.
const LARGEST_NEARLY: u64 = 10_000;

/// A move: the term that changes, and what it becomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The place of the term in the sum.
    pub at: usize,
    /// The term after the move.
    pub term: Term,
    /// How it was made, where that was said and the terms do not tell.
    pub manner: Option<Manner>,
}

/// One of several ways to make the same move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Manner {
    /// These pins fall.
    Pins(Range<usize>),
    /// So many tokens are taken from both heaps.
    FromBoth(u64),
}

impl Move {
    /// The move in which a term becomes another.
    pub const fn new(at: usize, term: Term) -> Self {
        Self { at, term, manner: None }
    }

    /// The move from a position to one of its options, which differs in one term.
    pub fn between(from: &Position, to: &Position) -> Option<Self> {
        let at = from.0.iter().zip(&to.0).position(|(before, after)| before != after)?;
        Some(Self::new(at, to.0[at].clone()))
    }
}

/// Moves that were listed.
#[derive(Clone, Debug)]
pub struct Listed {
    /// The moves.
    pub moves: Vec<Move>,
    /// Whether these are all.
    pub extent: Extent,
}

/// Whether a list holds all there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Everything there is.
    All,
    /// Some; there are more.
    Some,
}

/// Why the position cannot be played, if it cannot.
pub fn refusal(position: &Position) -> Option<String> {
    for term in &position.0 {
        if let Term::Nearly(_, at) = term
            && let Some(heap) =
                at.components().map(Heaps::largest).max().filter(|&heap| heap > LARGEST_NEARLY)
        {
            let what = "a nearly disjunctive sum can be played with heaps of at most";
            return Some(format!("{what} {LARGEST_NEARLY} tokens, not {heap}; use smaller heaps"));
        }
        if !matches!(term, Term::Heaps(..)) && term.breadth() > MOST_MOVES {
            let (game, moves) = (term.game_name(), term.breadth());
            return Some(format!(
                "this board of {game} has about {moves:.0} moves, and at most {MOST_MOVES:.0} can be played; use smaller numbers"
            ));
        }
    }
    None
}

/// The legal moves of a position without repetition, as far as they can be listed.
pub fn listed(position: &Position) -> Listed {
    let mut moves = Vec::new();
    let mut extent = Extent::All;
    for (at, term) in position.0.iter().enumerate() {
        let options = match term {
            Term::Heaps(game, heaps) if term.breadth() > MOST_LISTED as f64 => {
                extent = Extent::Some;
                first_options(game, heaps)
            }
            _ => term.options(),
        };
        #[allow(clippy::mutable_key_type, reason = "a term's tables take no part in its hash")]
        let mut seen = HashSet::new();
        let fresh = options.into_iter().filter(|option| seen.insert(option.identity()));
        moves.extend(fresh.map(|term| Move::new(at, term)));
    }
    Listed { moves, extent }
}

/// Whether some move is left.
pub fn any(position: &Position) -> bool {
    position.0.iter().any(|term| match term {
        Term::Heaps(game, heaps) => heaps.sizes().iter().any(|&size| !game.rule.is_terminal(size)),
        _ => !term.options().is_empty(),
    })
}

/// The option that a person would call `to`, if it is one.
pub fn option(from: &Term, to: &Term) -> Option<Term> {
    if let (Term::Heaps(game, before), Term::Heaps(same, after)) = (from, to) {
        let (size, parts) = change(before, after)?;
        return (game == same && allows(&game.rule, size, &parts)).then(|| to.clone());
    }
    let identity = to.identity();
    from.options().into_iter().find(|option| option.identity() == identity)
}

/// The heap that was moved and its parts, ascending, if exactly one heap was replaced.
pub fn change(before: &Heaps, after: &Heaps) -> Option<(u64, Vec<u64>)> {
    let (mut old, mut new) = (before.sizes(), after.sizes());
    let (mut gone, mut parts) = (None, Vec::new());
    while let Some(side) = old.first().max(new.first()).copied() {
        match (old.first() == Some(&side), new.first() == Some(&side)) {
            (true, true) => (old, new) = (&old[1..], &new[1..]),
            (true, false) => {
                if gone.replace(side).is_some() {
                    return None;
                }
                old = &old[1..];
            }
            _ => {
                parts.push(side);
                new = &new[1..];
            }
        }
    }
    parts.reverse();
    gone.map(|size| (size, parts))
}

/// Whether a rule lets a heap become these parts, given in ascending order.
pub fn allows(rule: &Rule, size: u64, parts: &[u64]) -> bool {
    let left = parts.iter().try_fold(0u64, |sum, &part| sum.checked_add(part));
    let Some(taken) = left.and_then(|left| size.checked_sub(left)) else { return false };
    rule.clauses().iter().any(|clause| {
        clause.on.contains(size)
            && clause.take.contains(taken)
            && clause.leave.contains(parts.len() as u64)
            && clause.condition.allows(parts)
    })
}

/// The first moves of each heap.
fn first_options(game: &HeapGame, heaps: &Heaps) -> Vec<Term> {
    let mut sizes: Vec<(usize, u64)> = heaps.sizes().iter().copied().enumerate().collect();
    sizes.dedup_by_key(|(_, size)| *size);
    let each = (MOST_LISTED / sizes.len().max(1)).max(1);
    let mut options = Vec::new();
    for (place, size) in sizes.into_iter().take(MOST_LISTED) {
        let mut parts_left = MOST_PARTS;
        for parts in game.rule.options(size).take(each) {
            parts_left = parts_left.saturating_sub(parts.len());
            options.push(Term::Heaps(game.clone(), heaps.replaced(place, parts)));
            if parts_left == 0 {
                break;
            }
        }
    }
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_check_of_the_rule_agrees_with_the_list() {
        for text in [
            "kayles",
            "grundy",
            "lasker",
            "0.137",
            "split(3, not-all-equal)",
            "split(2, diff>=3)",
            "take(2,5) leave(1..3, distinct) on 4.. | split(2) on 6",
        ] {
            let game: HeapGame = text.parse().expect("a game");
            let single: Vec<Vec<u64>> = (0..=12).flat_map(partitions).collect();
            for size in 1..=12 {
                let options: HashSet<Vec<u64>> = game.rule.options(size).collect();
                for parts in &single {
                    assert_eq!(
                        allows(&game.rule, size, parts),
                        options.contains(parts),
                        "{text} {size} {parts:?}"
                    );
                }
            }
        }
    }

    /// Ascending parts with this sum.
    fn partitions(total: u64) -> Vec<Vec<u64>> {
        fn extend(total: u64, least: u64, parts: &mut Vec<u64>, all: &mut Vec<Vec<u64>>) {
            if total == 0 {
                all.push(parts.clone());
            }
            for part in least..=total {
                parts.push(part);
                extend(total - part, part, parts, all);
                parts.pop();
            }
        }
        let mut all = Vec::new();
        extend(total, 1, &mut Vec::new(), &mut all);
        all
    }

    #[test]
    fn one_heap_changes() {
        let change_of = |a: &[u64], b: &[u64]| change(&Heaps::new(a.to_vec()), &Heaps::new(b.to_vec()));
        assert_eq!(change_of(&[7, 5], &[5, 4, 2]), Some((7, vec![2, 4])));
        assert_eq!(change_of(&[7, 5], &[7]), Some((5, vec![])));
        assert_eq!(change_of(&[7, 5], &[6, 4]), None);
        assert_eq!(change_of(&[7], &[7]), None);
    }

    #[test]
    fn huge_heaps_are_listed_in_part_and_huge_boards_refused() {
        let position: Position = "nim: 1e18 7".parse().expect("a position");
        let listed = listed(&position);
        assert_eq!(listed.extent, Extent::Some);
        assert!(!listed.moves.is_empty() && listed.moves.len() <= MOST_LISTED);
        assert_eq!(refusal(&position), None);
        for text in ["star-nim: 1e12 5", "wythoff: 1e9 1", "nearly(take(1,3)): [1e15]! [1]"] {
            assert!(refusal(&text.parse().expect("a position")).is_some(), "{text}");
        }
    }
}
