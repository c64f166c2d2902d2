//! Heaps of tokens, rows of pins, stairs, a bank, components, and a piece on its way to a corner.

use sprague::games::{BoardKind, Part, View};

use super::scene::{LINE, Paint, Scene};
use crate::lettering::Lettering;
use crate::svg::Path;

/// The distance of tokens, and half their size.
const STEP: f64 = 24.0;
const RADIUS: f64 = 10.0;
/// The tokens of a heap that are drawn one by one; of a larger heap these below and above dots.
const MOST_HIGH: u64 = 14;
const SHOWN_BELOW: u64 = 9;
const SHOWN_ABOVE: u64 = 2;
/// The pins of a row that are drawn one by one.
const MOST_PINS: u64 = 40;
/// The width of a row of heaps.
const ROW: f64 = 900.0;
/// The side of a square of the corner's board, and the largest board that is drawn.
const SQUARE: f64 = 26.0;
const MOST_SQUARES: u64 = 30;

pub(super) fn draw(view: &View) -> Scene {
    let heaps = view.heaps();
    let mut scene = match view.board {
        BoardKind::Pins => rows_of_pins(&heaps),
        BoardKind::Stairs => stairs(&heaps),
        BoardKind::Wythoff => corner(&heaps),
        BoardKind::Nearly => Scene::in_rows(view.parts.iter().map(component).collect(), 20.0, ROW),
        _ => stacks(&heaps),
    };
    if let Some(bank) = view.bank {
        let mut beside = Scene::default();
        let text = format!("bank: {bank}");
        let width = Lettering::Label.width(&text) + 28.0;
        beside.rectangle((0.0, 0.0), (width, 44.0), 8.0, Paint::Marked);
        beside.text(Lettering::Label, (width / 2.0, 22.0), text);
        let (x, y) = (scene.width + 36.0, (scene.height - beside.height - 20.0).max(0.0));
        scene.put(beside, (x, y));
    }
    if let Some(limit) = view.limit {
        let y = scene.height + 16.0;
        scene.text(Lettering::Note, (0.0, y), format!("at most {limit} may be taken now"));
    }
    scene
}

fn stacks(heaps: &[u64]) -> Scene {
    if heaps.is_empty() {
        let mut scene = Scene::default();
        scene.text(Lettering::Note, (0.0, 10.0), "no heap");
        return scene;
    }
    Scene::in_rows(heaps.iter().map(|&heap| stack(heap)).collect(), 22.0, ROW)
}

/// A heap as a column of tokens on its number.
fn stack(heap: u64) -> Scene {
    let mut scene = Scene::default();
    let label = heap.to_string();
    let width = Lettering::Label.width(&label).max(2.0 * RADIUS + 2.0);
    let is_whole = heap <= MOST_HIGH;
    let places = if is_whole { heap } else { SHOWN_BELOW + SHOWN_ABOVE + 1 };
    let high = places as f64 * STEP;
    for place in 0..places {
        let y = high - (place as f64 + 0.5) * STEP;
        if !is_whole && place == SHOWN_BELOW {
            scene.text(Lettering::Label, (width / 2.0, y), "⋮");
        } else {
            scene.circle((width / 2.0, y), RADIUS, Paint::Piece);
        }
    }
    let mut ground = Path::default();
    ground.line((0.0, high + 3.0), (width, high + 3.0));
    scene.line(ground, 1.4, LINE);
    scene.text(Lettering::Label, (width / 2.0, high + 18.0), label);
    scene.reserve(width, high + 28.0);
    scene
}

/// Each heap as a row of pins.
fn rows_of_pins(heaps: &[u64]) -> Scene {
    let row = |&heap: &u64| {
        let mut scene = Scene::default();
        let is_whole = heap <= MOST_PINS;
        let places = if is_whole { heap } else { 16 };
        for place in 0..places {
            let x = (place as f64 + 0.5) * STEP;
            if !is_whole && place == 13 {
                scene.text(Lettering::Label, (x, 24.0), "…");
            } else {
                scene.rectangle((x - 6.5, 14.0), (13.0, 27.0), 6.5, Paint::Piece);
                scene.circle((x, 9.0), 6.0, Paint::Piece);
            }
        }
        let width = places as f64 * STEP;
        let mut ground = Path::default();
        ground.line((0.0, 43.0), (width, 43.0));
        scene.line(ground, 1.4, LINE);
        scene.text(Lettering::Label, (width.max(12.0) / 2.0, 57.0), heap.to_string());
        scene
    };
    if heaps.is_empty() { stacks(heaps) } else { Scene::in_rows(heaps.iter().map(row).collect(), 34.0, ROW) }
}

/// Steps that rise to the right, each with its coins.
fn stairs(heaps: &[u64]) -> Scene {
    const WIDE: f64 = 62.0;
    const RISE: f64 = 34.0;
    let stacks: Vec<Scene> = heaps.iter().map(|&heap| stack(heap)).collect();
    let top = |at: usize| RISE * (at as f64 + 1.0);
    let high = stacks.iter().enumerate().map(|(at, stack)| top(at) + stack.height).fold(RISE, f64::max) + 4.0;
    let mut scene = Scene::default();
    for (at, stack) in stacks.into_iter().enumerate() {
        let (x, y) = (at as f64 * WIDE, high - top(at));
        scene.rectangle((x, y), (WIDE, top(at)), 0.0, Paint::Shared);
        scene.text(Lettering::Tick, (x + WIDE / 2.0, high - 12.0), format!("step {}", at + 1));
        let (left, above) = (x + (WIDE - stack.width) / 2.0, y - stack.height);
        scene.put(stack, (left, above));
    }
    scene
}

/// A piece on a board whose corner (0, 0) lies below at the left; its two numbers are two heaps.
fn corner(heaps: &[u64]) -> Scene {
    let &[larger, smaller] = heaps else { return stacks(heaps) };
    if larger > MOST_SQUARES {
        return stacks(heaps);
    }
    let mut scene = Scene::default();
    let left = 26.0;
    for row in 0..=smaller {
        let y = (smaller - row) as f64 * SQUARE;
        scene.text(Lettering::TickBefore, (left - 7.0, y + SQUARE / 2.0), row.to_string());
        for column in 0..=larger {
            let is_dark = (row + column) % 2 == 0;
            let at = (left + column as f64 * SQUARE, y);
            scene.rectangle(at, (SQUARE, SQUARE), 0.0, if is_dark { Paint::Shared } else { Paint::Cell });
        }
    }
    let below = (smaller + 1) as f64 * SQUARE;
    for column in 0..=larger {
        scene.text(
            Lettering::Tick,
            (left + (column as f64 + 0.5) * SQUARE, below + 12.0),
            column.to_string(),
        );
    }
    scene.circle((left + (larger as f64 + 0.5) * SQUARE, SQUARE / 2.0), 0.34 * SQUARE, Paint::Piece);
    scene.reserve(0.0, below + 22.0);
    scene
}

/// A component of a nearly disjunctive sum in a box, amber if it is the owner.
fn component(part: &Part) -> Scene {
    let Part::Component { game, heaps, owner } = part else { return Scene::default() };
    let inside = stacks(heaps);
    let title = if *owner { format!("{game}, owner") } else { game.clone() };
    let (width, height) = (inside.width.max(Lettering::Caption.width(&title)) + 28.0, inside.height + 44.0);
    let mut scene = Scene::default();
    scene.rectangle((0.0, 0.0), (width, height), 10.0, Paint::Cell);
    if *owner {
        scene.rectangle((6.0, 6.0), (width - 12.0, 20.0), 5.0, Paint::Marked);
    }
    scene.text(Lettering::Caption, (width / 2.0, 16.0), title);
    let left = (width - inside.width) / 2.0;
    scene.put(inside, (left, 34.0));
    scene
}
