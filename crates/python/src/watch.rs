//! Waiting for long work: the interpreter goes on, Ctrl-C ends it, a bar shows how far it is.
//!
//! The work has a thread of its own and holds no lock of the interpreter. The thread that called waits for it, asks the
//! interpreter for signals fifty times a second, and tells the listener, after the first second, how far the work is.
//! When either raises an exception the meter stops the work, its thread is joined, and the exception comes out. No
//! thread is left behind in any case.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use sprague::limits::Meter;

/// How often signals are looked at.
const TICK: Duration = Duration::from_millis(20);
/// Work that takes no longer shows nothing.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often the listener is told.
const SHOWN: Duration = Duration::from_millis(100);

/// How far some work is, and the way to stop it.
#[derive(Clone, Debug, Default)]
pub struct Watch {
    /// Stops the work.
    pub meter: Meter,
    /// What is done, in the unit of the listener.
    pub done: Arc<AtomicU64>,
}

impl Watch {
    /// Does the work in a thread while the interpreter goes on; `listener` is a function of the number done.
    pub fn wait<T: Send>(
        &self,
        py: Python<'_>,
        listener: Option<&Bound<'_, PyAny>>,
        work: impl FnOnce() -> T + Send,
    ) -> PyResult<T> {
        let listener: Option<Py<PyAny>> = listener.map(|listener| listener.clone().unbind());
        py.detach(|| {
            std::thread::scope(|scope| {
                let (sender, receiver) = sync_channel(1);
                let worker = scope.spawn(move || {
                    // whoever waits is there until the end
                    let _ = sender.send(work());
                });
                let start = Instant::now();
                let mut shown = start;
                let mut raised = None;
                let result = loop {
                    match receiver.recv_timeout(TICK) {
                        Ok(result) => break Some(result),
                        Err(RecvTimeoutError::Disconnected) => break None,
                        Err(RecvTimeoutError::Timeout) if raised.is_some() => {}
                        Err(RecvTimeoutError::Timeout) => {
                            let due = start.elapsed() >= PATIENCE && shown.elapsed() >= SHOWN;
                            let listener = listener.as_ref().filter(|_| due);
                            if due {
                                shown = Instant::now();
                            }
                            if let Err(error) = Python::attach(|py| self.look(py, listener)) {
                                self.meter.stop();
                                raised = Some(error);
                            }
                        }
                    }
                };
                let ended = worker.join();
                match (raised, result) {
                    (Some(error), _) => Err(error),
                    (None, Some(result)) => Ok(result),
                    (None, None) => {
                        let words = ended.err().and_then(|panic| panic.downcast::<String>().ok());
                        let words = words.map_or_else(String::new, |words| format!(": {words}"));
                        Err(PyRuntimeError::new_err(format!(
                            "the engine broke an invariant of its own{words}"
                        )))
                    }
                }
            })
        })
    }

    fn look(&self, py: Python<'_>, listener: Option<&Py<PyAny>>) -> PyResult<()> {
        py.check_signals()?;
        if let Some(listener) = listener {
            listener.call1(py, (self.done.load(Ordering::Relaxed),))?;
        }
        Ok(())
    }
}
