//! Silver Dollar, Star Silver Dollar, Star Nim and shared squares against golden tables and the plain search.
//!
//! The tables were computed by independent brute-force programs; each test names its file. The search knows only
//! the options, so it shares nothing with the theorems that it judges.

mod far;
mod marks;
mod notation;
mod shared;
mod silver_dollar;
mod star;
mod star_jumps;
mod star_nim;

use std::collections::HashMap;
use std::fmt;

use sprague::games::Game;
use sprague::games::silver_dollar::Strip;
use sprague::games::star::StarPosition;
use sprague::nimber::Nimber;
use sprague::ruleset::Plain;
use sprague::search::Solver;

use crate::common::number;

/// The tokens of a column such as `1 4 6`.
fn strip(text: &str) -> Strip {
    Strip::new(text.split_whitespace().map(number).collect()).unwrap()
}

fn star(text: &str) -> StarPosition {
    StarPosition::new(text.split('|').map(strip).collect()).unwrap()
}

/// All strips with `sizes` many tokens on squares below `squares`.
fn all_strips(squares: u64, sizes: std::ops::RangeInclusive<u32>) -> Vec<Strip> {
    let tokens = |set: u64| (0..squares).filter(|square| set >> square & 1 == 1).collect();
    let sets = (0..1u64 << squares).filter(|set| sizes.contains(&set.count_ones()));
    sets.map(|set| Strip::new(tokens(set)).unwrap()).collect()
}

/// All ascending lists of `count` tokens in `least..most`.
fn ascending(count: usize, least: u64, most: u64) -> Vec<Vec<u64>> {
    if count == 0 {
        return vec![vec![]];
    }
    let longer = |tokens: Vec<u64>| {
        let from = tokens.last().copied().unwrap_or(least);
        (from..most).map(move |token| tokens.iter().copied().chain([token]).collect())
    };
    ascending(count - 1, least, most).into_iter().flat_map(longer).collect()
}

/// How many positions had a closed form, a reduction, and options found by theorem.
#[derive(Debug, Default, PartialEq)]
struct Tally {
    closed: usize,
    reduced: usize,
    listed: usize,
}

/// Compares everything that the theory says of the positions with the plain search.
fn compare<B: Game + Copy>(rules: B, positions: impl IntoIterator<Item = B::Position>) -> Tally
where
    B::Position: fmt::Debug + Ord,
{
    let mut solver = Solver::new(Plain(rules));
    let mut tally = Tally::default();
    for position in positions {
        let value = solver.value(&position).unwrap();
        if let Some(known) = rules.known_value(&position) {
            assert_eq!(known, value, "{position:?}");
            tally.closed += 1;
        }
        if let Some(reduction) = rules.reduce(&position) {
            let rest: Nimber = reduction.rest.iter().map(|rest| solver.value(rest).unwrap()).sum();
            assert_eq!(reduction.known + rest, value, "{position:?} by {}", reduction.theorem);
            tally.reduced += 1;
        }
        let mut by_value: HashMap<Nimber, Vec<B::Position>> = HashMap::new();
        let options = rules.options(&position);
        for option in &options {
            let found = by_value.entry(solver.value(option).unwrap()).or_default();
            found.push(rules.canonical(option.clone()));
        }
        assert!(options.len() as f64 <= rules.breadth(&position), "{position:?}");
        let most = value.0 + 2;
        for target in (0..=most).map(Nimber) {
            if let Some(listed) =
                rules.moves_by_theorem(&position, target, usize::MAX).map(|found| found.moves)
            {
                let mut listed: Vec<_> = listed.into_iter().map(|option| rules.canonical(option)).collect();
                let mut searched = by_value.remove(&target).unwrap_or_default();
                listed.sort_unstable();
                searched.sort_unstable();
                assert_eq!(listed, searched, "{position:?} to {target}");
                searched.dedup();
                assert_eq!(listed, searched, "{position:?} has options that differ in their order only");
                tally.listed += 1;
            }
        }
    }
    tally
}
