//! The game graph of a small position: coordinates for the page, and a picture to keep.

use axum::Json;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use sprague::graph::GameGraph;
use sprague::picture::GraphPicture;

use super::Body;
use super::position::{play, read};
use crate::app::App;
use crate::cost;
use crate::gate::Question;
use crate::limits::{Allowance, MOST_NODES};
use crate::problem::Problem;

/// A position, and how large its graph may be.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    position: String,
    #[serde(default)]
    misere: bool,
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
pub async fn lay_out(question: Question, asked: Body<Asked>) -> Result<Json<Value>, Problem> {
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

fn document(graph: &GameGraph) -> Result<Json<Value>, Problem> {
    let picture = GraphPicture::of(graph);
    let (sizes, layout) = picture.lay_out()?;
    let nodes: Vec<Value> = graph
        .nodes
        .iter()
        .enumerate()
        .map(|(id, node)| {
            let (at, size) = (layout.nodes[id], sizes[id]);
            json!({
                "id": id,
                "position": node.position.to_string(),
                "label": picture.nodes[id].label,
                "outcome": node.outcome.to_string(),
                "value": node.value.0,
                "x": at.x,
                "y": at.y,
                "width": size.width,
                "height": size.height,
            })
        })
        .collect();
    let edges: Vec<Value> = graph
        .edges()
        .zip(&layout.routes)
        .map(|((from, to), route)| {
            let points: Vec<[f64; 2]> = route.points.iter().map(|point| [point.x, point.y]).collect();
            json!({"from": from, "to": to, "winning": graph.wins((from, to)), "points": points})
        })
        .collect();
    Ok(Json(json!({
        "position": graph.nodes[0].position.to_string(),
        "play": graph.play.to_string(),
        "nodes": nodes,
        "edges": edges,
        "width": layout.size.width,
        "height": layout.size.height,
    })))
}
