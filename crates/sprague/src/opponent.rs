//! Who sits across the table.
//!
//! The perfect opponent wins whenever it can, the shortest way that it sees. From a lost position it looks for the
//! move that leaves the fewest winning replies, then for the one that leaves the most moves, so that the game lasts.
//! How many options it looks at depends on the size of the position alone, so that it always plays the same. The random
//! opponent draws from the generator splitmix64, so that a seed repeats a game.

use std::cmp::Reverse;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};

use crate::games::{Known, Term};
use crate::limits::TooLarge;
use crate::moves::{self, Extent, Move};
use crate::play::{Outcome, Play};
use crate::position::Position;
use crate::solve::{Answer, Request, solve};

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

/// A source of random numbers.
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    /// The sequence of this seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A seed that differs from run to run, short enough to be typed again.
    pub fn fresh_seed() -> u64 {
        RandomState::new().build_hasher().finish() % 1_000_000
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from `low` to `high`, both included.
    fn between(&mut self, low: u64, high: u64) -> u64 {
        let count = u128::from(high - low) + 1;
        low + ((u128::from(self.next()) * count) >> 64) as u64
    }

    fn pick<'t, T>(&mut self, items: &'t [T]) -> Option<&'t T> {
        let last = (items.len() as u64).checked_sub(1)?;
        items.get(self.between(0, last) as usize)
    }

    /// Any legal move; `None` if there is none. Where the moves cannot all be listed, a few are made up at random and
    /// the first that the rules allow is taken.
    pub fn any_move(&mut self, position: &Position) -> Option<Move> {
        const TRIES: usize = 200;
        let all = moves::distinct(position);
        if all.extent == Extent::Some {
            for _ in 0..TRIES {
                let at = self.between(0, position.0.len() as u64 - 1) as usize;
                let term = &position.0[at];
                if let Some((part, action)) = term.guess(&mut |low, high| self.between(low, high))
                    && let Some(after) = term.act(part, &action)
                {
                    return Some(Move { at, part: Some(part), action, term: after });
                }
            }
        }
        self.pick(&all.moves).cloned()
    }
}

/// The most winning moves that are compared.
const COMPARED: usize = 1_000;

/// Everything known of a position.
pub fn answer(position: &Position, play: Play, known: &mut Known) -> Result<Answer, TooLarge> {
    solve(position, Request { play, moves: COMPARED }, known)
}

/// The winning move that leaves the fewest moves; `None` if none wins or none was found.
pub fn winning_move(answer: &Answer) -> Option<Move> {
    let leaves = answer.winning_moves.iter().map(|option| (breadth(option), option));
    let (_, best) = leaves.min_by(|(a, _), (b, _)| a.total_cmp(b))?;
    Move::between(&answer.position, best)
}

/// The perfect move, or a stubborn one where none wins.
pub fn perfect(position: &Position, play: Play, known: &mut Known) -> Option<Move> {
    match answer(position, play, known) {
        Ok(answer) if answer.outcome == Outcome::N && !answer.winning_moves.is_empty() => {
            winning_move(&answer)
        }
        Ok(answer) => stubborn(&answer, known),
        Err(_) => moves::distinct(position).moves.into_iter().next(),
    }
}

/// The move after which the fewest replies win. A move after which none does wins itself, so this also finds a win
/// that the answer does not name.
fn stubborn(answer: &Answer, known: &mut Known) -> Option<Move> {
    const WORK: f64 = 100_000.0;
    const MOST: f64 = 200.0;
    let position = &answer.position;
    let mut all = moves::distinct(position).moves;
    let option = |step: &Move| position.with_term(step.at, step.term.clone());
    // how many options there are after each move, without making the whole position
    let before = breadth(position);
    let after = |step: &Move| before - position.0[step.at].breadth() + step.term.breadth();
    all.sort_by_cached_key(|step| Reverse(after(step).min(1e18) as u64));
    let each = breadth(position) + answer.searched as f64 * 10.0 + 1.0;
    all.truncate((WORK / each).clamp(1.0, MOST) as usize);
    all.into_iter().min_by_key(|step| match self::answer(&option(step), answer.play, known) {
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
        let step = perfect(&position, play, &mut Known::new(Limits::default())).expect("a move");
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

    #[test]
    fn the_same_seed_gives_the_same_numbers() {
        let draw = |seed| (0..5).map(|_| Chance::new(seed).between(0, 9)).collect::<Vec<_>>();
        assert_eq!(draw(7), draw(7));
        let mut chance = Chance::new(1);
        let seen: std::collections::BTreeSet<u64> = (0..200).map(|_| chance.between(3, 8)).collect();
        assert_eq!(seen.into_iter().collect::<Vec<_>>(), [3, 4, 5, 6, 7, 8]);
        assert_eq!(chance.between(u64::MAX, u64::MAX), u64::MAX);
    }

    #[test]
    fn random_moves_are_legal_in_small_and_huge_positions() {
        for text in [
            "nim: 1e18 7",
            "grundy: 1e18",
            "split(2..): 1e18",
            "take(5..9) leave(2): 1e12",
            "kayles: 9",
            "take(1..7): 1e18 + grundy: 1e15",
            "split(50..): 1e6",
        ] {
            let position: Position = text.parse().expect("a position");
            let mut chance = Chance::new(3);
            for _ in 0..20 {
                let step = chance.any_move(&position).expect("there is a move");
                let again = Move::of_term(step.at, &position.0[step.at], &step.term);
                assert!(again.is_some(), "{text}: {}", step.term.game_name());
            }
        }
        assert!(Chance::new(3).any_move(&"nim:".parse().expect("a position")).is_none());
    }
}
