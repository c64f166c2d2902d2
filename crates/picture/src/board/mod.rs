//! Pictures of positions: every board as it lies on a table, from the views that the terminal and the page draw, too.
//!
//! Each kind of board is a scene, drawn by the file of its kind. The terms of a sum stand one below the other. Nothing
//! is computed here: heads, gaps and shared cells are told by the view.

mod grids;
mod heaps;
mod network;
mod scene;
mod strips;

use sprague::games::{BoardKind, Part, View};

use crate::layout::{BoxSize, Point};
use crate::lettering::Lettering;
use crate::plot::{FRAME, MARGIN, rectangle};
use crate::svg::{Number, Svg};
use scene::Scene;

/// The most squares, tokens and edges of one picture.
const MOST_CELLS: usize = 20_000;
/// The longest title, in characters.
const LONGEST: usize = 90;

/// A position to be drawn: a line of text and a view for each term.
#[derive(Clone, Debug)]
pub struct BoardPicture {
    /// The heading.
    pub title: String,
    /// The terms: their text, and what a person sees of them.
    pub terms: Vec<(String, View)>,
}

/// A board has more squares, tokens or edges than a picture shows.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error(
    "the board has about {cells} squares, tokens and edges, more than the {MOST_CELLS} that a picture shows"
)]
pub struct TooManyCells {
    /// How many there are.
    pub cells: f64,
}

impl BoardPicture {
    /// The picture as an SVG document.
    pub fn to_svg(&self) -> Result<String, TooManyCells> {
        let cells: f64 = self.terms.iter().map(|(_, view)| cells(view)).sum();
        if cells > MOST_CELLS as f64 {
            return Err(TooManyCells { cells });
        }
        let mut whole = Scene::default();
        let mut notes: Vec<&str> = Vec::new();
        for (at, (text, view)) in self.terms.iter().enumerate() {
            let top = if at == 0 { 0.0 } else { whole.height + 26.0 };
            let top = if self.terms.len() > 1 {
                let sign = if at == 0 { shortened(text) } else { format!("+  {}", shortened(text)) };
                whole.text(Lettering::Note, (0.0, top + 8.0), sign);
                top + 26.0
            } else {
                top
            };
            whole.put(board(view), (0.0, top));
            notes.extend(legend(view).filter(|note| !notes.contains(note)).collect::<Vec<_>>());
        }
        let title = shortened(&self.title);
        let title_height = Lettering::Title.line_height();
        let note_width = notes.iter().map(|note| Lettering::Note.width(note)).fold(0.0, f64::max);
        let inner = [whole.width, note_width, Lettering::Title.width(&title)].into_iter().fold(0.0, f64::max);
        let top = MARGIN + title_height + 18.0;
        let foot = top + whole.height + if notes.is_empty() { 0.0 } else { 20.0 };
        let line = Lettering::Note.line_height();
        let (width, height) = (inner + 2.0 * MARGIN, foot + notes.len() as f64 * line + MARGIN);
        Ok(Svg::document(width, height, &self.title, |svg| {
            let frame = BoxSize { width: width - 1.0, height: height - 1.0 };
            rectangle(svg, Point { x: 0.5, y: 0.5 }, frame, 8, "#ffffff", FRAME);
            Lettering::Title.write(svg, &title, Point { x: MARGIN, y: MARGIN + title_height / 2.0 });
            let shift = format!("translate({} {})", Number(MARGIN), Number(top));
            svg.element("g", &[("transform", &shift)], |svg| whole.draw(svg));
            for (at, note) in notes.iter().enumerate() {
                Lettering::Note.write(svg, note, Point { x: MARGIN, y: foot + (at as f64 + 0.5) * line });
            }
        }))
    }
}

fn board(view: &View) -> Scene {
    match view.board {
        BoardKind::Heaps
        | BoardKind::Nim
        | BoardKind::Pins
        | BoardKind::Wythoff
        | BoardKind::Bank
        | BoardKind::Nearly
        | BoardKind::Stairs => heaps::draw(view),
        BoardKind::Strips | BoardKind::Star | BoardKind::Shared | BoardKind::Tokens | BoardKind::Bag => {
            strips::draw(view)
        }
        BoardKind::Rectangles => grids::rectangles(view),
        BoardKind::Chocolate => grids::chocolate(view),
        BoardKind::Coins => grids::coins(view),
        BoardKind::Squares => grids::squares(view),
        BoardKind::Graph | BoardKind::Network => network::draw(view),
        BoardKind::Compound => compound(view),
    }
}

/// The boards of the components, one below the other.
fn compound(view: &View) -> Scene {
    let mut whole = Scene::default();
    for (at, inner) in view.inside.iter().enumerate() {
        let top = if at == 0 { 0.0 } else { whole.height + 26.0 };
        whole.put(board(&inner.view), (0.0, top));
    }
    whole
}

/// What the colors and signs of a board mean.
fn legend(view: &View) -> impl Iterator<Item = &'static str> {
    let marks = view.strip_marks();
    let has_heads = marks.iter().any(|mark| mark.head > 0);
    let has_gaps = marks.iter().any(|mark| !mark.gaps.is_empty());
    let is_bag = view.board == BoardKind::Bag;
    [
        has_heads.then_some("amber: heads; teal: tails"),
        has_gaps.then_some("brackets: the empty squares of a gap"),
        view.order
            .is_some()
            .then_some("tall cells are shared: the number of the first strip above, of the second below"),
        (view.board == BoardKind::Chocolate).then_some("red: poisoned"),
        (view.board == BoardKind::Coins).then_some("H: heads, T: tails"),
        (is_bag && !view.marked.is_empty()).then_some("amber: the silver dollar"),
        (view.board == BoardKind::Tokens && !view.marked.is_empty())
            .then_some("amber: the pieces of one player; teal: of the other"),
    ]
    .into_iter()
    .flatten()
}

/// About how many shapes a board has.
fn cells(view: &View) -> f64 {
    let of_part = |part: &Part| match part {
        Part::Heap { .. } | Part::Node { .. } => 16.0,
        Part::Component { heaps, .. } => 16.0 * heaps.len() as f64 + 4.0,
        Part::Strip { tokens } => 8.0 * tokens.len() as f64 + 44.0,
        Part::Rectangle { sides } => sides.iter().take(2).map(|&side| side.min(24) as f64).product(),
        Part::Bar { rows, .. } => rows.iter().map(|&row| row as f64).sum(),
        Part::Row { coins } => 2.0 * coins.len() as f64,
        Part::Network { nodes, edges } => (2 * nodes + edges) as f64,
        Part::Squares { squares } => squares.iter().map(|row| row.len() as f64).sum(),
    };
    view.parts.iter().map(of_part).sum()
}

fn shortened(text: &str) -> String {
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    let start: String = text.chars().take(LONGEST - 3).collect();
    format!("{start}...")
}
