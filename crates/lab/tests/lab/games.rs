//! Whole games: who follows the teacher from an N-position beats the perfect opponent, whatever the board.

use serde_json::{Value, json};

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
