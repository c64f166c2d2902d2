//! The events of a job, until it has ended.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use sprague_api::jobs::{JobAccess, no_such_job};
use sprague_api::problem::Refusal;
use tokio::sync::mpsc;
use tokio::time::interval;

use crate::app::App;
use crate::clock::now;
use crate::respond::refuse;

/// Events that come from a channel.
struct Events(mpsc::Receiver<Event>);

impl Stream for Events {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.poll_recv(context).map(|event| event.map(Ok))
    }
}

/// `GET /api/jobs/{id}/events`: the job whenever it has changed, until it has ended.
pub async fn events(State(app): State<App>, id: Result<Path<String>, PathRejection>) -> Response {
    let receiver = id.ok().and_then(|Path(text)| text.parse().ok());
    let receiver = receiver.ok_or_else(|| Refusal::missing("the number of a job has only digits"));
    match receiver.and_then(|id| follow(app, id)) {
        Ok(receiver) => Sse::new(Events(receiver)).keep_alive(KeepAlive::default()).into_response(),
        Err(problem) => refuse(&problem),
    }
}

fn follow(app: App, id: u64) -> Result<mpsc::Receiver<Event>, Refusal> {
    const PACE: Duration = Duration::from_millis(100);
    app.jobs.get(id).ok_or_else(|| no_such_job(id))?;
    let Ok(permit) = app.streams.clone().try_acquire_owned() else {
        return Err(Refusal::busy("too many event streams at a time"));
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
            let state = (job.state, job.done());
            if last == Some(state) {
                continue;
            }
            last = Some(state);
            let Ok(event) = Event::default().json_data(job.document(now())) else { return };
            let sent = sender.send(event).await;
            if sent.is_err() || job.state.is_final() {
                return;
            }
        }
    });
    Ok(receiver)
}
