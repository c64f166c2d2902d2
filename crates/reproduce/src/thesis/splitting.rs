//! Sections 8 and 9 of the thesis: Grundy's game and its relatives that split a heap in two.

use sprague::Limits;
use sprague::heap::HeapGame;
use sprague::sequence::period::{Finding, HowFar};

use super::kayles::proved;
use super::three_parts::{any_three_parts, parts_of_the_proof};
use crate::claim::Expected::{Corrected, Holds, Open};
use crate::claim::Line;
use crate::finding::{Checked, corrected, holds, open, same};
use crate::plain::{period_holds, two_parts};
use crate::range::{Range, first_difference, values};
use crate::{ensure, records, tables};

#[rustfmt::skip]
pub const CLAIMS: &[Line] = &[
    ("8.1", "section 8, App. B", "4.1", Holds, grundy_begins,
        "Grundy's game from the heap 1 on: 0 0 1 0 2 1 0 2 1 0 2 1 3 2 1 3 2 4 3 0 4 3 0 4 3 0 4 1 2 3."),
    ("8.2", "section 8", "4.1", Open, grundy_has_no_known_period,
        "No period of Grundy's game is known."),
    ("9.0", "section 9, the small tables of games A to J", "4.1", Holds, ten_tables,
        "Every value of the ten small tables is right."),
    ("9.1", "Prop. 9.1, game C", "4.1 C", Holds, any_two_parts,
        "Any two parts: period 2 from 1, with the value 0 for odd heaps and 1 for even ones."),
    ("E-T4", "proof of Prop. 9.1, end", "4.1 C", Corrected, odd_and_even,
        "Which heaps of game C have the value 0."),
    ("9.1a", "game D", "4.1 C", Holds, game_d_is_game_c,
        "Unequal parts, and 2 into 1 + 1: the same values as any two parts."),
    ("9.2", "Prop. 9.2, game F", "4.1 F", Holds, parts_two_apart,
        "Parts that differ by at least 2: period 4 from 5, with 3, 0, 2, 1 for n mod 4 = 0, 1, 2, 3."),
    ("9.3", "Prop. 9.3, game J", "4.1 J", Holds, any_three_parts,
        "Any three parts: g(n) = ⌊(n - 1)/2⌋."),
    ("E-T6", "proof of Prop. 9.3", "4.1 J", Corrected, parts_of_the_proof,
        "The parts used in the proof are n - 2x, x, x; they give every smaller value."),
    ("9.4", "game E, Couples-are-Forever", "4.1", Open, couples_are_forever,
        "Any two parts, but 2 is never split: no period shows."),
    ("9.5", "game G", "4.1", Open, parts_three_apart,
        "Parts that differ by at least 3: no period shows; the first values are 0 0 0 0 1 0 2 1 3 0 4 2."),
    ("9.5a", "wider differences", "4.2", Open, wider_differences,
        "Parts that differ by at least d = 4, ..., 16: no period shows."),
    ("9.5b", "wider differences", "4.2", Holds, differences_table,
        "d = 0, 1, 2, 3 are the games C, B, F, G; the values for d ≤ 8."),
];

fn grundy_begins(range: &Range) -> Checked {
    const FIRST: [u64; 30] =
        [0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0, 4, 3, 0, 4, 3, 0, 4, 1, 2, 3];
    let to = range.to(10_000, 20_000);
    let g = values("grundy", to);
    same("the first thirty", g[1..=30].to_vec(), FIRST.to_vec())?;
    same("by mex", g, two_parts(to as usize, |a, b| a != b))?;
    Ok(holds(format!("n ≤ {to}, engine against mex"), to))
}

/// No period shows in the values: the library finds none, and every candidate up to a quarter breaks in the second
/// half.
fn without_period(game: &str, to: u64) -> Result<(), String> {
    let mut sequence = game.parse::<HeapGame>().map_err(|error| format!("{game}: {error}"))?.sequence();
    same(game, sequence.period(HowFar::To(to), &Limits::unlimited()).finding, Finding::Nothing)?;
    let g = values(game, to);
    let half = to as usize / 2;
    match (1..=half / 2).find(|&p| period_holds(&g, half - p, p)) {
        Some(p) => Err(format!("{game} repeats after {p} from {} on", half - p)),
        None => Ok(()),
    }
}

fn grundy_has_no_known_period(range: &Range) -> Checked {
    let to = range.to(200_000, 1_000_000);
    without_period("grundy", to)?;
    let recorded = records::farthest("grundy").ok_or("no record of Grundy's game")?;
    ensure!(recorded >= 1 << 37, "the record ends at {recorded}");
    Ok(open(format!("none shows for n ≤ {to} here, nor for n ≤ {recorded} in a long run"), recorded)
        .noting("docs/records.md says what the long run excludes"))
}

fn ten_tables(_: &Range) -> Checked {
    let mut checked = 0;
    for (letter, column) in ('a'..='j').zip(1..) {
        let g = values(&format!("thesis-{letter}"), 200);
        for (n, value) in tables::column(tables::TEN_GAMES, column) {
            ensure!(
                g[n as usize] == value,
                "game {letter}, heap {n}: {}, the table has {value}",
                g[n as usize]
            );
            checked += 1;
        }
    }
    ensure!(checked > 2000, "{checked} values");
    Ok(holds(format!("n ≤ 200, {checked} values"), 200))
}

fn any_two_parts(range: &Range) -> Checked {
    let to = range.to(5000, 20_000);
    same("by mex", first_difference("split(2)", 1, to, |n| u64::from(n % 2 == 0)), None)?;
    same(
        "by mex, plainly",
        two_parts(600, |_, _| true)[1..].to_vec(),
        (1..=600).map(|n| u64::from(n % 2 == 0)).collect(),
    )?;
    let (period, theorem) = proved("split(2)", 1000)?;
    same("period and preperiod", (period.period, period.preperiod), (2, 1))?;
    Ok(holds(format!("all n by {theorem}; values to {to}"), to))
}

fn odd_and_even(_: &Range) -> Checked {
    let g = two_parts(600, |_, _| true);
    let zeros: Vec<usize> = (1..=600).filter(|&n| g[n] == 0).collect();
    same("heaps of value 0", zeros, (1..=600).step_by(2).collect())?;
    Ok(corrected("even ↦ 0, odd ↦ 1", "odd ↦ 0, even ↦ 1", "n ≤ 600", 600))
}

fn game_d_is_game_c(range: &Range) -> Checked {
    let to = range.to(5000, 20_000);
    let c = values("thesis-c", to);
    same("D by the engine", values("thesis-d", to), c.clone())?;
    same("D by mex", two_parts(600, |a, b| a != b || a == 1), c[..=600].to_vec())?;
    Ok(holds(format!("n ≤ {to}"), to))
}

fn parts_two_apart(range: &Range) -> Checked {
    let to = range.to(5000, 20_000);
    let formula = |n: u64| [3, 0, 2, 1][(n % 4) as usize];
    same("by the engine", first_difference("split(2, diff>=2)", 5, to, formula), None)?;
    let g = two_parts(600, |a, b| b - a >= 2);
    ensure!((5..=600).all(|n| g[n as usize] == formula(n)), "by mex");
    same("heaps 1 to 4", g[1..5].to_vec(), vec![0, 0, 0, 1])?;
    let (period, theorem) = proved("split(2, diff>=2)", 1000)?;
    same("period and preperiod", (period.period, period.preperiod), (4, 5))?;
    Ok(holds(format!("all n by {theorem}; values to {to}"), to))
}

fn couples_are_forever(range: &Range) -> Checked {
    let to = range.to(20_000, 100_000);
    same("values by mex", values("thesis-e", 3000), two_parts(3000, |a, b| a + b != 2))?;
    without_period("thesis-e", to)?;
    // The heap n of game E is the heap n - 1 of Officers (theory H.2).
    let (couples, officers) = (values("thesis-e", 3000), values("0.6", 2999));
    same("game E is Officers, one heap later", couples[1..].to_vec(), officers)?;
    let recorded = records::farthest("0.6").ok_or("no record of Officers")? + 1;
    ensure!(recorded >= 1 << 32, "the record ends at {recorded}");
    Ok(open(
        format!("none shows for n ≤ {to} here, nor for n ≤ {recorded} in a long run of Officers"),
        recorded,
    ))
}

fn parts_three_apart(range: &Range) -> Checked {
    let to = range.to(20_000, 100_000);
    let g = two_parts(3000, |a, b| b - a >= 3);
    same("the first values", g[1..13].to_vec(), vec![0, 0, 0, 0, 1, 0, 2, 1, 3, 0, 4, 2])?;
    same("values by mex", values("thesis-g", 3000), g)?;
    without_period("thesis-g", to)?;
    Ok(open(format!("none shows for n ≤ {to}"), to))
}

fn wider_differences(range: &Range) -> Checked {
    let to = range.to(10_000, 100_000);
    for d in 4..=16 {
        let game = format!("split(2, diff>={d})");
        same(&game, values(&game, 1000), two_parts(1000, |a, b| b - a >= d))?;
        without_period(&game, to)?;
    }
    Ok(open(format!("none shows for d ≤ 16, n ≤ {to}"), to))
}

fn differences_table(_: &Range) -> Checked {
    for (d, name) in [(0, "thesis-c"), (1, "thesis-b"), (2, "thesis-f"), (3, "thesis-g")] {
        let rule: HeapGame = format!("split(2, diff>={d})").parse().map_err(|error| format!("{error}"))?;
        ensure!(name.parse() == Ok(rule), "{name} is not d = {d}");
    }
    for d in 0..=8 {
        let g = values(&format!("split(2, diff>={d})"), 200);
        let golden = tables::column(tables::DIFFERENCES, d + 1);
        ensure!(golden.len() == 200 && golden.iter().all(|&(n, value)| g[n as usize] == value), "d = {d}");
    }
    Ok(holds("d ≤ 8, n ≤ 200", 200))
}
