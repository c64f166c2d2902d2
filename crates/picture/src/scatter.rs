//! A scatter plot: value against heap size; rare and common heaps differ in color and in mark.
//!
//! A small number of heaps is drawn as marks. With more heaps, only their number in each cell of a grid is kept and
//! drawn as a density. Rare heaps are still drawn as marks on top, as long as they are few; beyond that, as cells of
//! their own color.

use std::ops::ControlFlow;

use crate::layout::{BoxSize, Point};
use sprague::nimber::Nimber;
use sprague::sequence::{Sink, Values};

use crate::bins::{Count, Survey, ValueBins};
use crate::classes::{Class, Classes};
use crate::color;
use crate::image::Image;
use crate::plot::{
    Axis, Entry, Frame, Lines, Run, SCALE, Sample, Tick, add_mark, draw_marks, grouped, whole_ticks,
};
use crate::svg::{Path, Svg};

/// The most marks of a class.
const MOST_MARKS: usize = 5000;
const MOST_COLUMNS: u64 = 960;
const HEIGHT: f64 = 480.0;
/// Colors of densities; one more is that of rare heaps.
const SHADES: u8 = 64;

/// A scatter plot in the making.
#[derive(Clone, Debug)]
pub struct Scatter {
    to: u64,
    classes: Option<Classes>,
    /// How many heaps share a column of the grid.
    share: u64,
    bins: ValueBins,
    total: Count,
    common: Vec<(u64, Nimber)>,
    rare: Vec<(u64, Nimber)>,
    survey: Survey,
}

impl Scatter {
    /// A scatter plot of the heaps 0 to `to`, without classes if there are none to tell apart.
    pub fn new(to: u64, classes: Option<Classes>) -> Self {
        let heaps = to.saturating_add(1);
        let share = heaps.div_ceil(MOST_COLUMNS);
        Self {
            to,
            classes,
            share,
            bins: ValueBins::new(heaps.div_ceil(share) as usize),
            total: Count::default(),
            common: Vec::new(),
            rare: Vec::new(),
            survey: Survey::default(),
        }
    }

    /// The picture.
    pub fn to_svg(&self, title: &str) -> String {
        let geometry = self.geometry();
        let panel = geometry.panel;
        let value_ticks = whole_ticks(
            self.survey.largest.0,
            Run::Along,
            |value| geometry.place(0, Nimber(value)).y,
            |value| value,
        );
        let frame = Frame {
            title: title.to_owned(),
            subtitle: self.survey.describe(),
            panel,
            below: Axis {
                label: "heap n".to_owned(),
                ticks: whole_ticks(self.to, Run::Across, |n| geometry.place(n, Nimber::ZERO).x, |n| n),
                lines: Lines::Across,
            },
            left: Axis { label: "value of heap n".to_owned(), ticks: value_ticks, lines: Lines::Across },
            key: self.key(),
        };
        frame.to_svg(|svg| {
            if self.has_image() {
                self.image().draw(svg, Point { x: 0.0, y: 0.0 }, panel);
            }
            for class in Class::ALL.into_iter().filter(|&class| self.is_few(class)) {
                self.draw_marks(svg, class, &geometry);
            }
        })
    }

    fn is_few(&self, class: Class) -> bool {
        self.total.of(class) <= MOST_MARKS as u64
    }

    fn has_image(&self) -> bool {
        !Class::ALL.into_iter().all(|class| self.is_few(class))
    }

    fn marks(&self, class: Class) -> &[(u64, Nimber)] {
        match class {
            Class::Common => &self.common,
            Class::Rare => &self.rare,
        }
    }

    fn draw_marks(&self, svg: &mut Svg, class: Class, geometry: &Geometry) {
        let mut marks = Path::default();
        for &(n, value) in self.marks(class) {
            add_mark(&mut marks, class, geometry.place(n, value));
        }
        draw_marks(svg, class, &marks);
    }

    fn geometry(&self) -> Geometry {
        let columns = self.to / self.share + 1;
        let rows = self.bins.rows() as f64;
        // Whole pixels keep the cells of the image equally large.
        let column = MOST_COLUMNS as f64 / columns as f64;
        let column = if self.has_image() { column.round().max(1.0) } else { column };
        let row = (HEIGHT / rows).round().clamp(1.0, 120.0);
        Geometry {
            panel: BoxSize { width: columns as f64 * column, height: rows * row },
            heap: column / self.share as f64,
            value: row / self.bins.height() as f64,
        }
    }

    fn image(&self) -> Image {
        let (columns, rows) = ((self.to / self.share + 1) as usize, self.bins.rows());
        let shades = (0..SHADES).map(|i| color::of_density(f64::from(i) / f64::from(SHADES - 1)));
        let mut image = Image::new(columns, rows, shades.chain([color::RARE]));
        let most = self.most() as f64;
        for row in 0..rows {
            for column in 0..columns {
                let count = self.bins.count(column, row);
                let (common, rare) = (count.of(Class::Common), count.of(Class::Rare));
                let color = if rare > 0 && !self.is_few(Class::Rare) {
                    SHADES + 1
                } else if common > 0 && !self.is_few(Class::Common) {
                    let place = if most > 1.0 { (common as f64).ln() / most.ln() } else { 1.0 };
                    1 + (place * f64::from(SHADES - 1)).round() as u8
                } else {
                    0
                };
                image.set(column, rows - 1 - row, color);
            }
        }
        image
    }

    /// The most common heaps in a cell.
    fn most(&self) -> u64 {
        let columns = (self.to / self.share + 1) as usize;
        let cells = (0..self.bins.rows()).flat_map(|row| (0..columns).map(move |column| (column, row)));
        cells.map(|(column, row)| self.bins.count(column, row).of(Class::Common)).max().unwrap_or(0)
    }

    fn key(&self) -> Vec<Entry> {
        let mut key = Vec::new();
        for class in Class::ALL {
            let total = self.total.of(class);
            let name = match (self.classes, class) {
                (None, Class::Rare) => continue,
                (None, Class::Common) => format!("{} heaps", grouped(total)),
                (Some(_), Class::Common) => format!("{} common heaps", grouped(total)),
                (Some(_), Class::Rare) => format!("{} rare heaps", grouped(total)),
            };
            key.push(match (self.is_few(class), class) {
                (true, _) => Entry::new(Sample::Mark(class), name),
                (false, Class::Common) => self.densities(&name),
                (false, Class::Rare) => {
                    Entry::new(Sample::Bar(class), format!("{name} (cells that hold one)"))
                }
            });
        }
        key.extend(self.classes.map(|classes| Entry::new(Sample::Words, classes.describe())));
        key
    }

    fn densities(&self, name: &str) -> Entry {
        let shades = (0..SHADES).map(|i| color::of_density(f64::from(i) / f64::from(SHADES - 1))).collect();
        let most = self.most();
        let mut ticks = vec![Tick { at: 0.0, text: "1".to_owned() }, Tick { at: SCALE, text: grouped(most) }];
        for power in
            (1..20).map_while(|exponent| 10u64.checked_pow(exponent)).take_while(|&power| power < most)
        {
            let at = SCALE * (power as f64).ln() / (most as f64).ln();
            if at < SCALE - 60.0 && at > 20.0 {
                ticks.push(Tick { at, text: grouped(power) });
            }
        }
        let values = if self.bins.height() == 1 {
            String::new()
        } else {
            format!(" × {} values", grouped(self.bins.height()))
        };
        let text = format!(
            "{name}; color: how many share a cell of {} heaps{values} (log scale)",
            grouped(self.share)
        );
        Entry::new(Sample::Scale(shades, ticks), text)
    }
}

impl Sink for Scatter {
    fn accept(&mut self, first: u64, values: Values<'_>) -> ControlFlow<()> {
        let (_, values) = values.within(first, (0, self.to));
        self.survey.add(first, values);
        for (n, value) in (first..).zip(values.iter()) {
            let class = self.classes.map_or(Class::Common, |classes| classes.of(n, value));
            self.bins.add((n / self.share) as usize, value, class);
            self.total.add(class);
            let marks = match class {
                Class::Common => &mut self.common,
                Class::Rare => &mut self.rare,
            };
            if marks.len() < MOST_MARKS {
                marks.push((n, value));
            }
        }
        ControlFlow::Continue(())
    }
}

/// Where heaps lie in the panel.
struct Geometry {
    panel: BoxSize,
    /// Pixels per heap.
    heap: f64,
    /// Pixels per value.
    value: f64,
}

impl Geometry {
    fn place(&self, n: u64, value: Nimber) -> Point {
        let y = self.panel.height - (value.0 as f64 + 0.5) * self.value;
        Point { x: (n as f64 + 0.5) * self.heap, y }
    }
}
