//! The moves of a position as a person makes them: all of them where they can be listed, a check of the rule where they
//! cannot.
//!
//! The solver sees positions and options; a person sees a heap that is split, a token that slides, a bar that is
//! broken. Several moves may lead to the same position: equal heaps, mirror images. A heap of 10^18 tokens has more
//! moves than fit anywhere, so lists stop early and a move is found from what it changes. Boards other than heaps are
//! played only while their moves can be listed.

use std::collections::HashSet;

use crate::games::{Action, Term};
use crate::position::Position;

/// The most moves that are listed for terms with more than can be counted.
const MOST_LISTED: usize = 1_000;
/// Long positions whose moves take more memory than this give their first moves only.
const LONG_BYTES: f64 = 16_777_216.0;
/// The most numbers that the listed moves of one part may have together: a single move can leave a million heaps.
const MOST_NUMBERS: usize = 100_000;
/// The most numbers that the listed moves of all parts may have together.
const MOST_NUMBERS_IN_ALL: usize = 2_000_000;
/// Boards with more moves than this are not played.
const MOST_MOVES: f64 = 100_000.0;
/// Nor are sums of boards with more moves than this.
const MOST_IN_ALL: f64 = 1_000_000.0;
/// Nor are boards of so many parts that their moves take more memory than this.
const MOST_BYTES: f64 = 268_435_456.0;
/// The most moves of a sum that are listed, beside those of boards.
const MOST_LISTED_IN_ALL: usize = 100_000;

/// A move: what is done to which part of which term, and what the term becomes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(serde::Serialize, schemars::JsonSchema))]
pub struct Move {
    /// The place of the term in the sum.
    #[cfg_attr(feature = "schema", serde(rename = "term"))]
    pub at: usize,
    /// The heap, strip, board or component that is touched; `None` if it is more than one.
    pub part: Option<usize>,
    /// What is done.
    pub action: Action,
    /// The term after it.
    #[cfg_attr(feature = "schema", serde(skip))]
    pub term: Term,
}

impl Move {
    fn new(at: usize, part: usize, action: Action, term: Term) -> Self {
        Self { at, part: (!action.is_on_several()).then_some(part), action, term }
    }

    /// The move in which a term of a sum becomes another, if the rules allow it: the first of several, as in lists. It
    /// is found from what is different, so that boards with more moves than fit anywhere are no harder than small ones.
    pub fn of_term(at: usize, before: &Term, after: &Term) -> Option<Self> {
        if before.refusal().is_some() {
            return None;
        }
        let wanted = after.identity();
        before.actions_to(after).into_iter().find_map(|(part, action)| {
            let term = before.act(part, &action).filter(|term| term.identity() == wanted)?;
            Some(Self::new(at, part, action, term))
        })
    }

    /// The move from a position to one of its options, which differs in one term.
    pub fn between(from: &Position, to: &Position) -> Option<Self> {
        let at = from.0.iter().zip(&to.0).position(|(before, after)| before != after)?;
        Self::of_term(at, &from.0[at], &to.0[at])
    }

    /// The move that a typed position means: it is of the same games, and one term is different.
    pub fn to_position(from: &Position, to: &Position) -> Option<Self> {
        if from.0.len() != to.0.len() {
            return None;
        }
        let mut changed = (0..from.0.len()).filter(|&at| from.0[at].identity() != to.0[at].identity());
        let at = changed.next().filter(|_| changed.next().is_none())?;
        Self::of_term(at, &from.0[at], &to.0[at])
    }

    /// The position after the move.
    #[must_use]
    pub fn after(&self, position: &Position) -> Position {
        position.with_term(self.at, self.term.clone())
    }

    /// The move in short words, which the command also understands when they are typed.
    pub fn words(&self, position: &Position) -> String {
        let term = &position.0[self.at];
        term.view().words(self.part.map(|part| term.place_of(part)), &self.action)
    }
}

/// Moves that were listed.
#[derive(Clone, Debug)]
pub struct MoveList {
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

/// Whether some move is left.
pub fn any(position: &Position) -> bool {
    position.0.iter().any(Term::has_move)
}

/// Why the position cannot be played, if it cannot.
pub fn refusal(position: &Position) -> Option<String> {
    if let Some(refusal) = position.0.iter().find_map(refusal_of_term) {
        return Some(refusal);
    }
    let boards = || position.0.iter().filter(|term| !term.is_listed_in_part());
    let moves: f64 = boards().map(Term::breadth).sum();
    if moves > MOST_IN_ALL {
        return Some(format!(
            "these boards have about {moves:.0} moves, and at most {MOST_IN_ALL:.0} can be played; use fewer boards or \
             smaller numbers"
        ));
    }
    let bytes: f64 = boards().map(|term| term.breadth() * term.bytes()).sum();
    (bytes > MOST_BYTES).then(|| {
        format!(
            "the moves of these boards take about {bytes:.0} bytes, and at most {MOST_BYTES:.0} can be played; use \
             fewer parts or smaller numbers"
        )
    })
}

fn refusal_of_term(term: &Term) -> Option<String> {
    if let Some(refusal) = term.refusal() {
        return Some(refusal);
    }
    (!term.is_listed_in_part() && term.breadth() > MOST_MOVES).then(|| {
        let (game, moves) = (term.game_name(), term.breadth());
        format!(
            "this board of {game} has about {moves:.0} moves, and at most {MOST_MOVES:.0} can be played; use smaller \
             numbers"
        )
    })
}

/// The legal moves of a position, one for each position that they lead to, as far as they can be listed.
pub fn distinct(position: &Position) -> MoveList {
    let mut listed = MoveList { moves: Vec::new(), extent: Extent::All };
    let mut bytes = 0.0;
    for (at, term) in position.0.iter().enumerate() {
        let (breadth, length) = (term.breadth(), term.bytes());
        let full = listed.moves.len() >= MOST_LISTED_IN_ALL || bytes > MOST_BYTES;
        let partly = full || breadth > MOST_LISTED as f64 || breadth * length > LONG_BYTES;
        let mut kinds = term.kinds();
        let mut each = usize::MAX;
        if term.is_listed_in_part() && partly {
            listed.extent = Extent::Some;
            if full {
                continue;
            }
            let most = ((LONG_BYTES / length) as usize).clamp(1, MOST_LISTED);
            each = (most / kinds.len().max(1)).max(1);
            kinds.truncate(most);
        }
        let mut seen = HashSet::new();
        let mut room = Numbers::new(each < usize::MAX);
        for part in kinds {
            room.next_part();
            for (action, after) in term.moves_of(part).take(each) {
                let goes_on = room.take(&action);
                if seen.insert(after.identity()) {
                    bytes += after.bytes();
                    listed.moves.push(Move::new(at, part, action, after));
                }
                if !goes_on {
                    break;
                }
            }
        }
        if term.failure().is_some() {
            listed.extent = Extent::Some;
        }
    }
    listed
}

/// All moves that a hand could make, at most `most` of them; each part gets its share. Boards whose moves cannot be
/// listed have none. A move is as long as the position, so of long positions fewer are listed.
pub fn all(position: &Position, most: usize) -> MoveList {
    if refusal(position).is_some() {
        return MoveList { moves: Vec::new(), extent: Extent::Some };
    }
    let most = most.min(most_told(position));
    let parts: usize = position.0.iter().map(Term::parts).sum();
    let each = (most / parts.max(1)).max(1);
    let mut listed = MoveList { moves: Vec::new(), extent: Extent::All };
    for (at, term) in position.0.iter().enumerate() {
        let mut room = Numbers::new(true);
        for part in 0..term.parts() {
            room.next_part();
            for (count, (action, after)) in term.moves_of(part).enumerate() {
                if count == each || listed.moves.len() == most {
                    listed.extent = Extent::Some;
                    break;
                }
                let goes_on = room.take(&action);
                listed.moves.push(Move::new(at, part, action, after));
                if !goes_on {
                    listed.extent = Extent::Some;
                    break;
                }
            }
            if listed.moves.len() == most && listed.extent == Extent::Some {
                return listed;
            }
        }
        if term.failure().is_some() {
            listed.extent = Extent::Some;
        }
    }
    listed
}

/// The numbers that listed moves may still hold.
struct Numbers {
    of_part: usize,
    in_all: usize,
}

impl Numbers {
    const fn new(bounded: bool) -> Self {
        let in_all = if bounded { MOST_NUMBERS_IN_ALL } else { usize::MAX };
        Self { of_part: 0, in_all }
    }

    fn next_part(&mut self) {
        self.of_part = self.in_all.min(MOST_NUMBERS);
    }

    /// Counts an action, and tells whether there is room for another one.
    fn take(&mut self, action: &Action) -> bool {
        if self.in_all == usize::MAX {
            return true;
        }
        let length = action.length();
        self.of_part = self.of_part.saturating_sub(length);
        self.in_all = self.in_all.saturating_sub(length);
        self.of_part > 0
    }
}

/// The most moves of a position that are listed: all of them together are no longer than some megabytes of text.
fn most_told(position: &Position) -> usize {
    let bytes: f64 = position.0.iter().map(Term::bytes).sum();
    let each = bytes + position.to_string().len() as f64;
    ((LONG_BYTES / each) as usize).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(text: &str) -> Position {
        text.parse().expect("a position")
    }

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
            ("node-kayles: {}", false),
            ("node-kayles: {a}", true),
            ("arc-kayles: {a, b}", false),
            ("cram: #./.#", false),
            ("cram: #./##", true),
            ("hackenbush: {a-b}", false),
            ("treblecross: ..X..", false),
            ("treblecross: ..X...", true),
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
        let listed = distinct(&position);
        assert_eq!(listed.extent, Extent::Some);
        assert!(!listed.moves.is_empty() && listed.moves.len() <= MOST_LISTED);
        assert_eq!(refusal(&position), None);
        for text in ["star-nim: 1e12 5", "wythoff: 1e9 1", "nearly(take(1,3)): [1e15]! [1]"] {
            assert!(refusal(&text.parse().expect("a position")).is_some(), "{text}");
        }
    }

    #[test]
    fn the_moves_lead_to_all_options_and_nowhere_else() {
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
            "node-kayles: {a-b, b-c, c-d, b-d, e}",
            "arc-kayles: grid 2x3",
            "cram: ###/#.#",
            "hackenbush: {ground-a, a-b, a-b, b-b, ground-c}",
            "treblecross: ...X....",
            "king: 4 3",
            "bishop: 4 3",
            "rook: 3 3",
            "knight: 5 6",
            "wythoff(2): 5 4",
            "coins(twins): HTHH",
            "coins(ruler x twins): HT/TH",
            "welter: 1 4 7",
            "euclid: 3 8",
            "fibonacci: 9 limit 4",
            "staircase: 3 1 4",
            "nimble: 1 4 4",
            "star-welter: [1,4] [2,3,5]",
            "star-hexad: [0,3,4,7,9,11]",
            "bogus-nim: 3 2 bank 4 adds 2",
            "northcott: 2-7 4-5",
            "dollar: 2 4$ 7",
            "identified(1,0): 5 7",
            "nearly(chomp, wythoff): [2x2] [2 3]",
            "graph: {a>b, a>c, b>c}#a",
            "kayles: 4 + chomp: 2x2 + nim: 2",
        ] {
            let position = position(text);
            let found = all(&position, 100_000);
            assert_eq!(found.extent, Extent::All, "{text}");
            for (at, term) in position.0.iter().enumerate() {
                let options: HashSet<Term> = term.options().iter().map(Term::identity).collect();
                let of_term = || found.moves.iter().filter(|step| step.at == at);
                let reached: HashSet<Term> = of_term().map(|step| step.term.identity()).collect();
                assert!(reached == options, "{text}, term {at}");
                for option in term.options() {
                    let after = position.with_term(at, option.clone());
                    let step = Move::between(&position, &after)
                        .unwrap_or_else(|| panic!("no move from {position} to {after}"));
                    assert_eq!(step.term.identity(), option.identity(), "{text} to {after}");
                    assert!(of_term().any(|listed| *listed == step), "{text} to {after}");
                }
            }
        }
    }

    #[test]
    fn equal_heaps_and_mirror_images_have_moves_of_their_own() {
        let knocks = all(&position("kayles: 3 3"), 100);
        // a row of three: three single pins, two pairs
        assert_eq!(knocks.moves.iter().filter(|step| step.part == Some(1)).count(), 5);
        let pins: Vec<Action> =
            all(&position("kayles: 3"), 100).moves.into_iter().map(|step| step.action).collect();
        assert!(pins.contains(&Action::knock(3, 2, 1).expect("a pin")));
        assert!(pins.contains(&Action::knock(3, 0, 1).expect("a pin")));
        let cuts = all(&position("rectangle: 1x5"), 100);
        assert_eq!(cuts.moves.len(), 4);
    }

    #[test]
    fn a_move_between_huge_boards_is_found_without_listing_their_moves() {
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
            let step = Move::between(&from, &to);
            if let Some(words) = words {
                let step = step.as_ref().unwrap_or_else(|| panic!("{from} to {to}"));
                assert_eq!(step.words(&from), words);
            }
        }
        assert!(Move::between(&position("shared(9): 5 20"), &position("shared(9): 5 4")).is_none());
        assert!(Move::between(&position("wythoff: 1e12 7"), &position("wythoff: 1e11 6")).is_none());
    }

    #[test]
    fn a_long_position_lists_few_moves() {
        let sum = position(&vec!["kayles: 9"; 7_000].join(" + "));
        let listed = all(&sum, 5_000);
        assert!(listed.extent == Extent::Some && (1..1_000).contains(&listed.moves.len()));
    }

    #[test]
    fn every_part_gets_its_share_of_a_long_list() {
        let listed = all(&position("nim: 1e18 7 + grundy: 1e15"), 60);
        assert_eq!(listed.extent, Extent::Some);
        for (term, part) in [(0, 0), (0, 1), (1, 0)] {
            assert!(listed.moves.iter().any(|step| step.at == term && step.part == Some(part)));
        }
        assert!(listed.moves.len() <= 60);
    }
}
