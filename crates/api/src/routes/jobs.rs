//! Jobs: started, listed, looked at, cancelled, summed up.

use http::StatusCode;
use schemars::JsonSchema;
use serde::Deserialize;
use sprague_answer::lab;

use crate::jobs::{Started, Task, no_such_job};
use crate::problem::Refusal;
use crate::question::{Question, Reply};

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
pub fn start(question: &Question<'_>) -> Result<Reply, Refusal> {
    let Asked { kind, game, to, limit, row } = question.body()?;
    let host = question.host;
    let task = Task::new(kind, game.as_deref(), to.or(limit).or(row), host.bounds)?;
    Ok(match host.jobs.start(task)? {
        Started::New(job) => Reply::with_status(StatusCode::ACCEPTED, &job.document(host.now)),
        Started::Known(job) => Reply::document(&job.document(host.now)),
    })
}

/// `GET /api/jobs`.
#[expect(clippy::unnecessary_wraps, reason = "one signature for all routes")]
pub fn list(question: &Question<'_>) -> Result<Reply, Refusal> {
    let host = question.host;
    let (running, queued) = host.jobs.counts();
    let (most_running, most_queued) = (host.bounds.most_running, host.bounds.most_queued);
    let queue = lab::Queue { running, queued, most_running, most_queued };
    let jobs = host.jobs.all().iter().map(|job| job.document(host.now)).collect();
    Ok(Reply::document(&lab::JobList { jobs, queue }))
}

/// `GET /api/jobs/{id}`.
pub fn one(question: &Question<'_>) -> Result<Reply, Refusal> {
    let (id, host) = (question.job()?, question.host);
    Ok(Reply::document(&host.jobs.get(id).ok_or_else(|| no_such_job(id))?.document(host.now)))
}

/// `DELETE /api/jobs/{id}`.
pub fn end(question: &Question<'_>) -> Result<Reply, Refusal> {
    let host = question.host;
    Ok(match host.jobs.end(question.job()?)? {
        Some(job) => Reply::document(&job.document(host.now)),
        None => Reply::empty(),
    })
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
pub fn summary(question: &Question<'_>) -> Result<Reply, Refusal> {
    let id = question.job()?;
    let Reach { to } = question.parameters()?;
    let jobs = question.host.jobs;
    let (job, values) = jobs.values(id)?;
    Ok(Reply::document(&crate::jobs::summary(&job, &values, to.unwrap_or(u64::MAX), jobs)))
}
