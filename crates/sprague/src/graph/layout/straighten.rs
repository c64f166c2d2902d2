//! Takes bends out of trunks where there is room.
//!
//! The mean of four alignments bends a trunk that each of them has straight. Each straight run of dummies moves
//! as one to the nearer of the runs that go on from it, as far as the vertices beside it let it go; runs that
//! meet are one run from then on. Nodes stay, and so do runs in line with a node that they lead from or to; the
//! order and the distances within the layers are kept.

use std::ops::Range;

use super::layers::Layered;

/// Dummies moved in all rounds together, about.
const WORK: usize = 4_000_000;

/// Places this near are the same.
const NEAR: f64 = 1e-6;

pub(super) fn straighten(layered: &Layered, x: &mut [f64], apart: &impl Fn(usize, usize) -> f64) {
    let places = layered.places();
    let dummies = x.len() - layered.nodes;
    for round in 0..(WORK / dummies.max(1)).clamp(2, 12) {
        let mut runs = runs(layered, x);
        if round % 2 == 1 {
            runs.reverse();
        }
        for run in runs {
            if in_line_with_a_node(layered, x, &run) {
                continue;
            }
            let before = run.start.checked_sub(1).filter(|&dummy| goes_on(layered, dummy));
            let after = goes_on(layered, run.end - 1).then_some(run.end);
            let here = x[run.start];
            let ends = before.into_iter().chain(after).map(|dummy| x[dummy]);
            let Some(goal) = ends.min_by(|a, b| (a - here).abs().total_cmp(&(b - here).abs())) else {
                continue;
            };
            let (mut least, mut most) = (f64::NEG_INFINITY, f64::INFINITY);
            for dummy in run.clone() {
                let layer = &layered.layers[layered.layer[dummy]];
                let place = places[dummy];
                if let Some(&left) = place.checked_sub(1).and_then(|left| layer.get(left)) {
                    least = least.max(x[left] + apart(left, dummy));
                }
                if let Some(&right) = layer.get(place + 1) {
                    most = most.min(x[right] - apart(dummy, right));
                }
            }
            x[run].fill(goal.min(most).max(least));
        }
    }
}

/// Whether the next vertex is a dummy of the same trunk, whose dummies have successive numbers.
fn goes_on(layered: &Layered, vertex: usize) -> bool {
    layered.is_dummy(vertex) && layered.down[vertex].first() == Some(&(vertex + 1))
}

/// Whether the edge into the run's first dummy or out of its last comes from or leads to a node straight above or
/// below.
fn in_line_with_a_node(layered: &Layered, x: &[f64], run: &Range<usize>) -> bool {
    let neighbors = layered.up[run.start].iter().chain(&layered.down[run.end - 1]);
    neighbors.filter(|&&other| !layered.is_dummy(other)).any(|&node| (x[node] - x[run.start]).abs() < NEAR)
}

fn runs(layered: &Layered, x: &[f64]) -> Vec<Range<usize>> {
    let mut runs = Vec::new();
    let mut start = layered.nodes;
    for dummy in layered.nodes..x.len() {
        if !goes_on(layered, dummy) || (x[dummy] - x[dummy + 1]).abs() >= NEAR {
            runs.push(start..dummy + 1);
            start = dummy + 1;
        }
    }
    runs
}
