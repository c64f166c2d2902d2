//! What is known so far: values of heaps, tables, searches; and the value of a component by the cheapest exact way.
//!
//! Each game has its own way ([`Game::evaluate`]): a theorem where one applies, the sequence of single heaps, a table,
//! or a search that remembers. What was computed is kept here, so that many questions pay once, as long as it is not
//! more than the limits allow; then it is forgotten. The size of every search is estimated before it starts, and the
//! work of all components counts together.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::ops::ControlFlow;

use super::{Game, written};
use crate::ground::Ground;
use crate::heap::{HeapGame, Rule, closed::closed_form};
use crate::law::{Law, Laws};
use crate::limits::{Limits, STEPS_PER_OPTION, TooLarge};
use crate::nimber::Nimber;
use crate::play::Outcome;
use crate::search::Solver;
use crate::sequence::{self, Engine, Options, dense_steps};
use crate::theorem::Theorem;

/// So many values of a table take as much memory as a position of a search.
const HEAPS_PER_POSITION: f64 = 20.0;

/// About what the values up to a heap have cost, once they are known.
fn steps(game: &HeapGame, engine: &Engine, to: u64) -> u64 {
    let heaps = to as f64;
    let steps = match engine.space() {
        _ if !engine.is_fast() => dense_steps(game.rule.clauses(), to),
        Some(_) => heaps * (1.0 + engine.rares().len() as f64 / 128.0),
        None => heaps * heaps / 32.0,
    };
    steps as u64
}

/// The values of one game, as far as they were needed.
#[derive(Debug)]
struct Sequence {
    engine: Engine,
    values: Vec<u32>,
}

/// What is known of a component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// Its value; `None` where only the outcome is within reach.
    pub value: Option<Nimber>,
    /// Who wins it alone.
    pub outcome: Outcome,
    /// What that rests on.
    pub grounds: Vec<Ground>,
}

impl Evaluation {
    /// A value, and what it rests on.
    pub fn valued(value: Nimber, grounds: Vec<Ground>) -> Self {
        Self { value: Some(value), outcome: Outcome::of_value(value), grounds }
    }

    /// Falls back on a theorem about the outcome alone where the value is out of reach.
    pub fn or_outcome(
        valued: Result<Self, TooLarge>,
        outcome: Option<(Outcome, Theorem)>,
    ) -> Result<Self, TooLarge> {
        match (valued, outcome) {
            (Err(_), Some((outcome, theorem))) => {
                let value = (outcome == Outcome::P).then_some(Nimber::ZERO);
                Ok(Self { value, outcome, grounds: vec![Ground::Theorem(theorem)] })
            }
            (valued, _) => valued,
        }
    }
}

/// Searches of one kind of game, by its parameters.
trait Searches: Any + Send {
    /// How many positions they hold.
    fn held(&self) -> usize;
    fn as_any(&mut self) -> &mut dyn Any;
}

impl<G: Game> Searches for HashMap<G, Solver<G>> {
    fn held(&self) -> usize {
        self.values().map(Solver::evaluated).sum()
    }

    fn as_any(&mut self) -> &mut dyn Any {
        self
    }
}

/// Everything that was computed for the questions so far, and the limits that they keep.
pub struct Known {
    limits: Limits,
    options: Options,
    sequences: HashMap<Rule, Sequence>,
    laws: Laws,
    /// By the type of the game.
    searches: HashMap<TypeId, Box<dyn Searches>>,
    /// By the type of the table.
    tables: HashMap<TypeId, Box<dyn Any + Send>>,
    /// The heaps of the tables that the question at hand needs beside the sequences.
    tabulated: f64,
}

impl fmt::Debug for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Known").field("limits", &self.limits).finish_non_exhaustive()
    }
}

impl Known {
    /// Nothing yet; what is to come keeps the limits.
    pub fn new(limits: Limits) -> Self {
        Self::with_options(limits, Options::default())
    }

    /// Nothing yet; sequences are to be computed as the options say.
    pub fn with_options(limits: Limits, options: Options) -> Self {
        Self {
            options,
            sequences: HashMap::new(),
            laws: Laws::default(),
            searches: HashMap::new(),
            tables: HashMap::new(),
            tabulated: 0.0,
            limits,
        }
    }

    /// Starts another question: its steps are counted from 0.
    pub(crate) fn begin(&mut self) -> Result<(), TooLarge> {
        self.limits.check_time()?;
        self.limits.meter.begin();
        self.tabulated = 0.0;
        self.make_room(0.0);
        Ok(())
    }

    /// Forgets what was computed if it is, with as many positions more, beyond the limit.
    fn make_room(&mut self, more: f64) {
        let sequences: usize = self.sequences.values().map(|sequence| sequence.values.len()).sum();
        let tables = (sequences + self.laws.held()) as f64 / HEAPS_PER_POSITION;
        let searched: usize = self.searches.values().map(|searches| searches.held()).sum();
        if tables + searched as f64 + more > self.limits.positions as f64 {
            self.sequences.clear();
            self.laws = Laws::default();
            self.searches.clear();
        }
    }

    /// The limits it keeps.
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The table of this type that was kept last, if any, to be read or replaced.
    pub(crate) fn table<T: Any + Default + Send>(&mut self) -> &mut T {
        let kept = self.tables.entry(TypeId::of::<T>()).or_insert_with(|| Box::new(T::default()));
        kept.downcast_mut().expect("a table is kept under its own type")
    }

    /// Counts heaps of tables that the question needs beside the sequences, and refuses too many of them.
    pub(crate) fn tabulate(&mut self, heaps: f64, what: impl FnOnce() -> String) -> Result<(), TooLarge> {
        self.tabulated += heaps;
        self.limits.admit(what(), self.tabulated / HEAPS_PER_POSITION)
    }

    /// The search that remembers all positions of this game.
    fn search<G: Game>(&mut self, game: &G) -> &mut Solver<G> {
        let searches = self.searches.entry(TypeId::of::<G>());
        let searches = searches.or_insert_with(|| Box::new(HashMap::<G, Solver<G>>::new()));
        let of_kind: &mut HashMap<G, Solver<G>> =
            searches.as_any().downcast_mut().expect("searches are kept under the type of their game");
        if !of_kind.contains_key(game) {
            of_kind.insert(game.clone(), Solver::with_limits(game.clone(), self.limits.clone()));
        }
        of_kind.get_mut(game).expect("it was made above")
    }

    /// By theorems as far as they go, then by search.
    pub fn by_theorem_or_search<G: Game>(
        &mut self,
        game: &G,
        component: &G::Position,
    ) -> Result<Evaluation, TooLarge> {
        let Some(reduction) = game.reduce(component) else {
            let (size, breadth) = search_cost(game, component);
            self.limits.admit_search(written(game, component), size, breadth)?;
            return self.searched(game, component);
        };
        let mut value = reduction.known;
        let mut grounds = vec![Ground::Theorem(reduction.theorem)];
        for rest in &reduction.rest {
            let part = self.by_theorem_or_search(game, rest)?;
            value += part.value.unwrap_or_default();
            grounds.extend(part.grounds);
        }
        Ok(Evaluation::valued(value, grounds))
    }

    /// By search, whose size was estimated before.
    pub(crate) fn searched<G: Game>(
        &mut self,
        game: &G,
        component: &G::Position,
    ) -> Result<Evaluation, TooLarge> {
        self.make_room(0.0);
        let solver = self.search(game);
        let value = solver.value(component);
        let looked = solver.take_looked().saturating_mul(STEPS_PER_OPTION);
        let positions = solver.evaluated() as u64;
        self.limits.spend(looked)?;
        Ok(Evaluation::valued(value?, vec![Ground::Search { positions }]))
    }

    /// The value of a whole position of one game: the nim-sum of its components' values.
    pub fn value<G: Game>(&mut self, game: &G, position: &G::Position) -> Result<Option<Nimber>, TooLarge> {
        let mut components = Vec::new();
        game.components(position.clone(), &mut components);
        let mut total = Nimber::ZERO;
        for component in &components {
            match game.evaluate(component, self)?.value {
                Some(value) => total += value,
                None => return Ok(None),
            }
        }
        Ok(Some(total))
    }

    /// Refuses a search that is worth its while only when nothing is known: a hundredth of what is admitted else.
    pub(crate) fn admit_long_search<G: Game>(
        &self,
        game: &G,
        component: &G::Position,
    ) -> Result<(), TooLarge> {
        if game.reduce(component).is_some() {
            return Ok(());
        }
        let (size, breadth) = search_cost(game, component);
        self.limits.admit_search(written(game, component), size, 100.0 * breadth)
    }

    /// The value of a single heap.
    pub fn heap(&mut self, game: &HeapGame, size: u64) -> Result<(Nimber, Ground), TooLarge> {
        if let Some((value, theorem)) = closed_form(&game.rule, size) {
            return Ok((value, Ground::Theorem(theorem)));
        }
        let unproved = match self.laws.for_heap(&game.rule, size, self.options, &self.limits) {
            Some(Ok(law)) => return Ok((law.value(size), law.ground(size))),
            Some(Err(unproved)) => Some(unproved.to),
            None => None,
        };
        let values = self.sequence(game, size).map_err(|refusal| refusal.without_period(unproved))?;
        Ok((Nimber(values[size as usize].into()), Ground::Sequence { to: size }))
    }

    /// The law of a game, if a question about a large heap has led to one.
    pub fn law(&self, game: &HeapGame) -> Option<&Law> {
        self.laws.known(&game.rule)
    }

    /// The values of the heaps 0 to `to`, and perhaps further.
    pub fn sequence(&mut self, game: &HeapGame, to: u64) -> Result<&[u32], TooLarge> {
        let positions = to as f64 / HEAPS_PER_POSITION;
        let known = self.sequences.get(&game.rule).map_or(0, |sequence| sequence.values.len() as u64);
        if known <= to {
            self.limits.admit(format!("the table of {game} to heap {to}"), positions)?;
            self.make_room(positions - known as f64 / HEAPS_PER_POSITION);
        }
        let start =
            || Sequence { engine: Engine::new(game.rule.clauses(), self.options), values: Vec::new() };
        let sequence = self.sequences.entry(game.rule.clone()).or_insert_with(start);
        let known = sequence.values.len() as u64;
        if known <= to {
            self.limits.check_time()?;
            let Sequence { engine, values } = sequence;
            let meter = &self.limits.meter;
            let mut keep = |_: u64, chunk: &[Nimber]| {
                values.extend(chunk.iter().map(|value| value.0 as u32));
                if meter.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            sequence::run(engine, game, to, &self.limits, &mut keep)?;
            self.limits.spend(steps(game, engine, to).saturating_sub(steps(game, engine, known)))?;
        }
        Ok(&sequence.values)
    }
}

/// The number of positions that a search holds and of the options of each; long positions count as several.
fn search_cost<G: Game>(game: &G, component: &G::Position) -> (f64, f64) {
    /// The usual positions of a search are no longer than this.
    const USUAL_WORDS: f64 = 32.0;
    let length = (game.words(component) / USUAL_WORDS).max(1.0);
    (game.search_size(component) * length, game.breadth(component))
}
