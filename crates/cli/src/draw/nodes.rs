//! A game graph: the node where the token is, and the nodes that a move leads to.

use sprague::games::Part;

use super::{Ink, MOST_ROWS, Tone, and_more, clip};

const LONGEST_NAME: usize = 40;

/// Arrows from the current node to its options.
pub fn draw(parts: &[Part], ink: Ink) -> Vec<String> {
    let [Part::Node { node, exits, exit_count }] = parts else { return Vec::new() };
    let here = clip(node, LONGEST_NAME);
    let token = format!("({}) ", ink.paint(Tone::Piece, &here));
    if exits.is_empty() {
        return vec![format!("{token} {}", ink.paint(Tone::Faint, "no move leads on"))];
    }
    let indent = here.chars().count() + 3;
    let arrow = ink.pick("──▶", "-->");
    let mut lines = Vec::new();
    for (at, option) in exits.iter().enumerate().take(MOST_ROWS) {
        let start = if at == 0 { token.clone() } else { " ".repeat(indent) };
        lines.push(format!("{start}{arrow} {}", clip(option, LONGEST_NAME)));
    }
    lines.extend(and_more(MOST_ROWS, *exit_count, "moves"));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::drawn as board;

    #[test]
    fn the_token_and_its_moves() {
        assert_eq!(board("graph: {a>b, a>c, b>c}#a", Ink::ASCII), "  (a) --> b\n      --> c");
        assert_eq!(board("graph: {a>b, a>c, b>c}#c", Ink::ASCII), "  (c)  no move leads on");
    }
}
