//! The search for a period over a stream of values, with the theorems that look at all of them.
//!
//! The search is a sink. It keeps the values as long as they are few, and at lengths that grow by a sixteenth (by a
//! quarter and more where a look at all of them would cost a good part of what the values cost) it asks for candidates
//! and puts them to the theorems (theory P.1 to P.4, P.7, P.8, P.10). A candidate that holds so far but whose window is
//! not yet full names the length at which it is full, so the search ends with the first value that proves something.
//! For sparse games a watch looks for candidates of theory P.5 without keeping values.
//!
//! Theory P.11 needs fewer values and more work. It is asked about the candidates that an eighth of the values follow,
//! with up to four turns as one, when the values have grown by an eighth since it was last asked or another theorem has
//! shown the period; of two proofs the one with fewer values is told.
//!
//! What no theorem shows can still be seen, but many a pattern breaks after it was seen for long: 0.f6 follows one with
//! period 43 and saltus 32 from heap 604 on, up to heap 1928. So a pattern is told only if the values go eight times as
//! far as the end of its first turn.
//!
//! Candidates are what the last values suggest, all at once: for each p the longest stretch at the end is found on
//! which G(n+p) - G(n) is constant, by a Z-function of the reversed differences G(n+1) - G(n), in linear time. The
//! constant is the saltus.

use std::ops::ControlFlow;

use super::all_but;
use super::claim::{Claim, ClassWindow, Period};
use super::classes;
use super::facts::RuleFacts;
use super::watch::{Repetition, Watch};
use super::windows::Window;
use crate::sequence::{Sink, Values};
use crate::theorem::Theorem;

/// The most values that are kept unless told; the theorems which look at all values are tried on no more.
pub const MOST_KEPT: u64 = 1 << 22;
/// The length at which the first look is taken.
const FIRST_LOOK: u64 = 16;
/// The lengths from which on looks are seldom, and very seldom where there is a watch and values are cheap.
const MANY: u64 = 1 << 16;
const VERY_MANY: u64 = 1 << 18;

/// How many candidates theory P.11 is asked about at a time.
const MOST_LIKELY: usize = 3;
/// The most turns that are tried as one.
const MOST_TURNS: u64 = 4;
/// The most steps that one pattern may take by theory P.11.
const MOST_WORK: f64 = 2e9;
/// The same for rules for which there are other theorems.
const MOST_WORK_BESIDE: f64 = 2e8;
/// The longest period of a split pattern that is looked for.
const LONGEST_SPLIT: usize = 1 << 12;

/// Whether a pattern is one that a longer computation would hardly change.
pub const fn is_plain(found: &Period, count: u64) -> bool {
    const ENOUGH: u64 = 1 << 12;
    count >= ENOUGH && found.preperiod + found.period <= count / 16
}

/// Looks for a period of the rule whose values it is sent.
#[derive(Clone, Debug)]
pub struct Search {
    facts: RuleFacts,
    values: Vec<u32>,
    most_kept: u64,
    /// How many values have come.
    count: u64,
    watch: Watch,
    seen_again: Option<Repetition>,
    /// With so many values theory P.11 is asked again.
    next_try: u64,
}

/// What a look at the values gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Look {
    /// A theorem has shown a period.
    Shown(Claim, Period),
    /// Nothing yet.
    Nothing {
        /// The next look is worth while with this many values.
        next: u64,
        /// The shortest period that the values have followed for long to the end; none when the values are no longer
        /// kept.
        observed: Option<Period>,
    },
}

impl Search {
    /// A search for the period of a rule of these facts, before its first value, that keeps so many values at most.
    pub fn keeping(most_kept: u64, facts: RuleFacts) -> Self {
        Self {
            facts,
            values: Vec::new(),
            most_kept,
            count: 0,
            watch: Watch::default(),
            seen_again: None,
            next_try: 0,
        }
    }

    /// The facts of the rule.
    pub const fn facts(&self) -> &RuleFacts {
        &self.facts
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

    /// Puts the candidates to the theorems; all of them if these are the last values.
    pub fn look(&mut self, is_last: bool) -> Look {
        let count = self.count;
        let pause = match count {
            ..MANY => count / 16,
            VERY_MANY.. if self.facts.moves.is_some() => count,
            _ => count / 4,
        };
        let later = count.saturating_add(pause.max(4)).max(FIRST_LOOK);
        if count < FIRST_LOOK || self.values.len() as u64 != count {
            return Look::Nothing { next: later, observed: None };
        }
        let soonest = count + (count / 64).max(1);
        let mut next = later;
        let mut shown: Option<Claim> = None;
        let mut likely = Vec::new();
        // windows of moves that leave two heaps are twice as long as what comes before them, or longer
        let splits = self.facts.heaps >= 2 && self.facts.all_but.is_none();
        let latest = if splits { count - count / 8 } else { count };
        for candidate in candidates(&self.values).filter(|candidate| candidate.from <= latest) {
            let Candidate { period, from, saltus } = candidate;
            let stretch = count - from;
            if let Some(claim) = self.all_but(candidate)
                && let Some(exact) = claim.exact(&self.values)
            {
                return Look::Shown(claim, exact);
            }
            let is_new = || likely.iter().all(|other: &Candidate| !period.is_multiple_of(other.period));
            if likely.len() < MOST_LIKELY && saltus >= 0 && stretch >= (2 * period).max(count / 8) && is_new()
            {
                likely.push(candidate);
            }
            let from = from.max(1).max(self.facts.settled);
            // no window of a rule with splits is shorter: nothing to test yet, and nothing sooner than what is known
            if saltus != 0 || (splits && 2 * (from + period) > next) {
                continue;
            }
            let Some(window) = Window::shortest(&self.facts, from, period) else { continue };
            if window.needs() > count {
                let held = count - period - from.min(count - period) >= period;
                next = next.min(if held { window.needs() } else { window.needs().max(soonest) });
            } else if let Some(claim) = window.claim(&self.values) {
                shown = Some(claim);
                likely.push(candidate);
                break;
            }
        }
        if likely.is_empty() && (self.facts.heaps > 2 || self.facts.taken.is_none()) {
            likely.extend(split_candidate(&self.values));
        }
        let observed = likely.first().and_then(|candidate| self.observed(*candidate));
        let is_plain = observed.as_ref().is_some_and(|found| is_plain(found, count));
        // the window of a subtraction game is short, and its theorem the simplest
        let is_asked = is_last || is_plain || shown.is_some() || count >= self.next_try;
        if is_asked && (self.facts.heaps > 1 || self.facts.taken.is_none()) {
            let fewer = |claim: &Claim| shown.is_none_or(|shown| claim.used < shown.used);
            if let Some(claim) = likely.iter().find_map(|candidate| self.by_classes(*candidate)).filter(fewer)
            {
                shown = Some(claim);
            }
            self.next_try = count + count / 8;
        }
        match shown.and_then(|claim| Some((claim, claim.exact(&self.values)?))) {
            Some((claim, exact)) => Look::Shown(claim, exact),
            None => Look::Nothing { next, observed },
        }
    }

    /// The period that a candidate is, if it was followed for long.
    fn observed(&self, Candidate { period, from, saltus }: Candidate) -> Option<Period> {
        let saltus = u64::try_from(saltus).ok()?;
        let long = self.count >= 64.max((from + period).checked_mul(8)?);
        let theorem = Theorem::ClassPeriod;
        let classes = Some(ClassWindow { start: from, low: 0 });
        let claim =
            Claim { theorem, from, period, saltus, used: self.count, reach: None, space: None, classes };
        claim.exact(&self.values).filter(|_| long)
    }

    /// P.11 for a candidate, for up to four turns as one.
    fn by_classes(&self, Candidate { period, from, saltus }: Candidate) -> Option<Claim> {
        let saltus = u64::try_from(saltus).ok()?;
        let others = Window::shortest(&self.facts, self.facts.settled.max(1), 1).is_some();
        let most_work = if others { MOST_WORK_BESIDE } else { MOST_WORK };
        (1..=if saltus > 0 { MOST_TURNS } else { 1 }).find_map(|turns| {
            [0, turns * period].into_iter().find_map(|more| {
                let pattern = (from.max(1) + more, turns * period, turns * saltus);
                classes::claim(&self.facts, &self.values, pattern, most_work)
            })
        })
    }

    /// P.8 at the least heap at which it shows the candidate; once states are equal they remain so.
    fn all_but(&self, Candidate { period, from, saltus }: Candidate) -> Option<Claim> {
        let forbidden = self.facts.all_but.filter(|_| saltus > 0)?;
        let mut low = from.max(forbidden);
        let mut high = self.count.checked_sub(period)?;
        if low > high || self.count - from < period.saturating_mul(3).max(16) {
            return None;
        }
        let mut found = all_but::claim(&self.facts, &self.values, high, period)?;
        while low < high {
            let middle = low + (high - low) / 2;
            match all_but::claim(&self.facts, &self.values, middle, period) {
                Some(claim) => (found, high) = (claim, middle),
                None => low = middle + 1,
            }
        }
        Some(found)
    }
}

impl Sink for Search {
    fn accept(&mut self, first: u64, values: Values<'_>) -> ControlFlow<()> {
        values.within(first, (self.count, u64::MAX)).1.visit(|value| {
            let kept = u32::try_from(value).ok().filter(|_| self.count < self.most_kept);
            if self.values.len() as u64 == self.count {
                match kept {
                    Some(value) => self.values.push(value),
                    None => self.values = Vec::new(),
                }
            }
            self.count += 1;
            if self.facts.moves.is_some()
                && let Some(repetition) = self.watch.take(value)
            {
                self.seen_again = Some(repetition);
            }
        });
        ControlFlow::Continue(())
    }
}

/// A distance at which the last values repeat, up to a saltus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The distance.
    pub period: u64,
    /// The least n from which on G(n + period) = G(n) + saltus, as far as the values go.
    pub from: u64,
    /// The constant difference.
    pub saltus: i64,
}

/// The candidates of every distance from 1 up to half of the values and beyond, ascending.
pub fn candidates(values: &[u32]) -> impl Iterator<Item = Candidate> {
    let last = values.len().saturating_sub(1);
    // differences that wrap around are equal where the true ones are
    let steps: Vec<u32> = values.windows(2).rev().map(|pair| pair[1].wrapping_sub(pair[0])).collect();
    let matches = z_function(&steps);
    (1..last).map(move |period| Candidate {
        period: period as u64,
        from: (last - period - matches[period] as usize) as u64,
        saltus: i64::from(values[last]) - i64::from(values[last - period]),
    })
}

/// The shortest distance at which the last values repeat, some with one saltus and some without, for three turns and an
/// eighth of the values.
fn split_candidate(values: &[u32]) -> Option<Candidate> {
    let count = values.len();
    (1..=LONGEST_SPLIT.min(count / 4)).find_map(|period| {
        let step = |n: usize| i64::from(values[n + period]) - i64::from(values[n]);
        let saltus = (count - 2 * period..count - period).map(step).max().filter(|&saltus| saltus > 0)?;
        let follows = |n: &usize| {
            (step(*n) == 0 || step(*n) == saltus)
                && (n + period >= count - period || step(n + period) == step(*n))
        };
        let from = count - period - (0..count - period).rev().take_while(follows).count();
        let long = count - from >= (3 * period).max(count / 8);
        long.then_some(Candidate { period: period as u64, from: from as u64, saltus })
    })
}

/// For each i the length of the longest common prefix of the text and its part from i on.
fn z_function(text: &[u32]) -> Vec<u32> {
    let mut z = vec![0; text.len()];
    let (mut left, mut right) = (0, 0);
    for i in 1..text.len() {
        let mut length = if i < right { (z[i - left] as usize).min(right - i) } else { 0 };
        while i + length < text.len() && text[length] == text[i + length] {
            length += 1;
        }
        if i + length > right {
            (left, right) = (i, i + length);
        }
        z[i] = length as u32;
    }
    z
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_are_as_long_as_they_are() {
        let mut seed = 7_u64;
        for round in 0..50 {
            let values: Vec<u32> = (0..60)
                .map(|n| {
                    seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    if n < 20 { (seed >> 40) as u32 % 3 } else { n % (2 + round % 5) + n / 9 * (round % 2) }
                })
                .collect();
            for Candidate { period, from, saltus } in candidates(&values) {
                let p = period as usize;
                let same = |n: usize| i64::from(values[n + p]) - i64::from(values[n]) == saltus;
                let last_other = (0..values.len() - p).rev().find(|&n| !same(n));
                assert_eq!(from as usize, last_other.map_or(0, |n| n + 1), "{p}: {values:?}");
            }
        }
    }
}
