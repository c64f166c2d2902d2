//! `sprague misere`, `prove --misere` and `solve --misere` as they are typed.

use serde_json::Value;

use crate::common::{
    all_refused, folder, has_fields, judged as json, path, pictures_are_kept, sprague, text,
};

#[test]
fn the_quotient_of_kayles() {
    let (found, code) = json(&["misere", "quotient", "kayles"]);
    assert_eq!(code, Some(0));
    has_fields(&found, &serde_json::json!({"order": 40, "period": 12, "preperiod": 71, "heaps": 167}));
    assert_eq!(found["portion"].as_array().map(Vec::len), Some(9));
    assert_eq!(found["generators"][2]["heap"], 5);
    assert_eq!(found["generators"][2]["action"].as_array().map(Vec::len), Some(40));
    assert_eq!(found["rules"].as_array().map(Vec::len), Some(20));
    assert_eq!(found["rules"][0], serde_json::json!([[[1, 2]], []]));
    assert_eq!(found["rules"][1], serde_json::json!([[[2, 3]], [[2, 1]]]));
    assert_eq!(
        found["growth"],
        serde_json::json!([[1, 2], [2, 6], [5, 12], [9, 18], [12, 24], [25, 32], [27, 40]])
    );
    assert_eq!(found["phi"].as_array().map(Vec::len), Some(168));
    assert_eq!(found["kernel"].as_array().map(Vec::len), Some(16));
    assert!(found["lower_bound"].is_null());
    assert!(found["theorem"].as_str().is_some_and(|theorem| theorem.contains("M.11")));
    let words = text(&["misere", "quotient", "kayles"]);
    assert!(words.contains("a²=1 b³=b bc²=b c³=c"), "{words}");
    assert!(words.contains("period 12 from heap 71 on; this is proved"), "{words}");
}

#[test]
fn a_limit_on_the_order_is_a_bound_and_no_period() {
    let args = ["misere", "quotient", "0.76", "--max-order", "300"];
    let (found, code) = json(&args);
    assert_eq!((code, &found["order"], &found["period"]), (Some(1), &34.into(), &Value::Null));
    assert_eq!(found["lower_bound"], serde_json::json!({"heap": 12, "more_than": 300}));
    let words = sprague(&args).out;
    let said = "The quotient of the heaps to 12 has more than 300 elements (proved, theory M.14); to heap 11 it has 34. \
                Raise --max-order.";
    assert!(words.contains(said), "{words}");
    let (found, code) = json(&["misere", "quotient", "nim", "--to", "7"]);
    assert_eq!((code, &found["order"], &found["period"]), (Some(0), &10.into(), &Value::Null));
    all_refused(&[
        (&["misere", "quotient", "0.15", "--max-order", "60000"], "--max-positions"),
        (&["misere", "quotient", "chomp: 3x3"], ""),
    ]);
    let (found, code) = json(&["misere", "quotient", "0.15", "--max-steps", "1000"]);
    assert_eq!((code, &found["period"]), (Some(1), &Value::Null));
}

#[test]
fn the_genera_of_kayles() {
    let (found, code) = json(&["misere", "genus", "kayles", "--to", "12"]);
    assert_eq!((code, &found["first_wild"], &found["period"]), (Some(0), &5.into(), &Value::Null));
    let five = serde_json::json!({"heap": 5, "value": 4, "superscript": [1, 4, 6], "tame": false});
    assert_eq!(found["genera"][5], five);
    let words = text(&["misere", "genus", "0.137", "--to", "20"]);
    assert!(words.contains("3^{1431}") && words.contains("The first wild heap is 9."), "{words}");
    let said = sprague(&["misere", "genus", "kayles", "--to", "60", "--max-positions", "1000"]);
    assert!(said.code == Some(1) && said.out.contains("--max-positions"), "{said:?}");
}

#[test]
fn sums_of_huge_heaps_are_solved_with_what_they_rest_on() {
    let (found, code) = json(&["solve", "--misere", "kayles: 1e18 1e17 5"]);
    assert_eq!((code, &found["outcome"]), (Some(0), &"N".into()));
    let moves = found["winning_moves"].as_array().expect("a list");
    let wanted = "kayles: 1000000000000000000 100000000000000000 2 2";
    assert!(moves.iter().any(|one| one == wanted), "{moves:?}");
    assert_eq!(found["product"]["rests_on"], "quotient of order 40, period 12 from heap 71");
    let words = text(&["solve", "--misere", "kayles: 20 17 5"]);
    for line in ["  kayles: 9 9 17 5", "kayles: 20 12 5 4"] {
        let sorted = |text: &str| {
            let mut heaps: Vec<&str> = text.trim().split(' ').collect();
            heaps.sort_unstable();
            heaps.join(" ")
        };
        assert!(words.lines().any(|other| sorted(other) == sorted(line)), "{words}");
    }
    assert!(words.contains("2 winning moves"), "{words}");
    assert!(text(&["solve", "--misere", "kayles: 1e18 1e18"]).contains("P-position"));
    let tame = text(&["solve", "--misere", "0.56: 1e9 7"]);
    assert!(tame.contains("all after heap 6 are firm"), "{tame}");
    let mixed = text(&["solve", "--misere", "kayles: 50 17 + 0.123: 29"]);
    let rests = "joint quotient of order 132 of kayles (heaps to 50) and 0.123 (period 5 from heap 5)";
    assert!(mixed.contains(rests), "{mixed}");
    // together with 0.123 the quotient of large heaps of Kayles has more than 400 elements
    let bound =
        "the joint quotient of kayles and 0.123 has more than 400 elements with heap 61 of kayles (proved";
    all_refused(&[(&["solve", "--misere", "kayles: 1e18 17 + 0.123: 9"], bound)]);
}

/// Rules with as many options as a heap has partitions: the budget is asked before they are listed.
#[test]
fn what_is_too_large_is_refused_in_a_line_and_at_once() {
    let game = "take(any) leave(any)";
    for (args, code) in [
        (&["misere", "quotient", game][..], 1),
        (&["misere", "genus", game, "--to", "400"], 2),
        (&["solve", "--misere", "take(any) leave(any): 300 20"], 2),
        (&["period", "--misere", game], 1),
        (&["prove", "--misere", game, "-o", "nowhere.cert"], 1),
    ] {
        let start = std::time::Instant::now();
        let ended = sprague(args);
        // a second or less alone; the machine may be busy
        assert!(start.elapsed().as_secs() < 15, "{args:?}: {:?}", start.elapsed());
        assert_eq!(ended.code, Some(code), "{args:?}");
        let said = if code == 2 || args[0] == "prove" { ended.err } else { ended.out };
        let refusal = said.lines().last().unwrap_or_default();
        // what no machine could do names no flag
        let is_whole = ["--max-", "than any machine holds"].iter().any(|end| refusal.contains(end));
        assert!(refusal.contains("limit of") && is_whole, "{args:?}: {said}");
        assert!(code == 1 || said.lines().count() == 1, "{args:?}: {said}");
    }
}

#[test]
fn periods_under_misere_play_are_proved_or_said_not_to_be() {
    let words = text(&["period", "--misere", "kayles"]);
    assert!(
        words.contains("heap n + 12 is interchangeable with heap n for all n >= 71, but not for n = 70"),
        "{words}"
    );
    let (found, code) = json(&["period", "--misere", "0.123"]);
    assert_eq!((code, &found["period"], &found["preperiod"]), (Some(0), &5.into(), &5.into()));
    assert_eq!(
        (&found["proved"], &found["values_used"], &found["saltus"]),
        (&true.into(), &13.into(), &0.into())
    );
    let (found, code) = json(&["period", "--misere", "0.76"]);
    assert_eq!((code, &found["proved"], &found["period"]), (Some(1), &false.into(), &Value::Null));
    let words = sprague(&["period", "--misere", "0.56", "--limit", "100"]).out;
    assert!(words.contains("All heaps after 6 are firm"), "{words}");
}

#[test]
fn quotients_are_compared_as_monoids_and_heap_by_heap() {
    let (found, code) = json(&["compare", "--misere", "0.15", "0.115"]);
    assert_eq!((code, &found["isomorphic"], &found["first_difference"]), (Some(0), &true.into(), &3.into()));
    let (found, _) = json(&["compare", "--misere", "kayles", "0.123"]);
    assert_eq!((&found["isomorphic"], &found["a"]["order"]), (&false.into(), &40.into()));
    assert_eq!((&found["joint"]["order"], &found["joint"]["heaps"]), (&124.into(), &30.into()));
    let (found, _) = json(&["compare", "--misere", "0.07", "0.137", "--max-order", "50"]);
    assert_eq!(found["isomorphic"], Value::Null);
    let words = text(&["compare", "--misere", "kayles", "0.77"]);
    assert!(words.contains("the same game"), "{words}");
}

#[test]
fn the_picture_of_a_quotient_shows_every_element() {
    let svg = text(&["misere", "quotient", "0.123", "--svg", "--walk", "8 3 9"]);
    assert!(svg.starts_with("<svg") && svg.contains("0.123: the misère quotient"), "{svg}");
    // 20 dots, and a second ring for each of the three idempotents
    assert_eq!(svg.matches("<circle").count(), 23);
    assert_eq!(svg.matches(r##"fill="#00695c" stroke="#00695c" stroke-width="1.6""##).count(), 5);
    assert!(svg.contains("their product is e, N: the player to move wins"), "{svg}");
    let folder = folder("misere-pictures");
    let file = |name: &str| path(&folder.join(name)).to_owned();
    let (found, code) = json(&["misere", "quotient", "0.31", "--svg", &file("a.svg")]);
    assert_eq!((code, &found["order"]), (Some(0), &6.into()));
    text(&["misere", "quotient", "0.31", "--svg", "-o", &file("b.svg")]);
    let read = |name: &str| std::fs::read(file(name)).expect("a file");
    assert_eq!(read("a.svg"), read("b.svg"));
    text(&["misere", "quotient", "0.31", "--svg", &file("c.png")]);
    assert!(read("c.png").starts_with(b"\x89PNG"));
    all_refused(&[
        (&["misere", "quotient", "0.31", "--svg", "--json"], "--svg FILE"),
        (&["misere", "quotient", "0.31", "--svg", "x.svg", "-o", "y.svg"], "two files"),
        (&["misere", "quotient", "0.31", "--svg", "no/such/x.svg"], "there is no folder"),
        (&["misere", "quotient", "nim", "--to", "7", "--svg", "--walk", "8"], "heap 8 is beyond"),
        (
            &["misere", "quotient", "0.35", "--to", "13", "--max-order", "1500", "--svg"],
            "1174 elements is too large",
        ),
        (&["misere", "quotient", "0.31", "--walk", "8"], "--svg"),
    ]);
}

#[test]
fn the_pictures_of_the_documentation_are_what_the_command_draws() {
    pictures_are_kept("quotients.txt", |_, words| {
        let words: Vec<&str> = words.split_whitespace().collect();
        text(&[&["misere", "quotient"], &words[..], &["--svg"]].concat()).into_bytes()
    });
}

#[test]
fn explanations_under_misere_play_explain_misere_play() {
    let words = text(&["solve", "--misere", "--explain", "kayles: 3 1"]);
    assert!(words.contains("Options under misère play"), "{words}");
    assert!(!words.contains("normal play"), "{words}");
}

#[test]
fn certificates_of_misere_play_are_written_and_checked() {
    let folder = folder("misere");
    for (game, limit, order, claim) in [
        ("0.123", None, "400", "the quotient has order 20"),
        ("0.56", None, "40", "other than 0, 1, 2, 6 has the same outcome as under normal play"),
        ("0.76", None, "300", "the misère quotient of the heaps up to 12 has at least"),
        ("grundy", Some("12"), "400", "of heaps below 13"),
    ] {
        let file = folder.join(format!("{game}.cert"));
        let file = path(&file);
        let limit: Vec<&str> = limit.map_or(Vec::new(), |limit| vec!["--limit", limit]);
        let args = [&["prove", "--misere", game, "--max-order", order, "-o", file], &limit[..]].concat();
        assert!(text(&args).contains(claim), "{game}");
        assert!(text(&["check", file]).starts_with("valid: "), "{game}");
    }
}
