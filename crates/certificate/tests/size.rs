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
fn the_checker_of_star_nim_takes_at_most_350_lines_of_code() {
    let code = |file: &str| {
        let all = lines(&format!("src/{file}.rs"));
        all.iter().filter(|line| !line.is_empty() && !line.starts_with("//")).count()
    };
    let (star, tracks) = (code("star"), code("tracks"));
    assert!(star <= 200 && star + tracks <= 350, "{star} and {tracks}");
}

#[test]
fn the_second_checker_takes_at_most_250_lines_and_as_many_for_star_nim() {
    assert!(lines("../../tools/check.py").len() <= 250);
    assert!(lines("../../tools/check_star.py").len() <= 250);
}
