//! Boards in characters: what each game looks like on a table, in at most 80 columns and a screenful of lines.
//!
//! What is drawn is a view; no game is known here. Whatever does not fit is abbreviated with the number it stands for,
//! so that a heap of 10^18 tokens takes one line; no drawing costs more than the characters that it shows.

mod alley;
mod chocolate;
mod coins;
mod fork;
mod heaps;
pub mod ink;
mod network;
mod nodes;
mod rectangles;
mod squares;
mod strips;

pub use alley::Alley;
pub use ink::{Ink, Tone};

use sprague::games::{BoardKind, Part, View};

/// The most columns of a line.
pub const WIDTH: usize = 78;
/// The space in front of every line of a board.
const MARGIN: &str = "  ";
/// The most heaps, strips or rows that are drawn one by one.
const MOST_ROWS: usize = 16;

/// The lines of a board; a row of pins is drawn as it stands in its alley, where there is one.
pub fn board(view: &View, alley: Option<&Alley>, ink: Ink) -> Vec<String> {
    let lines = match (view.board, alley) {
        (_, Some(alley)) => alley.draw(ink),
        (BoardKind::Heaps | BoardKind::Nim | BoardKind::Pins | BoardKind::Wythoff, None) => {
            heaps::with_limit(view, ink)
        }
        (BoardKind::Stairs, _) => heaps::steps(&view.heaps(), ink),
        (BoardKind::Coins, _) => coins::draw(&view.parts, ink),
        (BoardKind::Tokens | BoardKind::Bag, _) => strips::unlike(view, ink),
        (BoardKind::Bank, _) => heaps::with_bank(view, ink),
        (BoardKind::Nearly, _) => heaps::components(&view.parts, ink),
        (BoardKind::Compound, _) => components(view, ink),
        (BoardKind::Rectangles, _) => rectangles::draw(&view.rectangles(), ink),
        (BoardKind::Strips, _) => strips::draw(&view.strips().collect::<Vec<_>>(), ink),
        (BoardKind::Star | BoardKind::Shared, _) => {
            fork::draw(view.shared.unwrap_or(1), view.strips().map(<[u64]>::to_vec).collect(), ink)
        }
        (BoardKind::Chocolate, _) => chocolate::draw(&view.parts, ink),
        (BoardKind::Graph, _) => nodes::draw(&view.parts, ink),
        (BoardKind::Network, _) => network::draw(view, ink),
        (BoardKind::Squares, _) => squares::draw(&view.parts, ink),
    };
    lines.into_iter().map(|line| format!("{MARGIN}{line}").trim_end().to_owned()).collect()
}

/// The boards of components one below the other.
fn components(view: &View, ink: Ink) -> Vec<String> {
    let mut lines = Vec::new();
    for (at, inner) in view.inside.iter().enumerate().take(MOST_ROWS) {
        let Some(Part::Component { game, .. }) = view.parts.get(at) else { continue };
        let game = game.split(':').next().unwrap_or_default();
        lines.push(ink.paint(Tone::Faint, &format!("component {}  {}", at + 1, clip(game, WIDTH - 20))));
        lines.extend(board(&inner.view, None, ink));
    }
    lines.extend(and_more(MOST_ROWS, view.inside.len(), "components"));
    lines
}

/// The text, cut to this many characters.
pub fn clip(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let kept: String = text.chars().take(most.saturating_sub(3)).collect();
    format!("{kept}...")
}

/// The line that stands for what is not drawn.
fn and_more(shown: usize, all: usize, what: &str) -> Option<String> {
    (all > shown).then(|| format!("... and {} more {what}", all - shown))
}

/// The board of the first term of a position, for the tests of the drawings.
#[cfg(test)]
fn drawn(text: &str, ink: Ink) -> String {
    let position: sprague::position::Position = text.parse().expect("a position");
    board(&position.0[0].view(), None, ink).join("\n")
}
