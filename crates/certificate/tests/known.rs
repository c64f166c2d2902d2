//! Known answers: certificates of solved games, accepted by the library, the binary and the Python checker.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use crate::forge::forgeries::close;
use crate::forge::{claim, classes, code, larger, library, one, plain, second, tailed};
use sprague_certificate::{Certificate, ClaimText, ConditionText, RuleText, Selection, check};
use sprague_kit::is_full;

const PYTHON_CHECKER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tools/check.py");

#[test]
fn every_checker_accepts_what_is_true() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("known");
    std::fs::create_dir_all(&folder).unwrap();
    let mut python = Command::new("python3");
    python.arg(PYTHON_CHECKER).arg("--json");
    let all = [library(), larger()].concat();
    let count = all.len();
    for (name, certificate) in all {
        let text = certificate.to_text();
        assert_eq!(Certificate::parse(&text), Ok(certificate), "{name}");
        let report = check(&text, Selection::All, 2);
        assert_eq!((report.fault.clone(), report.complete), (None, true), "{name}");
        let file = folder.join(name);
        std::fs::write(&file, &text).unwrap();
        let output =
            Command::new(env!("CARGO_BIN_EXE_sprague-check")).arg(&file).arg("--json").output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{name}");
        assert_eq!(String::from_utf8(output.stdout).unwrap().trim_end(), report.to_json(), "{name}");
        python.arg(&file);
        println!("{name} {}", text.len());
    }
    let output = python.output().unwrap();
    let lines = String::from_utf8(output.stdout).unwrap();
    println!("{lines}");
    assert_eq!(output.status.code(), Some(0), "{lines}{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(
        lines.lines().filter(|line| line.contains(r#""valid": true, "complete": true"#)).count(),
        count
    );
}

/// Texts from before theorems were named by their numbers in the theory stay readable, each with one spelling: the old
/// name is accepted in both checkers where the new one would be, and nowhere else.
#[test]
fn every_checker_accepts_the_old_names_of_theorems() {
    let old = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/old");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("old");
    std::fs::create_dir_all(&folder).unwrap();
    let names = [
        ("T1", "P.1"),
        ("T1'", "P.2"),
        ("T2", "P.3"),
        ("T2'", "P.4"),
        ("T4", "P.5"),
        ("T6", "P.7"),
        ("T7", "P.8"),
    ];
    let mut python = Command::new("python3");
    python.arg(PYTHON_CHECKER).arg("--json");
    let mut seen = BTreeSet::new();
    // kept as they were written then
    let mut texts: Vec<String> = std::fs::read_dir(&old)
        .unwrap()
        .map(|entry| std::fs::read_to_string(entry.unwrap().path()).unwrap())
        .collect();
    // and what else was written then, which differs in the name alone
    for (_, certificate) in library() {
        let text = certificate.to_text();
        // the second checker takes a quarter of a minute for each of the long ones, and one is in the folder
        if !is_full() && certificate.claim.period > 10_000 {
            continue;
        }
        let (before, after) = text.split_once("\ntheorem ").unwrap();
        let (name, body) = after.split_once('\n').unwrap();
        if let Some((old, _)) = names.iter().find(|(_, new)| *new == name) {
            let body = body.rsplit_once("sha256 ").unwrap().0;
            texts.push(close(&format!("{before}\ntheorem {old}\n{body}")));
        }
    }
    for (at, text) in texts.iter().enumerate() {
        let name = text.lines().nth(2).unwrap().strip_prefix("theorem ").unwrap();
        let (_, new) = names.iter().find(|(old, _)| *old == name).unwrap();
        let report = check(text, Selection::All, 2);
        assert_eq!((report.fault.clone(), report.complete), (None, true), "{text}");
        assert!(report.claim.contains(&format!("shown by theorem {new},")), "{}", report.claim);
        let written = Certificate::parse(text).unwrap().to_text();
        assert_ne!(&written, text);
        assert_eq!(Certificate::parse(&written), Certificate::parse(text), "{text}");
        let other = if text.contains("kind small") { "T4" } else { "T1" };
        let wrong = text.replacen(&format!("theorem {name}\n"), &format!("theorem {other}\n"), 1);
        let wrong = close(wrong.rsplit_once("sha256 ").unwrap().0);
        assert!(check(&wrong, Selection::All, 1).fault.is_some(), "{wrong}");
        let file = folder.join(format!("{at}.cert"));
        std::fs::write(&file, text).unwrap();
        python.arg(&file);
        seen.insert(name.to_owned());
    }
    assert_eq!(seen.len(), names.len(), "{seen:?}");
    let output = python.output().unwrap();
    let lines = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{lines}");
    assert_eq!(lines.matches(r#""valid": true, "complete": true"#).count(), texts.len(), "{lines}");
    assert_eq!(lines.matches(": theorem P.").count(), texts.len(), "{lines}");
}

/// A row of the table that came with the class theorem: the game, the claim, and n0, the multiple, N and L.
type Row<'t> = (&'t str, RuleText, ClaimText, (u64, u64, u64, u64));

/// Such patterns are shown, from exactly these values.
fn accepted(rows: &[Row<'_>]) -> Vec<(Option<String>, String)> {
    let texts = rows.iter().map(|(name, rule, claim, numbers)| {
        let text = classes(rule, *claim, &[], *numbers).to_text();
        assert_eq!(check(&text, Selection::All, 2).fault, None, "{name}");
        (None, text)
    });
    texts.collect()
}

/// A pattern that is true up to a heap and false there is refused with all the values before it.
fn refused(name: &str, rule: &RuleText, breaks: u64, claim: ClaimText) {
    let window = breaks - 2 * claim.period;
    let text = classes(rule, claim, &[], (claim.preperiod, 1, window, 2 * claim.saltus)).to_text();
    let fault = check(&text, Selection::All, 2).fault.map(|fault| fault.to_string()).unwrap_or_default();
    // (E) holds for all of them but one
    let expected = if name == "4.d8..." { "(E" } else { "(I" };
    assert!(fault.contains(expected), "{name}: {fault}");
    let values = plain::heap_values(rule, breaks as usize + 1);
    let before = values[(breaks - claim.period) as usize];
    assert_ne!(u64::from(values[breaks as usize]), u64::from(before) + claim.saltus, "{name} breaks");
}

#[test]
fn the_class_theorem_accepts_what_its_table_says() {
    let split = |heaps, condition| RuleText { moves: vec![one(&[(0, 0)], &[(heaps, heaps)], condition)] };
    let any = ConditionText::Any;
    let texts = accepted(&[
        ("0.8", code("0.8"), claim(1, 3, 1), (1, 1, 7, 2)),
        ("split(4)", split(4, any), claim(1, 3, 1), (1, 1, 7, 2)),
        ("8.8", code("8.8"), claim(1, 2, 1), (1, 1, 5, 2)),
        ("split(3)", split(3, any), claim(1, 2, 1), (1, 1, 5, 2)),
        ("0.3f", code("0.3f"), claim(0, 6, 3), (1, 1, 19, 7)),
        ("0.28", code("0.28"), claim(1, 53, 16), (1, 1, 132, 32)),
        ("0.9c", code("0.9c"), claim(28, 36, 16), (28, 1, 156, 42)),
        ("4.3...", tailed("43"), claim(1, 4, 4), (1, 1, 11, 9)),
        ("8.3...", tailed("83"), claim(1, 8, 8), (1, 1, 17, 17)),
        ("4.7...", tailed("47"), claim(2, 1, 2), (2, 1, 6, 6)),
        ("c.74...", tailed("c74"), claim(13, 1, 2), (13, 2, 40, 24)),
        ("4.14...", tailed("414"), claim(1, 1, 0), (1, 1, 4, 0)),
        ("split(4, distinct)", split(4, ConditionText::Differ(1)), claim(4, 6, 1), (4, 1, 22, 2)),
    ]);
    // the second checker takes seconds for longer ones
    let short: Vec<_> = texts.into_iter().filter(|(_, text)| text.len() < 600).collect();
    assert!(short.len() > 8 && second::answers(&short).iter().all(|answer| answer == "valid"));
}

/// The rows of the table that take seconds each, and the six patterns that break. That the program does not show these
/// is tested beside the search for periods.
#[test]
#[ignore = "minutes, in `make long`"]
fn the_class_theorem_accepts_and_refuses_the_long_rows_of_its_table() {
    accepted(&[("0.3de", code("0.3de"), claim(576, 9, 8), (576, 1, 1749, 526))]);
    refused("0.f6", &code("0.f6"), 1_929, claim(604, 43, 32));
    refused("8.1bc", &code("8.1bc"), 600, claim(90, 96, 64));
    refused("4.d8...", &tailed("4d8"), 334, claim(175, 10, 8));
    refused("0.03a", &code("0.03a"), 868, claim(355, 2, 1));
    refused("0.17b", &code("0.17b"), 784, claim(322, 27, 16));
    refused("0.1e9", &code("0.1e9"), 845, claim(355, 3, 2));
}
