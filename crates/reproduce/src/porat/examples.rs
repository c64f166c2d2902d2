//! The examples of the notes: taking 1 to 7, painting two squares, and what they say about periods.

use sprague::heap::Rule;

use crate::claim::Expected::{Corrected, Holds};
use crate::claim::Line;
use crate::finding::{Checked, corrected, holds, same};
use crate::plain::{self, Chance, first_fault, octal, period_holds};
use crate::range::{Range, first_difference, values};
use crate::thesis::proved;
use crate::{ensure, tables};

#[rustfmt::skip]
pub const FIRST: &[Line] = &[
    ("1.2", "Ex. 1.2", "3.1", Holds, take_one_to_seven,
        "Taking 1 to 7: the second player wins exactly from the multiples of 8."),
    ("1.3", "Ex. 1.3", "3.2", Holds, painting,
        "Painting two adjacent squares of n: lost for n mod 34 in {5, 9, 21, 25, 29} and a few small n."),
    ("E-P1", "Ex. 1.3, 4.3", "3.2", Corrected, exceptions_of_painting,
        "The exceptional n that are lost."),
    ("E-P3", "section 2", "1.1", Corrected, types_of_the_examples,
        "Whether the three examples are wins for the first player."),
];

#[rustfmt::skip]
pub const HEAPS: &[Line] = &[
    ("4.2", "Ex. 4.2", "3.1", Holds, take_one_to_m,
        "Taking 1 to m: the value of n is n mod (m + 1)."),
    ("E-P2", "Ex. 4.2", "3.1", Corrected, options_of_a_heap,
        "How many options the heap m + 1 has, and after how many heaps the values repeat."),
    ("4.3", "Ex. 4.3", "3.2", Holds, cycle_of_painting,
        "Painting two squares has the period 34 from 53; only 0, 1, 15, 17, 18, 32, 35, 52 deviate from \
         the cycle."),
    ("4.3a", "Ex. 4.3, table", "3.2", Holds, golden_heaps,
        "The values of the single-heap games to 300."),
    ("4.3b", "Ex. 4.3, where the period starts", "3.4", Holds, start_of_the_period,
        "The values repeat from 70 on, as the text says, and from 53 on at the earliest."),
    ("E-P4b", "Ex. 4.3, which parts must be in the periodic range", "3.4", Corrected, longer_part,
        "Only the longer part need be; the shorter may be too short."),
    ("E-P4c", "Ex. 4.3, how many values are needed", "3.4", Corrected, values_needed,
        "The last 68 values alone prove nothing: values to 174 do."),
];

fn take_one_to_seven(_: &Range) -> Checked {
    let game =
        plain::values(500, |heap, known, option| (1..=heap.min(7)).for_each(|i| option(known[heap - i])));
    ensure!((0..=500).all(|n| (game[n] == 0) == n.is_multiple_of(8)), "by mex");
    same("by the library", values("take(1..7)", 500), game)?;
    Ok(holds("n ≤ 500", 500))
}

const LOST: [usize; 5] = [5, 9, 21, 25, 29];

fn painting(range: &Range) -> Checked {
    let to = range.to(1200, 5000) as usize;
    let g = octal(&[0, 7], &[], to);
    ensure!(
        (0..=to).all(|n| (g[n] == 0) == (LOST.contains(&(n % 34)) || [0, 1, 15, 35].contains(&n))),
        "the zeros"
    );
    same("by the library", values("0.07", to as u64), g)?;
    Ok(holds(format!("n ≤ {to}"), to as u64))
}

fn exceptions_of_painting(range: &Range) -> Checked {
    let to = range.to(5000, 100_000);
    let g = values("0.07", to);
    let exceptions: Vec<u64> =
        (0..=to).filter(|&n| g[n as usize] == 0 && !LOST.contains(&(n as usize % 34))).collect();
    same("exceptions", exceptions, vec![0, 1, 15, 35])?;
    Ok(corrected("1, 15, 35", "0, 1, 15, 35", format!("n ≤ {to}"), to))
}

fn types_of_the_examples(_: &Range) -> Checked {
    let (take, paint) = (values("take(1..7)", 100), values("0.07", 100));
    let lost = |g: &[u64]| (1..=100).filter(|&n| g[n] == 0).count();
    same("heaps that are lost", (lost(&take), lost(&paint)), (12, 18))?;
    same("two equal Nim heaps", (1..20).filter(|&n| sprague::nim::nim_sum(&[n, n]).is_zero()).count(), 19)?;
    Ok(corrected(
        "all three are N",
        "N or P as n is",
        "1 ≤ n ≤ 100: 12 and 18 heaps are P, and so is every n, n in Nim",
        100,
    ))
}

fn take_one_to_m(range: &Range) -> Checked {
    let to = range.to(500, 5000);
    for m in 1..=12 {
        let game = format!("take(1..{m})");
        same(&game, first_difference(&game, 0, to, |n| n % (m + 1)), None)?;
        let by_mex = plain::values(200, |heap, known, option| {
            (1..=heap.min(m as usize)).for_each(|i| option(known[heap - i]));
        });
        same("by mex", by_mex, (0..=200).map(|n| n % (m + 1)).collect())?;
    }
    Ok(holds(format!("m ≤ 12, n ≤ {to}"), to))
}

fn options_of_a_heap(_: &Range) -> Checked {
    let rule: Rule = "take(1..7)".parse().map_err(|error| format!("{error}"))?;
    for n in 7..200 {
        same("options", rule.options(n).count(), 7)?;
    }
    let g = values("take(1..7)", 500);
    ensure!(period_holds(&g, 0, 8) && !period_holds(&g, 0, 7), "the period");
    Ok(corrected("Gr(G(n + 7)) = Gr(G(n))", "Gr(G(n + 8)) = Gr(G(n)), from seven options", "n ≤ 500", 500))
}

const CYCLE: [u64; 34] =
    [4, 8, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 4, 5, 5, 9, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0, 4, 5, 3, 7];

fn cycle_of_painting(range: &Range) -> Checked {
    let to = range.to(5000, 100_000);
    let (period, theorem) = proved("0.07", 1000)?;
    same("period and preperiod", (period.period, period.preperiod), (34, 53))?;
    let deviating: Vec<u64> = (0..)
        .zip(values("0.07", to))
        .filter(|&(n, value): &(u64, u64)| CYCLE[n as usize % 34] != value)
        .map(|(n, _)| n)
        .collect();
    same("heaps off the cycle", deviating, vec![0, 1, 15, 17, 18, 32, 35, 52])?;
    Ok(holds(format!("all n by {theorem}; values to {to}"), to))
}

fn golden_heaps(_: &Range) -> Checked {
    for (column, game) in (1..).zip(["take(1..7)", "take(1..3)", "0.07"]) {
        let g = values(game, 300);
        let known = tables::column(tables::SINGLE_HEAPS, column);
        ensure!(known.len() == 301 && known.iter().all(|&(n, value)| g[n as usize] == value), "{game}");
    }
    Ok(holds("n ≤ 300", 300))
}

fn start_of_the_period(_: &Range) -> Checked {
    let g = octal(&[0, 7], &[], 2000);
    let start = (0..200).find(|&a| period_holds(&g, a, 34));
    same("the least start", start, Some(53))?;
    ensure!(period_holds(&g, 70, 34), "not from 70 on");
    Ok(holds("n ≤ 2000", 2000))
}

fn longer_part(_: &Range) -> Checked {
    let g = octal(&[0, 7], &[], 400);
    let (mut both, mut longer, mut all) = (0, 0, 0);
    for x in 175..=300usize {
        for y in 0..=(x - 2) / 2 {
            let z = x - 2 - y;
            all += 1;
            longer += u64::from(z >= 53 + 34 && g[z] == g[z - 34]);
            both += u64::from(y >= 53 + 34);
        }
    }
    ensure!(longer == all && both < all, "{longer} and {both} of {all}");
    Ok(corrected(
        "both parts",
        "the longer part",
        format!("175 ≤ n ≤ 300: of {all} options the longer part is always far enough, both in {both}"),
        300,
    ))
}

fn values_needed(_: &Range) -> Checked {
    let g = octal(&[0, 7], &[], 2000);
    same("2a + 2p + t - 2", 2 * 53 + 2 * 34, 174)?;
    same("faults to 174", first_fault(&g, 53, 34, 174), None)?;
    // made-up values whose last 68 repeat but whose first ones are others: the recurrence breaks
    let mut chance = Chance(68);
    let mut broken = 0;
    for _ in 0..50 {
        let mut first: Vec<u64> = (0..60).map(|n| if n == 0 { 0 } else { chance.below(6) }).collect();
        let turn: Vec<u64> = (0..34).map(|_| chance.below(6)).collect();
        first.extend(turn.iter().chain(&turn));
        let values = octal(&[0, 7], &first, 300);
        broken += u64::from(!period_holds(&values, 60, 34));
    }
    ensure!(broken > 0, "68 repeated values always suffice");
    Ok(corrected(
        "the last 68 values",
        "values to 174",
        format!("{broken} of 50 made-up beginnings with 68 values that repeat go on otherwise"),
        174,
    ))
}
