//! Names of nodes: bare where that is unambiguous, otherwise in double quotes.
//!
//! A bare name is a run of letters, digits and `_ - . + * / '`, so that `2+1` and `*3` need no quotes. It
//! neither ends with `-`, which would run into `->`, nor starts or ends with `+`, which joins terms. In
//! quotes a backslash stands before a quote or a backslash that belongs to the name. Control characters are
//! refused, since answers are one line.

use crate::notation::{Cursor, NotationError};

fn is_bare(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '+' | '*' | '/' | '\'')
}

/// The name as it is read again by [`read`].
pub(super) fn written(name: &str) -> String {
    let bare = !name.is_empty()
        && name.chars().all(is_bare)
        && !name.ends_with(['-', '+'])
        && !name.starts_with('+');
    if bare { name.to_owned() } else { quoted(name) }
}

/// The name in double quotes.
pub(in crate::games) fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Reads a name, bare or quoted.
pub(super) fn read(text: &mut Cursor<'_>) -> Result<String, NotationError> {
    if text.peek() == Some('"') {
        return read_quoted(text);
    }
    let mut name = String::new();
    while let Some(c) = text.peek().filter(|&c| is_bare(c)) {
        if c == '-' && text.peek_second() == Some('>') {
            break;
        }
        name.push(c);
        text.advance();
    }
    if name.is_empty() { Err(text.expected("the name of a node")) } else { Ok(name) }
}

/// Reads a name in double quotes.
pub(in crate::games) fn read_quoted(text: &mut Cursor<'_>) -> Result<String, NotationError> {
    let start = text.clone();
    text.require('"')?;
    let mut name = String::new();
    loop {
        match text.peek() {
            Some('"') => {
                text.advance();
                return Ok(name);
            }
            Some(c) if c.is_control() => return Err(text.error("a name may not contain control characters")),
            Some('\\') if matches!(text.peek_second(), Some('"' | '\\')) => text.advance(),
            Some(_) => {}
            None => return Err(start.error("the quote is not closed")),
        }
        name.extend(text.peek());
        text.advance();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for name in
            ["a", "2+1", "*3", "x y", "", "a\"b\\", "\\", "a-", "-", "+", "a+", "é", "a>b", "{}", "#", "a->b"]
        {
            let text = written(name);
            for after in ["", ">b", "->b", ", c", "}", " + nim: 3", "#"] {
                let text = format!("{text}{after}");
                let mut cursor = Cursor::new(&text);
                assert_eq!(read(&mut cursor).as_deref(), Ok(name), "{text}");
                assert_eq!(cursor.rest(), after);
            }
        }
        assert_eq!(written("2+1"), "2+1");
        assert_eq!(written("x y"), "\"x y\"");
    }

    #[test]
    fn broken_names_are_refused_where_they_break() {
        for (text, column) in [("", 1), (">", 1), ("\"abc", 1), ("\"a\nb\"", 3)] {
            assert_eq!(read(&mut Cursor::new(text)).unwrap_err().column, column, "{text:?}");
        }
    }
}
