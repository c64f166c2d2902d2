//! What a move does to the board, in the terms of that board.

use crate::games::rectangle::Cuboid;
use crate::position::Term;

/// One thing that a player does with the hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// A heap becomes these, in descending order; what is missing was taken.
    Heap {
        /// The size of the heap.
        heap: u64,
        /// Its place among the heaps.
        at: usize,
        /// The heaps that are left of it.
        left: Vec<u64>,
    },
    /// Neighbors in a row of pins fall.
    Knock {
        /// The number of pins in the row.
        heap: u64,
        /// The first pin that falls, from 0.
        first: u64,
        /// How many fall.
        count: u64,
    },
    /// A token goes down its strip.
    Slide {
        /// The place of the strip.
        strip: usize,
        /// The place of the token on it, from below.
        token: usize,
        /// The square it leaves.
        from: u64,
        /// The square it comes to.
        to: u64,
    },
    /// A square is eaten with all below it and to the right.
    Bite {
        /// The row, from 1.
        row: u64,
        /// The column, from 1.
        column: u64,
    },
    /// A rectangle is cut in two.
    Break {
        /// Its sides.
        cuboid: Cuboid,
        /// The side that is cut, from 0.
        along: usize,
        /// The length of the first part.
        at: u64,
    },
    /// The same number of tokens is taken from both heaps.
    TakeBoth {
        /// How many from each.
        taken: u64,
    },
    /// Tokens of the bank go to a heap.
    Add {
        /// The size of the heap.
        heap: u64,
        /// How many are added.
        added: u64,
    },
    /// A step to another node of a graph.
    Walk {
        /// The name of the node.
        node: String,
    },
}

/// A way to make a move. Several ways may lead to the same position: equal heaps, mirror images.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// The place of the term in the sum.
    pub at: usize,
    /// The heap, strip, board or component that is touched; `None` if it is more than one.
    pub part: Option<usize>,
    /// What is done.
    pub action: Action,
    /// The term after it.
    pub term: Term,
}
