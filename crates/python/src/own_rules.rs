//! A game of one's own, as Python sees it: the functions, and the two searches with what they remember.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread::ThreadId;
use std::time::Duration;

use numpy::PyArray1;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use sprague::limits::{Limits, SearchProgress, TooLarge};
use sprague::loopy::LoopySolver;
use sprague::nimber::Nimber;
use sprague::play::Play;
use sprague::search::{MisereSolver, NumberedSolver};

use crate::errors;
use crate::own_game::{NumberedSum, OwnGame, OwnGameError, SharedGame, Splitting, done};
use crate::questions::{play, reached};
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
    game: SharedGame,
    normal: NumberedSolver,
    misere: MisereSolver<SharedGame>,
    loopy: LoopySolver<SharedGame>,
}

impl Searches {
    fn new(game: &Arc<OwnGame>, positions: u64) -> Self {
        let limits = || {
            let game = Arc::clone(game);
            let listener = move |progress: SearchProgress| game.note(progress);
            Limits { positions, progress: Some(Arc::new(listener)), ..Limits::unlimited() }
        };
        let shared = || SharedGame(Arc::clone(game));
        Self {
            game: shared(),
            normal: NumberedSolver::with_limits(limits()),
            misere: MisereSolver::with_limits(shared(), limits()),
            loopy: LoopySolver::with_limits(shared(), limits()),
        }
    }

    fn value(&mut self, sum: &NumberedSum, play: Play) -> Result<Nimber, OwnGameError> {
        match play {
            Play::Normal => match sum {
                NumberedSum::One(number) => self.normal.value(&self.game, &[*number]),
                NumberedSum::Several(numbers) => self.normal.value(&self.game, numbers),
            },
            Play::Misere => self.misere.value(sum),
        }
    }
}

/// Which thread waits for which.
fn waiting() -> MutexGuard<'static, HashMap<ThreadId, ThreadId>> {
    static WAITING: LazyLock<Mutex<HashMap<ThreadId, ThreadId>>> = LazyLock::new(Mutex::default);
    WAITING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Notes that a thread waits for another, and says whether that one waits for the first, perhaps through others.
fn waits_in_a_circle(here: ThreadId, owner: ThreadId) -> bool {
    let mut waiting = waiting();
    waiting.insert(here, owner);
    let mut next = owner;
    for _ in 0..waiting.len() {
        match waiting.get(&next) {
            Some(&other) if other == here => return true,
            Some(&other) => next = other,
            None => return false,
        }
    }
    false
}

impl OwnRules {
    /// Does something with the searches, when no other call is at work on them.
    fn ask<T>(
        &self,
        py: Python<'_>,
        listener: Option<Bound<'_, PyAny>>,
        question: impl FnOnce(&mut Searches) -> Result<T, OwnGameError>,
    ) -> PyResult<T> {
        let mut searches = self.take(py)?;
        self.game.begin(listener.map(Bound::unbind));
        let answer = question(&mut searches);
        self.game.end();
        *self.owner() = None;
        drop(searches);
        answer.map_err(|error| self.exception(py, error))
    }

    /// The searches, when no other call is at work on them.
    fn take<'s>(&'s self, py: Python<'_>) -> PyResult<MutexGuard<'s, Searches>> {
        let here = std::thread::current().id();
        let taken = loop {
            match self.searches.try_lock() {
                Ok(searches) => break Ok(searches),
                Err(TryLockError::Poisoned(broken)) => break Ok(broken.into_inner()),
                Err(TryLockError::WouldBlock) => {
                    let owner = *self.owner();
                    if owner == Some(here) {
                        break Err(PyRuntimeError::new_err(
                            "a function of these rules asks for values of the same rules; make a second sp.rules for that",
                        ));
                    }
                    if owner.is_some_and(|owner| waits_in_a_circle(here, owner)) {
                        break Err(PyRuntimeError::new_err(
                            "rules ask each other from several threads, and each waits for the other; make rules of its \
                             own for each thread",
                        ));
                    }
                    if let Err(error) = py.check_signals() {
                        break Err(error);
                    }
                    py.detach(|| std::thread::sleep(Duration::from_millis(1)));
                }
            }
        };
        waiting().remove(&here);
        let taken = taken?;
        *self.owner() = Some(here);
        Ok(taken)
    }

    /// Does something with the games of all these rules, when no other call is at work on any of them.
    pub fn ask_all<T>(
        py: Python<'_>,
        all: &[Py<Self>],
        listener: Option<Bound<'_, PyAny>>,
        question: impl FnOnce() -> Result<T, OwnGameError>,
    ) -> PyResult<T> {
        let mut taken = Vec::new();
        let mut result = Ok(());
        for rules in all {
            let rules = rules.get();
            // the same rules may occur twice
            if taken.iter().any(|(one, _): &(&Self, _)| std::ptr::eq(*one, rules)) {
                continue;
            }
            match rules.take(py) {
                Ok(searches) => taken.push((rules, searches)),
                Err(error) => {
                    result = Err(error);
                    break;
                }
            }
            rules.game.begin(listener.as_ref().map(|listener| listener.clone().unbind()));
        }
        let answer = result.and_then(|()| {
            let game = all.first().map(|first| first.get());
            question().map_err(|error| match game {
                Some(game) => game.exception(py, error),
                None => PyRuntimeError::new_err("a sum of no games"),
            })
        });
        for (rules, searches) in taken {
            rules.game.end();
            *rules.owner() = None;
            drop(searches);
        }
        answer
    }

    /// The functions and what they have made.
    pub fn game(&self) -> Arc<OwnGame> {
        self.game.clone()
    }

    fn owner(&self) -> MutexGuard<'_, Option<ThreadId>> {
        self.owner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn exception(&self, py: Python<'_>, error: OwnGameError) -> PyErr {
        match error {
            OwnGameError::Raised(error) => error,
            OwnGameError::TooLarge(refusal @ TooLarge::Stopped) => {
                self.game.take_raised().unwrap_or_else(|| errors::too_large(py, &refusal))
            }
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
        let game = Arc::new(OwnGame::new(options, components, canonical, key, (positions, memory)));
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

    /// The value of a position where play may go on for ever: the number, or the numbers that moves reach.
    #[pyo3(signature = (position, listener))]
    #[expect(clippy::type_complexity, reason = "a number or several")]
    fn loopy_value<'py>(
        &self,
        py: Python<'py>,
        position: Bound<'py, PyAny>,
        listener: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(Option<u64>, Option<Vec<u64>>)> {
        self.ask(py, listener, |searches| {
            let sum = self.game.sum_of(py, position)?;
            let value = searches.loopy.value(&sum)?;
            Ok((value.finite().map(|value| value.0), reached(&value)))
        })
    }

    /// Who wins positions where play may go on for ever, in their order.
    #[pyo3(signature = (positions, misere, listener))]
    fn loopy_outcomes<'py>(
        &self,
        py: Python<'py>,
        positions: Vec<Bound<'py, PyAny>>,
        misere: bool,
        listener: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Vec<String>> {
        self.ask(py, listener, |searches| {
            let sums = positions.into_iter().map(|position| self.game.sum_of(py, position));
            let sums = sums.collect::<PyResult<Vec<_>>>()?;
            let outcomes = searches.loopy.outcomes(&sums, play(misere))?;
            Ok(outcomes.iter().map(ToString::to_string).collect())
        })
    }

    /// After how many moves the game ends if who wins hurries and who loses lingers; none if nobody wins.
    #[pyo3(signature = (position, misere, listener))]
    fn remoteness<'py>(
        &self,
        py: Python<'py>,
        position: Bound<'py, PyAny>,
        misere: bool,
        listener: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<u32>> {
        self.ask(py, listener, |searches| {
            let sum = self.game.sum_of(py, position)?;
            Ok(searches.loopy.remoteness(&sum, play(misere))?)
        })
    }

    /// The values of positions, in their order, as an array.
    #[pyo3(signature = (positions, misere, listener))]
    fn values<'py>(
        &self,
        py: Python<'py>,
        positions: &Bound<'py, PyAny>,
        misere: bool,
        listener: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<u64>>> {
        let found = self.ask(py, listener, |searches| {
            let mut found = Vec::new();
            for position in positions.try_iter()? {
                let sum = self.game.sum_of(py, position?)?;
                found.push(searches.value(&sum, play(misere))?.0);
            }
            Ok(found)
        })?;
        Ok(PyArray1::from_vec(py, found))
    }

    /// The components whose value under normal play is known, and their values.
    fn known(&self, py: Python<'_>) -> PyResult<(Vec<Py<PyAny>>, Vec<u64>)> {
        self.ask(py, None, |searches| {
            let numbers = (0..).take(self.game.count());
            let known = numbers
                .filter_map(|number| Some((self.game.object(py, number)?, searches.normal.known(number)?.0)));
            Ok(known.unzip())
        })
    }

    /// The options of a value, as the function made them, each once: those of value 0 are P-positions.
    #[pyo3(signature = (position, value, misere, listener))]
    fn options_of_value<'py>(
        &self,
        py: Python<'py>,
        position: &Bound<'py, PyAny>,
        value: u64,
        misere: bool,
        listener: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.ask(py, listener, |searches| {
            let mut found = Vec::new();
            let seen = PyDict::new(py);
            for option in self.game.options_of(py, position)? {
                let sum = self.game.sum_of(py, option.clone())?;
                if searches.value(&sum, play(misere))? != Nimber(value) {
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

    /// The graph of all positions that can be reached: each with its value, unless play may go on for ever, and the
    /// moves between them.
    #[pyo3(signature = (position, misere, nodes, loopy, listener))]
    #[expect(clippy::type_complexity, reason = "the parts of a graph")]
    fn graph<'py>(
        &self,
        py: Python<'py>,
        position: Bound<'py, PyAny>,
        misere: bool,
        nodes: usize,
        loopy: bool,
        listener: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(Vec<(Bound<'py, PyAny>, u64)>, Vec<(usize, usize)>)> {
        self.ask(py, listener, |searches| {
            let numbers = PyDict::new(py);
            numbers.set_item(self.game.key_of(&position)?, 0)?;
            let mut open = VecDeque::from([position]);
            let (mut found, mut edges) = (Vec::new(), Vec::new());
            while let Some(position) = open.pop_front() {
                let (from, before) = (found.len(), edges.len());
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
                    if !edges[before..].contains(&(from, to)) {
                        edges.push((from, to));
                    }
                }
                let value = if loopy {
                    0
                } else {
                    let sum = self.game.sum_of(py, position.clone())?;
                    searches.value(&sum, play(misere))?.0
                };
                found.push((position, value));
            }
            Ok((found, edges))
        })
    }
}
