//! The strip of heaps: the value of each in the color of its box, and the turn that repeats.
//!
//! Where the period is short a row holds whole turns, so equal values stand below each other.

use sprague::quotient::{Element, Quotient, RuleHeap, word_in_letters};

use super::POSITION;
use super::boxes::Map;
use crate::layout::{BoxSize, Point};
use crate::lettering::Lettering;
use crate::plot::rectangle;
use crate::svg::{Number, Path, Svg};

/// The most heaps in a row.
const COLUMNS: u64 = 24;
/// The most heaps in the strip.
const MOST: u64 = 10 * COLUMNS;
const CELL: BoxSize = BoxSize { width: 44.0, height: 26.0 };
/// From one row to the next: a number stands above each cell, and the turn is underlined.
const ROW: f64 = 58.0;

struct Cell {
    heap: u64,
    word: String,
    tint: &'static str,
    is_position: bool,
    is_turn: bool,
    corner: Point,
}

/// The strip in its place.
pub struct Strip {
    cells: Vec<Cell>,
    width: f64,
    more: Option<String>,
    pub size: BoxSize,
}

impl Strip {
    pub fn new(quotient: &Quotient, map: &Map) -> Self {
        let word = |x: Element| word_in_letters(&quotient.word(x));
        let known = quotient.values(0).len() as u64 - 1;
        let value = |size: u64| quotient.value(RuleHeap { rule: 0, size }).unwrap_or_default();
        let period = quotient.period(0);
        let turn = period.map(|period| (period.preperiod, period.preperiod + period.period - 1));
        // rows of whole turns, the first of which starts a row
        let columns = period.map_or(COLUMNS, |period| match COLUMNS / period.period {
            0 => COLUMNS,
            turns => turns * period.period,
        });
        let before = period
            .filter(|period| period.period <= COLUMNS)
            .map_or(0, |period| (columns - (period.preperiod - 1) % columns) % columns);
        let wanted = turn.map_or(known, |(_, last)| (last + before).div_ceil(columns) * columns - before);
        let last = wanted.min(MOST);
        let more = match turn {
            Some((first, end)) if last < end => Some(format!(
                "The heaps after {last} are not drawn; the turn that repeats is from heap {first} to {end}."
            )),
            None if last < known => Some(format!("The heaps after {last} are not drawn.")),
            _ => None,
        };
        let widest = (1..=last).map(|heap| Lettering::Tick.width(&word(value(heap)))).fold(0.0, f64::max);
        let width = CELL.width.max(widest * 0.85 + 6.0);
        let cells: Vec<Cell> = (1..=last)
            .map(|heap| {
                let value = value(heap);
                let place = heap - 1 + before;
                let corner =
                    Point { x: (place % columns) as f64 * width, y: (place / columns) as f64 * ROW + 36.0 };
                Cell {
                    heap,
                    word: word(value),
                    tint: map.tint(value),
                    is_position: quotient.is_position(value),
                    is_turn: turn.is_some_and(|(first, end)| (first..=end).contains(&heap)),
                    corner,
                }
            })
            .collect();
        let rows = (last + before).div_ceil(columns) as f64;
        let height = rows * ROW + 24.0 + if more.is_some() { 20.0 } else { 0.0 };
        let size = BoxSize { width: columns as f64 * width, height };
        Self { cells, width, more, size }
    }

    pub fn draw(&self, svg: &mut Svg) {
        let what = "The value of each heap, in the color of its box; filled: the heap alone is P. Underlined: the turn that \
                    repeats for ever.";
        let what = if self.cells.iter().any(|cell| cell.is_turn) {
            what
        } else {
            &what[..what.find(" Underlined").unwrap_or(what.len())]
        };
        Lettering::Note.write(svg, what, Point { x: 0.0, y: 6.0 });
        let mut line = Path::default();
        for cell in &self.cells {
            let Point { x, y } = cell.corner;
            let size = BoxSize { width: self.width - 3.0, height: CELL.height };
            rectangle(svg, cell.corner, size, 4, cell.tint, "#b6bec7");
            let ink = if cell.is_position {
                let inner = BoxSize { width: size.width - 8.0, height: size.height - 8.0 };
                rectangle(svg, Point { x: x + 4.0, y: y + 4.0 }, inner, 8, POSITION, POSITION);
                "#ffffff"
            } else {
                "#1f2328"
            };
            let middle = x + size.width / 2.0;
            let mut write = |text: &str, height: f64, font: f64, ink: &str| {
                svg.text(
                    "text",
                    &[
                        ("x", &Number(middle)),
                        ("y", &Number(y + height)),
                        ("text-anchor", &"middle"),
                        ("font-size", &Number(font)),
                        ("fill", &ink),
                    ],
                    text,
                );
            };
            write(&cell.heap.to_string(), -4.0, 10.0, "#59636e");
            write(&cell.word, 17.5, 13.0, ink);
            if cell.is_turn {
                line.line((x - 1.5, y + CELL.height + 5.0), (x + self.width - 1.5, y + CELL.height + 5.0));
            }
        }
        svg.empty("path", &[("d", &line), ("stroke", &POSITION), ("stroke-width", &Number(3.0))]);
        let ends = |cell: &&Cell| cell.is_turn;
        let mut ticks = Path::default();
        for (cell, at) in
            [(self.cells.iter().find(ends), 0.0), (self.cells.iter().rfind(ends), self.width - 3.0)]
        {
            let Some(cell) = cell else { continue };
            ticks.line(
                (cell.corner.x + at, cell.corner.y + CELL.height - 1.0),
                (cell.corner.x + at, cell.corner.y + CELL.height + 9.0),
            );
        }
        svg.empty("path", &[("d", &ticks), ("stroke", &POSITION), ("stroke-width", &Number(3.0))]);
        if let Some(more) = &self.more {
            Lettering::Note.write(svg, more, Point { x: 0.0, y: self.size.height - 8.0 });
        }
    }
}
