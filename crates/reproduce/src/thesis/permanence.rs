//! Section 10 of the thesis: when a period of Grundy's game is permanent, and which numbers are not periods.

use std::collections::{BTreeMap, BTreeSet};

use sprague::analysis::excluded_periods;
use sprague::heap::HeapGame;

use super::kayles::{proved, try_permanence};
use crate::claim::Expected::{Corrected, Holds};
use crate::claim::Line;
use crate::finding::{Checked, corrected, holds, same};
use crate::plain::{Chance, Seeded, first_fault, period_holds, two_parts};
use crate::range::{Range, values};
use crate::{ensure, tables};

#[rustfmt::skip]
pub const CLAIMS: &[Line] = &[
    ("10.1", "Prop. 10.1", "4.3", Holds, permanence,
        "If the values of Grundy's recurrence repeat from a + p to 2a + 3p - 2, they repeat for ever; one \
         value less does not suffice."),
    ("E-T14", "proof of Prop. 10.1", "4.3", Corrected, premise_of_permanence,
        "From which premise a + p - 1 < y follows."),
    ("10.1a", "Prop. 10.1, example", "4.3", Holds, permanence_of_game_d,
        "Game D is Grundy's recurrence after g(1) = 0, g(2) = 1; a = 1, p = 2 and six values prove its \
         period."),
    ("10.2", "Lemma 10.2", "4.4", Holds, zeros_exclude,
        "If g(m) = 0 then g(n) ≠ g(n - m) for n > m, n ≠ 2m."),
    ("10.3", "Cor. 10.3", "4.4", Holds, zeros_of_grundy,
        "Grundy's game has 41 zeros n ≥ 1 in the range, the last 1222."),
    ("10.4", "Cor. 10.4, the table", "4.4", Holds, excluded_by_grundy,
        "The zeros exclude 125 periods, their divisors; the table lists for each its smallest multiple of \
         value 0."),
    ("10.4a", "Cor. 10.4, what is left", "4.4", Holds, not_excluded,
        "The smallest numbers not excluded are 29, 33, 37, 38, 40, 41, 43, 44, 51, 55; the smallest \
         divisible by 3 is 33."),
    ("10.4b", "Cor. 10.4, for other games", "4.4", Holds, excluded_by_others,
        "With the zeros to 3000, the smallest numbers not excluded for E, G, d = 4, d = 5 are 4, 14, 14, \
         26."),
];

/// Half of 2a + 2p - 3, rounded down, is a + p - 2.
fn premise_of_permanence(_: &Range) -> Checked {
    let mut wrong = 0u64;
    for (a, p) in (1..=60u64).flat_map(|a| (1..=60u64).map(move |p| (a, p))) {
        for y in 0..2 * (a + p) {
            let (printed, right) = ((2 * a + 2 * p - 3) / 2 < y, (2 * a + 2 * p - 2) / 2 < y);
            ensure!(!right || a + p - 1 < y, "a = {a}, p = {p}, y = {y}");
            wrong += u64::from(printed && y < a + p);
        }
    }
    same("with the printed premise y = a + p - 1 is left, once for each a and p", wrong, 3600)?;
    Ok(corrected(
        "⌊(2a + 2p - 3)/2⌋ < y",
        "⌊(2a + 2p - 2)/2⌋ < y",
        "a, p ≤ 60: as printed y = a + p - 1 is not ruled out",
        60,
    ))
}

fn permanence(range: &Range) -> Checked {
    let mut chance = Chance(101);
    let recurrence = |to| (Seeded::grundy(&mut chance, to), 3, 0);
    let tried = try_permanence(range.to(60_000, 283_090), recurrence)?;
    Ok(holds(format!("{} instances", tried.instances), tried.instances).noting(tried.note()))
}

fn permanence_of_game_d(_: &Range) -> Checked {
    let g = two_parts(600, |a, b| a != b || a == 1);
    same("g(1) to g(6)", g[1..7].to_vec(), vec![0, 1, 0, 1, 0, 1])?;
    same("2a + 3p - 2", 2 + 3 * 2 - 2, 6)?;
    same("faults to 6", first_fault(&g, 1, 2, 6), None)?;
    ensure!(period_holds(&g, 1, 2), "the period does not go on");
    let (period, _) = proved("thesis-d", 1000)?;
    same("by the library", (period.period, period.preperiod), (2, 1))?;
    Ok(holds("values to 6 for the hypothesis, to 600 for the conclusion", 600))
}

fn zeros_exclude(range: &Range) -> Checked {
    let to = range.to(100_000, 500_000);
    let g = values("grundy", to);
    let zeros: Vec<u64> = (1..=to).filter(|&n| g[n as usize] == 0).collect();
    for &m in &zeros {
        let equal = (m + 1..=to).find(|&n| n != 2 * m && g[n as usize] == g[(n - m) as usize]);
        ensure!(equal.is_none(), "g(m) = 0 for m = {m}, and g(n) = g(n - m) for n = {equal:?}");
    }
    Ok(holds(format!("{} zeros, n ≤ {to}", zeros.len()), to))
}

fn zeros_of_grundy(range: &Range) -> Checked {
    let grundy = range.grundy();
    let known: Vec<u64> =
        tables::rows(tables::GRUNDY_ZEROS).filter_map(|row| tables::cell(&row, 0)).collect();
    same("zeros", grundy.statistics.zeros().to_vec(), known.clone())?;
    same("how many, and the last", (known.len(), known.last()), (41, Some(&1222)))?;
    Ok(holds(format!("1 ≤ n ≤ {}", grundy.to), grundy.to))
}

fn excluded_by_grundy(range: &Range) -> Checked {
    let zeros = range.grundy().statistics.zeros();
    let table: BTreeMap<u64, u64> = tables::column(tables::GRUNDY_EXCLUDED, 1).into_iter().collect();
    let by_hand: BTreeMap<u64, u64> =
        (1..=1222).filter_map(|p| Some((p, *zeros.iter().find(|zero| zero.is_multiple_of(p))?))).collect();
    same("the table", by_hand.clone(), table)?;
    let game: HeapGame = "grundy".parse().map_err(|error| format!("{error}"))?;
    same("by the library", excluded_periods(game.rule.clauses(), zeros), by_hand.keys().copied().collect())?;
    same("how many", by_hand.len(), 125)?;
    Ok(holds(format!("zeros to {}", range.grundy().to), range.grundy().to))
}

fn not_excluded(range: &Range) -> Checked {
    let zeros = range.grundy().statistics.zeros();
    let left: Vec<u64> = (1..=1222).filter(|p| !zeros.iter().any(|zero| zero.is_multiple_of(*p))).collect();
    same("the smallest", left[..10].to_vec(), vec![29, 33, 37, 38, 40, 41, 43, 44, 51, 55])?;
    same("divisible by 3", left.iter().find(|p| p.is_multiple_of(3)), Some(&33))?;
    Ok(holds(format!("zeros to {}", range.grundy().to), range.grundy().to))
}

fn excluded_by_others(_: &Range) -> Checked {
    let games = ["thesis-e", "thesis-g", "split(2, diff>=4)", "split(2, diff>=5)"];
    for ((row, name), smallest) in tables::rows(tables::OTHER_EXCLUDED).zip(games).zip([4, 14, 14, 26]) {
        let g = values(name, 3000);
        let zeros: Vec<u64> = (1..=3000).filter(|&n| g[n as usize] == 0).collect();
        same(
            name,
            (Some(zeros.len() as u64), zeros.last().copied()),
            (tables::cell(&row, 1), tables::cell(&row, 2)),
        )?;
        let game: HeapGame = name.parse().map_err(|error| format!("{error}"))?;
        let excluded: BTreeSet<u64> = excluded_periods(game.rule.clauses(), &zeros).into_iter().collect();
        let left: Vec<String> =
            (1..3000).filter(|p| !excluded.contains(p)).take(15).map(|p| p.to_string()).collect();
        same(name, left.join(" "), row[4].to_owned())?;
        same(name, left[0].clone(), smallest.to_string())?;
    }
    Ok(holds("zeros to 3000", 3000))
}
