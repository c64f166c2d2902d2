//! `sprague survey sets` (hidden): all subtraction sets of numbers up to a bound, as a table by greatest element and size.
//!
//! A plan with a unit for so many games would cost far more than the games (`sprague_survey::all_sets`), so this is one
//! process with threads, and its table is the only thing it leaves. The rows of size `all` join the sizes.

use std::fmt::Write as _;
use std::process::ExitCode;

use sprague_survey::{MOST_OF_SETS, SetCounts, SetRecord, all_sets, numbers_of};

use crate::args::Common;
use crate::args::survey::SetsSurvey;
use crate::failure::Failure;
use crate::{output, progress};

pub fn run(args: &SetsSurvey, common: &Common) -> Result<ExitCode, Failure> {
    let max =
        u32::try_from(args.max).ok().filter(|max| (1..=MOST_OF_SETS).contains(max)).ok_or_else(|| {
            Failure::Input(format!(
                "the largest number of a set is from 1 to {MOST_OF_SETS}, not {}",
                args.max
            ))
        })?;
    let bar = progress::bar(common, "sets");
    if let Some(bar) = &bar {
        bar.set_message(format!("sets within 1 to {max}"));
        bar.set_length(1 << max);
    }
    let table = all_sets(max, common.engine().threads, &|done| {
        if let Some(bar) = &bar {
            bar.set_position(done);
        }
    });
    drop(bar);
    let mut text = String::from(
        "max,size,sets,coprime,pure,sum_of_two,sum_of_different,periods,preperiods,period,period_sets,period_first,\
         preperiod,preperiod_sets,preperiod_first,outcome_period,outcome_period_sets,outcome_period_first,sequences\n",
    );
    for m in 1..=max {
        for (size, counts) in (1..).zip(&table.counts[m as usize - 1]) {
            let size: u32 = size;
            let _ = writeln!(text, "{m},{size},{},", row(counts));
        }
        let _ = writeln!(text, "{m},all,{},{}", row(&table.of_greatest(m)), table.sequences[m as usize - 1]);
    }
    output::text(common, &text)
}

/// The columns from `sets` on but for the last.
fn row(counts: &SetCounts) -> String {
    let SetCounts { sets, coprime, pure, sum_of_two, sum_of_different, periods, preperiods, .. } = counts;
    let records = [&counts.period, &counts.preperiod, &counts.outcome_period].map(record).join(",");
    format!("{sets},{coprime},{pure},{sum_of_two},{sum_of_different},{periods},{preperiods},{records}")
}

/// The number, how many sets have it, and the first of them: numbers between spaces, sets between semicolons.
fn record(record: &SetRecord) -> String {
    let set = |&set: &u32| numbers_of(set).map(|number| number.to_string()).collect::<Vec<_>>().join(" ");
    let first: Vec<String> = record.first.iter().map(set).collect();
    format!("{},{},{}", record.greatest, record.sets, first.join(";"))
}
