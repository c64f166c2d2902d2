//! `sprague star row`: the additive period of a row of 2-Star Nim, proved.

use std::fmt::Write;
use std::io::{IsTerminal, stderr};
use std::process::ExitCode;

use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use sprague::star_nim::{LARGEST_ROW, RowPeriod, RowProof, RowStage, row_by_repetition};

use super::{certificate, code};
use crate::args::Common;
use crate::args::star::Row;
use crate::failure::Failure;
use crate::output;

/// Rows up to here are proved by the repetition of the whole state.
const REPEATING: usize = 8;
/// Columns within which it comes back for them.
const ENOUGH: u64 = 1_000_000;
/// Columns of each run between two reports.
const STRIDE: u64 = 1 << 22;

pub fn run(args: &Row, common: &Common) -> Result<ExitCode, Failure> {
    let row = usize::try_from(args.number).unwrap_or(usize::MAX);
    if !(1..=LARGEST_ROW).contains(&row) {
        return Err(Failure::Input(format!("row {row} is out of reach; rows go from 1 to {LARGEST_ROW}")));
    }
    let (rows, way) = if row <= REPEATING {
        let found = (1..=row).filter_map(|row| Some((row_by_repetition(row, ENOUGH)?, Vec::new())));
        (found.collect(), Way::Repetition)
    } else {
        (follow(row, common)?, Way::Tracks)
    };
    let found = rows.last().map(|(period, _)| *period).filter(|period| period.row == row);
    if let (Some(path), Some(_)) = (&args.certificate, found) {
        let periods: Vec<RowPeriod> = rows.iter().map(|(period, _)| *period).collect();
        certificate::write(path, certificate::of_row(&periods).as_ref())?;
    }
    if common.json {
        let document = json!({
            "row": row,
            "first_column": found.map(|found| found.first_column),
            "period": found.map(|found| found.period),
            "proved": found.is_some(),
            "method": way.name(),
            "rows": args.all.then(|| rows.iter().map(|(period, _)| line_document(period)).collect::<Vec<_>>()),
        });
        output::json(common, &document)?;
    } else {
        output::text(common, &report(row, found, way, if args.all { &rows } else { &[] }))?;
    }
    Ok(code(found.is_some()))
}

#[derive(Clone, Copy)]
enum Way {
    Repetition,
    Tracks,
}

impl Way {
    const fn name(self) -> &'static str {
        match self {
            Self::Repetition => "repetition",
            Self::Tracks => "tracks",
        }
    }

    const fn grounds(self) -> &'static str {
        match self {
            Self::Repetition => "Proved by the repetition of the state of all rows up to it (theory 8.11).",
            Self::Tracks => {
                "Proved by its tracks, followed through every column of the period of the row below (theory 8.12)."
            }
        }
    }
}

fn line_document(found: &RowPeriod) -> Value {
    json!({"row": found.row, "first_column": found.first_column, "period": found.period})
}

fn report(row: usize, found: Option<RowPeriod>, way: Way, all: &[(RowPeriod, Vec<usize>)]) -> String {
    let mut text = String::new();
    if !all.is_empty() {
        let _ = writeln!(text, "{:>3} {:>12} {:>22} {:>6}  tracks", "a", "first column", "period", "ratio");
        let mut before: Option<u64> = None;
        for (found, cycles) in all {
            let ratio = before.map_or_else(String::new, |before| (found.period / before).to_string());
            let cycles: Vec<String> = cycles.iter().map(usize::to_string).collect();
            let (row, column, period) = (found.row, found.first_column, found.period);
            let line = format!("{row:>3} {column:>12} {period:>22} {ratio:>6}  {}", cycles.join("·"));
            let _ = writeln!(text, "{}", line.trim_end());
            before = Some(found.period);
        }
        text.push('\n');
    }
    match found {
        Some(RowPeriod { first_column, period, .. }) => {
            let _ = writeln!(
                text,
                "Row {row} of 2-Star Nim: G({row}, b + {period}) = G({row}, b) + {period} for all b >= {first_column}, and for no smaller period or column.\n{}",
                way.grounds()
            );
        }
        None => {
            let _ = writeln!(
                text,
                "Row {row} of 2-Star Nim: nothing is proved; the tracks could not be followed."
            );
        }
    }
    text
}

fn follow(row: usize, common: &Common) -> Result<Vec<(RowPeriod, Vec<usize>)>, Failure> {
    let limits = common.limits();
    let threads = common.engine().threads;
    let bar = bar(common);
    let mut proof = RowProof::new(row).ok_or_else(|| Failure::Input(format!("there is no row {row}")))?;
    while let RowStage::Following(pass) = &proof.stage {
        limits.admit_steps(
            format!("row {}: one period of row {}", pass.row, pass.row - 1),
            pass.cycle as f64,
        )?;
        if let Some(bar) = &bar {
            bar.set_length(pass.cycle);
            bar.set_position(pass.done());
            bar.set_message(format!("row {}", pass.row));
        }
        proof.advance(STRIDE, threads);
    }
    Ok(proof.history)
}

fn bar(common: &Common) -> Option<ProgressBar> {
    if common.quiet || !stderr().is_terminal() {
        return None;
    }
    let style = ProgressStyle::with_template("{msg}: {pos} of {len} columns, {per_sec}, {eta} left").ok()?;
    Some(ProgressBar::no_length().with_style(style).with_finish(indicatif::ProgressFinish::AndClear))
}
