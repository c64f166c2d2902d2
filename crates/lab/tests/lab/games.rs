//! Whole games: who follows the teacher from an N-position beats the perfect opponent, whatever the board.

use std::collections::HashMap;

use serde_json::{Value, json};
use sprague::opponent::Chance;
use sprague::play::{Outcome, Play};
use sprague::position::{Games, Position};
use sprague::ruleset::Ruleset;

use super::client::Server;

/// Plays to the end, the person by the teacher's first winning move; whether the person wins.
fn play(server: &Server, start: &str, misere: bool) -> bool {
    let ask = |path: &str, position: &str| {
        server.post(path, &json!({"position": position, "misere": misere})).json(200)
    };
    let over = |position: &str| -> Option<bool> {
        let seen = ask("/api/position", position);
        seen["over"].as_bool().expect("a flag").then(|| seen["winner"] == "next")
    };
    let text = |value: &Value| value.as_str().expect("a position").to_owned();
    let mut position = start.to_owned();
    for _ in 0..200 {
        // the person is next
        if let Some(next_wins) = over(&position) {
            return next_wins;
        }
        let lesson = ask("/api/teacher", &position);
        assert_eq!(lesson["outcome"], "N", "the teacher lost the thread at {position}");
        let seen = ask("/api/position", &position);
        let wins = &lesson["winning_moves"][0];
        let listed = seen["moves"].as_array().expect("moves").iter().any(|step| step["to"] == wins["to"]);
        assert!(listed, "{position}: the winning move {wins} is not on the board");
        position = text(&wins["to"]);
        // the opponent is next
        if let Some(next_wins) = over(&position) {
            return !next_wins;
        }
        position = text(&ask("/api/reply", &position)["to"]);
    }
    panic!("{start} does not end");
}

#[test]
fn the_teacher_beats_the_perfect_opponent() {
    let server = Server::start();
    for (start, misere) in [
        ("grundy: 9 5", false),
        ("kayles: 7 5", false),
        ("silver-dollar: [2,5,6,8,10]", false),
        ("star-nim: 3 5 7", false),
        ("star: [3] [4] [2,5,7]", false),
        ("chomp: 3x4", false),
        ("rectangle: 4x7 3x3", false),
        ("nim: 3 4 5", true),
        ("wythoff: 5 9", false),
        ("bogus-nim: 3 5 bank 2", false),
        ("kayles: 5 + nim: 2 + chomp: 2x3", false),
        ("graph: {a>b, a>c, b>c, c>d}#a", false),
    ] {
        assert!(play(&server, start, misere), "{start}");
    }
}

#[test]
fn a_random_opponent_can_be_repeated() {
    let server = Server::start();
    let ask = |seed: u64| {
        let body = json!({"position": "nim: 30 40 50", "opponent": "random", "seed": seed});
        server.post("/api/reply", &body).json(200)["to"].clone()
    };
    assert_eq!(ask(7), ask(7));
    server.post("/api/reply", &json!({"position": "nim:"})).json(409);
}

/// Who wins, by the definition alone: every option of every position.
fn brute_force(position: &Position, play: Play, seen: &mut HashMap<String, Outcome>) -> Outcome {
    let name = position.to_string();
    if let Some(&known) = seen.get(&name) {
        return known;
    }
    let options = Games.options(position);
    let over = options.is_empty() && play == Play::Misere;
    let wins = over || options.iter().any(|option| brute_force(option, play, seen) == Outcome::P);
    let outcome = if wins { Outcome::N } else { Outcome::P };
    seen.insert(name, outcome);
    outcome
}

/// Positions of every kind of board that are small enough for the definition.
const SMALL: [&str; 22] = [
    "nim: 3 2 2",
    "kayles: 5 2",
    "dawsons-kayles: 7",
    "grundy: 8",
    "lasker: 3 2",
    "couples-are-forever: 6",
    "thesis-j: 7",
    "take(1..3): 9",
    "silver-dollar: [1,3,5]",
    "star-nim: 2 3 2",
    "star: [2] [1,3]",
    "chomp: 2x4",
    "rectangle: 3x3",
    "wythoff: 3 4",
    "bogus-nim: 2 3 bank 1",
    "graph: {a>b, a>c, b>c, b>d, c>d}#a",
    "node-kayles: {a-b, b-c, c-a, c-d}",
    "arc-kayles: grid 2x3",
    "cram: ##./###",
    "hackenbush: {ground-a, a-b, b-c, c-a, c-c}",
    "treblecross: ..X....",
    "kayles: 3 + nim: 2 + chomp: 2x2",
];

#[test]
fn the_verdict_on_every_move_agrees_with_brute_force() {
    let server = Server::start();
    let mut chance = Chance::new(2026);
    let mut told = [0; 3];
    for (start, play) in SMALL.iter().flat_map(|start| [(start, Play::Normal), (start, Play::Misere)]) {
        let mut seen = HashMap::new();
        let mut position: Position = start.parse().expect("a position");
        while let Some(step) = chance.any_move(&position) {
            let after = step.after(&position);
            let before = brute_force(&position, play, &mut seen);
            let winning = brute_force(&after, play, &mut seen) == Outcome::P;
            let expected = match (before, winning) {
                (Outcome::P, _) => "lost-anyway",
                (Outcome::N, true) => "kept",
                (Outcome::N, false) => "gave-away",
            };
            let misere = play == Play::Misere;
            let body = json!({"position": position.to_string(), "to": after.to_string(), "misere": misere});
            let judged = server.post("/api/move", &body).json(200);
            assert_eq!(judged["verdict"], expected, "{position} to {after}, {play:?}");
            assert_eq!(judged["winning"], winning, "{position} to {after}, {play:?}");
            let body =
                json!({"position": position.to_string(), "misere": misere, "opponent": "casual", "seed": 3});
            let reply = server.post("/api/reply", &body).json(200);
            let to: Position = reply["to"].as_str().expect("a position").parse().expect("a position");
            let wins = brute_force(&to, play, &mut seen) == Outcome::P;
            assert_eq!(reply["winning"], wins, "{position} to {to}, {play:?}");
            assert_eq!(reply["verdict"] == "lost-anyway", before == Outcome::P, "{position}, {play:?}");
            told[["lost-anyway", "kept", "gave-away"]
                .iter()
                .position(|word| *word == expected)
                .expect("a verdict")] += 1;
            position = after;
        }
    }
    assert!(told.iter().all(|&count| count > 10), "{told:?}");
}

#[test]
fn the_opponents_between_random_and_perfect_can_be_repeated() {
    let server = Server::start();
    for opponent in ["beginner", "casual", "strong"] {
        let ask = |seed: u64| {
            let body = json!({"position": "kayles: 7 5", "opponent": opponent, "seed": seed});
            server.post("/api/reply", &body).json(200)["to"].clone()
        };
        assert_eq!(ask(7), ask(7));
    }
    server.post("/api/reply", &json!({"position": "nim: 3", "opponent": "wizard"})).json(400);
}
