//! Graphs with one edge a line: `a b`. A line with one name is a node; `#` starts a comment.
//!
//! Beside quoted names, a name is any run of characters but white space, quotes, `#` and `>`, so `(2,1)` will
//! do.

use super::{Builder, Digraph, GraphError, name};
use crate::notation::{Cursor, NotationError};

pub(super) fn read(text: &str) -> Result<Digraph, GraphError> {
    let mut builder = Builder::default();
    read_lines(text, |names| builder.chain(names))?;
    builder.finish()
}

/// Hands over the one or two names of each line that has any.
pub(in crate::games) fn read_lines(
    text: &str,
    mut found: impl FnMut(&[String]) -> Result<(), GraphError>,
) -> Result<(), GraphError> {
    for (line, content) in (1..).zip(text.lines()) {
        let mut cursor = Cursor::new(content);
        let names = read_line(&mut cursor).map_err(|error| GraphError::Syntax {
            line,
            column: error.column,
            message: error.message,
        })?;
        if !names.is_empty() {
            found(&names)?;
        }
    }
    Ok(())
}

/// At most two names.
fn read_line(text: &mut Cursor<'_>) -> Result<Vec<String>, NotationError> {
    let mut names = Vec::new();
    loop {
        text.skip_spaces();
        if text.peek().is_none_or(|c| c == '#') {
            return Ok(names);
        }
        if names.len() == 2 {
            return Err(text.expected("the end of the line: an edge list has two names a line, as in `a b`"));
        }
        names.push(read_name(text)?);
    }
}

fn read_name(text: &mut Cursor<'_>) -> Result<String, NotationError> {
    if text.peek() == Some('"') {
        return name::read_quoted(text);
    }
    let run = text.take_while(|c| !c.is_whitespace() && !c.is_control() && !matches!(c, '"' | '#' | '>'));
    if run.is_empty() || text.peek().is_some_and(|c| !c.is_whitespace() && c != '#') {
        return Err(text.expected("a space between two names, as in `a b`"));
    }
    Ok(run.to_owned())
}
