//! The game graph of a small position: coordinates for the page, and a picture to keep.

use axum::Json;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Deserialize;
use sprague::graph::{GameGraph, GraphVertex};
use sprague_answer::lab::{GraphAnswer, GraphEdge, GraphNode};
use sprague_picture::GraphPicture;

use super::Body;
use super::position::{play, read};
use crate::app::App;
use crate::cost;
use crate::gate::Question;
use crate::labeled::Labeled;
use crate::limits::{Allowance, MOST_NODES};
use crate::problem::Problem;

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
    fn build(&self, app: &App, allowance: &Allowance) -> Result<GameGraph, Problem> {
        let (position, play) = (read(&self.position, app)?, play(self.misere));
        cost::admit(&position, allowance)?;
        let limit = self.most_nodes.unwrap_or(MOST_NODES).min(MOST_NODES);
        Ok(GameGraph::build(&position, play, limit)?)
    }
}

/// `POST /api/graph`.
pub async fn lay_out(question: Question, asked: Body<Asked>) -> Result<Labeled<GraphAnswer>, Problem> {
    let Json(asked) = asked?;
    let app = question.app.clone();
    question.work(move |allowance| document(&asked.build(&app, allowance)?)).await
}

/// `POST /api/graph/svg`.
pub async fn draw(question: Question, asked: Body<Asked>) -> Result<Response, Problem> {
    let Json(asked) = asked?;
    let app = question.app.clone();
    question
        .work(move |allowance| {
            let svg = GraphPicture::of(&asked.build(&app, allowance)?).to_svg()?;
            Ok(([(CONTENT_TYPE, "image/svg+xml")], svg).into_response())
        })
        .await
}

fn document(graph: &GameGraph) -> Result<Labeled<GraphAnswer>, Problem> {
    let picture = GraphPicture::of(graph);
    let (sizes, layout) = picture.lay_out()?;
    let node = |(id, node): (usize, &GraphVertex)| {
        let (at, size) = (layout.nodes[id], sizes[id]);
        GraphNode {
            id,
            position: node.position.to_string(),
            label: picture.nodes[id].label.clone(),
            outcome: node.outcome,
            value: node.value.0,
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
    Ok(Labeled(GraphAnswer {
        position: graph.nodes[0].position.to_string(),
        play: graph.play,
        nodes: graph.nodes.iter().enumerate().map(node).collect(),
        edges: edges.collect(),
        width: layout.size.width,
        height: layout.size.height,
    }))
}
