//! `sprague star row`: the additive period of a row of 2-Star Nim, proved.

use std::fmt::Write;
use std::process::ExitCode;

use sprague::star::{
    LARGEST_ROW, REPEATS_WITHIN, RowMethod, RowPeriod, RowProof, RowStage, row_by_repetition,
};
use sprague_answer::command;
use sprague_proof::star;

use super::follow::follow;
use super::{certificate, code};
use crate::args::Common;
use crate::args::star::Row;
use crate::commands::status::row_period;
use crate::failure::{Failure, say, unfinished};
use crate::output;

/// What was found of a row and of those before it, with the lengths of the cycles of their tracks.
struct Found {
    row: usize,
    method: RowMethod,
    rows: Vec<(RowPeriod, Vec<usize>)>,
    proof: Option<RowProof>,
}

pub fn run(args: &Row, common: &Common) -> Result<ExitCode, Failure> {
    let row = usize::try_from(args.number).unwrap_or(usize::MAX);
    if !(1..=LARGEST_ROW).contains(&row) {
        return Err(Failure::Input(format!(
            "row {} is out of reach; rows go from 1 to {LARGEST_ROW}",
            args.number
        )));
    }
    certificate::admit(args.certificate.as_ref())?;
    let mut dir = None;
    let found = if RowMethod::of_row(row) == RowMethod::Repetition && args.dir.is_none() {
        let rows = (1..=row).filter_map(|row| Some((row_by_repetition(row, REPEATS_WITHIN)?, Vec::new())));
        Found { row, method: RowMethod::Repetition, rows: rows.collect(), proof: None }
    } else {
        let (proof, folder) = follow(row, args, common)?;
        dir = folder;
        Found { row, method: RowMethod::Tracks, rows: proof.history.clone(), proof: Some(proof) }
    };
    let period = found.period();
    if args.certificate.is_some() {
        let paper = match &found.proof {
            Some(proof) => star::of_tracks(proof),
            None => star::of_row(&found.rows.iter().map(|(period, _)| *period).collect::<Vec<_>>()),
        };
        certificate::write(args.certificate.as_ref(), paper.as_ref(), common.engine().threads)?;
    }
    let goes_on = match (dir, found.stopped()) {
        (Some(dir), Some(_)) => {
            format!("Stopped; to go on: sprague star row {row} --dir {}\n", dir.display())
        }
        _ => String::new(),
    };
    let written = if common.json {
        if !goes_on.is_empty() {
            say(goes_on.trim_end());
        }
        output::json(common, &found.document(args))
    } else {
        output::text(common, &(found.report(args) + &goes_on))
    };
    if !goes_on.is_empty() {
        return Ok(unfinished(written));
    }
    written?;
    Ok(code(period.is_some()))
}

impl Found {
    fn period(&self) -> Option<RowPeriod> {
        self.rows.last().map(|(period, _)| *period).filter(|period| period.row == self.row)
    }

    /// The row in work, the columns done and those to do, where the proof was stopped.
    fn stopped(&self) -> Option<(usize, u64, u64)> {
        match &self.proof.as_ref()?.stage {
            RowStage::Following(pass) => Some((pass.row, pass.done(), pass.cycle)),
            RowStage::Proved(_) | RowStage::Failed => None,
        }
    }

    /// What G(a, b) - b can be from the first column on, where the tracks tell: nothing else (theory 8.13).
    fn offsets(&self) -> Option<Vec<i64>> {
        let level = self.proof.as_ref().map(|proof| &proof.level).filter(|level| level.row == self.row)?;
        let row = self.row.cast_signed() as i64;
        Some((0..32).filter(|place| level.taken >> place & 1 == 1).map(|place| place - row).collect())
    }

    fn document(&self, args: &Row) -> command::StarRow {
        let found = self.period();
        let stopped = |(row, columns_done, columns)| command::StoppedRow { row, columns_done, columns };
        command::StarRow {
            row: self.row,
            first_column: found.map(|found| found.first_column),
            period: found.map(|found| found.period),
            proved: found.is_some(),
            method: self.method.name().to_owned(),
            offsets: self.offsets(),
            stopped: self.stopped().map(stopped),
            rows: args.all.then(|| self.rows.iter().map(|(period, _)| row_period(period)).collect()),
        }
    }

    fn report(&self, args: &Row) -> String {
        let (mut text, row) = (String::new(), self.row);
        if args.all {
            let _ =
                writeln!(text, "{:>3} {:>12} {:>22} {:>6}  tracks", "a", "first column", "period", "ratio");
            let mut before: Option<u64> = None;
            for (found, cycles) in &self.rows {
                let ratio = before.map_or_else(String::new, |before| (found.period / before).to_string());
                let cycles: Vec<String> = cycles.iter().map(usize::to_string).collect();
                let (row, column, period) = (found.row, found.first_column, found.period);
                let line = format!("{row:>3} {column:>12} {period:>22} {ratio:>6}  {}", cycles.join("·"));
                let _ = writeln!(text, "{}", line.trim_end());
                before = Some(found.period);
            }
            text.push('\n');
        }
        let _ = match (self.period(), self.stopped()) {
            (Some(RowPeriod { first_column, period, .. }), _) => writeln!(
                text,
                "Row {row} of 2-Star Nim: G({row}, b + {period}) = G({row}, b) + {period} for all b >= {first_column}, and for no smaller period or column.\n{}",
                self.method.grounds()
            ),
            (None, Some((at, done, of))) => writeln!(
                text,
                "Row {row} of 2-Star Nim: not proved yet; the tracks of row {at} are followed through {done} of {of} columns ({:.2} %).",
                100.0 * done as f64 / of as f64
            ),
            (None, None) => {
                writeln!(
                    text,
                    "Row {row} of 2-Star Nim: nothing is proved; the tracks could not be followed."
                )
            }
        };
        text
    }
}
