//! Schrage's rectangles: bars of squares side by side, the size below each.

use super::{Ink, Tone, WIDTH, and_more, clip};

const MOST_HIGH: u64 = 10;
const MOST_WIDE: u64 = 16;
const MOST_BARS: usize = 12;

/// One bar, as lines of equal width.
struct Bar {
    lines: Vec<String>,
    label: String,
    width: usize,
}

/// The bars in rows that fit the line.
pub fn draw(cuboids: &[&[u64]], ink: Ink) -> Vec<String> {
    if cuboids.is_empty() {
        return vec![ink.paint(Tone::Faint, "(no rectangle)")];
    }
    let mut lines = Vec::new();
    let mut shelf: Vec<Bar> = Vec::new();
    for cuboid in cuboids.iter().take(MOST_BARS) {
        let bar = bar(cuboid, ink);
        let used: usize = shelf.iter().map(|bar| bar.width + 3).sum();
        if !shelf.is_empty() && used + bar.width + 2 > WIDTH {
            lines.extend(beside(&shelf, ink));
            shelf.clear();
        }
        shelf.push(bar);
    }
    lines.extend(beside(&shelf, ink));
    lines.extend(and_more(MOST_BARS, cuboids.len(), "pieces"));
    lines
}

/// The face of the first two sides; a third and further side is in the label only.
fn bar(cuboid: &[u64], ink: Ink) -> Bar {
    let (high, wide) = match *cuboid {
        [] => (1, 1),
        [wide] => (1, wide),
        [high, wide, ..] => (high, wide),
    };
    let (rows, columns) = (high.min(MOST_HIGH) as usize, wide.min(MOST_WIDE) as usize);
    let square = ink.pick("□", "#");
    let mut row = vec![square; columns];
    if wide > MOST_WIDE {
        row.push(ink.dots());
    }
    let row = row.join(" ");
    let mut lines = vec![row; rows];
    if high > MOST_HIGH {
        lines.push(ink.pick("⋮", ":").to_owned());
    }
    let label = clip(&label(cuboid), WIDTH - 4);
    let width = lines.iter().chain([&label]).map(|line| line.chars().count()).max().unwrap_or(0);
    Bar { lines, label, width }
}

/// The size, as the notation writes it.
fn label(cuboid: &[u64]) -> String {
    cuboid.iter().map(u64::to_string).collect::<Vec<_>>().join("x")
}

/// Bars next to each other, standing on their labels.
fn beside(bars: &[Bar], ink: Ink) -> Vec<String> {
    let high = bars.iter().map(|bar| bar.lines.len()).max().unwrap_or(0);
    let mut lines = Vec::new();
    for row in 0..high {
        let mut line = String::new();
        for bar in bars {
            let text = (row + bar.lines.len()).checked_sub(high).map_or("", |at| &bar.lines[at]);
            line.push_str(&ink.paint(Tone::Piece, text));
            line.push_str(&" ".repeat(bar.width - text.chars().count() + 3));
        }
        lines.push(line.trim_end().to_owned());
    }
    let labels: Vec<String> =
        bars.iter().map(|bar| format!("{:width$}", bar.label, width = bar.width + 3)).collect();
    lines.push(ink.paint(Tone::Faint, labels.concat().trim_end()));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::drawn as board;

    #[test]
    fn bars_stand_on_their_sizes() {
        assert_eq!(
            board("rectangle: 2x4 1x2 5", Ink::UNICODE),
            "  □ □ □ □\n  □ □ □ □   □ □   □ □ □ □ □\n  2x4       1x2   5"
        );
        assert_eq!(board("rectangle: 1x2x9", Ink::ASCII), "  # #\n  1x2x9");
    }

    #[test]
    fn huge_and_many_pieces_are_abbreviated() {
        let many = format!("rectangle: {}", "9x9 ".repeat(100));
        for text in ["rectangle: 1000000x999999", "rectangle: 1e18", "rectangle: 1e18x1e18x1e18x1e18", &many]
        {
            let drawn = board(text, Ink::ASCII);
            assert!(drawn.lines().all(|line| line.chars().count() <= WIDTH), "{drawn}");
            assert!(drawn.lines().count() < 70, "{drawn}");
        }
    }
}
