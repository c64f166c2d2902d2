//! Jobs: started, listed, looked at, cancelled, summed up.

use http::StatusCode;
use schemars::JsonSchema;
use serde::Deserialize;
use sprague_tell::lab;

use super::Nothing;
use crate::jobs::{Started, Task, no_such_job};
use crate::operation::{Operation, Types};
use crate::problem::Refusal;
use crate::question::{Question, Reply};
use crate::sent::Sent;

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

/// What became of the wish, as it is told.
pub struct StartedJob(StatusCode, lab::JobAnswer);

impl Sent for StartedJob {
    fn reply(self) -> Reply {
        Reply::with_status(self.0, &self.1)
    }

    fn describe(operation: Operation, types: &mut Types) -> Operation {
        operation
            .answers::<lab::JobAnswer>(types, StatusCode::OK, "A job that was there already answers it")
            .answers::<lab::JobAnswer>(types, StatusCode::ACCEPTED, "The job waits for its turn")
    }
}

/// `POST /api/jobs`.
pub fn start(asked: Asked, question: &Question<'_>) -> Result<StartedJob, Refusal> {
    let Asked { kind, game, to, limit, row } = asked;
    let host = question.host;
    let task = Task::new(kind, game.as_deref(), to.or(limit).or(row), host.bounds)?;
    Ok(match host.jobs.start(task)? {
        Started::New(job) => StartedJob(StatusCode::ACCEPTED, job.document(host.now)),
        Started::Known(job) => StartedJob(StatusCode::OK, job.document(host.now)),
    })
}

/// `GET /api/jobs`.
#[expect(clippy::unnecessary_wraps, reason = "one signature for all routes")]
pub fn list(_: Nothing, question: &Question<'_>) -> Result<lab::JobList, Refusal> {
    let host = question.host;
    let (running, queued) = host.jobs.counts();
    let (most_running, most_queued) = (host.bounds.most_running, host.bounds.most_queued);
    let queue = lab::Queue { running, queued, most_running, most_queued };
    let jobs = host.jobs.all().iter().map(|job| job.document(host.now)).collect();
    Ok(lab::JobList { jobs, queue })
}

/// `GET /api/jobs/{id}`.
pub fn one(_: Nothing, question: &Question<'_>) -> Result<lab::JobAnswer, Refusal> {
    let (id, host) = (question.job()?, question.host);
    Ok(host.jobs.get(id).ok_or_else(|| no_such_job(id))?.document(host.now))
}

/// A job that was cancelled; nothing where it was forgotten.
pub struct EndedJob(Option<lab::JobAnswer>);

impl Sent for EndedJob {
    fn reply(self) -> Reply {
        self.0.map_or_else(Reply::empty, Sent::reply)
    }

    fn describe(operation: Operation, types: &mut Types) -> Operation {
        operation
            .answers::<lab::JobAnswer>(types, StatusCode::OK, "The job is cancelled")
            .empty(StatusCode::NO_CONTENT, "The job is forgotten")
    }
}

/// `DELETE /api/jobs/{id}`.
pub fn end(_: Nothing, question: &Question<'_>) -> Result<EndedJob, Refusal> {
    let host = question.host;
    Ok(EndedJob(host.jobs.end(question.job()?)?.map(|job| job.document(host.now))))
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
pub fn summary(Reach { to }: Reach, question: &Question<'_>) -> Result<lab::SummaryAnswer, Refusal> {
    let jobs = question.host.jobs;
    let (job, values) = jobs.values(question.job()?)?;
    Ok(crate::jobs::summary(&job, &values, to.unwrap_or(u64::MAX), jobs))
}
