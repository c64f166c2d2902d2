//! A raster: the heaps in rows of a chosen width, colored by value, so that a period shows as vertical stripes.
//!
//! Heap n lies in row n / width and column n mod width. While the cells fit, each is one heap; otherwise neighbors
//! share a cell and it shows the mean of their values. Rows are shared first and far more often: the heaps of a cell
//! then lie a multiple of the width apart, and a near-period still shows as stripes.

use std::num::NonZeroU64;
use std::ops::ControlFlow;

use crate::layout::{BoxSize, Point};
use sprague::sequence::{Sink, Values};

use crate::bins::{Means, Survey};
use crate::lettering::Lettering;
use crate::plot::{Axis, Frame, Lines, Run, grouped, whole_ticks};
use crate::scale::{Scale, Shade};
use crate::svg::{Attributes, Number, Svg};

/// The most columns and rows.
const MOST: (u64, u64) = (1200, 800);
/// The widest row unless told: each column is a cell of its own.
const USUAL_COLUMNS: u64 = 1000;

/// A raster in the making.
#[derive(Clone, Debug)]
pub struct Raster {
    to: u64,
    width: u64,
    means: Means,
    survey: Survey,
}

impl Raster {
    /// A raster of the heaps 0 to `to`, `width` to a row.
    pub fn new(to: u64, width: NonZeroU64) -> Self {
        let width = width.get();
        let columns = to.saturating_add(1).min(width);
        let rows = to / width + 1;
        Self { to, width, means: Means::new((columns, rows), MOST), survey: Survey::default() }
    }

    /// A round width that makes the raster a little wider than high.
    pub fn usual_width(to: u64) -> NonZeroU64 {
        let wanted = (1.5 * to as f64).sqrt().clamp(10.0, USUAL_COLUMNS as f64);
        let power = 10f64.powi(wanted.log10().floor() as i32);
        let round = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0].map(|digit| digit * power);
        let nearest = round.into_iter().min_by(|a, b| (a - wanted).abs().total_cmp(&(b - wanted).abs()));
        NonZeroU64::new(nearest.unwrap_or(wanted) as u64).unwrap_or(NonZeroU64::MIN)
    }

    /// The picture.
    pub fn to_svg(&self, title: &str) -> String {
        let (columns, rows) = self.means.size;
        let cell = BoxSize { width: enlarged(columns, 960, 40), height: enlarged(rows, 640, 40) };
        let (panel, across, down) = self.means.panel(cell);
        let scale = self.means.scale(self.means.is_exact());
        let last_column = self.to.min(self.width - 1);
        let frame = Frame {
            title: title.to_owned(),
            subtitle: self.survey.describe(),
            panel,
            below: Axis {
                label: format!("n mod {}", grouped(self.width)),
                ticks: whole_ticks(last_column, Run::Across, across, |column| column),
                lines: Lines::None,
            },
            left: Axis {
                label: "first heap n of the row".to_owned(),
                ticks: whole_ticks(self.to / self.width, Run::Along, down, |row| row * self.width),
                lines: Lines::None,
            },
            key: vec![scale.entry(&self.meaning())],
        };
        frame.to_svg(|svg| {
            self.means.image(&scale).draw(svg, Point { x: 0.0, y: 0.0 }, panel);
            if self.means.is_exact() {
                self.write_values(svg, cell, &scale);
            }
        })
    }

    /// Writes the values into cells that are large enough, white on dark ones and dark on light ones.
    fn write_values(&self, svg: &mut Svg, cell: BoxSize, scale: &Scale) {
        let widest = Lettering::Tick.width(&self.survey.largest.to_string());
        if cell.width < widest + 4.0 || cell.height < Lettering::Tick.line_height() + 2.0 {
            return;
        }
        for (ink, shade) in [("#ffffff", Shade::Dark), ("#1f2328", Shade::Light)] {
            let letters: Attributes = &[("font-size", &12), ("text-anchor", &"middle"), ("fill", &ink)];
            svg.element("g", letters, |svg| {
                for (column, row, value) in self.means.iter() {
                    if scale.shade(value) != shade {
                        continue;
                    }
                    let x = (column as f64 + 0.5) * cell.width;
                    let y = (row as f64 + 0.5) * cell.height + 4.2;
                    svg.text("text", &[("x", &Number(x)), ("y", &Number(y))], &value.to_string());
                }
            });
        }
    }

    fn meaning(&self) -> String {
        match self.means.share {
            (1, 1) => "value of the heap".to_owned(),
            (1, rows) => format!("mean value of {} heaps of a column", grouped(rows)),
            (columns, 1) => format!("mean value of {} neighbors", grouped(columns)),
            (columns, rows) => format!("mean value of {} × {} heaps", grouped(columns), grouped(rows)),
        }
    }
}

/// The whole number of pixels that enlarges this many cells to about the wanted length.
fn enlarged(cells: usize, wanted: usize, most: usize) -> f64 {
    ((wanted as f64 / cells as f64).round()).clamp(1.0, most as f64)
}

impl Sink for Raster {
    fn accept(&mut self, first: u64, values: Values<'_>) -> ControlFlow<()> {
        let (_, mut rest) = values.within(first, (0, self.to));
        self.survey.add(first, rest);
        let mut n = first;
        while !rest.is_empty() {
            let (row, column) = (n / self.width, n % self.width);
            let count = rest.len().min((self.width - column) as usize);
            self.means.add(row, column, rest.slice(0..count).iter().map(|value| value.0 as f64));
            n += count as u64;
            rest = rest.slice(count..rest.len());
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use sprague::nimber::Nimber;

    use super::*;

    fn raster(to: u64, width: u64, value: impl Fn(u64) -> u64) -> Raster {
        let mut raster = Raster::new(to, NonZeroU64::new(width).expect("positive"));
        let values: Vec<Nimber> = (0..=to).map(|n| Nimber(value(n))).collect();
        for (at, chunk) in values.chunks(1000).enumerate() {
            let _ = raster.accept(at as u64 * 1000, chunk.into());
        }
        raster
    }

    #[test]
    fn each_heap_lands_in_its_cell() {
        for (to, width) in [(0, 5), (3, 5), (99, 10), (100, 7), (50_000, 3), (20_000, 15_000), (70_000, 30)] {
            let raster = raster(to, width, |n| n);
            let mut expected = vec![(0.0, 0); raster.means.cells.len()];
            for n in 0..=to {
                let (column, row) = (n % width / raster.means.share.0, n / width / raster.means.share.1);
                let cell = &mut expected[row as usize * raster.means.size.0 + column as usize];
                *cell = (cell.0 + n as f64, cell.1 + 1);
            }
            assert_eq!(raster.means.cells, expected, "{to} {width}");
            assert!(raster.means.size.0 <= 1200 && raster.means.size.1 <= 800, "{to} {width}");
            assert_eq!(raster.survey, Survey { from: 0, heaps: to + 1, largest: Nimber(to), at: to });
        }
    }

    #[test]
    fn a_period_makes_columns_of_one_color() {
        let raster = raster(100_000, 36, |n| n % 12);
        assert_eq!(raster.means.share, (1, 4));
        assert!(raster.means.iter().all(|(column, _, mean)| Some(mean) == Some((column % 12) as f64)));
        assert_eq!(raster.means.iter().count(), raster.means.cells.len());
    }

    #[test]
    fn the_usual_width_is_round() {
        let widths =
            [0, 100, 1000, 10_000, 100_000, 1_000_000, u64::MAX].map(|to| Raster::usual_width(to).get());
        assert_eq!(widths, [10, 10, 40, 100, 400, 1000, 1000]);
    }

    #[test]
    fn heaps_beyond_the_range_are_left_out() {
        let mut raster = raster(10, 4, |_| 1);
        let _ = raster.accept(11, Values::Wide(&[Nimber(9); 5]));
        assert_eq!(raster.survey.heaps, 11);
    }

    #[test]
    fn the_largest_ranges_make_bounded_rasters() {
        for width in [1, 1000, u64::MAX >> 1, u64::MAX] {
            let mut raster = Raster::new(u64::MAX >> 1, NonZeroU64::new(width).expect("positive"));
            let _ = raster.accept((u64::MAX >> 1) - 2, Values::Wide(&[Nimber(1 << 60); 3]));
            assert!(raster.means.cells.len() <= 1200 * 800);
            assert!(raster.to_svg("large").len() < 100_000);
        }
    }
}
