//! Star Nim: the table for two tokens, the theorems on P-positions, the counts (theory 7, 8.1 to 8.5).

use std::collections::HashMap;

use sprague::games::star_nim::{StarNim, outcome_by_theorem, two_star_table, winning_moves_by_theorem};
use sprague::nimber::{Nimber, nim_sum};
use sprague::play::Outcome;
use sprague::ruleset::{Plain, Ruleset};
use sprague::search::Solver;

use super::{ascending, compare};
use crate::common::{nimber, number, rows};

#[test]
fn two_star_nim_table() {
    let table = two_star_table(60, 60);
    let golden = include_str!("../../../tables/golden/star_nim2_sg_60x60.csv");
    for row in rows(golden) {
        let a = number(row[0]);
        for (b, value) in (0..).zip(&row[1..]) {
            let value = (!value.is_empty()).then(|| nimber(value));
            assert_eq!(table.get(a as usize, b as usize), value, "{a} {b}");
            if let (Some(value), Some(known)) = (value, StarNim.known_value(&vec![a, b])) {
                assert_eq!(known, value, "{a} {b}");
            }
        }
    }
    assert_eq!(table.get(0, 0), None);
    assert_eq!(table.get(61, 0), None);
    assert_eq!(table.get(0, 61), None);
}

#[test]
fn two_star_nim_rows_and_diagonals() {
    let table = two_star_table(447, 800);
    for row in rows(include_str!("../../../tables/golden/star_nim2_row_offsets_rows1to6.csv")) {
        let b = number(row[0]);
        for (a, offset) in (1..).zip(&row[1..]) {
            let value = Nimber(b.checked_add_signed(offset.parse().unwrap()).unwrap());
            assert_eq!(table.get(a, b as usize), Some(value), "{a} {b}");
        }
    }
    for row in rows(include_str!("../../../tables/golden/star_nim2_diagonal_values.csv")) {
        let a = number(row[0]) as usize;
        for (c, value) in (0..).zip(&row[1..]) {
            assert_eq!(table.get(a, a + c), Some(nimber(value)), "{a} {c}");
        }
    }
}

#[test]
fn two_star_nim_closed_forms_bounds_and_permutations() {
    let table = two_star_table(220, 300);
    let mut closed = 0;
    for (a, b) in (1..=220u64).flat_map(|a| (1..=220).map(move |b| (a, b))) {
        let value = table.get(a as usize, b as usize).unwrap();
        assert!(a.abs_diff(b) <= value.0 && value.0 < a + b, "{a} {b}");
        if let Some(known) = StarNim.known_value(&vec![a, b]) {
            assert_eq!(known, value, "{a} {b}");
            closed += 1;
        }
    }
    assert!(closed > 2000, "{closed}");
    for a in 1..60 {
        let row: Vec<Nimber> = (0..=300).map(|b| table.get(a, b).unwrap()).collect();
        for g in (0..120).map(Nimber) {
            let columns: Vec<usize> = (0..=300).filter(|&b| row[b] == g).collect();
            assert_eq!(columns.len(), 1, "row {a} value {g}");
        }
    }
}

/// The sorted P-positions of k-Star Nim with tokens in 1..=most, by search.
fn star_nim_p_positions(k: usize, most: u64) -> Vec<Vec<u64>> {
    let mut solver = Solver::new(StarNim);
    let mut found = ascending(k, 1, most + 1);
    found.retain(|tokens| solver.outcome(tokens).unwrap() == Outcome::P);
    found
}

fn nim_is_p(tokens: &[u64]) -> bool {
    nim_sum(tokens.iter().copied().map(Nimber)).is_zero()
}

#[test]
fn p_positions_and_counts_of_star_nim() {
    for (k, most, golden) in [
        (4, 16, include_str!("../../../tables/golden/star_nim4_ppositions_max16.csv")),
        (5, 10, include_str!("../../../tables/golden/star_nim5_ppositions_max10.csv")),
    ] {
        let listed: Vec<Vec<u64>> =
            rows(golden).map(|row| row[..k].iter().map(|a| number(a)).collect()).collect();
        assert_eq!(star_nim_p_positions(k, most), listed);
    }
    let lists = HashMap::from([(4, star_nim_p_positions(4, 32)), (5, star_nim_p_positions(5, 11))]);
    for row in rows(include_str!("../../../tables/golden/star_nim_k_counts.csv")) {
        let (k, most) = (number(row[0]), number(row[1]));
        if most > if k == 4 { 32 } else { 11 } {
            continue;
        }
        let star: Vec<_> = lists[&k].iter().filter(|tokens| tokens.iter().all(|&a| a <= most)).collect();
        assert_eq!(star.len() as u64, number(row[3]), "{row:?}");
        assert_eq!(star.iter().filter(|tokens| nim_is_p(tokens)).count() as u64, number(row[4]), "{row:?}");
    }
}

#[test]
fn star_nim_theorems_equal_the_search() {
    let of_one_to_three = (0..=3).flat_map(|k| ascending(k, 0, [1, 30, 30, 24][k]));
    let of_four = ascending(4, 0, 11).into_iter().chain(ascending(5, 0, 6));
    let positions: Vec<_> =
        of_one_to_three.chain(of_four).filter(|tokens| tokens.get(1) != Some(&0)).collect();
    let mut solver = Solver::new(Plain(StarNim));
    let mut decided = 0;
    for tokens in &positions {
        let wins = winning_moves_by_theorem(tokens);
        let outcome = outcome_by_theorem(tokens).map(|(outcome, _)| outcome);
        assert_eq!(wins.is_some(), outcome.is_some(), "{tokens:?}");
        if let (Some(wins), Some(outcome)) = (wins, outcome) {
            assert_eq!(outcome, solver.outcome(tokens).unwrap(), "{tokens:?}");
            assert_eq!(wins.is_empty(), outcome == Outcome::P, "{tokens:?}");
            decided += 1;
        }
    }
    assert!(decided > 2500, "{decided}");
    compare(StarNim, positions);
}

#[test]
fn p_positions_of_three_and_four_tokens_over_their_range() {
    let mut solver = Solver::new(Sorted(StarNim));
    for tokens in ascending(3, 1, 40) {
        let outcome = solver.outcome(&tokens).unwrap();
        assert_eq!(outcome == Outcome::P, nim_is_p(&tokens), "{tokens:?}");
    }
    for three in ascending(3, 1, 25) {
        let outcome = solver.outcome(&[vec![1], three.clone()].concat()).unwrap();
        assert_eq!(outcome == Outcome::P, nim_is_p(&three), "1 and {three:?}");
    }
}

/// A game whose options come in canonical form, so that the plain search meets fewer of them.
struct Sorted<R>(R);

impl<R: Ruleset> Ruleset for Sorted<R> {
    type Position = R::Position;

    fn options(&self, position: &R::Position) -> Vec<R::Position> {
        self.0.options(position).into_iter().map(|option| self.0.canonical(option)).collect()
    }
}
