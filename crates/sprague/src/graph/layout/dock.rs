//! Where edges touch a node: on the side that they come from, the farther the more, and apart from each other.
//!
//! An edge from straight above or below docks at the middle and stays straight. The others fan out to both sides
//! in the order of their other ends, so that docking adds no crossing.

/// How far a dock moves to the side, as a part of the edge's horizontal extent.
const FAN: f64 = 0.1;

/// The part of a node's width that edges may use.
const USABLE: f64 = 0.64;

/// The distances of the docks from the middle of a node, one for each of the other ends' distances `dx`.
pub(super) fn docks(dx: &[f64], node_width: f64, gap: f64) -> Vec<f64> {
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
