//! Section 3: rectangles that are cut into unequal parts.

use sprague::games::rectangle::Rectangles;
use sprague::nimber::Nimber;
use sprague::search::Solver;

use crate::claim::Expected::{Corrected, Holds};
use crate::claim::Line;
use crate::finding::{Checked, corrected, holds, same};
use crate::plain::{mex, two_parts};
use crate::range::{Range, values};
use crate::{ensure, tables};

#[rustfmt::skip]
pub const CLAIMS: &[Line] = &[
    ("3.1", "section 3, rules", "5.1", Holds, rules,
        "A cut replaces one side by two unequal parts; G(M, N) = G(N, M), and sides 1 and 2 leave a heap."),
    ("E-S3", "formula for G(M, N)", "5.1", Corrected, complement_in_naturals,
        "From which numbers the values of options are struck out."),
    ("3.2", "Theorem", "5.2", Holds, theorem,
        "G(M, N) is the value of the other side if one side has 0, and 1 if both are positive."),
    ("3.3", "Theorem, examples", "5.2", Holds, examples,
        "G(5,20) = 2, G(5,13) = 1, G(7,18) = 4."),
    ("3.4", "Table 2", "5.2", Holds, table_two,
        "Apart from one entry the table of rectangles is right."),
    ("E-S1", "Table 2, row 2, column 19", "5.2", Corrected, entry_2_19,
        "The entry for the rectangle 2 × 19."),
    ("E-S4", "proof of part 1(ii)", "5.2", Corrected, entry_of_the_proof,
        "The first entry of the set displayed is the value of the rectangle with the cut side i."),
];

/// Rectangles by mex over both directions, each with its own rule.
pub fn rectangles(
    to: usize,
    down: impl Fn(usize, usize) -> bool,
    across: impl Fn(usize, usize) -> bool,
) -> Vec<Vec<u64>> {
    let mut table = vec![vec![0; to + 1]; to + 1];
    for m in 1..=to {
        for n in 1..=to {
            let first =
                (1..m).filter(|&part| down(part, m - part)).map(|part| table[part][n] ^ table[m - part][n]);
            let second =
                (1..n).filter(|&part| across(part, n - part)).map(|part| table[m][part] ^ table[m][n - part]);
            table[m][n] = mex(first.chain(second).collect::<Vec<_>>());
        }
    }
    table
}

pub fn apart(d: usize) -> impl Fn(usize, usize) -> bool + Copy {
    move |a, b| a.abs_diff(b) >= d
}

fn rules(_: &Range) -> Checked {
    let table = rectangles(40, apart(1), apart(1));
    let g = values("grundy", 40);
    for m in 1..=40 {
        same("sides 1 and 2", (table[1][m], table[2][m]), (g[m], g[m]))?;
        ensure!((1..=40).all(|n| table[m][n] == table[n][m]), "row {m}");
    }
    let mut solver = Solver::new(Rectangles::new(1));
    for (m, n) in [(3, 4), (5, 5), (6, 7), (4, 9), (8, 8)] {
        same("by the library", solver.value(&vec![vec![m, n]]), Ok(Nimber(table[m as usize][n as usize])))?;
    }
    Ok(holds("M, N ≤ 40", 40))
}

fn complement_in_naturals(_: &Range) -> Checked {
    let table = rectangles(20, apart(1), apart(1));
    same("a square that cannot be cut", table[1][1], 0)?;
    same(
        "zeros",
        (1..=20).flat_map(|m| (1..=20).map(move |n| (m, n))).filter(|&(m, n)| table[m][n] == 0).count(),
        36,
    )?;
    Ok(corrected(
        "ℕ",
        "ℕ₀, and the options are pairs of rectangles",
        "M, N ≤ 20: 36 rectangles have the value 0",
        20,
    ))
}

pub fn by_theorem(a: u64, b: u64) -> u64 {
    match (a, b) {
        (0, other) | (other, 0) => other,
        _ => 1,
    }
}

fn theorem(range: &Range) -> Checked {
    let to = range.to(60, 120) as usize;
    let table = rectangles(to, apart(1), apart(1));
    let g = two_parts(to, |a, b| a != b);
    for m in 1..=to {
        for n in 1..=to {
            let value = Rectangles::value(&[m as u64, n as u64], |side| Nimber(g[side as usize])).0;
            ensure!((table[m][n], value) == (by_theorem(g[m], g[n]), table[m][n]), "{m} × {n}");
        }
    }
    Ok(holds(format!("M, N ≤ {to}, by mex over both directions"), to as u64))
}

fn examples(_: &Range) -> Checked {
    let table = rectangles(20, apart(1), apart(1));
    same("G(5,20), G(5,13), G(7,18)", [table[5][20], table[5][13], table[7][18]], [2, 1, 4])?;
    Ok(holds("three rectangles", 20))
}

fn table_two(_: &Range) -> Checked {
    for (d, golden) in (0..).zip([tables::SCHRAGE_0, tables::SCHRAGE_1, tables::SCHRAGE_2, tables::SCHRAGE_3])
    {
        let table = rectangles(24, apart(d), apart(d));
        for row in tables::rows(golden) {
            let m = tables::cell(&row, 0).ok_or("a row")? as usize;
            for n in 1..=24 {
                same(&format!("d = {d}, {m} × {n}"), Some(table[m][n]), tables::cell(&row, n))?;
            }
        }
    }
    Ok(holds("M, N ≤ 24, d ≤ 3, against the golden tables", 24))
}

fn entry_2_19(_: &Range) -> Checked {
    let value = rectangles(19, apart(1), apart(1))[2][19];
    let g = values("grundy", 19);
    let theorem = Rectangles::value(&[2, 19], |side| Nimber(g[side as usize])).0;
    same("by mex, by the theorem", (value, theorem), (3, 3))?;
    Ok(corrected("2", "3", "by mex over both directions and by the theorem", 19))
}

/// For G(M) = 0 the cuts of N give the values G(M, n) ⊕ G(M, N - n) = G(n) ⊕ G(N - n), and those of M into i and M - i
/// give G(i, N) ⊕ G(M - i, N): the cut side comes first.
fn entry_of_the_proof(_: &Range) -> Checked {
    let table = rectangles(24, apart(1), apart(1));
    let g = values("grundy", 24);
    let (mut right, mut printed, mut all) = (0, 0, 0);
    for side in (1..=24).filter(|&side| g[side] == 0) {
        for k in (1..=24).filter(|&k| g[k] > 0) {
            for i in 1..side.div_ceil(2) {
                let known = table[i][k] ^ table[side - i][k];
                let cut = |value: u64| if value == 0 { g[k] } else { 1 };
                all += 1;
                right += u64::from(cut(g[i]) ^ cut(g[side - i]) == known);
                printed += u64::from(table[k][side] ^ table[side - i][k] == known);
            }
        }
    }
    ensure!(right == all && printed < all, "{right} and {printed} of {all}");
    Ok(corrected(
        "G(K, I)",
        "G(i, K)",
        format!("{all} cuts of sides to 24: right in all, as printed in {printed}"),
        24,
    ))
}
