//! Wythoff's game: take from one of two heaps, or the same number from both (theory W.1).
//!
//! W.1 (Wythoff 1907): the P-positions are the pairs (a, a + n) with a = floor(n φ), φ the golden ratio, n >=
//! 0. Proof. Let the n-th pair consist of the least number a in no earlier pair and of b = a + n. Each
//! positive number is in exactly one pair and each n is the difference of exactly one, so no move leads from
//! a pair to a pair. From (x, y) with x <= y outside the pairs: if x is the larger of its pair, lower y to
//! its partner; if it is the smaller of the n-th pair and y - x > n, lower y to its partner as well;
//! otherwise y - x < n, and lowering both leads to the pair of that difference, which comes earlier. The
//! numbers floor(n φ) and floor(n φ²) = floor(n φ) + n, n >= 1, share out the positive numbers (Beatty, since
//! 1/φ + 1/φ² = 1), so they are these pairs.
//!
//! Outcomes and all winning moves cost a few integer square roots. Values have no known formula; they are
//! searched for, or looked up in a [`Table`] made for the position.

mod table;

pub use table::Table;

use std::fmt;
use std::sync::Arc;

use crate::board::{Board, Counted, Reduction};
use crate::limits::Limits;
use crate::nim::read_heaps;
use crate::nimber::Nimber;
use crate::notation::{Cursor, LARGEST, Notation, NotationError};
use crate::play::Outcome;
use crate::ruleset::Ruleset;
use crate::theorem::Theorem;

/// The rules of Wythoff's game, and a table of values where one was made.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Wythoff {
    table: Option<Arc<Table>>,
}

impl Wythoff {
    /// The same rules with a table of the values of every position that can be met from `position`, if it
    /// fits within `limits`; it is far cheaper than a search. All answers stay the same.
    #[must_use]
    pub fn tabulated(&self, position: Position, limits: &Limits) -> Self {
        Self { table: Table::for_position(position, limits).map(Arc::new) }
    }

    /// The value where a theorem gives it: one heap is Nim, and a pair of W.1 is zero.
    fn theorem(position: Position) -> Option<(Nimber, Theorem)> {
        match position.heaps() {
            (heap, 0) => Some((Nimber(heap), Theorem::Nim)),
            _ => (position.outcome() == Outcome::P).then_some((Nimber::ZERO, Theorem::Wythoff)),
        }
    }
}

/// Two heaps of at most 2^63-1 tokens, the larger first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    larger: u64,
    smaller: u64,
}

impl Position {
    /// Two heaps in any order. `None` if one is beyond 2^63-1.
    pub fn new(a: u64, b: u64) -> Option<Self> {
        (a.max(b) <= LARGEST).then(|| Self::of(a, b))
    }

    fn of(a: u64, b: u64) -> Self {
        Self { larger: a.max(b), smaller: a.min(b) }
    }

    /// The heaps, the larger first.
    pub const fn heaps(self) -> (u64, u64) {
        (self.larger, self.smaller)
    }

    /// The outcome under normal play, by W.1.
    pub fn outcome(self) -> Outcome {
        let difference = self.larger - self.smaller;
        let is_pair = difference <= LAST_INDEX && lower(difference) == self.smaller;
        if is_pair { Outcome::P } else { Outcome::N }
    }

    /// All winning moves under normal play, at most three, in ascending order: down the diagonal to the pair
    /// of the same difference, or one heap down to the partner of the other.
    pub fn winning_moves(self) -> Vec<Self> {
        let Self { larger, smaller } = self;
        let difference = larger - smaller;
        let mut found = Vec::new();
        if difference <= LAST_INDEX && lower(difference) < smaller {
            let a = lower(difference);
            found.push(Self::of(a, a + difference));
        }
        for (kept, taken_from) in [(smaller, larger), (larger, smaller)] {
            let partner = partner(kept);
            if partner < taken_from {
                found.push(Self::of(kept, partner));
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// The greatest n for which 5 n² fits in 128 bits; floor(n φ) is beyond 2^63 for it.
const LAST_INDEX: u64 = (u128::MAX / 5).isqrt() as u64;

/// floor(n φ) = floor((n + floor(sqrt(5 n²))) / 2), exactly, for n up to [`LAST_INDEX`].
const fn lower(n: u64) -> u64 {
    let n = n as u128;
    u128::midpoint(n, (5 * n * n).isqrt()) as u64
}

/// The other member of the pair that `member`, at most 2^63-1, is in.
fn partner(member: u64) -> u64 {
    // k: the number of first entries from 1 to `member`. The other numbers there are second entries, so a second
    // entry is the (member - k)-th, and its partner is k.
    let (mut k, mut beyond) = (0, LAST_INDEX);
    while beyond - k > 1 {
        let middle = k + (beyond - k) / 2;
        if lower(middle) <= member { k = middle } else { beyond = middle }
    }
    if lower(k) == member { member + k } else { k }
}

impl Ruleset for Wythoff {
    type Position = Position;

    fn options(&self, position: &Position) -> Vec<Position> {
        let (a, b) = position.heaps();
        let first = (0..a).map(|left| Position::of(left, b));
        let second = (0..b).map(|left| Position::of(a, left)).filter(|_| a != b);
        let both = (1..=b).map(|taken| Position::of(a - taken, b - taken));
        first.chain(second).chain(both).collect()
    }

    fn known_value(&self, component: &Position) -> Option<Nimber> {
        let tabulated = self.table.as_ref().and_then(|table| table.value(*component));
        tabulated.or_else(|| Self::theorem(*component).map(|(value, _)| value))
    }
}

impl Notation for Wythoff {
    fn read(&self, text: &mut Cursor<'_>) -> Result<Position, NotationError> {
        text.skip_spaces();
        let start = text.clone();
        let heaps = read_heaps(text)?;
        match *heaps {
            [a, b] => Ok(Position::of(a, b)),
            _ => Err(start.error(format!("Wythoff's game has exactly two heaps, not {}", heaps.len()))),
        }
    }

    fn write(&self, position: &Position, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", position.larger, position.smaller)
    }
}

impl Board for Wythoff {
    fn reduce(&self, component: &Position) -> Option<Reduction<Position>> {
        Self::theorem(*component).map(|(known, theorem)| Reduction { known, rest: Vec::new(), theorem })
    }

    /// At most three.
    fn moves_by_theorem(
        &self,
        component: &Position,
        value: Nimber,
        _most: usize,
    ) -> Option<Counted<Position>> {
        let found: Vec<Position> = match component.heaps() {
            (heap, 0) => (value.0 < heap).then(|| Position::of(value.0, 0)).into_iter().collect(),
            _ if value.is_zero() => component.winning_moves(),
            _ => return None,
        };
        Some(found.into())
    }

    fn search_size(&self, component: &Position) -> f64 {
        match self.known_value(component) {
            Some(_) => 1.0,
            None => self.reachable(component),
        }
    }

    fn reachable(&self, component: &Position) -> f64 {
        (component.larger as f64 + 1.0) * (component.smaller as f64 + 1.0)
    }

    fn breadth(&self, position: &Position) -> f64 {
        position.larger as f64 + 2.0 * position.smaller as f64
    }

    fn words(&self, _position: &Position) -> f64 {
        2.0
    }
}
