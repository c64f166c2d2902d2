//! Chomp: bars of chocolate with numbered rows and columns, the poisoned square marked.

use sprague::games::chomp::Shape;

use super::{Ink, MOST_ROWS, Tone, and_more};

const MOST_COLUMNS: u64 = 16;
const MOST_BOARDS: usize = 4;

/// The boards one below the other, with numbers where there are several.
pub fn draw(boards: &[Shape], ink: Ink) -> Vec<String> {
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

fn bar(board: &Shape, ink: Ink) -> Vec<String> {
    let rows = board.row_count().min(MOST_ROWS as u64);
    let columns = board.column_count().min(MOST_COLUMNS);
    let header: Vec<String> = (1..=columns).map(|column| format!("{column:>3}")).collect();
    let header = header.concat();
    let more = if board.column_count() > columns {
        format!("  {} {}", ink.dots(), board.column_count())
    } else {
        String::new()
    };
    let mut lines = vec![ink.paint(Tone::Faint, &format!("   {header}{more}"))];
    for row in 1..=rows {
        let mut line = ink.paint(Tone::Faint, &format!("{row:>3}"));
        for column in 1..=columns {
            let piece = match (row, column) {
                (1, 1) => ink.paint(Tone::Danger, ink.pick("☠", "X")),
                square if board.eat(square).is_some() => ink.paint(Tone::Piece, ink.pick("■", "#")),
                _ => break,
            };
            line.push_str("  ");
            line.push_str(&piece);
        }
        let goes_on = board.column_count() > columns && board.eat((row, columns + 1)).is_some();
        if goes_on {
            line.push_str("  ");
            line.push_str(ink.dots());
        }
        lines.push(line);
    }
    if board.row_count() > rows {
        lines.push(format!("{:>3} rows in all", board.row_count()));
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
            assert!(drawn.lines().all(|line| line.chars().count() <= super::super::WIDTH), "{drawn}");
        }
    }
}
