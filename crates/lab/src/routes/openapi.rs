//! The description of the interface, for people and programs; a test holds it against the table of routes.

use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};

/// The description.
pub const DESCRIPTION: &str = include_str!("../openapi.json");

/// `GET /api/openapi.json`.
pub async fn describe() -> Response {
    ([(CONTENT_TYPE, "application/json")], DESCRIPTION).into_response()
}
