//! Where the nodes of an undirected graph go.
//!
//! Nodes that are called by row and column lie in their grid. A graph that stands on the ground has its nodes as high as
//! they are edges away from it. A cycle whose nodes each have a node of their own inside, as in Petersen's graph, is two
//! rings, one in the other. Any other graph is drawn so that nodes are as far apart as paths between them are long,
//! as nearly as the plane allows: the places follow from distances by majorization of stress (Gansner, Koren and North
//! 2004), which lays paths out straight and cycles round. A step moves every node to the mean of the places that the
//! other nodes want for it; components are laid out one by one and stand side by side. The same graph always gets the
//! same drawing.

use std::collections::VecDeque;

use crate::layout::{BoxSize, Point};

/// The length of an edge.
const EDGE: f64 = 72.0;
/// The space around the nodes.
const MARGIN: f64 = 30.0;
/// The steps of a layout.
const STEPS: usize = 120;

/// The middle of each node, and the extent of the drawing.
///
/// ```
/// use sprague_picture::network::network_places;
/// let names = ["a", "b", "c"].map(str::to_owned);
/// let (places, size) = network_places(&names, &[(0, 1), (1, 2)]);
/// assert!(places.iter().all(|place| place.x <= size.width && place.y <= size.height));
/// ```
pub fn network_places(names: &[String], edges: &[(usize, usize)]) -> (Vec<Point>, BoxSize) {
    let near = neighbors(names.len(), edges);
    let ground = names.iter().position(|name| name == "ground");
    let places = grid(names)
        .or_else(|| ground.map(|ground| standing(&near, ground)))
        .or_else(|| rings(&near))
        .unwrap_or_else(|| side_by_side(&near));
    framed(places)
}

fn neighbors(nodes: usize, edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut near = vec![Vec::new(); nodes];
    for &(a, b) in edges.iter().filter(|(a, b)| a != b) {
        near[a].push(b);
        near[b].push(a);
    }
    for list in &mut near {
        list.sort_unstable();
        list.dedup();
    }
    near
}

/// Moves all places so that they begin at the margin.
fn framed(mut places: Vec<Point>) -> (Vec<Point>, BoxSize) {
    let least = |of: fn(&Point) -> f64| places.iter().map(of).fold(f64::INFINITY, f64::min);
    let (left, top) = (least(|place| place.x), least(|place| place.y));
    let mut size = BoxSize { width: 2.0 * MARGIN, height: 2.0 * MARGIN };
    for place in &mut places {
        place.x += MARGIN - left;
        place.y += MARGIN - top;
        size.width = size.width.max(place.x + MARGIN);
        size.height = size.height.max(place.y + MARGIN);
    }
    (places, size)
}

/// The places of nodes that are called `row.column`.
fn grid(names: &[String]) -> Option<Vec<Point>> {
    let place = |name: &String| {
        let (row, column) = name.split_once('.')?;
        let (row, column): (u32, u32) = (row.parse().ok()?, column.parse().ok()?);
        (row < 1000 && column < 1000)
            .then(|| Point { x: 0.8 * EDGE * f64::from(column), y: 0.8 * EDGE * f64::from(row) })
    };
    names.iter().map(place).collect()
}

/// Two rings: the first half of the nodes is a cycle in their order, the other half lies inside, node by node, and no
/// other edge leads across.
fn rings(near: &[Vec<usize>]) -> Option<Vec<Point>> {
    let around = near.len() / 2;
    let outside = |node: usize| {
        let mut wanted = [(node + 1) % around, (node + around - 1) % around, node + around];
        wanted.sort_unstable();
        near[node] == wanted
    };
    if around < 4 || near.len() % 2 == 1 || !(0..around).all(outside) {
        return None;
    }
    // neighbors of the outer ring are an edge and a half apart
    let outer = (0.75 * EDGE / (std::f64::consts::PI / around as f64).sin()).max(2.0 * EDGE);
    let place = |node: usize| {
        let angle = std::f64::consts::TAU * (node % around) as f64 / around as f64;
        let radius = if node < around { outer } else { 0.6 * outer };
        Point { x: radius * angle.sin(), y: -radius * angle.cos() }
    };
    Some((0..near.len()).map(place).collect())
}

/// How many edges each node is away from a start; `None` where no path leads.
fn distances(near: &[Vec<usize>], start: usize) -> Vec<Option<usize>> {
    let mut away = vec![None; near.len()];
    away[start] = Some(0);
    let mut open = VecDeque::from([(start, 0)]);
    while let Some((node, distance)) = open.pop_front() {
        for &next in &near[node] {
            if away[next].is_none() {
                away[next] = Some(distance + 1);
                open.push_back((next, distance + 1));
            }
        }
    }
    away
}

/// Nodes above the ground: each over the middle of those that were first reached through it.
fn standing(near: &[Vec<usize>], ground: usize) -> Vec<Point> {
    let away = distances(near, ground);
    let highest = away.iter().flatten().copied().max().unwrap_or_default();
    let mut children = vec![Vec::new(); near.len()];
    for node in 0..near.len() {
        let below = |&&next: &&usize| away[next].map(|away| away + 1) == away[node];
        if let Some(&parent) = near[node].iter().find(below)
            && node != ground
        {
            children[parent].push(node);
        }
    }
    let mut x = vec![0.0; near.len()];
    let mut free = 0.0;
    let mut stack = vec![(ground, 0)];
    while let Some((node, next)) = stack.last_mut() {
        if let Some(&child) = children[*node].get(*next) {
            *next += 1;
            stack.push((child, 0));
            continue;
        }
        let node = *node;
        stack.pop();
        if children[node].is_empty() {
            x[node] = free;
            free += EDGE;
        } else {
            x[node] = children[node].iter().map(|&child| x[child]).sum::<f64>() / children[node].len() as f64;
        }
    }
    let height = |node: usize| away[node].map_or(0.0, |away| EDGE * (highest - away) as f64);
    (0..near.len()).map(|node| Point { x: x[node], y: height(node) }).collect()
}

/// Each component by its stress, one beside the other.
fn side_by_side(near: &[Vec<usize>]) -> Vec<Point> {
    let mut places = vec![Point::default(); near.len()];
    let mut done = vec![false; near.len()];
    let mut left = 0.0;
    for start in 0..near.len() {
        if done[start] {
            continue;
        }
        let away = distances(near, start);
        let members: Vec<usize> = (0..near.len()).filter(|&node| away[node].is_some()).collect();
        let (own, size) = framed(by_stress(near, &members));
        for (&node, place) in members.iter().zip(own) {
            done[node] = true;
            places[node] = Point { x: place.x + left, y: place.y - size.height / 2.0 };
        }
        left += size.width;
    }
    places
}

/// The places of a connected component.
fn by_stress(near: &[Vec<usize>], members: &[usize]) -> Vec<Point> {
    let away: Vec<Vec<f64>> = members
        .iter()
        .map(|&start| {
            let all = distances(near, start);
            members.iter().map(|&node| all[node].unwrap_or(1) as f64).collect()
        })
        .collect();
    let farthest = |from: usize| {
        (0..members.len()).max_by(|&a, &b| away[from][a].total_cmp(&away[from][b]).then(b.cmp(&a)))
    };
    // two nodes far apart give one direction, a third one the other
    let one = farthest(0).unwrap_or(0);
    let other = farthest(one).unwrap_or(0);
    let third = (0..members.len())
        .max_by(|&a, &b| {
            away[one][a].min(away[other][a]).total_cmp(&away[one][b].min(away[other][b])).then(b.cmp(&a))
        })
        .unwrap_or(0);
    // a path begins straight, and stays so
    let is_path = away[one][other] as usize + 1 == members.len();
    let mut places: Vec<Point> = (0..members.len())
        .map(|node| {
            // nodes that lie alike are kept apart
            let apart = if is_path { 0.0 } else { 0.02 * (node as f64 * 2.4).sin() };
            Point {
                x: (away[one][node] - away[other][node]) / 2.0 + apart,
                y: if is_path { 0.0 } else { away[third][node] + 0.05 * (node as f64 * 1.7).cos() },
            }
        })
        .collect();
    for _ in 0..STEPS {
        for node in 0..members.len() {
            let (mut x, mut y, mut weights) = (0.0, 0.0, 0.0);
            for (other, &wanted) in away[node].iter().enumerate().filter(|&(other, _)| other != node) {
                let (dx, dy) = (places[node].x - places[other].x, places[node].y - places[other].y);
                let length = dx.hypot(dy).max(1e-6);
                let weight = 1.0 / (wanted * wanted);
                x += weight * (places[other].x + wanted * dx / length);
                y += weight * (places[other].y + wanted * dy / length);
                weights += weight;
            }
            if weights > 0.0 {
                places[node] = Point { x: x / weights, y: y / weights };
            }
        }
    }
    level(&mut places);
    places.iter().map(|place| Point { x: EDGE * place.x, y: EDGE * place.y }).collect()
}

/// Turns the drawing so that it is as wide as it can be.
fn level(places: &mut [Point]) {
    let count = places.len().max(1) as f64;
    let (x, y) = places.iter().fold((0.0, 0.0), |(x, y), place| (x + place.x / count, y + place.y / count));
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    for place in places.iter() {
        let (dx, dy) = (place.x - x, place.y - y);
        (xx, xy, yy) = (xx + dx * dx, xy + dx * dy, yy + dy * dy);
    }
    let angle = -0.5 * (2.0 * xy).atan2(xx - yy);
    let (sine, cosine) = angle.sin_cos();
    for place in places {
        let (dx, dy) = (place.x - x, place.y - y);
        *place = Point { x: dx * cosine - dy * sine, y: dx * sine + dy * cosine };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(count: usize) -> Vec<String> {
        (0..count).map(|node| node.to_string()).collect()
    }

    fn length(a: Point, b: Point) -> f64 {
        (a.x - b.x).hypot(a.y - b.y)
    }

    #[test]
    fn paths_are_straight_and_cycles_round() {
        let edges: Vec<(usize, usize)> = (1..9).map(|node| (node - 1, node)).collect();
        let (places, size) = network_places(&named(9), &edges);
        assert!(size.height < 2.5 * MARGIN, "{size:?}");
        assert!(edges.iter().all(|&(a, b)| (length(places[a], places[b]) - EDGE).abs() < 0.2 * EDGE));
        let edges: Vec<(usize, usize)> = (0..12).map(|node| (node, (node + 1) % 12)).collect();
        let (places, _) = network_places(&named(12), &edges);
        let lengths: Vec<f64> = edges.iter().map(|&(a, b)| length(places[a], places[b])).collect();
        let (least, most) = lengths.iter().fold((f64::INFINITY, 0.0f64), |(l, m), &x| (l.min(x), m.max(x)));
        assert!(most < 1.1 * least, "{lengths:?}");
    }

    fn petersen() -> Vec<(usize, usize)> {
        (0..5)
            .flat_map(|node| [(node, (node + 1) % 5), (node, node + 5), (node + 5, 5 + (node + 2) % 5)])
            .collect()
    }

    /// How many pairs of edges cross inside both.
    fn crossings(places: &[Point], edges: &[(usize, usize)]) -> usize {
        let side = |(a, b): (usize, usize), c: usize| {
            let (a, b, c) = (places[a], places[b], places[c]);
            (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
        };
        let apart = |one, (c, d)| side(one, c) * side(one, d) < 0.0;
        let cross = |&(one, other): &((usize, usize), (usize, usize))| {
            [other.0, other.1].iter().all(|&end| end != one.0 && end != one.1)
                && apart(one, other)
                && apart(other, one)
        };
        let pairs =
            edges.iter().enumerate().flat_map(|(i, &one)| edges[..i].iter().map(move |&other| (one, other)));
        pairs.filter(|pair| cross(pair)).count()
    }

    #[test]
    fn petersens_graph_is_a_star_in_a_ring() {
        let (places, _) = network_places(&named(10), &petersen());
        assert_eq!(crossings(&places, &petersen()), 5);
        for node in 0..5 {
            assert!((length(places[node], places[node + 5]) - 0.8 * EDGE).abs() < 1e-6);
        }
    }

    #[test]
    fn every_node_has_a_place_of_its_own() {
        let complete: Vec<(usize, usize)> = (0..7).flat_map(|a| (0..a).map(move |b| (b, a))).collect();
        for (count, edges) in
            [(10, petersen()), (7, complete), (5, vec![(0, 1), (3, 3)]), (1, vec![]), (0, vec![])]
        {
            let (places, size) = network_places(&named(count), &edges);
            for (a, place) in places.iter().enumerate() {
                assert!((0.0..=size.width).contains(&place.x) && (0.0..=size.height).contains(&place.y));
                assert!(
                    places[..a].iter().all(|other| length(*other, *place) > 0.3 * EDGE),
                    "{edges:?}: {places:?}"
                );
            }
        }
        let ground = ["a", "b", "ground"].map(str::to_owned);
        let (places, _) = network_places(&ground, &[(0, 2), (0, 1), (1, 1)]);
        assert!(places[1].y < places[0].y && places[0].y < places[2].y);
    }
}
