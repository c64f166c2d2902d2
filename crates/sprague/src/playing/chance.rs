//! Random numbers that can be repeated: the generator splitmix64 from a seed, and random moves.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};

use crate::heap::{HeapGame, Heaps};
use crate::position::{Position, Term};

use super::moves::{Extent, Move, allows, listed};

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
    /// the first that the rule allows is taken.
    pub fn any_move(&mut self, position: &Position) -> Option<Move> {
        const TRIES: usize = 200;
        let all = listed(position);
        if all.extent == Extent::Some {
            for _ in 0..TRIES {
                let at = self.between(0, position.0.len() as u64 - 1) as usize;
                let Term::Heaps(game, heaps) = &position.0[at] else { continue };
                if let Some(after) = self.guess(game, heaps) {
                    return Some(Move::new(at, Term::Heaps(game.clone(), after)));
                }
            }
        }
        self.pick(&all.moves).cloned()
    }

    /// A random change of a random heap, if the rule allows it.
    fn guess(&mut self, game: &HeapGame, heaps: &Heaps) -> Option<Heaps> {
        const MOST_PARTS: u64 = 4;
        let size = *self.pick(heaps.sizes())?;
        let place = heaps.sizes().iter().position(|&other| other == size)?;
        let clause = self.pick(game.rule.clauses())?;
        let &(low, high) = self.pick(clause.take.ranges())?;
        if low > size {
            return None;
        }
        let left = size - self.between(low, high.min(size));
        let &(fewest, most) = self.pick(clause.leave.ranges())?;
        let count =
            if left == 0 { 0 } else { self.between(fewest, most.clamp(fewest, fewest.max(MOST_PARTS))) };
        if count > left || count > MOST_PARTS || (count == 0 && left > 0) {
            return None;
        }
        let mut ends: Vec<u64> = (1..count).map(|_| self.between(1, left - 1)).chain([left]).collect();
        ends.sort_unstable();
        let starts = [0].into_iter().chain(ends.iter().copied());
        let mut parts: Vec<u64> =
            starts.zip(&ends).map(|(start, end)| end - start).filter(|&part| part > 0).collect();
        parts.sort_unstable();
        allows(&game.rule, size, &parts).then(|| heaps.replaced(place, parts))
    }
}

#[cfg(test)]
mod tests {
    use super::super::moves::option;
    use super::*;

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
                assert!(
                    option(&position.0[step.at], &step.term).is_some(),
                    "{text}: {}",
                    step.term.game_name()
                );
            }
        }
        assert!(Chance::new(3).any_move(&"nim:".parse().expect("a position")).is_none());
    }
}
