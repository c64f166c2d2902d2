//! Why a text is not a game graph, in one line with the way out.

use thiserror::Error;

use super::{Digraph, Node, name};
use crate::notation::NotationError;

/// A graph that cannot be played, or a text that is none.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Error)]
pub enum GraphError {
    /// The text does not follow its notation.
    #[error("line {line}, column {column}: {message}")]
    Syntax {
        /// The line, from 1.
        line: usize,
        /// The column in it, in characters from 1.
        column: usize,
        /// What is wrong there and what would be right.
        message: String,
    },
    /// There is nothing in it.
    #[error("the graph has no nodes")]
    Empty,
    /// It is larger than a graph may be.
    #[error(
        "the graph is too large: at most {} nodes and {} edges",
        Digraph::MOST_NODES,
        Digraph::MOST_EDGES
    )]
    TooLarge,
    /// Play could go on for ever.
    #[error("the graph has a cycle: {cycle}; this question needs a game that comes to an end")]
    Cycle {
        /// The cycle, as in `a > b > a`.
        cycle: String,
    },
    /// No node has this name.
    #[error("there is no node {node}; the nodes are {nodes}")]
    UnknownNode {
        /// The name that was asked for.
        node: String,
        /// Some of the nodes there are.
        nodes: String,
    },
    /// Every node can be moved to.
    #[error(
        "the graph has no source: every node is an option of one; name the start after `#`, as in #{first}"
    )]
    NoSource {
        /// One of the nodes.
        first: String,
    },
    /// The start is not clear.
    #[error("the graph has several sources: {sources}; name the start after `#`, as in #{first}")]
    SeveralSources {
        /// Some of them.
        sources: String,
        /// One of them.
        first: String,
    },
}

/// The most nodes that an error names.
const MOST_NAMED: usize = 8;

impl GraphError {
    /// An error of a cursor that ran over a whole text, with line and column in place of its column.
    pub(super) fn in_text(text: &str, error: NotationError) -> Self {
        let before = text.chars().take(error.column - 1);
        let (mut line, mut column) = (1, 1);
        for c in before {
            (line, column) = if c == '\n' { (line + 1, 1) } else { (line, column + 1) };
        }
        Self::Syntax { line, column, message: error.message }
    }

    pub(super) fn unknown_node(wanted: &str, graph: &Digraph) -> Self {
        let nodes: Vec<Node> = graph.nodes().take(MOST_NAMED + 1).collect();
        Self::UnknownNode { node: name::written(wanted), nodes: some(&nodes, graph.node_count(), graph) }
    }

    pub(super) fn no_source(graph: &Digraph) -> Self {
        let first = graph.nodes().next().map_or_else(String::new, |node| name::written(graph.name(node)));
        Self::NoSource { first }
    }

    pub(super) fn several_sources(sources: &[Node], graph: &Digraph) -> Self {
        let first = sources.first().map_or_else(String::new, |&node| name::written(graph.name(node)));
        Self::SeveralSources { sources: some(sources, sources.len(), graph), first }
    }

    /// A cycle is given by its nodes, the first not repeated.
    pub(super) fn cycle(names: &[&str]) -> Self {
        let all = names.iter().chain(names.first());
        let mut words: Vec<String> = all.map(|name| name::written(name)).collect();
        let cut = words.len().saturating_sub(2 * MOST_NAMED);
        if cut > 0 {
            words.splice(MOST_NAMED..MOST_NAMED + cut, [format!("({cut} more)")]);
        }
        Self::Cycle { cycle: words.join(" > ") }
    }
}

/// The first names of a list, and how many more there are.
fn some(nodes: &[Node], total: usize, graph: &Digraph) -> String {
    let words: Vec<String> =
        nodes.iter().take(MOST_NAMED).map(|&node| name::written(graph.name(node))).collect();
    match total - words.len() {
        0 => words.join(", "),
        more => format!("{} and {more} more", words.join(", ")),
    }
}
