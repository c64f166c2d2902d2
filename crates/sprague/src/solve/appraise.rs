//! The value of one component under normal play, by the cheapest exact way.
//!
//! Each kind of game has its own: a theorem where one applies, the sequence of single heaps, a table, or a search
//! that remembers. What was computed is kept, so that many questions pay once, as long as it is not more than the limits
//! allow; then it is forgotten. The size of every search is estimated before it starts, and the work of all components
//! counts together.

mod boards;

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::method::{by_board, or_outcome, single_tokens, solver_for};
use crate::games::chomp::Chomp;
use crate::games::nearly::Nearly;
use crate::games::shared::Shared;
use crate::games::star::{Star, StarNim, TwoStarTable};
use crate::games::wythoff::Wythoff;
use crate::ground::Ground;
use crate::heap::{HeapGame, Rule, closed::closed_form};
use crate::law::{Law, Laws};
use crate::limits::{Limits, TooLarge};
use crate::nimber::Nimber;
use crate::play::Outcome;
use crate::position::Term;
use crate::ruleset::Ruleset;
use crate::search::Solver;
use crate::sequence::{self, Engine, Options, dense_steps};

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
pub struct Appraisal {
    /// Its value; `None` where only the outcome is within reach.
    pub value: Option<Nimber>,
    /// Who wins it alone.
    pub outcome: Outcome,
    /// What that rests on.
    pub grounds: Vec<Ground>,
}

impl Appraisal {
    pub(super) fn valued(value: Nimber, grounds: Vec<Ground>) -> Self {
        Self { value: Some(value), outcome: Outcome::of_value(value), grounds }
    }
}

/// Appraises components and remembers what it has computed.
#[derive(Debug)]
pub struct Appraiser {
    limits: Limits,
    options: Options,
    sequences: HashMap<Rule, Sequence>,
    laws: Laws,
    /// The one-dimensional games of rectangles, by the least difference of the parts.
    sides: HashMap<u64, HeapGame>,
    star: Solver<Star>,
    star_nim: Solver<StarNim>,
    two_star: Option<TwoStarTable>,
    chomp: Chomp,
    wythoff: Wythoff,
    shared: HashMap<Shared, Solver<Shared>>,
    nearly: HashMap<Nearly, Solver<Nearly>>,
    /// The components of the question at hand that were not appraised by arithmetic.
    appraised: HashMap<Term, Appraisal>,
    /// The heaps that the tables inside the nearly disjunctive sums of the question hold.
    nearly_heaps: f64,
}

impl Appraiser {
    /// Appraises within the limits.
    pub fn new(limits: Limits) -> Self {
        Self::with_options(limits, Options::default())
    }

    /// Appraises within the limits, with sequences computed as the options say.
    pub fn with_options(limits: Limits, options: Options) -> Self {
        Self {
            options,
            sequences: HashMap::new(),
            laws: Laws::default(),
            sides: HashMap::new(),
            star: Solver::with_limits(Star, limits.clone()),
            star_nim: Solver::with_limits(StarNim, limits.clone()),
            two_star: None,
            chomp: Chomp::default(),
            wythoff: Wythoff::default(),
            shared: HashMap::new(),
            nearly: HashMap::new(),
            appraised: HashMap::new(),
            nearly_heaps: 0.0,
            limits,
        }
    }

    /// Starts another question: its steps are counted from 0.
    pub(super) fn begin(&mut self) -> Result<(), TooLarge> {
        self.limits.check_time()?;
        self.limits.meter.begin();
        self.appraised.clear();
        self.nearly_heaps = 0.0;
        self.make_room(0.0);
        Ok(())
    }

    /// Forgets what was computed if it is, with as many positions more, beyond the limit.
    fn make_room(&mut self, more: f64) {
        let sequences: usize = self.sequences.values().map(|sequence| sequence.values.len()).sum();
        let tables = (sequences + self.laws.held()) as f64 / HEAPS_PER_POSITION;
        let shared: usize = self.shared.values().map(Solver::evaluated).sum();
        let nearly: usize = self.nearly.values().map(Solver::evaluated).sum();
        let searched = self.star.evaluated() + self.star_nim.evaluated() + shared + nearly;
        if tables + searched as f64 + more > self.limits.positions as f64 {
            self.sequences.clear();
            self.laws = Laws::default();
            self.shared.clear();
            self.nearly.clear();
            self.star = Solver::with_limits(Star, self.limits.clone());
            self.star_nim = Solver::with_limits(StarNim, self.limits.clone());
        }
    }

    /// Appraises a component of the question at hand; equal ones are searched once.
    pub(super) fn appraise_once(&mut self, component: &Term) -> Result<Appraisal, TooLarge> {
        if matches!(
            component,
            Term::Heaps(..) | Term::SilverDollar(..) | Term::BogusNim(..) | Term::Digraph(..)
        ) {
            return self.appraise(component);
        }
        if let Some(known) = self.appraised.get(component) {
            return Ok(known.clone());
        }
        let appraisal = self.appraise(component)?;
        self.appraised.insert(component.clone(), appraisal.clone());
        Ok(appraisal)
    }

    /// The limits it keeps.
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Appraises one component of a term.
    pub fn appraise(&mut self, component: &Term) -> Result<Appraisal, TooLarge> {
        match component {
            Term::Heaps(game, heaps) => {
                let size = heaps.largest();
                self.heap(game, size).map(|(value, ground)| Appraisal::valued(value, vec![ground]))
            }
            Term::Rectangles(game, cuboids) => self.rectangle(*game, cuboids),
            Term::StarNim(_, tokens) => self.star_nim(tokens),
            Term::Wythoff(_, heaps) => Ok(self.wythoff(*heaps)),
            Term::Star(game, at) => match single_tokens(at) {
                Some(tokens) => self.star_nim(&tokens),
                None => by_board(game, at, &mut self.star),
            },
            Term::Chomp(_, at) => self.chomp(at),
            Term::Shared(game, at) => {
                self.make_room(0.0);
                let solver = solver_for(&mut self.shared, game, &self.limits);
                or_outcome(by_board(game, at, solver), game.outcome_by_theorem(at))
            }
            Term::Nearly(game, at) => {
                game.admit(at, &self.limits)?;
                self.nearly_heaps += game.tabulated(at);
                self.limits
                    .admit(format!("the tables of {component}"), self.nearly_heaps / HEAPS_PER_POSITION)?;
                self.make_room(0.0);
                by_board(game, at, solver_for(&mut self.nearly, game, &self.limits))
            }
            Term::SilverDollar(game, at) => {
                by_board(game, at, &mut Solver::with_limits(*game, self.limits.clone()))
            }
            Term::BogusNim(game, at) => {
                by_board(game, at, &mut Solver::with_limits(*game, self.limits.clone()))
            }
            Term::Digraph(game, at) => {
                Ok(Appraisal::valued(game.known_value(at).unwrap_or_default(), vec![Ground::Table]))
            }
        }
    }

    /// The value of a whole term: the nim-sum of its components' values.
    pub fn value(&mut self, term: &Term) -> Result<Option<Nimber>, TooLarge> {
        let mut total = Nimber::ZERO;
        for component in term.components() {
            match self.appraise(&component)?.value {
                Some(value) => total += value,
                None => return Ok(None),
            }
        }
        Ok(Some(total))
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
