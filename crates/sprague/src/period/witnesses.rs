//! How small the parts are that witness the values of a game: the W of theory P.5.
//!
//! Every v < G(n) is the value of an option of n. The *reach* of n is the least W such that moves that leave one heap,
//! and splits with a part of at most W, are witnesses enough. It is found by going through the splits from the smallest
//! part up until no value is missing. The values of the smallest heaps and the last ones are all that is looked at.
//!
//! [`Reach`] is the greatest reach over all heaps of a stream, as segmented certificates ask for it: there each value
//! is to follow from a window of the values before it. A heap of up to twice W is no matter, since the smaller part of
//! any split is at most W.

use std::ops::ControlFlow;

use super::shape::{Moves, Shape};
use crate::nimber::Nimber;
use crate::sequence::{Sink, Space};

/// The largest W that is tried on a stream.
pub(super) const LARGEST_REACH: usize = 1 << 21;

/// The values at hand when witnesses are looked for.
#[derive(Debug)]
pub(super) struct Witnesses<'s> {
    moves: &'s Moves,
    /// The largest W that is tried.
    pub largest: usize,
    first: Vec<u32>,
    recent: Vec<u32>,
    missing: Vec<u64>,
    pub next: u64,
}

impl<'s> Witnesses<'s> {
    /// For moves that take at most so many tokens, before the first value.
    pub fn new(largest: usize, moves: &'s Moves, taken: u64) -> Self {
        let recent = vec![0; (largest + taken as usize + 1).next_power_of_two()];
        Self { moves, largest, first: Vec::new(), recent, missing: Vec::new(), next: 0 }
    }

    /// Takes the next value.
    pub fn push(&mut self, value: u32) {
        if self.first.len() <= self.largest {
            self.first.push(value);
        }
        let slot = self.next as usize & (self.recent.len() - 1);
        self.recent[slot] = value;
        self.next += 1;
    }

    /// The reach of the next heap, if this is its value: the options with the smallest parts are looked at first. The
    /// heap has more tokens than any move takes.
    pub fn needed(&mut self, value: u32) -> Option<u64> {
        let n = self.next;
        let recent = |heap: u64| self.recent[heap as usize & (self.recent.len() - 1)];
        let mut missing = Missing::below(value, &mut self.missing);
        for taken in &self.moves.singles {
            missing.remove(recent(n - taken));
        }
        if missing.is_empty() {
            return Some(0);
        }
        for (small, &small_value) in (1..).zip(self.first.get(1..)?).take(self.largest) {
            let mut legal = false;
            for &(taken, difference) in &self.moves.breaks {
                let large = (n - taken).saturating_sub(small);
                if large > 0 && (difference == 0 || large >= small.saturating_add(difference)) {
                    legal = true;
                    missing.remove(small_value ^ recent(large));
                }
            }
            if missing.is_empty() {
                return Some(small);
            }
            if !legal {
                return None;
            }
        }
        None
    }
}

/// The values that have no witness yet, a bit each.
struct Missing<'w> {
    words: &'w mut Vec<u64>,
    /// All words before this one are 0.
    open: usize,
}

impl<'w> Missing<'w> {
    fn below(value: u32, words: &'w mut Vec<u64>) -> Self {
        words.clear();
        words.resize(value as usize / 64, u64::MAX);
        words.push((1 << (value % 64)) - 1);
        Self { words, open: 0 }
    }

    fn remove(&mut self, value: u32) {
        if let Some(word) = self.words.get_mut(value as usize / 64) {
            *word &= !(1 << (value % 64));
        }
    }

    fn is_empty(&mut self) -> bool {
        while self.words.get(self.open) == Some(&0) {
            self.open += 1;
        }
        self.open == self.words.len()
    }
}

/// The reach of all heaps of a stream from heap 0 on.
#[derive(Debug)]
pub struct Reach<'s> {
    witnesses: Witnesses<'s>,
    space: Space,
    /// Below this heap the rule may be another, or more be taken than is there.
    start: u64,
    most: Option<u64>,
}

impl<'s> Reach<'s> {
    /// Before the first value, for rules that leave at most two heaps.
    pub fn new(shape: &'s Shape, space: Space) -> Option<Self> {
        let (moves, taken) = (shape.moves.as_ref()?, shape.taken?);
        let start = shape.settled.max(taken) + 1;
        let most = (start <= LARGEST_REACH as u64).then_some(start);
        Some(Self { witnesses: Witnesses::new(LARGEST_REACH, moves, taken), space, start, most })
    }

    /// How many values have come.
    pub const fn count(&self) -> u64 {
        self.witnesses.next
    }

    /// A W that is enough for all heaps so far and at least as large as the last rare one; `None` if there is none
    /// that is not too large.
    pub const fn most(&self) -> Option<u64> {
        self.most
    }

    fn take(&mut self, value: u32) -> Option<()> {
        let (n, most) = (self.witnesses.next, self.most?);
        if self.space.is_rare(n, value) {
            self.most = Some(n.max(most)).filter(|&most| most <= LARGEST_REACH as u64);
        } else if n >= self.start && n / 2 > most {
            self.most = self.witnesses.needed(value).map(|needed| needed.max(most));
        }
        self.witnesses.push(value);
        self.most.map(drop)
    }
}

impl Sink for Reach<'_> {
    fn accept(&mut self, first: u64, values: &[Nimber]) -> ControlFlow<()> {
        let skip = self.count().saturating_sub(first).min(values.len() as u64) as usize;
        for value in &values[skip..] {
            if u32::try_from(value.0).ok().and_then(|value| self.take(value)).is_none() {
                self.most = None;
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::Rule;
    use crate::sequence::{Dense, Kind};

    #[test]
    fn the_reach_is_enough_and_no_smaller_one_is() {
        for (text, mask) in [("0.77", 6), ("0.45", 1), ("0.156", 27), ("0.356", 27)] {
            let rule: Rule = text.parse().expect("a code");
            let shape = Shape::of(rule.clauses());
            let values = Dense::new(rule.clauses()).extend_to(4_000).to_vec();
            let space = Space::new(mask, Kind::Value).expect("a mask");
            let mut reach = Reach::new(&shape, space).expect("an octal game");
            let sent: Vec<Nimber> = values.iter().map(|&value| Nimber(value.into())).collect();
            assert!(reach.accept(0, &sent).is_continue());
            let most = reach.most().expect("not large");
            let last_rare = (0..).zip(&values).filter(|&(n, &v)| space.is_rare(n, v)).map(|(n, _)| n).last();
            let moves = shape.moves.as_ref().expect("two heaps");
            let enough = |reach: u64| {
                (2 * most + 2..4_000).all(|n| {
                    let value = |heap: u64| values[heap as usize];
                    let splits = moves.breaks.iter().flat_map(|&(taken, _)| {
                        (1..=reach).map(move |small| value(small) ^ value(n - taken - small))
                    });
                    let mut found: Vec<u32> =
                        moves.singles.iter().map(|taken| value(n - taken)).chain(splits).collect();
                    found.sort_unstable();
                    (0..value(n)).all(|v| found.binary_search(&v).is_ok())
                })
            };
            assert!(enough(most), "{text}: {most}");
            assert!(last_rare == Some(most) || !enough(most - 1), "{text}: {most}");
        }
    }
}
