//! `sprague prove` and `sprague check`: write and check a certificate of a period.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use indicatif::ProgressBar;
use sprague::heap::Rule;
use sprague::heap::closed::closed_form;
use sprague::sequence::Sequence;
use sprague::sequence::period::{FarPeriod, FarStage, Finding, HowFar, Period, USUAL};
use sprague_certificate::{CheckReport, Selection, check_file};
use sprague_proof::{Accepted, Proved, certify, coq, of_far_period};
use sprague_store::{FarRun, RunEnding, StoreError, stop_on_signals};
use sprague_tell::command;
use sprague_tell::period::NO_THEOREM;

use super::misere::{certified, misere_game};
use super::run::whereabouts;
use super::subject::{Subject, subject};
use super::{folder, no_json};
use crate::args::{self, Check, Common, Prove};
use crate::failure::{Failure, say, unfinished};
use crate::{output, progress};

pub fn run(args: &Prove, common: &Common) -> Result<ExitCode, Failure> {
    let (text, heaps) = if args.coq { with_heaps(&args.game)? } else { (&*args.game, Vec::new()) };
    let of_boards = if args.misere { misere_game(text).ok() } else { None };
    let subject = match of_boards {
        Some(game) => Subject { game, run: None },
        None => subject(text)?,
    };
    let (game, limit) = (&subject.game, args.limit.or(subject.reached()));
    let Some(path) = &common.output else {
        return Err(Failure::Input("name the file of the certificate with -o FILE".to_owned()));
    };
    if let Some(dir) = &args.dir {
        return far(&game.rule, dir, path, common);
    }
    if args.misere {
        let (accepted, _) = certified(game, args.limit, args.max_order, &progress::limits(common))?;
        return write(&accepted, path, common);
    }
    if !game.rule.is_plain() && closed_form(&game.rule, 0).is_none() {
        return Err(Failure::NoFile(format!("{game}: {NO_THEOREM} (theory H.6)")));
    }
    let limits = progress::limits_to(common, limit.unwrap_or(USUAL));
    let mut sequence = Sequence::new(game.clone(), common.engine());
    let answer = sequence.period(limit.map_or(HowFar::Usual, HowFar::To), &limits);
    let Finding::Proved(period, claim) = answer.finding else {
        return Err(Failure::NoFile(format!(
            "{game}: no period was proved from the values to heap {}",
            answer.computed_to
        )));
    };
    if args.coq {
        no_json("prove --coq", "a file for Coq", common)?;
        let name = coq::identifier(game.name.as_deref(), text);
        let proved = Proved { period, claim };
        let theorem =
            coq::theorem(&name, &game.rule, &proved, &heaps, &mut sequence.read(&limits)).map_err(|why| {
                Failure::NoFile(format!(
                    "{game}: the period is proved, but no theorem that Coq has applies: {why}"
                ))
            })?;
        output::write(common, theorem.text.as_bytes())?;
        if !is_name_for_coq(path) {
            say(&format!(
                "warning: coqc refuses {}: a name for it is a letter, then letters, digits and underscores, then .v",
                path.display()
            ));
        }
        let axioms = if theorem.primitive { "the primitive integers and arrays of Coq" } else { "no axiom" };
        let Period { preperiod, period, saltus, .. } = proved.period;
        let plus = if saltus > 0 { format!(" + {saltus}") } else { String::new() };
        writeln!(
            io::stdout(),
            "G(n+{period}) = G(n){plus} for every n >= {preperiod}, for Coq to prove by theorem {} with {axioms} ({})",
            theorem.theorem,
            path.display()
        )?;
        return Ok(ExitCode::SUCCESS);
    }
    match certify(&game.rule, Proved { period, claim }, &mut sequence.read(&limits), common.engine().threads)
    {
        Ok(accepted) => write(&accepted, path, common),
        Err(why) => {
            let why = format!("{game}: the period is proved, but it has no certificate: {why}");
            Err(Failure::NoFile(why))
        }
    }
}

/// Whether coqc takes a file of this name: it is the name of a module, too.
fn is_name_for_coq(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).and_then(|name| name.strip_suffix(".v"));
    name.is_some_and(|name| {
        name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    })
}

/// A game and the heaps after a colon, if there are some.
fn with_heaps(text: &str) -> Result<(&str, Vec<u64>), Failure> {
    let Some((game, heaps)) = text.rsplit_once(':') else { return Ok((text, Vec::new())) };
    let heaps = heaps.split([' ', ',']).filter(|heap| !heap.is_empty());
    let heaps = heaps.map(|heap| args::number(heap).map_err(Failure::Input)).collect::<Result<_, _>>()?;
    Ok((game, heaps))
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

/// A period of any length, looked for in a folder. The whole certificate takes as long to check as to find, or longer:
/// here its first segment is checked, and what is printed says so.
fn far(rule: &Rule, dir: &Path, path: &Path, common: &Common) -> Result<ExitCode, Failure> {
    let folder = folder(dir);
    output::admit(path)?;
    // it reads what is there and computes the first heaps, for seconds: until then Ctrl-C ends the command at once
    let run = FarRun::open(folder.clone(), rule.clone(), &mut |text| say(&format!("warning: {text}")));
    let mut run = run.map_err(|error| match error {
        StoreError::Request(why) => Failure::NoFile(format!("{why}")),
        other => other.into(),
    })?;
    let stop = stop_on_signals()?;
    let bar = progress::bar(common, "heaps");
    let ending = run.work(1, &stop, &mut |far| show(far, bar.as_ref()));
    if let Some(text) = folder.leftover() {
        say(&format!("warning: {text}"));
    }
    drop(bar);
    let ending = ending?;
    whereabouts(&folder);
    if ending == RunEnding::Stopped {
        say(&format!("stopped before heap {}; the same command goes on", run.proof().next()));
        return Ok(unfinished(Ok(ExitCode::SUCCESS)));
    }
    if let FarStage::Failed(why) = run.proof().stage() {
        return Err(Failure::NoFile(format!("{rule}: {why}")));
    }
    let not_written = |why: String| Failure::NoFile(format!("{rule}: {why}"));
    let text = of_far_period(run.proof()).map_err(not_written)?.to_text();
    let report = sprague_certificate::check(&text, Selection::Range(0, 1), 1);
    if let Some(fault) = &report.fault {
        return Err(not_written(fault.to_string()));
    }
    output::write(common, text.as_bytes())?;
    if common.json {
        output::print_json(&document(&report))?;
    } else {
        writeln!(io::stdout(), "{} ({})", report.claim, path.display())?;
        writeln!(io::stdout(), "All of it: sprague check {} --threads N", path.display())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Shows how far the search has come.
fn show(far: &FarPeriod, bar: Option<&ProgressBar>) {
    let Some(bar) = bar else { return };
    let (message, end) = match *far.stage() {
        FarStage::Searching => ("looking for a period".to_owned(), far.next().next_power_of_two()),
        FarStage::Locating { period, .. } => {
            (format!("period {period}: looking for its beginning"), far.next())
        }
        FarStage::Finishing(claim) | FarStage::Done(claim) => {
            (format!("period {} from heap {} on", claim.period, claim.preperiod), far.end(claim))
        }
        FarStage::Failed(_) => return,
    };
    bar.set_length(end);
    bar.set_position(far.next().min(end));
    bar.set_message(message);
}

pub fn check(args: &Check, common: &Common) -> Result<ExitCode, Failure> {
    output::reads_before(&args.file, common)?;
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
        valid: report.valid(),
        complete: report.complete,
        claim: report.claim.clone(),
        checked_to: report.checked_to,
        reason: report.fault.as_ref().map(ToString::to_string),
    }
}
