//! The game graph of a position: everything that can be reached, with outcomes and values (theory 1.1, 1.3).
//!
//! Nodes are whole positions up to the order of heaps, strips and tokens, so the graph shows the game as it is
//! played, not taken apart into components. Values come from the graph itself, by mex from the last positions up; where
//! play may go on for ever by retrograde analysis (theory D.1, D.2).

use std::collections::HashMap;

use thiserror::Error;

use crate::games::Term;
use crate::limits::named;
use crate::loopy::{Arrows, LoopyValue};
use crate::nimber::{Nimber, mex};
use crate::play::{Outcome, Play};
use crate::position::Position;

/// A position of the graph.
#[derive(Clone, Debug)]
pub struct GraphVertex {
    /// The position.
    pub position: Position,
    /// Who wins it.
    pub outcome: Outcome,
    /// Its value: Sprague-Grundy or loopy under normal play, misère value (theory 10.2) under misère play; `None` under
    /// misère play that may go on for ever.
    pub value: Option<LoopyValue>,
    /// The nodes that one move leads to, ascending.
    pub options: Vec<usize>,
}

/// All positions that can be reached; node 0 is the start.
#[derive(Clone, Debug)]
pub struct GameGraph {
    /// How the game ends.
    pub play: Play,
    /// The nodes in order of discovery.
    pub nodes: Vec<GraphVertex>,
}

/// The graph has too many nodes.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the graph of {position} has more than {limit} nodes, too many to read")]
pub struct TooManyNodes {
    /// The start.
    pub position: String,
    /// The limit in force.
    pub limit: usize,
}

/// Positions with more options than this are not looked at.
const MOST_OPTIONS: f64 = 1e6;
/// The most bytes that the options of one term may take.
const MOST_BYTES: f64 = 268_435_456.0;
/// The most bytes of options that are made for each node that is allowed.
const WORK_PER_NODE: f64 = 2_097_152.0;

impl GraphVertex {
    /// Its value, where that is a number.
    pub fn number(&self) -> Option<Nimber> {
        self.value.as_ref().and_then(LoopyValue::finite)
    }

    /// Its value where it is not.
    pub fn infinite(&self) -> Option<&LoopyValue> {
        self.value.as_ref().filter(|value| value.finite().is_none())
    }
}

impl GameGraph {
    /// Builds the graph of a position with at most `limit` nodes.
    pub fn build(start: &Position, play: Play, limit: usize) -> Result<Self, TooManyNodes> {
        let refusal = || TooManyNodes { position: named(start.to_string()), limit };
        let mut bytes = 0.0;
        let mut index = HashMap::from([(identity(start), 0)]);
        let mut positions = vec![start.clone()];
        let mut options: Vec<Vec<usize>> = Vec::new();
        while let Some(position) = positions.get(options.len()).cloned() {
            let breadth: f64 = position.0.iter().map(Term::breadth).sum();
            let longest = position.0.iter().map(Term::bytes).fold(0.0, f64::max);
            if breadth > MOST_OPTIONS || breadth * longest > MOST_BYTES {
                return Err(refusal());
            }
            // every option is made as a whole position, and compared as one
            bytes += breadth * position.0.iter().map(Term::bytes).sum::<f64>();
            if bytes > WORK_PER_NODE * (limit as f64 + 100.0) {
                return Err(refusal());
            }
            let mut targets = Vec::new();
            for (at, term) in position.0.iter().enumerate() {
                for option in term.options() {
                    let next = position.with_term(at, option);
                    let fresh = positions.len();
                    let target = *index.entry(identity(&next)).or_insert(fresh);
                    if target == fresh {
                        if positions.len() >= limit {
                            return Err(refusal());
                        }
                        positions.push(next);
                    }
                    targets.push(target);
                }
                if term.failure().is_some() {
                    return Err(refusal());
                }
            }
            targets.sort_unstable();
            targets.dedup();
            options.push(targets);
        }
        let worth =
            if start.0.iter().any(Term::is_loopy) { loopy(&options, play) } else { ending(&options, play) };
        let nodes =
            positions.into_iter().zip(options).zip(worth).map(|((position, options), (outcome, value))| {
                GraphVertex { position, outcome, value, options }
            });
        Ok(Self { play, nodes: nodes.collect() })
    }

    /// The edges from node to node, in order.
    pub fn edges(&self) -> impl Iterator<Item = (usize, usize)> {
        self.nodes.iter().enumerate().flat_map(|(from, node)| node.options.iter().map(move |&to| (from, to)))
    }

    /// The nodes in the order in which the labelling algorithm takes them, each after all its options: first those
    /// without options, then those that lead to these alone, and so on (T, algorithm 3.4).
    pub fn labelling(&self) -> Vec<usize> {
        let mut heights: Vec<Option<usize>> = vec![None; self.nodes.len()];
        let mut stack: Vec<usize> = (0..self.nodes.len()).collect();
        while let Some(&node) = stack.last() {
            let options = &self.nodes[node].options;
            match options.iter().find(|&&option| heights[option].is_none()) {
                _ if heights[node].is_some() => {
                    stack.pop();
                }
                Some(&open) => stack.push(open),
                None => {
                    let highest = options.iter().filter_map(|&option| heights[option]).max();
                    heights[node] = Some(highest.map_or(0, |height| height + 1));
                    stack.pop();
                }
            }
        }
        let mut order: Vec<usize> = (0..self.nodes.len()).collect();
        order.sort_by_key(|&node| (heights[node], node));
        order
    }

    /// Whether a move wins: it leads from an N-position to a P-position.
    pub fn wins(&self, (from, to): (usize, usize)) -> bool {
        self.nodes[from].outcome == Outcome::N && self.nodes[to].outcome == Outcome::P
    }
}

fn identity(position: &Position) -> Position {
    Position(position.0.iter().map(Term::identity).collect())
}

/// Who wins a position, and what it is worth.
type Worth = (Outcome, Option<LoopyValue>);

/// Where play may go on for ever.
fn loopy(options: &[Vec<usize>], play: Play) -> Vec<Worth> {
    let numbers = |options: &Vec<usize>| options.iter().map(|&option| option as u32).collect();
    let arrows: Arrows = options.iter().map(numbers).collect();
    let outcomes = arrows.outcomes(play).into_iter();
    match play {
        Play::Normal => {
            let labels = arrows.labels();
            outcomes.enumerate().map(|(at, outcome)| (outcome, Some(labels.value(at)))).collect()
        }
        Play::Misere => outcomes.map(|outcome| (outcome, None)).collect(),
    }
}

/// Values from the terminal positions up, with an explicit stack.
fn ending(options: &[Vec<usize>], play: Play) -> Vec<Worth> {
    let mut values: Vec<Option<Nimber>> = vec![None; options.len()];
    for root in 0..options.len() {
        let mut stack = vec![root];
        while let Some(&node) = stack.last() {
            let open = options[node].iter().copied().find(|&option| values[option].is_none());
            if let (None, Some(option)) = (values[node], open) {
                stack.push(option);
                continue;
            }
            stack.pop();
            let value = match play {
                Play::Misere if options[node].is_empty() => Nimber(1),
                _ => mex(options[node].iter().filter_map(|&option| values[option])),
            };
            values[node] = Some(value);
        }
    }
    let worth = |value: Nimber| (Outcome::of_value(value), Some(value.into()));
    values.into_iter().map(|value| worth(value.expect("every node was a root"))).collect()
}
