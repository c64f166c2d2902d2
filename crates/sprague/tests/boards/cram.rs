//! Cram.

use std::collections::HashMap;

use sprague::games::cram::Cram;
use sprague::games::{Game, Known};
use sprague::limits::{Limits, TooLarge};
use sprague::notation::Cursor;
use sprague::play::{Outcome, Play};
use sprague::ruleset::{Plain, Ruleset};
use sprague::search::Solver;
use sprague::solve::{Request, solve};
use sprague_kit::Random;

use super::{check, check_moves};
use crate::common::{
    agrees_with_options_alone, all_refused, all_written, answer, by_definition, number, position, rows, value,
};
use crate::extent;

type Squares = Vec<(usize, usize)>;

fn squares(rows: &str) -> Squares {
    let rows = rows.trim().split('/').enumerate();
    rows.flat_map(|(row, text)| {
        text.char_indices().filter(|c| c.1 == '#').map(move |(column, _)| (row, column))
    })
    .collect()
}

fn options(left: &Squares) -> Vec<Squares> {
    let mut all = Vec::new();
    for &(row, column) in left {
        for other in [(row + 1, column), (row, column + 1)] {
            if left.contains(&other) {
                all.push(left.iter().copied().filter(|&at| at != other && at != (row, column)).collect());
            }
        }
    }
    all
}

/// `cram.csv`: by the definition, in a separate program.
#[test]
fn values_are_those_of_the_table() {
    let mut lines = 0;
    for row in rows(include_str!("../../../tables/golden/cram.csv")) {
        check(&format!("cram: {}", row[0]), number(row[1]), row[2] == "N");
        lines += 1;
    }
    assert_eq!(lines, 87);
}

#[test]
fn random_boards_have_the_values_of_the_definition() {
    let mut random = Random::new(5);
    let mut known = HashMap::new();
    for round in 0..200 {
        let (rows, columns) = (1 + random.index(4), 1 + random.index(4));
        let row = |random: &mut Random| -> String {
            (0..columns).map(|_| if random.index(4) == 0 { '.' } else { '#' }).collect()
        };
        let text = (0..rows).map(|_| row(&mut random)).collect::<Vec<_>>().join("/");
        let start = squares(&text);
        let (value, misere) = by_definition(&options, &start, &mut known);
        check(&format!("cram: {text}"), value, misere);
        if round % 10 == 0 && text.contains('.') && !start.is_empty() {
            let mut value_of = |text: &str| {
                let body = text.trim_start_matches("cram: ");
                by_definition(&options, &squares(body), &mut known).0
            };
            check_moves(&format!("cram: {text}"), &mut value_of);
        }
    }
}

/// A half turn decides, and the move in the middle wins; both compared with the search over all boards of 3 by 4.
#[test]
fn symmetric_boards_are_decided_by_their_strategies() {
    let (mut decided, mut plain) = (0, Solver::new(Plain(Cram)));
    let sizes = [(2_usize, 4_usize), (3, 3), (2, 5), (3, 4), (4, 3)];
    for &(rows, columns) in extent(&sizes[..2], &sizes) {
        for half in 0u32..1 << (rows * columns).div_ceil(2) {
            let free = |at: usize| half >> at.min(rows * columns - 1 - at) & 1 == 1;
            let row = |row: usize| -> String {
                (0..columns).map(|column| if free(row * columns + column) { '#' } else { '.' }).collect()
            };
            let text = (0..rows).map(row).collect::<Vec<_>>().join("/");
            let board = Cram.read(&mut Cursor::new(&text)).expect("a board");
            let mut parts = Vec::new();
            Cram.components(board.clone(), &mut parts);
            for part in parts {
                let value = plain.value(&part).expect("a small search");
                assert!(Cram.reduce(&part).is_none_or(|reduction| reduction.known == value), "{text}");
                if let Some(found) = Cram.moves_by_theorem(&part, sprague::Nimber::ZERO, 9) {
                    assert_eq!(plain.value(&found.moves[0]), Ok(sprague::Nimber::ZERO), "{text}");
                    decided += 1;
                }
            }
        }
    }
    assert!(decided > extent(15, 40), "{decided}");
    for (text, outcome, moves) in [
        ("cram: 100x200", Outcome::P, 0),
        ("cram: 101x200", Outcome::N, 1),
        ("cram: 255x256", Outcome::N, 1),
        (extent("cram: 1x5000", "cram: 1x50000"), Outcome::N, 0),
    ] {
        let found = answer(text);
        assert_eq!(found.outcome, outcome, "{text}");
        assert!(found.winning_moves.len() >= moves, "{text}");
        for option in &found.winning_moves {
            assert_eq!(answer(&option.to_string()).outcome, Outcome::P, "{text}");
        }
    }
}

#[test]
fn the_ruleset_agrees_with_its_options_alone() {
    for text in ["3x3", "2x5", "##./###/.##", "#.#/###/##.", "####/#..#/####", "##..##/#....#"] {
        agrees_with_options_alone(&Cram, &Cram.read(&mut Cursor::new(text)).expect("a board"));
    }
}

/// On one row the winning dominoes are found without trying: as many as by trying, and at once on a long row.
#[test]
fn rows_list_their_winning_dominoes() {
    let mut random = Random::new(7);
    for _ in 0..60 {
        let row: String =
            (0..=random.index(14)).map(|_| if random.index(5) == 0 { '.' } else { '#' }).collect();
        let column = row.chars().map(String::from).collect::<Vec<_>>().join("/");
        for board in [row, column] {
            let text = format!("cram: {board}");
            check_moves(&text, &mut value);
        }
    }
    let long = answer(extent("cram: 1x6554", "cram: 1x65535"));
    assert!(long.winning_moves_total.is_some_and(|total| total > 0));
}

#[test]
fn boards_are_read_in_several_ways_and_refused_with_a_column() {
    all_written(&[
        ("cram: ##./.##", "cram: ##./.##"),
        ("cram: ##. .##", "cram: ##./.##"),
        ("cram: ##.,.##", "cram: ##./.##"),
        ("cram: ##. / .##", "cram: ##./.##"),
        ("cram: ###/###", "cram: 2x3"),
        ("cram: #/##", "cram: #./##"),
        ("cram: 2x3 + nim: 3", "cram: 2x3 + nim: 3"),
    ]);
    all_refused(&[
        ("cram:", 6),
        ("cram: 4", 8),
        ("cram: 0x4", 7),
        ("cram: 4x0", 8),
        ("cram: 1000x1000", 7),
        ("cram: 9223372036854775807x9223372036854775807", 7),
        ("cram: ##/", 10),
        ("cram: ##/x", 10),
        ("cram: ##x", 9),
    ]);
    let limits = Limits { steps: 200_000_000, positions: 100_000, ..Limits::default() };
    let request = Request { play: Play::Normal, moves: 1 };
    let refusal = solve(&position("cram: 9x9"), request, &mut Known::new(limits)).expect_err("a large board");
    assert!(matches!(refusal, TooLarge::Estimate { .. }), "{refusal}");
}
