//! Node Kayles: take a node of a graph with all its neighbors (theory G.1, G.2).
//!
//! Components of the graph are independent games. Paths are Dawson's chess, cycles and complete graphs are answered at
//! once, and so are whole grids with an even number of rows and of columns, which the second player wins by symmetry. All
//! other graphs are searched over sets of nodes, isomorphic components once; which player wins is PSPACE-complete in
//! general (Schaefer 1978). Loops and repeated edges change nothing and are dropped.

use std::fmt;

use super::network::deletion::{self, Field, MOST_SEARCHED, Removal};
use super::network::{Family, Network, count, reading};
use super::{Action, Evaluation, Found, Game, Known, Reduction, View, options, written};
use crate::games::digraph::{Files, NoFiles};
use crate::heap::catalogue::{Entry, EntryKind};
use crate::heap::closed::dawsons_kayles;
use crate::limits::TooLarge;
use crate::nimber::Nimber;
use crate::notation::{Cursor, NotationError};
use crate::play::Outcome;
use crate::ruleset::Ruleset;
use crate::theorem::Theorem;

/// The rules of Node Kayles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeKayles;

/// What is left when a node is taken.
fn after(network: &Network, node: usize) -> Network {
    let mut kept = vec![true; network.node_count()];
    kept[node] = false;
    for &(a, b) in network.edges() {
        let (a, b) = (a as usize, b as usize);
        if a == node {
            kept[b] = false;
        } else if b == node {
            kept[a] = false;
        }
    }
    network.induced(&kept)
}

/// The outcome of a whole grid, where both sides are even or both odd (theory G.2).
fn outcome_of_grid(network: &Network) -> Option<Outcome> {
    match network.family() {
        Some(Family::Grid(rows, columns)) => match (rows % 2, columns % 2) {
            (0, 0) => Some(Outcome::P),
            (1, 1) => Some(Outcome::N),
            _ => None,
        },
        _ => None,
    }
}

impl Ruleset for NodeKayles {
    type Position = Network;

    fn options(&self, network: &Network) -> Vec<Network> {
        options(self, network)
    }

    fn components(&self, network: Network, parts: &mut Vec<Network>) {
        network.components(parts);
    }

    fn canonical(&self, network: Network) -> Network {
        network.canonical(None)
    }

    fn known_value(&self, component: &Network) -> Option<Nimber> {
        self.reduce(component).map(|closed| closed.known)
    }
}

impl Game for NodeKayles {
    const ENTRY: &'static Entry = &Entry {
        name: "node-kayles",
        title: "Node Kayles",
        aliases: &[],
        kind: EntryKind::Board("node-kayles: grid 3x4"),
        words: "Take a node of a graph together with all its neighbors.",
        known: &[
            "A path of n nodes is a heap of n in Dawson's chess; cycles and complete graphs have the values 0 and 1 \
             (theory G.1).",
            "A grid with even sides is P; one with odd sides is N, and taking its middle wins (theory G.2).",
        ],
        oeis: None,
    };

    fn read_parameters(_text: &mut Cursor<'_>) -> Result<Self, NotationError> {
        Ok(Self)
    }

    fn read_term(text: &mut Cursor<'_>, files: &dyn Files) -> Result<(Self, Network), NotationError> {
        text.require(':')?;
        Ok((Self, reading::read(text, files)?.without_repetition().without_loops()))
    }

    fn read(&self, text: &mut Cursor<'_>) -> Result<Network, NotationError> {
        Ok(reading::read(text, &NoFiles)?.without_repetition().without_loops())
    }

    fn write(&self, network: &Network, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        reading::write(network, f)
    }

    fn parts(&self, _network: &Network) -> usize {
        1
    }

    fn actions<'p>(&'p self, network: &'p Network, _part: usize) -> impl Iterator<Item = Action> + 'p {
        (0..network.node_count()).map(|node| network.pick_node(node))
    }

    fn act(&self, network: &Network, _part: usize, action: &Action) -> Option<Network> {
        network.picked_node(action).map(|node| after(network, node))
    }

    fn actions_between(&self, before: &Network, after: &Network) -> Vec<(usize, Action)> {
        // the node that was taken is gone
        let gone = (0..before.node_count()).filter(|&node| after.node(before.name(node)).is_none());
        gone.map(|node| (0, before.pick_node(node))).collect()
    }

    fn identity(&self, network: &Network) -> Network {
        network.unnamed()
    }

    fn view(&self, network: &Network) -> View {
        network.view()
    }

    fn reduce(&self, component: &Network) -> Option<Reduction<Network>> {
        let (nodes, edges) = (component.node_count() as u64, component.edge_count() as u64);
        let closed = |value| Some(Reduction::closed(value, Theorem::KaylesOnPaths));
        // the value of a path of so many nodes
        let path = |nodes: u64| if nodes == 0 { Nimber::ZERO } else { dawsons_kayles(nodes + 1) };
        if edges == nodes * nodes.saturating_sub(1) / 2 {
            return closed(Nimber(u64::from(nodes > 0)));
        }
        if component.is_line() {
            return closed(if edges < nodes {
                path(nodes)
            } else {
                Nimber(u64::from(path(nodes - 3).is_zero()))
            });
        }
        let by_symmetry = outcome_of_grid(component) == Some(Outcome::P);
        by_symmetry.then(|| Reduction::closed(Nimber::ZERO, Theorem::Pairing))
    }

    fn evaluate(&self, component: &Network, known: &mut Known) -> Result<Evaluation, TooLarge> {
        if self.reduce(component).is_some() {
            return known.by_theorem_or_search(self, component);
        }
        let (what, size) = (|| written(self, component), || self.search_size(component));
        let field = Field::of(component, Removal::Neighborhoods);
        let valued = deletion::evaluate(field, what, size, self.breadth(component), known);
        let outcome = outcome_of_grid(component).map(|outcome| (outcome, Theorem::Pairing));
        Evaluation::or_outcome(valued, outcome)
    }

    /// The middle of a grid with odd sides.
    fn moves_by_theorem(&self, network: &Network, value: Nimber, _most: usize) -> Option<Found<Network>> {
        let odd = outcome_of_grid(network) == Some(Outcome::N);
        let middle = network.node_count() / 2;
        (odd && value.is_zero()).then(|| Found { moves: vec![after(network, middle)], total: None })
    }

    fn search_size(&self, component: &Network) -> f64 {
        if self.known_value(component).is_some() { 1.0 } else { self.reachable(component) }
    }

    fn reachable(&self, component: &Network) -> f64 {
        if component.node_count() > MOST_SEARCHED {
            return f64::INFINITY;
        }
        count::independent_sets(&component.neighbors())
    }

    fn breadth(&self, network: &Network) -> f64 {
        network.node_count() as f64
    }

    fn words(&self, network: &Network) -> f64 {
        network.words()
    }
}
