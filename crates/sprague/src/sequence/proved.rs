//! The values of heaps of any size, from a period that is proved.
//!
//! Once G(n + p) = G(n) + s is proved for all n >= n0, the values of the heaps below n0 + p are all there is to know: a
//! larger heap n has the value of n0 + (n - n0) mod p, and s for each turn between. Every value costs one look into a
//! table of four bytes a heap. Nothing that is only observed comes here: where no theorem applies there is no such
//! table.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::ControlFlow;

use super::ground::Ground;
use super::period::{Finding, Period, PeriodReport, Source};
use crate::limits::MOST_HELD;
use crate::nimber::Nimber;
use crate::notation::LARGEST;
use crate::theorem::Theorem;
use crate::working::{Combine, Working, WorkingRow};

/// The value of a heap by a period: that of the heap before the second turn with the same remainder, and what the turns
/// between have gained.
pub(crate) fn by_period(
    method: impl std::fmt::Display,
    heap: u64,
    (preperiod, period): (u64, u64),
    value: u64,
    gained: u64,
) -> Working {
    let first = preperiod + (heap - preperiod) % period;
    let mut rows = vec![
        WorkingRow::new("n", heap).out_of([heap]),
        WorkingRow::new("period p", period),
        WorkingRow::new("from heap n0", preperiod),
        WorkingRow::new("r", first).because(format!("n − r is {} periods", (heap - first) / period)),
        WorkingRow::new("G(r)", value).out_of([first]),
    ];
    let mut sentence = format!("{heap} ≡ {first} modulo {period} and {first} ≥ {preperiod}");
    if gained > 0 {
        rows.push(WorkingRow::new("gained in the turns between", gained));
        rows.push(WorkingRow::new("G(n)", value + gained).out_of([heap]));
        let _ = write!(sentence, ", so G({heap}) = G({first}) + {gained} = {}", value + gained);
    } else {
        let _ = write!(sentence, ", so G({heap}) = G({first}) = {value}");
    }
    Working::of_value(method, Combine::Last, rows).because(sentence)
}

/// No period was proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no period was proved from the values of the heaps up to {to}")]
pub struct Unproved {
    /// The last heap that was looked at.
    pub to: u64,
}

/// The values of all heaps of a game, and the theorem that gives them.
#[derive(Clone, Debug)]
pub struct ProvedPeriod {
    /// The values of the heaps before the second turn: preperiod + period of them.
    values: Vec<u32>,
    period: Period,
    theorem: Theorem,
}

impl ProvedPeriod {
    /// What a search has shown, with the values before the second turn.
    pub fn new(report: &PeriodReport, source: &mut dyn Source) -> Result<Self, Unproved> {
        let unproved = Unproved { to: report.computed_to };
        let Finding::Proved(period, claim) = report.finding.clone() else { return Err(unproved) };
        let reach = period.preperiod.checked_add(period.period).filter(|&reach| reach <= MOST_HELD);
        let reach = reach.ok_or(unproved)?;
        let mut values: Vec<u32> = Vec::new();
        source.send(0, reach - 1, &mut |_: u64, chunk: &[Nimber]| {
            values.extend(chunk.iter().map(|value| value.0 as u32));
            ControlFlow::Continue(())
        });
        let most = values.iter().max().copied().unwrap_or(0);
        let turns = (LARGEST - period.preperiod.min(LARGEST)) / period.period;
        let held =
            turns.checked_mul(period.saltus).and_then(|gained| gained.checked_add(most.into())).is_some();
        // fewer where the question was stopped on the way
        if held && values.len() as u64 == reach {
            Ok(Self { values, period, theorem: claim.theorem })
        } else {
            Err(unproved)
        }
    }

    /// The value of a heap.
    pub fn value(&self, heap: u64) -> Nimber {
        let Period { period, preperiod, .. } = self.period;
        if let Some(&value) = usize::try_from(heap).ok().and_then(|heap| self.values.get(heap)) {
            return Nimber(value.into());
        }
        let (turns, place) = ((heap - preperiod) / period, (heap - preperiod) % period);
        // exact: `new` has looked at the largest heap
        let gained = turns.saturating_mul(self.period.saltus_of(heap));
        Nimber(gained.saturating_add(self.values[(preperiod + place) as usize].into()))
    }

    /// What the value of a heap rests on: below the second turn it was computed.
    pub fn ground(&self, heap: u64) -> Ground {
        if heap < self.reach() {
            return Ground::Sequence { to: heap };
        }
        Ground::Period { period: self.period.clone(), theorem: self.theorem }
    }

    /// How the value of a heap follows from that of a smaller one; `None` below the second turn.
    pub(crate) fn working(&self, heap: u64) -> Option<Working> {
        let Period { period, preperiod, .. } = self.period;
        let first = heap.checked_sub(preperiod)? % period + preperiod;
        let gained = self.value(heap).0 - self.value(first).0;
        let ground = self.ground(heap);
        (heap >= self.reach())
            .then(|| by_period(ground, heap, (preperiod, period), self.value(first).0, gained))
    }

    /// The period with its exact beginning.
    pub const fn period(&self) -> &Period {
        &self.period
    }

    /// The theorem that proves it.
    pub const fn theorem(&self) -> Theorem {
        self.theorem
    }

    /// Preperiod + period: the least heap whose value follows from that of a smaller one.
    pub fn reach(&self) -> u64 {
        self.values.len() as u64
    }

    /// The exceptional heaps: those before the preperiod whose values the period, continued backwards, would not give.
    pub fn exceptions(&self) -> Vec<u64> {
        let Period { period, preperiod, .. } = self.period;
        let differs = |&heap: &u64| {
            let turns = (preperiod - heap).div_ceil(period);
            let gained = turns.checked_mul(self.period.saltus_of(heap));
            let later = self.value(heap + turns * period).0;
            gained.and_then(|gained| later.checked_sub(gained)) != Some(self.value(heap).0)
        };
        (0..preperiod).filter(differs).collect()
    }

    /// How many heaps of each turn have a value, ascending by value: divided by the period, the exact density of the
    /// value. `None` where the values grow with each turn.
    pub fn densities(&self) -> Option<Vec<(Nimber, u64)>> {
        if self.period.saltus > 0 {
            return None;
        }
        let mut counts = BTreeMap::new();
        for &value in &self.values[self.period.preperiod as usize..] {
            *counts.entry(Nimber(value.into())).or_default() += 1;
        }
        Some(counts.into_iter().collect())
    }

    /// All heaps of a value, ascending, in a game whose values grow with each turn; `None` where they do not.
    pub fn heaps_of_value(&self, value: Nimber) -> Option<Vec<u64>> {
        let Period { period, preperiod, saltus, ref constant } = self.period;
        if saltus == 0 || !constant.is_empty() {
            return None;
        }
        let mut heaps = Vec::new();
        for (heap, &first) in (0..).zip(&self.values) {
            let Some(more) = value.0.checked_sub(first.into()) else { continue };
            if !more.is_multiple_of(saltus) || (heap < preperiod && more > 0) {
                continue;
            }
            heaps.extend((more / saltus).checked_mul(period).and_then(|turns| turns.checked_add(heap)));
        }
        heaps.sort_unstable();
        Some(heaps)
    }
}
