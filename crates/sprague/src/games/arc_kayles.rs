//! Arc Kayles: take an edge of a graph with all edges that touch it (theory G.1).
//!
//! That takes both ends of the edge, so positions are sets of nodes here too, and a node without edges is dropped.
//! Paths are Dawson's Kayles; complete graphs and cycles are answered at once. All other graphs are searched, isomorphic
//! components once. Repeated edges change nothing and are dropped; a loop is an edge whose only end is taken. On a grid,
//! and on what is left of one, this is Cram, which knows more about its boards and finds equal ones faster.

use std::fmt;

use super::cram::{Cram, CramBoard};
use super::network::deletion::{self, Field, MOST_SEARCHED, Removal};
use super::network::{Network, count, reading};
use super::{Action, Evaluation, Game, Known, Reduction, View, options, written};
use crate::games::digraph::{Files, NoFiles};
use crate::heap::catalogue::{Entry, EntryKind};
use crate::heap::closed::dawsons_kayles;
use crate::limits::TooLarge;
use crate::nimber::Nimber;
use crate::notation::{Cursor, NotationError};
use crate::ruleset::Ruleset;
use crate::theorem::Theorem;

/// The rules of Arc Kayles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ArcKayles;

/// What is left when an edge is taken.
fn after(network: &Network, (a, b): (u32, u32)) -> Network {
    let mut kept = vec![true; network.node_count()];
    kept[a as usize] = false;
    kept[b as usize] = false;
    network.induced(&kept).without_isolated()
}

/// The board of Cram whose squares are the nodes, where these are called by row and column and joined as squares are.
fn as_board(network: &Network) -> Option<CramBoard> {
    let place = |node: usize| {
        let (row, column) = network.name(node).split_once('.')?;
        let (row, column): (u32, u32) = (row.parse().ok()?, column.parse().ok()?);
        (row <= Network::MOST_NODES as u32 && column <= Network::MOST_NODES as u32).then_some((row, column))
    };
    let places: Vec<(u32, u32)> = (0..network.node_count()).map(place).collect::<Option<_>>()?;
    let board = CramBoard::around(&places)?;
    let joined = |&(a, b): &(u32, u32)| {
        let (a, b) = (places[a as usize], places[b as usize]);
        a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1
    };
    // names such as 1.1 and 01.1 are two nodes and one square
    let one_each =
        board.squares().count() == places.len() && board.dominoes().count() == network.edge_count();
    (one_each && network.edges().iter().all(joined)).then_some(board)
}

impl Ruleset for ArcKayles {
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

impl Game for ArcKayles {
    const ENTRY: &'static Entry = &Entry {
        name: "arc-kayles",
        title: "Arc Kayles",
        aliases: &["edge-kayles"],
        kind: EntryKind::Board("arc-kayles: petersen"),
        words: "Take an edge of a graph together with all edges that share an end with it.",
        known: &[
            "A path of n nodes is a heap of n in Dawson's Kayles; cycles and complete graphs have the values 0 and 1 \
             (theory G.1).",
        ],
        oeis: None,
    };

    fn read_parameters(_text: &mut Cursor<'_>) -> Result<Self, NotationError> {
        Ok(Self)
    }

    fn read_term(text: &mut Cursor<'_>, files: &dyn Files) -> Result<(Self, Network), NotationError> {
        text.require(':')?;
        Ok((Self, reading::read(text, files)?.without_repetition().without_isolated()))
    }

    fn read(&self, text: &mut Cursor<'_>) -> Result<Network, NotationError> {
        Ok(reading::read(text, &NoFiles)?.without_repetition().without_isolated())
    }

    fn write(&self, network: &Network, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        reading::write(network, f)
    }

    fn parts(&self, _network: &Network) -> usize {
        1
    }

    fn actions<'p>(&'p self, network: &'p Network, _part: usize) -> impl Iterator<Item = Action> + 'p {
        network.edges().iter().map(|&edge| network.pick_edge(edge))
    }

    fn act(&self, network: &Network, _part: usize, action: &Action) -> Option<Network> {
        network.picked_edge(action).map(|at| after(network, network.edges()[at]))
    }

    fn actions_between(&self, before: &Network, after: &Network) -> Vec<(usize, Action)> {
        // both ends of the edge that was taken are gone
        let gone = |node: u32| after.node(before.name(node as usize)).is_none();
        let taken = before.edges().iter().filter(|&&(a, b)| gone(a) && gone(b));
        taken.map(|&edge| (0, before.pick_edge(edge))).collect()
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
        if component.has_loop() {
            return None;
        }
        if edges == nodes * nodes.saturating_sub(1) / 2 {
            return closed(Nimber(nodes / 2 % 2));
        }
        if component.is_line() {
            let path = dawsons_kayles;
            return closed(if edges < nodes {
                path(nodes)
            } else {
                Nimber(u64::from(path(nodes - 2).is_zero()))
            });
        }
        let cram = Cram.reduce(&as_board(component)?)?;
        Some(Reduction::closed(cram.known, cram.theorem))
    }

    fn evaluate(&self, component: &Network, known: &mut Known) -> Result<Evaluation, TooLarge> {
        if self.reduce(component).is_some() {
            return known.by_theorem_or_search(self, component);
        }
        if let Some(board) = as_board(component) {
            return Cram.evaluate(&board, known);
        }
        let (what, size) = (|| written(self, component), || self.search_size(component));
        deletion::evaluate(Field::of(component, Removal::Edges), what, size, self.breadth(component), known)
    }

    fn search_size(&self, component: &Network) -> f64 {
        if self.known_value(component).is_some() { 1.0 } else { self.reachable(component) }
    }

    fn reachable(&self, component: &Network) -> f64 {
        if component.node_count() > MOST_SEARCHED {
            return f64::INFINITY;
        }
        let mut neighbors = component.neighbors();
        let has_loop: Vec<bool> =
            (0..).zip(&neighbors).map(|(node, near): (u32, _)| near.binary_search(&node).is_ok()).collect();
        for (node, near) in (0u32..).zip(&mut neighbors) {
            near.retain(|&next| next != node);
        }
        count::matchings(&neighbors, &has_loop)
    }

    fn breadth(&self, network: &Network) -> f64 {
        network.edge_count() as f64
    }

    fn words(&self, network: &Network) -> f64 {
        network.words()
    }
}
