//! Outcomes and Nim under normal play.

use std::collections::HashMap;

use sprague::nim::{HeapMove, nim_sum, winning_moves};
use sprague::play::Outcome;

use crate::claim::Expected::{Corrected, Holds};
use crate::claim::Line;
use crate::ensure;
use crate::finding::{Checked, corrected, holds, same};
use crate::plain::{Chance, Game, ascending};
use crate::range::Range;

#[rustfmt::skip]
pub const CLAIMS: &[Line] = &[
    ("1.1", "P and N", "1.1", Holds, p_and_n,
        "Every move from a P-position leads to an N-position; from an N-position some move leads to a \
         P-position."),
    ("1.2", "Bouton", "2.1", Holds, bouton,
        "Nim is lost exactly when the nim-sum is 0; every move from there spoils it, and from elsewhere \
         one makes it 0."),
    ("1.3", "table, two and three heaps", "2.1", Holds, three_heaps,
        "P-positions: n n; 1 2 3, 1 4 5, 1 6 7, 1 8 9, 2 4 6, 2 5 7, 3 4 7, 3 5 6, 4 8 12, 4 9 13, 5 8 \
         13, 5 9 12."),
    ("1.3a", "table, three heaps, how many", "2.1", Holds, three_heaps_count,
        "The list of three heaps is a choice: to 13 there are 22."),
    ("1.4", "table, four heaps", "2.1", Holds, four_heaps,
        "P-positions: 1 2 4 7, 1 2 5 6, 1 3 4 6, 1 3 5 7, 2 3 4 5, 2 3 6 7, 2 3 8 9, 4 5 6 7, 4 5 8 9, n \
         n m m."),
    ("E-N2", "hint", "2.1", Corrected, which_heap,
        "In which heap the winning move is."),
    ("1.5", "sums and values", "1.6", Holds, sums,
        "Values by mex, sums by nim-sum, on random games."),
];

fn p_and_n(_: &Range) -> Checked {
    let mut positions = 0;
    for heaps in ascending(3, 0, 9) {
        let outcome = Outcome::of_value(nim_sum(&heaps));
        let options = options(&heaps);
        let some = options.iter().any(|option| nim_sum(option).is_zero());
        same(&format!("{heaps:?}"), outcome == Outcome::N, some)?;
        positions += 1;
    }
    Ok(holds(format!("{positions} Nim positions of three heaps to 9"), 9))
}

/// The positions after one move, heaps in ascending order.
pub fn options(heaps: &[u64]) -> Vec<Vec<u64>> {
    let mut all = Vec::new();
    for at in 0..heaps.len() {
        for to in 0..heaps[at] {
            let mut after = heaps.to_vec();
            after[at] = to;
            after.sort_unstable();
            all.push(after);
        }
    }
    all
}

/// Outcomes by the bare recursion.
#[derive(Default)]
pub struct Recursion(HashMap<Vec<u64>, bool>);

impl Recursion {
    /// Whether the position is P when terminal positions are as `end` says.
    pub fn is_p(&mut self, heaps: &[u64], end: bool) -> bool {
        let key: Vec<u64> = heaps.iter().copied().filter(|&heap| heap > 0).collect();
        if key.is_empty() {
            return end;
        }
        if let Some(&known) = self.0.get(&key) {
            return known;
        }
        let is_p = !options(&key).iter().any(|option| self.is_p(option, end));
        self.0.insert(key, is_p);
        is_p
    }
}

fn bouton(range: &Range) -> Checked {
    let to = range.to(9, 14);
    let mut recursion = Recursion::default();
    let mut positions = 0;
    for heaps in ascending(4, 0, to) {
        let zero = nim_sum(&heaps).is_zero();
        same(&format!("{heaps:?}"), recursion.is_p(&heaps, true), zero)?;
        let moves = winning_moves(&heaps);
        ensure!(moves.is_empty() == zero, "winning moves of {heaps:?}");
        for HeapMove { from, to } in moves {
            ensure!(to < from && heaps.contains(&from), "{from} to {to}");
            let left = heaps.iter().fold(from ^ to, |sum, heap| sum ^ heap);
            ensure!(left == 0, "{from} to {to} in {heaps:?}");
        }
        positions += 1;
    }
    Ok(holds(format!("{positions} positions of four heaps to {to}"), to))
}

fn three_heaps(_: &Range) -> Checked {
    let mut recursion = Recursion::default();
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
        ensure!(recursion.is_p(&heaps, true) && nim_sum(&heaps).is_zero(), "{heaps:?}");
    }
    ensure!((1..20).all(|n| recursion.is_p(&[n, n], true)), "n n");
    Ok(holds("twelve triples, and n n to 19", 19))
}

fn three_heaps_count(_: &Range) -> Checked {
    let mut recursion = Recursion::default();
    let found = ascending(3, 1, 13).into_iter().filter(|heaps| recursion.is_p(heaps, true)).count();
    same("P-positions of three heaps to 13", found, 22)?;
    Ok(holds("1 ≤ a ≤ b ≤ c ≤ 13", 13))
}

fn four_heaps(_: &Range) -> Checked {
    let mut recursion = Recursion::default();
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
    ] {
        ensure!(recursion.is_p(&heaps, true) && nim_sum(&heaps).is_zero(), "{heaps:?}");
    }
    for (n, m) in (1..8).flat_map(|n| (n..8).map(move |m| (n, m))) {
        ensure!(recursion.is_p(&[n, n, m, m], true), "{n} {n} {m} {m}");
    }
    Ok(holds("nine quadruples, and n n m m to 7", 9))
}

fn which_heap(_: &Range) -> Checked {
    same("1 2 2", winning_moves(&[1, 2, 2]), vec![HeapMove { from: 1, to: 0 }])?;
    same("1 4 4", winning_moves(&[1, 4, 4]), vec![HeapMove { from: 1, to: 0 }])?;
    same("2 4 5", winning_moves(&[2, 4, 5]), vec![HeapMove { from: 2, to: 1 }])?;
    let mut recursion = Recursion::default();
    let (mut positions, mut largest) = (0, 0);
    for heaps in ascending(3, 1, 8) {
        if recursion.is_p(&heaps, true) {
            continue;
        }
        positions += 1;
        let by_largest = (0..heaps[2]).any(|to| {
            let mut after = vec![heaps[0], heaps[1], to];
            after.sort_unstable();
            recursion.is_p(&after, true)
        });
        largest += u64::from(by_largest);
    }
    ensure!(largest < positions, "the largest heap always wins");
    Ok(corrected(
        "the largest",
        "one with the top bit of the nim-sum",
        format!("three heaps to 8: the largest wins in {largest} of {positions} positions, not in 1 2 2"),
        8,
    ))
}

fn sums(_: &Range) -> Checked {
    let mut chance = Chance(16);
    for _ in 0..200 {
        let (a, b) = (Game::random(&mut chance, 7, 4), Game::random(&mut chance, 7, 4));
        same(
            "value",
            a.plus(&b).value(),
            (sprague::nimber::Nimber(a.value()) + sprague::nimber::Nimber(b.value())).0,
        )?;
        same("outcome", a.plus(&b).is_p(), a.value() == b.value())?;
    }
    Ok(holds("200 random sums", 200))
}
