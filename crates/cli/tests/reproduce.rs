//! `sprague reproduce`: fields, exit codes, files. That all claims come out as expected is tested in their own crate.

use crate::common::{all_refused, document, folder, has_fields, judged, path, sprague, text};

#[test]
fn json_has_the_fields_of_the_contract() {
    let five = document(&["reproduce", "thesis", "5"]);
    assert_eq!(five["failed"], 0);
    let claims = five["claims"].as_array().expect("a list");
    assert!(claims.len() >= 7);
    for claim in claims {
        for field in ["id", "source", "statement", "result", "detail"] {
            assert!(claim[field].is_string(), "{field}: {claim}");
        }
        assert_eq!(claim["source"], "thesis");
        assert!(claim["checked_to"].is_u64());
        assert!(["holds", "corrected", "open"].contains(&claim["result"].as_str().expect("a word")));
    }
    has_fields(
        &document(&["reproduce", "thesis", "E-T1"])["claims"][0],
        &serde_json::json!({"id": "thesis/E-T1", "result": "corrected", "printed": "5", "right": "6"}),
    );
}

#[test]
fn the_report_says_what_was_checked() {
    let text = text(&["reproduce", "thesis", "9.4"]);
    assert!(text.contains("Couples-are-Forever") && text.contains("n ≤ 20 000"), "{text}");
    assert!(text.lines().last().is_some_and(|line| line.starts_with("1 claim in ")), "{text}");
}

#[test]
fn a_broken_claim_makes_the_exit_code_one() {
    let broken = ["reproduce", "schrage", "2.2", "--with-broken-claim"];
    let said = sprague(&broken);
    assert_eq!(said.code, Some(1));
    assert!(said.out.contains("FAILS") && said.out.contains("1 FAILED"), "{said:?}");
    let (document, code) = judged(&broken);
    assert_eq!(code, Some(1));
    assert_eq!((&document["failed"], &document["claims"][1]["result"]), (&1.into(), &"fails".into()));
    assert!(!text(&["reproduce", "--help"]).contains("broken"));
}

#[test]
fn what_is_not_there_is_one_clear_line() {
    let sources = "error: there is no source `bible`; the sources are thesis, farr-ho, schrage, porat, nim-slides, further\n";
    let claims =
        "error: thesis has no claim `99.1`; `sprague reproduce thesis` lists its claims with their numbers\n";
    all_refused(&[
        (&["reproduce", "bible"], sources),
        (&["reproduce", "thesis", "99.1"], claims),
        (&["reproduce", "thesis", "5.1", "--html", "/nowhere/at/all.html"], ""),
    ]);
}

#[test]
fn the_page_and_the_markdown_are_written() {
    let folder = folder("reproduce");
    let (page, report) = (folder.join("report.html"), folder.join("report.md"));
    text(&["reproduce", "schrage", "--html", path(&page), "--markdown", path(&report)]);
    let page = std::fs::read_to_string(page).expect("a page");
    assert!(page.contains("<svg") && page.contains("prefers-color-scheme: dark"));
    assert!(std::fs::read_to_string(report).expect("a report").contains("| E-S1 |"));
}
