//! `sprague survey merge`: checks all results and writes the summary, which nobody else writes.

use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use sprague_store::{Folder, Lock, StoreError, record_parts, write_file};
use sprague_survey::{
    Collected, SurveyPlan, SurveyRow, SurveyWork, VerifyWork, array, collect, confirm, csv_text,
};
use sprague_tell::command;

use super::{EXIT_NEGATIVE, EXIT_SELF_CHECK, chance, open, page, status};
use crate::args::Common;
use crate::args::survey::SurveyMerge;
use crate::commands::folder;
use crate::failure::{Failure, say};
use crate::output::grouped;
use crate::{ending, output};

/// The table that is always written, in the folder of the survey.
const SUMMARY: &str = "survey.csv";

/// A second merge waits for the first.
const PATIENCE: Duration = Duration::from_secs(120);

pub fn run(args: &SurveyMerge, common: &Common) -> Result<ExitCode, Failure> {
    let (folder, _) = open(&args.dir)?;
    if let Some(path) = &common.output {
        // before the work: whether such a file can be written at all
        is_known_form(path)?;
        output::admit(path)?;
    }
    args.table.as_deref().map_or(Ok(()), output::admit)?;
    let lock = lock(&folder)?;
    // another merge may have added units meanwhile
    let (folder, mut plan) = open(&args.dir)?;
    let mut found = collect(&folder, &plan)?;
    confirm(&folder, &plan, &mut found, common.engine().threads)?;
    let mut said = String::new();
    let mut refuted = false;
    let mut rows = 0;
    let mut label = None;
    match &plan.work {
        SurveyWork::Games(_) => {
            let table = SurveyRow::all(&plan, &found);
            rows = table.len();
            let csv = csv_text(&table)?;
            folder.write(SUMMARY, csv.as_bytes())?;
            if let Some(path) = &common.output {
                write_file(path, &in_form(path, &plan, &table, csv)?)?;
            }
            if let Some(path) = &args.table {
                write_file(path, page::table(&table)?.as_bytes())?;
            }
            let place = common.output.as_deref().map_or(folder.file(SUMMARY), Path::to_owned);
            let _ = writeln!(said, "{} rows in {}", grouped(rows as u64), place.display());
        }
        SurveyWork::Verify(run) => {
            let (words, status) = raise(run, &found)?;
            said += &words;
            refuted = !status.disagreements.is_empty();
            label = Some(status.label.to_string());
        }
    }
    if let Some(share) = args.recheck {
        if !found.is_whole() {
            return Err(Failure::NotProved(format!(
                "{}nothing is computed again before everything is there: {}",
                said,
                lacks(&found)
            )));
        }
        let (first, last) = plan.recheck(share, args.seed.unwrap_or_else(chance))?;
        plan.rewrite(&folder)?;
        let _ = writeln!(
            said,
            "tasks {first} to {last} were added, which compute a sample again; then merge again"
        );
    }
    drop(lock);
    if common.json {
        let document = command::SurveyMerged {
            status: status::document(&plan, &found),
            rows,
            whole: found.is_whole(),
            label,
        };
        output::print_json(&document)?;
    } else if !common.quiet {
        output::text(
            &Common { output: None, ..common.clone() },
            &format!("{}  {said}", status::text(&plan, &found)),
        )?;
    }
    if !found.is_whole() {
        say(&lacks(&found));
    }
    Ok(if !found.differing.is_empty() || refuted {
        ExitCode::from(EXIT_SELF_CHECK)
    } else if found.is_whole() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(EXIT_NEGATIVE)
    })
}

/// The lock of the folder; a merge at work is waited for.
fn lock(folder: &Folder) -> Result<Box<dyn Lock>, Failure> {
    let began = Instant::now();
    loop {
        match folder.lock() {
            Err(StoreError::Locked(path)) if began.elapsed() > PATIENCE => {
                return Err(Failure::Input(format!(
                    "another merge is at work in {}; wait for it",
                    path.display()
                )));
            }
            Err(StoreError::Locked(_)) => std::thread::sleep(Duration::from_millis(100)),
            lock => return Ok(lock?),
        }
    }
}

/// What keeps a survey from being whole, in a line.
fn lacks(found: &Collected) -> String {
    let mut parts = Vec::new();
    if !found.missing.is_empty() {
        parts.push(format!("missing: tasks {}", array(&found.missing)));
    }
    if !found.damaged.is_empty() {
        let files: Vec<String> =
            found.damaged.iter().map(|damage| format!("{} ({})", damage.file, damage.why)).collect();
        parts.push(format!("damaged: {}", files.join(", ")));
    }
    if !found.differing.is_empty() {
        parts.push(format!("contradictory, and left out: {}", found.differing.join(", ")));
    }
    if parts.is_empty() { "nothing is missing".to_owned() } else { parts.join("; ") }
}

/// The table in the form that the name of the file asks for.
fn in_form(path: &Path, plan: &SurveyPlan, rows: &[SurveyRow], csv: String) -> Result<Vec<u8>, Failure> {
    match ending::of(path).as_deref() {
        Some("md") => Ok(output::page(&page::page(plan, rows)).into_bytes()),
        Some("parquet") => parquet(rows),
        _ => Ok(csv.into_bytes()),
    }
}

fn is_known_form(path: &Path) -> Result<(), Failure> {
    match ending::of(path).as_deref() {
        Some("csv" | "md") => Ok(()),
        Some("parquet") => parquet(&[]).map(drop),
        _ => Err(Failure::Input(format!(
            "{}: the table is written as .csv, .md or .parquet; name the file so",
            path.display()
        ))),
    }
}

#[cfg(feature = "parquet")]
fn parquet(rows: &[SurveyRow]) -> Result<Vec<u8>, Failure> {
    Ok(sprague_survey::parquet_bytes(rows)?)
}

#[cfg(not(feature = "parquet"))]
fn parquet(_: &[SurveyRow]) -> Result<Vec<u8>, Failure> {
    Err(Failure::Input(
        "this program was built without Parquet; build it with `--features parquet`, or name a .csv file"
            .to_owned(),
    ))
}

/// Records what was verified of a run, which raises its label.
fn raise(run: &VerifyWork, found: &Collected) -> Result<(String, sprague_store::Status), Failure> {
    let folder = folder(Path::new(&run.folder));
    let status = record_parts(&folder, &run.parts, found.parts.clone())?;
    let checked: u64 =
        found.parts.iter().filter_map(|part| part.agreed.as_ref()).map(|s| s.until - s.first).sum();
    let mut words =
        format!("{} of {} segments computed again agree\n", grouped(checked), grouped(status.segments));
    for failed in &status.disagreements {
        let _ = writeln!(words, "  found wrong: {}", failed.what);
    }
    let _ = writeln!(words, "  label of {}: {}", run.folder, status.label);
    Ok((words, status))
}
