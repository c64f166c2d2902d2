//! Boards with a way of their own: Chomp and Wythoff's game by tables, rectangles by the values of their sides, Star Nim
//! by a table for two tokens.
//!
//! A table covers all smaller boards too and is kept; it is made only within the limits. Where it would be too large and a
//! theorem tells the outcome, the outcome is the answer (theory 5.2, 7.1-7.3, 10.1, W.1).

use super::super::method::{by_board, long_search, or_outcome, split_in_two};
use super::{Appraisal, Appraiser};
use crate::board::Board;
use crate::games::chomp::{self, Chomp};
use crate::games::rectangle::{Cuboid, Rectangles, value_from_sides};
use crate::games::star::{self, StarNim, two_star_table};
use crate::games::wythoff::{self, Wythoff};
use crate::limits::TooLarge;
use crate::nimber::Nimber;
use crate::play::Outcome;
use crate::position::Term;
use crate::ruleset::Ruleset;
use crate::search::Solver;
use crate::sequence::Ground;
use crate::theorem::Theorem;

impl Appraiser {
    /// A board inside the last table is looked up; another one gets a table, or is searched.
    pub(super) fn chomp(&mut self, at: &chomp::Position) -> Result<Appraisal, TooLarge> {
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
    pub(super) fn wythoff(&mut self, at: wythoff::Position) -> Appraisal {
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
    pub(super) fn rectangle(&mut self, game: Rectangles, cuboids: &[Cuboid]) -> Result<Appraisal, TooLarge> {
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
    pub(super) fn star_nim(&mut self, tokens: &Vec<u64>) -> Result<Appraisal, TooLarge> {
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
}
