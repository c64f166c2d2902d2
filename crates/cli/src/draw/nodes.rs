//! A game graph: the node where the token is, and the nodes that a move leads to.

use sprague::games::digraph::{Digraph, Node};

use super::{Ink, MOST_ROWS, Tone, and_more, clip};

const LONGEST_NAME: usize = 40;

/// Arrows from the current node to its options.
pub fn draw(graph: &Digraph, node: Node, ink: Ink) -> Vec<String> {
    let name = |node: Node| clip(graph.name(node), LONGEST_NAME);
    let here = name(node);
    let options = graph.options(node);
    let token = format!("({}) ", ink.paint(Tone::Piece, &here));
    if options.is_empty() {
        return vec![format!("{token} {}", ink.paint(Tone::Faint, "no move leads on"))];
    }
    let indent = here.chars().count() + 3;
    let arrow = ink.pick("──▶", "-->");
    let mut lines = Vec::new();
    for (at, &option) in options.iter().enumerate().take(MOST_ROWS) {
        let start = if at == 0 { token.clone() } else { " ".repeat(indent) };
        lines.push(format!("{start}{arrow} {}", name(option)));
    }
    lines.extend(and_more(MOST_ROWS, options.len(), "moves"));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_token_and_its_moves() {
        let graph = Digraph::from_text("a b\na c\nb c").expect("a graph");
        let node = |name| graph.node(name).expect("a node");
        assert_eq!(draw(&graph, node("a"), Ink::ASCII), ["(a) --> b", "    --> c"]);
        assert_eq!(draw(&graph, node("c"), Ink::ASCII), ["(c)  no move leads on"]);
    }
}
