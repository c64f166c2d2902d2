//! The value of one component under normal play, by the cheapest exact way.
//!
//! Each kind of game has its own: a theorem where one applies, the sequence of single heaps, a table, or a search
//! that remembers. What was computed is kept, so that many questions pay once. The size of every
//! search is estimated before it starts.

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::method::{by_board, long_search, or_outcome, single_tokens, solver_for, split_in_two};
use crate::board::Board;
use crate::chomp::{self, Chomp};
use crate::ground::Ground;
use crate::heap::{HeapGame, Rule, closed::closed_form};
use crate::law::{Law, Laws};
use crate::nearly::Nearly;
use crate::nimber::Nimber;
use crate::play::Outcome;
use crate::position::Term;
use crate::rectangle::{Cuboid, Rectangles, value_from_sides};
use crate::ruleset::Ruleset;
use crate::search::{Limits, Solver, TooLarge};
use crate::sequence::{self, Engine, Options};
use crate::shared::Shared;
use crate::star::{self, Star, StarNim, TwoStarTable, two_star_table};
use crate::theorem::Theorem;
use crate::wythoff::{self, Wythoff};

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
            limits,
        }
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
                let solver = solver_for(&mut self.shared, game, &self.limits);
                or_outcome(by_board(game, at, solver), game.outcome_by_theorem(at))
            }
            Term::Nearly(game, at) => {
                game.admit(at, &self.limits)?;
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

    /// A board inside the last table is looked up; another one gets a table, or is searched.
    fn chomp(&mut self, at: &chomp::Position) -> Result<Appraisal, TooLarge> {
        let game = Chomp::default();
        if game.reduce(at).is_some() {
            return by_board(&game, at, &mut Solver::with_limits(game.clone(), self.limits.clone()));
        }
        if self.chomp.known_value(at).is_none() {
            let mut name = Term::Chomp(game.clone(), at.clone()).to_string();
            if let [board] = at.boards()
                && board.outcome_by_theorem() == Some(Outcome::N)
            {
                name.push_str(" (an N-position by strategy stealing, theory 10.1)");
            }
            self.limits.admit_search(name, game.search_size(at), 1.0)?;
            self.chomp = game.tabulated(at, &self.limits);
        }
        let mut solver = Solver::with_limits(self.chomp.clone(), self.limits.clone());
        let value = solver.value(at)?;
        let ground = match solver.evaluated() {
            0 => Ground::Table,
            positions => Ground::Search { positions: positions as u64 },
        };
        Ok(Appraisal::valued(value, vec![ground]))
    }

    /// A pair inside the last table is looked up; another one gets a table; beyond that the outcome remains.
    fn wythoff(&mut self, at: wythoff::Position) -> Appraisal {
        let game = Wythoff::default();
        if let Some(reduction) = game.reduce(&at) {
            return Appraisal::valued(reduction.known, vec![Ground::Theorem(reduction.theorem)]);
        }
        if self.wythoff.known_value(&at).is_none() {
            self.wythoff = game.tabulated(at, &self.limits);
        }
        let theorem = vec![Ground::Theorem(Theorem::Wythoff)];
        match self.wythoff.known_value(&at) {
            Some(value) => Appraisal::valued(value, vec![Ground::Table]),
            None => Appraisal { value: None, outcome: at.outcome(), grounds: theorem },
        }
    }

    /// Schrage's theorem, on the values of the sides.
    fn rectangle(&mut self, game: Rectangles, cuboids: &[Cuboid]) -> Result<Appraisal, TooLarge> {
        let mut total = Nimber::ZERO;
        let mut grounds = Vec::new();
        for cuboid in cuboids {
            let mut sides = Vec::with_capacity(cuboid.len());
            let longest = cuboid.iter().max();
            for &side in cuboid {
                let (value, ground) = self.side(game, side)?;
                sides.push(value);
                if Some(&side) == longest && !grounds.contains(&ground) {
                    grounds.push(ground);
                }
            }
            total += value_from_sides(&sides);
            grounds.extend(Rectangles::theorem(cuboid).map(Ground::Theorem));
        }
        Ok(Appraisal::valued(total, grounds))
    }

    /// The value of one side: a heap that is split into parts which differ enough.
    pub fn side(&mut self, game: Rectangles, side: u64) -> Result<(Nimber, Ground), TooLarge> {
        let least = game.least_difference;
        let heap = self.sides.entry(least).or_insert_with(|| split_in_two(least)).clone();
        self.heap(&heap, side)
    }

    /// Two tokens come from a table that covers all smaller pairs too, more from a search.
    fn star_nim(&mut self, tokens: &Vec<u64>) -> Result<Appraisal, TooLarge> {
        let outcome = star::outcome_by_theorem(tokens);
        if StarNim.reduce(tokens).is_some() || tokens.len() != 2 {
            if outcome.is_some() {
                let work = long_search(&StarNim, tokens, &self.limits);
                if let Err(refusal) = work {
                    return or_outcome(Err(refusal), outcome);
                }
            }
            return or_outcome(by_board(&StarNim, tokens, &mut self.star_nim), outcome);
        }
        let (low, high) = (tokens[0].min(tokens[1]), tokens[0].max(tokens[1]));
        let cells = (low as f64 + 1.0) * (high as f64 + 1.0);
        if let Err(refusal) = self.limits.admit(Term::StarNim(StarNim, tokens.clone()).to_string(), cells) {
            return or_outcome(Err(refusal), outcome);
        }
        let (low, high) = (low as usize, high as usize);
        let kept = self.two_star.as_ref().and_then(|table| table.get(low, high));
        let value = kept.or_else(|| self.two_star.insert(two_star_table(low, high)).get(low, high));
        Ok(Appraisal::valued(value.unwrap_or_default(), vec![Ground::Table]))
    }

    /// The values of the heaps 0 to `to`, and perhaps further.
    pub fn sequence(&mut self, game: &HeapGame, to: u64) -> Result<&[u32], TooLarge> {
        let start =
            || Sequence { engine: Engine::new(game.rule.clauses(), self.options), values: Vec::new() };
        let sequence = self.sequences.entry(game.rule.clone()).or_insert_with(start);
        if sequence.values.len() as u64 <= to {
            self.limits.admit(format!("the table of {game} to heap {to}"), to as f64 / 20.0)?;
            let Sequence { engine, values } = sequence;
            let mut keep = |_: u64, chunk: &[Nimber]| {
                values.extend(chunk.iter().map(|value| value.0 as u32));
                ControlFlow::Continue(())
            };
            sequence::run(engine, game, to, &self.limits, &mut keep)?;
        }
        Ok(&sequence.values)
    }
}
