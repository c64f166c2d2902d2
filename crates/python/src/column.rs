//! Values as they are handed to numpy: 16 bits each, or more once one does not fit. The sink's own vector becomes the
//! array, so that each value is written once. Its memory is asked for before the first value; what the system does not
//! give ends in an exception.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use numpy::PyArray1;
use pyo3::prelude::*;
use sprague::sequence::{Sink, Values};

/// Values of consecutive heaps.
#[derive(Debug)]
pub struct Column {
    cells: Cells,
    count: u64,
    done: Arc<AtomicU64>,
    missing: Option<f64>,
}

#[derive(Debug)]
enum Cells {
    Narrow(Vec<u16>),
    Medium(Vec<u32>),
    Wide(Vec<u64>),
}

impl Column {
    /// With room for so many values; `done` counts them. Without that room, the bytes that were not given.
    pub fn new(count: u64, done: Arc<AtomicU64>) -> Result<Self, f64> {
        let cells = room(count).ok_or(count as f64 * 2.0)?;
        Ok(Self { cells: Cells::Narrow(cells), count, done, missing: None })
    }

    /// The bytes for wider values that were not given, if that is why the values end.
    pub const fn missing(&self) -> Option<f64> {
        self.missing
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

    /// Makes room for a value; `None` where the system gives none.
    fn widen(&mut self, largest: u64) -> Option<()> {
        let wider = match &self.cells {
            Cells::Narrow(cells) if largest > u64::from(u32::MAX) => Cells::Wide(copied(cells, self.count)?),
            Cells::Narrow(cells) if largest > u64::from(u16::MAX) => {
                Cells::Medium(copied(cells, self.count)?)
            }
            Cells::Medium(cells) if largest > u64::from(u32::MAX) => Cells::Wide(copied(cells, self.count)?),
            _ => return Some(()),
        };
        self.cells = wider;
        Some(())
    }
}

/// An empty vector with room for so many values.
fn room<T>(count: u64) -> Option<Vec<T>> {
    let mut cells = Vec::new();
    cells.try_reserve_exact(usize::try_from(count).ok()?).ok()?;
    Some(cells)
}

/// The same values with more bits, and room for so many.
fn copied<T: Copy, U: From<T>>(cells: &[T], count: u64) -> Option<Vec<U>> {
    let mut wider = room(count)?;
    wider.extend(cells.iter().map(|&cell| U::from(cell)));
    Some(wider)
}

impl Sink for Column {
    fn accept(&mut self, _first: u64, values: Values<'_>) -> ControlFlow<()> {
        // the bits of all values, which are at least as long as the largest
        if self.widen(values.bits()).is_none() {
            self.missing = Some(self.count as f64 * 8.0);
            return ControlFlow::Break(());
        }
        match &mut self.cells {
            Cells::Narrow(cells) => values.visit(|value| cells.push(value as u16)),
            Cells::Medium(cells) => values.visit(|value| cells.push(value as u32)),
            Cells::Wide(cells) => values.visit(|value| cells.push(value)),
        }
        self.done.fetch_add(values.len() as u64, Ordering::Relaxed);
        ControlFlow::Continue(())
    }
}
