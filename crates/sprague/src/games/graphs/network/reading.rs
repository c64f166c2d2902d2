//! How graphs are written: `{a-b, b-c, d}`, `grid 4x5`, `intervals 1-3 2-5`, `graph6 DQc`, `graph: FILE`.
//!
//! In braces a chain `a-b-c` is two edges and a name alone a node. Bare names are letters, digits and `_ . * '`; others
//! stand in double quotes. A file is an edge list, an undirected graph in DOT, or graph6 or sparse6 where its name ends
//! in `.g6` or `.s6` or its text begins with their header; its name runs to the end of the text. A whole graph of a
//! family is written by its name, every other graph by its edges, so that what is written needs no file.

use std::collections::HashMap;
use std::fmt;

use super::graph6::{self, Format};
use super::{Family, Network};
use crate::games::graphs::digraph::{Files, GraphError, dot, edge_list, name};
use crate::notation::{Cursor, NotationError};

const EXAMPLES: &str = "a graph: edges such as {a-b, b-c}, or `path 9`, `cycle 12`, `grid 4x5`, `complete 5`, \
                        `star 6`, `wheel 6`, `hypercube 4`, `petersen`, `intervals 1-3 2-5 4-6`, `graph6 TEXT`, \
                        `sparse6 TEXT`, `graph: FILE`";

fn is_bare(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.' | '*' | '\'')
}

/// The name as it is read again.
pub(super) fn written_name(name: &str) -> String {
    if !name.is_empty() && name.chars().all(is_bare) { name.to_owned() } else { name::quoted(name) }
}

/// A graph in the making. Nodes appear when they are first named.
#[derive(Default)]
struct Parts {
    places: HashMap<Box<str>, u32>,
    names: Vec<Box<str>>,
    edges: Vec<(u32, u32)>,
}

impl Parts {
    /// One name is a node, two are an edge; `None` if there are too many.
    fn add(&mut self, names: &[String]) -> Option<()> {
        let mut ends = [0; 2];
        for (end, name) in ends.iter_mut().zip(names) {
            let next = self.names.len() as u32;
            *end = *self.places.entry(name.as_str().into()).or_insert(next);
            if *end == next {
                self.names.push(name.as_str().into());
            }
        }
        if names.len() == 2 {
            self.edges.push(ends.into());
        }
        (self.names.len() <= Network::MOST_NODES && self.edges.len() <= Network::MOST_EDGES).then_some(())
    }

    fn finish(self) -> Network {
        Network::new(self.names, self.edges)
    }
}

fn too_large() -> String {
    let (nodes, edges) = (Network::MOST_NODES, Network::MOST_EDGES);
    format!("the graph is too large: at most {nodes} nodes and {edges} edges")
}

/// Reads a graph, up to the first character that cannot belong to it.
pub(in crate::games) fn read(text: &mut Cursor<'_>, files: &dyn Files) -> Result<Network, NotationError> {
    text.skip_spaces();
    let start = text.clone();
    if text.peek() == Some('{') {
        return read_braces(text);
    }
    let word = text.take_while(|c| c.is_ascii_alphanumeric()).to_ascii_lowercase();
    let family = match word.as_str() {
        "path" => Family::Path(read_size(text, 0)?),
        "cycle" => Family::Cycle(read_size(text, 3)?),
        "complete" => Family::Complete(read_size(text, 0)?),
        "star" => Family::Star(read_size(text, 0)?),
        "wheel" => Family::Wheel(read_size(text, 3)?),
        "hypercube" => Family::Hypercube(read_size(text, 0)?),
        "grid" => {
            let rows = read_size(text, 1)?;
            if !text.times() {
                return Err(text.expected("`x` and the number of columns, as in grid 4x5"));
            }
            Family::Grid(rows, read_size(text, 1)?)
        }
        "petersen" => Family::Petersen,
        "intervals" => return read_intervals(text, &start),
        "graph6" | "sparse6" => {
            let format = if word == "graph6" { Format::Graph6 } else { Format::Sparse6 };
            text.skip_spaces();
            let at = text.clone();
            let letters = text.take_while(|c| graph6::is_letter(c) || matches!(c, ':' | '>' | '<'));
            return graph6::decode(format, letters).map_err(|why| at.error(why));
        }
        "graph" | "file" => {
            text.skip_spaces();
            if !text.eat(':') && word == "graph" {
                return Err(text.expected("`:` and the name of a file, as in graph: FILE"));
            }
            return read_file(text, files);
        }
        _ => return Err(start.expected(EXAMPLES)),
    };
    family.network().ok_or_else(|| {
        let (nodes, _) = family.size();
        let why = if nodes > Network::MOST_NODES as u64 && nodes < u64::MAX {
            graph6::too_large(nodes)
        } else {
            too_large()
        };
        start.error(why)
    })
}

fn read_size(text: &mut Cursor<'_>, least: u64) -> Result<u64, NotationError> {
    text.skip_spaces();
    let at = text.clone();
    let size = text.number("a number")?;
    if size < least { Err(at.error(format!("this number is at least {least}"))) } else { Ok(size) }
}

/// Intervals of numbers, both ends included: each is a node, and two that share a number are joined.
fn read_intervals(text: &mut Cursor<'_>, start: &Cursor<'_>) -> Result<Network, NotationError> {
    let mut intervals: Vec<(u64, u64)> = Vec::new();
    loop {
        let mut ahead = text.clone();
        ahead.skip_spaces();
        let comma = !intervals.is_empty() && ahead.eat(',');
        ahead.skip_spaces();
        let bracket = ahead.eat('[') || ahead.eat('(');
        if !comma && !bracket && !ahead.peek().is_some_and(|c| c.is_ascii_digit()) {
            break;
        }
        let at = ahead.clone();
        let low = ahead.number("the first number of an interval")?;
        ahead.skip_spaces();
        if !["--", "-", "..", ","].iter().any(|between| ahead.eat_str(between)) {
            return Err(ahead.expected("`-` and the last number of an interval, as in 1-3"));
        }
        ahead.skip_spaces();
        let high = ahead.number("the last number of an interval")?;
        ahead.skip_spaces();
        if bracket && !ahead.eat(']') && !ahead.eat(')') {
            return Err(ahead.expected("`]` after an interval"));
        }
        if high < low {
            return Err(at.error(format!("the interval {low}-{high} is empty: write `{high}-{low}`")));
        }
        intervals.push((low, high));
        *text = ahead;
    }
    if intervals.is_empty() {
        return Err(text.expected("intervals such as 1-3 2-5"));
    }
    let mut parts = Parts::default();
    let names: Vec<String> = intervals
        .iter()
        .enumerate()
        .map(|(at, interval)| {
            let same = intervals[..at].iter().filter(|earlier| *earlier == interval).count();
            format!("{}-{}{}", interval.0, interval.1, "'".repeat(same))
        })
        .collect();
    for (at, &(low, high)) in intervals.iter().enumerate() {
        let full = || start.error(too_large());
        parts.add(&names[at..=at]).ok_or_else(full)?;
        for before in (0..at).filter(|&before| intervals[before].0 <= high && low <= intervals[before].1) {
            parts.add(&[names[before].clone(), names[at].clone()]).ok_or_else(full)?;
        }
    }
    Ok(parts.finish())
}

fn read_braces(text: &mut Cursor<'_>) -> Result<Network, NotationError> {
    let start = text.clone();
    let mut parts = Parts::default();
    text.require('{')?;
    text.skip_spaces();
    if text.eat('}') {
        return Ok(Network::default());
    }
    loop {
        text.skip_spaces();
        let mut from = read_name(text)?;
        let mut is_chain = false;
        loop {
            text.skip_spaces();
            if !text.eat_str("--") && !text.eat('-') {
                break;
            }
            text.skip_spaces();
            let to = read_name(text)?;
            parts.add(&[from, to.clone()]).ok_or_else(|| start.error(too_large()))?;
            from = to;
            is_chain = true;
        }
        if !is_chain {
            parts.add(&[from]).ok_or_else(|| start.error(too_large()))?;
        }
        if text.eat('}') {
            return Ok(parts.finish());
        }
        if !text.eat(',') {
            return Err(text.expected("`-`, `,` or `}`"));
        }
    }
}

fn read_name(text: &mut Cursor<'_>) -> Result<String, NotationError> {
    if text.peek() == Some('"') {
        return name::read_quoted(text);
    }
    let name = text.take_while(is_bare);
    if name.is_empty() { Err(text.expected("the name of a node")) } else { Ok(name.to_owned()) }
}

fn read_file(text: &mut Cursor<'_>, files: &dyn Files) -> Result<Network, NotationError> {
    text.skip_spaces();
    let at = text.clone();
    let path = text.take_while(|_| true).trim_end();
    if path.is_empty() {
        return Err(at.expected("the name of a file"));
    }
    let last = if path.contains(" + ") { "; a graph in a file must be the last term of a sum" } else { "" };
    let content = files.read(path).map_err(|why| at.error(format!("{path}: {why}{last}")))?;
    from_text(path, &content).map_err(|why| at.error(format!("{path}: {why}")))
}

/// The graph that the text of a file describes.
fn from_text(path: &str, text: &str) -> Result<Network, String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let ends_in = |end: &str| path.len() > end.len() && path.to_ascii_lowercase().ends_with(end);
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default().trim();
    let is_code = first.starts_with(">>") || ends_in(".s6") || ends_in(".g6");
    let more = text.lines().filter(|line| !line.trim().is_empty()).count().saturating_sub(1);
    if is_code && more > 0 {
        return Err(format!(
            "the file holds {} graphs, one a line; keep the line of the one that is meant",
            more + 1
        ));
    }
    if first.starts_with(">>sparse6<<") || ends_in(".s6") {
        return graph6::decode(Format::Sparse6, first);
    }
    if first.starts_with(">>graph6<<") || ends_in(".g6") {
        return graph6::decode(Format::Graph6, first);
    }
    let mut parts = Parts::default();
    let mut full = false;
    let add = |names: &[String]| {
        full |= parts.add(names).is_none();
        if full { Err(GraphError::TooLarge) } else { Ok(()) }
    };
    let read = if dot::starts_like(text) {
        dot::read_undirected(text, add)
    } else {
        edge_list::read_lines(text, add)
    };
    match read {
        Err(GraphError::TooLarge) => Err(too_large()),
        Err(error) => Err(error.to_string()),
        Ok(()) => Ok(parts.finish()),
    }
}

/// Writes a graph: its family, or its edges and the nodes that have none.
pub(in crate::games) fn write(network: &Network, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if let Some(family) = network.family() {
        return write!(f, "{family}");
    }
    let mut used = vec![false; network.node_count()];
    for &(a, b) in network.edges() {
        used[a as usize] = true;
        used[b as usize] = true;
    }
    let name = |node: u32| written_name(network.name(node as usize));
    let mut comma = "";
    let mut edges = network.edges().iter().peekable();
    f.write_str("{")?;
    for node in 0..network.node_count() as u32 {
        if !used[node as usize] {
            write!(f, "{comma}{}", name(node))?;
            comma = ", ";
        }
        while let Some((a, b)) = edges.next_if(|&&(a, _)| a == node) {
            write!(f, "{comma}{}-{}", name(*a), name(*b))?;
            comma = ", ";
        }
    }
    f.write_str("}")
}

/// The ends of an edge that is written as in braces.
pub(super) fn edge_of(text: &str) -> Option<(String, String)> {
    let mut text = Cursor::new(text.trim());
    let from = read_name(&mut text).ok()?;
    text.skip_spaces();
    if !text.eat_str("--") && !text.eat('-') {
        return None;
    }
    text.skip_spaces();
    let to = read_name(&mut text).ok()?;
    text.rest().is_empty().then_some((from, to))
}

/// The name of a node that is written as in braces.
pub(super) fn node_of(text: &str) -> Option<String> {
    let mut text = Cursor::new(text.trim());
    let name = read_name(&mut text).ok()?;
    text.rest().is_empty().then_some(name)
}
