//! Boards of squares that are covered or marked, with numbered rows and columns.

use sprague::games::Part;

use super::{Ink, MOST_ROWS, Tone, WIDTH, and_more};

/// The columns of the terminal that a square takes.
const CELL: usize = 3;

/// The rows from the top.
pub fn draw(parts: &[Part], ink: Ink) -> Vec<String> {
    /// The most boards that are drawn.
    const MOST_BOARDS: usize = 6;
    let mut lines = Vec::new();
    for (at, part) in parts.iter().enumerate().take(MOST_BOARDS) {
        let Part::Squares { squares } = part else { continue };
        if parts.len() > 1 {
            lines.push(ink.paint(Tone::Faint, &format!("board {}", at + 1)));
        }
        lines.extend(board(squares, ink));
    }
    lines.extend(and_more(MOST_BOARDS, parts.len(), "boards"));
    lines
}

fn board(squares: &[String], ink: Ink) -> Vec<String> {
    let columns = squares.first().map_or(0, |row| row.chars().count());
    let shown = columns.min((WIDTH - 12) / CELL);
    let numbers = (1..=shown).map(|column| format!("{column:>2} ")).collect::<Vec<_>>().concat();
    let more = if shown < columns { format!(" {} {columns}", ink.dots()) } else { String::new() };
    let mut lines = vec![ink.paint(Tone::Faint, &format!("    {}{more}", numbers.trim_end()))];
    for (at, row) in squares.iter().enumerate().take(MOST_ROWS) {
        let square = |c: char| match c {
            '#' => ink.paint(Tone::Faint, "[ ]"),
            'X' => format!("[{}]", ink.paint(Tone::Piece, "X")),
            _ => ink.paint(Tone::Faint, ink.pick(" · ", " . ")),
        };
        let line: String = row.chars().take(shown).map(square).collect();
        lines.push(format!("{} {line}", ink.paint(Tone::Faint, &format!("{:>3}", at + 1))));
    }
    lines.extend(and_more(MOST_ROWS, squares.len(), "rows"));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::drawn as board;

    #[test]
    fn free_squares_have_brackets() {
        assert_eq!(board("cram: ##./.##", Ink::ASCII), "       1  2  3\n    1 [ ][ ] .\n    2  . [ ][ ]");
        assert_eq!(board("treblecross: ..X.", Ink::ASCII), "       1  2  3  4\n    1 [ ][ ][X][ ]");
    }
}
