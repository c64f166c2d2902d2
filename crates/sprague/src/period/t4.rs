//! Permanence for sparse games, from half the values (theory P.5).
//!
//! **T4** Given a sparse space (theory 4.5), a rule that takes at most k tokens and leaves at most two heaps, which
//! must differ by at most D, and R such that all rare heaps are at most R. Let n0 > R, n0 >= R + D, n0 >= 1, p >= 1 (p
//! even in a space of type 1) and W >= R, and let the rule be the same from n0 on. If
//!
//! - (a) G(n+p) = G(n) for n0 <= n < n0 + W + k, and every heap above R and below n0 + W + k + p is common,
//! - (b) for each n0 + W + k <= n < n0 + W + k + p, every v < G(n) is the value of a move that leaves one heap, or of
//!   parts a, b with 1 <= a <= W, where a <= b if the parts must differ,
//!
//! then G(n+p) = G(n) for all n >= n0.
//!
//! *Proof.* Induct on n >= n0 + W + k. By (b), shifted by multiples of p, each v < G(n) is the value of an option of n
//! with one heap or with a small part a <= W; the other part is at least n - k - W >= n0, so made larger by p it has
//! the same value, and n + p has the option v. Now let G(n) be the value of an option of n + p. It is common, so if
//! the option has two parts a <= b, exactly one of them is rare; b >= (n0+W+p)/2 > R, so it is a, and a <= R <= W. Then
//! b - p = n - i - a >= n0 is a heap of the same value, and b - p - a >= n0 + W - 2R >= D, so a, b - p is an option of n
//! of value G(n): impossible. A single heap shifts likewise. So G(n+p) = G(n), and n + p is common. QED
//!
//! In type 1 the class of an option's value counts at the heap it is an option of; p is even, so shifts keep classes.
//! The test runs over a stream and keeps the first values, the window from n0 and the last values: memory O(W). W is
//! found on the way: it starts as R and grows to the least small part that is needed, so that the end of the test
//! moves out with it.

use std::ops::ControlFlow;

use super::claim::Claim;
use super::shape::{Parts, Shape};
use super::witnesses::{LARGEST_REACH, Witnesses};
use crate::nimber::Nimber;
use crate::sequence::{Kind, Sink, Space};
use crate::theorem::Theorem;

/// The test of T4 for one p, over a stream of values from heap 0 on. A rare heap beyond n0 moves n0 beyond it.
#[derive(Debug)]
pub struct Test<'s> {
    witnesses: Witnesses<'s>,
    space: Space,
    from: u64,
    period: u64,
    taken: u64,
    difference: u64,
    window: Vec<u32>,
    last_rare: u64,
    reach: u64,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Open,
    Refuted,
    Shown,
}

impl<'s> Test<'s> {
    /// The test for n0 and p, if T4 is for such rules.
    pub fn new(shape: &'s Shape, space: Space, from: u64, period: u64) -> Option<Self> {
        Self::within(LARGEST_REACH, shape, space, from, period)
    }

    fn within(largest: usize, shape: &'s Shape, space: Space, from: u64, period: u64) -> Option<Self> {
        let moves = shape.moves.as_ref().filter(|_| shape.parts != Parts::Other)?;
        let taken = shape.taken.filter(|&taken| taken <= LARGEST_REACH as u64)?;
        let fits = match space.kind() {
            Kind::Value => true,
            Kind::ValueAndSize(parity) => period.is_multiple_of(2) && shape.break_parity() == Some(parity),
        };
        let tame = |number: u64| (1..=1 << 60).contains(&number);
        if !fits || !tame(from) || !tame(period) || shape.settled > from || !tame(1 + shape.difference()) {
            return None;
        }
        Some(Self {
            witnesses: Witnesses::new(largest, moves, taken),
            space,
            from,
            period,
            taken,
            difference: shape.difference(),
            window: Vec::new(),
            last_rare: 0,
            reach: 0,
            state: State::Open,
        })
    }

    /// How many values are needed, as far as is known: those of the heaps below this number.
    pub const fn needs(&self) -> u64 {
        let reach = if self.reach > self.last_rare { self.reach } else { self.last_rare };
        self.from + reach + self.taken + self.period
    }

    /// The claim, once the values have shown it.
    pub fn claim(&self) -> Option<Claim> {
        (self.state == State::Shown).then(|| Claim {
            theorem: Theorem::SparsePeriod,
            from: self.from,
            period: self.period,
            saltus: 0,
            used: self.needs(),
            reach: Some(self.reach.max(self.last_rare)),
        })
    }

    fn take(&mut self, value: u32) -> State {
        let n = self.witnesses.next;
        if self.space.is_rare(n, value) {
            self.last_rare = n;
            self.from = self.from.max(n + self.difference.max(1));
            self.window.clear();
        }
        if n >= self.from + self.period
            && self.window.get((n - self.from - self.period) as usize) != Some(&value)
        {
            return State::Refuted;
        }
        if n >= self.from + self.last_rare + self.taken {
            match self.witnesses.needed(value) {
                Some(needed) => self.reach = self.reach.max(needed),
                None => return State::Refuted,
            }
        }
        self.witnesses.push(value);
        if n >= self.from && self.window.len() < self.witnesses.largest + self.taken as usize {
            self.window.push(value);
        }
        if n >= self.from && self.witnesses.next >= self.needs() { State::Shown } else { State::Open }
    }
}

impl Sink for Test<'_> {
    fn accept(&mut self, first: u64, values: &[Nimber]) -> ControlFlow<()> {
        let skip = self.witnesses.next.saturating_sub(first).min(values.len() as u64) as usize;
        for value in &values[skip..] {
            if self.state != State::Open {
                return ControlFlow::Break(());
            }
            self.state = u32::try_from(value.0).map_or(State::Refuted, |value| self.take(value));
        }
        if self.state == State::Open { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

/// The period p from n0 (or from beyond the last rare heap, if that is later), if T4 shows it from these values of the
/// heaps 0, 1, 2, and so on.
pub fn claim(shape: &Shape, space: Space, values: &[u32], from: u64, period: u64) -> Option<Claim> {
    let mut test = Test::within(values.len().min(LARGEST_REACH), shape, space, from, period)?;
    for &value in values {
        test.state = test.take(value);
        if test.state != State::Open {
            break;
        }
    }
    test.claim()
}
