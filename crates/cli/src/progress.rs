//! A spinner on the standard error while a search runs, only where a person sees it.

use std::io::{IsTerminal, stderr};
use std::sync::Arc;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use sprague::search::Limits;

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
    let bar = ProgressBar::no_length().with_style(style).with_finish(indicatif::ProgressFinish::AndClear);
    bar.enable_steady_tick(Duration::from_millis(200));
    Limits { progress: Some(Arc::new(move |done| bar.set_position(done))), ..limits }
}
