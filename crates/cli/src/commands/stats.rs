//! `sprague stats`: how often each value occurs, zeros, records, excluded periods.

use std::fmt::Write;
use std::process::ExitCode;

use sprague::analysis::{excluded_periods, shift_count};
use sprague::heap::HeapGame;
use sprague::nimber::Nimber;
use sprague::sequence::{Ground, ProvedPeriod, Sequence, Statistics};
use sprague_store::Status;
use sprague_tell::command::{self, Density};

use super::subject::subject;
use crate::args::{Common, Stats};
use crate::failure::Failure;
use crate::{output, progress};
use sprague_tell::runs;

/// A period is looked for in the heaps of the range, and at least in these.
const PERIOD_FROM: u64 = 1 << 14;
/// A count as text is kept with its number before it is printed.
const COUNT_AS_TEXT: f64 = 4.0;
/// A division takes about as long as this many steps.
const STEPS_PER_DIVISION: f64 = 8.0;
/// How many numbers of a list a person wants to see.
const SHOWN: usize = 60;

/// The last heap unless told.
const USUAL: u64 = 10_000;

pub fn run(args: &Stats, common: &Common) -> Result<ExitCode, Failure> {
    let subject = subject(&args.game)?;
    let (game, to) = (&subject.game, subject.to(args.to, USUAL));
    let limits = progress::limits_to(common, to);
    let mut sequence = Sequence::new(game.clone(), common.engine());
    let (statistics, computed) = if let Some(run) = subject.run_to(to) {
        (of_run(run), format!("{} in a run", runs::label(run)))
    } else {
        let weight = if common.json { COUNT_AS_TEXT } else { 1.0 };
        let (statistics, ground) = sequence.statistics(to, weight, &limits)?;
        let computed = match ground {
            Ground::Sequence { .. } => "computed".to_owned(),
            ground => ground.to_string(),
        };
        (statistics, computed)
    };
    let shifts = shift_count(game.rule.clauses(), statistics.zeros());
    let steps = shifts as f64 * (to as f64 + 1.0).sqrt() * STEPS_PER_DIVISION;
    limits.admit_steps(format!("the list of the numbers that are no period of {game}"), steps)?;
    let proved = sequence.prove_from(to.max(PERIOD_FROM), &limits).ok();
    if common.json {
        let mut document = document(game, to, &statistics, proved);
        document.period_observed = subject.run_to(to).and_then(runs::observed);
        return output::json(common, &document);
    }
    let mut text = format!("{game}: heaps 0 to {to}, {computed}\n");
    report(&mut text, game, to, &statistics);
    if let Some(seen) = subject.run_to(to).and_then(|run| run.manifest.period_observed) {
        let [what, compared, theorem, next] = runs::period(&game.to_string(), seen);
        let _ = writeln!(text, "\nPeriod {what}:\n  {compared};\n  {theorem};\n  {next}.");
    }
    if let Some(proved) = proved {
        limits_of_shares(&mut text, proved);
    }
    output::text(common, &text)
}

/// What a run has counted.
fn of_run(run: &Status) -> Statistics {
    let tally = &run.tally;
    let counts = tally.counts().map(|(value, count)| (Nimber(value), count));
    let records = tally.records().iter().map(|&(heap, value)| (heap, Nimber(value))).collect();
    Statistics::from_parts(counts, tally.zeros().to_vec(), records)
}

fn document(
    game: &HeapGame,
    to: u64,
    statistics: &Statistics,
    proved: Option<&ProvedPeriod>,
) -> command::Stats {
    let greatest = statistics.greatest();
    let period = proved.map(ProvedPeriod::period);
    let density = |(value, count): (Nimber, u64)| Density {
        value: value.0,
        count,
        period: period.map_or(0, |found| found.period),
    };
    command::Stats {
        game: game.to_string(),
        to,
        max: greatest.map(|(_, value)| value.0),
        argmax: greatest.map(|(heap, _)| heap),
        zero_count: statistics.zero_count(),
        zeros: statistics.zeros().to_vec(),
        records: statistics.records().iter().map(|&(heap, value)| [heap, value.0]).collect(),
        counts: statistics.counts().map(|(value, count)| (value.0, count)).collect(),
        excluded_periods: excluded_periods(game.rule.clauses(), statistics.zeros()),
        densities: proved
            .and_then(ProvedPeriod::densities)
            .map(|counts| counts.into_iter().map(density).collect()),
        period: period.map(|found| found.period),
        preperiod: period.map(|found| found.preperiod),
        saltus: period.map(|found| found.saltus),
        theorem: proved.map(|proved| proved.theorem().to_string()),
        period_observed: None,
    }
}

fn report(text: &mut String, game: &HeapGame, to: u64, statistics: &Statistics) {
    if let Some((heap, value)) = statistics.greatest() {
        let _ = writeln!(text, "\nGreatest value {value}, first at heap {heap}.");
    }
    let _ = writeln!(text, "\n{} heaps of value 0:", statistics.zero_count());
    list(text, statistics.zeros().iter());
    let records = statistics.records().iter().map(|(heap, value)| format!("{value} at {heap}"));
    let _ = writeln!(text, "\nRecords, the first heap of each greatest value so far:");
    list(text, records.collect::<Vec<_>>().iter().rev().take(12).rev());
    let _ = writeln!(text, "\n  value       heaps   share");
    let heaps = statistics.heaps() as f64;
    let mut counts: Vec<_> = statistics.counts().collect();
    let kinds = counts.len();
    counts.sort_by_key(|&(value, count)| (std::cmp::Reverse(count), value));
    for (value, count) in counts.into_iter().take(20) {
        let _ = writeln!(text, "  {value:>5} {count:>11} {:>6.2} %", 100.0 * count as f64 / heaps);
    }
    if kinds > 20 {
        let _ = writeln!(text, "  ... and {} other values (all of them with --json)", kinds - 20);
    }
    let excluded = excluded_periods(game.rule.clauses(), statistics.zeros());
    let _ = writeln!(
        text,
        "\n{} numbers are no period, because a heap of value 0 forbids them (theory 4.4):",
        excluded.len()
    );
    list(text, excluded.iter());
    if let Some(survivor) = (1..=1 + to).find(|period| excluded.binary_search(period).is_err()) {
        let _ = writeln!(text, "The smallest that is not excluded is {survivor}.");
    }
}

/// The exact share of each value among all heaps: what the shares of longer and longer ranges tend to.
fn limits_of_shares(text: &mut String, proved: &ProvedPeriod) {
    let found = proved.period();
    let _ = writeln!(text, "\nProved: {}, by {}.", found.in_short(), proved.theorem());
    let Some(mut counts) = proved.densities() else {
        let _ = writeln!(text, "The values grow with each turn, so each occurs finitely often.");
        return;
    };
    let period = found.period;
    let kinds = counts.len();
    counts.sort_by_key(|&(value, count)| (std::cmp::Reverse(count), value));
    let _ =
        writeln!(text, "Densities among all heaps, exactly: the heaps of each value in a turn of {period}.");
    let _ = writeln!(text, "\n  value       heaps   share");
    for (value, count) in counts.into_iter().take(20) {
        let _ = writeln!(text, "  {value:>5} {count:>11} {:>6.2} %", 100.0 * count as f64 / period as f64);
    }
    if kinds > 20 {
        let _ = writeln!(text, "  ... and {} other values (all of them with --json)", kinds - 20);
    }
}

/// Numbers in lines of at most 100 characters, shortened.
fn list<T: ToString>(text: &mut String, items: impl Iterator<Item = T>) {
    let items: Vec<String> = items.map(|item| item.to_string()).collect();
    let mut line = String::from(" ");
    for item in items.iter().take(SHOWN) {
        if line.len() + item.len() > 98 {
            let _ = writeln!(text, "{line}");
            line = String::from(" ");
        }
        let _ = write!(line, " {item}");
    }
    if items.len() > SHOWN {
        let _ = write!(line, " ... and {} more", items.len() - SHOWN);
    }
    let _ = writeln!(text, "{line}");
}
