//! Connections: requests are answered one after the other until the client is done, too slow or not understood.
//!
//! Whoever lets the headers of a request wait gets 408 and is cut off, and so is whoever takes nothing of an answer. At
//! the end what the client is still sending is read for a moment and thrown away: a connection that is closed on top of
//! unread bytes is reset, and the refusal of a body that was too long would be lost with it.
//!
//! There are only so many connections. When all are taken, the one that has kept the server waiting for longest makes
//! room: a client that asks and takes its answer is never in the way of another, and one that does neither cannot be.

use std::collections::BTreeMap;
use std::future::poll_fn;
use std::io;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::time::{Sleep, sleep, timeout};

use crate::limits::{HEADER_TIME, WRITE_TIME};

/// How long the rest of a request is read after its answer.
const LINGER: Duration = Duration::from_secs(2);
/// How much of it at most.
const MOST_REST: usize = 32 << 20;
const TOO_SLOW: &str = "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
const TOO_MANY: &str =
    "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n";

/// What a connection is at: waiting for its client, or answering so many requests.
#[derive(Clone, Default)]
pub struct Phase(Arc<AtomicUsize>);

/// A request that is being answered.
pub struct Answering(Arc<AtomicUsize>);

impl Phase {
    /// A request was read whole.
    pub fn answer(&self) -> Answering {
        self.0.fetch_add(1, Ordering::Relaxed);
        Answering(Arc::clone(&self.0))
    }

    fn is_waiting(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 0
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The open connections, the oldest first.
pub struct Connections {
    most: usize,
    last: AtomicU64,
    open: Mutex<BTreeMap<u64, (Phase, Arc<Notify>)>>,
}

impl Connections {
    /// Room for so many.
    pub fn new(most: usize) -> Arc<Self> {
        Arc::new(Self { most, last: AtomicU64::new(0), open: Mutex::default() })
    }

    /// A place for a new connection; `None` where all the others are being answered.
    pub fn admit(self: &Arc<Self>) -> Option<Place> {
        let is_full = self.lock().len() >= self.most;
        if is_full && !self.end_oldest() {
            return None;
        }
        let (phase, end) = (Phase::default(), Arc::new(Notify::new()));
        let number = self.last.fetch_add(1, Ordering::Relaxed);
        self.lock().insert(number, (phase.clone(), Arc::clone(&end)));
        Some(Place { number, phase, end, connections: Arc::clone(self) })
    }

    /// Ends the connection that has waited for its client for longest; false where there is none.
    pub fn end_oldest(&self) -> bool {
        let mut open = self.lock();
        let oldest = open.iter().find(|(_, (phase, _))| phase.is_waiting()).map(|(&number, _)| number);
        let Some((_, end)) = oldest.and_then(|number| open.remove(&number)) else { return false };
        end.notify_one();
        true
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeMap<u64, (Phase, Arc<Notify>)>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The place of one connection.
pub struct Place {
    number: u64,
    phase: Phase,
    end: Arc<Notify>,
    connections: Arc<Connections>,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.connections.lock().remove(&self.number);
    }
}

/// Answers all requests of a connection, until it has to make room for another.
pub async fn answer(stream: TcpStream, router: Router, place: Place) {
    tokio::select! {
        () = converse(stream, router, place.phase.clone()) => {}
        () = place.end.notified() => {}
    }
}

async fn converse(stream: TcpStream, router: Router, phase: Phase) {
    let _ = stream.set_nodelay(true);
    let service = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(phase.clone());
        Box::pin(service.call(request))
    });
    let mut connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIME)
        .max_buf_size(64 << 10)
        .serve_connection(TokioIo::new(Impatient::new(stream)), service);
    let outcome = poll_fn(|context| connection.poll_without_shutdown(context)).await;
    let parts = connection.into_parts();
    let mut stream = parts.io.into_inner().stream;
    // an idle connection is closed without a word
    if outcome.is_err_and(|error| error.is_timeout()) && !parts.read_buf.is_empty() {
        let _ = timeout(LINGER, stream.write_all(TOO_SLOW.as_bytes())).await;
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

/// A stream whose other end must go on reading.
struct Impatient {
    stream: TcpStream,
    stalled: Option<Pin<Box<Sleep>>>,
}

impl Impatient {
    const fn new(stream: TcpStream) -> Self {
        Self { stream, stalled: None }
    }

    /// What a write came to; an error where nothing could be written for too long.
    fn judge<T>(&mut self, written: Poll<io::Result<T>>, context: &mut Context<'_>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(WRITE_TIME)));
        stalled.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Impatient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Impatient {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.judge(written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.judge(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
