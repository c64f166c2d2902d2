//! The two algorithms of the paper step by step: what each pair of a value was found from, and what was rejected.
//!
//! Algorithm 1 looks at all pairs before (theory 8.6). Algorithm 2 replaces that by what can matter (8.7): x is the
//! least number from x₋₁ + 1 on that is none of the last g + 1 numbers y, and of a smaller value k it looks at one
//! pair alone, the first whose x is not below the present one; its index is i(k, n). The trace follows the rules of
//! either with the pairs of all values from 0 to g at hand, as the figures of the paper lay them out; tests compare
//! it with the algorithms.

use crate::algorithms::AlgorithmOne;

/// A step: the n-th pair of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceStep {
    /// Its number, from 0 on.
    pub n: usize,
    /// How x was found: the least number from this one on that is not in the list.
    pub mex: (u64, Vec<u64>),
    /// The smaller number of the pair.
    pub x: u64,
    /// For each smaller value k, in order, what was looked at: the index i(k, n) and the pair there.
    pub window: Vec<(usize, (u64, u64))>,
    /// The differences z that were rejected, ascending from 0 on, and why.
    pub rejected: Vec<Rejected>,
    /// The larger number of the pair.
    pub y: u64,
}

/// Why a number y is not the partner of x.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rejected {
    /// x and y are 0: two tokens on one square are no position.
    NoPosition,
    /// y is in this pair of the value already.
    Used((u64, u64)),
    /// x and y are a pair of this smaller value.
    Smaller(u32),
}

/// Which numbers are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// All pairs before.
    One,
    /// Those that can matter.
    Two,
}

/// The first pairs of a value, step by step.
pub fn trace(value: u32, count: usize, algorithm: Algorithm) -> Vec<TraceStep> {
    let own: Vec<(u64, u64)> = AlgorithmOne::new(value).take(count).collect();
    let last = own.last().map_or(0, |pair| pair.0);
    let smaller: Vec<Vec<(u64, u64)>> = (0..value)
        .map(|k| {
            let mut pairs = AlgorithmOne::new(k);
            let mut list = Vec::new();
            while list.last().is_none_or(|pair: &(u64, u64)| pair.0 < last) {
                list.extend(pairs.next());
            }
            list
        })
        .collect();
    let g = value as usize;
    let mut steps = Vec::new();
    for n in 0..own.len() {
        let before = &own[..n];
        let mex = if let (Algorithm::Two, Some(&(x, _))) = (algorithm, before.last()) {
            let mut list: Vec<u64> = before.iter().rev().take(g + 1).map(|pair| pair.1).collect();
            list.sort_unstable();
            (x + 1, list)
        } else {
            let mut list: Vec<u64> = before.iter().flat_map(|&(x, y)| [x, y]).collect();
            list.sort_unstable();
            list.dedup();
            (0, list)
        };
        // so many numbers cannot all be in the list
        let mut numbers = mex.0..=mex.0 + mex.1.len() as u64;
        let x = numbers.find(|number| mex.1.binary_search(number).is_err()).unwrap_or(mex.0);
        let window: Vec<(usize, (u64, u64))> = smaller
            .iter()
            .map(|pairs| {
                let index = pairs.partition_point(|pair| pair.0 < x);
                (index, pairs[index])
            })
            .collect();
        let kept = if algorithm == Algorithm::Two { n.saturating_sub(g + 1) } else { 0 };
        let mut rejected = Vec::new();
        // the partner is no further away (theory 8.4)
        let y = (x..=x + g as u64 + 1)
            .find(|&y| {
                let used = before[kept..].iter().find(|pair| pair.0 == y || pair.1 == y);
                let of_value = window.iter().zip(0..).find(|&(&(_, pair), _)| pair == (x, y)).map(|(_, k)| k);
                let why = match (used, of_value) {
                    _ if y == 0 => Some(Rejected::NoPosition),
                    (Some(&pair), _) => Some(Rejected::Used(pair)),
                    (None, Some(k)) => Some(Rejected::Smaller(k)),
                    (None, None) => None,
                };
                rejected.extend(why);
                why.is_none()
            })
            .unwrap_or(x);
        steps.push(TraceStep { n, mex, x, window, rejected, y });
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::AlgorithmTwo;

    #[test]
    fn the_traces_come_to_the_pairs_of_both_algorithms() {
        for value in 0..12 {
            for algorithm in [Algorithm::One, Algorithm::Two] {
                let steps = trace(value, 60, algorithm);
                let pairs: Vec<(u64, u64)> = steps.iter().map(|step| (step.x, step.y)).collect();
                assert_eq!(pairs, AlgorithmTwo::new(value).take(60).collect::<Vec<_>>(), "value {value}");
                for step in &steps {
                    assert_eq!(step.rejected.len() as u64, step.y - step.x, "value {value}");
                }
            }
        }
    }

    /// The example of the paper after Definition 3: i(k, n) is the first index with an x not below that of the pair.
    #[test]
    fn the_index_is_that_of_the_definition() {
        for step in trace(4, 40, Algorithm::Two) {
            for (k, (index, pair)) in (0..).zip(&step.window) {
                let all: Vec<(u64, u64)> = AlgorithmTwo::new(k).take(index + 1).collect();
                assert_eq!(all[*index], *pair);
                assert!(pair.0 >= step.x && all[..*index].iter().all(|before| before.0 < step.x));
            }
        }
    }
}
