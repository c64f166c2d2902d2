//! A spinner or a bar on the standard error during long work, only if a person can see it.

use std::io::{IsTerminal, stderr, stdout};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressState, ProgressStyle};
use sprague::limits::{Limits, SearchProgress};

use crate::args::Common;
use crate::inside::is_inside;

/// The limits that were asked for, with a spinner as listener. It shows after the first report and is gone when
/// the limits are dropped.
pub fn limits(common: &Common) -> Limits {
    listening(common, "heaps computed".to_owned())
}

/// The same for a sequence of which no more heaps than these are looked at.
pub fn limits_to(common: &Common, last: u64) -> Limits {
    listening(common, format!("heaps computed, at most to heap {}", HumanCount(last)))
}

/// The same where the answer is written while it is computed: on a terminal nothing else is shown then.
pub fn beside_answer(common: &Common, last: u64) -> Limits {
    let is_seen = common.output.is_none() && stdout().is_terminal();
    if is_seen { common.limits() } else { limits_to(common, last) }
}

fn listening(common: &Common, heaps: String) -> Limits {
    let limits = common.limits();
    if !is_shown(common) {
        return limits;
    }
    let Ok(style) = ProgressStyle::with_template("{spinner} {human_pos} {msg}, {elapsed}") else {
        return limits;
    };
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden()).with_style(style);
    let bar = bar.with_finish(ProgressFinish::AndClear);
    // what is counted: nothing yet, positions, heaps
    let counted = AtomicU8::new(0);
    let listener = move |progress: SearchProgress| {
        let now = if progress.heaps > 0 { 2 } else { 1 };
        let before = counted.swap(now, Ordering::Relaxed);
        if before != now {
            bar.set_message(if now == 2 { heaps.clone() } else { "positions searched".to_owned() });
        }
        bar.set_position(progress.positions.max(progress.heaps));
        if before == 0 {
            bar.set_draw_target(ProgressDrawTarget::stderr());
            bar.enable_steady_tick(Duration::from_millis(200));
        }
        ControlFlow::Continue(())
    };
    Limits { progress: Some(Arc::new(listener)), ..limits }
}

/// Whether anybody sees how it goes.
pub fn is_shown(common: &Common) -> bool {
    !common.quiet && !is_inside() && stderr().is_terminal()
}

/// A bar that counts such things, with a message in front; `None` where nobody sees it. It is gone when it is dropped.
pub fn bar(common: &Common, things: &str) -> Option<ProgressBar> {
    if !is_shown(common) {
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
