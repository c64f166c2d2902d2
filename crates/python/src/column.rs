//! Values as they are handed to numpy: 16 bits each, or more once one does not fit. The sink's own vector becomes the
//! array, so that each value is written once.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use numpy::PyArray1;
use pyo3::prelude::*;
use sprague::nimber::Nimber;
use sprague::sequence::Sink;

/// Values of consecutive heaps.
#[derive(Debug)]
pub struct Column {
    cells: Cells,
    done: Arc<AtomicU64>,
}

#[derive(Debug)]
enum Cells {
    Narrow(Vec<u16>),
    Medium(Vec<u32>),
    Wide(Vec<u64>),
}

impl Column {
    /// With room for so many values; `done` counts them.
    pub fn new(count: u64, done: Arc<AtomicU64>) -> Self {
        Self { cells: Cells::Narrow(Vec::with_capacity(usize::try_from(count).unwrap_or(0))), done }
    }

    /// The array.
    pub fn into_array(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        // a broken or interrupted import is an exception here; later it would be a panic
        py.import("numpy")?;
        Ok(match self.cells {
            Cells::Narrow(cells) => PyArray1::from_vec(py, cells).into_any(),
            Cells::Medium(cells) => PyArray1::from_vec(py, cells).into_any(),
            Cells::Wide(cells) => PyArray1::from_vec(py, cells).into_any(),
        })
    }

    /// Makes room for a value.
    fn widen(&mut self, largest: u64) {
        self.cells = match std::mem::replace(&mut self.cells, Cells::Narrow(Vec::new())) {
            Cells::Narrow(cells) if largest > u64::from(u32::MAX) => {
                Cells::Wide(cells.into_iter().map(u64::from).collect())
            }
            Cells::Narrow(cells) if largest > u64::from(u16::MAX) => {
                Cells::Medium(cells.into_iter().map(u32::from).collect())
            }
            Cells::Medium(cells) if largest > u64::from(u32::MAX) => {
                Cells::Wide(cells.into_iter().map(u64::from).collect())
            }
            wide_enough => wide_enough,
        };
    }
}

impl Sink for Column {
    fn accept(&mut self, _first: u64, values: &[Nimber]) -> ControlFlow<()> {
        // the bits of all values, which are at least as long as the largest
        self.widen(values.iter().fold(0, |bits, value| bits | value.0));
        match &mut self.cells {
            Cells::Narrow(cells) => cells.extend(values.iter().map(|value| value.0 as u16)),
            Cells::Medium(cells) => cells.extend(values.iter().map(|value| value.0 as u32)),
            Cells::Wide(cells) => cells.extend(values.iter().map(|value| value.0)),
        }
        self.done.fetch_add(values.len() as u64, Ordering::Relaxed);
        ControlFlow::Continue(())
    }
}
