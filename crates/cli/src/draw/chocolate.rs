//! Chomp: bars of chocolate with numbered rows and columns, the poisoned square marked.

use sprague::games::Part;

use super::{Ink, MOST_ROWS, Tone, and_more};

const MOST_COLUMNS: u64 = 16;
const MOST_BOARDS: usize = 4;

/// The boards one below the other, with numbers where there are several.
pub fn draw(boards: &[Part], ink: Ink) -> Vec<String> {
    if boards.is_empty() {
        return vec![ink.paint(Tone::Faint, "(no board)")];
    }
    let mut lines = Vec::new();
    for (at, board) in boards.iter().enumerate().take(MOST_BOARDS) {
        if boards.len() > 1 {
            lines.push(ink.paint(Tone::Faint, &format!("board {}", at + 1)));
        }
        lines.extend(bar(board, ink));
    }
    lines.extend(and_more(MOST_BOARDS, boards.len(), "boards"));
    lines
}

fn bar(board: &Part, ink: Ink) -> Vec<String> {
    let Part::Bar { rows, row_count } = board else { return Vec::new() };
    let width = rows.first().copied().unwrap_or(0);
    let columns = width.min(MOST_COLUMNS);
    let header: Vec<String> = (1..=columns).map(|column| format!("{column:>3}")).collect();
    let header = header.concat();
    let more = if width > columns { format!("  {} {width}", ink.dots()) } else { String::new() };
    let mut lines = vec![ink.paint(Tone::Faint, &format!("   {header}{more}"))];
    for (row, &length) in (1..).zip(rows).take(MOST_ROWS) {
        let mut line = ink.paint(Tone::Faint, &format!("{row:>3}"));
        for column in 1..=columns.min(length) {
            let piece = match (row, column) {
                (1, 1) => ink.paint(Tone::Danger, ink.pick("☠", "X")),
                _ => ink.paint(Tone::Piece, ink.pick("■", "#")),
            };
            line.push_str("  ");
            line.push_str(&piece);
        }
        if length > columns {
            line.push_str("  ");
            line.push_str(ink.dots());
        }
        lines.push(line);
    }
    if *row_count > MOST_ROWS as u64 {
        lines.push(format!("{row_count:>3} rows in all"));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::drawn as board;

    #[test]
    fn the_poison_is_in_the_first_row_and_column() {
        assert_eq!(
            board("chomp: 4,4,2", Ink::ASCII),
            "       1  2  3  4\n    1  X  #  #  #\n    2  #  #  #  #\n    3  #  #"
        );
        assert_eq!(board("chomp: 2x1", Ink::UNICODE), "       1\n    1  ☠\n    2  ■");
    }

    #[test]
    fn several_and_huge_boards() {
        assert_eq!(
            board("chomp: 1 2", Ink::ASCII),
            "  board 1\n       1\n    1  X\n  board 2\n       1  2\n    1  X  #"
        );
        for text in ["chomp: 1000000", "chomp: 1000000x1", "chomp: 30x30", "chomp: 1e18"] {
            let drawn = board(text, Ink::UNICODE);
            assert!(drawn.lines().count() <= 20, "{drawn}");
            assert!(drawn.lines().all(|line| line.chars().count() <= crate::draw::WIDTH), "{drawn}");
        }
    }
}
