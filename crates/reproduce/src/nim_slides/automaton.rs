//! The automaton of Ulam and Warburton beside three-heap Nim.

use std::collections::BTreeSet;

use sprague::nim::count_zero_triples;
use sprague::ulam_warburton::{births, simulated_births, zero_triples};

use crate::claim::Expected::{Corrected, Holds};
use crate::claim::Line;
use crate::finding::{Checked, corrected, holds, same};
use crate::range::Range;
use crate::{ensure, tables};

#[rustfmt::skip]
pub const CLAIMS: &[Line] = &[
    ("3.1", "P-positions by total", "2.5", Holds, triples,
        "3^w(n) ordered triples of nim-sum 0 have the total 2n, w the number of ones of n; none has an \
         odd total."),
    ("3.2", "Ulam-Warburton", "2.5", Holds, cells,
        "Generation n ≥ 1 of the automaton adds 4 · 3^(w(n) - 1) cells: 1, 4, 4, 12, 4, 12, 12, 36."),
    ("3.3", "the correspondence", "2.5", Holds, arms,
        "Three times the cells of generation n are four times the triples of total 2n."),
    ("3.4", "Nim as an automaton", "2.5", Holds, one_parent,
        "A triple of total 2n is a P-position exactly when just one of the triples with 1 less in two \
         places is."),
    ("E-N4", "Nim as an automaton of this form", "2.5", Corrected, no_bijection,
        "How the two correspond."),
    ("3.5", "four heaps", "2.5", Holds, quadruples,
        "Ordered quadruples of nim-sum 0 and total 2n: 1, 6, 7, 36, 13, 42, 43, 216."),
];

fn enumerated(n: u64) -> BTreeSet<[u64; 3]> {
    let pairs = (0..=n).flat_map(|a| (0..=n).map(move |b| [a, b, a ^ b]));
    pairs.filter(|triple| triple.iter().sum::<u64>() == 2 * n).collect()
}

fn triples(range: &Range) -> Checked {
    let to = range.to(64, 200);
    for n in 0..=to {
        let found = enumerated(n).len() as u128;
        same(&format!("n = {n}"), (found, count_zero_triples(2 * n)), (3u128.pow(n.count_ones()), found))?;
        same("odd totals", count_zero_triples(2 * n + 1), 0)?;
    }
    for total in (1..60).step_by(2) {
        let odd = (0..=total).any(|a| (0..=total - a).any(|b| a ^ b == total - a - b));
        ensure!(!odd, "the total {total}");
    }
    Ok(holds(format!("n ≤ {to}"), to))
}

/// The automaton on a set of cells.
fn simulate(last: usize) -> Vec<u64> {
    let mut live = BTreeSet::from([(0i32, 0i32)]);
    let mut born = vec![1];
    let around = |(x, y): (i32, i32)| [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)];
    for _ in 0..last {
        let near: BTreeSet<(i32, i32)> =
            live.iter().flat_map(|&cell| around(cell)).filter(|cell| !live.contains(cell)).collect();
        let new: Vec<(i32, i32)> = near
            .into_iter()
            .filter(|&cell| around(cell).iter().filter(|other| live.contains(other)).count() == 1)
            .collect();
        born.push(new.len() as u64);
        live.extend(new);
    }
    born
}

fn cells(range: &Range) -> Checked {
    let to = range.to(40, 64);
    let born = simulate(to as usize);
    same("the first", born[..8].to_vec(), vec![1, 4, 4, 12, 4, 12, 12, 36])?;
    same("the library's simulation", simulated_births(to as u16), born.clone())?;
    for (n, &count) in (0..).zip(&born) {
        same(&format!("generation {n}"), births(n), count.into())?;
        if n > 0 {
            same("4 · 3^(w - 1)", u128::from(count), 4 * 3u128.pow(n.count_ones() - 1))?;
        }
    }
    for (n, count) in tables::column(tables::ULAM_WARBURTON, 1) {
        same("the golden table", births(n), count.into())?;
    }
    Ok(holds(format!("n ≤ {to}, by simulation"), to))
}

fn arms(range: &Range) -> Checked {
    let to = range.to(40, 64);
    let born = simulate(to as usize);
    for n in 1..=to {
        same(&format!("n = {n}"), 3 * born[n as usize], 4 * enumerated(n).len() as u64)?;
    }
    Ok(holds(format!("1 ≤ n ≤ {to}"), to))
}

fn one_parent(_: &Range) -> Checked {
    for n in 1..=40u64 {
        let before = enumerated(n - 1);
        let now = enumerated(n);
        for a in 0..=2 * n {
            for b in 0..=2 * n - a {
                let triple = [a, b, 2 * n - a - b];
                let parents = [(0, 1), (0, 2), (1, 2)].into_iter().filter(|&(i, j)| {
                    let mut parent = triple;
                    if parent[i] == 0 || parent[j] == 0 {
                        return false;
                    }
                    parent[i] -= 1;
                    parent[j] -= 1;
                    before.contains(&parent)
                });
                ensure!((parents.count() == 1) == now.contains(&triple), "{triple:?}");
            }
        }
        same("the library's automaton", zero_triples(n as u16), now)?;
    }
    Ok(holds("n ≤ 40, every triple", 40))
}

fn no_bijection(_: &Range) -> Checked {
    let born = simulate(40);
    let equal = (1..=40).filter(|&n| born[n as usize] == enumerated(n).len() as u64).count();
    same("generations with as many cells as triples", equal, 0)?;
    Ok(corrected(
        "an automaton of this form",
        "arm by arm: four arms there, three here, a factor 4/3",
        "1 ≤ n ≤ 40: the numbers never agree",
        40,
    ))
}

fn quadruples(range: &Range) -> Checked {
    let count = |n: u64| {
        let mut found = 0;
        for a in 0..=2 * n {
            for b in 0..=2 * n - a {
                found += (0..=2 * n - a - b).filter(|&c| a ^ b ^ c == 2 * n - a - b - c).count();
            }
        }
        found
    };
    let to = range.to(15, 40);
    let found: Vec<usize> = (0..=to).map(count).collect();
    same("the first", found[..8].to_vec(), vec![1, 6, 7, 36, 13, 42, 43, 216])?;
    // by the lowest bit: n even leaves halves with no odd entry or all four odd, n odd two odd entries of six pairs
    for n in 1..=to as usize {
        let half = n / 2;
        let known = if n % 2 == 1 { 6 * found[half] } else { found[half] + found[half - 1] };
        same(&format!("n = {n}"), found[n], known)?;
    }
    Ok(holds(format!("n ≤ {to}"), to))
}
