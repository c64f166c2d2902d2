//! `sprague star row`: the additive period of a row of 2-Star Nim, proved.

use std::process::ExitCode;

use sprague::star::{
    LARGEST_ROW, LARGEST_SHARED_ROW, REPEATS_WITHIN, RowMethod, SHARED_REPEATS_WITHIN, SharedRow,
    row_by_repetition, shared_row,
};
use sprague_proof::star;
use sprague_store::ProofTrust;
use sprague_tell::star::{FoundRow, shared_rows};

use super::certificate;
use super::follow::follow;
use crate::args::Common;
use crate::args::star::Row;
use crate::failure::{Failure, say, unfinished};
use crate::output;

pub fn run(args: &Row, common: &Common) -> Result<ExitCode, Failure> {
    let row = usize::try_from(args.number).unwrap_or(usize::MAX);
    if args.shared.get() > 1 {
        return shared(row, args, common);
    }
    if !(1..=LARGEST_ROW).contains(&row) {
        return Err(Failure::Input(format!(
            "row {} is out of reach; rows go from 1 to {LARGEST_ROW}",
            args.number
        )));
    }
    certificate::admit(args.certificate.as_ref(), args.dir.as_ref())?;
    let mut dir = None;
    let mut found = if RowMethod::of_row(row) == RowMethod::Repetition && args.dir.is_none() {
        let rows = (1..=row).filter_map(|row| Some((row_by_repetition(row, REPEATS_WITHIN)?, Vec::new())));
        FoundRow { row, method: RowMethod::Repetition, rows: rows.collect(), proof: None, shown: true }
    } else {
        let (proof, trust, folder) = follow(row, args, common)?;
        dir = folder;
        let (rows, shown) = (proof.history.clone(), trust == ProofTrust::Recomputed);
        FoundRow { row, method: RowMethod::Tracks, rows, proof: Some(proof), shown }
    };
    if args.certificate.is_some() {
        let paper = match &found.proof {
            Some(proof) => star::of_tracks(proof),
            None => star::of_row(&found.rows.iter().map(|(period, _)| *period).collect::<Vec<_>>()),
        };
        let path = args.certificate.as_ref();
        found.shown |= certificate::write(path, paper.as_ref(), common.engine().threads)?;
    }
    let goes_on = match (dir, found.stopped()) {
        (Some(dir), Some(_)) => {
            format!("Stopped; to go on: sprague star row {row} --dir {}\n", dir.display())
        }
        _ => String::new(),
    };
    let told = found.told(args.all);
    let written = if common.json {
        if !goes_on.is_empty() {
            say(goes_on.trim_end());
        }
        output::json(common, &told.document)
    } else {
        output::text(common, &(told.text + &goes_on))
    };
    if !goes_on.is_empty() {
        return Ok(unfinished(written));
    }
    written?;
    Ok(output::code(told.is_positive))
}

/// A row of two tokens on strips that share several squares, by the repetition of the state.
fn shared(row: usize, args: &Row, common: &Common) -> Result<ExitCode, Failure> {
    let squares = usize::try_from(args.shared.get()).unwrap_or(usize::MAX);
    if !(squares..=LARGEST_SHARED_ROW).contains(&row) {
        return Err(Failure::Input(format!(
            "row {} with {squares} shared squares is out of reach; rows go from the number of shared squares to {LARGEST_SHARED_ROW}",
            args.number
        )));
    }
    let steps = 3.0 * SHARED_REPEATS_WITHIN as f64 * row as f64;
    common.limits().admit_steps(format!("row {row} with {squares} shared squares"), steps)?;
    let first = if args.all { squares } else { row };
    let rows: Vec<SharedRow> =
        (first..=row).map_while(|row| shared_row(squares, row, SHARED_REPEATS_WITHIN)).collect();
    output::told(common, &shared_rows((squares, row), &rows, args.all))
}
