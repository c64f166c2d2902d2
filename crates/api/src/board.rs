//! A position as the page draws it: each term with its view, and what each move does to it.

use sprague::games::view::GraphView;
use sprague::games::{BoardKind, Term};
use sprague::moves::Move;
use sprague::position::Position;
use sprague_picture::layout::{BoxSize, Spacing, layout_with_loops};
use sprague_picture::network::network_places;
use sprague_tell::lab::{self, DrawnGraph, DrawnNode};

/// The term at this place of a sum.
pub fn term(at: usize, term: &Term) -> lab::TermEntry {
    let view = term.view();
    let graph = match (&view.graph, view.board) {
        (Some(graph), BoardKind::Network) => Some(network(graph)),
        (Some(graph), _) => drawing(graph),
        (None, _) => None,
    };
    let inside = term.inside().into_iter().map(inner).collect();
    let no_misere = term.no_misere();
    lab::TermEntry {
        label: label(at),
        text: term.to_string(),
        game: term.game_name(),
        view,
        graph,
        inside,
        no_misere,
    }
}

fn inner((first, component): (usize, &Term)) -> lab::InnerTerm {
    lab::InnerTerm { first, term: term(0, component) }
}

/// The first part of the component of a sum that a move has changed.
fn component(before: &Term, after: &Term) -> Option<usize> {
    let (before, after) = (before.inside(), after.inside());
    let mut pairs = before.iter().zip(&after);
    pairs.find(|((_, old), (_, new))| old != new).map(|((first, _), _)| *first)
}

fn drawing(graph: &GraphView) -> Option<DrawnGraph> {
    let width = |name: &str| 28.0 + 9.0 * name.chars().count().min(20) as f64;
    let sizes: Vec<BoxSize> =
        graph.names.iter().map(|name| BoxSize { width: width(name), height: 36.0 }).collect();
    let place = layout_with_loops(&sizes, &graph.edges, Spacing::default()).ok()?.layout;
    let nodes = graph.names.iter().enumerate().map(|(node, name)| DrawnNode {
        name: name.clone(),
        x: place.nodes[node].x,
        y: place.nodes[node].y,
        width: sizes[node].width,
        height: sizes[node].height,
        reachable: graph.reachable[node],
    });
    Some(DrawnGraph {
        nodes: nodes.collect(),
        edges: graph.edges.clone(),
        width: place.size.width,
        height: place.size.height,
    })
}

fn network(graph: &GraphView) -> DrawnGraph {
    let (places, size) = network_places(&graph.names, &graph.edges);
    let nodes = graph.names.iter().zip(places).map(|(name, place)| {
        let width = 20.0 + 8.0 * name.chars().count().min(12) as f64;
        DrawnNode { name: name.clone(), x: place.x, y: place.y, width, height: 28.0, reachable: true }
    });
    DrawnGraph { nodes: nodes.collect(), edges: graph.edges.clone(), width: size.width, height: size.height }
}

/// The name of a term of a sum: A, B, C, ...
pub fn label(at: usize) -> String {
    match u8::try_from(at) {
        Ok(at) if at < 26 => char::from(b'A' + at).to_string(),
        _ => format!("T{}", at + 1),
    }
}

/// What a move does.
pub fn step(from: &Position, step: &Move) -> lab::MoveEntry {
    let words = step.words(from);
    let words = if from.0.len() > 1 { format!("{}: {words}", label(step.at)) } else { words };
    lab::MoveEntry {
        to: step.after(from).to_string(),
        term: Some(step.at),
        part: step.part.or_else(|| component(&from.0[step.at], &step.term)),
        words: Some(words),
        action: Some(step.action.clone()),
    }
}

/// A position, and nothing about the way to it.
pub const fn untold(to: String) -> lab::MoveEntry {
    lab::MoveEntry { to, term: None, part: None, words: None, action: None }
}
