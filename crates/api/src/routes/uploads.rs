//! Graphs that were handed in. A position names them by the id they got, and no file of the machine is ever read.

use http::StatusCode;
use schemars::JsonSchema;
use serde::Deserialize;
use sprague::games::digraph::Digraph;
use sprague_tell::lab::UploadAnswer;

use crate::limits::LARGEST_GRAPH;
use crate::operation::{Operation, Types};
use crate::problem::Refusal;
use crate::question::{Question, Reply};
use crate::sent::Sent;

/// A graph in text.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Graph {
    /// An edge list or DOT
    #[schemars(length(max = LARGEST_GRAPH))]
    text: String,
}

/// A graph that is kept.
pub struct KeptGraph(UploadAnswer);

impl Sent for KeptGraph {
    fn reply(self) -> Reply {
        Reply::with_status(StatusCode::CREATED, &self.0)
    }

    fn describe(operation: Operation, types: &mut Types) -> Operation {
        operation.answers::<UploadAnswer>(types, StatusCode::CREATED, "The graph is kept")
    }
}

/// `POST /api/graphs`.
pub fn hand_in(Graph { text }: Graph, question: &Question<'_>) -> Result<KeptGraph, Refusal> {
    if text.len() > LARGEST_GRAPH {
        let message = format!("the graph is larger than {LARGEST_GRAPH} bytes");
        return Err(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, message));
    }
    let graph = Digraph::from_text(&text).map_err(|error| Refusal::bad(error.to_string()))?;
    let id = question.host.graphs.keep(text);
    let start = graph.only_source().ok().map(|node| graph.name(node).to_owned());
    let position = start.as_ref().map(|_| format!("graph: {id}"));
    Ok(KeptGraph(UploadAnswer {
        id,
        position,
        start,
        nodes: graph.node_count(),
        edges: graph.edge_count(),
        names: graph.nodes().take(1000).map(|node| graph.name(node).to_owned()).collect(),
    }))
}
