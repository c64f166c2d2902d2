//! The exact period of a claim by theory P.5 whose values are not kept, in memory O(W).
//!
//! *The period.* With W + k values from n0 on, and those of the small heaps, every later value is determined: (b) of P.5
//! names its witnesses. So p/q, q prime, is a period too if and only if the W + k values from n0 + p/q on are those
//! from n0 on: that is (a) for p/q, and (b) holds for a whole turn. (In a space of type 1 no odd number can be: the
//! classes of common values alternate.) One pass collects these stretches.
//!
//! *The preperiod.* Two engines run over the same values, one a period ahead of the other; the last heap at which they
//! differ is the one before the preperiod.

use std::ops::ControlFlow;

use super::claim::{Claim, Period};
use super::source::Source;
use crate::nimber::Nimber;

/// How many values are compared at a time.
const CHUNK: u64 = 1 << 16;

/// The fundamental period and the exact preperiod, for moves that take at most so many tokens.
pub fn exact(source: &dyn Source, claim: &Claim, taken: u64) -> Option<Period> {
    let length = usize::try_from(claim.reach?.checked_add(taken)?.max(1)).ok()?;
    let (from, mut period) = (claim.from, claim.period);
    while let Some(shorter) = shorter(source, from, period, length) {
        period = shorter;
    }
    Some(Period { period, preperiod: preperiod(source, from, period), saltus: 0 })
}

/// p/q for the least prime q with which it is a period, too.
fn shorter(source: &dyn Source, from: u64, period: u64, length: usize) -> Option<u64> {
    let mut parts: Vec<u64> = primes(period).map(|q| period / q).collect();
    parts.sort_unstable();
    let starts = std::iter::once(from).chain(parts.iter().map(|part| from + part));
    let mut stretches: Vec<(u64, Vec<Nimber>)> = starts.map(|start| (start, Vec::new())).collect();
    let last = from + parts.last()? + length as u64;
    source.again().advance(last, &mut |first: u64, values: &[Nimber]| {
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
fn preperiod(source: &dyn Source, from: u64, period: u64) -> u64 {
    let (mut behind, mut ahead) = (source.again(), source.again());
    ahead.advance(period - 1, &mut |_: u64, _: &[Nimber]| ControlFlow::Continue(()));
    let collect = |source: &mut dyn Source, to: u64| {
        let mut values = Vec::new();
        source.advance(to, &mut |_: u64, chunk: &[Nimber]| {
            values.extend_from_slice(chunk);
            ControlFlow::Continue(())
        });
        values
    };
    let (mut next, mut preperiod) = (0, 0);
    while next < from {
        let end = from.min(next + CHUNK);
        let (these, those) = (collect(&mut *behind, end - 1), collect(&mut *ahead, end + period - 1));
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
    use crate::sequence::{Sink, Space};
    use crate::theorem::Theorem;

    /// A sequence that is written down, sent in chunks of odd lengths.
    struct Written(fn(u64) -> u64, u64);

    impl Source for Written {
        fn advance(&mut self, to: u64, sink: &mut dyn Sink) {
            while self.1 <= to {
                let (first, end) = (self.1, (to + 1).min(self.1 + 7));
                let values: Vec<Nimber> = (first..end).map(self.0).map(Nimber).collect();
                self.1 = end;
                if sink.accept(first, &values) == ControlFlow::Break(()) {
                    return;
                }
            }
        }

        fn space(&self) -> Option<Space> {
            None
        }

        fn again(&self) -> Box<dyn Source + '_> {
            Box::new(Self(self.0, 0))
        }

        fn farthest(&self, to: u64) -> u64 {
            to
        }
    }

    #[test]
    fn the_preperiod_is_exact_and_a_multiple_of_the_period_is_seen() {
        let source = Written(|n| if n < 23 { 9 } else { n % 6 }, 0);
        for (turns, from) in [(1, 23), (1, 60), (4, 30), (5, 23), (210, 24)] {
            let theorem = Theorem::SparsePeriod;
            let claim = Claim { theorem, from, period: 6 * turns, saltus: 0, used: 0, reach: Some(5) };
            let expected = Period { period: 6, preperiod: 23, saltus: 0 };
            assert_eq!(exact(&source, &claim, 1), Some(expected), "{turns} {from}");
        }
    }

    #[test]
    fn a_late_difference_is_found_across_chunks() {
        let source = Written(|n| u64::from(n == 70_000) + n % 3, 0);
        assert_eq!(preperiod(&source, 200_000, 3), 70_001);
        assert_eq!(preperiod(&source, 70_001, 3), 70_001);
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
