//! The game graph of a small position: coordinates for the page, and a picture to keep.

use schemars::JsonSchema;
use serde::Deserialize;
use sprague::graph::{GameGraph, GraphVertex};
use sprague::play::Play;
use sprague_picture::GraphPicture;
use sprague_tell::lab::{GraphAnswer, GraphEdge, GraphNode};

use super::position::read;
use crate::cost;
use crate::limits::MOST_NODES;
use crate::problem::Refusal;
use crate::question::{Host, Question};
use crate::sent::SvgFile;

/// A position, and how large its graph may be.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// The position
    #[schemars(length(max = 20_000))]
    position: String,
    /// Whether it is misère play
    #[serde(default)]
    misere: bool,
    /// The most nodes
    #[serde(default)]
    most_nodes: Option<usize>,
}

impl Asked {
    fn build(&self, host: &Host<'_>) -> Result<GameGraph, Refusal> {
        let position = read(&self.position, host)?;
        let play = position.play(self.misere);
        cost::admit(&position, host.allowance)?;
        if play == Play::Misere {
            position.admit_misere()?;
        }
        let limit = self.most_nodes.unwrap_or(MOST_NODES).min(MOST_NODES);
        Ok(GameGraph::build(&position, play, limit)?)
    }
}

/// `POST /api/graph`.
pub fn lay_out(asked: Asked, question: &Question<'_>) -> Result<GraphAnswer, Refusal> {
    document(&asked.build(&question.host)?)
}

/// `POST /api/graph/svg`.
pub fn draw(asked: Asked, question: &Question<'_>) -> Result<SvgFile, Refusal> {
    Ok(SvgFile(GraphPicture::of(&asked.build(&question.host)?).to_svg()?))
}

fn document(graph: &GameGraph) -> Result<GraphAnswer, Refusal> {
    let picture = GraphPicture::of(graph);
    let (sizes, layout) = picture.lay_out()?;
    let node = |(id, node): (usize, &GraphVertex)| {
        let (at, size) = (layout.nodes[id], sizes[id]);
        GraphNode {
            id,
            position: node.position.to_string(),
            label: picture.nodes[id].label.clone(),
            outcome: node.outcome,
            value: node.number().map(|value| value.0),
            loopy_value: node.infinite().map(ToString::to_string),
            x: at.x,
            y: at.y,
            width: size.width,
            height: size.height,
        }
    };
    let edges = graph.edges().zip(&layout.routes).map(|((from, to), route)| GraphEdge {
        from,
        to,
        winning: graph.wins((from, to)),
        points: route.points.iter().map(|point| [point.x, point.y]).collect(),
    });
    Ok(GraphAnswer {
        position: graph.nodes[0].position.to_string(),
        play: graph.play,
        nodes: graph.nodes.iter().enumerate().map(node).collect(),
        edges: edges.collect(),
        width: layout.size.width,
        height: layout.size.height,
    })
}
