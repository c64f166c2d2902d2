//! Known answers of every question.

use serde_json::{Value, json};

use super::client::Server;

fn strings(value: &Value) -> Vec<&str> {
    value.as_array().expect("a list").iter().map(|item| item.as_str().expect("text")).collect()
}

#[test]
fn values_by_theorem_and_by_search() {
    let server = Server::start();
    // theory 3.3, 4.1, 6.2, 8.1, 10.1, 5.2, 2.1
    for (position, value) in [
        ("kayles: 7 5 + nim: 3", "5"),
        ("grundy: 9 5", "3"),
        ("silver-dollar: [2,5,6,8,10]", "3"),
        ("star-nim: 3 6", "8"),
        ("star: [2,5] [3] [1,4,6]", "0"),
        ("star-nim: 3 1e15 + nim: 5", "1000000000000007"),
        ("star: [2] [1,1e12]", "999999999996"),
        ("chomp: 3x3", "5"),
        ("rectangle: 7x18", "4"),
        ("nim: 1e18 7", "1000000000000000007"),
        ("wythoff: 3 5", "0"),
        ("graph: {a>b, a>c, b>c}#a", "2"),
    ] {
        let lesson = server.post("/api/teacher", &json!({"position": position})).json(200);
        assert_eq!(lesson["value"], value, "{position}");
        assert_eq!(lesson["outcome"], if value == "0" { "P" } else { "N" }, "{position}");
        assert_eq!(
            lesson["winning_moves"].as_array().expect("a list").is_empty(),
            value == "0",
            "{position}"
        );
    }
}

/// Four tokens have an outcome by the pair of the two smallest, and no value (theory 7.11).
#[test]
fn four_tokens_at_huge_squares() {
    let server = Server::start();
    let lesson = server.post("/api/teacher", &json!({"position": "star-nim: 2 3 1000 1e15"})).json(200);
    assert_eq!((&lesson["outcome"], &lesson["value"]), (&json!("N"), &Value::Null));
    assert_eq!(lesson["winning_moves"][0]["to"], "star-nim: 2 3 1000 997");
    assert_eq!(lesson["winning_moves_total"], "1");
    assert_eq!(lesson["components"][0]["theorems"], json!(["7.9"]), "{lesson}");
}

#[test]
fn the_teacher_shows_the_deciding_bit() {
    let server = Server::start();
    let lesson = server.post("/api/teacher", &json!({"position": "nim: 3 4 5"})).json(200);
    let sum = &lesson["nim_sum"];
    assert_eq!((sum["sum"].as_str(), sum["binary"].as_str()), (Some("2"), Some("010")));
    assert_eq!(sum["deciding_bit"], 1);
    let rows: Vec<(&str, bool)> = sum["rows"]
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| (row["binary"].as_str().expect("text"), row["carries"].as_bool().expect("a flag")))
        .collect();
    assert_eq!(rows, [("101", false), ("100", false), ("011", true)]);
    assert_eq!(lesson["winning_moves"][0]["to"], "nim: 5 4 1");
    assert_eq!(lesson["winning_moves"][0]["words"], "take 2 from 3");
}

#[test]
fn misere_nim_differs_where_all_heaps_are_small() {
    let server = Server::start();
    let ask = |position: &str| {
        server.post("/api/teacher", &json!({"position": position, "misere": true})).json(200)
    };
    assert_eq!(ask("nim: 2 2")["outcome"], "P");
    assert_eq!(ask("nim: 1 1")["outcome"], "N");
    assert_eq!(ask("nim: 1")["outcome"], "P");
    assert_eq!(ask("nim: 1 1 1 5")["winning_moves"][0]["to"], "nim: 1 1 1");
    let over = server.post("/api/position", &json!({"position": "nim:", "misere": true})).json(200);
    assert_eq!((over["over"].as_bool(), over["winner"].as_str()), (Some(true), Some("next")));
}

#[test]
fn boards_and_moves_are_told_part_by_part() {
    let server = Server::start();
    let look = |position: &str| server.post("/api/position", &json!({"position": position})).json(200);
    let pins = look("kayles: 3");
    assert_eq!(pins["terms"][0]["board"], "pins");
    assert_eq!(pins["terms"][0]["parts"], json!([{"size": 3}]));
    assert_eq!((pins["moves"].as_array().map(Vec::len), pins["moves_total"].as_str()), (Some(5), Some("3")));
    for (position, board, parts, action) in [
        (
            "nim: 5",
            "nim",
            json!([{"size": 5}]),
            json!({"kind": "take", "heap": 5, "at": 0, "taken": 2, "left": [3]}),
        ),
        (
            "grundy: 7",
            "heaps",
            json!([{"size": 7}]),
            json!({"kind": "split", "heap": 7, "at": 0, "taken": 0, "left": [4, 3]}),
        ),
        (
            "silver-dollar: [2,5]",
            "strips",
            json!([{"tokens": [2, 5]}]),
            json!({"kind": "slide", "strip": 0, "token": 1, "from": 5, "to": 3}),
        ),
        (
            "star-nim: 3 5",
            "star",
            json!([{"tokens": [3]}, {"tokens": [5]}]),
            json!({"kind": "slide", "strip": 1, "token": 0, "from": 5, "to": 0}),
        ),
        (
            "chomp: 2,2,1",
            "chocolate",
            json!([{"rows": [2, 2, 1]}]),
            json!({"kind": "bite", "row": 2, "column": 2}),
        ),
        (
            "rectangle: 4x7",
            "rectangles",
            json!([{"sides": [4, 7]}]),
            json!({"kind": "break", "rectangle": [4, 7], "along": 1, "at": 3, "left": [[4, 3], [4, 4]]}),
        ),
        (
            "wythoff: 5 8",
            "wythoff",
            json!([{"size": 8}, {"size": 5}]),
            json!({"kind": "take-several", "takes": [{"heap": 8, "at": 0, "taken": 5}, {"heap": 5, "at": 1, "taken": 5}]}),
        ),
        (
            "bogus-nim: 3 bank 2",
            "bank",
            json!([{"size": 3}]),
            json!({"kind": "add", "heap": 3, "added": 2, "left": [5]}),
        ),
        (
            "shared(2): 5 7",
            "shared",
            json!([{"tokens": [5]}, {"tokens": [7]}]),
            json!({"kind": "slide", "strip": 0, "token": 0, "from": 5, "to": 1}),
        ),
        ("graph: {a>b, a>c, b>c}#a", "graph", json!([{"node": "a"}]), json!({"kind": "walk", "node": "c"})),
        (
            "node-kayles: {a-b, b-c}",
            "network",
            json!([{"nodes": 3, "edges": 2}]),
            json!({"kind": "pick", "name": "b"}),
        ),
        (
            "cram: ##./###",
            "squares",
            json!([{"squares": ["##.", "###"]}]),
            json!({"kind": "fill", "squares": [[1, 1], [1, 2]]}),
        ),
    ] {
        let seen = look(position);
        assert_eq!(seen["terms"][0]["board"], board);
        assert_eq!(seen["terms"][0]["parts"], parts, "{position}");
        let moves = seen["moves"].as_array().expect("moves");
        assert!(
            moves.iter().any(|step| step["action"] == action),
            "{position}: {action} is not in {moves:?}"
        );
    }
    let huge = look("nim: 1e18 7");
    assert_eq!(huge["terms"][0]["parts"][0]["size"], "1000000000000000000");
    assert_eq!((huge["truncated"].as_bool(), huge["moves_total"].is_null()), (Some(true), true));
    let moved = server.post("/api/move", &json!({"position": "nim: 1e18 7", "to": "nim: 7 7"})).json(200);
    assert_eq!(moved["to"], "nim: 7 7");
    server.post("/api/move", &json!({"position": "nim: 5 4", "to": "nim: 3 3"})).json(400);
}

#[test]
fn sequences_start_as_they_should() {
    let server = Server::start();
    let values = |query: &str| server.get(&format!("/api/values?{query}")).json(200)["values"].clone();
    assert_eq!(values("game=kayles&to=11"), json!([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]));
    assert_eq!(values("game=grundy&from=1&to=12"), json!([0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1]));
    assert_eq!(values("game=nim&from=10^18&to=1e18"), json!(["1000000000000000000"]));
    // Dawson's chess has period 34 from heap 52 on
    let (far, near) = ("game=0.137&from=10^15&to=1000000000000010", "game=0.137&from=80&to=90");
    assert_eq!(values(far), values(near));
    assert_eq!(values("game=nim&misere=true&to=3"), json!([1, 0, 2, 3]));
    let refused = |query: &str| server.get(&format!("/api/values?{query}")).json(400)["error"].clone();
    assert_eq!(refused("game=nim&to=-5")["code"], "bad-input");
    let unread = server.post("/api/teacher", &json!({"positon": "nim: 3"})).json(400);
    assert_eq!(unread["error"]["code"], "bad-input");
    let compared = server.get("/api/compare?a=kayles&b=0.07&to=100").json(200);
    assert_eq!(compared["first_difference"], 1);
    assert!(
        server.get("/api/compare?a=officers&b=0.6&to=100").json(200)["same_game"].as_bool().expect("a flag")
    );
}

#[test]
fn games_are_listed_and_told() {
    let server = Server::start();
    let games = server.get("/api/games").json(200);
    let names: Vec<&str> = games["games"]
        .as_array()
        .expect("games")
        .iter()
        .map(|game| game["name"].as_str().expect("a name"))
        .collect();
    for name in ["nim", "kayles", "grundy", "silver-dollar", "star-nim", "chomp", "rectangle", "graph"] {
        assert!(names.contains(&name), "{name}");
    }
    let dawson = server.get("/api/game?game=0.07").json(200);
    assert_eq!(strings(&dawson["names"]), ["dawsons-kayles", "dawson-kayles"]);
    assert_eq!(server.get("/api/game?game=chomp").json(200)["sequence"], false);
}

#[test]
fn graphs_are_laid_out_drawn_and_handed_in() {
    let server = Server::start();
    let graph = server.post("/api/graph", &json!({"position": "nim: 2 1"})).json(200);
    assert_eq!(graph["nodes"].as_array().map(Vec::len), Some(5));
    assert_eq!(graph["nodes"][0]["outcome"], "N");
    assert!(graph["edges"].as_array().expect("edges").iter().any(|edge| edge["winning"] == true));
    let svg = server.post("/api/graph/svg", &json!({"position": "nim: 2 1"}));
    assert!(svg.status == 200 && svg.text().starts_with("<svg"));
    server.post("/api/graph", &json!({"position": "nim: 50 50 50"})).json(422);
    let kept =
        server.change("POST", "/api/graphs", &json!({"text": "a b\nb c\na c\n"}).to_string()).json(201);
    let position = kept["position"].as_str().expect("a position").to_owned();
    assert_eq!(server.post("/api/teacher", &json!({"position": position})).json(200)["value"], "2");
}

#[test]
fn a_sum_walks_through_the_quotient_of_its_game() {
    let server = Server::start();
    let svg = |position: &str| server.post("/api/quotient/svg", &json!({"position": position}));
    let picture = svg("kayles: 12 9 5");
    assert_eq!(picture.status, 200);
    let text = picture.text();
    assert!(text.starts_with("<svg") && text.contains("40 elements, 9 of them P"), "{text:.300}");
    assert!(text.contains("their product is b²c, N"), "{text:.900}");
    // the period is proved, so heaps may be of any size
    assert_eq!(svg("kayles: 1000000000000000000 5").status, 200);
    for refused in ["nim: 3 + kayles: 5", "chomp: 3x4"] {
        assert_eq!(svg(refused).status, 400, "{refused}");
    }
    // heaps have so many options that few of them are looked at
    assert_eq!(svg("split(7): 40").status, 200);
    // Dawson's Kayles has a quotient of 638 elements with heap 33 already
    assert_eq!(svg("0.07: 40").status, 422);
    assert_eq!(svg(&format!("kayles: {}", "5 ".repeat(31))).status, 422);
}

#[test]
fn the_table_of_star_nim_has_the_published_value() {
    let server = Server::start();
    let table = server.get("/api/star/table?rows=11&cols=16");
    assert_eq!((table.status, table.body.len()), (200, 2 * 11 * 16));
    let cell = |row: usize, column: usize| {
        let at = 2 * (16 * row + column);
        u16::from_le_bytes([table.body[at], table.body[at + 1]])
    };
    assert_eq!((cell(10, 15), cell(3, 6), cell(0, 5), cell(0, 0)), (20, 8, 4, 65_535));
    assert!(table.header("x-sprague-table").is_some_and(|text| text.contains("\"rows\":11")));
}

#[test]
fn rows_values_and_diagonals_of_star_nim_have_proved_periods() {
    let server = Server::start();
    let row = server.get("/api/star/row?row=2").json(200);
    // theory 8.3: G(2, b) is b - 2 for b = 2 modulo 3, b + 1 otherwise
    assert_eq!((row["period"].as_u64(), row["proved"].as_bool()), (Some(3), Some(true)));
    // theory 8.2: G(a, a + 1) is 1 or 2 in turn
    let diagonal = server.get("/api/star/diagonal?diagonal=1").json(200);
    assert_eq!((diagonal["period"].as_u64(), diagonal["proved"].as_bool()), (Some(2), Some(true)));
    let sequence = server.get("/api/star/sequence?value=0").json(200);
    assert_eq!((sequence["period"].as_u64(), sequence["proved"].as_bool()), (Some(1), Some(true)));
    // theory 8.11
    let row = server.get("/api/star/row?row=12").json(200);
    assert_eq!((row["period"].as_u64(), row["first_column"].as_u64()), (Some(50_803_200), Some(46)));
    let open = server.get("/api/star/sequence?value=59").json(200);
    assert!(open["words"][1].as_str().expect("words").starts_with("Observed"), "{open}");
    server.get("/api/star/row?row=13").json(422);
    server.get("/api/star/diagonal?diagonal=100000").json(422);
}

#[test]
fn errors_say_where_and_what_to_do() {
    let server = Server::start();
    let error = server.post("/api/position", &json!({"position": "kayls: 3"})).json(400)["error"].clone();
    assert_eq!(error["column"], 1);
    assert!(error["message"].as_str().expect("text").contains("did you mean `kayles`"));
    server.post("/api/teacher", &json!({"position": "chomp: 40x40"})).json(422);
    let large =
        server.post("/api/teacher", &json!({"position": "chomp: 14x14 + cram: 7x7"})).json(422)["error"]
            .clone();
    assert!(large["way_out"].as_str().expect("text").contains("--max-positions and --max-steps"), "{large}");
    assert!(!large["message"].as_str().expect("text").contains("--max"), "{large}");
    server.get("/api/values?game=grundy&to=1e9").json(422);
    server.get("/api/values?game=grundy&to=1g9").json(400);
    server.get("/api/jobs/77").json(404);
    let message = |error: Value| error["error"]["message"].as_str().expect("text").to_owned();
    let negative =
        server.change("POST", "/api/jobs", r#"{"kind":"sequence","game":"kayles","to":-5}"#).json(400);
    assert_eq!(message(negative), "`to` must be a whole number from 0 on, not -5");
    let negative = message(server.get("/api/star/table?row0=-5").json(400));
    assert_eq!(negative, "`row0` must be a whole number from 0 on");
    let unknown = message(server.post("/api/position", &json!({"position": "zzzzzz: 3"})).json(400));
    assert!(unknown.contains("gallery") && !unknown.contains("sprague"), "{unknown}");
    server.change("POST", "/api/jobs", r#"{"kind":"sequence","game":"kayles","to":10}"#).json(202);
    server.get("/api/jobs/1/histogram?from=9223372036854775808").json(400);
    server.get("/api/jobs/1/raster?columns=0").json(400);
    server.get("/api/nothing").json(404);
    server.send("PUT", "/api/games", &[("X-Sprague-Token", &server.token)], "").json(405);
}
