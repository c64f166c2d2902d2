//! The table of `sprague bench` about misère play: quotients of known orders, and one sum against the plain search.
//!
//! Seconds of CPU time, the best of three rounds, each from nothing. Orders are compared with the known ones, so that no
//! figure stands for a wrong answer.

use std::fmt::Write as _;

use sprague::Limits;
use sprague::heap::{HeapGame, Heaps, Rule};
use sprague::play::Outcome;
use sprague::quotient::{QuotientExtent, RuleHeap, quotient, tame_heaps};
use sprague::search::MisereSolver;
use sprague_tell::command::BenchMisere;

use crate::args::{Bench, Common};
use crate::clock::Stopwatch;
use crate::commands::heap_game;
use crate::failure::Failure;
use crate::output;

/// The name that asks for this table alone.
pub const NAME: &str = "misere";

/// A game, the last heap, the largest order, and the order that comes out.
const QUOTIENTS: [(&str, u64, usize, usize); 9] = [
    ("0.77", 2000, 400, 40),
    ("0.07", 33, 1000, 638),
    ("0.35", 13, 2500, 1174),
    ("0.64", 14, 2500, 2248),
    ("0.156", 8000, 400, 34),
    ("0.644", 8000, 400, 172),
    ("0.26", 2000, 900, 882),
    ("0.57", 2000, 900, 892),
    ("4.7", 2000, 900, 892),
];
/// So many of them in a hurry.
const QUICK: usize = 1;
/// The sum that is searched as well.
const SUM: [u64; 3] = [16, 14, 11];

pub fn rows(args: &Bench, common: &Common) -> Result<Vec<BenchMisere>, Failure> {
    if args.game.as_ref().is_some_and(|game| game != NAME) {
        return Ok(Vec::new());
    }
    let rounds = if args.quick { 1 } else { 3 };
    let mut rows = Vec::new();
    if !args.quick {
        rows.extend(two_digits(rounds)?);
    }
    for &(game, to, most, order) in QUOTIENTS.iter().take(if args.quick { QUICK } else { QUOTIENTS.len() }) {
        rows.push(one_game(game, to, most, order, rounds)?);
    }
    rows.push(tame(rounds)?);
    rows.push(against_search(rounds)?);
    if !common.json {
        let mut text = format!(
            "\nmisère play, seconds of CPU time\n{:44} {:>8} {:>10} {:>12}\n",
            "task", "order", "seconds", "x search"
        );
        for BenchMisere { task, order, seconds, search } in &rows {
            let order = order.map_or_else(|| "-".to_owned(), |order| order.to_string());
            let search: Vec<String> = search.iter().map(ToString::to_string).collect();
            let search = if search.is_empty() { "-".to_owned() } else { search.join(" ") };
            let _ = writeln!(text, "{task:44} {order:>8} {seconds:>10.4} {search:>12}");
        }
        output::text(common, &text)?;
    }
    Ok(rows)
}

fn wrong(task: &str) -> Failure {
    Failure::SelfCheck(format!("{task}: the answer is not the known one"))
}

#[expect(clippy::disallowed_methods, reason = "the benchmark asks with the usual limits")]
fn built(rule: &Rule, to: u64, most: usize) -> Result<(sprague::quotient::Quotient, f64), Failure> {
    let extent = QuotientExtent { heaps: vec![to], order: most, until_period: true };
    let start = Stopwatch::start();
    let found = quotient(std::slice::from_ref(rule), &extent, &Limits::default())?;
    Ok((found.quotient, start.seconds()))
}

/// All codes 0.d, 0.dd and 4.d, and 0.123: those that are solved, and the others to heap 400 or order 400.
fn two_digits(rounds: usize) -> Result<Vec<BenchMisere>, Failure> {
    let one = (1..8).flat_map(|d| [format!("0.{d}"), format!("4.{d}")]);
    let two = (0..8).flat_map(|d| (1..8).map(move |e| format!("0.{d}{e}")));
    let codes: Vec<String> = one.chain(two).chain(["0.123".to_owned()]).collect();
    let (mut best, mut slowest, mut counts) = ([f64::INFINITY; 2], f64::INFINITY, [0; 2]);
    for _ in 0..rounds {
        let (mut times, mut longest) = ([0.0; 2], 0.0f64);
        counts = [0; 2];
        for code in &codes {
            let (quotient, seconds) = built(&heap_game(code)?.rule, 400, 400)?;
            let kind = usize::from(quotient.period(0).is_none());
            times[kind] += seconds;
            counts[kind] += 1;
            longest = longest.max(if kind == 0 { seconds } else { 0.0 });
        }
        best = [best[0].min(times[0]), best[1].min(times[1])];
        slowest = slowest.min(longest);
    }
    if counts != [40, 31] {
        return Err(wrong("codes of two digits"));
    }
    let row = |task: &str, seconds: f64| BenchMisere {
        task: task.to_owned(),
        order: None,
        seconds,
        search: Vec::new(),
    };
    Ok(vec![
        row("the 40 solved codes 0.d, 0.dd, 4.d, 0.123", best[0]),
        row("  the slowest of them", slowest),
        row("the other 31, to heap 400 or order 400", best[1]),
    ])
}

fn one_game(game: &str, to: u64, most: usize, order: usize, rounds: usize) -> Result<BenchMisere, Failure> {
    let rule = heap_game(game)?.rule;
    let mut best = f64::INFINITY;
    let mut task = String::new();
    for _ in 0..rounds {
        let (quotient, seconds) = built(&rule, to, most)?;
        if quotient.order() != order {
            return Err(Failure::SelfCheck(format!("{game}: order {}, known is {order}", quotient.order())));
        }
        best = best.min(seconds);
        task = match quotient.period(0) {
            Some(period) => format!("{game}, period {} from heap {}", period.period, period.preperiod),
            None if quotient.values(0).len() as u64 > to => format!("{game} to heap {to}"),
            None => format!("{game} until order {most}, to heap {}", quotient.values(0).len() - 1),
        };
    }
    Ok(BenchMisere { task, order: Some(order), seconds: best, search: Vec::new() })
}

/// 0.56 by its tame heaps.
#[expect(clippy::disallowed_methods, reason = "the benchmark asks with the usual limits")]
fn tame(rounds: usize) -> Result<BenchMisere, Failure> {
    let rule = heap_game("0.56")?.rule;
    let mut best = f64::INFINITY;
    for _ in 0..rounds {
        let start = Stopwatch::start();
        let firm = tame_heaps(&rule, 100, &Limits::default())?.firm_for_ever(&rule);
        best = best.min(start.seconds());
        if firm.is_none_or(|firm| firm.last_fickle != 6) {
            return Err(wrong("0.56"));
        }
    }
    Ok(BenchMisere {
        task: "0.56, firm after heap 6".to_owned(),
        order: None,
        seconds: best,
        search: Vec::new(),
    })
}

/// One sum of Kayles by the quotient of all heaps, built for it, and by the plain search.
fn against_search(rounds: usize) -> Result<BenchMisere, Failure> {
    let game: HeapGame = heap_game("kayles")?;
    let (mut best, mut ratios) = (f64::INFINITY, Vec::new());
    for _ in 0..rounds {
        let start = Stopwatch::start();
        let value = MisereSolver::new(game.clone()).value(&Heaps::new(SUM))?;
        let searched = start.seconds();
        let start = Stopwatch::start();
        let (quotient, _) = built(&game.rule, 2000, 400)?;
        let outcome = quotient.outcome(SUM.map(|size| RuleHeap { rule: 0, size }));
        let seconds = start.seconds();
        if outcome != Some(Outcome::of_value(value)) {
            return Err(wrong("kayles: 16 14 11"));
        }
        best = best.min(seconds);
        ratios.push((searched / seconds).round());
    }
    Ok(BenchMisere {
        task: "kayles: 16 14 11, quotient and sum".to_owned(),
        order: Some(40),
        seconds: best,
        search: ratios,
    })
}
