//! What the routes share, and the one table of them.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, delete, get, post};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::timeout;
use tower_http::compression::CompressionLayer;
use tower_http::timeout::TimeoutLayer;

use crate::guard::{Guard, watch};
use crate::jobs::Jobs;
use crate::limits::{ANSWER_TIME, LARGEST_BODY, LARGEST_GRAPH, WAITING_TIME};
use crate::pages::{Pages, file};
use crate::problem::Problem;
use crate::routes::{
    compare, export, game, games, graph, jobs, openapi, periods, pictures, position, reply, star, teacher,
    uploads, values,
};

/// What every route can reach.
#[derive(Clone)]
pub struct App {
    pub(crate) guard: Arc<Guard>,
    pub(crate) pages: Arc<Pages>,
    pub(crate) jobs: Jobs,
    pub(crate) graphs: Arc<uploads::Graphs>,
    pub(crate) streams: Arc<Semaphore>,
    heavy: Arc<Semaphore>,
}

impl App {
    pub(crate) fn new(guard: Guard, pages: Pages, jobs: Jobs) -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Self {
            guard: Arc::new(guard),
            pages: Arc::new(pages),
            jobs,
            graphs: Arc::default(),
            streams: Arc::new(Semaphore::new(crate::limits::MOST_STREAMS)),
            heavy: Arc::new(Semaphore::new(cores.max(2))),
        }
    }

    /// Does work that may take a second on a thread of its own, a few at a time.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        task: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let turn = timeout(WAITING_TIME, Arc::clone(&self.heavy).acquire_owned());
        let Ok(Ok(permit)) = turn.await else {
            return Err(Problem::busy("others are being answered first"));
        };
        let done = spawn_blocking(move || {
            let _permit = permit;
            task()
        });
        done.await.unwrap_or_else(|_| {
            Err(Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "the computation broke off"))
        })
    }
}

macro_rules! routes {
    ($($method:ident $path:literal $handler:path;)*) => {
        /// Every route of the interface: method and path.
        pub const ROUTES: &[(&str, &str)] = &[$((stringify!($method), $path),)*];

        fn table() -> Vec<(&'static str, MethodRouter<App>)> {
            vec![$(($path, $method($handler)),)*]
        }
    };
}

routes! {
    get "/api/openapi.json" openapi::describe;
    get "/api/games" games::list;
    get "/api/game" game::one;
    post "/api/position" position::look;
    post "/api/move" position::check;
    post "/api/reply" reply::reply;
    post "/api/teacher" teacher::teach;
    get "/api/values" values::at_once;
    get "/api/compare" compare::compare;
    post "/api/graph" graph::lay_out;
    post "/api/graph/svg" graph::draw;
    post "/api/graphs" uploads::hand_in;
    get "/api/jobs" jobs::list;
    post "/api/jobs" jobs::start;
    get "/api/jobs/{id}" jobs::one;
    delete "/api/jobs/{id}" jobs::end;
    get "/api/jobs/{id}/events" jobs::events;
    get "/api/jobs/{id}/values" values::of_job;
    get "/api/jobs/{id}/raster" pictures::raster::raster;
    get "/api/jobs/{id}/scatter" pictures::scatter::scatter;
    get "/api/jobs/{id}/histogram" pictures::histogram::histogram;
    get "/api/jobs/{id}/summary" jobs::summary;
    get "/api/jobs/{id}/export" export::export;
    get "/api/star/table" star::table;
    get "/api/star/row" periods::row;
    get "/api/star/sequence" periods::sequence;
    get "/api/star/diagonal" periods::diagonal;
}

/// The whole server as one service.
pub(crate) fn router(app: App) -> Router {
    let mut router = Router::new();
    for (path, methods) in table() {
        let most = if path == "/api/graphs" { 2 * LARGEST_GRAPH } else { LARGEST_BODY };
        router = router.route(path, methods.layer(DefaultBodyLimit::max(most)));
    }
    router
        .fallback(get(file))
        .method_not_allowed_fallback(not_allowed)
        .layer(TimeoutLayer::with_status_code(
            StatusCode::SERVICE_UNAVAILABLE,
            ANSWER_TIME + Duration::from_secs(5),
        ))
        .layer(CompressionLayer::new())
        .layer(from_fn_with_state(Arc::clone(&app.guard), watch))
        .with_state(app)
}

async fn not_allowed() -> Response {
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, "this path has no such method").into_response()
}
