//! A game of one's own, as Python sees it: the functions, and the two searches with what they remember.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread::ThreadId;
use std::time::Duration;

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use sprague::limits::{Limits, SearchProgress, TooLarge};
use sprague::nimber::Nimber;
use sprague::play::{Outcome, Play};
use sprague::search::{MisereSolver, Solver};
use sprague_picture::{GraphPicture, MoveKind, PictureMove, PictureNode};

use crate::errors;
use crate::own_game::{NumberedSum, OwnGame, OwnGameError, SharedGame, Splitting, done};
use crate::questions::play;
use crate::vertex_sets::VertexSets;

/// A game that functions of Python describe.
#[pyclass(frozen, module = "sprague._native")]
pub struct OwnRules {
    game: Arc<OwnGame>,
    positions: u64,
    searches: Mutex<Searches>,
    /// The thread whose call is at work.
    owner: Mutex<Option<ThreadId>>,
}

struct Searches {
    normal: Solver<SharedGame>,
    misere: MisereSolver<SharedGame>,
}

impl Searches {
    fn new(game: &Arc<OwnGame>, positions: u64) -> Self {
        let limits = || {
            let game = Arc::clone(game);
            let listener = move |progress: SearchProgress| {
                game.note(progress);
                ControlFlow::Continue(())
            };
            Limits { positions, progress: Some(Arc::new(listener)), ..Limits::unlimited() }
        };
        let shared = || SharedGame(Arc::clone(game));
        Self {
            normal: Solver::with_limits(shared(), limits()),
            misere: MisereSolver::with_limits(shared(), limits()),
        }
    }

    fn value(&mut self, sum: &NumberedSum, play: Play) -> Result<Nimber, OwnGameError> {
        match play {
            Play::Normal => self.normal.value(sum),
            Play::Misere => self.misere.value(sum),
        }
    }
}

impl OwnRules {
    /// Does something with the searches, when no other call is at work on them.
    fn ask<T>(
        &self,
        py: Python<'_>,
        listener: Option<Bound<'_, PyAny>>,
        question: impl FnOnce(&mut Searches) -> Result<T, OwnGameError>,
    ) -> PyResult<T> {
        let here = std::thread::current().id();
        let mut searches = loop {
            match self.searches.try_lock() {
                Ok(searches) => break searches,
                Err(TryLockError::Poisoned(broken)) => break broken.into_inner(),
                Err(TryLockError::WouldBlock) if *self.owner() == Some(here) => {
                    return Err(PyRuntimeError::new_err(
                        "a function of these rules asks for values of the same rules; make a second sp.rules for that",
                    ));
                }
                Err(TryLockError::WouldBlock) => {
                    py.check_signals()?;
                    py.detach(|| std::thread::sleep(Duration::from_millis(1)));
                }
            }
        };
        *self.owner() = Some(here);
        self.game.begin(listener.map(Bound::unbind));
        let answer = question(&mut searches);
        self.game.end();
        *self.owner() = None;
        answer.map_err(|error| self.exception(py, error))
    }

    fn owner(&self) -> MutexGuard<'_, Option<ThreadId>> {
        self.owner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn exception(&self, py: Python<'_>, error: OwnGameError) -> PyErr {
        match error {
            OwnGameError::Raised(error) => error,
            OwnGameError::TooLarge(refusal @ TooLarge::Reached { .. }) => {
                let progress = self.game.progress();
                let estimate = (progress.share > 0.0).then(|| progress.positions as f64 / progress.share);
                let message = format!("{refusal}, with {} done{}", progress.positions, done(progress.share));
                errors::refused(py, &message, estimate, Some(self.positions), Some("positions"))
            }
            OwnGameError::TooLarge(refusal) => errors::too_large(py, &refusal),
            OwnGameError::Cyclic(cycle) => {
                let numbers = cycle.iter().filter_map(|sum| match sum {
                    NumberedSum::One(number) => Some(*number),
                    NumberedSum::Several(_) => None,
                });
                errors::cyclic(py, numbers.filter_map(|number| self.game.object(py, number)).collect())
            }
        }
    }
}

#[pymethods]
impl OwnRules {
    #[new]
    #[pyo3(signature = (options, components, canonical, key, positions, memory))]
    fn new(
        py: Python<'_>,
        options: Py<PyAny>,
        components: Option<Bound<'_, PyAny>>,
        canonical: Option<Py<PyAny>>,
        key: Option<Py<PyAny>>,
        positions: u64,
        memory: u64,
    ) -> PyResult<Self> {
        let components = match components {
            None => Splitting::Never,
            Some(function) if function.is_callable() => Splitting::Function(function.unbind()),
            Some(graph) => Splitting::Graph(VertexSets::new(&graph)?),
        };
        let game = Arc::new(OwnGame::new(py, options, components, canonical, key, (positions, memory)));
        let searches = Mutex::new(Searches::new(&game, positions));
        Ok(Self { game, positions, searches, owner: Mutex::new(None) })
    }

    /// How many components have been met, and what they take, by estimate.
    fn held(&self) -> (usize, u64) {
        (self.game.count(), self.game.bytes())
    }

    /// The value of a position: Sprague-Grundy, or the misère value.
    #[pyo3(signature = (position, misere, listener))]
    fn value<'py>(
        &self,
        py: Python<'py>,
        position: Bound<'py, PyAny>,
        misere: bool,
        listener: Option<Bound<'py, PyAny>>,
    ) -> PyResult<u64> {
        self.ask(py, listener, |searches| {
            let sum = self.game.sum_of(py, position)?;
            Ok(searches.value(&sum, play(misere))?.0)
        })
    }

    /// The options that are P-positions, as the function made them, each once.
    #[pyo3(signature = (position, misere, listener))]
    fn winning_moves<'py>(
        &self,
        py: Python<'py>,
        position: &Bound<'py, PyAny>,
        misere: bool,
        listener: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.ask(py, listener, |searches| {
            let mut found = Vec::new();
            let seen = PyDict::new(py);
            for option in self.game.options_of(py, position)? {
                let sum = self.game.sum_of(py, option.clone())?;
                if !searches.value(&sum, play(misere))?.is_zero() {
                    continue;
                }
                let key = self.game.key_of(&option)?;
                // what has only hashable components is told as often as it is made
                let is_new = match seen.contains(&key) {
                    Ok(is_known) => !is_known && seen.set_item(key, ()).is_ok(),
                    Err(_) => true,
                };
                if is_new {
                    found.push(option);
                }
            }
            Ok(found)
        })
    }

    /// The graph of all positions that can be reached, as SVG and in the DOT language.
    #[pyo3(signature = (position, misere, nodes, label, listener))]
    fn graph<'py>(
        &self,
        py: Python<'py>,
        position: Bound<'py, PyAny>,
        misere: bool,
        nodes: usize,
        label: &Bound<'py, PyAny>,
        listener: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(String, String)> {
        let written =
            |position: &Bound<'py, PyAny>| -> PyResult<String> { label.call1((position,))?.extract() };
        let title = written(&position)?;
        let picture = self.ask(py, listener, |searches| {
            let numbers = PyDict::new(py);
            numbers.set_item(self.game.key_of(&position)?, 0)?;
            let mut open = VecDeque::from([position]);
            let (mut drawn, mut edges) = (Vec::<PictureNode>::new(), Vec::new());
            while let Some(position) = open.pop_front() {
                let from = drawn.len();
                for option in self.game.options_of(py, &position)? {
                    let key = self.game.key_of(&option)?;
                    let to = if let Some(number) = numbers.get_item(&key)? {
                        number.extract()?
                    } else {
                        let number = numbers.len();
                        if number >= nodes {
                            let message = format!("the graph has more than {nodes} nodes, too many to read");
                            let limit = Some(nodes as u64);
                            return Err(errors::refused(py, &message, None, limit, Some("nodes")).into());
                        }
                        numbers.set_item(key, number)?;
                        open.push_back(option);
                        number
                    };
                    if !edges.contains(&(from, to)) {
                        edges.push((from, to));
                    }
                }
                let lines = written(&position)?.lines().map(str::to_owned).collect();
                let sum = self.game.sum_of(py, position)?;
                let value = searches.value(&sum, play(misere))?;
                drawn.push(PictureNode {
                    label: lines,
                    outcome: Outcome::of_value(value),
                    value: Some(value.into()),
                });
            }
            let kind = |from: usize, to: usize| MoveKind::between(drawn[from].outcome, drawn[to].outcome);
            let moves =
                edges.iter().map(|&(from, to)| PictureMove { from, to, kind: kind(from, to) }).collect();
            let ending = if misere { ", misère play" } else { "" };
            let title = format!("{}{ending}", title.replace('\n', " "));
            Ok(GraphPicture { title, start: 0, nodes: drawn, moves })
        })?;
        let svg = picture.to_svg().map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok((svg, picture.to_dot()))
    }
}
