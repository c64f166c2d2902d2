//! Who wins Star Nim, without values (theory 7).
//!
//! Where square 0 is free, the P-positions of 2-Star Nim are those of misère Nim (theory 7.1), those of 3-Star Nim
//! are those of Nim (theory 7.2), and in 4-Star Nim a token on 1 may be left out to see those of 3-Star Nim (theory
//! 7.3). Every option of these positions is again one of them or has a token on 0, so all winning moves follow by
//! arithmetic on squares of any size. For four tokens from 2 on, and for five or more, no theorem is known.

use super::nim::nim_floor;
use crate::games::shared::{moved, nim_above, nim_moves_that_add};
use crate::nimber::Nimber;
use crate::play::Outcome;
use crate::theorem::Theorem;

/// The outcome of Star Nim where a theorem gives it, and which.
///
/// ```
/// use sprague::{play::Outcome, games::star::outcome_by_theorem, theorem::Theorem};
/// assert_eq!(outcome_by_theorem(&[1, 2, 4, 6]), Some((Outcome::P, Theorem::FourStarNim)));
/// assert_eq!(outcome_by_theorem(&[2, 2, 2, 2]), None); // known by search only
/// ```
pub fn outcome_by_theorem(tokens: &[u64]) -> Option<(Outcome, Theorem)> {
    let (previous_wins, theorem) = match (nim_floor(tokens), tokens) {
        (Some(0), _) => (nim_above(0, tokens).is_zero(), Theorem::Nim),
        (Some(floor), _) => (nim_above(floor, tokens).is_zero(), Theorem::ZeroSquare),
        (None, [a, b]) => (a == b && *a >= 2, Theorem::TwoStarNim),
        (None, [_, _, _]) => (nim_above(0, tokens).is_zero(), Theorem::ThreeStarNim),
        (None, [_, _, _, _]) if tokens.contains(&1) => {
            (three_without_one(tokens).is_zero(), Theorem::FourStarNim)
        }
        _ => return None,
    };
    Some((if previous_wins { Outcome::P } else { Outcome::N }, theorem))
}

/// All winning moves of Star Nim where a theorem decides every option. Moves of tokens on the same square count
/// once.
///
/// ```
/// use sprague::games::star::winning_moves_by_theorem;
/// assert_eq!(winning_moves_by_theorem(&[3, 4, 5]), Some(vec![vec![1, 4, 5]]));
/// ```
pub fn winning_moves_by_theorem(tokens: &[u64]) -> Option<Vec<Vec<u64>>> {
    match (nim_floor(tokens), tokens) {
        (Some(floor), _) => Some(nim_options(floor, tokens, nim_above(floor, tokens))),
        (None, &[a, b]) => Some(match (a.min(b), a.max(b)) {
            (low, high) if low == high && low >= 2 => Vec::new(),
            (1, high) => moved(tokens, |token| (token == high).then_some(0)),
            (low, high) => moved(tokens, |token| (token == high).then_some(low)),
        }),
        (None, [_, _, _]) => Some(nim_options(0, tokens, nim_above(0, tokens))),
        (None, [_, _, _, _]) if tokens.contains(&1) => {
            // The token on 1 that is left out can only move to 0, and there the theorem does not apply.
            let mut wins = nim_options(0, tokens, three_without_one(tokens));
            wins.retain(|option| !option.contains(&0));
            let to_zero = moved(tokens, |_| [0]);
            wins.extend(to_zero.into_iter().filter(|option| nim_above(1, option).is_zero()));
            Some(wins)
        }
        _ => None,
    }
}

fn nim_options(floor: u64, tokens: &[u64], change: Nimber) -> Vec<Vec<u64>> {
    nim_moves_that_add(floor, tokens, change, usize::MAX).options
}

/// The nim-sum of four tokens but one that is on 1.
fn three_without_one(tokens: &[u64]) -> Nimber {
    nim_above(0, tokens) + Nimber(1)
}
