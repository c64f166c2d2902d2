//! `sprague graph`: the game graph as a picture, as Graphviz or as JSON.

use std::process::ExitCode;

use sprague::graph::{GameGraph, GraphVertex, TooManyNodes};
use sprague::limits::Limit;
use sprague::play::Play;
use sprague_picture::GraphPicture;
use sprague_tell::{ProblemCode, command, flags};

use super::position;
use crate::args::{Common, Graph, GraphFormat};
use crate::ending::graph_format;
use crate::failure::Failure;
use crate::output;

pub fn run(args: &Graph, common: &Common) -> Result<ExitCode, Failure> {
    let position = position(&args.position)?;
    let limit = usize::try_from(args.max_nodes).unwrap_or(usize::MAX);
    let refused = |refusal: TooManyNodes| Failure::Refused {
        code: ProblemCode::TooLarge,
        message: refusal.to_string(),
        way_out: Some(format!("raise the limit with {}", flags(&[Limit::Nodes]))),
    };
    let play = position.play(args.misere);
    if play == Play::Misere {
        position.admit_misere()?;
    }
    let graph = GameGraph::build(&position, play, limit).map_err(refused)?;
    match graph_format(args, common) {
        GraphFormat::Json => output::json(common, &document(&graph)),
        GraphFormat::Svg => {
            let svg = GraphPicture::of(&graph).to_svg().map_err(|error| Failure::Input(error.to_string()))?;
            output::text(common, &svg)
        }
        GraphFormat::Dot => output::text(common, &GraphPicture::of(&graph).to_dot()),
    }
}

fn document(graph: &GameGraph) -> command::Graph {
    let node = |(id, node): (usize, &GraphVertex)| command::GraphPosition {
        id,
        position: node.position.to_string(),
        outcome: node.outcome,
        value: node.number().map(|value| value.0),
        loopy_value: node.infinite().map(ToString::to_string),
    };
    let pair = |(from, to): (usize, usize)| [from, to];
    command::Graph {
        play: graph.play,
        nodes: graph.nodes.iter().enumerate().map(node).collect(),
        edges: graph.edges().map(pair).collect(),
        winning: graph.edges().filter(|&edge| graph.wins(edge)).map(pair).collect(),
    }
}
