//! The numbered list of moves, in columns, a page at a time.

use std::fmt::Write;

use super::phrase::phrase;
use super::state::State;
use crate::draw::{WIDTH, clip};
use sprague::games::Action;
use sprague::moves::{Extent, Move, MoveList};

/// The most lines of a page.
const LINES: usize = 15;
/// The longest phrase; longer ones are cut.
const LONGEST: usize = 60;

/// What is written before the number of a move: where nodes are called by numbers, `#` tells the two apart.
pub fn mark(moves: &[Move]) -> &'static str {
    let is_number = |step: &Move| match &step.action {
        Action::Walk { node: name } | Action::Pick { name } => name.bytes().all(|byte| byte.is_ascii_digit()),
        _ => false,
    };
    if moves.iter().any(is_number) { "#" } else { "" }
}

/// One page of the list from the move with this number on, counted from 0, and where the next page starts.
pub fn page(state: &State, listed: &MoveList, first: usize) -> (String, Option<usize>) {
    let all = listed.moves.len();
    let mark = mark(&listed.moves);
    let number = all.to_string().len() + mark.len();
    let ahead = listed.moves.iter().skip(first).take(LINES * WIDTH);
    let phrases: Vec<String> = ahead.map(|step| clip(&phrase(state, step), LONGEST)).collect();
    let (columns, width) = columns(&phrases, number);
    let shown = &phrases[..phrases.len().min(columns * LINES)];
    let lines = shown.len().div_ceil(columns);
    let mut text = String::new();
    for line in 0..lines {
        let mut row = String::new();
        for at in (line..shown.len()).step_by(lines) {
            let counted = format!("{mark}{}", first + at + 1);
            let _ = write!(row, "{counted:>number$}  {:<width$}", shown[at]);
        }
        let _ = writeln!(text, "  {}", row.trim_end());
    }
    let end = first + shown.len();
    let listed = match listed.extent {
        Extent::All => "",
        Extent::Some => " listed (any legal move can be typed)",
    };
    if end < all {
        let _ = writeln!(text, "{} to {end} of {all}{listed}; `more` goes on.", first + 1);
    } else if !listed.is_empty() {
        let _ = writeln!(text, "{all}{listed}.");
    }
    (text, (end < all).then_some(end))
}

/// How many columns fit, and how wide a phrase may be.
fn columns(phrases: &[String], number: usize) -> (usize, usize) {
    const MOST: usize = 6;
    let width = |count: usize| {
        let page = &phrases[..phrases.len().min(count * LINES)];
        page.iter().map(|words| words.chars().count()).max().unwrap_or(0) + 4
    };
    let fits = |count: &usize| count * (width(*count) + number + 2) <= WIDTH;
    let needed = phrases.len().div_ceil(LINES / 2).max(1);
    let count = (1..=MOST.min(needed)).rev().find(fits).unwrap_or(1);
    (count, width(count))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague::moves::distinct;

    fn pages(text: &str) -> Vec<String> {
        let state = State::new(text.parse().expect("a position"));
        let all = distinct(&state.position);
        let mut pages = Vec::new();
        let mut next = Some(0);
        while let Some(first) = next {
            let (text, after) = page(&state, &all, first);
            pages.push(text);
            next = after;
        }
        pages
    }

    #[test]
    fn a_short_list_is_one_column() {
        assert_eq!(pages("nim: 2"), ["  1  take 1 from 2\n  2  take 2 from 2\n"]);
        assert_eq!(pages("nim:"), [""]);
        assert_eq!(pages("node-kayles: graph6 A_"), ["  #1  0\n"]);
    }

    #[test]
    fn long_lists_come_in_pages_that_fit_the_terminal() {
        let all = pages("rectangle: 90x80 40x70 33x44");
        assert!(all.len() > 1);
        for page in &all {
            assert!(page.lines().count() <= LINES + 1, "{page}");
            assert!(page.lines().all(|line| line.chars().count() <= WIDTH), "{page}");
        }
        let shown: Vec<&str> = all.iter().flat_map(|page| page.split_whitespace()).collect();
        // (90-1)/2 + (80-1)/2 + (40-1)/2 + (70-1)/2 + (33-1)/2 + (44-1)/2 cuts
        for number in 1..=44 + 39 + 19 + 34 + 16 + 21 {
            assert!(shown.contains(&number.to_string().as_str()), "{number}");
        }
    }
}
