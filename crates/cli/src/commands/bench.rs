//! `sprague bench`: the sequence engine on this machine, against the textbook engine and `ogsolve` in the same run.
//!
//! For each game the fastest kernel and the textbook kernel run in turn, three times; the textbook kernel runs on a
//! shorter range in which its speed is stable. Figures are values per second of CPU time with one thread; every ratio
//! is printed. If `ogsolve` is on the path, its better method is timed once on the same range. A second table has the
//! CPU time of proofs: `prove` (search, certificate, and its check) and `check` alone, once each.

use std::ops::ControlFlow;
use std::process::{Command, ExitCode};

use sprague::heap::HeapGame;
use sprague::nimber::Nimber;
use sprague::sequence::period::{Finding, HowFar};
use sprague::sequence::{Engine, EngineSettings, Kernel, Sequence};
use sprague_answer::command::{self, BenchOther, BenchProof, BenchRow};
use sprague_certificate::Selection;
use sprague_proof::{Proved, certify};

use super::heap_game;
use crate::args::{Bench, Common};
use crate::clock::Stopwatch;
use crate::failure::Failure;
use crate::{output, progress};

/// A game, the heaps for the fast kernel, those for the textbook kernel, and whether `ogsolve` knows it.
struct Work {
    game: &'static str,
    fast: (u64, u64),
    textbook: (u64, u64),
    octal: bool,
}

const WORK: [Work; 7] = [
    Work { game: "grundy", fast: (1 << 20, 1 << 24), textbook: (1 << 18, 300_000), octal: false },
    Work { game: "0.6", fast: (0, 1 << 22), textbook: (1 << 17, 150_000), octal: true },
    Work { game: "0.106", fast: (0, 1 << 27), textbook: (0, 1 << 21), octal: true },
    Work { game: "0.16", fast: (0, 10_000_000), textbook: (0, 1 << 20), octal: true },
    Work { game: "0.007", fast: (0, 1 << 18), textbook: (0, 1 << 15), octal: true },
    Work { game: "0.77", fast: (0, 200_000), textbook: (0, 200_000), octal: true },
    Work { game: "0.127", fast: (0, 1 << 22), textbook: (0, 1 << 18), octal: true },
];

/// The games whose proofs are timed, and how far to look; in a hurry the last.
const PROOFS: [(&str, u64); 4] =
    [("0.16", 1_000_000), ("0.376", 10_000_000), ("0.354", 30_000_000), ("0.156", 1_000_000)];

pub fn run(args: &Bench, common: &Common) -> Result<ExitCode, Failure> {
    let fast = EngineSettings { threads: 1, ..common.engine() };
    let mut rows = Vec::new();
    if !common.json {
        let head = format!("kernel {}, one thread, values per second of CPU time\n", fast.kernel);
        output::text(
            common,
            &format!(
                "{head}{:8} {:>10} {:>13} {:>22} {:>20}\n",
                "game", "to", "values/s", "x textbook", "x ogsolve"
            ),
        )?;
    }
    for work in WORK.iter().filter(|work| args.game.as_ref().is_none_or(|game| game == work.game)) {
        let row = measure(work, args, fast)?;
        if !common.json {
            output::text(common, &line(&row))?;
        }
        rows.push(row);
    }
    let proofs = proofs(args, common)?;
    if rows.is_empty() && proofs.is_empty() {
        let games: Vec<&str> = WORK.iter().map(|work| work.game).collect();
        return Err(Failure::Input(format!("no such benchmark; there are {}", games.join(", "))));
    }
    if common.json {
        let kernel = fast.kernel.to_string();
        return output::json(common, &command::Bench { kernel, rows, proofs });
    }
    Ok(ExitCode::SUCCESS)
}

/// The second table.
fn proofs(args: &Bench, common: &Common) -> Result<Vec<BenchProof>, Failure> {
    let (long, short) = PROOFS.split_at(PROOFS.len() - 1);
    let list = if args.quick { short } else { long };
    let mut rows = Vec::new();
    for &(text, to) in list.iter().filter(|(text, _)| args.game.as_ref().is_none_or(|game| game == text)) {
        let game = heap_game(text)?;
        let start = Stopwatch::start();
        let limits = progress::limits(common);
        let mut sequence = Sequence::new(game.clone(), common.engine());
        let Finding::Proved(period, claim) = sequence.period(HowFar::To(to), &limits).finding else {
            return Err(Failure::Input(format!("{text}: no period was proved")));
        };
        let accepted = certify(&game.rule, Proved { period, claim }, &mut sequence.read(&limits), 1)
            .map_err(|why| Failure::Input(format!("{text}: {why}")))?;
        let prove = start.seconds();
        let start = Stopwatch::start();
        let report = sprague_certificate::check(&accepted.text, Selection::All, 1);
        let check = start.seconds();
        if !common.json {
            if rows.is_empty() {
                let head = ["game", "values", "prove", "check", "values/s checked"];
                let [game, values, prove, check, rate] = head;
                output::text(
                    common,
                    &format!(
                        "\nproofs, seconds of CPU time\n{game:8} {values:>10} {prove:>13} {check:>22} {rate:>20}\n"
                    ),
                )?;
            }
            let rate = (report.checked_to + 1) as f64 / check;
            let line =
                format!("{text:8} {:>10} {prove:>13.2} {check:>22.2} {rate:>20.0}\n", report.checked_to + 1);
            output::text(common, &line)?;
        }
        rows.push(BenchProof {
            game: text.to_owned(),
            values: report.checked_to + 1,
            prove_seconds: prove,
            check_seconds: check,
            bytes: accepted.text.len(),
        });
    }
    Ok(rows)
}

fn measure(work: &Work, args: &Bench, fast: EngineSettings) -> Result<BenchRow, Failure> {
    let game = heap_game(work.game)?;
    let (from, to) = if args.quick { (0, 1 << 14) } else { work.fast };
    let (textbook_from, textbook_to) = (work.textbook.0.min(to / 2), work.textbook.1.min(to));
    let textbook = EngineSettings { kernel: Kernel::TEXTBOOK, ..fast };
    let mut best = 0f64;
    let mut ratios = Vec::new();
    for _ in 0..if args.quick { 1 } else { 3 } {
        let ours = rate(&game, from, to, fast);
        let theirs = rate(&game, textbook_from, textbook_to, textbook);
        best = best.max(ours);
        ratios.push((ours / theirs * 10.0).round() / 10.0);
    }
    let other = if args.quick || !work.octal { None } else { ogsolve(work.game, to) };
    let other = other.map(|(seconds, method)| {
        let ratio = best / (to as f64 / seconds);
        BenchOther { method: method.to_owned(), to, ratio: (ratio * 10.0).round() / 10.0 }
    });
    Ok(BenchRow {
        game: work.game.to_owned(),
        from,
        to,
        values_per_second: best.round(),
        textbook: ratios,
        ogsolve: other,
    })
}

fn line(row: &BenchRow) -> String {
    let BenchRow { game, to, values_per_second, textbook, ogsolve, .. } = row;
    let ratios: Vec<String> = textbook.iter().map(|ratio| format!("{ratio:?}")).collect();
    let other = match ogsolve {
        None => "-".to_owned(),
        Some(BenchOther { method, ratio, .. }) => format!("{ratio:?} ({method})"),
    };
    format!("{game:8} {to:>10} {values_per_second:>13.0} {:>22} {other:>20}\n", ratios.join(" "))
}

/// Values per second of CPU time over a range.
fn rate(game: &HeapGame, from: u64, to: u64, options: EngineSettings) -> f64 {
    let mut engine = Engine::new(game.rule.clauses(), options);
    let mut nowhere = |_: u64, _: &[Nimber]| ControlFlow::Continue(());
    if from > 0 {
        let _ = engine.stream(from - 1, &mut nowhere);
    }
    let start = Stopwatch::start();
    let _ = engine.stream(to, &mut nowhere);
    (to - from + 1) as f64 / start.seconds()
}

/// The best CPU time of `ogsolve` up to a heap, over the methods that are not the naive one, with the method.
fn ogsolve(game: &str, to: u64) -> Option<(f64, &'static str)> {
    let times = ["rc", "rcs", "rc2", "rc2s"].into_iter().filter_map(|method| {
        let start = Stopwatch::of_children();
        let output =
            Command::new("ogsolve").args(["-m", method, "-n", &to.to_string(), game]).output().ok()?;
        output.status.success().then(|| (start.seconds(), method))
    });
    times.min_by(|a, b| a.0.total_cmp(&b.0))
}
