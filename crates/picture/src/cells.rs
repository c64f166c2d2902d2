//! Cells of a square lattice that were born one generation after the other: each a small square, its color the generation.
//!
//! The squares of one generation are one path, so that a picture of tens of thousands of cells stays a file of about a
//! megabyte. Row and column lines are left out; a narrow gap between the squares shows the lattice.

use crate::color;
use crate::svg::{Number, Path, Svg};

/// The side of the whole lattice, about, in pixels.
const PANEL: f64 = 760.0;
const MARGIN: f64 = 24.0;
const HEAD: f64 = 62.0;
const FOOT: f64 = 56.0;

/// The picture of the generations of an automaton that started at (0, 0).
pub fn cells_svg(generations: &[Vec<(i32, i32)>], title: &str, subtitle: &str) -> String {
    let reach = generations.iter().flatten().map(|&(x, y)| x.abs().max(y.abs())).max().unwrap_or(0);
    let across = f64::from(2 * reach + 1);
    let side = (PANEL / across).clamp(1.0, 40.0);
    let panel = (side * across).max(320.0);
    let left = MARGIN + (panel - side * across) / 2.0;
    let (width, height) = (panel + 2.0 * MARGIN, side * across + HEAD + FOOT);
    let gap = if side >= 4.0 { side * 0.08 } else { 0.0 };
    let last = generations.len().saturating_sub(1).max(1) as f64;
    Svg::document(width, height, title, |svg| {
        svg.empty("rect", &[("width", &Number(width)), ("height", &Number(height)), ("fill", &"#ffffff")]);
        let at = |y: f64| (Number(MARGIN), Number(y));
        let ((x, y), (_, below)) = (at(30.0), at(50.0));
        let heading: crate::svg::Attributes =
            &[("x", &x), ("y", &y), ("font-size", &18), ("font-weight", &600), ("fill", &"#1c2a2a")];
        svg.text("text", heading, title);
        svg.text("text", &[("x", &x), ("y", &below), ("font-size", &13), ("fill", &"#4a5a5a")], subtitle);
        for (generation, cells) in generations.iter().enumerate() {
            let mut path = Path::default();
            for &(column, row) in cells {
                let x = left + f64::from(column + reach) * side + gap / 2.0;
                let y = HEAD + f64::from(row + reach) * side + gap / 2.0;
                let (right, bottom) = (x + side - gap, y + side - gap);
                path.polygon(&[(x, y), (right, y), (right, bottom), (x, bottom)]);
            }
            let color = color::of_value(shade(generation, last));
            svg.empty("path", &[("d", &path), ("fill", &color)]);
        }
        scale(svg, generations.len(), left.max(MARGIN), height - FOOT + 20.0, last);
    })
}

/// Newer generations are darker; the lightest colors would vanish on white.
fn shade(generation: usize, last: f64) -> f64 {
    0.85 - 0.85 * generation as f64 / last
}

/// Which color is which generation.
fn scale(svg: &mut Svg, count: usize, left: f64, top: f64, last: f64) {
    const STEPS: usize = 24;
    let steps = count.clamp(1, STEPS);
    let width = 10.0;
    for step in 0..steps {
        let generation = if steps == 1 { 0 } else { step * (count - 1) / (steps - 1) };
        let x = left + step as f64 * width;
        svg.empty(
            "rect",
            &[
                ("x", &Number(x)),
                ("y", &Number(top)),
                ("width", &Number(width)),
                ("height", &12),
                ("fill", &color::of_value(shade(generation, last))),
            ],
        );
    }
    let words =
        if count <= 1 { "generation 0".to_owned() } else { format!("generations 0 to {}", count - 1) };
    let x = left + steps as f64 * width + 8.0;
    svg.text(
        "text",
        &[("x", &Number(x)), ("y", &Number(top + 11.0)), ("font-size", &12), ("fill", &"#4a5a5a")],
        &words,
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_is_one_square() {
        let generations = [vec![(0, 0)], vec![(-1, 0), (0, -1), (0, 1), (1, 0)]];
        let svg = cells_svg(&generations, "Five cells", "two generations");
        let drawn = svg.split(" d=\"").skip(1).filter_map(|rest| rest.split('"').next());
        assert_eq!(drawn.map(|path| path.matches(['z', 'Z']).count()).sum::<usize>(), 5);
        assert!(svg.contains("Five cells") && svg.contains("generations 0 to 1"));
    }
}
