//! `sprague bench`: the sequence engine on this machine, against the textbook engine and `ogsolve` in the same run.
//!
//! For each game the fastest kernel and the textbook kernel run in turn, three times; the textbook kernel runs on a
//! shorter range in which its speed is stable. So does the block engine without its helpers, for games with few rare
//! heaps. Figures are values per second of CPU time with one thread; every ratio is printed. If `ogsolve` is on the
//! path, its better method is timed once on the same range. A second table has the CPU time of proofs: `prove` (search,
//! certificate, and its check) and `check` alone, once each. A third table has the CPU time of `values`, `solve` and
//! `stats` on a long sequence against that of the engine alone, in turn. A fourth table has the wall time with two
//! threads, four, and so on up to all cores, against one thread in the same round. A fifth table is about misère play.

use std::fmt::Write;
use std::num::{NonZero, NonZeroU64};
use std::process::{Command, ExitCode};

use sprague::heap::HeapGame;
use sprague::sequence::accelerator::Helpers;
use sprague::sequence::period::{Finding, HowFar};
use sprague::sequence::{Engine, EngineSettings, Kernel, Sequence, Unheard};
use sprague_certificate::Selection;
use sprague_proof::{Proved, certify};
use sprague_tell::command::{self, BenchCommand, BenchOther, BenchProof, BenchRow, BenchThreads};

use super::{heap_game, misere, solve, stats, values};
use crate::args::{Bench, Common, Solve, Stats, StatsOrder, Values, ValuesFormat};
use crate::clock::Stopwatch;
use crate::failure::Failure;
use crate::{output, progress};

/// A game, the heaps for the fast kernel, those for the textbook kernel, those for the block engine without helpers,
/// and whether `ogsolve` is timed.
struct Work {
    game: &'static str,
    fast: (u64, u64),
    textbook: (u64, u64),
    blocks: Option<(u64, u64)>,
    octal: bool,
}

/// A game with few rare heaps: the helper of the block engine is measured where the space is settled.
const fn few(game: &'static str) -> Work {
    let (start, end) = (1 << 22, 1 << 25);
    Work { game, fast: (start, end), textbook: (0, 1 << 19), blocks: Some((start, 3 << 21)), octal: false }
}

const WORK: [Work; 13] = [
    Work {
        game: "grundy",
        fast: (1 << 20, 1 << 24),
        textbook: (1 << 18, 300_000),
        blocks: None,
        octal: false,
    },
    Work { game: "0.6", fast: (0, 1 << 22), textbook: (1 << 17, 150_000), blocks: None, octal: true },
    Work {
        game: "0.106",
        fast: (0, 1 << 30),
        textbook: (0, 1 << 21),
        blocks: Some((1 << 22, 1 << 26)),
        octal: true,
    },
    Work {
        game: "0.16",
        fast: (0, 10_000_000),
        textbook: (0, 1 << 20),
        blocks: Some((0, 10_000_000)),
        octal: true,
    },
    few("4.045"),
    few("0.174"),
    few("0.205"),
    few("0.454"),
    few("0.104"),
    few("0.054"),
    Work { game: "0.007", fast: (0, 1 << 18), textbook: (0, 1 << 15), blocks: None, octal: true },
    Work { game: "0.77", fast: (0, 200_000), textbook: (0, 200_000), blocks: None, octal: true },
    Work { game: "0.127", fast: (0, 1 << 22), textbook: (0, 1 << 18), blocks: None, octal: true },
];

/// The games whose proofs are timed, and how far to look; in a hurry the last.
const PROOFS: [(&str, u64); 4] =
    [("0.16", 1_000_000), ("0.376", 10_000_000), ("0.354", 30_000_000), ("0.156", 1_000_000)];

/// The game and the last heap of the commands that are held against the engine.
const COMMANDS: (&str, u64) = ("grundy", 3_000_000);
/// Where the answers of these commands go.
const NOWHERE: &str = if cfg!(windows) { "NUL" } else { "/dev/null" };

/// The games that are computed by several threads: one with a sparse space, one without.
const THREADED: [(&str, u64, u64); 2] = [("grundy", 1 << 20, 1 << 24), ("0.007", 1 << 15, 1 << 17)];

pub fn run(args: &Bench, common: &Common) -> Result<ExitCode, Failure> {
    let fast = EngineSettings { threads: 1, ..common.engine() };
    let mut rows = Vec::new();
    if !common.json {
        let head = format!("kernel {}, one thread, values per second of CPU time\n", fast.kernel);
        output::text(
            common,
            &format!(
                "{head}{:8} {:>10} {:>13} {:>22} {:>20} {:>18}\n",
                "game", "to", "values/s", "x textbook", "x ogsolve", "x blocks"
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
    let commands = commands(args, common, fast)?;
    let threads = threads(args, common, fast)?;
    let misere = misere::bench::rows(args, common)?;
    if rows.is_empty() && proofs.is_empty() && misere.is_empty() {
        let games: Vec<&str> = WORK.iter().map(|work| work.game).chain([misere::bench::NAME]).collect();
        return Err(Failure::Input(format!("no such benchmark; there are {}", games.join(", "))));
    }
    if common.json {
        let kernel = fast.kernel.to_string();
        return output::json(common, &command::Bench { kernel, rows, proofs, commands, threads, misere });
    }
    Ok(ExitCode::SUCCESS)
}

/// A command with its arguments.
type Run<'a> = &'a dyn Fn() -> Result<ExitCode, Failure>;

/// The third table.
fn commands(args: &Bench, common: &Common, fast: EngineSettings) -> Result<Vec<BenchCommand>, Failure> {
    let (name, to) = (COMMANDS.0, if args.quick { 1 << 14 } else { COMMANDS.1 });
    if args.game.as_ref().is_some_and(|game| game != name) {
        return Ok(Vec::new());
    }
    let game = heap_game(name)?;
    let quiet = Common {
        json: false,
        quiet: true,
        output: Some(NOWHERE.into()),
        threads: NonZeroU64::new(1),
        kernel: None,
        ..common.clone()
    };
    let values_args = Values {
        game: vec![name.to_owned()],
        from: 0,
        to: Some(to),
        misere: false,
        format: ValuesFormat::Csv,
        width: None,
        columns: false,
        oeis: None,
    };
    let position = format!("{name}: {to}");
    let solve_args = Solve { position: vec![position], misere: false, moves: 10_000, explain: false };
    let stats_args =
        Stats { game: name.to_owned(), to: Some(to), from: 0, by: StatsOrder::Count, excluded: false };
    let of_values = || values::run(&values_args, &quiet);
    let of_solve = || solve::run(&solve_args, &quiet);
    let of_stats = || stats::run(&stats_args, &quiet);
    let work: [(&str, Run<'_>); 3] = [("values", &of_values), ("solve", &of_solve), ("stats", &of_stats)];
    let mut rows = work.map(|(command, _)| BenchCommand {
        command: command.to_owned(),
        to,
        seconds: f64::INFINITY,
        engine: Vec::new(),
    });
    for _ in 0..if args.quick { 1 } else { 3 } {
        let engine = (to + 1) as f64 / rate(&game, 0, to, fast);
        for (row, (_, run)) in rows.iter_mut().zip(&work) {
            let start = Stopwatch::start();
            run()?;
            let seconds = start.seconds();
            row.seconds = row.seconds.min(seconds);
            row.engine.push((seconds / engine * 100.0).round() / 100.0);
        }
    }
    if !common.json {
        let [command, last, seconds, ratio] = ["command", "to", "seconds", "x engine"];
        let mut text =
            format!("\n{name}, seconds of CPU time\n{command:8} {last:>10} {seconds:>13} {ratio:>22}\n");
        for BenchCommand { command, to, seconds, engine } in &rows {
            let ratios: Vec<String> = engine.iter().map(ToString::to_string).collect();
            let ratios = ratios.join(" ");
            let _ = writeln!(text, "{command:8} {to:>10} {seconds:>13.2} {ratios:>22}");
        }
        output::text(common, &text)?;
    }
    Ok(rows.into())
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

/// The fourth table.
fn threads(args: &Bench, common: &Common, fast: EngineSettings) -> Result<Vec<BenchThreads>, Failure> {
    let most = std::thread::available_parallelism().map_or(1, NonZero::get);
    let counts = || (1..).map(|power| 1 << power).take_while(move |&count| count < most).chain([most]);
    let mut rows = Vec::new();
    for &(name, from, to) in
        THREADED.iter().filter(|(name, ..)| args.game.as_ref().is_none_or(|game| game == name))
    {
        let game = heap_game(name)?;
        let (from, to) = if args.quick { (0, 1 << 14) } else { (from, to) };
        let first = rows.len();
        rows.extend(counts().filter(|&count| count > 1).map(|threads| BenchThreads {
            game: name.to_owned(),
            from,
            to,
            threads,
            values_per_second: 0.0,
            one_thread: Vec::new(),
        }));
        for _ in 0..if args.quick { 1 } else { 3 } {
            let wall = |threads: usize| {
                let (start, values) = start_at(&game, from, to, EngineSettings { threads, ..fast });
                values / start.wall_seconds()
            };
            let one = wall(1);
            for row in &mut rows[first..] {
                let rate = wall(row.threads);
                row.values_per_second = row.values_per_second.max(rate.round());
                row.one_thread.push((rate / one * 100.0).round() / 100.0);
            }
        }
    }
    if !common.json && !rows.is_empty() {
        let [game, last, count, rate, ratio] = ["game", "to", "threads", "values/s", "x one thread"];
        let mut text =
            format!("\nseveral threads, wall time\n{game:8} {last:>10} {count:>8} {rate:>13} {ratio:>22}\n");
        for BenchThreads { game, to, threads, values_per_second, one_thread, .. } in &rows {
            let ratios: Vec<String> = one_thread.iter().map(ToString::to_string).collect();
            let ratios = ratios.join(" ");
            let _ = writeln!(text, "{game:8} {to:>10} {threads:>8} {values_per_second:>13.0} {ratios:>22}");
        }
        output::text(common, &text)?;
    }
    Ok(rows)
}

fn measure(work: &Work, args: &Bench, fast: EngineSettings) -> Result<BenchRow, Failure> {
    let game = heap_game(work.game)?;
    let (from, to) = if args.quick { (0, 1 << 14) } else { work.fast };
    let (textbook_from, textbook_to) = (work.textbook.0.min(to / 2), work.textbook.1.min(to));
    let textbook = EngineSettings { kernel: Kernel::TEXTBOOK, ..fast };
    let mut best = 0f64;
    let plain = EngineSettings { helpers: Helpers::Forbidden, ..fast };
    let (mut ratios, mut blocks) = (Vec::new(), Vec::new());
    let tenths = |ratio: f64| (ratio * 10.0).round() / 10.0;
    for _ in 0..if args.quick { 1 } else { 3 } {
        let ours = rate(&game, from, to, fast);
        let theirs = rate(&game, textbook_from, textbook_to, textbook);
        best = best.max(ours);
        ratios.push(tenths(ours / theirs));
        if let Some((from, to)) = work.blocks.filter(|_| !args.quick) {
            blocks.push(tenths(ours / rate(&game, from, to, plain)));
        }
    }
    let other = if args.quick || !work.octal { None } else { ogsolve(work.game, to) };
    let other = other.map(|(seconds, method)| {
        let ratio = best / (to as f64 / seconds);
        BenchOther { method: method.to_owned(), to, ratio: tenths(ratio) }
    });
    Ok(BenchRow {
        game: work.game.to_owned(),
        from,
        to,
        values_per_second: best.round(),
        textbook: ratios,
        blocks,
        ogsolve: other,
    })
}

fn line(row: &BenchRow) -> String {
    let BenchRow { game, to, values_per_second, textbook, blocks, ogsolve, .. } = row;
    let list = |ratios: &[f64]| ratios.iter().map(|ratio| format!("{ratio:?}")).collect::<Vec<_>>().join(" ");
    let (textbook, blocks) = (list(textbook), if blocks.is_empty() { "-".to_owned() } else { list(blocks) });
    let other = match ogsolve {
        None => "-".to_owned(),
        Some(BenchOther { method, ratio, .. }) => format!("{ratio:?} ({method})"),
    };
    format!("{game:8} {to:>10} {values_per_second:>13.0} {textbook:>22} {other:>20} {blocks:>18}\n")
}

/// Values per second of CPU time over a range.
fn rate(game: &HeapGame, from: u64, to: u64, settings: EngineSettings) -> f64 {
    let (start, values) = start_at(game, from, to, settings);
    values / start.seconds()
}

/// Computes a range; a watch that was started with the range, and how many values there are.
fn start_at(game: &HeapGame, from: u64, to: u64, settings: EngineSettings) -> (Stopwatch, f64) {
    let mut engine = Engine::new(game.rule.clauses(), settings);
    if from > 0 {
        let _ = engine.stream(from - 1, &mut Unheard);
    }
    let start = Stopwatch::start();
    let _ = engine.stream(to, &mut Unheard);
    (start, (to - from + 1) as f64)
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
