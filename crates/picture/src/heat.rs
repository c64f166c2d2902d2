//! A heat map: a table of values as colored cells, rows down, columns across.
//!
//! While the cells fit, each is one value; otherwise neighbors share a cell and it shows their mean. Rows come one
//! after the other or in pieces, so memory is bounded by the picture.

use crate::layout::{BoxSize, Point};

use crate::bins::Means;
use crate::plot::{Axis, Frame, Lines, Run, grouped, whole_ticks};

/// The most columns and rows.
const MOST: (u64, u64) = (960, 640);

/// What the cells show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeatQuantity {
    /// G(a, b), from 0 on.
    Value,
    /// G(a, b) - b, around 0.
    Offset,
}

/// A heat map in the making.
#[derive(Clone, Debug)]
pub struct HeatMap {
    last: (u64, u64),
    quantity: HeatQuantity,
    means: Means,
    extremes: Option<(i64, i64)>,
}

impl HeatMap {
    /// An empty map of the rows 0 to `last_row` and the columns 0 to `last_column`.
    pub fn new(last_row: u64, last_column: u64, quantity: HeatQuantity) -> Self {
        let means = Means::new((last_column + 1, last_row + 1), MOST);
        Self { last: (last_column, last_row), quantity, means, extremes: None }
    }

    /// Adds a cell; those outside the map are left out.
    pub fn add(&mut self, row: u64, column: u64, number: i64) {
        if column > self.last.0 || row > self.last.1 {
            return;
        }
        self.means.add(row, column, [number as f64]);
        let (low, high) = self.extremes.unwrap_or((number, number));
        self.extremes = Some((low.min(number), high.max(number)));
    }

    /// The picture.
    pub fn to_svg(&self, title: &str) -> String {
        let scale = self.means.scale(self.quantity == HeatQuantity::Value && self.means.is_exact());
        let size = self.means.size;
        let enlarged = |cells: usize, wanted: f64| (wanted / cells as f64).round().clamp(1.0, 24.0);
        let width = enlarged(size.0, 900.0);
        let height = if size.1 * 8 < size.0 { enlarged(size.1, 300.0) } else { width };
        let (panel, across, down) = self.means.panel(BoxSize { width, height });
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
        frame.to_svg(|svg| self.means.image(&scale).draw(svg, Point { x: 0.0, y: 0.0 }, panel))
    }

    fn subtitle(&self) -> String {
        let (columns, rows) = (grouped(self.last.0), grouped(self.last.1));
        let extremes =
            self.extremes.map_or_else(String::new, |(low, high)| format!("; from {low} to {high}"));
        format!("rows 0 to {rows}, columns 0 to {columns}{extremes}")
    }

    fn meaning(&self) -> String {
        let name = match self.quantity {
            HeatQuantity::Value => "G(a, b)",
            HeatQuantity::Offset => "G(a, b) − b",
        };
        match self.means.share {
            (1, 1) => name.to_owned(),
            (columns, rows) => format!("mean of {name} over {} × {} cells", grouped(rows), grouped(columns)),
        }
    }
}
