//! The picture of a misère quotient: what decides sums of heaps under misère play, as a map.
//!
//! Elements are dots in boxes, one box for each idempotent; products never lead up. P-elements are filled. The number in
//! a dot is its nim value, so one sees where misère play differs from normal play: a filled dot with a number other than
//! 0, or an empty one with 0. The kernel at the bottom is drawn as the cube of nim values. Below is the strip of heaps in
//! the colors of the boxes, with the turn that repeats underlined. A sum is a walk from the dot 1.

mod boxes;
mod strip;

use std::fmt::Write as _;

use sprague::quotient::{Element, Quotient, RuleHeap, word_in_letters};
use sprague::theorem::Theorem;
use thiserror::Error;

use crate::layout::{BoxSize, LayoutError, Point};
use crate::lettering::Lettering;
use crate::plot::{FRAME, MARGIN, rectangle};
use crate::svg::{Number, Path, Svg};
use boxes::Map;
use strip::Strip;

/// The picture is at least so wide, for the text.
const LEAST_WIDTH: f64 = 760.0;
/// More elements are no picture.
const MOST_ELEMENTS: usize = 1_000;
/// P-elements, and the border of all others.
const POSITION: &str = "#00695c";
const BORDER: &str = "#59636e";
/// The walk of a sum.
const WALK: &str = "#b3380f";

/// Why there is no picture of a quotient.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoPicture {
    /// Too many dots.
    #[error(
        "a quotient of {0} elements is too large for a picture; the largest that is drawn has {MOST_ELEMENTS}"
    )]
    Large(usize),
    /// A heap of the sum has no value here.
    #[error("heap {0} is beyond the heaps that the quotient is of")]
    Beyond(u64),
    /// The boxes could not be laid out.
    #[error(transparent)]
    Layout(#[from] LayoutError),
}

/// A quotient ready to be drawn.
#[derive(Clone, Debug)]
pub struct QuotientPicture<'q> {
    quotient: &'q Quotient,
    name: String,
    walk: Vec<(RuleHeap, Element)>,
}

impl<'q> QuotientPicture<'q> {
    /// The picture of the quotient of a game with this name.
    pub fn of(name: &str, quotient: &'q Quotient) -> Result<Self, NoPicture> {
        if quotient.order() > MOST_ELEMENTS {
            return Err(NoPicture::Large(quotient.order()));
        }
        Ok(Self { quotient, name: name.to_owned(), walk: Vec::new() })
    }

    /// The same with a sum that walks through it, heap after heap.
    pub fn with_sum(mut self, heaps: &[u64]) -> Result<Self, NoPicture> {
        let mut at = Element::default();
        for &size in heaps {
            let heap = RuleHeap { rule: 0, size };
            let value = self.quotient.value(heap).ok_or(NoPicture::Beyond(size))?;
            at = self.quotient.monoid().product(at, value);
            self.walk.push((heap, at));
        }
        Ok(self)
    }

    /// The picture as an SVG document.
    pub fn to_svg(&self) -> Result<String, NoPicture> {
        let map = Map::new(self.quotient)?;
        let strip = Strip::new(self.quotient, &map);
        let inner = map.size.width.max(strip.size.width).max(LEAST_WIDTH);
        let mut heading = self.heading();
        let title = heading.remove(0);
        let heading: Vec<String> = heading.iter().flat_map(|text| wrapped(text, inner)).collect();
        let below: Vec<String> = explanation(&map).iter().flat_map(|text| wrapped(text, inner)).collect();
        let line = Lettering::Note.line_height() + 3.0;
        let map_top = MARGIN + 34.0 + line * heading.len() as f64 + 14.0;
        let strip_top = map_top + map.size.height + 26.0;
        let rule = strip_top + strip.size.height + 22.0;
        let (width, height) = (inner + 2.0 * MARGIN, rule + line * below.len() as f64 + 30.0);
        let text = Svg::document(width, height, &title, |svg| {
            let frame = BoxSize { width: width - 1.0, height: height - 1.0 };
            rectangle(svg, Point { x: 0.5, y: 0.5 }, frame, 8, "#ffffff", FRAME);
            Lettering::Title.write(svg, &title, Point { x: MARGIN, y: MARGIN + 12.0 });
            for (at, note) in heading.iter().enumerate() {
                Lettering::Note.write(svg, note, Point { x: MARGIN, y: MARGIN + 40.0 + line * at as f64 });
            }
            shifted(svg, Point { x: MARGIN + (inner - map.size.width) / 2.0, y: map_top }, |svg| {
                map.draw_boxes(svg);
                let labels = self.draw_walk(svg, &map);
                map.draw_dots(svg);
                for (size, place) in labels {
                    let text = size.to_string();
                    let width = Lettering::Tick.width(&text) + 8.0;
                    let corner = Point { x: place.x - width / 2.0, y: place.y - 9.0 };
                    rectangle(svg, corner, BoxSize { width, height: 18.0 }, 9, "#ffffff", WALK);
                    Lettering::Tick.write(svg, &text, place);
                }
            });
            let left = MARGIN + (inner - strip.size.width) / 2.0;
            shifted(svg, Point { x: left, y: strip_top }, |svg| strip.draw(svg));
            let mut border = Path::default();
            border.line((MARGIN, rule), (width - MARGIN, rule));
            svg.empty("path", &[("d", &border), ("stroke", &FRAME)]);
            for (at, note) in below.iter().enumerate() {
                Lettering::Note.write(svg, note, Point { x: MARGIN, y: rule + 22.0 + line * at as f64 });
            }
        });
        Ok(text)
    }

    fn word(&self, x: Element) -> String {
        word_in_letters(&self.quotient.word(x))
    }

    /// The title and what is known, a line each.
    fn heading(&self) -> Vec<String> {
        let quotient = self.quotient;
        let last = quotient.values(0).len() - 1;
        let (order, positions) = (quotient.order(), quotient.portion().len());
        let of = match quotient.period(0) {
            Some(period) => format!(
                "all heaps: their values have period {} from heap {} on (proved, theory {})",
                period.period,
                period.preperiod,
                Theorem::QuotientPeriod.number()
            ),
            None => format!("the heaps to {last} only"),
        };
        let letters = (0..quotient.generators().len()).map(|at| {
            let mut word = vec![0; quotient.generators().len()];
            word[at] = 1;
            format!("{} = heap {}", word_in_letters(&word), quotient.generators()[at].size)
        });
        let letters: Vec<String> = letters.collect();
        let mut lines = vec![
            format!("{}: the misère quotient", self.name),
            format!("{order} elements, {positions} of them P. Of {of}."),
            format!("Letters: {}.", letters.join(", ")),
        ];
        if let Some((_, end)) = self.walk.last() {
            let steps = self.walk.iter().map(|(heap, _)| {
                let value = quotient.value(*heap).map_or_else(String::new, |value| self.word(value));
                format!("heap {} is {value}", heap.size)
            });
            let steps: Vec<String> = steps.collect();
            let who = if quotient.is_position(*end) {
                "P: whoever has just moved wins"
            } else {
                "N: the player to move wins"
            };
            lines.push(format!(
                "The walk: {}; their product is {}, {who}.",
                steps.join(", "),
                self.word(*end)
            ));
        }
        lines
    }

    /// The arrows of the walk, which go behind the dots; says where the sizes of the heaps are to be written.
    fn draw_walk(&self, svg: &mut Svg, map: &Map) -> Vec<(u64, Point)> {
        let mut from = map.dot(Element::default());
        let mut heads = Path::default();
        let mut labels = Vec::new();
        let mut lines = String::new();
        for (heap, element) in &self.walk {
            let to = map.dot(*element);
            let (dx, dy) = (to.x - from.x, to.y - from.y);
            let length = dx.hypot(dy);
            if length > 1.0 {
                // an arc to the right of the straight line: it passes beside the dots of a column
                let side = (0.22 * length).min(70.0);
                let bow = Point {
                    x: f64::midpoint(from.x, to.x) + dy / length * side,
                    y: f64::midpoint(from.y, to.y) - dx / length * side,
                };
                let (ex, ey) = (to.x - bow.x, to.y - bow.y);
                let (ux, uy) = (ex / ex.hypot(ey), ey / ex.hypot(ey));
                let tip =
                    Point { x: to.x - ux * (boxes::RADIUS + 5.0), y: to.y - uy * (boxes::RADIUS + 5.0) };
                let _ = write!(
                    lines,
                    "M{} {}Q{} {} {} {}",
                    Number(from.x),
                    Number(from.y),
                    Number(bow.x),
                    Number(bow.y),
                    Number(tip.x - ux * 9.0),
                    Number(tip.y - uy * 9.0)
                );
                heads.polygon(&[
                    (tip.x, tip.y),
                    (tip.x - ux * 12.0 - uy * 6.0, tip.y - uy * 12.0 + ux * 6.0),
                    (tip.x - ux * 12.0 + uy * 6.0, tip.y - uy * 12.0 - ux * 6.0),
                ]);
                let middle = |a: f64, b: f64, c: f64| 0.25 * a + 0.5 * b + 0.25 * c;
                labels.push((
                    heap.size,
                    Point { x: middle(from.x, bow.x, to.x), y: middle(from.y, bow.y, to.y) },
                ));
            } else {
                labels
                    .push((heap.size, Point { x: from.x + 1.6 * boxes::RADIUS, y: from.y - boxes::RADIUS }));
            }
            from = to;
        }
        svg.empty(
            "path",
            &[("d", &lines), ("fill", &"none"), ("stroke", &WALK), ("stroke-width", &Number(3.0))],
        );
        svg.empty("path", &[("d", &heads), ("fill", &WALK)]);
        labels
    }
}

/// How to read it.
fn explanation(map: &Map) -> Vec<String> {
    let mut lines = vec![
        "Every sum of heaps is one of these dots: multiply the values of its heaps, which are in the strip. A filled dot \
         is P, whoever has just moved wins; an empty dot is N, the player to move wins. A box holds the elements some \
         power of which is its idempotent (double ring); products never lead up."
            .to_owned(),
    ];
    if map.has_nim_values() {
        lines.push(
            "The number in a dot is its nim value. Normal play is won by leaving 0; misère play differs where a filled \
             dot is not 0, or a dot with 0 is empty."
                .to_owned(),
        );
    }
    if map.kernel_is_normal() {
        lines.push(
            "The lowest box has the kernel, drawn as a cube: neighbors differ in one binary digit, and only 0 is filled. \
             Sums that have come so far are played as under normal play."
                .to_owned(),
        );
    }
    lines
}

/// The words of a text in lines of this width.
fn wrapped(text: &str, width: f64) -> Vec<String> {
    /// Text is narrower than its upper estimate.
    const SHARE: f64 = 0.9;
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is always a line");
        if line.is_empty() {
            line.push_str(word);
        } else if Lettering::Note.width(&format!("{line} {word}")) * SHARE <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

fn shifted(svg: &mut Svg, corner: Point, content: impl FnOnce(&mut Svg)) {
    let shift = format!("translate({} {})", Number(corner.x), Number(corner.y));
    svg.element("g", &[("transform", &shift)], content);
}
