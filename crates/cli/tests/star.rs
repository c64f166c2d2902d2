//! `sprague star` as it is run: the fields of the contract, streams, pictures, and what is refused.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::{Value, json};
use sprague_certificate::{Selection, StarCertificate, StarEvidence, check};

fn sprague(args: &[&str]) -> (Option<i32>, Vec<u8>, String) {
    let output = Command::cargo_bin("sprague").expect("built").arg("star").args(args).output().expect("runs");
    (output.status.code(), output.stdout, String::from_utf8(output.stderr).expect("UTF-8"))
}

fn document(args: &[&str], expected: i32) -> Value {
    let (code, text, errors) = sprague(&[args, &["--json"]].concat());
    assert_eq!((code, errors), (Some(expected), String::new()), "{args:?}");
    serde_json::from_slice(&text).expect("JSON")
}

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn assert_fields(answer: &Value, expected: &Value) {
    for (key, value) in expected.as_object().expect("fields") {
        assert_eq!(&answer[key], value, "{key} in {answer}");
    }
}

/// Source: the table of 2-Star Nim to 60, without its head and its first column.
#[test]
fn the_table_as_csv() {
    let golden = include_str!("../../tables/golden/star_nim2_sg_60x60.csv");
    let rows = golden.lines().skip(1).map(|line| line.split_once(',').expect("a row").1);
    let expected: String = rows.flat_map(|row| [row, "\n"]).collect();
    let (code, csv, _) = sprague(&["table", "--rows", "60", "--cols", "60", "--format", "csv"]);
    assert_eq!((code, String::from_utf8(csv).expect("UTF-8")), (Some(0), expected));
}

#[test]
fn the_table_in_other_forms() {
    let table = document(&["table", "--rows", "3", "--cols", "4"], 0);
    assert_eq!(
        table["values"],
        json!([[null, 0, 1, 2, 3], [0, 1, 2, 3, 4], [1, 2, 0, 4, 5], [2, 3, 4, 0, 1]])
    );
    let offsets = document(&["table", "--rows", "2", "--cols", "3", "--offsets"], 0);
    assert_eq!(offsets["offsets"][2], json!([1, 1, -2, 1]));
    let shared = document(&["table", "--rows", "2", "--cols", "5", "--shared", "2"], 0);
    assert_eq!(shared["values"][2], json!([1, 0, 2, 3, 4, 5]));
    // Nim heaps from 1 on as a nearly disjunctive sum are Star Nim (theory 9.1).
    let nearly = document(&["table", "--rows", "6", "--cols", "7", "--nearly", "nim"], 0);
    let star = document(&["table", "--rows", "6", "--cols", "7"], 0);
    for a in 1..=6 {
        assert_eq!(
            nearly["values"][a].as_array().map(|row| &row[1..]),
            star["values"][a].as_array().map(|row| &row[1..])
        );
    }
    let plain = sprague(&["table", "--rows", "2", "--cols", "3"]).1;
    assert_eq!(
        String::from_utf8(plain).expect("UTF-8"),
        "a\\b | 0 1 2 3\n  0 |   0 1 2\n  1 | 0 1 2 3\n  2 | 1 2 0 4\n"
    );
    let colored = sprague(&["table", "--rows", "2", "--cols", "3", "--color", "always"]).1;
    assert!(String::from_utf8(colored).expect("UTF-8").contains("\x1b["));
}

#[test]
fn periods_with_the_fields_of_the_contract() {
    assert_fields(
        &document(&["row", "5"], 0),
        &json!({"row": 5, "first_column": 25, "period": 144, "proved": true}),
    );
    assert_fields(&document(&["row", "1"], 0), &json!({"row": 1, "first_column": 1, "period": 1}));
    let nine = json!({"row": 9, "first_column": 68, "period": 151_200, "proved": true, "method": "tracks", "offsets": [-5, -4, -3, 1, 2, 3, 4, 5]});
    assert_fields(&document(&["row", "9"], 0), &nine);
    assert_fields(
        &document(&["sequence", "6"], 0),
        &json!({"value": 6, "preperiod": 5, "period": 12, "cycle": [3, 3, 4, 3, 3, 4, 3, 3, 4, 4, 4, 4], "proved": true}),
    );
    assert_fields(
        &document(&["sequence", "36"], 0),
        &json!({"value": 36, "period": 1, "cycle": [18], "block": [18, 18]}),
    );
    assert_fields(
        &document(&["diagonal", "3"], 0),
        &json!({"diagonal": 3, "first_row": 30, "period": 144, "proved": true, "block": [3, 5]}),
    );
    let observed = document(&["diagonal", "31", "--rows", "1000"], 1);
    assert_fields(
        &observed,
        &json!({"diagonal": 31, "period": null, "proved": false, "block": [30, 33], "confined_for": 1000}),
    );
    let observed = document(&["sequence", "60", "--rows", "1000"], 1);
    assert_fields(&observed, &json!({"value": 60, "period": null, "cycle": [], "proved": false}));
}

#[test]
fn pairs_by_three_ways() {
    let ways = ["machine", "algorithm-1", "algorithm-2"];
    let lists = ways.map(|way| sprague(&["sequence", "17", "--pairs", "120", "--by", way]));
    assert!(lists[0].1.starts_with(b"n,x,y,y-x\n0,0,18,18\n"));
    assert!(lists.iter().all(|list| *list == lists[0]));
}

#[test]
fn positions_and_counts() {
    let counts = document(&["positions", "4", "--max", "50"], 0);
    assert_fields(&counts, &json!({"nim": 5089, "star": 5168, "both": 1465, "positions": null}));
    let two = document(&["positions", "2", "--max", "4", "--list"], 0);
    assert_eq!(two["positions"], json!([[2, 2], [3, 3], [4, 4]]));
}

#[test]
fn lines_of_stars_shared_squares_and_nearly_sums() {
    let line = document(&["line", "[2] [1,*]", "--to", "6"], 0);
    assert_fields(&line, &json!({"from": 2, "proved": true}));
    assert_eq!(line["values"][2], 0, "[2] [1,4] of theory 6.8");
    let row = document(&["line", "[5] [*]"], 0);
    assert_fields(&row, &json!({"first": 25, "period": 144, "proved": true}));
    let shared = document(&["line", "shared(2): 2 *", "--to", "40"], 1);
    assert_fields(&shared, &json!({"period": 1, "offsets": [0], "proved": false}));
    assert_eq!(document(&["line", "nearly(kayles): 2 *", "--to", "12"], 1)["from"], 0);
}

#[test]
fn pictures_are_drawn_as_svg_and_as_png() {
    for (name, args) in [("table", ["table", "--rows", "2000"]), ("tracks", ["tracks", "6", "--cols"])] {
        let args = if name == "table" { args.to_vec() } else { [&args[..], &["20"]].concat() };
        for ending in ["svg", "png"] {
            let path = file(&format!("star-{name}.{ending}"));
            let output = path.to_str().expect("UTF-8");
            assert_eq!(sprague(&[&args[..], &["-o", output]].concat()), (Some(0), Vec::new(), String::new()));
            let start: &[u8] = if ending == "svg" { b"<svg " } else { b"\x89PNG" };
            assert!(fs::read(path).expect("the picture").starts_with(start));
        }
    }
}

#[test]
fn a_long_table_goes_to_a_file_row_by_row() {
    let path = file("long.csv");
    let output = path.to_str().expect("UTF-8");
    let (code, _, errors) = sprague(&["table", "--rows", "3", "--cols", "300000", "-o", output]);
    assert_eq!((code, errors), (Some(0), String::new()));
    let text = fs::read_to_string(path).expect("the table");
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(
        (rows.len(), rows[3].len(), rows[1][300_000], rows[2][300_000]),
        (4, 300_001, "300000", "300001")
    );
}

/// The checker in Python accepts the first text and none of the others.
fn second_checker(name: &str, text: &str, forged: &[String]) {
    let paths: Vec<PathBuf> = (0..=forged.len()).map(|at| file(&format!("{name}-{at}.text"))).collect();
    for (path, text) in paths.iter().zip([text].into_iter().chain(forged.iter().map(String::as_str))) {
        fs::write(path, text).expect("a file");
    }
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tools/check.py");
    let output = std::process::Command::new("python3").arg(script).arg("--json").args(&paths).output();
    let output = output.expect("python3");
    let answers = String::from_utf8(output.stdout).expect("UTF-8");
    let valid: Vec<bool> = answers
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON")["valid"] == json!(true))
        .collect();
    assert_eq!(valid.len(), paths.len(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    assert!(valid[0] && !valid[1..].contains(&true), "{name}: {valid:?}\n{answers}");
}

/// A certificate is accepted, and no number of it can be changed, even with the closing hash made anew.
#[test]
fn certificates_are_accepted_and_cannot_be_forged() {
    let subjects: [&[&str]; 7] = [
        &["pair", "3", "4"],
        &["row", "1"],
        &["row", "5"],
        &["row", "9"],
        &["sequence", "6"],
        &["sequence", "36", "--start", "20000"],
        &["diagonal", "3", "--start", "3000"],
    ];
    for args in subjects {
        let path = file(&format!("{}.cert", args.join("-")));
        let output = path.to_str().expect("UTF-8");
        assert_eq!(sprague(&[args, &["--certificate", output]].concat()).0, Some(0), "{args:?}");
        let text = fs::read_to_string(&path).expect("the certificate");
        let paper = StarCertificate::parse(&text).expect("a certificate");
        let valid = |paper: &StarCertificate| check(&paper.to_text(), Selection::All, 1).fault.is_none();
        assert!(valid(&paper) && paper.to_text() == text, "{args:?}");
        let mut forged = Vec::new();
        for change in [1u64, u64::MAX] {
            let change = |number: u64| number.wrapping_add(change);
            forged.push(StarCertificate { first: change(paper.first), ..paper.clone() });
            forged.push(StarCertificate { period: change(paper.period), ..paper.clone() });
            forged.push(StarCertificate { period: paper.period * 2, ..paper.clone() });
            let with = |evidence: StarEvidence| StarCertificate { evidence, ..paper.clone() };
            match &paper.evidence {
                StarEvidence::Repetition { again, state } => {
                    if paper.period > 1 {
                        forged.push(with(StarEvidence::Repetition {
                            again: change(*again),
                            state: state.clone(),
                        }));
                    }
                    for (row, place) in
                        (0..state.len()).flat_map(|row| (0..state[row].len()).map(move |at| (row, at)))
                    {
                        let mut state = state.clone();
                        state[row][place] = change(state[row][place]);
                        forged.push(with(StarEvidence::Repetition { again: *again, state }));
                    }
                }
                StarEvidence::Tracks { again, marks } => {
                    let tracks = |marks| with(StarEvidence::Tracks { again: *again, marks });
                    forged.push(with(StarEvidence::Tracks { again: change(*again), marks: marks.clone() }));
                    for (mark, place) in
                        (0..marks.len()).flat_map(|mark| (0..marks[mark].len()).map(move |at| (mark, at)))
                    {
                        let mut other = marks.clone();
                        other[mark][place] = change(other[mark][place]);
                        forged.push(tracks(other));
                    }
                    let last = marks.len() - 1;
                    forged.push(tracks(marks[..last].to_vec()));
                    let mut other = marks.clone();
                    other[last].swap(9, 10);
                    forged.push(tracks(other));
                    forged.push(StarCertificate { at: change(paper.at), ..paper.clone() });
                    forged.push(tracks([marks.clone(), vec![marks[last].clone()]].concat()));
                }
                StarEvidence::Pairs(pairs) => {
                    for at in 0..pairs.len() {
                        let mut others = [pairs.clone(), pairs.clone()];
                        others[0][at].first = change(pairs[at].first);
                        others[1][at].period = 2 * pairs[at].period + 1;
                        forged.extend(others.map(|pairs| with(StarEvidence::Pairs(pairs))));
                    }
                    forged.push(with(StarEvidence::Pairs(pairs[1..].to_vec())));
                    forged.push(StarCertificate { at: change(paper.at), ..paper.clone() });
                }
                StarEvidence::Blocks(blocks) => {
                    let last = blocks.len() - 1;
                    let mut other = blocks.clone();
                    other[last].first = change(other[last].first);
                    forged.push(with(StarEvidence::Blocks(other)));
                    // One diagonal more would be true: with the next block it is a block as well.
                    let mut other = blocks.clone();
                    other[last].last = other[last].last.wrapping_sub(1);
                    forged.push(with(StarEvidence::Blocks(other)));
                    let mut other = blocks.clone();
                    other.remove(last / 2);
                    forged.push(with(StarEvidence::Blocks(other)));
                }
            }
        }
        for other in &forged {
            assert!(!valid(other), "{args:?}: {other:?}");
        }
        let some = forged.iter().step_by(forged.len().div_ceil(12)).map(StarCertificate::to_text);
        second_checker(&args.join("-"), &text, &some.collect::<Vec<_>>());
        for cut in [1, 70, text.len() / 2] {
            assert!(
                check(&text[..text.len() - cut], Selection::All, 1).fault.is_some(),
                "{args:?} cut by {cut}"
            );
        }
    }
}

/// Pieces between marks can be checked alone; then nothing is said of the period.
#[test]
fn segments_of_a_proof_by_tracks() {
    let path = file("row-11.cert");
    let output = path.to_str().expect("UTF-8");
    assert_eq!(sprague(&["row", "11", "--certificate", output]).0, Some(0));
    let text = fs::read_to_string(&path).expect("the certificate");
    let mut paper = StarCertificate::parse(&text).expect("a certificate");
    let whole = check(&text, Selection::All, 2);
    assert!(whole.complete && whole.fault.is_none() && whole.claim.contains("12700800"), "{whole:?}");
    let StarEvidence::Tracks { marks, .. } = &mut paper.evidence else { panic!("a proof by tracks") };
    assert_eq!(marks.len(), 2, "marks are a million columns apart");
    assert!(check(&text, Selection::Range(1, 2), 1).fault.is_some());
    // The same proof with a mark in the middle.
    let mut middle = marks[0].clone();
    middle[0] ^= 1;
    marks.insert(1, middle);
    assert!(check(&paper.to_text(), Selection::Range(0, 1), 1).fault.is_some());
}

/// A long proof is stopped by a signal, says how to go on, and goes on to the same end.
#[test]
fn a_row_is_stopped_and_taken_up_again() {
    let dir = file("row-14");
    let _ = fs::remove_dir_all(&dir);
    let folder = dir.to_str().expect("UTF-8");
    let args = ["star", "row", "14", "--dir", folder, "--checkpoint-every", "100ms"];
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_sprague"))
        .args(args)
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("a process");
    while !dir.join("tracks-2").exists() {
        std::thread::sleep(std::time::Duration::from_millis(10));
        assert!(child.try_wait().expect("a process").is_none(), "it ended before it was stopped");
    }
    let looked =
        Command::cargo_bin("sprague").expect("built").args(["status", folder]).output().expect("runs");
    assert!(String::from_utf8_lossy(&looked.stdout).contains("a process is at work"));
    let (code, _, refusal) = sprague(&["row", "14", "--dir", folder]);
    assert!(code == Some(2) && refusal.contains("at work"), "{refusal}");
    let signal = std::process::Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
    assert!(signal.expect("kill").success());
    let output = child.wait_with_output().expect("a process");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(output.status.code(), Some(4), "{text}");
    assert!(text.contains(&format!("to go on: sprague star row 14 --dir {folder}")), "{text}");
    for (args, expected) in [(["resume", folder], "sprague star row 14"), (["verify", folder], "star row 14")]
    {
        let output = Command::cargo_bin("sprague").expect("built").args(args).output().expect("runs");
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && errors.contains(expected), "{errors}");
    }
    let status = Command::cargo_bin("sprague").expect("built").args(["status", folder, "--json"]).output();
    let status: Value = serde_json::from_slice(&status.expect("runs").stdout).expect("JSON");
    assert_fields(&status, &json!({"row": 14, "proved": false, "running": false}));
    assert_fields(
        &document(&["row", "14", "--dir", folder], 0),
        &json!({"row": 14, "first_column": 87, "period": 16_003_008_000_u64, "proved": true, "stopped": null}),
    );
    assert_eq!(sprague(&["row", "13", "--dir", folder]).0, Some(2));
}

/// Pairs: the fields of the contract, partners and values.
#[test]
fn pairs_of_four_and_of_three_tokens() {
    assert_fields(
        &document(&["pair", "8", "7"], 0),
        &json!({"a": 7, "b": 8, "period": 96, "first_column": 205, "proved": true, "values": false}),
    );
    let values = document(&["pair", "2", "5", "--values", "--all"], 0);
    assert_fields(&values, &json!({"period": 24, "first_column": 33, "values": true, "stopped": null}));
    assert_eq!(values["pairs"].as_array().expect("pairs").len(), 9);
    assert_eq!(values["offsets"].as_array().expect("offsets").len(), 33 + 24);
    for refused in [["pair", "0", "3"], ["pair", "64", "64"]] {
        assert_eq!(sprague(&refused).0, Some(2), "{refused:?}");
    }
    let (code, _, refusal) = sprague(&["pair", "30", "31", "--max-steps", "1e6"]);
    assert!(code == Some(2) && refusal.contains("steps"), "{refusal}");
}

/// A long proof of a pair is killed, stopped by a signal, and goes on to the same end.
#[test]
fn a_pair_is_killed_stopped_and_taken_up_again() {
    let dir = file("pair-34-35");
    let _ = fs::remove_dir_all(&dir);
    let folder = dir.to_str().expect("UTF-8");
    let args = ["star", "pair", "34", "35", "--dir", folder, "--checkpoint-every", "20ms"];
    for (number, signal, expected) in [(2, "-KILL", None), (3, "-TERM", Some(4))] {
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_sprague"))
            .args(args)
            .stdout(std::process::Stdio::piped())
            .spawn()
            .expect("a process");
        // the number of the last checkpoint: older ones are removed
        let written = || {
            let names = fs::read_dir(&dir).into_iter().flatten().flatten().map(|entry| entry.file_name());
            let number = |name: &str| name.strip_prefix("pairs-")?.parse::<u64>().ok();
            names.filter_map(|name| number(name.to_str()?)).max().unwrap_or(0)
        };
        while written() < number {
            std::thread::sleep(std::time::Duration::from_millis(2));
            assert!(child.try_wait().expect("a process").is_none(), "it ended before it was stopped");
        }
        let killed = std::process::Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(killed.expect("kill").success());
        let output = child.wait_with_output().expect("a process");
        assert_eq!(output.status.code(), expected, "{signal}");
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        let goes_on = format!("to go on: sprague star pair 34 35 --dir {folder}");
        assert!(expected.is_none() || text.contains(&goes_on), "{text}");
    }
    let status = Command::cargo_bin("sprague").expect("built").args(["status", folder, "--json"]).output();
    let status: Value = serde_json::from_slice(&status.expect("runs").stdout).expect("JSON");
    assert_fields(&status, &json!({"a": 34, "b": 35, "proved": false, "running": false}));
    let resumed =
        Command::cargo_bin("sprague").expect("built").args(["resume", folder]).output().expect("runs");
    assert!(String::from_utf8_lossy(&resumed.stderr).contains("sprague star pair 34 35"));
    let whole = document(&["pair", "34", "35"], 0);
    assert_eq!(document(&["pair", "34", "35", "--dir", folder], 0), whole);
    // What is done is kept: a smaller pair is there at once, the other game is another proof.
    assert_fields(&document(&["pair", "7", "8", "--dir", folder], 0), &json!({"period": 96}));
    assert_eq!(sprague(&["pair", "7", "8", "--values", "--dir", folder]).0, Some(2));
}

#[test]
fn what_cannot_be_done_is_refused_in_one_line() {
    let refused: [(&[&str], &str); 17] = [
        (&["row", "16"], "--dir"),
        (&["row", "5", "--checkpoint-every", "5s"], "--dir"),
        (&["row", "5", "--dir", "/dev/null/x"], "/dev/null/x"),
        (&["row", "0"], "1 to 16"),
        (&["row", "17"], "1 to 16"),
        (&["row", "99999999999999999999"], "too large"),
        (&["row", "12", "--max-steps", "1e6"], "--max-steps"),
        (&["sequence", "1000"], "0 to"),
        (&["sequence", "6", "--pairs", "1e12"], "limit"),
        (&["diagonal", "1e9"], "0 to"),
        (&["diagonal", "30", "--rows", "1e15"], "--max-steps"),
        (&["positions", "0"], "from 1 on"),
        (&["positions", "8", "--max", "1e6"], "--max-steps"),
        (&["table", "--rows", "1e9", "--cols", "1e9", "--format", "csv"], "--max-steps"),
        (&["table", "--rows", "1e5", "--cols", "1e5"], "--format csv"),
        (&["line", "[2] [1,3]"], "exactly one *"),
        (&["line", "[3] [2,*,5]"], "column"),
    ];
    for (args, expected) in refused {
        let (code, stdout, stderr) = sprague(args);
        assert_eq!((code, stdout.len(), stderr.lines().count()), (Some(2), 0, 1), "{args:?}: {stderr}");
        assert!(stderr.starts_with("error: ") && stderr.contains(expected), "{args:?}: {stderr}");
    }
}

#[test]
fn the_pictures_of_the_documentation_are_what_the_command_draws() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/pictures");
    let list = fs::read_to_string(format!("{folder}/star.txt")).expect("the list of pictures");
    for line in list.lines() {
        let (name, args) = line.split_once('|').expect("file|what follows `sprague star`");
        let path = file(name);
        let output = path.to_str().expect("UTF-8");
        let args: Vec<&str> = args.split_whitespace().chain(["-o", output]).collect();
        assert_eq!(sprague(&args).0, Some(0), "{name}");
        let kept = fs::read(format!("{folder}/{name}")).expect("the picture");
        assert!(
            kept == fs::read(&path).expect("drawn"),
            "{name} has changed: run `make pictures` and look at it"
        );
    }
}
