//! Boards in characters: what each game looks like on a table, in at most 80 columns and a screenful of lines.
//!
//! Each kind of board has a file. Whatever does not fit is abbreviated with the number it stands for, so that a heap
//! of 10^18 tokens takes one line; no drawing costs more than the characters that it shows.

mod alley;
mod chocolate;
mod fork;
mod heaps;
pub mod ink;
mod nodes;
mod rectangles;
mod strips;

pub use alley::Alley;
pub use ink::{Ink, Tone};

use sprague::position::Term;

/// The most columns of a line.
pub const WIDTH: usize = 78;
/// The space in front of every line of a board.
const MARGIN: &str = "  ";
/// The most heaps, strips or rows that are drawn one by one.
const MOST_ROWS: usize = 16;

/// The lines of a board; a row of pins is drawn as it stands in its alley, where there is one.
pub fn board(term: &Term, alley: Option<&Alley>, ink: Ink) -> Vec<String> {
    let lines = match (term, alley) {
        (Term::Heaps(..), Some(alley)) => alley.draw(ink),
        (Term::Heaps(_, heaps), None) => heaps::rows(heaps.sizes(), ink),
        (Term::Rectangles(_, cuboids), _) => rectangles::draw(cuboids, ink),
        (Term::SilverDollar(_, strips), _) => strips::draw(&strips.0, ink),
        (Term::Star(_, star), _) => {
            let tokens = star.strips().iter().map(|strip| strip.tokens().to_vec()).collect();
            fork::draw(1, tokens, ink)
        }
        (Term::StarNim(_, tokens), _) => {
            fork::draw(1, tokens.iter().map(|&token| vec![token]).collect(), ink)
        }
        (Term::Shared(game, tokens), _) => {
            fork::draw(game.cells(), tokens.iter().map(|&token| vec![token]).collect(), ink)
        }
        (Term::Nearly(_, position), _) => heaps::components(position, ink),
        (Term::Chomp(_, position), _) => chocolate::draw(position.boards(), ink),
        (Term::BogusNim(_, position), _) => heaps::with_bank(position, ink),
        (Term::Wythoff(_, position), _) => {
            let (larger, smaller) = position.heaps();
            heaps::rows(&[larger, smaller], ink)
        }
        (Term::Digraph(game, node), _) => nodes::draw(game.graph(), *node, ink),
    };
    lines.into_iter().map(|line| format!("{MARGIN}{}", line.trim_end())).collect()
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
    board(&position.0[0], None, ink).join("\n")
}
