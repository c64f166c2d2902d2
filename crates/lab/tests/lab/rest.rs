//! A question that was refused leaves nothing behind: the process comes to rest, and the next question is answered.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use sprague_kit::{Scratch, is_full};

use super::process::Process;

/// How long the work on a question that was refused may go on: a machine with much else to do is slow.
const PATIENCE: Duration = Duration::from_secs(60);
/// Over such a pause the process computes nothing.
const PAUSE: Duration = Duration::from_millis(60);

/// Waits until the process computes nothing.
fn comes_to_rest(lab: &Process, after: &str) {
    let started = Instant::now();
    loop {
        let Some(before) = lab.cpu_ticks() else { return };
        std::thread::sleep(PAUSE);
        if lab.cpu_ticks().is_some_and(|ticks| ticks <= before + 1) {
            return;
        }
        assert!(started.elapsed() < PATIENCE, "after {after} the process goes on to compute");
    }
}

/// A position with other numbers: each is so many times as large.
fn grown(text: &str, factor: u64) -> String {
    let (name, body) = text.split_once(':').unwrap_or((text, ""));
    let mut found = format!("{name}:");
    let mut digits = String::new();
    for c in body.chars().chain([' ']) {
        if c.is_ascii_digit() {
            digits.push(c);
            continue;
        }
        if let Ok(number) = digits.parse::<u64>() {
            found += &(number * factor).to_string();
        }
        digits.clear();
        found.push(c);
    }
    found.trim_end().to_owned()
}

/// Rules that ask for values themselves did so without the meter of the question: a minute of work for each request,
/// and nobody else was answered.
#[test]
fn moves_that_take_too_long_to_find_hold_nobody_up() {
    let folder = Scratch::new("rest-nearly");
    let lab = Process::start(&folder.0, None);
    let position = "nearly(cram, cram): [6x6] [6x6]";
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let answer = lab.client.post("/api/position", &json!({ "position": position }));
                assert!(matches!(answer.status, 200 | 422 | 503), "{}", answer.text());
            });
        }
    });
    let started = Instant::now();
    let answer = lab.client.post("/api/position", &json!({"position": "nim: 3 4 5"}));
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
    comes_to_rest(&lab, position);
}

/// The games of the gallery with large numbers, and two of them in a nearly disjunctive sum. `SPRAGUE_ATTACK=full` asks
/// with more numbers.
#[test]
fn attack_after_every_refusal_the_process_comes_to_rest() {
    let folder = Scratch::new("rest-gallery");
    let lab = Process::start(&folder.0, None);
    let full = is_full();
    let factors: &[u64] =
        if full { &[2, 5, 10, 100, 1_000, 1_000_000, 1_000_000_000] } else { &[5, 1_000_000] };
    let games = lab.client.get("/api/games").json(200);
    let games = games["games"].as_array().expect("games");
    let examples: Vec<&str> = games.iter().filter_map(|game| game["example"].as_str()).collect();
    assert!(examples.len() > 30, "{}", examples.len());
    let (mut asked, mut refused) = (0, 0);
    let mut look = |position: &str| {
        for (path, question) in [
            ("/api/position", json!({ "position": position })),
            ("/api/teacher", json!({ "position": position })),
            ("/api/teacher", json!({ "position": position, "misere": true })),
            ("/api/reply", json!({ "position": position })),
        ] {
            let answer = lab.client.post(path, &question);
            asked += 1;
            assert!((200..500).contains(&answer.status), "{path} {question}: {}", answer.text());
            let is_refused = answer.status == 422
                || serde_json::from_slice::<Value>(&answer.body)
                    .is_ok_and(|told| told["refusal"].is_string());
            if is_refused {
                refused += 1;
                comes_to_rest(&lab, &format!("{path} {question}"));
            }
        }
    };
    for example in examples.iter().step_by(if full { 1 } else { 3 }) {
        for &factor in factors {
            look(&grown(example, factor));
        }
        if let Some((name, body)) = example.split_once(':')
            && full
        {
            look(&format!("nearly({name}, {name}): [{}] [{}]", grown(body, 3), grown(body, 3)));
        }
    }
    for position in
        ["cram: 7x7", "node-kayles: grid 7x7", "nearly(cram): [6x5] [5x6]", "coins(ruler x ruler): 300x300"]
    {
        look(position);
    }
    assert!(refused > if full { examples.len() / 2 } else { 10 }, "{refused}");
    assert_eq!(lab.client.post("/api/position", &json!({"position": "nim: 3 4 5"})).status, 200);
    println!(
        "attack | refused questions, after each of which the lab comes to rest | {asked} | {refused} refused, 0 go on"
    );
}
