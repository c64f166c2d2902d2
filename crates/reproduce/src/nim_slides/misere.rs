//! Nim under misère play.

use sprague::nim::{misere_outcome, misere_winning_moves, nim_sum};
use sprague::play::Outcome;

use super::nim::Recursion;
use crate::claim::Expected::{Corrected, Holds};
use crate::claim::Line;
use crate::finding::{Checked, corrected, holds, same};
use crate::plain::ascending;
use crate::range::Range;
use crate::{ensure, tables};

#[rustfmt::skip]
pub const CLAIMS: &[Line] = &[
    ("E-N1", "terminal positions", "1.1", Corrected, terminal_positions,
        "What a terminal position is under misère play."),
    ("1.6", "misère Nim", "2.2", Holds, misere_nim,
        "Under misère play P: nim-sum 0 and some heap ≥ 2, or an odd number of ones and nothing else."),
    ("1.6a", "misère Nim, examples", "2.2", Holds, misere_examples,
        "1; 1 1 1; 2 2; 1 1 2 2 are P, and 1 1; 1 1 1 1; nothing are N; all positions of three heaps to \
         7."),
    ("E-N3", "table", "2.2", Corrected, pairs_under_misere_play,
        "When 1 1 n n, n n m m and n n n n are P under misère play."),
];

fn terminal_positions(_: &Range) -> Checked {
    let mut recursion = Recursion::default();
    same("one heap of 1: the mover must take it and loses", recursion.is_p(&[1], false), true)?;
    same("by the library", (misere_outcome(&[]), misere_outcome(&[1])), (Outcome::N, Outcome::P))?;
    // were the end P, misère play would be normal play
    same("with the end P", Recursion::default().is_p(&[1], true), false)?;
    Ok(corrected(
        "always P",
        "P in normal play, N in misère play",
        "the empty Nim position, and the heap 1",
        1,
    ))
}

fn misere_nim(_: &Range) -> Checked {
    let mut recursion = Recursion::default();
    let mut positions = 0;
    let largest = [0, 30, 30, 14, 9, 8];
    for (count, most) in (0..).zip(largest) {
        for heaps in ascending(count, 1, most) {
            let formula = if heaps.iter().any(|&heap| heap >= 2) {
                heaps.iter().fold(0, |sum, heap| sum ^ heap) == 0
            } else {
                heaps.len() % 2 == 1
            };
            let p = recursion.is_p(&heaps, false);
            same(&format!("{heaps:?}"), (formula, misere_outcome(&heaps) == Outcome::P), (p, p))?;
            same("winning moves", misere_winning_moves(&heaps).is_empty(), p || heaps.is_empty())?;
            positions += 1;
        }
    }
    same("positions", positions, 2343)?;
    Ok(holds(format!("{positions} positions of up to five heaps"), positions))
}

fn misere_examples(_: &Range) -> Checked {
    let p: [&[u64]; 4] = [&[1], &[1, 1, 1], &[2, 2], &[1, 1, 2, 2]];
    let n: [&[u64]; 3] = [&[], &[1, 1], &[1, 1, 1, 1]];
    ensure!(p.iter().all(|heaps| misere_outcome(heaps) == Outcome::P), "P-positions");
    ensure!(n.iter().all(|heaps| misere_outcome(heaps) == Outcome::N), "N-positions");
    let mut rows = 0;
    for row in tables::rows(tables::MISERE_NIM) {
        let heaps: Vec<u64> = (0..3).filter_map(|at| tables::cell(&row, at)).collect();
        let outcomes = (Outcome::of_value(nim_sum(&heaps)).to_string(), misere_outcome(&heaps).to_string());
        same(&format!("{heaps:?}"), outcomes, (row[3].to_owned(), row[4].to_owned()))?;
        rows += 1;
    }
    same("rows of the golden table", rows, 120)?;
    Ok(holds("a ≤ b ≤ c ≤ 7", 7))
}

fn pairs_under_misere_play(_: &Range) -> Checked {
    let mut recursion = Recursion::default();
    for n in 1..7u64 {
        for m in n..7 {
            for heaps in [vec![1, 1, n, n], vec![n, n, m, m], vec![n, n, n, n]] {
                let mut heaps = heaps;
                heaps.sort_unstable();
                same(&format!("{heaps:?}"), recursion.is_p(&heaps, false), heaps[3] >= 2)?;
            }
        }
    }
    Ok(corrected("always", "if some heap is at least 2", "n, m < 7; 1 1 1 1 is N", 6))
}
