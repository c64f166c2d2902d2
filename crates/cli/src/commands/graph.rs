//! `sprague graph`: the game graph as a picture, as Graphviz or as JSON.

use std::process::ExitCode;

use serde_json::{Value, json};
use sprague::graph::GameGraph;
use sprague::picture::{GraphPicture, Move, MoveKind, Node};
use sprague::play::Play;
use sprague::position::{Position, Term};

use super::position;
use crate::args::{Common, Graph, GraphFormat, play};
use crate::failure::Failure;
use crate::output;

pub fn run(args: &Graph, common: &Common) -> Result<ExitCode, Failure> {
    let position = position(&args.position)?;
    let limit = usize::try_from(args.max_nodes).unwrap_or(usize::MAX);
    let graph = GameGraph::build(&position, play(args.misere), limit)
        .map_err(|refusal| Failure::Input(refusal.to_string()))?;
    let format = if common.json { GraphFormat::Json } else { args.format };
    match format {
        GraphFormat::Json => output::json(common, &document(&graph)),
        GraphFormat::Svg => {
            let svg = picture(&graph).to_svg().map_err(|error| Failure::Input(error.to_string()))?;
            output::text(common, &svg)
        }
        GraphFormat::Dot => output::text(common, &picture(&graph).to_dot()),
    }
}

fn document(graph: &GameGraph) -> Value {
    let nodes: Vec<Value> = graph
        .nodes
        .iter()
        .enumerate()
        .map(|(id, node)| {
            json!({
                "id": id,
                "position": node.position.to_string(),
                "outcome": node.outcome.to_string(),
                "value": node.value.0,
            })
        })
        .collect();
    let edges: Vec<[usize; 2]> = graph.edges().map(|(from, to)| [from, to]).collect();
    let winning: Vec<[usize; 2]> =
        graph.edges().filter(|&edge| graph.wins(edge)).map(|(from, to)| [from, to]).collect();
    json!({"play": graph.play.to_string(), "nodes": nodes, "edges": edges, "winning": winning})
}

fn picture(graph: &GameGraph) -> GraphPicture {
    let start = &graph.nodes[0].position;
    let ending = match graph.play {
        Play::Normal => "",
        Play::Misere => ", misère play",
    };
    let nodes = graph.nodes.iter().map(|node| Node {
        label: label(&node.position),
        outcome: node.outcome,
        value: Some(node.value),
    });
    let outcome = |at: usize| graph.nodes[at].outcome;
    let moves = graph.edges().map(|(from, to)| Move {
        from,
        to,
        kind: MoveKind::between(outcome(from), outcome(to)),
    });
    GraphPicture {
        title: format!("{start}{ending}"),
        start: 0,
        nodes: nodes.collect(),
        moves: moves.collect(),
    }
}

/// One line per term; the game is named only where there is more than one.
fn label(position: &Position) -> Vec<String> {
    let single = position.0.len() == 1;
    let lines = position.0.iter().map(|term| {
        let body = match term {
            Term::Digraph(game, node) => game.graph().name(*node).to_owned(),
            _ if single => term.body(),
            _ => term.to_string(),
        };
        if body.is_empty() { "0".to_owned() } else { body }
    });
    lines.collect()
}
