//! The way of a question through its budget: its body is read, then it takes a place, then its turn, and its answer is
//! held until the client has taken it.
//!
//! Nothing is held while a client is slow to ask: a stalled body has a connection and no more, and the connection goes
//! when others need it. What a client is slow to take counts against a bound for all answers together.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::Response;
use hyper::body::{Frame, SizeHint};
use sprague::limits::Meter;
use sprague_api::limits::{Allowance, Budget, Lane};
use sprague_api::problem::Refusal;
use tokio::sync::OwnedSemaphorePermit;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::app::App;
use crate::connection::{Answering, Phase};
use crate::limits::{BODY_TIME, MOST_BODIES, MOST_REQUESTS, WAITING_TIME};
use crate::respond::refuse;
use crate::room::{PIECE, Room};

/// How long a finished answer waits until others have been taken.
const SENDING_TIME: Duration = Duration::from_secs(10);
/// So much of a count, until it is dropped.
struct Share<'r> {
    count: &'r AtomicUsize,
    part: usize,
}

impl<'r> Share<'r> {
    const fn none(count: &'r AtomicUsize) -> Self {
        Self { count, part: 0 }
    }

    /// Takes more; false where that is beyond the most that all may have.
    fn grow(&mut self, more: usize, most: usize) -> bool {
        self.part += more;
        self.count.fetch_add(more, Ordering::Relaxed) + more <= most
    }
}

impl Drop for Share<'_> {
    fn drop(&mut self) {
        self.count.fetch_sub(self.part, Ordering::Relaxed);
    }
}

/// Lets a request through its budget.
pub async fn gate(
    State((app, budget)): State<(App, &'static Budget)>,
    request: Request,
    next: Next,
) -> Response {
    let room = &app.room;
    let (parts, body) = request.into_parts();
    let mut bodies = Share::none(&room.bodies);
    let body = match timeout(BODY_TIME, read(body, budget, &mut bodies)).await {
        Ok(Ok(body)) => body,
        Ok(Err(problem)) => return refuse(&problem),
        Err(_) => {
            let message = format!("the body did not come within {} seconds", BODY_TIME.as_secs());
            return refuse(&Refusal::new(StatusCode::REQUEST_TIMEOUT, message));
        }
    };
    let mut place = Share::none(&room.answering);
    if !place.grow(1, MOST_REQUESTS) {
        return refuse(&Refusal::busy("too many requests at a time"));
    }
    let answering = parts.extensions.get::<Phase>().map(Phase::answer);
    let response = next.run(Request::from_parts(parts, body.into())).await;
    hold(response, budget, room, answering).await
}

async fn read(mut body: Body, budget: &Budget, share: &mut Share<'_>) -> Result<Bytes, Refusal> {
    let mut bytes = Vec::new();
    while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        let frame = frame.map_err(|error| Refusal::bad(format!("the body cannot be read: {error}")))?;
        let Ok(data) = frame.into_data() else { continue };
        if bytes.len() + data.len() > budget.body {
            let message = format!("the body is longer than {} bytes", budget.body);
            return Err(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, message));
        }
        if !share.grow(data.len(), MOST_BODIES) {
            return Err(Refusal::busy("too many long bodies at a time"));
        }
        bytes.extend_from_slice(&data);
    }
    Ok(bytes.into())
}

/// An answer on its way, with what it holds.
struct Held {
    body: Body,
    _permit: Option<OwnedSemaphorePermit>,
    _answering: Option<Answering>,
}

impl HttpBody for Held {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// Counts an answer until it has been taken. One whose length is not known is a stream of events.
async fn hold(response: Response, budget: &Budget, room: &Room, answering: Option<Answering>) -> Response {
    let size = HttpBody::size_hint(response.body()).exact().unwrap_or(0) as usize;
    if size > budget.answer {
        let message = format!("the answer has {size} bytes, more than the limit of {}", budget.answer);
        return refuse(
            &Refusal::too_large(message).way_out("ask for less at a time, or use the command `sprague`"),
        );
    }
    let pieces = Arc::clone(&room.answers).acquire_many_owned(size.div_ceil(PIECE) as u32);
    let Ok(Ok(permit)) = timeout(SENDING_TIME, pieces).await else {
        return refuse(&Refusal::busy("too many answers wait to be taken"));
    };
    response.map(|body| Body::new(Held { body, _permit: Some(permit), _answering: answering }))
}

/// Does the work on a thread for long work when its turn has come, within the time of its budget.
pub async fn work<T: Send + 'static>(
    room: &Room,
    budget: &'static Budget,
    task: impl FnOnce(&Allowance) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let lane = match budget.lane {
        Lane::Computing => &room.computing,
        Lane::Looking => &room.looking,
    };
    let Ok(Ok(permit)) = timeout(WAITING_TIME, Arc::clone(lane).acquire_owned()).await else {
        return Err(Refusal::busy("others are being answered first"));
    };
    let allowance = Allowance::new(budget, Meter::until(Instant::now() + budget.time));
    let watched = Watched(allowance.clone());
    let done = spawn_blocking(move || {
        let _permit = permit;
        task(&allowance)
    });
    match timeout(budget.time, done).await {
        Ok(Ok(outcome)) => outcome,
        Ok(Err(_)) => Err(Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "the computation broke off")),
        Err(_) => Err(watched.0.too_long()),
    }
}

/// Tells the work to stop when nobody waits for it any more.
struct Watched(Allowance);

impl Drop for Watched {
    fn drop(&mut self) {
        self.0.end();
    }
}
