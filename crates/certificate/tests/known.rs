//! Known answers: certificates of solved games, accepted by the library, the binary and the Python checker.

mod forge;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use forge::forgeries::close;
use forge::{larger, library};
use sprague_certificate::{Certificate, Selection, check};

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
