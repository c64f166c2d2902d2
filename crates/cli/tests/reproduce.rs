//! `sprague reproduce`: fields, exit codes, files. That all claims come out as expected is tested in their own crate.

use std::process::Command;

use assert_cmd::cargo::CommandCargoExt;
use serde_json::Value;

fn run(args: &[&str]) -> (String, String, Option<i32>) {
    let output = Command::cargo_bin("sprague")
        .expect("the command")
        .arg("reproduce")
        .args(args)
        .output()
        .expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (text(output.stdout), text(output.stderr), output.status.code())
}

#[test]
fn json_has_the_fields_of_the_contract() {
    let (text, errors, code) = run(&["thesis", "5", "--json"]);
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    let document: Value = serde_json::from_str(&text).expect("one document");
    assert_eq!(document["failed"], 0);
    let claims = document["claims"].as_array().expect("a list");
    assert!(claims.len() >= 7);
    for claim in claims {
        for field in ["id", "source", "statement", "result", "detail"] {
            assert!(claim[field].is_string(), "{field}: {claim}");
        }
        assert_eq!(claim["source"], "thesis");
        assert!(claim["checked_to"].is_u64());
        assert!(["holds", "corrected", "open"].contains(&claim["result"].as_str().expect("a word")));
    }
    let (text, ..) = run(&["thesis", "E-T1", "--json"]);
    let document: Value = serde_json::from_str(&text).expect("one document");
    let claim = &document["claims"][0];
    assert_eq!((&claim["id"], &claim["result"]), (&"thesis/E-T1".into(), &"corrected".into()));
    assert_eq!((&claim["printed"], &claim["right"]), (&"5".into(), &"6".into()));
}

#[test]
fn the_report_says_what_was_checked() {
    let (text, errors, code) = run(&["thesis", "9.4"]);
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    assert!(text.contains("Couples-are-Forever") && text.contains("n ≤ 20 000"), "{text}");
    assert!(text.lines().last().is_some_and(|line| line.starts_with("1 claim in ")), "{text}");
}

#[test]
fn a_broken_claim_makes_the_exit_code_one() {
    let (text, _, code) = run(&["schrage", "2.2", "--with-broken-claim"]);
    assert_eq!(code, Some(1));
    assert!(text.contains("FAILS") && text.contains("1 FAILED"), "{text}");
    let (text, _, code) = run(&["schrage", "2.2", "--with-broken-claim", "--json"]);
    assert_eq!(code, Some(1));
    let document: Value = serde_json::from_str(&text).expect("one document");
    assert_eq!((&document["failed"], &document["claims"][1]["result"]), (&1.into(), &"fails".into()));
    assert!(!run(&["--help"]).0.contains("broken"));
}

#[test]
fn what_is_not_there_is_one_clear_line() {
    let (text, errors, code) = run(&["bible"]);
    assert_eq!((text.as_str(), code), ("", Some(2)));
    assert_eq!(
        errors,
        "error: there is no source `bible`; the sources are thesis, farr-ho, schrage, porat, nim-slides, further\n"
    );
    let (text, errors, code) = run(&["thesis", "99.1"]);
    assert_eq!((text.as_str(), code), ("", Some(2)));
    assert_eq!(
        errors,
        "error: thesis has no claim `99.1`; `sprague reproduce thesis` lists its claims with their numbers\n"
    );
    assert_eq!(run(&["thesis", "5.1", "--html", "/nowhere/at/all.html"]).2, Some(2));
}

#[test]
fn the_page_and_the_markdown_are_written() {
    let folder = std::env::temp_dir().join(format!("sprague-reproduce-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let (page, report) = (folder.join("report.html"), folder.join("report.md"));
    let paths = [page.to_str().expect("a path"), report.to_str().expect("a path")];
    let (_, errors, code) = run(&["schrage", "--html", paths[0], "--markdown", paths[1]]);
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    let page = std::fs::read_to_string(page).expect("a page");
    assert!(page.contains("<svg") && page.contains("prefers-color-scheme: dark"));
    assert!(std::fs::read_to_string(report).expect("a report").contains("| E-S1 |"));
    std::fs::remove_dir_all(folder).expect("the folder");
}
