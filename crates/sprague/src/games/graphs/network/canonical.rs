//! One order of the nodes for all isomorphic graphs, so that equal components are solved once.
//!
//! Nodes get colors that know nothing of their names: at first their loops, then again and again the colors of their
//! neighbors, until no color splits (color refinement). Where several nodes still share a color, each of them in turn
//! gets a color of its own, and of all orders that this leads to, the one with the least matrix is taken. Nodes that can
//! be exchanged without changing anything are tried once. In a forest, and where all degrees are at most 2, nodes of one
//! color are alike, so that the first will do.
//!
//! Regular graphs may lead to very many orders; after a bounded number of them the best so far is taken. The matrix is
//! then still that of the graph, in some order: two graphs with equal matrices are isomorphic in any case, and all that
//! is lost is that two isomorphic ones may be searched twice. Written here, because the canonical labelling libraries
//! for Rust wrap nauty in C, which the page in the browser cannot use, or take a graph apart as a black box, which is
//! too slow for a million small graphs.

use super::Network;

/// The largest graph that gets a canonical order.
pub(in crate::games) const MOST_ORDERED: usize = 128;
/// The most orders that are compared.
const MOST_ORDERS: usize = 200;
/// The most entries of matrices that are compared, which leaves fewer orders to large graphs.
const MOST_ENTRIES: usize = 80_000;

/// A graph as a symmetric matrix: how many edges join two nodes, and on its diagonal what tells nodes apart.
pub(in crate::games) struct Matrix {
    size: usize,
    weights: Vec<u8>,
    /// The neighbors of each node with their weights, one list after the other.
    near: Vec<(u8, u8)>,
    starts: Vec<u16>,
}

impl Matrix {
    /// The matrix of these nodes, at most [`MOST_ORDERED`].
    pub(in crate::games) fn new(size: usize, weight: impl Fn(usize, usize) -> u8) -> Self {
        let mut weights = vec![0; size * size];
        let mut near = Vec::new();
        let mut starts = Vec::with_capacity(size + 1);
        for a in 0..size {
            starts.push(near.len() as u16);
            for b in 0..size {
                let w = weight(a, b);
                weights[a * size + b] = w;
                if w > 0 && a != b {
                    near.push((b as u8, w));
                }
            }
        }
        starts.push(near.len() as u16);
        Self { size, weights, near, starts }
    }

    fn weight(&self, a: u8, b: u8) -> u8 {
        self.weights[a as usize * self.size + b as usize]
    }

    fn near(&self, node: usize) -> &[(u8, u8)] {
        &self.near[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    /// The lower triangle with its diagonal, when the nodes stand in this order.
    pub(in crate::games) fn triangle(&self, order: &[u8]) -> Vec<u8> {
        let mut all = Vec::with_capacity(self.size * (self.size + 1) / 2);
        for (at, &a) in order.iter().enumerate() {
            all.extend(order[..=at].iter().map(|&b| self.weight(a, b)));
        }
        all
    }

    /// The same triangle as bits, where all weights are 0 or 1, after the number of nodes.
    pub(in crate::games) fn key(&self) -> Box<[u8]> {
        let bits = self.triangle(&self.order());
        let mut key = Vec::with_capacity(1 + bits.len().div_ceil(8));
        key.push(self.size as u8);
        key.extend(bits.chunks(8).map(|byte| byte.iter().fold(0, |byte, &bit| byte << 1 | bit)));
        key.into()
    }

    /// The nodes in canonical order.
    pub(in crate::games) fn order(&self) -> Vec<u8> {
        let mut colors = Colors { of: vec![0; self.size], order: (0..self.size as u8).collect(), cells: 0 };
        let diagonal: Vec<u64> =
            (0..self.size as u8).map(|node| u64::from(self.weight(node, node))).collect();
        colors.split(&diagonal);
        let edges = self.near.len() / 2;
        let all_alike = edges < self.size || (0..self.size).all(|node| self.near(node).len() <= 2);
        let mut search = Search {
            matrix: self,
            best: None,
            left: (MOST_ENTRIES / (self.size * self.size).max(1)).clamp(2, MOST_ORDERS),
            all_alike: all_alike && self.is_plain(),
        };
        search.visit(colors);
        search.best.map(|(_, order)| order).unwrap_or_default()
    }

    /// Whether it is connected or has no cycle to speak of: then fewer edges than nodes mean a tree.
    fn is_plain(&self) -> bool {
        let mut seen = vec![false; self.size];
        let mut open = vec![0];
        let mut count = 0;
        while let Some(node) = open.pop() {
            if self.size > 0 && !std::mem::replace(&mut seen[node], true) {
                count += 1;
                open.extend(self.near(node).iter().map(|&(next, _)| next as usize));
            }
        }
        count == self.size
    }

    /// Whether two nodes can change places.
    fn are_twins(&self, a: u8, b: u8) -> bool {
        (0..self.size as u8).all(|c| c == a || c == b || self.weight(a, c) == self.weight(b, c))
    }
}

/// The color of each node: the place where nodes of its color begin in the order of colors.
#[derive(Clone)]
struct Colors {
    of: Vec<u8>,
    order: Vec<u8>,
    cells: usize,
}

impl Colors {
    /// Splits colors by a number that each node has; whether some color was split.
    fn split(&mut self, number: &[u64]) -> bool {
        let of = &self.of;
        self.order.sort_unstable_by_key(|&node| (of[node as usize], number[node as usize]));
        let mut cells = 0;
        let mut next = vec![0; of.len()];
        let mut first = 0;
        for (at, &node) in self.order.iter().enumerate() {
            let key = |node: u8| (of[node as usize], number[node as usize]);
            if at == 0 || key(self.order[at - 1]) != key(node) {
                first = at as u8;
                cells += 1;
            }
            next[node as usize] = first;
        }
        self.of = next;
        std::mem::replace(&mut self.cells, cells) != cells
    }

    /// Splits colors by those of the neighbors until they stay as they are.
    fn refine(&mut self, matrix: &Matrix) {
        let mut number = vec![0; self.of.len()];
        while self.cells < self.of.len() {
            for (node, sum) in number.iter_mut().enumerate() {
                let near = matrix.near(node).iter();
                *sum = near
                    .map(|&(next, weight)| mixed(self.of[next as usize], weight))
                    .fold(0, u64::wrapping_add);
            }
            if !self.split(&number) {
                return;
            }
        }
    }

    /// The first of the smallest colors that several nodes share: where it begins and how many they are.
    fn shared(&self) -> Option<(usize, usize)> {
        let mut best: Option<(usize, usize)> = None;
        let mut start = 0;
        while start < self.order.len() {
            let color = self.of[self.order[start] as usize];
            let length =
                self.order[start..].iter().take_while(|&&node| self.of[node as usize] == color).count();
            if length > 1 && best.is_none_or(|(_, known)| length < known) {
                best = Some((start, length));
            }
            start += length;
        }
        best
    }
}

/// A number for a color and a weight that looks random.
const fn mixed(color: u8, weight: u8) -> u64 {
    let mut z = ((color as u64) << 8 | weight as u64).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z ^ (z >> 29)
}

struct Search<'m> {
    matrix: &'m Matrix,
    best: Option<(Vec<u8>, Vec<u8>)>,
    left: usize,
    all_alike: bool,
}

impl Search<'_> {
    fn visit(&mut self, mut colors: Colors) {
        colors.refine(self.matrix);
        let Some((start, length)) = colors.shared() else {
            self.left = self.left.saturating_sub(1);
            let triangle = self.matrix.triangle(&colors.order);
            if self.best.as_ref().is_none_or(|(best, _)| triangle < *best) {
                self.best = Some((triangle, colors.order));
            }
            return;
        };
        let mut tried: Vec<u8> = Vec::new();
        for at in start..start + length {
            let node = colors.order[at];
            if tried.iter().any(|&other| self.matrix.are_twins(node, other)) {
                continue;
            }
            if !tried.is_empty() && (self.left == 0 || self.all_alike) {
                return;
            }
            tried.push(node);
            let mut next = colors.clone();
            // it comes first among its color, and the others after it
            for &other in &colors.order[start..start + length] {
                next.of[other as usize] = start as u8 + u8::from(other != node);
            }
            next.order[start..start + length].sort_unstable_by_key(|&other| other != node);
            next.cells += 1;
            self.visit(next);
        }
    }
}

impl Network {
    /// The same graph with its nodes in canonical order, called 1, 2, 3, ...; a root keeps its name, and is told apart
    /// from all others. A graph that is too large stays as it is.
    pub(in crate::games) fn canonical(&self, root: Option<usize>) -> Self {
        /// More edges between two nodes than this are not told apart in a matrix.
        const MOST_EDGES_BETWEEN: usize = 100;
        const ROOT: u8 = 128;
        let size = self.node_count();
        if size > MOST_ORDERED {
            return self.unnamed();
        }
        let mut weights = vec![0usize; size * size];
        for &(a, b) in self.edges() {
            let (a, b) = (a as usize, b as usize);
            weights[a * size + b] += 1;
            if a != b {
                weights[b * size + a] += 1;
            }
        }
        if weights.iter().any(|&weight| weight > MOST_EDGES_BETWEEN) {
            return self.unnamed();
        }
        let extra = |a: usize, b: usize| if a == b && Some(a) == root { ROOT } else { 0 };
        let matrix = Matrix::new(size, |a, b| weights[a * size + b] as u8 + extra(a, b));
        let order = matrix.order();
        let mut place = vec![0; size];
        let mut names: Vec<Box<str>> = Vec::with_capacity(size);
        for (at, &node) in order.iter().enumerate() {
            place[node as usize] = at as u32;
            let keeps = Some(node as usize) == root;
            names.push(if keeps { self.name(node as usize).into() } else { (at + 1).to_string().into() });
        }
        Self::new(names, self.edges().iter().map(|&(a, b)| (place[a as usize], place[b as usize])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::graphs::network::Family;

    /// The same graph with its nodes in another order.
    fn shuffled(network: &Network, seed: u64) -> Network {
        let size = network.node_count();
        let mut place: Vec<u32> = (0..size as u32).collect();
        let mut state = seed;
        for at in (1..size).rev() {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            place.swap(at, (state >> 33) as usize % (at + 1));
        }
        let names = (0..size).map(|node| node.to_string().into()).collect();
        Network::new(names, network.edges().iter().map(|&(a, b)| (place[a as usize], place[b as usize])))
    }

    #[test]
    fn isomorphic_graphs_have_one_form() {
        let families = [
            Family::Path(9),
            Family::Cycle(12),
            Family::Complete(6),
            Family::Star(9),
            Family::Wheel(7),
            Family::Grid(3, 5),
            Family::Grid(4, 4),
            Family::Hypercube(3),
            Family::Petersen,
        ];
        let mut forms = Vec::new();
        for family in families {
            let network = family.network().expect("a small graph");
            let form = network.canonical(None);
            for seed in 1..20 {
                assert_eq!(shuffled(&network, seed).canonical(None), form, "{family}");
            }
            assert_eq!(form.edge_count(), network.edge_count());
            forms.push(form);
        }
        forms.sort();
        forms.dedup();
        assert_eq!(forms.len(), families.len());
    }

    /// Every tree of up to 8 nodes by its parents, and random graphs: as many forms as there are graphs.
    #[test]
    fn there_are_as_many_forms_as_graphs() {
        let mut forms = std::collections::BTreeSet::new();
        // all graphs of 5 nodes: 34 up to isomorphism
        for edges in 0u32..1 << 10 {
            let pairs = (0..5).flat_map(|a| (0..a).map(move |b| (b, a)));
            let chosen = pairs.enumerate().filter(|(at, _)| edges >> at & 1 == 1).map(|(_, pair)| pair);
            let names = (0..5).map(|node: u32| node.to_string().into()).collect();
            forms.insert(Network::new(names, chosen).canonical(None));
        }
        assert_eq!(forms.len(), 34);
        // all trees of 7 nodes: 11
        let mut trees = std::collections::BTreeSet::new();
        for code in 0..720u32 {
            let parents = [0, code % 2, code / 2 % 3, code / 6 % 4, code / 24 % 5, code / 120 % 6];
            let edges = parents.iter().enumerate().map(|(at, &parent)| (parent, at as u32 + 1));
            let names = (0..7).map(|node: u32| node.to_string().into()).collect();
            trees.insert(Network::new(names, edges).canonical(None));
        }
        assert_eq!(trees.len(), 11);
    }
}
