//! Treblecross on a board.

use std::collections::HashMap;

use sprague::play::Outcome;

use super::{check, check_moves};
use crate::common::{all_refused, all_written, answer, by_definition, rows};

/// Whether the player to move wins by completing three in a row, by the rule itself.
fn wins(squares: u32, crosses: u32, known: &mut HashMap<u32, bool>) -> bool {
    if let Some(&found) = known.get(&crosses) {
        return found;
    }
    let after = |square: u32| crosses | 1 << square;
    let free: Vec<u32> = (0..squares).filter(|square| crosses >> square & 1 == 0).collect();
    let three = |row: u32| row & row >> 1 & row >> 2 != 0;
    let found = free.iter().any(|&square| three(after(square)))
        || free.iter().any(|&square| !wins(squares, after(square), known));
    known.insert(crosses, found);
    found
}

/// Squares at least 3 away from every X.
#[expect(clippy::ptr_arg, reason = "a position is the whole row")]
fn options(row: &String) -> Vec<String> {
    let near = |at: usize| row.char_indices().any(|(other, c)| c == 'X' && other.abs_diff(at) < 3);
    let place = |at: usize| format!("{}X{}", &row[..at], &row[at + 1..]);
    (0..row.len()).filter(|&at| !near(at)).map(place).collect()
}

fn row(squares: u32, crosses: u32) -> String {
    (0..squares).map(|at| if crosses >> at & 1 == 1 { 'X' } else { '.' }).collect()
}

/// `treblecross.csv`: by the rule of three in a row, in a separate program.
#[test]
fn outcomes_are_those_of_the_table() {
    for row in rows(include_str!("../../../tables/golden/treblecross.csv")) {
        let found = answer(&format!("treblecross-board: {}", row[0])).outcome;
        assert_eq!(found.to_string(), row[1], "{} squares", row[0]);
    }
}

#[test]
fn every_open_row_is_decided_as_by_the_rule() {
    for squares in 3..=11u32 {
        let mut known = HashMap::new();
        let mut values = HashMap::new();
        for crosses in 0u32..1 << squares {
            if crosses & crosses >> 1 != 0 || crosses & crosses >> 2 != 0 {
                continue;
            }
            let text = row(squares, crosses);
            let found = answer(&format!("treblecross: {text}"));
            assert_eq!(found.outcome == Outcome::N, wins(squares, crosses, &mut known), "{text}");
            let (value, misere) = by_definition(&options, &text, &mut values);
            check(&format!("treblecross: {text}"), value, misere);
        }
    }
    let mut values = HashMap::new();
    let mut value_of =
        |text: &str| by_definition(&options, &text["treblecross-board: ".len()..].to_owned(), &mut values).0;
    check_moves("treblecross: .......X.......", &mut value_of);
}

#[test]
fn rows_are_read_and_refused_with_a_column() {
    all_written(&[
        ("treblecross: ..x..", "treblecross-board: ..X.."),
        ("treblecross-board: _____", "treblecross-board: 5"),
        ("treblecross: 9", "treblecross: 9"),
        ("treblecross: X.X..", "treblecross-board: X.X.."),
        ("treblecross ..XX", "treblecross-board: ..XX"),
    ]);
    let heap = answer("treblecross: 11").value;
    assert_eq!(answer("treblecross-board: 9").value, heap);
    assert_eq!(answer("treblecross-board: 10000").value, answer("treblecross: 10002").value);
    all_refused(&[
        ("treblecross: XX", 14),
        ("treblecross-board:", 19),
        ("treblecross-board: 10001", 20),
        ("treblecross-board: ..O", 22),
    ]);
}
