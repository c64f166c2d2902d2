//! `sprague prove` and `sprague check`: a certificate of a period, written and checked.

use std::io::{self, Write};
use std::process::ExitCode;

use sprague::sequence::Sequence;
use sprague::sequence::period::{Finding, HowFar};
use sprague_certificate::{Selection, check_file};
use sprague_proof::{Proved, certify};

use super::subject::subject;
use crate::args::{Check, Common, Prove};
use crate::failure::Failure;
use crate::{output, progress};

/// A true negative: nothing was proved, or the certificate does not hold.
const EXIT_NEGATIVE: u8 = 1;

pub fn run(args: &Prove, common: &Common) -> Result<ExitCode, Failure> {
    let subject = subject(&args.game)?;
    let (game, limit) = (&subject.game, args.limit.or(subject.reached()));
    let Some(path) = &common.output else {
        return Err(Failure::Input("name the file of the certificate with -o FILE".to_owned()));
    };
    let limits = progress::limits(common);
    let mut sequence = Sequence::new(game.clone(), common.engine());
    let answer = sequence.period(limit.map_or(HowFar::Usual, HowFar::To), &limits);
    let Finding::Proved(period, claim) = answer.finding else {
        eprintln!(
            "{game}: no period was proved from the values to heap {}; no file was written",
            answer.computed_to
        );
        return Ok(ExitCode::from(EXIT_NEGATIVE));
    };
    match certify(&game.rule, Proved { period, claim }, &mut sequence.read(&limits), common.engine().threads)
    {
        Ok(accepted) => {
            output::write(common, accepted.text.as_bytes())?;
            let line = if common.json {
                accepted.report.to_json()
            } else {
                format!("{} ({})", accepted.report.claim, path.display())
            };
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
    let selection = args.segments.or(args.sample).unwrap_or(Selection::All);
    let report = check_file(&args.file, selection, common.engine().threads);
    if common.json {
        output::text(common, &format!("{}\n", report.to_json()))?;
    } else {
        match &report.fault {
            None if report.complete => output::text(common, &format!("valid: {}\n", report.claim))?,
            None => output::text(common, &format!("valid in part: {}\n", report.claim))?,
            Some(fault) if report.exit_code() == 2 => {
                return Err(Failure::Input(format!("{}: {fault}", args.file.display())));
            }
            Some(fault) => output::text(common, &format!("invalid: {fault}\n"))?,
        };
    }
    Ok(ExitCode::from(report.exit_code()))
}
