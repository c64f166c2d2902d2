//! What a person sees of a board, as plain data: enough to draw it in the terminal, as a picture and on the page, to
//! tell moves in words, to read them as they are typed, and to find the move between two positions.
//!
//! There are few kinds of boards and few kinds of parts. A new game that looks like one of them is drawn, told and
//! played without further code. A new look is a kind of board here, its moves in a file beside this one, and a
//! drawing for the terminal.

mod coins;
mod compound;
mod grids;
pub(super) mod heaps;
mod strips;
mod typed;

pub use heaps::PIN_FORMS;
pub use strips::{Gap, StripMarks};
pub use typed::Typed;

use super::Action;
#[cfg(feature = "schema")]
use crate::notation::exact::{self, Count};
use typed::Word;

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
    /// The components of a sum, each as its own board.
    #[cfg_attr(feature = "schema", serde(skip))]
    pub inside: Vec<InnerView>,
    /// The whole graph, where it is small enough to be drawn.
    #[cfg_attr(feature = "schema", serde(skip))]
    pub graph: Option<GraphView>,
    /// The square of the second strip that is square 0, 1, ... of the first, where first squares are identified.
    #[cfg_attr(feature = "schema", serde(skip))]
    pub order: Option<Vec<u64>>,
}

/// The board of a component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InnerView {
    /// The first of its parts among those of the whole board.
    pub first: usize,
    /// What is seen of it.
    pub view: View,
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
    /// Components of any look, several of which may be moved at once.
    Compound,
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
            inside: Vec::new(),
            graph: None,
            order: None,
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

    /// What can be told of the tokens of each strip, where they do not jump: heads and gaps (theory 6.2, 6.5).
    pub fn strip_marks(&self) -> Vec<StripMarks> {
        strips::marks(self)
    }

    /// An action on this board in short words, which are also understood when they are typed.
    pub fn words(&self, part: Option<usize>, action: &Action) -> String {
        if self.board == BoardKind::Compound {
            return compound::words(self, part, action);
        }
        match action {
            Action::Take(_)
            | Action::Split(_)
            | Action::TakeAndSplit(_)
            | Action::Knock { .. }
            | Action::TakeSeveral { .. }
            | Action::Add { .. } => heaps::words(self, part, action),
            Action::Slide { strip, from, to, .. } => strips::words(self, part, *strip, (*from, *to)),
            Action::TakeBag => "take the bag".to_owned(),
            Action::Bite { row, column } => grids::chocolate_words(self, part, (*row, *column)),
            Action::Break { rectangle, along, at, .. } => {
                grids::rectangle_words(self, rectangle, *along, *at)
            }
            Action::Turn { rows, columns } => coins::row_words(self, rows, columns),
            Action::Descend { step, count } => coins::stair_words(*step, *count),
            Action::Walk { node: name } | Action::Pick { name } => name.clone(),
            Action::Fill { squares } => grids::square_words(self, part, squares),
            // only boards of components have such moves
            Action::Joint { .. } => String::new(),
        }
    }

    /// The actions that the words of a line may mean, each on a part; `None` if they are in no form of this look.
    fn read(&self, words: &[Word]) -> Option<Vec<(usize, Action)>> {
        match self.board {
            BoardKind::Heaps | BoardKind::Nim | BoardKind::Pins | BoardKind::Wythoff | BoardKind::Bank => {
                heaps::read(&self.heaps(), words)
            }
            BoardKind::Nearly => heaps::component_read(self, words),
            BoardKind::Strips | BoardKind::Star | BoardKind::Shared | BoardKind::Tokens | BoardKind::Bag => {
                strips::read(self, words)
            }
            BoardKind::Coins => coins::row_read(words),
            BoardKind::Stairs => coins::stair_read(words),
            BoardKind::Rectangles => grids::rectangle_read(self, words),
            BoardKind::Chocolate => grids::chocolate_read(self, words),
            BoardKind::Squares => grids::square_read(self, words),
            BoardKind::Graph | BoardKind::Network | BoardKind::Compound => None,
        }
    }

    /// What a line means on a board of components: a move in one of them, or in several.
    pub fn joint(&self, line: &str) -> Vec<(usize, Action)> {
        if self.board == BoardKind::Compound { compound::read(self, line) } else { Vec::new() }
    }

    /// What a line means that names a node or an edge, on a board where moves are typed so: such a name may be any text,
    /// so it is read before the short forms.
    pub fn named(&self, name: &str) -> Option<Action> {
        match self.board {
            BoardKind::Graph => Some(Action::Walk { node: name.to_owned() }),
            BoardKind::Network => Some(Action::Pick { name: name.to_owned() }),
            _ => None,
        }
    }

    /// The actions that may lead from this board to another of the same game, the first in the order of lists first. A
    /// move changes little, so what is gone and what is new names it; nothing is listed, so that boards with more moves
    /// than fit anywhere are no harder than small ones.
    pub fn actions_to(&self, after: &Self) -> Vec<(usize, Action)> {
        match self.board {
            BoardKind::Heaps | BoardKind::Nim | BoardKind::Pins | BoardKind::Wythoff | BoardKind::Bank => {
                heaps::between(&self.heaps(), &after.heaps(), self.board == BoardKind::Pins)
            }
            BoardKind::Nearly => heaps::component_between(self, after),
            BoardKind::Strips | BoardKind::Star | BoardKind::Shared | BoardKind::Tokens => {
                strips::between(self, after)
            }
            BoardKind::Coins => coins::row_between(self, after),
            BoardKind::Stairs => coins::stair_between(self, after),
            BoardKind::Rectangles => grids::rectangle_between(self, after),
            BoardKind::Chocolate => grids::chocolate_between(self, after),
            BoardKind::Graph => match &after.parts[..] {
                [Part::Node { node, .. }] => vec![(0, Action::Walk { node: node.clone() })],
                _ => Vec::new(),
            },
            // their games look for the move themselves: a move takes any number of nodes with it, and a coin in the bag
            // is not seen
            BoardKind::Network | BoardKind::Squares | BoardKind::Bag | BoardKind::Compound => Vec::new(),
        }
    }

    /// The short forms of moves that can be typed on this board, each with its meaning, where these are its actions;
    /// those about several pieces say `several`.
    pub fn forms(&self, actions: &[&Action]) -> &'static [&'static str] {
        let any = |is: fn(&Action) -> bool| actions.iter().any(|action| is(action));
        match self.board {
            BoardKind::Heaps | BoardKind::Nim | BoardKind::Pins | BoardKind::Wythoff | BoardKind::Bank => {
                heaps::forms(self, actions)
            }
            BoardKind::Nearly => &[
                "take 2 from 7        take 2 tokens from a heap of 7",
                "7 -> 4 2             replace a heap of 7 by heaps of 4 and 2",
                "take 2 from 7 on 1   the same in component 1",
            ],
            BoardKind::Compound => compound::forms(actions),
            BoardKind::Strips | BoardKind::Star | BoardKind::Shared | BoardKind::Tokens | BoardKind::Bag => {
                strips::forms(self)
            }
            BoardKind::Coins if self.parts.len() > 1 => {
                &["turn 0 2 x 1 3       turn the coins of rows 0 and 2 in columns 1 and 3"]
            }
            BoardKind::Coins => &["turn 0 3             turn coins 0 and 3"],
            BoardKind::Stairs => &["2 down from step 3   take 2 coins from step 3 to step 2"],
            BoardKind::Rectangles => &[
                "cut 7 at 3           cut a side of 7 into 3 and 4",
                "cut 7 of 4x7 at 3    the same where several pieces have a side of 7",
            ],
            BoardKind::Chocolate => &[
                "2 3                  eat row 2, column 3 and all below and to the right",
                "2 3 on board 2       the same where there are several boards",
            ],
            BoardKind::Squares
                if any(|action| matches!(action, Action::Fill { squares } if squares.len() > 1)) =>
            {
                &["put 2 3, 2 4         cover row 2, columns 3 and 4"]
            }
            BoardKind::Squares => &["put 4                put an X on square 4"],
            BoardKind::Graph => &["b                    move to node b"],
            BoardKind::Network
                if any(|action| matches!(action, Action::Pick { name } if name.contains('-'))) =>
            {
                &["a-b                  take the edge from a to b"]
            }
            BoardKind::Network => &["b                    take node b"],
        }
    }

    /// The number of strips, boards or pieces, where the short forms can name one.
    pub fn pieces(&self) -> usize {
        let named = match self.board {
            BoardKind::Star => self.strips().any(|tokens| tokens.len() > 1),
            BoardKind::Strips | BoardKind::Tokens | BoardKind::Chocolate | BoardKind::Rectangles => true,
            _ => false,
        };
        if named { self.parts.len() } else { 1 }
    }
}

impl BoardKind {
    /// The boards whose short forms differ, one of each.
    const FORMS: [Self; 8] = [
        Self::Heaps,
        Self::Strips,
        Self::Coins,
        Self::Stairs,
        Self::Rectangles,
        Self::Chocolate,
        Self::Squares,
        Self::Nearly,
    ];

    /// Whether a typed move can name the part that it is on.
    const fn has_places(self) -> bool {
        !matches!(
            self,
            Self::Heaps | Self::Nim | Self::Pins | Self::Wythoff | Self::Bank | Self::Stairs | Self::Coins
        )
    }

    /// The group of games that it stands with in the gallery.
    pub const fn group(self) -> &'static str {
        match self {
            Self::Nim | Self::Bank | Self::Wythoff => "Taking",
            Self::Pins => "Pins in a row",
            Self::Strips | Self::Star | Self::Shared | Self::Tokens | Self::Bag => "Strips and stars",
            Self::Stairs | Self::Coins => "Coins and stairs",
            Self::Chocolate | Self::Rectangles => "Chocolate",
            Self::Graph | Self::Network => "Graphs",
            Self::Squares => "Squares",
            Self::Heaps => "Splitting",
            Self::Nearly | Self::Compound => "Kinds of sums",
        }
    }
}

/// ` on 2`: the place of a part, where there are several.
fn on(view: &View, part: Option<usize>, what: &str) -> String {
    match part {
        Some(at) if view.parts.len() > 1 => format!(" on {what}{}", at + 1),
        _ => String::new(),
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
