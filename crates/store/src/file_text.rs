//! Text from a file, made harmless when it is read: no control characters reach a terminal, and the length is bounded.
//!
//! Whoever wrote a file chose its texts, and its checksum too. So every free text of a file (who computed it, where, when,
//! why not) is a [`FileText`], which never holds anything else than what can be printed. There is no way to the raw text.

use std::fmt;
use std::ops::Deref;

use serde::{Deserialize, Serialize};

/// The most characters that are shown of one text.
const MOST: usize = 500;

/// A text from a file, or for one.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "String")]
pub struct FileText(String);

impl FileText {
    /// The text for a cell of a table, in Markdown or CSV: nothing that is a mark there, and no formula of a spreadsheet.
    pub fn cell(&self) -> String {
        let mut cell = String::with_capacity(self.0.len());
        for (at, c) in self.0.chars().enumerate() {
            let is_mark = matches!(c, '|' | '<' | '>' | '&' | '[' | ']' | '`' | '*' | '"' | '!' | '~' | '$');
            if is_mark || at == 0 && matches!(c, '=' | '+' | '-' | '@' | '#') {
                cell.extend(c.escape_unicode());
            } else {
                cell.push(c);
            }
        }
        cell
    }
}

impl From<String> for FileText {
    fn from(text: String) -> Self {
        Self(printable(&text))
    }
}

impl From<&str> for FileText {
    fn from(text: &str) -> Self {
        Self(printable(text))
    }
}

impl From<FileText> for String {
    fn from(text: FileText) -> Self {
        text.0
    }
}

impl Deref for FileText {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for FileText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The text with control characters and marks of direction written as escapes, shortened where it is long.
fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len().min(MOST));
    for (at, c) in text.chars().enumerate() {
        if at == MOST {
            shown.push_str("...");
            break;
        }
        let turns = matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        if c.is_control() || turns {
            shown.extend(c.escape_unicode());
        } else {
            shown.push(c);
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_stays_and_the_rest_is_escaped() {
        assert_eq!(printable("0.16, 4 cores é"), "0.16, 4 cores é");
        assert_eq!(printable("a\u{1b}[2J\n\u{202e}b\u{9b}"), "a\\u{1b}[2J\\u{a}\\u{202e}b\\u{9b}");
        assert_eq!(printable(&"x".repeat(2000)).len(), MOST + 3);
    }

    #[test]
    fn what_is_read_is_harmless_on_a_terminal_and_in_tables() {
        let read = |json: &str| serde_json::from_str::<FileText>(json).expect("a text");
        let hostile = read("\"=2+3|\\u001b]0;x\\u0007<b>\\n[a](b)\"");
        assert_eq!(hostile.to_string(), "=2+3|\\u{1b}]0;x\\u{7}<b>\\u{a}[a](b)");
        assert_eq!(format!("{hostile:?}").matches('\u{1b}').count(), 0);
        let cell = hostile.cell();
        assert!(
            !cell.contains(['|', '<', '>', '[', ']', '\u{1b}', '\n']) && cell.starts_with("\\u{3d}"),
            "{cell}"
        );
        assert_eq!(read("\"node-01.cluster, 4 cores\"").cell(), "node-01.cluster, 4 cores");
    }
}
