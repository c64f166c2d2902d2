//! `sprague prove` and `sprague check`: write and check a certificate of a period.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use sprague::heap::closed::closed_form;
use sprague::sequence::Sequence;
use sprague::sequence::period::{Finding, HowFar};
use sprague_answer::command;
use sprague_certificate::{CheckReport, Selection, check_file};
use sprague_proof::{Accepted, Proved, certify};

use super::misere::certified;
use super::subject::subject;
use crate::args::{Check, Common, Prove};
use crate::failure::Failure;
use crate::{output, progress};

pub fn run(args: &Prove, common: &Common) -> Result<ExitCode, Failure> {
    let subject = subject(&args.game)?;
    let (game, limit) = (&subject.game, args.limit.or(subject.reached()));
    let Some(path) = &common.output else {
        return Err(Failure::Input("name the file of the certificate with -o FILE".to_owned()));
    };
    let limits = progress::limits(common);
    if args.misere {
        let (accepted, _) = certified(game, args.limit, args.max_order, &limits)?;
        return write(&accepted, path, common);
    }
    if game.rule.has_named_amounts() && closed_form(&game.rule, 0).is_none() {
        return Err(Failure::NotProved(format!(
            "{game}: no theorem on periods applies to amounts by name or by the size of the heap (theory H.6); \
             no file was written"
        )));
    }
    let mut sequence = Sequence::new(game.clone(), common.engine());
    let answer = sequence.period(limit.map_or(HowFar::Usual, HowFar::To), &limits);
    let Finding::Proved(period, claim) = answer.finding else {
        return Err(Failure::NotProved(format!(
            "{game}: no period was proved from the values to heap {}; no file was written",
            answer.computed_to
        )));
    };
    match certify(&game.rule, Proved { period, claim }, &mut sequence.read(&limits), common.engine().threads)
    {
        Ok(accepted) => write(&accepted, path, common),
        Err(why) => {
            let why = format!(
                "{game}: the period is proved, but it has no certificate: {why}; no file was written"
            );
            Err(Failure::NotProved(why))
        }
    }
}

fn write(accepted: &Accepted, path: &Path, common: &Common) -> Result<ExitCode, Failure> {
    output::write(common, accepted.text.as_bytes())?;
    if common.json {
        output::print_json(&document(&accepted.report))?;
    } else {
        writeln!(io::stdout(), "{} ({})", accepted.report.claim, path.display())?;
    }
    Ok(ExitCode::SUCCESS)
}

pub fn check(args: &Check, common: &Common) -> Result<ExitCode, Failure> {
    let selection = args.segments.or(args.sample).unwrap_or(Selection::All);
    let report = check_file(&args.file, selection, common.engine().threads);
    if common.json {
        output::json(common, &document(&report))?;
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

/// What the checker said.
fn document(report: &CheckReport) -> command::Check {
    command::Check {
        valid: report.fault.is_none(),
        complete: report.complete,
        claim: report.claim.clone(),
        checked_to: report.checked_to,
        reason: report.fault.as_ref().map(ToString::to_string),
    }
}
