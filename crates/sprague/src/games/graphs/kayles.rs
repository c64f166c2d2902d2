//! Kayles on graphs: take a node with all its neighbors (Node Kayles), or an edge with all edges that touch it (Arc
//! Kayles; theory G.1, G.2).
//!
//! Taking an edge takes both its ends, so the positions of both games are sets of nodes. Components of the graph are
//! independent games. Paths are Dawson's chess and Dawson's Kayles; cycles and complete graphs are answered at once, and
//! in Node Kayles so are whole grids with an even number of rows and of columns, which the second player wins by
//! symmetry. All other graphs are searched over sets of nodes, isomorphic components once; which player wins Node Kayles
//! is PSPACE-complete in general (Schaefer 1978). On a grid, and on what is left of one, Arc Kayles is Cram, which knows
//! more about its boards and finds equal ones faster.
//!
//! What changes nothing is dropped: repeated edges, in Node Kayles loops, in Arc Kayles nodes without edges. There a
//! loop is an edge whose only end is taken.

use std::fmt;

use super::cram::{Cram, CramBoard};
use super::network::deletion::{self, Field, MOST_SEARCHED, Removal};
use super::network::{Family, Network, count, on_networks, reading};
use crate::games::graphs::digraph::{Files, NoFiles};
use crate::games::{Action, Evaluation, Found, Game, Known, Reduction, View, written};
use crate::heap::catalogue::{Entry, EntryKind};
use crate::heap::closed::{dawsons_kayles, dawsons_working};
use crate::limits::TooLarge;
use crate::nimber::Nimber;
use crate::notation::{Cursor, NotationError};
use crate::play::Outcome;
use crate::theorem::Theorem;
use crate::working::{Combine, Working, WorkingRow};

/// The rules of Node Kayles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeKayles;

/// The rules of Arc Kayles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ArcKayles;

fn without_loops(text: &mut Cursor<'_>, files: &dyn Files) -> Result<Network, NotationError> {
    Ok(reading::read(text, files)?.without_repetition().without_loops())
}

fn without_isolated(text: &mut Cursor<'_>, files: &dyn Files) -> Result<Network, NotationError> {
    Ok(reading::read(text, files)?.without_repetition().without_isolated())
}

/// What is left when a node is taken.
fn after_node(network: &Network, node: usize) -> Network {
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

/// What is left when an edge is taken.
fn after_edge(network: &Network, (a, b): (u32, u32)) -> Network {
    let mut kept = vec![true; network.node_count()];
    kept[a as usize] = false;
    kept[b as usize] = false;
    network.induced(&kept).without_isolated()
}

/// The value of a component without loops that is a complete graph, a path or a cycle; a move on a cycle leaves a path
/// of `taken` nodes less.
fn closed(
    component: &Network,
    complete: u64,
    path: impl Fn(u64) -> Nimber,
    taken: u64,
) -> Option<Reduction<Network>> {
    let (nodes, edges) = (component.node_count() as u64, component.edge_count() as u64);
    let value = if edges == nodes * nodes.saturating_sub(1) / 2 {
        Nimber(complete)
    } else if !component.is_line() {
        return None;
    } else if edges < nodes {
        path(nodes)
    } else {
        Nimber(u64::from(path(nodes - taken).is_zero()))
    };
    Some(Reduction::closed(value, Theorem::KaylesOnPaths))
}

/// The numbers behind [`closed`]: what a move leaves of a complete graph or a cycle, and of a path the heap that it is.
fn closed_working(component: &Network, complete: Option<u64>, added: u64, taken: u64) -> Option<Working> {
    let (nodes, edges) = (component.node_count() as u64, component.edge_count() as u64);
    let path = |nodes: u64| dawsons_kayles(nodes + added);
    if edges == nodes * nodes.saturating_sub(1) / 2 {
        let rows = vec![match complete {
            Some(left) => WorkingRow::new(
                format!("complete graph of {} nodes, which every move leaves", nodes.checked_sub(2)?),
                left,
            ),
            None => WorkingRow::new("nothing, which every move leaves", 0),
        }];
        return (nodes > 0).then(|| Working::of_value(Theorem::KaylesOnPaths, Combine::Mex, rows));
    }
    if !component.is_line() {
        return None;
    }
    if edges < nodes {
        let heap = nodes + added;
        let rows = vec![
            WorkingRow::new("nodes of the path", nodes),
            WorkingRow::new("heap of Dawson's Kayles", heap).out_of([heap]),
            WorkingRow::new("its value", path(nodes)),
        ];
        let working = Working::of_value(Theorem::KaylesOnPaths, Combine::Last, rows).because(format!(
            "A path of {nodes} nodes is a heap of {heap} in Dawson's Kayles, of value {}",
            path(nodes)
        ));
        let period = dawsons_working(heap).map(|heap| heap.because.join(". "));
        return Some(if let Some(period) = period { working.because(period) } else { working });
    }
    let left = nodes - taken;
    let row =
        WorkingRow::new(format!("path of {left} nodes, which every move leaves"), path(left)).out_of([left]);
    Some(Working::of_value(Theorem::KaylesOnPaths, Combine::Mex, vec![row]))
}

/// By theorem, or by a search over sets of nodes.
fn closed_or_searched<G: Game<At = Network>>(
    game: &G,
    component: &Network,
    taken: Removal,
    known: &mut Known,
) -> Result<Evaluation, TooLarge> {
    if game.reduce(component).is_some() {
        return known.by_theorem_or_search(game, component);
    }
    let (what, size) = (|| written(game, component), || game.search_size(component));
    deletion::evaluate(Field::of(component, taken), what, size, game.breadth(component), known)
}

/// The outcome of a whole grid in Node Kayles, where both sides are even or both odd (theory G.2).
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

impl Game for NodeKayles {
    on_networks!(without_loops);
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

    fn take_apart(&self, network: Network, parts: &mut Vec<Network>) {
        network.components(parts);
    }

    fn representative(&self, network: Network) -> Network {
        network.canonical(None)
    }

    fn actions<'p>(&'p self, network: &'p Network, _part: usize) -> impl Iterator<Item = Action> + 'p {
        (0..network.node_count()).map(|node| network.pick_node(node))
    }

    fn act(&self, network: &Network, _part: usize, action: &Action) -> Option<Network> {
        network.picked_node(action).map(|node| after_node(network, node))
    }

    fn actions_between(&self, before: &Network, after: &Network) -> Vec<(usize, Action)> {
        // the node that was taken is gone
        let gone = (0..before.node_count()).filter(|&node| after.node(before.name(node)).is_none());
        gone.map(|node| (0, before.pick_node(node))).collect()
    }

    fn reduce(&self, component: &Network) -> Option<Reduction<Network>> {
        let path = |nodes| dawsons_kayles(nodes + 1);
        closed(component, u64::from(component.node_count() > 0), path, 3).or_else(|| {
            let by_symmetry = outcome_of_grid(component) == Some(Outcome::P);
            by_symmetry.then(|| Reduction::closed(Nimber::ZERO, Theorem::Pairing))
        })
    }

    fn evaluate(&self, component: &Network, known: &mut Known) -> Result<Evaluation, TooLarge> {
        let valued = closed_or_searched(self, component, Removal::Neighborhoods, known);
        let outcome = outcome_of_grid(component).map(|outcome| (outcome, Theorem::Pairing));
        Evaluation::or_outcome(valued, outcome)
    }

    fn working(&self, component: &Network, _known: &mut Known) -> Option<Working> {
        closed_working(component, None, 1, 3).or_else(|| {
            let outcome = outcome_of_grid(component)?;
            let strategy = match outcome {
                Outcome::P => {
                    "Both sides are even: the second player answers every node by its image under a half turn, which \
                     is no neighbor of it and is always free"
                }
                Outcome::N | Outcome::Draw => {
                    "Both sides are odd: taking the middle wins, for then every node is answered by its image under a \
                     half turn"
                }
            };
            Some(Working::argued(Theorem::Pairing, outcome).because(strategy))
        })
    }

    /// The middle of a grid with odd sides.
    fn moves_by_theorem(&self, network: &Network, value: Nimber, _most: usize) -> Option<Found<Network>> {
        let odd = outcome_of_grid(network) == Some(Outcome::N);
        let middle = network.node_count() / 2;
        (odd && value.is_zero()).then(|| Found { moves: vec![after_node(network, middle)], total: None })
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
}

impl Game for ArcKayles {
    on_networks!(without_isolated);
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

    fn take_apart(&self, network: Network, parts: &mut Vec<Network>) {
        network.components(parts);
    }

    fn representative(&self, network: Network) -> Network {
        network.canonical(None)
    }

    fn actions<'p>(&'p self, network: &'p Network, _part: usize) -> impl Iterator<Item = Action> + 'p {
        network.edges().iter().map(|&edge| network.pick_edge(edge))
    }

    fn act(&self, network: &Network, _part: usize, action: &Action) -> Option<Network> {
        network.picked_edge(action).map(|at| after_edge(network, network.edges()[at]))
    }

    fn actions_between(&self, before: &Network, after: &Network) -> Vec<(usize, Action)> {
        // both ends of the edge that was taken are gone
        let gone = |node: u32| after.node(before.name(node as usize)).is_none();
        let taken = before.edges().iter().filter(|&&(a, b)| gone(a) && gone(b));
        taken.map(|&edge| (0, before.pick_edge(edge))).collect()
    }

    fn reduce(&self, component: &Network) -> Option<Reduction<Network>> {
        if component.has_loop() {
            return None;
        }
        let complete = component.node_count() as u64 / 2 % 2;
        closed(component, complete, dawsons_kayles, 2).or_else(|| {
            let cram = Cram.reduce(&as_board(component)?)?;
            Some(Reduction::closed(cram.known, cram.theorem))
        })
    }

    fn working(&self, component: &Network, known: &mut Known) -> Option<Working> {
        if component.has_loop() {
            return None;
        }
        let left = (component.node_count() as u64).saturating_sub(2) / 2 % 2;
        closed_working(component, Some(left), 0, 2).or_else(|| Cram.working(&as_board(component)?, known))
    }

    fn evaluate(&self, component: &Network, known: &mut Known) -> Result<Evaluation, TooLarge> {
        match as_board(component) {
            Some(board) if self.reduce(component).is_none() => Cram.evaluate(&board, known),
            _ => closed_or_searched(self, component, Removal::Edges, known),
        }
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
}
