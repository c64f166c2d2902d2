//! A move in a picture: a line from one position down to the next, bold if it wins.
//!
//! Every edge of a layered drawing reaches its node from above, so all arrowheads point straight down and need
//! no marker elements, whose names would clash where a page holds several pictures.

use crate::graph::{Point, Route};
use crate::play::Outcome;

use super::svg::Path;

/// What a move does for the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// It wins: it leads from an N-position to a P-position.
    Winning,
    /// It does not.
    Other,
}

impl MoveKind {
    /// The kind of a move between positions with these outcomes.
    pub const fn between(from: Outcome, to: Outcome) -> Self {
        match (from, to) {
            (Outcome::N, Outcome::P) => Self::Winning,
            _ => Self::Other,
        }
    }

    /// Color and width of the line.
    pub(super) const fn stroke(self) -> (&'static str, f64) {
        match self {
            Self::Winning => ("#00695c", 3.2),
            Self::Other => ("#767d86", 1.2),
        }
    }

    /// Length and half the width of the arrowhead.
    pub(super) const fn head(self) -> (f64, f64) {
        match self {
            Self::Winning => (11.0, 5.5),
            Self::Other => (8.0, 3.5),
        }
    }
}

/// A move in the picture, by the numbers of its positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The position before.
    pub from: usize,
    /// The position after.
    pub to: usize,
    /// Whether it wins.
    pub kind: MoveKind,
}

/// The line along the part of the route that no earlier edge has drawn. An edge that goes all the way there adds
/// its arrowhead to `heads`.
pub(super) fn trace(route: &Route, kind: MoveKind, heads: &mut Path) -> Path {
    let mut points = route.points[..route.own].to_vec();
    if let Some(tip) = points.last_mut().filter(|_| route.own == route.points.len()) {
        let (length, half) = kind.head();
        heads.move_to(tip.x, tip.y);
        heads.line_to(tip.x - half, tip.y - length);
        heads.line_to(tip.x + half, tip.y - length);
        heads.close();
        tip.y -= length - 1.0;
    }
    let mut line = Path::default();
    let Some((&first, rest)) = points.split_first() else { return line };
    line.move_to(first.x, first.y);
    let mut at = first;
    for (index, &next) in rest.iter().enumerate() {
        let after = rest.get(index + 1);
        if !same_column(at, next) {
            line.bend((at.x, at.y), (next.x, next.y));
        } else if after.is_some_and(|&after| same_column(next, after)) {
            // One line for a straight run.
            continue;
        } else if next.y > at.y {
            line.line_to(next.x, next.y);
        }
        at = next;
    }
    line
}

fn same_column(a: Point, b: Point) -> bool {
    (a.x - b.x).abs() < 0.01
}
