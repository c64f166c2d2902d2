//! Sections 9.3 and 9.6 of the thesis: games that split a heap into three parts, and a theorem on one of them that is
//! new.

use crate::claim::Expected::Holds;
use crate::claim::Line;
use crate::ensure;
use crate::finding::{Checked, corrected, holds, same};
use crate::plain::three_parts;
use crate::range::{Range, first_difference, values};

#[rustfmt::skip]
pub const CLAIMS: &[Line] = &[
    ("9.6.1", "section 9.6.1, game H", "4.7", Holds, three_different_parts,
        "Three different parts: g(n) = ⌊(n - 3)/3⌋ from 3 up to 12, and at 13 the value is 0."),
    ("9.6.1a", "section 9.6.1", "4.7", Holds, formula_of_h,
        "The formula for game H goes on being wrong: for 1776 of the heaps to 1800."),
    ("9.6.2", "section 9.6.2, game I", "4.7", Holds, three_unequal_parts,
        "Three parts, not all equal: g(n) = ⌊(n - 2)/2⌋ from 2 up to 11, and at 12 the value is 1."),
    ("9.6.2b", "section 9.6.2", "4.7", Holds, formula_of_i,
        "The formula for game I goes on being wrong: for 1783 of the heaps to 1800."),
    ("9.6.2a", "game I, beyond the thesis", "4.7", Holds, game_i_has_no_period,
        "g(n) = g(m) with n > m of the same parity happens for n = 3m only, so no value comes more than \
         three times and game I has no period."),
];

pub fn any_three_parts(range: &Range) -> Checked {
    let to = range.to(400, 2000);
    same("by the engine", first_difference("split(3)", 1, to, |n| (n - 1) / 2), None)?;
    same("by mex", three_parts(300, |_, _, _| true)[1..].to_vec(), (1..=300).map(|n| (n - 1) / 2).collect())?;
    Ok(holds(format!("n ≤ {to}, by mex to 300"), to))
}

pub fn parts_of_the_proof(_: &Range) -> Checked {
    let g = three_parts(300, |_, _, _| true);
    let (mut right, mut printed, mut all) = (0, 0, 0);
    for n in 3..=300 {
        let mut reached = Vec::new();
        for x in 1..=(n - 1) / 2 {
            all += 1;
            right += u64::from((n - 2 * x) + x + x == n);
            printed += u64::from(2 * (n - 2 * x) == n);
            reached.push(g[n - 2 * x] ^ g[x] ^ g[x]);
        }
        reached.sort_unstable();
        same("values of the splits", reached, (0..g[n]).collect())?;
    }
    ensure!(right == all && printed < all / 50, "{right} and {printed} of {all}");
    Ok(corrected(
        "g((n - 2x)/2)",
        "g(x)",
        format!("n ≤ 300: parts n - 2x, x, x make n in all {all} cases, with (n - 2x)/2 for x in {printed}"),
        300,
    ))
}

fn three_different_parts(_: &Range) -> Checked {
    let g = three_parts(200, |a, b, c| a < b && b < c);
    ensure!((3..=12).all(|n| g[n] == (n as u64 - 3) / 3), "the formula fails before 13");
    same("g(13)", g[13], 0)?;
    same("by the engine", values("thesis-h", 200), g)?;
    Ok(holds("n ≤ 13; engine against mex to 200", 200))
}

fn formula_of_h(_: &Range) -> Checked {
    let to = 1800;
    let g = values("thesis-h", to);
    let wrong = (1..=to)
        .filter(|&n| i64::try_from(g[n as usize]) != Ok((n.cast_signed() - 3).div_euclid(3)))
        .count() as u64;
    same("wrong heaps", wrong, 1776)?;
    Ok(holds(format!("n ≤ {to}"), to).noting("for n = 1, 2 the formula gives -1"))
}

fn three_unequal_parts(_: &Range) -> Checked {
    let g = three_parts(200, |a, _, c| a != c);
    ensure!((2..=11).all(|n| g[n] == (n as u64 - 2) / 2), "the formula fails before 12");
    same("g(12)", g[12], 1)?;
    same("by the engine", values("thesis-i", 200), g)?;
    Ok(holds("n ≤ 12; engine against mex to 200", 200))
}

fn formula_of_i(_: &Range) -> Checked {
    let to = 1800;
    let g = values("thesis-i", to);
    let wrong = (1..=to)
        .filter(|&n| i64::try_from(g[n as usize]) != Ok((n.cast_signed() - 2).div_euclid(2)))
        .count() as u64;
    same("wrong heaps", wrong, 1783)?;
    Ok(holds(format!("n ≤ {to}"), to).noting("for n = 1 the formula gives -1"))
}

fn game_i_has_no_period(range: &Range) -> Checked {
    let to = range.to(1800, 3600) as usize;
    let g = values("thesis-i", to as u64);
    let mut triples = Vec::new();
    for n in 1..=to {
        for m in (1..n).filter(|m| (n - m) % 2 == 0 && g[*m] == g[n]) {
            ensure!(n == 3 * m, "g({n}) = g({m})");
            triples.push(n);
        }
        let times = g[1..=n].iter().filter(|&&value| value == g[n]).count();
        ensure!(times <= 3, "the value {} comes {times} times", g[n]);
    }
    let first = [3, 12, 18, 27, 33, 48, 57, 87, 90, 225, 267, 300];
    same("heaps n = 3m of equal value", triples[..first.len()].to_vec(), first.to_vec())?;
    Ok(holds(format!("n ≤ {to}; proved in theory 4.7"), to as u64))
}
