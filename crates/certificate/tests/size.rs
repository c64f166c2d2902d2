//! The checkers stay small enough to be read: the promise of the documentation.

use std::path::Path;

fn lines(path: &str) -> Vec<String> {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
    text.lines().map(|line| line.trim().to_string()).collect()
}

#[test]
fn reading_and_checking_take_at_most_830_lines_of_code_and_250_for_the_fast_walk() {
    let files = ["read", "rule", "small", "sparse", "segments", "report"];
    let code = |file: &&str| {
        let all = lines(&format!("src/{file}.rs"));
        all.iter().filter(|line| !line.is_empty() && !line.starts_with("//")).count()
    };
    let total: usize = files.iter().map(code).sum();
    assert!(total <= 830, "{total}");
    assert!(code(&"narrow") <= 250, "{}", code(&"narrow"));
}

#[test]
fn the_checker_of_the_class_theorem_takes_at_most_350_lines_of_code() {
    let all = lines("src/classes.rs");
    let total = all.iter().filter(|line| !line.is_empty() && !line.starts_with("//")).count();
    assert!(total <= 350, "{total}");
}

#[test]
fn the_checker_of_star_nim_takes_at_most_500_lines_of_code_and_70_for_lanes() {
    let code = |file: &str| {
        let all = lines(&format!("src/{file}.rs"));
        all.iter().filter(|line| !line.is_empty() && !line.starts_with("//")).count()
    };
    let total: usize = ["star", "star_terms", "blocks", "tracks", "pairs"].map(code).iter().sum();
    assert!(total <= 500, "{total}");
    let all = lines("src/together.rs");
    let lanes = all.iter().take_while(|line| *line != "#[cfg(test)]");
    let lanes = lanes.filter(|line| !line.is_empty() && !line.starts_with("//")).count();
    assert!(lanes <= 70, "{lanes}");
}

#[test]
fn the_checker_of_misere_play_takes_at_most_300_lines_of_code_80_for_tame_heaps_and_listing_options_90() {
    let code = |file: &str| {
        let all = lines(&format!("src/{file}.rs"));
        all.iter().filter(|line| !line.is_empty() && !line.starts_with("//")).count()
    };
    let lines = ["misere", "misere_tame", "options"].map(code);
    assert!(lines[0] <= 300 && lines[1] <= 80 && lines[2] <= 90, "{lines:?}");
}

#[test]
fn the_second_checker_takes_at_most_350_lines_250_for_classes_300_for_star_nim_and_210_for_misere_play() {
    assert!(lines("../../tools/check.py").len() <= 350);
    assert!(lines("../../tools/check_classes.py").len() <= 250);
    assert!(lines("../../tools/check_star.py").len() <= 300);
    assert!(lines("../../tools/check_misere.py").len() <= 210);
}
