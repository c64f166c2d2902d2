//! The moves of a position that reach a given value (theory 1.8).
//!
//! Where a theorem lists them they come by arithmetic. Otherwise positions with a moderate number of options are tried
//! option by option. Heaps and rectangles have ways of their own. Beyond this size, and without a theorem, no moves are
//! listed.
//!
//! A move is as long as the position, so a position of n parts can have n moves of n parts: all of them are counted,
//! and only as many are made as the answer may hold.

use std::collections::HashSet;

use super::{Game, Known};
use crate::limits::{Limits, STEPS_PER_OPTION, TooLarge};
use crate::nimber::Nimber;

/// Positions with more options than this are answered by theorems only.
pub const MOST_TRIED: f64 = 100_000.0;
/// The most options of all terms of a question that are tried.
pub const MOST_TRIED_IN_ALL: f64 = 2_000_000.0;

/// Options that were found: the first of them, and how many there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted<P> {
    /// As many of them as were wanted.
    pub options: Vec<P>,
    /// How many there are in all.
    pub total: u64,
    /// The most that are wanted.
    most: usize,
}

impl<P> Counted<P> {
    /// None so far; of those to come at most `most` are kept.
    pub const fn first(most: usize) -> Self {
        Self { options: Vec::new(), total: 0, most }
    }

    /// Counts one more option, and makes it if it is to be kept: an option may be as long as the position.
    pub fn add(&mut self, make: impl FnOnce() -> P) {
        if self.options.len() < self.most {
            self.options.push(make());
        }
        self.total += 1;
    }
}

/// These and no others.
impl<P> From<Vec<P>> for Found<P> {
    fn from(moves: Vec<P>) -> Self {
        Self { total: Some(moves.len() as u64), moves }
    }
}

/// The moves found in one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<P> {
    /// Options with the wanted value, without repetition; no more than were wanted.
    pub moves: Vec<P>,
    /// How many there are in all, where that is known.
    pub total: Option<u64>,
}

impl<P> Found<P> {
    /// The same moves, each changed.
    pub fn map<Q>(self, change: impl FnMut(P) -> Q) -> Found<Q> {
        Found { moves: self.moves.into_iter().map(change).collect(), total: self.total }
    }
}

impl<P> Default for Found<P> {
    fn default() -> Self {
        Self { moves: Vec::new(), total: None }
    }
}

impl<P> From<Counted<P>> for Found<P> {
    fn from(counted: Counted<P>) -> Self {
        Self { moves: counted.options, total: Some(counted.total) }
    }
}

/// What listing moves may cost.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// The most moves that are made; others are counted.
    pub moves: usize,
    /// The most options that are tried.
    pub tries: f64,
}

impl Room {
    /// Whether so many options may still be tried; if so they are counted.
    pub(crate) fn admit(&mut self, breadth: f64, limits: &Limits) -> Result<bool, TooLarge> {
        if breadth > self.tries {
            return Ok(false);
        }
        self.tries -= breadth;
        match limits.spend((breadth as u64).saturating_mul(STEPS_PER_OPTION)) {
            Err(TooLarge::Stopped) => Err(TooLarge::Stopped),
            spent => Ok(spent.is_ok()),
        }
    }
}

/// About how many bytes a position takes in memory.
pub(crate) fn bytes<G: Game>(game: &G, position: &G::Position) -> f64 {
    const OWN: f64 = 160.0;
    OWN + 8.0 * game.words(position)
}

/// The bytes that listed options may take: a share of what the positions take that may be held, and at least enough
/// for as many short options as are ever tried.
pub fn listable_bytes(positions: u64) -> f64 {
    const BYTES_PER_POSITION: f64 = 16.0;
    const ENOUGH: f64 = 67_108_864.0;
    (BYTES_PER_POSITION * positions as f64).max(ENOUGH)
}

/// Whether the options of a position can be listed: they are few, and short enough to be held.
pub(crate) fn is_listable<G: Game>(game: &G, position: &G::Position, limits: &Limits) -> bool {
    let breadth = game.breadth(position);
    breadth <= MOST_TRIED && breadth * bytes(game, position) <= listable_bytes(limits.positions)
}

/// The positions without repetition up to the order of parts.
pub(crate) fn distinct<G: Game>(game: &G, positions: Vec<G::Position>) -> Vec<G::Position> {
    let mut seen = HashSet::new();
    positions.into_iter().filter(|position| seen.insert(game.identity(position))).collect()
}

/// The options with this value: by theorem, or each option in turn where they are few; `None` where they are too many.
pub(crate) fn by_theorem_or_trial<G: Game>(
    game: &G,
    position: &G::Position,
    value: Nimber,
    room: &mut Room,
    known: &mut Known,
) -> Result<Option<Found<G::Position>>, TooLarge> {
    let by_theorem = game.moves_by_theorem(position, value, room.moves);
    if by_theorem.as_ref().is_some_and(|found| found.total.is_some()) {
        return Ok(by_theorem);
    }
    let limits = known.limits();
    if !is_listable(game, position, limits) || !room.admit(game.breadth(position), limits)? {
        return Ok(by_theorem);
    }
    // a table that covers the position covers its options too
    known.value(game, position)?;
    let mut found = Counted::first(room.moves);
    let options = distinct(game, game.options(position));
    if let Some(failure) = game.failure(position) {
        return Err(failure);
    }
    for option in options {
        if known.value(game, &option)? == Some(value) {
            found.add(|| option);
        }
    }
    Ok(Some(found.into()))
}
