//! The frame of a plot: title, panel, axes, and a legend below that explains what is drawn.
//!
//! Plots are sinks that count while values stream, so their memory is bounded by the picture, whatever the number of
//! heaps. What a plot draws lies in its panel, whose left upper corner is the origin.

use std::fmt::Display;

use crate::graph::{Point, Size};

use super::axis::{Axis, Lines};
use super::key::Entry;
use super::lettering::Lettering;
use super::svg::{Number, Path, Svg};

const MARGIN: f64 = 24.0;
const FRAME: &str = "#d0d7de";
const LINES: &str = "#e8ebef";
const AXIS: &str = "#59636e";
/// The longest title, in characters.
const LONGEST: usize = 84;

/// A plot without its content.
pub(super) struct Frame {
    pub title: String,
    pub subtitle: String,
    pub panel: Size,
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
                Size { width: width - 1.0, height: height - 1.0 },
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
            line.move_to(MARGIN, rule);
            line.line_to(width - MARGIN, rule);
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
                lines.move_to(tick.at, 0.0);
                lines.line_to(tick.at, self.panel.height);
            }
        }
        if self.left.lines == Lines::Across {
            for tick in &self.left.ticks {
                lines.move_to(0.0, tick.at);
                lines.line_to(self.panel.width, tick.at);
            }
        }
        stroke(svg, &lines, LINES);
    }

    fn draw_below(&self, svg: &mut Svg) {
        let mut marks = Path::default();
        let bottom = self.panel.height;
        for tick in &self.below.ticks {
            marks.move_to(tick.at, bottom);
            marks.line_to(tick.at, bottom + 5.0);
            Lettering::Tick.write(svg, &tick.text, Point { x: tick.at, y: bottom + 15.0 });
        }
        stroke(svg, &marks, AXIS);
        let middle = Point { x: self.panel.width / 2.0, y: bottom + 38.0 };
        Lettering::Caption.write(svg, &self.below.label, middle);
    }

    fn draw_left(&self, svg: &mut Svg) {
        let mut marks = Path::default();
        for tick in &self.left.ticks {
            marks.move_to(-5.0, tick.at);
            marks.line_to(0.0, tick.at);
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
pub(super) fn rectangle(svg: &mut Svg, corner: Point, size: Size, radius: u8, fill: &str, border: &str) {
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
