//! Graphs in one line: `{a>b, a>c, b>c}`. A chain `a>b>c` is two edges, a name alone a node; `->` serves as
//! `>`.

use std::fmt;

use super::{Builder, Digraph, name};
use crate::notation::{Cursor, NotationError};

/// Reads a graph up to its closing brace.
pub(super) fn read(text: &mut Cursor<'_>) -> Result<Digraph, NotationError> {
    let start = text.clone();
    let mut builder = Builder::default();
    text.require('{')?;
    text.skip_spaces();
    if !text.eat('}') {
        loop {
            let chain = read_chain(text)?;
            builder.chain(&chain).map_err(|error| start.error(error.to_string()))?;
            text.skip_spaces();
            if text.eat('}') {
                break;
            }
            if !text.eat(',') {
                return Err(text.expected("`>`, `,` or `}`"));
            }
        }
    }
    builder.finish().map_err(|error| start.error(error.to_string()))
}

fn read_chain(text: &mut Cursor<'_>) -> Result<Vec<String>, NotationError> {
    let mut chain = Vec::new();
    loop {
        text.skip_spaces();
        chain.push(name::read(text)?);
        text.skip_spaces();
        if !text.eat_str("->") && !text.eat('>') {
            return Ok(chain);
        }
    }
}

/// Writes a graph: its edges, and the nodes that have none.
pub(super) fn write(graph: &Digraph, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut is_option = vec![false; graph.node_count()];
    for option in graph.nodes().flat_map(|node| graph.options(node)) {
        is_option[option.index()] = true;
    }
    let mut comma = "";
    f.write_str("{")?;
    for node in graph.nodes() {
        let from = name::written(graph.name(node));
        if graph.options(node).is_empty() && !is_option[node.index()] {
            write!(f, "{comma}{from}")?;
            comma = ", ";
        }
        for &option in graph.options(node) {
            write!(f, "{comma}{from}>{}", name::written(graph.name(option)))?;
            comma = ", ";
        }
    }
    f.write_str("}")
}
