//! Vertical places, and the routes of the edges.
//!
//! Each layer is a horizontal band as high as its highest node. Within a band an edge runs vertically at the
//! place of its dummy, which keeps clear of the nodes; it moves sideways only between bands, where there are none.
//!
//! An edge touches a node on the side from which it comes, farther from the middle the farther away it comes from, and
//! at a distance from other edges. An edge from straight above or below ends at the middle and stays straight. The
//! others spread to both sides in the order of their other ends, so that no crossing is added.

use super::layers::Layered;
use super::{BoxSize, EdgeRoute, Layout, Point, Spacing};

/// The height left between two layers, as a part of the longest way to the side between them.
const SLOPE: f64 = 0.2;

/// Between edges that leave a node, and between those that reach it, which have arrowheads.
const LEAVING: f64 = 7.0;
const REACHING: f64 = 11.0;

struct Band {
    top: f64,
    bottom: f64,
}

impl Band {
    fn middle(&self) -> f64 {
        f64::midpoint(self.top, self.bottom)
    }
}

pub(super) fn draw(
    layered: &Layered,
    x: &[f64],
    sizes: &[BoxSize],
    edges: &[(usize, usize)],
    spacing: Spacing,
) -> Layout {
    let bands = bands(layered, x, sizes, spacing);
    let band = |vertex: usize| &bands[layered.layer[vertex]];
    let leaving = all_docks(&layered.down, x, sizes, LEAVING);
    let reaching = all_docks(&layered.up, x, sizes, REACHING);
    let dock = |node: usize, other: usize, around: &[Vec<usize>], docks: &[Vec<f64>]| {
        x[node] + around[node].iter().position(|&end| end == other).map_or(0.0, |index| docks[node][index])
    };

    let mut drawn = vec![false; x.len()];
    let mut routes = Vec::with_capacity(edges.len());
    for &(from, to) in edges {
        let mut vertex = layered.hop(from, to);
        let (start, bottom) = (dock(from, vertex, &layered.down, &leaving), band(from).bottom);
        // The borders of the highest node are those of the band but for rounding.
        let border = (band(from).middle() + sizes[from].height / 2.0).min(bottom);
        let mut points = vec![Point { x: start, y: border }, Point { x: start, y: bottom }];
        let mut own = None;
        let mut previous = from;
        while vertex != to {
            points.push(Point { x: x[vertex], y: band(vertex).top });
            if std::mem::replace(&mut drawn[vertex], true) {
                own = own.or(Some(points.len()));
            }
            points.push(Point { x: x[vertex], y: band(vertex).bottom });
            previous = vertex;
            vertex = layered.hop(vertex, to);
        }
        let (end, top) = (dock(to, previous, &layered.up, &reaching), band(to).top);
        let border = (band(to).middle() - sizes[to].height / 2.0).max(top);
        points.extend([Point { x: end, y: top }, Point { x: end, y: border }]);
        routes.push(EdgeRoute { own: own.unwrap_or(points.len()), points });
    }

    let right = |vertex: usize| x[vertex] + sizes.get(vertex).map_or(0.0, |size| size.width / 2.0);
    Layout {
        nodes: (0..layered.nodes).map(|node| Point { x: x[node], y: band(node).middle() }).collect(),
        routes,
        size: BoxSize {
            width: (0..x.len()).map(right).fold(0.0, f64::max),
            height: bands.last().map_or(0.0, |band| band.bottom),
        },
    }
}

/// For each node, the docks of its neighbors in the order in which `around` lists them.
fn all_docks(around: &[Vec<usize>], x: &[f64], sizes: &[BoxSize], gap: f64) -> Vec<Vec<f64>> {
    let of_node = |(node, size): (usize, &BoxSize)| {
        let dx: Vec<f64> = around[node].iter().map(|&end| x[end] - x[node]).collect();
        docks(&dx, size.width, gap)
    };
    sizes.iter().enumerate().map(of_node).collect()
}

fn bands(layered: &Layered, x: &[f64], sizes: &[BoxSize], spacing: Spacing) -> Vec<Band> {
    let mut bands = Vec::with_capacity(layered.layers.len());
    let mut top = 0.0;
    for layer in &layered.layers {
        let heights = layer.iter().filter_map(|&vertex| sizes.get(vertex)).map(|size| size.height);
        let bottom = top + heights.fold(0.0, f64::max);
        let below =
            |&vertex: &usize| layered.down[vertex].iter().map(move |&next| (x[vertex] - x[next]).abs());
        let sideways = layer.iter().flat_map(below).fold(0.0, f64::max);
        bands.push(Band { top, bottom });
        top = bottom + spacing.layers.max((sideways * SLOPE).min(3.0 * spacing.layers));
    }
    bands
}

/// How far a dock moves to the side, as a part of the edge's horizontal extent.
const FAN: f64 = 0.1;

/// The part of a node's width that edges may use.
const USABLE: f64 = 0.64;

/// The distances of the docks from the middle of a node, one for each of the other ends' distances `dx`.
fn docks(dx: &[f64], node_width: f64, gap: f64) -> Vec<f64> {
    let mut docks = vec![0.0; dx.len()];
    let is_straight = |dx: f64| dx.abs() < 0.5;
    let center = if dx.iter().any(|&dx| is_straight(dx)) { 0.0 } else { -gap / 2.0 };
    for side in [-1.0, 1.0] {
        let mut ends: Vec<usize> =
            (0..dx.len()).filter(|&end| !is_straight(dx[end]) && dx[end] * side > 0.0).collect();
        ends.sort_by(|&a, &b| dx[a].abs().total_cmp(&dx[b].abs()));
        let limit = node_width * USABLE / 2.0;
        let gap = gap.min(limit / ends.len().max(1) as f64);
        let mut last = center;
        for (index, &end) in ends.iter().enumerate() {
            let farther = (ends.len() - 1 - index) as f64;
            last = (dx[end].abs() * FAN).max(last + gap).min(limit - gap * farther);
            docks[end] = last * side;
        }
    }
    docks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn docks_keep_order_and_distance_within_the_node() {
        let dx = [300.0, -40.0, 0.0, 310.0, 20.0, -900.0, 305.0];
        let docks = docks(&dx, 100.0, 7.0);
        assert!(docks[2].abs() < 1e-9, "straight edges stay straight");
        let mut order: Vec<usize> = (0..dx.len()).collect();
        order.sort_by(|&a, &b| dx[a].total_cmp(&dx[b]));
        for pair in order.windows(2) {
            assert!(docks[pair[1]] - docks[pair[0]] >= 4.0 - 1e-9, "{docks:?}");
        }
        assert!(docks.iter().all(|dock| dock.abs() <= 32.0 + 1e-9));
    }

    #[test]
    fn many_edges_share_a_narrow_node() {
        let dx: Vec<f64> = (1..=100).map(f64::from).collect();
        let docks = docks(&dx, 30.0, 7.0);
        assert!(docks.windows(2).all(|pair| pair[0] < pair[1]) && docks[99] <= 15.0);
    }
}
