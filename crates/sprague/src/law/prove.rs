//! The search for a law, on a share of the limits.
//!
//! A question about one heap should not cost more than a moment when it has no answer, so the search for a period may
//! use a hundredth of the steps that the limits allow: with the usual ones a million heaps where there is a sparse
//! space, fewer where every heap is compared with all smaller ones. Whether there is a space shows in the first heaps,
//! so these are looked at on their own.

use std::ops::ControlFlow;

use super::Law;
use crate::heap::Rule;
use crate::limits::Limits;
use crate::nimber::Nimber;
use crate::period::{Answer, DenseSource, EngineSource, Extent, Finding, Source, USUAL, find};
use crate::sequence::Options;

/// Of so many steps one may be spent on the search for a period.
const SHARE: u64 = 100;
/// A heap of a sparse game costs about as much as this many steps.
const STEPS_PER_HEAP: u64 = 1_000;
/// Heaps that are looked at before the cost of the rest is judged.
const TRIAL: u64 = 1 << 14;
/// The most values that a law holds.
const MOST_HELD: u64 = 1 << 27;

/// No period was proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unproved {
    /// The last heap that was looked at.
    pub to: u64,
}

impl Law {
    /// The law of a rule, if a theorem proves one within a hundredth of the limits' steps.
    pub fn prove(rule: &Rule, options: Options, limits: &Limits) -> Result<Self, Unproved> {
        Self::prove_from(rule, options, limits, u64::MAX)
    }

    /// The same from the values of the heaps up to `last` alone, which may be less than a theorem needs.
    pub fn prove_from(rule: &Rule, options: Options, limits: &Limits, last: u64) -> Result<Self, Unproved> {
        let budget = limits.steps / SHARE;
        let within = |steps| Limits { steps, ..limits.clone() };
        let farthest = (budget / STEPS_PER_HEAP).min(last);
        let Some(mut source) = EngineSource::new(rule, options, &within(farthest.min(TRIAL))) else {
            let mut source = DenseSource::new(rule, &within(budget));
            let answer = find(rule, &mut source, Extent::Usual);
            return Self::from_answer(&answer, &source);
        };
        let first = find(rule, &mut source, Extent::Usual);
        let more = match source.space() {
            Some(_) => farthest,
            // n heaps that are compared with all smaller ones cost about n^2 / 2 of these steps
            None => farthest.min(budget.saturating_mul(2).isqrt()),
        };
        let stopped = first.computed_to < TRIAL || more <= TRIAL;
        if stopped || matches!(first.finding, Finding::Proved(..)) {
            return Self::from_answer(&first, &source);
        }
        let Some(mut source) = EngineSource::new(rule, options, &within(more)) else {
            return Err(Unproved { to: first.computed_to });
        };
        let extent = if more <= USUAL { Extent::Usual } else { Extent::To(more) };
        let answer = find(rule, &mut source, extent);
        Self::from_answer(&answer, &source)
    }

    /// The values before the second turn, from the start again.
    fn from_answer(answer: &Answer, source: &dyn Source) -> Result<Self, Unproved> {
        let unproved = Unproved { to: answer.computed_to };
        let Finding::Proved(period, claim) = answer.finding else { return Err(unproved) };
        let reach = period.preperiod.checked_add(period.period).filter(|&reach| reach <= MOST_HELD);
        let reach = reach.ok_or(unproved)?;
        let mut values: Vec<u32> = Vec::new();
        let mut keep = |_: u64, chunk: &[Nimber]| {
            values.extend(chunk.iter().map(|value| value.0 as u32));
            ControlFlow::Continue(())
        };
        source.again().advance(reach - 1, &mut keep);
        values.truncate(reach as usize);
        if (values.len() as u64) < reach {
            // stopped on the way
            return Err(unproved);
        }
        Ok(Self { values, period, theorem: claim.theorem })
    }
}
