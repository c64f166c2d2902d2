//! Values of single heaps as books print them: so many in a row with the exceptional ones marked, or in two columns.
//!
//! A heap is exceptional if it lies before the preperiod and its value is not the one that the period, continued
//! backwards, would give (T, section 7, prints those in bold).

use std::fmt::Write;

use sprague::heap::HeapGame;
use sprague::limits::Limits;
use sprague::sequence::{EngineSettings, Sequence};

/// Values of a range of heaps.
pub struct ValueRows<'v> {
    /// The line that tells what they are.
    pub head: String,
    /// The first heap.
    pub from: u64,
    /// The values, in order.
    pub values: &'v [u64],
}

/// What a proved period says of the heaps before it.
pub struct Exceptions {
    /// The exceptional heaps, ascending.
    pub heaps: Vec<u64>,
    /// The period, in short, and the theorem that proves it.
    because: String,
}

impl Exceptions {
    /// The exceptional heaps of a game, if its period is proved from the values to a heap.
    pub fn of(game: &HeapGame, to: u64, engine: EngineSettings, limits: &Limits) -> Option<Self> {
        let mut sequence = Sequence::new(game.clone(), engine);
        let proved = sequence.prove_from(to, limits).ok()?;
        let because = format!("{}, by {}", proved.period().in_short(), proved.theorem());
        Some(Self { heaps: proved.exceptions(), because })
    }
}

impl ValueRows<'_> {
    /// So many values in a row, the first heap of the row in front, with a * behind those of exceptional heaps.
    pub fn in_rows(&self, per_row: u64, exceptions: Option<&Exceptions>) -> String {
        let Some(last) = (self.values.len() as u64).checked_sub(1).map(|after| self.from + after) else {
            return self.head.clone();
        };
        let marked = |heap: &u64| exceptions.is_some_and(|all| all.heaps.binary_search(heap).is_ok());
        let has_marks = (self.from..=last).any(|heap| marked(&heap));
        let width = self.values.iter().max().map_or(1, |largest| largest.to_string().len());
        let label = last.to_string().len();
        let mut text = self.head.clone();
        let mut row = self.from - self.from % per_row;
        while row <= last {
            let mut line = format!("{row:>label$} ");
            for heap in (row..row.saturating_add(per_row)).take_while(|&heap| heap <= last) {
                let value = heap.checked_sub(self.from).and_then(|at| self.values.get(at as usize));
                let value = value.map(u64::to_string).unwrap_or_default();
                let mark = if marked(&heap) {
                    "*"
                } else if has_marks {
                    " "
                } else {
                    ""
                };
                let _ = write!(line, " {value:>width$}{mark}");
            }
            let _ = writeln!(text, "{}", line.trim_end());
            row = row.saturating_add(per_row);
        }
        let _ = match exceptions {
            Some(all) if has_marks => {
                writeln!(text, "* exceptional; the others are as the period has them: {}.", all.because)
            }
            Some(all) => writeln!(text, "No heap is exceptional: {}.", all.because),
            None => writeln!(text, "No period is proved, so no heap is marked as exceptional."),
        };
        text
    }

    /// A heap and its value in each line.
    pub fn in_columns(&self) -> String {
        let last = (self.from + self.values.len() as u64).saturating_sub(1);
        let label = last.to_string().len().max("heap".len());
        let mut text = self.head.clone();
        let _ = writeln!(text, "{:>label$}  value", "heap");
        for (heap, value) in (self.from..).zip(self.values) {
            let _ = writeln!(text, "{heap:>label$}  {value:>5}");
        }
        text
    }
}
