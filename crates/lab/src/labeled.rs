//! A document as the answer to a request.

use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use sprague_answer::{Document, to_json};

/// A document that is sent with the name of its schema.
pub struct Labeled<D>(pub D);

impl<D: Document> IntoResponse for Labeled<D> {
    fn into_response(self) -> Response {
        match to_json(&self.0) {
            Ok(text) => ([(CONTENT_TYPE, "application/json")], text).into_response(),
            Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
        }
    }
}
