//! Nearly disjunctive sums in which no component is the owner yet (theory 9.4).
//!
//! Where every component is an N-position, the sum has the value of Star Nim with a token on the value of each: a move
//! to value 0 makes an owner, as a token on square 0 does; a move to a smaller value is that of the token; a move to a
//! larger one can be taken back. So components of any size cost their values and one position of Star Nim.
//!
//! A component that is a P-position without being the owner cannot be told from another one whose options have the same
//! values. Where there are such components, a search runs over the values of the others and these sets. The play of a
//! component never appears in it, and a set goes once it is moved.

use super::nearly::value_of;
use super::star_nim::{StarNim, placements};
use super::winning::{MOST_TRIED, listable_bytes};
use super::{Evaluation, Game, Known, Term};
use crate::limits::{STEPS_PER_OPTION, TooLarge};
use crate::nimber::{Nimber, nim_sum};
use crate::ruleset::Ruleset;
use crate::search::Solver;
use crate::sequence::Ground;
use crate::theorem::Theorem;
use crate::working::Working;

/// The components of a sum without owner, by what its value depends on.
#[derive(Debug)]
pub(super) struct Ownerless {
    /// The value of each component that is an N-position, with its place.
    tokens: Vec<(usize, u64)>,
    /// The values of the options of each component that is a P-position with moves, ascending.
    sets: Vec<Vec<u64>>,
    /// What the values of the components rest on.
    grounds: Vec<Ground>,
}

impl Ownerless {
    /// Asks for the values of the components, and for those of the options of P-positions.
    pub fn of<'t>(
        components: impl IntoIterator<Item = &'t Term>,
        known: &mut Known,
    ) -> Result<Self, TooLarge> {
        let mut found = Self { tokens: Vec::new(), sets: Vec::new(), grounds: Vec::new() };
        for (at, term) in components.into_iter().enumerate() {
            let value = value_of(term, known, &mut found.grounds)?;
            if !value.is_zero() {
                found.tokens.push((at, value.0));
            } else if term.has_move() {
                found.sets.push(found.option_values(term, known)?);
            }
        }
        Ok(found)
    }

    /// The values of the options of a component, each once.
    fn option_values(&self, term: &Term, known: &mut Known) -> Result<Vec<u64>, TooLarge> {
        let (breadth, limits) = (term.breadth(), known.limits());
        let name = || format!("the values of the options of {term}");
        if breadth > MOST_TRIED {
            limits.admit_steps(name(), breadth * STEPS_PER_OPTION as f64)?;
        }
        if breadth * term.bytes() > listable_bytes(limits.positions) {
            limits.admit(name(), breadth)?;
        }
        limits.spend((breadth as u64).saturating_mul(STEPS_PER_OPTION))?;
        let mut values = Vec::new();
        for option in term.distinct_options() {
            values.push(value_of(&option, known, &mut Vec::new())?.0);
        }
        if let Some(failure) = term.failure() {
            return Err(failure);
        }
        values.sort_unstable();
        values.dedup();
        Ok(values)
    }

    /// The tokens of Star Nim, where no component is a P-position with moves.
    pub fn star(&self) -> Option<Vec<u64>> {
        self.sets.is_empty().then(|| self.tokens.iter().map(|&(_, value)| value).collect())
    }

    /// The working of Star Nim, and which component each square comes from.
    pub fn working<'t>(
        &self,
        components: impl ExactSizeIterator<Item = &'t Term>,
        known: &mut Known,
    ) -> Option<Working> {
        let mut working = StarNim.working(&self.star()?, known)?;
        working.method = format!("{}, {}", Theorem::NearlyStar, working.method);
        let terms: Vec<&Term> = components.collect();
        for &(at, value) in &self.tokens {
            working =
                working.because(format!("{} has the value {value}, the square of its token", terms[at]));
        }
        Some(working)
    }

    /// The component that a move of Star Nim is made in, and the value that it gets.
    pub fn step(&self, after: &[u64]) -> Option<(usize, Nimber)> {
        let mut pairs = self.tokens.iter().zip(after);
        pairs.find(|((_, before), after)| before != *after).map(|(&(at, _), &after)| (at, Nimber(after)))
    }

    /// The value by Star Nim, or by the search over values and sets.
    pub fn evaluate(mut self, name: impl Fn() -> String, known: &mut Known) -> Result<Evaluation, TooLarge> {
        let mut found = match self.star() {
            Some(tokens) => StarNim.evaluate(&tokens, known)?,
            None => self.search(name(), known)?,
        };
        let mut grounds = vec![Ground::Theorem(Theorem::NearlyStar)];
        grounds.append(&mut found.grounds);
        for ground in self.grounds.drain(..) {
            if !grounds.contains(&ground) {
                grounds.push(ground);
            }
        }
        Ok(Evaluation { grounds, ..found })
    }

    fn search(&mut self, name: String, known: &mut Known) -> Result<Evaluation, TooLarge> {
        let largest = |set: &Vec<u64>| set.last().copied().unwrap_or(0);
        let tokens: Vec<u64> = self.tokens.iter().map(|&(_, value)| value).collect();
        let all: Vec<u64> = tokens.iter().copied().chain(self.sets.iter().map(largest)).collect();
        let unmoved = 2f64.powi(i32::try_from(self.sets.len()).unwrap_or(i32::MAX));
        let size = placements(0, &all) * unmoved;
        let breadth = all.iter().map(|&square| square as f64).sum();
        let rules = ValuesAndSets { sets: std::mem::take(&mut self.sets) };
        let start = ValuesPosition::Free { tokens, sets: (0..rules.sets.len()).collect() };
        known.search_or_trial(name, size, breadth, |_, limits| {
            let mut solver = Solver::with_limits(rules, limits.clone());
            let value = solver.value(&start)?;
            Ok(((value, solver.take_looked()), solver.evaluated() as u64))
        })
    }
}

/// The game on values and on sets of them.
struct ValuesAndSets {
    /// The values of the options of each P-position.
    sets: Vec<Vec<u64>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum ValuesPosition {
    /// Nobody is the owner: the values of the N-positions, and the P-positions by their sets.
    Free {
        /// Positive.
        tokens: Vec<u64>,
        /// Places in the list of sets.
        sets: Vec<usize>,
    },
    /// A component has become the owner, and the rest has this value (theory 9.1).
    Owned(Nimber),
}

impl ValuesAndSets {
    /// The value of a P-position whose options may not be P-positions: the least positive one that is missing, less 1.
    fn value_beside_an_owner(&self, set: usize) -> Nimber {
        let full = (1..).zip(&self.sets[set]).take_while(|(expected, value)| expected == *value);
        Nimber(full.count() as u64)
    }
}

impl Ruleset for ValuesAndSets {
    type Position = ValuesPosition;

    fn options(&self, position: &ValuesPosition) -> Vec<ValuesPosition> {
        let ValuesPosition::Free { tokens, sets } = position else { return Vec::new() };
        let above_zero = nim_sum(tokens.iter().map(|token| Nimber(token - 1)));
        let beside = above_zero + nim_sum(sets.iter().map(|&set| self.value_beside_an_owner(set)));
        let mut options = Vec::new();
        for (at, &token) in tokens.iter().enumerate() {
            options.push(ValuesPosition::Owned(beside + Nimber(token - 1)));
            options.extend((1..token).map(|lower| {
                let mut tokens = tokens.clone();
                tokens[at] = lower;
                ValuesPosition::Free { tokens, sets: sets.clone() }
            }));
        }
        for (at, &set) in sets.iter().enumerate() {
            options.extend(self.sets[set].iter().map(|&value| {
                let (mut tokens, mut sets) = (tokens.clone(), sets.clone());
                sets.remove(at);
                tokens.push(value);
                ValuesPosition::Free { tokens, sets }
            }));
        }
        options
    }

    fn canonical(&self, mut position: ValuesPosition) -> ValuesPosition {
        if let ValuesPosition::Free { tokens, sets } = &mut position {
            tokens.sort_unstable();
            sets.sort_unstable_by_key(|&set| &self.sets[set]);
            for set in sets {
                // equal sets are one
                *set = self.sets.iter().position(|other| *other == self.sets[*set]).unwrap_or(*set);
            }
        }
        position
    }

    fn known_value(&self, position: &ValuesPosition) -> Option<Nimber> {
        match position {
            ValuesPosition::Owned(value) => Some(*value),
            ValuesPosition::Free { tokens, sets } if sets.is_empty() => StarNim.known_value(tokens),
            ValuesPosition::Free { .. } => None,
        }
    }
}
