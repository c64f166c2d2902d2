//! Pieces on their way to the corner of a board: rook, bishop, king and knight; the queen is Wythoff's game.
//!
//! A piece stands on the square (x, y) of a board without end on two sides, and moves as in chess, but only nearer to
//! the corner (0, 0): the rook to a smaller x or a smaller y, the bishop down both by the same number, the king by one
//! step of either kind. The knight may go away from one edge by 1 while it goes towards the other by 2, so x + y goes
//! down with every move. Who cannot move loses.
//!
//! All four have values in closed form: the rook is Nim with two heaps (theory 2.1), the king's values follow from two
//! parities (W.3), the knight's repeat along the diagonal and along the edges with period 4 (W.4), and the bishop counts
//! (W.5). As heaps, a square is its two distances.

use std::fmt;

use super::wythoff::Pair;
use crate::games::{Action, BoardKind, Found, Game, Known, Part, Reduction, View};
use crate::heap::catalogue::{Entry, EntryKind};
use crate::nimber::Nimber;
use crate::notation::{Cursor, LARGEST, NotationError};
use crate::theorem::Theorem;
use crate::working::{Combine, Working, WorkingRow};

/// A square by its distances from the edges.
type Square = (u64, u64);

/// How a piece moves, and what its values are.
pub trait Piece: Copy + Default + Eq + Ord + std::hash::Hash + fmt::Debug + Send + 'static {
    /// Name, rules in words, an example.
    const ENTRY: &'static Entry;
    /// The statement that gives the values.
    const THEOREM: Theorem;
    /// Whether a move can lead away from an edge.
    const CAN_RETREAT: bool = false;

    /// The value of a square.
    fn value(square: Square) -> u64;

    /// The numbers that give the value, and how they are combined.
    fn rows(square: Square) -> (Combine, Vec<WorkingRow>);

    /// The squares that one move leads to, as they are asked for.
    fn reached(square: Square) -> Box<dyn Iterator<Item = Square>>;

    /// Whether a move leads from one square to another.
    fn is_move(from: Square, to: Square) -> bool;

    /// How many moves there are at most.
    fn breadth(square: Square) -> f64;

    /// The squares of a value that one move leads to.
    fn reached_of_value(square: Square, value: u64) -> Vec<Square> {
        Self::reached(square).filter(|&to| Self::value(to) == value).collect()
    }
}

/// The rook: any number of squares towards one edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RookMoves;

/// The bishop: towards both edges by the same number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BishopMoves;

/// The king: one step towards one edge or both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KingMoves;

/// The knight: two squares towards one edge and one to either side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KnightMoves;

impl Piece for RookMoves {
    const ENTRY: &'static Entry = &Entry {
        name: "rook",
        title: "Rook to the corner",
        aliases: &["corner-the-rook"],
        kind: EntryKind::Board("rook: 3 7"),
        words: "Move a rook any number of squares towards one of the two edges.",
        known: &["It is Nim with two heaps: the value is the nim-sum of the distances (theory 2.1)."],
        oeis: None,
    };
    const THEOREM: Theorem = Theorem::Nim;

    fn value((x, y): Square) -> u64 {
        x ^ y
    }

    fn rows(square: Square) -> (Combine, Vec<WorkingRow>) {
        (Combine::NimSum, distances(square).into())
    }

    fn reached((x, y): Square) -> Box<dyn Iterator<Item = Square>> {
        Box::new((0..x).map(move |to| (to, y)).chain((0..y).map(move |to| (x, to))))
    }

    fn is_move(from: Square, to: Square) -> bool {
        from.0 == to.0 && to.1 < from.1 || from.1 == to.1 && to.0 < from.0
    }

    fn breadth((x, y): Square) -> f64 {
        x as f64 + y as f64
    }

    fn reached_of_value((x, y): Square, value: u64) -> Vec<Square> {
        let found = [(value ^ y, y), (x, value ^ x)];
        found.into_iter().filter(|&to| Self::is_move((x, y), to)).collect()
    }
}

impl Piece for BishopMoves {
    const ENTRY: &'static Entry = &Entry {
        name: "bishop",
        title: "Bishop to the corner",
        aliases: &["corner-the-bishop"],
        kind: EntryKind::Board("bishop: 3 7"),
        words: "Move a bishop towards both edges, by the same number of squares.",
        known: &["The value is the distance from the nearer edge (theory W.5)."],
        oeis: None,
    };
    const THEOREM: Theorem = Theorem::CornerBishop;

    fn value((x, y): Square) -> u64 {
        x.min(y)
    }

    fn rows(square: Square) -> (Combine, Vec<WorkingRow>) {
        (Combine::Least, distances(square).into())
    }

    fn reached((x, y): Square) -> Box<dyn Iterator<Item = Square>> {
        Box::new((1..=x.min(y)).map(move |step| (x - step, y - step)))
    }

    fn is_move(from: Square, to: Square) -> bool {
        to.0 < from.0 && to.1 < from.1 && from.0 - to.0 == from.1 - to.1
    }

    fn breadth((x, y): Square) -> f64 {
        x.min(y) as f64
    }

    fn reached_of_value((x, y): Square, value: u64) -> Vec<Square> {
        let step = x.min(y).checked_sub(value).filter(|&step| step > 0);
        step.map(|step| (x - step, y - step)).into_iter().collect()
    }
}

impl Piece for KingMoves {
    const ENTRY: &'static Entry = &Entry {
        name: "king",
        title: "King to the corner",
        aliases: &["corner-the-king"],
        kind: EntryKind::Board("king: 4 9"),
        words: "Move a king one square towards one edge, or towards both at once.",
        known: &["The values are 0 to 3, by the parities of the distances (theory W.3)."],
        oeis: None,
    };
    const THEOREM: Theorem = Theorem::CornerKing;

    fn value((x, y): Square) -> u64 {
        2 * (x.min(y) % 2) + (x ^ y) % 2
    }

    fn rows((x, y): Square) -> (Combine, Vec<WorkingRow>) {
        let nearer = WorkingRow::new("twice the parity of the nearer edge", 2 * (x.min(y) % 2));
        let both = WorkingRow::new("parity of the sum of the distances", (x ^ y) % 2);
        (Combine::Sum, vec![nearer.out_of([x.min(y)]), both.out_of([x, y])])
    }

    fn reached((x, y): Square) -> Box<dyn Iterator<Item = Square>> {
        let steps =
            [(x.checked_sub(1), Some(y)), (Some(x), y.checked_sub(1)), (x.checked_sub(1), y.checked_sub(1))];
        Box::new(steps.into_iter().filter_map(|(x, y)| x.zip(y)))
    }

    fn is_move(from: Square, to: Square) -> bool {
        Self::reached(from).any(|square| square == to)
    }

    fn breadth(_square: Square) -> f64 {
        3.0
    }
}

/// The knight's values on the squares (r, c), r <= 3, c <= 8; from column 5 on they repeat with period 4.
const KNIGHT: [[u64; 9]; 4] = [
    [0, 0, 1, 1, 0, 0, 1, 1, 0],
    [0, 0, 2, 1, 0, 0, 1, 1, 0],
    [1, 2, 2, 2, 3, 2, 2, 2, 3],
    [1, 1, 2, 1, 4, 3, 2, 3, 3],
];

impl Piece for KnightMoves {
    const ENTRY: &'static Entry = &Entry {
        name: "knight",
        title: "Knight to the corner",
        aliases: &["corner-the-knight", "white-knight"],
        kind: EntryKind::Board("knight: 5 6"),
        words: "Move a knight two squares towards one edge and one square to either side; the board has no other edges.",
        known: &[
            "The values are 0 to 4 and repeat with period 4, along the diagonal everywhere (theory W.4).",
        ],
        oeis: None,
    };
    const THEOREM: Theorem = Theorem::CornerKnight;
    const CAN_RETREAT: bool = true;

    fn value((x, y): Square) -> u64 {
        let (row, across) = (x.min(y) % 4, x.abs_diff(y));
        // the same diagonal, in the first four rows
        let column = row.saturating_add(across);
        let column = if column < 9 { column } else { 5 + (column - 5) % 4 };
        KNIGHT[row as usize][column as usize]
    }

    fn rows((x, y): Square) -> (Combine, Vec<WorkingRow>) {
        let row = x.min(y) % 4;
        let column = row.saturating_add(x.abs_diff(y));
        let column = if column < 9 { column } else { 5 + (column - 5) % 4 };
        let rows = vec![
            WorkingRow::new("row of the table: nearer edge modulo 4", row).out_of([x.min(y)]),
            WorkingRow::new("column: on the same diagonal, from 5 on modulo 4", column).out_of([x.max(y)]),
            WorkingRow::new("value there", Self::value((x, y))),
        ];
        (Combine::Last, rows)
    }

    fn reached((x, y): Square) -> Box<dyn Iterator<Item = Square>> {
        let down = |n: u64, by: u64| n.checked_sub(by);
        let steps = [
            (down(x, 2), Some(y + 1)),
            (down(x, 2), down(y, 1)),
            (Some(x + 1), down(y, 2)),
            (down(x, 1), down(y, 2)),
        ];
        Box::new(steps.into_iter().filter_map(|(x, y)| x.zip(y)))
    }

    fn is_move(from: Square, to: Square) -> bool {
        Self::reached(from).any(|square| square == to)
    }

    fn breadth(_square: Square) -> f64 {
        4.0
    }
}

/// The distances from both edges.
fn distances((x, y): Square) -> [WorkingRow; 2] {
    [("one edge", x), ("the other edge", y)]
        .map(|(edge, distance)| WorkingRow::new(format!("distance from {edge}"), distance).out_of([distance]))
}

/// A piece on a board, on its way to the corner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Corner<P>(P);

/// The rook's game.
pub type Rook = Corner<RookMoves>;
/// The bishop's game.
pub type Bishop = Corner<BishopMoves>;
/// The king's game.
pub type King = Corner<KingMoves>;
/// The knight's game.
pub type Knight = Corner<KnightMoves>;

/// The squares as positions, each once.
fn pairs(squares: impl IntoIterator<Item = Square>) -> Vec<Pair> {
    let mut pairs: Vec<Pair> = squares.into_iter().map(|(x, y)| Pair::of(x, y)).collect();
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// What a piece that goes to a square nearer to both edges takes from its distances.
fn taken(position: Pair, (a, b): Square) -> Action {
    let (x, y) = position.heaps();
    match (x == a, y == b) {
        (false, true) => Action::take(x, 0, x - a),
        (true, _) => Action::take(y, 1, y - b),
        (false, false) => position.take_both(x - a, y - b),
    }
}

/// A square as the name of a place.
fn name(position: Pair) -> String {
    let (larger, smaller) = position.heaps();
    format!("{larger},{smaller}")
}

impl<P: Piece> Game for Corner<P> {
    type At = Pair;
    const ENTRY: &'static Entry = P::ENTRY;

    fn read_parameters(_text: &mut Cursor<'_>) -> Result<Self, NotationError> {
        Ok(Self::default())
    }

    fn read(&self, text: &mut Cursor<'_>) -> Result<Pair, NotationError> {
        text.skip_spaces();
        let start = text.clone();
        let position = Pair::read(text, P::ENTRY.title)?;
        let (larger, smaller) = position.heaps();
        if P::CAN_RETREAT && larger.checked_add(smaller).is_none_or(|sum| sum > LARGEST) {
            return Err(start.error("the two distances together are at most 2^63-1: use smaller numbers"));
        }
        Ok(position)
    }

    fn write(&self, position: &Pair, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (larger, smaller) = position.heaps();
        write!(f, "{larger} {smaller}")
    }

    /// What is taken from each distance; a knight may retreat, so its moves are told by where it goes.
    fn actions<'p>(&'p self, position: &'p Pair, _part: usize) -> impl Iterator<Item = Action> + 'p {
        let (x, y) = position.heaps();
        let goes = if P::CAN_RETREAT { pairs(P::reached((x, y))) } else { Vec::new() };
        let takes = P::reached((x, y)).filter(|_| !P::CAN_RETREAT).map(move |to| taken(*position, to));
        takes.chain(goes.into_iter().map(|to| Action::Walk { node: name(to) }))
    }

    /// The square after the move may have its distances in either order; a king who goes from 4 3 to 3 2 takes one from
    /// each, and not two from the larger one.
    fn actions_between(&self, before: &Pair, after: &Pair) -> Vec<(usize, Action)> {
        if !P::CAN_RETREAT {
            let (larger, smaller) = after.heaps();
            let squares = [(smaller, larger), (larger, smaller)].into_iter();
            let moves = squares.filter(|&to| P::is_move(before.heaps(), to));
            return moves.map(|to| (0, taken(*before, to))).collect();
        }
        let found = self.view(before).actions_to(&self.view(after));
        found.into_iter().map(|(_, action)| (0, action)).collect()
    }

    fn act(&self, position: &Pair, _part: usize, action: &Action) -> Option<Pair> {
        if let Action::Walk { node } = action {
            return P::CAN_RETREAT
                .then(|| pairs(P::reached(position.heaps())))?
                .into_iter()
                .find(|to| name(*to) == *node);
        }
        let (to, _) = position.after(action).filter(|_| !P::CAN_RETREAT)?;
        P::is_move(position.heaps(), to).then(|| Pair::of(to.0, to.1))
    }

    fn has_move(&self, position: &Pair) -> bool {
        P::reached(position.heaps()).next().is_some()
    }

    fn view(&self, position: &Pair) -> View {
        let (larger, smaller) = position.heaps();
        if !P::CAN_RETREAT {
            return View::of_heaps(BoardKind::Wythoff, &[larger, smaller]);
        }
        let exits: Vec<String> = pairs(P::reached((larger, smaller))).into_iter().map(name).collect();
        let exit_count = exits.len();
        View::new(BoardKind::Graph, [Part::Node { node: name(*position), exits, exit_count }])
    }

    fn reduce(&self, component: &Pair) -> Option<Reduction<Pair>> {
        Some(Reduction::closed(Nimber(P::value(component.heaps())), P::THEOREM))
    }

    fn working(&self, position: &Pair, _known: &mut Known) -> Option<Working> {
        let (combine, rows) = P::rows(position.heaps());
        Some(Working::of_value(P::THEOREM, combine, rows))
    }

    fn moves_by_theorem(&self, component: &Pair, value: Nimber, _most: usize) -> Option<Found<Pair>> {
        Some(pairs(P::reached_of_value(component.heaps(), value.0)).into())
    }

    fn reachable(&self, component: &Pair) -> f64 {
        let (larger, smaller) = component.heaps();
        let (x, y) = (larger as f64 + 1.0, smaller as f64 + 1.0);
        if P::CAN_RETREAT { (x + y) * (x + y) } else { x * y }
    }

    fn breadth(&self, position: &Pair) -> f64 {
        P::breadth(position.heaps())
    }
}
