//! Everything hostile at once and in numbers, in a process of its own: each request is refused as it should be, and the
//! memory of the process stays where it was.

#[path = "../lab/client.rs"]
#[allow(dead_code, reason = "the client of the other tests, of which this one needs a part")]
mod client;

use std::io::{Read, Write};
use std::net::TcpStream;

use client::{Server, most_memory};

/// What the process may grow by at most, in bytes: buffers, threads and what the allocator keeps.
const ROOM: u64 = 64 << 20;

fn said(after: &str) {
    println!("{} MiB at most after {after}", most_memory("self").unwrap_or(0) >> 20);
}

/// Sends a request on an open connection and reads the status of its answer.
fn status(stream: &mut TcpStream, request: &[u8]) -> u16 {
    stream.write_all(request).expect("a connection");
    let mut bytes = Vec::new();
    let mut piece = [0; 4096];
    loop {
        let count = stream.read(&mut piece).expect("an answer");
        assert!(count > 0, "the server hung up");
        bytes.extend_from_slice(&piece[..count]);
        let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") else { continue };
        let head = String::from_utf8_lossy(&bytes[..end]).to_lowercase();
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")?.trim().parse().ok());
        if bytes.len() >= end + 4 + length.unwrap_or(0) {
            return head.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("a status");
        }
    }
}

#[test]
fn memory_stays_flat() {
    let server = Server::start();
    let mut stream = server.connect();
    let get = |path: &str, more: &str| server.wire("GET", path, more, "");
    for _ in 0..100 {
        assert_eq!(status(&mut stream, &get("/api/games", "")), 200);
    }
    let before = most_memory("self");

    let foreign = "Origin: http://evil.example\r\n";
    for _ in 0..2_000 {
        let token = &server.token;
        let elsewhere = format!("GET / HTTP/1.1\r\nHost: evil.example\r\nX-Sprague-Token: {token}\r\n\r\n");
        assert_eq!(status(&mut stream, elsewhere.as_bytes()), 403);
        assert_eq!(status(&mut stream, &get("/api/games", foreign)), 403);
        assert_eq!(status(&mut stream, &get("/api/jobs/1/events", foreign)), 403);
        assert_eq!(status(&mut stream, &get("/assets/..%2f..%2fCargo.toml", "")), 404);
    }

    said("foreign hosts, origins and paths");
    let slow: Vec<TcpStream> = (0..500)
        .map(|_| {
            let mut stream = server.connect();
            stream.write_all(b"GET / HTTP/1.1\r\nHost: ").expect("a connection");
            stream
        })
        .collect();

    said("slow headers");
    let body = " ".repeat(10 << 20);
    for _ in 0..10 {
        assert_eq!(server.known("POST", "/api/position", &[], &body).status, 413);
    }
    drop(body);
    said("long bodies");

    for mut stream in slow {
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        assert!(answer.starts_with(b"HTTP/1.1 408 "), "{}", String::from_utf8_lossy(&answer));
    }

    // the first connection was idle for too long; three different heaps take long and little memory, and ever more of
    // them are asked for, so that no earlier job answers a later one
    stream = server.connect();
    let (mut accepted, mut refused) = (0, 0);
    for number in 0..10_000 {
        let body =
            format!(r#"{{"kind":"sequence","game":"split(3, distinct)","to":{}}}"#, 50_000_000 + number);
        let request = server.wire("POST", "/api/jobs", "", &body);
        match status(&mut stream, &request) {
            202 => accepted += 1,
            429 => refused += 1,
            other => panic!("status {other}"),
        }
    }
    assert!((32..=40).contains(&accepted), "{accepted}");
    assert_eq!(accepted + refused, 10_000);
    let queue = server.get("/api/jobs").json(200)["queue"].clone();
    assert_eq!((queue["running"].as_u64(), queue["queued"].as_u64()), (Some(2), Some(32)));

    said("job starts");
    if let (Some(before), Some(after)) = (before, most_memory("self")) {
        assert!(after < before + ROOM, "{before} to {after}");
    }
}
