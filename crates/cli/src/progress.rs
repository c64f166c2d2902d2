//! A spinner or a bar on the standard error during long work, only if a person can see it.

use std::io::{IsTerminal, stderr};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use indicatif::{HumanCount, ProgressBar, ProgressFinish, ProgressState, ProgressStyle};
use sprague::limits::{Limits, SearchProgress};
use sprague::star::PairProof;

use crate::args::Common;

/// The limits that were asked for, with a spinner as listener. It shows after the first report and is gone when
/// the limits are dropped.
pub fn limits(common: &Common) -> Limits {
    let limits = common.limits();
    if common.quiet || !stderr().is_terminal() {
        return limits;
    }
    let style = ProgressStyle::with_template("{spinner} {pos} positions searched, {per_sec}, {elapsed}");
    let Ok(style) = style else { return limits };
    let bar = ProgressBar::no_length().with_style(style).with_finish(ProgressFinish::AndClear);
    bar.enable_steady_tick(Duration::from_millis(200));
    let listener = move |progress: SearchProgress| {
        bar.set_position(progress.positions);
        ControlFlow::Continue(())
    };
    Limits { progress: Some(Arc::new(listener)), ..limits }
}

/// Whether anybody sees how it goes.
pub fn is_shown(common: &Common) -> bool {
    !common.quiet && stderr().is_terminal()
}

/// A bar that counts such things, with a message in front; `None` where nobody sees it. It is gone when it is dropped.
pub fn bar(common: &Common, things: &str) -> Option<ProgressBar> {
    if common.quiet || !stderr().is_terminal() {
        return None;
    }
    let template =
        format!("{{msg}}: {{bar:30}} {{human_pos}} of {{human_len}} {things}, {{rate}}/s, {{eta}} left");
    let rate = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
        let _ = write!(out, "{}", HumanCount(state.per_sec() as u64));
    };
    let style = ProgressStyle::with_template(&template).ok()?.with_key("rate", rate);
    Some(ProgressBar::no_length().with_style(style).with_finish(ProgressFinish::AndClear))
}

/// The pairs done of those that matter, and how many these are.
pub fn of_pairs(proof: &PairProof) -> (usize, usize) {
    let done = PairProof::closure(proof.target).filter(|&(a, b)| proof.period(a, b).is_some()).count();
    (done, PairProof::closure(proof.target).count())
}
