//! Section 7 of the thesis: Kayles and its period, and the theorem that makes it permanent, tried on random octal
//! games with made-up first values.

use sprague::Limits;
use sprague::heap::HeapGame;
use sprague::sequence::period::{Finding, HowFar, Period};
use sprague::theorem::Theorem;

use crate::claim::Expected::{Corrected, Holds};
use crate::claim::Line;
use crate::finding::{Checked, corrected, holds, same};
use crate::plain::{Chance, Seeded, first_fault, octal, period_holds};
use crate::range::{Range, values};
use crate::{ensure, tables};

#[rustfmt::skip]
pub const CLAIMS: &[Line] = &[
    ("7.1", "Def. 7.1, section 7", "3.3", Holds, period_of_kayles,
        "Kayles has the period 12 from 71 and not earlier: g(70) = 6, g(82) = 2."),
    ("7.2", "Prop. 7.2", "3.4", Holds, bound_of_kayles,
        "For Kayles it is enough that the values repeat up to the heap 166."),
    ("E-T13", "proof of Prop. 7.2, case 2", "3.4", Corrected, last_split_of_kayles,
        "How far the smaller part x of a row of n - 12 pins goes when one or two pins are taken."),
    ("7.2a", "Prop. 7.2, for octal games", "3.4", Holds, permanence_of_octal_games,
        "An octal game that takes at most t tokens and repeats from a + p to 2a + 2p + t - 2 repeats for \
         ever; one value less does not suffice."),
    ("7.3", "section 7", "3.3", Holds, cycle_of_kayles,
        "The cycle of Kayles by n mod 12 is 4 1 2 8 1 4 7 2 1 8 2 7; 14 heaps deviate from it, the last \
         70."),
    ("7.4", "table of Kayles, App. A", "3.3", Holds, table_of_kayles,
        "The printed values of Kayles are right."),
];

/// The period of a game as the library proves it.
pub fn proved(game: &str, to: u64) -> Result<(Period, Theorem), String> {
    let mut sequence = game.parse::<HeapGame>().map_err(|error| format!("{game}: {error}"))?.sequence();
    match sequence.period(HowFar::To(to), &Limits::unlimited()).finding {
        Finding::Proved(period, claim) => Ok((period, claim.theorem)),
        other => Err(format!("{game}: {other:?}")),
    }
}

fn period_of_kayles(range: &Range) -> Checked {
    let to = range.to(400, 4000);
    let (period, theorem) = proved("kayles", 1000)?;
    same("period and preperiod", (period.period, period.preperiod), (12, 71))?;
    let g = octal(&[7, 7], &[], to as usize);
    same("by the library", values("kayles", to), g.clone())?;
    ensure!(period_holds(&g, 71, 12), "the values do not repeat");
    same("g(70), g(82)", (g[70], g[82]), (6, 2))?;
    ensure!((1..12).all(|p| !period_holds(&g, 71, p)), "a smaller period");
    Ok(holds(format!("all n by {theorem}; values by mex to {to}"), to))
}

fn bound_of_kayles(_: &Range) -> Checked {
    let g = octal(&[7, 7], &[], 166);
    same("2a + 2p + t - 2", 2 * 71 + 2 * 12 + 2 - 2, 166)?;
    same("the first fault from 83 to 166", first_fault(&g, 71, 12, 166), None)?;
    same("the first fault from 82 on", first_fault(&g, 70, 12, 166), Some(82))?;
    let long = octal(&[7, 7], &[], 2000);
    same("the first fault to 2000", first_fault(&long, 71, 12, 2000), None)?;
    Ok(holds("values to 166 for the hypothesis, to 2000 for the conclusion", 2000))
}

/// The parts of n - 12 pins less one or two are x ≤ y with x + y = n - 13 or n - 14.
fn last_split_of_kayles(_: &Range) -> Checked {
    let mut left_out = 0;
    for (n, taken) in (168..=1000u64).flat_map(|n| [(n, 13), (n, 14)]) {
        let total = n - taken;
        let splits = (0..=total).filter(|x| *x <= total - x);
        let (mut at_most, mut below) = (0, 0);
        for x in splits {
            ensure!(x <= total / 2, "n = {n}, x = {x}");
            at_most += 1;
            below += u64::from(x < total / 2);
        }
        same(&format!("splits for n = {n}"), (at_most, below), (total / 2 + 1, total / 2))?;
        left_out += at_most - below;
    }
    same("the example", ((168 - 13) / 2, 168 - 13 - 77), (77, 78))?;
    let right = "x ≤ ⌊(n - 13)/2⌋, in case 2(b) x ≤ ⌊(n - 14)/2⌋";
    let range = format!(
        "168 ≤ n ≤ 1000: with < one split of each, {left_out} in all, is in no case; first n = 168, x = 77, y = 78"
    );
    Ok(corrected("x < ⌊(n - 13)/2⌋", right, range, 1000))
}

fn permanence_of_octal_games(range: &Range) -> Checked {
    let mut chance = Chance(72);
    let tried = try_permanence(range.to(60_000, 348_107), |to| {
        let taken = 1 + chance.index(3);
        (Seeded::octal(&mut chance, taken, to), 2, taken)
    })?;
    Ok(holds(format!("{} instances, t ≤ 3", tried.instances), tried.instances).noting(tried.note()))
}

/// What came of trying a theorem of permanence.
pub(super) struct Tried {
    /// Recurrences that agreed up to the bound, and so for ever.
    pub instances: u64,
    /// Recurrences that broke at the bound itself.
    pub sharp: u64,
}

impl Tried {
    /// That the bound cannot be lowered.
    pub fn note(&self) -> String {
        format!("{} recurrences break exactly at the bound", self.sharp)
    }
}

/// Tries random recurrences, each with c and t of its bound 2a + cp + t - 2, until so many have passed it: none may
/// break behind the bound.
pub(super) fn try_permanence(
    wanted: u64,
    mut recurrence: impl FnMut(usize) -> (Seeded, usize, usize),
) -> Result<Tried, String> {
    const LAST: usize = 90;
    let mut tried = Tried { instances: 0, sharp: 0 };
    while tried.instances < wanted {
        let (seeded, c, t) = recurrence(LAST);
        for (a, p) in (1..10).flat_map(|a| (1..8).map(move |p| (a, p))) {
            let b = 2 * a + c * p + t - 2;
            if b + 1 < p + seeded.seeds {
                continue;
            }
            match first_fault(&seeded.values, a, p, LAST) {
                None => tried.instances += 1,
                Some(fault) if fault > b => {
                    return Err(format!("{seeded:?} with a = {a}, p = {p} breaks at {fault} > {b}"));
                }
                Some(fault) => tried.sharp += u64::from(fault == b),
            }
        }
    }
    ensure!(tried.sharp > 0, "no recurrence breaks at the bound itself");
    Ok(tried)
}

fn cycle_of_kayles(range: &Range) -> Checked {
    const CYCLE: [u64; 12] = [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7];
    let to = range.to(1000, 100_000);
    let deviating: Vec<u64> = (0..)
        .zip(values("kayles", to))
        .filter(|&(n, value): &(u64, u64)| CYCLE[n as usize % 12] != value)
        .map(|(n, _)| n)
        .collect();
    same("heaps off the cycle", deviating, vec![0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70])?;
    Ok(holds(format!("n ≤ {to}"), to))
}

fn table_of_kayles(_: &Range) -> Checked {
    let g = values("kayles", 200);
    let golden = tables::column(tables::TEN_GAMES, 1);
    for &(n, value) in &golden {
        ensure!(g[n as usize] == value, "g({n}) = {}, the table has {value}", g[n as usize]);
    }
    ensure!(golden.len() > 84, "the table has {} values", golden.len());
    Ok(holds("n ≤ 200; the thesis prints 84 values", 200))
}
