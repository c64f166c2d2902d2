//! Who sits across the table.
//!
//! The perfect opponent wins whenever it can, the shortest way that it sees. From a lost position it looks for the
//! move that leaves the fewest winning replies, then for the one that leaves the most moves, so that the game lasts.
//! How many options it looks at depends on the size of the position alone, so that it always plays the same.

use std::cmp::Reverse;

use crate::limits::TooLarge;
use crate::play::{Outcome, Play};
use crate::position::{Position, Term};
use crate::solve::{Answer, Appraiser, Request, solve};

use super::chance::Chance;
use super::moves::{Move, listed};

/// The other player.
#[derive(Clone, Debug)]
pub enum Rival {
    /// Never misses a win.
    Perfect,
    /// Any legal move, from a seed.
    Random {
        /// The seed.
        seed: u64,
        /// The numbers that come of it.
        chance: Chance,
    },
    /// Another person.
    Human,
}

impl Rival {
    /// A random opponent, with a seed of its own unless one is given.
    pub fn random(seed: Option<u64>) -> Self {
        let seed = seed.unwrap_or_else(Chance::fresh_seed);
        Self::Random { seed, chance: Chance::new(seed) }
    }
}

/// The most winning moves that are compared.
const COMPARED: usize = 1_000;

/// Everything known of a position.
pub fn answer(position: &Position, play: Play, appraiser: &mut Appraiser) -> Result<Answer, TooLarge> {
    solve(position, Request { play, moves: COMPARED }, appraiser)
}

/// The winning move that leaves the fewest moves; `None` if none wins or none was found.
pub fn winning_move(answer: &Answer) -> Option<Move> {
    let leaves = answer.winning_moves.iter().map(|option| (breadth(option), option));
    let (_, best) = leaves.min_by(|(a, _), (b, _)| a.total_cmp(b))?;
    Move::between(&answer.position, best)
}

/// The perfect move, or a stubborn one where none wins.
pub fn perfect(position: &Position, play: Play, appraiser: &mut Appraiser) -> Option<Move> {
    match answer(position, play, appraiser) {
        Ok(answer) if answer.outcome == Outcome::N && !answer.winning_moves.is_empty() => {
            winning_move(&answer)
        }
        Ok(answer) => stubborn(&answer, appraiser),
        Err(_) => listed(position).moves.into_iter().next(),
    }
}

/// The move after which the fewest replies win. A move after which none does wins itself, so this also finds a win
/// that the answer does not name.
fn stubborn(answer: &Answer, appraiser: &mut Appraiser) -> Option<Move> {
    const WORK: f64 = 100_000.0;
    const MOST: f64 = 200.0;
    let position = &answer.position;
    let mut moves = listed(position).moves;
    let option = |step: &Move| position.with_term(step.at, step.term.clone());
    // how many options there are after each move, without making the whole position
    let before = breadth(position);
    let after = |step: &Move| before - position.0[step.at].breadth() + step.term.breadth();
    moves.sort_by_cached_key(|step| Reverse(after(step).min(1e18) as u64));
    let each = breadth(position) + answer.searched as f64 * 10.0 + 1.0;
    moves.truncate((WORK / each).clamp(1.0, MOST) as usize);
    moves.into_iter().min_by_key(|step| match self::answer(&option(step), answer.play, appraiser) {
        Ok(reply) if reply.outcome == Outcome::P => 0,
        Ok(reply) => reply.winning_moves_total.unwrap_or(reply.winning_moves.len() as u64).max(1),
        Err(_) => u64::MAX,
    })
}

fn breadth(position: &Position) -> f64 {
    position.0.iter().map(Term::breadth).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    fn reply(text: &str, play: Play) -> String {
        let position: Position = text.parse().expect("a position");
        let step = perfect(&position, play, &mut Appraiser::new(Limits::default())).expect("a move");
        position.with_term(step.at, step.term).to_string()
    }

    #[test]
    fn it_wins_where_it_can() {
        assert_eq!(reply("nim: 3 4 5", Play::Normal), "nim: 5 4 1");
        assert_eq!(reply("nim: 1e18 7", Play::Normal), "nim: 7 7");
        assert_eq!(reply("nim: 1 1 1 5", Play::Misere), "nim: 1 1 1");
        assert_eq!(reply("kayles: 2 + nim: 1", Play::Misere), "kayles: + nim: 1");
    }

    #[test]
    fn a_lost_position_is_played_to_the_end() {
        assert_eq!(reply("nim: 1e18 1e18", Play::Normal), "nim: 1000000000000000000 999999999999999999");
        let lost = reply("chomp: 3,1,1", Play::Normal);
        assert!(lost == "chomp: 2,1,1" || lost == "chomp: 3,1", "{lost}");
    }
}
