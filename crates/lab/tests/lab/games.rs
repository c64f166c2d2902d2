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

/// The most positions that the definition looks at before a move; where there are more, the move is not compared.
const MOST: usize = 400;

/// Who wins, by the definition alone: every option of every position; `None` where there are too many of them.
fn brute_force(
    position: &Position,
    play: Play,
    seen: &mut HashMap<String, Outcome>,
    left: &mut usize,
) -> Option<Outcome> {
    let name = position.to_string();
    if let Some(&known) = seen.get(&name) {
        return Some(known);
    }
    *left = left.checked_sub(1)?;
    let options = Games.options(position);
    let mut wins = options.is_empty() && play == Play::Misere;
    for option in &options {
        wins |= brute_force(option, play, seen, left)? == Outcome::P;
    }
    let outcome = if wins { Outcome::N } else { Outcome::P };
    seen.insert(name, outcome);
    Some(outcome)
}

/// Plays a game at random and compares what the lab says of its moves with the definition, as soon as there are few
/// enough positions for that; how often each verdict was given.
fn judge(server: &Server, start: &str, play: Play, chance: &mut Chance) -> [usize; 3] {
    let misere = play == Play::Misere;
    let (mut told, mut seen) = ([0; 3], HashMap::new());
    let mut position: Position = start.parse().expect("a position");
    // some games are played so by their own rules
    let play = position.play(misere);
    while let Some(step) = chance.any_move(&position) {
        let after = step.after(&position);
        if let Some(before) = brute_force(&position, play, &mut seen, &mut MOST.clone()) {
            let winning = seen[&after.to_string()] == Outcome::P;
            let (place, expected) = match (before, winning) {
                (Outcome::P, _) => (0, "lost-anyway"),
                (Outcome::N, true) => (1, "kept"),
                (Outcome::N | Outcome::Draw, false) => (2, "gave-away"),
                (Outcome::Draw, true) => panic!("{position} to {after}: no move wins a draw"),
            };
            told[place] += 1;
            let body = json!({"position": position.to_string(), "to": after.to_string(), "misere": misere});
            let judged = server.post("/api/move", &body).json(200);
            assert_eq!(judged["verdict"], expected, "{position} to {after}, {play:?}");
            assert_eq!(judged["winning"], winning, "{position} to {after}, {play:?}");
            let body =
                json!({"position": position.to_string(), "misere": misere, "opponent": "casual", "seed": 3});
            let reply = server.post("/api/reply", &body).json(200);
            let to: Position = reply["to"].as_str().expect("a position").parse().expect("a position");
            assert_eq!(reply["winning"], seen[&to.to_string()] == Outcome::P, "{position} to {to}, {play:?}");
            assert_eq!(reply["verdict"] == "lost-anyway", before == Outcome::P, "{position}, {play:?}");
        }
        position = after;
    }
    told
}

/// Every game of the gallery, and so every game that is added to it, from the position that it is shown with.
#[test]
fn the_verdict_on_every_move_of_every_gallery_game_agrees_with_brute_force() {
    let server = Server::start();
    let mut chance = Chance::new(2026);
    let games = server.get("/api/games").json(200);
    let examples = games["games"].as_array().expect("games").iter();
    let mut starts: Vec<&str> = examples.map(|game| game["example"].as_str().expect("a position")).collect();
    assert!(
        starts.len() > 20
            && ["shared", "nearly", "moore"]
                .iter()
                .all(|board| { starts.iter().any(|start| start.starts_with(board)) })
    );
    starts.extend(["take(1..3): 9", "kayles: 3 + nim: 2 + chomp: 2x2", "star: [2] [1,3]"]);
    let mut told = [0; 3];
    for (start, play) in starts.iter().flat_map(|start| [(start, Play::Normal), (start, Play::Misere)]) {
        // its pieces may retreat for ever: only normal play has an answer
        if play == Play::Misere && start.starts_with("northcott") {
            continue;
        }
        let rounds: Vec<[usize; 3]> = (0..2).map(|_| judge(&server, start, play, &mut chance)).collect();
        assert!(rounds.as_flattened().iter().sum::<usize>() > 0, "nothing was compared: {start}, {play:?}");
        for round in rounds {
            (0..3).for_each(|place| told[place] += round[place]);
        }
    }
    assert!(told.iter().all(|&count| count > 50), "{told:?}");
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

#[test]
fn misere_play_without_an_end_is_refused_where_it_is_looked_at() {
    let server = Server::start();
    let look = |misere: bool| {
        server.post("/api/position", &json!({"position": "northcott: 2-7", "misere": misere})).json(200)
    };
    let [normal, misere] = [look(false), look(true)];
    assert!(normal["refusal"].is_null() && !normal["moves"].as_array().expect("moves").is_empty());
    assert!(misere["refusal"].as_str().expect("a refusal").contains("normal play"));
    assert_eq!(misere["moves"], json!([]));
    let reason = normal["terms"][0]["no_misere"].as_str().expect("a reason");
    assert!(misere["refusal"].as_str().expect("a refusal").contains(reason));
}

#[test]
fn a_nearly_disjunctive_sum_tells_the_boards_inside_it() {
    let server = Server::start();
    let position = "nearly(chomp, wythoff): [2x2] [2 1]";
    let answer = server.post("/api/position", &json!({ "position": position })).json(200);
    let inside = answer["terms"][0]["inside"].as_array().expect("components");
    let boards: Vec<_> =
        inside.iter().map(|each| (each["first"].clone(), each["term"]["board"].clone())).collect();
    assert_eq!(boards, [(json!(0), json!("chocolate")), (json!(1), json!("wythoff"))]);
    let both = answer["moves"]
        .as_array()
        .expect("moves")
        .iter()
        .find(|each| each["action"]["kind"] == "take-several");
    assert_eq!(both.expect("a move of both heaps")["part"], 1);
}
