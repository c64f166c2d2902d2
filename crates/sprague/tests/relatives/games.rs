//! Welter's game, Euclid, Fibonacci Nim, Staircase Nim, Nimble, Silver Dollar with the dollar, Rims and Rayles (theory
//! R.1 to R.8).

use std::collections::HashMap;

use sprague::games::welter::welter_function;
use sprague::nimber::Nimber;
use sprague::play::{Outcome, Play};

use crate::common::{answer, ask, by_definition, moves, position, rows, value};
use sprague_kit::Random;

/// `nim_relatives.csv`: by the definition, in a separate program.
#[test]
fn values_and_outcomes_are_those_of_the_table() {
    let mut lines = 0;
    for cells in rows(include_str!("../../../tables/golden/nim_relatives.csv")) {
        let text = format!("{}: {}", cells[0], cells[1]);
        let normal = answer(&text);
        assert_eq!(normal.value.map(|value| value.to_string()).as_deref(), Some(cells[2]), "{text}");
        assert_eq!(normal.outcome.to_string(), cells[3], "{text}");
        assert_eq!(ask(&text, Play::Misere).expect("a small search").outcome.to_string(), cells[4], "{text}");
        lines += 1;
    }
    assert_eq!(lines, 1769);
}

/// All winning moves, counted and each once, against a plain search over the positions as texts.
#[test]
fn winning_moves_are_all_moves_to_zero() {
    let options = |text: &String| -> Vec<String> {
        let position = position(text);
        let mut all: Vec<String> = position.0[0].distinct_options().iter().map(ToString::to_string).collect();
        all.sort();
        all
    };
    let mut known = HashMap::new();
    for text in [
        "welter: 1 4 7",
        "welter: 0 3 5 9 10",
        "welter: 2 3 5 7 11",
        "welter: 4",
        "euclid: 24 5",
        "euclid: 13 8",
        "euclid: 12 12",
        "euclid: 30 7",
        "fibonacci: 20",
        "fibonacci: 12",
        "fibonacci: 13",
        "fibonacci: 24 limit 9",
        "fibonacci: 20 limit 20",
        "staircase: 3 1 4",
        "staircase: 2 3 1 2",
        "staircase: 0 4 1",
        "nimble: 1 4 4 7",
        "nimble: 0 0 3 6",
        "dollar: 2 4$ 7",
        "dollar: 1 3 6$ 8",
        "dollar: 3$",
        "dollar: 0$ 3",
        "dollar: 2 5 6$",
        "dollar: 4$ 6 9",
        "dollar(at once): 2 4$ 7",
        "dollar(at once): 4$ 7",
        "dollar(at once): 1 3 6$ 8",
        "dollar(at once): 2 5$",
        "rims: 5 3",
        "rayles: 5 4",
    ] {
        let start = position(text).to_string();
        let mut naive = |text: &String| by_definition(&options, text, &mut known).0;
        let expected = naive(&start);
        let solved = answer(text);
        assert_eq!(solved.value, Some(Nimber(expected)), "{text}");
        let wins: Vec<String> = options(&start).into_iter().filter(|option| naive(option) == 0).collect();
        assert_eq!(moves(&solved), wins, "{text}");
        assert_eq!(solved.winning_moves_total, Some(wins.len() as u64), "{text}");
        // every wanted value, as sums need it
        for wanted in 0..8 {
            let sum = format!("{text} + nim: {wanted}");
            let all = answer(&sum);
            let to_wanted = options(&start).into_iter().filter(|it| naive(it) == wanted);
            let listed = moves(&all).iter().filter(|it| it.ends_with(&format!("+ nim: {wanted}"))).count();
            if wanted > 0 && expected != wanted {
                assert_eq!(listed, to_wanted.count(), "{sum}");
            }
        }
    }
}

/// Conway's rule: mate two numbers that are congruent to the highest power of 2, again and again.
fn mated(tokens: &[u64]) -> u64 {
    let mut left = tokens.to_vec();
    let mut sum = 0;
    while left.len() > 1 {
        let pairs = (0..left.len()).flat_map(|i| (0..i).map(move |j| (j, i)));
        let (j, i) = pairs.max_by_key(|&(j, i)| (left[i] ^ left[j]).trailing_zeros()).expect("two numbers");
        sum ^= (left[i] ^ left[j]) - 1;
        left.remove(i);
        left.remove(j);
    }
    sum ^ left.first().copied().unwrap_or(0)
}

#[test]
fn welters_function_mates_the_numbers() {
    let mut random = Random::new(1);
    for size in 0..40usize {
        for shift in [2, 20, 40, 58] {
            let mut tokens = random.list(size, 1 << (63 - shift));
            tokens.sort_unstable();
            tokens.dedup();
            assert_eq!(welter_function(&tokens), Nimber(mated(&tokens)), "{tokens:?}");
        }
    }
}

#[test]
fn welters_function_is_inverted_for_every_token() {
    let text = "welter: 1000000000000000000 999999999999 7 65536 12 1 4000000000000000000 3 2 90";
    let won = answer(text);
    assert_eq!(won.outcome, Outcome::N);
    assert!(won.winning_moves_total.is_some_and(|total| total % 2 == 1), "an odd number of tokens can win");
    for option in &won.winning_moves {
        assert_eq!(value(&option.to_string()), 0, "{option}");
    }
    // each heap of a sum with Nim: the value that is wanted is met, too
    for heap in [1, 5, 1000] {
        for option in answer(&format!("{text} + nim: {heap}")).winning_moves {
            assert_eq!(value(&option.to_string()), 0, "{option}");
        }
    }
}

/// Nivasch's formula is for the game that ends at equal numbers; both games have the same P-positions of different
/// numbers, and values that differ by at most 1.
#[test]
fn euclid_beside_the_formula_of_nivasch() {
    let mut ends = HashMap::new();
    let other_rule = |&(x, y): &(u64, u64)| -> Vec<(u64, u64)> {
        (1..=y / x)
            .map(|j| y - j * x)
            .filter(|&rest| rest > 0)
            .map(|rest| (rest.min(x), rest.max(x)))
            .collect()
    };
    for x in 1..40u64 {
        for y in x..60 {
            let nivasch = (y * y - x * x) / (x * y);
            assert_eq!(by_definition(&other_rule, &(x, y), &mut ends).0, nivasch, "{x} {y}");
            let here = value(&format!("euclid: {x} {y}"));
            assert!(here.abs_diff(nivasch) <= 1, "{x} {y}");
            assert!(x == y || (here == 0) == (nivasch == 0), "{x} {y}");
            let pair = sprague::games::euclid::EuclidPair::new(x, y);
            assert_eq!(pair.outcome() == Outcome::P, here == 0, "{x} {y}");
        }
    }
}

/// Rims and Rayles from the rule: a loop through k points leaves any number of the others inside.
#[test]
fn loops_through_points() {
    let regions = |most: u64| {
        move |regions: &Vec<u64>| -> Vec<Vec<u64>> {
            let mut found = Vec::new();
            for (at, &points) in regions.iter().enumerate() {
                for through in 1..=points.min(most) {
                    for inside in 0..=points - through {
                        let mut after = regions.clone();
                        after[at] = inside;
                        after.push(points - through - inside);
                        after.retain(|&points| points > 0);
                        after.sort_unstable();
                        found.push(after);
                    }
                }
            }
            found
        }
    };
    for (name, most) in [("rims", u64::MAX), ("rayles", 2)] {
        let (options, mut known) = (regions(most), HashMap::new());
        for a in 0..8 {
            for b in 0..=a.min(3) {
                let mut start = vec![a, b];
                start.retain(|&points| points > 0);
                start.sort_unstable();
                let expected = by_definition(&options, &start, &mut known).0;
                assert_eq!(value(&format!("{name}: {a} {b}")), expected, "{name}: {a} {b}");
            }
        }
    }
}
