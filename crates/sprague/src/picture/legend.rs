//! The legend of a game graph: samples with their meaning, in as many columns as the picture has room for.

use crate::graph::{Point, Size};
use crate::play::Outcome;

use super::edge::MoveKind;
use super::lettering::Lettering;
use super::node::draw_shape;
use super::svg::{Number, Path, Svg};

const SAMPLE: Size = Size { width: 46.0, height: 22.0 };
const GAP: f64 = 10.0;
const ROW: f64 = 30.0;

#[derive(Clone, Copy)]
enum Sample {
    Position(Outcome),
    Caption,
    Move(MoveKind),
}

const ENTRIES: [(Sample, &str); 5] = [
    (Sample::Position(Outcome::N), "N-position: the next player to move wins"),
    (Sample::Position(Outcome::P), "P-position: the previous player wins"),
    (Sample::Move(MoveKind::Winning), "winning move: to a P-position"),
    (Sample::Move(MoveKind::Other), "other move"),
    (Sample::Caption, "outcome and value of a position"),
];

pub(super) struct Legend {
    columns: usize,
    column_width: f64,
}

impl Legend {
    /// A legend with the most columns that fit in the width, and at least one.
    pub fn within(width: f64) -> Self {
        let text = ENTRIES.iter().map(|(_, text)| Lettering::Note.width(text)).fold(0.0, f64::max);
        let column_width = SAMPLE.width + 2.0 * GAP + text;
        let fits = |&columns: &usize| columns as f64 * column_width <= width;
        Self { columns: [5, 3, 2].into_iter().find(fits).unwrap_or(1), column_width }
    }

    fn rows(&self) -> usize {
        ENTRIES.len().div_ceil(self.columns)
    }

    pub fn size(&self) -> Size {
        Size { width: self.columns as f64 * self.column_width, height: self.rows() as f64 * ROW }
    }

    /// Draws the legend below and to the right of its corner.
    pub fn draw(&self, svg: &mut Svg, corner: Point) {
        for (index, &(sample, text)) in ENTRIES.iter().enumerate() {
            let x = corner.x + (index / self.rows()) as f64 * self.column_width;
            let y = corner.y + ((index % self.rows()) as f64 + 0.5) * ROW;
            let center = Point { x: x + SAMPLE.width / 2.0, y };
            match sample {
                Sample::Position(outcome) => {
                    draw_shape(svg, outcome, center, SAMPLE);
                    Lettering::Caption.write(svg, &outcome.to_string(), center);
                }
                Sample::Caption => Lettering::Caption.write(svg, "N · 3", center),
                Sample::Move(kind) => draw_move(svg, kind, center),
            }
            Lettering::Note.write(svg, text, Point { x: x + SAMPLE.width + GAP, y });
        }
    }
}

/// An arrow to the right.
fn draw_move(svg: &mut Svg, kind: MoveKind, center: Point) {
    let (color, width) = kind.stroke();
    let (length, half) = kind.head();
    let end = center.x + SAMPLE.width / 2.0;
    let mut line = Path::default();
    line.move_to(end - SAMPLE.width, center.y);
    line.line_to(end - length + 1.0, center.y);
    svg.empty("path", &[("d", &line), ("stroke", &color), ("stroke-width", &Number(width))]);
    let mut head = Path::default();
    head.move_to(end, center.y);
    head.line_to(end - length, center.y - half);
    head.line_to(end - length, center.y + half);
    head.close();
    svg.empty("path", &[("d", &head), ("fill", &color)]);
}
