//! From names and edges to a graph: sorts, removes repetitions, finds an order of play or a cycle.

use std::collections::HashMap;

use super::{Digraph, GraphError, Node};

/// A graph in the making. Nodes appear when they are first named.
#[derive(Clone, Debug, Default)]
pub struct Builder {
    places: HashMap<Box<str>, u32>,
    edges: Vec<(u32, u32)>,
}

impl Builder {
    /// Names a node.
    pub fn node(&mut self, name: &str) -> Result<(), GraphError> {
        self.place(name).map(drop)
    }

    /// Names a move from one node to another.
    pub fn edge(&mut self, from: &str, to: &str) -> Result<(), GraphError> {
        let edge = (self.place(from)?, self.place(to)?);
        if self.edges.len() >= Digraph::MOST_EDGES {
            return Err(GraphError::TooLarge);
        }
        self.edges.push(edge);
        Ok(())
    }

    /// Names moves from each node to the next.
    pub(super) fn chain(&mut self, names: &[String]) -> Result<(), GraphError> {
        match names {
            [only] => self.node(only),
            _ => names.windows(2).try_for_each(|pair| self.edge(&pair[0], &pair[1])),
        }
    }

    /// The graph, if it has a node.
    pub fn finish(self) -> Result<Digraph, GraphError> {
        if self.places.is_empty() {
            return Err(GraphError::Empty);
        }
        let mut by_name: Vec<(Box<str>, u32)> = self.places.into_iter().collect();
        by_name.sort_unstable();
        let mut node_of = vec![Node(0); by_name.len()];
        for (node, (_, place)) in (0..).map(Node).zip(&by_name) {
            node_of[*place as usize] = node;
        }
        let named = |&(from, to): &(u32, u32)| (node_of[from as usize], node_of[to as usize]);
        let mut edges: Vec<(Node, Node)> = self.edges.iter().map(named).collect();
        edges.sort_unstable();
        edges.dedup();
        let mut starts = vec![0; by_name.len() + 1];
        for (from, _) in &edges {
            starts[from.index() + 1] += 1;
        }
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let names = by_name.into_iter().map(|(name, _)| name).collect();
        let targets = edges.into_iter().map(|(_, to)| to).collect();
        let mut graph = Digraph { names, starts, targets, order: Ok(Vec::new()) };
        graph.order = order(&graph);
        Ok(graph)
    }

    fn place(&mut self, name: &str) -> Result<u32, GraphError> {
        if let Some(&place) = self.places.get(name) {
            return Ok(place);
        }
        if self.places.len() >= Digraph::MOST_NODES {
            return Err(GraphError::TooLarge);
        }
        let place = self.places.len() as u32;
        self.places.insert(name.into(), place);
        Ok(place)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    New,
    /// On the line of play that is being followed.
    Open,
    Done,
}

/// All nodes, each after its options, by depth-first search with a stack of its own.
fn order(graph: &Digraph) -> Result<Vec<Node>, GraphError> {
    let mut marks = vec![Mark::New; graph.node_count()];
    let mut order = Vec::with_capacity(graph.node_count());
    let mut line: Vec<(Node, usize)> = Vec::new();
    for root in graph.nodes() {
        if marks[root.index()] != Mark::New {
            continue;
        }
        marks[root.index()] = Mark::Open;
        line.push((root, 0));
        while let Some((node, next)) = line.last_mut() {
            let Some(&option) = graph.options(*node).get(*next) else {
                marks[node.index()] = Mark::Done;
                order.push(*node);
                line.pop();
                continue;
            };
            *next += 1;
            match marks[option.index()] {
                Mark::Done => {}
                Mark::New => {
                    marks[option.index()] = Mark::Open;
                    line.push((option, 0));
                }
                Mark::Open => {
                    let cycle = line.iter().map(|(node, _)| *node).skip_while(|&node| node != option);
                    let names: Vec<&str> = cycle.map(|node| graph.name(node)).collect();
                    return Err(GraphError::cycle(&names));
                }
            }
        }
    }
    Ok(order)
}
