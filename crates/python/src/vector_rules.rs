//! Rules whose options come for many positions at once, as arrays of numpy.
//!
//! Positions are whole numbers from 0 on. The function is called with arrays of positions that were not met before, a
//! layer of the game at a time, and gives a row of options for each; negative entries are none. All of the graph is
//! kept as one list of options, over which the library's search runs without the interpreter.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread::ThreadId;
use std::time::Duration;

use foldhash::fast::FixedState;
use numpy::{IntoPyArray, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use sprague::limits::{Limits, SearchProgress, TooLarge};
use sprague::search::{NumberedOptions, NumberedRules, NumberedSolver};

use crate::errors;
use crate::watch::Watch;

/// Positions that are handed to the function at once.
const AT_ONCE: usize = 1 << 16;
/// Positions below are found in a list.
const DIRECT: i64 = 1 << 27;
/// No number.
const NONE: u32 = u32::MAX;
/// What a position costs: its number, its place, its value.
const BYTES_PER_POSITION: u64 = 40;

/// The positions that were met, and their options.
#[derive(Default)]
struct Met {
    direct: Vec<u32>,
    far: HashMap<i64, u32, FixedState>,
    positions: Vec<i64>,
    /// Where the options of each begin; those whose options are not known yet have none.
    begins: Vec<u64>,
    options: Vec<u32>,
}

impl Met {
    fn number(&mut self, position: i64) -> Option<u32> {
        let new = u32::try_from(self.positions.len()).ok()?;
        let number = if position < DIRECT {
            let place = usize::try_from(position).ok()?;
            if place >= self.direct.len() {
                let size = (place + 1).max(self.direct.len() * 2).min(DIRECT as usize);
                self.direct.try_reserve(size - self.direct.len()).ok()?;
                self.direct.resize(size, NONE);
            }
            let number = &mut self.direct[place];
            if *number == NONE {
                *number = new;
            }
            *number
        } else {
            self.far.try_reserve(1).ok()?;
            *self.far.entry(position).or_insert(new)
        };
        if number == new {
            self.positions.try_reserve(1).ok()?;
            self.positions.push(position);
        }
        Some(number)
    }

    fn bytes(&self) -> u64 {
        self.positions.len() as u64 * BYTES_PER_POSITION + (self.options.len() + self.direct.len()) as u64 * 4
    }
}

/// Why there is no value.
enum Unanswered {
    TooLarge(TooLarge),
    Cyclic(Vec<u32>),
}

impl From<TooLarge> for Unanswered {
    fn from(refusal: TooLarge) -> Self {
        Self::TooLarge(refusal)
    }
}

impl NumberedRules for Met {
    type Error = Unanswered;

    fn options(&self, position: u32, options: &mut NumberedOptions<'_>) -> Result<(), Self::Error> {
        let place = position as usize;
        let (from, to) = (self.begins[place] as usize, self.begins[place + 1] as usize);
        self.options[from..to].iter().try_for_each(|&option| options.push(option)).map_err(Into::into)
    }

    fn cyclic(&self, cycle: Vec<u32>) -> Self::Error {
        Unanswered::Cyclic(cycle)
    }
}

/// A game of one's own whose options come as arrays.
#[pyclass(frozen, module = "sprague._native")]
pub struct VectorRules {
    options: Py<PyAny>,
    positions: u64,
    memory: u64,
    state: Mutex<(Met, NumberedSolver)>,
    /// The thread whose call is at work.
    owner: Mutex<Option<ThreadId>>,
}

impl VectorRules {
    /// What was met, when no other call is at work on it.
    fn state(&self, py: Python<'_>) -> PyResult<MutexGuard<'_, (Met, NumberedSolver)>> {
        let here = std::thread::current().id();
        loop {
            match self.state.try_lock() {
                Ok(state) => return Ok(state),
                Err(TryLockError::Poisoned(broken)) => return Ok(broken.into_inner()),
                Err(TryLockError::WouldBlock) => {
                    if *self.owner.lock().unwrap_or_else(PoisonError::into_inner) == Some(here) {
                        return Err(PyRuntimeError::new_err(
                            "a function of these rules asks for values of the same rules; make a second sp.rules for that",
                        ));
                    }
                    py.check_signals()?;
                    py.detach(|| std::thread::sleep(Duration::from_millis(1)));
                }
            }
        }
    }

    fn set_owner(&self, owner: Option<ThreadId>) {
        *self.owner.lock().unwrap_or_else(PoisonError::into_inner) = owner;
    }

    /// Asks for the options of all positions that can be reached and were not met before.
    fn explore(&self, py: Python<'_>, met: &mut Met, listener: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        while met.begins.len() <= met.positions.len() {
            if met.begins.is_empty() {
                met.begins.push(0);
                continue;
            }
            let from = met.begins.len() - 1;
            if from == met.positions.len() {
                break;
            }
            py.check_signals()?;
            if let Some(listener) = listener {
                listener.call1((from,))?;
            }
            let to = met.positions.len().min(from + AT_ONCE);
            let asked = met.positions[from..to].to_vec().into_pyarray(py);
            let made = self.options.bind(py).call1((asked,))?;
            // a table with a row for each, or its columns
            let table = made.call_method1("astype", ("int64",)).map_err(|_| refusal())?;
            let array: PyReadonlyArray2<'_, i64> = match table.extract() {
                Ok(array) => array,
                Err(_) => {
                    let single: PyReadonlyArray1<'_, i64> = table.extract().map_err(|_| refusal())?;
                    let count = single.len()?;
                    single.reshape([count, 1])?.readonly()
                }
            };
            let rows = array.as_array();
            if rows.nrows() != to - from {
                return Err(PyValueError::new_err(format!(
                    "options made {} rows for {} positions",
                    rows.nrows(),
                    to - from
                )));
            }
            for row in rows.rows() {
                for &option in row {
                    if option >= 0 {
                        let number = met.number(option).ok_or_else(|| self.no_room(py, met))?;
                        met.options.try_reserve(1).map_err(|_| self.no_room(py, met))?;
                        met.options.push(number);
                    }
                }
                met.begins.push(met.options.len() as u64);
            }
            let held = met.positions.len() as u64;
            if held > self.positions {
                let message = format!("the search was stopped at its limit of {} positions", self.positions);
                return Err(errors::refused(py, &message, None, Some(self.positions), Some("positions")));
            }
            if met.bytes() > self.memory {
                let message = format!(
                    "the search was stopped at its limit of {} bytes of memory, with {held} positions held",
                    self.memory
                );
                return Err(errors::refused(py, &message, None, Some(self.memory), Some("memory")));
            }
        }
        Ok(())
    }

    fn no_room(&self, py: Python<'_>, met: &Met) -> PyErr {
        errors::no_memory(py, "the positions", met.bytes() as f64 * 2.0)
    }
}

fn refusal() -> PyErr {
    PyTypeError::new_err(
        "options is asked for many positions at once: an array of numpy with whole numbers, a row of options for each \
         position, negative where there is none",
    )
}

#[pymethods]
impl VectorRules {
    #[new]
    fn new(options: Py<PyAny>, positions: u64, memory: u64) -> Self {
        let solver = NumberedSolver::with_limits(Limits::unlimited());
        let state = Mutex::new((Met::default(), solver));
        Self { options, positions, memory, state, owner: Mutex::new(None) }
    }

    /// How many positions have been met, and what they take, by estimate.
    fn held(&self, py: Python<'_>) -> PyResult<(usize, u64)> {
        let state = self.state(py)?;
        Ok((state.0.positions.len(), state.0.bytes()))
    }

    /// The values of positions, in their order.
    #[pyo3(signature = (positions, listener))]
    fn values<'py>(
        &self,
        py: Python<'py>,
        positions: PyReadonlyArray1<'py, i64>,
        listener: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut state = self.state(py)?;
        let (met, solver) = &mut *state;
        // what a refusal or an exception has left half done is forgotten
        if met.begins.len() != met.positions.len() + 1 {
            *met = Met::default();
            *solver = NumberedSolver::with_limits(Limits::unlimited());
        }
        let mut asked = Vec::new();
        for &position in positions.as_array() {
            if position < 0 {
                return Err(PyValueError::new_err(format!(
                    "a position is a whole number from 0 on, not {position}"
                )));
            }
            asked.push(met.number(position).ok_or_else(|| self.no_room(py, met))?);
        }
        self.set_owner(Some(std::thread::current().id()));
        let explored = self.explore(py, met, listener);
        self.set_owner(None);
        explored?;
        let watch = Watch::default();
        let done = watch.done.clone();
        let heard = move |progress: SearchProgress| {
            done.store(progress.positions, Ordering::Relaxed);
            ControlFlow::Continue(())
        };
        let limits =
            Limits { meter: watch.meter.clone(), progress: Some(Arc::new(heard)), ..Limits::unlimited() };
        solver.keep_within(&limits);
        let found: Result<Vec<u64>, _> = watch.wait(py, listener, || {
            asked.iter().map(|&number| solver.value(met, &[number]).map(|value| value.0)).collect()
        })?;
        match found {
            Ok(values) => Ok(values.into_pyarray(py).into_any()),
            Err(Unanswered::TooLarge(refusal)) => Err(errors::too_large(py, &refusal)),
            Err(Unanswered::Cyclic(cycle)) => {
                let objects = cycle
                    .iter()
                    .map(|&number| Ok(met.positions[number as usize].into_pyobject(py)?.into_any().unbind()));
                Err(errors::cyclic(py, objects.collect::<PyResult<_>>()?))
            }
        }
    }
}
