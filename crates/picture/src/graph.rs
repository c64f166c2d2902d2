//! The picture of a game graph: every position with its outcome and value, every move, the winning ones bold.
//!
//! Outcomes and kinds of moves differ in form as well as in color: P is teal, round and has a double border; N is
//! amber, square and has a single one. Teal and amber can be distinguished with all common kinds of color blindness;
//! text has a contrast above 10. The picture has its own light background, so it looks the same on a dark page. In a
//! game graph the moves to a P-position are exactly those that win (theory 1.1, 1.2), so the moves that share a trunk
//! in the layout are always of one kind and are drawn alike. Every edge reaches its node from above, so all arrowheads
//! point straight down and need no marker elements, whose names would clash if a page holds several pictures.
//!
//! The same picture is written in the DOT language, for Graphviz and the many programs that read it.

use std::fmt::{Display, Write};

use sprague::graph::GameGraph;
use sprague::loopy::LoopyValue;
use sprague::play::{Outcome, Play};
use sprague::position::Position;

use crate::layout::{
    BoxSize, EdgeRoute, Layout, LayoutError, LoopedLayout, Point, Spacing, layout_with_loops,
};
use crate::lettering::Lettering;
use crate::plot::{FRAME, MARGIN, rectangle};
use crate::svg::{Number, Path, Svg};

const START: &str = "start";
/// The least width of the picture of a step.
const STEP_WIDTH: f64 = 540.0;

/// A game graph ready to be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphPicture {
    /// The heading.
    pub title: String,
    /// The position that play starts from.
    pub start: usize,
    /// All positions.
    pub nodes: Vec<PictureNode>,
    /// All moves.
    pub moves: Vec<PictureMove>,
}

impl GraphPicture {
    /// The picture of a game graph, headed by its first position.
    pub fn of(graph: &GameGraph) -> Self {
        let start = &graph.nodes[0].position;
        let ending = match graph.play {
            Play::Normal => "",
            Play::Misere => ", misère play",
        };
        let nodes = graph.nodes.iter().map(|node| PictureNode {
            label: label(&node.position),
            outcome: node.outcome,
            value: node.value.clone(),
        });
        let outcome = |at: usize| graph.nodes[at].outcome;
        let kind = |from, to| MoveKind::between(outcome(from), outcome(to));
        let moves = graph.edges().map(|(from, to)| PictureMove { from, to, kind: kind(from, to) });
        Self { title: format!("{start}{ending}"), start: 0, nodes: nodes.collect(), moves: moves.collect() }
    }

    /// The size of every node and where everything goes, for those who draw it themselves. A move that leads back is a
    /// cubic curve.
    pub fn lay_out(&self) -> Result<(Vec<BoxSize>, Layout), LayoutError> {
        let sizes: Vec<BoxSize> = self.nodes.iter().map(PictureNode::size).collect();
        let edges: Vec<(usize, usize)> = self.moves.iter().map(|step| (step.from, step.to)).collect();
        let drawing = layout_with_loops(&sizes, &edges, Spacing::default())?.layout;
        Ok((sizes, drawing))
    }

    /// The picture as an SVG document. Fails where a move names a position that is not there.
    pub fn to_svg(&self) -> Result<String, LayoutError> {
        self.to_svg_with(&Labels::All)
    }

    /// The picture with some of its labels; all pictures of one graph have the same places.
    pub fn to_svg_with(&self, labels: &Labels<'_>) -> Result<String, LayoutError> {
        // One node more: the word that points to the start.
        let mut sizes: Vec<BoxSize> = self.nodes.iter().map(PictureNode::size).collect();
        let mut edges: Vec<(usize, usize)> = self.moves.iter().map(|step| (step.from, step.to)).collect();
        sizes.push(BoxSize {
            width: Lettering::Caption.width(START),
            height: Lettering::Caption.line_height(),
        });
        edges.push((self.nodes.len(), self.start));
        let LoopedLayout { layout: drawing, back } = layout_with_loops(&sizes, &edges, Spacing::default())?;

        let has_draws = self.nodes.iter().any(|node| node.outcome == Outcome::Draw);
        let legend = Legend::within(drawing.size.width, has_draws);
        let inner = [drawing.size.width, legend.size().width, Lettering::Title.width(&self.title)];
        let inner = inner.into_iter().fold(0.0, f64::max);
        // all steps have one width, in which most sentences find room
        let inner = if let Labels::Some { .. } = labels { inner.max(STEP_WIDTH) } else { inner };
        let title_height = Lettering::Title.line_height();
        let note = if let Labels::Some { note, .. } = labels { Some(shortened(note, inner)) } else { None };
        let head = title_height + note.as_ref().map_or(0.0, |_| Lettering::Note.line_height() + 6.0);
        let corner = Point { x: MARGIN + (inner - drawing.size.width) / 2.0, y: MARGIN + head + 12.0 };
        let rule = corner.y + drawing.size.height + 24.0;
        // a sheet without labels tells nothing about them
        let is_plain = matches!(labels, Labels::None);
        let foot = if is_plain { 0.0 } else { legend.size().height + 24.0 };
        let (width, height) = (inner + 2.0 * MARGIN, rule + foot);

        Ok(Svg::document(width, height, &self.title, |svg| {
            let frame = BoxSize { width: width - 1.0, height: height - 1.0 };
            rectangle(svg, Point { x: 0.5, y: 0.5 }, frame, 8, "#ffffff", FRAME);
            Lettering::Title.write(svg, &self.title, Point { x: MARGIN, y: MARGIN + title_height / 2.0 });
            if let Some(note) = &note {
                let y = MARGIN + title_height + 6.0 + Lettering::Note.line_height() / 2.0;
                Lettering::Note.write(svg, note, Point { x: MARGIN, y });
            }
            let shift = format!("translate({} {})", Number(corner.x), Number(corner.y));
            svg.element("g", &[("transform", &shift)], |svg| {
                if let Labels::Some { new: Some(new), .. } = *labels {
                    draw_halo(svg, drawing.nodes[new], sizes[new]);
                }
                self.draw_moves(svg, &drawing, labels, &back);
                for (at, ((node, &center), &size)) in
                    self.nodes.iter().zip(&drawing.nodes).zip(&sizes).enumerate()
                {
                    node.draw(svg, center, size, labels.tell(at));
                }
                for &center in &drawing.nodes[self.nodes.len()..] {
                    Lettering::Caption.write(svg, START, center);
                }
            });
            if !is_plain {
                let mut line = Path::default();
                line.line((MARGIN, rule), (width - MARGIN, rule));
                svg.empty("path", &[("d", &line), ("stroke", &FRAME)]);
                legend.draw(svg, Point { x: MARGIN, y: rule + 12.0 });
            }
        }))
    }

    /// The winning moves last, so that they lie on top.
    fn draw_moves(&self, svg: &mut Svg, drawing: &Layout, labels: &Labels<'_>, back: &[bool]) {
        // moves that share a trunk lead to one position, and are drawn alike
        let kind = |step: &PictureMove| if labels.tell(step.to) { step.kind } else { MoveKind::Other };
        let kinds = self.moves.iter().map(kind).chain([MoveKind::Other]);
        let kinds: Vec<(MoveKind, bool)> = kinds.zip(back.iter().copied()).collect();
        for kind in [MoveKind::Other, MoveKind::Winning] {
            let (color, width) = kind.stroke();
            let mut heads = Path::default();
            let pen: [(&str, &dyn Display); 3] =
                [("fill", &"none"), ("stroke", &color), ("stroke-width", &Number(width))];
            svg.element("g", &pen, |svg| {
                for (&(_, back), route) in
                    kinds.iter().zip(&drawing.routes).filter(|((other, _), _)| *other == kind)
                {
                    let line = if back {
                        trace_back(route, kind, &mut heads)
                    } else {
                        trace(route, kind, &mut heads)
                    };
                    svg.empty("path", &[("d", &line)]);
                }
            });
            svg.empty("path", &[("d", &heads), ("fill", &color)]);
        }
    }
}

/// Which positions of a picture have their labels: outcome, value, form and color.
#[derive(Clone, Copy, Debug)]
pub enum Labels<'l> {
    /// All of them.
    All,
    /// None: a sheet to work on.
    None,
    /// Those that a step of the labelling has come to.
    Some {
        /// For each position whether it is labelled.
        told: &'l [bool],
        /// The position that was labelled last.
        new: Option<usize>,
        /// What was done.
        note: &'l str,
    },
}

impl Labels<'_> {
    fn tell(&self, at: usize) -> bool {
        match self {
            Self::All => true,
            Self::None => false,
            Self::Some { told, .. } => told.get(at) == Some(&true),
        }
    }
}

/// A line of text, cut to a width.
fn shortened(text: &str, width: f64) -> String {
    if Lettering::Note.width(text) <= width {
        return text.to_owned();
    }
    let mut kept = text.to_owned();
    while !kept.is_empty() && Lettering::Note.width(&kept) + Lettering::Note.width("...") > width {
        kept.pop();
    }
    kept + "..."
}

/// The mark of the position that a step has labelled.
fn draw_halo(svg: &mut Svg, center: Point, size: BoxSize) {
    const WIDE: f64 = 6.0;
    let (width, height) = (size.width + 2.0 * WIDE, size.height + 2.0 * WIDE);
    svg.empty(
        "rect",
        &[
            ("x", &Number(center.x - width / 2.0)),
            ("y", &Number(center.y - height / 2.0)),
            ("width", &Number(width)),
            ("height", &Number(height)),
            ("rx", &8),
            ("fill", &"#fff6c2"),
            ("stroke", &"#d4b106"),
            ("stroke-width", &1.5),
        ],
    );
}

/// One line per term; the game is named only where there is more than one.
fn label(position: &Position) -> Vec<String> {
    let single = position.0.len() == 1;
    let lines = position.0.iter().map(|term| {
        let whole = || if single { term.body() } else { term.to_string() };
        let body = term.label().unwrap_or_else(whole);
        if body.is_empty() { "0".to_owned() } else { body }
    });
    lines.collect()
}

/// Between the text and the border: the corners of a P-position are round.
const PADDING: BoxSize = BoxSize { width: 16.0, height: 8.0 };

/// A position in the picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureNode {
    /// The position as text, one entry a line.
    pub label: Vec<String>,
    /// Who wins from here.
    pub outcome: Outcome,
    /// The value, where there is one to show.
    pub value: Option<LoopyValue>,
}

impl PictureNode {
    /// Outcome and value as they are written below the label.
    fn caption(&self) -> String {
        match &self.value {
            Some(value) => format!("{} · {value}", self.outcome),
            None => self.outcome.to_string(),
        }
    }

    /// Large enough for the text.
    fn size(&self) -> BoxSize {
        let label = self.label.iter().map(|line| Lettering::Label.width(line)).fold(0.0, f64::max);
        let width = label.max(Lettering::Caption.width(&self.caption())) + 2.0 * PADDING.width;
        let lines =
            self.label.len() as f64 * Lettering::Label.line_height() + Lettering::Caption.line_height();
        let height = lines + 2.0 * PADDING.height;
        BoxSize { width: width.max(height), height }
    }

    fn draw(&self, svg: &mut Svg, center: Point, size: BoxSize, is_told: bool) {
        svg.element("g", &[], |svg| {
            let value = self.value.as_ref().map(|value| format!(", value {value}")).unwrap_or_default();
            if is_told {
                let kind = match self.outcome {
                    Outcome::Draw => "draw".to_owned(),
                    outcome => format!("{outcome}-position"),
                };
                svg.text("title", &[], &format!("{}: {kind}{value}", self.label.join(" ")));
                draw_shape(svg, self.outcome, center, size);
            } else {
                svg.text("title", &[], &self.label.join(" "));
                draw_blank(svg, center, size);
            }
            let mut top = center.y - size.height / 2.0 + PADDING.height;
            for line in &self.label {
                let height = Lettering::Label.line_height();
                Lettering::Label.write(svg, line, Point { x: center.x, y: top + height / 2.0 });
                top += height;
            }
            if is_told {
                let y = top + Lettering::Caption.line_height() / 2.0;
                Lettering::Caption.write(svg, &self.caption(), Point { x: center.x, y });
            }
        });
    }
}

/// The form of a position without a label, with room for one.
fn draw_blank(svg: &mut Svg, center: Point, size: BoxSize) {
    svg.empty(
        "rect",
        &[
            ("x", &Number(center.x - size.width / 2.0)),
            ("y", &Number(center.y - size.height / 2.0)),
            ("width", &Number(size.width)),
            ("height", &Number(size.height)),
            ("rx", &5),
            ("fill", &"#ffffff"),
            ("stroke", &"#767d86"),
            ("stroke-width", &1.5),
        ],
    );
}

/// Fill and border.
const fn colors(outcome: Outcome) -> (&'static str, &'static str) {
    match outcome {
        Outcome::P => ("#d3f0ea", "#00695c"),
        Outcome::N => ("#ffe8b8", "#925f00"),
        Outcome::Draw => ("#eceef1", "#4f5862"),
    }
}

/// The form of a position without its text.
fn draw_shape(svg: &mut Svg, outcome: Outcome, center: Point, size: BoxSize) {
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
        Outcome::Draw => outline(0.0, size.height / 4.0, &fill),
    }
}

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
    const fn stroke(self) -> (&'static str, f64) {
        match self {
            Self::Winning => ("#00695c", 3.2),
            Self::Other => ("#767d86", 1.2),
        }
    }

    /// Length and half the width of the arrowhead.
    const fn head(self) -> (f64, f64) {
        match self {
            Self::Winning => (11.0, 5.5),
            Self::Other => (8.0, 3.5),
        }
    }
}

/// A move in the picture, by the numbers of its positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PictureMove {
    /// The position before.
    pub from: usize,
    /// The position after.
    pub to: usize,
    /// Whether it wins.
    pub kind: MoveKind,
}

/// The line along the part of the route that no earlier edge has drawn. An edge that goes all the way there adds
/// its arrowhead to `heads`.
pub(crate) fn trace(route: &EdgeRoute, kind: MoveKind, heads: &mut Path) -> Path {
    let mut points = route.points[..route.own].to_vec();
    if let Some(tip) = points.last_mut().filter(|_| route.own == route.points.len()) {
        let (length, half) = kind.head();
        heads.polygon(&[(tip.x, tip.y), (tip.x - half, tip.y - length), (tip.x + half, tip.y - length)]);
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

/// The curve of a move that leads back, with its head pointing to the node from the side.
fn trace_back(route: &EdgeRoute, kind: MoveKind, heads: &mut Path) -> Path {
    let mut line = Path::default();
    let &[start, near, far, tip] = &route.points[..] else { return line };
    let (length, half) = kind.head();
    let side = if far.x < tip.x { -1.0 } else { 1.0 };
    let back = tip.x + side * length;
    heads.polygon(&[(tip.x, tip.y), (back, tip.y - half), (back, tip.y + half)]);
    line.move_to(start.x, start.y);
    line.curve((near.x, near.y), (far.x, far.y), (back - side, tip.y));
    line
}

fn same_column(a: Point, b: Point) -> bool {
    (a.x - b.x).abs() < 0.01
}

impl GraphPicture {
    /// The graph in DOT, with the forms and colors of the SVG picture.
    pub fn to_dot(&self) -> String {
        let mut dot = String::from("digraph game {\n");
        self.write_dot(&mut dot).expect("writing to a string does not fail");
        dot.push_str("}\n");
        dot
    }

    fn write_dot(&self, dot: &mut String) -> std::fmt::Result {
        writeln!(dot, "  graph [label={}, labelloc=t, fontname=\"Helvetica\"];", quoted(&self.title))?;
        writeln!(dot, "  node [shape=box, fontname=\"Helvetica\"];")?;
        for (index, node) in self.nodes.iter().enumerate() {
            let label = quoted(&format!("{}\n{}", node.label.join("\n"), node.caption()));
            let (fill, color) = colors(node.outcome);
            let form = match node.outcome {
                Outcome::P => "style=\"filled,rounded\", peripheries=2",
                Outcome::N => "style=filled",
                Outcome::Draw => "style=\"filled,rounded,dashed\"",
            };
            writeln!(dot, "  n{index} [label={label}, {form}, fillcolor=\"{fill}\", color=\"{color}\"];")?;
        }
        writeln!(dot, "  start [shape=plaintext];")?;
        writeln!(dot, "  start -> n{};", self.start)?;
        for step in &self.moves {
            let (color, width) = step.kind.stroke();
            writeln!(dot, "  n{} -> n{} [color=\"{color}\", penwidth={width}];", step.from, step.to)?;
        }
        Ok(())
    }
}

/// A DOT string. A line break becomes the two characters that DOT reads as one.
fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{escaped}\"")
}

/// The legend: samples with their meaning, in as many columns as the picture has room for.
struct Legend {
    entries: Vec<(Sample, &'static str)>,
    columns: usize,
    column_width: f64,
}

const SAMPLE: BoxSize = BoxSize { width: 46.0, height: 22.0 };
const LEGEND_GAP: f64 = 10.0;
const LEGEND_ROW: f64 = 30.0;

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

impl Legend {
    /// A legend with the most columns that fit in the width, and at least one.
    pub fn within(width: f64, has_draws: bool) -> Self {
        let draw =
            has_draws.then_some((Sample::Position(Outcome::Draw), "draw: both players can go on for ever"));
        let entries: Vec<_> = ENTRIES.into_iter().chain(draw).collect();
        let text = entries.iter().map(|(_, text)| Lettering::Note.width(text)).fold(0.0, f64::max);
        let column_width = SAMPLE.width + 2.0 * LEGEND_GAP + text;
        let fits = |&columns: &usize| columns as f64 * column_width <= width;
        let columns = [entries.len(), 3, 2].into_iter().find(fits).unwrap_or(1);
        Self { entries, columns, column_width }
    }

    fn rows(&self) -> usize {
        self.entries.len().div_ceil(self.columns)
    }

    pub fn size(&self) -> BoxSize {
        BoxSize { width: self.columns as f64 * self.column_width, height: self.rows() as f64 * LEGEND_ROW }
    }

    /// Draws the legend below and to the right of its corner.
    pub fn draw(&self, svg: &mut Svg, corner: Point) {
        for (index, &(sample, text)) in self.entries.iter().enumerate() {
            let x = corner.x + (index / self.rows()) as f64 * self.column_width;
            let y = corner.y + ((index % self.rows()) as f64 + 0.5) * LEGEND_ROW;
            let center = Point { x: x + SAMPLE.width / 2.0, y };
            match sample {
                Sample::Position(outcome) => {
                    draw_shape(svg, outcome, center, SAMPLE);
                    Lettering::Caption.write(svg, &outcome.to_string(), center);
                }
                Sample::Caption => Lettering::Caption.write(svg, "N · 3", center),
                Sample::Move(kind) => draw_move(svg, kind, center),
            }
            Lettering::Note.write(svg, text, Point { x: x + SAMPLE.width + LEGEND_GAP, y });
        }
    }
}

/// An arrow to the right.
fn draw_move(svg: &mut Svg, kind: MoveKind, center: Point) {
    let (color, width) = kind.stroke();
    let (length, half) = kind.head();
    let end = center.x + SAMPLE.width / 2.0;
    let mut line = Path::default();
    line.line((end - SAMPLE.width, center.y), (end - length + 1.0, center.y));
    svg.empty("path", &[("d", &line), ("stroke", &color), ("stroke-width", &Number(width))]);
    let mut head = Path::default();
    head.polygon(&[(end, center.y), (end - length, center.y - half), (end - length, center.y + half)]);
    svg.empty("path", &[("d", &head), ("fill", &color)]);
}
