//! Jobs: started, listed, watched, cancelled, summed up.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Query};
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use schemars::JsonSchema;
use serde::Deserialize;
use sprague_answer::lab;
use tokio::sync::mpsc;
use tokio::time::interval;

use super::{Body, Parameters};
use crate::gate::Question;
use crate::jobs::{Job, Started, Task, no_such_job};
use crate::labeled::Labeled;
use crate::limits::{MOST_QUEUED, MOST_RUNNING};
use crate::problem::Problem;

/// The number in the address of a job.
pub type Id = Result<Path<String>, PathRejection>;

/// Reads the number of a job.
pub fn number(id: Id) -> Result<u64, Problem> {
    let Path(text) = id.map_err(|rejection| Problem::missing(rejection.body_text()))?;
    text.parse().map_err(|_| Problem::missing("the number of a job has only digits"))
}

/// A task as it was asked for.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// What it does
    kind: lab::JobKind,
    /// The game; needed for all kinds but star-row
    #[serde(default)]
    game: Option<String>,
    /// The last heap
    #[serde(default)]
    to: Option<u64>,
    /// How far a period is looked for
    #[serde(default)]
    limit: Option<u64>,
    /// The row of a star-row
    #[serde(default)]
    row: Option<u64>,
}

/// `POST /api/jobs`.
pub async fn start(
    question: Question,
    asked: Body<Asked>,
) -> Result<(StatusCode, Labeled<lab::JobAnswer>), Problem> {
    let Json(Asked { kind, game, to, limit, row }) = asked?;
    let jobs = question.app.jobs.clone();
    question
        .work(move |_| {
            let task = Task::new(kind, game.as_deref(), to.or(limit).or(row))?;
            Ok(match jobs.start(task)? {
                Started::New(job) => (StatusCode::ACCEPTED, Labeled(job.document())),
                Started::Known(job) => (StatusCode::OK, Labeled(job.document())),
            })
        })
        .await
}

/// `GET /api/jobs`.
pub async fn list(question: Question) -> Result<Labeled<lab::JobList>, Problem> {
    let jobs = question.app.jobs.clone();
    question
        .work(move |_| {
            let (running, queued) = jobs.counts();
            let queue = lab::Queue { running, queued, most_running: MOST_RUNNING, most_queued: MOST_QUEUED };
            Ok(Labeled(lab::JobList { jobs: jobs.all().iter().map(Job::document).collect(), queue }))
        })
        .await
}

/// `GET /api/jobs/{id}`.
pub async fn one(question: Question, id: Id) -> Result<Labeled<lab::JobAnswer>, Problem> {
    let id = number(id)?;
    let jobs = question.app.jobs.clone();
    question.work(move |_| Ok(Labeled(jobs.get(id).ok_or_else(|| no_such_job(id))?.document()))).await
}

/// `DELETE /api/jobs/{id}`.
pub async fn end(question: Question, id: Id) -> Result<Response, Problem> {
    let id = number(id)?;
    let jobs = question.app.jobs.clone();
    question
        .work(move |_| {
            Ok(match jobs.end(id)? {
                Some(job) => Labeled(job.document()).into_response(),
                None => StatusCode::NO_CONTENT.into_response(),
            })
        })
        .await
}

/// How far the values are looked at.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Reach {
    /// The last heap
    #[serde(default)]
    to: Option<u64>,
}

/// `GET /api/jobs/{id}/summary`.
pub async fn summary(
    question: Question,
    id: Id,
    extent: Parameters<Reach>,
) -> Result<Labeled<lab::SummaryAnswer>, Problem> {
    let id = number(id)?;
    let Query(Reach { to }) = extent?;
    let jobs = question.app.jobs.clone();
    question
        .work(move |_| {
            let (job, values) = jobs.values(id)?;
            Ok(Labeled(crate::jobs::summary(&job, &values, to.unwrap_or(u64::MAX), &jobs)))
        })
        .await
}

/// Events that come from a channel.
pub struct Events(mpsc::Receiver<Event>);

impl Stream for Events {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.poll_recv(context).map(|event| event.map(Ok))
    }
}

/// `GET /api/jobs/{id}/events`: the job whenever it has changed, until it has ended.
pub async fn events(
    question: Question,
    id: Id,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    const PACE: Duration = Duration::from_millis(100);
    let id = number(id)?;
    let app = question.app;
    app.jobs.get(id).ok_or_else(|| no_such_job(id))?;
    let Ok(permit) = app.streams.clone().try_acquire_owned() else {
        return Err(Problem::busy("too many event streams at a time"));
    };
    let (sender, receiver) = mpsc::channel(4);
    tokio::spawn(async move {
        let _permit = permit;
        let mut pace = interval(PACE);
        let mut last = None;
        loop {
            tokio::select! {
                _ = pace.tick() => {}
                () = sender.closed() => return,
            }
            let Some(job) = app.jobs.get(id) else { return };
            let now = (job.state, job.done());
            if last == Some(now) {
                continue;
            }
            last = Some(now);
            let Ok(event) = Event::default().json_data(job.document()) else { return };
            let sent = sender.send(event).await;
            if sent.is_err() || job.state.is_final() {
                return;
            }
        }
    });
    Ok(Sse::new(Events(receiver)).keep_alive(KeepAlive::default()))
}
