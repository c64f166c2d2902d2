//! Silver Dollar: strips of numbered squares with coins.
//!
//! A strip ends at its last coin, since no coin ever moves up. One that does not fit on a line is written as its
//! coins with their squares, and dots for the empty squares between them.

use std::fmt::Write;

use sprague::games::{BoardKind, View};

use super::{Ink, MOST_ROWS, Tone, WIDTH, and_more};

/// The most coins of a strip that are written one by one.
const MOST_COINS: usize = 8;

/// The strips one below the other, with numbers where there are several.
pub fn draw(strips: &[&[u64]], ink: Ink) -> Vec<String> {
    if strips.is_empty() {
        return vec![ink.paint(Tone::Faint, "(no strip)")];
    }
    let last = strips.iter().filter_map(|strip| strip.last()).max().copied().unwrap_or(0);
    let label = |at: usize| if strips.len() > 1 { format!("strip {:<3}", at + 1) } else { String::new() };
    let indent = label(0).len();
    let mut lines = Vec::new();
    let whole = fits(last + 1, indent);
    for (at, strip) in strips.iter().enumerate().take(MOST_ROWS) {
        let squares = match (whole, *strip) {
            (_, []) => "(empty)".to_owned(),
            (true, tokens) => squares(0, tokens, ink),
            (false, tokens) => coins(0, tokens, ink),
        };
        lines.push(format!("{}{squares}", ink.paint(Tone::Faint, &label(at))));
    }
    if whole {
        lines.push(ink.paint(Tone::Faint, &format!("{:indent$}{}", "", numbers(0, last))));
    }
    lines.extend(and_more(MOST_ROWS, strips.len(), "strips"));
    lines
}

/// Strips whose tokens are not all alike: the marked one of each strip is a ring, and square 0 may be a bag.
pub fn unlike(view: &View, ink: Ink) -> Vec<String> {
    let strips: Vec<&[u64]> = view.strips().collect();
    let mut lines = draw(&strips, ink);
    if view.board == BoardKind::Bag {
        let inside = if view.marked == [0] { "it holds the dollar" } else { "for any number of coins" };
        lines.push(ink.paint(Tone::Faint, &format!("square 0 is the bag, {inside}")));
    }
    for (at, (line, &square)) in lines.iter_mut().zip(&view.marked).enumerate() {
        // the tokens of a line come in the order of their squares
        let Some(place) = strips.get(at).and_then(|tokens| tokens.iter().position(|&token| token == square))
        else {
            continue;
        };
        let stone = format!("[{}]", ink.paint(Tone::Piece, ink.stone()));
        let ring = format!("[{}]", ink.paint(Tone::Mark, ink.pick("○", "x")));
        if let Some((start, _)) = line.match_indices(&stone).nth(place) {
            line.replace_range(start..start + stone.len(), &ring);
        }
    }
    lines
}

/// Whether so many squares fit on a line after an indentation.
pub(super) fn fits(squares: u64, indent: usize) -> bool {
    squares <= 1000 && squares as usize * cell(squares) + indent + 4 <= WIDTH
}

/// The columns of one square when there are so many.
const fn cell(squares: u64) -> usize {
    if squares > 100 { 4 } else { 3 }
}

/// The squares from `first` to the last token, each between brackets.
pub(super) fn squares(first: u64, tokens: &[u64], ink: Ink) -> String {
    let last = tokens.last().copied().unwrap_or(first);
    (first..=last).map(|at| square(at, tokens, ink)).collect()
}

/// One square, with its coin if it holds one.
pub(super) fn square(at: u64, tokens: &[u64], ink: Ink) -> String {
    if tokens.contains(&at) {
        format!("[{}]", ink.paint(Tone::Piece, ink.stone()))
    } else {
        ink.paint(Tone::Faint, "[ ]")
    }
}

/// The numbers of the squares from `first` to `last`, under their middles.
pub(super) fn numbers(first: u64, last: u64) -> String {
    let all: String =
        (first..=last).map(|at| if at < 10 { format!(" {at} ") } else { format!("{at:>2} ") }).collect();
    all.trim_end().to_owned()
}

/// The tokens with their squares and dots for the empty squares in between.
pub(super) fn coins(first: u64, tokens: &[u64], ink: Ink) -> String {
    let mut line = String::new();
    let mut next = first;
    for &token in tokens.iter().take(MOST_COINS) {
        if token > next {
            line.push_str(&ink.paint(Tone::Faint, &format!("[ ]{} ", ink.dots())));
        }
        let _ = write!(line, "[{}] {token}  ", ink.paint(Tone::Piece, ink.stone()));
        next = token.saturating_add(1);
    }
    if tokens.len() > MOST_COINS {
        let _ = write!(line, "and {} more", tokens.len() - MOST_COINS);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::drawn as board;

    #[test]
    fn coins_on_numbered_squares() {
        assert_eq!(
            board("silver-dollar: [2,5,6]", Ink::UNICODE),
            "  [ ][ ][●][ ][ ][●][●]\n   0  1  2  3  4  5  6"
        );
        assert_eq!(
            board("silver-dollar: [0,10] [1] []", Ink::ASCII),
            "  strip 1  [o][ ][ ][ ][ ][ ][ ][ ][ ][ ][o]\n  strip 2  [ ][o]\n  strip 3  (empty)\n            \
             0  1  2  3  4  5  6  7  8  9 10"
        );
    }

    #[test]
    fn tokens_that_are_unlike_the_others() {
        assert_eq!(board("welter: 1 3", Ink::ASCII), "  [ ][o][ ][o]\n   0  1  2  3");
        assert_eq!(
            board("northcott: 0-3 2-1", Ink::UNICODE),
            "  strip 1  [○][ ][ ][●]\n  strip 2  [ ][●][○]\n            0  1  2  3"
        );
        assert_eq!(
            board("dollar: 1 3$", Ink::ASCII),
            "  [ ][o][ ][x]\n   0  1  2  3\n  square 0 is the bag, for any number of coins"
        );
        assert_eq!(
            board("dollar: 0$ 1", Ink::ASCII),
            "  [ ][o]\n   0  1\n  square 0 is the bag, it holds the dollar"
        );
    }

    #[test]
    fn a_long_strip_is_abbreviated() {
        assert_eq!(
            board("silver-dollar: [0,1,1e12]", Ink::ASCII),
            "  [o] 0  [o] 1  [ ]... [o] 1000000000000"
        );
    }
}
