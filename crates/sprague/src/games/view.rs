//! What a person sees of a board, as plain data: enough to draw it in the terminal, as a picture and on the page, to
//! tell moves in words, and to find the move between two positions.
//!
//! There are few kinds of boards and few kinds of parts. A new game that looks like one of them is drawn, told and
//! played without further code.

use std::collections::HashSet;

use super::action::{Action, HeapChange, Taken};
#[cfg(feature = "schema")]
use crate::notation::exact::{self, Count};

/// A board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(serde::Serialize, schemars::JsonSchema))]
pub struct View {
    /// How it looks and is played.
    pub board: BoardKind,
    /// Its heaps, strips, rectangles, bars, components, nodes, networks or boards of squares.
    pub parts: Vec<Part>,
    /// How many squares the strips share, where that is not 0 or 1.
    #[cfg_attr(
        feature = "schema",
        serde(skip_serializing_if = "Option::is_none", serialize_with = "exact::maybe"),
        schemars(with = "Option<Count>")
    )]
    pub shared: Option<u64>,
    /// The tokens in the bank, where there is one.
    #[cfg_attr(
        feature = "schema",
        serde(skip_serializing_if = "Option::is_none", serialize_with = "exact::maybe"),
        schemars(with = "Option<Count>")
    )]
    pub bank: Option<u64>,
    /// The most tokens that may be taken now, where the moves before say so.
    #[cfg_attr(
        feature = "schema",
        serde(skip_serializing_if = "Option::is_none", serialize_with = "exact::maybe"),
        schemars(with = "Option<Count>")
    )]
    pub limit: Option<u64>,
    /// The square of the token of each strip that is unlike the others, where there are such tokens.
    #[cfg_attr(
        feature = "schema",
        serde(skip_serializing_if = "Vec::is_empty", serialize_with = "exact::list"),
        schemars(with = "Option<Vec<Count>>")
    )]
    pub marked: Vec<u64>,
    /// The whole graph, where it is small enough to be drawn.
    #[cfg_attr(feature = "schema", serde(skip))]
    pub graph: Option<GraphView>,
}

/// The kinds of boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(serde::Serialize, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", serde(rename_all = "kebab-case"))]
pub enum BoardKind {
    /// Heaps that are split.
    Heaps,
    /// Heaps from which tokens are taken.
    Nim,
    /// Rows of pins.
    Pins,
    /// Two heaps, or a queen on a quarter of a board.
    Wythoff,
    /// Heaps and a bank.
    Bank,
    /// Components of heaps, one of which may be the owner.
    Nearly,
    /// Rectangles and cuboids.
    Rectangles,
    /// Strips of squares with tokens.
    Strips,
    /// Strips that share square 0.
    Star,
    /// Strips that share their first squares.
    Shared,
    /// Bars of chocolate with a poisoned square.
    Chocolate,
    /// A token on a graph.
    Graph,
    /// Strips whose tokens may jump, or come from both sides.
    Tokens,
    /// A strip whose square 0 is a bag.
    Bag,
    /// Coins on stairs.
    Stairs,
    /// Rows of coins that show heads or tails.
    Coins,
    /// A graph whose nodes or edges are taken.
    Network,
    /// Squares that are covered or marked.
    Squares,
}

/// One part of a board.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "schema", derive(serde::Serialize, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", serde(untagged))]
pub enum Part {
    /// A heap.
    Heap {
        /// The number of tokens.
        #[cfg_attr(feature = "schema", serde(serialize_with = "exact::one"), schemars(with = "Count"))]
        size: u64,
    },
    /// A strip.
    Strip {
        /// The squares with tokens, in ascending order.
        #[cfg_attr(feature = "schema", serde(serialize_with = "exact::list"), schemars(with = "Vec<Count>"))]
        tokens: Vec<u64>,
    },
    /// A rectangle or cuboid.
    Rectangle {
        /// Its sides.
        #[cfg_attr(feature = "schema", serde(serialize_with = "exact::list"), schemars(with = "Vec<Count>"))]
        sides: Vec<u64>,
    },
    /// A bar of chocolate.
    Bar {
        /// The lengths of its rows, as many as anyone can see.
        #[cfg_attr(feature = "schema", serde(serialize_with = "exact::list"), schemars(with = "Vec<Count>"))]
        rows: Vec<u64>,
        /// How many rows there are.
        #[cfg_attr(feature = "schema", serde(skip))]
        row_count: u64,
    },
    /// A component of a nearly disjunctive sum.
    Component {
        /// Its game.
        game: String,
        /// Its heaps.
        #[cfg_attr(feature = "schema", serde(serialize_with = "exact::list"), schemars(with = "Vec<Count>"))]
        heaps: Vec<u64>,
        /// Whether it is the owner.
        owner: bool,
    },
    /// A row of coins.
    Row {
        /// `H` for heads and `T` for tails, from the left.
        coins: String,
    },
    /// The node of a graph where the token is.
    Node {
        /// Its name.
        node: String,
        /// The names of the first nodes that a move leads to.
        #[cfg_attr(feature = "schema", serde(skip))]
        exits: Vec<String>,
        /// How many moves there are.
        #[cfg_attr(feature = "schema", serde(skip))]
        exit_count: usize,
    },
    /// A graph whose nodes or edges are taken; it is drawn from the graph of the board.
    Network {
        /// How many nodes it has.
        nodes: usize,
        /// How many edges it has.
        edges: usize,
    },
    /// A board of squares.
    Squares {
        /// Its rows from the top: `#` for a free square, `X` for a mark, `.` where there is nothing to play on.
        squares: Vec<String>,
    },
}

/// A graph to be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphView {
    /// The names of the nodes.
    pub names: Vec<String>,
    /// The moves between them; in a network its edges.
    pub edges: Vec<(usize, usize)>,
    /// Whether each node can be reached from where the token is; in a network all of them.
    pub reachable: Vec<bool>,
}

impl View {
    /// A board of these parts.
    pub fn new(board: BoardKind, parts: impl IntoIterator<Item = Part>) -> Self {
        Self {
            board,
            parts: parts.into_iter().collect(),
            shared: None,
            bank: None,
            limit: None,
            marked: Vec::new(),
            graph: None,
        }
    }

    /// Heaps of these sizes.
    pub fn of_heaps(board: BoardKind, sizes: &[u64]) -> Self {
        Self::new(board, sizes.iter().map(|&size| Part::Heap { size }))
    }

    /// Strips with these tokens.
    pub fn of_strips<'s>(board: BoardKind, strips: impl IntoIterator<Item = &'s [u64]>) -> Self {
        Self::new(board, strips.into_iter().map(|tokens| Part::Strip { tokens: tokens.to_vec() }))
    }

    /// The sizes of the heaps, in order.
    pub fn heaps(&self) -> Vec<u64> {
        self.parts
            .iter()
            .filter_map(|part| if let Part::Heap { size } = part { Some(*size) } else { None })
            .collect()
    }

    /// The strips, in order.
    pub fn strips(&self) -> impl Iterator<Item = &[u64]> {
        self.parts
            .iter()
            .filter_map(|part| if let Part::Strip { tokens } = part { Some(&tokens[..]) } else { None })
    }

    /// The sides of the rectangles, in order.
    pub fn rectangles(&self) -> Vec<&[u64]> {
        self.parts
            .iter()
            .filter_map(|part| if let Part::Rectangle { sides } = part { Some(&sides[..]) } else { None })
            .collect()
    }

    /// An action on this board in short words, which the command also understands when they are typed.
    pub fn words(&self, part: Option<usize>, action: &Action) -> String {
        let place = |what: &str| match part {
            Some(at) if self.parts.len() > 1 => format!(" on {what}{}", at + 1),
            _ => String::new(),
        };
        let take = |taken: u64, heap: u64| format!("take {taken} from {heap}");
        match action {
            Action::Take(_) | Action::Split(_) | Action::TakeAndSplit(_) | Action::Knock { .. } => {
                let Some(HeapChange { heap, taken, left, .. }) = action.heap_change(0) else {
                    return String::new();
                };
                let sizes = left.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
                let words = match (left.len(), taken) {
                    (0 | 1, _) => take(taken, heap),
                    (_, 0) => format!("split {heap} into {sizes}"),
                    _ => format!("{heap} -> {sizes}"),
                };
                if self.board == BoardKind::Nearly { format!("{words}{}", place("")) } else { words }
            }
            Action::Slide { strip, from, to, .. } => {
                // the strip is told where another kind of strip has a token on the same square
                let own = self.strips().nth(*strip).unwrap_or_default();
                let unclear = self.strips().any(|other| other != own && other.contains(from));
                let place = if unclear { place("strip ") } else { String::new() };
                format!("{from} to {to}{place}")
            }
            Action::Bite { row, column } => format!("{row} {column}{}", place("board ")),
            Action::Break { rectangle, along, at, .. } => {
                let (side, at) = (rectangle[*along], (*at).min(rectangle[*along] - at));
                let unclear =
                    self.rectangles().iter().any(|other| *other != &rectangle[..] && other.contains(&side));
                let sides = || rectangle.iter().map(u64::to_string).collect::<Vec<_>>().join("x");
                let of = if unclear { format!(" of {}", sides()) } else { String::new() };
                format!("cut {side}{of} at {at}")
            }
            Action::TakeSeveral { takes } => match &takes[..] {
                [one, other] if one.taken == other.taken && self.parts.len() == 2 => {
                    format!("take {} from both", one.taken)
                }
                _ => {
                    let each = takes.iter().map(|Taken { heap, taken, .. }| format!("{taken} from {heap}"));
                    format!("take {}", each.collect::<Vec<_>>().join(", "))
                }
            },
            Action::Add { heap, added, .. } => format!("add {added} to {heap}"),
            Action::Turn { rows, columns } => {
                let places = |places: &[u64]| places.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
                let one_row = self.parts.len() < 2 && rows == &[0];
                let rows = if one_row { String::new() } else { format!("{} x ", places(rows)) };
                format!("turn {rows}{}", places(columns))
            }
            Action::Descend { step, count } => format!("{count} down from step {step}"),
            Action::TakeBag => "take the bag".to_owned(),
            Action::Walk { node } => node.clone(),
            Action::Pick { name } => name.clone(),
            Action::Fill { squares } => {
                let row = matches!(&self.parts[..], [Part::Squares { squares }] if squares.len() == 1);
                let place = |&(at, column): &(u64, u64)| match (row, &squares[..]) {
                    (true, [_]) => column.to_string(),
                    _ => format!("{at} {column}"),
                };
                format!("put {}", squares.iter().map(place).collect::<Vec<_>>().join(", "))
            }
        }
    }

    /// The actions that may lead from this board to another of the same game, the first in the order of lists first. A
    /// move changes little, so what is gone and what is new names it; nothing is listed, so that boards with more moves
    /// than fit anywhere are no harder than small ones.
    pub fn actions_to(&self, after: &Self) -> Vec<(usize, Action)> {
        match self.board {
            BoardKind::Heaps | BoardKind::Nim | BoardKind::Pins | BoardKind::Wythoff | BoardKind::Bank => {
                heap_actions(&self.heaps(), &after.heaps(), self.board == BoardKind::Pins)
            }
            BoardKind::Nearly => self.component_actions(after),
            BoardKind::Strips | BoardKind::Star | BoardKind::Shared | BoardKind::Tokens => self.slides(after),
            BoardKind::Coins => self.turns(after),
            BoardKind::Stairs => self.descents(after),
            BoardKind::Rectangles => cuts(&self.rectangles(), &after.rectangles()),
            BoardKind::Chocolate => self.bites(after),
            BoardKind::Graph => match &after.parts[..] {
                [Part::Node { node, .. }] => vec![(0, Action::Walk { node: node.clone() })],
                _ => Vec::new(),
            },
            // their games look for the move themselves: a move takes any number of nodes with it, and a coin in the bag is
            // not seen
            BoardKind::Network | BoardKind::Squares | BoardKind::Bag => Vec::new(),
        }
    }

    fn component_actions(&self, after: &Self) -> Vec<(usize, Action)> {
        let mut pairs = self.parts.iter().zip(&after.parts).enumerate();
        let changed = pairs.find_map(|(at, pair)| match pair {
            (Part::Component { heaps: old, .. }, Part::Component { heaps: new, .. }) if old != new => {
                Some((at, heap_actions(old, new, false)))
            }
            _ => None,
        });
        let (component, actions) = changed.unwrap_or_default();
        actions.into_iter().map(|(_, action)| (component, action)).collect()
    }

    fn slides(&self, after: &Self) -> Vec<(usize, Action)> {
        let squares = |view: &Self| view.strips().flatten().copied().collect::<Vec<u64>>();
        let (before, after) = (squares(self), squares(after));
        let (&[from], &[to]) = (&without(&before, &after)[..], &without(&after, &before)[..]) else {
            return Vec::new();
        };
        let mut seen = HashSet::new();
        let slide = |(strip, tokens): (usize, &[u64])| {
            let token = tokens.iter().position(|&token| token == from)?;
            Some((strip, Action::Slide { strip, token, from, to }))
        };
        self.strips().enumerate().filter(|(_, tokens)| seen.insert(*tokens)).filter_map(slide).collect()
    }

    /// The coins that are different stand in the rows and columns that were turned.
    fn turns(&self, after: &Self) -> Vec<(usize, Action)> {
        let (mut rows, mut columns) = (Vec::new(), Vec::new());
        for (row, pair) in (0..).zip(self.parts.iter().zip(&after.parts)) {
            let (Part::Row { coins: old }, Part::Row { coins: new }) = pair else { continue };
            let changed = |(_, (old, new)): &(u64, (u8, u8))| old != new;
            let turned: Vec<u64> =
                (0..).zip(old.bytes().zip(new.bytes())).filter(changed).map(|(column, _)| column).collect();
            if !turned.is_empty() {
                rows.push(row);
                columns = turned;
            }
        }
        vec![(0, Action::Turn { rows, columns })]
    }

    /// One step has fewer coins, the step below it more.
    fn descents(&self, after: &Self) -> Vec<(usize, Action)> {
        let (before, after) = (self.heaps(), after.heaps());
        let fewer = (0..before.len()).find(|&at| after.get(at).copied().unwrap_or(0) < before[at]);
        let Some(at) = fewer else { return Vec::new() };
        let count = before[at] - after.get(at).copied().unwrap_or(0);
        vec![(at, Action::Descend { step: at as u64 + 1, count })]
    }

    fn bites(&self, after: &Self) -> Vec<(usize, Action)> {
        let (gone, new) = (without(&self.parts, &after.parts), without(&after.parts, &self.parts));
        let ([old], [Part::Bar { rows: left, row_count: rows_left }]) = (&gone[..], &new[..]) else {
            return Vec::new();
        };
        let Part::Bar { rows, .. } = old else { return Vec::new() };
        let lengths = left.iter().copied().chain(std::iter::repeat(0));
        let eaten = (1..).zip(rows).zip(lengths).find(|((_, row), left)| *row != left);
        let (row, column) = eaten.map_or((rows_left + 1, 1), |((row, _), left)| (row, left + 1));
        let place = self.parts.iter().position(|part| part == old);
        place.map(|at| (at, Action::Bite { row, column })).into_iter().collect()
    }
}

/// What one list has that the other has not, counted with multiplicity.
fn without<T: Clone + Ord>(list: &[T], other: &[T]) -> Vec<T> {
    let (mut list, mut other) = (list.to_vec(), other.to_vec());
    list.sort_unstable();
    other.sort_unstable();
    let mut rest = Vec::new();
    let mut at = 0;
    for item in list {
        while other.get(at).is_some_and(|known| *known < item) {
            at += 1;
        }
        if other.get(at) == Some(&item) {
            at += 1;
        } else {
            rest.push(item);
        }
    }
    rest
}

/// One heap became others, or several heaps became smaller.
pub(super) fn heap_actions(before: &[u64], after: &[u64], pins: bool) -> Vec<(usize, Action)> {
    let (mut gone, mut new) = (without(before, after), without(after, before));
    if let [heap] = gone[..] {
        let Some(at) = before.iter().position(|&size| size == heap) else { return Vec::new() };
        let action = match new[..] {
            [size] if size > heap => Action::add(heap, size - heap),
            _ if pins && new.len() <= 2 => {
                let taken = new.iter().try_fold(heap, |rest, &part| rest.checked_sub(part));
                taken.and_then(|taken| Action::knock(heap, if new.len() == 2 { new[0] } else { 0 }, taken))
            }
            _ => Action::heap(heap, at, new),
        };
        return action.into_iter().map(|action| (at, action)).collect();
    }
    if gone.len() < 2 || new.len() > gone.len() {
        return Vec::new();
    }
    // if heaps can have become these at all, the largest can have become the largest, and so on
    new.resize(gone.len(), 0);
    gone.sort_unstable();
    gone.reverse();
    new.sort_unstable();
    new.reverse();
    let mut used = vec![false; before.len()];
    let mut takes = Vec::new();
    for (&heap, &left) in gone.iter().zip(&new) {
        let place = (0..before.len()).find(|&at| before[at] == heap && !used[at]);
        let (Some(at), Some(taken)) = (place, heap.checked_sub(left).filter(|&taken| taken > 0)) else {
            return Vec::new();
        };
        used[at] = true;
        takes.push(Taken { heap, at, taken });
    }
    takes.sort_unstable_by_key(|take| take.at);
    vec![(takes[0].at, Action::TakeSeveral { takes })]
}

/// The cuts that may leave these rectangles, whose sides may come in any order.
fn cuts(before: &[&[u64]], after: &[&[u64]]) -> Vec<(usize, Action)> {
    let sorted = |sides: &&[u64]| {
        let mut sides = sides.to_vec();
        sides.sort_unstable();
        sides
    };
    let kinds: Vec<Vec<u64>> = before.iter().map(sorted).collect();
    let left: Vec<Vec<u64>> = after.iter().map(sorted).collect();
    let (gone, new) = (without(&kinds, &left), without(&left, &kinds));
    let ([whole], [one, other]) = (&gone[..], &new[..]) else { return Vec::new() };
    let mut found = Vec::new();
    let mut seen = HashSet::new();
    for (place, sides) in before.iter().enumerate() {
        if kinds[place] != *whole || !seen.insert(sides) {
            continue;
        }
        for (along, &side) in sides.iter().enumerate() {
            let mut lengths: Vec<u64> =
                one.iter().chain(other).copied().filter(|&length| length < side).collect();
            lengths.sort_unstable();
            lengths.dedup();
            found.extend(lengths.into_iter().filter_map(|at| Some((place, Action::cut(sides, along, at)?))));
        }
    }
    found
}
