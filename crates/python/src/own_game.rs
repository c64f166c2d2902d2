//! Rules that are functions of Python, as a ruleset of the library.
//!
//! The searches of the library never see an object of Python. Every component that is met is given a number, by hash and
//! equality of the interpreter, which may fail (`interned`); the searches remember numbers. An option is the list of the
//! numbers of its components, so that the objects of options are let go at once.
//!
//! What a function makes is counted as it comes: a generator without an end meets the limit of positions. Memory is
//! counted by estimate: the objects with all that only they hold, each sampled, the numbers, and the open positions.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use sprague::limits::{Limits, SearchProgress, TooLarge};
use sprague::search::{Holding, NumberedOptions, NumberedRules, TryRuleset};

use crate::errors;
use crate::interned::Interned;
use crate::vertex_sets::{Bits, VertexSets};

/// What a number costs beside the object: its places in the table, in the lists of objects and of values.
const BYTES_PER_NUMBER: u64 = 40;
/// What a position costs while it is open, on the stack of the search.
const BYTES_PER_OPEN: u64 = 500;
/// The sizes of the first objects are asked for one by one.
const FIRST: u64 = 64;
/// Later that of one object in so many, at irregular places.
const SAMPLE: u64 = 16;
/// And of fewer among so many.
const MANY_OBJECTS: u64 = 1 << 14;
const RARE_SAMPLE: u64 = 256;
/// Signals and the clock are looked at once for so many positions.
const LOOKS: u64 = 16;
/// After so many things that a function has made signals are looked at.
const MANY: usize = 1 << 10;
/// Work that takes no longer shows nothing; afterwards the listener is told so often.
const PATIENCE: Duration = Duration::from_secs(1);
const SHOWN: Duration = Duration::from_millis(100);

/// A sum of components by their numbers, ascending.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NumberedSum {
    /// One component.
    One(u32),
    /// Any other number of them.
    Several(Box<[u32]>),
}

/// Why there is no answer.
#[derive(Debug)]
pub enum OwnGameError {
    /// An exception, of the functions or of ours.
    Raised(PyErr),
    /// A refusal of the search.
    TooLarge(TooLarge),
    /// Play that need not end.
    Cyclic(Vec<NumberedSum>),
}

impl From<TooLarge> for OwnGameError {
    fn from(refusal: TooLarge) -> Self {
        Self::TooLarge(refusal)
    }
}

impl From<PyErr> for OwnGameError {
    fn from(error: PyErr) -> Self {
        Self::Raised(error)
    }
}

/// How a position falls apart.
pub enum Splitting {
    /// It does not.
    Never,
    /// By a function from a position to its components.
    Function(Py<PyAny>),
    /// As a set of vertices of a graph, into its connected parts.
    Graph(VertexSets),
}

/// The functions, and the objects that have numbers.
pub struct OwnGame {
    /// From a position to its options.
    pub options: Py<PyAny>,
    /// How a position falls apart.
    pub components: Splitting,
    /// From a component to its representative.
    pub canonical: Option<Py<PyAny>>,
    /// From a representative to what is hashed and compared.
    pub key: Option<Py<PyAny>>,
    /// The most positions that may be held.
    pub positions: u64,
    /// The most bytes that may be held, by estimate.
    pub memory: u64,
    interned: Mutex<Interned>,
    /// How many objects have numbers.
    count: AtomicUsize,
    /// How many positions were asked for their options.
    asked: AtomicU64,
    /// What the objects take, by estimate.
    bytes: AtomicU64,
    /// How many positions the search has open.
    open: AtomicU64,
    show: Mutex<Show>,
    /// What a look at the signals raised, where the search had to be asked to stop.
    raised: Mutex<Option<PyErr>>,
}

/// How far a call is, and who wants to know.
struct Show {
    start: Instant,
    shown: Instant,
    listener: Option<Py<PyAny>>,
    progress: SearchProgress,
}

impl OwnGame {
    /// The game of these functions, before the first position.
    pub fn new(
        options: Py<PyAny>,
        components: Splitting,
        canonical: Option<Py<PyAny>>,
        key: Option<Py<PyAny>>,
        (positions, memory): (u64, u64),
    ) -> Self {
        let now = Instant::now();
        let progress = SearchProgress::default();
        Self {
            options,
            components,
            canonical,
            key,
            positions,
            memory,
            interned: Mutex::default(),
            count: AtomicUsize::new(0),
            asked: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
            open: AtomicU64::new(0),
            raised: Mutex::new(None),
            show: Mutex::new(Show { start: now, shown: now, listener: None, progress }),
        }
    }

    /// How many components have numbers.
    pub fn count(&self) -> usize {
        self.count.load(Ordering::Relaxed)
    }

    /// What they and the search take, by estimate.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed) + self.open.load(Ordering::Relaxed) * BYTES_PER_OPEN
    }

    /// A call begins, to which this function listens.
    pub fn begin(&self, listener: Option<Py<PyAny>>) {
        let now = Instant::now();
        let progress = SearchProgress::default();
        *self.show() = Show { start: now, shown: now, listener, progress };
    }

    /// The call is over; how far it came can be asked still.
    pub fn end(&self) {
        self.open.store(0, Ordering::Relaxed);
        self.show().listener = None;
    }

    /// The search has come so far; whether it goes on.
    pub fn note(&self, progress: SearchProgress) -> ControlFlow<()> {
        self.show().progress = progress;
        match Python::attach(|py| self.look(py)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                *self.raised.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                ControlFlow::Break(())
            }
        }
    }

    /// What stopped the search, if a look at the signals did.
    pub fn take_raised(&self) -> Option<PyErr> {
        self.raised.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// How far the search was when it was last asked.
    pub fn progress(&self) -> SearchProgress {
        self.show().progress
    }

    /// The object of a component.
    pub fn object(&self, py: Python<'_>, number: u32) -> Option<Py<PyAny>> {
        self.interned().object(number).map(|object| object.clone_ref(py))
    }

    /// The options of a position as the function made them.
    pub fn options_of<'py>(
        &self,
        py: Python<'py>,
        position: &Bound<'py, PyAny>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.made(py, &self.options, position, "options")
    }

    /// What a function makes of a position, counted as it comes and refused beyond the limit of positions.
    fn made<'py>(
        &self,
        py: Python<'py>,
        function: &Py<PyAny>,
        position: &Bound<'py, PyAny>,
        what: &str,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let mut all = Vec::new();
        for one in function.bind(py).call1((position,))?.try_iter()? {
            if all.len() as u64 >= self.positions {
                let message =
                    format!("a position has more {what} than the limit of {} positions", self.positions);
                return Err(errors::refused(py, &message, None, Some(self.positions), Some("positions")));
            }
            if all.len() % MANY == MANY - 1 {
                self.look(py)?;
            }
            all.push(one?);
        }
        Ok(all)
    }

    /// What is hashed and compared of a position.
    pub fn key_of<'py>(&self, position: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        match &self.key {
            Some(key) => key.bind(position.py()).call1((position,)),
            None => Ok(position.clone()),
        }
    }

    /// A position as the sum of its components.
    pub fn sum_of<'py>(&self, py: Python<'py>, position: Bound<'py, PyAny>) -> PyResult<NumberedSum> {
        let mut numbers = Vec::new();
        self.numbers_of(py, position, &mut numbers)?;
        if let [number] = numbers[..] {
            return Ok(NumberedSum::One(number));
        }
        numbers.sort_unstable();
        Ok(NumberedSum::Several(numbers.into_boxed_slice()))
    }

    /// The number of a component, a new one if it was not met before.
    fn number<'py>(&self, py: Python<'py>, component: Bound<'py, PyAny>) -> PyResult<u32> {
        let component = match &self.canonical {
            Some(canonical) => canonical.bind(py).call1((component,))?,
            None => component,
        };
        let key = match &self.key {
            Some(key) => Some(key.bind(py).call1((&component,))?),
            None => None,
        };
        let compared = key.as_ref().unwrap_or(&component);
        let hash = compared.hash().map_err(|error| self.unhashable(compared, error))?;
        let mut interned = self.interned();
        let place = match interned.find(compared, hash)? {
            Ok(number) => return Ok(number),
            Err(place) => place,
        };
        self.admit(&component)?;
        let number = interned.insert(component.unbind(), key.map(Bound::unbind), hash, place);
        self.count.store(interned.len(), Ordering::Relaxed);
        number.ok_or_else(|| self.no_room(py))
    }

    /// The number of a part of a graph, a new one if it was not met before.
    fn number_of_part(&self, py: Python<'_>, sets: &VertexSets, part: Bits) -> PyResult<u32> {
        if let Some(&number) = sets.numbers().get(&part) {
            return Ok(number);
        }
        let object = sets.object(py, &part)?;
        let number = if self.canonical.is_some() || self.key.is_some() {
            self.number(py, object)?
        } else {
            self.admit(&object)?;
            let mut interned = self.interned();
            let number = interned.push(object.unbind()).ok_or_else(|| self.no_room(py))?;
            self.count.store(interned.len(), Ordering::Relaxed);
            number
        };
        sets.numbers().insert(part, number);
        Ok(number)
    }

    /// The error of a position that cannot be hashed, with the way out; any other error as it is.
    fn unhashable(&self, key: &Bound<'_, PyAny>, error: PyErr) -> PyErr {
        let py = key.py();
        let kind = key.get_type();
        let has_no_hash = kind.getattr("__hash__").is_ok_and(|hash| hash.is_none());
        let is_nested =
            error.is_instance_of::<PyTypeError>(py) && error.to_string().contains("unhashable type");
        if !has_no_hash && !is_nested {
            return error;
        }
        let kind = kind.name().map_or_else(|_| "this type".to_owned(), |name| name.to_string());
        let way_out = match self.key {
            Some(_) => "let key= give tuples, frozensets, strings or numbers",
            None => {
                "pass key=, a function from a position to something hashable such as a tuple, or use tuples \
                and frozensets as positions"
            }
        };
        let refusal = PyTypeError::new_err(format!("a position of type {kind} cannot be hashed; {way_out}"));
        refusal.set_cause(py, Some(error));
        refusal
    }

    /// Refuses a new object once all of them take too much memory, by estimate.
    fn admit(&self, component: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = component.py();
        let count = self.count() as u64;
        let sample = if count < MANY_OBJECTS { SAMPLE } else { RARE_SAMPLE };
        let weight = match count {
            0..FIRST => 1,
            // the top bits of a multiple of the golden ratio
            _ if count.wrapping_mul(0x9e37_79b9_7f4a_7c15) < u64::MAX / sample => sample,
            _ => 0,
        };
        let mut added = BYTES_PER_NUMBER;
        if weight > 0 {
            let size: u64 =
                py.import("sprague._memory")?.getattr("deep_size")?.call1((component,))?.extract()?;
            added += size.saturating_mul(weight);
        }
        self.bytes.fetch_add(added, Ordering::Relaxed);
        if self.bytes() <= self.memory {
            return Ok(());
        }
        let share = self.progress().share;
        let estimate = (share > 0.0).then(|| self.bytes() as f64 / share);
        let message = format!(
            "the search was stopped at its limit of {} bytes of memory, with {count} positions held{}",
            self.memory,
            done(share)
        );
        Err(errors::refused(py, &message, estimate, Some(self.memory), Some("memory")))
    }

    /// The same once for so many calls.
    pub fn look_now_and_then(&self, py: Python<'_>) -> PyResult<()> {
        if self.asked.fetch_add(1, Ordering::Relaxed).is_multiple_of(LOOKS) { self.look(py) } else { Ok(()) }
    }

    /// Looks at signals and tells the listener, if it is time.
    fn look(&self, py: Python<'_>) -> PyResult<()> {
        // other threads wait for the interpreter where no bytecode runs
        py.detach(|| ());
        py.check_signals()?;
        let listener = {
            let mut show = self.show();
            let due = show.start.elapsed() >= PATIENCE && show.shown.elapsed() >= SHOWN;
            if due {
                show.shown = Instant::now();
            }
            show.listener.as_ref().filter(|_| due).map(|listener| listener.clone_ref(py))
        };
        if let Some(listener) = listener {
            listener.call1(py, (self.count(),))?;
        }
        Ok(())
    }

    fn no_room(&self, py: Python<'_>) -> PyErr {
        errors::no_memory(py, "the positions", self.bytes() as f64 * 2.0)
    }

    fn interned(&self) -> MutexGuard<'_, Interned> {
        self.interned.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The options of a component, each with the sum that it is.
    fn each_option(
        &self,
        number: u32,
        open: usize,
        mut each: impl FnMut(&mut Vec<u32>, Bound<'_, PyAny>) -> Result<usize, OwnGameError>,
    ) -> Result<(), OwnGameError> {
        Python::attach(|py| {
            self.open.store(open as u64, Ordering::Relaxed);
            self.look_now_and_then(py)?;
            let Some(object) = self.object(py, number) else { return Ok(()) };
            let made = self.options.bind(py).call1((object,))?;
            let mut numbers = Vec::new();
            if let Ok(list) = made.cast_exact::<PyList>() {
                // a function of the rules may change it meanwhile
                let mut at = 0;
                while at < list.len() {
                    each(&mut numbers, list.get_item(at)?)?;
                    at += 1;
                }
                return Ok(());
            }
            if let Ok(tuple) = made.cast_exact::<PyTuple>() {
                for option in tuple {
                    each(&mut numbers, option)?;
                }
                return Ok(());
            }
            for option in made.try_iter()? {
                if each(&mut numbers, option?)?.is_multiple_of(MANY) {
                    self.look(py)?;
                }
            }
            Ok(())
        })
    }

    /// The numbers of the components of a position.
    fn numbers_of<'py>(
        &self,
        py: Python<'py>,
        position: Bound<'py, PyAny>,
        numbers: &mut Vec<u32>,
    ) -> PyResult<()> {
        numbers.clear();
        match &self.components {
            Splitting::Never => numbers.push(self.number(py, position)?),
            Splitting::Function(components) => {
                for part in self.made(py, components, &position, "components")? {
                    numbers.push(self.number(py, part)?);
                }
            }
            Splitting::Graph(sets) => {
                for part in sets.parts(sets.bits(&position)?) {
                    numbers.push(self.number_of_part(py, sets, part)?);
                }
            }
        }
        Ok(())
    }

    fn show(&self) -> MutexGuard<'_, Show> {
        self.show.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How much of a search is done, in words.
pub fn done(share: f64) -> String {
    if share > 0.0 {
        format!(" and about {:.2} % of the moves looked at", share * 100.0)
    } else {
        String::new()
    }
}

/// The game behind a pointer that both searches share.
#[derive(Clone)]
pub struct SharedGame(pub std::sync::Arc<OwnGame>);

impl TryRuleset for SharedGame {
    type Position = NumberedSum;
    type Error = OwnGameError;

    fn try_options(&self, position: &NumberedSum) -> Result<Vec<NumberedSum>, OwnGameError> {
        self.try_options_within(position, &mut Holding::beside(0, 0, &Limits::unlimited()))
    }

    fn try_options_within(
        &self,
        position: &NumberedSum,
        holding: &mut Holding<'_>,
    ) -> Result<Vec<NumberedSum>, OwnGameError> {
        let NumberedSum::One(number) = *position else { return Ok(Vec::new()) };
        let game = &*self.0;
        let mut options = Vec::new();
        game.each_option(number, holding.open(), |_, option| {
            holding.add()?;
            options.push(game.sum_of(option.py(), option)?);
            Ok(options.len())
        })?;
        options.sort_unstable();
        options.dedup();
        Ok(options)
    }

    fn try_components(
        &self,
        position: NumberedSum,
        parts: &mut Vec<NumberedSum>,
    ) -> Result<(), OwnGameError> {
        match position {
            NumberedSum::One(_) => parts.push(position),
            NumberedSum::Several(numbers) => {
                parts.extend(numbers.iter().map(|&number| NumberedSum::One(number)));
            }
        }
        Ok(())
    }

    fn cyclic(&self, cycle: Vec<NumberedSum>) -> OwnGameError {
        OwnGameError::Cyclic(cycle)
    }
}

impl NumberedRules for SharedGame {
    type Error = OwnGameError;

    fn options(&self, component: u32, options: &mut NumberedOptions<'_>) -> Result<(), OwnGameError> {
        let game = &*self.0;
        game.each_option(component, options.open(), |numbers, option| {
            game.numbers_of(option.py(), option, numbers)?;
            options.push_sum(numbers)?;
            Ok(options.count())
        })
    }

    fn cyclic(&self, cycle: Vec<u32>) -> OwnGameError {
        OwnGameError::Cyclic(cycle.into_iter().map(NumberedSum::One).collect())
    }
}
