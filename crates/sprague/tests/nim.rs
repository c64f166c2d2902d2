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
use sprague::notation::Cursor;
use sprague::play::Outcome;
use sprague::ruleset::{Plain, Ruleset};
use sprague::search::{MisereSolver, Solver};
use sprague::ulam_warburton::{births, cells, generations, simulated_births, zero_triples};

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

/// Theory 2.1: the P-positions of the slides, and their number to 13.
#[test]
fn the_published_p_positions() {
    for heaps in [
        [1, 2, 3],
        [1, 4, 5],
        [1, 6, 7],
        [1, 8, 9],
        [2, 4, 6],
        [2, 5, 7],
        [3, 4, 7],
        [3, 5, 6],
        [4, 8, 12],
        [4, 9, 13],
        [5, 8, 13],
        [5, 9, 12],
    ] {
        assert_eq!(nim_sum(&heaps), Nimber(0), "{heaps:?}");
    }
    for heaps in [
        [1, 2, 4, 7],
        [1, 2, 5, 6],
        [1, 3, 4, 6],
        [1, 3, 5, 7],
        [2, 3, 4, 5],
        [2, 3, 6, 7],
        [2, 3, 8, 9],
        [4, 5, 6, 7],
        [4, 5, 8, 9],
        [6, 6, 9, 9],
    ] {
        assert_eq!(nim_sum(&heaps), Nimber(0), "{heaps:?}");
    }
    let triples = multisets(3, 13).into_iter().filter(|heaps| heaps.len() == 3 && nim_sum(heaps).is_zero());
    assert_eq!(triples.count(), 22);
}

/// E-N2: the largest heap is not always the one to move in.
#[test]
fn the_winning_heap_may_be_the_smallest() {
    assert_eq!(winning_moves(&[1, 2, 2]), [HeapMove { from: 1, to: 0 }]);
    assert_eq!(winning_moves(&[1, 4, 4]), [HeapMove { from: 1, to: 0 }]);
    assert_eq!(winning_moves(&[2, 4, 5]), [HeapMove { from: 2, to: 1 }]);
}

/// E-N3: pairs of equal heaps are misère P-positions only if some heap has two tokens.
#[test]
fn pairs_under_misere_play() {
    for (heaps, outcome) in [
        (vec![1], Outcome::P),
        (vec![1, 1, 1], Outcome::P),
        (vec![2, 2], Outcome::P),
        (vec![1, 1, 2, 2], Outcome::P),
        (vec![3, 3, 3, 3], Outcome::P),
        (vec![1, 1], Outcome::N),
        (vec![1, 1, 1, 1], Outcome::N),
        (vec![], Outcome::N),
        (vec![0, 0], Outcome::N),
    ] {
        assert_eq!(misere_outcome(&heaps), outcome, "{heaps:?}");
    }
}

/// `misere_nim_3heaps_max7.csv`: brute force for the specification.
#[test]
fn three_heaps_under_both_plays() {
    let mut lines = 0;
    for line in include_str!("../../tables/golden/misere_nim_3heaps_max7.csv").lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let heaps: Vec<u64> = fields[..3].iter().map(|field| field.parse().unwrap()).collect();
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
    for line in include_str!("../../tables/golden/nim_longest_optimal_game.csv").lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let heaps: Vec<u64> = fields[0].split(' ').map(|heap| heap.parse().unwrap()).collect();
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
    for line in include_str!("../../tables/golden/ulam_warburton.csv").lines().skip(1) {
        let fields: Vec<u64> = line.split(',').map(|field| field.parse().unwrap()).collect();
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
    for line in include_str!("../../tables/golden/bogus_nim.csv").lines().skip(1) {
        let fields: Vec<u64> = line.split(',').map(|field| field.parse().unwrap()).collect();
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
            let misere = MisereSolver::new(Plain(BogusNim)).value(&position);
            assert_eq!(MisereSolver::new(BogusNim).value(&position), misere, "{position:?}");
        }
    }
}

#[test]
fn bogus_positions_are_read_as_they_are_written() {
    struct Written(bogus_nim::BankedHeaps);
    impl std::fmt::Display for Written {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            BogusNim.write(&self.0, f)
        }
    }
    for (text, written) in
        [("3 5 bank 7", "5 3 bank 7"), ("0 0", "0 0"), ("4 bank 0", "4"), ("bank 3", "bank 3"), ("", "")]
    {
        let position = BogusNim.read(&mut Cursor::new(text)).unwrap();
        assert_eq!(Written(position.clone()).to_string(), written);
        assert_eq!(BogusNim.read(&mut Cursor::new(written)), Ok(position));
    }
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
