//! What the routes share.

use std::sync::Arc;

use axum::extract::FromRef;
use sprague::solve::SolvedSums;
use sprague_api::graphs::Graphs;
use tokio::sync::Semaphore;

use crate::guard::Guard;
use crate::jobs::Jobs;
use crate::limits::{MOST_SEARCHED, MOST_SOLVED, MOST_STREAMS};
use crate::pages::Pages;
use crate::room::Room;

/// What every route can reach.
#[derive(Clone)]
pub struct App {
    pub(crate) guard: Arc<Guard>,
    pub(crate) pages: Arc<Pages>,
    pub(crate) jobs: Jobs,
    pub(crate) graphs: Arc<Graphs>,
    pub(crate) solved: Arc<SolvedSums>,
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
            solved: Arc::new(SolvedSums::new(MOST_SOLVED, MOST_SEARCHED)),
            streams: Arc::new(Semaphore::new(MOST_STREAMS)),
            room: Arc::default(),
        }
    }
}

impl FromRef<App> for Arc<Pages> {
    fn from_ref(app: &App) -> Self {
        Self::clone(&app.pages)
    }
}

impl FromRef<App> for Arc<Guard> {
    fn from_ref(app: &App) -> Self {
        Self::clone(&app.guard)
    }
}
