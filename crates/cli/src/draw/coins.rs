//! Rows of coins: heads and tails over the numbers of their places.

use sprague::games::Part;

use super::{Ink, MOST_ROWS, Tone, WIDTH, and_more};

/// The most coins of a row that are drawn.
const MOST_COINS: usize = 24;

/// The rows one below the other, numbered where there are several, and the numbers of the columns.
pub fn draw(parts: &[Part], ink: Ink) -> Vec<String> {
    let rows: Vec<&str> = parts
        .iter()
        .filter_map(|part| if let Part::Row { coins } = part { Some(&coins[..]) } else { None })
        .collect();
    let columns = rows.first().map_or(0, |row| row.len());
    if columns == 0 {
        return vec![ink.paint(Tone::Faint, "(no coins)")];
    }
    let label = |at: usize| if rows.len() > 1 { format!("row {at:<3}") } else { String::new() };
    let shown = columns.min(MOST_COINS).min((WIDTH - 24) / 2);
    let more = |row: &str| {
        let heads = row[shown..].bytes().filter(|&coin| coin == b'H').count();
        let dots = ink.dots();
        if columns > shown {
            format!(" {dots} {} more, {heads} heads", columns - shown)
        } else {
            String::new()
        }
    };
    let coin = |coin: char| match coin {
        'H' => format!(" {} ", ink.paint(Tone::Piece, "H")),
        _ => format!(" {} ", ink.paint(Tone::Faint, "T")),
    };
    let line = |(at, row): (usize, &&str)| {
        let coins: String = row[..shown].chars().map(coin).collect();
        format!("{}{coins}{}", ink.paint(Tone::Faint, &label(at)), more(row))
    };
    let mut lines: Vec<String> = rows.iter().enumerate().take(MOST_ROWS).map(line).collect();
    let numbers = (0..shown).map(|at| format!("{at:>2}")).collect::<Vec<_>>().join(" ");
    lines.push(ink.paint(Tone::Faint, &format!("{}{numbers}", " ".repeat(label(0).len()))));
    lines.extend(and_more(MOST_ROWS, rows.len(), "rows"));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::drawn as board;

    #[test]
    fn coins_over_their_numbers() {
        assert_eq!(board("coins(ruler): HTTH", Ink::ASCII), "   H  T  T  H\n   0  1  2  3");
        assert_eq!(
            board("coins(ruler x twins): HT/TH", Ink::ASCII),
            "  row 0   H  T\n  row 1   T  H\n          0  1"
        );
        assert_eq!(board("coins(twins):", Ink::ASCII), "  (no coins)");
    }

    #[test]
    fn a_long_row_is_counted() {
        let drawn = board(&format!("coins(ruler): {}", "HT".repeat(5000)), Ink::ASCII);
        assert!(drawn.contains("... 9976 more, 4988 heads"), "{drawn}");
        assert!(drawn.lines().all(|line| line.chars().count() <= 2 + WIDTH + 24), "{drawn}");
    }
}
