//! The Ulam-Warburton automaton and its twin in three-heap Nim (theory 2.5).
//!
//! Cells of the square lattice start with one ON; in each generation every OFF cell with exactly one ON
//! neighbor turns ON. The same growth rule, three ways to grow instead of four, makes the triples of nim-sum
//! zero: a triple of total 2n is a P-position of Nim exactly when exactly one of the triples with 1
//! subtracted from two of its entries is one of total 2n - 2. Births follow 4 * 3^(w(n) - 1) and 3^w(n), w(n)
//! the number of 1 bits of n; the simulations below are the independent side of that claim and cost time and
//! memory in proportion to the cells.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::notation::LARGEST;

/// The number of cells born in generation n, by the formula; generation 0 is the first cell.
pub const fn births(generation: u64) -> u128 {
    match generation.count_ones() {
        0 => 1,
        ones => 4 * 3u128.pow(ones - 1),
    }
}

/// The number of cells after generation n, by the formula: the numbers 3^w(i), i < m, add up to 4^b for m = 2^b, so for
/// any m to a sum over its bits. 2^63 - 1 is the last generation that is counted; a later one has as many.
///
/// ```
/// use sprague::ulam_warburton::{births, cells};
/// assert_eq!((0..=5).map(births).sum::<u128>(), cells(5));
/// assert_eq!(cells(7), 85);
/// ```
pub fn cells(generation: u64) -> u128 {
    let end = u128::from(generation.min(LARGEST)) + 1;
    let (mut sum, mut above) = (0, 1);
    for bit in (0..u64::BITS).rev().filter(|&bit| end >> bit & 1 == 1) {
        sum += above * 4u128.pow(bit);
        above *= 3;
    }
    (sum - 1) / 3 * 4 + 1
}

/// The cells born in generations 0, 1, ..., `last`, by running the automaton.
pub fn generations(last: u16) -> Vec<Vec<(i32, i32)>> {
    let mut on = HashSet::from([(0i32, 0i32)]);
    let mut all = vec![vec![(0, 0)]];
    for at in 0..usize::from(last) {
        // a cell that gains its first ON neighbor now has a newborn neighbor
        let mut touched: HashSet<(i32, i32)> = HashSet::new();
        touched.extend(all[at].iter().flat_map(|&cell| neighbors(cell)).filter(|cell| !on.contains(cell)));
        touched.retain(|&cell| neighbors(cell).iter().filter(|near| on.contains(near)).count() == 1);
        on.extend(&touched);
        all.push(touched.into_iter().collect());
    }
    for cells in &mut all {
        cells.sort_unstable();
    }
    all
}

/// The numbers of cells born in generations 0, 1, ..., `last`, by running the automaton.
pub fn simulated_births(last: u16) -> Vec<u64> {
    generations(last).iter().map(|cells| cells.len() as u64).collect()
}

const fn neighbors((x, y): (i32, i32)) -> [(i32, i32); 4] {
    [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
}

/// The ordered triples of nim-sum zero and total 2n, grown from (0, 0, 0) in n generations.
///
/// ```
/// use sprague::ulam_warburton::zero_triples;
/// assert_eq!(zero_triples(1), [[0, 1, 1], [1, 0, 1], [1, 1, 0]].into());
/// ```
pub fn zero_triples(generations: u16) -> BTreeSet<[u64; 3]> {
    (0..generations).fold(BTreeSet::from([[0; 3]]), |triples, _| next_triples(&triples))
}

/// The triples that have exactly one parent among `triples`.
fn next_triples(triples: &BTreeSet<[u64; 3]>) -> BTreeSet<[u64; 3]> {
    let mut parents: BTreeMap<[u64; 3], u8> = BTreeMap::new();
    for &[a, b, c] in triples {
        for child in [[a + 1, b + 1, c], [a + 1, b, c + 1], [a, b + 1, c + 1]] {
            *parents.entry(child).or_default() += 1;
        }
    }
    parents.into_iter().filter(|&(_, count)| count == 1).map(|(child, _)| child).collect()
}
