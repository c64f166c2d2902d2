//! One connection: requests are answered one after the other until the client is done, too slow or not understood.
//!
//! Whoever lets the headers of a request wait gets 408 and is cut off. At the end what the client is still sending is
//! read for a moment and thrown away: a connection that is closed on top of unread bytes is reset, and the refusal of
//! a body that was too long would be lost with it.

use std::future::poll_fn;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::limits::HEADER_TIME;

/// How long the rest of a request is read after its answer.
const LINGER: Duration = Duration::from_secs(2);
/// How much of it at most.
const MOST_REST: usize = 32 << 20;
const TOO_SLOW: &str = "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
const TOO_MANY: &str =
    "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n";

/// Answers all requests of a connection.
pub async fn answer(stream: TcpStream, router: Router) {
    let _ = stream.set_nodelay(true);
    let service = TowerToHyperService::new(router);
    let service = service_fn(move |request| Box::pin(service.call(request)));
    let mut connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIME)
        .max_buf_size(64 << 10)
        .serve_connection(TokioIo::new(stream), service);
    let outcome = poll_fn(|context| connection.poll_without_shutdown(context)).await;
    let parts = connection.into_parts();
    let mut stream = parts.io.into_inner();
    // an idle connection is closed without a word
    if outcome.is_err_and(|error| error.is_timeout()) && !parts.read_buf.is_empty() {
        let _ = stream.write_all(TOO_SLOW.as_bytes()).await;
    }
    let _ = stream.shutdown().await;
    let _ = timeout(LINGER, drain(stream)).await;
}

/// Refuses a connection.
pub fn refuse(stream: &TcpStream) {
    let _ = stream.try_write(TOO_MANY.as_bytes());
}

async fn drain(mut stream: TcpStream) {
    let mut buffer = vec![0; 16 << 10];
    let mut rest = MOST_REST;
    while let Ok(count @ 1..) = stream.read(&mut buffer).await {
        match rest.checked_sub(count) {
            Some(less) => rest = less,
            None => return,
        }
    }
}
