//! Any text as a heap game: it is read or refused, and what was read prints and reads again as the same game.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sprague::heap::HeapGame;

fuzz_target!(|text: &str| {
    let Ok(game) = text.parse::<HeapGame>() else { return };
    let printed = game.to_string();
    let again: HeapGame = printed.parse().unwrap_or_else(|error| panic!("{printed}: {error}"));
    assert_eq!(game, again, "{printed}");
    for size in 0..6 {
        for parts in game.rule.options(size).take(100) {
            assert!(parts.iter().sum::<u64>() <= size);
        }
    }
});
