//! Permanence for sparse games, from half the values (theory P.5).
//!
//! **P.5** Given a sparse space (theory 4.5), a rule that takes at most k tokens and leaves at most two heaps, which
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
//! the same value, and n + p has the option v. Now let G(n) be the value of an option of n + p. It is common, so if the
//! option has two parts a <= b, exactly one of them is rare; b >= (n0+W+p)/2 > R, so it is a, and a <= R <= W. Then b -
//! p = n - i - a >= n0 is a heap of the same value, and b - p - a >= n0 + W - 2R >= D, so a, b - p is an option of n of
//! value G(n): impossible. A single heap shifts likewise. So G(n+p) = G(n), and n + p is common. QED
//!
//! In type 1 the class of an option's value counts at the heap it is an option of; p is even, so shifts keep classes.
//! The test runs over a stream and keeps the first values, the window from n0 and the last values: memory O(W). W is
//! found on the way: it starts as R and grows to the least small part that is needed, so that the end of the test
//! moves out with it.
//!
//! **The W of a stream.** Every v < G(n) is the value of an option of n. The *reach* of n is the least W such that
//! moves that leave one heap, and splits with a part of at most W, are witnesses enough. It is found by going through
//! the splits from the smallest part up until no value is missing. [`Reach`] is the greatest reach over all heaps of a
//! stream, as segmented certificates ask for it: there each value is to follow from a window of the values before it. A
//! heap of up to twice W is no matter, since the smaller part of any split is at most W.
//!
//! **The exact period** of a claim whose values are not kept, in memory O(W). With W + k values from n0 on, and those
//! of the small heaps, every later value is determined: (b) names its witnesses. So p/q, q prime, is a period too if
//! and only if the W + k values from n0 + p/q on are those from n0 on: that is (a) for p/q, and (b) holds for a whole
//! turn. (In a space of type 1 no odd number can be: the classes of common values alternate.) One pass collects these
//! stretches. For the preperiod the values are compared with those a period further on; the last heap at which they
//! differ is the one before the preperiod.

use std::ops::ControlFlow;

use sprague_kernels::SmallParts;

use super::claim::{Claim, Period};
use super::facts::{Moves, PartsRule, RuleFacts};
use super::source::Source;
use crate::nimber::Nimber;
use crate::sequence::{Collect, Kind, Sink, Space, Values};
use crate::theorem::Theorem;

/// The test of P.5 for one p, over a stream of values from heap 0 on. A rare heap beyond n0 moves n0 beyond it.
#[derive(Debug)]
pub struct SparseTest<'s> {
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

impl<'s> SparseTest<'s> {
    /// The test for n0 and p, if P.5 is for such rules.
    pub fn new(facts: &'s RuleFacts, space: Space, from: u64, period: u64) -> Option<Self> {
        Self::within(LARGEST_REACH, facts, space, from, period)
    }

    fn within(largest: usize, facts: &'s RuleFacts, space: Space, from: u64, period: u64) -> Option<Self> {
        let moves = facts.moves.as_ref().filter(|_| facts.parts != PartsRule::Other)?;
        let taken = facts.taken.filter(|&taken| taken <= LARGEST_REACH as u64)?;
        let fits = match space.kind() {
            Kind::Value => true,
            Kind::ValueAndSize(parity) => period.is_multiple_of(2) && facts.break_parity() == Some(parity),
        };
        let tame = |number: u64| (1..=1 << 60).contains(&number);
        if !fits || !tame(from) || !tame(period) || facts.settled > from || !tame(1 + facts.difference()) {
            return None;
        }
        Some(Self {
            witnesses: Witnesses::new(largest, moves, taken),
            space,
            from,
            period,
            taken,
            difference: facts.difference(),
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
            space: Some(self.space),
            classes: None,
        })
    }

    fn take(&mut self, value: u32) -> State {
        let n = self.witnesses.next;
        if self.space.is_rare(n, value) {
            self.last_rare = n;
            self.from = self.from.max(n + self.difference.max(1));
            self.window.clear();
        }
        if n >= self.from + self.period {
            let before = self.window.get((n - self.from - self.period) as usize);
            if before.is_none_or(|&before| before != value) {
                return State::Refuted;
            }
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

impl Sink for SparseTest<'_> {
    fn accept(&mut self, first: u64, values: Values<'_>) -> ControlFlow<()> {
        for value in values.within(first, (self.witnesses.next, u64::MAX)).1.iter() {
            if self.state != State::Open {
                return ControlFlow::Break(());
            }
            self.state = u32::try_from(value.0).map_or(State::Refuted, |value| self.take(value));
        }
        if self.state == State::Open { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

/// The period p from n0 (or from beyond the last rare heap, if that is later), if P.5 shows it from these values of the
/// heaps 0, 1, 2, and so on.
pub fn claim(facts: &RuleFacts, space: Space, values: &[u32], from: u64, period: u64) -> Option<Claim> {
    let mut test = SparseTest::within(values.len().min(LARGEST_REACH), facts, space, from, period)?;
    for &value in values {
        test.state = test.take(value);
        if test.state != State::Open {
            break;
        }
    }
    test.claim()
}

/// The largest W that is tried on a stream.
const LARGEST_REACH: usize = 1 << 21;

/// The values at hand when witnesses are looked for.
#[derive(Debug)]
struct Witnesses<'s> {
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
        let missing = &mut self.missing;
        missing.clear();
        missing.resize(value as usize / 64, u64::MAX);
        missing.push((1 << (value % 64)) - 1);
        for taken in &self.moves.singles {
            let single = self.recent[(n - taken) as usize & (self.recent.len() - 1)];
            if let Some(word) = missing.get_mut(single as usize / 64) {
                *word &= !(1 << (single % 64));
            }
        }
        if missing.iter().all(|&word| word == 0) {
            return Some(0);
        }
        let first = &self.first[..self.first.len().min(self.largest.saturating_add(1))];
        SmallParts { heap: n, first, recent: &self.recent, breaks: &self.moves.breaks }.least(missing)
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
    pub fn new(facts: &'s RuleFacts, space: Space) -> Option<Self> {
        let (moves, taken) = (facts.moves.as_ref()?, facts.taken?);
        let start = facts.settled.max(taken) + 1;
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
    fn accept(&mut self, first: u64, values: Values<'_>) -> ControlFlow<()> {
        for value in values.within(first, (self.count(), u64::MAX)).1.iter() {
            if u32::try_from(value.0).ok().and_then(|value| self.take(value)).is_none() {
                self.most = None;
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }
}

/// How many values are compared at a time when the preperiod is looked for.
const CHUNK: u64 = 1 << 16;

/// The fundamental period and the exact preperiod, for moves that take at most so many tokens.
pub(super) fn exact(source: &mut dyn Source, claim: &Claim, taken: u64) -> Option<Period> {
    let length = usize::try_from(claim.reach?.checked_add(taken)?.max(1)).ok()?;
    let (from, mut period) = (claim.from, claim.period);
    while let Some(shorter) = shorter(source, from, period, length) {
        period = shorter;
    }
    Some(Period::new(period, preperiod(source, from, period), 0))
}

/// p/q for the least prime q with which it is a period, too.
fn shorter(source: &mut dyn Source, from: u64, period: u64, length: usize) -> Option<u64> {
    let mut parts: Vec<u64> = primes(period).map(|q| period / q).collect();
    parts.sort_unstable();
    let starts = std::iter::once(from).chain(parts.iter().map(|part| from + part));
    let mut stretches: Vec<(u64, Vec<Nimber>)> = starts.map(|start| (start, Vec::new())).collect();
    let last = from + parts.last()? + length as u64;
    source.send(0, last, &mut |first: u64, values: &[Nimber]| {
        for (start, stretch) in &mut stretches {
            let next = *start + stretch.len() as u64;
            let known = next.checked_sub(first).and_then(|skip| values.get(usize::try_from(skip).ok()?..));
            stretch.extend(known.unwrap_or_default().iter().take(length - stretch.len()));
        }
        ControlFlow::Continue(())
    });
    let (_, first) = &stretches[0];
    let whole = first.len() == length;
    let again = stretches[1..].iter().rposition(|(_, stretch)| whole && stretch == first)?;
    Some(parts[again])
}

/// The least heap from which on the period holds, given that it does from `from` on.
fn preperiod(source: &mut dyn Source, from: u64, period: u64) -> u64 {
    let mut collect = |from: u64, to: u64| {
        let mut values = Collect::from(from);
        source.send(from, to, &mut values);
        values.into_values()
    };
    let (mut next, mut preperiod) = (0, 0);
    while next < from {
        let end = from.min(next + CHUNK);
        let (these, those) = (collect(next, end - 1), collect(next + period, end + period - 1));
        if let Some(last) = these.iter().zip(&those).rposition(|(a, b)| a != b) {
            preperiod = next + last as u64 + 1;
        }
        next = end;
    }
    preperiod
}

/// The primes that divide a number, ascending.
pub fn primes(mut number: u64) -> impl Iterator<Item = u64> {
    let mut q = 2;
    std::iter::from_fn(move || {
        while number > 1 {
            if q > number / q {
                q = number;
            }
            if number.is_multiple_of(q) {
                while number.is_multiple_of(q) {
                    number /= q;
                }
                return Some(q);
            }
            q += 1;
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::Rule;
    use crate::sequence::Dense;

    #[test]
    fn the_reach_is_enough_and_no_smaller_one_is() {
        for (text, mask) in [("0.77", 6), ("0.45", 1), ("0.156", 27), ("0.356", 27)] {
            let rule: Rule = text.parse().expect("a code");
            let facts = RuleFacts::of(rule.clauses());
            let values = Dense::new(rule.clauses()).extend_to(4_000).to_vec();
            let space = Space::new(mask, Kind::Value).expect("a mask");
            let mut reach = Reach::new(&facts, space).expect("an octal game");
            let sent: Vec<Nimber> = values.iter().map(|&value| Nimber(value.into())).collect();
            assert!(reach.accept(0, (&sent).into()).is_continue());
            let most = reach.most().expect("not large");
            let last_rare = (0..).zip(&values).filter(|&(n, &v)| space.is_rare(n, v)).map(|(n, _)| n).last();
            let moves = facts.moves.as_ref().expect("two heaps");
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

    /// A sequence that is written down, sent in chunks of odd lengths.
    struct Written(fn(u64) -> u64);

    impl Source for Written {
        fn send(&mut self, mut from: u64, to: u64, sink: &mut dyn Sink) {
            while from <= to {
                let end = (to + 1).min(from + 7);
                let values: Vec<Nimber> = (from..end).map(self.0).map(Nimber).collect();
                if sink.accept(from, (&values).into()) == ControlFlow::Break(()) {
                    return;
                }
                from = end;
            }
        }

        fn space(&self) -> Option<Space> {
            None
        }
    }

    #[test]
    fn the_preperiod_is_exact_and_a_multiple_of_the_period_is_seen() {
        let mut source = Written(|n| if n < 23 { 9 } else { n % 6 });
        for (turns, from) in [(1, 23), (1, 60), (4, 30), (5, 23), (210, 24)] {
            let theorem = Theorem::SparsePeriod;
            let claim = Claim {
                theorem,
                from,
                period: 6 * turns,
                saltus: 0,
                used: 0,
                reach: Some(5),
                space: None,
                classes: None,
            };
            let expected = Period::new(6, 23, 0);
            assert_eq!(exact(&mut source, &claim, 1), Some(expected), "{turns} {from}");
        }
    }

    #[test]
    fn a_late_difference_is_found_across_chunks() {
        let mut source = Written(|n| u64::from(n == 70_000) + n % 3);
        assert_eq!(preperiod(&mut source, 200_000, 3), 70_001);
        assert_eq!(preperiod(&mut source, 70_001, 3), 70_001);
    }

    #[test]
    fn all_primes_ascending() {
        for number in 1..500_u64 {
            let prime = |q: &u64| (2..*q).all(|d| !q.is_multiple_of(d));
            let all: Vec<u64> = (2..=number).filter(|q| number.is_multiple_of(*q)).filter(prime).collect();
            assert_eq!(primes(number).collect::<Vec<_>>(), all, "{number}");
        }
    }
}
