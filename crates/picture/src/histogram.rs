//! A histogram: how many heaps have each value, with a bar for each class.
//!
//! If the largest count is far above the smallest, the scale is logarithmic, and the axis says so. If values share a
//! bar, the legend says so.

use std::ops::ControlFlow;

use crate::layout::{BoxSize, Point};
use sprague::sequence::{Sink, Values};

use crate::bins::{Count, Survey, ValueBins};
use crate::classes::{Class, Classes};
use crate::color::of_class;
use crate::plot::{Axis, Entry, Frame, Lines, Run, Sample, Tick, add_mark, draw_marks, grouped, whole_ticks};
use crate::svg::{Number, Path, Svg};

const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 420.0;
const WIDEST: f64 = 60.0;
/// Counts that differ by this factor do not fit on a linear scale.
const FAR: u64 = 100;

/// A histogram in the making.
#[derive(Clone, Debug)]
pub struct Histogram {
    classes: Option<Classes>,
    bins: ValueBins,
    total: Count,
    survey: Survey,
}

impl Histogram {
    /// A histogram of all heaps it receives, without classes if there are none to tell apart.
    pub fn new(classes: Option<Classes>) -> Self {
        Self { classes, bins: ValueBins::new(1), total: Count::default(), survey: Survey::default() }
    }

    /// The picture.
    pub fn to_svg(&self, title: &str) -> String {
        let rows = self.bins.rows();
        let bar = (WIDTH / rows as f64).min(WIDEST);
        let panel = BoxSize { width: (bar * rows as f64).max(240.0), height: HEIGHT };
        let heights = self.heights();
        let per_value = bar / self.bins.height() as f64;
        let at = |value: u64| (value as f64 + 0.5) * per_value;
        let scale = match heights {
            Heights::Linear { .. } => "",
            Heights::Logarithmic { .. } => " (log scale)",
        };
        let frame = Frame {
            title: title.to_owned(),
            subtitle: self.survey.describe(),
            panel,
            below: Axis {
                label: "value".to_owned(),
                ticks: whole_ticks(self.survey.largest.0, Run::Across, at, |value| value),
                lines: Lines::None,
            },
            left: Axis {
                label: format!("number of heaps{scale}"),
                ticks: heights.ticks(),
                lines: Lines::Across,
            },
            key: self.key(),
        };
        frame.to_svg(|svg| {
            for class in Class::ALL {
                self.draw_bars(svg, class, bar, &heights);
            }
        })
    }

    fn counts(&self) -> impl Iterator<Item = Count> {
        (0..self.bins.rows()).map(|row| self.bins.count(0, row))
    }

    fn heights(&self) -> Heights {
        let counts = || self.counts().flat_map(|count| Class::ALL.map(|class| count.of(class)));
        let most = counts().max().unwrap_or(0).max(1);
        let least = counts().filter(|&count| count > 0).min().unwrap_or(1);
        if most / least > FAR { Heights::Logarithmic { most } } else { Heights::Linear { most } }
    }

    /// Where a bar has heaps of both classes, each class has half of its width.
    fn draw_bars(&self, svg: &mut Svg, class: Class, bar: f64, heights: &Heights) {
        let (mut bars, mut marks) = (Path::default(), Path::default());
        let gap = if bar >= 4.0 { (0.15 * bar).max(1.0) } else { 0.0 };
        for (row, count) in self.counts().enumerate().filter(|(_, count)| count.of(class) > 0) {
            let both = count.of(Class::Rare) > 0 && count.of(Class::Common) > 0;
            let width = if both { (bar - gap) / 2.0 } else { bar - gap };
            let shift = if both && class == Class::Rare { width } else { 0.0 };
            let left = row as f64 * bar + gap / 2.0 + shift;
            let top = HEIGHT - heights.of(count.of(class));
            bars.polygon(&[(left, HEIGHT), (left, top), (left + width, top), (left + width, HEIGHT)]);
            add_mark(&mut marks, class, Point { x: left + width / 2.0, y: top });
        }
        let (fill, border) = of_class(class);
        let line = Number(if bar >= 8.0 { 1.0 } else { 0.0 });
        svg.empty("path", &[("d", &bars), ("fill", &fill), ("stroke", &border), ("stroke-width", &line)]);
        if class == Class::Rare {
            draw_marks(svg, class, &marks);
        }
    }

    fn key(&self) -> Vec<Entry> {
        let mut key = Vec::new();
        if let Some(classes) = self.classes {
            let (common, rare) = (self.total.of(Class::Common), self.total.of(Class::Rare));
            key.push(Entry::new(Sample::Bar(Class::Common), format!("{} common heaps", grouped(common))));
            key.push(Entry::new(Sample::Bar(Class::Rare), format!("{} rare heaps", grouped(rare))));
            key.push(Entry::new(Sample::Words, classes.describe()));
        }
        let height = self.bins.height();
        let text = match height {
            1 => "one bar for each value".to_owned(),
            _ => format!("one bar for {} neighboring values", grouped(height)),
        };
        key.push(Entry::new(Sample::Words, text));
        key
    }
}

impl Sink for Histogram {
    fn accept(&mut self, first: u64, values: Values<'_>) -> ControlFlow<()> {
        self.survey.add(first, values);
        for (n, value) in (first..).zip(values.iter()) {
            let class = self.classes.map_or(Class::Common, |classes| classes.of(n, value));
            self.bins.add(0, value, class);
            self.total.add(class);
        }
        ControlFlow::Continue(())
    }
}

/// How high a count stands.
enum Heights {
    Linear { most: u64 },
    Logarithmic { most: u64 },
}

impl Heights {
    /// Room above the highest bar.
    const ROOM: f64 = 12.0;
    /// A single heap still has a bar of this height on the logarithmic scale.
    const ONE: f64 = 16.0;

    fn of(&self, count: u64) -> f64 {
        match *self {
            Self::Linear { most } => (HEIGHT - Self::ROOM) * count as f64 / most as f64,
            Self::Logarithmic { most } => {
                let share = (count.max(1) as f64).ln() / (most as f64).ln();
                Self::ONE + (HEIGHT - Self::ROOM - Self::ONE) * share
            }
        }
    }

    fn ticks(&self) -> Vec<Tick> {
        match *self {
            Self::Linear { most } => {
                whole_ticks(most, Run::Along, |count| HEIGHT - self.of(count), |count| count)
            }
            Self::Logarithmic { most } => (0..20)
                .map_while(|exponent| 10u64.checked_pow(exponent))
                .take_while(|&power| power <= most)
                .map(|power| Tick { at: HEIGHT - self.of(power), text: grouped(power) })
                .collect(),
        }
    }
}
