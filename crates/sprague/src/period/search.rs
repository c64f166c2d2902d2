//! The search for a period over a stream of values, with the theorems that look at all of them.
//!
//! The search is a sink. It keeps the values as long as they are few, and at lengths that grow by a sixteenth it asks
//! for candidates and puts them to the theorems (theory P.1 to P.4, P.7, P.8). A candidate that holds so far but whose
//! window is not yet full names the length at which it is full, so the search ends with the first value that proves
//! something. For sparse games a watch looks for candidates of theory P.5 without keeping values.
//!
//! What no theorem shows can still be seen: a stretch of at least three turns and a quarter of all values.

use std::ops::ControlFlow;

use super::candidates::{Candidate, candidates};
use super::claim::{Claim, Period};
use super::shape::Shape;
use super::t7;
use super::watch::{Repetition, Watch};
use super::window::Window;
use crate::nimber::Nimber;
use crate::sequence::Sink;

/// The most values that are kept unless told; the theorems which look at all values are tried on no more.
pub const MOST_KEPT: u64 = 1 << 22;
/// The length at which the first look is taken.
const FIRST_LOOK: u64 = 16;

/// Looks for a period of the rule whose values it is sent.
#[derive(Clone, Debug)]
pub struct Search {
    shape: Shape,
    values: Vec<u32>,
    most_kept: u64,
    /// How many values have come.
    count: u64,
    watch: Watch,
    seen_again: Option<Repetition>,
}

/// What a look at the values gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// A theorem has shown a period.
    Shown(Claim, Period),
    /// Nothing yet; the next look is worth while with this many values.
    Next(u64),
}

impl Search {
    /// A search for the period of a rule of this shape, before its first value, that keeps so many values at most.
    pub fn keeping(most_kept: u64, shape: Shape) -> Self {
        Self { shape, values: Vec::new(), most_kept, count: 0, watch: Watch::default(), seen_again: None }
    }

    /// The facts of the rule.
    pub const fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The values, from heap 0 on, or none if they are too many.
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// How many values have come.
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// What has come back, or gone on coming back, since this was last asked.
    pub const fn seen_again(&mut self) -> Option<Repetition> {
        self.seen_again.take()
    }

    /// Puts the candidates to the theorems.
    pub fn look(&self) -> Look {
        let count = self.count;
        let later = count.saturating_add((count / 16).max(4)).max(FIRST_LOOK);
        if count < FIRST_LOOK || self.values.len() as u64 != count {
            return Look::Next(later);
        }
        let soonest = count + (count / 64).max(1);
        let mut next = later;
        for candidate in candidates(&self.values) {
            let Candidate { period, from, saltus } = candidate;
            if let Some(claim) = self.all_but(candidate)
                && let Some(exact) = claim.exact(&self.values)
            {
                return Look::Shown(claim, exact);
            }
            let from = from.max(1).max(self.shape.settled);
            if saltus != 0 {
                continue;
            }
            let Some(window) = Window::shortest(&self.shape, from, period) else { continue };
            if window.needs() > count {
                let held = count - period - from.min(count - period) >= period;
                next = next.min(if held { window.needs() } else { window.needs().max(soonest) });
            } else if let Some(claim) = window.claim(&self.values)
                && let Some(exact) = claim.exact(&self.values)
            {
                return Look::Shown(claim, exact);
            }
        }
        Look::Next(next)
    }

    /// T7 at the least heap at which it shows the candidate; once states are equal they remain so.
    fn all_but(&self, Candidate { period, from, saltus }: Candidate) -> Option<Claim> {
        let forbidden = self.shape.all_but.filter(|_| saltus > 0)?;
        let mut low = from.max(forbidden);
        let mut high = self.count.checked_sub(period)?;
        if low > high || self.count - from < period.saturating_mul(3).max(16) {
            return None;
        }
        let mut found = t7::claim(&self.shape, &self.values, high, period)?;
        while low < high {
            let middle = low + (high - low) / 2;
            match t7::claim(&self.shape, &self.values, middle, period) {
                Some(claim) => (found, high) = (claim, middle),
                None => low = middle + 1,
            }
        }
        Some(found)
    }

    /// The shortest period that at least three turns and a quarter of all values have followed to the end; none when
    /// the values are no longer kept.
    pub fn observed(&self) -> Option<Period> {
        let count = self.count;
        if self.values.len() as u64 != count {
            return None;
        }
        let lasting = |candidate: &Candidate| {
            let stretch = count - candidate.from;
            stretch >= candidate.period.saturating_mul(3) && stretch >= (count / 4).max(16)
        };
        candidates(&self.values).filter(lasting).find_map(|Candidate { period, from, saltus }| {
            let saltus = u64::try_from(saltus).ok()?;
            Some(Period { period, preperiod: from, saltus })
        })
    }
}

impl Sink for Search {
    fn accept(&mut self, first: u64, values: &[Nimber]) -> ControlFlow<()> {
        let skip = self.count.saturating_sub(first).min(values.len() as u64) as usize;
        for value in &values[skip..] {
            let kept = u32::try_from(value.0).ok().filter(|_| self.count < self.most_kept);
            if self.values.len() as u64 == self.count {
                match kept {
                    Some(value) => self.values.push(value),
                    None => self.values = Vec::new(),
                }
            }
            self.count += 1;
            if self.shape.moves.is_some()
                && let Some(repetition) = self.watch.take(value.0)
            {
                self.seen_again = Some(repetition);
            }
        }
        ControlFlow::Continue(())
    }
}
