//! A game graph in the DOT language, for Graphviz and the many programs that read it.

use std::fmt::Write;

use crate::play::Outcome;

use super::graph::GraphPicture;
use super::node::colors;

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
