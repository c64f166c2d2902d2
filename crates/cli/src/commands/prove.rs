//! `sprague prove` and `sprague check`: a certificate of a period, written and checked.
//!
//! The certificate is handed to the independent checker before it is written; what the checker does not accept is not
//! written.

use std::io::{self, Write};
use std::process::ExitCode;

use sprague::period::{DenseSource, EngineSource, Extent, Finding, find};
use sprague_certificate as certificate;
use sprague_certificate::Selection;
use sprague_proof::certify;

use super::heap_game;
use crate::args::{Check, Common, Prove};
use crate::failure::Failure;
use crate::{output, progress};

/// A true negative: nothing was proved, or the certificate does not hold.
const EXIT_NEGATIVE: u8 = 1;

pub fn run(args: &Prove, common: &Common) -> Result<ExitCode, Failure> {
    let game = heap_game(&args.game)?;
    let Some(path) = &common.output else {
        return Err(Failure::Input("name the file of the certificate with -o FILE".to_owned()));
    };
    let limits = progress::limits(common);
    let extent = args.limit.map_or(Extent::Usual, Extent::To);
    let answer = match EngineSource::new(&game.rule, common.engine(), &limits) {
        Some(mut source) => find(&game.rule, &mut source, extent),
        None => find(&game.rule, &mut DenseSource::new(&game.rule, &limits), extent),
    };
    let Finding::Proved(period, claim) = answer.finding else {
        eprintln!(
            "{game}: no period was proved from the values to heap {}; no file was written",
            answer.computed_to
        );
        return Ok(ExitCode::from(EXIT_NEGATIVE));
    };
    match certify(&game, period, claim, common.engine()) {
        Ok(text) => {
            output::write(common, text.as_bytes())?;
            let report = certificate::check(&text, Selection::All, 1);
            let line =
                if common.json { report.to_json() } else { format!("{} ({})", report.claim, path.display()) };
            writeln!(io::stdout(), "{line}")?;
            Ok(ExitCode::SUCCESS)
        }
        Err(why) => {
            eprintln!("{game}: the period is proved, but it has no certificate: {why}; no file was written");
            Ok(ExitCode::from(EXIT_NEGATIVE))
        }
    }
}

pub fn check(args: &Check, common: &Common) -> Result<ExitCode, Failure> {
    let threads = common.engine().threads;
    let report = certificate::check_file(&args.file, Selection::All, threads);
    if common.json {
        output::text(common, &format!("{}\n", report.to_json()))?;
    } else {
        match &report.fault {
            None => output::text(common, &format!("valid: {}\n", report.claim))?,
            Some(fault) if report.exit_code() == 2 => return Err(Failure::Input(fault.to_string())),
            Some(fault) => output::text(common, &format!("invalid: {fault}\n"))?,
        };
    }
    Ok(ExitCode::from(report.exit_code()))
}
