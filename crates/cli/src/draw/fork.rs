//! Strips that share their first squares: a stem of shared squares that forks into one branch for each strip.
//!
//! The star of Star Silver Dollar and of Star Nim has a stem of one square, 0.

use super::strips::{coins, fits, numbers, square, squares};
use super::{Ink, MOST_ROWS, Tone, and_more};

/// The most shared squares that are drawn.
const MOST_SHARED: u64 = 8;

/// Strips with these tokens that share the squares below `shared`. A token there is drawn on the stem.
pub fn draw(shared: u64, strips: Vec<Vec<u64>>, ink: Ink) -> Vec<String> {
    let mut on_stem: Vec<u64> = strips.iter().flatten().copied().filter(|&token| token < shared).collect();
    on_stem.sort_unstable();
    let mut branches: Vec<(usize, Vec<u64>)> = Vec::new();
    for (at, tokens) in strips.into_iter().enumerate() {
        branches.push((at + 1, tokens.into_iter().filter(|&token| token >= shared).collect()));
    }
    let stem = Stem::new(shared, &on_stem, ink);
    let all = branches.len();
    branches.truncate(MOST_ROWS);
    let last = branches.iter().filter_map(|(_, tokens)| tokens.last()).max().copied().unwrap_or(shared);
    let whole = fits(last - shared + 1, stem.width + 18);
    let middle = branches.len().saturating_sub(1) / 2;
    let mut lines = Vec::new();
    if whole && !branches.is_empty() {
        let above = format!("{:width$}{}", "", numbers(shared, last), width = stem.width + 4);
        lines.push(ink.paint(Tone::Faint, &above));
    }
    for (row, (strip, tokens)) in branches.iter().enumerate() {
        let stem_here = if row == middle { stem.drawn.clone() } else { " ".repeat(stem.width) };
        let joint = joint(row, middle, branches.len(), ink);
        let squares = match (whole, &tokens[..]) {
            (_, []) => ink.paint(Tone::Faint, "[ ]"),
            (true, tokens) => squares(shared, tokens, ink),
            (false, tokens) => coins(shared, tokens, ink),
        };
        let drawn = if whole { tokens.last().map_or(1, |top| top - shared + 1) } else { 0 };
        let width = if whole { last - shared + 1 } else { 0 };
        let space = " ".repeat((width.saturating_sub(drawn) * 3) as usize);
        let name = ink.paint(Tone::Faint, &format!("strip {strip}"));
        lines.push(format!("{stem_here}{joint}{squares}{space}  {name}"));
    }
    if branches.is_empty() {
        lines.push(stem.drawn);
    }
    if branches.len() > 1 || lines.len() == 1 {
        let numbers = ink.paint(Tone::Faint, &stem.numbers);
        match lines.get_mut(1 + usize::from(whole) + middle) {
            Some(below) if below.starts_with(&" ".repeat(stem.width)) => {
                below.replace_range(..stem.width, &numbers);
            }
            _ => lines.push(numbers.trim_end().to_owned()),
        }
    } else {
        lines.push(ink.paint(Tone::Faint, stem.numbers.trim_end()));
    }
    lines.extend(and_more(MOST_ROWS, all, "strips"));
    lines
}

/// The shared squares, their numbers, and how wide they are.
struct Stem {
    drawn: String,
    numbers: String,
    width: usize,
}

impl Stem {
    fn new(shared: u64, tokens: &[u64], ink: Ink) -> Self {
        let shown = shared.min(MOST_SHARED);
        let width = shown as usize * 3;
        let mut drawn = String::new();
        for at in 0..shown {
            drawn.push_str(&square(at, tokens, ink));
        }
        let numbers = if shown == 0 { String::new() } else { numbers(0, shown - 1) };
        let mut stem = Self { drawn, numbers: format!("{numbers:width$}"), width };
        if shared > shown {
            let beyond: Vec<String> =
                tokens.iter().filter(|&&token| token >= shown).take(3).map(u64::to_string).collect();
            let held =
                if beyond.is_empty() { String::new() } else { format!(" coins on {}", beyond.join(", ")) };
            let rest = format!("{} to {}{held} ", ink.pick("…", ".."), shared - 1);
            stem.width += rest.chars().count();
            stem.drawn.push_str(&rest);
            stem.numbers = format!("{:width$}", stem.numbers, width = stem.width);
        }
        stem
    }
}

/// The piece of line between the stem and a branch.
fn joint(row: usize, middle: usize, rows: usize, ink: Ink) -> &'static str {
    let (first, last) = (row == 0, row + 1 == rows);
    match (row == middle, first, last) {
        (true, true, true) => ink.pick("────", "----"),
        (true, true, false) => ink.pick("─┬──", "-+--"),
        (true, false, true) => ink.pick("─┴──", "-+--"),
        (true, false, false) => ink.pick("─┼──", "-+--"),
        (false, true, _) => ink.pick(" ┌──", " +--"),
        (false, _, true) => ink.pick(" └──", " +--"),
        (false, false, false) => ink.pick(" ├──", " +--"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::drawn as board;

    #[test]
    fn strips_fork_from_square_zero() {
        let drawn = [
            "          1  2  3  4",
            "      ┌──[ ][ ][●]     strip 1",
            "  [ ]─┼──[ ][●]        strip 2",
            "   0  └──[ ][ ][●][●]  strip 3",
        ];
        assert_eq!(board("star: [3] [2] [3,4]", Ink::UNICODE), drawn.join("\n"));
    }

    #[test]
    fn a_token_on_zero_sits_on_the_stem() {
        let drawn = ["          1  2", "  [o]-+--[ ]     strip 1", "   0  +--[ ][o]  strip 2"];
        assert_eq!(board("star-nim: 0 2", Ink::ASCII), drawn.join("\n"));
        let one = ["          1  2", "  [ ]----[ ][o]  strip 1", "   0"];
        assert_eq!(board("star-nim: 2", Ink::ASCII), one.join("\n"));
    }

    #[test]
    fn shared_cells_make_a_longer_stem() {
        let drawn = ["             2  3", "  [o][ ]-+--[ ]     strip 1", "   0  1  +--[ ][o]  strip 2"];
        assert_eq!(board("shared(2): 0 3", Ink::ASCII), drawn.join("\n"));
    }

    #[test]
    fn nothing_floods_the_terminal() {
        for text in [
            "star-nim: 1e18 5 3",
            "shared(1e9): 7 2e9",
            "shared(1e9): 5e8 4",
            "shared(0): 3 4",
            "star:",
            "star: [] []",
        ] {
            let drawn = board(text, Ink::UNICODE);
            assert!(drawn.lines().all(|line| line.chars().count() <= crate::draw::WIDTH), "{text}\n{drawn}");
            assert!(drawn.lines().count() < 6, "{text}\n{drawn}");
        }
    }
}
