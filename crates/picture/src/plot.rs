//! The frame of a plot: title, panel, axes, and a legend below that explains what is drawn.
//!
//! Plots are sinks that count while values stream, so their memory is bounded by the picture, whatever the number of
//! heaps. A plot draws in its panel, whose upper left corner is the origin. Axes have round numbers at even distances,
//! as many as there is room for.

use std::fmt::Display;

use crate::classes::Class;
use crate::color::{Rgb, of_class};
use crate::image::Image;
use crate::layout::{BoxSize, Point};
use crate::lettering::Lettering;
use crate::svg::{Number, Path, Svg};

pub(crate) const MARGIN: f64 = 24.0;
pub(crate) const FRAME: &str = "#d0d7de";
const LINES: &str = "#e8ebef";
const AXIS: &str = "#59636e";
/// The longest title, in characters.
const LONGEST: usize = 84;

/// A plot without its content.
pub(crate) struct Frame {
    pub title: String,
    pub subtitle: String,
    pub panel: BoxSize,
    /// The axis below the panel, from left to right.
    pub below: Axis,
    /// The axis at its left, from top to bottom.
    pub left: Axis,
    pub key: Vec<Entry>,
}

impl Frame {
    /// The whole picture; `content` draws in the panel.
    pub fn to_svg(&self, content: impl FnOnce(&mut Svg)) -> String {
        let title = shortened(&self.title);
        let left = self.left_width();
        // Half a label may stick out at the right.
        let right = self
            .below
            .ticks
            .last()
            .map_or(0.0, |tick| tick.at + Lettering::Tick.width(&tick.text) / 2.0 - self.panel.width);
        let plot = left + self.panel.width + right.max(8.0);
        let widths = self.key.iter().map(Entry::width);
        let widths =
            widths.chain([Lettering::Title.width(&title), Lettering::Note.width(&self.subtitle), plot]);
        let inner = widths.fold(0.0, f64::max);
        let corner = Point { x: MARGIN + left + (inner - plot) / 2.0, y: MARGIN + 68.0 };
        let rule = corner.y + self.panel.height + 64.0;
        let (places, height) = self.place_key(inner);
        let (width, height) = (inner + 2.0 * MARGIN, rule + height + 28.0);
        Svg::document(width, height, &title, |svg| {
            rectangle(
                svg,
                Point { x: 0.5, y: 0.5 },
                BoxSize { width: width - 1.0, height: height - 1.0 },
                8,
                "#ffffff",
                FRAME,
            );
            Lettering::Title.write(svg, &title, Point { x: MARGIN, y: MARGIN + 12.0 });
            Lettering::Note.write(svg, &self.subtitle, Point { x: MARGIN, y: MARGIN + 40.0 });
            let shift = format!("translate({} {})", Number(corner.x), Number(corner.y));
            svg.element("g", &[("transform", &shift)], |svg| {
                self.draw_lines(svg);
                content(svg);
                rectangle(svg, Point { x: 0.0, y: 0.0 }, self.panel, 0, "none", AXIS);
                self.draw_below(svg);
                self.draw_left(svg);
            });
            let mut line = Path::default();
            line.line((MARGIN, rule), (width - MARGIN, rule));
            svg.empty("path", &[("d", &line), ("stroke", &FRAME)]);
            for (entry, place) in self.key.iter().zip(places) {
                entry.draw(svg, Point { x: MARGIN + place.x, y: rule + 14.0 + place.y });
            }
        })
    }

    fn left_width(&self) -> f64 {
        let widest = self.left.ticks.iter().map(|tick| Lettering::Tick.width(&tick.text)).fold(0.0, f64::max);
        widest + 10.0 + Lettering::Caption.line_height() + 8.0
    }

    /// The places of the entries, as many in a row as fit, and the height of all.
    fn place_key(&self, width: f64) -> (Vec<Point>, f64) {
        const BETWEEN: f64 = 28.0;
        let mut places = Vec::new();
        let (mut x, mut y, mut row) = (0.0, 0.0, 0.0f64);
        for entry in &self.key {
            if x > 0.0 && x + entry.width() > width {
                (x, y, row) = (0.0, y + row, 0.0);
            }
            places.push(Point { x, y });
            x += entry.width() + BETWEEN;
            row = row.max(entry.height());
        }
        (places, y + row)
    }

    fn draw_lines(&self, svg: &mut Svg) {
        let mut lines = Path::default();
        if self.below.lines == Lines::Across {
            for tick in &self.below.ticks {
                lines.line((tick.at, 0.0), (tick.at, self.panel.height));
            }
        }
        if self.left.lines == Lines::Across {
            for tick in &self.left.ticks {
                lines.line((0.0, tick.at), (self.panel.width, tick.at));
            }
        }
        stroke(svg, &lines, LINES);
    }

    fn draw_below(&self, svg: &mut Svg) {
        let mut marks = Path::default();
        let bottom = self.panel.height;
        for tick in &self.below.ticks {
            marks.line((tick.at, bottom), (tick.at, bottom + 5.0));
            Lettering::Tick.write(svg, &tick.text, Point { x: tick.at, y: bottom + 15.0 });
        }
        stroke(svg, &marks, AXIS);
        let middle = Point { x: self.panel.width / 2.0, y: bottom + 38.0 };
        Lettering::Caption.write(svg, &self.below.label, middle);
    }

    fn draw_left(&self, svg: &mut Svg) {
        let mut marks = Path::default();
        for tick in &self.left.ticks {
            marks.line((-5.0, tick.at), (0.0, tick.at));
            Lettering::TickBefore.write(svg, &tick.text, Point { x: -9.0, y: tick.at });
        }
        stroke(svg, &marks, AXIS);
        let x = Lettering::Caption.line_height() / 2.0 - self.left_width();
        let turn = format!("translate({} {}) rotate(-90)", Number(x), Number(self.panel.height / 2.0));
        svg.element("g", &[("transform", &turn)], |svg| {
            Lettering::Caption.write(svg, &self.left.label, Point { x: 0.0, y: 0.0 });
        });
    }
}

fn stroke(svg: &mut Svg, path: &Path, color: &str) {
    svg.empty("path", &[("d", path), ("stroke", &color)]);
}

/// A rectangle with a border.
pub(crate) fn rectangle(svg: &mut Svg, corner: Point, size: BoxSize, radius: u8, fill: &str, border: &str) {
    let attributes: [(&str, &dyn Display); 7] = [
        ("x", &Number(corner.x)),
        ("y", &Number(corner.y)),
        ("width", &Number(size.width)),
        ("height", &Number(size.height)),
        ("rx", &radius),
        ("fill", &fill),
        ("stroke", &border),
    ];
    svg.empty("rect", &attributes);
}

/// A title that no rule makes too long.
fn shortened(title: &str) -> String {
    if title.chars().count() <= LONGEST {
        return title.to_owned();
    }
    title.chars().take(LONGEST - 1).chain(['…']).collect()
}

/// A mark on an axis.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tick {
    /// How far along the axis, in pixels.
    pub at: f64,
    /// What is written there.
    pub text: String,
}

/// Whether lines run from the ticks across the panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lines {
    Across,
    None,
}

/// An axis: what it counts and where.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Axis {
    pub label: String,
    pub ticks: Vec<Tick>,
    pub lines: Lines,
}

/// The direction in which labels stand next to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Run {
    /// They need room for their width.
    Across,
    /// They need room for their height.
    Along,
}

/// Ticks at whole numbers from 0 to `last`; number i lies at `at(i)` and is written as `number(i)`.
pub(crate) fn whole_ticks(
    last: u64,
    run: Run,
    at: impl Fn(u64) -> f64,
    number: impl Fn(u64) -> u64,
) -> Vec<Tick> {
    let room = match run {
        Run::Across => Lettering::Tick.width(&grouped(number(last))) + 18.0,
        Run::Along => 36.0,
    };
    let apart = if last == 0 { f64::INFINITY } else { (at(last) - at(0)).abs() / last as f64 };
    let step = round_step(room / apart).max(1.0) as u64;
    let tick = |i: u64| Tick { at: at(i), text: grouped(number(i)) };
    (0..=last / step).map(|i| tick(i * step)).collect()
}

/// Ticks at round numbers, whole or not, from `low` to `high` on an axis of this length.
pub(crate) fn real_ticks(low: f64, high: f64, length: f64) -> Vec<Tick> {
    let room = Lettering::Tick.width("0000.0") + 12.0;
    let span = high - low;
    if !span.is_finite() || span <= 0.0 {
        return vec![Tick { at: 0.0, text: decimal(low, 1) }];
    }
    let step = round_step(span * room / length);
    let places = (-step.log10().floor()).clamp(0.0, 9.0) as usize;
    let first = (low / step - 1e-9).ceil();
    let count = ((high / step + 1e-9).floor() - first).max(0.0) as usize;
    (0..=count)
        .map(|i| (first + i as f64) * step)
        .map(|x| Tick { at: (x - low) / span * length, text: decimal(x, places) })
        .collect()
}

/// The least of 1, 2 and 5 times a power of ten that is at least `least`.
fn round_step(least: f64) -> f64 {
    if !(least.is_finite() && least > 0.0) {
        return 1.0;
    }
    let power = 10f64.powi(least.log10().floor() as i32);
    [1.0, 2.0, 5.0, 10.0]
        .map(|digit| digit * power)
        .into_iter()
        .find(|&step| step >= least * 0.999_999)
        .unwrap_or(10.0 * power)
}

/// A number with its digits in groups of three.
pub(crate) fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        // Four digits are read at a glance.
        if index > 0 && digits.len() > 4 && (digits.len() - index).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

fn decimal(x: f64, places: usize) -> String {
    if places == 0 && x >= 0.0 { grouped(x.round() as u64) } else { format!("{x:.places$}") }
}

const ROW: f64 = 26.0;
const GAP: f64 = 10.0;
const BOX: BoxSize = BoxSize { width: 18.0, height: 14.0 };
/// The length of a scale of colors.
pub(crate) const SCALE: f64 = 320.0;
const BAR: BoxSize = BoxSize { width: SCALE, height: 16.0 };

/// What is shown of the thing explained.
pub(crate) enum Sample {
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
pub(crate) struct Entry {
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
                    marks.line((bar.x + tick.at, bottom), (bar.x + tick.at, bottom + 4.0));
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
pub(crate) fn add_mark(marks: &mut Path, class: Class, at: Point) {
    match class {
        // A line without length, whose round ends make the dot.
        Class::Common => {
            marks.polygon(&[(at.x, at.y)]);
        }
        Class::Rare => {
            marks.polygon(&[(at.x - 3.0, at.y), (at.x, at.y - 3.0), (at.x + 3.0, at.y), (at.x, at.y + 3.0)]);
        }
    }
}

/// Draws the marks of a class.
pub(crate) fn draw_marks(svg: &mut Svg, class: Class, marks: &Path) {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(ticks: &[Tick]) -> Vec<&str> {
        ticks.iter().map(|tick| tick.text.as_str()).collect()
    }

    #[test]
    fn steps_are_round() {
        for (least, step) in
            [(0.3, 0.5), (1.0, 1.0), (1.1, 2.0), (3.0, 5.0), (5.1, 10.0), (20_001.0, 50_000.0)]
        {
            assert!((round_step(least) - step).abs() < 1e-9, "{least}");
        }
    }

    #[test]
    fn ticks_are_round_numbers_that_fit() {
        let at = |n: u64| n as f64 * 0.045;
        let ticks = whole_ticks(20_000, Run::Across, at, |n| n);
        assert_eq!(texts(&ticks)[..3], ["0", "2000", "4000"]);
        assert_eq!(ticks.last().map(|tick| tick.text.as_str()), Some("20 000"));
        for pair in ticks.windows(2) {
            assert!(pair[1].at - pair[0].at > Lettering::Tick.width(&pair[1].text));
        }
    }

    #[test]
    fn a_single_heap_and_the_largest_ones_have_ticks() {
        assert_eq!(texts(&whole_ticks(0, Run::Along, |_| 0.5, |n| n)), ["0"]);
        let last = u64::MAX >> 1;
        let ticks = whole_ticks(last, Run::Across, |n| n as f64 / last as f64 * 900.0, |n| n);
        assert!((2..10).contains(&ticks.len()), "{ticks:?}");
    }

    #[test]
    fn means_have_as_many_places_as_needed() {
        assert_eq!(texts(&real_ticks(57.13, 58.02, 300.0)), ["57.2", "57.4", "57.6", "57.8", "58.0"]);
        assert_eq!(texts(&real_ticks(0.0, 143.0, 240.0)), ["0", "50", "100"]);
        assert_eq!(real_ticks(3.0, 3.0, 240.0).len(), 1);
    }

    #[test]
    fn groups_of_three() {
        let known = [(0, "0"), (999, "999"), (1000, "1000"), (12_345, "12 345"), (1_000_000, "1 000 000")];
        for (n, text) in known {
            assert_eq!(grouped(n), text);
        }
    }
}
