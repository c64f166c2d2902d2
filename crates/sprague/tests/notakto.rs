//! Notakto against plain play on sets of marks (theory G.7).

use std::collections::HashMap;

use sprague::games::notakto::{as_heaps, heap_rule};
use sprague::games::{Known, Term};
use sprague::moves;
use sprague::quotient::{QuotientExtent, quotient};
use sprague::solve::{Request, solve};
use sprague::{Limits, Outcome, Play, Position};
use sprague_kit::{Random, extent};

/// The lines of a board of 3x3 squares, as sets of squares.
const LINES: [u16; 8] =
    [0b111, 0b111_000, 0b111_000_000, 0b1_001_001, 0b10_010_010, 0b100_100_100, 0b100_010_001, 0b1_010_100];

fn is_dead(marks: u16) -> bool {
    LINES.iter().any(|line| marks & line == *line)
}

/// Whether the player to move wins, when who kills the last board loses.
fn wins(boards: &[u16], known: &mut HashMap<Vec<u16>, bool>) -> bool {
    let mut boards: Vec<u16> = boards.iter().copied().filter(|&marks| !is_dead(marks)).collect();
    boards.sort_unstable();
    if boards.is_empty() {
        return true;
    }
    if let Some(&found) = known.get(&boards) {
        return found;
    }
    let found = options(&boards).iter().any(|after| !wins(after, known));
    known.insert(boards, found);
    found
}

fn options(boards: &[u16]) -> Vec<Vec<u16>> {
    let mut all = Vec::new();
    for (at, &marks) in boards.iter().enumerate().filter(|(_, marks)| !is_dead(**marks)) {
        for square in (0..9).filter(|square| marks >> square & 1 == 0) {
            let mut after = boards.to_vec();
            after[at] |= 1 << square;
            all.push(after);
        }
    }
    all
}

fn text(boards: &[u16]) -> String {
    let square = |marks: u16, at: usize| if marks >> at & 1 == 1 { 'X' } else { '.' };
    let row =
        |marks: u16, row: usize| (0..3).map(|column| square(marks, 3 * row + column)).collect::<String>();
    let board = |&marks: &u16| (0..3).map(|at| row(marks, at)).collect::<Vec<_>>().join("/");
    format!("notakto: {}", boards.iter().map(board).collect::<Vec<_>>().join(" "))
}

fn read(text: &str) -> Position {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn sums_of_boards_agree_with_plain_play() {
    let mut random = Random::new(21);
    let mut plain = HashMap::new();
    let mut known = Known::new(Limits::default());
    let mut compared = 0;
    let mut agree = |boards: &[u16]| {
        let position = read(&text(boards));
        let request = Request { play: position.play(false), moves: 1_000 };
        let answer = solve(&position, request, &mut known).expect("by the quotient");
        let expected = if wins(boards, &mut plain) { Outcome::N } else { Outcome::P };
        assert_eq!(answer.outcome, expected, "{position}");
        let winning = options(boards).into_iter().filter(|after| !wins(after, &mut plain));
        let mut winning: Vec<String> =
            winning.map(|after| read(&text(&after)).0[0].identity().to_string()).collect();
        winning.sort();
        winning.dedup();
        let mut told: Vec<String> =
            answer.winning_moves.iter().map(|after| after.0[0].identity().to_string()).collect();
        told.sort();
        assert_eq!(told, winning, "{position}");
        compared += 1;
    };
    for marks in 0..512 {
        agree(&[marks]);
    }
    for _ in 0..extent(150, 10) {
        let mark = |random: &mut Random| random.below(512) as u16 & random.below(512) as u16;
        agree(&[mark(&mut random), mark(&mut random)]);
    }
    for _ in 0..extent(6, 20) {
        let mark = |random: &mut Random| {
            random.below(512) as u16 | random.below(512) as u16 & random.below(512) as u16
        };
        agree(&[mark(&mut random), mark(&mut random), mark(&mut random)]);
    }
    println!("attack | Notakto against plain play | {compared} | 0 differ");
}

#[test]
fn one_board_is_won_by_the_middle_and_the_quotient_has_eighteen_elements() {
    let mut known = Known::new(Limits::default());
    let mut solved = |text: &str| {
        let position = read(text);
        let request = Request { play: position.play(false), moves: 100 };
        solve(&position, request, &mut known).expect("by the quotient")
    };
    let one = solved("notakto: 3x3");
    assert_eq!((one.play, one.outcome), (Play::Misere, Outcome::N));
    assert_eq!(
        one.winning_moves.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["notakto: .../.X./..."]
    );
    assert_eq!(solved("notakto: 3x3 3x3").outcome, Outcome::P);
    assert_eq!(solved("notakto: 3x3 3x3 3x3").outcome, Outcome::N);
    assert_eq!(solved("notakto: 3x3 3x3 3x3 3x3 3x3 3x3 3x3 3x3").outcome, Outcome::P);
    // beside heaps, and boards of other sides by search
    assert_eq!(solved("notakto: 3x3 + nim: 1").play, Play::Misere);
    assert_eq!(solved("notakto: 1x3").outcome, Outcome::P);
    let Some(Term::Heaps(game, heaps)) = as_heaps(match &read("notakto: 3x3").0[0] {
        Term::Notakto(_, boards) => boards,
        other => panic!("{other}"),
    }) else {
        panic!("heaps")
    };
    assert_eq!(game.rule, heap_rule().rule);
    let extent = QuotientExtent { heaps: vec![heaps.largest()], order: 400, until_period: false };
    let found = quotient(&[game.rule], &extent, &Limits::default()).expect("small");
    assert_eq!(found.quotient.order(), 18);
}

/// The quotient decides sums with heaps as well, against the search of the whole.
#[test]
fn boards_beside_heaps() {
    let mut known = Known::new(Limits::default());
    for heaps in ["nim: 1", "nim: 2", "kayles: 3", "nim: 2 1"] {
        for board in ["XX./.X./...", ".../.X./...", "X.X/.../.X.", "X../..X/..."] {
            let text = format!("notakto: {board} + {heaps}");
            let position = read(&text);
            let request = Request { play: Play::Misere, moves: 100 };
            let answer = solve(&position, request, &mut known).expect("small");
            let mut found = HashMap::new();
            assert_eq!(answer.outcome, by_definition(&position, &mut found), "{text}");
            for step in moves::all(&position, 1_000).moves {
                let after = step.after(&position);
                let wins = by_definition(&after, &mut found) == Outcome::P;
                let same = |option: &Position| {
                    option.0.iter().map(Term::identity).eq(after.0.iter().map(Term::identity))
                };
                assert_eq!(answer.winning_moves.iter().any(same), wins, "{text} to {after}");
            }
        }
    }
}

fn by_definition(position: &Position, found: &mut HashMap<String, Outcome>) -> Outcome {
    if let Some(&known) = found.get(&position.to_string()) {
        return known;
    }
    let all = moves::all(position, 10_000).moves;
    let wins =
        all.is_empty() || all.iter().any(|step| by_definition(&step.after(position), found) == Outcome::P);
    let outcome = if wins { Outcome::N } else { Outcome::P };
    found.insert(position.to_string(), outcome);
    outcome
}

#[test]
fn boards_are_read_as_they_are_written() {
    for (typed, written) in [
        ("notakto: 3x3 3x3", "notakto: 3x3 3x3"),
        ("notakto: X../.x./...", "notakto: X../.X./..."),
        ("notakto: 3x3, ..X/.../...", "notakto: 3x3 ..X/.../..."),
        ("no-tac-toe: 2x4", "notakto: 2x4"),
        ("notakto:", "notakto:"),
    ] {
        assert_eq!(read(typed).to_string(), written);
        assert_eq!(read(written), read(typed));
    }
    for (typed, column) in [
        ("notakto: 3", 11),
        ("notakto: 9x9", 10),
        ("notakto: X./...", 10),
        ("notakto: 0x3", 10),
        ("notakto: X../q", 14),
    ] {
        assert_eq!(typed.parse::<Position>().expect_err(typed).column, column, "{typed}");
    }
}
