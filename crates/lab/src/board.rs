//! A position as the page draws it: each term with its view, and what each move does to it.

use serde::Serialize;
use sprague::games::view::GraphView;
use sprague::games::{Action, Term, View};
use sprague::moves::Move;
use sprague::position::Position;
use sprague_picture::layout::{BoxSize, Spacing, layout};

/// A term of a sum.
#[derive(Serialize)]
pub struct ShownTerm {
    label: String,
    text: String,
    game: String,
    #[serde(flatten)]
    view: View,
    /// The whole graph, on a board that is one and small enough to be drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    graph: Option<DrawnGraph>,
}

impl ShownTerm {
    /// The term at this place of a sum.
    pub fn new(at: usize, term: &Term) -> Self {
        let view = term.view();
        let graph = view.graph.as_ref().and_then(drawing);
        Self { label: label(at), text: term.to_string(), game: term.game_name(), view, graph }
    }
}

/// A graph with coordinates.
#[derive(Serialize)]
struct DrawnGraph {
    nodes: Vec<DrawnNode>,
    edges: Vec<(usize, usize)>,
    width: f64,
    height: f64,
}

#[derive(Serialize)]
struct DrawnNode {
    name: String,
    x: f64,
    y: f64,
    width: f64,
    height: f64,
    reachable: bool,
}

fn drawing(graph: &GraphView) -> Option<DrawnGraph> {
    let width = |name: &str| 28.0 + 9.0 * name.chars().count().min(20) as f64;
    let sizes: Vec<BoxSize> =
        graph.names.iter().map(|name| BoxSize { width: width(name), height: 36.0 }).collect();
    let place = layout(&sizes, &graph.edges, Spacing::default()).ok()?;
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

/// The name of a term of a sum: A, B, C, ...
pub fn label(at: usize) -> String {
    match u8::try_from(at) {
        Ok(at) if at < 26 => char::from(b'A' + at).to_string(),
        _ => format!("T{}", at + 1),
    }
}

/// A move with the position it leads to; where it cannot be told, only the position.
#[derive(Serialize)]
pub struct ShownMove {
    /// The whole position after it.
    pub to: String,
    term: Option<usize>,
    part: Option<usize>,
    words: Option<String>,
    action: Option<Action>,
}

impl ShownMove {
    /// What a move does.
    pub fn new(from: &Position, step: &Move) -> Self {
        let words = step.words(from);
        let words = if from.0.len() > 1 { format!("{}: {words}", label(step.at)) } else { words };
        Self {
            to: step.after(from).to_string(),
            term: Some(step.at),
            part: step.part,
            words: Some(words),
            action: Some(step.action.clone()),
        }
    }

    /// A position, and nothing about the way to it.
    pub const fn untold(to: String) -> Self {
        Self { to, term: None, part: None, words: None, action: None }
    }
}
