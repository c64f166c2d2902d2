//! Every route has a budget, and keeps it.

use std::io::Write as _;
use std::time::{Duration, Instant};

use serde_json::json;
use sprague_api::routes::ROUTES;

use super::client::{Answer, Server};

#[test]
fn every_route_has_a_budget() {
    assert!(ROUTES.len() > 20);
    for route in ROUTES {
        let (name, budget) = (format!("{} {}", route.method, route.path), route.budget);
        assert!((1..=2 << 20).contains(&budget.body), "{name}");
        assert!((Duration::from_secs(1)..=Duration::from_secs(30)).contains(&budget.time), "{name}");
        assert!((1..=512 << 20).contains(&budget.memory), "{name}");
        assert!((1..=64 << 20).contains(&budget.answer), "{name}");
    }
}

/// The budget is asked on the way to every route, whether it reads a body or not.
#[test]
fn no_route_takes_a_longer_body() {
    let server = Server::start();
    for route in ROUTES {
        let body = " ".repeat(route.budget.body + 1);
        let path = route.path.replace("{id}", "1");
        let answer = server.known(&route.method.to_uppercase(), &path, &[], &body);
        assert_eq!(answer.status, 413, "{} {}: {}", route.method, route.path, answer.text());
    }
}

#[test]
fn a_body_must_come_in_time() {
    let server = Server::start();
    let mut stream = server.connect();
    let whole = server.wire("POST", "/api/position", "", &" ".repeat(100));
    stream.write_all(&whole[..whole.len() - 99]).expect("a connection");
    let started = Instant::now();
    let answer = Answer::read(&mut stream);
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
    assert_eq!(answer.status, 408, "{}", answer.head);
}

/// Long positions were told with every move, each as long as the position: hundreds of megabytes.
#[test]
fn long_positions_have_short_answers() {
    let server = Server::start();
    let short = 9 << 20;
    for position in [
        format!("nim: {}", "1 ".repeat(2_000)),
        format!("nim: {}", "9 ".repeat(31_000)),
        format!("kayles: {}", "99 ".repeat(1_000)),
        format!("chomp: {}", "10000x1 ".repeat(7_000)),
        vec!["kayles: 99 98 97"; 1_500].join(" + "),
        vec!["nim: 1"; 7_000].join(" + "),
    ] {
        let shown: String = position.chars().take(40).collect();
        for path in ["/api/position", "/api/teacher"] {
            let started = Instant::now();
            let answer = server.post(path, &json!({"position": position}));
            assert!(matches!(answer.status, 200 | 422), "{path} {shown}: {}", answer.text());
            assert!(answer.body.len() < short, "{path} {shown}: {}", answer.body.len());
            assert!(started.elapsed() < Duration::from_secs(40), "{path} {shown}: {:?}", started.elapsed());
        }
    }
    let seen =
        server.post("/api/position", &json!({"position": format!("nim: {}", "9 ".repeat(2_000))})).json(200);
    assert_eq!(seen["truncated"], true);
    assert!(!seen["moves"].as_array().expect("moves").is_empty());
}

/// Refusals that pass are told to come again.
#[test]
fn who_is_told_to_come_again_is_told_when() {
    let server = Server::start();
    server
        .change("POST", "/api/jobs", r#"{"kind":"sequence","game":"split(3, distinct)","to":9000000}"#)
        .json(202);
    let streams: Vec<_> = (0..128)
        .map(|_| {
            let mut stream = server.connect();
            let request = server.wire("GET", "/api/jobs/1/events", "", "");
            stream.write_all(&request).expect("a connection");
            let mut first = [0; 12];
            std::io::Read::read_exact(&mut stream, &mut first).expect("an answer");
            stream
        })
        .collect();
    let answer = server.get("/api/jobs/1/events");
    assert_eq!((answer.status, answer.header("retry-after")), (503, Some("1")));
    drop(streams);
}
