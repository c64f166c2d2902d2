//! The legal moves: all of them where they can be listed, a check of the rule where they cannot.
//!
//! A heap of 10^18 tokens has more moves than fit anywhere, so a move of heaps is checked against the clauses of its
//! rule and lists stop early. Other boards are played only while their moves can be listed.

mod heaps;

use std::collections::HashSet;
use std::ops::Range;

use self::heaps::{MOST_LISTED, first_options};
pub use self::heaps::{allows, change};
use crate::heap::Heaps;
use crate::position::{Position, Term};

/// Boards with more moves than this are not played.
const MOST_MOVES: f64 = 100_000.0;
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

#[cfg(test)]
mod tests {
    use super::*;

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
