//! A heat map: a table of values as colored cells, rows down, columns across.
//!
//! While the cells fit, each is one value; otherwise neighbors share a cell and it shows their mean. Rows come one
//! after the other or in pieces, so memory is bounded by the picture.

use crate::layout::{BoxSize, Point};

use crate::image::Image;
use crate::plot::{Axis, Frame, Lines, Run, grouped, whole_ticks};
use crate::scale::Scale;

const MOST_COLUMNS: u64 = 960;
const MOST_ROWS: u64 = 640;

/// What the cells show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// G(a, b), from 0 on.
    Value,
    /// G(a, b) - b, around 0.
    Offset,
}

/// A heat map in the making.
#[derive(Clone, Debug)]
pub struct HeatMap {
    last: (u64, u64),
    quantity: Quantity,
    /// How many columns and rows share a cell.
    share: (u64, u64),
    size: (usize, usize),
    cells: Vec<(f64, u32)>,
    extremes: Option<(i64, i64)>,
}

impl HeatMap {
    /// An empty map of the rows 0 to `last_row` and the columns 0 to `last_column`.
    pub fn new(last_row: u64, last_column: u64, quantity: Quantity) -> Self {
        let share = ((last_column + 1).div_ceil(MOST_COLUMNS), (last_row + 1).div_ceil(MOST_ROWS));
        let size = ((last_column / share.0) as usize + 1, (last_row / share.1) as usize + 1);
        let cells = vec![(0.0, 0); size.0 * size.1];
        Self { last: (last_column, last_row), quantity, share, size, cells, extremes: None }
    }

    /// Adds a cell; those outside the map are left out.
    pub fn add(&mut self, row: u64, column: u64, number: i64) {
        if column > self.last.0 || row > self.last.1 {
            return;
        }
        let at = (row / self.share.1) as usize * self.size.0 + (column / self.share.0) as usize;
        self.cells[at].0 += number as f64;
        self.cells[at].1 += 1;
        let (low, high) = self.extremes.unwrap_or((number, number));
        self.extremes = Some((low.min(number), high.max(number)));
    }

    /// The picture.
    pub fn to_svg(&self, title: &str) -> String {
        let means = self.cells.iter().map(|&(sum, count)| (count > 0).then(|| sum / f64::from(count)));
        let known: Vec<f64> = means.clone().flatten().collect();
        let scale = match (self.quantity, self.share) {
            (Quantity::Value, (1, 1)) => Scale::of_values(known),
            _ => Scale::of_means(known),
        };
        let mut image = Image::new(self.size.0, self.size.1, scale.colors());
        for (index, mean) in means.enumerate() {
            if let Some(mean) = mean {
                image.set(index % self.size.0, index / self.size.0, scale.color(mean));
            }
        }
        let enlarged = |cells: usize, wanted: f64| (wanted / cells as f64).round().clamp(1.0, 24.0);
        let side = enlarged(self.size.0, 900.0);
        let height = if self.size.1 * 8 < self.size.0 { enlarged(self.size.1, 300.0) } else { side };
        let panel = BoxSize { width: self.size.0 as f64 * side, height: self.size.1 as f64 * height };
        let across = |column: u64| (column as f64 + 0.5) / self.share.0 as f64 * side;
        let down = |row: u64| (row as f64 + 0.5) / self.share.1 as f64 * height;
        let frame = Frame {
            title: title.to_owned(),
            subtitle: self.subtitle(),
            panel,
            below: Axis {
                label: "column b".to_owned(),
                ticks: whole_ticks(self.last.0, Run::Across, across, |column| column),
                lines: Lines::None,
            },
            left: Axis {
                label: "row a".to_owned(),
                ticks: whole_ticks(self.last.1, Run::Along, down, |row| row),
                lines: Lines::None,
            },
            key: vec![scale.entry(&self.meaning())],
        };
        frame.to_svg(|svg| image.draw(svg, Point { x: 0.0, y: 0.0 }, panel))
    }

    fn subtitle(&self) -> String {
        let (columns, rows) = (grouped(self.last.0), grouped(self.last.1));
        let extremes =
            self.extremes.map_or_else(String::new, |(low, high)| format!("; from {low} to {high}"));
        format!("rows 0 to {rows}, columns 0 to {columns}{extremes}")
    }

    fn meaning(&self) -> String {
        let name = match self.quantity {
            Quantity::Value => "G(a, b)",
            Quantity::Offset => "G(a, b) − b",
        };
        match self.share {
            (1, 1) => name.to_owned(),
            (columns, rows) => format!("mean of {name} over {} × {} cells", grouped(rows), grouped(columns)),
        }
    }
}
