//! The checkers stay small enough to be read: the promise of the documentation.

use std::path::Path;

fn lines(path: &str) -> Vec<String> {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
    text.lines().map(|line| line.trim().to_string()).collect()
}

#[test]
fn reading_and_checking_take_at_most_700_lines_of_code() {
    let files = ["read", "rule", "small", "sparse", "segments", "report"];
    let code = |file: &&str| {
        let all = lines(&format!("src/{file}.rs"));
        all.iter().filter(|line| !line.is_empty() && !line.starts_with("//")).count()
    };
    let total: usize = files.iter().map(code).sum();
    assert!(total <= 700, "{total}");
}

#[test]
fn the_checker_of_star_nim_takes_at_most_400_lines_of_code() {
    let code = |file: &str| {
        let all = lines(&format!("src/{file}.rs"));
        all.iter().filter(|line| !line.is_empty() && !line.starts_with("//")).count()
    };
    let total = code("star") + code("blocks") + code("tracks");
    assert!(total <= 400, "{total}");
}

#[test]
fn the_second_checker_takes_at_most_330_lines_and_250_for_star_nim() {
    assert!(lines("../../tools/check.py").len() <= 330);
    assert!(lines("../../tools/check_star.py").len() <= 250);
}
