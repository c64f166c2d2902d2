//! `sprague verify`: computes segments of a run again with another kernel, and compares.

use std::process::ExitCode;

use sprague_store::{Choice, verify};
use sprague_tell::runs::verification;

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
    let told = verification(&report);
    output::told(common, &told)?;
    Ok(if told.is_positive { ExitCode::SUCCESS } else { ExitCode::from(EXIT_SELF_CHECK) })
}
