//! A heap game with what was computed of it: values, periods, plots.

use std::num::NonZeroU64;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::time::Duration;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sprague::heap::HeapGame;
use sprague::limits::{Limits, TooLarge};
use sprague::nimber::Nimber;
use sprague::sequence::period::{Finding, HowFar};
use sprague::sequence::{EngineSettings, Sequence, Sink};
use sprague_picture::{Classes, Histogram, Raster, Scatter};

use crate::column::Column;
use crate::errors;
use crate::watch::Watch;

/// Up to this heap values are computed whatever they cost, unless the caller says otherwise.
const ALWAYS: u64 = 1_000_000_000;
/// The block engine remembers no more heaps than this.
const REMEMBERED: u64 = 1 << 27;

/// A heap game and its nim-sequence.
#[pyclass(frozen, module = "sprague._native")]
pub struct HeapSequence {
    game: HeapGame,
    sequence: Mutex<Sequence>,
}

/// What a question may cost, as it was asked for.
#[expect(clippy::disallowed_methods, reason = "the arguments and their usual values")]
fn limits(steps: Option<u64>, positions: Option<u64>, watch: &Watch) -> Limits {
    let usual = Limits::default();
    let (steps, positions) = (steps.unwrap_or(usual.steps), positions.unwrap_or(usual.positions));
    Limits { steps, positions, meter: watch.meter.clone(), ..usual }
}

impl HeapSequence {
    /// The sequence, once no other call is at work on it; `None` if this call was stopped before.
    fn lock(&self, watch: &Watch) -> Option<MutexGuard<'_, Sequence>> {
        loop {
            match self.sequence.try_lock() {
                Ok(sequence) => return Some(sequence),
                Err(TryLockError::Poisoned(broken)) => {
                    // what a broken call left half done is computed again
                    let mut sequence = broken.into_inner();
                    *sequence = fresh(&self.game);
                    self.sequence.clear_poison();
                    return Some(sequence);
                }
                Err(TryLockError::WouldBlock) if watch.meter.is_stopped() => return None,
                Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(1)),
            }
        }
    }

    /// Does something with the sequence while the interpreter goes on.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        watch: &Watch,
        listener: Option<&Bound<'_, PyAny>>,
        question: impl FnOnce(&mut Sequence) -> Result<T, TooLarge> + Send,
    ) -> PyResult<T> {
        let answer = watch.wait(py, listener, || match self.lock(watch) {
            Some(mut sequence) => question(&mut sequence),
            None => Err(TooLarge::Stopped),
        })?;
        answer.map_err(|refusal| errors::too_large(py, &refusal))
    }
}

fn fresh(game: &HeapGame) -> Sequence {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    Sequence::new(game.clone(), EngineSettings { threads, ..EngineSettings::default() })
}

/// Sends the values of a range. What costs more than the usual limits is computed all the same if `persist`.
fn send(
    sequence: &mut Sequence,
    (from, to): (u64, u64),
    misere: bool,
    persist: bool,
    limits: &Limits,
    sink: &mut dyn Sink,
) -> Result<(), TooLarge> {
    let mut stream = |limits: &Limits| {
        if misere {
            sequence.stream_misere(from..=to, limits, sink)
        } else {
            sequence.stream(from..=to, limits, sink).map(drop)
        }
    };
    match stream(limits) {
        Err(refusal) if persist && !matches!(refusal, TooLarge::Stopped | TooLarge::OutOfMemory) => {
            stream(&Limits { meter: limits.meter.clone(), ..Limits::unlimited() })
        }
        sent => sent,
    }
}

#[pymethods]
impl HeapSequence {
    #[new]
    fn new(py: Python<'_>, text: &str) -> PyResult<Self> {
        let game: HeapGame = text.parse().map_err(|error| errors::notation(py, text, &error))?;
        Ok(Self { sequence: Mutex::new(fresh(&game)), game })
    }

    /// The name or the rule.
    #[getter]
    fn name(&self) -> String {
        self.game.to_string()
    }

    /// The rule in its canonical form.
    #[getter]
    fn rule(&self) -> String {
        self.game.rule.to_string()
    }

    /// The values of the heaps `first` to `last`.
    #[pyo3(signature = (first, last, misere, steps, positions, memory, listener))]
    #[expect(clippy::too_many_arguments, reason = "the arguments of a method of Python")]
    fn values<'py>(
        &self,
        py: Python<'py>,
        first: u64,
        last: u64,
        misere: bool,
        steps: Option<u64>,
        positions: Option<u64>,
        memory: u64,
        listener: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if last < first {
            return Err(PyValueError::new_err(format!("the range from heap {first} to {last} is empty")));
        }
        let count = (last - first).saturating_add(1);
        let held = if self.game.sequence().may_be_sparse() {
            2 * last.min(REMEMBERED)
        } else {
            last.min(ALWAYS).saturating_mul(8)
        };
        let bytes = count as f64 * 2.0 + held as f64;
        if bytes > memory as f64 {
            let message = format!(
                "the values of {} from heap {first} to {last} need about {bytes:.1e} bytes of memory, more than the limit of {memory}",
                self.game
            );
            return Err(errors::refused(py, &message, Some(bytes), Some(memory), Some("memory")));
        }
        let watch = Watch::default();
        let limits = limits(steps, positions, &watch);
        let persist = steps.is_none() && positions.is_none() && last <= ALWAYS && !misere;
        let refused = |bytes: f64| errors::no_memory(py, "the values", bytes);
        let mut column = Column::new(count, watch.done.clone()).map_err(refused)?;
        self.ask(py, &watch, listener, |sequence| {
            send(sequence, (first, last), misere, persist, &limits, &mut column)
        })?;
        if let Some(bytes) = column.missing() {
            return Err(refused(bytes));
        }
        column.into_array(py)
    }

    /// The period as far as it was found: whether it is proved, period, preperiod, saltus, residues without saltus,
    /// number of the theorem, values used, last heap computed.
    #[pyo3(signature = (limit, steps, listener))]
    #[expect(clippy::type_complexity, reason = "the fields of a class of Python")]
    fn period(
        &self,
        py: Python<'_>,
        limit: Option<u64>,
        steps: Option<u64>,
        listener: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<(Option<(u64, u64, u64, Vec<u64>, Option<&'static str>, Option<u64>)>, u64)> {
        let watch = Watch::default();
        let limits = limits(steps, None, &watch);
        let how_far = limit.map_or(HowFar::Usual, HowFar::To);
        let done = watch.done.clone();
        let report = self.ask(py, &watch, listener, |sequence| {
            Ok(sequence.period_heard(how_far, &limits, &mut |_: u64, values: &[Nimber]| {
                done.fetch_add(values.len() as u64, Ordering::Relaxed);
                ControlFlow::Continue(())
            }))
        })?;
        let (found, claim) = match report.finding {
            Finding::Proved(found, claim) => (Some(found), Some(claim)),
            Finding::Observed(found) => (Some(found), None),
            Finding::Nothing => (None, None),
        };
        let (theorem, used) = (claim.map(|claim| claim.theorem.number()), claim.map(|claim| claim.used));
        let found =
            found.map(|found| (found.period, found.preperiod, found.saltus, found.constant, theorem, used));
        Ok((found, report.computed_to))
    }

    /// A plot of the heaps 0 to `last` as SVG: `raster`, `scatter` or `histogram`.
    #[pyo3(signature = (kind, last, width, listener))]
    fn plot(
        &self,
        py: Python<'_>,
        kind: &str,
        last: u64,
        width: Option<NonZeroU64>,
        listener: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        /// Heaps that are enough to see a space.
        const ENOUGH: u64 = 1 << 17;
        let watch = Watch::default();
        let limits = limits(None, None, &watch);
        let title = |what: &str| format!("{}: {what}", sprague_tell::full_name(&self.game));
        self.ask(py, &watch, listener, |sequence| {
            let classes = if kind == "raster" || !sequence.may_be_sparse() {
                None
            } else {
                let rare = sequence.rare(last.min(ENOUGH), &limits)?;
                rare.space.map(|space| Classes::of_space(space, rare.bits_used))
            };
            let mut draw = |picture: &mut dyn Sink| {
                let done = watch.done.clone();
                let mut counted = |first: u64, values: &[Nimber]| {
                    done.fetch_add(values.len() as u64, Ordering::Relaxed);
                    picture.accept(first, values.into())
                };
                send(sequence, (0, last), false, last <= ALWAYS, &limits, &mut counted)
            };
            Ok(match kind {
                "raster" => {
                    let width = width.unwrap_or_else(|| Raster::usual_width(last));
                    let mut raster = Raster::new(last, width);
                    draw(&mut raster)?;
                    raster.to_svg(&title(&format!("nim-values in rows of {width}")))
                }
                "histogram" => {
                    let mut histogram = Histogram::new(classes);
                    draw(&mut histogram)?;
                    histogram.to_svg(&title("how often each nim-value occurs"))
                }
                _ => {
                    let mut scatter = Scatter::new(last, classes);
                    draw(&mut scatter)?;
                    scatter.to_svg(&title("nim-values"))
                }
            })
        })
    }
}
