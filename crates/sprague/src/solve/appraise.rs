//! The value of one component under normal play, by the cheapest exact way.
//!
//! Each kind of game has its own: a theorem where one applies, the sequence of single heaps, a table, or a search
//! that remembers. What was computed is kept, so that many questions pay once, as long as it is not more than the limits
//! allow; then it is forgotten. The size of every search is estimated before it starts, and the work of all components
//! counts together.

mod boards;

use std::collections::HashMap;

use super::method::{by_board, or_outcome, single_tokens, solver_for};
use crate::games::chomp::Chomp;
use crate::games::nearly::Nearly;
use crate::games::shared::Shared;
use crate::games::star::{Star, StarNim, TwoStarTable};
use crate::games::wythoff::Wythoff;
use crate::heap::{HeapGame, Rule};
use crate::limits::{HEAPS_PER_POSITION, Limits, TooLarge};
use crate::nimber::Nimber;
use crate::play::Outcome;
use crate::position::Term;
use crate::ruleset::Ruleset;
use crate::search::Solver;
use crate::sequence::{EngineSettings, Ground, ProvedPeriod, Sequence};

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
    settings: EngineSettings,
    sequences: HashMap<Rule, Sequence>,
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
        Self::with_settings(limits, EngineSettings::default())
    }

    /// Appraises within the limits, with sequences computed as the settings say.
    pub fn with_settings(limits: Limits, settings: EngineSettings) -> Self {
        Self {
            settings,
            sequences: HashMap::new(),
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
        let heaps: u64 = self.sequences.values().map(Sequence::held).sum();
        let tables = heaps as f64 / HEAPS_PER_POSITION;
        let shared: usize = self.shared.values().map(Solver::evaluated).sum();
        let nearly: usize = self.nearly.values().map(Solver::evaluated).sum();
        let searched = self.star.evaluated() + self.star_nim.evaluated() + shared + nearly;
        if tables + searched as f64 + more > self.limits.positions as f64 {
            self.sequences.clear();
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
        sequence.call(game.name);
        sequence.value_with_ground(size, &self.limits)
    }

    /// The proved period of a game, if a question about a large heap has led to one.
    pub fn proved_period(&self, game: &HeapGame) -> Option<&ProvedPeriod> {
        self.sequences.get(&game.rule)?.proved_period()
    }
}
