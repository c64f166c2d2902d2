//! The pair machine: two tokens stay, a third runs, and the fourth is the partner that makes a P-position of 4-Star Nim
//! (theory 7.7, 7.8); without the fourth, the values of 3-Star Nim (theory 7.10).
//!
//! D(a, b, c), the partner, and G(a, b, c), the value, are both the least number that is neither used before in the
//! line of the pair (a, b), at a smaller c, nor at the same c by a pair with one token lowered. The two differ only
//! where a token is on 0 ([`PairGame`]). A line stays near its column, so that a window of used values around the
//! column is its state. What a pair gets from the pairs below it repeats with the least common multiple Q of their
//! periods; so windows need to be compared at every Q-th column only, and one that comes back proves the period of the
//! pair (theory 7.9). Every pair has one.
//!
//! A proof goes through the pairs that matter, smaller ones first ([`PairProof`]). A pair costs a + b look-ups for each
//! column, and a byte for each column up to the end of its first turn. The proof is plain data: the pairs done and the
//! offsets of the one at work, from which its windows are read.

use std::collections::BTreeMap;

use super::cycle::Turn;

/// The most that the two tokens that stay may add up to: a window has four words.
pub const MOST_PAIR: u64 = 127;
/// The words of a window.
const WORDS: usize = 4;

/// What the running token is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PairGame {
    /// The square of the fourth token with which the position is P.
    Partners,
    /// The value of the three tokens.
    Values,
}

impl PairGame {
    /// What belongs to two tokens above square 0 when a third one is on it (theory 6.4, 7.7).
    pub const fn with_zero(self, x: u64, y: u64) -> u64 {
        let value = (x - 1) ^ (y - 1);
        match self {
            Self::Partners => value + 1,
            Self::Values => value,
        }
    }

    /// How far what belongs to a column can be from it (theory 7.7, 7.10).
    const fn reach(self, a: u64, b: u64) -> u64 {
        match self {
            Self::Partners => a + b - 1,
            Self::Values => a + b,
        }
    }

    /// The line of a single token beside the running one, the other being on 0: its period is a power of two.
    fn zero_line(self, b: u64) -> Vec<i8> {
        let turn = b.next_power_of_two();
        (1..=turn).map(|c| self.with_zero(b, c).wrapping_sub(c).cast_signed() as i8).collect()
    }
}

/// The least period of a pair and its first column: value(c + p) = value(c) + p for all c >= `first_column`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairPeriod {
    /// The smaller token that stays.
    pub a: u64,
    /// The larger one.
    pub b: u64,
    /// The first column, at least 1, from which on the period holds.
    pub first_column: u64,
    /// The least period.
    pub period: u64,
    /// The column whose window comes back: the pairs below are periodic from there on.
    pub from: u64,
    /// After how many columns: a multiple of the periods of the pairs below.
    pub again: u64,
    /// What belongs to column 0.
    pub at_zero: u64,
    /// What belongs to the columns 1 to `first_column + period - 1`, minus the column.
    pub offsets: Vec<i8>,
}

impl PairPeriod {
    /// What belongs to a column of any size.
    pub fn value(&self, column: u64) -> u64 {
        if column == 0 {
            return self.at_zero;
        }
        column.wrapping_add_signed(self.offset(column).into())
    }

    /// What belongs to a column from 1 on, minus the column.
    fn offset(&self, column: u64) -> i8 {
        let first = self.first_column;
        let column = if column < first { column } else { first + (column - first) % self.period };
        self.offsets[column as usize - 1]
    }

    /// The offsets of one period, from the first column on.
    pub fn cycle(&self) -> &[i8] {
        &self.offsets[self.first_column as usize - 1..]
    }

    /// The largest distance from the column, from the first column on.
    pub fn width(&self) -> u64 {
        self.cycle().iter().map(|offset| offset.unsigned_abs().into()).max().unwrap_or(0)
    }
}

/// A proof in the making: plain data between two steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairProof {
    /// What the running token is given.
    pub game: PairGame,
    /// The pair whose period is wanted, the smaller token first.
    pub target: (u64, u64),
    /// The pairs done.
    pub proved: BTreeMap<(u64, u64), PairPeriod>,
    /// The offsets of the next pair, from column 1 on, as far as they are computed.
    pub offsets: Vec<i8>,
}

impl PairProof {
    /// The proof of a pair of tokens from 1 on that add up to at most `MOST_PAIR`; `None` for others.
    ///
    /// ```
    /// use sprague::star::{PairGame, PairProof};
    /// let mut proof = PairProof::new(PairGame::Partners, 2, 3).expect("small");
    /// while !proof.is_over() {
    ///     proof.advance(1000);
    /// }
    /// let pair = proof.period(2, 3).expect("proved");
    /// assert_eq!((pair.period, pair.first_column), (4, 5));
    /// assert_eq!(pair.value(1_000_000_000_000), 999_999_999_997); // (2, 3, 10^12, 10^12 - 3) is P
    /// ```
    pub fn new(game: PairGame, a: u64, b: u64) -> Option<Self> {
        let mut proof = Self { game, target: (1, 1), proved: BTreeMap::new(), offsets: Vec::new() };
        proof.aim(a, b).then_some(proof)
    }

    /// Goes on with another pair, and keeps what is done; false, and nothing else, for tokens that are 0 or too large.
    pub fn aim(&mut self, a: u64, b: u64) -> bool {
        let fits = a >= 1 && b >= 1 && a.saturating_add(b) <= MOST_PAIR;
        if fits {
            let before = self.next();
            self.target = (a.min(b), a.max(b));
            if self.next() != before {
                self.offsets.clear();
            }
        }
        fits
    }

    /// The period of a pair that is done.
    pub fn period(&self, a: u64, b: u64) -> Option<&PairPeriod> {
        self.proved.get(&(a.min(b), a.max(b)))
    }

    /// All the pairs that a pair depends on and itself, each after those that it depends on.
    pub fn closure((a, b): (u64, u64)) -> impl Iterator<Item = (u64, u64)> {
        (1..=b).flat_map(move |j| (1..=a.min(j)).map(move |i| (i, j)))
    }

    /// The pair at work; `None` when the target is proved.
    pub fn next(&self) -> Option<(u64, u64)> {
        Self::closure(self.target).find(|pair| !self.proved.contains_key(pair))
    }

    /// Whether there is nothing left to do.
    pub fn is_over(&self) -> bool {
        self.proved.contains_key(&self.target)
    }

    /// Takes the pair at work further by at most so many columns, and goes to the next one where its period is proved.
    pub fn advance(&mut self, columns: u64) {
        let Some(pair) = self.next() else { return };
        let mut offsets = std::mem::take(&mut self.offsets);
        let goal = (offsets.len() as u64).saturating_add(columns);
        match self.follow(pair, &mut offsets, goal) {
            Some(found) => drop(self.proved.insert(pair, found)),
            None => self.offsets = offsets,
        }
    }

    /// Computes the columns of a pair up to this one, from the pairs below it; its period, if it shows by then.
    fn follow(&self, pair: (u64, u64), offsets: &mut Vec<i8>, goal: u64) -> Option<PairPeriod> {
        let line = Line::new(self.game, pair);
        let zero = [self.game.zero_line(pair.0), self.game.zero_line(pair.1)];
        let below = Below::new(&self.proved, &zero, pair);
        loop {
            let column = offsets.len() as u64 + 1;
            let turns = column.saturating_sub(below.first) / below.turn;
            if column == below.first + turns * below.turn
                && let Some(found) = line.repetition(offsets, &below, turns)
            {
                return Some(found);
            }
            if column > goal {
                return None;
            }
            let after = turns + u64::from(column >= below.first);
            let next = below.first.saturating_add(after.saturating_mul(below.turn));
            line.fill(offsets, &below, next.min(goal.saturating_add(1)));
        }
    }

    /// Whether a pair that is done, or the one at work, is what the pairs below it make of it, as far as so many
    /// columns tell.
    pub fn agrees(&self, pair: (u64, u64), columns: u64) -> bool {
        let mut anew = Vec::new();
        match (self.follow(pair, &mut anew, columns), self.proved.get(&pair)) {
            (found @ Some(_), stored) => found.as_ref() == stored,
            (None, Some(stored)) => {
                stored.from.saturating_add(stored.again) > columns
                    && anew.iter().enumerate().all(|(at, &offset)| stored.offset(at as u64 + 1) == offset)
            }
            (None, None) => anew.iter().zip(&self.offsets).all(|(anew, stored)| anew == stored),
        }
    }
}

/// The offsets of the pairs on which a pair directly depends.
struct Below<'a> {
    /// Each list, and where its period begins in it.
    lists: Vec<(&'a [i8], usize)>,
    /// The column from which on all of them are periodic.
    first: u64,
    /// Their joint period.
    turn: u64,
}

impl<'a> Below<'a> {
    fn new(proved: &'a BTreeMap<(u64, u64), PairPeriod>, zero: &'a [Vec<i8>; 2], (a, b): (u64, u64)) -> Self {
        let mut below = Self { lists: Vec::new(), first: 1, turn: 1 };
        for list in zero {
            below.lists.push((list, 0));
            below.turn = below.turn.max(list.len() as u64);
        }
        let lowered = (1..a).map(|i| (i, b)).chain((1..b).map(|j| (a.min(j), a.max(j))));
        for found in lowered.filter_map(|pair| proved.get(&pair)) {
            below.lists.push((&found.offsets, found.first_column as usize - 1));
            below.first = below.first.max(found.first_column);
            below.turn = lcm(below.turn, found.period);
        }
        below
    }
}

/// The pair at work.
struct Line {
    pair: (u64, u64),
    reach: u64,
    at_zero: u64,
}

impl Line {
    const fn new(game: PairGame, pair: (u64, u64)) -> Self {
        let (a, b) = pair;
        Self { pair, reach: game.reach(a, b), at_zero: game.with_zero(a, b) }
    }

    /// The window before the column after these: bit i tells that the value column - reach + i is negative or used.
    fn window(&self, offsets: &[i8]) -> Window {
        let column = offsets.len() as u64 + 1;
        let lowest = column.cast_signed() - self.reach.cast_signed();
        let mut window = Window([0; WORDS]);
        for negative in lowest..0 {
            window.insert(negative - lowest);
        }
        let near = (1..column).zip(offsets).skip(offsets.len().saturating_sub(2 * self.reach as usize));
        let used = near.map(|(c, &offset)| c.cast_signed() + i64::from(offset));
        for value in used.chain([self.at_zero.cast_signed()]).filter(|&value| value >= lowest) {
            window.insert(value - lowest);
        }
        window
    }

    /// Computes the columns up to before this one.
    fn fill(&self, offsets: &mut Vec<i8>, below: &Below<'_>, before: u64) {
        let mut window = self.window(offsets);
        let done = offsets.len();
        let mut places: Vec<usize> = below
            .lists
            .iter()
            .map(
                |(list, start)| {
                    if done < list.len() { done } else { start + (done - start) % (list.len() - start) }
                },
            )
            .collect();
        let words = self.reach as usize / 32 + 1;
        for _ in done as u64 + 1..before {
            let mut seen = window;
            for ((list, start), place) in below.lists.iter().zip(&mut places) {
                seen.insert(i64::from(list[*place]) + self.reach.cast_signed());
                *place = if *place + 1 == list.len() { *start } else { *place + 1 };
            }
            let free = seen.first_free(words);
            window.insert(free);
            window.shift(words);
            offsets.push((free - self.reach.cast_signed()) as i8);
        }
    }

    /// The period, if the window after so many turns is one that was there before. It is compared with that after
    /// 2^i - 1 turns, the last such number before, as Brent's method does: each window that comes back is found so,
    /// and at its first return.
    fn repetition(&self, offsets: &[i8], below: &Below<'_>, turns: u64) -> Option<PairPeriod> {
        let earlier = (1 << turns.checked_ilog2()?) - 1;
        let from = below.first + earlier * below.turn;
        if self.window(&offsets[..from as usize - 1]) != self.window(offsets) {
            return None;
        }
        let Turn { preperiod, period, .. } = Turn::of(offsets, from as usize - 1);
        Some(PairPeriod {
            a: self.pair.0,
            b: self.pair.1,
            first_column: preperiod + 1,
            period,
            from,
            again: (turns - earlier) * below.turn,
            at_zero: self.at_zero,
            offsets: offsets[..(preperiod + period) as usize].to_vec(),
        })
    }
}

/// A set of places near a column.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Window([u64; WORDS]);

impl Window {
    const fn insert(&mut self, place: i64) {
        self.0[place as usize / 64] |= 1 << (place % 64);
    }

    /// The least place that is not in the set.
    fn first_free(&self, words: usize) -> i64 {
        let full = self.0[..words].iter().take_while(|&&word| word == u64::MAX).count();
        (64 * full as u32 + self.0[full].trailing_ones()).into()
    }

    /// Every place one lower.
    fn shift(&mut self, words: usize) {
        for word in 0..words {
            let carry = self.0.get(word + 1).map_or(0, |next| next << 63);
            self.0[word] = self.0[word] >> 1 | carry;
        }
    }
}

/// The least common multiple.
const fn lcm(x: u64, y: u64) -> u64 {
    let (mut a, mut b) = (x, y);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    (x / a).saturating_mul(y)
}
