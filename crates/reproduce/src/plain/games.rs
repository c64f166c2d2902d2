//! Small games as graphs: node i has options among the nodes before it. Outcomes are found by passes over the whole
//! graph until nothing changes, values by mex, sums by pairs, play by trying everything.

use super::{Chance, mex};

/// A game whose last node is where play starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The options of each node, all of them smaller numbers.
    pub options: Vec<Vec<usize>>,
}

/// Who wins from a node.
pub type IsP = bool;

impl Game {
    /// A random game of so many nodes.
    pub fn random(chance: &mut Chance, nodes: usize, most_options: u64) -> Self {
        let options = (0..nodes).map(|node| {
            let count = if node == 0 { 0 } else { chance.below(most_options + 1) };
            let mut options: Vec<usize> = (0..count).map(|_| chance.index(node)).collect();
            options.sort_unstable();
            options.dedup();
            options
        });
        Self { options: options.collect() }
    }

    /// All games of length at most 3 up to equality of options, as sets of sets: 16 of them.
    pub fn of_length_three() -> Vec<Self> {
        // nodes: {}, {0}, and the two sets that hold {0}: {1}, {0, 1}
        let base = [vec![], vec![0], vec![1], vec![0, 1]];
        (0..16_usize)
            .map(|set| {
                let mut options = base.to_vec();
                options.push((0..4).filter(|member| set >> member & 1 == 1).collect());
                Self { options }
            })
            .collect()
    }

    /// The Nim heap of n.
    pub fn nim_heap(n: usize) -> Self {
        Self { options: (0..=n).map(|heap| (0..heap).collect()).collect() }
    }

    /// The values, by mex.
    pub fn values(&self) -> Vec<u64> {
        let mut values: Vec<u64> = Vec::new();
        for options in &self.options {
            values.push(mex(options.iter().map(|&option| values[option])));
        }
        values
    }

    /// The value of the start.
    pub fn value(&self) -> u64 {
        self.values().last().copied().unwrap_or(0)
    }

    /// Whether each node is a P-position, by passes over the whole graph until nothing changes; `end` is what a node
    /// without options is.
    pub fn outcomes(&self, end: IsP) -> Vec<IsP> {
        let mut known: Vec<Option<IsP>> = vec![None; self.options.len()];
        loop {
            let before = known.clone();
            for (node, options) in self.options.iter().enumerate().rev() {
                known[node] = if options.is_empty() {
                    Some(end)
                } else if options.iter().any(|&option| known[option] == Some(true)) {
                    Some(false)
                } else if options.iter().all(|&option| known[option] == Some(false)) {
                    Some(true)
                } else {
                    None
                };
            }
            if known == before {
                return known.into_iter().map(|outcome| outcome.unwrap_or(false)).collect();
            }
        }
    }

    /// Whether the player to move from the node loses, by trying every way to play.
    pub fn loses(&self, node: usize, end: IsP) -> IsP {
        let options = &self.options[node];
        if options.is_empty() { end } else { !options.iter().any(|&option| self.loses(option, end)) }
    }

    /// Whether these labels obey the rules of outcomes.
    pub fn obeys(&self, labels: &[IsP], end: IsP) -> bool {
        self.options.iter().zip(labels).all(|(options, &label)| {
            label == if options.is_empty() { end } else { options.iter().all(|&option| !labels[option]) }
        })
    }

    /// The sum of two games: the node (a, b) is a * nodes of the other + b.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        let width = other.options.len();
        let mut options = Vec::new();
        for (a, left) in self.options.iter().enumerate() {
            for (b, right) in other.options.iter().enumerate() {
                let moves = left.iter().map(|a| a * width + b).chain(right.iter().map(|b| a * width + b));
                options.push(moves.collect());
            }
        }
        Self { options }
    }

    /// The number of moves of the longest play.
    pub fn length(&self) -> u64 {
        let mut lengths: Vec<u64> = Vec::new();
        for options in &self.options {
            lengths.push(options.iter().map(|&option| lengths[option] + 1).max().unwrap_or(0));
        }
        lengths.last().copied().unwrap_or(0)
    }

    /// Whether the start is a P-position.
    pub fn is_p(&self) -> IsP {
        self.outcomes(true).last().copied().unwrap_or(true)
    }
}
