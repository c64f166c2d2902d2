//! The list of claims, and that every source comes out as expected; a test for each source, so that they run side by
//! side.

use std::collections::BTreeSet;

use sprague_reproduce::report::ClaimReport;
use sprague_reproduce::{
    BROKEN, CheckedClaim, ClaimFinding, Effort, Expected, Paper, PaperClaim, Range, Unknown, Verdict, claims,
    run, select,
};

fn checked(claims: &[PaperClaim]) -> Vec<CheckedClaim> {
    run(claims, &Range::new(Effort::Usual), 2, &|_| ())
}

fn all_as_expected(source: &str, least: usize) {
    let selected = select(&claims(), Some(source), None).expect("a source");
    assert!(selected.len() >= least, "{} claims", selected.len());
    let failed: Vec<String> = checked(&selected)
        .iter()
        .filter_map(|entry| Some(format!("{}: {}", entry.claim.id(), entry.found.as_ref().err()?)))
        .collect();
    assert!(failed.is_empty(), "{failed:#?}");
}

#[test]
fn the_thesis() {
    all_as_expected("thesis", 60);
}

#[test]
fn farr_and_ho() {
    all_as_expected("farr-ho", 60);
}

#[test]
fn schrage() {
    all_as_expected("schrage", 15);
}

#[test]
fn porat() {
    all_as_expected("porat", 15);
}

#[test]
fn the_slides() {
    all_as_expected("nim-slides", 25);
}

#[test]
fn what_goes_further() {
    all_as_expected("further", 35);
}

#[test]
fn there_are_many_claims_each_with_its_own_id_in_the_order_of_the_source() {
    let claims = claims();
    assert!(claims.len() >= 150, "{}", claims.len());
    let ids: BTreeSet<String> = claims.iter().map(PaperClaim::id).collect();
    assert_eq!(ids.len(), claims.len());
    assert!(claims.is_sorted_by_key(|claim| claim.source));
    for source in Paper::ALL.into_iter().filter(|source| *source != Paper::Further) {
        let numbers: Vec<Vec<u32>> = claims
            .iter()
            .filter(|claim| claim.source == source)
            .filter_map(|claim| place(claim.number))
            .collect();
        assert!(numbers.is_sorted(), "{source}: {numbers:?}");
    }
}

/// The numbers of `9.6.2a`; errata and appendices have none.
fn place(number: &str) -> Option<Vec<u32>> {
    let digits = number.trim_end_matches(|c: char| c.is_ascii_lowercase());
    digits.split('.').map(|part| part.parse().ok()).collect()
}

/// Every erratum of the theory is a claim, and each claim cites a heading of it.
#[test]
fn claims_and_the_theory_know_each_other() {
    let theory = include_str!("../../../docs/theory.md");
    let claims = claims();
    let errata = theory.lines().filter_map(|line| line.strip_prefix("- **E-")?.split_once("**"));
    let mut listed = 0;
    for (number, _) in errata {
        let number = format!("E-{number}");
        let found = claims.iter().find(|claim| claim.number == number);
        assert_eq!(found.map(|claim| claim.expected), Some(Expected::Corrected), "{number}");
        listed += 1;
    }
    assert_eq!(listed, 29);
    for claim in &claims {
        let heading =
            if claim.theory == "0" { "## 0. ".to_owned() } else { format!("### {} ", claim.theory) };
        assert!(
            theory.lines().any(|line| line.starts_with(&heading)),
            "{} cites {}",
            claim.id(),
            claim.theory
        );
    }
}

#[test]
fn statements_are_sentences() {
    for claim in claims() {
        let text = claim.statement;
        assert!(text.ends_with('.') && !text.contains("  ") && text.len() > 10, "{}: {text}", claim.id());
    }
}

#[test]
fn a_claim_that_is_false_fails() {
    let entries = checked(&[BROKEN]);
    assert!(entries[0].fails());
    let report = ClaimReport { entries, effort: Effort::Usual, time: std::time::Duration::ZERO };
    assert_eq!(report.tally().failed, 1);
    assert!(report.to_text().contains("FAILS") && report.to_text().contains("found 6, expected 5"));
}

#[test]
fn a_panic_and_an_unexpected_verdict_are_failures_of_their_claims_alone() {
    let panics = PaperClaim { check: |_| panic!("a broken invariant"), ..BROKEN };
    let holds: fn(&Range) -> Result<ClaimFinding, String> = |_| {
        Ok(ClaimFinding {
            verdict: Verdict::Holds,
            range: "nothing".into(),
            checked_to: None,
            detail: String::new(),
        })
    };
    let unexpected = PaperClaim { check: holds, expected: Expected::Corrected, ..BROKEN };
    let expected = PaperClaim { check: holds, ..BROKEN };
    let entries = checked(&[panics, unexpected, expected]);
    assert!(entries[0].found.as_ref().is_err_and(|why| why.contains("a broken invariant")));
    assert!(entries[1].fails());
    assert!(!entries[2].fails());
}

#[test]
fn claims_are_found_by_their_numbers() {
    let all = claims();
    let ids = |source, number| -> Vec<String> {
        select(&all, Some(source), number)
            .map_or(Vec::new(), |found| found.iter().map(PaperClaim::id).collect())
    };
    assert_eq!(ids("thesis", Some("E-T1")), ["thesis/E-T1"]);
    assert_eq!(ids("thesis", Some("9.1")), ["thesis/9.1", "thesis/9.1a"]);
    assert_eq!(ids("thesis/9.4", None), ["thesis/9.4"]);
    assert!(ids("thesis", Some("9")).len() > 10);
    assert_eq!(select(&all, None, None).map(|found| found.len()), Ok(all.len()));
    assert_eq!(select(&all, Some("bible"), None).err(), Some(Unknown::Paper("bible".into())));
    assert_eq!(
        select(&all, Some("porat"), Some("99")).err(),
        Some(Unknown::PaperClaim(Paper::Porat, "99".into()))
    );
}

#[test]
fn reports_are_complete() {
    let mut selected = select(&claims(), Some("schrage"), None).expect("a source");
    selected.extend(select(&claims(), Some("further"), Some("misere-kayles")).expect("a long name"));
    let entries = checked(&selected);
    let report = ClaimReport { entries, effort: Effort::Usual, time: std::time::Duration::from_secs(1) };
    let (text, markdown, page) = (report.to_text(), report.to_markdown(), report.to_html());
    for claim in &selected {
        assert!(
            text.contains(&format!("\n  {} ", claim.number)) && page.contains(&claim.id()),
            "{}",
            claim.id()
        );
        assert!(
            markdown.lines().any(|line| line.starts_with(&format!("| {} |", claim.number))),
            "{}",
            claim.id()
        );
    }
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    assert!(page.starts_with("<!doctype html>") && page.contains("<svg") && !page.contains("http-equiv"));
    assert!(
        !page.contains("src=\"http") && !page.contains("url(http"),
        "the page needs nothing from outside"
    );
}
