//! Rare heaps, records, and errors in published tables.

use std::ops::ControlFlow;

use sprague::heap::{HeapGame, Rule, relations};
use sprague::nimber::Nimber;
use sprague::sequence::period::{RuleFacts, Window};
use sprague::sequence::{Engine, EngineSettings, Kernel, Method, Signature, Statistics};

use crate::claim::Expected::{Corrected, Holds};
use crate::claim::Line;
use crate::ensure;
use crate::finding::{Checked, corrected, holds, same};
use crate::plain::{Chance, Seeded, first_fault, octal, period_holds};
use crate::range::{Range, stream, values};
use crate::thesis::proved;

#[rustfmt::skip]
pub const CLAIMS: &[Line] = &[
    ("0.161", "published tables", "H.3", Corrected, not_the_same_game,
        "Whether 0.161 and 0.36 have the same values."),
    ("0.27", "published tables", "H.3", Corrected, the_same_game,
        "Whether 0.27 is a game of its own."),
    ("0.314", "published tables", "H.3", Corrected, not_0_31,
        "Whether 0.314 has the values of 0.31."),
    ("0.12", "published solvers", "P.1", Corrected, period_of_0_12,
        "The period of 0.12."),
    ("window", "published solvers", "P.4", Corrected, window_of_octal_games,
        "Whether the window of octal games proves periods of games with unequal parts."),
    ("rare", "rare heaps of octal games", "4.5", Holds, sparse_games,
        "Sparse spaces: 0.007 has none yet; 0.106 has 15 rare heaps, 0.165 has more and more."),
    ("record", "records of Grundy's game", "4.6", Holds, records,
        "The greatest values of Grundy's game: each first heap of a new greatest value."),
    ("kernel", "engines", "4.6", Holds, kernels,
        "Every kernel of the engine gives the same signature."),
];

/// The rare heaps that the engine has found in the space it uses.
pub fn rare_heaps(game: &str, to: u64) -> Result<Vec<(u64, Nimber)>, String> {
    let game: HeapGame = game.parse().map_err(|error| format!("{error}"))?;
    let mut engine = Engine::new(game.rule.clauses(), EngineSettings::default());
    let _ = engine.stream(to, &mut |_: u64, _: &[Nimber]| ControlFlow::Continue(()));
    engine.space().ok_or("no sparse space")?;
    Ok(engine.rares().to_vec())
}

/// The first heap at which two games differ, by the engine and by the plain recursion.
fn difference(one: (&str, &[u8]), other: (&str, &[u8]), to: u64) -> Result<Option<(u64, u64, u64)>, String> {
    let (a, b) = (values(one.0, to), values(other.0, to));
    same(one.0, &a, &octal(one.1, &[], to as usize))?;
    same(other.0, &b, &octal(other.1, &[], to as usize))?;
    Ok((0..=to).find(|&n| a[n as usize] != b[n as usize]).map(|n| (n, a[n as usize], b[n as usize])))
}

fn not_the_same_game(_: &Range) -> Checked {
    same(
        "the first difference",
        difference(("0.161", &[1, 6, 1]), ("0.36", &[3, 6]), 1000)?,
        Some((519, 2, 4)),
    )?;
    Ok(corrected(
        "0.161 = 0.36",
        "they differ at heap 519: 2 against 4",
        "n ≤ 1000, by the engine and by mex",
        1000,
    ))
}

fn the_same_game(range: &Range) -> Checked {
    let to = range.to(3000, 10_000);
    same("the first difference", difference(("0.27", &[2, 7]), ("0.26", &[2, 6]), to)?, None)?;
    let form = |text: &str| text.parse::<Rule>().map(|rule| relations::standard_form(&rule).to_string());
    let (a, b) =
        (form("0.27").map_err(|error| error.to_string())?, form("0.26").map_err(|error| error.to_string())?);
    same("standard forms", a, b)?;
    Ok(corrected(
        "0.27 on a row of its own",
        "0.26: taking both of a heap of 2 is redundant",
        format!("n ≤ {to}, all n by theory H.3"),
        to,
    ))
}

fn not_0_31(_: &Range) -> Checked {
    let found = difference(("0.314", &[3, 1, 4]), ("0.31", &[3, 1]), 1000)?;
    let (heap, a, b) = found.ok_or("they do not differ to 1000")?;
    Ok(corrected(
        "0.314 = 0.31",
        format!("they differ at heap {heap}: {a} against {b}"),
        "n ≤ 1000, by the engine and by mex",
        1000,
    ))
}

fn period_of_0_12(_: &Range) -> Checked {
    let g = octal(&[1, 2], &[], 400);
    same("the values", g[..10].to_vec(), vec![0, 1, 0, 0, 1, 1, 0, 0, 1, 1])?;
    let (period, _) = proved("0.12", 1000)?;
    same("by the library", period.period, 4)?;
    ensure!(period_holds(&g, 1, 4) && !period_holds(&g, 1, 3), "by mex");
    Ok(corrected("3, from four values", "4", "n ≤ 400, all n by theorem", 400))
}

/// Recurrences with unequal parts that repeat as far as the window of octal games asks, and then break.
fn window_of_octal_games(range: &Range) -> Checked {
    let mut chance = Chance(106);
    let (mut instances, mut false_ones) = (0, 0);
    for _ in 0..range.to(20_000, 80_000) {
        let seeded = Seeded::grundy(&mut chance, 80);
        for a in 1..8 {
            for p in 1..6 {
                let octal = 2 * a + 2 * p - 1;
                if octal + 1 < p + seeded.seeds || first_fault(&seeded.values, a, p, octal).is_some() {
                    continue;
                }
                instances += 1;
                false_ones += u64::from(!period_holds(&seeded.values, a, p));
            }
        }
    }
    ensure!(false_ones > 0, "no false period among {instances}");
    let grundy: Rule = "grundy".parse().map_err(|error| format!("{error}"))?;
    ensure!(
        Window::octal(&RuleFacts::of(grundy.clauses()), 1, 2).is_none(),
        "the library would use it for Grundy's game"
    );
    Ok(corrected(
        "n < 2n₀ + p + k",
        "n < 2n₀ + 2p + D + k",
        format!("{instances} instances, {false_ones} of them false"),
        instances,
    ))
}

fn sparse_games(range: &Range) -> Checked {
    let to = range.to(200_000, 1_000_000);
    same("0.106", rare_heaps("0.106", to)?.len(), 15)?;
    let (early, late) = (rare_heaps("0.165", 20_000)?.len(), rare_heaps("0.165", 40_000)?.len());
    ensure!(late > early, "0.165: {early} and {late} rare heaps");
    let grundy = rare_heaps("grundy", to)?;
    let own: Vec<(u64, u64)> = range.grundy().rare.iter().copied().filter(|&(heap, _)| heap <= to).collect();
    same(
        "Grundy's game",
        grundy.iter().map(|&(heap, value)| (heap, value.0)).filter(|&(heap, _)| heap > 0).collect(),
        own,
    )?;
    Ok(holds(format!("n ≤ {to}"), to))
}

fn records(range: &Range) -> Checked {
    let grundy = range.grundy();
    let mut statistics = Statistics::default();
    stream("grundy", 0, 20_000, &mut statistics);
    let g = crate::plain::two_parts(20_000, |a, b| a != b);
    let mut known: Vec<(u64, Nimber)> = Vec::new();
    for (heap, &value) in (0..).zip(&g) {
        if known.last().is_none_or(|last| Nimber(value) > last.1) {
            known.push((heap, Nimber(value)));
        }
    }
    same("records to 20 000", statistics.records().to_vec(), known)?;
    let (heap, value) = grundy.statistics.greatest().ok_or("no values")?;
    Ok(holds(format!("n ≤ {}: the greatest value is {value}, first at {heap}", grundy.to), grundy.to))
}

fn kernels(range: &Range) -> Checked {
    let to = range.to(30_000, 300_000);
    let mut names = Vec::new();
    for text in ["grundy", "0.106", "0.16"] {
        let game: HeapGame = text.parse().map_err(|error| format!("{error}"))?;
        let mut known = None;
        for kernel in Kernel::available()
            .into_iter()
            .filter(|kernel| !matches!(kernel.method, Method::Naive | Method::Dense))
        {
            let mut signature = Signature::from(0);
            let _ = Engine::new(game.rule.clauses(), EngineSettings { kernel, ..EngineSettings::default() })
                .stream(to, &mut signature);
            let found = signature.finish();
            same(&format!("{text} by {kernel}"), found.clone(), known.get_or_insert(found).clone())?;
            if !names.contains(&kernel.name()) {
                names.push(kernel.name());
            }
        }
    }
    Ok(holds(format!("n ≤ {to}: {}", names.join(", ")), to))
}
