//! The boxes of a quotient with their dots: the group of each idempotent as rows, the kernel as a cube.

use std::collections::HashMap;

use sprague::quotient::{Element, IdempotentClass, Quotient, word_in_letters};

use super::{BORDER, POSITION};
use crate::graph::{MoveKind, trace};
use crate::layout::{BoxSize, Layout, LayoutError, Point, Spacing, layout};
use crate::lettering::Lettering;
use crate::plot::rectangle;
use crate::svg::{Number, Path, Svg};

/// Of a dot.
pub const RADIUS: f64 = 14.0;
/// From a dot to the one below it: the word is between them.
const ROW: f64 = 56.0;
const PADDING: f64 = 16.0;
/// The most columns of dots in a box.
const COLUMNS: usize = 12;
/// Between the parts of a box.
const GAP: f64 = 22.0;
/// The colors of the boxes from the top on; that of the kernel is `KERNEL`.
const TINTS: [&str; 7] = ["#fff0c9", "#e1e7fb", "#f8dfee", "#ece5da", "#dceffa", "#eae0fa", "#eef4cf"];
const KERNEL: &str = "#d3f0ea";

/// A box, its upper left corner the origin.
struct ClassBox {
    size: BoxSize,
    tint: &'static str,
    dots: Vec<(Element, Point)>,
    /// Lines between dots of the cube.
    edges: Vec<(Point, Point)>,
}

/// All boxes in their places.
pub struct Map<'q> {
    quotient: &'q Quotient,
    values: Option<Vec<u64>>,
    boxes: Vec<ClassBox>,
    drawing: Layout,
    places: HashMap<Element, (usize, Point)>,
    is_cube: bool,
    pub size: BoxSize,
}

impl<'q> Map<'q> {
    pub fn new(quotient: &'q Quotient) -> Result<Self, LayoutError> {
        let values = quotient.nim_values();
        let classes = quotient.monoid().idempotent_classes();
        let kernel = quotient.monoid().kernel();
        let pitch = (0..quotient.order() as Element)
            .map(|x| Lettering::Tick.width(&word_in_letters(&quotient.word(x))))
            .fold(0.0, f64::max);
        let pitch = (pitch + 8.0).max(2.0 * RADIUS + 26.0);
        let cube = values.as_deref().and_then(|values| Cube::new(&kernel, values, pitch));
        let is_cube = cube.is_some();
        let mut boxes = Vec::new();
        for (at, class) in classes.iter().enumerate() {
            let is_kernel = class.group == kernel;
            let tint = if is_kernel { KERNEL } else { TINTS[at % TINTS.len()] };
            let group = match &cube {
                Some(cube) if is_kernel => cube.part(),
                _ => Part::rows(quotient, &class.group, pitch),
            };
            boxes.push(ClassBox::new(&group, &Part::rows(quotient, &class.others, pitch), is_kernel, tint));
        }
        let sizes: Vec<BoxSize> = boxes.iter().map(|one| one.size).collect();
        let edges = |(at, class): (usize, &IdempotentClass)| {
            class.below.iter().map(move |&below| (at, below)).collect::<Vec<_>>()
        };
        let edges: Vec<(usize, usize)> = classes.iter().enumerate().flat_map(edges).collect();
        let drawing = layout(&sizes, &edges, Spacing { nodes: 40.0, edges: 20.0, layers: 40.0 })?;
        let mut places = HashMap::new();
        for (at, (one, center)) in boxes.iter().zip(&drawing.nodes).enumerate() {
            let corner = Point { x: center.x - one.size.width / 2.0, y: center.y - one.size.height / 2.0 };
            for (element, dot) in &one.dots {
                places.insert(*element, (at, Point { x: corner.x + dot.x, y: corner.y + dot.y }));
            }
        }
        let size = drawing.size;
        Ok(Self { quotient, values, boxes, drawing, places, is_cube, size })
    }

    pub const fn has_nim_values(&self) -> bool {
        self.values.is_some()
    }

    /// Whether the kernel is a cube whose only P-element has the nim value 0.
    pub fn kernel_is_normal(&self) -> bool {
        let kernel = self.quotient.monoid().kernel();
        self.values.as_ref().is_some_and(|values| {
            let is_normal = |&x: &Element| self.quotient.is_position(x) == (values[usize::from(x)] == 0);
            self.is_cube && kernel.iter().all(is_normal)
        })
    }

    /// Where the dot of an element is.
    pub fn dot(&self, element: Element) -> Point {
        self.places[&element].1
    }

    /// The color of the box of an element.
    pub fn tint(&self, element: Element) -> &'static str {
        self.boxes[self.places[&element].0].tint
    }

    /// The boxes, and the lines between them and between the corners of the cube.
    pub fn draw_boxes(&self, svg: &mut Svg) {
        let mut heads = Path::default();
        for route in &self.drawing.routes {
            let line = trace(route, MoveKind::Other, &mut heads);
            svg.empty(
                "path",
                &[("d", &line), ("fill", &"none"), ("stroke", &"#9aa2ab"), ("stroke-width", &2)],
            );
        }
        svg.empty("path", &[("d", &heads), ("fill", &"#9aa2ab")]);
        for (one, center) in self.boxes.iter().zip(&self.drawing.nodes) {
            let corner = Point { x: center.x - one.size.width / 2.0, y: center.y - one.size.height / 2.0 };
            rectangle(svg, corner, one.size, 10, one.tint, "#b6bec7");
            let mut lines = Path::default();
            for (from, to) in &one.edges {
                lines.line((corner.x + from.x, corner.y + from.y), (corner.x + to.x, corner.y + to.y));
            }
            svg.empty("path", &[("d", &lines), ("stroke", &"#8fc4ba"), ("stroke-width", &Number(1.4))]);
        }
    }

    pub fn draw_dots(&self, svg: &mut Svg) {
        for x in 0..self.quotient.order() as Element {
            self.draw_dot(svg, x, self.dot(x));
        }
    }

    fn draw_dot(&self, svg: &mut Svg, element: Element, center: Point) {
        let (quotient, monoid) = (self.quotient, self.quotient.monoid());
        let is_position = quotient.is_position(element);
        let word = word_in_letters(&quotient.word(element));
        let (fill, stroke, ink) =
            if is_position { (POSITION, POSITION, "#ffffff") } else { ("#ffffff", BORDER, "#1f2328") };
        let products = quotient.generators().iter().filter_map(|heap| {
            let product = monoid.product(element, quotient.value(*heap)?);
            Some(format!("with heap {}: {}", heap.size, word_in_letters(&quotient.word(product))))
        });
        let outcome = if is_position { "P" } else { "N" };
        let told =
            std::iter::once(format!("{word}: {outcome}")).chain(products).collect::<Vec<_>>().join("\n");
        let circle = |svg: &mut Svg, radius: f64, fill: &str| {
            svg.empty(
                "circle",
                &[
                    ("cx", &Number(center.x)),
                    ("cy", &Number(center.y)),
                    ("r", &Number(radius)),
                    ("fill", &fill),
                    ("stroke", &stroke),
                    ("stroke-width", &Number(1.6)),
                ],
            );
        };
        svg.element("g", &[], |svg| {
            svg.text("title", &[], &told);
            if monoid.product(element, element) == element {
                circle(svg, RADIUS + 4.0, "none");
            }
            circle(svg, RADIUS, fill);
            if let Some(values) = &self.values {
                svg.text(
                    "text",
                    &[
                        ("x", &Number(center.x)),
                        ("y", &Number(center.y + 4.9)),
                        ("text-anchor", &"middle"),
                        ("font-size", &14),
                        ("font-weight", &"600"),
                        ("fill", &ink),
                    ],
                    &values[usize::from(element)].to_string(),
                );
            }
            Lettering::Tick.write(svg, &word, Point { x: center.x, y: center.y + RADIUS + 13.0 });
        });
    }
}

/// Dots within a rectangle.
#[derive(Default)]
struct Part {
    size: BoxSize,
    dots: Vec<(Element, Point)>,
    edges: Vec<(Point, Point)>,
}

impl Part {
    /// Every element above its product with the least heap that has a move, in as many rows as needed.
    fn rows(quotient: &Quotient, elements: &[Element], pitch: f64) -> Self {
        let star = quotient.generators().first().and_then(|heap| quotient.value(*heap)).unwrap_or_default();
        let mut pairs: Vec<Vec<Element>> = Vec::new();
        for &x in elements {
            let other = quotient.monoid().product(x, star);
            match pairs.iter_mut().find(|pair| pair[0] == other && pair.len() == 1) {
                Some(pair) if other != x => pair.push(x),
                _ => pairs.push(vec![x]),
            }
        }
        let columns = pairs.len().min(COLUMNS);
        let tall = pairs.iter().map(Vec::len).max().unwrap_or(0);
        let mut dots = Vec::new();
        for (at, pair) in pairs.iter().enumerate() {
            for (row, &x) in pair.iter().enumerate() {
                let across = (at % COLUMNS) as f64 + 0.5;
                let down = (at / COLUMNS * tall + row) as f64 * ROW + RADIUS + 4.0;
                dots.push((x, Point { x: across * pitch, y: down }));
            }
        }
        let rows = pairs.len().div_ceil(COLUMNS) * tall;
        let size = BoxSize { width: columns as f64 * pitch, height: rows as f64 * ROW - 4.0 };
        if dots.is_empty() { Self::default() } else { Self { size, dots, edges: Vec::new() } }
    }
}

/// The elements of the kernel at the corners of a cube, by the binary digits of their nim values.
struct Cube {
    corners: Vec<(Element, u64)>,
    steps: Vec<Point>,
}

impl Cube {
    /// More dimensions are no picture.
    const MOST: u32 = 6;

    /// `None` if the nim values are not 0, 1, ..., 2^k - 1.
    fn new(kernel: &[Element], values: &[u64], pitch: f64) -> Option<Self> {
        let mut corners: Vec<(Element, u64)> = kernel.iter().map(|&x| (x, values[usize::from(x)])).collect();
        corners.sort_by_key(|corner| corner.1);
        let is_cube = corners.len().is_power_of_two()
            && corners.len().trailing_zeros() <= Self::MOST
            && corners.iter().zip(0..).all(|(corner, at)| corner.1 == at);
        let across = (2.1 * pitch).max(96.0);
        let (aside, up, down) = (across / 2.0, 44.0, 94.0);
        let wide = across + aside + 0.9 * pitch + 20.0;
        let steps = [
            Point { x: across, y: 0.0 },
            Point { x: 0.0, y: down },
            Point { x: aside, y: -up },
            Point { x: wide, y: 0.0 },
            Point { x: 0.0, y: down + up + 64.0 },
            Point { x: 2.0 * wide, y: 0.0 },
        ];
        let dimensions = corners.len().trailing_zeros() as usize;
        is_cube.then(|| Self { corners, steps: steps[..dimensions].to_vec() })
    }

    fn part(&self) -> Part {
        let raw = |value: u64| {
            let used = self.steps.iter().enumerate().filter(|(bit, _)| value >> bit & 1 == 1);
            used.fold((0.0, 0.0), |(x, y), (_, step)| (x + step.x, y + step.y))
        };
        let all = || self.corners.iter().map(|corner| raw(corner.1));
        let least = |values: &mut dyn Iterator<Item = f64>| values.fold(f64::INFINITY, f64::min);
        let most = |values: &mut dyn Iterator<Item = f64>| values.fold(f64::NEG_INFINITY, f64::max);
        let (top, bottom) = (least(&mut all().map(|at| at.1)), most(&mut all().map(|at| at.1)));
        let right = most(&mut all().map(|at| at.0));
        let side = RADIUS + 12.0;
        let place = |value: u64| {
            let (x, y) = raw(value);
            Point { x: x + side, y: y - top + RADIUS + 4.0 }
        };
        let dots = self.corners.iter().map(|&(x, value)| (x, place(value))).collect();
        let flips = self.corners.iter().flat_map(|&(_, value)| {
            // the third dimension and the next are far apart: their lines would cover the cubes
            (0..self.steps.len().min(3)).map(move |bit| (value, value | 1 << bit))
        });
        let edges =
            flips.filter(|(from, to)| from != to).map(|(from, to)| (place(from), place(to))).collect();
        let size = BoxSize { width: right + 2.0 * side, height: bottom - top + ROW - 4.0 };
        Part { size, dots, edges }
    }
}

impl ClassBox {
    /// The group with the elements that fall into it: beside the cube, above rows.
    fn new(group: &Part, others: &Part, is_kernel: bool, tint: &'static str) -> Self {
        let gap = if others.dots.is_empty() { 0.0 } else { GAP };
        let beside = is_kernel && !group.edges.is_empty();
        let (of_others, of_group, width, height) = if beside {
            let height = others.size.height.max(group.size.height);
            let middle = |part: &Part| (height - part.size.height) / 2.0;
            let right = others.size.width + gap;
            (
                Point { x: 0.0, y: middle(others) },
                Point { x: right, y: middle(group) },
                right + group.size.width,
                height,
            )
        } else {
            let width = others.size.width.max(group.size.width);
            let middle = |part: &Part| (width - part.size.width) / 2.0;
            let down = others.size.height + gap;
            (
                Point { x: middle(others), y: 0.0 },
                Point { x: middle(group), y: down },
                width,
                down + group.size.height,
            )
        };
        let moved = |at: Point, by: Point| Point { x: PADDING + at.x + by.x, y: PADDING + at.y + by.y };
        let mut dots: Vec<(Element, Point)> =
            others.dots.iter().map(|&(x, at)| (x, moved(at, of_others))).collect();
        dots.extend(group.dots.iter().map(|&(x, at)| (x, moved(at, of_group))));
        let edges =
            group.edges.iter().map(|&(from, to)| (moved(from, of_group), moved(to, of_group))).collect();
        let size = BoxSize { width: width + 2.0 * PADDING, height: height + 2.0 * PADDING };
        Self { size, tint, dots, edges }
    }
}
