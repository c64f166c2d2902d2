//! A server for each test, and a client small enough to send what a browser never would.

use std::fmt::Write as _;
use std::io::{Read, Write as _};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::sync::mpsc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use serde_json::Value;
use sprague_kit::until;
use sprague_lab::{Lab, Settings};
use tokio::sync::oneshot;

/// Who asks a lab.
#[derive(Clone)]
pub struct Client {
    pub address: SocketAddr,
    pub token: String,
}

/// A lab that runs until it is dropped.
pub struct Server {
    client: Client,
    pub urls: Vec<String>,
    pub warnings: Vec<String>,
    pub ticket: String,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// A lab that forgets everything.
    pub fn start() -> Self {
        Self::with(&Settings::default())
    }

    /// A lab with these settings.
    pub fn with(settings: &Settings) -> Self {
        let (stop, stopped) = oneshot::channel();
        let (ready, started) = mpsc::channel();
        let settings = settings.clone();
        let thread = thread::spawn(move || {
            let runtime =
                tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
            runtime.block_on(async {
                let lab = Lab::bind(&settings).await.expect("a free port");
                let port = lab.address().expect("an address").port();
                let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
                let urls = lab.urls();
                ready
                    .send((address, lab.token().to_owned(), urls, lab.warnings().to_vec(), lab.ticket_url()))
                    .expect("a listener");
                lab.serve(async {
                    let _ = stopped.await;
                })
                .await;
            });
            runtime.shutdown_timeout(Duration::from_secs(1));
        });
        let (address, token, urls, warnings, ticket) = started.recv().expect("the lab starts");
        let ticket = ticket.expect("a ticket");
        Self {
            client: Client { address, token },
            urls,
            warnings,
            ticket,
            stop: Some(stop),
            thread: Some(thread),
        }
    }
}

impl std::ops::Deref for Server {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.client
    }
}

impl Client {
    /// A connection to it.
    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
        stream
    }

    /// Sends a request with these headers besides Host; the answer is read to its end.
    pub fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        let host = self.address.to_string();
        let mut text = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        if !headers.iter().any(|(name, _)| *name == "Host") {
            let _ = write!(text, "Host: {host}\r\n");
        }
        for (name, value) in headers {
            let _ = write!(text, "{name}: {value}\r\n");
        }
        if !body.is_empty() {
            let _ = write!(text, "Content-Type: application/json\r\nContent-Length: {}\r\n", body.len());
        }
        let mut stream = self.connect();
        let _ = stream.write_all(format!("{text}\r\n{body}").as_bytes());
        Answer::read(&mut stream)
    }

    /// A request with the token as it goes over the wire, on a connection that stays open unless `more` says otherwise.
    pub fn wire(&self, method: &str, path: &str, more: &str, body: &str) -> Vec<u8> {
        let Self { address, token } = self;
        let mut text =
            format!("{method} {path} HTTP/1.1\r\nHost: {address}\r\nX-Sprague-Token: {token}\r\n{more}");
        if !body.is_empty() {
            let _ = write!(text, "Content-Type: application/json\r\nContent-Length: {}\r\n", body.len());
        }
        format!("{text}\r\n{body}").into_bytes()
    }

    /// Starts a job, or finds one that answers it; its number.
    pub fn start_job(&self, body: &Value) -> String {
        let answer = self.change("POST", "/api/jobs", &body.to_string());
        assert!(matches!(answer.status, 200 | 202), "{}", answer.text());
        answer.json(answer.status)["id"].as_str().expect("an id").to_owned()
    }

    /// Waits until the job is in one of these states.
    pub fn wait(&self, id: &str, states: &[&str]) -> Value {
        let mut job = Value::Null;
        until("a job", || {
            job = self.get(&format!("/api/jobs/{id}")).json(200);
            states.contains(&job["state"].as_str().expect("a state"))
        });
        job
    }

    /// Sends a request with the token.
    pub fn known(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        let token = ("X-Sprague-Token", &*self.token);
        let headers: Vec<(&str, &str)> = headers.iter().copied().chain([token]).collect();
        self.send(method, path, &headers, body)
    }

    /// Asks for something.
    pub fn get(&self, path: &str) -> Answer {
        self.known("GET", path, &[], "")
    }

    /// Asks a question.
    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.known("POST", path, &[], &body.to_string())
    }

    /// Changes something.
    pub fn change(&self, method: &str, path: &str, body: &str) -> Answer {
        self.known(method, path, &[], body)
    }

    /// The cookie that the token in an address is exchanged for.
    pub fn cookie(&self) -> String {
        let answer = self.send("GET", &format!("/?token={}", self.token), &[], "");
        let cookie = answer.header("set-cookie").expect("a cookie");
        cookie.split(';').next().expect("a pair").to_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// What came back.
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Answer {
    /// What comes until the other side is done.
    pub fn read(stream: &mut TcpStream) -> Self {
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        Self::of(&bytes)
    }

    /// These bytes.
    pub fn of(bytes: &[u8]) -> Self {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap_or(bytes.len());
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
        Self { status, head, body: bytes.get(end + 4..).unwrap_or_default().to_vec() }
    }

    /// The document of an answer with this status.
    pub fn json(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}\n{}", self.head, self.text());
        serde_json::from_slice(&self.body).expect("a document")
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.into_iter().find(|(found, _)| found.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }
}

/// The most memory that a process has had, in bytes, where the system tells it.
#[allow(clippy::disallowed_methods, reason = "asks the system about a process")]
pub fn most_memory(process: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kilobytes| kilobytes << 10)
}
