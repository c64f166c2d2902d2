//! Answers and refusals as the messages of the protocol.

use axum::http::header::{CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use sprague_api::problem::Refusal;
use sprague_api::question::Reply;

/// An answer.
pub fn send(reply: Reply) -> Response {
    let Reply { status, kind, headers, body } = reply;
    let mut response = (status, body).into_response();
    let named = response.headers_mut();
    if kind.is_empty() {
        named.remove(CONTENT_TYPE);
    } else {
        named.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    }
    for (name, value) in headers {
        if let Ok(value) = HeaderValue::from_str(&value) {
            named.insert(HeaderName::from_static(name), value);
        }
    }
    response
}

/// A refusal.
pub fn refuse(problem: &Refusal) -> Response {
    let mut response = send(Reply::problem(problem));
    if problem.status == StatusCode::SERVICE_UNAVAILABLE {
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("1"));
    }
    response
}
