//! What the routes share, and the one table of them.

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, delete, get, post};
use tokio::sync::Semaphore;
use tower_http::compression::CompressionLayer;

use crate::gate::{Room, gate};
use crate::guard::{Guard, watch};
use crate::jobs::Jobs;
use crate::limits::{
    Budget, EVENTS, FILE, GAME, GRAPH, JOB, LISTING, MOST_STREAMS, PICTURE, POSITION, STAR, UPLOAD, VALUES,
};
use crate::pages::{Pages, file};
use crate::problem::Problem;
use crate::routes::{
    compare, export, game, games, graph, jobs, periods, pictures, position, reply, star, teacher, uploads,
    values,
};

/// What every route can reach.
#[derive(Clone)]
pub struct App {
    pub(crate) guard: Arc<Guard>,
    pub(crate) pages: Arc<Pages>,
    pub(crate) jobs: Jobs,
    pub(crate) graphs: Arc<uploads::Graphs>,
    pub(crate) streams: Arc<Semaphore>,
    pub(crate) room: Arc<Room>,
}

impl App {
    pub(crate) fn new(guard: Arc<Guard>, pages: Pages, jobs: Jobs) -> Self {
        Self {
            guard,
            pages: Arc::new(pages),
            jobs,
            graphs: Arc::default(),
            streams: Arc::new(Semaphore::new(MOST_STREAMS)),
            room: Arc::default(),
        }
    }
}

/// A route: what it is called, and what it may cost.
#[derive(Clone, Copy, Debug)]
pub struct Route {
    /// The method, in small letters.
    pub method: &'static str,
    /// The path, with its parameters in braces.
    pub path: &'static str,
    /// What a question may cost.
    pub budget: &'static Budget,
}

macro_rules! routes {
    ($($method:ident $path:literal $handler:path, $budget:ident;)*) => {
        /// Every route of the interface.
        pub const ROUTES: &[Route] =
            &[$(Route { method: stringify!($method), path: $path, budget: &$budget },)*];

        fn table() -> Vec<MethodRouter<App>> {
            vec![$($method($handler),)*]
        }
    };
}

routes! {
    get "/api/openapi.json" crate::openapi::describe, LISTING;
    get "/api/games" games::list, LISTING;
    get "/api/game" game::one, GAME;
    post "/api/position" position::look, POSITION;
    post "/api/move" position::check, POSITION;
    post "/api/reply" reply::reply, POSITION;
    post "/api/teacher" teacher::teach, POSITION;
    get "/api/values" values::at_once, VALUES;
    get "/api/compare" compare::compare, VALUES;
    post "/api/graph" graph::lay_out, GRAPH;
    post "/api/graph/svg" graph::draw, GRAPH;
    post "/api/graphs" uploads::hand_in, UPLOAD;
    get "/api/jobs" jobs::list, LISTING;
    post "/api/jobs" jobs::start, JOB;
    get "/api/jobs/{id}" jobs::one, LISTING;
    delete "/api/jobs/{id}" jobs::end, JOB;
    get "/api/jobs/{id}/events" jobs::events, EVENTS;
    get "/api/jobs/{id}/values" values::of_job, VALUES;
    get "/api/jobs/{id}/raster" pictures::raster::raster, PICTURE;
    get "/api/jobs/{id}/scatter" pictures::scatter::scatter, PICTURE;
    get "/api/jobs/{id}/histogram" pictures::histogram::histogram, PICTURE;
    get "/api/jobs/{id}/summary" jobs::summary, PICTURE;
    get "/api/jobs/{id}/export" export::export, FILE;
    get "/api/star/table" star::table, STAR;
    get "/api/star/row" periods::row, STAR;
    get "/api/star/sequence" periods::sequence, STAR;
    get "/api/star/diagonal" periods::diagonal, STAR;
}

/// The whole server as one service.
pub(crate) fn router(app: App) -> Router {
    let mut router = Router::new();
    for (route, methods) in ROUTES.iter().zip(table()) {
        let budget = from_fn_with_state((app.clone(), route.budget), gate);
        // the gate has read the body within its budget
        router = router.route(route.path, methods.layer(DefaultBodyLimit::disable()).layer(budget));
    }
    router
        .fallback(get(file))
        .method_not_allowed_fallback(not_allowed)
        .layer(CompressionLayer::new())
        .layer(from_fn_with_state(Arc::clone(&app.guard), watch))
        .with_state(app)
}

async fn not_allowed() -> Response {
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, "this path has no such method").into_response()
}
