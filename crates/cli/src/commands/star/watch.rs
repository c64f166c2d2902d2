//! A long search for blocks: its progress is shown on the standard error, and Ctrl-C ends it with what was observed so
//! far.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::ProgressBar;
use sprague::star::BlockProgress;
use sprague_store::stop_on_signals;

use crate::args::Common;
use crate::failure::Failure;
use crate::progress;

/// Watches a search.
pub struct Watch {
    bar: Option<ProgressBar>,
    stop: Arc<AtomicBool>,
    block: Option<(u32, u32)>,
}

impl Watch {
    /// Ctrl-C and SIGTERM end the search from now on.
    pub fn new(common: &Common) -> Result<Self, Failure> {
        Ok(Self { bar: progress::bar(common, "rows"), stop: stop_on_signals()?, block: None })
    }

    /// Shows what the search is at, and whether it may go on.
    pub fn look(&mut self, sight: BlockProgress) -> ControlFlow<()> {
        if let Some(bar) = &self.bar {
            if sight.block != self.block || bar.message().is_empty() {
                let first_row = || "to the first row".to_owned();
                bar.set_message(sight.block.map_or_else(first_row, |(a, b)| format!("diagonals {a} to {b}")));
                bar.reset_eta();
                self.block = sight.block;
            }
            bar.set_length(sight.of);
            bar.set_position(sight.done);
        }
        if self.stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
