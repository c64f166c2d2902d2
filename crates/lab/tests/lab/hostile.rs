//! Requests that a hostile page, name or program would send: each refused with the right status, memory flat.

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use serde_json::json;
use sprague_api::routes::ROUTES;

use super::client::Server;

const JOB: &str = r#"{"kind":"sequence","game":"kayles","to":100}"#;

#[test]
fn only_our_own_host_is_answered() {
    let server = Server::start();
    let port = server.address.port();
    for host in ["evil.example", "evil.example:80", "127.0.0.1", "localhost", "127.0.0.1:1", ""] {
        assert_eq!(server.known("GET", "/api/games", &[("Host", host)], "").status, 403, "{host}");
        assert_eq!(server.known("GET", "/", &[("Host", host)], "").status, 403, "{host}");
    }
    for host in [format!("localhost:{port}"), format!("LocalHost:{port}"), format!("127.0.0.1:{port}")] {
        assert_eq!(server.known("GET", "/api/games", &[("Host", &host)], "").status, 200, "{host}");
    }
    let both = [("Host", server.address.to_string()), ("Host", "evil.example".to_owned())];
    let both: Vec<(&str, &str)> = both.iter().map(|(name, value)| (*name, value.as_str())).collect();
    assert!(matches!(server.known("GET", "/api/games", &both, "").status, 400 | 403));
    assert_eq!(server.known("GET", "http://evil.example/api/games", &[], "").status, 403);
}

#[test]
fn no_other_origin_is_answered() {
    let server = Server::start();
    let own = format!("http://{}", server.address);
    for origin in ["http://evil.example", "https://evil.example", "null", "http://localhost:1", "file://"] {
        for path in ["/api/games", "/api/jobs/1/events", "/"] {
            let answer = server.known("GET", path, &[("Origin", origin)], "");
            assert_eq!(answer.status, 403, "{origin} {path}");
            assert_eq!(answer.header("access-control-allow-origin"), None);
        }
        let token = [("Origin", origin), ("X-Sprague-Token", &*server.token)];
        assert_eq!(server.send("POST", "/api/jobs", &token, JOB).status, 403);
        assert_eq!(server.known("OPTIONS", "/api/jobs", &[("Origin", origin)], "").status, 403);
    }
    assert_eq!(server.known("GET", "/api/games", &[("Origin", &own)], "").status, 200);
    assert_eq!(server.known("GET", "/api/games", &[("Sec-Fetch-Site", "cross-site")], "").status, 403);
    assert_eq!(server.known("GET", "/api/games", &[("Sec-Fetch-Site", "same-origin")], "").status, 200);
    // a link from elsewhere may open the page, as every link may
    assert_eq!(server.known("GET", "/", &[("Sec-Fetch-Site", "cross-site")], "").status, 200);
    let socket =
        [("Origin", "http://evil.example"), ("Upgrade", "websocket"), ("Sec-WebSocket-Version", "13")];
    assert_eq!(server.known("GET", "/api/jobs/1/events", &socket, "").status, 403);
}

#[test]
fn nothing_changes_without_the_token() {
    let server = Server::start();
    let wrong = "0".repeat(32);
    let cookie = server.cookie();
    // the browser sends a cookie on its own, so it changes nothing
    for headers in [
        &[][..],
        &[("X-Sprague-Token", "")],
        &[("X-Sprague-Token", &*wrong)],
        &[("Cookie", &*cookie)],
        &[("Cookie", &*cookie), ("X-Sprague-Token", &*wrong)],
        &[("X-Sprague-Token", &*server.token), ("X-Sprague-Token", &*wrong)],
    ] {
        assert_eq!(server.send("POST", "/api/jobs", headers, JOB).status, 403);
        assert_eq!(server.send("POST", "/api/graphs", headers, r#"{"text":"a b"}"#).status, 403);
        assert_eq!(server.send("DELETE", "/api/jobs/1", headers, "").status, 403);
    }
    assert!(server.get("/api/jobs").json(200)["jobs"].as_array().expect("jobs").is_empty());
    assert_eq!(server.change("POST", "/api/jobs", JOB).status, 202);
    let form = server.known("POST", "/api/position", &[], "");
    assert_eq!(form.status, 415);
    // every question may be asked with the cookie alone, and nothing else
    for route in ROUTES {
        let (method, path) = (route.method.to_uppercase(), route.path.replace("{id}", "1"));
        let told = server.send(&method, &path, &[("Cookie", &*cookie)], " ");
        assert_eq!(told.status == 403, route.changes, "{method} {path}: {}", told.text());
    }
    // the page carries the token, and nothing else does
    assert!(server.get("/").text().contains(&server.token));
    assert!(!server.get("/api/games").text().contains(&server.token));
}

#[test]
fn every_answer_stays_on_our_page() {
    let server = Server::start();
    let refused = server.send("GET", "/", &[("Host", "evil.example")], "");
    let opened = server.send("GET", &format!("/?token={}", server.token), &[], "");
    for answer in [server.get("/"), server.get("/api/games"), server.get("/nothing.js"), refused, opened] {
        let policy = answer.header("content-security-policy").expect("a policy");
        assert!(policy.contains("default-src 'none'") && policy.contains("script-src 'self';"), "{policy}");
        assert!(!policy.contains("unsafe") && !policy.contains("data:") && !policy.contains('*'), "{policy}");
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
    assert_eq!(server.known("POST", "/api/position", &[], &body).status, 413);
    assert_eq!(server.change("POST", "/api/graphs", &body).status, 413);
    assert_eq!(server.get(&format!("/api/game?game={}", "9".repeat(20_000))).status, 414);
    let header = "x".repeat(200_000);
    assert!(matches!(server.known("GET", "/api/games", &[("X-Long", &header)], "").status, 0 | 431));
    let deep = format!("{{\"position\":{}1{}}}", "[".repeat(20_000), "]".repeat(20_000));
    assert!(matches!(server.known("POST", "/api/position", &[], &deep).status, 400 | 422));
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
    let rest = String::from_utf8_lossy(&rest);
    assert!(rest.starts_with("HTTP/1.1 408 "), "{rest}");
}

/// A body that comes in pieces, without its length in front.
#[test]
fn a_body_without_an_end_is_cut_off() {
    let server = Server::start();
    let mut stream = server.connect();
    let more = "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n";
    let _ = stream.write_all(&server.wire("POST", "/api/position", more, ""));
    let piece = format!("10000\r\n{}\r\n", " ".repeat(1 << 16));
    for _ in 0..160 {
        let _ = stream.write_all(piece.as_bytes());
    }
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let answer = String::from_utf8_lossy(&answer);
    assert!(answer.starts_with("HTTP/1.1 413 "), "{answer}");
}
