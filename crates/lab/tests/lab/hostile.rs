//! Requests that a hostile page, name or program would send: each refused with the right status, memory flat.

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use serde_json::json;

use super::client::Server;

const JOB: &str = r#"{"kind":"sequence","game":"kayles","to":100}"#;

#[test]
fn only_our_own_host_is_answered() {
    let server = Server::start();
    let port = server.address.port();
    for host in ["evil.example", "evil.example:80", "127.0.0.1", "localhost", "127.0.0.1:1", ""] {
        assert_eq!(server.send("GET", "/api/games", &[("Host", host)], "").status, 403, "{host}");
        assert_eq!(server.send("GET", "/", &[("Host", host)], "").status, 403, "{host}");
    }
    for host in [format!("localhost:{port}"), format!("LocalHost:{port}"), format!("127.0.0.1:{port}")] {
        assert_eq!(server.send("GET", "/api/games", &[("Host", &host)], "").status, 200, "{host}");
    }
    let both = [("Host", server.address.to_string()), ("Host", "evil.example".to_owned())];
    let both: Vec<(&str, &str)> = both.iter().map(|(name, value)| (*name, value.as_str())).collect();
    assert!(matches!(server.send("GET", "/api/games", &both, "").status, 400 | 403));
    assert_eq!(server.send("GET", "http://evil.example/api/games", &[], "").status, 403);
}

#[test]
fn no_other_origin_is_answered() {
    let server = Server::start();
    let own = format!("http://{}", server.address);
    for origin in ["http://evil.example", "https://evil.example", "null", "http://localhost:1", "file://"] {
        for path in ["/api/games", "/api/jobs/1/events", "/"] {
            let answer = server.send("GET", path, &[("Origin", origin)], "");
            assert_eq!(answer.status, 403, "{origin} {path}");
            assert_eq!(answer.header("access-control-allow-origin"), None);
        }
        let token = [("Origin", origin), ("X-Sprague-Token", &*server.token)];
        assert_eq!(server.send("POST", "/api/jobs", &token, JOB).status, 403);
        assert_eq!(server.send("OPTIONS", "/api/jobs", &[("Origin", origin)], "").status, 403);
    }
    assert_eq!(server.send("GET", "/api/games", &[("Origin", &own)], "").status, 200);
    assert_eq!(server.send("GET", "/api/games", &[("Sec-Fetch-Site", "cross-site")], "").status, 403);
    assert_eq!(server.send("GET", "/api/games", &[("Sec-Fetch-Site", "same-origin")], "").status, 200);
    // a link from elsewhere may open the page, as every link may
    assert_eq!(server.send("GET", "/", &[("Sec-Fetch-Site", "cross-site")], "").status, 200);
    let socket =
        [("Origin", "http://evil.example"), ("Upgrade", "websocket"), ("Sec-WebSocket-Version", "13")];
    assert_eq!(server.send("GET", "/api/jobs/1/events", &socket, "").status, 403);
}

#[test]
fn nothing_changes_without_the_token() {
    let server = Server::start();
    let wrong = "0".repeat(32);
    for headers in [&[][..], &[("X-Sprague-Token", "")], &[("X-Sprague-Token", &*wrong)]] {
        assert_eq!(server.send("POST", "/api/jobs", headers, JOB).status, 403);
        assert_eq!(server.send("POST", "/api/graphs", headers, r#"{"text":"a b"}"#).status, 403);
        assert_eq!(server.send("DELETE", "/api/jobs/1", headers, "").status, 403);
    }
    assert!(server.get("/api/jobs").json(200)["jobs"].as_array().expect("jobs").is_empty());
    assert_eq!(server.change("POST", "/api/jobs", JOB).status, 202);
    let form = server.send("POST", "/api/position", &[], "");
    assert_eq!(form.status, 415);
    // the page carries the token, and nothing else does
    assert!(server.get("/").text().contains(&server.token));
    assert!(!server.get("/api/games").text().contains(&server.token));
}

#[test]
fn every_answer_stays_on_our_page() {
    let server = Server::start();
    let refused = server.send("GET", "/", &[("Host", "evil.example")], "");
    for answer in [server.get("/"), server.get("/api/games"), server.get("/nothing.js"), refused] {
        let policy = answer.header("content-security-policy").expect("a policy");
        assert!(policy.contains("default-src 'none'") && policy.contains("script-src 'self';"), "{policy}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
    }
}

#[test]
fn no_path_leads_to_a_file_of_the_machine() {
    let server = Server::start();
    for path in [
        "/../../../../etc/passwd.txt",
        "/..%2f..%2f..%2fetc%2fpasswd.txt",
        "/assets/../../Cargo.toml",
        "/assets/%2e%2e/%2e%2e/Cargo.toml",
        "//etc/hosts.txt",
        "/assets/..\\..\\Cargo.toml",
        "/.git/config.txt",
    ] {
        let answer = server.get(path);
        assert!(matches!(answer.status, 400 | 404), "{path}: {}", answer.status);
    }
    for file in ["/etc/passwd", "../Cargo.toml", "Cargo.toml", "g99", "g-1", "/dev/zero"] {
        let error = server.post("/api/position", &json!({"position": format!("graph: {file}#a")})).json(400);
        assert!(
            error["error"]["message"].as_str().expect("words").contains("files are not read here"),
            "{error}"
        );
    }
}

#[test]
fn long_requests_are_cut_off() {
    let server = Server::start();
    let body = json!({"position": "nim: ".to_owned() + &"1 ".repeat(5 << 20)}).to_string();
    assert_eq!(server.send("POST", "/api/position", &[], &body).status, 413);
    assert_eq!(server.change("POST", "/api/graphs", &body).status, 413);
    assert_eq!(server.get(&format!("/api/game?game={}", "9".repeat(20_000))).status, 414);
    let header = "x".repeat(200_000);
    assert!(matches!(server.send("GET", "/api/games", &[("X-Long", &header)], "").status, 0 | 431));
    let deep = format!("{{\"position\":{}1{}}}", "[".repeat(20_000), "]".repeat(20_000));
    assert!(matches!(server.send("POST", "/api/position", &[], &deep).status, 400 | 422));
}

#[test]
fn headers_must_come_in_time() {
    let server = Server::start();
    let mut stream = server.connect();
    stream.write_all(b"GET /api/games HTTP/1.1\r\nHost: ").expect("a connection");
    let started = Instant::now();
    let mut rest = Vec::new();
    let _ = stream.read_to_end(&mut rest);
    assert!(started.elapsed() < Duration::from_secs(30));
    assert!(!String::from_utf8_lossy(&rest).starts_with("HTTP/1.1 200"));
}

/// The memory of this process, in bytes, where the system tells it.
#[allow(clippy::disallowed_methods, reason = "asks the system about this process")]
fn memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kilobytes| kilobytes << 10)
}

#[test]
fn ten_thousand_starts_fill_the_queue_and_nothing_else() {
    let server = Server::start();
    let before = memory();
    let mut accepted = 0;
    let mut stream = server.connect();
    let mut refused = 0;
    for number in 0..10_000 {
        // ever longer, so that no earlier job answers a later one
        let body = format!(r#"{{"kind":"sequence","game":"grundy","to":{}}}"#, 50_000_000 + number);
        let head = format!(
            "POST /api/jobs HTTP/1.1\r\nHost: {}\r\nX-Sprague-Token: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            server.address,
            server.token,
            body.len()
        );
        stream.write_all(format!("{head}{body}").as_bytes()).expect("a connection");
        let mut answer = [0; 4096];
        let count = stream.read(&mut answer).expect("an answer");
        let line = String::from_utf8_lossy(&answer[..count]);
        match line.split(' ').nth(1) {
            Some("202") => accepted += 1,
            Some("429") => refused += 1,
            _ => panic!("{line}"),
        }
    }
    assert!((32..=40).contains(&accepted), "{accepted}");
    assert_eq!(accepted + refused, 10_000);
    let queue = server.get("/api/jobs").json(200)["queue"].clone();
    assert_eq!((queue["running"].as_u64(), queue["queued"].as_u64()), (Some(2), Some(32)));
    if let (Some(before), Some(after)) = (before, memory()) {
        // two jobs are running meanwhile
        assert!(after < before + (512 << 20), "{before} to {after}");
    }
}
