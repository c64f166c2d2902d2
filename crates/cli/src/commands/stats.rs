//! `sprague stats`: how often each value occurs, zeros, records, excluded periods.

use std::process::ExitCode;

use sprague::analysis::shift_count;
use sprague::nimber::Nimber;
use sprague::sequence::{Ground, Sequence, Space, Statistics};
use sprague_store::Status;
use sprague_tell::stats::{CountedValues, RowOrder, StatsForm};

use super::subject::subject;
use crate::args::{Common, Stats, StatsOrder};
use crate::failure::Failure;
use crate::{output, progress};
use sprague_tell::runs;

/// A period is looked for in the heaps of the range, and at least in these.
const PERIOD_FROM: u64 = 1 << 14;
/// A count as text is kept with its number before it is printed.
const COUNT_AS_TEXT: f64 = 4.0;
/// A division takes about as long as this many steps.
const STEPS_PER_DIVISION: f64 = 8.0;
/// The last heap unless told.
const USUAL: u64 = 10_000;

pub fn run(args: &Stats, common: &Common) -> Result<ExitCode, Failure> {
    let subject = subject(&args.game)?;
    let (game, to) = (&subject.game, subject.to(args.to, USUAL));
    let from = args.from;
    if from > to {
        return Err(Failure::Input(format!("--from {from} is beyond --to {to}; the range is empty")));
    }
    let limits = progress::limits_to(common, to);
    let mut sequence = Sequence::new(game.clone(), common.engine());
    let run = subject.run_to(to).filter(|_| from == 0);
    let (statistics, computed) = if let Some(run) = run {
        (of_run(run), format!("{} in a run", runs::label(run)))
    } else {
        let weight = if common.json { COUNT_AS_TEXT } else { 1.0 };
        let (statistics, ground) = sequence.statistics(from..=to, weight, &limits)?;
        let computed = match ground {
            Ground::Sequence { .. } => "computed".to_owned(),
            ground => ground.to_string(),
        };
        (statistics, computed)
    };
    let shifts = shift_count(game.rule.clauses(), statistics.zeros());
    let steps = shifts as f64 * (to as f64 + 1.0).sqrt() * STEPS_PER_DIVISION;
    limits.admit_steps(format!("the list of the numbers that are no period of {game}"), steps)?;
    let space = run.map_or_else(|| sequence.space(), |run| run.space.and_then(Space::from_parts));
    let proved = sequence.prove_from(to.max(PERIOD_FROM), &limits).ok();
    let observed = run.and_then(|run| {
        let seen = run.manifest.period_observed?;
        Some((runs::observed(run)?, runs::period(&game.to_string(), seen)))
    });
    let counted =
        CountedValues { game, from, to, statistics: &statistics, computed, space, proved, observed };
    let order = if args.by == StatsOrder::Value { RowOrder::Value } else { RowOrder::Count };
    output::told(common, &counted.told(StatsForm { order, witnesses: args.excluded }))
}

/// What a run has counted.
fn of_run(run: &Status) -> Statistics {
    let tally = &run.tally;
    let counts = tally.counts().map(|(value, count)| (Nimber(value), count));
    let records = tally.records().iter().map(|&(heap, value)| (heap, Nimber(value))).collect();
    Statistics::from_parts(counts, tally.zeros().to_vec(), records)
}
