//! Graphs in DOT, the language of Graphviz, as far as it describes a game.
//!
//! Read are node and edge statements, chains included; attributes, ports and comments are passed over. A graph of the
//! other kind (an undirected one as a game graph, a directed one as a board) would be misread, and a subgraph as the
//! end of an edge stands for many edges in a way that is easy to misread, so both are refused. The text is one cursor's; errors get their line and column at the
//! end.

use super::{Builder, Digraph, GraphError};
use crate::notation::{Cursor, NotationError};

/// Whether a text is DOT: a keyword, perhaps a name, and a brace.
pub(in crate::games) fn starts_like(text: &str) -> bool {
    read_opening(&mut Cursor::new(text)).is_ok()
}

pub(super) fn read(text: &str) -> Result<Digraph, GraphError> {
    let mut builder = Builder::default();
    read_whole(text, Kind::Directed, &mut |names| builder.chain(names))?;
    builder.finish()
}

/// Hands over the nodes and edges of an undirected graph, one or two names each.
pub(in crate::games) fn read_undirected(
    text: &str,
    mut found: impl FnMut(&[String]) -> Result<(), GraphError>,
) -> Result<(), GraphError> {
    read_whole(text, Kind::Undirected, &mut found)
}

/// What becomes of one or two names.
type Found<'f> = &'f mut dyn FnMut(&[String]) -> Result<(), GraphError>;

fn read_whole(text: &str, kind: Kind, found: Found<'_>) -> Result<(), GraphError> {
    read_statements(&mut Cursor::new(text), kind, found).map_err(|failure| match failure {
        Failure::Text(error) => GraphError::in_text(text, error),
        Failure::Graph(error) => error,
    })
}

/// What is wrong with the text, or with the graph that it describes. Statements go into the graph one by one, so that
/// a text which is too long is refused where it becomes too long.
enum Failure {
    Text(NotationError),
    Graph(GraphError),
}

impl From<NotationError> for Failure {
    fn from(error: NotationError) -> Self {
        Self::Text(error)
    }
}

impl From<GraphError> for Failure {
    fn from(error: GraphError) -> Self {
        Self::Graph(error)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Directed,
    Undirected,
}

fn read_opening(text: &mut Cursor<'_>) -> Result<Kind, NotationError> {
    skip_blank(text)?;
    if keyword(text, "strict") {
        skip_blank(text)?;
    }
    let kind = if keyword(text, "digraph") {
        Kind::Directed
    } else if keyword(text, "graph") {
        Kind::Undirected
    } else {
        return Err(text.expected("`digraph`"));
    };
    skip_blank(text)?;
    if text.peek() != Some('{') {
        read_id(text)?;
        skip_blank(text)?;
    }
    text.require('{').map(|()| kind)
}

fn read_statements(text: &mut Cursor<'_>, wanted: Kind, found: Found<'_>) -> Result<(), Failure> {
    let start = text.clone();
    if read_opening(text)? != wanted {
        let message = match wanted {
            Kind::Directed => "the graph is undirected; a game graph is a `digraph` with edges `a -> b`",
            Kind::Undirected => "the graph is directed; this game needs a `graph` with edges `a -- b`",
        };
        return Err(start.error(message).into());
    }
    loop {
        skip_blank(text)?;
        if text.eat(';') {
            continue;
        }
        if text.eat('}') {
            skip_blank(text)?;
            return Ok(text.end()?);
        }
        if ["node", "edge", "graph"].iter().any(|word| keyword(text, word)) {
            skip_blank(text)?;
            if text.peek() != Some('[') && text.peek() != Some('=') {
                let what = "`[` after a DOT keyword; quote the name if it is a node's";
                return Err(text.expected(what).into());
            }
            skip_attributes(text)?;
            continue;
        }
        read_statement(text, wanted, found)?;
    }
}

/// A node, a chain of edges, or an assignment, which says nothing.
fn read_statement(text: &mut Cursor<'_>, wanted: Kind, found: Found<'_>) -> Result<(), Failure> {
    let mut last: Option<String> = None;
    let mut is_chain = false;
    loop {
        if text.peek() == Some('{') || keyword(text, "subgraph") {
            return Err(text.error("subgraphs are not read; write their edges one by one").into());
        }
        let at = text.clone();
        let name = read_id(text)?;
        if name.contains(char::is_control) {
            return Err(at.error("the name of a node may not contain control characters").into());
        }
        let from = last.replace(name.clone());
        if let Some(from) = from {
            found(&[from, name])?;
            is_chain = true;
        }
        skip_blank(text)?;
        while text.eat(':') {
            skip_blank(text)?;
            read_id(text)?;
            skip_blank(text)?;
        }
        match wanted {
            Kind::Directed if text.eat_str("--") => {
                return Err(text.error("an undirected edge; a move is `a -> b`").into());
            }
            Kind::Undirected if text.eat_str("->") => {
                return Err(text.error("a directed edge; an edge of this graph is `a -- b`").into());
            }
            _ => {}
        }
        let edge = if wanted == Kind::Directed { "->" } else { "--" };
        if !text.eat_str(edge) {
            break;
        }
        skip_blank(text)?;
    }
    let assignment = !is_chain && text.peek() == Some('=');
    skip_attributes(text)?;
    match last {
        Some(name) if !is_chain && !assignment => Ok(found(&[name])?),
        _ => Ok(()),
    }
}

/// Passes over `= value` or lists in brackets.
fn skip_attributes(text: &mut Cursor<'_>) -> Result<(), NotationError> {
    if text.eat('=') {
        skip_blank(text)?;
        return skip_value(text);
    }
    while text.peek() == Some('[') {
        let start = text.clone();
        text.advance();
        loop {
            skip_blank(text)?;
            match text.peek() {
                None => return Err(start.error("the attributes are not closed with `]`")),
                Some(']') => break,
                Some('=' | ';' | ',') => text.advance(),
                Some(_) => skip_value(text)?,
            }
        }
        text.advance();
        skip_blank(text)?;
    }
    Ok(())
}

fn skip_value(text: &mut Cursor<'_>) -> Result<(), NotationError> {
    let start = text.clone();
    if text.peek() != Some('<') {
        return read_id(text).map(drop);
    }
    let mut depth = 0;
    loop {
        match text.peek() {
            Some('<') => depth += 1,
            Some('>') => depth -= 1,
            Some(_) => {}
            None => return Err(start.error("the HTML text is not closed with `>`")),
        }
        text.advance();
        if depth == 0 {
            return Ok(());
        }
    }
}

/// A word, a number or a text in quotes. As in DOT, only `\"` is an escape in quotes.
fn read_id(text: &mut Cursor<'_>) -> Result<String, NotationError> {
    let start = text.clone();
    if !text.eat('"') {
        let minus = if text.peek() == Some('-')
            && text.peek_second().is_some_and(|c| c.is_ascii_digit() || c == '.')
        {
            text.advance();
            "-"
        } else {
            ""
        };
        let word = text.take_while(|c| c.is_alphanumeric() || matches!(c, '_' | '.'));
        return if word.is_empty() {
            Err(text.expected("a name; quote names with other characters"))
        } else {
            Ok(format!("{minus}{word}"))
        };
    }
    let mut name = String::new();
    while let Some(c) = text.peek() {
        match c {
            '"' => {
                text.advance();
                return Ok(name);
            }
            '\\' if text.peek_second() == Some('"') => text.advance(),
            _ => {}
        }
        name.extend(text.peek());
        text.advance();
    }
    Err(start.error("the quote is not closed"))
}

/// Moves past a keyword, letter case ignored, unless it is the beginning of a longer word.
fn keyword(text: &mut Cursor<'_>, word: &str) -> bool {
    let mut ahead = text.clone();
    let found =
        ahead.eat_str(word) && !ahead.peek().is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '.'));
    if found {
        *text = ahead;
    }
    found
}

/// Moves past white space and comments.
fn skip_blank(text: &mut Cursor<'_>) -> Result<(), NotationError> {
    loop {
        text.skip_spaces();
        let start = text.clone();
        if text.peek() == Some('#') || text.eat_str("//") {
            text.take_while(|c| c != '\n');
        } else if text.eat_str("/*") {
            while !text.eat_str("*/") {
                if text.peek().is_none() {
                    return Err(start.error("the comment is not closed with `*/`"));
                }
                text.advance();
            }
        } else {
            return Ok(());
        }
    }
}
