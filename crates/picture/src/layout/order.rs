//! Orders each layer so that few segments cross.
//!
//! Sweeps down and up put each vertex at the mean or the median of its neighbors on the layer just ordered; after
//! each sweep, neighbors change places where that removes crossings (Gansner, Koutsofios, North and Vo 1993). The
//! best order met is kept, so the result is never worse than the first. Crossings are counted with a tree of
//! partial sums (Barth, Jünger and Mutzel 2002). The number of sweeps falls with the size of the graph.

use super::layers::Layered;

/// Segments looked at in all sweeps together, about.
const WORK: usize = 2_000_000;

/// Sweeps without progress after which the search stops.
const PATIENCE: usize = 8;

#[derive(Clone, Copy)]
enum Side {
    Up,
    Down,
}

pub(super) fn reduce_crossings(layered: &mut Layered) {
    let segments: usize = layered.down.iter().map(Vec::len).sum();
    let sweeps = (WORK / segments.max(1)).clamp(4, 48);
    let mut best = layered.layers.clone();
    let mut fewest = crossings(layered);
    let mut stale = 0;
    for sweep in 0..sweeps {
        if fewest == 0 || stale == PATIENCE {
            break;
        }
        sort_layers(layered, sweep);
        transpose(layered);
        let now = crossings(layered);
        stale += 1;
        if now < fewest {
            fewest = now;
            stale = 0;
            best.clone_from(&layered.layers);
        }
    }
    layered.layers = best;
}

/// How many pairs of segments cross.
pub(super) fn crossings(layered: &Layered) -> u64 {
    let places = layered.places();
    let mut total = 0;
    for pair in layered.layers.windows(2) {
        let width = pair[1].len();
        let mut sums = vec![0_u64; width + 1];
        let mut seen = 0;
        for &vertex in &pair[0] {
            let mut ends: Vec<usize> = layered.down[vertex].iter().map(|&next| places[next]).collect();
            ends.sort_unstable();
            // Segments from further left that end further right cross this one.
            for &end in &ends {
                total += seen - prefix_sum(&sums, end + 1);
            }
            for &end in &ends {
                let mut index = end + 1;
                while index <= width {
                    sums[index] += 1;
                    index += index & index.wrapping_neg();
                }
                seen += 1;
            }
        }
    }
    total
}

/// The sum of the first `count` entries of a binary indexed tree.
fn prefix_sum(sums: &[u64], count: usize) -> u64 {
    let mut index = count;
    let mut sum = 0;
    while index > 0 {
        sum += sums[index];
        index &= index - 1;
    }
    sum
}

/// One sweep: even ones go down, odd ones up; by means and by medians in turn, ties kept and turned round in turn.
fn sort_layers(layered: &mut Layered, sweep: usize) {
    let mut places = layered.places();
    let side = if sweep.is_multiple_of(2) { Side::Up } else { Side::Down };
    let by_median = sweep / 2 % 2 == 1;
    let turn_ties = sweep / 4 % 2 == 1;
    let count = layered.layers.len();
    for step in 1..count {
        let index = match side {
            Side::Up => step,
            Side::Down => count - 1 - step,
        };
        let mut layer = std::mem::take(&mut layered.layers[index]);
        let fixed = neighbors(layered, side);
        let mut keyed: Vec<(f64, usize)> = Vec::with_capacity(layer.len());
        let mut slots = Vec::with_capacity(layer.len());
        for (slot, &vertex) in layer.iter().enumerate() {
            let mut around: Vec<usize> = fixed[vertex].iter().map(|&other| places[other]).collect();
            if around.is_empty() {
                continue;
            }
            around.sort_unstable();
            slots.push(slot);
            keyed.push((if by_median { median(&around) } else { mean(&around) }, vertex));
        }
        if turn_ties {
            keyed.reverse();
        }
        keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
        // Vertices without neighbors on that side keep their places.
        for (&slot, &(_, vertex)) in slots.iter().zip(&keyed) {
            layer[slot] = vertex;
        }
        for (place, &vertex) in layer.iter().enumerate() {
            places[vertex] = place;
        }
        layered.layers[index] = layer;
    }
}

fn neighbors(layered: &Layered, side: Side) -> &[Vec<usize>] {
    match side {
        Side::Up => &layered.up,
        Side::Down => &layered.down,
    }
}

fn mean(places: &[usize]) -> f64 {
    places.iter().sum::<usize>() as f64 / places.len() as f64
}

fn median(sorted: &[usize]) -> f64 {
    mean(&sorted[(sorted.len() - 1) / 2..=sorted.len() / 2])
}

/// Lets neighbors change places as long as that removes crossings, with a bound on the rounds.
fn transpose(layered: &mut Layered) {
    let mut places = layered.places();
    for _ in 0..8 {
        let mut removed = 0;
        for index in 0..layered.layers.len() {
            let mut layer = std::mem::take(&mut layered.layers[index]);
            let ends = |neighbors: &[Vec<usize>]| -> Vec<Vec<usize>> {
                let sorted = |&vertex: &usize| {
                    let mut ends: Vec<usize> = neighbors[vertex].iter().map(|&other| places[other]).collect();
                    ends.sort_unstable();
                    ends
                };
                layer.iter().map(sorted).collect()
            };
            let (mut up, mut down) = (ends(&layered.up), ends(&layered.down));
            for left in 0..layer.len().saturating_sub(1) {
                let right = left + 1;
                let now = inversions(&up[left], &up[right]) + inversions(&down[left], &down[right]);
                let then = inversions(&up[right], &up[left]) + inversions(&down[right], &down[left]);
                if then < now {
                    removed += now - then;
                    layer.swap(left, right);
                    up.swap(left, right);
                    down.swap(left, right);
                }
            }
            for (place, &vertex) in layer.iter().enumerate() {
                places[vertex] = place;
            }
            layered.layers[index] = layer;
        }
        if removed == 0 {
            break;
        }
    }
}

/// How many segments of the left vertex cross one of the right vertex, from their sorted ends.
fn inversions(left: &[usize], right: &[usize]) -> u64 {
    let mut passed = 0;
    let mut total = 0;
    for &end in left {
        while passed < right.len() && right[passed] < end {
            passed += 1;
        }
        total += passed as u64;
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random_edges(nodes: usize, edges: usize, mut seed: u64) -> Vec<(usize, usize)> {
        let mut next = || {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            seed as usize % nodes
        };
        let pairs = (0..edges).map(|_| (next(), next()));
        pairs.filter(|(a, b)| a != b).map(|(a, b)| (a.min(b), a.max(b))).collect()
    }

    fn crossings_by_definition(layered: &Layered) -> u64 {
        let places = layered.places();
        let mut segments = Vec::new();
        for (vertex, below) in layered.down.iter().enumerate() {
            segments.extend(below.iter().map(|&next| (layered.layer[vertex], places[vertex], places[next])));
        }
        let cross =
            |a: &(usize, usize, usize), b: &(usize, usize, usize)| a.0 == b.0 && a.1 < b.1 && a.2 > b.2;
        segments.iter().map(|a| segments.iter().filter(|b| cross(a, b)).count() as u64).sum()
    }

    #[test]
    fn crossings_are_counted_and_never_grow() {
        let mut fewer = 0;
        for seed in 1..40 {
            let mut layered = Layered::new(30, &random_edges(30, 50, seed)).expect("acyclic");
            let before = crossings(&layered);
            assert_eq!(before, crossings_by_definition(&layered));
            reduce_crossings(&mut layered);
            let after = crossings(&layered);
            assert_eq!(after, crossings_by_definition(&layered));
            assert!(after <= before, "seed {seed}: {before} crossings became {after}");
            fewer += u32::from(after < before);
            let mut vertices: Vec<usize> = layered.layers.concat();
            vertices.sort_unstable();
            assert!(vertices.into_iter().eq(0..layered.layer.len()));
        }
        assert!(fewer > 30, "only {fewer} of 39 random graphs lost a crossing");
    }

    #[test]
    fn a_tree_is_drawn_without_crossings() {
        // Node n has the children 3n+1, 3n+2, 3n+3, given in an order that crosses them.
        let edges: Vec<(usize, usize)> =
            (1..121).rev().map(|child| ((child * 7 % 120) / 3, child * 7 % 120 + 1)).collect();
        let mut layered = Layered::new(121, &edges).expect("acyclic");
        for layer in &mut layered.layers {
            layer.sort_by_key(|vertex| vertex * 53 % 121);
        }
        assert!(crossings(&layered) > 0);
        reduce_crossings(&mut layered);
        assert_eq!(crossings(&layered), 0);
    }
}
