//! The algorithms of the paper on 2-Star Nim, step by step.

use std::fmt::Write;

use schemars::JsonSchema;
use serde::Serialize;
use sprague_star::{Algorithm, Rejected, TraceStep, trace};

use crate::Told;

crate::document::documents! {
    StarTrace = "star-trace"
}

/// The first pairs of a value, step by step.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StarTrace {
    /// The value.
    pub value: u32,
    /// Which of the two algorithms of the paper.
    pub algorithm: u8,
    /// The steps.
    pub steps: Vec<StarStep>,
}

/// How a pair was found.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StarStep {
    /// Its number.
    pub n: usize,
    /// The smaller number: the least from `mex_from` on that is not in `mex_of`.
    pub x: u64,
    /// Where the search for x begins.
    pub mex_from: u64,
    /// The numbers that x is not.
    pub mex_of: Vec<u64>,
    /// For each smaller value k the pair that is looked at.
    pub window: Vec<WindowPair>,
    /// The differences z = y - x that were rejected.
    pub rejected: Vec<RejectedDifference>,
    /// The difference that was not.
    pub z: u64,
    /// The larger number, x + z.
    pub y: u64,
}

/// The pair of a smaller value that is looked at.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct WindowPair {
    /// The value k.
    pub value: u32,
    /// The index i(k, n): of the first pair whose x is not below that of the pair that is looked for.
    pub index: usize,
    /// The pair.
    pub pair: [u64; 2],
}

/// A difference that was rejected.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RejectedDifference {
    /// The difference.
    pub z: u64,
    /// The number x + z.
    pub y: u64,
    /// The pair of the same value that y is in, if it is in one.
    pub used_in: Option<[u64; 2]>,
    /// The smaller value that (x, y) has, if it has one.
    pub has_value: Option<u32>,
}

/// The trace of so many pairs.
pub fn star_trace(value: u32, count: usize, algorithm: Algorithm) -> Told<StarTrace> {
    let steps = trace(value, count, algorithm);
    let text = text(value, algorithm, &steps);
    let document = StarTrace {
        value,
        algorithm: match algorithm {
            Algorithm::One => 1,
            Algorithm::Two => 2,
        },
        steps: steps.into_iter().map(step).collect(),
    };
    Told::new(document, text)
}

fn step(step: TraceStep) -> StarStep {
    let TraceStep { n, mex: (mex_from, mex_of), x, window, rejected, y } = step;
    let window = (0..).zip(window).map(|(value, (index, (a, b)))| WindowPair { value, index, pair: [a, b] });
    let rejected = (0..).zip(rejected).map(|(z, why)| {
        let (used_in, has_value) = match why {
            Rejected::NoPosition => (None, None),
            Rejected::Used((a, b)) => (Some([a, b]), None),
            Rejected::Smaller(value) => (None, Some(value)),
        };
        RejectedDifference { z, y: x + z, used_in, has_value }
    });
    StarStep { n, x, mex_from, mex_of, window: window.collect(), rejected: rejected.collect(), z: y - x, y }
}

fn text(value: u32, algorithm: Algorithm, steps: &[TraceStep]) -> String {
    let mut text = match algorithm {
        Algorithm::One => format!(
            "Value {value} of 2-Star Nim by algorithm 1 (theory 8.6): x is the least number in no pair before, y = x + z with\n\
             the least z for which y is in no pair before and (x, y) has no smaller value.\n"
        ),
        Algorithm::Two => format!(
            "Value {value} of 2-Star Nim by algorithm 2 (theory 8.7): x is the least number from x' + 1 on, x' that of the pair\n\
             before, that is none of the last {} numbers y; of a smaller value k only the pair with the index i(k, n) is\n\
             looked at, the first whose x is not below the present one.\n",
            value + 1
        ),
    };
    for TraceStep { n, mex: (from, list), x, window, rejected, y } in steps {
        let shown: Vec<String> = list.iter().map(u64::to_string).collect();
        let _ = match algorithm {
            Algorithm::One => writeln!(text, "\nn = {n}: x = {x}"),
            Algorithm::Two => {
                writeln!(text, "\nn = {n}: x = mex from {from} on of {{{}}} = {x}", shown.join(", "))
            }
        };
        if algorithm == Algorithm::Two {
            for (k, (index, (a, b))) in window.iter().enumerate() {
                let _ = writeln!(text, "  i({k}, {n}) = {index}: the pair ({a}, {b}) of value {k}");
            }
        }
        for (z, why) in rejected.iter().enumerate() {
            let tried = x + z as u64;
            let _ = match why {
                Rejected::NoPosition => writeln!(text, "  z = {z}: (0, 0) is no position"),
                Rejected::Used((a, b)) => writeln!(text, "  z = {z}: {tried} is in the pair ({a}, {b})"),
                Rejected::Smaller(k) => writeln!(text, "  z = {z}: ({x}, {tried}) has value {k}"),
            };
        }
        let _ = writeln!(text, "  z = {}: the pair ({x}, {y})", y - x);
    }
    text
}
