//! The routes of the server: those of the interface, of which it answers two itself, and the files of the page.

use std::sync::Arc;

use axum::Router;
use axum::body::to_bytes;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::middleware::from_fn_with_state;
use axum::response::Response;
use axum::routing::{MethodRouter, delete, get, post};
use sprague::opponent::Chance;
use sprague_api::limits::Budget;
use sprague_api::openapi;
use sprague_api::problem::Refusal;
use sprague_api::question::{Host, Question, Reply};
use sprague_api::routes::{ROUTES, Route};
use tower_http::compression::CompressionLayer;

use crate::app::App;
use crate::clock::now;
use crate::events::events;
use crate::gate::{gate, work};
use crate::guard::watch;
use crate::jobs::BOUNDS;
use crate::pages::file;
use crate::respond::{refuse, send};

/// The whole server as one service.
pub(crate) fn router(app: App) -> Router {
    // the gate has read the body within its budget
    let within = |methods: MethodRouter<App>, budget: &'static Budget| {
        let gate = from_fn_with_state((app.clone(), budget), gate);
        methods.layer(DefaultBodyLimit::disable()).layer(gate)
    };
    let mut router = Router::new();
    for route in ROUTES {
        let handler = move |app: State<App>, request: Request| answer(app, route, request);
        let methods = match (route.method, route.path) {
            (_, "/api/openapi.json") => get(describe),
            (_, "/api/jobs/{id}/events") => get(events),
            ("post", _) => post(handler),
            ("delete", _) => delete(handler),
            _ => get(handler),
        };
        router = router.route(route.path, within(methods, route.budget));
    }
    router
        .fallback(get(file))
        .method_not_allowed_fallback(not_allowed)
        .layer(CompressionLayer::new())
        .layer(from_fn_with_state(Arc::clone(&app.guard), watch))
        .with_state(app)
}

/// Answers a question of the interface.
async fn answer(State(app): State<App>, route: &'static Route, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let json = |kind: &str| kind.split(';').next().is_some_and(|kind| kind.trim() == "application/json");
    let kind = parts.headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    if route.method == "post" && !kind.is_some_and(json) {
        let message = "the body must be JSON, sent as `Content-Type: application/json`";
        return refuse(&Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, message));
    }
    let Ok(body) = to_bytes(body, route.budget.body).await else {
        return refuse(&Refusal::bad("the body cannot be read"));
    };
    let room = Arc::clone(&app.room);
    let outcome = work(&room, route.budget, move |allowance| {
        let id = route.open_part(parts.uri.path());
        let id = id.ok_or_else(|| Refusal::missing("the interface has no such path"))?;
        let (graphs, solved, jobs, seed) = (&*app.graphs, &*app.solved, &app.jobs, Chance::fresh_seed());
        let host = Host { allowance, graphs, solved, jobs, bounds: &BOUNDS, seed, now: now() };
        let query = parts.uri.query().unwrap_or_default();
        (route.answer)(&Question { id, query, body: &body, host })
    });
    outcome.await.map_or_else(|problem| refuse(&problem), send)
}

/// `GET /api/openapi.json`.
async fn describe() -> Response {
    send(Reply::file("application/json", openapi::text()))
}

async fn not_allowed() -> Response {
    refuse(&Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "this path has no such method"))
}
