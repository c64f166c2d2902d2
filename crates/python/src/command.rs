//! Every command as a question: the words of the command line go in, its answer comes back.

use std::ffi::OsString;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use sprague::limits::SearchProgress;
use sprague_cli::Caller;
use sprague_tell::in_arguments;

use crate::errors;
use crate::watch::Watch;

/// What a command answers to these words: what it writes, the same in words where both are made of one answer, and
/// whether it is what was wished for.
#[pyfunction]
#[pyo3(signature = (words, listener))]
#[expect(clippy::type_complexity, reason = "the parts of an answer")]
pub fn ask<'py>(
    py: Python<'py>,
    words: Vec<OsString>,
    listener: Option<&Bound<'py, PyAny>>,
) -> PyResult<(Bound<'py, PyBytes>, Option<String>, bool)> {
    let watch = Watch::default();
    let done = watch.done.clone();
    let progress = move |progress: SearchProgress| {
        done.store(progress.positions.max(progress.heaps), Ordering::Relaxed);
        ControlFlow::Continue(())
    };
    let caller = Caller { meter: watch.meter.clone(), progress: Arc::new(progress) };
    let answered = watch.wait(py, listener, || sprague_cli::ask(words, caller))?;
    let answered = answered.map_err(|unanswered| errors::unanswered(py, unanswered))?;
    let text = answered.text.as_deref().map(in_arguments);
    Ok((PyBytes::new(py, &answered.output), text, answered.is_positive))
}
