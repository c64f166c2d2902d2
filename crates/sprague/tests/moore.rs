//! Moore's Nim against a table by brute force and against the plain search (theory 2.6); and which files a game takes.

use std::path::{Path, PathBuf};

use sprague::games::Game;
use sprague::games::Known;
use sprague::games::moore::Moore;
use sprague::heap::Heaps;
use sprague::limits::Limits;
use sprague::nimber::Nimber;
use sprague::play::Outcome;
use sprague::ruleset::{Plain, Ruleset};
use sprague::search::Solver;

use crate::common::{agrees_with_options_alone, all_refused, answer, number, rows};

/// `moore_nim.csv`: by the definition, in a separate program.
#[test]
fn values_and_outcomes_are_those_of_the_table() {
    let mut lines = 0;
    let mut known = Known::new(Limits::default());
    for fields in rows(include_str!("../../tables/golden/moore_nim.csv")) {
        let numbers: Vec<u64> = fields[..6].iter().map(|field| number(field)).collect();
        let (game, heaps) = (Moore::new(numbers[0]).expect("a game"), Heaps::new(numbers[1..5].to_vec()));
        let value = Nimber(numbers[5]);
        assert_eq!(known.value(&game, &heaps), Ok(Some(value)), "{fields:?}");
        assert_eq!(game.outcome(heaps.sizes()).to_string(), fields[6], "{fields:?}");
        assert!(game.reduce(&heaps).is_none_or(|reduction| reduction.known == value), "{fields:?}");
        lines += 1;
    }
    assert_eq!(lines, 378);
}

#[test]
fn theorems_change_no_value_and_winning_moves_win() {
    for k in 1..=3 {
        let game = Moore::new(k).expect("a game");
        let mut plain = Solver::new(Plain(game));
        for heaps in [vec![4, 3, 2], vec![3, 3, 3, 1], vec![5, 1, 1], vec![2, 2, 2, 2], vec![6]] {
            let heaps = Heaps::new(heaps);
            let wins = plain.winning_moves(&heaps).expect("a small search");
            let found = game.moves_by_theorem(&heaps, Nimber::ZERO, 100).expect("a theorem").moves;
            assert!(found.iter().all(|option| wins.contains(option)), "moore({k}): {heaps}");
            assert_eq!(found.is_empty(), wins.is_empty(), "moore({k}): {heaps}");
            assert!(game.breadth(&heaps) >= game.options(&heaps).len() as f64);
            agrees_with_options_alone(&game, &heaps);
        }
    }
}

#[test]
fn huge_heaps_are_answered_by_the_theorem() {
    let lost = answer("moore(2): 1e18 1e18 1e18");
    assert_eq!((lost.outcome, lost.value), (Outcome::P, Some(Nimber::ZERO)));
    let won = answer("moore(2): 1e18 1e18 1e18 7");
    assert_eq!((won.outcome, won.value, won.winning_moves_total), (Outcome::N, None, None));
    assert!(!won.winning_moves.is_empty());
    for option in &won.winning_moves {
        assert_eq!(answer(&option.to_string()).outcome, Outcome::P, "{option}");
    }
    assert_eq!(answer("moore(3): 2^62 2^61 5").value, Some(Nimber((1 << 62) + (1 << 61) + 5)));
    assert_eq!(answer("moore(1): 2^62 2^61 5").value, Some(Nimber((1 << 62) + (1 << 61) + 5)));
    all_refused(&[("moore: 3", 6), ("moore(0): 3", 7), ("moore(2)3", 9), ("moore(2): x", 11)]);
    // the colon may be missing where the heaps stand apart
    assert_eq!(answer("moore(2) 3").position.to_string(), "moore(2): 3");
}

/// A game is one file, a line in the registry and one in the list of files, a line for its theorem; nothing else in any
/// source of the library, the command, the lab or the page knows its name.
#[test]
fn a_game_takes_the_files_that_contributing_lists() {
    fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in folder.read_dir().expect("a folder").flatten() {
            let path = entry.path();
            let skipped = ["target", "node_modules", "dist", "tests"];
            if path.is_dir() && !skipped.iter().any(|name| path.ends_with(name)) {
                sources(&path, found);
            } else if path
                .extension()
                .is_some_and(|kind| ["rs", "ts", "svelte", "json"].iter().any(|it| kind == *it))
            {
                found.push(path);
            }
        }
    }
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    sources(&crates, &mut files);
    let mentions = |path: &PathBuf| {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        text.split("#[cfg(test)]").next().is_some_and(|code| code.to_lowercase().contains("moore"))
    };
    let mut found: Vec<String> = files
        .iter()
        .filter(|path| mentions(path))
        .map(|path| path.strip_prefix(&crates).expect("a file of the crates").display().to_string())
        .collect();
    found.sort_unstable();
    let games = "sprague/src/games";
    let expected = [
        "lab/page/src/play/gallery.json".to_owned(),
        "lab/page/src/words/en.ts".to_owned(),
        format!("{games}/heaps/mod.rs"),
        format!("{games}/heaps/moore.rs"),
        format!("{games}/registry.rs"),
        "sprague/src/theorem.rs".to_owned(),
    ];
    assert_eq!(found, expected);
}
