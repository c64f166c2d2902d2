//! The commands of the README and of the notation's page print what is written below them.

use assert_cmd::Command;

#[test]
fn the_readme_is_true() {
    assert!(check(include_str!("../../../README.md")) >= 5);
}

#[test]
fn the_page_on_the_notation_is_true() {
    assert!(check(include_str!("../../../docs/notation.md")) >= 10);
}

#[test]
fn the_page_on_star_nim_is_true() {
    assert!(check(include_str!("../../../docs/star-nim.md")) >= 20);
}

/// Runs every command of a page and returns how many there were.
fn check(page: &str) -> usize {
    let mut checked = 0;
    for block in page.split("```console\n").skip(1) {
        let block = block.split("```").next().expect("a block ends");
        for entry in block.split("$ sprague ").skip(1) {
            let (typed, expected) = entry.split_once('\n').expect("a command, then its output");
            let output = Command::cargo_bin("sprague")
                .expect("built")
                .args(words(typed))
                .current_dir(env!("CARGO_TARGET_TMPDIR"))
                .output()
                .expect("runs");
            let printed = String::from_utf8([output.stdout, output.stderr].concat()).expect("UTF-8");
            assert_eq!(printed, expected, "sprague {typed}");
            checked += 1;
        }
    }
    checked
}

/// Splits a command line at spaces outside double quotes.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (at, piece) in line.split('"').enumerate() {
        if at % 2 == 1 {
            words.push(piece.to_owned());
        } else {
            words.extend(piece.split_whitespace().map(str::to_owned));
        }
    }
    words
}
