//! The real binary: known answers, JSON fields and exit codes of the contract.

use std::io::BufRead;

use serde_json::{Value, json};

use crate::common::{self, SPRAGUE, document, file, folder, has_fields, pictures_are_kept, run, sprague};

#[test]
fn solve_has_the_fields_of_the_contract() {
    has_fields(
        &document(&["solve", "nim: 3 4 5"]),
        &json!({
            "position": "nim: 5 4 3", "play": "normal", "outcome": "N", "value": 2, "options": 12,
            "winning_moves": ["nim: 5 4 1"], "winning_moves_total": 1, "truncated": false,
        }),
    );
}

#[test]
fn misere_answers_have_no_value_but_a_misere_value() {
    has_fields(
        &document(&["solve", "kayles: 9", "--misere"]),
        &json!({"play": "misere", "outcome": "P", "value": null, "misere_value": 0}),
    );
    let nim = document(&["solve", "nim: 1 1 2 2", "--misere"]);
    has_fields(&nim, &json!({"outcome": "P", "misere_value": null}));
}

/// Theory 10.2: one heap of take 1 to m, of any size and at once; Nim by its own theorem.
#[test]
fn misere_heaps_by_theorem() {
    let answer = document(&["solve", "take(1..999): 1e18", "--misere"]);
    assert_eq!(answer["winning_moves"], json!(["take(1..999): 999999999999999001"]));
    assert_eq!((&answer["outcome"], &answer["options"]), (&json!("N"), &json!(999)));
    assert_eq!(document(&["solve", "take(1..1000): 1e18", "--misere"])["outcome"], "P");
    assert_eq!(document(&["solve", "0.33: 4 + kayles:", "--misere"])["outcome"], "P");
    let values = document(&["values", "nim", "--to", "1e4", "--misere"]);
    assert_eq!(
        values["values"].as_array().map(|values| &values[..3]),
        Some(&[json!(1), json!(0), json!(2)][..])
    );
    assert_eq!(values["values"][10_000], 10_000);
    let values =
        document(&["values", "take(1..3)", "--from", "1e15", "--to", "1000000000000004", "--misere"]);
    assert_eq!(values["values"], json!([1, 0, 2, 3, 1]));
}

#[test]
fn one_is_singular() {
    let (_, text) = run(&["solve", "nim: 1"]);
    assert!(text.contains("of 1 option:") && text.contains("has 1 move ("), "{text}");
}

#[test]
fn the_examples_of_the_theory() {
    // position, outcome, value; theory 1.1, 2.1, 2.3, 5.2, 6.2, 6.4 to 6.8, 7.1 to 7.4, 8.1, 10.1
    let known = [
        ("grundy: 6", "N", json!(1)),
        ("kayles: 3", "N", json!(3)),
        ("nim: 1 2 3", "P", json!(0)),
        ("bogus-nim: 3 bank 7", "N", json!(3)),
        ("rectangle: 5x20", "N", json!(2)),
        ("rectangle: 5x13", "N", json!(1)),
        ("rectangle: 7x18", "N", json!(4)),
        ("rectangle: 2x19", "N", json!(3)),
        ("silver-dollar: [2,5,6,8,10]", "N", json!(3)),
        ("star: [0,4] [3,5]", "N", json!(2)),
        ("star: [2,5] [3] [1,4,6]", "P", json!(0)),
        ("star: [2,3,5] [1,4,5] [3]", "N", json!(1)),
        ("star: [1,4,6,7] [2,3]", "N", json!(2)),
        ("star: [2] [1,4]", "P", json!(0)),
        ("star-nim: 0 5", "N", json!(4)),
        ("star-nim: 3 4 5", "N", json!(4)),
        ("star-nim: 1 1 2 3", "P", json!(0)),
        ("star-nim: 9 12", "N", json!(19)),
        ("shared(1): 9 12", "N", json!(19)),
        ("chomp: 2x2", "N", json!(2)),
        ("chomp: 4x4", "N", json!(6)),
        ("wythoff: 3 5", "P", json!(0)),
        ("graph: {a>b, a>c, b>c}#a", "N", json!(2)),
        ("kayles: + nim: 3", "N", json!(3)),
        ("kayles:", "P", json!(0)),
        ("0.000: 5", "P", json!(0)),
        ("nim: 1000000000000000000 7", "N", json!(1_000_000_000_000_000_007_u64)),
        ("wythoff: 1e9 16e8", "N", Value::Null),
    ];
    for (position, outcome, value) in known {
        let answer = document(&["solve", position]);
        assert_eq!((&answer["outcome"], &answer["value"]), (&json!(outcome), &value), "{position}");
        let moves = answer["winning_moves"].as_array().expect("a list");
        assert_eq!(moves.is_empty(), outcome == "P", "{position}");
        let texts: Vec<&str> = moves.iter().filter_map(Value::as_str).collect();
        assert!(texts.is_sorted(), "{position}: {texts:?}");
        for next in texts.into_iter().take(3) {
            assert_eq!(document(&["solve", next])["outcome"], "P", "{position} -> {next}");
        }
    }
}

#[test]
fn a_short_list_of_moves_says_that_it_is_short() {
    let answer = document(&["solve", "rectangle: 30x31", "--moves", "2"]);
    assert_eq!(answer["winning_moves"].as_array().map(Vec::len), Some(2));
    assert_eq!(answer["truncated"], true);
    assert!(answer["winning_moves_total"].as_u64() > Some(2));
}

#[test]
fn many_positions_at_once() {
    let said = SPRAGUE.read(&["solve", "-"], b"# two\nnim: 1 2 3\n\nnim: x\nkayles: 3\n");
    assert_eq!((said.code, said.out.lines().count()), (Some(2), 2), "{said:?}");
    assert!(said.out.starts_with("P   0  nim: 3 2 1\n"), "{said:?}");
    assert!(said.err.starts_with("error: line 4: "), "{said:?}");
}

#[test]
fn explanations_name_the_theorem_and_list_the_options() {
    let (_, text) = run(&["solve", "grundy: 7 5", "--explain"]);
    assert!(text.contains("nim-sum"), "{text}");
    assert!(text.contains("theory 1.8"), "{text}");
    assert!(text.contains("the mex"), "{text}");
    let (_, text) = run(&["solve", "star: [2,3,5] [1,4,5] [3]"]);
    assert!(text.contains("theory 6.6"), "{text}");
    let (_, text) = run(&["solve", "nim: 1 2 3"]);
    assert!(text.contains("theory 2.4") && text.contains("theory 2.5"), "{text}");
}

#[test]
fn values_in_every_format() {
    assert_eq!(
        run(&["values", "0.07", "--to", "5", "--format", "bfile"]).1,
        "0 0\n1 0\n2 1\n3 1\n4 2\n5 0\n"
    );
    assert_eq!(
        run(&["values", "kayles", "--from", "3", "--to", "4", "--format", "csv"]).1,
        "n,value\n3,3\n4,1\n"
    );
    let values = document(&["values", "grundy", "--from", "1", "--to", "12"]);
    assert_eq!(values["values"], json!([0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1]));
    assert_eq!((&values["from"], &values["to"], &values["play"]), (&json!(1), &json!(12), &json!("normal")));
    assert_eq!(document(&["values", "grundy"])["values"].as_array().map(Vec::len), Some(101));
    let hash = run(&["values", "0.77", "--to", "1000", "--format", "hash"]).1;
    assert_eq!(hash, run(&["values", "take(1,2) leave(0..2)", "--to", "1000", "--format", "hash"]).1);
    assert_eq!(hash.trim().len(), 64);
    let misere = document(&["values", "grundy", "--misere", "--to", "12"]);
    assert_eq!(misere["play"], "misere");
    assert_eq!(misere["values"][3], 0);
}

/// All values of this range would take months.
#[test]
fn rows_come_before_the_last_value_is_computed() {
    let mut child = SPRAGUE
        .command(&["values", "0.007", "--to", "99999999", "--format", "csv", "--max-steps", "1e18"])
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("started");
    let output = std::io::BufReader::new(child.stdout.take().expect("piped"));
    let rows: Vec<String> = output.lines().take(5).collect::<Result<_, _>>().expect("text");
    assert_eq!(rows, ["n,value", "0,0", "1,0", "2,0", "3,1"]);
    let _ = child.kill();
    child.wait().expect("a child");
}

#[test]
fn compare_finds_the_first_difference() {
    let answer = document(&["compare", "0.161", "0.36", "--to", "1000"]);
    assert_eq!(answer["first_difference"], 519);
    assert_eq!(document(&["compare", "grundy", "4!.0"])["same_game"], true);
    assert_eq!(document(&["compare", "grundy", "thesis-d", "--to", "50"])["first_difference"], 2);
    let same = document(&["compare", "0.057", "0.055", "--to", "500"]);
    assert_eq!((&same["first_difference"], &same["same_game"]), (&Value::Null, &json!(false)));
    let closed = document(&["compare", "thesis-c", "thesis-d", "--to", "1e6"]);
    assert_eq!(closed["first_difference"], Value::Null);
    let late = document(&["compare", "take(1..100_000)", "nim", "--to", "2e5"]);
    assert_eq!((&late["first_difference"], &late["values"]), (&json!(100_001), &json!([0, 100_001])));
    assert_eq!(document(&["compare", "nim", "take(1..3)", "--to", "1e10"])["first_difference"], 4);
}

#[test]
fn games_knows_names_codes_and_kin() {
    let kayles = document(&["games", "kayles"]);
    assert_eq!((&kayles["canonical"], &kayles["code"]), (&json!("0.77"), &json!("0.77")));
    let grundy = document(&["games", "split(2, diff>=1)"]);
    assert_eq!(grundy["code"], Value::Null);
    assert!(grundy["names"].as_array().expect("names").contains(&json!("grundy")));
    assert_eq!(document(&["games", "0.057"])["standard_form"], "0.055");
    assert_eq!(document(&["games", "0.07"])["first_cousin"], "0.137");
    assert_eq!(document(&["games", "couples-are-forever"])["first_cousin"], "0.6");
    assert!(run(&["games"]).1.contains("star-nim"));
    assert_eq!(
        document(&["games", "take(1..7)"])["known"],
        json!(["Every value by theorem: take 1 to m (theory 3.1)."])
    );
}

#[test]
fn games_knows_boards_with_parameters() {
    let boards = [
        ("rectangle(diff>=2)", "rectangle(diff>=2)", "rectangle(diff>=2): 4x7 3x3"),
        ("Rectangles( diff >= 2 )", "rectangle(diff>=2)", "rectangle(diff>=2): 4x7 3x3"),
        ("shared(2)", "shared(2)", "shared(2): 5 7"),
        ("nearly(nim)", "nearly(nim)", "nearly(nim): [5] [3]"),
        ("nearly(nim, kayles, nim)", "nearly(nim, kayles, nim)", "nearly(kayles, nim): [5] [3]"),
        ("nearly(chomp, wythoff)", "nearly(chomp, wythoff)", "nearly(kayles, nim): [5] [3]"),
        ("wythoff(2)", "wythoff(2)", "wythoff(2): 5 8"),
        ("queen", "wythoff", "wythoff: 5 8"),
        ("knight", "knight", "knight: 5 6"),
        ("shared", "shared", "shared(2): 5 7"),
        ("poker-nim", "bogus-nim", "bogus-nim: 3 5 bank 7"),
    ];
    for (typed, game, example) in boards {
        let answer = document(&["games", typed]);
        assert_eq!((&answer["game"], &answer["example"]), (&json!(game), &json!(example)), "{typed}");
    }
}

#[test]
fn graph_in_every_format() {
    let graph = document(&["graph", "grundy: 6"]);
    assert_eq!(graph["nodes"].as_array().map(Vec::len), Some(8));
    assert_eq!(graph["nodes"][0]["position"], "grundy: 6");
    let lost = graph["nodes"].as_array().expect("nodes").iter().filter(|node| node["outcome"] == "P").count();
    assert_eq!(lost, 4);
    assert!(run(&["graph", "grundy: 6"]).1.starts_with("<svg"));
    assert!(run(&["graph", "grundy: 6", "--format", "dot"]).1.starts_with("digraph"));
}

/// Theory 4.4 and 4.5, with erratum E-T5.
#[test]
fn stats_of_grundys_game() {
    let stats = document(&["stats", "grundy", "--to", "10000"]);
    assert_eq!((&stats["counts"]["22"], &stats["zero_count"]), (&json!(523), &json!(42)));
    assert_eq!(stats["zeros"].as_array().and_then(|zeros| zeros.last()), Some(&json!(1222)));
    assert_eq!(stats["excluded_periods"].as_array().map(Vec::len), Some(125));
    assert_eq!(stats["records"][0], json!([0, 0]));
    assert_eq!((&stats["max"], &stats["argmax"]), (&json!(101), &json!(8337)));
}

#[test]
fn period_has_the_fields_of_the_contract() {
    has_fields(
        &document(&["period", "kayles"]),
        &json!({
            "game": "kayles", "period": 12, "preperiod": 71, "saltus": 0, "proved": true,
            "theorem": "class theorem (theory P.11)", "computed_to": 105, "values_used": 106,
        }),
    );
    let split = document(&["period", "0.2003d"]);
    assert_eq!((&split["saltus"], &split["constant"]), (&json!(8), &json!([0, 11])));
    let all_but = document(&["period", "take(2,5..)"]);
    assert!(all_but["saltus"].as_u64().is_some_and(|saltus| saltus > 0));
    assert_eq!(document(&["period", "nim"])["saltus"], 1);
}

#[test]
fn a_period_that_is_not_proved_is_a_true_negative() {
    let (seen, code) = common::judged(&["period", "0.209", "--limit", "1000"]);
    assert_eq!(code, Some(1));
    has_fields(&seen, &json!({"period": 9, "saltus": 3, "proved": false, "theorem": null}));
    let (grundy, code) = common::judged(&["period", "grundy", "--limit", "2000"]);
    assert_eq!(code, Some(1));
    has_fields(&grundy, &json!({"period": null, "computed_to": 2000}));
    assert!(run(&["period", "0.209", "--limit", "1000"]).1.contains("not proved"));
    for limit in ["0", "1", "15"] {
        assert_eq!(run(&["period", "0.77", "--limit", limit]).0, Some(1));
    }
    assert_eq!(run(&["period", "star-nim"]).0, Some(2));
}

/// Patterns that hold up to a heap and break there: with all the values before it no period is shown. What is only
/// observed says how far it was seen and that it may break.
#[test]
fn patterns_that_break_later_are_not_shown_as_periods() {
    let broken =
        [("0.f6", 1_929), ("0.03a", 868), ("0.17b", 784), ("0.1e9", 845), ("8.1bc", 600), ("4.d8...", 334)];
    for (game, breaks) in broken {
        let last = (breaks - 1).to_string();
        let (code, words) = run(&["period", game, "--limit", &last]);
        let expected =
            format!("{game}: no period is seen up to heap {last}; --limit lets the search go further.\n");
        assert_eq!((code, words), (Some(1), expected));
    }
    let (code, words) = run(&["period", "0.209", "--limit", "1000"]);
    assert_eq!(code, Some(1));
    assert!(
        words.contains("This is observed to heap 1000 and not proved: the pattern may break later."),
        "{words}"
    );
}

#[test]
fn games_say_who_solved_them_how_far_they_are_known_and_what_is_open() {
    let solved = document(&["games", "4.364"]);
    assert_eq!((&solved["solved"]["period"], &solved["solved"]["preperiod"]), (&json!(62), &json!(11_687)));
    assert_eq!((&solved["solved"]["certificate"], &solved["open"]), (&json!("4.364.cert"), &Value::Null));
    assert!(solved["solved_by"][0].as_str().is_some_and(|by| by.starts_with("proved here")));
    assert_eq!(document(&["games", "4.366"])["solved"]["period"], 62);
    assert_eq!(document(&["games", "4.406"])["solved"]["period"], 44);
    let words = run(&["games", "0.106"]).1;
    assert!(words.contains("solved by       Achim Flammenkamp ("), "{words}");
    assert_eq!(document(&["games", "0.106"])["solved"]["certificate"], "far/0.106.cert");
    assert!(words.contains("computed        here to heap 10 000 000 000 (docs/records.md)"), "{words}");
    assert!(document(&["games", "0.6"])["open"].is_string());
    assert!(run(&["games", "lasker"]).1.contains("saltus 4, proved (theory P.11)"));
}

#[test]
fn identify_finds_games_or_says_that_there_is_none() {
    let found = document(&["identify", "0", "1", "2", "3", "1", "4", "3", "2", "1", "4", "2", "6"]);
    assert_eq!(found["matches"][0]["game"], "kayles");
    assert_eq!(run(&["identify", "5", "6", "7"]).0, Some(1));
}

/// Theory 4.6: 1274 rare heaps to 100 000, heap 0 among them; 0.106 has 15 in all, of type 1.
#[test]
fn sparse_spaces() {
    let grundy = document(&["sparse", "grundy", "--to", "100000"]);
    assert_eq!((&grundy["mask"], &grundy["type"]), (&json!("0xfffe"), &json!(0)));
    assert_eq!((&grundy["rare_count"], &grundy["last_rare"]), (&json!(1274), &json!(82860)));
    let other = document(&["sparse", "0.106", "--to", "100000"]);
    assert_eq!((&other["type"], &other["rare_count"]), (&json!(1), &json!(15)));
    let (code, text) = run(&["sparse", "nim", "--to", "100", "--json"]);
    assert_eq!(code, Some(1));
    assert!(text.contains("\"mask\":null"), "{text}");
}

/// A question with very many options is answered by theorem, and its answer is right.
#[test]
fn huge_boards_and_heaps_are_answered_at_once() {
    for position in
        ["chomp: 1x1e18 1x7", "kayles: 1e18", "thesis-j: 1e6", "kayles: 1000003 + nim: 1", "star: [1e12] [5]"]
    {
        let answer = document(&["solve", position]);
        assert_eq!(answer["outcome"], "N", "{position}");
        let next = answer["winning_moves"][0].as_str().unwrap_or_else(|| panic!("{position} has an example"));
        assert_eq!(document(&["solve", next])["outcome"], "P", "{position} -> {next}");
    }
    let answer = document(&["solve", "star-nim: 1e12 1e12 + nim: 5"]);
    let moves =
        ["star-nim: 1000000000000 1000000000000 + nim:", "star-nim: 999999999997 1000000000000 + nim: 5"];
    assert_eq!((&answer["winning_moves"], &answer["truncated"]), (&json!(moves), &json!(false)));
    // No period is known there, so that only the move in the other heap is listed.
    let answer = document(&["solve", "star-nim: 1e12 1e12 + nim: 60"]);
    assert_eq!(answer["winning_moves"], json!(["star-nim: 1000000000000 1000000000000 + nim:"]));
    assert_eq!((&answer["truncated"], &answer["winning_moves_total"]), (&json!(true), &Value::Null));
}

#[test]
fn every_kernel_has_the_same_signature() {
    let expected = run(&["values", "grundy", "--to", "3000", "--format", "hash"]).1;
    for kernel in ["dense", "textbook", "planes", "blocks"] {
        let args =
            ["values", "grundy", "--to", "3000", "--format", "hash", "--kernel", kernel, "--threads", "2"];
        assert_eq!(run(&args).1, expected, "{kernel}");
    }
}

#[test]
fn bench_prints_its_table() {
    let (code, text) = run(&["bench", "--quick", "--game", "0.77"]);
    assert_eq!(code, Some(0));
    assert!(text.contains("0.77") && text.contains("x textbook"), "{text}");
}

/// Periods and preperiods of the published table; each certificate is accepted, a changed one is not.
#[test]
fn periods_are_proved_and_certificates_are_accepted() {
    let folder = folder("certificates");
    let known = [("0.77", 12, 71), ("0.07", 34, 53), ("0.137", 34, 52), ("0.45", 20, 498), ("0.12", 4, 1)];
    let sparse =
        [("0.156", 349, 3479), ("0.356", 142, 7315), ("0.644", 442, 3256), ("0.16", 149_459, 105_351)];
    for (game, period, preperiod) in known.into_iter().chain(sparse) {
        let answer = document(&["period", game]);
        assert_eq!((&answer["period"], &answer["preperiod"]), (&json!(period), &json!(preperiod)), "{game}");
        assert_eq!(answer["proved"], true, "{game}");
        let file = folder.join(format!("{game}.cert"));
        let path = file.to_str().expect("UTF-8");
        assert_eq!(run(&["prove", game, "-o", path]).0, Some(0), "{game}");
        let report = document(&["check", path]);
        assert_eq!((&report["valid"], &report["complete"]), (&json!(true), &json!(true)), "{game}");
        let text = std::fs::read_to_string(&file).expect("a certificate");
        let forged = text.replace(&format!("period {period}"), &format!("period {}", 2 * period));
        assert_ne!(text, forged);
        std::fs::write(&file, forged).expect("a forged certificate");
        assert_eq!(run(&["check", path]).0, Some(1), "{game}");
    }
    let none = folder.join("none.cert");
    let path = none.to_str().expect("UTF-8");
    assert_eq!(run(&["prove", "grundy", "--limit", "20000", "-o", path]).0, Some(1));
    assert!(!none.exists());
    assert_eq!(run(&["check", path]).0, Some(2));
}

#[test]
fn completions_and_the_manual_come_from_the_same_table() {
    assert!(run(&["completions", "bash"]).1.contains("--max-positions"));
    let page = run(&["man"]).1;
    assert!(page.contains("SPRAGUE SOLVE"), "every command has its section");
    assert!(page.contains("SPRAGUE STAR ROW"), "so have the commands below a command");
    assert!(page.contains("List no more winning moves"), "every option has its text");
    assert!(!page.contains("sprague\\-solve(1)"), "no page is named that there is not");
}

#[test]
fn help_has_examples() {
    for command in ["games", "values", "solve", "play", "graph", "compare", "period", "completions", "man"] {
        let (code, text) = run(&[command, "--help"]);
        assert_eq!(code, Some(0));
        assert!(text.contains("Example"), "{command}");
    }
}

#[test]
fn the_pictures_of_the_documentation_are_what_the_command_draws() {
    pictures_are_kept("pictures.txt", |_, position| run(&["graph", position]).1.into_bytes());
}

#[test]
fn proved_periods_answer_for_any_heap_and_give_densities() {
    let values = document(&["values", "0.137", "--from", "1e18", "--to", "1000000000000000004"]);
    assert_eq!(values["values"], serde_json::json!([7, 4, 8, 1, 1]));
    assert!(values["because"].as_str().is_some_and(|because| because.contains("period 34 from heap 52 on")));
    let stats = document(&["stats", "kayles", "--to", "100"]);
    // the cycle of Kayles is 4 1 2 8 1 4 7 2 1 8 2 7
    assert_eq!(stats["densities"][0], serde_json::json!({"value": 1, "count": 3, "period": 12}));
    assert_eq!(stats["preperiod"], 71);
    assert!(document(&["stats", "take(2..)", "--to", "100"])["densities"].is_null());
}

/// Theory 2.4 and 2.5: what the slides ask of Nim.
#[test]
fn the_length_of_nim_and_the_automaton() {
    let length = document(&["nim-length", "3", "4", "5"]);
    assert_eq!((&length["length"], &length["tokens"], &length["taken"]), (&json!(11), &json!(12), &json!(2)));
    assert_eq!(length["outcome"], "N");
    let lost = document(&["nim-length", "1", "2", "3"]);
    assert_eq!((&lost["length"], &lost["taken"], &lost["outcome"]), (&json!(6), &Value::Null, &json!("P")));
    assert!(run(&["nim-length", "3", "4", "5"]).1.contains("The longest game has 11 moves."));
    let automaton = document(&["ulam-warburton", "7"]);
    assert_eq!(automaton["births"], json!([1, 4, 4, 12, 4, 12, 12, 36]));
    assert_eq!((&automaton["born"], &automaton["cells"]), (&json!(36), &json!(85)));
    assert_eq!(automaton["zero_triples"], 27);
    let picture = file("cells.svg");
    assert_eq!(document(&["ulam-warburton", "15", "-o", common::path(&picture)])["cells"], 341);
    let svg = std::fs::read_to_string(picture).expect("a picture");
    assert_eq!(svg.matches('Z').count(), 341);
}

/// Named amounts: values, what is proved and what is refused.
#[test]
fn amounts_by_name() {
    let squares = document(&["values", "take(squares)", "--to", "10"]);
    assert_eq!(squares["values"], json!([0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0]));
    let powers = document(&["period", "take(powers of 10)"]);
    assert_eq!((&powers["period"], &powers["proved"]), (&json!(11), &json!(true)));
    assert_eq!(document(&["solve", "take(1..n/2): 1e18"])["value"], 500_000_000_000_000_000_u64);
    let said = sprague(&["prove", "take(primes)", "-o", "x.cert"]);
    assert!(said.code == Some(1) && said.err.contains("theory H.6"), "{said:?}");
}

/// No answer is written over what a command reads, whatever name leads there: one line, exit code 2, and the file stays.
#[test]
#[cfg(unix)]
fn no_answer_is_written_over_what_is_read() {
    let folder = folder("over-input");
    std::fs::create_dir_all(folder.join("inner")).expect("a folder");
    let path = |name: &str| folder.join(name).to_str().expect("UTF-8").to_owned();
    let (certificate, graph, games) = (path("certificate"), path("graph"), path("games"));
    assert_eq!(run(&["prove", "kayles", "-o", &certificate]).0, Some(0));
    std::fs::write(&graph, "a b\nb c\n").expect("written");
    std::fs::write(&games, "0.7\n").expect("written");
    std::os::unix::fs::symlink(&certificate, path("link")).expect("a link");
    std::fs::hard_link(&certificate, path("second")).expect("a link");
    let dir = path("run");
    assert_eq!(run(&["run", "kayles", "--to", "1000", "--dir", &dir]).0, Some(0));
    std::fs::hard_link(path("run/manifest.json"), path("manifest-link")).expect("a link");
    let over = |words: &[&str], output: &str, read: &str| {
        let before = std::fs::read(read).expect("a file");
        let all = [words, &["-o", output]].concat();
        common::all_refused(&[(&all, "written over")]);
        assert_eq!(std::fs::read(read).expect("a file"), before, "{all:?}");
    };
    for name in ["certificate", "link", "second", "inner/../certificate"] {
        over(&["check", &certificate], &path(name), &certificate);
        over(&["check", &path(name)], &certificate, &certificate);
    }
    over(&["check", &certificate, "--json"], &certificate, &certificate);
    over(&["solve", &format!("node-kayles: graph: {graph}")], &graph, &graph);
    for name in ["run/manifest.json", "manifest-link"] {
        over(&["status", &dir, "--json"], &path(name), &path("run/manifest.json"));
        over(&["values", &dir, "--to", "10", "--format", "json"], &path(name), &path("run/manifest.json"));
    }
    over(
        &["survey", "plan", "--codes-file", &games, "--to", "100", "--dir", &path("survey")],
        &games,
        &games,
    );
    assert_eq!(run(&["check", &certificate, "-o", &path("answer")]).0, Some(0));
}
