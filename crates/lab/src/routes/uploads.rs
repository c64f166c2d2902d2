//! Graphs that were handed in. A position names them by the id they got, and no file of the machine is ever read.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use axum::Json;
use axum::http::StatusCode;
use schemars::JsonSchema;
use serde::Deserialize;
use sprague::games::digraph::{Digraph, Files};
use sprague_answer::lab::UploadAnswer;

use super::Body;
use crate::gate::Question;
use crate::limits::{LARGEST_GRAPH, MOST_GRAPHS};
use crate::problem::Problem;

/// The graphs by id, the newest last.
#[derive(Default)]
pub struct Graphs(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    last: u64,
    texts: BTreeMap<u64, String>,
}

impl Graphs {
    fn keep(&self, text: String) -> String {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.last += 1;
        let id = kept.last;
        kept.texts.insert(id, text);
        if kept.texts.len() > MOST_GRAPHS {
            kept.texts.pop_first();
        }
        format!("g{id}")
    }
}

impl Files for Graphs {
    fn read(&self, path: &str) -> Result<String, String> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let id = path.strip_prefix('g').and_then(|id| id.parse().ok());
        id.and_then(|id: u64| kept.texts.get(&id)).cloned().ok_or_else(|| {
            "files are not read here; write the graph inline, as in {a>b, b>c}#a, or hand it in first"
                .to_owned()
        })
    }
}

/// A graph in text.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Graph {
    /// An edge list or DOT
    #[schemars(length(max = LARGEST_GRAPH))]
    text: String,
}

/// `POST /api/graphs`.
pub async fn hand_in(
    question: Question,
    graph: Body<Graph>,
) -> Result<(StatusCode, Json<UploadAnswer>), Problem> {
    let Json(Graph { text }) = graph?;
    if text.len() > LARGEST_GRAPH {
        let message = format!("the graph is larger than {LARGEST_GRAPH} bytes");
        return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, message));
    }
    let graphs = question.app.graphs.clone();
    question
        .work(move |_| {
            let graph = Digraph::from_text(&text).map_err(|error| Problem::bad(error.to_string()))?;
            let id = graphs.keep(text);
            let start = graph.only_source().ok().map(|node| graph.name(node).to_owned());
            let position = start.as_ref().map(|_| format!("graph: {id}"));
            let upload = UploadAnswer {
                id,
                position,
                start,
                nodes: graph.node_count(),
                edges: graph.edge_count(),
                names: graph.nodes().take(1000).map(|node| graph.name(node).to_owned()).collect(),
            };
            Ok((StatusCode::CREATED, Json(upload)))
        })
        .await
}
