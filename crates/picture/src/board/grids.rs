//! Boards of squares: rectangles and cuboids, bars of chocolate as Young diagrams, rows of coins, squares that are
//! covered.

use sprague::games::{Part, View};

use super::scene::{DARK, LINE, Paint, SHADE, Scene};
use crate::lettering::Lettering;
use crate::svg::Path;

/// The sides of squares.
const PIECE: f64 = 22.0;
const CHOCOLATE: f64 = 30.0;
const SQUARE: f64 = 32.0;
const COIN: f64 = 34.0;
/// Longer sides of rectangles are drawn as this.
const LONGEST: u64 = 24;
/// How far a layer of a box lies behind the one before.
const BACK: f64 = 10.0;
const ROW: f64 = 900.0;

/// Bars beside each other, with their sizes below.
pub(super) fn rectangles(view: &View) -> Scene {
    let mut scene = Scene::default();
    if view.rectangles().is_empty() {
        scene.text(Lettering::Note, (0.0, 10.0), "no rectangle");
        return scene;
    }
    Scene::in_rows(view.rectangles().into_iter().map(rectangle).collect(), 30.0, ROW)
}

fn rectangle(sides: &[u64]) -> Scene {
    let (high, wide, deep) = match *sides {
        [] => (1, 1, 1),
        [wide] => (1, wide, 1),
        [high, wide] => (high, wide, 1),
        [high, wide, deep, ..] => (high, wide, deep),
    };
    let mut scene = Scene::default();
    let [rows, columns, layers] = [high, wide, deep].map(|side| side.min(LONGEST));
    // a third side goes back to the upper right: the face above and the face at the right
    let back = if deep > 1 { layers as f64 * BACK } else { 0.0 };
    for row in 0..rows {
        for column in 0..columns {
            let at = (column as f64 * PIECE, back + row as f64 * PIECE);
            scene.rectangle(at, (PIECE, PIECE), 0.0, Paint::Cell);
        }
    }
    let (face_width, face_height) = (columns as f64 * PIECE, rows as f64 * PIECE);
    if deep > 1 {
        let mut above = Path::default();
        above.polygon(&[(0.0, back), (back, 0.0), (back + face_width, 0.0), (face_width, back)]);
        scene.fill(above, SHADE);
        let mut beside = Path::default();
        let right = back + face_width;
        beside.polygon(&[
            (face_width, back),
            (right, 0.0),
            (right, face_height),
            (face_width, back + face_height),
        ]);
        scene.fill(beside, DARK);
        let mut lines = Path::default();
        for column in 0..=columns {
            let x = column as f64 * PIECE;
            lines.line((x, back), (x + back, 0.0));
        }
        for row in 1..=rows {
            let y = row as f64 * PIECE;
            lines.line((face_width, back + y), (right, y));
        }
        for layer in 1..=layers {
            let (x, y) = (layer as f64 * BACK, back - layer as f64 * BACK);
            lines.line((x, y), (x + face_width, y));
            lines.line((x + face_width, y), (x + face_width, y + face_height));
        }
        scene.line(lines, 1.2, LINE);
    }
    let (width, height) = (face_width + back, face_height + back);
    let mut label = sides.iter().map(u64::to_string).collect::<Vec<_>>().join("x");
    if sides.iter().any(|&side| side > LONGEST) || sides.len() > 3 {
        label.push_str(" (shortened)");
    }
    scene.text(Lettering::Label, (width.max(Lettering::Label.width(&label)) / 2.0, height + 16.0), label);
    scene.reserve(width, height + 26.0);
    scene
}

/// Young diagrams whose first square is poisoned.
pub(super) fn chocolate(view: &View) -> Scene {
    let bar = |part: &Part| {
        let mut scene = Scene::default();
        let Part::Bar { rows, row_count } = part else { return scene };
        let columns = rows.first().copied().unwrap_or(0);
        let left = 24.0;
        for (at, &length) in rows.iter().enumerate() {
            let y = 20.0 + at as f64 * CHOCOLATE;
            scene.text(Lettering::TickBefore, (left - 7.0, y + CHOCOLATE / 2.0), (at + 1).to_string());
            for column in 0..length.min(super::MOST_CELLS as u64) {
                let paint = if (at, column) == (0, 0) { Paint::Poison } else { Paint::Cell };
                scene.rectangle((left + column as f64 * CHOCOLATE, y), (CHOCOLATE, CHOCOLATE), 3.0, paint);
            }
        }
        for column in 0..columns.min(super::MOST_CELLS as u64) {
            let x = left + (column as f64 + 0.5) * CHOCOLATE;
            scene.text(Lettering::Tick, (x, 8.0), (column + 1).to_string());
        }
        if *row_count > rows.len() as u64 {
            let y = 30.0 + rows.len() as f64 * CHOCOLATE;
            scene.text(
                Lettering::Note,
                (left, y),
                format!("and {} more rows", row_count - rows.len() as u64),
            );
        }
        scene
    };
    Scene::in_rows(view.parts.iter().map(bar).collect(), 36.0, ROW)
}

/// Coins with heads and tails, numbered from 0.
pub(super) fn coins(view: &View) -> Scene {
    let mut scene = Scene::default();
    let is_board = view.parts.len() > 1;
    let left = if is_board { 26.0 } else { 0.0 };
    for (at, part) in view.parts.iter().enumerate() {
        let Part::Row { coins } = part else { continue };
        let y = at as f64 * COIN;
        if is_board {
            scene.text(Lettering::TickBefore, (left - 6.0, y + COIN / 2.0), at.to_string());
        }
        for (column, coin) in coins.chars().enumerate() {
            let middle = (left + (column as f64 + 0.5) * COIN, y + COIN / 2.0);
            scene.circle(middle, 0.42 * COIN, if coin == 'H' { Paint::Marked } else { Paint::Empty });
            scene.text(Lettering::Label, middle, coin.to_string());
        }
    }
    let columns =
        view.parts.iter().map(|part| if let Part::Row { coins } = part { coins.len() } else { 0 }).max();
    let below = view.parts.len() as f64 * COIN;
    for column in 0..columns.unwrap_or(0) {
        let x = left + (column as f64 + 0.5) * COIN;
        scene.text(Lettering::Tick, (x, below + 10.0), column.to_string());
    }
    scene
}

/// Squares that are free, marked or gone, with numbered rows and columns.
pub(super) fn squares(view: &View) -> Scene {
    let mut scene = Scene::default();
    let [Part::Squares { squares }] = &view.parts[..] else { return scene };
    let (left, top) = (26.0, 20.0);
    for (at, row) in squares.iter().enumerate() {
        let y = top + at as f64 * SQUARE;
        scene.text(Lettering::TickBefore, (left - 7.0, y + SQUARE / 2.0), (at + 1).to_string());
        for (column, square) in row.chars().enumerate() {
            let x = left + column as f64 * SQUARE;
            let paint = if square == '.' { Paint::Gone } else { Paint::Cell };
            scene.rectangle((x, y), (SQUARE, SQUARE), 0.0, paint);
            if square == 'X' {
                let (near, far) = (0.25 * SQUARE, 0.75 * SQUARE);
                let mut cross = Path::default();
                cross.line((x + near, y + near), (x + far, y + far));
                cross.line((x + near, y + far), (x + far, y + near));
                scene.line(cross, 3.0, "#00504a");
            }
        }
    }
    let columns = squares.first().map_or(0, |row| row.chars().count());
    for column in 0..columns {
        scene.text(Lettering::Tick, (left + (column as f64 + 0.5) * SQUARE, 9.0), (column + 1).to_string());
    }
    let mut outline = Path::default();
    let (right, bottom) = (left + columns as f64 * SQUARE, top + squares.len() as f64 * SQUARE);
    outline.polygon(&[(left, top), (right, top), (right, bottom), (left, bottom)]);
    scene.line(outline, 2.0, LINE);
    scene
}
