//! The legend of a plot: samples of what is drawn, each with its meaning.

use crate::graph::{Point, Size};

use super::axis::Tick;
use super::classes::Class;
use super::color::{Rgb, of_class};
use super::image::Image;
use super::lettering::Lettering;
use super::plot::rectangle;
use super::svg::{Path, Svg};

const ROW: f64 = 26.0;
const GAP: f64 = 10.0;
const BOX: Size = Size { width: 18.0, height: 14.0 };
/// The length of a scale of colors.
pub(super) const SCALE: f64 = 320.0;
const BAR: Size = Size { width: SCALE, height: 16.0 };

/// What is shown of the thing explained.
pub(super) enum Sample {
    /// The mark of a class in a scatter plot.
    Mark(Class),
    /// A bar of a histogram.
    Bar(Class),
    /// A scale of colors with numbers below it.
    Scale(Vec<Rgb>, Vec<Tick>),
    /// Nothing but the words.
    Words,
}

/// A sample and its meaning.
pub(super) struct Entry {
    pub sample: Sample,
    pub text: String,
}

impl Entry {
    pub fn new(sample: Sample, text: impl Into<String>) -> Self {
        Self { sample, text: text.into() }
    }

    const fn sample_width(&self) -> f64 {
        match self.sample {
            Sample::Mark(_) | Sample::Bar(_) => BOX.width + GAP,
            // The last number may stick out.
            Sample::Scale(..) => BAR.width + GAP + 12.0,
            Sample::Words => 0.0,
        }
    }

    pub fn width(&self) -> f64 {
        self.sample_width() + Lettering::Note.width(&self.text)
    }

    pub const fn height(&self) -> f64 {
        match self.sample {
            Sample::Scale(..) => ROW + 20.0,
            _ => ROW,
        }
    }

    /// Draws the entry below and to the right of its corner.
    pub fn draw(&self, svg: &mut Svg, corner: Point) {
        let y = corner.y + ROW / 2.0;
        match &self.sample {
            Sample::Mark(class) => {
                let mut mark = Path::default();
                add_mark(&mut mark, *class, Point { x: corner.x + BOX.width / 2.0, y });
                draw_marks(svg, *class, &mark);
            }
            Sample::Bar(class) => {
                let (fill, border) = of_class(*class);
                rectangle(svg, Point { x: corner.x, y: y - BOX.height / 2.0 }, BOX, 0, fill, border);
            }
            Sample::Scale(colors, ticks) => {
                let bar = Point { x: corner.x, y: y - BAR.height / 2.0 };
                Image::strip(SCALE as usize, colors.iter().copied()).draw(svg, bar, BAR);
                let (mut marks, bottom) = (Path::default(), bar.y + BAR.height);
                for tick in ticks {
                    marks.move_to(bar.x + tick.at, bottom);
                    marks.line_to(bar.x + tick.at, bottom + 4.0);
                    // The first number does not reach into the margin.
                    let x = bar.x + tick.at.max(Lettering::Tick.width(&tick.text) / 2.0 - 5.0);
                    Lettering::Tick.write(svg, &tick.text, Point { x, y: bottom + 13.0 });
                }
                svg.empty("path", &[("d", &marks), ("stroke", &"#59636e")]);
            }
            Sample::Words => {}
        }
        Lettering::Note.write(svg, &self.text, Point { x: corner.x + self.sample_width(), y });
    }
}

/// Adds a mark to those of its class: a dot for a common heap, a diamond for a rare one.
pub(super) fn add_mark(marks: &mut Path, class: Class, at: Point) {
    match class {
        // A line without length, whose round ends make the dot.
        Class::Common => {
            marks.move_to(at.x, at.y);
            marks.close();
        }
        Class::Rare => {
            marks.move_to(at.x - 3.0, at.y);
            marks.line_to(at.x, at.y - 3.0);
            marks.line_to(at.x + 3.0, at.y);
            marks.line_to(at.x, at.y + 3.0);
            marks.close();
        }
    }
}

/// Draws the marks of a class.
pub(super) fn draw_marks(svg: &mut Svg, class: Class, marks: &Path) {
    let (fill, border) = of_class(class);
    match class {
        Class::Common => svg.empty(
            "path",
            &[("d", marks), ("stroke", &border), ("stroke-width", &4), ("stroke-linecap", &"round")],
        ),
        Class::Rare => {
            svg.empty("path", &[("d", marks), ("fill", &fill), ("stroke", &border), ("stroke-width", &0.5)]);
        }
    }
}
