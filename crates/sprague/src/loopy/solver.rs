//! Outcomes and loopy values of any rules: everything that can be reached is listed, then analysed backwards.
//!
//! A search from the front cannot say that play goes on for ever before it has seen all of it, so the graph is made
//! first, within the limit of positions. Components have numbers; a position of the graph is the list of the numbers of
//! its components in ascending order. What was listed stays: its labels are those of its own options alone.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use super::arrows::{Arrows, LoopyLabels};
use super::value::LoopyValue;
use crate::limits::{Limits, TooLarge};
use crate::play::{Outcome, Play};
use crate::search::{Holding, TryRuleset};

/// A sum of components by their numbers, in ascending order.
type NumberedParts = Box<[u32]>;

/// A search that remembers what it has found, for games with and without cycles.
///
/// ```
/// use sprague::{Outcome, Play, Ruleset, loopy::LoopySolver};
///
/// /// Take a square number of tokens; from an even heap one may also put one token back.
/// struct SquareButOne;
/// impl Ruleset for SquareButOne {
///     type Position = u32;
///     fn options(&self, &heap: &u32) -> Vec<u32> {
///         let back = (heap > 0 && heap % 2 == 0).then_some(heap + 1);
///         (1..).map(|side| side * side).take_while(|&square| square <= heap).map(|square| heap - square).chain(back).collect()
///     }
/// }
///
/// let mut solver = LoopySolver::new(SquareButOne);
/// assert_eq!(solver.outcome(&5, Play::Normal)?, Outcome::P);
/// assert_eq!(solver.outcome(&2, Play::Normal)?, Outcome::Draw);
/// # Ok::<(), sprague::TooLarge>(())
/// ```
#[derive(Clone, Debug)]
pub struct LoopySolver<R: TryRuleset> {
    rules: R,
    limits: Limits,
    numbers: HashMap<R::Position, u32, FixedState>,
    /// The components by their numbers, and what their moves leave of them.
    parts: Vec<R::Position>,
    options: Vec<Option<Vec<NumberedParts>>>,
    places: HashMap<NumberedParts, u32, FixedState>,
    sums: Vec<NumberedParts>,
    arrows: Arrows,
    labels: LoopyLabels,
    /// How many positions have been analysed.
    labelled: usize,
    looked: u64,
}

impl<R: TryRuleset> LoopySolver<R> {
    /// A solver with the usual limits.
    #[expect(clippy::disallowed_methods, reason = "for who asks")]
    pub fn new(rules: R) -> Self {
        Self::with_limits(rules, Limits::default())
    }

    /// A solver with limits of the caller's.
    pub fn with_limits(rules: R, limits: Limits) -> Self {
        Self {
            rules,
            limits,
            numbers: HashMap::default(),
            parts: Vec::new(),
            options: Vec::new(),
            places: HashMap::default(),
            sums: Vec::new(),
            arrows: Arrows::default(),
            labels: LoopyLabels::default(),
            labelled: 0,
            looked: 0,
        }
    }

    /// The rules it was made for.
    pub const fn rules(&self) -> &R {
        &self.rules
    }

    /// How many positions it holds.
    pub const fn evaluated(&self) -> usize {
        self.sums.len()
    }

    /// The value of a position under normal play.
    pub fn value(&mut self, position: &R::Position) -> Result<LoopyValue, R::Error> {
        let parts = self.take_apart(position.clone())?;
        let mut places = Vec::with_capacity(parts.len());
        for &part in &parts {
            places.push(self.place([part].into())?);
        }
        self.explore()?;
        if self.labelled < self.sums.len() {
            self.labels = self.arrows.labels();
            self.labelled = self.sums.len();
        }
        Ok(places.into_iter().map(|place| self.labels.value(place as usize)).sum())
    }

    /// Who wins a position. Under misère play the sum of its components is one position of the graph.
    pub fn outcome(&mut self, position: &R::Position, play: Play) -> Result<Outcome, R::Error> {
        match play {
            Play::Normal => Ok(self.value(position)?.outcome()),
            Play::Misere => Ok(self.outcomes(std::slice::from_ref(position), play)?[0]),
        }
    }

    /// Who wins each of some positions, every sum of components being one position of the graph.
    pub fn outcomes(&mut self, positions: &[R::Position], play: Play) -> Result<Vec<Outcome>, R::Error> {
        let mut places = Vec::with_capacity(positions.len());
        for position in positions {
            places.push(self.whole(position)?);
        }
        let outcomes = self.arrows.outcomes(play);
        Ok(places.into_iter().map(|place| outcomes[place]).collect())
    }

    /// After how many moves the game ends if who wins hurries and who loses lingers; `None` if nobody wins.
    pub fn remoteness(&mut self, position: &R::Position, play: Play) -> Result<Option<u32>, R::Error> {
        let place = self.whole(position)?;
        Ok(self.arrows.remoteness(play)[place])
    }

    /// The place of a whole position in the graph, with everything that can be reached from it.
    fn whole(&mut self, position: &R::Position) -> Result<usize, R::Error> {
        let parts = self.take_apart(position.clone())?;
        let place = self.place(parts)?;
        self.explore()?;
        Ok(place as usize)
    }

    /// The components of a position by their numbers.
    fn take_apart(&mut self, position: R::Position) -> Result<NumberedParts, R::Error> {
        let mut parts = Vec::new();
        self.rules.try_components(position, &mut parts)?;
        let mut numbers = Vec::with_capacity(parts.len());
        for part in parts {
            let part = self.rules.try_canonical(part)?;
            let fresh = self.parts.len() as u32;
            let number = match self.numbers.get(&part) {
                Some(&number) => number,
                None => {
                    self.admit(1)?;
                    self.numbers.insert(part.clone(), fresh);
                    self.parts.push(part);
                    self.options.push(None);
                    fresh
                }
            };
            numbers.push(number);
        }
        numbers.sort_unstable();
        Ok(numbers.into())
    }

    /// The place of a sum in the graph, where its moves may be missing still.
    fn place(&mut self, sum: NumberedParts) -> Result<u32, R::Error> {
        if let Some(&place) = self.places.get(&sum) {
            return Ok(place);
        }
        self.admit(1)?;
        let place = self.sums.len() as u32;
        self.places.insert(sum.clone(), place);
        self.sums.push(sum);
        Ok(place)
    }

    /// Lists the moves of all positions that have been met.
    fn explore(&mut self) -> Result<(), R::Error> {
        self.limits.check_time()?;
        while let Some(sum) = self.sums.get(self.arrows.positions()).cloned() {
            let mut targets = Vec::new();
            for (at, &part) in sum.iter().enumerate() {
                if at > 0 && sum[at - 1] == part {
                    continue;
                }
                for option in self.options_of(part)? {
                    self.limits.look(&mut self.looked)?;
                    let rest =
                        sum.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, part)| *part);
                    let mut after: Vec<u32> = rest.chain(option.iter().copied()).collect();
                    after.sort_unstable();
                    targets.push(self.place(after.into())?);
                }
            }
            targets.sort_unstable();
            targets.dedup();
            self.admit(targets.len() / MOVES_PER_POSITION)?;
            self.arrows.push(targets);
        }
        Ok(())
    }

    /// What the moves of a component leave of it.
    fn options_of(&mut self, part: u32) -> Result<Vec<NumberedParts>, R::Error> {
        if let Some(known) = &self.options[part as usize] {
            return Ok(known.clone());
        }
        let mut holding = Holding::beside(self.held(), 0, &self.limits);
        let made = self.rules.try_options_within(&self.parts[part as usize], &mut holding)?;
        let mut options = Vec::with_capacity(made.len());
        for option in made {
            options.push(self.take_apart(option)?);
        }
        options.sort_unstable();
        options.dedup();
        self.options[part as usize] = Some(options.clone());
        Ok(options)
    }

    fn held(&self) -> usize {
        self.parts.len() + self.sums.len() + self.arrows.moves() / MOVES_PER_POSITION
    }

    /// Refuses more than the limit of positions.
    fn admit(&self, more: usize) -> Result<(), TooLarge> {
        if (self.held() + more) as u64 > self.limits.positions {
            return Err(TooLarge::Reached { limit: self.limits.positions });
        }
        Ok(())
    }
}

/// So many moves take the memory of a position.
const MOVES_PER_POSITION: usize = 16;
