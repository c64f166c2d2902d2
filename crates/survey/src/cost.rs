//! What a game will cost, about, and units of equal cost.
//!
//! A short look at the first heaps tells most of it: where a theorem proves a period there, the rest is only written
//! down; where there is a sparse space a heap costs as much as there are rare heaps; otherwise it costs as much as there
//! are smaller heaps. The numbers are steps, about a nanosecond each; they decide only who computes what.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use sprague::Limits;
use sprague::heap::Rule;
use sprague::heap::dense_steps;
use sprague::sequence::period::{Finding, HowFar};
use sprague::sequence::{EngineSettings, Sequence};

/// The heaps of the short look.
const TRIAL: u64 = 600;

/// What a game costs before its first heap: reading, checking by the definition, writing.
const BASE: f64 = 2e6;

/// The last heap that is computed of a game: `to`, or where its steps end.
pub fn reach(rule: &Rule, to: u64, steps: u64) -> u64 {
    /// The store keeps every value of such engines.
    const MOST_KEPT: u64 = (1 << 25) - 1;
    let sequence = Sequence::new(rule.clone().into(), EngineSettings::default());
    if sequence.may_be_sparse() {
        return to;
    }
    let to = to.min(MOST_KEPT);
    let allowed = |to: u64| dense_steps(rule.clauses(), to) <= steps as f64;
    if allowed(to) {
        return to;
    }
    let (mut low, mut high) = (0, to);
    while low + 1 < high {
        let middle = low + (high - low) / 2;
        if allowed(middle) { low = middle } else { high = middle }
    }
    low
}

/// The last heap of a game that turns out to have no sparse space: n heaps cost about n^2 / 32 steps.
pub fn reach_without_space(to: u64, steps: u64) -> u64 {
    to.min(steps.saturating_mul(32).isqrt())
}

/// About how many steps the values of a game to a heap take.
#[expect(clippy::disallowed_methods, reason = "a first look at a game, the same for every survey")]
pub fn estimate(rule: &Rule, to: u64, steps: u64) -> f64 {
    let reached = reach(rule, to, steps);
    let mut sequence = Sequence::new(rule.clone().into(), EngineSettings::default());
    let report = sequence.period(HowFar::To(reached.min(TRIAL)), &Limits::default());
    let heaps = reached as f64;
    if matches!(report.finding, Finding::Proved(..)) {
        return BASE + 10.0 * heaps;
    }
    if !sequence.may_be_sparse() {
        return BASE + dense_steps(rule.clauses(), reached);
    }
    if sequence.space().is_some() {
        return BASE + 100.0 * heaps;
    }
    let heaps = reach_without_space(reached, steps) as f64;
    BASE + 100.0 * heaps + heaps * heaps / 32.0
}

/// So many units, fewer where there are fewer games: the dearest game first, each to the unit that has least so far.
pub fn units(costs: &[f64], tasks: usize) -> Vec<Vec<u32>> {
    let count = tasks.min(costs.len()).max(1);
    let mut order: Vec<usize> = (0..costs.len()).collect();
    order.sort_by(|&a, &b| costs[b].total_cmp(&costs[a]).then(a.cmp(&b)));
    let mut loads: BinaryHeap<Reverse<(u64, usize)>> = (0..count).map(|unit| Reverse((0, unit))).collect();
    let mut units = vec![Vec::new(); count];
    for game in order {
        let Some(Reverse((load, unit))) = loads.pop() else { break };
        units[unit].push(game as u32);
        loads.push(Reverse((load.saturating_add(costs[game] as u64), unit)));
    }
    for unit in &mut units {
        unit.sort_unstable();
    }
    units
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_in_one_unit_and_no_unit_has_twice_its_share() {
        let costs: Vec<f64> = (0..1000u32).map(|n| 1000.0 + f64::from(n * n % 977) * 50.0).collect();
        let units = units(&costs, 40);
        let mut all: Vec<u32> = units.concat();
        all.sort_unstable();
        assert!(all.into_iter().eq(0..1000));
        let share = costs.iter().sum::<f64>() / 40.0;
        let load = |unit: &Vec<u32>| unit.iter().map(|&game| costs[game as usize]).sum::<f64>();
        assert!(units.iter().all(|unit| load(unit) < 1.2 * share));
    }

    #[test]
    fn a_plan_has_no_empty_units() {
        assert_eq!(units(&[1.0, 2.0, 3.0], 400).len(), 3);
        assert!(units(&[1.0; 10], 3).iter().all(|unit| !unit.is_empty()));
    }
}
