//! Undirected graphs with named nodes: the boards of Node Kayles, Arc Kayles and Hackenbush.
//!
//! A [`Network`] keeps its nodes in the order of their names, numbers by size, and its edges in order, so that equal
//! graphs are equal values. Loops and several edges between two nodes are kept; a game whose rules do not see them
//! drops them when it reads a graph. What the games on graphs share beside the graph stands in the files beside this
//! one: its notation, its canonical form, the search over sets of nodes, and bounds of that search.

pub(in crate::games) mod canonical;
pub(in crate::games) mod count;
pub(in crate::games) mod deletion;
mod family;
mod graph6;
pub(in crate::games) mod reading;

pub use family::Family;

/// What all games on networks have in common, but for how such a graph is read.
macro_rules! on_networks {
    ($read:path) => {
        type At = Network;
        const PLAIN: Option<Self> = Some(Self);

        fn read_term(text: &mut Cursor<'_>, files: &dyn Files) -> Result<(Self, Network), NotationError> {
            text.colon(&text.clone())?;
            Ok((Self, $read(text, files)?))
        }

        fn read(&self, text: &mut Cursor<'_>) -> Result<Network, NotationError> {
            $read(text, &NoFiles)
        }

        fn write(&self, network: &Network, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            reading::write(network, f)
        }

        fn identity(&self, network: &Network) -> Network {
            network.unnamed()
        }

        fn view(&self, network: &Network) -> View {
            network.view()
        }

        fn words(&self, network: &Network) -> f64 {
            network.words()
        }
    };
}
pub(super) use on_networks;

use crate::games::looks::GraphView;
use crate::games::{Action, BoardKind, Part, View};

/// An undirected graph with named nodes; loops and several edges between two nodes are allowed.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Network {
    /// In the order of [`name_order`].
    names: Vec<Box<str>>,
    /// The smaller end first, in ascending order.
    edges: Vec<(u32, u32)>,
    /// What it is called, where it is a whole graph of a known family.
    family: Option<Family>,
}

/// The order of names: numbers, also several with points between them, by size, then all others by their letters.
fn name_order(name: &str) -> (bool, Vec<u64>, &str) {
    let parts: Option<Vec<u64>> = name.split('.').map(|part| part.parse().ok()).collect();
    (parts.is_none(), parts.unwrap_or_default(), name)
}

impl Network {
    /// The most nodes of a graph.
    pub const MOST_NODES: usize = 10_000;
    /// The most edges of a graph.
    pub const MOST_EDGES: usize = 100_000;

    /// The graph with these nodes, whose names are different, and these edges between them.
    pub fn new(names: Vec<Box<str>>, edges: impl IntoIterator<Item = (u32, u32)>) -> Self {
        let mut order: Vec<usize> = (0..names.len()).collect();
        order.sort_by_cached_key(|&at| {
            let (other, numbers, name) = name_order(&names[at]);
            (other, numbers, name.to_owned())
        });
        let mut place = vec![0; names.len()];
        for (node, &at) in (0..).zip(&order) {
            place[at] = node;
        }
        let ends = |(a, b): (u32, u32)| {
            let (a, b): (u32, u32) = (place[a as usize], place[b as usize]);
            (a.min(b), a.max(b))
        };
        let mut edges: Vec<(u32, u32)> = edges.into_iter().map(ends).collect();
        edges.sort_unstable();
        let mut names: Vec<Option<Box<str>>> = names.into_iter().map(Some).collect();
        let names = order.iter().map(|&at| names[at].take().unwrap_or_default()).collect();
        Self { names, edges, family: None }
    }

    /// The number of nodes.
    pub const fn node_count(&self) -> usize {
        self.names.len()
    }

    /// The number of edges.
    pub const fn edge_count(&self) -> usize {
        self.edges.len()
    }

    /// The name of a node.
    pub fn name(&self, node: usize) -> &str {
        &self.names[node]
    }

    /// The node with this name.
    pub fn node(&self, name: &str) -> Option<usize> {
        self.names.binary_search_by(|known| name_order(known).cmp(&name_order(name))).ok()
    }

    /// The edges, the smaller end first, in ascending order.
    pub fn edges(&self) -> &[(u32, u32)] {
        &self.edges
    }

    /// The family that it is the whole graph of, if it was made as one.
    pub const fn family(&self) -> Option<Family> {
        self.family
    }

    /// About how many machine words it takes.
    pub(in crate::games) const fn words(&self) -> f64 {
        (4 * self.names.len() + self.edges.len()) as f64
    }

    /// The same graph, whatever it was called.
    #[must_use]
    pub(in crate::games) fn unnamed(&self) -> Self {
        Self { family: None, ..self.clone() }
    }

    /// At most one edge between two nodes.
    #[must_use]
    pub(in crate::games) fn without_repetition(mut self) -> Self {
        self.edges.dedup();
        self
    }

    /// The same without its loops.
    #[must_use]
    pub(in crate::games) fn without_loops(mut self) -> Self {
        self.edges.retain(|(a, b)| a != b);
        self
    }

    /// The nodes that are kept, with the edges between them.
    #[must_use]
    pub(in crate::games) fn induced(&self, kept: &[bool]) -> Self {
        if kept.iter().all(|&kept| kept) {
            return self.clone();
        }
        let mut place = vec![u32::MAX; kept.len()];
        let mut names = Vec::new();
        for (node, name) in self.names.iter().enumerate().filter(|&(node, _)| kept[node]) {
            place[node] = names.len() as u32;
            names.push(name.clone());
        }
        let both = |&(a, b): &(u32, u32)| (place[a as usize], place[b as usize]);
        let edges = self.edges.iter().map(both).filter(|&(a, b)| a != u32::MAX && b != u32::MAX).collect();
        Self { names, edges, family: None }
    }

    /// The same without the nodes that have no edge.
    #[must_use]
    pub(in crate::games) fn without_isolated(self) -> Self {
        let mut used = vec![false; self.names.len()];
        for &(a, b) in &self.edges {
            used[a as usize] = true;
            used[b as usize] = true;
        }
        if used.iter().all(|&used| used) { self } else { self.induced(&used) }
    }

    /// The same without one edge.
    #[must_use]
    pub(in crate::games) fn without_edge(&self, edge: usize) -> Self {
        let mut edges = self.edges.clone();
        edges.remove(edge);
        Self { names: self.names.clone(), edges, family: None }
    }

    /// Whether some edge is a loop.
    pub(in crate::games) fn has_loop(&self) -> bool {
        self.edges.iter().any(|(a, b)| a == b)
    }

    /// Whether the graph, which is connected and has no loop, is a path or a cycle: no node has more than two edges.
    pub(in crate::games) fn is_line(&self) -> bool {
        let mut degrees = vec![0; self.names.len()];
        for &(a, b) in &self.edges {
            degrees[a as usize] += 1;
            degrees[b as usize] += 1;
        }
        degrees.iter().all(|&degree| degree <= 2)
    }

    /// The nodes at the other ends of the edges of each node, in ascending order; a loop counts once.
    pub(in crate::games) fn neighbors(&self) -> Vec<Vec<u32>> {
        let mut all = vec![Vec::new(); self.names.len()];
        for &(a, b) in &self.edges {
            all[a as usize].push(b);
            if a != b {
                all[b as usize].push(a);
            }
        }
        for list in &mut all {
            list.sort_unstable();
        }
        all
    }

    /// The connected component of each node, counted from 0 in the order of their first nodes, and how many there are.
    /// A node that is closed is no way from one to another, and belongs to none.
    pub(in crate::games) fn component_numbers(&self, closed: Option<usize>) -> (Vec<Option<usize>>, usize) {
        let neighbors = self.neighbors();
        let mut number = vec![None; self.names.len()];
        let mut count = 0;
        let mut open = Vec::new();
        for start in 0..self.names.len() {
            if number[start].is_some() || Some(start) == closed {
                continue;
            }
            number[start] = Some(count);
            open.push(start);
            while let Some(node) = open.pop() {
                for &next in &neighbors[node] {
                    let next = next as usize;
                    if number[next].is_none() && Some(next) != closed {
                        number[next] = Some(count);
                        open.push(next);
                    }
                }
            }
            count += 1;
        }
        (number, count)
    }

    /// The connected components, each a graph of its own.
    pub(in crate::games) fn components(self, parts: &mut Vec<Self>) {
        let (number, count) = self.component_numbers(None);
        if count <= 1 {
            parts.extend((count == 1).then_some(self));
            return;
        }
        // one pass for all of them: a graph may fall into thousands of pieces
        let mut place = vec![0; number.len()];
        let mut pieces = vec![Self::default(); count];
        for (node, name) in self.names.into_iter().enumerate() {
            let piece = &mut pieces[number[node].unwrap_or_default()];
            place[node] = piece.names.len() as u32;
            piece.names.push(name);
        }
        for (a, b) in self.edges {
            let piece = &mut pieces[number[a as usize].unwrap_or_default()];
            piece.edges.push((place[a as usize], place[b as usize]));
        }
        parts.extend(pieces);
    }

    /// What a person sees: the whole graph, where it is small enough to be drawn.
    pub(in crate::games) fn view(&self) -> View {
        const MOST_DRAWN: usize = 120;
        let part = Part::Network { nodes: self.node_count(), edges: self.edge_count() };
        let drawn = self.node_count() <= MOST_DRAWN && self.edge_count() <= 4 * MOST_DRAWN;
        let graph = drawn.then(|| GraphView {
            names: self.names.iter().map(ToString::to_string).collect(),
            edges: self.edges.iter().map(|&(a, b)| (a as usize, b as usize)).collect(),
            reachable: vec![true; self.node_count()],
        });
        View { graph, ..View::new(BoardKind::Network, [part]) }
    }

    /// The action that takes a node.
    pub(in crate::games) fn pick_node(&self, node: usize) -> Action {
        Action::Pick { name: reading::written_name(&self.names[node]) }
    }

    /// The action that takes an edge, or one of several with the same ends.
    pub(in crate::games) fn pick_edge(&self, (a, b): (u32, u32)) -> Action {
        let name = |node: u32| reading::written_name(&self.names[node as usize]);
        Action::Pick { name: format!("{}-{}", name(a), name(b)) }
    }

    /// The place of the first edge with the ends that an action names.
    pub(in crate::games) fn picked_edge(&self, action: &Action) -> Option<usize> {
        let Action::Pick { name } = action else { return None };
        let (a, b) = reading::edge_of(name)?;
        let (a, b) = (self.node(&a)? as u32, self.node(&b)? as u32);
        let at = self.edges.partition_point(|&edge| edge < (a.min(b), a.max(b)));
        (self.edges.get(at) == Some(&(a.min(b), a.max(b)))).then_some(at)
    }

    /// The node that an action names.
    pub(in crate::games) fn picked_node(&self, action: &Action) -> Option<usize> {
        let Action::Pick { name } = action else { return None };
        self.node(&reading::node_of(name)?)
    }

    /// The places of its edges, of several with the same ends the first.
    pub(in crate::games) fn distinct_edges(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.edges.len()).filter(|&at| at == 0 || self.edges[at - 1] != self.edges[at])
    }
}
