//! `sprague star` as it is run: the fields of the contract, streams, pictures, and what is refused.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::{Value, json};
use sprague_certificate::{Selection, StarCertificate, StarEvidence, check};
use sprague_kit::{Said, until};

use crate::common::{self, all_refused, file, has_fields, path, pictures_are_kept};
use crate::runs::{send, spawn};

fn sprague(args: &[&str]) -> Said {
    common::sprague(&[&["star"], args].concat())
}

fn text(args: &[&str]) -> String {
    common::text(&[&["star"], args].concat())
}

fn document(args: &[&str], expected: i32) -> Value {
    let (document, code) = common::judged(&[&["star"], args].concat());
    assert_eq!(code, Some(expected), "{args:?}: {document}");
    document
}

/// Source: the table of 2-Star Nim to 60, without its head and its first column.
#[test]
fn the_table_as_csv() {
    let golden = include_str!("../../tables/golden/star_nim2_sg_60x60.csv");
    let rows = golden.lines().skip(1).map(|line| line.split_once(',').expect("a row").1);
    let expected: String = rows.flat_map(|row| [row, "\n"]).collect();
    assert_eq!(text(&["table", "--rows", "60", "--cols", "60", "--format", "csv"]), expected);
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
    assert_eq!(
        text(&["table", "--rows", "2", "--cols", "3"]),
        "a\\b | 0 1 2 3\n  0 |   0 1 2\n  1 | 0 1 2 3\n  2 | 1 2 0 4\n"
    );
    assert!(text(&["table", "--rows", "2", "--cols", "3", "--color", "always"]).contains("\x1b["));
}

#[test]
fn periods_with_the_fields_of_the_contract() {
    has_fields(
        &document(&["row", "5"], 0),
        &json!({"row": 5, "first_column": 25, "period": 144, "proved": true}),
    );
    has_fields(&document(&["row", "1"], 0), &json!({"row": 1, "first_column": 1, "period": 1}));
    let nine = json!({"row": 9, "first_column": 68, "period": 151_200, "proved": true, "method": "tracks", "offsets": [-5, -4, -3, 1, 2, 3, 4, 5]});
    has_fields(&document(&["row", "9"], 0), &nine);
    has_fields(
        &document(&["sequence", "6"], 0),
        &json!({"value": 6, "preperiod": 5, "period": 12, "cycle": [3, 3, 4, 3, 3, 4, 3, 3, 4, 4, 4, 4], "proved": true}),
    );
    has_fields(
        &document(&["sequence", "36"], 0),
        &json!({"value": 36, "period": 1, "cycle": [18], "block": [18, 18]}),
    );
    has_fields(
        &document(&["diagonal", "3"], 0),
        &json!({"diagonal": 3, "first_row": 30, "period": 144, "proved": true, "block": [3, 5]}),
    );
    let observed = document(&["diagonal", "31", "--rows", "1000"], 1);
    has_fields(
        &observed,
        &json!({"diagonal": 31, "period": null, "proved": false, "block": [30, 33], "confined_for": 1000}),
    );
    let observed = document(&["sequence", "60", "--rows", "1000"], 1);
    has_fields(&observed, &json!({"value": 60, "period": null, "cycle": [], "proved": false}));
}

#[test]
fn pairs_by_three_ways() {
    let ways = ["machine", "algorithm-1", "algorithm-2"];
    let lists = ways.map(|way| text(&["sequence", "17", "--pairs", "120", "--by", way]));
    assert!(lists[0].starts_with("n,x,y,y-x\n0,0,18,18\n"));
    assert!(lists.iter().all(|list| *list == lists[0]));
}

#[test]
fn positions_and_counts() {
    let counts = document(&["positions", "4", "--max", "50"], 0);
    has_fields(&counts, &json!({"nim": 5089, "star": 5168, "both": 1465, "positions": null}));
    let two = document(&["positions", "2", "--max", "4", "--list"], 0);
    assert_eq!(two["positions"], json!([[2, 2], [3, 3], [4, 4]]));
}

#[test]
fn lines_of_stars_shared_squares_and_nearly_sums() {
    let line = document(&["line", "[2] [1,*]", "--to", "6"], 0);
    has_fields(&line, &json!({"from": 2, "proved": true}));
    assert_eq!(line["values"][2], 0, "[2] [1,4] of theory 6.8");
    let row = document(&["line", "[5] [*]"], 0);
    has_fields(&row, &json!({"first": 25, "period": 144, "proved": true}));
    let shared = document(&["line", "shared(2): 2 *", "--to", "40"], 1);
    has_fields(&shared, &json!({"period": 1, "offsets": [0], "proved": false}));
    assert_eq!(document(&["line", "nearly(kayles): 2 *", "--to", "12"], 1)["from"], 0);
}

#[test]
fn pictures_are_drawn_as_svg_and_as_png() {
    for (name, args) in [("table", ["table", "--rows", "2000"]), ("tracks", ["tracks", "6", "--cols"])] {
        let args = if name == "table" { args.to_vec() } else { [&args[..], &["20"]].concat() };
        for ending in ["svg", "png"] {
            let picture = file(&format!("star-{name}.{ending}"));
            assert_eq!(text(&[&args[..], &["-o", path(&picture)]].concat()), "");
            let start: &[u8] = if ending == "svg" { b"<svg " } else { b"\x89PNG" };
            assert!(fs::read(picture).expect("the picture").starts_with(start));
        }
    }
}

#[test]
fn a_long_table_goes_to_a_file_row_by_row() {
    let table = file("long.csv");
    text(&["table", "--rows", "3", "--cols", "300000", "-o", path(&table)]);
    let table = fs::read_to_string(table).expect("the table");
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split(',').collect()).collect();
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
    let output = Command::new("python3").arg(script).arg("--json").args(&paths).output();
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
        let kept = file(&format!("{}.cert", args.join("-")));
        assert_eq!(sprague(&[args, &["--certificate", path(&kept)]].concat()).code, Some(0), "{args:?}");
        let text = fs::read_to_string(&kept).expect("the certificate");
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
    let kept = file("row-11.cert");
    assert_eq!(sprague(&["row", "11", "--certificate", path(&kept)]).code, Some(0));
    let text = fs::read_to_string(&kept).expect("the certificate");
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
    let folder = path(&dir);
    let mut child = spawn(&["star", "row", "14", "--dir", folder, "--checkpoint-every", "100ms"]);
    until("the second row", || {
        assert!(child.try_wait().expect("a process").is_none(), "it ended before it was stopped");
        dir.join("tracks-2").exists()
    });
    assert!(common::sprague(&["status", folder]).out.contains("a process is at work"));
    all_refused(&[(&["star", "row", "14", "--dir", folder], "at work")]);
    send("-TERM", &child);
    let said = Said::of(child.wait_with_output().expect("a process"));
    assert_eq!(said.code, Some(4), "{said:?}");
    assert!(said.out.contains(&format!("to go on: sprague star row 14 --dir {folder}")), "{said:?}");
    all_refused(&[(&["resume", folder], "sprague star row 14"), (&["verify", folder], "star row 14")]);
    let status = common::document(&["status", folder]);
    has_fields(&status, &json!({"row": 14, "proved": false, "running": false}));
    has_fields(
        &document(&["row", "14", "--dir", folder], 0),
        &json!({"row": 14, "first_column": 87, "period": 16_003_008_000_u64, "proved": true, "stopped": null}),
    );
    all_refused(&[(&["star", "row", "13", "--dir", folder], "")]);
}

/// Pairs: the fields of the contract, partners and values.
#[test]
fn pairs_of_four_and_of_three_tokens() {
    has_fields(
        &document(&["pair", "8", "7"], 0),
        &json!({"a": 7, "b": 8, "period": 96, "first_column": 205, "proved": true, "values": false}),
    );
    let values = document(&["pair", "2", "5", "--values", "--all"], 0);
    has_fields(&values, &json!({"period": 24, "first_column": 33, "values": true, "stopped": null}));
    assert_eq!(values["pairs"].as_array().expect("pairs").len(), 9);
    assert_eq!(values["offsets"].as_array().expect("offsets").len(), 33 + 24);
    all_refused(&[
        (&["star", "pair", "0", "3"], ""),
        (&["star", "pair", "64", "64"], ""),
        (&["star", "pair", "30", "31", "--max-steps", "1e6"], "steps"),
    ]);
}

/// A long proof of a pair is killed, stopped by a signal, and goes on to the same end.
#[test]
fn a_pair_is_killed_stopped_and_taken_up_again() {
    let dir = file("pair-34-35");
    let _ = fs::remove_dir_all(&dir);
    let folder = path(&dir);
    for (number, signal, expected) in [(2, "-KILL", None), (3, "-TERM", Some(4))] {
        let mut child = spawn(&["star", "pair", "34", "35", "--dir", folder, "--checkpoint-every", "20ms"]);
        // the number of the last checkpoint: older ones are removed
        let written = || {
            let names = fs::read_dir(&dir).into_iter().flatten().flatten().map(|entry| entry.file_name());
            let number = |name: &str| name.strip_prefix("pairs-")?.parse::<u64>().ok();
            names.filter_map(|name| number(name.to_str()?)).max().unwrap_or(0)
        };
        until("a checkpoint", || {
            assert!(child.try_wait().expect("a process").is_none(), "it ended before it was stopped");
            written() >= number
        });
        send(signal, &child);
        let said = Said::of(child.wait_with_output().expect("a process"));
        assert_eq!(said.code, expected, "{signal}");
        let goes_on = format!("to go on: sprague star pair 34 35 --dir {folder}");
        assert!(expected.is_none() || said.out.contains(&goes_on), "{said:?}");
    }
    let status = common::document(&["status", folder]);
    has_fields(&status, &json!({"a": 34, "b": 35, "proved": false, "running": false}));
    assert!(common::sprague(&["resume", folder]).err.contains("sprague star pair 34 35"));
    let whole = document(&["pair", "34", "35"], 0);
    assert_eq!(document(&["pair", "34", "35", "--dir", folder], 0), whole);
    // What is done is kept: a smaller pair is there at once, the other game is another proof.
    has_fields(&document(&["pair", "7", "8", "--dir", folder], 0), &json!({"period": 96}));
    all_refused(&[(&["star", "pair", "7", "8", "--values", "--dir", folder], "")]);
}

#[test]
fn what_cannot_be_done_is_refused_in_one_line() {
    all_refused(&[
        (&["star", "row", "16"], "--dir"),
        (&["star", "row", "5", "--checkpoint-every", "5s"], "--dir"),
        (&["star", "row", "5", "--dir", "/dev/null/x"], "/dev/null/x"),
        (&["star", "row", "0"], "1 to 17"),
        (&["star", "row", "18"], "1 to 17"),
        (&["star", "row", "99999999999999999999"], "too large"),
        (&["star", "row", "12", "--max-steps", "1e6"], "--max-steps"),
        (&["star", "sequence", "1000"], "0 to"),
        (&["star", "sequence", "6", "--pairs", "1e12"], "limit"),
        (&["star", "diagonal", "1e9"], "0 to"),
        (&["star", "diagonal", "30", "--rows", "1e15"], "--max-steps"),
        (&["star", "positions", "0"], "from 1 on"),
        (&["star", "positions", "8", "--max", "1e6"], "than years of work"),
        (&["star", "table", "--rows", "1e9", "--cols", "1e9", "--format", "csv"], "than years of work"),
        (&["star", "table", "--rows", "1e5", "--cols", "1e5"], "--format csv"),
        (&["star", "line", "[2] [1,3]"], "exactly one *"),
        (&["star", "line", "[3] [2,*,5]"], "column"),
    ]);
}

#[test]
fn the_pictures_of_the_documentation_are_what_the_command_draws() {
    pictures_are_kept("star.txt", |name, args| {
        let drawn = file(name);
        text(&args.split_whitespace().chain(["-o", path(&drawn)]).collect::<Vec<_>>());
        fs::read(&drawn).expect("drawn")
    });
}
