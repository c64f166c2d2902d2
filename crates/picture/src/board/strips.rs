//! Strips of squares with tokens, alone or with cells that they share.
//!
//! A shared cell is one tall cell across all strips. The tokens of heads are amber, the others teal; a bracket over the
//! empty squares of a gap carries their number. A long run of empty squares is drawn as dots.

use std::collections::BTreeSet;

use sprague::games::{BoardKind, View};

use super::scene::{LINE, Paint, Scene};
use crate::lettering::Lettering;
use crate::svg::Path;

/// The height of a square, and its width where its number is short.
const SIDE: f64 = 36.0;
/// Room over a strip for the brackets of its gaps, and below it for the numbers of its squares.
const ABOVE: f64 = 26.0;
const BELOW: f64 = 22.0;
/// Strips whose last square is no higher are drawn whole.
const WHOLE: u64 = 40;
/// So many empty squares stay beside a token where a strip is cut.
const BESIDE: u64 = 2;

/// A place of a strip from the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Square(u64),
    Dots,
}

/// The places from a square to another: all, or those beside tokens and ends.
fn places(first: u64, last: u64, tokens: &[u64]) -> Vec<Place> {
    let mut shown = BTreeSet::new();
    if last - first <= WHOLE {
        shown.extend(first..=last);
    } else {
        for &token in tokens.iter().chain([&first, &last]) {
            shown.extend(token.saturating_sub(BESIDE).max(first)..=token.saturating_add(BESIDE).min(last));
        }
    }
    let mut list = Vec::new();
    let mut next = first;
    for square in shown {
        if square > next {
            list.push(Place::Dots);
        }
        list.push(Place::Square(square));
        next = square + 1;
    }
    list
}

/// The strips of a board one below the other.
pub(super) fn draw(view: &View) -> Scene {
    let strips: Vec<&[u64]> = view.strips().collect();
    let shared = match view.board {
        BoardKind::Star => 1,
        BoardKind::Shared => view.shared.unwrap_or(1),
        _ => view.order.as_ref().map_or(0, |order| order.len() as u64),
    };
    let mut scene = Scene::default();
    if strips.is_empty() {
        scene.text(Lettering::Note, (0.0, 10.0), "no strip");
        return scene;
    }
    let marks = view.strip_marks();
    let has_gaps = marks.iter().any(|mark| !mark.gaps.is_empty());
    let above = if has_gaps || view.order.is_some() { ABOVE } else { 8.0 };
    let row = |at: usize| above + at as f64 * (above + SIDE + BELOW);
    // squares are as wide as their numbers
    let greatest = strips.iter().filter_map(|strip| strip.last()).max().copied().unwrap_or(0).max(shared);
    let wide = (Lettering::Tick.width(&greatest.to_string()) + 8.0).max(SIDE);
    let whole = row(strips.len() - 1) + SIDE;
    // the cells that all strips share, from the left
    let low: Vec<u64> =
        strips.iter().flat_map(|strip| strip.iter().copied()).filter(|&token| token < shared).collect();
    let common = if shared > 0 { places(0, shared - 1, &low) } else { Vec::new() };
    for (at, &place) in common.iter().enumerate() {
        let x = at as f64 * wide;
        match place {
            Place::Dots => scene.text(Lettering::Label, (x + wide / 2.0, row(0) + SIDE / 2.0), "…"),
            Place::Square(square) => {
                scene.rectangle((x, row(0)), (wide, whole - row(0)), 3.0, Paint::Shared);
                let number = |scene: &mut Scene, y: f64, number: u64| {
                    scene.text(Lettering::Tick, (x + wide / 2.0, y), number.to_string());
                };
                if let Some(order) = &view.order {
                    number(&mut scene, row(0) - 9.0, square);
                    number(&mut scene, whole + 11.0, order.get(square as usize).copied().unwrap_or(square));
                } else {
                    number(&mut scene, whole + 11.0, square);
                }
            }
        }
    }
    let start = common.len() as f64 * wide;
    for (at, tokens) in strips.iter().enumerate() {
        let y = row(at);
        let own: Vec<u64> = tokens.iter().copied().filter(|&token| token >= shared).collect();
        // a strip goes on a little beyond its shared cells, so that it can be seen
        let least = if shared > 0 { Some(shared) } else { None };
        let last = own.last().copied().or(least);
        let own_places = last.map(|last| places(shared, last, &own)).unwrap_or_default();
        let mut all = common.clone();
        all.extend(own_places.iter().copied());
        for (place, x) in own_places.iter().zip(0..) {
            let x = start + f64::from(x) * wide;
            match *place {
                Place::Dots => scene.text(Lettering::Label, (x + wide / 2.0, y + SIDE / 2.0), "…"),
                Place::Square(square) => {
                    let is_bag = view.board == BoardKind::Bag && square == 0;
                    let paint = if is_bag { Paint::Shared } else { Paint::Cell };
                    scene.rectangle((x, y), (wide, SIDE), 3.0, paint);
                    let name = if is_bag { "bag".to_owned() } else { square.to_string() };
                    scene.text(Lettering::Tick, (x + wide / 2.0, y + SIDE + 11.0), name);
                }
            }
        }
        if all.is_empty() {
            scene.text(Lettering::Note, (0.0, y + SIDE / 2.0), "(no token)");
        }
        // the second strip may call the shared cells by other numbers
        let cell = |square: u64| match &view.order {
            Some(order) if at == 1 && square < shared => {
                order.iter().position(|&other| other == square).map_or(square, |cell| cell as u64)
            }
            _ => square,
        };
        let x_of = |square: u64| {
            let square = cell(square);
            let place = all.iter().position(|&place| place == Place::Square(square))?;
            Some(place as f64 * wide)
        };
        let mark = marks.get(at);
        for (number, &token) in tokens.iter().enumerate() {
            let is_head = mark.is_some_and(|mark| number < mark.head) || view.marked.get(at) == Some(&token);
            let paint = if is_head { Paint::Marked } else { Paint::Piece };
            if let Some(x) = x_of(token) {
                scene.circle((x + wide / 2.0, y + SIDE / 2.0), 0.34 * SIDE, paint);
            }
        }
        for gap in mark.iter().flat_map(|mark| &mark.gaps) {
            let Some(right) = x_of(gap.below) else { continue };
            let left = if gap.size == 0 { right } else { x_of(gap.from).unwrap_or(right - wide) };
            bracket(&mut scene, (left, right), y - 5.0, gap.size);
        }
    }
    scene.reserve(0.0, whole + BELOW);
    scene
}

/// A bracket over the empty squares of a gap, or a stroke between two tokens side by side.
fn bracket(scene: &mut Scene, (left, right): (f64, f64), y: f64, size: u64) {
    let mut path = Path::default();
    let (left, right) = if size == 0 { (right, right) } else { (left + 3.0, right - 3.0) };
    path.move_to(left, y);
    path.line_to(left, y - 5.0);
    path.line_to(right, y - 5.0);
    path.line_to(right, y);
    scene.line(path, 1.4, LINE);
    scene.text(Lettering::Tick, (f64::midpoint(left, right), y - 13.0), size.to_string());
}
