//! Sections 1 and 2: nim-addition, sums, the table of Grundy's game.

use sprague::nimber::Nimber;

use crate::claim::Expected::Holds;
use crate::claim::Line;
use crate::finding::{Checked, holds, same};
use crate::plain::{Game, two_parts};
use crate::range::{Range, values};
use crate::{ensure, tables};

#[rustfmt::skip]
pub const CLAIMS: &[Line] = &[
    ("1.1", "section 1, recursion for ∔", "1.7", Holds, recursion_by_halves,
        "a ∔ b = (a + b mod 2) + 2 (⌊a/2⌋ ∔ ⌊b/2⌋)."),
    ("1.2", "eq. (*)", "1.3", Holds, values_by_definition,
        "The value is the least number that is not the value of an option."),
    ("2.1", "P2", "1.6", Holds, sums,
        "The value of a sum is the nim-sum of the values."),
    ("2.2", "Table 1", "5.5", Holds, table_one,
        "The hundred values of Grundy's game to the heap 100."),
];

fn recursion_by_halves(_: &Range) -> Checked {
    fn halves(a: u64, b: u64) -> u64 {
        if a == 0 && b == 0 { 0 } else { (a + b) % 2 + 2 * halves(a / 2, b / 2) }
    }
    for a in 0..500 {
        for b in 0..500 {
            ensure!(halves(a, b) == (Nimber(a) + Nimber(b)).0, "{a} ∔ {b}");
        }
    }
    Ok(holds("a, b < 500", 499))
}

fn values_by_definition(range: &Range) -> Checked {
    let to = range.to(2000, 8000);
    same("Grundy's game", values("grundy", to), two_parts(to as usize, |a, b| a != b))?;
    Ok(holds(format!("Grundy's game, n ≤ {to}"), to))
}

/// A Grundy heap as a graph whose nodes are all positions with at most n tokens in all.
fn grundy_graph(n: u64) -> Game {
    let mut positions: Vec<Vec<u64>> = vec![vec![n]];
    let mut at = 0;
    while at < positions.len() {
        for option in moves(&positions[at]) {
            if !positions.contains(&option) {
                positions.push(option);
            }
        }
        at += 1;
    }
    positions.sort_by_key(|heaps| std::cmp::Reverse(heaps.len()));
    let place = |heaps: &Vec<u64>| positions.iter().position(|other| other == heaps).unwrap_or(0);
    Game { options: positions.iter().map(|heaps| moves(heaps).iter().map(place).collect()).collect() }
}

fn moves(heaps: &[u64]) -> Vec<Vec<u64>> {
    let mut options = Vec::new();
    for (at, &heap) in heaps.iter().enumerate() {
        for part in 1..heap.div_ceil(2) {
            let mut after = heaps.to_vec();
            after.splice(at..=at, [part, heap - part]);
            after.sort_unstable();
            options.push(after);
        }
    }
    options
}

fn sums(_: &Range) -> Checked {
    let g = values("grundy", 20);
    for a in 1..=9 {
        same("a heap as a graph of sums", grundy_graph(a).value(), g[a as usize])?;
        for b in a..=8 {
            same("two heaps", grundy_graph(a).plus(&grundy_graph(b)).value(), g[a as usize] ^ g[b as usize])?;
        }
    }
    Ok(holds("sums of Grundy heaps to 8, as graphs of all their positions", 9))
}

fn table_one(_: &Range) -> Checked {
    let g = values("grundy", 100);
    let known = tables::column(tables::TEN_GAMES, 2);
    same(
        "values",
        g[1..].to_vec(),
        known.iter().filter(|(n, _)| (1..=100).contains(n)).map(|&(_, value)| value).collect(),
    )?;
    same("by mex", g, two_parts(100, |a, b| a != b))?;
    Ok(holds("1 ≤ n ≤ 100", 100))
}
