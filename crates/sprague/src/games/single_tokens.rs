//! Strips with one token each, which share their first cells: what Star Nim (one cell) and shared squares (any number
//! of cells) have in common.

use std::collections::HashSet;
use std::fmt;

use super::silver_dollar::subsets;
use super::{Action, BoardKind, Counted, View};
use crate::nimber::{Nimber, nim_sum};
use crate::notation::{Cursor, NotationError};

/// What a longer body could go on with.
pub(super) const CONTINUATION: &str = "the square of a token, ";

/// Reads the squares of the tokens; each shared cell holds one token at most.
pub(super) fn read(cells: u64, text: &mut Cursor<'_>) -> Result<Vec<u64>, NotationError> {
    let number_follows = |text: &Cursor<'_>| text.peek().is_some_and(|c| c.is_ascii_digit());
    let mut tokens = Vec::new();
    let mut occupied = HashSet::new();
    text.skip_spaces();
    let mut more = number_follows(text);
    while more {
        let column = text.column();
        let token = text.number("the square of a token")?;
        if token < cells && !occupied.insert(token) {
            let message = format!("square {token} is shared by all strips and can hold only one token");
            return Err(NotationError { column, message });
        }
        tokens.push(token);
        text.skip_spaces();
        more = text.eat(',');
        text.skip_spaces();
        more |= number_follows(text);
    }
    Ok(tokens)
}

/// Writes the squares of the tokens.
pub(super) fn write(tokens: &[u64], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for (i, token) in tokens.iter().enumerate() {
        let space = if i == 0 { "" } else { " " };
        write!(f, "{space}{token}")?;
    }
    Ok(())
}

/// The lowest square that a token can move to: above the highest occupied cell below it.
pub(super) fn lowest(cells: u64, tokens: &[u64], token: u64) -> u64 {
    let blocking = tokens.iter().filter(|&&other| other < cells && other < token);
    blocking.max().map_or(0, |cell| cell + 1)
}

/// The position after a token has moved down.
pub(super) fn act(cells: u64, tokens: &[u64], part: usize, action: &Action) -> Option<Vec<u64>> {
    let &Action::Slide { token: 0, from, to, .. } = action else { return None };
    let allowed = tokens.get(part) == Some(&from) && (lowest(cells, tokens, from)..from).contains(&to);
    allowed.then(|| {
        let mut after = tokens.to_vec();
        after[part] = to;
        after
    })
}

/// Whether some token can move.
pub(super) fn has_move(cells: u64, tokens: &[u64]) -> bool {
    // the highest token has the most room, and tokens on cells have the cells below them
    let mut below: Vec<u64> = tokens.iter().copied().filter(|&token| token < cells).collect();
    below.sort_unstable();
    let stuck = |(place, &cell): (u64, &u64)| cell == place;
    let floor = below.last().map_or(0, |cell| cell + 1);
    !(0..).zip(&below).all(stuck) || tokens.iter().any(|&token| token > floor && token >= cells)
}

/// The positions after each token in turn has moved to a square of `squares`. Tokens on the same square have the
/// same moves, so only the first of them moves.
pub(super) fn moved<I>(tokens: &[u64], squares: impl Fn(u64) -> I) -> Vec<Vec<u64>>
where
    I: IntoIterator<Item = u64>,
{
    first_moved(tokens, squares, usize::MAX).options
}

/// All these positions counted, and the first of them.
pub(super) fn first_moved<I>(tokens: &[u64], squares: impl Fn(u64) -> I, most: usize) -> Counted<Vec<u64>>
where
    I: IntoIterator<Item = u64>,
{
    let mut found = Counted::first(most);
    let mut seen = HashSet::new();
    for (at, &token) in tokens.iter().enumerate() {
        if !seen.insert(token) {
            continue;
        }
        for square in squares(token) {
            found.add(|| {
                let mut option = tokens.to_vec();
                option[at] = square;
                option
            });
        }
    }
    found
}

/// The value of Nim on the squares from `floor` on.
pub(super) fn nim_above(floor: u64, tokens: &[u64]) -> Nimber {
    nim_sum(tokens.iter().map(|token| Nimber(token.saturating_sub(floor))))
}

/// The options of Nim on the squares from `floor` on whose value is the nim-sum of the value and `change`.
pub(super) fn nim_moves_that_add(
    floor: u64,
    tokens: &[u64],
    change: Nimber,
    most: usize,
) -> Counted<Vec<u64>> {
    let square = |token: u64| {
        let heap = token.checked_sub(floor)?;
        let left = heap ^ change.0;
        (left < heap).then(|| floor + left)
    };
    first_moved(tokens, square, most)
}

/// An upper bound on the number of multisets of squares from `floor` on, one for each token and no higher.
pub(super) fn placements(floor: u64, tokens: &[u64]) -> f64 {
    let squares = |token: u64| token.saturating_sub(floor) as f64 + 1.0;
    let ordered = tokens.iter().copied().map(squares).product::<f64>();
    let top = tokens.iter().copied().map(squares).fold(1.0, f64::max);
    ordered.min(subsets(top + tokens.len() as f64 - 1.0, tokens.len()).max(1.0))
}

/// Strips with one token each.
pub(super) fn view(board: BoardKind, tokens: &[u64]) -> View {
    View::of_strips(board, tokens.iter().map(std::slice::from_ref))
}
