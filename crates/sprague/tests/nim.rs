//! Nim, misère Nim, bogus Nim and the Ulam-Warburton automaton against the golden tables (theory 2) and
//! search.

use std::collections::{BTreeSet, HashMap};

use sprague::games::Game;
use sprague::games::bogus_nim::{self, BogusNim};
use sprague::limits::TooLarge;
use sprague::nim::{
    HeapMove, count_zero_triples, longest_optimal_game, misere_outcome, misere_winning_moves, nim_sum,
    winning_moves,
};
use sprague::nimber::Nimber;
use sprague::play::Outcome;
use sprague::ruleset::{Plain, Ruleset};
use sprague::search::{MisereSolver, Solver};
use sprague::ulam_warburton::{births, cells, generations, simulated_births, zero_triples};

use crate::common::{agrees_with_options_alone, all_written, number, rows};

/// Nim by its options alone; heaps in ascending order, without zeros.
struct Nim;

impl Ruleset for Nim {
    type Position = Vec<u64>;

    fn options(&self, heaps: &Vec<u64>) -> Vec<Vec<u64>> {
        let moves = heaps.iter().flat_map(|&from| (0..from).map(move |to| HeapMove { from, to }));
        moves.map(|step| after(heaps, step)).collect()
    }
}

fn after(heaps: &[u64], step: HeapMove) -> Vec<u64> {
    let mut heaps = heaps.to_vec();
    let at = heaps.iter().position(|&heap| heap == step.from).expect("a heap of this size");
    heaps[at] = step.to;
    heaps.retain(|&heap| heap > 0);
    heaps.sort_unstable();
    heaps
}

/// All multisets of up to `count` heaps of 1 to `largest`.
fn multisets(count: usize, largest: u64) -> Vec<Vec<u64>> {
    let mut all = vec![vec![]];
    let mut last = all.clone();
    for _ in 0..count {
        last = last
            .iter()
            .flat_map(|heaps: &Vec<u64>| {
                let least = heaps.last().copied().unwrap_or(1);
                (least..=largest).map(move |heap| [heaps.as_slice(), &[heap]].concat())
            })
            .collect();
        all.extend(last.clone());
    }
    all
}

fn sorted(heaps: &[u64], moves: Vec<HeapMove>) -> Vec<Vec<u64>> {
    let mut options: Vec<_> = moves.into_iter().map(|step| after(heaps, step)).collect();
    options.sort_unstable();
    options
}

/// Theory 2.1: how many P-positions the slides choose from, and the heap to move in (E-N2), which may be the smallest.
#[test]
fn p_positions_of_three_heaps() {
    let triples = multisets(3, 13).into_iter().filter(|heaps| heaps.len() == 3 && nim_sum(heaps).is_zero());
    assert_eq!(triples.count(), 22);
    for (heaps, from, to) in [([1, 2, 2], 1, 0), ([1, 4, 4], 1, 0), ([2, 4, 5], 2, 1)] {
        assert_eq!(winning_moves(&heaps), [HeapMove { from, to }]);
    }
}

/// `misere_nim_3heaps_max7.csv`: brute force for the specification.
#[test]
fn three_heaps_under_both_plays() {
    let mut lines = 0;
    for fields in rows(include_str!("../../tables/golden/misere_nim_3heaps_max7.csv")) {
        let heaps: Vec<u64> = fields[..3].iter().map(|field| number(field)).collect();
        assert_eq!(Outcome::of_value(nim_sum(&heaps)).to_string(), fields[3], "{heaps:?}");
        assert_eq!(misere_outcome(&heaps).to_string(), fields[4], "{heaps:?}");
        lines += 1;
    }
    assert_eq!(lines, 120);
}

/// Moves are compared as sets.
fn in_order<M: Ord>(moves: Result<Vec<M>, TooLarge>) -> Result<Vec<M>, TooLarge> {
    moves.map(|mut moves| {
        moves.sort_unstable();
        moves
    })
}

#[test]
fn closed_forms_agree_with_the_plain_search() {
    let mut normal = Solver::new(Nim);
    let mut misere = MisereSolver::new(Nim);
    for heaps in multisets(4, 6).into_iter().chain(multisets(6, 2)) {
        assert_eq!(normal.value(&heaps), Ok(nim_sum(&heaps)));
        assert_eq!(in_order(normal.winning_moves(&heaps)), Ok(sorted(&heaps, winning_moves(&heaps))));
        assert_eq!(misere.value(&heaps).map(Outcome::of_value), Ok(misere_outcome(&heaps)), "{heaps:?}");
        assert_eq!(
            in_order(misere.winning_moves(&heaps)),
            Ok(sorted(&heaps, misere_winning_moves(&heaps))),
            "{heaps:?}"
        );
    }
}

/// `nim_longest_optimal_game.csv`: full recursion for the specification; then the same recursion here.
#[test]
fn the_longest_optimal_games() {
    let mut lines = 0;
    for fields in rows(include_str!("../../tables/golden/nim_longest_optimal_game.csv")) {
        let heaps: Vec<u64> = fields[0].split(' ').map(number).collect();
        assert_eq!(longest_optimal_game(&heaps).to_string(), fields[3], "{heaps:?}");
        lines += 1;
    }
    assert_eq!(lines, 118);

    let mut longest: HashMap<Vec<u64>, u128> = HashMap::new();
    let mut all = multisets(4, 5);
    all.sort_unstable_by_key(|heaps| heaps.iter().sum::<u64>());
    for heaps in all {
        let is_p = nim_sum(&heaps).is_zero();
        let options = Nim.options(&heaps).into_iter().filter(|option| is_p || nim_sum(option).is_zero());
        let length = options.map(|option| longest[&option] + 1).max().unwrap_or(0);
        assert_eq!(longest_optimal_game(&heaps), length, "{heaps:?}");
        longest.insert(heaps, length);
    }
}

/// `ulam_warburton.csv`: simulation and enumeration for the specification (theory 2.5).
#[test]
fn the_automaton_and_three_heap_nim() {
    let simulated = simulated_births(64);
    for row in rows(include_str!("../../tables/golden/ulam_warburton.csv")) {
        let fields: Vec<u64> = row.into_iter().map(number).collect();
        let n = fields[0];
        assert_eq!(simulated[n as usize], fields[1]);
        assert_eq!(births(n), u128::from(fields[1]));
        assert_eq!(count_zero_triples(2 * n), u128::from(fields[2]));
        assert_eq!(count_zero_triples(2 * n + 1), 0);
        if n > 0 {
            assert_eq!(3 * births(n), 4 * count_zero_triples(2 * n));
        }
    }
    assert_eq!(simulated.len(), 65);
    assert_eq!(births(u64::MAX), 4 * 3u128.pow(63));
}

#[test]
fn triples_grow_like_the_automaton() {
    for n in 0..=40u64 {
        let mut enumerated = BTreeSet::new();
        for a in 0..=n {
            for b in 0..=n {
                let c = a ^ b;
                if a + b + c == 2 * n {
                    enumerated.insert([a, b, c]);
                }
            }
        }
        assert_eq!(zero_triples(n as u16), enumerated, "total {}", 2 * n);
    }
}

fn bogus(heaps: &[u64], bank: u64) -> bogus_nim::BankedHeaps {
    bogus_nim::BankedHeaps::new(heaps.to_vec(), bank).expect("small heaps")
}

/// `bogus_nim.csv`: mex recursion for the specification (theory 2.3).
#[test]
fn bogus_nim_has_the_values_of_nim() {
    let mut plain = Solver::new(Plain(BogusNim));
    let mut lines = 0;
    for row in rows(include_str!("../../tables/golden/bogus_nim.csv")) {
        let fields: Vec<u64> = row.into_iter().map(number).collect();
        let position = bogus(&fields[..1], fields[1]);
        assert_eq!(BogusNim.reduce(&position).unwrap().known, Nimber(fields[2]));
        assert_eq!(plain.value(&position), Ok(Nimber(fields[2])), "{position:?}");
        lines += 1;
    }
    assert_eq!(lines, 121);
}

#[test]
fn heaps_with_one_bank_agree_with_the_plain_search() {
    let mut plain = Solver::new(Plain(BogusNim));
    for heaps in [&[][..], &[0], &[0, 0], &[3, 1], &[2, 2], &[4, 3, 0], &[2, 2, 1]] {
        for bank in 0..=4 {
            let position = bogus(heaps, bank);
            assert_eq!(plain.value(&position), Ok(nim_sum(heaps)), "{position:?}");
            for wanted in (0..9).map(Nimber) {
                let found = BogusNim
                    .moves_by_theorem(&position, wanted, usize::MAX)
                    .map(|found| found.moves)
                    .unwrap();
                assert_eq!(
                    in_order(Ok(found)),
                    in_order(plain.options_of_value(&position, wanted)),
                    "{position:?}"
                );
            }
            let options = BogusNim.options(&position);
            assert_eq!(options.iter().collect::<BTreeSet<_>>().len(), options.len());
            assert_eq!(BogusNim.breadth(&position) as usize, options.len());
            agrees_with_options_alone(&BogusNim, &position);
        }
    }
}

#[test]
fn bogus_positions_are_read_as_they_are_written() {
    all_written(&[
        ("bogus-nim: 3 5 bank 7", "bogus-nim: 5 3 bank 7"),
        ("bogus-nim: 0 0", "bogus-nim: 0 0"),
        ("bogus-nim: 4 bank 0", "bogus-nim: 4"),
        ("bogus-nim: bank 3", "bogus-nim: bank 3"),
        ("bogus-nim:", "bogus-nim:"),
    ]);
}

/// The cells of all generations together, by the formula and by running the automaton.
#[test]
fn all_cells_of_the_automaton() {
    let born = generations(70);
    let mut all = 0;
    let mut seen = std::collections::HashSet::new();
    for (generation, new) in (0..).zip(&born) {
        all += new.len() as u128;
        assert_eq!(cells(generation), all, "generation {generation}");
        assert!(new.iter().all(|&cell| seen.insert(cell)));
    }
    assert_eq!(cells(u64::MAX >> 1), (4u128.pow(63) - 1) / 3 * 4 + 1);
}
