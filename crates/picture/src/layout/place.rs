//! Horizontal places: Brandes and Köpf, "Fast and simple horizontal coordinate assignment" (2002).
//!
//! Vertices are aligned with a median neighbor into vertical blocks, four times: with neighbors above or below,
//! from the left or from the right. Each alignment is packed tightly, and a vertex goes to the mean of the two
//! middle ones of its four places, which keeps all distances. Trunks have priority over other segments, so they
//! are straight wherever the order allows. Packing is by longest paths over the blocks, which also avoids the
//! flaw in the published class shifts (Brandes, Walter and Zink 2020). Linear but for the sorting of neighbors.
//!
//! Afterwards bends are removed from trunks where there is room, because the mean of four alignments bends a trunk that
//! is straight in each of them. Each straight run of dummies moves as one piece to the nearer of the runs that continue
//! it, as far as the vertices beside it allow; runs that meet become one run. Nodes do not move, and neither do runs in
//! line with a node at their end. The order and the distances within the layers are kept.

use std::ops::Range;

use foldhash::HashSet;

use super::layers::Layered;
use super::{BoxSize, Spacing};

/// The x of the center of every vertex, the leftmost border at zero.
pub(super) fn horizontal(layered: &Layered, sizes: &[BoxSize], spacing: Spacing) -> Vec<f64> {
    let widths: Vec<f64> =
        (0..layered.layer.len()).map(|vertex| sizes.get(vertex).map_or(0.0, |size| size.width)).collect();
    let gap = |vertex| if layered.is_dummy(vertex) { spacing.edges } else { spacing.nodes };
    let apart = |left: usize, right: usize| {
        f64::midpoint(widths[left], widths[right]) + f64::midpoint(gap(left), gap(right))
    };
    let conflicts = conflicts(layered);

    let mut runs = Vec::with_capacity(4);
    for vertical in [Vertical::Above, Vertical::Below] {
        for mirror in [Mirror::No, Mirror::Yes] {
            let rows = rows(layered, vertical, mirror);
            let root = align(layered, &rows, vertical, &conflicts);
            let mut x = pack(&rows, &root, &apart);
            if mirror == Mirror::Yes {
                for x in &mut x {
                    *x = -*x;
                }
            }
            runs.push((mirror, x));
        }
    }
    let mut x = balance(runs);
    straighten(layered, &mut x, &apart);
    let least = (0..x.len()).map(|v| x[v] - widths[v] / 2.0).fold(f64::INFINITY, f64::min);
    for x in &mut x {
        *x -= least;
    }
    x
}

#[derive(Clone, Copy, PartialEq)]
enum Vertical {
    Above,
    Below,
}

#[derive(Clone, Copy, PartialEq)]
enum Mirror {
    No,
    Yes,
}

/// The layers in the order and direction in which a run goes through them.
fn rows(layered: &Layered, vertical: Vertical, mirror: Mirror) -> Vec<Vec<usize>> {
    let mut rows = layered.layers.clone();
    if vertical == Vertical::Below {
        rows.reverse();
    }
    if mirror == Mirror::Yes {
        for row in &mut rows {
            row.reverse();
        }
    }
    rows
}

/// The segments, upper end first, that cross a segment between two dummies and are not one themselves.
fn conflicts(layered: &Layered) -> HashSet<(usize, usize)> {
    let places = layered.places();
    let mut conflicts = HashSet::default();
    for pair in layered.layers.windows(2) {
        let (mut first, mut scanned) = (0, 0);
        for (index, &vertex) in pair[1].iter().enumerate() {
            let inner = trunk_above(layered, vertex).map(|dummy| places[dummy]);
            if inner.is_none() && index + 1 < pair[1].len() {
                continue;
            }
            let last = inner.unwrap_or(pair[0].len());
            for &lower in &pair[1][scanned..=index] {
                for &upper in &layered.up[lower] {
                    let is_inner = layered.is_dummy(lower) && layered.is_dummy(upper);
                    if !is_inner && (places[upper] < first || places[upper] > last) {
                        conflicts.insert((upper, lower));
                    }
                }
            }
            (first, scanned) = (last, index + 1);
        }
    }
    conflicts
}

/// The dummy above a dummy of the same trunk.
fn trunk_above(layered: &Layered, vertex: usize) -> Option<usize> {
    let above = &layered.up[vertex];
    above.iter().copied().find(|&upper| layered.is_dummy(vertex) && layered.is_dummy(upper))
}

/// Joins vertices to blocks; the answer names each vertex's block by its first vertex.
fn align(
    layered: &Layered,
    rows: &[Vec<usize>],
    vertical: Vertical,
    conflicts: &HashSet<(usize, usize)>,
) -> Vec<usize> {
    let mut places = vec![0; layered.layer.len()];
    for row in rows {
        for (place, &vertex) in row.iter().enumerate() {
            places[vertex] = place;
        }
    }
    let mut root: Vec<usize> = (0..layered.layer.len()).collect();
    for row in rows {
        let mut free = 0;
        for &vertex in row {
            let mut around = match vertical {
                Vertical::Above => match trunk_above(layered, vertex) {
                    Some(dummy) => vec![dummy],
                    None => layered.up[vertex].clone(),
                },
                Vertical::Below => layered.down[vertex].clone(),
            };
            if around.is_empty() {
                continue;
            }
            around.sort_unstable_by_key(|&other| places[other]);
            for &other in &around[(around.len() - 1) / 2..=around.len() / 2] {
                let segment = match vertical {
                    Vertical::Above => (other, vertex),
                    Vertical::Below => (vertex, other),
                };
                if places[other] >= free && !conflicts.contains(&segment) {
                    root[vertex] = root[other];
                    free = places[other] + 1;
                    break;
                }
            }
        }
    }
    root
}

/// Packs the blocks as far left as they go, then moves each right as far as its right neighbors let it.
fn pack(rows: &[Vec<usize>], root: &[usize], apart: &impl Fn(usize, usize) -> f64) -> Vec<f64> {
    let mut right: Vec<Vec<(usize, f64)>> = vec![Vec::new(); root.len()];
    let mut waiting = vec![0_usize; root.len()];
    for pair in rows.iter().flat_map(|row| row.windows(2)) {
        right[root[pair[0]]].push((root[pair[1]], apart(pair[0], pair[1])));
        waiting[root[pair[1]]] += 1;
    }
    let mut ready: Vec<usize> = (0..root.len()).filter(|&v| root[v] == v && waiting[v] == 0).collect();
    let mut x = vec![0.0_f64; root.len()];
    let mut done = Vec::with_capacity(root.len());
    while let Some(block) = ready.pop() {
        done.push(block);
        for &(next, distance) in &right[block] {
            x[next] = x[next].max(x[block] + distance);
            waiting[next] -= 1;
            if waiting[next] == 0 {
                ready.push(next);
            }
        }
    }
    for &block in done.iter().rev() {
        let room =
            right[block].iter().map(|&(next, distance)| x[next] - distance).fold(f64::INFINITY, f64::min);
        if room.is_finite() {
            x[block] = x[block].max(room);
        }
    }
    root.iter().map(|&block| x[block]).collect()
}

/// The mean of the two middle places, after the runs are moved to the borders of the narrowest one.
fn balance(mut runs: Vec<(Mirror, Vec<f64>)>) -> Vec<f64> {
    let range = |x: &[f64]| {
        x.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), &x| (least.min(x), most.max(x)))
    };
    let ranges: Vec<(f64, f64)> = runs.iter().map(|(_, x)| range(x)).collect();
    let width = |&(least, most): &(f64, f64)| most - least;
    let narrowest = ranges.iter().copied().min_by(|a, b| width(a).total_cmp(&width(b))).unwrap_or_default();
    for ((mirror, x), range) in runs.iter_mut().zip(&ranges) {
        let shift = match mirror {
            Mirror::No => narrowest.0 - range.0,
            Mirror::Yes => narrowest.1 - range.1,
        };
        for x in x {
            *x += shift;
        }
    }
    let vertices = runs.first().map_or(0, |(_, x)| x.len());
    let middle = |vertex: usize| {
        let mut four: Vec<f64> = runs.iter().map(|(_, x)| x[vertex]).collect();
        four.sort_unstable_by(f64::total_cmp);
        f64::midpoint(four[1], four[2])
    };
    (0..vertices).map(middle).collect()
}

/// Dummies moved in all rounds together, about.
const WORK: usize = 4_000_000;

/// Places this near are the same.
const NEAR: f64 = 1e-6;

fn straighten(layered: &Layered, x: &mut [f64], apart: &impl Fn(usize, usize) -> f64) {
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
