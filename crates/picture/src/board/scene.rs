//! A scene: the shapes of a drawing with the room that they take, so that drawings can stand beside and below each
//! other.

use crate::layout::Point;
use crate::lettering::Lettering;
use crate::svg::{Attributes, Number, Path, Svg};

/// Cells, lines and pieces.
pub(super) const LINE: &str = "#59636e";
pub(super) const PAPER: &str = "#ffffff";
pub(super) const SHADE: &str = "#edf1f5";
pub(super) const DARK: &str = "#d5dde5";
pub(super) const GROUND: &str = "#8a5a2b";

/// Fill and border of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Paint {
    /// A token, a stone, a pin: teal, as the P-positions of a game graph.
    Piece,
    /// A token unlike the others, a head, an owner: amber.
    Marked,
    /// Nothing but an outline.
    Empty,
    /// A cell.
    Cell,
    /// A cell that several strips share.
    Shared,
    /// What cannot be played on.
    Gone,
    /// The poison.
    Poison,
}

impl Paint {
    const fn colors(self) -> (&'static str, &'static str) {
        match self {
            Self::Piece => ("#2a8c80", "#00504a"),
            Self::Marked => ("#ffab1a", "#7a4a00"),
            Self::Empty => (PAPER, LINE),
            Self::Cell => ("#fcfdfe", LINE),
            Self::Shared => (SHADE, LINE),
            Self::Gone => ("#8c959f", LINE),
            Self::Poison => ("#b3261e", "#5c0f0b"),
        }
    }
}

#[derive(Clone, Debug)]
enum Shape {
    Rectangle { x: f64, y: f64, width: f64, height: f64, round: f64, paint: Paint },
    Circle { x: f64, y: f64, radius: f64, paint: Paint },
    Line { path: Path, width: f64, color: &'static str },
    Fill { path: Path, color: &'static str },
    Text { at: Point, text: String, kind: Lettering },
}

/// Shapes and their extent, from (0, 0) on.
#[derive(Clone, Debug, Default)]
pub(super) struct Scene {
    pub width: f64,
    pub height: f64,
    shapes: Vec<(f64, f64, Shape)>,
}

impl Scene {
    /// Room that is taken at least.
    pub fn reserve(&mut self, width: f64, height: f64) {
        self.width = self.width.max(width);
        self.height = self.height.max(height);
    }

    pub fn rectangle(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), round: f64, paint: Paint) {
        self.reserve(x + width, y + height);
        self.shapes.push((0.0, 0.0, Shape::Rectangle { x, y, width, height, round, paint }));
    }

    pub fn circle(&mut self, (x, y): (f64, f64), radius: f64, paint: Paint) {
        self.reserve(x + radius, y + radius);
        self.shapes.push((0.0, 0.0, Shape::Circle { x, y, radius, paint }));
    }

    pub fn line(&mut self, path: Path, width: f64, color: &'static str) {
        self.shapes.push((0.0, 0.0, Shape::Line { path, width, color }));
    }

    pub fn fill(&mut self, path: Path, color: &'static str) {
        self.shapes.push((0.0, 0.0, Shape::Fill { path, color }));
    }

    /// Text whose middle height is at the point.
    pub fn text(&mut self, kind: Lettering, (x, y): (f64, f64), text: impl Into<String>) {
        let text = text.into();
        let width = kind.width(&text);
        let right = match kind {
            Lettering::Title | Lettering::Note => x + width,
            Lettering::Label | Lettering::Caption | Lettering::Tick => x + width / 2.0,
            Lettering::TickBefore => x,
        };
        self.reserve(right, y + kind.line_height() / 2.0);
        self.shapes.push((0.0, 0.0, Shape::Text { at: Point { x, y }, text, kind }));
    }

    /// Puts another scene at a place.
    pub fn put(&mut self, other: Self, (x, y): (f64, f64)) {
        self.reserve(x + other.width, y + other.height);
        self.shapes.extend(other.shapes.into_iter().map(|(dx, dy, shape)| (dx + x, dy + y, shape)));
    }

    /// Scenes side by side on one ground line, in rows that are about so wide.
    pub fn in_rows(scenes: Vec<Self>, gap: f64, most: f64) -> Self {
        let mut rows: Vec<Vec<Self>> = vec![Vec::new()];
        let mut used = 0.0;
        for scene in scenes {
            let is_full = used > 0.0 && used + scene.width > most;
            if is_full {
                rows.push(Vec::new());
                used = 0.0;
            }
            used += scene.width + gap;
            rows.last_mut().into_iter().for_each(|row| row.push(scene.clone()));
        }
        let mut all = Self::default();
        for row in rows {
            let high = row.iter().map(|scene| scene.height).fold(0.0, f64::max);
            let top = if all.height > 0.0 { all.height + gap } else { 0.0 };
            let mut left = 0.0;
            for scene in row {
                let (width, below) = (scene.width, high - scene.height);
                all.put(scene, (left, top + below));
                left += width + gap;
            }
        }
        all
    }

    pub fn draw(&self, svg: &mut Svg) {
        for (dx, dy, shape) in &self.shapes {
            let moved = format!("translate({} {})", Number(*dx), Number(*dy));
            match shape {
                Shape::Rectangle { x, y, width, height, round, paint } => {
                    let (fill, stroke) = paint.colors();
                    svg.empty(
                        "rect",
                        &[
                            ("x", &Number(x + dx)),
                            ("y", &Number(y + dy)),
                            ("width", &Number(*width)),
                            ("height", &Number(*height)),
                            ("rx", &Number(*round)),
                            ("fill", &fill),
                            ("stroke", &stroke),
                            ("stroke-width", &1.4),
                        ],
                    );
                }
                Shape::Circle { x, y, radius, paint } => {
                    let (fill, stroke) = paint.colors();
                    svg.empty(
                        "circle",
                        &[
                            ("cx", &Number(x + dx)),
                            ("cy", &Number(y + dy)),
                            ("r", &Number(*radius)),
                            ("fill", &fill),
                            ("stroke", &stroke),
                            ("stroke-width", &1.6),
                        ],
                    );
                }
                Shape::Line { path, width, color } => svg.element("g", &[("transform", &moved)], |svg| {
                    let pen: Attributes = &[
                        ("d", path),
                        ("fill", &"none"),
                        ("stroke", color),
                        ("stroke-width", &Number(*width)),
                    ];
                    svg.empty("path", pen);
                }),
                Shape::Fill { path, color } => svg.element("g", &[("transform", &moved)], |svg| {
                    svg.empty("path", &[("d", path), ("fill", color)]);
                }),
                Shape::Text { at, text, kind } => {
                    kind.write(svg, text, Point { x: at.x + dx, y: at.y + dy });
                }
            }
        }
    }
}
