//! Rows of pins as they stand: the ones that have fallen leave a gap, and every pin keeps its number.
//!
//! A heap position only knows how many neighbors stand together. The alley remembers where, so that a move can be
//! told and shown by the numbers of the pins. Its runs of standing pins are always the heaps of the position.

use std::fmt::Write;
use std::ops::Range;

use sprague::games::{BoardKind, View};

use super::{Ink, Tone, WIDTH};

/// The most pins that are drawn one by one.
const MOST_PINS: u64 = 100;

/// Pins in rows, counted from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alley {
    standing: Vec<bool>,
    /// The first pin of each row.
    rows: Vec<usize>,
}

impl Alley {
    /// An alley for rows of pins, if there are not too many.
    pub fn new(view: &View) -> Option<Self> {
        let sizes = view.heaps();
        if view.board != BoardKind::Pins || sizes.iter().sum::<u64>() > MOST_PINS {
            return None;
        }
        let mut rows = Vec::new();
        let mut pins = 0;
        for size in sizes {
            rows.push(pins);
            pins += size as usize;
        }
        Some(Self { standing: vec![true; pins], rows })
    }

    /// The longest ranges of standing neighbors, from the first pin on.
    pub fn runs(&self) -> Vec<Range<usize>> {
        let mut runs: Vec<Range<usize>> = Vec::new();
        for (pin, _) in self.standing.iter().enumerate().filter(|(_, standing)| **standing) {
            match runs.last_mut() {
                Some(run) if run.end == pin && !self.rows.contains(&pin) => run.end += 1,
                _ => runs.push(pin..pin + 1),
            }
        }
        runs
    }

    /// The run that all these pins stand in.
    pub fn run_of(&self, pins: &Range<usize>) -> Option<Range<usize>> {
        self.runs().into_iter().find(|run| run.start <= pins.start && pins.end <= run.end)
    }

    /// So many pins of the first run of this size, from a place in it on; `None` if there is no such run.
    pub fn pins_of_run(&self, size: u64, first: u64, count: u64) -> Option<Range<usize>> {
        let run = self.runs().into_iter().find(|run| run.len() as u64 == size)?;
        let start = run.start + first as usize;
        Some(start..start + count as usize)
    }

    /// The alley after these pins have fallen.
    #[must_use]
    pub fn without(&self, pins: Range<usize>) -> Self {
        let mut after = self.clone();
        after.standing[pins].fill(false);
        after
    }

    /// Pins with their numbers below, as many on a line as fit.
    pub fn draw(&self, ink: Ink) -> Vec<String> {
        let cell = self.standing.len().to_string().len() + 1;
        let per_line = (WIDTH - 4) / cell;
        let mut lines = Vec::new();
        for (row, &first) in self.rows.iter().enumerate() {
            let end = self.rows.get(row + 1).copied().unwrap_or(self.standing.len());
            for start in (first..end).step_by(per_line) {
                let pins = start..end.min(start + per_line);
                let (mut tops, mut numbers) = (String::new(), String::new());
                for pin in pins {
                    let space = " ".repeat(cell - 1);
                    let (shape, number) = if self.standing[pin] {
                        (ink.paint(Tone::Piece, ink.pick("▲", "A")), (pin + 1).to_string())
                    } else {
                        (ink.paint(Tone::Faint, ink.pick("·", ".")), String::new())
                    };
                    let _ = write!(tops, "{space}{shape}");
                    let _ = write!(numbers, "{number:>cell$}");
                }
                lines.extend([tops, ink.paint(Tone::Faint, numbers.trim_end())]);
            }
        }
        if lines.is_empty() {
            lines.push(ink.paint(Tone::Faint, "(no pin is left)"));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alley(game: &str, sizes: &[u64]) -> Option<Alley> {
        let sizes: Vec<String> = sizes.iter().map(u64::to_string).collect();
        let position: sprague::position::Position =
            format!("{game}: {}", sizes.join(" ")).parse().expect("a position");
        Alley::new(&position.0[0].view())
    }

    #[test]
    fn only_games_of_neighbors_have_pins() {
        for game in ["kayles", "dawsons-kayles", "0.137", "officers", "treblecross", "guiles"] {
            assert!(alley(game, &[5]).is_some(), "{game}");
        }
        for game in ["nim", "grundy", "lasker", "split(3)", "take(1..3)", "take(1) leave(2, distinct)", "0.0"]
        {
            assert!(alley(game, &[5]).is_none(), "{game}");
        }
        assert!(alley("kayles", &[1000]).is_none());
    }

    #[test]
    fn fallen_pins_leave_gaps_and_the_others_keep_their_numbers() {
        let full = alley("kayles", &[5, 3]).expect("pins");
        assert_eq!(full.draw(Ink::ASCII), [" A A A A A", " 1 2 3 4 5", " A A A", " 6 7 8"]);
        let broken = full.without(1..3);
        assert_eq!(broken.draw(Ink::UNICODE), [" ▲ · · ▲ ▲", " 1     4 5", " ▲ ▲ ▲", " 6 7 8"]);
        assert_eq!(broken.runs(), [0..1, 3..5, 5..8]);
        assert_eq!(broken.run_of(&(4..6)), None);
        assert_eq!(broken.pins_of_run(3, 1, 1), Some(6..7));
        assert_eq!(broken.pins_of_run(4, 1, 2), None);
    }
}
