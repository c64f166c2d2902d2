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
//! Outcomes and all winning moves cost a few integer square roots. Values have no known formula; they are looked up in
//! a table of all pairs of heaps up to the given one. Every row, column and diagonal of it keeps the set of the values
//! it holds as bits; the value of a position is the least bit that is clear in all three (theory 1.3). For heaps a <= b
//! that takes (a+1)(b+1) steps of up to (2a + b) / 64 words, and (a + 2b)(2a + b) / 64 words of memory beside the
//! values.

use std::fmt;

use super::{Action, BoardKind, Evaluation, Found, Game, Known, Reduction, Taken, View, options};
use crate::heap::catalogue::{Entry, EntryKind};
use crate::limits::{Limits, TooLarge};
use crate::nim::read_heaps;
use crate::nimber::Nimber;
use crate::notation::{Cursor, LARGEST, NotationError};
use crate::play::Outcome;
use crate::ruleset::Ruleset;
use crate::sequence::Ground;
use crate::theorem::Theorem;

/// The rules of Wythoff's game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Wythoff;

impl Wythoff {
    /// The value where a theorem gives it: one heap is Nim, and a pair of W.1 is zero.
    fn theorem(position: Pair) -> Option<(Nimber, Theorem)> {
        match position.heaps() {
            (heap, 0) => Some((Nimber(heap), Theorem::Nim)),
            _ => (position.outcome() == Outcome::P).then_some((Nimber::ZERO, Theorem::Wythoff)),
        }
    }
}

/// Two heaps of at most 2^63-1 tokens, the larger first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pair {
    larger: u64,
    smaller: u64,
}

impl Pair {
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

    fn take_both(self, taken: u64) -> Action {
        let take = |at, heap| Taken { heap, at, taken };
        Action::TakeSeveral { takes: vec![take(0, self.larger), take(1, self.smaller)] }
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
    type Position = Pair;

    fn options(&self, position: &Pair) -> Vec<Pair> {
        options(self, position)
    }

    fn known_value(&self, component: &Pair) -> Option<Nimber> {
        Self::theorem(*component).map(|(value, _)| value)
    }
}

impl Game for Wythoff {
    const ENTRY: &'static Entry = &Entry {
        name: "wythoff",
        title: "Wythoff's game",
        aliases: &["wythoffs-game"],
        kind: EntryKind::Board("wythoff: 5 8"),
        words: "Take from one heap, or the same number from both.",
        known: &["P-positions by the golden ratio (theory W.1)."],
        oeis: None,
    };

    fn read_parameters(_text: &mut Cursor<'_>) -> Result<Self, NotationError> {
        Ok(Self)
    }

    fn read(&self, text: &mut Cursor<'_>) -> Result<Pair, NotationError> {
        text.skip_spaces();
        let start = text.clone();
        let heaps = read_heaps(text)?;
        match *heaps {
            [a, b] => Ok(Pair::of(a, b)),
            _ => Err(start.error(format!("Wythoff's game has exactly two heaps, not {}", heaps.len()))),
        }
    }

    fn write(&self, position: &Pair, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", position.larger, position.smaller)
    }

    /// The larger heap, the smaller one, and both.
    fn parts(&self, _position: &Pair) -> usize {
        3
    }

    fn kinds(&self, position: &Pair) -> Vec<usize> {
        if position.larger == position.smaller { vec![0, 2] } else { vec![0, 1, 2] }
    }

    fn actions<'p>(&'p self, position: &'p Pair, part: usize) -> impl Iterator<Item = Action> + 'p {
        let heap = [position.larger, position.smaller, position.smaller][part];
        // by what is left of a heap, by what is taken from both
        let taken = move |step: u64| if part == 2 { step + 1 } else { heap - step };
        (0..heap).map(move |step| match part {
            0 | 1 => Action::take(heap, part, taken(step)),
            _ => position.take_both(taken(step)),
        })
    }

    fn act(&self, position: &Pair, _part: usize, action: &Action) -> Option<Pair> {
        let mut left = [position.larger, position.smaller];
        let mut take = |at: usize, heap: u64, taken: u64| {
            let size = left.get_mut(at).filter(|size| **size == heap && taken > 0)?;
            *size = size.checked_sub(taken)?;
            Some(())
        };
        match action {
            Action::Take(change) => take(change.at, change.heap, change.taken)?,
            Action::TakeSeveral { takes } => match &takes[..] {
                [one, other] if one.at != other.at && one.taken == other.taken => {
                    take(one.at, one.heap, one.taken)?;
                    take(other.at, other.heap, other.taken)?;
                }
                _ => return None,
            },
            _ => return None,
        }
        Some(Pair::of(left[0], left[1]))
    }

    fn view(&self, position: &Pair) -> View {
        View::of_heaps(BoardKind::Wythoff, &[position.larger, position.smaller])
    }

    /// A pair inside the last table is looked up; another one gets a table; beyond that the outcome remains.
    fn evaluate(&self, component: &Pair, known: &mut Known) -> Result<Evaluation, TooLarge> {
        if let Some((value, theorem)) = Self::theorem(*component) {
            return Ok(Evaluation::valued(value, vec![Ground::Theorem(theorem)]));
        }
        let kept = known.table::<Option<WythoffTable>>();
        let mut value = kept.as_ref().and_then(|table| table.value(*component));
        if value.is_none() {
            let table = WythoffTable::for_position(*component, known.limits());
            value = table.as_ref().and_then(|table| table.value(*component));
            *known.table() = table;
        }
        let theorem = vec![Ground::Theorem(Theorem::Wythoff)];
        Ok(match value {
            Some(value) => Evaluation::valued(value, vec![Ground::Table]),
            None => Evaluation { value: None, outcome: component.outcome(), grounds: theorem },
        })
    }

    fn reduce(&self, component: &Pair) -> Option<Reduction<Pair>> {
        Self::theorem(*component).map(|(known, theorem)| Reduction::closed(known, theorem))
    }

    /// At most three.
    fn moves_by_theorem(&self, component: &Pair, value: Nimber, _most: usize) -> Option<Found<Pair>> {
        let found: Vec<Pair> = match component.heaps() {
            (heap, 0) => (value.0 < heap).then(|| Pair::of(value.0, 0)).into_iter().collect(),
            _ if value.is_zero() => component.winning_moves(),
            _ => return None,
        };
        Some(found.into())
    }

    fn search_size(&self, component: &Pair) -> f64 {
        match self.known_value(component) {
            Some(_) => 1.0,
            None => self.reachable(component),
        }
    }

    fn reachable(&self, component: &Pair) -> f64 {
        (component.larger as f64 + 1.0) * (component.smaller as f64 + 1.0)
    }

    fn breadth(&self, position: &Pair) -> f64 {
        position.larger as f64 + 2.0 * position.smaller as f64
    }

    fn words(&self, _position: &Pair) -> f64 {
        2.0
    }
}

/// The values of all positions whose smaller heap and larger heap are at most those of a given one.
#[derive(Clone, PartialEq, Eq)]
pub struct WythoffTable {
    columns: u64,
    values: Vec<u32>,
}

impl WythoffTable {
    /// The table up to `position`; `None` if it would hold more words than `limits` allow positions.
    pub fn for_position(position: Pair, limits: &Limits) -> Option<Self> {
        let (larger, smaller) = position.heaps();
        let (a, b) = (smaller as f64, larger as f64);
        let words = ((a + 2.0 * b + 2.0) * (2.0 * a + b + 64.0) / 64.0).max((a + 1.0) * (b + 1.0));
        let most = limits.positions.min(1 << 34) as f64;
        (words <= most).then(|| Self::new(smaller as usize, larger as usize))
    }

    fn new(rows: usize, columns: usize) -> Self {
        let words = (2 * rows + columns) / 64 + 1;
        let mut values = Vec::with_capacity((rows + 1) * (columns + 1));
        let mut in_column = vec![0u64; (columns + 1) * words];
        let mut in_diagonal = vec![0u64; (rows + columns + 1) * words];
        let mut in_row = vec![0u64; words];
        for x in 0..=rows {
            in_row.fill(0);
            for y in 0..=columns {
                let column = &mut in_column[y * words..][..words];
                let diagonal = &mut in_diagonal[(rows + y - x) * words..][..words];
                let used = |w: usize| in_row[w] | column[w] | diagonal[w];
                let word =
                    (0..words).find(|&w| used(w) != u64::MAX).expect("there are more bits than options");
                let bit = used(word).trailing_ones();
                for set in [&mut in_row[..], column, diagonal] {
                    set[word] |= 1 << bit;
                }
                values.push(word as u32 * 64 + bit);
            }
        }
        Self { columns: columns as u64, values }
    }

    /// The value of a position, if the table holds it.
    pub fn value(&self, position: Pair) -> Option<Nimber> {
        let (larger, smaller) = position.heaps();
        let place =
            smaller.checked_mul(self.columns + 1)?.checked_add(larger).filter(|_| larger <= self.columns)?;
        self.values.get(usize::try_from(place).ok()?).map(|&value| Nimber(value.into()))
    }
}

impl fmt::Debug for WythoffTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "WythoffTable({} values to column {})", self.values.len(), self.columns)
    }
}
