//! `sprague reproduce`: every claim of the sources, recomputed; exit code 1 if one that should hold does not.

use std::io::{IsTerminal, stderr};
use std::process::ExitCode;
use std::time::Instant;

use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};
use sprague_reproduce::report::ClaimReport;
use sprague_reproduce::{BROKEN, CheckedClaim, Effort, Range, claims, run as check, select};

use crate::args::{Common, Reproduce};
use crate::failure::Failure;
use crate::output;

pub fn run(args: &Reproduce, common: &Common) -> Result<ExitCode, Failure> {
    let selected = select(&claims(), args.source.as_deref(), args.claim.as_deref());
    let mut selected = selected.map_err(|unknown| Failure::Input(unknown.to_string()))?;
    if args.with_broken_claim {
        selected.push(BROKEN);
    }
    let effort = if args.full { Effort::Full } else { Effort::Usual };
    let start = Instant::now();
    let bar = progress(selected.len(), common);
    let listener = |entry: &CheckedClaim| {
        if let Some(bar) = &bar {
            bar.set_message(entry.claim.id());
            bar.inc(1);
        }
    };
    let entries = check(&selected, &Range::new(effort), common.engine().threads, &listener);
    drop(bar);
    let report = ClaimReport { entries, effort, time: start.elapsed() };
    if let Some(path) = &args.html {
        output::write_file(path, report.to_html().as_bytes())?;
    }
    if let Some(path) = &args.markdown {
        output::write_file(path, output::page(&report.to_markdown()).as_bytes())?;
    }
    if common.json {
        output::json(common, &report.document())?;
    } else {
        output::text(common, &report.to_text())?;
    }
    Ok(if report.tally().failed == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// A bar on the standard error, where a person sees it.
fn progress(claims: usize, common: &Common) -> Option<ProgressBar> {
    if common.quiet || !stderr().is_terminal() {
        return None;
    }
    let style = ProgressStyle::with_template("{bar:30} {pos} of {len} claims, {elapsed}, {msg}").ok()?;
    let bar = ProgressBar::new(claims as u64).with_style(style).with_finish(ProgressFinish::AndClear);
    bar.tick();
    Some(bar)
}
