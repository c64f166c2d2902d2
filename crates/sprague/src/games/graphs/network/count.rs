//! Bounds of a search over sets of nodes.
//!
//! A line of play in Node Kayles is a set of nodes of which no two are joined, and the set gives the position: so there
//! are at most as many positions as independent sets. In Arc Kayles there are likewise at most as many as matchings, and
//! as sets of nodes. A component of a position is a position itself, since all others can be played to their end, so
//! these numbers bound the components too.
//!
//! Both are counted exactly by a frontier: nodes come one by one, and kept is how often each choice occurs on those
//! that still have neighbors to come. Where the frontier becomes too wide, a bound that is easy to get serves.

use std::collections::HashMap;

use foldhash::fast::FixedState;

/// The most nodes that are put into an order with a small frontier.
const MOST_NODES: usize = 600;
/// The widest frontier.
const WIDEST: usize = 64;
/// The most choices on a frontier that are kept.
const MOST_CHOICES: usize = 1 << 13;

type Choices = HashMap<u64, f64, FixedState>;

/// A bound on the positions of Node Kayles; the neighbors of each node are without the node itself.
pub(in crate::games) fn independent_sets(neighbors: &[Vec<u32>]) -> f64 {
    let counted = frontier(neighbors, |choices, near, place| {
        let mut next = Choices::default();
        for (&choice, &count) in choices {
            *next.entry(choice).or_insert(0.0) += count;
            if choice & near == 0 {
                *next.entry(choice | place).or_insert(0.0) += count;
            }
        }
        next
    });
    counted.unwrap_or_else(|| clique_bound(neighbors))
}

/// A bound on the positions of Arc Kayles; a node with a loop can be taken alone.
pub(in crate::games) fn matchings(neighbors: &[Vec<u32>], has_loop: &[bool]) -> f64 {
    let sets = (neighbors.len() as f64).exp2();
    let mut loops = ordered(neighbors).unwrap_or_default().into_iter().map(|node| has_loop[node]);
    let counted = frontier(neighbors, |choices, near, place| {
        let alone = loops.next().unwrap_or_default();
        let mut next = Choices::default();
        for (&choice, &count) in choices {
            *next.entry(choice).or_insert(0.0) += count;
            if alone {
                *next.entry(choice | place).or_insert(0.0) += count;
            }
            let mut free = near & !choice;
            while free != 0 {
                *next.entry(choice | place | (free & free.wrapping_neg())).or_insert(0.0) += count;
                free &= free - 1;
            }
        }
        next
    });
    counted.map_or(sets, |counted| counted.min(sets))
}

/// Goes over the nodes and keeps the choices on the frontier. A step is told which of its places are neighbors of the
/// node, and the place of the node. `None` where the frontier is too wide.
fn frontier(neighbors: &[Vec<u32>], mut step: impl FnMut(&Choices, u64, u64) -> Choices) -> Option<f64> {
    let order = ordered(neighbors)?;
    let mut missing: Vec<usize> = neighbors.iter().map(Vec::len).collect();
    let mut place = vec![None; neighbors.len()];
    let mut used = 0u64;
    let mut choices = Choices::default();
    choices.insert(0, 1.0);
    for node in order {
        let free = (!used).trailing_zeros() as usize;
        if free >= WIDEST {
            return None;
        }
        let near =
            neighbors[node].iter().filter_map(|&next| place[next as usize]).map(|at: usize| 1u64 << at);
        choices = step(&choices, near.sum(), 1 << free);
        place[node] = Some(free);
        used |= 1 << free;
        let mut closed = 0;
        for &next in &neighbors[node] {
            missing[next as usize] -= 1;
        }
        for at in neighbors[node].iter().map(|&next| next as usize).chain([node]) {
            if missing[at] == 0
                && let Some(bit) = place[at].take()
            {
                closed |= 1u64 << bit;
            }
        }
        if closed != 0 {
            used &= !closed;
            let mut merged = Choices::default();
            for (choice, count) in choices {
                *merged.entry(choice & !closed).or_insert(0.0) += count;
            }
            choices = merged;
        }
        if choices.len() > MOST_CHOICES {
            return None;
        }
    }
    Some(choices.values().sum())
}

/// The nodes in an order that keeps the frontier small: next comes the node that adds least to it.
fn ordered(neighbors: &[Vec<u32>]) -> Option<Vec<usize>> {
    let size = neighbors.len();
    if size > MOST_NODES {
        return None;
    }
    let mut done = vec![false; size];
    let mut missing: Vec<usize> = neighbors.iter().map(Vec::len).collect();
    let mut order = Vec::with_capacity(size);
    for _ in 0..size {
        // a node leaves the frontier when its last neighbor comes
        let growth = |node: usize| {
            let leaving =
                neighbors[node].iter().filter(|&&next| done[next as usize] && missing[next as usize] == 1);
            let stays = usize::from(missing[node] > 0);
            let seen = neighbors[node].len() - missing[node];
            (size + stays - leaving.count(), size - seen.min(size), neighbors[node].len())
        };
        let node = (0..size).filter(|&node| !done[node]).min_by_key(|&node| growth(node))?;
        done[node] = true;
        for &next in &neighbors[node] {
            missing[next as usize] -= 1;
        }
        order.push(node);
    }
    Some(order)
}

/// Nodes in cliques, each as large as the first that come: an independent set has at most one node of each.
fn clique_bound(neighbors: &[Vec<u32>]) -> f64 {
    let mut left = vec![true; neighbors.len()];
    let mut bound = 1.0;
    for node in 0..neighbors.len() {
        if !left[node] {
            continue;
        }
        let mut clique = vec![node as u32];
        for &next in &neighbors[node] {
            let joined =
                |other: &u32| *other == next || neighbors[*other as usize].binary_search(&next).is_ok();
            if left[next as usize] && clique.iter().all(joined) && !clique.contains(&next) {
                clique.push(next);
            }
        }
        for &member in &clique {
            left[member as usize] = false;
        }
        bound *= clique.len() as f64 + 1.0;
    }
    bound
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::graphs::network::Family;

    /// A006506 and A028420: independent sets and matchings of the square grids.
    #[test]
    fn square_grids_have_known_numbers() {
        let known =
            [(1, 2.0, 1.0), (2, 7.0, 7.0), (3, 63.0, 131.0), (4, 1234.0, 10012.0), (5, 55447.0, 2_810_694.0)];
        for (side, sets, edges) in known {
            let network = Family::Grid(side, side).network().expect("a grid");
            let neighbors = network.neighbors();
            assert_eq!(independent_sets(&neighbors).to_bits(), f64::to_bits(sets), "{side}");
            let bound = (neighbors.len() as f64).exp2().min(edges);
            let found = matchings(&neighbors, &vec![false; neighbors.len()]);
            assert_eq!(found.to_bits(), bound.to_bits(), "{side}");
            assert!(clique_bound(&neighbors) >= sets);
        }
        let complete = Family::Complete(200).network().expect("a graph").neighbors();
        assert_eq!(independent_sets(&complete).to_bits(), f64::to_bits(201.0));
    }
}
