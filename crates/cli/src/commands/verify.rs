//! `sprague verify`: computes segments of a run again with another kernel, and compares.

use std::process::ExitCode;

use sprague_store::{Choice, Label, VerifyReport, verify};
use sprague_tell::command;

use super::folder;
use super::run::Bar;
use crate::args::{Common, Verify};
use crate::failure::{Failure, say};
use crate::output;

/// A self-check failed.
const EXIT_SELF_CHECK: u8 = 3;

pub fn run(args: &Verify, common: &Common) -> Result<ExitCode, Failure> {
    let choice = Choice { segments: args.segments.clone(), sample: args.sample, kernel: common.kernel };
    let mut bar = Bar::new(common, "heaps of this stretch");
    let report = verify(&folder(&args.dir), &choice, common.engine().threads, &mut bar)?;
    bar.finish();
    if let Some(why) = &report.unrecorded {
        say(&format!("warning: this verification is not on record in the folder: {why}"));
    }
    if common.json {
        let document = command::Verify {
            segments_checked: report.checked,
            segments: report.segments,
            mismatches: report.mismatches.len(),
            found_wrong: report.open,
            label: report.label.to_string(),
            double_checked: report.double_checked,
            differs_at: report.mismatches.clone(),
            kernel: report.kernel.to_string(),
            block: report.block,
            recorded: report.unrecorded.is_none(),
        };
        output::json(common, &document)?;
    } else {
        output::text(common, &text(&report))?;
    }
    Ok(if report.mismatches.is_empty() && report.open == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(EXIT_SELF_CHECK)
    })
}

fn text(report: &VerifyReport) -> String {
    let VerifyReport { checked, segments, double_checked, mismatches, open, label, kernel, block, .. } =
        report;
    let how = format!("with {kernel} in blocks of {block}");
    if let Some(heap) = mismatches.first() {
        let count = mismatches.len();
        return format!(
            "{checked} segments computed again {how}: {count} mismatches, the first at heap {heap}\n\
             It stays on record: `sprague resume` goes back to before it, and a later `sprague verify` settles it.\n"
        );
    }
    let share = if *label >= Label::DoubleChecked {
        String::new()
    } else {
        format!(", double-checked {double_checked} of {segments}")
    };
    let before = if *open == 0 {
        String::new()
    } else {
        format!(
            "\n{open} segments that were found wrong before are not among them; `sprague status` names them"
        )
    };
    format!(
        "{checked} of {segments} segments computed again {how}, values and statistics: all agree{before}\n\
         label: {label}{share}\n"
    )
}
