//! Going on later: an engine as a state, an engine from a state or from values, and what it still remembers.

use super::super::dense::Dense;
use super::super::history::LAST_CHOICE;
use super::super::kernel::Kernel;
use super::super::shape::Shape;
use super::super::space::Counts;
use super::super::sparse::{Manner, Sparse};
use super::super::state::State;
use super::super::textbook::Textbook;
use super::{Engine, EngineSettings, Method};
use crate::heap::Clause;
use crate::nimber::Nimber;

impl Engine {
    /// What it takes to go on later, once the block engine is at work; before that, starting again costs little. None
    /// while values are known that have not been sent.
    pub fn state(&self) -> Option<State> {
        match &self.method {
            Method::Sparse(sparse, ..) if sparse.next() == self.next => Some(sparse.state()),
            _ => None,
        }
    }

    /// An engine for the rule that goes on from a state; `None` where the state does not fit the rule or itself.
    pub fn from_state(clauses: &[Clause], settings: EngineSettings, state: &State) -> Option<Self> {
        let shape = Shape::new(clauses)?;
        let block = if settings.kernel == Kernel::Planes { 1 } else { settings.block };
        let (level, threads) = (settings.kernel.level(), settings.threads.max(1));
        let manner = Manner { level, block, threads, memory: settings.memory };
        let sparse = Sparse::from_state(shape.clone(), state, manner)?;
        // The space goes on being reconsidered where the state holds every heap.
        let mut counts = Counts::default();
        let settled = state.from > 0 || state.next > LAST_CHOICE;
        for heap in (0..state.next).filter(|_| !settled) {
            counts.add(heap, sparse.history().value(heap));
        }
        let method = Method::Sparse(Box::new(sparse), shape, counts);
        let mut engine = Self::new(&[], settings);
        (engine.method, engine.next, engine.settled) = (method, state.next, settled);
        engine.list_rares();
        Some(engine)
    }

    /// An engine for the rule that goes on from the values of the heaps from 0 on; `None` where that would cost as much
    /// as starting again, or where they cannot be values: no play from a heap of n tokens has 2n moves, for each takes
    /// tokens away or adds a heap.
    pub fn from_values(clauses: &[Clause], settings: EngineSettings, values: &[Nimber]) -> Option<Self> {
        let small = values.iter().map(|value| u32::try_from(value.0).ok()).collect::<Option<Vec<u32>>>()?;
        if (0..).zip(&small).any(|(heap, &value)| u64::from(value) > 2 * heap) {
            return None;
        }
        let mut engine = Self::new(clauses, settings);
        engine.next = small.len() as u64;
        let textbook = |shape: &Shape, values: Vec<u32>| {
            let mut counts = Counts::default();
            (0..).zip(&values).for_each(|(heap, &value)| counts.add(heap, value));
            Box::new(Textbook::from_values(shape.clone(), values, counts))
        };
        match &mut engine.method {
            Method::Dense(dense) => **dense = Dense::from_values(clauses, &small)?,
            Method::Textbook(table) => *table = textbook(&Shape::new(clauses)?, small),
            Method::Prelude(table, shape) => {
                *table = textbook(shape, small);
                if engine.next >= settings.prelude.max(shape.reach() + 1) {
                    engine.take_over();
                }
            }
            Method::Naive(..) | Method::Wide(..) | Method::Sparse(..) => {}
        }
        engine.list_rares();
        Some(engine)
    }

    /// Adds the values of the heaps from `from` up to and without `until`, if all of them have been sent and are still
    /// remembered; tells whether they are.
    pub fn recall(&self, from: u64, until: u64, values: &mut Vec<Nimber>) -> bool {
        if until > self.next || from > until {
            return false;
        }
        let range = from as usize..until as usize;
        match &self.method {
            Method::Naive(_, kept) => values.extend_from_slice(&kept[range]),
            Method::Dense(dense) => values.extend(dense.values()[range].iter().copied().map(Nimber::from)),
            Method::Textbook(textbook) | Method::Prelude(textbook, _) => {
                values.extend(textbook.values()[range].iter().copied().map(Nimber::from));
            }
            Method::Wide(wide, ..) => values.extend(wide.values()[range].iter().copied().map(Nimber::from)),
            Method::Sparse(sparse, ..) if from < sparse.history().first() => return false,
            Method::Sparse(sparse, ..) => sparse.history().values(from, until, values),
        }
        true
    }

    /// The value of a heap that has been sent and is still remembered.
    pub fn value(&self, heap: u64) -> Option<Nimber> {
        if heap >= self.next {
            return None;
        }
        let at = heap as usize;
        match &self.method {
            Method::Naive(_, kept) => Some(kept[at]),
            Method::Dense(dense) => Some(dense.values()[at].into()),
            Method::Textbook(textbook) | Method::Prelude(textbook, _) => Some(textbook.values()[at].into()),
            Method::Wide(wide, ..) => Some(wide.values()[at].into()),
            Method::Sparse(sparse, ..) if heap < sparse.history().first() => None,
            Method::Sparse(sparse, ..) => Some(sparse.history().value(heap).into()),
        }
    }
}
