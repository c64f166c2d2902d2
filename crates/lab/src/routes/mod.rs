//! One file per question; each reads the request, asks the library and writes the answer.

pub mod compare;
pub mod export;
pub mod game;
pub mod games;
pub mod graph;
pub mod jobs;
pub mod periods;
pub mod pictures;
pub mod position;
pub mod reply;
pub mod star;
pub mod teacher;
pub mod uploads;
pub mod values;

use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{Json, Query};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use sprague::heap::HeapGame;

use crate::problem::Problem;

/// The body of a request.
pub type Body<T> = Result<Json<T>, JsonRejection>;
/// The parameters of a request.
pub type Parameters<T> = Result<Query<T>, QueryRejection>;

/// Cells of 16 bits, little-endian, with a document in a header that describes them.
pub fn with_cells(header: &'static str, described: &impl Serialize, cells: Vec<u8>) -> Response {
    let described = serde_json::to_string(described).unwrap_or_default();
    let headers = [(CONTENT_TYPE.as_str(), "application/octet-stream".to_owned()), (header, described)];
    (headers, cells).into_response()
}

/// Reads a heap game that was typed.
pub fn heap_game(text: &str) -> Result<HeapGame, Problem> {
    Ok(text.parse()?)
}
