//! The commands of the README and of the notation's page print what is written below them.

use sprague_kit::ended;

use crate::common::SPRAGUE;

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
            let mut command = SPRAGUE.command(&[]);
            let said = ended(command.args(words(typed)).current_dir(env!("CARGO_TARGET_TMPDIR")), b"");
            assert_eq!(said.out + &said.err, expected, "sprague {typed}");
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
