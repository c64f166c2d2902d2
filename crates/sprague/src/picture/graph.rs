//! The picture of a game graph: every position with its outcome and value, every move, the winning ones bold.
//!
//! Outcomes and kinds of moves differ in form as well as in color. The picture brings its own light background,
//! so it reads the same on a dark page. In a game graph the moves to a P-position are exactly those that win
//! (theory 1.1, 1.2), so the moves that share a trunk in the layout are always of one kind and are drawn alike.

use std::fmt::Display;

use crate::graph::{GameGraph, Layout, LayoutError, Point, Size, Spacing, layout};
use crate::play::Play;
use crate::position::Position;

use super::edge::{Move, MoveKind, trace};
use super::legend::Legend;
use super::lettering::Lettering;
use super::node::Node;
use super::svg::{Number, Path, Svg};

const MARGIN: f64 = 24.0;
const FRAME: &str = "#d0d7de";
const START: &str = "start";

/// A game graph ready to be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphPicture {
    /// The heading.
    pub title: String,
    /// The position that play starts from.
    pub start: usize,
    /// All positions.
    pub nodes: Vec<Node>,
    /// All moves.
    pub moves: Vec<Move>,
}

impl GraphPicture {
    /// The picture of a game graph, headed by its first position.
    pub fn of(graph: &GameGraph) -> Self {
        let start = &graph.nodes[0].position;
        let ending = match graph.play {
            Play::Normal => "",
            Play::Misere => ", misère play",
        };
        let nodes = graph.nodes.iter().map(|node| Node {
            label: label(&node.position),
            outcome: node.outcome,
            value: Some(node.value),
        });
        let outcome = |at: usize| graph.nodes[at].outcome;
        let kind = |from, to| MoveKind::between(outcome(from), outcome(to));
        let moves = graph.edges().map(|(from, to)| Move { from, to, kind: kind(from, to) });
        Self { title: format!("{start}{ending}"), start: 0, nodes: nodes.collect(), moves: moves.collect() }
    }

    /// The size of every node and where everything goes, for those who draw it themselves.
    pub fn lay_out(&self) -> Result<(Vec<Size>, Layout), LayoutError> {
        let sizes: Vec<Size> = self.nodes.iter().map(Node::size).collect();
        let edges: Vec<(usize, usize)> = self.moves.iter().map(|step| (step.from, step.to)).collect();
        let drawing = layout(&sizes, &edges, Spacing::default())?;
        Ok((sizes, drawing))
    }

    /// The picture as an SVG document. Fails where the moves do not make an acyclic graph of the positions.
    pub fn to_svg(&self) -> Result<String, LayoutError> {
        // One node more: the word that points to the start.
        let mut sizes: Vec<Size> = self.nodes.iter().map(Node::size).collect();
        let mut edges: Vec<(usize, usize)> = self.moves.iter().map(|step| (step.from, step.to)).collect();
        sizes.push(Size { width: Lettering::Caption.width(START), height: Lettering::Caption.line_height() });
        edges.push((self.nodes.len(), self.start));
        let drawing = layout(&sizes, &edges, Spacing::default())?;

        let legend = Legend::within(drawing.size.width);
        let inner = [drawing.size.width, legend.size().width, Lettering::Title.width(&self.title)];
        let inner = inner.into_iter().fold(0.0, f64::max);
        let title_height = Lettering::Title.line_height();
        let corner =
            Point { x: MARGIN + (inner - drawing.size.width) / 2.0, y: MARGIN + title_height + 12.0 };
        let rule = corner.y + drawing.size.height + 24.0;
        let (width, height) = (inner + 2.0 * MARGIN, rule + legend.size().height + 24.0);

        Ok(Svg::document(width, height, &self.title, |svg| {
            draw_frame(svg, width, height);
            Lettering::Title.write(svg, &self.title, Point { x: MARGIN, y: MARGIN + title_height / 2.0 });
            let shift = format!("translate({} {})", Number(corner.x), Number(corner.y));
            svg.element("g", &[("transform", &shift)], |svg| {
                self.draw_moves(svg, &drawing);
                for ((node, &center), &size) in self.nodes.iter().zip(&drawing.nodes).zip(&sizes) {
                    node.draw(svg, center, size);
                }
                for &center in &drawing.nodes[self.nodes.len()..] {
                    Lettering::Caption.write(svg, START, center);
                }
            });
            let mut line = Path::default();
            line.move_to(MARGIN, rule);
            line.line_to(width - MARGIN, rule);
            svg.empty("path", &[("d", &line), ("stroke", &FRAME)]);
            legend.draw(svg, Point { x: MARGIN, y: rule + 12.0 });
        }))
    }

    /// The winning moves last, so that they lie on top.
    fn draw_moves(&self, svg: &mut Svg, drawing: &Layout) {
        let kinds: Vec<MoveKind> = self.moves.iter().map(|step| step.kind).chain([MoveKind::Other]).collect();
        for kind in [MoveKind::Other, MoveKind::Winning] {
            let (color, width) = kind.stroke();
            let mut heads = Path::default();
            let pen: [(&str, &dyn Display); 3] =
                [("fill", &"none"), ("stroke", &color), ("stroke-width", &Number(width))];
            svg.element("g", &pen, |svg| {
                for (_, route) in kinds.iter().zip(&drawing.routes).filter(|&(&other, _)| other == kind) {
                    svg.empty("path", &[("d", &trace(route, kind, &mut heads))]);
                }
            });
            svg.empty("path", &[("d", &heads), ("fill", &color)]);
        }
    }
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

fn draw_frame(svg: &mut Svg, width: f64, height: f64) {
    svg.empty(
        "rect",
        &[
            ("x", &0.5),
            ("y", &0.5),
            ("width", &Number(width - 1.0)),
            ("height", &Number(height - 1.0)),
            ("rx", &8),
            ("fill", &"#ffffff"),
            ("stroke", &FRAME),
        ],
    );
}
