//! What is known so far: values of heaps, tables, searches; and the value of a component by the cheapest exact way.
//!
//! Each game has its own way ([`Game::evaluate`]): a theorem where one applies, the sequence of single heaps, a table,
//! or a search that remembers. What was computed is kept here, so that many questions pay once, as long as it is not
//! more than the limits allow; then it is forgotten. The size of every search is estimated before it starts, and the
//! work of all components counts together.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;

use super::{Game, written};
use crate::heap::{HeapGame, Rule};
use crate::limits::{HEAPS_PER_POSITION, Limits, STEPS_PER_OPTION, TooLarge};
use crate::loopy::LoopyValue;
use crate::nimber::Nimber;
use crate::play::Outcome;
use crate::search::Solver;
use crate::sequence::{EngineSettings, Ground, ProvedPeriod, Sequence};
use crate::theorem::Theorem;

/// What is known of a component.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// Its value; `None` where only the outcome is within reach.
    pub value: Option<Nimber>,
    /// Why the value is missing.
    pub refusal: Option<TooLarge>,
    /// Its value where play may go on for ever and no number is its value (theory D.2).
    pub infinite: Option<LoopyValue>,
    /// Who wins it alone.
    pub outcome: Outcome,
    /// What that rests on.
    pub grounds: Vec<Ground>,
}

impl Evaluation {
    /// A value, and what it rests on.
    pub fn valued(value: Nimber, grounds: Vec<Ground>) -> Self {
        Self { value: Some(value), refusal: None, infinite: None, outcome: Outcome::of_value(value), grounds }
    }

    /// A value in a game whose play may go on for ever.
    pub fn loopy(value: LoopyValue) -> Self {
        let grounds = vec![Ground::Theorem(Theorem::Labels)];
        let (finite, outcome) = (value.finite(), value.outcome());
        let infinite = finite.is_none().then_some(value);
        Self { value: finite, refusal: None, infinite, outcome, grounds }
    }

    /// Falls back on a theorem about the outcome alone where the value is out of reach.
    pub fn or_outcome(
        valued: Result<Self, TooLarge>,
        outcome: Option<(Outcome, Theorem)>,
    ) -> Result<Self, TooLarge> {
        match (valued, outcome) {
            (Err(refusal), Some((outcome, theorem))) => {
                let value = (outcome == Outcome::P).then_some(Nimber::ZERO);
                let refusal = value.is_none().then_some(refusal);
                Ok(Self { value, refusal, infinite: None, outcome, grounds: vec![Ground::Theorem(theorem)] })
            }
            (valued, _) => valued,
        }
    }
}

/// Searches of one kind of game, by its parameters.
trait Searches: Any + Send {
    /// How many positions they hold.
    fn held(&self) -> usize;
    /// They go on within other limits.
    fn keep_within(&mut self, limits: &Limits);
    fn as_any(&mut self) -> &mut dyn Any;
}

impl<G: Game> Searches for HashMap<G, Solver<G>> {
    fn held(&self) -> usize {
        self.values().map(Solver::evaluated).sum()
    }

    fn keep_within(&mut self, limits: &Limits) {
        for solver in self.values_mut() {
            solver.keep_within(limits);
        }
    }

    fn as_any(&mut self) -> &mut dyn Any {
        self
    }
}

/// Everything that was computed for the questions so far, and the limits that they keep.
pub struct Known {
    limits: Limits,
    settings: EngineSettings,
    sequences: HashMap<Rule, Sequence>,
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

impl Default for Known {
    #[expect(clippy::disallowed_methods, reason = "the same")]
    fn default() -> Self {
        Self::default()
    }
}

impl Known {
    /// Nothing yet, within the usual limits and with a meter of its own: for who asks, as [`Limits::default`].
    #[expect(clippy::should_implement_trait, reason = "the trait is implemented, too")]
    #[expect(clippy::disallowed_methods, reason = "for who asks")]
    pub fn default() -> Self {
        Self::new(Limits::default())
    }

    /// Nothing yet; what is to come keeps the limits.
    pub fn new(limits: Limits) -> Self {
        Self::with_settings(limits, EngineSettings::default())
    }

    /// Nothing yet; sequences are to be computed as the settings say.
    pub fn with_settings(limits: Limits, settings: EngineSettings) -> Self {
        Self {
            settings,
            sequences: HashMap::new(),
            searches: HashMap::new(),
            tables: HashMap::new(),
            tabulated: 0.0,
            limits,
        }
    }

    /// Starts another question: its steps are counted from 0.
    pub(crate) fn begin(&mut self) -> Result<(), TooLarge> {
        self.limits.meter.begin();
        self.go_on()
    }

    /// Goes on with another part of a question, whose steps count with those before.
    pub(crate) fn go_on(&mut self) -> Result<(), TooLarge> {
        self.limits.check_time()?;
        self.tabulated = 0.0;
        self.make_room(0.0);
        Ok(())
    }

    /// All that is known, for another question within limits of its own.
    pub(crate) fn within(mut self, limits: &Limits) -> Self {
        for searches in self.searches.values_mut() {
            searches.keep_within(limits);
        }
        Self { limits: limits.clone(), ..self }
    }

    /// About how many positions are held: those of searches, and as many as sequences and the tables of the last
    /// question take the memory of.
    pub(crate) fn held(&self) -> f64 {
        self.computed() + self.tabulated / HEAPS_PER_POSITION
    }

    /// The positions of searches, and as many as sequences take the memory of.
    fn computed(&self) -> f64 {
        let heaps: u64 = self.sequences.values().map(Sequence::held).sum();
        let searched: usize = self.searches.values().map(|searches| searches.held()).sum();
        heaps as f64 / HEAPS_PER_POSITION + searched as f64
    }

    /// Forgets what was computed if it is, with as many positions more, beyond the limit.
    fn make_room(&mut self, more: f64) {
        if self.computed() + more > self.limits.positions as f64 {
            self.sequences.clear();
            self.searches.clear();
        }
    }

    /// The limits it keeps.
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// How many threads may work.
    pub(crate) const fn threads(&self) -> usize {
        self.settings.threads
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
            self.admit_search(game, component)?;
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

    /// Refuses a search whose estimated size is beyond the limits.
    pub(crate) fn admit_search<G: Game>(&self, game: &G, component: &G::Position) -> Result<(), TooLarge> {
        let (size, breadth) = search_cost(game, component);
        self.limits.admit_search(written(game, component), size, breadth)
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
        if solver.rules().failure(component).is_some() {
            self.searches.remove(&TypeId::of::<G>());
        }
        self.limits.spend(looked)?;
        Ok(Evaluation::valued(value?, vec![Ground::Search { positions }]))
    }

    /// By a search of a game's own, which gives the value with the options it looked at, and the positions it holds.
    ///
    /// Where the bound on its size is beyond the limits, but not by far, it is tried all the same with a hundredth of
    /// the steps and a tenth of the positions: bounds count positions that symmetries make equal, and many a search is
    /// far smaller.
    pub(crate) fn search_or_trial(
        &mut self,
        what: String,
        size: f64,
        breadth: f64,
        search: impl FnOnce(&mut Self, &Limits) -> Result<((Nimber, u64), u64), TooLarge>,
    ) -> Result<Evaluation, TooLarge> {
        /// How many times the limit the bound may be.
        const HOPEFUL: f64 = 1_000.0;
        let refusal = self.limits.admit_search(what, size, breadth).err();
        if let Some(refusal) = &refusal
            && size > HOPEFUL * self.limits.positions as f64
        {
            return Err(refusal.clone());
        }
        let limits = if refusal.is_some() { self.limits.for_trial() } else { self.limits.clone() };
        match search(self, &limits) {
            Ok(((value, looked), positions)) => {
                self.limits.spend(looked.saturating_mul(STEPS_PER_OPTION))?;
                Ok(Evaluation::valued(value, vec![Ground::Search { positions }]))
            }
            Err(TooLarge::Stopped) => Err(TooLarge::Stopped),
            Err(met) => Err(refusal.unwrap_or(met)),
        }
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
        let mut missing = size;
        if let Some(sequence) = self.sequences.get_mut(&game.rule) {
            missing = sequence.missing(size);
            if missing == 0 {
                return sequence.value_with_ground(size, &self.limits);
            }
        }
        if self.limits.admit_heaps("", size).is_ok() {
            self.make_room(missing as f64 / HEAPS_PER_POSITION);
        }
        let start = || Sequence::new(game.clone(), self.settings);
        let sequence = self.sequences.entry(game.rule.clone()).or_insert_with(start);
        sequence.call(game.name.clone());
        sequence.value_with_ground(size, &self.limits)
    }

    /// The proved period of a game, if a question about a large heap has led to one.
    pub fn proved_period(&self, game: &HeapGame) -> Option<&ProvedPeriod> {
        self.sequences.get(&game.rule)?.proved_period()
    }
}

/// The number of positions that a search holds and of the options of each; long positions count as several.
fn search_cost<G: Game>(game: &G, component: &G::Position) -> (f64, f64) {
    /// The usual positions of a search are no longer than this.
    const USUAL_WORDS: f64 = 32.0;
    let length = (game.words(component) / USUAL_WORDS).max(1.0);
    (game.search_size(component) * length, game.breadth(component))
}
