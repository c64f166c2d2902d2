//! Nim in closed form: who wins, by which moves, for how long (theory 2.1, 2.2, 2.4, 2.5).
//!
//! A position is a slice of heaps of up to 2^63-1 tokens; zero heaps are allowed and change nothing.
//! Everything here costs one pass over the heaps, sorted once where moves are listed. A move names heap
//! sizes, not places: equal heaps offer the same move.

use crate::nimber::Nimber;
use crate::play::Outcome;

/// A move in one heap: a heap of `from` tokens becomes one of `to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HeapMove {
    /// The size before the move.
    pub from: u64,
    /// The size after the move, smaller.
    pub to: u64,
}

/// The value of a position: the nim-sum of its heaps (theory 2.1).
///
/// ```
/// use sprague::{nim, nimber::Nimber};
/// assert_eq!(nim::nim_sum(&[3, 4, 5]), Nimber(2));
/// ```
pub fn nim_sum(heaps: &[u64]) -> Nimber {
    heaps.iter().copied().map(Nimber).sum()
}

/// All winning moves under normal play, the largest heaps first: a heap h that has the top bit of the nim-sum
/// s becomes h + s, the nim-sum of both (theory 2.1).
///
/// ```
/// use sprague::nim::{HeapMove, winning_moves};
/// assert_eq!(winning_moves(&[3, 4, 5]), [HeapMove { from: 3, to: 1 }]);
/// ```
pub fn winning_moves(heaps: &[u64]) -> Vec<HeapMove> {
    let sum = nim_sum(heaps).0;
    let moves = distinct(heaps).into_iter().map(|from| HeapMove { from, to: from ^ sum });
    moves.filter(|step| step.to < step.from).collect()
}

/// The outcome under misère play: as under normal play while some heap has two tokens or more; with single
/// tokens only, a P-position exactly when their number is odd (theory 2.2).
pub fn misere_outcome(heaps: &[u64]) -> Outcome {
    let sum = nim_sum(heaps).0;
    let all_single = heaps.iter().all(|&heap| heap <= 1);
    if all_single == (sum == 1) && (all_single || sum == 0) { Outcome::P } else { Outcome::N }
}

/// All winning moves under misère play, the largest heaps first (theory 2.2).
pub fn misere_winning_moves(heaps: &[u64]) -> Vec<HeapMove> {
    let sum = nim_sum(heaps).0;
    let large = heaps.iter().filter(|&&heap| heap >= 2).count();
    let moves = distinct(heaps).into_iter().map(|from| {
        let others_single = large == usize::from(from >= 2);
        // with single tokens elsewhere, leave an odd number of them in all; otherwise leave nim-sum zero
        let to = if others_single { (from ^ sum ^ 1) & 1 } else { from ^ sum };
        HeapMove { from, to }
    });
    moves.filter(|step| step.to < step.from).collect()
}

/// The most moves of a game in which a player who can win moves to nim-sum zero and the other does as he
/// likes: all the tokens one by one from a P-position; from an N-position one more than what the smallest
/// winning move leaves (theory 2.4).
///
/// ```
/// use sprague::nim::longest_optimal_game;
/// assert_eq!(longest_optimal_game(&[1, 2, 3]), 6);
/// assert_eq!(longest_optimal_game(&[3, 4, 5]), 11);
/// ```
pub fn longest_optimal_game(heaps: &[u64]) -> u128 {
    let tokens: u128 = heaps.iter().map(|&heap| u128::from(heap)).sum();
    match winning_moves(heaps).iter().map(|step| step.from - step.to).min() {
        None => tokens,
        Some(taken) => tokens + 1 - u128::from(taken),
    }
}

/// The number of ordered triples of heaps with nim-sum zero and this many tokens in all: none for odd totals,
/// a power of 3 with one factor for each 1 bit of half the total otherwise (theory 2.5 i).
pub fn count_zero_triples(total: u64) -> u128 {
    if total.is_multiple_of(2) { 3u128.pow((total / 2).count_ones()) } else { 0 }
}

/// The distinct nonempty heaps, in descending order.
fn distinct(heaps: &[u64]) -> Vec<u64> {
    let mut sorted: Vec<u64> = heaps.iter().copied().filter(|&heap| heap > 0).collect();
    sorted.sort_unstable_by(|a, b| b.cmp(a));
    sorted.dedup();
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::LARGEST;

    #[test]
    fn the_largest_heaps_do_not_overflow() {
        let heaps = [LARGEST, LARGEST - 1, LARGEST, 7];
        assert_eq!(nim_sum(&heaps), Nimber((LARGEST - 1) ^ 7));
        assert_eq!(winning_moves(&heaps).len(), 2);
        let tokens = 3 * u128::from(LARGEST) + 6;
        let taken = (LARGEST - 1) - 7;
        assert_eq!(longest_optimal_game(&heaps), tokens + 1 - u128::from(taken));
        assert_eq!(count_zero_triples(u64::MAX - 1), 3u128.pow(63));
    }
}
