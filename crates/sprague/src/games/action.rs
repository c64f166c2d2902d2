//! What a move does to the board: the few things that a hand can do, for all games.
//!
//! An action names what is touched and what becomes of it, so that it can be told in words, typed, drawn and done
//! again. It knows no game; whether a game allows it is for [`super::Game::act`] to say.

#[cfg(feature = "schema")]
use crate::notation::exact::{self, Count};

/// One thing that a player does with the hand.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "schema", derive(serde::Serialize, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", serde(tag = "kind", rename_all = "kebab-case"))]
pub enum Action {
    /// Tokens are taken from a heap.
    Take(HeapChange),
    /// A heap is split into several, and nothing is taken.
    Split(HeapChange),
    /// Tokens are taken from a heap, and several heaps are left of it.
    TakeAndSplit(HeapChange),
    /// Neighbors in a row of pins fall.
    Knock {
        /// The number of pins in the row.
        heap: u64,
        /// The first pin that falls, from 0.
        first: u64,
        /// How many fall.
        count: u64,
        /// The same number, by the name that heaps have for it.
        taken: u64,
        /// The rows that are left, in descending order.
        left: Vec<u64>,
    },
    /// A token goes down its strip.
    Slide {
        /// The place of the strip.
        strip: usize,
        /// The place of the token on it, from below.
        token: usize,
        /// The square it leaves.
        #[cfg_attr(feature = "schema", serde(serialize_with = "exact::one"), schemars(with = "Count"))]
        from: u64,
        /// The square it comes to.
        #[cfg_attr(feature = "schema", serde(serialize_with = "exact::one"), schemars(with = "Count"))]
        to: u64,
    },
    /// A square is eaten with all below it and to the right.
    Bite {
        /// The row, from 1.
        #[cfg_attr(feature = "schema", serde(serialize_with = "exact::one"), schemars(with = "Count"))]
        row: u64,
        /// The column, from 1.
        #[cfg_attr(feature = "schema", serde(serialize_with = "exact::one"), schemars(with = "Count"))]
        column: u64,
    },
    /// A rectangle is cut in two.
    Break {
        /// Its sides.
        #[cfg_attr(feature = "schema", serde(serialize_with = "exact::list"), schemars(with = "Vec<Count>"))]
        rectangle: Vec<u64>,
        /// The side that is cut, from 0.
        along: usize,
        /// The length of the first part.
        #[cfg_attr(feature = "schema", serde(serialize_with = "exact::one"), schemars(with = "Count"))]
        at: u64,
        /// The sides of both parts.
        #[cfg_attr(
            feature = "schema",
            serde(serialize_with = "exact::lists"),
            schemars(with = "Vec<Vec<Count>>")
        )]
        left: Vec<Vec<u64>>,
    },
    /// Tokens are taken from several heaps at once.
    TakeSeveral {
        /// From each of these heaps so many.
        takes: Vec<Taken>,
    },
    /// Tokens of the bank go to a heap.
    Add {
        /// The size of the heap.
        #[cfg_attr(feature = "schema", serde(serialize_with = "exact::one"), schemars(with = "Count"))]
        heap: u64,
        /// How many are added.
        #[cfg_attr(feature = "schema", serde(serialize_with = "exact::one"), schemars(with = "Count"))]
        added: u64,
        /// The heap that comes of it.
        #[cfg_attr(feature = "schema", serde(serialize_with = "exact::list"), schemars(with = "Vec<Count>"))]
        left: Vec<u64>,
    },
    /// Coins are turned: all in these rows and these columns of a board.
    Turn {
        /// The rows, from 0 and ascending; a single row is row 0.
        #[cfg_attr(feature = "schema", serde(serialize_with = "exact::list"), schemars(with = "Vec<Count>"))]
        rows: Vec<u64>,
        /// The places in these rows, from 0 and ascending.
        #[cfg_attr(feature = "schema", serde(serialize_with = "exact::list"), schemars(with = "Vec<Count>"))]
        columns: Vec<u64>,
    },
    /// Coins go one step down the stairs.
    Descend {
        /// The step that they leave, from 1.
        #[cfg_attr(feature = "schema", serde(serialize_with = "exact::one"), schemars(with = "Count"))]
        step: u64,
        /// How many go.
        #[cfg_attr(feature = "schema", serde(serialize_with = "exact::one"), schemars(with = "Count"))]
        count: u64,
    },
    /// The bag is taken, with what is in it.
    TakeBag,
    /// A step to another node of a graph.
    Walk {
        /// The name of the node.
        node: String,
    },
    /// A node or an edge of a graph is taken.
    Pick {
        /// The name of the node, or the names of both ends with `-` between them.
        name: String,
    },
    /// Squares are covered or marked.
    Fill {
        /// Row and column of each, from 1.
        squares: Vec<(u64, u64)>,
    },
    /// Several components of a sum are moved at once.
    Joint {
        /// The moves, one in each component that is moved.
        moves: Vec<JointMove>,
    },
}

/// A move in one component, as a part of a move in several.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "schema", derive(serde::Serialize, schemars::JsonSchema))]
pub struct JointMove {
    /// The part of the whole board that is touched.
    pub part: usize,
    /// What is done to it.
    pub action: Action,
}

/// A heap and what is left of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "schema", derive(serde::Serialize, schemars::JsonSchema))]
pub struct HeapChange {
    /// The size of the heap.
    #[cfg_attr(feature = "schema", serde(serialize_with = "exact::one"), schemars(with = "Count"))]
    pub heap: u64,
    /// Its place among the heaps.
    pub at: usize,
    /// How many tokens are taken.
    #[cfg_attr(feature = "schema", serde(serialize_with = "exact::one"), schemars(with = "Count"))]
    pub taken: u64,
    /// The heaps that are left of it, in descending order.
    #[cfg_attr(feature = "schema", serde(serialize_with = "exact::list"), schemars(with = "Vec<Count>"))]
    pub left: Vec<u64>,
}

/// So many tokens from one heap.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "schema", derive(serde::Serialize, schemars::JsonSchema))]
pub struct Taken {
    /// The size of the heap.
    #[cfg_attr(feature = "schema", serde(serialize_with = "exact::one"), schemars(with = "Count"))]
    pub heap: u64,
    /// Its place among the heaps.
    pub at: usize,
    /// How many tokens are taken.
    #[cfg_attr(feature = "schema", serde(serialize_with = "exact::one"), schemars(with = "Count"))]
    pub taken: u64,
}

impl Action {
    /// The heap of this size, at this place, becomes these heaps, in any order; `None` if they are more than it was.
    pub fn heap(heap: u64, at: usize, mut left: Vec<u64>) -> Option<Self> {
        left.retain(|&part| part > 0);
        left.sort_unstable_by(|a, b| b.cmp(a));
        let taken = left.iter().try_fold(heap, |rest, &part| rest.checked_sub(part))?;
        let change = HeapChange { heap, at, taken, left };
        Some(match (change.left.len(), taken) {
            (0 | 1, _) => Self::Take(change),
            (_, 0) => Self::Split(change),
            _ => Self::TakeAndSplit(change),
        })
    }

    /// So many tokens, at most all, go from the heap of this size at this place.
    pub fn take(heap: u64, at: usize, taken: u64) -> Self {
        let left = if taken < heap { vec![heap - taken] } else { Vec::new() };
        Self::Take(HeapChange { heap, at, taken, left })
    }

    /// So many pins of a row fall, from the first of them on; `None` if the row has no such pins.
    pub fn knock(heap: u64, first: u64, count: u64) -> Option<Self> {
        let behind = heap.checked_sub(first)?.checked_sub(count)?;
        let mut left: Vec<u64> = [first, behind].into_iter().filter(|&part| part > 0).collect();
        left.sort_unstable_by(|a, b| b.cmp(a));
        Some(Self::Knock { heap, first, count, taken: count, left })
    }

    /// A side of a rectangle is cut, and the first part is this long; `None` if nothing of the side is left behind it.
    pub fn cut(rectangle: &[u64], along: usize, at: u64) -> Option<Self> {
        let rest = rectangle.get(along)?.checked_sub(at)?;
        let part = |length: u64| {
            let mut part = rectangle.to_vec();
            part[along] = length;
            part
        };
        let left = vec![part(at), part(rest)];
        Some(Self::Break { rectangle: rectangle.to_vec(), along, at, left })
    }

    /// So many tokens of the bank go to a heap; `None` if that is more than can be counted.
    pub fn add(heap: u64, added: u64) -> Option<Self> {
        Some(Self::Add { heap, added, left: vec![heap.checked_add(added)?] })
    }

    /// The change of one heap, if it is one; pins that fall are the same as tokens that are taken.
    pub fn heap_change(&self, at: usize) -> Option<HeapChange> {
        match self {
            Self::Take(change) | Self::Split(change) | Self::TakeAndSplit(change) => Some(change.clone()),
            Self::Knock { heap, taken, left, .. } => {
                Some(HeapChange { heap: *heap, at, taken: *taken, left: left.clone() })
            }
            _ => None,
        }
    }

    /// Whether it touches more than one part.
    pub const fn is_on_several(&self) -> bool {
        matches!(self, Self::TakeSeveral { .. } | Self::Joint { .. })
    }

    /// How many numbers it holds, about: a split can leave a million heaps.
    pub fn length(&self) -> usize {
        match self {
            Self::Take(change) | Self::Split(change) | Self::TakeAndSplit(change) => change.left.len(),
            Self::TakeSeveral { takes } => takes.len(),
            Self::Turn { rows, columns } => rows.len() + columns.len(),
            Self::Joint { moves } => moves.iter().map(|step| step.action.length()).sum(),
            _ => 1,
        }
    }
}
