//! Wythoff's game: take from one of two heaps, or the same number from both (theory W.1); in `wythoff(k)` the numbers
//! that are taken from both differ by less than k (theory W.2).
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
//! Outcomes and all winning moves cost a few integer square roots. Values have no known formula; with one small heap
//! they follow from the period of its row (theory W.6), otherwise they are looked up in a table of all pairs of heaps up
//! to the given one. Every row, column and diagonal of it keeps the set of the values
//! it holds as bits; the value of a position is the least bit that is clear in all three (theory 1.3). For heaps a <= b
//! that takes (a+1)(b+1) steps of up to (2a + b) / 64 words, and (a + 2b)(2a + b) / 64 words of memory beside the
//! values.

use std::collections::HashMap;
use std::fmt;

use super::wythoff_rows::{LAST_ROW, WythoffRows};
use crate::games::{
    Action, BoardKind, Evaluation, Found, Game, Known, Reduction, Room, Taken, View, winning,
};
use crate::heap::catalogue::{Entry, EntryKind};
use crate::limits::{Limits, TooLarge, admit_memory};
use crate::nimber::Nimber;
use crate::notation::{Cursor, LARGEST, NotationError};
use crate::play::Outcome;
use crate::sequence::Ground;
use crate::theorem::Theorem;
use crate::working::{Combine, Working, WorkingRow};

/// The rules of Wythoff's game: the numbers that are taken from both heaps differ by less than k.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Wythoff {
    /// The number k, at least 1.
    apart: u64,
}

impl Wythoff {
    /// The game of Wythoff: the same number from both heaps.
    pub const CLASSIC: Self = Self { apart: 1 };

    /// The game in which the numbers taken from both heaps differ by less than `apart`; `None` for 0.
    pub const fn new(apart: u64) -> Option<Self> {
        if apart == 0 { None } else { Some(Self { apart }) }
    }

    /// The statement behind the outcomes.
    const fn statement(self) -> Theorem {
        if self.apart == 1 { Theorem::Wythoff } else { Theorem::GeneralWythoff }
    }

    /// The greatest n whose pair could be within 2^63-1: beyond it n φ is, or k n.
    const fn last_index(self) -> u64 {
        if self.apart == 1 { LAST_INDEX } else { LARGEST / self.apart }
    }

    /// The smaller number of the n-th pair, floor(n α) with α = (2 - k + sqrt(k² + 4)) / 2, exactly; `None` where the
    /// pair is beyond 2^63-1.
    fn first(self, n: u64) -> Option<u64> {
        if n > self.last_index() {
            return None;
        }
        // k n is at most 2^63, and for k >= 2 so is 2 n
        let (n, k) = (u128::from(n), u128::from(self.apart));
        let root = if k == 1 { (5 * n * n).isqrt() } else { (k * n * k * n + 4 * n * n).isqrt() };
        u64::try_from((2 * n + root - k * n) / 2).ok()
    }

    /// The n-th pair, the larger number first.
    fn pair(self, n: u64) -> Option<Pair> {
        let smaller = self.first(n)?;
        Pair::new(smaller.checked_add(n.checked_mul(self.apart)?)?, smaller)
    }

    /// Who wins, by W.1 and W.2.
    pub fn outcome(self, position: Pair) -> Outcome {
        let difference = position.larger - position.smaller;
        let is_pair = difference.is_multiple_of(self.apart)
            && self.first(difference / self.apart) == Some(position.smaller);
        if is_pair { Outcome::P } else { Outcome::N }
    }

    /// The other number of the pair that `member` is in, if it is within 2^63-1.
    fn partner(self, member: u64) -> Option<u64> {
        // the greatest n whose first or second number is at most the member
        let last = |number: &dyn Fn(u64) -> Option<u64>| {
            let (mut low, mut beyond) = (0, self.last_index().saturating_add(1));
            while beyond - low > 1 {
                let middle = low + (beyond - low) / 2;
                if number(middle).is_some_and(|n| n <= member) { low = middle } else { beyond = middle }
            }
            low
        };
        let first = |n: u64| self.first(n);
        let second = |n: u64| self.first(n)?.checked_add(n.checked_mul(self.apart)?);
        let n = last(&first);
        if first(n) == Some(member) {
            return second(n).filter(|&partner| partner <= LARGEST);
        }
        let n = last(&second);
        (second(n) == Some(member)).then(|| first(n)).flatten()
    }

    /// All winning moves under normal play, at most a few, in ascending order: to a pair of nearly the same difference,
    /// or one heap down to the partner of the other.
    pub fn winning_moves(self, position: Pair) -> Vec<Pair> {
        let Pair { larger, smaller } = position;
        let near = (larger - smaller) / self.apart;
        let mut candidates: Vec<Pair> =
            (near.saturating_sub(1)..=near.saturating_add(1)).filter_map(|n| self.pair(n)).collect();
        for kept in [smaller, larger] {
            candidates.extend(self.partner(kept).map(|partner| Pair::of(kept, partner)));
        }
        candidates.retain(|&pair| self.is_move(position, pair));
        candidates.sort_unstable();
        candidates.dedup();
        candidates
    }

    /// Whether a move leads from one pair of heaps to another, in either order.
    fn is_move(self, before: Pair, after: Pair) -> bool {
        [(after.larger, after.smaller), (after.smaller, after.larger)].into_iter().any(|(a, b)| {
            match (before.larger.checked_sub(a), before.smaller.checked_sub(b)) {
                (Some(x), Some(y)) => self.allows(x, y),
                _ => false,
            }
        })
    }

    /// Whether a move may take so many from the two heaps.
    const fn allows(self, x: u64, y: u64) -> bool {
        match (x, y) {
            (0, 0) => false,
            (0, _) | (_, 0) => true,
            _ => x.abs_diff(y) < self.apart,
        }
    }

    /// The value where a theorem gives it: one heap is Nim, and a pair of W.1 or W.2 is zero.
    fn theorem(self, position: Pair) -> Option<(Nimber, Theorem)> {
        match position.heaps() {
            (heap, 0) => Some((Nimber(heap), Theorem::Nim)),
            _ => (self.outcome(position) == Outcome::P).then_some((Nimber::ZERO, self.statement())),
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

    pub(super) fn of(a: u64, b: u64) -> Self {
        Self { larger: a.max(b), smaller: a.min(b) }
    }

    /// The heaps, the larger first.
    pub const fn heaps(self) -> (u64, u64) {
        (self.larger, self.smaller)
    }

    /// So many tokens go from the larger heap and from the smaller one.
    pub(super) fn take_both(self, from_larger: u64, from_smaller: u64) -> Action {
        let larger = Taken { heap: self.larger, at: 0, taken: from_larger };
        let smaller = Taken { heap: self.smaller, at: 1, taken: from_smaller };
        Action::TakeSeveral { takes: vec![larger, smaller] }
    }

    /// The heaps that are left after an action that takes from one of them or from both, in their order, with what is
    /// taken from each.
    pub(super) fn after(self, action: &Action) -> Option<((u64, u64), (u64, u64))> {
        let mut left = [self.larger, self.smaller];
        let mut take = |at: usize, heap: u64, taken: u64| {
            let size = left.get_mut(at).filter(|size| **size == heap && taken > 0)?;
            *size = size.checked_sub(taken)?;
            Some(())
        };
        match action {
            Action::Take(change) => take(change.at, change.heap, change.taken)?,
            Action::TakeSeveral { takes } => match &takes[..] {
                [one, other] if one.at != other.at => {
                    take(one.at, one.heap, one.taken)?;
                    take(other.at, other.heap, other.taken)?;
                }
                _ => return None,
            },
            _ => return None,
        }
        Some(((left[0], left[1]), (self.larger - left[0], self.smaller - left[1])))
    }

    /// Reads two heaps of a game with this title.
    pub(super) fn read(text: &mut Cursor<'_>, title: &str) -> Result<Self, NotationError> {
        text.skip_spaces();
        let start = text.clone();
        let heaps = text.numbers("a heap size")?;
        match *heaps {
            [a, b] => Ok(Self::of(a, b)),
            [] | [_] if text.peek().is_some() => Err(text.expected("two heaps, as in `3 5`")),
            _ => Err(start.error(format!("{title} has exactly two heaps, not {}", heaps.len()))),
        }
    }

    /// The rows up to the smaller heap, where they fit one word and the other heap is larger.
    fn rows(self, known: &mut Known) -> Result<Option<WythoffRows>, TooLarge> {
        if self.smaller > LAST_ROW || self.smaller == self.larger {
            return Ok(None);
        }
        if let Some(rows) = known.table::<KeptRows>().0.get(&self.smaller) {
            return Ok(rows.clone());
        }
        let limits = known.limits().clone();
        let rows = WythoffRows::new(self.smaller, &limits)?;
        known.table::<KeptRows>().0.insert(self.smaller, rows.clone());
        Ok(rows)
    }

    /// The value of the pair in the rows up to its smaller heap.
    fn value_in(self, rows: &WythoffRows) -> Nimber {
        let column = rows.columns(self.larger, 1).pop().unwrap_or_default();
        Nimber(column.last().copied().unwrap_or_default())
    }

    /// The outcome under normal play, by W.1.
    pub fn outcome(self) -> Outcome {
        Wythoff::CLASSIC.outcome(self)
    }

    /// All winning moves under normal play, at most three, in ascending order: down the diagonal to the pair
    /// of the same difference, or one heap down to the partner of the other.
    pub fn winning_moves(self) -> Vec<Self> {
        Wythoff::CLASSIC.winning_moves(self)
    }
}

/// The rows that were asked for, by the last one.
#[derive(Default)]
struct KeptRows(HashMap<u64, Option<WythoffRows>>);

/// The greatest n for which 5 n² fits in 128 bits; floor(n φ) is beyond 2^63 for it.
const LAST_INDEX: u64 = (u128::MAX / 5).isqrt() as u64;

impl Game for Wythoff {
    type At = Pair;
    const ENTRY: &'static Entry = &Entry {
        name: "wythoff",
        title: "Wythoff's game",
        aliases: &["wythoffs-game", "queen", "corner-the-queen"],
        kind: EntryKind::Board("wythoff: 5 8"),
        words: "Take from one heap, or the same number from both: a queen on her way to the corner. In wythoff(K) the \
                numbers taken from both may differ by less than K.",
        known: &["P-positions by the golden ratio (theory W.1), for any K by a square root (theory W.2)."],
        oeis: None,
    };

    fn name(&self) -> String {
        if self.apart == 1 { "wythoff".to_owned() } else { format!("wythoff({})", self.apart) }
    }

    /// `(K)`, or nothing, which is K = 1.
    fn read_parameters(text: &mut Cursor<'_>) -> Result<Self, NotationError> {
        text.skip_spaces();
        if text.peek() != Some('(') {
            return Ok(Self::CLASSIC);
        }
        let what = "a number, as in `wythoff(2)`: what is taken from both heaps differs by less";
        let (apart, at) = text.parameter(what)?;
        Self::new(apart)
            .ok_or_else(|| at.error("the numbers taken differ by less than K, so K is at least 1"))
    }

    fn read(&self, text: &mut Cursor<'_>) -> Result<Pair, NotationError> {
        Pair::read(text, "Wythoff's game")
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
        let heap = [position.larger, position.smaller, position.larger][part];
        let (smaller, apart) = (position.smaller, self.apart);
        // by what is left of a heap, by what is taken from both
        let one =
            (0..if part == 2 { 0 } else { heap }).map(move |left| Action::take(heap, part, heap - left));
        let last = if part == 2 { heap.min(smaller.saturating_add(apart - 1)) } else { 0 };
        let both = (1..=last).flat_map(move |taken| {
            let most = smaller.min(taken.saturating_add(apart - 1));
            (taken.saturating_sub(apart - 1).max(1)..=most).map(move |other| position.take_both(taken, other))
        });
        one.chain(both)
    }

    fn act(&self, position: &Pair, _part: usize, action: &Action) -> Option<Pair> {
        let ((a, b), (x, y)) = position.after(action)?;
        self.allows(x, y).then(|| Pair::of(a, b))
    }

    fn view(&self, position: &Pair) -> View {
        View::of_heaps(BoardKind::Wythoff, &[position.larger, position.smaller])
    }

    /// A pair inside the last table is looked up; another one gets a table; beyond that the outcome remains.
    fn evaluate(&self, component: &Pair, known: &mut Known) -> Result<Evaluation, TooLarge> {
        if let Some((value, theorem)) = self.theorem(*component) {
            return Ok(Evaluation::valued(value, vec![Ground::Theorem(theorem)]));
        }
        if self.apart > 1 {
            let outcome = Some((self.outcome(*component), self.statement()));
            return Evaluation::or_outcome(known.by_theorem_or_search(self, component), outcome);
        }
        let kept = known.table::<Option<WythoffTable>>();
        if kept.as_ref().is_none_or(|table| table.value(*component).is_none()) {
            *kept = None;
            match WythoffTable::for_position(*component, known.limits()) {
                Ok(table) => *known.table() = Some(table),
                Err(refusal) => {
                    if let Some(rows) = component.rows(known)? {
                        let value = component.value_in(&rows);
                        return Ok(Evaluation::valued(value, vec![Ground::Theorem(Theorem::WythoffRows)]));
                    }
                    let outcome = Some((component.outcome(), Theorem::Wythoff));
                    return Evaluation::or_outcome(Err(refusal), outcome);
                }
            }
        }
        let value = known.table::<Option<WythoffTable>>().as_ref().and_then(|table| table.value(*component));
        Ok(Evaluation::valued(value.unwrap_or_default(), vec![Ground::Table]))
    }

    fn working(&self, position: &Pair, known: &mut Known) -> Option<Working> {
        let Pair { larger, smaller } = *position;
        if smaller == 0 {
            let rows = vec![WorkingRow::new(format!("heap {larger}"), larger).out_of([larger])];
            return Some(Working::of_value(Theorem::Nim, Combine::NimSum, rows));
        }
        let is_far = self.apart == 1
            && self.outcome(*position) == Outcome::N
            && WythoffTable::admit(*position, known.limits()).is_err();
        if is_far && let Some(rows) = position.rows(known).ok()? {
            let (from, period) = (rows.from, rows.period);
            let rows = vec![
                WorkingRow::new("smaller heap: the row", smaller).out_of([smaller]),
                WorkingRow::new("larger heap: the column", larger).out_of([larger]),
                WorkingRow::new(
                    format!("value, by the period {period} from column {from} on"),
                    position.value_in(&rows),
                ),
            ];
            return Some(Working::of_value(Theorem::WythoffRows, Combine::Last, rows));
        }
        let n = (larger - smaller) / self.apart;
        let pair = self.pair(n)?;
        let (difference, first, second) = match self.apart {
            1 => ("n: the difference".to_owned(), "⌊nφ⌋".to_owned(), "⌊nφ²⌋".to_owned()),
            k => {
                (format!("n: the difference by {k}, rounded down"), "⌊nα⌋".to_owned(), format!("⌊nα⌋ + {k}n"))
            }
        };
        let rows = vec![
            WorkingRow::new(difference, n).out_of([larger, smaller]),
            WorkingRow::new(second, pair.larger),
            WorkingRow::new("larger heap", larger).out_of([larger]),
            WorkingRow::new(first, pair.smaller),
            WorkingRow::new("smaller heap", smaller).out_of([smaller]),
        ];
        let (a, b) = (pair.smaller, pair.larger);
        let is = if pair == *position { "these are the heaps" } else { "the heaps are others" };
        let below = format!("The P-position of this difference is ({a}, {b}), and {is}");
        Some(Working::of_outcome(self.statement(), Combine::Match(2), rows).because(below))
    }

    fn reduce(&self, component: &Pair) -> Option<Reduction<Pair>> {
        self.theorem(*component).map(|(known, theorem)| Reduction::closed(known, theorem))
    }

    /// At most three.
    fn moves_by_theorem(&self, component: &Pair, value: Nimber, _most: usize) -> Option<Found<Pair>> {
        let found: Vec<Pair> = match component.heaps() {
            (heap, 0) => (value.0 < heap).then(|| Pair::of(value.0, 0)).into_iter().collect(),
            _ if value.is_zero() => self.winning_moves(*component),
            _ => return None,
        };
        Some(found.into())
    }

    /// Beside a small heap all of them, by the period of its row, where trying every option takes too long.
    fn moves_of_value(
        &self,
        position: &Pair,
        value: Nimber,
        room: &mut Room,
        known: &mut Known,
    ) -> Result<Found<Pair>, TooLarge> {
        if let Some(found) = winning::by_theorem_or_trial(self, position, value, room, known)? {
            return Ok(found);
        }
        let rows = if self.apart == 1 { position.rows(known)? } else { None };
        let Some(rows) = rows else { return Ok(Found::default()) };
        let mut moves: Vec<Pair> =
            rows.moves(position.larger, value.0).into_iter().map(|(a, b)| Pair::of(a, b)).collect();
        moves.sort_unstable();
        moves.dedup();
        Ok(moves.into())
    }

    fn reachable(&self, component: &Pair) -> f64 {
        (component.larger as f64 + 1.0) * (component.smaller as f64 + 1.0)
    }

    fn breadth(&self, position: &Pair) -> f64 {
        let both = position.smaller as f64 * (2.0 * self.apart as f64 - 1.0).min(position.larger as f64);
        position.larger as f64 + position.smaller as f64 + both
    }
}

/// The values of all positions whose smaller heap and larger heap are at most those of a given one.
#[derive(Clone, PartialEq, Eq)]
pub struct WythoffTable {
    columns: u64,
    values: Vec<u32>,
}

impl WythoffTable {
    /// The table up to `position`, if it holds no more words than `limits` allow positions.
    pub fn for_position(position: Pair, limits: &Limits) -> Result<Self, TooLarge> {
        let words = Self::admit(position, limits)?;
        let (larger, smaller) = position.heaps();
        admit_memory(format!("the table of wythoff: {larger} {smaller}"), words * size_of::<u64>() as f64)?;
        Self::new(smaller as usize, larger as usize, limits)
    }

    /// The words that it holds, if they are no more than `limits` allow positions.
    fn admit(position: Pair, limits: &Limits) -> Result<f64, TooLarge> {
        let (larger, smaller) = position.heaps();
        let (a, b) = (smaller as f64, larger as f64);
        let words = ((a + 2.0 * b + 2.0) * (2.0 * a + b + 64.0) / 64.0).max((a + 1.0) * (b + 1.0));
        limits.admit(format!("the table of wythoff: {larger} {smaller}"), words)?;
        Ok(words)
    }

    fn new(rows: usize, columns: usize, limits: &Limits) -> Result<Self, TooLarge> {
        let words = (2 * rows + columns) / 64 + 1;
        let mut values = Vec::with_capacity((rows + 1) * (columns + 1));
        let mut in_column = vec![0u64; (columns + 1) * words];
        let mut in_diagonal = vec![0u64; (rows + columns + 1) * words];
        let mut in_row = vec![0u64; words];
        for x in 0..=rows {
            limits.check()?;
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
        Ok(Self { columns: columns as u64, values })
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
