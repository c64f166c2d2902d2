//! Layers by longest path, and the dummy vertices that make every edge a chain of segments between neighbors.
//!
//! A vertex is a node (numbered as by the caller) or a dummy (numbered from the number of nodes on). All edges to
//! one node from further up than its previous layer enter its trunk: one dummy a layer, from just below the
//! highest of these edges' sources down to just above the node. So a dummy has exactly one segment downwards.

use super::LayoutError;

pub(super) struct Layered {
    /// Vertices below this number are nodes, the others dummies.
    pub nodes: usize,
    /// The layer of each vertex; layer 0 is the top.
    pub layer: Vec<usize>,
    /// The vertices of each layer from left to right.
    pub layers: Vec<Vec<usize>>,
    /// The neighbors of each vertex on the layer above.
    pub up: Vec<Vec<usize>>,
    /// The neighbors of each vertex on the layer below.
    pub down: Vec<Vec<usize>>,
    /// The topmost dummy of each node's trunk; meaningless for a node without one.
    trunk: Vec<usize>,
}

impl Layered {
    pub fn new(nodes: usize, edges: &[(usize, usize)]) -> Result<Self, LayoutError> {
        if let Some(&(from, to)) = edges.iter().find(|&&(from, to)| from >= nodes || to >= nodes) {
            return Err(LayoutError::NoSuchNode { from, to, nodes });
        }
        let mut layer = longest_paths(nodes, edges)?;

        let mut highest = layer.clone();
        for &(from, to) in edges {
            highest[to] = highest[to].min(layer[from]);
        }
        let mut trunk = Vec::with_capacity(nodes);
        for node in 0..nodes {
            trunk.push(layer.len());
            layer.extend(highest[node] + 1..layer[node]);
        }

        let vertices = layer.len();
        let mut layered = Self {
            nodes,
            layers: vec![Vec::new(); layer.iter().max().map_or(0, |last| last + 1)],
            layer,
            up: vec![Vec::new(); vertices],
            down: vec![Vec::new(); vertices],
            trunk,
        };
        layered.join(edges);
        layered.order_depth_first();
        Ok(layered)
    }

    pub fn is_dummy(&self, vertex: usize) -> bool {
        vertex >= self.nodes
    }

    /// Where an edge to `target` goes from `vertex`: to the target or to the trunk's dummy on the next layer.
    pub fn hop(&self, vertex: usize, target: usize) -> usize {
        let next = self.layer[vertex] + 1;
        if next == self.layer[target] {
            return target;
        }
        let first = self.trunk[target];
        first + (next - self.layer[first])
    }

    /// The place of each vertex within its layer.
    pub fn places(&self) -> Vec<usize> {
        let mut places = vec![0; self.layer.len()];
        for layer in &self.layers {
            for (place, &vertex) in layer.iter().enumerate() {
                places[vertex] = place;
            }
        }
        places
    }

    /// Lists every segment once at both its ends.
    fn join(&mut self, edges: &[(usize, usize)]) {
        let mut entered = vec![false; self.layer.len()];
        for &(from, to) in edges {
            let mut vertex = from;
            while vertex != to {
                let next = self.hop(vertex, to);
                if self.is_dummy(vertex) && std::mem::replace(&mut entered[vertex], true) {
                    break;
                }
                self.down[vertex].push(next);
                vertex = next;
            }
        }
        for vertex in 0..self.layer.len() {
            let mut below = std::mem::take(&mut self.down[vertex]);
            let mut seen = foldhash::HashSet::default();
            below.retain(|&next| seen.insert(next));
            for &next in &below {
                self.up[next].push(vertex);
            }
            self.down[vertex] = below;
        }
    }

    /// The first order: vertices as a depth-first walk from the sources meets them.
    fn order_depth_first(&mut self) {
        let mut met = vec![false; self.layer.len()];
        let mut stack: Vec<usize> = (0..self.nodes).rev().filter(|&node| self.layer[node] == 0).collect();
        while let Some(vertex) = stack.pop() {
            if !std::mem::replace(&mut met[vertex], true) {
                self.layers[self.layer[vertex]].push(vertex);
                stack.extend(self.down[vertex].iter().rev());
            }
        }
    }
}

/// The number of edges on the longest path from a source to each node.
fn longest_paths(nodes: usize, edges: &[(usize, usize)]) -> Result<Vec<usize>, LayoutError> {
    let mut below = vec![Vec::new(); nodes];
    let mut waiting = vec![0_usize; nodes];
    for &(from, to) in edges {
        below[from].push(to);
        waiting[to] += 1;
    }
    let mut layer = vec![0; nodes];
    let mut ready: Vec<usize> = (0..nodes).filter(|&node| waiting[node] == 0).collect();
    while let Some(node) = ready.pop() {
        for &next in &below[node] {
            layer[next] = layer[next].max(layer[node] + 1);
            waiting[next] -= 1;
            if waiting[next] == 0 {
                ready.push(next);
            }
        }
    }
    match waiting.iter().position(|&edges| edges > 0) {
        Some(node) => Err(LayoutError::Cycle { node }),
        None => Ok(layer),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_to_one_node_share_a_trunk() {
        // A path 0-1-2-3-4 with shortcuts 0-4, 1-4 and 0-3.
        let edges = [(0, 1), (1, 2), (2, 3), (3, 4), (0, 4), (1, 4), (0, 3), (0, 4)];
        let layered = Layered::new(5, &edges).expect("acyclic");
        assert_eq!(layered.layer[..5], [0, 1, 2, 3, 4]);
        assert_eq!(layered.layer.len(), 5 + 2 + 3, "trunks on layers 1-2 to node 3 and 1-3 to node 4");
        assert_eq!(layered.hop(layered.hop(0, 4), 4), layered.hop(1, 4));
        let segments: usize = layered.down.iter().map(Vec::len).sum();
        assert_eq!(segments, 4 + 3 + 4 + 1);
        assert!((5..10).all(|dummy| layered.down[dummy].len() == 1));
        assert_eq!(layered.layers.iter().map(Vec::len).sum::<usize>(), 10, "every vertex is in its layer");
    }

    #[test]
    fn cycles_and_strangers_are_refused() {
        assert_eq!(Layered::new(2, &[(0, 1), (1, 0)]).err(), Some(LayoutError::Cycle { node: 0 }));
        assert_eq!(Layered::new(1, &[(0, 0)]).err(), Some(LayoutError::Cycle { node: 0 }));
        let stranger = LayoutError::NoSuchNode { from: 0, to: 7, nodes: 2 };
        assert_eq!(Layered::new(2, &[(0, 7)]).err(), Some(stranger));
    }
}
