//! Any text as a position: it is read or refused, what was read prints and reads again as the same, and a small
//! position is solved within small limits, under normal and misère play.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sprague::games::Known;
use sprague::limits::Limits;
use sprague::play::Play;
use sprague::position::Position;
use sprague::solve::{Request, solve};

fuzz_target!(|text: &str| {
    let Ok(position) = text.parse::<Position>() else { return };
    let printed = position.to_string();
    let again: Position = printed.parse().unwrap_or_else(|error| panic!("{printed}: {error}"));
    assert_eq!(position, again, "{printed}");
    let limits = Limits { positions: 2_000, steps: 100_000, ..Limits::default() };
    for play in [Play::Normal, Play::Misere] {
        let mut known = Known::new(limits.clone());
        if let Ok(answer) = solve(&position, Request { play, moves: 5 }, &mut known) {
            for option in &answer.winning_moves {
                let printed = option.to_string();
                printed.parse::<Position>().unwrap_or_else(|error| panic!("{printed}: {error}"));
            }
        }
    }
});
