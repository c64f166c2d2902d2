//! Section 4: parts that differ by d, boxes, and any rules of cutting in two.

use sprague::nimber::Nimber;

use super::rectangles::{apart, by_theorem, rectangles};
use crate::claim::Expected::{Corrected, Holds};
use crate::claim::Line;
use crate::ensure;
use crate::finding::{Checked, corrected, holds, same};
use crate::plain::{Chance, mex, three_parts, two_parts};
use crate::range::Range;

#[rustfmt::skip]
pub const CLAIMS: &[Line] = &[
    ("4.1", "section 4.1", "5.2", Holds, theorem_for_differences,
        "The theorem holds for parts that differ by at least d."),
    ("E-S2", "section 4.1", "5.1", Corrected, condition_on_parts,
        "The condition on the parts I and K - I of a side K."),
    ("4.1a", "section 4.1, d = 0", "5.2", Holds, any_parts,
        "For any two parts G = 0 exactly when both sides are odd."),
    ("4.2", "section 4.2", "5.3", Holds, boxes,
        "Boxes: 0 if all sides have 0, the value of the only positive one, or 1 if two or more are \
         positive."),
    ("4.3", "beyond the paper", "5.4", Holds, any_rules,
        "The theorem holds for any rules of cutting in two, even different ones for the two directions."),
    ("4.3a", "beyond the paper", "5.4", Holds, not_for_three_parts,
        "It fails for cuts in three: with game J in both directions the 3 × 3 square has the value 0."),
];

fn theorem_for_differences(range: &Range) -> Checked {
    let to = range.to(60, 100) as usize;
    for d in 0..=6 {
        let table = rectangles(to, apart(d), apart(d));
        let g = two_parts(to, apart(d));
        for m in 1..=to {
            ensure!((1..=to).all(|n| table[m][n] == by_theorem(g[m], g[n])), "d = {d}, row {m}");
        }
    }
    Ok(holds(format!("d ≤ 6, M, N ≤ {to}"), to as u64))
}

fn condition_on_parts(_: &Range) -> Checked {
    let grundy = two_parts(60, |a, b| a != b);
    let corrected_condition = two_parts(60, |i, rest| (i + rest).abs_diff(2 * i) >= 1);
    // as printed: |K - I| >= d, which for d = 1 allows every cut
    let printed = two_parts(60, |i, rest| (i + rest).abs_diff(i) >= 1);
    same("|K - 2I| ≥ 1", corrected_condition, grundy.clone())?;
    same("as printed", printed.clone(), two_parts(60, |_, _| true))?;
    ensure!(printed != grundy, "the printed condition is Grundy's game");
    Ok(corrected("|K - I| ≥ d", "|K - 2I| ≥ d", "K ≤ 60: as printed d = 1 is the game of any two parts", 60))
}

fn any_parts(_: &Range) -> Checked {
    let table = rectangles(50, apart(0), apart(0));
    for m in 1..=50 {
        ensure!((1..=50).all(|n| (table[m][n] == 0) == (m % 2 == 1 && n % 2 == 1)), "row {m}");
    }
    Ok(holds("M, N ≤ 50", 50))
}

fn boxes(range: &Range) -> Checked {
    let to = range.to(12, 20) as usize;
    for d in 0..=3 {
        let g = two_parts(to, apart(d));
        let cut = |s: usize| (1..=s / 2).filter(move |&part| s - 2 * part >= d);
        let mut table = vec![vec![vec![0u64; to + 1]; to + 1]; to + 1];
        for l in 1..=to {
            for m in 1..=to {
                for n in 1..=to {
                    let mut options: Vec<u64> =
                        cut(l).map(|part| table[part][m][n] ^ table[l - part][m][n]).collect();
                    options.extend(cut(m).map(|part| table[l][part][n] ^ table[l][m - part][n]));
                    options.extend(cut(n).map(|part| table[l][m][part] ^ table[l][m][n - part]));
                    table[l][m][n] = mex(options);
                    let positive: Vec<u64> =
                        [g[l], g[m], g[n]].into_iter().filter(|&value| value > 0).collect();
                    let known = match positive[..] {
                        [] => 0,
                        [only] => only,
                        _ => 1,
                    };
                    let sides = [l, m, n].map(|side| Nimber(g[side]));
                    let library = sprague::games::rectangle::value_from_sides(&sides).0;
                    ensure!((table[l][m][n], library) == (known, known), "d = {d}: {l} × {m} × {n}");
                }
            }
        }
    }
    Ok(holds(format!("d ≤ 3, sides ≤ {to}"), to as u64))
}

fn any_rules(range: &Range) -> Checked {
    let mut chance = Chance(54);
    let rounds = range.to(60, 400);
    for round in 0..rounds {
        let rule: Vec<u64> = (0..2).map(|_| chance.0.wrapping_add(chance.below(1 << 30) << 13)).collect();
        let allowed = |which: usize| {
            let seed = rule[which];
            move |a: usize, b: usize| Chance(seed ^ ((a.min(b) as u64) << 20) ^ a.max(b) as u64).below(5) < 3
        };
        let table = rectangles(18, allowed(0), allowed(1));
        let (g, h) = (two_parts(18, allowed(0)), two_parts(18, allowed(1)));
        for m in 1..=18 {
            ensure!((1..=18).all(|n| table[m][n] == by_theorem(g[m], h[n])), "round {round}, row {m}");
        }
    }
    Ok(holds(format!("{rounds} random pairs of rules, sides ≤ 18"), rounds))
}

fn not_for_three_parts(_: &Range) -> Checked {
    let g = three_parts(3, |_, _, _| true);
    same("a heap of 3 in game J", g[3], 1)?;
    // the only cuts of the square are into three strips, 1 × 3 or 3 × 1, each of the value of a heap of 3
    let strips = [g[3]; 3].into_iter().fold(0, |sum, value| sum ^ value);
    same("3 × 3", (mex([strips, strips]), by_theorem(g[3], g[3])), (0, 1))?;
    Ok(holds("the 3 × 3 square", 3))
}
