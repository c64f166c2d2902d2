//! The legal moves: all of them where they can be listed, a check of the rule where they cannot.
//!
//! A heap of 10^18 tokens has more moves than fit anywhere, so a move of heaps is checked against the clauses of its
//! rule and lists stop early. Other boards are played only while their moves can be listed.

mod heaps;

use std::collections::HashSet;
use std::ops::Range;

pub(super) use self::heaps::MOST_PARTS_IN_ALL;
use self::heaps::{LONG_BYTES, MOST_LISTED, first_options};
pub use self::heaps::{allows, change};
use crate::games::shared::Shared;
use crate::heap::Heaps;
use crate::position::{Position, Term};
use crate::search::Limits;

/// Boards with more moves than this are not played.
const MOST_MOVES: f64 = 100_000.0;
/// Nor are sums of boards with more moves than this.
const MOST_IN_ALL: f64 = 1_000_000.0;
/// Nor are boards of so many parts that their moves take more memory than this.
const MOST_BYTES: f64 = 268_435_456.0;
/// The most moves of a sum that are listed, beside those of boards.
const MOST_LISTED_IN_ALL: usize = 100_000;
/// The most steps that the values of the heaps of a nearly disjunctive sum may take: some seconds.
const MOST_STEPS: u64 = 2_000_000_000;
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

/// Whether the moves of a board can be listed.
pub(super) fn is_playable(term: &Term) -> bool {
    refusal_of_term(term).is_none()
}

/// Why the position cannot be played, if it cannot.
pub fn refusal(position: &Position) -> Option<String> {
    if let Some(refusal) = position.0.iter().find_map(refusal_of_term) {
        return Some(refusal);
    }
    let boards = || position.0.iter().filter(|term| !matches!(term, Term::Heaps(..)));
    let moves: f64 = boards().map(Term::breadth).sum();
    if moves > MOST_IN_ALL {
        return Some(format!(
            "these boards have about {moves:.0} moves, and at most {MOST_IN_ALL:.0} can be played; use fewer boards or smaller numbers"
        ));
    }
    let bytes: f64 = boards().map(|term| term.breadth() * term.bytes()).sum();
    (bytes > MOST_BYTES).then(|| {
        format!(
            "the moves of these boards take about {bytes:.0} bytes, and at most {MOST_BYTES:.0} can be played; use fewer parts or smaller numbers"
        )
    })
}

fn refusal_of_term(term: &Term) -> Option<String> {
    if let Term::Nearly(_, at) = term
        && let Some(heap) = at.components().map(Heaps::largest).max().filter(|&heap| heap > LARGEST_NEARLY)
    {
        let what = "a nearly disjunctive sum can be played with heaps of at most";
        return Some(format!("{what} {LARGEST_NEARLY} tokens, not {heap}; use smaller heaps"));
    }
    if let Term::Nearly(game, at) = term
        && let Err(refusal) = game.admit(at, &Limits { steps: MOST_STEPS, ..Limits::default() })
    {
        let text = refusal.to_string();
        let what = text.split_once("; raise").map_or(&*text, |(what, _)| what);
        return Some(format!("{what}; use smaller heaps"));
    }
    if !matches!(term, Term::Heaps(..)) && term.breadth() > MOST_MOVES {
        let (game, moves) = (term.game_name(), term.breadth());
        return Some(format!(
            "this board of {game} has about {moves:.0} moves, and at most {MOST_MOVES:.0} can be played; use smaller numbers"
        ));
    }
    None
}

/// The legal moves of a position without repetition, as far as they can be listed.
pub fn listed(position: &Position) -> Listed {
    let mut moves = Vec::new();
    let mut extent = Extent::All;
    let mut bytes = 0.0;
    for (at, term) in position.0.iter().enumerate() {
        let options = match term {
            Term::Heaps(..) if moves.len() >= MOST_LISTED_IN_ALL || bytes > MOST_BYTES => {
                extent = Extent::Some;
                continue;
            }
            Term::Heaps(game, heaps)
                if term.breadth() > MOST_LISTED as f64 || term.breadth() * term.bytes() > LONG_BYTES =>
            {
                extent = Extent::Some;
                first_options(game, heaps)
            }
            _ => term.options(),
        };
        #[allow(clippy::mutable_key_type, reason = "a term's tables take no part in its hash")]
        let mut seen = HashSet::new();
        bytes += options.iter().map(Term::bytes).sum::<f64>();
        let fresh = options.into_iter().filter(|option| seen.insert(option.identity()));
        moves.extend(fresh.map(|term| Move::new(at, term)));
    }
    Listed { moves, extent }
}

/// Whether some move is left.
pub fn any(position: &Position) -> bool {
    position.0.iter().any(|term| match term {
        Term::Heaps(game, heaps) => heaps.sizes().iter().any(|&size| !game.rule.is_terminal(size)),
        // as many options as it says, and none that is not one
        Term::Rectangles(..) | Term::SilverDollar(..) | Term::BogusNim(..) | Term::Chomp(..) => {
            term.breadth() > 0.0
        }
        Term::StarNim(_, tokens) => Shared::new(1).has_option(tokens),
        Term::Shared(game, tokens) => game.has_option(tokens),
        Term::Star(_, star) => star.has_option(),
        Term::Wythoff(_, heaps) => heaps.heaps().0 > 0,
        Term::Nearly(game, at) => game.has_option(at),
        Term::Digraph(..) => term.breadth() > 0.0,
    })
}

/// The option that a person would call `to`, if it is one.
pub fn option(from: &Term, to: &Term) -> Option<Term> {
    if let (Term::Heaps(game, before), Term::Heaps(same, after)) = (from, to) {
        let (size, parts) = change(before, after)?;
        return (game == same && allows(&game.rule, size, &parts)).then(|| to.clone());
    }
    if !is_playable(from) {
        return None;
    }
    let identity = to.identity();
    from.options().into_iter().find(|option| option.identity() == identity)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whether_a_move_is_left_is_told_without_listing_them() {
        for (text, expected) in [
            ("star: [0] [1]", false),
            ("star: [0] [2]", true),
            ("star: [0,1] [1,2]", false),
            ("star: [1] []", true),
            ("star-nim: 0 1", false),
            ("star-nim: 0 1 2", true),
            ("star-nim: 1 1e18", true),
            ("shared(1000000000): 0 1 2", false),
            ("shared(1000000000): 0 1 3", true),
            ("shared(2): 0 1 2", false),
            ("shared(2): 0 1 3", true),
            ("rectangle: 2x2", false),
            ("rectangle: 3x2", true),
            ("bogus-nim: 0 0", false),
            ("bogus-nim: 0 bank 1", true),
            ("bogus-nim: bank 1", false),
            ("chomp: 1x1", false),
            ("chomp: 1e18", true),
            ("wythoff: 0 0", false),
            ("silver-dollar: [0,1,2]", false),
            ("nearly(nim): [0] [0]", false),
            ("nearly(nim): [2] [1]", true),
            ("nearly(nim): []! [1]", false),
            ("nearly(nim): []! [2]", true),
            ("graph: {a>b}#b", false),
        ] {
            let position: Position = text.parse().expect("a position");
            assert_eq!(any(&position), expected, "{text}");
            if refusal(&position).is_none() {
                assert_eq!(!position.0[0].options().is_empty(), expected, "{text}");
            }
        }
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
