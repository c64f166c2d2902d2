//! The checkers stay small enough to be read: the promise of the documentation.

use std::path::Path;

fn lines(path: &str) -> Vec<String> {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
    text.lines().map(|line| line.trim().to_string()).collect()
}

#[test]
fn reading_and_checking_take_at_most_600_lines_of_code() {
    let files = ["read", "rule", "small", "sparse", "segments", "report"];
    let code = |file: &&str| {
        let all = lines(&format!("src/{file}.rs"));
        all.iter().filter(|line| !line.is_empty() && !line.starts_with("//")).count()
    };
    let total: usize = files.iter().map(code).sum();
    assert!(total <= 600, "{total}");
}

#[test]
fn the_checker_of_star_nim_takes_at_most_200_lines_of_code() {
    let all = lines("src/star.rs");
    let code = all.iter().filter(|line| !line.is_empty() && !line.starts_with("//")).count();
    assert!(code <= 200, "{code}");
}

#[test]
fn the_second_checker_takes_at_most_250_lines() {
    assert!(lines("../../tools/check.py").len() <= 250);
}
