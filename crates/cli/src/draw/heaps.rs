//! Heaps as rows of stones, the size in front.

use sprague::games::{Part, View};

use super::{Ink, MOST_ROWS, Tone, and_more};

/// The most stones of a row; a larger heap ends in dots.
const MOST_STONES: u64 = 26;

/// The most components that are drawn.
const MOST_COMPONENTS: usize = 6;
/// The most heaps of one component that are drawn.
const MOST_IN_COMPONENT: usize = 4;

/// One row for each heap.
pub fn rows(sizes: &[u64], ink: Ink) -> Vec<String> {
    some_rows(sizes, MOST_ROWS, ink)
}

fn some_rows(sizes: &[u64], most: usize, ink: Ink) -> Vec<String> {
    if sizes.is_empty() {
        return vec![ink.paint(Tone::Faint, "(no heap is left)")];
    }
    let digits = sizes.iter().map(|size| size.to_string().len()).max().unwrap_or(1);
    let row = |&size: &u64| format!("{size:>digits$}  {}", stones(size, ink.stone(), ink));
    let shown = sizes.iter().take(most).map(row);
    shown.chain(and_more(most, sizes.len(), "heaps")).collect()
}

fn stones(size: u64, stone: &str, ink: Ink) -> String {
    let shown = size.min(MOST_STONES) as usize;
    let row = vec![stone; shown].join(" ");
    let row = ink.paint(Tone::Piece, &row);
    if size > MOST_STONES { format!("{row} {}", ink.dots()) } else { row }
}

/// The heaps, and below them how much may be taken now, where the moves before say so.
pub fn with_limit(view: &View, ink: Ink) -> Vec<String> {
    let mut lines = rows(&view.heaps(), ink);
    lines.extend(view.limit.map(|most| ink.paint(Tone::Faint, &format!("at most {most} may be taken now"))));
    lines
}

/// The steps of stairs from the top down, each with its coins.
pub fn steps(coins: &[u64], ink: Ink) -> Vec<String> {
    let digits = coins.iter().map(|coins| coins.to_string().len()).max().unwrap_or(1);
    let label = coins.len().to_string().len();
    let step = |(at, &coins): (usize, &u64)| {
        let place = ink.paint(Tone::Faint, &format!("step {:>label$}", at + 1));
        format!("{place}  {coins:>digits$}  {}", stones(coins, ink.stone(), ink))
    };
    let shown = coins.iter().enumerate().take(MOST_ROWS).map(step).collect::<Vec<_>>();
    let above = and_more(MOST_ROWS, coins.len(), "steps above");
    above.into_iter().chain(shown.into_iter().rev()).collect()
}

/// The heaps and the bank below them.
pub fn with_bank(view: &View, ink: Ink) -> Vec<String> {
    let mut lines = rows(&view.heaps(), ink);
    let bank = view.bank.unwrap_or(0);
    let coins = if bank == 0 { "(empty)".to_owned() } else { stones(bank, ink.pick("○", "$"), ink) };
    lines.push(format!("bank {bank}  {coins}"));
    lines
}

/// The components of a nearly disjunctive sum one below the other, the owner marked.
pub fn components(parts: &[Part], ink: Ink) -> Vec<String> {
    let mut lines = Vec::new();
    for (at, part) in parts.iter().enumerate().take(MOST_COMPONENTS) {
        let Part::Component { game, heaps, owner } = part else { continue };
        let owner = if *owner { ink.paint(Tone::Mark, "  owner") } else { String::new() };
        lines.push(format!("{}{owner}", ink.paint(Tone::Faint, &format!("component {}", at + 1))));
        if game.contains(':') {
            // a board, told by its notation
            lines.push(format!("  {game}"));
            continue;
        }
        lines.extend(some_rows(heaps, MOST_IN_COMPONENT, ink).into_iter().map(|row| format!("  {row}")));
    }
    lines.extend(and_more(MOST_COMPONENTS, parts.len(), "components"));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::drawn as board;

    #[test]
    fn stones_in_rows() {
        assert_eq!(board("nim: 3 12", Ink::ASCII), "  12  o o o o o o o o o o o o\n   3  o o o");
        assert_eq!(board("grundy: 2", Ink::UNICODE), "  2  ● ●");
        assert_eq!(board("nim:", Ink::UNICODE), "  (no heap is left)");
    }

    #[test]
    fn a_huge_heap_takes_one_line() {
        let drawn = board("nim: 1e18 7", Ink::UNICODE);
        let lines: Vec<&str> = drawn.lines().collect();
        assert!(lines[0].starts_with("  1000000000000000000  ● ● ●") && lines[0].ends_with("● …"), "{drawn}");
        assert!(lines.iter().all(|line| line.chars().count() <= crate::draw::WIDTH), "{drawn}");
    }

    #[test]
    fn stairs_and_a_limit() {
        assert_eq!(
            board("staircase: 3 0 2", Ink::ASCII),
            "  step 3  2  o o\n  step 2  0\n  step 1  3  o o o"
        );
        assert_eq!(board("fibonacci: 5 limit 2", Ink::ASCII), "  5  o o o o o\n  at most 2 may be taken now");
    }

    #[test]
    fn many_heaps_are_counted() {
        let many = format!("nim: {}", "5 ".repeat(1000));
        assert!(board(&many, Ink::ASCII).ends_with("\n  ... and 984 more heaps"));
    }

    #[test]
    fn wythoffs_heaps_a_bank_and_an_owner() {
        assert_eq!(board("wythoff: 2 3", Ink::ASCII), "  3  o o o\n  2  o o");
        assert_eq!(board("bogus-nim: 3 1 bank 2", Ink::ASCII), "  3  o o o\n  1  o\n  bank 2  $ $");
        let nearly = board("nearly(nim): [2,1]! [3]", Ink::ASCII);
        assert_eq!(nearly, "  component 1  owner\n    2  o o\n    1  o\n  component 2\n    3  o o o");
    }
}
