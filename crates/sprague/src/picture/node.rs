//! A position in a picture: its form, its colors, its text.
//!
//! The outcomes differ in three ways: P is teal, round and has a double border; N is amber, square and has a
//! single one. Teal and amber stay apart for all common kinds of color blindness; text has a contrast above 10.

use std::fmt::Display;

use crate::graph::{Point, Size};
use crate::nimber::Nimber;
use crate::play::Outcome;

use super::lettering::Lettering;
use super::svg::{Number, Svg};

/// Between the text and the border: the corners of a P-position are round.
const PADDING: Size = Size { width: 16.0, height: 8.0 };

/// A position in the picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The position as text, one entry a line.
    pub label: Vec<String>,
    /// Who wins from here.
    pub outcome: Outcome,
    /// The value, where there is one to show.
    pub value: Option<Nimber>,
}

impl Node {
    /// Outcome and value as they are written below the label.
    pub(super) fn caption(&self) -> String {
        match self.value {
            Some(value) => format!("{} · {value}", self.outcome),
            None => self.outcome.to_string(),
        }
    }

    /// Large enough for the text.
    pub(super) fn size(&self) -> Size {
        let label = self.label.iter().map(|line| Lettering::Label.width(line)).fold(0.0, f64::max);
        let width = label.max(Lettering::Caption.width(&self.caption())) + 2.0 * PADDING.width;
        let lines =
            self.label.len() as f64 * Lettering::Label.line_height() + Lettering::Caption.line_height();
        let height = lines + 2.0 * PADDING.height;
        Size { width: width.max(height), height }
    }

    pub(super) fn draw(&self, svg: &mut Svg, center: Point, size: Size) {
        svg.element("g", &[], |svg| {
            let value = self.value.map(|value| format!(", value {value}")).unwrap_or_default();
            svg.text("title", &[], &format!("{}: {}-position{value}", self.label.join(" "), self.outcome));
            draw_shape(svg, self.outcome, center, size);
            let mut top = center.y - size.height / 2.0 + PADDING.height;
            for line in &self.label {
                let height = Lettering::Label.line_height();
                Lettering::Label.write(svg, line, Point { x: center.x, y: top + height / 2.0 });
                top += height;
            }
            let y = top + Lettering::Caption.line_height() / 2.0;
            Lettering::Caption.write(svg, &self.caption(), Point { x: center.x, y });
        });
    }
}

/// Fill and border.
pub(super) const fn colors(outcome: Outcome) -> (&'static str, &'static str) {
    match outcome {
        Outcome::P => ("#d3f0ea", "#00695c"),
        Outcome::N => ("#ffe8b8", "#925f00"),
    }
}

/// The form of a position without its text.
pub(super) fn draw_shape(svg: &mut Svg, outcome: Outcome, center: Point, size: Size) {
    let (fill, color) = colors(outcome);
    let mut outline = |inset: f64, radius: f64, fill: &dyn Display| {
        svg.empty(
            "rect",
            &[
                ("x", &Number(center.x - size.width / 2.0 + inset)),
                ("y", &Number(center.y - size.height / 2.0 + inset)),
                ("width", &Number(size.width - 2.0 * inset)),
                ("height", &Number(size.height - 2.0 * inset)),
                ("rx", &Number(radius)),
                ("fill", fill),
                ("stroke", &color),
                ("stroke-width", &1.5),
            ],
        );
    };
    match outcome {
        Outcome::P => {
            let radius = (size.height / 2.0).min(22.0);
            outline(0.0, radius, &fill);
            outline(3.5, radius - 3.5, &"none");
        }
        Outcome::N => outline(0.0, 0.0, &fill),
    }
}
