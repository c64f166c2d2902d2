//! Periods: known answers, pitfalls, every octal code of three digits, and attempts to break each theorem.
//!
//! Here is what the parts share: values, a source that has them ready, a sparse space found in the simplest way, and
//! recurrences that start from arbitrary first values, for which the theorems must hold just as well.

mod classes;
mod known;
mod permanence;
mod pitfalls;
mod sparse;
mod subtraction;

use std::ops::ControlFlow;

use sprague::heap::{Clause, Condition, HeapGame, Rule, SizeSet};
use sprague::limits::Limits;
use sprague::nimber::Nimber;
use sprague::sequence::period::{Claim, Finding, HowFar, Period, PeriodReport, RuleFacts, Source};
use sprague::sequence::{Dense, EngineSettings, Kernel, Kind, Sequence, Sink, Space};
use sprague_kit::Random;

use crate::common::{rule, values_by_definition};

/// By the dense engine, which knows nothing of sparse spaces.
fn dense(rule: &Rule, how_far: HowFar, limits: &Limits) -> PeriodReport {
    let settings = EngineSettings { kernel: Kernel::DENSE, ..EngineSettings::default() };
    Sequence::new(HeapGame::from(rule.clone()), settings).period(how_far, limits)
}

fn answer(text: &str, how_far: HowFar) -> PeriodReport {
    dense(&rule(text), how_far, &Limits::default())
}

fn proved(text: &str) -> (Period, Claim) {
    match answer(text, HowFar::Usual).finding {
        Finding::Proved(period, claim) => (period, claim),
        other => panic!("{text}: {other:?}"),
    }
}

fn values(text: &str, to: u64) -> Vec<u32> {
    Dense::new(rule(text).clauses()).extend_to(to).to_vec()
}

/// Values computed beforehand, with a sparse space found in the simplest way.
struct Kept {
    values: Vec<u32>,
    space: Option<Space>,
}

impl Kept {
    fn new(rule: &Rule, to: u64) -> Self {
        let values = Dense::new(rule.clauses()).extend_to(to).to_vec();
        let space = best_space(rule, &values);
        Self { values, space }
    }
}

impl Source for Kept {
    fn send(&mut self, mut from: u64, to: u64, sink: &mut dyn Sink) {
        while from <= to {
            let end = (to + 1).min(from + 1000);
            let chunk: Vec<Nimber> =
                self.values[from as usize..end as usize].iter().map(|&v| Nimber(v.into())).collect();
            if sink.accept(from, (&chunk).into()) == ControlFlow::Break(()) {
                return;
            }
            from = end;
        }
    }

    fn space(&self) -> Option<Space> {
        self.space
    }

    fn farthest(&self, to: u64) -> u64 {
        to.min(self.values.len() as u64 - 1)
    }
}

/// The mask with the fewest rare heaps in the second half of the values, by trying all of them.
fn best_space(rule: &Rule, values: &[u32]) -> Option<Space> {
    let parity = RuleFacts::of(rule.clauses()).break_parity();
    let masks = values.iter().max()?.checked_add(1)?.next_power_of_two();
    let mut counts = vec![[0_u64; 2]; masks as usize];
    for (n, &value) in values.iter().enumerate().skip(values.len() / 2) {
        counts[value as usize][n % 2] += 1;
    }
    let rares = |space: &Space| -> u64 {
        let weigh = |(value, count): (usize, &[u64; 2])| {
            (0..2).filter(|&n| space.is_rare(n, value as u32)).map(|n| count[n as usize]).sum::<u64>()
        };
        counts.iter().enumerate().map(weigh).sum()
    };
    let kinds = [Some(Kind::Value), parity.map(Kind::ValueAndSize)];
    let spaces = kinds
        .into_iter()
        .flatten()
        .flat_map(|kind| (1..masks).filter_map(move |mask| Space::new(mask, kind)));
    spaces.min_by_key(rares)
}

/// The period and preperiod that the values have, by trying.
fn seen(values: &[u32], period: &Period) -> bool {
    let p = period.period as usize;
    let same = |n: usize| u64::from(values[n + p]) == u64::from(values[n]) + period.saltus;
    let start = period.preperiod as usize;
    let holds = (start..values.len() - p).all(same);
    holds && (start == 0 || !same(start - 1))
}

fn is_fundamental(values: &[u32], period: &Period) -> bool {
    let (start, p) = (period.preperiod as usize, period.period as usize);
    (1..p).filter(|d| p.is_multiple_of(*d)).all(|d| {
        let step = i64::from(values[start + d]) - i64::from(values[start]);
        (start..start + p).any(|n| i64::from(values[n + d]) - i64::from(values[n]) != step)
    })
}

/// The values of a rule from given first values on: the theorems must hold for these sequences as well, because their
/// proofs use nothing of the first values.
fn seeded(clauses: &[Clause], first: &[u32], to: usize) -> Vec<u32> {
    let first: Vec<u64> = first.iter().map(|&value| value.into()).collect();
    values_by_definition(clauses, &first, to as u64).into_iter().map(|value| value as u32).collect()
}

fn random_clause(chance: &mut Random, most_heaps: u64, most_apart: u64) -> Clause {
    let taken = chance.below(3);
    let heaps = if taken == 0 { 2 } else { 1 + chance.below(most_heaps) };
    let apart = chance.below(most_apart + 1);
    Clause::new(
        SizeSet::range(taken, taken + chance.below(2)),
        SizeSet::range(if taken == 0 || chance.below(2) == 0 { heaps } else { 0 }, heaps.max(2)),
        if apart == 0 { Condition::Any } else { Condition::Differ(apart) },
        SizeSet::all(),
    )
}
