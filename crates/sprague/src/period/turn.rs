//! The exact preperiod of a period that is proved already, by a second pass over the stream.
//!
//! The values of one turn are kept, so each new value can be compared with the one a turn before: the last that differs
//! is the one before the preperiod. The last turn, as a cycle, tells the least period: a divisor by which it can be
//! rotated without change. Memory: four bytes for each heap of a turn.

use std::ops::ControlFlow;

use super::claim::{Claim, divisors};
use crate::nimber::Nimber;
use crate::sequence::Sink;

/// The longest turn that is kept.
pub const LONGEST: u64 = 1 << 28;

/// Compares each value with the one a turn before.
#[derive(Debug)]
pub struct Turn {
    from: u64,
    cycle: Vec<u32>,
    next: u64,
    preperiod: u64,
}

impl Turn {
    /// For a claim without saltus, if its period is not too long to keep.
    pub fn new(claim: &Claim) -> Option<Self> {
        let fits = claim.saltus == 0 && claim.period <= LONGEST;
        fits.then(|| Self { from: claim.from, cycle: vec![0; claim.period as usize], next: 0, preperiod: 0 })
    }

    /// How many values it takes.
    pub const fn needs(&self) -> u64 {
        self.from.saturating_add(self.cycle.len() as u64)
    }

    /// The least period, and the least heap from which on the period of the claim holds, once the values were seen.
    pub fn finish(&self) -> Option<(u64, u64)> {
        let cycle = &self.cycle;
        let turns =
            |d: usize| cycle[d..] == cycle[..cycle.len() - d] && cycle[..d] == cycle[cycle.len() - d..];
        let period = divisors(cycle.len() as u64).into_iter().find(|&d| turns(d as usize))?;
        (self.next >= self.needs() && self.preperiod <= self.from).then_some((period, self.preperiod))
    }

    fn take(&mut self, value: Nimber) {
        let n = self.next;
        let period = self.cycle.len() as u64;
        let kept = &mut self.cycle[(n % period) as usize];
        let value = u32::try_from(value.0);
        if n >= period && value != Ok(*kept) {
            self.preperiod = n - period + 1;
        }
        *kept = value.unwrap_or(u32::MAX);
        self.next += 1;
    }
}

impl Sink for Turn {
    fn accept(&mut self, first: u64, values: &[Nimber]) -> ControlFlow<()> {
        let skip = self.next.saturating_sub(first).min(values.len() as u64) as usize;
        for value in &values[skip..] {
            self.take(*value);
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theorem::Theorem;

    #[test]
    fn the_preperiod_is_exact_and_a_multiple_of_the_period_is_seen() {
        let values: Vec<Nimber> = (0..200).map(|n| Nimber(if n < 23 { 9 } else { n % 6 })).collect();
        for (turns, from) in [(1, 23), (1, 60), (4, 30), (5, 23)] {
            let claim = Claim {
                theorem: Theorem::SparsePeriod,
                from,
                period: 6 * turns,
                saltus: 0,
                used: 0,
                reach: None,
            };
            let mut turn = Turn::new(&claim).expect("short");
            let _ = turn.accept(0, &values[..turn.needs() as usize]);
            assert_eq!(turn.finish(), Some((6, 23)));
        }
    }
}
