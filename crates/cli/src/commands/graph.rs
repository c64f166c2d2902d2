//! `sprague graph`: the game graph as a picture, as Graphviz or as JSON.

use std::process::ExitCode;

use serde_json::{Value, json};
use sprague::graph::GameGraph;
use sprague::picture::GraphPicture;

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
            let svg = GraphPicture::of(&graph).to_svg().map_err(|error| Failure::Input(error.to_string()))?;
            output::text(common, &svg)
        }
        GraphFormat::Dot => output::text(common, &GraphPicture::of(&graph).to_dot()),
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
