//! Northcott's game as it is played, with retreats and with owners, by going back from the ends; the game has cycles, so
//! a position can also be drawn, and none is (theory R.6).

use std::collections::HashMap;

use sprague::play::{Outcome, Play};

use crate::common::{all_refused, answer, ask, moves, value};

/// Whose turn it is, and the columns of both pieces in two rows.
type Board = (bool, [(u8, u8); 2]);

fn slides((second, rows): Board, columns: u8) -> Vec<Board> {
    let mut found = Vec::new();
    for row in 0..2 {
        let (one, other) = rows[row];
        let (own, theirs) = if second { (other, one) } else { (one, other) };
        for to in (0..columns).filter(|&to| to != own && to != theirs) {
            if (to < theirs) != (own < theirs) {
                continue;
            }
            let mut after = rows;
            after[row] = if second { (one, to) } else { (to, other) };
            found.push((!second, after));
        }
    }
    found
}

#[test]
fn the_gaps_decide_the_game_with_retreats() {
    const COLUMNS: u8 = 6;
    let squares = || (0..COLUMNS).flat_map(|a| (0..COLUMNS).map(move |b| (a, b))).filter(|(a, b)| a != b);
    let boards: Vec<Board> = [false, true]
        .into_iter()
        .flat_map(|turn| squares().flat_map(move |one| squares().map(move |other| (turn, [one, other]))))
        .collect();
    // a board is lost once all its moves lead to won ones, won once one leads to a lost one
    let mut won: HashMap<Board, bool> = HashMap::new();
    loop {
        let before = won.len();
        for board in &boards {
            if won.contains_key(board) {
                continue;
            }
            let after: Vec<Option<bool>> =
                slides(*board, COLUMNS).iter().map(|next| won.get(next).copied()).collect();
            if after.contains(&Some(false)) {
                won.insert(*board, true);
            } else if after.iter().all(|next| *next == Some(true)) {
                won.insert(*board, false);
            }
        }
        if won.len() == before {
            break;
        }
    }
    assert_eq!(won.len(), boards.len(), "no board is drawn");
    for (board @ (_, [(a, b), (c, d)]), next_wins) in &won {
        let text = format!("northcott: {a}-{b} {c}-{d}");
        let gaps = (a.abs_diff(*b) - 1) ^ (c.abs_diff(*d) - 1);
        assert_eq!(*next_wins, gaps != 0, "{board:?}");
        if board.0 {
            assert_eq!(answer(&text).outcome == Outcome::N, *next_wins, "{text}");
        }
    }
}

#[test]
fn moves_close_a_gap_from_either_side() {
    assert_eq!(value("northcott: 2-7 4-5"), 4);
    assert_eq!(moves(&answer("northcott: 2-7 4-5")), ["northcott: 2-3 4-5", "northcott: 6-7 4-5"]);
    assert_eq!(moves(&answer("northcott: 7-2")), ["northcott: 3-2", "northcott: 7-6"]);
    assert_eq!(answer("northcott: 2-7 4-5").options, Some(8));
    let huge = answer("northcott: 0-1e18 5-12");
    assert_eq!(huge.value.map(|value| value.0), Some((10u64.pow(18) - 1) ^ 6));
    assert_eq!(huge.winning_moves_total, Some(2));
    assert_eq!(value("northcott: 1-5 + nim: 3"), 0);
}

#[test]
fn misere_play_is_refused_with_the_reason() {
    for text in ["northcott: 2-7 4-5", "nim: 1 + northcott: 2-7"] {
        let refusal = ask(text, Play::Misere).unwrap_err().to_string();
        assert!(refusal.contains("retreat for ever") && refusal.contains("R.6"), "{refusal}");
    }
    all_refused(&[
        ("northcott: 2", 13),
        ("northcott: 2-", 14),
        ("northcott: 3-3", 12),
        ("northcott: 2-7 x", 16),
        ("northcott: 2-7, ", 17),
    ]);
}
