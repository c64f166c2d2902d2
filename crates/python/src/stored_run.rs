//! A run folder: what it is, how far it has come, and the values that it keeps.

use std::path::PathBuf;
use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sprague::sequence::{CHUNK, Sink, Values};
use sprague_store::{Folder, System, status};

use crate::column::Column;
use crate::errors;
use crate::watch::Watch;

/// A run folder.
#[pyclass(frozen, module = "sprague._native")]
pub struct StoredRun {
    folder: PathBuf,
}

#[pymethods]
impl StoredRun {
    #[new]
    fn new(folder: PathBuf) -> PyResult<Self> {
        let run = Self { folder };
        status(&run.open()).map_err(|error| errors::store(&error))?;
        Ok(run)
    }

    /// The game, the last heap done, whether values are kept, the signature, how far it can be trusted.
    fn status(&self, py: Python<'_>) -> PyResult<(String, Option<u64>, bool, String, String)> {
        let watch = Watch::default();
        let found = watch.wait(py, None, || status(&self.open()))?;
        let (status, _) = found.map_err(|error| errors::store(&error))?;
        let label = status.label.to_string();
        Ok((status.manifest.game, status.done, status.manifest.keep_values, status.signature, label))
    }

    /// The values of the heaps `first` to `last`, where they are kept.
    #[pyo3(signature = (first, last, listener))]
    fn values<'py>(
        &self,
        py: Python<'py>,
        first: u64,
        last: u64,
        listener: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if last < first {
            return Err(PyValueError::new_err(format!("the range from heap {first} to {last} is empty")));
        }
        let watch = Watch::default();
        let refused = |bytes: f64| errors::no_memory(py, "the values", bytes);
        let mut column = Column::new(last - first + 1, watch.done.clone()).map_err(refused)?;
        let sent = watch.wait(py, listener, || {
            let (status, contents) = status(&self.open())?;
            if !status.manifest.keep_values || status.done.is_none_or(|done| done < last) {
                return Ok(false);
            }
            for segment in first / CHUNK..=last / CHUNK {
                if watch.meter.is_stopped() {
                    break;
                }
                let values = contents.values(segment)?;
                let (start, values) = Values::from(&values).within(segment * CHUNK, (first, last));
                if column.accept(start, values).is_break() {
                    break;
                }
            }
            Ok(true)
        })?;
        if let Some(bytes) = column.missing() {
            return Err(refused(bytes));
        }
        match sent {
            Ok(true) => column.into_array(py),
            Ok(false) => Err(PyValueError::new_err(format!(
                "the run {} does not keep the values to heap {last}; a game computes them",
                self.folder.display()
            ))),
            Err(error) => Err(errors::store(&error)),
        }
    }
}

impl StoredRun {
    fn open(&self) -> Folder {
        Folder::new(Arc::new(System), &self.folder)
    }
}
